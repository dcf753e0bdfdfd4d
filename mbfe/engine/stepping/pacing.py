"""The grid of times: constant steps, steps that repeat, automatic steps; breaks are hit exactly."""

from __future__ import annotations

from mbfe.compiled import compiled

__all__ = ["ROUNDED", "choose_step", "move_on"]

ROUNDED = 4e-15
"""Round-off of a time, as a part of it."""
ALIKE = 1e-9
"""Part of a step up to which it counts as a whole one: steps that differ by round-off keep their history."""


@compiled
def slack_of(nominal, stop):
    """Distance of two times that differ by round-off only [s]."""
    return ALIKE * nominal + ROUNDED * abs(stop)


@compiled
def on_pattern(record, count):
    """Time after so many steps on the grid since the last break [s]."""
    pattern = record.pattern
    n = pattern.shape[0] - 1
    if n == 1:
        return record.base + count * pattern[1]
    return record.base + (count // n) * pattern[n] + pattern[count % n]


@compiled
def choose_step(state, record):
    """End and length of the next attempt; True if it ends on the grid."""
    if record.tolerance.shape[0] > 0:
        return choose_free_step(state, record)
    n = record.pattern.shape[0] - 1
    turn = record.grid_step % n
    nominal = record.pattern[turn + 1] - record.pattern[turn]
    start = state.time
    target = on_pattern(record, record.grid_step + 1)
    stop = record.breaks[record.next_break]
    slack = slack_of(nominal, stop)
    length = nominal
    left = stop - start
    if record.halvings == 0 and nominal + slack < left < 1.1 * nominal:
        # two equal steps instead of a whole one and a rest: very short steps make noise
        record.end, record.length = start + 0.5 * left, 0.5 * left
        return False
    if left <= nominal + slack:
        away = abs(stop - target) > slack
        length = left if away else nominal
        if away or record.restarts[record.next_break] == 1:  # at the very number from which curves count
            target = stop
    if record.halvings == 0 and abs(target - start - length) < slack:
        record.end, record.length = target, length
        return True
    length = nominal / 2.0 ** record.halvings
    if start + length > target - 1e-6 * length - ROUNDED * abs(stop):
        record.end, record.length = target, target - start
        return True
    record.end, record.length = start + length, length
    return False


@compiled
def choose_free_step(state, record):
    """The same for automatic steps: a break that is near is reached in one step or in two equal ones."""
    length = state.next_step
    start = state.time
    stop = record.breaks[record.next_break]
    left = stop - start
    if left <= 1.01 * length:
        record.end, record.length = stop, left
        return True
    if left < 2.0 * length:
        length = 0.5 * left
    record.end, record.length = start + length, length
    return False


@compiled
def move_on(record):
    """Advance on the grid after a step that ended on it; True at the end of the run."""
    stop = record.breaks[record.next_break]
    slack = slack_of(record.nominal, stop)
    record.halvings = max(0, record.halvings - 1)
    record.grid_step += 1
    if record.tolerance.shape[0] > 0:
        if record.end < stop:
            return False
        record.next_break += 1
        return record.next_break == record.breaks.shape[0]
    if record.end < stop - slack:
        return False
    if abs(on_pattern(record, record.grid_step) - stop) > slack:
        record.base = stop
        record.grid_step = 0
    record.next_break += 1
    return record.next_break == record.breaks.shape[0]
