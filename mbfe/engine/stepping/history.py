"""What a step takes from the steps before it, and what it leaves to the next one."""

from __future__ import annotations

from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.assembly import assemble_rates, factorise_matrix, set_scales, static_weights, unit_tangents
from mbfe.engine.columns import ACCEL, COORDINATE, NEW_ALGORITHMIC, STATE, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.kernels.gather import copy_rows
from mbfe.engine.stepping.guess import even_steps, newest_place
from mbfe.engine.stepping.roundoff import NARROW_PIVOT
from mbfe.engine.stepping.spinning import observe_spin

__all__ = ["FACTOR_COST", "MAX_RATIO", "accept", "has_drift", "remove_drift", "step_ratio"]

FACTOR_COST = 8.0
"""Cost of assembling and factorising the iteration matrix, in iterations (measured: 6 to 12)."""

MOST_DRIFT = 0.05
"""Change of the velocities by :func:`remove_drift`, as a part of them, above which they stay as they are."""

MAX_RATIO = 10.0
"""Largest ratio of steps for which the history is used: after a tiny step it is only round-off."""


@compiled
def step_ratio(state, h):
    """h over the step before, 1 at the start."""
    before = state.step
    ratio = h / before if before > 0.0 else 1.0
    return 1.0 if abs(ratio - 1.0) < 1e-9 else ratio


@compiled
def has_drift(state, scheme, h):
    """Whether a step needs :func:`remove_drift`: rows of positions, another length than the step before."""
    if scheme.rescale == 0 or state.multiplier.shape[0] == 0:
        return False
    if state.drift_known == 1:  # what an earlier attempt scaled is scaled again
        return True
    if state.narrow < NARROW_PIVOT:  # near a singular pose B𝒱 is divided by almost nothing
        return False
    ratio = step_ratio(state, h)
    return ratio != 1.0 and ratio <= MAX_RATIO


@entry()
def remove_drift(system, state, scheme, t, h):
    """Scale the part of the twists that violates the constraints' velocities with the square of the step.

    Index 3 at constant steps leaves B𝒱 + C_t = w h² with w slowly varying; a step r times as long expects
    r² times as much, 𝒱 ← 𝒱 + (r² − 1) S⁻¹Bᵀ(BS⁻¹Bᵀ)⁻¹(B𝒱 + C_t). Without it accelerations and multipliers are
    first order after every change. The metric S is the iteration matrix at hand: any one does, because
    another tangential part is of higher order.
    """
    r = step_ratio(state, h)
    r = r if r <= MAX_RATIO and state.narrow >= NARROW_PIVOT else 1.0
    if state.drift_known == 0:
        find_drift(system, state, t - h)
        state.drift_known = 1
        for n in range(state.start.shape[0]):
            for j in range(6):
                state.unknown[n, j] = state.start[n, TWIST + j]
    if is_sudden(system, state, r * r - 1.0):
        r = 1.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                state.start[n, TWIST + j] = state.unknown[n, j] + (r * r - 1.0) * state.drift[n, j]
    return 0


@compiled
def is_sudden(system, state, factor):
    """Whether a multiple of the drift is more than a smooth motion leaves, as near poses that lose rank."""
    length = system.environment.length
    drift = speed = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                unit = 1.0 if j < 3 or system.kind[n] == COORDINATE else length * length
                drift += unit * state.drift[n, j] ** 2
                speed += unit * state.unknown[n, j] ** 2
    return factor * factor * drift > MOST_DRIFT * MOST_DRIFT * speed


@compiled
def find_drift(system, state, t0):
    """Part of the start's twists that violates the constraints' velocities, in ``state.drift``."""
    point = state.point[0]
    n_motion = 6 * point.shape[0]
    was_factored = state.factored == 1
    if not was_factored:
        copy_rows(state.start, state.motion)
        unit_tangents(state)
        static_weights(state, 1.0, 0.0, 0.0, 1.0)
        set_scales(system, state)
        factorise_matrix(system, state, t0, state.mass, 0.0)
    copy_rows(state.start, point)
    for n in range(point.shape[0]):
        for j in range(6):
            state.drift[n, j] = 0.0
    x = state.x
    for _ in range(2):
        assemble_rates(system, state, t0, point, state.r)
        for q in range(x.shape[0]):
            x[q] = 0.0
            if system.row_norm[q] == 0 and system.is_row[q] == 1 and state.diagonal[q] > 0.0:
                x[q] = state.row_scale * state.scale[q] * state.r[system.base[q]]
        solve(system.fronts, state.packed, x, state.z)
        for q in range(x.shape[0]):
            at = system.base[q]
            if at < n_motion and system.kind[at // 6] <= COORDINATE:
                change = state.scale[q] * x[q]
                state.drift[at // 6, at % 6] += change
                point[at // 6, TWIST + at % 6] -= change
    if not was_factored:
        state.factored = 0


@compiled
def accept(system, state, scheme, t, h):
    """Commit the step: what was the end becomes the start of the next one."""
    call_part(scheme.keep, (system, state, scheme, t, h))
    state.even = even_steps(state, h)
    state.newest = newest = newest_place(state)
    largest = 0.0
    length = system.environment.length
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        motion, start = state.motion[n], state.start[n]
        for j in range(6):
            state.algorithmic_before[n, j] = state.used[n, j]
            state.twist_before[n, j] = start[TWIST + j]
            if kind <= COORDINATE:
                state.accel_before[n, j] = start[ACCEL + j]
                a = abs(motion[ACCEL + j])
                largest = max(largest, a if j < 3 or kind == COORDINATE else length * a)
                continue
            state.past[newest, 6 * n + j] = state.accel_before[n, j]
            if kind == STATE:
                state.accel_before[n, j] = start[TWIST + j]
                rate = motion[TWIST + j]
                state.algorithmic[n, j] = state.predicted[n, NEW_ALGORITHMIC + j] + state.c.w * rate
                state.size[6 * n + j] = max(state.size[6 * n + j], abs(rate))
            else:
                state.accel_before[n, j] = start[j]
                state.size[6 * n + j] = max(state.size[6 * n + j], abs(motion[j]))
    copy_rows(state.motion, state.start)
    observe_spin(system, state, scheme, h)
    n_motion = 6 * state.motion.shape[0]
    for j in range(state.multiplier.shape[0]):
        state.multiplier_past[newest, j] = state.multiplier_before[j]
        state.multiplier_before[j] = state.multiplier_start[j]
        state.multiplier_start[j] = state.multiplier[j]
        unit = state.scales[n_motion + j] * state.row_scale
        largest = max(largest, abs(state.multiplier[j]) / unit)
    state.accel_scale = max(0.99 * state.accel_scale, largest)
    state.time = t
    state.gamma = state.gamma_next
    state.theta = state.theta_next
    state.step_before = state.step
    state.step = h
    state.steps += 1
    state.drift_known = 0
    if state.base_iterations == 0:
        state.base_iterations = max(2, state.step_iterations)
    points = max(1, state.unknown_at.shape[0])  # of a collocation, each of which has its solution
    state.excess += points * max(0, state.step_iterations - state.base_iterations)
    if state.excess > FACTOR_COST:
        state.factored = 0
