"""One step of the generalized-α scheme in predictor/corrector form, solved by a modified Newton iteration.

A step changes only the working part of the state; :func:`accept` commits it, :func:`begin` of the next
attempt throws it away.
"""

from __future__ import annotations

from mbfe.compiled import compiled, flat, inlined, load, store
from mbfe.engine.assembly import assemble_residual, drive, factorise_matrix
from mbfe.engine.frontal import solve
from mbfe.engine.gather import LENGTH
from mbfe.engine.system import (
    ACCEL_SCALE,
    BASE_ITERATIONS,
    CONTRACTION,
    DAMPING,
    EXCESS,
    FACTORED,
    GROWTH,
    INVERSE_STIFF,
    ITERATIONS,
    MASS,
    ROW_SCALE,
    STEP,
    STEP_FACTORED,
    STEP_ITERATIONS,
    STEPS,
    STIFFNESS,
    TIME,
    TOLERANCE,
    WORST,
)
from mbfe.motion import compose, increment, tangent
from mbfe.vectors import vector

CONVERGED, DIVERGED, SINGULAR, NOT_A_NUMBER = range(4)
"""Statuses of an attempt; ``LAW_FAILED`` of the assembly is the last one."""

MAX_ITERATIONS = 12
FACTOR_COST = 8.0
"""Cost of assembling and factorising the iteration matrix, in iterations (measured: 6 to 12)."""


@compiled
def begin(system, state, c, h):
    """Predictor step (Dymore manual, eq. 30), with the acceleration guessed by extrapolation instead of zero.

    When the step changes, the algorithmic acceleration is moved to the instant that the new step expects:
    𝒳 ← 𝒳 + α(r − 1)(𝒳 − 𝒳_before), r the ratio of the steps (Jay and Negrut, eq. 15).
    """
    before = state.number[STEP]
    ratio = h / before if state.count[STEPS] > 1 else 0.0
    jump = c[10] * (h / before - 1.0) if state.count[STEPS] > 1 and h != before else 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        motion = state.motion[n]
        for j in range(6):
            v = start[7 + j]
            a = start[13 + j]
            x = state.algorithmic[n, j]
            x += jump * (x - state.algorithmic_before[n, j])
            state.predicted[n, j] = h * v + h * h * (c[1] * a + c[2] * x)
            state.predicted[n, 6 + j] = v + h * (c[3] * a + c[4] * x)
            state.predicted[n, 12 + j] = c[5] * a + c[6] * x
            motion[13 + j] = a + ratio * (a - state.accel_before[n, j])
    for j in range(state.multiplier.shape[0]):
        old = state.multiplier_start[j]
        state.multiplier[j] = old + ratio * (old - state.multiplier_before[j])


@inlined
def correct(system, state, c7, c8, kind):
    """Motions at the end of the step from the accelerations (corrector step, eq. 31 and 33)."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        motion = state.motion[n]
        predicted = state.predicted[n]
        for j in range(6):
            motion[7 + j] = predicted[6 + j] + c7 * motion[13 + j]
        u = (
            predicted[0] + c8 * motion[13],
            predicted[1] + c8 * motion[14],
            predicted[2] + c8 * motion[15],
        )
        w = (
            predicted[3] + c8 * motion[16],
            predicted[4] + c8 * motion[17],
            predicted[5] + c8 * motion[18],
        )
        x, q = increment(kind, u, w)
        compose(state.start[n], x, q, motion)


@compiled
def update_tangents(system, state, c8, kind):
    """T(ΔU) of all free nodes at the current iterate."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        motion = state.motion[n]
        predicted = state.predicted[n]
        u = vector(predicted, 0)
        w = vector(predicted, 3)
        u = (u[0] + c8 * motion[13], u[1] + c8 * motion[14], u[2] + c8 * motion[15])
        w = (w[0] + c8 * motion[16], w[1] + c8 * motion[17], w[2] + c8 * motion[18])
        tangent(kind, u, w, state.step_tangent[n])


@compiled
def refresh(system, state, t, h, c7, c8, kind):
    """Assemble and factorise the iteration matrix at the current iterate; False if it is singular."""
    update_tangents(system, state, c8, kind)
    number = state.number
    number[STEP_FACTORED] = h
    number[INVERSE_STIFF] = 1.0 / c8
    number[CONTRACTION] = 0.5
    number[EXCESS] = 0.0
    state.count[BASE_ITERATIONS] = 0
    scale = number[MASS] + c7 * number[DAMPING] + c8 * number[STIFFNESS]
    number[GROWTH] = factorise_matrix(system, state, t, 1.0, c7, c8, scale)
    return number[GROWTH] >= 0.0


