"""A restart where held inputs jump: accelerations, multipliers and the history, in a few solutions.

Positions, velocities and acting rows stay as they are, so that the change of the accelerations satisfies
D Δ𝒜 = 0, and the jump of their rates follows from that of the accelerations alone.
"""

from __future__ import annotations

from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import assemble_residual, factorise_matrix, static_weights, unit_tangents
from mbfe.engine.columns import ACCEL, COORDINATE, NODE, POSE, STATE, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.kernels.gather import copy_numbers, copy_rows

__all__ = ["FRACTION", "add_unknowns", "column_of", "restart_entry"]

MOST_CORRECTIONS = 8
"""Newton iterations."""
SETTLED = 1e-11
"""Part of the largest correction from which corrections are round-off."""
BEFORE, AFTER, NEXT, MOMENT, BENDS = range(5)
"""Places of the times of a restart, see :func:`restart_entry`."""
FRACTION = 1e-3
"""Part of the step over which rates are differenced."""


@compiled
def column_of(kind):
    """Where the unknowns of a kind of row stand: accelerations, rates of states, outputs."""
    if kind <= COORDINATE:
        return ACCEL
    return TWIST if kind == STATE else POSE


@compiled
def solve_forces(system, state, factor):
    """Solve for the unknowns that take away ``state.r`` times a factor, with D x = 0; they are ``state.x``.

    Returns the largest of them, as accelerations.
    """
    x, r = state.x, state.r
    sigma = state.row_scale
    for q in range(x.shape[0]):
        x[q] = 0.0 if system.is_row[q] == 1 else -factor * state.scale[q] * r[system.source[q]]
    solve(system.fronts, state.packed, x, state.z)
    largest = 0.0
    for q in range(x.shape[0]):
        if not abs(x[q]) <= largest:
            largest = abs(x[q])
        x[q] *= state.scale[q] * sigma if system.is_row[q] == 1 else state.scale[q]
        if system.is_row[q] == 1 and state.diagonal[q] == 0.0:
            x[q] = 0.0
    return largest


@compiled
def add_unknowns(system, state, motion, multiplier):
    """Add ``state.x`` to motions and multipliers."""
    for q in range(state.x.shape[0]):
        to = system.target[q]
        if system.is_row[q] == 1:
            multiplier[to] += state.x[q]
        else:
            motion[to // motion.shape[1], to % motion.shape[1]] += state.x[q]


@compiled
def consistent(system, state, t):
    """Accelerations, rates, outputs and multipliers at this position and velocity; True if found."""
    unit_tangents(state)
    static_weights(state, 1.0, 0.0, 0.0, 1.0)
    growth = factorise_matrix(system, state, t, state.mass, 0.0)
    state.factored = 0
    largest = state.accel_scale  # where nothing jumps all corrections are round-off
    if growth < 0.0:
        return False
    for _ in range(MOST_CORRECTIONS):
        if assemble_residual(system, state, t) != 0:
            return False
        size = solve_forces(system, state, 1.0)
        if not size < 1e200:
            return False
        add_unknowns(system, state, state.motion, state.multiplier)
        largest = max(largest, size)
        if size <= SETTLED * largest:
            return True
    return False


@compiled
def jump_of_rates(system, state, times, slope, slope_of_multiplier):
    """Add the jump of the rates of accelerations, states' rates, outputs and multipliers to their rates.

    ``state.point[0]`` holds the motions before the jump. The motion continues with new inputs for a moment
    e, and the residual that arises is removed; with it the jump of ∂r/∂t, from its mean over the step
    before, which follows from the rates so far.
    """
    before_jump, t, e = times[BEFORE], times[AFTER], times[MOMENT]
    part = e / state.step
    before, motion, r = state.point[0], state.motion, state.r
    n_motion = 6 * motion.shape[0]
    total = state.constant[3]
    status = 0
    for i in range(n_motion):
        total[i] = 0.0
    if times[BENDS] > 0.0:
        begin = before_jump - state.step
        for weight, at in ((1.0, t + e), (-1.0, t), (-part, before_jump), (part, begin)):
            status = max(status, assemble_residual(system, state, at))
            for i in range(n_motion):
                total[i] += weight * r[i]
    copy_rows(motion, state.point[1])
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            if system.kind[n] <= COORDINATE:
                motion[n, TWIST + j] += e * (motion[n, ACCEL + j] - before[n, ACCEL + j])
            elif system.kind[n] == STATE:
                motion[n, j] += e * (motion[n, TWIST + j] - before[n, TWIST + j])
    status = max(status, assemble_residual(system, state, t))
    copy_rows(state.point[1], motion)
    for i in range(n_motion):
        r[i] += total[i]
    if status == 0 and solve_forces(system, state, 1.0 / e) < 1e200:
        add_unknowns(system, state, slope, slope_of_multiplier)


@compiled
def rates_before(system, state, slope, slope_of_multiplier):
    """Rates of the unknowns over the step that led here."""
    h = state.step
    for i in range(system.free.shape[0]):
        n = system.free[i]
        column = column_of(system.kind[n])
        for j in range(6):
            slope[n, column + j] = (state.start[n, column + j] - state.accel_before[n, j]) / h
    for j in range(state.multiplier.shape[0]):
        slope_of_multiplier[j] = (state.multiplier_start[j] - state.multiplier_before[j]) / h


@compiled
def set_history(system, state, scheme, h, slope, slope_of_multiplier):
    """History of the first step from the unknowns and their rates, as at the start of a run."""
    alpha, delta = scheme.alpha_m - scheme.alpha_f, scheme.delta_m - scheme.delta_f
    length = system.environment.length
    largest = state.accel_scale
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        column = column_of(kind)
        ahead = alpha if kind <= COORDINATE else delta
        for j in range(6):
            value, rate = state.motion[n, column + j], slope[n, column + j]
            state.algorithmic[n, j] = value + ahead * h * rate
            state.algorithmic_before[n, j] = state.algorithmic[n, j] - h * rate
            state.accel_before[n, j] = value - h * rate
            if kind <= COORDINATE:
                largest = max(largest, abs(value) * (length if kind == NODE and j >= 3 else 1.0))
    for j in range(state.multiplier.shape[0]):
        state.multiplier_start[j] = state.multiplier[j]
        state.multiplier_before[j] = state.multiplier[j] - h * slope_of_multiplier[j]
    copy_rows(state.motion, state.start)
    state.accel_scale = largest
    state.step = h
    state.gamma = scheme.gamma
    state.gamma_next = scheme.gamma
    state.theta = scheme.theta
    state.theta_next = scheme.theta


@entry()
def restart_entry(system, state, scheme, times, slope, slope_of_multiplier):
    """Consistent unknowns and a history of second order after a jump of what laws hold; 1 if found.

    ``times`` (5,): time at which the step ended, and at which the right side of a jump is read; length of the
    next step; a moment, over which rates are differenced [s]; 1 when an input jumps or bends. ``slope``
    (n_node, 20) and ``slope_of_multiplier`` (n_row,) are workspace.
    """
    copy_rows(state.motion, state.point[0])
    copy_numbers(state.multiplier, state.half_multiplier)
    rates_before(system, state, slope, slope_of_multiplier)
    if not consistent(system, state, times[AFTER]):
        copy_rows(state.point[0], state.motion)
        copy_numbers(state.half_multiplier, state.multiplier)
        return 0
    jump_of_rates(system, state, times, slope, slope_of_multiplier)
    set_history(system, state, scheme, times[NEXT], slope, slope_of_multiplier)
    return 1
