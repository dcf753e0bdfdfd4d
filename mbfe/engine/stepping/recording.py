"""What a run records: rows at the ends of steps and at exact times inside them, by interpolation."""

from __future__ import annotations

from typing import Any

from mbfe.algebra.motion import compose, increment, little_adjoint
from mbfe.algebra.vectors import add, scale, vector
from mbfe.compiled import compiled
from mbfe.compiled.bundle import Bundle
from mbfe.engine.assembly import advance_all, assemble_residual, drive, observe_all
from mbfe.engine.kernels.gather import COORDINATE, NODE, STATE, copy_numbers, copy_rows
from mbfe.engine.system import (
    DISSIPATED,
    FACTORISATIONS,
    ITERATIONS,
    POWER_IN,
    POWER_OUT,
    REJECTED,
    STEP_ITERATIONS,
    TIME,
    WORK,
)


class Record(Bundle):
    """Rows that wait to be stored, and where the loop is on its grid of times.

    Attributes
    ----------
    time, motion, multiplier, output, energy, progress, history : arrays
        One row a recorded time.
    remembered : (n_kept,)
        Which values of the laws' history a row keeps.
    output_times : (n,)
        Times to record at; empty to record every accepted step.
    breaks : (n,)
        Times at which a step must end (kinks, the end of the run), increasing.
    halt : (n,)
        1 where an input jumps or bends at a break, so that the integration starts anew there.
    watch : (n_watch, 13)
        Stop conditions and events of laws, see :mod:`mbfe.engine.stepping.watching`; directions are +1
        rising, −1 falling, 0 both, −2 an event, −3 a longest step.
    place : (PLACES,)
        Where the loop is, see the names of this module.
    grid : (9,)
        Time of the last break [s], nominal step [s], end [s] and length [s] of the current attempt; interval
        of the checkpoints of automatic steps [s], 0 when they are counted in steps; ends [s] of the last
        attempts before and past an event, each followed by the value that it left.
    pattern : (n + 1,)
        Steps that repeat, as sums from 0 [s]; 0 and the step when it is constant.
    tolerance : (n,)
        Of automatic steps, see :mod:`mbfe.engine.stepping.control`; empty when the steps are given.
    scratch : (n_output,)
        Outputs at the end of the last step, for the stop conditions.
    kept, kept_multiplier : arrays
        Room for the end of a step while its inside is recorded.
    attempts : (n, 5)
        The last attempts, a ring: end [s], length [s], outcome, iterations, last correction [m/s²].
    """

    fields = (
        "time",
        "motion",
        "multiplier",
        "output",
        "energy",
        "progress",
        "history",
        "remembered",
        "output_times",
        "breaks",
        "halt",
        "watch",
        "place",
        "grid",
        "pattern",
        "tolerance",
        "scratch",
        "kept",
        "kept_multiplier",
        "attempts",
    )

    time: Any
    motion: Any
    multiplier: Any
    output: Any
    energy: Any
    progress: Any
    history: Any
    remembered: Any
    output_times: Any
    breaks: Any
    halt: Any
    watch: Any
    place: Any
    grid: Any
    pattern: Any
    tolerance: Any
    scratch: Any
    kept: Any
    kept_multiplier: Any
    attempts: Any


ROW, NEXT_OUTPUT, NEXT_BREAK, GRID_STEP, HALVINGS, TO_CHECKPOINT = range(6)
STATUS, MET, PENDING, TRIALS, FIRST, ATTEMPTS, KEPT = range(6, 13)
PLACES = 13
"""Places in ``Record.place``: next row, next output time, next break, steps on the grid since the last break,
halvings of the step, steps until the next checkpoint, status of the last attempt, stop condition that was
met, 1 while a solved step waits for room in the rows, trials to end a step at an event,
1 in the first step, attempts so far, and 1 when the last step ended at a break and was so short that its
accelerations are those before it; it is not recorded before the integration starts anew."""

BASE, NOMINAL, END, LENGTH_OF_STEP, CHECKPOINT_STEP, EARLY, BEFORE, LATE, PAST = range(9)
"""Places in ``Record.grid``."""

RING = 40
"""Attempts that are remembered: those of a step that failed at all lengths, and some before it."""
ERROR_TOO_LARGE, OVERSHOT = -1, -2
"""Outcomes of attempts beside their statuses: the error of an automatic step, an event inside the step."""


@compiled
def remember(state, record, outcome):
    """Write the present attempt into the ring."""
    place, count = record.place, state.count[STEP_ITERATIONS]
    row = record.attempts[place[ATTEMPTS] % record.attempts.shape[0]]
    row[0] = record.grid[END]
    row[1] = record.grid[LENGTH_OF_STEP]
    row[2] = outcome
    row[3] = count
    row[4] = state.corrections[count - 1] if count > 0 else 0.0
    place[ATTEMPTS] += 1


