"""The time loop: steps, outputs at exact times, stops, checkpoints. No Python and no allocation inside."""

from __future__ import annotations

import math

from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.assembly import observe_all
from mbfe.engine.stepping.control import slow_down
from mbfe.engine.stepping.events import look_on
from mbfe.engine.stepping.history import accept, has_drift
from mbfe.engine.stepping.pacing import choose_step, move_on
from mbfe.engine.stepping.recording import (
    CHECKPOINT_STEP,
    END,
    ERROR_TOO_LARGE,
    HALVINGS,
    KEPT,
    LENGTH_OF_STEP,
    NEXT_BREAK,
    OVERSHOT,
    PENDING,
    ROW,
    STATUS,
    TO_CHECKPOINT,
    TRIALS,
    powers,
    record_end,
    record_inside,
    remember,
)
from mbfe.engine.stepping.step import CONVERGED, MOST_ITERATIONS, SHORT_STEP, attempt
from mbfe.engine.system import (
    DISSIPATED,
    DRIFT,
    FACTORED,
    FIND_EVENT,
    JUDGE,
    POWER_IN,
    POWER_OUT,
    REJECTED,
    STEP,
    TIME,
    WORK,
)
from mbfe.integrators.choices import MAP

FINISHED, FULL, PAUSED, FAILED, STOPPED, CHECKPOINT, REFUSED, UNARMED, HALTED = range(9)
"""Why the loop returned."""

MAX_HALVINGS = 12


@compiled
def commit(system, state, record, scheme):
    """Integrate the powers, let laws keep their history and accept the step; returns what the laws say."""
    t, h = record.grid[END], record.grid[LENGTH_OF_STEP]
    number = state.number
    told, power_out, power_in = powers(system, state, record, t)
    number[DISSIPATED] += 0.5 * h * (number[POWER_OUT] + power_out)
    number[WORK] += 0.5 * h * (number[POWER_IN] + power_in)
    number[POWER_OUT] = power_out
    number[POWER_IN] = power_in
    accept(system, state, scheme, t, h)
    if told == 2:
        state.count[FACTORED] = 0
    return told


@compiled
def is_checkpoint(record):
    """Tell whether a checkpoint is due after the step: by count, or at multiples of an interval."""
    place, grid = record.place, record.grid
    every = grid[CHECKPOINT_STEP]
    if every > 0.0:
        before = grid[END] - grid[LENGTH_OF_STEP]
        return math.floor(grid[END] / every + 1e-9) > math.floor(before / every + 1e-9)
    place[TO_CHECKPOINT] -= 1
    return place[TO_CHECKPOINT] == 0


@compiled
def vanishes(state, h):
    """Tell whether half of a step is nothing beside the time."""
    return state.number[TIME] + 0.25 * h == state.number[TIME]


@compiled
def reject(state, record):
    """Shorten the step after an attempt that failed; True when it cannot become shorter."""
    place = record.place
    remember(state, record, place[STATUS])
    state.count[REJECTED] += 1
    state.count[FACTORED] = 0
    place[HALVINGS] += 1
    place[TRIALS] = 0
    slow_down(state, record)
    return place[HALVINGS] > MAX_HALVINGS or vanishes(state, record.grid[LENGTH_OF_STEP])


@entry()
def run(system, state, record, scheme, max_steps):
    """Run until the end, or until Python has something to do.

    Parameters
    ----------
    system, state, record : System, State, Record
        Model, its state and the rows to fill.
    scheme : (16,) array
        Numbers of the scheme, see :mod:`mbfe.engine.stepping.stages`.
    max_steps : int
        Return after so many attempts, for progress and signals.

    Returns
    -------
    int
        Why the loop returned: ``FINISHED``, ``FULL``, ``PAUSED``, ``FAILED``, ``STOPPED``, ``CHECKPOINT``,
        ``REFUSED`` (a law does not go on), ``UNARMED`` (the step changes for the first time) or ``HALTED``
        (an input jumps or bends at a break).
    """
    place, grid = record.place, record.grid
    attempts = 0
    on_grid = place[TRIALS] == 0  # the loop may have been left between trials to end a step at an event
    while True:
        if place[PENDING] == 0:
            if place[ROW] == record.time.shape[0]:
                return FULL
            if attempts >= max_steps:
                return PAUSED
            attempts += 1
            if place[TRIALS] == 0:
                on_grid = choose_step(state, record)
            if system.parts[DRIFT] == 0 and has_drift(state, scheme, grid[LENGTH_OF_STEP]):
                return UNARMED
            place[STATUS] = attempt(system, state, scheme, grid[END], grid[LENGTH_OF_STEP], MOST_ITERATIONS)
            if place[STATUS] != CONVERGED:
                if reject(state, record):
                    return FAILED
                continue
            automatic = record.tolerance.shape[0] > 0
            if automatic and call_part(system.parts[JUDGE], (system, state, scheme, record)) == 0:
                remember(state, record, ERROR_TOO_LARGE)
                state.count[REJECTED] += 1
                continue
            seen = (system, state, record, int(scheme[MAP]))
            if record.watch.shape[0] > 0 and call_part(system.parts[FIND_EVENT], seen) == 1:
                remember(state, record, OVERSHOT)
                on_grid = False
                continue
        else:
            on_grid = place[PENDING] == 2
        place[PENDING] = 2 if on_grid else 1
        if not record_inside(system, state, record, int(scheme[MAP])):
            return FULL
        if place[ROW] == record.time.shape[0]:
            return FULL
        place[PENDING] = 0
        remember(state, record, CONVERGED)
        at_break = on_grid and grid[END] == record.breaks[place[NEXT_BREAK]]
        place[KEPT] = 1 if at_break and grid[LENGTH_OF_STEP] < SHORT_STEP * state.number[STEP] else 0
        told = commit(system, state, record, scheme)
        if place[KEPT] == 0:
            record_end(system, state, record)
        if told == 1:
            return REFUSED
        ahead = place[NEXT_BREAK]
        done = move_on(record) if on_grid else False
        if look_on(system, state, record):
            place[TRIALS] = 0
            return STOPPED
        if done and place[KEPT] == 0:
            return FINISHED
        if place[KEPT] == 1 or (place[NEXT_BREAK] > ahead and record.halt[ahead] == 1):
            return HALTED
        if is_checkpoint(record):
            state.count[FACTORED] = 0
            return CHECKPOINT


@entry()
def outputs_entry(system, state, t, outputs):
    """Outputs of all elements in the present state."""
    observe_all(system, state, t, outputs)
