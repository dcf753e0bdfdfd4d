"""Stop conditions and events of laws: a step in which a quantity crosses its level is made to end there."""

from __future__ import annotations

import math

from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import observe_all
from mbfe.engine.stepping.recording import (
    BEFORE,
    EARLY,
    END,
    FIRST,
    HALVINGS,
    LATE,
    LENGTH_OF_STEP,
    MET,
    PAST,
    TRIALS,
    copy_numbers,
    copy_rows,
    interpolate,
)
from mbfe.engine.stepping.watching import watched
from mbfe.engine.system import HELD, NEXT_STEP, REJECTED, STEP, TIME

MAX_TRIALS = 6
BISECTIONS = 50
NEAR = 1e-10
"""Part of the step that an event may be away from its end."""
SOON = 1e-6
"""Smallest part of a step that is taken to end at an event."""
EVENT = -2.0
"""Direction of an event of a law: it falls, and a value near zero is on the side of its present mode."""
LIMIT = -3.0
"""Direction of an output that says how long a step may be."""
GENEROUS = 4.0
"""Ratio of the longest step to the present one from which a shortened step doubles."""
MOST_HALVINGS = 12
"""Halvings of a given step up to which limits are obeyed."""
ON_LEVEL = 1e-7
"""Part of its first change within which a quantity counts as having started on its level."""


@compiled
def crosses(watch, now):
    """Tell whether a quantity crossed its level since its last value, in the direction that counts."""
    before = watch[3]
    rising = before < 0.0 and now >= 0.0 and watch[2] >= 0.0
    falling = before > 0.0 and now <= 0.0 and watch[2] <= 0.0
    return rising or falling


@compiled
def longest_step(record):
    """Shortest of the longest steps that laws ask for, at the last look [s]."""
    longest = math.inf
    for i in range(record.watch.shape[0]):
        if record.watch[i, 2] == LIMIT:
            longest = min(longest, record.scratch[int(record.watch[i, 0])])
    return longest


@compiled
def too_long(state, record, h):
    """Whether a law asks for a shorter step; notes how much shorter the next attempt shall be."""
    longest = longest_step(record)
    if not longest < (1.0 - 1e-6) * h or record.place[HALVINGS] >= MOST_HALVINGS:
        return False
    more = math.ceil(math.log2(min(h / longest, 2.0**MOST_HALVINGS)) - 1e-6)
    record.place[HALVINGS] = min(record.place[HALVINGS] + max(more, 1), MOST_HALVINGS)
    state.number[NEXT_STEP] = max(longest, h / 2.0**MOST_HALVINGS)
    state.count[HELD] = -1
    state.count[REJECTED] += 1
    return True


@entry()
def find_event(system, state, record, kind):
    """Look for the first crossing inside a solved step.

    Returns
    -------
    int
        1 if the step must be taken again with the end and length that now stand in ``record.grid``.
    """
    place, grid = record.place, record.grid
    t1, h = grid[END], grid[LENGTH_OF_STEP]
    t0 = state.number[TIME]
    observe_all(system, state, t1, record.scratch)
    first = h
    met = -1
    past = 0.0
    if too_long(state, record, h):
        record.place[TRIALS] = 0
        return 1
    for i in range(record.watch.shape[0]):
        watch = record.watch[i]
        if watch[2] == LIMIT:
            continue
        now = watched(system, state, record.scratch, watch)
        if place[FIRST] == 1 and watch[2] > EVENT and abs(watch[3]) <= ON_LEVEL * abs(now - watch[3]):
            watch[3] = 0.0  # the run begins where the last one met this condition
        if not crosses(watch, now):
            continue
        if place[TRIALS] > 0 and i == place[MET] and grid[EARLY] > t0:
            s = grid[EARLY] - t0 + (t1 - grid[EARLY]) * grid[BEFORE] / (grid[BEFORE] - now)
        else:
            s = crossing(system, state, record, kind, i, t0, h)
            observe_all(system, state, t1, record.scratch)
        if met < 0 or s < first:
            met = i
            first = s
            past = now
    if met < 0:
        if place[TRIALS] == 0 or place[TRIALS] >= MAX_TRIALS:
            place[TRIALS] = 0
            return 0
        # the new, shorter step ends before the crossing
        met = place[MET]
        first = h + ahead(record, watched(system, state, record.scratch, record.watch[met]), t1)
        there = first <= (1.0 + NEAR) * h
    else:
        if place[TRIALS] == 0 or met != place[MET]:
            grid[EARLY], grid[BEFORE] = t0, record.watch[met, 3]
        grid[LATE], grid[PAST] = t1, past
        first = max(first, SOON * max(h, state.number[STEP]))
        there = first >= (1.0 - NEAR) * h
    place[MET] = met
    if there or place[TRIALS] >= MAX_TRIALS:
        place[TRIALS] = MAX_TRIALS + 1
        return 0
    place[TRIALS] += 1
    grid[END], grid[LENGTH_OF_STEP] = t0 + first, first
    return 1


@compiled
def ahead(record, now, t1):
    """Time from the end of an attempt to the crossing behind it [s].

    By the secant of the attempts before the crossing; where that leads beyond the one that was past it, by
    the chord to this. Attempts past the crossing take the chord to the last one before it: both sides close
    in faster than linearly.
    """
    grid = record.grid
    room = grid[LATE] - t1
    on = room * now / (now - grid[PAST]) if now != grid[PAST] else 0.0
    fallen = grid[BEFORE] - now
    if fallen != 0.0:
        further = (t1 - grid[EARLY]) * now / fallen
        if 0.0 <= further < room:
            on = further
    grid[EARLY], grid[BEFORE] = t1, now
    return max(on, 0.0)


@compiled
def crossing(system, state, record, kind, i, t0, h):
    """Time after the start of the step at which condition i is met, by bisection on the motion [s]."""
    watch = record.watch[i]
    copy_rows(state.motion, record.kept)
    copy_numbers(state.multiplier, record.kept_multiplier)
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        s = 0.5 * (low + high)
        for j in range(state.multiplier.shape[0]):
            state.multiplier[j] = (1.0 - s) * state.multiplier_start[j] + s * record.kept_multiplier[j]
        interpolate(system, state, kind, t0, h, t0 + s * h, record.kept)
        observe_all(system, state, t0 + s * h, record.scratch)
        if crosses(watch, watched(system, state, record.scratch, watch)):
            high = s
        else:
            low = s
        copy_rows(record.kept, state.motion)
    copy_numbers(record.kept_multiplier, state.multiplier)
    return high * h


@compiled
def look_on(system, state, record):
    """Keep the watched quantities at the end of an accepted step; True if the run stops there.

    A given step that laws had shortened doubles as soon as they let it.
    """
    record.place[FIRST] = 0
    if record.watch.shape[0] == 0:
        return False
    observe_all(system, state, state.number[TIME], record.scratch)
    shortened = False
    for i in range(record.watch.shape[0]):
        watch = record.watch[i]
        watch[3] = watched(system, state, record.scratch, watch)
        shortened = shortened or watch[2] == LIMIT
    if shortened and record.place[HALVINGS] > 0 and longest_step(record) > GENEROUS * state.number[STEP]:
        record.place[HALVINGS] -= 1
    return record.place[TRIALS] > MAX_TRIALS