@compiled
def keep_row(system, state, record, t):
    """Record the current motions as a row at time t."""
    row = record.place[ROW]
    record.time[row] = t
    copy_rows(state.motion, record.motion[row])
    copy_numbers(state.multiplier, record.multiplier[row])
    for k in range(record.remembered.shape[0]):
        record.history[row, k] = state.history[record.remembered[k]]
    observe_all(system, state, t, record.output[row])
    number = state.number
    ahead = t - number[TIME]
    for c in range(3):
        record.energy[row, c] = state.sums[c]
    record.energy[row, 3] = number[DISSIPATED] + ahead * number[POWER_OUT]
    record.energy[row, 4] = number[WORK] + ahead * number[POWER_IN]
    worst = 0.0
    n_motion = 6 * state.motion.shape[0]
    assemble_residual(system, state, t)
    for j in range(state.multiplier.shape[0]):
        worst = max(worst, abs(state.r[n_motion + j]) * state.scales[n_motion + j])
    record.progress[row, 0] = record.grid[LENGTH_OF_STEP]
    record.progress[row, 1] = state.count[ITERATIONS]
    record.progress[row, 2] = state.count[FACTORISATIONS]
    record.progress[row, 3] = state.count[REJECTED]
    record.progress[row, 4] = worst
    record.place[ROW] = row + 1


@compiled
def interpolate(system, state, kind, t0, h, t, kept):
    """Motions at time t inside the step that ends in ``kept``: cubic Hermite in the increment.

    It is done on the manifold. Poses and twists are of fourth order, accelerations, outputs and multipliers
    linear, coordinates and states cubic. ``state.motion`` is overwritten.
    """
    s = (t - t0) / h
    a0 = h * s * (1.0 - s) * (1.0 - s)
    a1 = h * s * s * (s - 1.0)
    b1 = s * s * (3.0 - 2.0 * s)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        end = kept[n]
        motion = state.motion[n]
        if system.kind[n] == NODE:
            u, w = vector(state.increment[n], 0), vector(state.increment[n], 3)
            v, o = vector(end, 7), vector(end, 10)
            v1, o1 = little_adjoint(u, w, v, o)  # T⁻¹(ΔU) 𝒱 = 𝒱 + ½ ad 𝒱 + 1/12 ad² 𝒱
            v2, o2 = little_adjoint(u, w, v1, o1)
            ru = add(add(v, scale(0.5, v1)), scale(1.0 / 12.0, v2))
            rw = add(add(o, scale(0.5, o1)), scale(1.0 / 12.0, o2))
            iu = add(scale(b1, u), add(scale(a0, vector(start, 7)), scale(a1, ru)))
            iw = add(scale(b1, w), add(scale(a0, vector(start, 10)), scale(a1, rw)))
            x, q = increment(kind, iu, iw)
            compose(start, x, q, motion)
        for j in range(6):
            if system.kind[n] == COORDINATE or system.kind[n] == STATE:
                motion[j] = (1.0 - b1) * start[j] + b1 * end[j] + a0 * start[7 + j] + a1 * end[7 + j]
            elif system.kind[n] != NODE:
                motion[j] = (1.0 - s) * start[j] + s * end[j]
            if system.kind[n] <= COORDINATE:
                motion[7 + j] = (
                    (1.0 - b1) * start[7 + j] + b1 * end[7 + j] + a0 * start[13 + j] + a1 * end[13 + j]
                )
            else:
                motion[7 + j] = (1.0 - s) * start[7 + j] + s * end[7 + j]
            motion[13 + j] = (1.0 - s) * start[13 + j] + s * end[13 + j]
    drive(system, state, t)


@compiled
def record_inside(system, state, record, kind):
    """Record the output times inside the solved step; False when the rows are full before all are done."""
    times = record.output_times
    t1, h = record.grid[END], record.grid[LENGTH_OF_STEP]
    t0 = state.number[TIME]
    place = record.place
    while place[NEXT_OUTPUT] < times.shape[0] and times[place[NEXT_OUTPUT]] < t1 - 1e-9 * h:
        if place[ROW] == record.time.shape[0]:
            return False
        t = times[place[NEXT_OUTPUT]]
        copy_rows(state.motion, record.kept)
        copy_numbers(state.multiplier, record.kept_multiplier)
        s = (t - t0) / h
        for j in range(state.multiplier.shape[0]):
            state.multiplier[j] = (1.0 - s) * state.multiplier_start[j] + s * record.kept_multiplier[j]
        interpolate(system, state, kind, t0, h, t, record.kept)
        keep_row(system, state, record, t)
        copy_rows(record.kept, state.motion)
        copy_numbers(record.kept_multiplier, state.multiplier)
        place[NEXT_OUTPUT] += 1
    return True


@compiled
def record_end(system, state, record):
    """Record the end of an accepted step where it is wanted."""
    times = record.output_times
    place = record.place
    t1 = record.grid[END]
    if times.shape[0] == 0:
        keep_row(system, state, record, t1)
    elif place[NEXT_OUTPUT] < times.shape[0]:
        t = times[place[NEXT_OUTPUT]]
        if t <= t1 + 1e-6 * record.grid[LENGTH_OF_STEP]:
            keep_row(system, state, record, t)
            place[NEXT_OUTPUT] += 1


@compiled
def powers(system, state, record, t):
    """Status of the laws, dissipated power, and power of loads and of driven nodes [W]; laws keep history."""
    told = advance_all(system, state, t, record.scratch)
    driving = 0.0
    if system.driven.shape[0] > 0:
        assemble_residual(system, state, t)
        for d in range(system.driven.shape[0]):
            n = int(system.driven[d, 0])
            for j in range(6):
                driving += state.r[6 * n + j] * state.motion[n, 7 + j]
    return told, state.sums[3], state.sums[4] + driving
