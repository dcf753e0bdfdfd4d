"""Iteration of a step: the residuals of all points, then a correction of each with the shared matrix."""

from __future__ import annotations

import math

from mbfe.compiled import call_part, compiled, entry, load, store
from mbfe.engine.assembly import drive, factorise_matrix, set_scales, unit_tangents
from mbfe.engine.columns import COORDINATE, TWIST
from mbfe.engine.factorisation.several import LANES, solve_four
from mbfe.engine.stepping.history import FACTOR_COST
from mbfe.engine.stepping.outcomes import Outcome
from mbfe.engine.stepping.roundoff import round_off, row_damping, slipped, winding
from mbfe.engine.stepping.step import (
    BEST_CONTRACTION,
    FAR,
    MAX_RENEWALS,
    MOST_ITERATIONS,
    NEAR_ROUNDOFF,
    SAME_STEP,
    SLOW,
    conclude,
    expected,
)
from mbfe.integrators.collocation.at_points import (
    set_all_rates,
    set_motion,
    set_multipliers,
    time_of,
)

__all__ = ["attempt"]

FRESH = 0.1
"""Rate of contraction that is expected of new factors."""
MIXED_STEPS = 40
"""Steps in which the residuals are mixed after one in which the iteration was slow without."""

STIFF = 10.0
"""Ratio γ²h²k/m of average stiffness and mass from which residuals are mixed from the beginning."""


@compiled
def refresh(system, state, scheme, t, h):
    """Assemble and factorise the shared matrix at the middle point; False if it is singular."""
    i = state.unknown_at.shape[0] // 2
    set_all_rates(system, state, scheme, h)
    set_motion(system, state, scheme, i, h)
    set_multipliers(state, i)
    at = time_of(scheme, i, t, h)
    drive(system, state, at)
    unit_tangents(state)
    state.step_factored = h
    state.contraction = 0.5
    state.excess = 0.0
    state.base_iterations = 0
    set_scales(system, state)
    scale = state.mass + state.c.c7 * h * state.damping + state.c.c8 * h * h * state.stiffness
    state.growth = factorise_matrix(system, state, at, scale, row_damping(system, state, h))
    return state.growth >= 0.0


