"""Laws of rows on a joint coordinate that act at times: friction that sticks, rigid stops, locks.

Each has one row on the coordinate q, which acts in some modes: C = q − q₀, so that λ pushes q back. In the
other modes constraint, rate and gradient are zero. Friction that slips is that of
:mod:`mbfe.joints.coordinates.dry_friction`. Modes change at events only, see
:meth:`mbfe.laws.Law.switch`; the mode and the last value of q are kept in the history.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.joints.coordinates.dry_friction import slipping, strength
from mbfe.joints.pairs.coordinate_law import (
    add_coordinate_gradient,
    add_coordinate_stiffness,
    add_rate_gradient,
    coordinate_gradient,
    coordinate_rate,
    coordinate_value,
)
from mbfe.laws import Answer, Phase, law
from mbfe.model.between import TWO_FRAMES

__all__ = [
    "ASK_LOCK", "ASK_RELEASE", "COORDINATE_PARAMETERS", "GRADIENTS", "KEPT", "LOCKED", "LOOSE", "NEVER",
    "OPEN", "STICKS", "SWITCHED_WITHOUT", "TIMES", "UNLOCKED", "add_hold", "add_slip_slopes", "direction",
    "hold", "keep_value", "lock", "loosen", "rigid_stop", "set_slip", "slip_or_stick", "sticking_friction",
]  # fmt: skip

COORDINATE_PARAMETERS = TWO_FRAMES | {"component": "1"}
"""Parameters that determine a coordinate."""

KEPT = {"mode": "1", "value": "m", "place": "m"}
"""What is kept of a row that holds at times: what acts, the last value of q and where it holds [m, rad]."""
GRADIENTS = {"gradient": 12, "change": 12}
"""Work arrays: the gradient of q and that of its rate."""

SWITCHED_WITHOUT = {"H": "the coordinate is that of the second side in the first"}


@compiled
def add_hold(pose, multipliers, p, history, place, residual, constraint):
    """Row C = q − q₀ and its force."""
    constraint[0] = coordinate_value(pose, p, history.value) - place
    add_coordinate_gradient(pose, p, multipliers[0], residual)


@compiled
def hold(pose, p, lam, K, B):
    """Gradient of the acting row, and the stiffness of its force."""
    coordinate_gradient(pose, p, B[0])
    add_coordinate_stiffness(pose, p, lam, K)


@compiled
def keep_value(pose, p, history):
    """Keep the unwrapped coordinate."""
    history.value = coordinate_value(pose, p, history.value)


# ------------------------------------------------------------------ friction

STICKS, LOOSE = 0.0, 2.0
"""Modes of friction besides ±1, the direction in which it slips; it is released before an impact."""


@compiled
def sliding_force(speed, mode, p):
    """Force against the motion, the sign that of the mode."""
    return slipping(p, strength(p, speed), mode, speed)


@compiled
def add_slip_slopes(pose, twist, p, rub, scratch, G, K):
    """Add Bᵀ(φ_q̇ h) + φ ∂Bᵀ/∂η to K and φ_q̇ BᵀB to G; writes the gradients B of q and h of q̇."""
    g, h = scratch.gradient, scratch.change
    add_coordinate_gradient(pose, p, 1.0, g)
    add_rate_gradient(pose, twist, p, 1.0, h)
    add_coordinate_stiffness(pose, p, rub.force, K)
    for i in range(12):
        for j in range(12):
            K[i, j] += rub.by_speed * g[i] * h[j]
            G[i, j] += rub.by_speed * g[i] * g[j]


@compiled
def set_slip(out, p, mode, speed, limit, multipliers, force):
    """Rate, margin and effort while it sticks below a limit or slips with a force."""
    out.rate = speed
    out.sticks = 1.0 if mode == STICKS else 0.0
    out.margin = 1.0
    if mode == STICKS:
        out.margin = limit - abs(multipliers[0])
        out.effort = multipliers[0]
    elif mode == 1.0 or mode == -1.0:
        out.margin = mode * speed + p.rest
        out.effort = force


@compiled
def loosen(history):
    """Release what sticks, before an impact."""
    if history.mode != STICKS:
        return Answer.SAME
    history.mode = LOOSE
    return Answer.CHANGED


@law(
    name="sticking_friction",
    nodes=2,
    rows=1,
    history=KEPT,
    scratch=GRADIENTS,
    parameters=COORDINATE_PARAMETERS
    | {
        "coulomb": "N",
        "static": "N",
        "stribeck_speed": "m/s",
        "viscous": "N s/m",
        "rest": "m/s",
    },
    outputs={"margin": "1", "position": "1", "rate": "1/s", "effort": "N", "sticks": "1"},
    events=("margin",),
    without=SWITCHED_WITHOUT | {"C": "it slips in a direction also at rest"},
)
def sticking_friction(pose, twist, multipliers, p, history, residual, constraint):
    """Row q = q₀ while it sticks, the force of sliding while it slips."""
    mode = history.mode
    if mode == STICKS:
        add_hold(pose, multipliers, p, history, history.place, residual, constraint)
    elif mode != LOOSE:
        force = sliding_force(coordinate_rate(pose, twist, p), mode, p).force
        add_coordinate_gradient(pose, p, force, residual)


@sticking_friction.rate
def sticking_friction_rate(pose, twist, p, history, rate):
    """Rate of the row."""
    rate[0] = coordinate_rate(pose, twist, p) if history.mode == STICKS else 0.0


@sticking_friction.tangent
def sticking_friction_tangent(pose, twist, multipliers, p, history, scratch, G, K, B):
    """Gradient of the row, or derivatives of the force φ(q̇) B."""
    mode = history.mode
    if mode == STICKS:
        hold(pose, p, multipliers[0], K, B)
    elif mode != LOOSE:
        rub = sliding_force(coordinate_rate(pose, twist, p), mode, p)
        add_slip_slopes(pose, twist, p, rub, scratch, G, K)


@sticking_friction.power
def sticking_friction_power(pose, twist, p, history, power):
    """What sliding dissipates."""
    if history.mode != STICKS and history.mode != LOOSE:
        speed = coordinate_rate(pose, twist, p)
        power.dissipated += sliding_force(speed, history.mode, p).force * speed


@sticking_friction.output
def sticking_friction_output(pose, twist, multipliers, p, history, out):
    """Margin (force that may still come, or speed), coordinate, rate, effort on it, whether it sticks."""
    speed = coordinate_rate(pose, twist, p)
    force = sliding_force(speed, history.mode, p).force
    out.position = coordinate_value(pose, p, history.value)
    set_slip(out, p, history.mode, speed, p.static, multipliers, force)


sticking_friction.advance(keep_value)


@compiled
def direction(speed, rest):
    """Direction in which it slips, ±1; 0 where its speed has vanished."""
    if abs(speed) <= rest:
        return 0.0
    return 1.0 if speed > 0.0 else -1.0


@compiled
def slip_or_stick(history, phase, force, limit, way, place):
    """Slip when the force that holds would exceed a limit, stick where the speed has vanished.

    ``history`` holds the mode and the place where it sticks, ``way`` is the :func:`direction`. Returns what a
    switch does.
    """
    if history.mode == STICKS:
        if phase == Phase.AT_EVENT or (phase == Phase.ACCELERATIONS and abs(force) > limit * (1.0 + 1e-9)):
            history.mode = 1.0 if force > 0.0 else -1.0
            return Answer.CHANGED
        return Answer.SAME
    if phase == Phase.AT_EVENT or (phase == Phase.VELOCITIES and way == 0.0):
        history.mode = STICKS
        history.place = place
        return Answer.CHANGED
    if phase == Phase.VELOCITIES:
        history.mode = way
        return Answer.CHANGED
    return Answer.SAME


@sticking_friction.switch
def sticking_friction_switch(pose, twist, multipliers, p, history, phase):
    """Slip when the force would exceed the static one, stick when the speed vanishes."""
    if phase == Phase.BEFORE_IMPACT:
        return loosen(history)
    way, place = direction(coordinate_rate(pose, twist, p), p.rest), coordinate_value(pose, p, history.value)
    return slip_or_stick(history, phase, multipliers[0], p.static, way, place)


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
    history={"mode": "1", "value": "m", "side": "1", "speed": "m/s"},
    parameters=COORDINATE_PARAMETERS
    | {"lower": "m", "upper": "m", "restitution": "1", "rest": "m/s", "slack": "m"},
    outputs={"margin": "m", "position": "1", "rate": "1/s", "effort": "N", "closed": "1"},
    events=("margin",),
    without=SWITCHED_WITHOUT,
)
def rigid_stop(pose, multipliers, p, history, residual, constraint):
    """Row q = limit while the stop is closed."""
    if history.mode != OPEN:
        add_hold(pose, multipliers, p, history, limit(history.side, p), residual, constraint)


@rigid_stop.rate
def rigid_stop_rate(pose, twist, p, history, rate):
    """Rate of the row, in an impact q̇ + e q̇₋."""
    if history.mode != OPEN:
        rate[0] = coordinate_rate(pose, twist, p)
    if history.mode == IMPACT:
        rate[0] += p.restitution * history.speed


@rigid_stop.tangent
def rigid_stop_tangent(pose, multipliers, p, history, K, B):
    """Gradient of the row, and the stiffness of its force."""
    if history.mode != OPEN:
        hold(pose, p, multipliers[0], K, B)


@rigid_stop.output
def rigid_stop_output(pose, twist, multipliers, p, history, out):
    """Margin (distance or force), coordinate, rate, effort on it, whether it is closed."""
    q = coordinate_value(pose, p, history.value)
    out.position = q
    out.rate = coordinate_rate(pose, twist, p)
    if history.mode == OPEN:
        out.margin = min(p.upper - q, q - p.lower) + p.slack
    else:
        out.margin = history.side * multipliers[0]
        out.effort = multipliers[0]
        out.closed = 1.0


rigid_stop.advance(keep_value)


@rigid_stop.switch
def rigid_stop_switch(pose, twist, multipliers, p, history, phase):
    """Close with an impact, open when the force would pull."""
    mode = history.mode
    speed = coordinate_rate(pose, twist, p)
    if mode == OPEN:
        if phase != Phase.AT_EVENT and phase != Phase.IMPULSES:
            return Answer.SAME
        q = coordinate_value(pose, p, history.value)
        side = 1.0 if p.upper - q < q - p.lower else -1.0
        closing = side * speed
        history.side = side
        history.speed = speed
        if phase == Phase.IMPULSES:  # another impact pushes it against the limit
            if side * (limit(side, p) - q) > p.slack or closing <= p.rest:
                return Answer.SAME
            history.speed = 0.0
            history.mode = IMPACT
            return Answer.CHANGED
        if closing > p.rest:
            history.mode = IMPACT
            return Answer.JUMP
        if closing >= -p.rest:
            history.mode = CLOSED
            return Answer.CHANGED
        return Answer.SAME
    if phase == Phase.VELOCITIES and mode == IMPACT:
        history.mode = CLOSED if p.restitution * abs(history.speed) <= p.rest else OPEN
        return Answer.CHANGED
    pulls = history.side * multipliers[0] < 0.0
    if (phase == Phase.AT_EVENT and mode == CLOSED) or (
        (phase == Phase.IMPULSES or phase == Phase.ACCELERATIONS) and pulls
    ):
        history.mode = OPEN
        return Answer.CHANGED
    return Answer.SAME


# ------------------------------------------------------------------ locks

UNLOCKED, LOCKED = 0.0, 1.0
NEVER = 1e300
"""A time that does not come."""
TIMES = 8
"""Times of one lock at most."""
ASK_LOCK, ASK_RELEASE, ASK_BREAK = 10, 11, 1
"""Codes of what is asked: by a condition to lock or to release, or as second event to break."""


@law(
    name="lock",
    nodes=2,
    rows=1,
    history=KEPT | {"times": "1"},
    parameters=COORDINATE_PARAMETERS | {"times": ("s", TIMES), "strength": "N", "rest": "m/s"},
    outputs={"wait": "s", "reserve": "N", "position": "1", "rate": "1/s", "effort": "N", "locked": "1"},
    events=("wait", "reserve"),
    without=SWITCHED_WITHOUT,
)
def lock(pose, multipliers, p, history, residual, constraint):
    """Row q = q₀ while it is locked."""
    if history.mode == LOCKED:
        add_hold(pose, multipliers, p, history, history.place, residual, constraint)


@lock.rate
def lock_rate(pose, twist, history, p, rate):
    """Rate of the row."""
    rate[0] = coordinate_rate(pose, twist, p) if history.mode == LOCKED else 0.0


@lock.tangent
def lock_tangent(pose, multipliers, p, history, K, B):
    """Gradient of the row, and the stiffness of its force."""
    if history.mode == LOCKED:
        hold(pose, p, multipliers[0], K, B)


@lock.output
def lock_output(t, pose, twist, multipliers, p, history, out):
    """Time until the next change, force that may still come, coordinate, rate, effort, whether locked."""
    done = int(history.times)
    out.wait = p.times[done] - t if done < TIMES else NEVER
    out.reserve = p.strength - abs(multipliers[0]) if history.mode == LOCKED else NEVER
    out.position = coordinate_value(pose, p, history.value)
    out.rate = coordinate_rate(pose, twist, p)
    out.effort = multipliers[0] if history.mode == LOCKED else 0.0
    out.locked = history.mode


lock.advance(keep_value)


@lock.switch
def lock_switch(pose, twist, multipliers, p, history, phase, code):
    """Lock and release by turns at the times, or as a condition asks; break above its strength."""
    if (
        phase == Phase.ACCELERATIONS
        and history.mode == LOCKED
        and abs(multipliers[0]) > p.strength * (1.0 + 1e-9)
    ):
        history.mode = UNLOCKED
        return Answer.CHANGED
    if phase != Phase.AT_EVENT:
        return Answer.SAME
    target = 1.0 - history.mode
    if code == 0:
        history.times += 1.0
    elif code == ASK_BREAK:
        target = UNLOCKED
    else:
        target = LOCKED if code == ASK_LOCK else UNLOCKED
    if target == history.mode:
        return Answer.SAME
    history.mode = target
    if target == UNLOCKED:
        return Answer.CHANGED
    history.place = coordinate_value(pose, p, history.value)
    return Answer.JUMP if abs(coordinate_rate(pose, twist, p)) > p.rest else Answer.CHANGED
