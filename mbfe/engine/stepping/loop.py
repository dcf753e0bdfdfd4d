"""The time loop: steps, outputs at exact times, stops, checkpoints. No Python and no allocation inside."""

from __future__ import annotations

import math

from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.assembly import Advanced, observe_all
from mbfe.engine.stepping.control import slow_down
from mbfe.engine.stepping.events import watch_events
from mbfe.engine.stepping.history import accept, has_drift
from mbfe.engine.stepping.outcomes import LoopEnd, Outcome, Pending
from mbfe.engine.stepping.pacing import choose_step, move_on
from mbfe.engine.stepping.recording import (
    add_powers_of_points,
    powers,
    record_end,
    record_inside,
    remember,
    set_powers_at_points,
)
from mbfe.engine.stepping.step import MOST_ITERATIONS, SHORT_STEP

__all__ = ["MAX_HALVINGS", "outputs_entry", "run"]

AHEAD = 2.0
"""Distance of an output time behind a step, as a part of it, from which its end is not read."""
MAX_HALVINGS = 12
"""Halvings of a step before a run fails, unless another number is asked for."""


@compiled
def commit(system, state, record, scheme):
    """Integrate the powers, let laws keep their history and accept the step; returns what the laws say."""
    t, h = record.end, record.length
    share = 0.5
    if scheme.at_point != 0:
        share = 0.0
        if system.has_powers == 1:
            add_powers_of_points(state, record, scheme)
    status, power_out, power_in = powers(system, state, record, t)
    state.dissipated += share * h * (state.power_out + power_out)
    state.work += share * h * (state.power_in + power_in)
    state.power_out = power_out
    state.power_in = power_in
    accept(system, state, scheme, t, h)
    if status == Advanced.ROWS_CHANGED:
        state.factored = 0
    return status


@compiled
def is_read(record):
    """Whether anything reads the accelerations and multipliers at the end of the solved step.

    These are rows, also of a time inside the next step, the error of automatic steps, and conditions.
    """
    times, number = record.output_times, record.next_output
    if times.shape[0] == 0 or record.tolerance.shape[0] > 0 or record.watch.shape[0] > 0:
        return True
    ahead = record.end + AHEAD * record.length
    return number < times.shape[0] and times[number] <= ahead


@compiled
def is_checkpoint(record):
    """Whether a checkpoint is due after the step: by count, or at multiples of an interval."""
    every = record.checkpoint_step
    if every > 0.0:
        before = record.end - record.length
        return math.floor(record.end / every + 1e-9) > math.floor(before / every + 1e-9)
    record.to_checkpoint -= 1
    return record.to_checkpoint == 0


@compiled
def reject(state, record):
    """Shorten the step after an attempt that failed; True when it cannot become shorter.

    It cannot where half of it would vanish in the round-off of the time.
    """
    remember(state, record, record.status)
    state.rejected += 1
    state.factored = 0
    record.halvings += 1
    record.trials = 0
    slow_down(state, record)
    return record.halvings > record.most_halvings or state.time + 0.25 * record.length == state.time


@entry()
def run(system, state, record, scheme, max_steps):
    """Run until the end, or until Python has something to do; returns why, a :class:`LoopEnd`.

    It also returns after ``max_steps`` attempts, for progress and signals.
    """
    attempts = 0
    on_grid = record.trials == 0  # the loop may have been left between trials to end a step at an event
    while True:
        if record.pending == Pending.NOTHING:
            if record.row == record.time.shape[0]:
                return LoopEnd.FULL
            if attempts >= max_steps:
                return LoopEnd.PAUSED
            attempts += 1
            if record.trials == 0:
                on_grid = choose_step(state, record)
            if system.parts.remove_drift == 0 and has_drift(state, scheme, record.length):
                return LoopEnd.CHANGES_LENGTH
            ahead = (system, state, scheme, record.end, record.length, MOST_ITERATIONS)
            record.status = call_part(scheme.attempt, ahead)
            if record.status != Outcome.CONVERGED:
                if reject(state, record):
                    return LoopEnd.FAILED
                continue
            if scheme.complete != 0 and is_read(record):
                call_part(scheme.complete, (system, state, scheme, record.end, record.length))
            automatic = record.tolerance.shape[0] > 0
            if automatic and call_part(system.parts.judge, (system, state, scheme, record)) == 0:
                remember(state, record, Outcome.ERROR_TOO_LARGE.value)
                state.rejected += 1
                continue
            seen = (system, state, record, scheme)
            if record.watch.shape[0] > 0 and call_part(system.parts.find_event, seen) == 1:
                remember(state, record, Outcome.OVERSHOT.value)
                on_grid = False
                continue
            set_powers_at_points(system, state, record, scheme)
        else:
            on_grid = record.pending == Pending.ON_GRID
        record.pending = Pending.ON_GRID if on_grid else Pending.WITHIN
        if not record_inside(system, state, record, scheme) or record.row == record.time.shape[0]:
            return LoopEnd.FULL
        record.pending = Pending.NOTHING
        remember(state, record, Outcome.CONVERGED.value)
        at_break = on_grid and record.end == record.breaks[record.next_break]
        record.postponed = 1 if at_break and record.length < SHORT_STEP * state.step else 0
        status = commit(system, state, record, scheme)
        if record.postponed == 0:
            record_end(system, state, record)
        if status == Advanced.REFUSED:
            return LoopEnd.REFUSED
        next_break = record.next_break
        done = move_on(record) if on_grid else False
        if watch_events(system, state, record):
            record.trials = 0
            return LoopEnd.STOPPED
        if done and record.postponed == 0:
            return LoopEnd.FINISHED
        if record.postponed == 1 or (record.next_break > next_break and record.restarts[next_break] == 1):
            return LoopEnd.DISCONTINUITY
        if is_checkpoint(record):
            state.factored = 0
            return LoopEnd.CHECKPOINT


@entry()
def outputs_entry(system, state, t, outputs):
    """Outputs of all elements in the present state."""
    observe_all(system, state, t, outputs)
