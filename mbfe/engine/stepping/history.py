"""What a step takes from the steps before it, and what it leaves to the next one."""

from __future__ import annotations

from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.assembly import assemble_rates, factorise_matrix, set_scales, static_weights, unit_tangents
from mbfe.engine.columns import ACCEL, COORDINATE, NEW_ALGORITHMIC, STATE, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.kernels.gather import copy_rows
from mbfe.engine.stepping.forms import inertia_of, is_plain, read_unknown
from mbfe.engine.stepping.guess import PAST, even_steps, judge_guesses
from mbfe.engine.stepping.roundoff import NARROW_PIVOT
from mbfe.engine.stepping.spinning import observe_spin
from mbfe.engine.stepping.stages import MIDDLE, set_coefficients
from mbfe.integrators.changing_steps import extrapolated, moved_from_true, next_gamma
from mbfe.integrators.choices import (
    ALPHA_F,
    ALPHA_M,
    DELTA_F,
    DELTA_M,
    END,
    FORM,
    HHT_FORM,
    RESCALE,
    STEP_CHANGE,
    STEP_CHANGES,
    VARIANT,
)
from mbfe.integrators.choices import GAMMA as SCHEME_GAMMA
from mbfe.integrators.choices import THETA as SCHEME_THETA

NO_CHANGE = STEP_CHANGES.index("none")
UPDATE_GAMMA = STEP_CHANGES.index("gamma")
EXTRAPOLATE = STEP_CHANGES.index("extrapolate")
USE_ACCELERATION = STEP_CHANGES.index("acceleration")

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
def change_step(system, state, scheme, h):
    """Coefficients of the step, and algorithmic accelerations moved to the instant that its length asks for.

    ``extrapolate``: 𝒳 ← 𝒳 + α(r − 1)(𝒳 − 𝒳_before), r the ratio of the steps (Jay and Negrut 2008, eq. 15);
    ``acceleration``: 𝒳 ← 𝒜 + r(𝒳 − 𝒜) (Jay and Negrut 2007, eq. 2.3); ``gamma``: γ and θ follow eq. 28 to 30
    of Brüls and Arnold 2008.
    """
    r = step_ratio(state, h)
    mode = scheme[STEP_CHANGE]
    state.gamma_next = scheme[SCHEME_GAMMA]
    state.theta_next = scheme[SCHEME_THETA]
    if mode == UPDATE_GAMMA and state.step > 0.0:
        state.gamma_next = next_gamma(scheme[ALPHA_M], scheme[ALPHA_F], state.gamma, r)
        state.theta_next = next_gamma(scheme[DELTA_M], scheme[DELTA_F], state.theta, r)
    set_coefficients(scheme, state.gamma_next, state.theta_next, h, state.c)
    state.jump = state.c.alpha * (r - 1.0) if mode == EXTRAPOLATE and r <= MAX_RATIO else 0.0
    free_part = scheme[FORM] == HHT_FORM
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        is_state = system.kind[n] == STATE
        alpha = state.c.delta if is_state else state.c.alpha
        for j in range(6):
            x = state.algorithmic[n, j]
            state.start_twist[n, j] = start[TWIST + j]
            if r != 1.0:
                a = state.unconstrained[n, j] if free_part else start[ACCEL + j]
                a = start[TWIST + j] if is_state else a
                if mode != NO_CHANGE and r > MAX_RATIO:
                    x = a
                elif mode == EXTRAPOLATE:
                    x = extrapolated(x, state.algorithmic_before[n, j], alpha, r)
                elif mode == USE_ACCELERATION:
                    x = moved_from_true(x, a, r)
            state.used[n, j] = x


