"""Laws of friction on a joint coordinate whose size follows the reaction of the joint.

The multipliers of the joint's six rows are read as the last ones of the law: force (f_x, f_y, f_z) and moment
(m_x, m_y, m_z) in the joint's axes, z its own. Two pads (ends of a pin or of a guide) at ±ℓ/2 carry
P± = f/2 ± (m_y, −m_x)/ℓ across z, the moment taken about the origin of the second side. The load is

    N = w_p (|P₊| + |P₋|) + w_a |f_z| + w_t |m_z|

with |x| = x²/√(x² + s²), which is smooth where a load passes through zero. Friction is that of
:mod:`mbfe.joints.coordinates.dry_friction` on q = a₁ angle + a₂ displacement.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import Vec3, dot, vector
from mbfe.compiled import compiled
from mbfe.joints.coordinates.dry_friction import loaded_strength
from mbfe.joints.coordinates.dry_friction import slipping as slipping_of
from mbfe.joints.coordinates.dry_friction import smoothed as smoothed_of
from mbfe.joints.coordinates.switched_law import (
    GRADIENTS,
    KEPT,
    LOOSE,
    STICKS,
    SWITCHED_WITHOUT,
    direction,
    set_slip,
    slip_or_stick,
)
from mbfe.joints.pairs.coordinate_law import (
    PLACE_NUMBERS,
    add_coordinate_gradient,
    add_coordinate_stiffness,
    add_rate_gradient,
    coordinate_gradient,
    coordinate_rate,
    coordinate_value,
    place_at,
)
from mbfe.laws import Answer, Phase, law

__all__ = ["ROWS", "loaded_friction", "loaded_smooth_friction"]

ROWS = 6
"""Rows of the joint whose multipliers are read."""
WORK = GRADIENTS | {"displacement": 12}
"""Three gradients."""

LOADED_PARAMETERS = {
    "places": ("m, 1", 2 * PLACE_NUMBERS),
    "along": ("1", 2),
    "pads": "1",
    "inverse_length": "1/m",
    "carried": "1",
    "axial": "1",
    "twist": "1",
    "small": "N",
    "small_moment": "N m",
    "mu": "1",
    "mu_static": "1",
    "coulomb": "N",
    "static": "N",
    "stribeck_speed": "m/s",
    "viscous": "N s/m",
}
"""Places of angle and displacement, their factors a; w_p, 1/ℓ, whether the displacement carries the pads away
from the joint's first side, w_a, w_t, s of forces and of moments; numbers of the friction."""


# ------------------------------------------------------------------ the coordinate


@compiled
def way(pose, p, before):
    """Value q; its angle is unwrapped next to an earlier one."""
    q = 0.0
    if p.along[0] != 0.0:
        q += p.along[0] * coordinate_value(pose, place_at(p.places, 0), before)
    if p.along[1] != 0.0:
        q += p.along[1] * coordinate_value(pose, place_at(p.places, 1), 0.0)
    return q


@compiled
def speed_along(pose, twist, p):
    """Rate of q."""
    rate = 0.0
    for i in range(2):
        if p.along[i] != 0.0:
            rate += p.along[i] * coordinate_rate(pose, twist, place_at(p.places, i))
    return rate


@compiled
def add_way_gradient(pose, p, f, row):
    """Add f times the gradient of q to ``row`` (12)."""
    for i in range(2):
        if p.along[i] != 0.0:
            add_coordinate_gradient(pose, place_at(p.places, i), f * p.along[i], row)


@compiled
def add_way_stiffness(pose, p, f, K):
    """Add f times the change of that gradient to ``K``."""
    for i in range(2):
        if p.along[i] != 0.0:
            add_coordinate_stiffness(pose, place_at(p.places, i), f * p.along[i], K)


# ------------------------------------------------------------------ the load


@compiled
def faded(square, small):
    """|x| = x²/√(x² + s²), and its derivative with x²."""
    root = math.sqrt(square + small * small)
    return square / root, (0.5 * square + small * small) / (root * root * root)


class Load(NamedTuple):
    """N and its derivatives with the six multipliers and with the displacement."""

    size: Any
    by_row: Any
    by_place: Any


