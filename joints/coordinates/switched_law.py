"""Laws of rows on a joint coordinate that act at times: friction that sticks, rigid stops, locks.

Each has one row on the coordinate q, which acts in some modes: C = q − q₀, so that λ pushes q back. In the
other modes constraint, rate and gradient are zero. Modes change at events only, see
:meth:`mbfe.laws.Law.switch`; the mode stands first in the history, the last value of q second.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.joints.coordinates.coordinate_law import (
    add_coordinate_gradient,
    add_coordinate_stiffness,
    add_rate_gradient,
    coordinate_gradient,
    coordinate_rate,
    coordinate_value,
)
from mbfe.laws import ACCELERATIONS, AT_EVENT, BEFORE_IMPACT, IMPULSES, JUMP, VELOCITIES, law

PLACE = {
    "position_a": ("m", 3),
    "rotation_a": ("1", 4),
    "position_b": ("m", 3),
    "rotation_b": ("1", 4),
    "component": "1",
}
"""Parameters that tell a coordinate."""

WITHOUT = {"H": "the coordinate is that of the second side in the first"}


@compiled
def outer_row(a, b, f, block):
    """Add f a bᵀ to a block, both of 12."""
    for i in range(12):
        for j in range(12):
            block[i, j] += f * a[i] * b[j]


@compiled
def hold(pose, p, lam, K, B):
    """Gradient of the acting row, and the stiffness of its force."""
    coordinate_gradient(pose, p, B[0])
    add_coordinate_stiffness(pose, p, lam, K)


# ------------------------------------------------------------------ friction

STICKS, LOOSE = 0.0, 2.0
"""Modes of friction besides ±1, the direction in which it slips; it lets go before an impact."""


@compiled
def sliding_force(speed, mode, p):
    """Force against the motion and its derivative: Coulomb, Stribeck and viscous friction.

    ±(F_c + (F_s − F_c) exp(−(q̇/v_s)²)) + b q̇, the sign that of the mode; without v_s ±F_c + b q̇.
    """
    if p.stribeck_speed == 0.0:
        return mode * p.coulomb + p.viscous * speed, p.viscous
    u = speed / p.stribeck_speed
    more = (p.static - p.coulomb) * math.exp(-u * u)
    force = mode * (p.coulomb + more) + p.viscous * speed
    return force, p.viscous - 2.0 * mode * u / p.stribeck_speed * more


@law(
    name="sticking_friction",
    nodes=2,
    rows=1,
    history=3,
    parameters=PLACE
    | {
        "coulomb": "N",
        "static": "N",
        "stribeck_speed": "m/s",
        "viscous": "N s/m",
        "rest": "m/s",
    },
    outputs={"margin": "1", "position": "1", "rate": "1/s", "effort": "N", "sticks": "1"},
    events=("margin",),
    without=WITHOUT | {"C": "it slips in a direction also at rest"},
)
def sticking_friction(pose, twist, multipliers, p, history, residual, constraint):
    """Row q = q₀ while it sticks, the force of sliding while it slips."""
    constraint[0] = 0.0
    mode = history[0]
    if mode == STICKS:
        constraint[0] = coordinate_value(pose, p, history[1]) - history[2]
        add_coordinate_gradient(pose, p, multipliers[0], residual)
    elif mode != LOOSE:
        force, _ = sliding_force(coordinate_rate(pose, twist, p), mode, p)
        add_coordinate_gradient(pose, p, force, residual)


@sticking_friction.rate
def sticking_friction_rate(pose, twist, p, history, rate):
    """Rate of the row."""
    rate[0] = coordinate_rate(pose, twist, p) if history[0] == STICKS else 0.0


@sticking_friction.tangent
def sticking_friction_tangent(pose, twist, multipliers, p, history, scratch, G, K, B):
    """Gradient of the row, or derivatives of the force φ(q̇) B."""
    mode = history[0]
    if mode == STICKS:
        hold(pose, p, multipliers[0], K, B)
    elif mode != LOOSE:
        force, slope = sliding_force(coordinate_rate(pose, twist, p), mode, p)
        gradient, change = scratch[0:12], scratch[12:24]
        coordinate_gradient(pose, p, gradient)
        for c in range(12):
            change[c] = 0.0
        add_rate_gradient(pose, twist, p, 1.0, change)
        add_coordinate_stiffness(pose, p, force, K)
        outer_row(gradient, change, slope, K)
        outer_row(gradient, gradient, slope, G)


@sticking_friction.power
def sticking_friction_power(pose, twist, p, history, power):
    """What sliding dissipates."""
    if history[0] != STICKS and history[0] != LOOSE:
        speed = coordinate_rate(pose, twist, p)
        power[0] += sliding_force(speed, history[0], p)[0] * speed


@sticking_friction.output
def sticking_friction_output(pose, twist, multipliers, p, history, output):
    """Margin (force that may still come, or speed), coordinate, rate, effort on it, whether it sticks."""
    mode = history[0]
    speed = coordinate_rate(pose, twist, p)
    output[1] = coordinate_value(pose, p, history[1])
    output[2] = speed
    if mode == STICKS:
        output[0] = p.static - abs(multipliers[0])
        output[3] = multipliers[0]
    elif mode == LOOSE:
        output[0] = 1.0
        output[3] = 0.0
    else:
        output[0] = mode * speed + p.rest
        output[3] = sliding_force(speed, mode, p)[0]
    output[4] = 1.0 if mode == STICKS else 0.0


@sticking_friction.advance
def sticking_friction_advance(pose, p, history):
    """Keep the unwrapped coordinate."""
    history[1] = coordinate_value(pose, p, history[1])


@compiled
def slip_or_stick(history, phase, force, limit, speed, rest, place):
    """Slip when the force that holds would exceed a limit, stick where the speed has vanished.

    ``history`` holds the mode, and in its third place where it sticks. Returns what a switch does.
    """
    if history[0] == STICKS:
        if phase == AT_EVENT or (phase == ACCELERATIONS and abs(force) > limit * (1.0 + 1e-9)):
            history[0] = 1.0 if force > 0.0 else -1.0
            return 1
        return 0
    if phase == AT_EVENT or (phase == VELOCITIES and abs(speed) <= rest):
        history[0] = STICKS
        history[2] = place
        return 1
    if phase == VELOCITIES:
        history[0] = 1.0 if speed > 0.0 else -1.0
        return 1
    return 0


@sticking_friction.switch
def sticking_friction_switch(pose, twist, multipliers, p, history, phase):
    """Slip when the force would exceed the static one, stick when the speed vanishes."""
    if phase == BEFORE_IMPACT:
        if history[0] != STICKS:
            return 0
        history[0] = LOOSE
        return 1
    speed, place = coordinate_rate(pose, twist, p), coordinate_value(pose, p, history[1])
    return slip_or_stick(history, phase, multipliers[0], p.static, speed, p.rest, place)


# ------------------------------------------------------------------ rigid stops

OPEN, CLOSED, IMPACT = 0.0, 1.0, 2.0
"""Modes of a stop."""


@compiled
def limit(side, p):
    """The limit on a side, 1 upper, −1 lower."""
    return p.upper if side > 0.0 else p.lower


@law(
    name="rigid_stop",
    nodes=2,
    rows=1,
    history=4,
    parameters=PLACE | {"lower": "m", "upper": "m", "restitution": "1", "rest": "m/s", "slack": "m"},
    outputs={"margin": "m", "position": "1", "rate": "1/s", "effort": "N", "closed": "1"},
    events=("margin",),
    without=WITHOUT,
)
def rigid_stop(pose, multipliers, p, history, residual, constraint):
    """Row q = limit while the stop is closed; history: mode, q, side and speed before the impact."""
    constraint[0] = 0.0
    if history[0] != OPEN:
        constraint[0] = coordinate_value(pose, p, history[1]) - limit(history[2], p)
        add_coordinate_gradient(pose, p, multipliers[0], residual)


@rigid_stop.rate
def rigid_stop_rate(pose, twist, p, history, rate):
    """Rate of the row, in an impact q̇ + e q̇₋."""
    rate[0] = 0.0
    if history[0] != OPEN:
        rate[0] = coordinate_rate(pose, twist, p)
    if history[0] == IMPACT:
        rate[0] += p.restitution * history[3]


@rigid_stop.tangent
def rigid_stop_tangent(pose, multipliers, p, history, K, B):
    """Gradient of the row, and the stiffness of its force."""
    if history[0] != OPEN:
        hold(pose, p, multipliers[0], K, B)


@rigid_stop.output
def rigid_stop_output(pose, twist, multipliers, p, history, output):
    """Margin (distance or force), coordinate, rate, effort on it, whether it is closed."""
    q = coordinate_value(pose, p, history[1])
    output[1] = q
    output[2] = coordinate_rate(pose, twist, p)
    output[3] = 0.0
    output[4] = 0.0
    if history[0] == OPEN:
        output[0] = min(p.upper - q, q - p.lower) + p.slack
    else:
        output[0] = history[2] * multipliers[0]
        output[3] = multipliers[0]
        output[4] = 1.0


@rigid_stop.advance
def rigid_stop_advance(pose, p, history):
    """Keep the unwrapped coordinate."""
    history[1] = coordinate_value(pose, p, history[1])


@rigid_stop.switch
def rigid_stop_switch(pose, twist, multipliers, p, history, phase):
    """Close with an impact, open when the force would pull."""
    mode = history[0]
    speed = coordinate_rate(pose, twist, p)
    if mode == OPEN:
        if phase != AT_EVENT and phase != IMPULSES:
            return 0
        q = coordinate_value(pose, p, history[1])
        side = 1.0 if p.upper - q < q - p.lower else -1.0
        closing = side * speed
        history[2] = side
        history[3] = speed
        if phase == IMPULSES:  # another impact pushes it against the limit
            if side * (limit(side, p) - q) > p.slack or closing <= p.rest:
                return 0
            history[3] = 0.0
            history[0] = IMPACT
            return 1
        if closing > p.rest:
            history[0] = IMPACT
            return JUMP
        if closing >= -p.rest:
            history[0] = CLOSED
            return 1
        return 0
    if phase == VELOCITIES and mode == IMPACT:
        history[0] = CLOSED if p.restitution * abs(history[3]) <= p.rest else OPEN
        return 1
    pulls = history[2] * multipliers[0] < 0.0
    if (phase == AT_EVENT and mode == CLOSED) or ((phase == IMPULSES or phase == ACCELERATIONS) and pulls):
        history[0] = OPEN
        return 1
    return 0


# ------------------------------------------------------------------ locks

FREE, LOCKED = 0.0, 1.0
NEVER = 1e300
"""A time that does not come."""
TIMES = 8
"""Times of one lock at most."""
LOCK, RELEASE, BREAK = 10, 11, 1
"""Codes of what is asked: by a condition to lock or to release, or as second event to break."""


@law(
    name="lock",
    nodes=2,
    rows=1,
    history=4,
    parameters=PLACE | {"times": ("s", TIMES), "strength": "N", "rest": "m/s"},
    outputs={"wait": "s", "reserve": "N", "position": "1", "rate": "1/s", "effort": "N", "locked": "1"},
    events=("wait", "reserve"),
    without=WITHOUT,
)
def lock(pose, multipliers, p, history, residual, constraint):
    """Row q = q₀ while it is locked; history: mode, q, q₀ and number of times that have come."""
    constraint[0] = 0.0
    if history[0] == LOCKED:
        constraint[0] = coordinate_value(pose, p, history[1]) - history[2]
        add_coordinate_gradient(pose, p, multipliers[0], residual)


@lock.rate
def lock_rate(pose, twist, history, p, rate):
    """Rate of the row."""
    rate[0] = coordinate_rate(pose, twist, p) if history[0] == LOCKED else 0.0


@lock.tangent
def lock_tangent(pose, multipliers, p, history, K, B):
    """Gradient of the row, and the stiffness of its force."""
    if history[0] == LOCKED:
        hold(pose, p, multipliers[0], K, B)


@lock.output
def lock_output(t, pose, twist, multipliers, p, history, output):
    """Time until the next change, force that may still come, coordinate, rate, effort, whether locked."""
    done = int(history[3])
    output[0] = p.times[done] - t if done < TIMES else NEVER
    output[1] = p.strength - abs(multipliers[0]) if history[0] == LOCKED else NEVER
    output[2] = coordinate_value(pose, p, history[1])
    output[3] = coordinate_rate(pose, twist, p)
    output[4] = multipliers[0] if history[0] == LOCKED else 0.0
    output[5] = history[0]


@lock.advance
def lock_advance(pose, p, history):
    """Keep the unwrapped coordinate."""
    history[1] = coordinate_value(pose, p, history[1])


@lock.switch
def lock_switch(pose, twist, multipliers, p, history, phase, code):
    """Lock and release by turns at the times, or as a condition asks; break above its strength."""
    if phase == ACCELERATIONS and history[0] == LOCKED and abs(multipliers[0]) > p.strength * (1.0 + 1e-9):
        history[0] = FREE
        return 1
    if phase != AT_EVENT:
        return 0
    wanted = 1.0 - history[0]
    if code == 0:
        history[3] += 1.0
    elif code == BREAK:
        wanted = FREE
    else:
        wanted = LOCKED if code == LOCK else FREE
    if wanted == history[0]:
        return 0
    history[0] = wanted
    if wanted == FREE:
        return 1
    history[2] = coordinate_value(pose, p, history[1])
    return JUMP if abs(coordinate_rate(pose, twist, p)) > p.rest else 1