@inlined
def improve(system, state):
    """One Newton correction with the factors at hand; returns its largest component [m/s²].

    The augmented Lagrangian enters through the matrix: with μ as the unknown, Δμ = c₈s ℓ y − s ℓ² C gives the
    same iterates as the penalty term in the residual (Dymore manual, eq. 24 to 27), without a product
    with Bᵀ.
    """
    x, r, scale = state.x, state.r, state.scale
    source, target, is_row = system.source, system.target, system.is_row
    motion = flat(state.motion)
    c8s = state.number[ROW_SCALE]
    inverse = state.number[INVERSE_STIFF]
    row_factor = c8s * inverse
    n = x.shape[0]
    for q in range(n):
        value = -load(scale, q) * load(r, load(source, q))
        if load(is_row, q) == 1:
            value = row_factor * value if load(state.diagonal, q) > 0.0 else 0.0
        store(x, q, value)
    solve(system.fronts, state.packed, x, state.z)
    largest = 0.0
    for q in range(n):
        y = load(x, q)
        size = abs(y)
        if largest == largest and not size <= largest:  # a value that is not a number stays
            largest = size
            state.count[WORST] = q
        f = load(scale, q)
        at = load(target, q)
        if load(is_row, q) == 0:
            store(motion, at, load(motion, at) + f * y)
        elif load(state.diagonal, q) > 0.0:
            state.multiplier[at] += c8s * f * (y - inverse * f * load(r, load(source, q)))
    return largest


@compiled
def at_roundoff(system, state):
    """Tell whether the residual is as small as the round-off of positions and forces lets it be.

    Near a singular pose B loses rank, and corrections along the lost direction never become small.
    """
    n_motion = 6 * state.motion.shape[0]
    length = system.environment[LENGTH]
    force = 1e-9 * state.number[MASS] * state.number[ACCEL_SCALE]
    for q in range(state.x.shape[0]):
        s = system.source[q]
        if s < n_motion:
            if not abs(state.scales[s % 6] * state.r[s]) <= force:
                return False
        elif state.diagonal[q] != 0.0:
            if not abs(state.r[s]) * state.scales[6 + s - n_motion] <= 2e-15 * length:
                return False
    return True


@compiled
def attempt(system, state, c, kind, t, h):
    """Try a step that ends at time ``t``; returns a status, leaves the number of iterations in the counters.

    Parameters
    ----------
    system, state : System, State
        The model; ``state.start`` holds the motions at the start.
    c : (11,) array
        Coefficients of the scheme, independent of the step.
    kind : int
        Step map.
    t, h : float
        End and length of the step [s].
    """
    c7 = c[7] * h
    c8 = c[8] * h * h
    number = state.number
    drive(system, state, t)
    begin(system, state, c, h)
    correct(system, state, c7, c8, kind)
    fresh = False
    if state.count[FACTORED] == 0 or abs(h - number[STEP_FACTORED]) > 0.1 * h:
        fresh = True
        if not refresh(system, state, t, h, c7, c8, kind):
            return SINGULAR
    # round-off of positions, seen as an acceleration
    floor = 2e-15 * system.environment[LENGTH] / c8
    tolerance = number[TOLERANCE] * number[ACCEL_SCALE] + floor
    before = 0.0
    state.count[STEP_ITERATIONS] = 0
    iteration = 0
    while iteration < MAX_ITERATIONS:
        iteration += 1
        status = assemble_residual(system, state, t)
        if status != 0:
            return status
        size = improve(system, state)
        correct(system, state, c7, c8, kind)
        state.count[ITERATIONS] += 1
        state.count[STEP_ITERATIONS] += 1
        if not size < 1e200:
            return NOT_A_NUMBER
        if iteration == 1:
            if number[CONTRACTION] * size <= 0.2 * tolerance:
                return CONVERGED
        else:
            rate = size / before
            if rate < 1.0:
                number[CONTRACTION] = max(rate, 1e-3)
                if rate * size <= tolerance * (1.0 - rate):
                    return CONVERGED
            if rate > 0.8 or iteration == MAX_ITERATIONS:
                if fresh:
                    if at_roundoff(system, state):
                        return CONVERGED
                    if rate > 2.0:
                        return DIVERGED
                else:
                    fresh = True
                    begin(system, state, c, h)
                    correct(system, state, c7, c8, kind)
                    if not refresh(system, state, t, h, c7, c8, kind):
                        return SINGULAR
                    iteration = 0
        if size <= tolerance:
            return CONVERGED
        before = size
    return DIVERGED


@compiled
def accept(system, state, c, t, h):
    """Commit the step: what was the end becomes the start of the next one."""
    largest = 0.0
    length = system.environment[LENGTH]
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            a = state.motion[n, 13 + j]
            state.algorithmic_before[n, j] = state.algorithmic[n, j]
            state.algorithmic[n, j] = state.predicted[n, 12 + j] + c[9] * a
            state.accel_before[n, j] = state.start[n, 13 + j]
            largest = max(largest, abs(a) if j < 3 else length * abs(a))
    for n in range(state.motion.shape[0]):
        for j in range(19):
            state.start[n, j] = state.motion[n, j]
    for j in range(state.multiplier.shape[0]):
        state.multiplier_before[j] = state.multiplier_start[j]
        state.multiplier_start[j] = state.multiplier[j]
        largest = max(largest, abs(state.multiplier[j]) / (state.scales[6 + j] * state.number[ROW_SCALE]))
    number = state.number
    count = state.count
    number[ACCEL_SCALE] = max(0.99 * number[ACCEL_SCALE], largest)
    number[TIME] = t
    number[STEP] = h
    count[STEPS] += 1
    if count[BASE_ITERATIONS] == 0:
        count[BASE_ITERATIONS] = count[STEP_ITERATIONS]
    number[EXCESS] += max(0, count[STEP_ITERATIONS] - count[BASE_ITERATIONS])
    if number[EXCESS] > FACTOR_COST:
        count[FACTORED] = 0
