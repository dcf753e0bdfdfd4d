"""One step of a scheme in predictor/corrector form, solved by a modified Newton iteration.

A step changes only the working part of the state; :func:`accept` commits it, the predictor of the
next attempt throws it away.
"""

from __future__ import annotations

import math

from mbfe.algebra.motion import tangent
from mbfe.algebra.vectors import dot, vector
from mbfe.compiled import call_part, compiled, entry, flat, inlined, load, store
from mbfe.engine.assembly import drive, factorise_matrix, set_scales
from mbfe.engine.columns import ACCEL, COORDINATE, NODE, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.stepping.history import has_drift
from mbfe.engine.stepping.outcomes import Outcome
from mbfe.engine.stepping.roundoff import (
    at_roundoff,
    loses_count,
    overturned,
    round_off,
    row_damping,
    slipped,
    turned_away,
)
from mbfe.engine.stepping.spinning import is_spinning, turn_tangent

__all__ = [
    "BEST_CONTRACTION", "FAR", "MAX_RENEWALS", "MOST_ITERATIONS", "NEAR_ROUNDOFF", "SAME_STEP", "SHORT_STEP",
    "SLOW", "attempt", "conclude", "expected",
]  # fmt: skip

MAX_ITERATIONS = 12
MOST_ITERATIONS = 2 * MAX_ITERATIONS
SLOW = 0.8
"""Rate of contraction from which the factors are renewed."""
MAX_RENEWALS = 4
"""Renewals in one attempt; the first ones of a long step see large changes of shape."""
NEAR_ROUNDOFF = 30.0
"""Residuals up to this multiple of round-off are accepted when the iteration gets no further: a shorter step
would only make it worse."""
FAR = 10.0
"""Growth of the corrections from which an iterate is given up."""
BEST_CONTRACTION = 0.02
"""A smaller rate of contraction is not trusted: the next error may lie in another direction."""
SAME_STEP = 0.25
"""Relative change of the step up to which the factors are kept."""
SMALL_TURN = 0.002
"""Turn of the nodes in a step [rad], and path as a part of the model's length, up to which T counts as 1.

With ten times as much, accelerations at tight tolerances were three times less accurate.
"""
SHORT_STEP = 1e-3
"""Part of the step before below which accelerations are not solved for but extrapolated."""


@compiled
def is_small(system, state):
    """Whether all nodes turn and move little in the step."""
    length = system.environment.length
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            moved = state.increment[n]
            u, w = vector(moved, 0), vector(moved, 3)
            if dot(w, w) > SMALL_TURN * SMALL_TURN or dot(u, u) > (SMALL_TURN * length) ** 2:
                return False
    return True


@compiled
def update_tangents(system, state, scheme, h):
    """T(ΔU) of all free nodes at the current iterate, times what spin adds to the increment.

    In short steps it counts as the identity: the iteration then contracts a little slower.
    """
    step_map = scheme.step_map
    state.weight.unit = 1 if is_small(system, state) else 0
    if state.weight.unit == 1 and system.has_parts == 0:
        return
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            moved = state.increment[n]
            tangent(step_map, vector(moved, 0), vector(moved, 3), state.step_tangent[n])
            if scheme.spins == 1 and is_spinning(state, n):
                turn_tangent(state, n, h, state.step_tangent[n])


@compiled
def refresh(system, state, scheme, t, h):
    """Assemble and factorise the iteration matrix at the current iterate; False if it is singular."""
    update_tangents(system, state, scheme, h)
    state.step_factored = h
    state.contraction = 0.5
    state.excess = 0.0
    state.base_iterations = 0
    set_scales(system, state)
    scale = state.mass + state.c.c7 * h * state.damping + state.c.c8 * h * h * state.stiffness
    state.growth = factorise_matrix(system, state, t, scale, row_damping(system, state, h))
    return state.growth >= 0.0


@inlined
def improve(system, state):
    """One Newton correction with the factors at hand; returns its largest component [m/s²].

    The augmented Lagrangian enters through the matrix: with μ as the unknown, Δλ = σ ℓ y − κσ ℓ² ν C gives
    the same iterates as the penalty term in the residual (Dymore manual, eq. 24 to 27), without a product
    with Bᵀ; κ is the factor of the penalty, ν makes a row an acceleration (1/c₈ for positions, 1/c₇ for
    velocities).
    """
    x, r, scale = state.x, state.defect, state.scale
    source, target, is_row = system.source, system.target, system.is_row
    single = state.stage.shape[0] == 1
    motion = flat(state.motion) if single else flat(state.stage)
    multiplier = state.multiplier if single else flat(state.stage_multiplier)
    sigma, penalty = state.row_scale, state.weight.penalty
    n = x.shape[0]
    for q in range(n):
        value = -load(scale, q) * load(r, load(source, q))
        if load(is_row, q) == 1:
            norm = load(state.weight.norm, load(system.row_norm, q))
            value = sigma * norm * value if load(state.diagonal, q) > 0.0 else 0.0
        store(x, q, value)
    solve(system.fronts, state.packed, x, state.z)
    largest = 0.0
    for q in range(n):
        y = load(x, q)
        size = abs(y)
        if largest == largest and not size <= largest:  # a value that is not a number stays
            largest = size
            state.worst = q
        f = load(scale, q)
        at = load(target, q)
        if load(is_row, q) == 0:
            store(motion, at, load(motion, at) + f * y)
        elif load(state.diagonal, q) > 0.0:
            penalised = load(system.general, q) == 0
            norm = penalty * load(state.weight.norm, load(system.row_norm, q)) if penalised else 0.0
            change = sigma * f * (y - norm * f * load(r, load(source, q)))
            store(multiplier, at, load(multiplier, at) + change)
    return largest


