"""What a run records: rows at the ends of steps and at exact times inside them, by interpolation."""

from __future__ import annotations

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.motion import compose, increment, little_adjoint
from mbfe.algebra.vectors import vector
from mbfe.compiled import call_part, compiled, flat
from mbfe.compiled.bundle import Bundle, array, integer, integers, number
from mbfe.engine.assembly import advance_all, assemble_residual, drive, observe_all
from mbfe.engine.columns import (
    ACCEL,
    COORDINATE,
    DISSIPATED,
    END_OF_MOTION,
    MOTION,
    N_ENERGY,
    N_STORED,
    NODE,
    SPIN,
    STATE,
    TWIST,
    WORK,
)
from mbfe.engine.kernels.gather import copy_numbers, copy_rows
from mbfe.engine.stepping.watching import WIDTH

__all__ = [
    "RING", "Record", "add_powers_of_points", "interpolate", "keep_end", "keep_row", "powers", "record_end",
    "record_inside", "remember", "return_to_end", "set_powers_at_points",
]  # fmt: skip

STEP_LENGTH, ITERATIONS, FACTORISATIONS, REJECTED, WORST_VIOLATION = range(5)
"""Columns of ``Record.progress``."""
ENDED, LENGTH, OUTCOME, CORRECTIONS, LAST_CORRECTION = range(5)
"""Columns of ``Record.attempts``: end [s], length [s], outcome, iterations, last correction [m/s²]."""
RING = 40
"""Attempts that are remembered: those of a step that failed at all lengths, and some before it."""


class Record(Bundle):
    """Rows that wait to be stored, and where the loop is on its grid of times."""

    time: Floats = array("rows", "Times of the rows.", unit="s")
    motion: Floats = array(f"rows, n_node, {END_OF_MOTION}", "Motions.")
    multiplier: Floats = array("rows, n_row", "Lagrange multipliers.")
    output: Floats = array("rows, n_output", "Outputs of laws.")
    energy: Floats = array(f"rows, {N_ENERGY}", "Energies, dissipated energy, work of loads.", unit="J")
    progress: Floats = array(
        "rows, 5", "Length of the step, counters so far, worst violation of a constraint."
    )
    history: Floats = array("rows, n_kept", "Values that laws keep.")
    remembered: Ints = integers("n_kept", "Which values of the laws' history a row keeps.")
    output_times: Floats = array(
        "n_time", "Times to record at; empty to record every accepted step.", unit="s"
    )
    breaks: Floats = array("n_break", "Times at which a step must end, increasing.", unit="s")
    restarts: Ints = integers(
        "n_break", "1 where an input or its rate is discontinuous: the integration restarts."
    )
    watch: Floats = array(f"n_watch, {WIDTH}", "Stop conditions and events of laws.")
    pattern: Floats = array("n_step + 1", "Steps that repeat, as sums from 0.", unit="s")
    tolerance: Floats = array(
        "n_tolerance",
        "Of automatic steps, see :mod:`mbfe.engine.stepping.control`; empty when they are given.",
    )
    scratch: Floats = array("n_output", "Outputs at the end of the last step, for the stop conditions.")
    kept: Floats = array(f"n_node, {MOTION}", "Room for the end of a step while its inside is recorded.")
    kept_multiplier: Floats = array("n_row", "The same.")
    attempts: Floats = array(f"{RING}, 5", "The last attempts, a ring.")

    row: int = integer("Next row.")
    next_output: int = integer("Next output time.")
    next_break: int = integer("Next break.")
    grid_step: int = integer("Steps on the grid since the last break.")
    halvings: int = integer("Halvings of the step.")
    most_halvings: int = integer("Halvings after which the run fails.")
    to_checkpoint: int = integer("Steps until the next checkpoint.")
    status: int = integer("Status of the last attempt.")
    met: int = integer("Stop condition that was met.")
    pending: int = integer("What a solved step waits for, a ``Pending`` of the outcomes.")
    trials: int = integer("Trials to end a step at an event.")
    first: int = integer("1 in the first step.")
    tried: int = integer("Attempts so far.")
    postponed: int = integer(
        "1 when the last step ended at a break and was so short that its accelerations are those before it; "
        "it is not recorded before the integration restarts."
    )
    base: float = number("Time of the last break.", unit="s")
    nominal: float = number("Nominal step.", unit="s")
    end: float = number("End of the present attempt.", unit="s")
    length: float = number("Its length.", unit="s")
    checkpoint_step: float = number("Interval of checkpoints; 0 when they are counted in steps.", unit="s")
    early: float = number("End of the last attempt before an event.", unit="s")
    early_value: float = number("Value that it left.")
    late: float = number("End of the last attempt past an event.", unit="s")
    late_value: float = number("Value that it left.")


