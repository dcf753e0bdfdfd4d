"""Laws of friction on a joint coordinate whose size follows the reaction of the joint.

The multipliers of the joint's six rows are read as the last ones of the law: force (f_x, f_y, f_z) and moment
(m_x, m_y, m_z) in the joint's axes, z its own. Two pads (ends of a pin or of a guide) at ±ℓ/2 carry
P± = f/2 ± (m_y, −m_x)/ℓ across z, the moment taken about the origin of the second side. The load is

    N = w_p (|P₊| + |P₋|) + w_a |f_z| + w_t |m_z|

with |x| = x²/√(x² + s²), which is smooth where a load passes through zero. Friction is
φ = ±(F_c + μ N + (F_s − F_c + (μ_s − μ) N) exp(−(q̇/v_s)²)) + b q̇ on q = a₁ angle + a₂ displacement.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.joints.coordinates.switched_law import (
    GRADIENTS,
    KEPT,
    LOOSE,
    STICKS,
    SWITCHED_WITHOUT,
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
def unwrapped(pose, p, before):
    """The angle alone."""
    return coordinate_value(pose, place_at(p.places, 0), before)


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


@compiled
def load_of(pose, p, multipliers, first):
    """N, its derivatives with the six multipliers, which begin at ``first``, and with the displacement."""
    f0, f1, f2 = multipliers[first], multipliers[first + 1], multipliers[first + 2]
    m0, m1, m2 = multipliers[first + 3], multipliers[first + 4], multipliers[first + 5]
    arm = 0.0
    if p.carried != 0.0 and p.inverse_length != 0.0:
        arm = coordinate_value(pose, place_at(p.places, 1), 0.0)
    k = p.inverse_length
    x, y = k * (m1 - arm * f0), -k * (m0 + arm * f1)
    x1, y1, x2, y2 = 0.5 * f0 + x, 0.5 * f1 + y, 0.5 * f0 - x, 0.5 * f1 - y
    size1, slope1 = faded(x1 * x1 + y1 * y1, 0.5 * p.small)
    size2, slope2 = faded(x2 * x2 + y2 * y2, 0.5 * p.small)
    axial, by_square = faded(f2 * f2, p.small)
    twist, by_turn = faded(m2 * m2, p.small_moment)
    load = p.pads * (size1 + size2) + p.axial * axial + p.twist * twist
    a, b = 2.0 * p.pads * slope1, 2.0 * p.pads * slope2
    by_x, by_y = k * (a * x1 - b * x2), k * (a * y1 - b * y2)
    by = (
        0.5 * (a * x1 + b * x2) - arm * by_x,
        0.5 * (a * y1 + b * y2) - arm * by_y,
        2.0 * p.axial * by_square * f2,
        -by_y,
        by_x,
        2.0 * p.twist * by_turn * m2,
    )
    return load, by, -p.carried * (f0 * by_x + f1 * by_y)


@compiled
def strength(p, load, speed):
    """Size of the dry friction that moves, and its derivatives with the speed and with the load."""
    if p.stribeck_speed == 0.0:
        return p.coulomb + p.mu * load, 0.0, p.mu
    u = speed / p.stribeck_speed
    part = math.exp(-u * u)
    more = p.static - p.coulomb + (p.mu_static - p.mu) * load
    size = p.coulomb + p.mu * load + part * more
    return size, -2.0 * u / p.stribeck_speed * part * more, p.mu + part * (p.mu_static - p.mu)


@compiled
def add_rubbing(pose, twist, p, force, load, first, scratch, G, K, L):
    """Add the tangents of a force (φ, φ_q̇, φ_N) on q with N of :func:`load_of`."""
    phi, by_speed, by_load = force
    g, h, z = scratch.gradient, scratch.change, scratch.displacement
    add_way_gradient(pose, p, 1.0, g)
    for i in range(2):
        if p.along[i] != 0.0:
            add_rate_gradient(pose, twist, place_at(p.places, i), p.along[i], h)
    by_place = by_load * load[2]
    if by_place != 0.0:
        coordinate_gradient(pose, place_at(p.places, 1), z)
    add_way_stiffness(pose, p, phi, K)
    for i in range(12):
        for j in range(12):
            G[i, j] += by_speed * g[i] * g[j]
            K[i, j] += g[i] * (by_speed * h[j] + by_place * z[j])
        for r in range(ROWS):
            L[i, first + r] += by_load * load[1][r] * g[i]


# ------------------------------------------------------------------ friction that sticks


@compiled
def slipping(pose, twist, p, mode, load):
    """Force against the motion, ±(…) + b q̇, and its derivatives with speed and load; the sign is the mode."""
    speed = speed_along(pose, twist, p)
    size, by_speed, by_load = strength(p, load, speed)
    return mode * size + p.viscous * speed, mode * by_speed + p.viscous, mode * by_load


@compiled
def breakaway(pose, p, multipliers):
    """What may hold it at rest, F_s + μ_s N at the present reaction."""
    return p.static + p.mu_static * load_of(pose, p, multipliers, 1)[0]


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
    for i in range(1 + ROWS):
        constraint[i] = 0.0
    mode = history.mode
    if mode == STICKS:
        constraint[0] = way(pose, p, history.value) - history.place
        add_way_gradient(pose, p, multipliers[0], residual)
    elif mode != LOOSE:
        load = load_of(pose, p, multipliers, 1)[0]
        add_way_gradient(pose, p, slipping(pose, twist, p, mode, load)[0], residual)


@loaded_friction.rate
def loaded_friction_rate(pose, twist, p, history, rate):
    """Rate of the row."""
    for i in range(1 + ROWS):
        rate[i] = 0.0
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
        force = slipping(pose, twist, p, mode, load[0])
        add_rubbing(pose, twist, p, force, load, 1, scratch, G, K, L)


@loaded_friction.power
def loaded_friction_power(pose, twist, multipliers, p, history, power):
    """What sliding dissipates."""
    mode = history.mode
    if mode != STICKS and mode != LOOSE:
        load = load_of(pose, p, multipliers, 1)[0]
        power.dissipated += slipping(pose, twist, p, mode, load)[0] * speed_along(pose, twist, p)


@loaded_friction.output
def loaded_friction_output(pose, twist, multipliers, p, history, out):
    """Margin (force that may still come, or speed), q, rate, effort on it, whether it sticks, limit."""
    mode = history.mode
    speed = speed_along(pose, twist, p)
    limit = breakaway(pose, p, multipliers)
    out.position = way(pose, p, history.value)
    out.rate = speed
    out.sticks = 1.0 if mode == STICKS else 0.0
    out.limit = limit
    if mode == STICKS:
        out.margin = limit - abs(multipliers[0])
        out.effort = multipliers[0]
    elif mode == LOOSE:
        out.margin = 1.0
    else:
        out.margin = mode * speed + p.rest
        out.effort = slipping(pose, twist, p, mode, load_of(pose, p, multipliers, 1)[0])[0]


@compiled
def keep_angle(pose, p, history):
    """Keep the unwrapped angle."""
    if p.along[0] != 0.0:
        history.value = unwrapped(pose, p, history.value)


@loaded_friction.advance
def loaded_friction_advance(pose, p, history):
    """Keep the unwrapped angle."""
    keep_angle(pose, p, history)


@loaded_friction.switch
def loaded_friction_switch(pose, twist, multipliers, p, history, phase):
    """Slip when the force would exceed what the reaction can hold, stick when the speed vanishes."""
    if phase == Phase.BEFORE_IMPACT:  # reactions are impulses then, and friction follows finite forces alone
        history.mode = LOOSE
        return Answer.CHANGED
    limit = breakaway(pose, p, multipliers)
    speed, place = speed_along(pose, twist, p), way(pose, p, history.value)
    return slip_or_stick(history, phase, multipliers[0], limit, speed, p.rest, place)


# ------------------------------------------------------------------ friction that is smooth in the rate


@compiled
def smoothed(pose, twist, p, load):
    """(…) tanh(q̇/v₀) + b q̇ and its derivatives with speed and load."""
    speed = speed_along(pose, twist, p)
    size, by_speed, by_load = strength(p, load, speed)
    sign = math.tanh(speed / p.regular_speed)
    slope = (1.0 - sign * sign) / p.regular_speed
    return sign * size + p.viscous * speed, sign * by_speed + slope * size + p.viscous, sign * by_load


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
    for i in range(ROWS):
        constraint[i] = 0.0
    if history.loose == 0.0:
        load = load_of(pose, p, multipliers, 0)[0]
        add_way_gradient(pose, p, smoothed(pose, twist, p, load)[0], residual)


@loaded_smooth_friction.rate
def loaded_smooth_friction_rate(rate):
    """It has no rows of its own."""
    for i in range(ROWS):
        rate[i] = 0.0


@loaded_smooth_friction.tangent
def loaded_smooth_friction_tangent(pose, twist, multipliers, p, history, scratch, G, K, L):
    """Derivatives of the force."""
    if history.loose == 0.0:
        load = load_of(pose, p, multipliers, 0)
        add_rubbing(pose, twist, p, smoothed(pose, twist, p, load[0]), load, 0, scratch, G, K, L)


@loaded_smooth_friction.power
def loaded_smooth_friction_power(pose, twist, multipliers, p, power):
    """All of it is dissipated."""
    load = load_of(pose, p, multipliers, 0)[0]
    power.dissipated += smoothed(pose, twist, p, load)[0] * speed_along(pose, twist, p)


@loaded_smooth_friction.output
def loaded_smooth_friction_output(pose, twist, multipliers, p, history, out):
    """Value of q, rate, effort on it, largest friction at rest."""
    load = load_of(pose, p, multipliers, 0)[0]
    out.position = way(pose, p, history.value)
    out.rate = speed_along(pose, twist, p)
    out.effort = smoothed(pose, twist, p, load)[0]
    out.limit = p.static + p.mu_static * load


@loaded_smooth_friction.advance
def loaded_smooth_friction_advance(pose, p, history):
    """Keep the unwrapped angle."""
    keep_angle(pose, p, history)


@loaded_smooth_friction.switch
def loaded_smooth_friction_switch(history, phase):
    """Release during an impact: friction follows finite forces alone."""
    if phase == Phase.BEFORE_IMPACT or phase == Phase.VELOCITIES:
        history.loose = 1.0 if phase == Phase.BEFORE_IMPACT else 0.0
    return Answer.SAME