@compiled
def keep_guess(system, state, h):
    """Extrapolate accelerations and multipliers over a very short step: solved ones are round-off over h².

    Velocities follow from these: solved ones are round-off over h.
    """
    ratio = h / state.step
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                a = state.start[n, ACCEL + j]
                state.motion[n, ACCEL + j] = a + ratio * (a - state.accel_before[n, j])
                mean = 0.5 * (a + state.motion[n, ACCEL + j])
                state.motion[n, TWIST + j] = state.start[n, TWIST + j] + h * mean
                state.next_algorithmic[n, j] = state.used[n, j]
    for j in range(state.multiplier.shape[0]):
        old = state.multiplier_start[j]
        state.multiplier[j] = old + ratio * (old - state.multiplier_before[j])


@compiled
def start_attempt(system, state, scheme, t, h):
    """Everything that an attempt does before it iterates; returns a status."""
    drive(system, state, t)
    status = call_part(scheme.begin, (system, state, scheme, t, h))
    call_part(scheme.predict, (system, state, scheme, t, h))
    call_part(scheme.correct, (system, state, scheme, t, h))
    return status


@compiled
def conclude(system, state, scheme, t, h):
    """What a converged step still needs; returns a status."""
    status = Outcome.CONVERGED
    if scheme.finish != 0:
        status = call_part(scheme.finish, (system, state, scheme, t, h))
    if h < SHORT_STEP * state.step:
        keep_guess(system, state, h)
    if status == Outcome.CONVERGED and (loses_count(system, state, h) or overturned(system, state, h)):
        return Outcome.DIVERGED
    return Outcome.JUMPED if turned_away(system, state, h) else status


@compiled
def renew(system, state, scheme, t, h, far, renewals):
    """Factorise again at the iterate, or at the guess when the iterate is far off; returns a status.

    The iterate is the better place: after one correction stiff directions, such as the stretching of a bent
    beam, are settled, which the guess leaves wrong by a multiple of the accelerations.
    """
    if far:
        if renewals > 1:
            return Outcome.DIVERGED
        call_part(scheme.predict, (system, state, scheme, t, h))
        call_part(scheme.correct, (system, state, scheme, t, h))
    return Outcome.CONVERGED if refresh(system, state, scheme, t, h) else Outcome.SINGULAR


@compiled
def expected(state, size, target):
    """Whether the contraction so far predicts convergence with the first correction."""
    if state.contraction * size > 0.2 * target:
        return False
    # the factors age: the contraction is measured again before it is out of date
    state.contraction = min(0.5, 1.2 * state.contraction)
    return True


@compiled
def residual_norm(system, state):
    """Root of the sum of squares of all residuals, in their units (Brüls and Arnold 2008, Algorithm 1)."""
    total = 0.0
    for q in range(state.x.shape[0]):
        if system.is_row[q] == 0 or state.diagonal[q] != 0.0:
            total += state.defect[system.source[q]] ** 2
    return math.sqrt(total)


@entry()
def attempt(system, state, scheme, t, h, most):
    """Try a step of length h [s] that ends at t [s], from the motions ``state.start``; returns a status.

    It gives up after ``most`` iterations, fewer than ``MOST_ITERATIONS`` to look at an iterate, and leaves
    their number in the counters.
    """
    if has_drift(state, scheme, h):
        call_part(system.parts.remove_drift, (system, state, scheme, t, h))
    state.step_iterations = 0
    status = start_attempt(system, state, scheme, t, h)
    if status != 0:
        return status
    renewals = 0
    if state.factored == 0 or abs(h - state.step_factored) > SAME_STEP * h:
        renewals = 1
        if not refresh(system, state, scheme, t, h):
            return Outcome.SINGULAR
    floor = round_off(system, state, h)
    target = state.newton_tolerance * state.accel_scale
    before = first = 0.0
    checked, iteration = False, 0
    while iteration < most:
        iteration += 1
        status = call_part(scheme.evaluate, (system, state, scheme, t, h))
        if status != 0:
            return status
        if state.residual_tolerance > 0.0 and residual_norm(system, state) < state.residual_tolerance:
            return conclude(system, state, scheme, t, h)
        size = improve(system, state)
        state.corrections[iteration - 1] = size
        call_part(scheme.correct, (system, state, scheme, t, h))
        state.iterations += 1
        state.step_iterations += 1
        if not size < 1e200:
            return Outcome.NOT_A_NUMBER
        done = size <= target
        if iteration == 1:
            first = size
            done = done or expected(state, size, target)
        else:
            rate = size / before
            if rate < 1.0:
                state.contraction = max(rate, BEST_CONTRACTION)
                done = done or rate * size <= target * (1.0 - rate)
            done = done or size <= target + floor
            if not done and (rate > SLOW or (iteration == MAX_ITERATIONS and renewals == 0)):
                done = at_roundoff(system, state, h, 1.0)
                if not done and renewals < MAX_RENEWALS:
                    status = renew(system, state, scheme, t, h, size > FAR * first, renewals)
                    if status != Outcome.CONVERGED:
                        return status
                    renewals += 1
                elif not done and rate > 2.0:
                    break
        if done and state.residual_tolerance == 0.0:
            if not slipped(system, state):
                return conclude(system, state, scheme, t, h)
            # which rows depend on others may have changed since the factors were made
            if checked or not refresh(system, state, scheme, t, h):
                return Outcome.SLIPPED if checked else Outcome.SINGULAR
            checked = True
        before = size
    if most > 0 and at_roundoff(system, state, h, NEAR_ROUNDOFF):
        return conclude(system, state, scheme, t, h)
    return Outcome.DIVERGED
