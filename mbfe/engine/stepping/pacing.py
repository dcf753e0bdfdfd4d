"""The grid of times: constant steps, steps that repeat, automatic steps; breaks are hit exactly."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.engine.stepping.recording import BASE, END, GRID_STEP, HALVINGS, LENGTH_OF_STEP, NEXT_BREAK, NOMINAL
from mbfe.engine.system import NEXT_STEP, TIME

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
        return record.grid[BASE] + count * pattern[1]
    return record.grid[BASE] + (count // n) * pattern[n] + pattern[count % n]


@compiled
def choose_step(state, record):
    """End and length of the next attempt; True if it ends on the grid."""
    if record.tolerance.shape[0] > 0:
        return choose_free_step(state, record)
    grid, place = record.grid, record.place
    n = record.pattern.shape[0] - 1
    turn = place[GRID_STEP] % n
    nominal = record.pattern[turn + 1] - record.pattern[turn]
    start = state.number[TIME]
    target = on_pattern(record, place[GRID_STEP] + 1)
    stop = record.breaks[place[NEXT_BREAK]]
    slack = slack_of(nominal, stop)
    length = nominal
    left = stop - start
    if place[HALVINGS] == 0 and nominal + slack < left < 1.1 * nominal:
        # two equal steps instead of a whole one and a rest: very short steps make noise
        grid[END], grid[LENGTH_OF_STEP] = start + 0.5 * left, 0.5 * left
        return False
    if left <= nominal + slack:
        away = abs(stop - target) > slack
        length = left if away else nominal
        if away or record.halt[place[NEXT_BREAK]] == 1:  # at the very number from which curves count
            target = stop
    if place[HALVINGS] == 0 and abs(target - start - length) < slack:
        grid[END], grid[LENGTH_OF_STEP] = target, length
        return True
    length = nominal / 2.0 ** place[HALVINGS]
    if start + length > target - 1e-6 * length - ROUNDED * abs(stop):
        grid[END], grid[LENGTH_OF_STEP] = target, target - start
        return True
    grid[END], grid[LENGTH_OF_STEP] = start + length, length
    return False


@compiled
def choose_free_step(state, record):
    """The same for automatic steps: a break that is near is reached in one step or in two equal ones."""
    grid = record.grid
    length = state.number[NEXT_STEP]
    start = state.number[TIME]
    stop = record.breaks[record.place[NEXT_BREAK]]
    left = stop - start
    if left <= 1.01 * length:
        grid[END], grid[LENGTH_OF_STEP] = stop, left
        return True
    if left < 2.0 * length:
        length = 0.5 * left
    grid[END], grid[LENGTH_OF_STEP] = start + length, length
    return False


@compiled
def move_on(record):
    """Advance on the grid after a step that ended on it; True at the end of the run."""
    grid, place = record.grid, record.place
    stop = record.breaks[place[NEXT_BREAK]]
    slack = slack_of(grid[NOMINAL], stop)
    place[HALVINGS] = max(0, place[HALVINGS] - 1)
    place[GRID_STEP] += 1
    if record.tolerance.shape[0] > 0:
        if grid[END] < stop:
            return False
        place[NEXT_BREAK] += 1
        return place[NEXT_BREAK] == record.breaks.shape[0]
    if grid[END] < stop - slack:
        return False
    if abs(on_pattern(record, place[GRID_STEP]) - stop) > slack:
        grid[BASE] = stop
        place[GRID_STEP] = 0
    place[NEXT_BREAK] += 1
    return place[NEXT_BREAK] == record.breaks.shape[0]