@compiled
def load_of(pose, p, multipliers, first):
    """N of the joint's multipliers, which begin at ``first``."""
    f, m = vector(multipliers, first), vector(multipliers, first + 3)
    arm, k = 0.0, p.inverse_length
    if p.carried != 0.0 and k != 0.0:
        arm = coordinate_value(pose, place_at(p.places, 1), 0.0)
    half = Vec3(0.5 * f[0], 0.5 * f[1], 0.0)
    couple = k * Vec3(m[1] - arm * f[0], -m[0] - arm * f[1], 0.0)
    P_1, P_2 = half + couple, half - couple
    size_1, slope_1 = faded(dot(P_1, P_1), 0.5 * p.small)
    size_2, slope_2 = faded(dot(P_2, P_2), 0.5 * p.small)
    axial, axial_slope = faded(f[2] * f[2], p.small)
    twist, twist_slope = faded(m[2] * m[2], p.small_moment)
    N_1, N_2 = 2.0 * p.pads * slope_1 * P_1, 2.0 * p.pads * slope_2 * P_2  # derivatives with P₊ and P₋
    by_couple = k * (N_1 - N_2)
    by_force = 0.5 * (N_1 + N_2) - arm * by_couple
    by_row = (
        by_force[0],
        by_force[1],
        2.0 * p.axial * axial_slope * f[2],
        -by_couple[1],
        by_couple[0],
        2.0 * p.twist * twist_slope * m[2],
    )
    size = p.pads * (size_1 + size_2) + p.axial * axial + p.twist * twist
    return Load(size, by_row, -p.carried * dot(f, by_couple))


@compiled
def fill_gradients(pose, twist, p, scratch):
    """Gradients g of q, h of q̇ and z of the displacement."""
    add_way_gradient(pose, p, 1.0, scratch.gradient)
    for i in range(2):
        if p.along[i] != 0.0:
            add_rate_gradient(pose, twist, place_at(p.places, i), p.along[i], scratch.change)
    if p.carried != 0.0:
        coordinate_gradient(pose, place_at(p.places, 1), scratch.displacement)


@compiled
def add_rubbing(scratch, rub, load, G, K):
    """Add gᵀ(φ_q̇ h + φ_N N_z z) to K and φ_q̇ gᵀg to G."""
    g, h, z = scratch.gradient, scratch.change, scratch.displacement
    by_place = rub.by_load * load.by_place
    for i in range(12):
        for j in range(12):
            G[i, j] += rub.by_speed * g[i] * g[j]
            K[i, j] += g[i] * (rub.by_speed * h[j] + by_place * z[j])


@compiled
def add_reactions(g, rub, load, first, L):
    """Add gᵀ φ_N ∂N/∂λ to the columns of the joint's multipliers."""
    for i in range(12):
        for r in range(ROWS):
            L[i, first + r] += rub.by_load * load.by_row[r] * g[i]


# ------------------------------------------------------------------ friction that sticks


@compiled
def slipping(pose, twist, p, mode, load):
    """Force against the motion, the sign that of the mode."""
    speed = speed_along(pose, twist, p)
    return slipping_of(p, loaded_strength(p, load, speed), mode, speed)


@compiled
def breakaway(pose, p, multipliers):
    """What may hold it at rest, F_s + μ_s N at the present reaction."""
    return p.static + p.mu_static * load_of(pose, p, multipliers, 1).size


@law(
    name="loaded_friction",
    nodes=2,
    rows=1 + ROWS,
    general_reactions=True,
    history=KEPT,
    parameters=LOADED_PARAMETERS | {"rest": "m/s"},
    outputs={"margin": "1", "position": "1", "rate": "1/s", "effort": "N", "sticks": "1", "limit": "N"},
    events=("margin",),
    scratch=WORK,
    without=SWITCHED_WITHOUT | {"C": "it slips in a direction also at rest"},
)
def loaded_friction(pose, twist, multipliers, p, history, residual, constraint):
    """Row q = q₀ while it sticks, the force of sliding while it slips; of q the angle is kept."""
    mode = history.mode
    if mode == STICKS:
        constraint[0] = way(pose, p, history.value) - history.place
        add_way_gradient(pose, p, multipliers[0], residual)
    elif mode != LOOSE:
        load = load_of(pose, p, multipliers, 1).size
        add_way_gradient(pose, p, slipping(pose, twist, p, mode, load).force, residual)


@loaded_friction.rate
def loaded_friction_rate(pose, twist, p, history, rate):
    """Rate of the row."""
    if history.mode == STICKS:
        rate[0] = speed_along(pose, twist, p)


@loaded_friction.tangent
def loaded_friction_tangent(pose, twist, multipliers, p, history, scratch, G, K, B, L):
    """Gradient of the row, or derivatives of the force."""
    mode = history.mode
    if mode == STICKS:
        add_way_gradient(pose, p, 1.0, B[0])
        add_way_stiffness(pose, p, multipliers[0], K)
        for i in range(12):
            L[i, 0] = B[0, i]
    elif mode != LOOSE:
        load = load_of(pose, p, multipliers, 1)
        rub = slipping(pose, twist, p, mode, load.size)
        add_way_stiffness(pose, p, rub.force, K)
        fill_gradients(pose, twist, p, scratch)
        add_rubbing(scratch, rub, load, G, K)
        add_reactions(scratch.gradient, rub, load, 1, L)