@compiled
def remember(state, record, outcome):
    """Write the present attempt into the ring."""
    count = state.step_iterations
    row = record.attempts[record.tried % record.attempts.shape[0]]
    row[ENDED] = record.end
    row[LENGTH] = record.length
    row[OUTCOME] = outcome
    row[CORRECTIONS] = count
    row[LAST_CORRECTION] = state.corrections[count - 1] if count > 0 else 0.0
    record.tried += 1


@compiled
def keep_row(system, state, record, t):
    """Record the current motions as a row at time t."""
    row = record.row
    record.time[row] = t
    copy_rows(state.motion, record.motion[row])
    copy_numbers(state.multiplier, record.multiplier[row])
    for k in range(record.remembered.shape[0]):
        record.history[row, k] = state.history[record.remembered[k]]
    observe_all(system, state, t, record.output[row])
    for c in range(N_STORED):
        record.energy[row, c] = state.sums[c]
    record.energy[row, DISSIPATED] = state.dissipated + state.dissipated_ahead
    record.energy[row, WORK] = state.work + state.work_ahead
    worst = 0.0
    n_motion = 6 * state.motion.shape[0]
    assemble_residual(system, state, t)
    for j in range(state.multiplier.shape[0]):
        worst = max(worst, abs(state.r[n_motion + j]) * state.scales[n_motion + j])
    record.progress[row, STEP_LENGTH] = record.length
    record.progress[row, ITERATIONS] = state.iterations
    record.progress[row, FACTORISATIONS] = state.factorisations
    record.progress[row, REJECTED] = state.rejected
    record.progress[row, WORST_VIOLATION] = worst
    record.row = row + 1


@compiled
def keep_end(state, record):
    """Put the motions and multipliers at the end of a solved step aside."""
    copy_rows(state.motion, record.kept)
    copy_numbers(state.multiplier, record.kept_multiplier)


@compiled
def return_to_end(state, record):
    """Take them back."""
    copy_rows(record.kept, state.motion)
    copy_numbers(record.kept_multiplier, state.multiplier)
    state.dissipated_ahead = state.work_ahead = 0.0


@compiled
def interpolate(system, state, record, scheme, t):
    """Motions, multipliers and energies at time t inside the step whose end ``record.kept`` is."""
    if scheme.inside != 0:
        call_part(scheme.inside, (system, state, scheme, t, record.length))
    else:
        interpolate_cubic(system, state, record, scheme.step_map, t)
        state.dissipated_ahead = (t - state.time) * state.power_out
        state.work_ahead = (t - state.time) * state.power_in
    drive(system, state, t)