@compiled
def set_right_sides(system, state, scheme, first, count, turn, h):
    """Right-hand sides of ``count`` points from ``first`` on, side by side.

    Those of rows are accelerations already, see :func:`turn_rows`; balances are mixed by the matrix of this
    turn.
    """
    mixed, mixed_rates = scheme.tableau.mixed, scheme.tableau.mixed_rates
    defects, out, scale, diagonal = state.defect_at, state.x_at, state.scale, state.diagonal
    base, is_row, sigma = system.base, system.is_row, state.row_scale
    s = defects.shape[0]
    for q in range(scale.shape[0]):
        at, f = load(base, q), load(scale, q)
        row = load(is_row, q) == 1
        if row:
            f = sigma * f if load(diagonal, q) > 0.0 else 0.0
        for c in range(count):
            i = first + c
            value = defects[i, at]
            if turn > 0 and not row:
                value = 0.0
                second = system.kind[at // 6] <= COORDINATE
                for k in range(s):
                    value += (mixed[turn, i, k] if second else mixed_rates[turn, i, k]) * defects[k, at]
            store(out, LANES * q + c, -f * value)


@compiled
def turn_rows(system, state, scheme, h):
    """Turn the defects of the rows' rates into those of accelerations, in ``state.defect_at``.

    Accelerations of all points change the rates of a row together, by h 𝒜 ⊗ B: the defects take 𝒜⁻¹/h.
    """
    inverse, defects, rates = scheme.tableau.inverse, state.defect_at, state.turned
    s = defects.shape[0]
    n_motion = 6 * state.motion.shape[0]
    for q in range(n_motion, defects.shape[1]):
        for k in range(s):
            rates[k] = defects[k, q] / h
        for i in range(s):
            value = 0.0
            for k in range(s):
                value += inverse[i, k] * rates[k]
            defects[i, q] = value


@compiled
def add_corrections(system, state, first, count):
    """Add the solutions to the unknowns of ``count`` points; returns the largest of them [m/s²].

    The augmented Lagrangian enters through the matrix, as in :mod:`mbfe.engine.stepping.step`.
    """
    x, scale, diagonal, unknown, defects = (
        state.x_at,
        state.scale,
        state.diagonal,
        state.unknown_at,
        state.defect_at,
    )
    base, is_row, sigma, penalty = system.base, system.is_row, state.row_scale, state.weight.penalty
    largest = 0.0
    for q in range(scale.shape[0]):
        f, at = load(scale, q), load(base, q)
        free = load(is_row, q) == 0
        norm = penalty * f if load(system.general, q) == 0 else 0.0
        for c in range(count):
            y = load(x, LANES * q + c)
            size = abs(y)
            if largest == largest and not size <= largest:  # a value that is not a number stays
                largest = size
                state.worst = q
            if free:
                unknown[first + c, at] += f * y
            elif load(diagonal, q) > 0.0:
                unknown[first + c, at] += sigma * f * (y - norm * defects[first + c, at])
    return largest


@compiled
def improve_all(system, state, scheme, turn, h):
    """Correct the unknowns of all points; returns the largest correction [m/s²]."""
    points = scheme.tableau.point.shape[0]
    turn_rows(system, state, scheme, h)
    largest = 0.0
    for first in range(0, points, LANES):
        count = min(LANES, points - first)
        set_right_sides(system, state, scheme, first, count, turn, h)
        solve_four(system.fronts, state.packed, state.x_at, state.z_at)
        size = add_corrections(system, state, first, count)
        if not size <= largest:
            largest = size
    return largest


@compiled
def start_attempt(system, state, scheme, t, h):
    """Coefficients, first guess, and factors where there are none for this step; returns a status."""
    state.step_iterations = 0
    call_part(scheme.begin, (system, state, scheme, t, h))
    call_part(scheme.predict, (system, state, scheme, t, h))
    if state.factored == 0 or abs(h - state.step_factored) > SAME_STEP * h:
        if not refresh(system, state, scheme, t, h):
            return Outcome.SINGULAR
    return Outcome.CONVERGED


@compiled
def contraction_of(state, iteration, since, turns):
    """Mean rate of contraction of the last corrections with one matrix; 1 where it is not known."""
    back = turns if state.mixing > 0 else 2
    if since <= back:
        back = 1 if state.mixing == 0 else since
    if since <= back:
        return 1.0
    c = state.corrections
    return (c[iteration] / c[iteration - back]) ** (1.0 / back)


@compiled
def is_done(state, size, rate, allowed, since):
    """Whether the corrections have become small enough, or the contraction says that they have."""
    if state.mixing > 0:  # what is stiff is as it was after the first correction, which is not mixed
        return size <= allowed and since > 1
    if size <= allowed:
        return True
    if since == 1:
        return expected(state, size, allowed)
    if rate < 1.0:
        state.contraction = max(rate, BEST_CONTRACTION)
        return rate * size <= allowed * (1.0 - rate)
    return False


@compiled
def is_slow(state, rate, remaining, since, renewals, turns):
    """Whether other factors, or mixed residuals, would end the iteration earlier."""
    if state.mixing > 0:
        return since > turns and rate > SLOW
    if since <= 2:
        return False
    if renewals > 0:
        return rate > SLOW
    if rate >= 1.0:
        return True
    left = math.log(remaining) * (1.0 / math.log(rate) - 1.0 / math.log(FRESH))
    return left * state.unknown_at.shape[0] > FACTOR_COST


@entry()
def attempt(system, state, scheme, t, h, most):
    """Try a step of length h [s] that ends at t [s], from the motions ``state.start``; returns a status.

    It gives up after ``most`` corrections of all points, or later than others where nobody asks for fewer.
    """
    status = start_attempt(system, state, scheme, t, h)
    if status != Outcome.CONVERGED:
        return status
    if state.mixing == 0 and state.c.c8 * h * h * state.stiffness > STIFF * state.mass:
        state.mixing = 1
    renewals = 1 if state.base_iterations == 0 else 0
    turns = scheme.tableau.mixed.shape[0]
    allowed = state.newton_tolerance * state.accel_scale
    floor = round_off(system, state, h) + round_off_of_rates(system, state, scheme, h)
    allowed += floor
    size = first = 0.0
    since = 0
    for iteration in range(state.corrections.shape[0] if most == MOST_ITERATIONS else most):
        status = call_part(scheme.evaluate, (system, state, scheme, t, h))
        if status != 0:
            return status
        size = improve_all(system, state, scheme, since % turns if state.mixing > 0 else 0, h)
        state.corrections[iteration] = size
        state.iterations += state.unknown_at.shape[0]
        state.step_iterations += 1
        since += 1
        if not size < 1e200:
            return Outcome.NOT_A_NUMBER
        rate = contraction_of(state, iteration, since, turns)
        if is_done(state, size, rate, allowed, since):
            return settle(system, state, scheme, t, h)
        first = size if iteration == 0 else first
        far = size > FAR * first
        if not far and not is_slow(state, rate, allowed / size, since, renewals, turns):
            continue
        since = 0
        if not far and renewals > 0 and state.mixing == 0:
            state.mixing = MIXED_STEPS
            continue
        if renewals == MAX_RENEWALS:
            return Outcome.DIVERGED
        renewals += 1
        if far:
            call_part(scheme.predict, (system, state, scheme, t, h))
        if not refresh(system, state, scheme, t, h):
            return Outcome.SINGULAR
    near = NEAR_ROUNDOFF * winding(system, state) * floor
    return settle(system, state, scheme, t, h) if size <= near else Outcome.DIVERGED


@compiled
def round_off_of_rates(system, state, scheme, h):
    """Round-off of the rates of the rows, seen as an acceleration [m/s²]."""
    fastest = 0.0
    for f in range(system.free.shape[0]):
        n = system.free[f]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                fastest = max(fastest, abs(state.start[n, TWIST + j]))
    inverse = scheme.tableau.inverse
    return 2e-16 * fastest * abs(inverse[inverse.shape[0] - 1, inverse.shape[0] - 1]) / h


@compiled
def settle(system, state, scheme, t, h):
    """End of a converged step; returns a status."""
    status = conclude(system, state, scheme, t, h)
    if status == Outcome.CONVERGED and slipped(system, state):
        return Outcome.SLIPPED
    return status