@loaded_friction.power
def loaded_friction_power(pose, twist, multipliers, p, history, power):
    """What sliding dissipates."""
    mode = history.mode
    if mode != STICKS and mode != LOOSE:
        load = load_of(pose, p, multipliers, 1).size
        power.dissipated += slipping(pose, twist, p, mode, load).force * speed_along(pose, twist, p)


@loaded_friction.output
def loaded_friction_output(pose, twist, multipliers, p, history, out):
    """Margin (force that may still come, or speed), q, rate, effort on it, whether it sticks, limit."""
    speed, limit = speed_along(pose, twist, p), breakaway(pose, p, multipliers)
    force = slipping(pose, twist, p, history.mode, load_of(pose, p, multipliers, 1).size).force
    out.position = way(pose, p, history.value)
    out.limit = limit
    set_slip(out, p, history.mode, speed, limit, multipliers, force)


@compiled
def keep_angle(pose, p, history):
    """Keep the unwrapped angle."""
    if p.along[0] != 0.0:
        history.value = coordinate_value(pose, place_at(p.places, 0), history.value)


loaded_friction.advance(keep_angle)


@loaded_friction.switch
def loaded_friction_switch(pose, twist, multipliers, p, history, phase):
    """Slip when the force would exceed what the reaction can hold, stick when the speed vanishes."""
    if phase == Phase.BEFORE_IMPACT:  # reactions are impulses then, and friction follows finite forces alone
        history.mode = LOOSE
        return Answer.CHANGED
    limit = breakaway(pose, p, multipliers)
    slides, place = direction(speed_along(pose, twist, p), p.rest), way(pose, p, history.value)
    return slip_or_stick(history, phase, multipliers[0], limit, slides, place)


# ------------------------------------------------------------------ friction that is smooth in the rate


@compiled
def smoothed(pose, twist, p, load):
    """Force against the motion that is smooth in the rate."""
    speed = speed_along(pose, twist, p)
    return smoothed_of(p, loaded_strength(p, load, speed), speed)


@law(
    name="loaded_smooth_friction",
    nodes=2,
    rows=ROWS,
    general_reactions=True,
    history={"value": "rad", "loose": "1"},
    parameters=LOADED_PARAMETERS | {"regular_speed": "m/s"},
    outputs={"position": "1", "rate": "1/s", "effort": "N", "limit": "N"},
    scratch=WORK,
    without=SWITCHED_WITHOUT,
)
def loaded_smooth_friction(pose, twist, multipliers, p, history, residual, constraint):
    """Force φ(q̇, N) on q, none during an impact."""
    if history.loose == 0.0:
        load = load_of(pose, p, multipliers, 0).size
        add_way_gradient(pose, p, smoothed(pose, twist, p, load).force, residual)


@loaded_smooth_friction.rate
def loaded_smooth_friction_rate(rate):
    """Zero: it has no rows of its own."""


@loaded_smooth_friction.tangent
def loaded_smooth_friction_tangent(pose, twist, multipliers, p, history, scratch, G, K, L):
    """Derivatives of the force."""
    if history.loose == 0.0:
        load = load_of(pose, p, multipliers, 0)
        rub = smoothed(pose, twist, p, load.size)
        add_way_stiffness(pose, p, rub.force, K)
        fill_gradients(pose, twist, p, scratch)
        add_rubbing(scratch, rub, load, G, K)
        add_reactions(scratch.gradient, rub, load, 0, L)


@loaded_smooth_friction.power
def loaded_smooth_friction_power(pose, twist, multipliers, p, power):
    """All of it is dissipated."""
    load = load_of(pose, p, multipliers, 0).size
    power.dissipated += smoothed(pose, twist, p, load).force * speed_along(pose, twist, p)


@loaded_smooth_friction.output
def loaded_smooth_friction_output(pose, twist, multipliers, p, history, out):
    """Value of q, rate, effort on it, largest friction at rest."""
    load = load_of(pose, p, multipliers, 0).size
    out.position = way(pose, p, history.value)
    out.rate = speed_along(pose, twist, p)
    out.effort = smoothed(pose, twist, p, load).force
    out.limit = p.static + p.mu_static * load


loaded_smooth_friction.advance(keep_angle)


@loaded_smooth_friction.switch
def loaded_smooth_friction_switch(history, phase):
    """Release during an impact: friction follows finite forces alone."""
    if phase == Phase.BEFORE_IMPACT or phase == Phase.VELOCITIES:
        history.loose = 1.0 if phase == Phase.BEFORE_IMPACT else 0.0
    return Answer.SAME
