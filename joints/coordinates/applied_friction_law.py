"""Laws of friction on a joint coordinate of a size that a variable gives: brakes that are applied.

The last variable y is a force or torque, or what presses the surfaces, N = max(y, 0). Friction is
φ = ±(F_c + μ N + (F_s − F_c + (μ_s − μ) N) exp(−(q̇/v_s)²)) + b q̇.
"""

from __future__ import annotations

import math

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
from mbfe.joints.coordinates.loaded_friction_law import strength
from mbfe.joints.coordinates.switched_law import (
    COORDINATE_PARAMETERS,
    GRADIENTS,
    KEPT,
    LOOSE,
    STICKS,
    SWITCHED_WITHOUT,
    direction,
    hold,
    keep_value,
    outer_row,
    slip_or_stick,
)
from mbfe.joints.pairs.coordinate_law import (
    add_coordinate_gradient,
    add_coordinate_stiffness,
    add_rate_gradient,
    coordinate_gradient,
    coordinate_rate,
    coordinate_value,
)
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
    """Force against the motion, the sign that of the mode, and its derivatives with the speed and y."""
    pressure, by_y = pressing(y)
    size, by_speed, by_pressure = strength(p, pressure, speed)
    return mode * size + p.viscous * speed, mode * by_speed + p.viscous, mode * by_pressure * by_y


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
    constraint[0] = 0.0
    mode = history.mode
    if mode == STICKS:
        constraint[0] = coordinate_value(pose, p, history.value) - history.place
        add_coordinate_gradient(pose, p, multipliers[0], residual)
    elif slips(mode):
        force, _, _ = slipping(y, p, mode, coordinate_rate(pose, twist, p))
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
        force, by_speed, by_y = slipping(y, p, mode, coordinate_rate(pose, twist, p))
        gradient, change = scratch.gradient, scratch.change
        coordinate_gradient(pose, p, gradient)
        for c in range(12):
            K[c, 12] += by_y * gradient[c]
        add_rate_gradient(pose, twist, p, 1.0, change)
        add_coordinate_stiffness(pose, p, force, K)
        outer_row(gradient, change, by_speed, K)
        outer_row(gradient, gradient, by_speed, G)


@applied_friction.power
def applied_friction_power(pose, twist, y, p, history, power):
    """What sliding dissipates."""
    if slips(history.mode):
        speed = coordinate_rate(pose, twist, p)
        power.dissipated += slipping(y, p, history.mode, speed)[0] * speed


@applied_friction.output
def applied_friction_output(pose, twist, y, multipliers, p, history, out):
    """Margin (force that may still come, speed, or force from which on it acts), results."""
    mode = history.mode
    speed = coordinate_rate(pose, twist, p)
    limit = strongest(y, p)
    out.position = coordinate_value(pose, p, history.value)
    out.rate = speed
    out.sticks = 1.0 if mode == STICKS else 0.0
    out.limit = limit
    if mode == STICKS:
        out.margin = limit - abs(multipliers[0])
        out.effort = multipliers[0]
    elif slips(mode):
        out.margin = mode * speed + p.rest
        out.effort = slipping(y, p, mode, speed)[0]
    else:
        out.margin = HARDLY * (p.nothing - limit) if mode == RELEASED else 1.0


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
        if history.mode != STICKS:
            return Answer.SAME
        history.mode = LOOSE
        return Answer.CHANGED
    limit = strongest(y, p)
    way, place = direction(coordinate_rate(pose, twist, p), p.rest), coordinate_value(pose, p, history.value)
    mode = history.mode
    if mode != RELEASED and (limit > p.nothing or (slips(mode) and phase != Phase.AT_EVENT)):
        return slip_or_stick(history, phase, multipliers[0], limit, way, place)
    return press_or_release(history, phase, limit, way, place, p)


# ------------------------------------------------------------------ friction that is smooth in the rate


@compiled
def smoothed(y, p, speed):
    """(…) tanh(q̇/v₀) + b q̇ and its derivatives with speed and y."""
    pressure, by_y = pressing(y)
    size, by_speed, by_pressure = strength(p, pressure, speed)
    sign = math.tanh(speed / p.regular_speed)
    slope = (1.0 - sign * sign) / p.regular_speed
    return (
        sign * size + p.viscous * speed,
        sign * by_speed + slope * size + p.viscous,
        sign * by_pressure * by_y,
    )


def smooth_law(name: str, n: int, *, variables: int = 0) -> Law:
    """Law on a joint coordinate, or on a variable that is one."""
    size = 12 * n + variables

    @compiled
    def residual_of_friction(pose, twist, q, v, y, p, history, residual):
        force, _, _ = smoothed(y, p, total_rate(pose, twist, v, p, history))
        add_force(pose, q, p, history, force, residual)

    @compiled
    def tangent_of_friction(pose, twist, q, v, y, p, history, scratch, G, K):
        force, by_rate, by_y = smoothed(y, p, total_rate(pose, twist, v, p, history))
        fill_gradients(pose, twist, q, p, history, scratch)
        add_slopes(scratch, 0.0, by_rate, G, K)
        add_stiffness(pose, p, history, force, K)
        for i in range(size):
            K[i, size] += by_y * scratch.gradient[i]

    @compiled
    def power_of_friction(pose, twist, v, y, p, history, power):
        rate = total_rate(pose, twist, v, p, history)
        power.dissipated += smoothed(y, p, rate)[0] * rate

    @compiled
    def output_of_friction(pose, twist, q, v, y, p, history, out):
        rate = total_rate(pose, twist, v, p, history)
        out.position = total(pose, q, p, history)
        out.rate = rate
        out.effort = smoothed(y, p, rate)[0]
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