@compiled
def has_drift(state, scheme, h):
    """Whether a step needs :func:`remove_drift`: index 3, and another length than the step before."""
    if scheme[FORM] != END or scheme[RESCALE] == 0.0 or state.multiplier.shape[0] == 0:
        return False
    if state.drift_known == 1:  # what an attempt before scaled is scaled anew
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
    borrowed = state.factored == 1
    if not borrowed:
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
            if system.row_code[q] % 4 == 0 and system.is_row[q] == 1 and state.diagonal[q] > 0.0:
                x[q] = state.row_scale * state.scale[q] * state.r[system.base[q]]
        solve(system.fronts, state.packed, x, state.z)
        for q in range(x.shape[0]):
            at = system.base[q]
            if at < n_motion and system.kind[at // 6] <= COORDINATE:
                change = state.scale[q] * x[q]
                state.drift[at // 6, at % 6] += change
                point[at // 6, 7 + at % 6] -= change
    if not borrowed:
        state.factored = 0


@compiled
def middle_of_stages(state, scheme, n, j):
    """Constraint acceleration at the middle of the step, from the stages of HHT."""
    stage = state.stage
    if stage.shape[0] == 2:
        return stage[1, n, j]
    if scheme[VARIANT] >= MIDDLE:
        return stage[2, n, j]
    return 0.5 * (stage[1, n, j] + stage[2, n, j])


@compiled
def middle_of_multipliers(state, scheme, j):
    """Multiplier at the middle of the step, from the stages of HHT."""
    given = state.stage_multiplier
    if given.shape[0] == 1:
        return given[0, j]
    if scheme[VARIANT] >= MIDDLE:
        return given[1, j]
    return 0.5 * (given[0, j] + given[1, j])


@entry()
def finish(system, state, scheme, t, h):
    """Accelerations and multipliers at the end of a step, and what the next one needs; returns a status.

    The weighted methods know a(t + αh); the acceleration at t follows the recurrence
    (1 − αm) 𝒳₁ + αm 𝒳₀ = (1 − αf) 𝒜₁ + αf 𝒜₀. HHT knows constraint forces at the middle of the step to second
    order (their mean over the stages); those at its end are extrapolated from the last two middles.
    """
    if scheme[FORM] == HHT_FORM:
        finish_split(system, state, scheme, h)
        return 0
    n_motion = 6 * state.motion.shape[0]
    am, af = scheme[ALPHA_M], scheme[ALPHA_F]
    stages = state.stage.shape[0]
    if stages == 1:
        read_unknown(system, state)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            x = state.unknown[n, j] if stages == 1 else state.stage[1, n, j]
            state.next_algorithmic[n, j] = x
            known = am * state.used[n, j] - af * state.start[n, ACCEL + j]
            state.motion[n, ACCEL + j] = ((1.0 - am) * x + known) / (1.0 - af)
    if stages == 2:
        for j in range(state.multiplier.shape[0]):
            state.multiplier[j] = state.stage_multiplier[1, j]
    inertia = state.defect[0:n_motion]
    status = inertia_of(system, state, t + (am - af) * h, state.next_algorithmic, inertia)
    for i in range(n_motion):  # the balance of the step gives the forces at its end
        state.constant[0, i] = -((1.0 - am) * inertia[i] + state.constant[1, i]) / (1.0 - af)
        state.constant[1, i] = inertia[i]
    return status


@compiled
def finish_split(system, state, scheme, h):
    """End of a step of HHT."""
    before = state.step
    known = state.steps > 0
    f = h / (h + before) if known else 1.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            middle = middle_of_stages(state, scheme, n, j)
            old = state.half[n, j] if known else state.start[n, ACCEL + j] - state.unconstrained[n, j]
            free = state.stage[0, n, j]
            state.next_algorithmic[n, j] = state.predicted[n, NEW_ALGORITHMIC + j] + state.c.c9 * free
            state.motion[n, ACCEL + j] = free + middle + f * (middle - old)
    for j in range(state.multiplier.shape[0]):
        middle = middle_of_multipliers(state, scheme, j)
        old = state.half_multiplier[j] if known else state.multiplier_start[j]
        state.multiplier[j] = middle + f * (middle - old)


@entry()
def keep_forms(system, state, scheme, t, h):
    """Commit what the weighted methods and HHT carry to the next step."""
    if scheme[FORM] != HHT_FORM:
        for i in range(6 * state.motion.shape[0]):
            state.force[i] = state.constant[0, i]
            state.inertia_before[i] = state.constant[2, i]
            state.inertia[i] = state.constant[1, i]
        return 0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            state.unconstrained[n, j] = state.stage[0, n, j]
            state.half[n, j] = middle_of_stages(state, scheme, n, j)
    for j in range(state.multiplier.shape[0]):
        state.half_multiplier[j] = middle_of_multipliers(state, scheme, j)
    return 0


@compiled
def accept(system, state, scheme, t, h):
    """Commit the step: what was the end becomes the start of the next one."""
    plain = is_plain(state, scheme)
    if plain:
        judge_guesses(system, state, scheme, h)
    else:
        call_part(system.parts.keep, (system, state, scheme, t, h))
    state.even = even_steps(state, h)
    state.newest = newest = (state.newest + 1) % PAST
    largest = 0.0
    length = system.environment.length
    c9 = state.c.c9
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        motion, start = state.motion[n], state.start[n]
        for j in range(6):
            old = state.accel_before[n, j] if plain or kind > COORDINATE else state.algorithmic_before[n, j]
            state.past[newest, 6 * n + j] = old
            state.algorithmic_before[n, j] = state.used[n, j]
            state.twist_before[n, j] = start[TWIST + j]
            if kind <= COORDINATE:
                a = motion[ACCEL + j]
                state.accel_before[n, j] = start[ACCEL + j]
                new = state.predicted[n, NEW_ALGORITHMIC + j] + c9 * a
                state.algorithmic[n, j] = new if plain else state.next_algorithmic[n, j]
                size = abs(a) if j < 3 or kind == COORDINATE else length * abs(a)
                largest = max(largest, size)
            elif kind == STATE:
                state.accel_before[n, j] = start[TWIST + j]
                rate = motion[TWIST + j]
                state.algorithmic[n, j] = state.predicted[n, NEW_ALGORITHMIC + j] + state.c.w * rate
                state.size[6 * n + j] = max(state.size[6 * n + j], abs(motion[TWIST + j]))
            else:
                state.accel_before[n, j] = start[j]
                state.size[6 * n + j] = max(state.size[6 * n + j], abs(motion[j]))
            if plain and kind <= COORDINATE and scheme[FORM] == HHT_FORM:
                state.unconstrained[n, j] = motion[ACCEL + j]
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
    state.excess += max(0, state.step_iterations - state.base_iterations)
    if state.excess > FACTOR_COST:
        state.factored = 0
