"""Stop conditions and events of laws: a step in which a quantity crosses its level is made to end there."""

from __future__ import annotations

import math

from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import observe_all
from mbfe.engine.stepping.recording import interpolate, keep_end, return_to_end
from mbfe.engine.stepping.watching import DIRECTION, LAST, PLACE, watched

__all__ = ["EVENT", "LIMIT", "crosses", "find_event", "watch_events"]

MAX_TRIALS = 6
BISECTIONS = 50
NEAR_END = 1e-10
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
    """Whether a quantity crossed its level since its last value, in the direction that counts."""
    before = watch[LAST]
    rising = before < 0.0 and now >= 0.0 and watch[DIRECTION] >= 0.0
    falling = before > 0.0 and now <= 0.0 and watch[DIRECTION] <= 0.0
    return rising or falling


@compiled
def longest_step(record):
    """Shortest of the longest steps that laws ask for, at the last look [s]."""
    longest = math.inf
    for i in range(record.watch.shape[0]):
        if record.watch[i, DIRECTION] == LIMIT:
            longest = min(longest, record.scratch[int(record.watch[i, PLACE])])
    return longest


@compiled
def too_long(state, record, h):
    """Whether a law asks for a shorter step; notes how much shorter the next attempt shall be."""
    longest = longest_step(record)
    if not longest < (1.0 - 1e-6) * h or record.halvings >= MOST_HALVINGS:
        return False
    more = math.ceil(math.log2(min(h / longest, 2.0**MOST_HALVINGS)) - 1e-6)
    record.halvings = min(record.halvings + max(more, 1), MOST_HALVINGS)
    state.next_step = max(longest, h / 2.0**MOST_HALVINGS)
    state.held = -1
    state.rejected += 1
    return True


@entry()
def find_event(system, state, record, scheme):
    """Look for the first crossing inside a solved step.

    Returns 1 if the step must be taken again with the end and length that now stand in the record, else 0.
    """
    t1, h = record.end, record.length
    t0 = state.time
    observe_all(system, state, t1, record.scratch)
    first = h
    met = -1
    past = 0.0
    if too_long(state, record, h):
        record.trials = 0
        return 1
    for i in range(record.watch.shape[0]):
        watch = record.watch[i]
        if watch[DIRECTION] == LIMIT:
            continue
        now = watched(system, state, record.scratch, watch)
        starts_on_it = abs(watch[LAST]) <= ON_LEVEL * abs(now - watch[LAST])
        if record.first == 1 and watch[DIRECTION] > EVENT and starts_on_it:
            watch[LAST] = 0.0  # the run begins where the last one met this condition
        if not crosses(watch, now):
            continue
        if record.trials > 0 and i == record.met and record.early > t0:
            s = record.early - t0 + (t1 - record.early) * record.early_value / (record.early_value - now)
        else:
            s = crossing(system, state, record, scheme, i, t0, h)
            observe_all(system, state, t1, record.scratch)
        if met < 0 or s < first:
            met = i
            first = s
            past = now
    if met < 0:
        if record.trials == 0 or record.trials >= MAX_TRIALS:
            record.trials = 0
            return 0
        # the new, shorter step ends before the crossing
        met = record.met
        first = h + ahead(record, watched(system, state, record.scratch, record.watch[met]), t1)
        there = first <= (1.0 + NEAR_END) * h
    else:
        if record.trials == 0 or met != record.met:
            record.early, record.early_value = t0, record.watch[met, LAST]
        record.late, record.late_value = t1, past
        first = max(first, SOON * max(h, state.step))
        there = first >= (1.0 - NEAR_END) * h
    record.met = met
    if there or record.trials >= MAX_TRIALS:
        record.trials = MAX_TRIALS + 1
        return 0
    record.trials += 1
    record.end, record.length = t0 + first, first
    return 1


@compiled
def ahead(record, now, t1):
    """Time from the end of an attempt to the crossing behind it [s].

    By the secant of the attempts before the crossing; where that leads beyond the one that was past it, by
    the chord to this. Attempts past the crossing take the chord to the last one before it: both sides close
    in faster than linearly.
    """
    room = record.late - t1
    on = room * now / (now - record.late_value) if now != record.late_value else 0.0
    fallen = record.early_value - now
    if fallen != 0.0:
        further = (t1 - record.early) * now / fallen
        if 0.0 <= further < room:
            on = further
    record.early, record.early_value = t1, now
    return max(on, 0.0)


@compiled
def crossing(system, state, record, scheme, i, t0, h):
    """Time after the start of the step at which condition i is met, by bisection on the motion [s]."""
    watch = record.watch[i]
    keep_end(state, record)
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        s = 0.5 * (low + high)
        interpolate(system, state, record, scheme, t0 + s * h)
        observe_all(system, state, t0 + s * h, record.scratch)
        if crosses(watch, watched(system, state, record.scratch, watch)):
            high = s
        else:
            low = s
        return_to_end(state, record)
    return high * h


@compiled
def watch_events(system, state, record):
    """Keep the watched quantities at the end of an accepted step; True if the run stops there.

    A given step that laws had shortened doubles as soon as they let it.
    """
    record.first = 0
    if record.watch.shape[0] == 0:
        return False
    observe_all(system, state, state.time, record.scratch)
    shortened = False
    for i in range(record.watch.shape[0]):
        watch = record.watch[i]
        watch[LAST] = watched(system, state, record.scratch, watch)
        shortened = shortened or watch[DIRECTION] == LIMIT
    if shortened and record.halvings > 0 and longest_step(record) > GENEROUS * state.step:
        record.halvings -= 1
    return record.trials > MAX_TRIALS
