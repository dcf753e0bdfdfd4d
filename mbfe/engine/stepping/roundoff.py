"""What an iteration cannot get below: the round-off of positions, and of forces and accelerations with it."""

from __future__ import annotations

from mbfe.algebra.vectors import ZERO, Vec3, dot, orientation, rotate, vector
from mbfe.compiled import compiled
from mbfe.engine.columns import ACCEL, COORDINATE, NODE, SPIN, TWIST

__all__ = [
    "NARROW_PIVOT", "at_roundoff", "loses_count", "overturned", "reach", "round_off", "row_damping",
    "slipped", "turned_away", "winding",
]  # fmt: skip

NOISE = 1e-2
"""Part of the accelerations that round-off of positions may make of the multipliers."""
MOST_DAMPING = 1e-6
"""Largest damping of the rows' pivots, as a part of their scale."""
SLIP = 1e-11
"""Violation of a dropped row that round-off may explain, in units of the coordinates."""
NARROW_PIVOT = 1e-2
"""Pivot of a row, as a part of its largest one so far, below which a pose is nearly singular."""
WIDE_PIVOT = 0.5
"""Pivot above which no step is long enough to reach a singular pose."""
SHARP, SUDDEN = 0.2, 3.0
"""Change of the velocities in a step beyond the predicted one, as a part of them and as a multiple of that in
the step before: smooth motions do not make both."""

MOST_TURN = 1.0
"""Turn of a body in a step [rad], beyond the predicted one, from which the step does not resolve it."""
COUNTED_TURN = 3.1
"""Turn of two bodies against each other in a step [rad] up to which angles of joints differ from those that
are a whole turn away, a little below π."""


@compiled
def reach(system, state):
    """Size of coordinates, of which round-off is a part: the model's length or its distance [m]."""
    largest = system.environment.length
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            for j in range(3):
                largest = max(largest, abs(state.start[n, j]))
    return largest


@compiled
def winding(system, state):
    """Largest unwrapped angle, at least one radian: round-off of rows on angles is a part of it."""
    largest = 1.0
    for i in range(system.turning.shape[0]):
        largest = max(largest, abs(state.history[system.turning[i]]))
    return largest


@compiled
def round_off(system, state, h):
    """Round-off of positions, seen as an acceleration [m/s²]."""
    return 2e-15 * reach(system, state) / (max(state.c.c8, 0.05) * h * h)


@compiled
def row_damping(system, state, h):
    """Smallest size that the pivots of independent rows get, as a part of their scale.

    Near a singular pose a pivot falls with the square of the distance ε to it, and round-off of positions
    comes back as 1/ε in the accelerations and as 1/ε² in the multipliers. Damped, the latter stays below
    ``NOISE`` of the accelerations; the motion is corrected more slowly along the direction that is being
    lost, on which the rows hardly act there.
    """
    noise = round_off(system, state, h)
    allowed = NOISE * state.accel_scale
    return MOST_DAMPING if noise >= MOST_DAMPING * allowed else noise / allowed


@compiled
def at_roundoff(system, state, h, times):
    """Whether the residual is within the round-off of positions and forces, times a factor.

    Near a singular pose B loses rank, and corrections along the lost direction never become small. Equations
    of states and outputs are as exact as the unknowns themselves.
    """
    turns = times * winding(system, state)
    length = turns * reach(system, state)
    accel = times * 1e-9 * state.accel_scale + turns * round_off(system, state, h)
    force = state.mass * accel
    for q in range(state.x.shape[0]):
        defect = abs(state.defect[system.source[q]])
        size = state.scale[q] * defect
        if system.is_row[q] == 0:
            if system.kind[system.base[q] // 6] > COORDINATE:
                if not defect <= accel * state.scale[q]:
                    return False
            elif not size <= force:
                return False
        elif state.diagonal[q] != 0.0:
            if not size <= (2e-15 if system.row_norm[q] == 0 else 1e-11) * length:
                return False
    return True


@compiled
def slipped(system, state):
    """Whether a dropped row is violated by more than round-off, and more than the rows in force."""
    if state.dropped == 0:
        return False
    dropped = kept = 0.0
    for q in range(state.x.shape[0]):
        if system.is_row[q] == 1 and system.row_norm[q] == 0:
            size = abs(state.scale[q] * state.defect[system.source[q]])
            if state.diagonal[q] == 0.0:
                dropped = max(dropped, size)
            else:
                kept = max(kept, size)
    return dropped > SLIP * reach(system, state) + 10.0 * kept


@compiled
def overturned(system, state, h):
    """Whether a body turned in the step by a radian more than its initial accelerations predict.

    The equations of such a step have roots that belong to no motion: with whole turns more, and an energy
    out of nowhere. A blow passes as soon as the step is short, since h Δω then is small. Loops are left to
    :func:`turned_away`: shorter steps could carry them past a singular pose on another branch.
    """
    if state.steps == 0 or state.loops == 1.0:
        return False
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            c = 0.0
            for j in range(3, 6):
                gained = state.motion[n, TWIST + j] - state.start[n, TWIST + j]
                c += (gained - h * state.start[n, ACCEL + j]) ** 2
            if h * h * c > MOST_TURN * MOST_TURN:
                return True
    return False


@compiled
def loses_count(system, state, h):
    """Whether two bodies may turn so far against each other that an angle loses a whole turn.

    The differences of all angular velocities, with that of the ground, lie in the box that holds them; its
    diagonal is theirs where all turn about one axis.
    """
    square = 0.0
    for motion in (state.start, state.motion):
        low, high = ZERO, ZERO
        for n in range(system.kind.shape[0]):
            if system.kind[n] == NODE:
                w = rotate(orientation(motion[n]), vector(motion[n], SPIN))
                low = Vec3(min(low[0], w[0]), min(low[1], w[1]), min(low[2], w[2]))
                high = Vec3(max(high[0], w[0]), max(high[1], w[1]), max(high[2], w[2]))
        box = high - low
        square = max(square, dot(box, box))
    return h * h * square > COUNTED_TURN * COUNTED_TURN


@compiled
def turned_away(system, state, h):
    """Whether velocities changed in the step by much more than the accelerations before it predict.

    Only a blow does that, or a mechanism that left a singular pose along another branch of its motion than
    the one on which it came. In long steps of a smooth motion the change is like that in the step before.
    """
    narrow = state.narrow
    if narrow >= WIDE_PIVOT or state.steps == 0:
        return False
    length = system.environment.length
    before = state.step
    change = changed = speed = turn = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            start, motion = state.start[n], state.motion[n]
            for part in range(0, 6, 3):
                unit = 1.0 if part == 0 else length * length
                c = d = v = 0.0
                for j in range(part, part + 3):
                    c += (motion[TWIST + j] - start[TWIST + j] - h * start[ACCEL + j]) ** 2
                    gained = start[TWIST + j] - state.twist_before[n, j]
                    d += (gained - before * state.accel_before[n, j]) ** 2
                    v += max(motion[TWIST + j] ** 2, start[TWIST + j] ** 2)
                turn = max(turn, v if part == 3 else 0.0)
                change = max(change, unit * c)
                changed = max(changed, unit * d)
                speed = max(speed, unit * v)
    if narrow >= max(NARROW_PIVOT, h * h * turn):
        return False
    noise = h * round_off(system, state, h) / row_damping(system, state, h)
    most = SHARP * SHARP * speed  # velocities that ring change much in every step, which is no excuse
    return change > max(most, SUDDEN * SUDDEN * min(changed, most), noise * noise)