@compiled
def interpolate_cubic(system, state, record, kind, t):
    """Motions at time t inside the step whose end is ``record.kept``: cubic Hermite in the increment.

    It is done on the manifold. Poses and twists are of fourth order, accelerations, outputs and multipliers
    linear, coordinates and states cubic. ``state.motion`` and ``state.multiplier`` are overwritten.
    """
    h = record.length
    s = (t - state.time) / h
    a0 = h * s * (1.0 - s) * (1.0 - s)
    a1 = h * s * s * (s - 1.0)
    b1 = s * s * (3.0 - 2.0 * s)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        end = record.kept[n]
        motion = state.motion[n]
        if system.kind[n] == NODE:
            u, w = vector(state.increment[n], 0), vector(state.increment[n], 3)
            v, o = vector(end, TWIST), vector(end, SPIN)
            v1, o1 = little_adjoint(u, w, v, o)  # T⁻¹(ΔU) 𝒱 = 𝒱 + ½ ad 𝒱 + 1/12 ad² 𝒱
            v2, o2 = little_adjoint(u, w, v1, o1)
            ru = v + 0.5 * v1 + v2 / 12.0
            rw = o + 0.5 * o1 + o2 / 12.0
            iu = b1 * u + (a0 * vector(start, TWIST) + a1 * ru)
            iw = b1 * w + (a0 * vector(start, SPIN) + a1 * rw)
            x, q = increment(kind, iu, iw)
            compose(start, x, q, motion)
        for j in range(6):
            if system.kind[n] == COORDINATE or system.kind[n] == STATE:
                motion[j] = (1.0 - b1) * start[j] + b1 * end[j] + a0 * start[TWIST + j] + a1 * end[TWIST + j]
            elif system.kind[n] != NODE:
                motion[j] = (1.0 - s) * start[j] + s * end[j]
            if system.kind[n] <= COORDINATE:
                motion[TWIST + j] = (
                    (1.0 - b1) * start[TWIST + j]
                    + b1 * end[TWIST + j]
                    + a0 * start[ACCEL + j]
                    + a1 * end[ACCEL + j]
                )
            else:
                motion[TWIST + j] = (1.0 - s) * start[TWIST + j] + s * end[TWIST + j]
            motion[ACCEL + j] = (1.0 - s) * start[ACCEL + j] + s * end[ACCEL + j]
    for j in range(state.multiplier.shape[0]):
        state.multiplier[j] = (1.0 - s) * state.multiplier_start[j] + s * record.kept_multiplier[j]


@compiled
def record_inside(system, state, record, scheme):
    """Record the output times inside the solved step; False when the rows are full before all are done."""
    times = record.output_times
    last = record.end - 1e-9 * record.length
    while record.next_output < times.shape[0] and times[record.next_output] < last:
        if record.row == record.time.shape[0]:
            return False
        t = times[record.next_output]
        keep_end(state, record)
        interpolate(system, state, record, scheme, t)
        keep_row(system, state, record, t)
        return_to_end(state, record)
        record.next_output += 1
    return True


@compiled
def record_end(system, state, record):
    """Record the end of an accepted step where output is required."""
    times = record.output_times
    t1 = record.end
    if times.shape[0] == 0:
        keep_row(system, state, record, t1)
    elif record.next_output < times.shape[0]:
        t = times[record.next_output]
        if t <= t1 + 1e-6 * record.length:
            keep_row(system, state, record, t)
            record.next_output += 1


@compiled
def powers(system, state, record, t):
    """Status of the laws, dissipated power, and power of loads and of driven nodes [W]; laws keep history."""
    status = advance_all(system, state, t, record.scratch)
    driving = 0.0
    if system.driven.shape[0] > 0:
        assemble_residual(system, state, t)
        for d in range(system.driven.shape[0]):
            n = int(system.driven[d, 0])
            for j in range(6):
                driving += state.r[6 * n + j] * state.motion[n, TWIST + j]
    return status, state.sums[DISSIPATED], state.sums[WORK] + driving


@compiled
def set_powers_at_points(system, state, record, scheme):
    """Powers at the points of a solved step; laws get their history back, they keep that of the end only.

    Work and dissipation are as further unknowns of the collocation then and have its order, also the work of
    reactions, whose errors at the points cancel in the sum.
    """
    if scheme.at_point == 0 or system.has_powers == 0:
        return
    copy_numbers(state.history, state.history_at_start)
    copy_numbers(flat(state.increment), flat(state.drift))
    keep_end(state, record)
    for i in range(state.power_at.shape[0]):
        call_part(scheme.at_point, (system, state, scheme, record.end, record.length, i))
        t = record.end - record.length * (1.0 - scheme.tableau.point[i])
        _, state.power_at[i, 0], state.power_at[i, 1] = powers(system, state, record, t)
        copy_numbers(state.history_at_start, state.history)
    copy_numbers(flat(state.drift), flat(state.increment))
    return_to_end(state, record)


@compiled
def add_powers_of_points(state, record, scheme):
    """Add the integrals of these powers over the step."""
    last = state.power_at.shape[0] - 1
    for i in range(last + 1):
        share = record.length * scheme.tableau.weight[last, i]
        state.dissipated += share * state.power_at[i, 0]
        state.work += share * state.power_at[i, 1]
