"""Laws of friction on a joint coordinate of a size that a variable gives: brakes that are applied.

The last variable y is a force or torque, or what presses the surfaces, N = max(y, 0). Friction is that of
:mod:`mbfe.joints.coordinates.dry_friction`.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.joints.coordinates.combination_law import WITHOUT as AXES_OF_FIRST
from mbfe.joints.coordinates.combination_law import (
    add_force,
    add_slopes,
    add_stiffness,
    fill_gradients,
    keep_values,
    kept_values,
    sum_parameters,
    total,
    total_rate,
)
from mbfe.joints.coordinates.dry_friction import loaded_strength
from mbfe.joints.coordinates.dry_friction import slipping as slipping_of
from mbfe.joints.coordinates.dry_friction import smoothed as smoothed_of
from mbfe.joints.coordinates.switched_law import (
    COORDINATE_PARAMETERS,
    GRADIENTS,
    KEPT,
    STICKS,
    SWITCHED_WITHOUT,
    add_hold,
    add_slip_slopes,
    direction,
    hold,
    keep_value,
    loosen,
    set_slip,
    slip_or_stick,
)
from mbfe.joints.pairs.coordinate_law import add_coordinate_gradient, coordinate_rate, coordinate_value
from mbfe.laws import Answer, Law, Phase, law

__all__ = ["applied_friction", "applied_line_friction", "applied_smooth_friction"]

BRAKE_PARAMETERS = {
    "mu": "1",
    "mu_static": "1",
    "coulomb": "N",
    "static": "N",
    "stribeck_speed": "m/s",
    "viscous": "N s/m",
}
"""Numbers of the friction; μ and μ_s are one where y is the friction itself, and r μ, r μ_s at a radius."""

RELEASED = 3.0
"""Mode of a brake that is released, besides those of friction that sticks."""
HARDLY = 1e-30
"""Factor of the margin of a released brake, which may start on either side of it."""


@compiled
def pressing(y):
    """N = max(y, 0) and its derivative with y."""
    return (y[0], 1.0) if y[0] > 0.0 else (0.0, 0.0)


@compiled
def strongest(y, p):
    """What may hold it at rest, F_s + μ_s N."""
    return p.static + p.mu_static * pressing(y)[0]


# ------------------------------------------------------------------ friction that sticks


@compiled
def slips(mode):
    """Whether it slips in a direction."""
    return mode == 1.0 or mode == -1.0


@compiled
def slipping(y, p, mode, speed):
    """Force against the motion, the sign that of the mode."""
    return slipping_of(p, loaded_strength(p, pressing(y)[0], speed), mode, speed)


@law(
    name="applied_friction",
    nodes=2,
    algebraic=1,
    rows=1,
    history=KEPT,
    scratch=GRADIENTS,
    parameters=COORDINATE_PARAMETERS | BRAKE_PARAMETERS | {"rest": "m/s", "nothing": "N"},
    outputs={"margin": "1", "position": "1", "rate": "1/s", "effort": "N", "sticks": "1", "limit": "N"},
    events=("margin",),
    without=SWITCHED_WITHOUT | {"C": "it slips in a direction also at rest"},
)
def applied_friction(pose, twist, y, multipliers, p, history, residual, constraint):
    """Row q = q₀ while it sticks, the force of sliding while it slips, nothing while it is released."""
    mode = history.mode
    if mode == STICKS:
        add_hold(pose, multipliers, p, history, history.place, residual, constraint)
    elif slips(mode):
        force = slipping(y, p, mode, coordinate_rate(pose, twist, p)).force
        add_coordinate_gradient(pose, p, force, residual)


@applied_friction.rate
def applied_friction_rate(pose, twist, p, history, rate):
    """Rate of the row."""
    rate[0] = coordinate_rate(pose, twist, p) if history.mode == STICKS else 0.0


@applied_friction.tangent
def applied_friction_tangent(pose, twist, y, multipliers, p, history, scratch, G, K, B):
    """Gradient of the row, or derivatives of the force φ(q̇, y) B."""
    mode = history.mode
    if mode == STICKS:
        hold(pose, p, multipliers[0], K, B)
    elif slips(mode):
        rub = slipping(y, p, mode, coordinate_rate(pose, twist, p))
        add_slip_slopes(pose, twist, p, rub, scratch, G, K)
        for c in range(12):
            K[c, 12] += rub.by_load * pressing(y)[1] * scratch.gradient[c]


@applied_friction.power
def applied_friction_power(pose, twist, y, p, history, power):
    """What sliding dissipates."""
    if slips(history.mode):
        speed = coordinate_rate(pose, twist, p)
        power.dissipated += slipping(y, p, history.mode, speed).force * speed


@applied_friction.output
def applied_friction_output(pose, twist, y, multipliers, p, history, out):
    """Margin (force that may still come, speed, or force from which on it acts), results."""
    mode = history.mode
    speed = coordinate_rate(pose, twist, p)
    limit = strongest(y, p)
    out.position = coordinate_value(pose, p, history.value)
    out.limit = limit
    set_slip(out, p, mode, speed, limit, multipliers, slipping(y, p, mode, speed).force)
    if mode == RELEASED:
        out.margin = HARDLY * (p.nothing - limit)


applied_friction.advance(keep_value)


@compiled
def press_or_release(history, phase, limit, way, place, p):
    """Change between released and pressed; returns what the switch does."""
    if history.mode == RELEASED:
        if limit <= p.nothing or (phase != Phase.AT_EVENT and phase != Phase.ACCELERATIONS):
            return Answer.SAME
        history.mode = way if way != 0.0 else STICKS
        history.place = place
        return Answer.CHANGED
    history.mode = RELEASED
    return Answer.CHANGED


@applied_friction.switch
def applied_friction_switch(pose, twist, y, multipliers, p, history, phase):
    """Slip above the limit of the moment, stick when the speed vanishes, release where nothing presses."""
    if phase == Phase.BEFORE_IMPACT:
        return loosen(history)
    limit = strongest(y, p)
    way, place = direction(coordinate_rate(pose, twist, p), p.rest), coordinate_value(pose, p, history.value)
    mode = history.mode
    if mode != RELEASED and (limit > p.nothing or (slips(mode) and phase != Phase.AT_EVENT)):
        return slip_or_stick(history, phase, multipliers[0], limit, way, place)
    return press_or_release(history, phase, limit, way, place, p)


# ------------------------------------------------------------------ friction that is smooth in the rate


@compiled
def smoothed(y, p, speed):
    """Force against the motion that is smooth in the rate."""
    return smoothed_of(p, loaded_strength(p, pressing(y)[0], speed), speed)


def smooth_law(name: str, n: int, *, variables: int = 0) -> Law:
    """Law on a joint coordinate, or on a variable that is one."""
    size = 12 * n + variables

    @compiled
    def residual_of_friction(pose, twist, q, v, y, p, history, residual):
        add_force(pose, q, p, history, smoothed(y, p, total_rate(pose, twist, v, p, history)).force, residual)

    @compiled
    def tangent_of_friction(pose, twist, q, v, y, p, history, scratch, G, K):
        rub = smoothed(y, p, total_rate(pose, twist, v, p, history))
        fill_gradients(pose, twist, q, p, history, scratch)
        add_slopes(scratch, 0.0, rub.by_speed, G, K)
        add_stiffness(pose, p, history, rub.force, K)
        for i in range(size):
            K[i, size] += rub.by_load * pressing(y)[1] * scratch.gradient[i]

    @compiled
    def power_of_friction(pose, twist, v, y, p, history, power):
        rate = total_rate(pose, twist, v, p, history)
        power.dissipated += smoothed(y, p, rate).force * rate

    @compiled
    def output_of_friction(pose, twist, q, v, y, p, history, out):
        rate = total_rate(pose, twist, v, p, history)
        out.position = total(pose, q, p, history)
        out.rate = rate
        out.effort = smoothed(y, p, rate).force
        out.limit = strongest(y, p)

    made = law(
        name=name,
        nodes=2 * n,
        coordinates=variables,
        algebraic=1,
        history=kept_values(n),
        parameters=sum_parameters(n, variables) | BRAKE_PARAMETERS | {"regular_speed": "m/s"},
        outputs={"position": "1", "rate": "1/s", "effort": "N", "limit": "N"},
        scratch={"gradient": size, "change": size},
        without={} if variables else AXES_OF_FIRST,
    )(residual_of_friction)
    made.tangent(tangent_of_friction)
    made.power(power_of_friction)
    made.output(output_of_friction)
    return made.advance(keep_values)


applied_smooth_friction = smooth_law("applied_smooth_friction", 1)
applied_line_friction = smooth_law("applied_line_friction", 0, variables=1)
