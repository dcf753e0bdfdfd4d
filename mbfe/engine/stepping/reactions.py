"""The smallest multipliers with the same constraint forces, in rows of results.

With rows scaled by their lengths ℓ, the smallest λ/ℓ is in the range of ℓB: λ = ℓ² B y with

    Bᵀ ℓ² B y = f = Bᵀ λ .

It is solved by conjugate gradients. The preconditioner is the penalty part of the iteration matrix with a
little on the diagonal, P = κ + Bᵀℓ²B in scaled unknowns, factorised on the frozen pattern without the rows'
unknowns; as these are written in body axes, one P serves many rows of results. Whatever y is, λ is
the smallest one for its own forces; the iteration only makes these the right ones.
"""

from __future__ import annotations

from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import (
    assemble,
    assemble_matrix,
    drive,
    set_scales,
    static_weights,
    unit_tangents,
)
from mbfe.engine.columns import COORDINATE, TWIST
from mbfe.engine.factorisation.frontal import add_to_diagonal, factorise, solve
from mbfe.engine.kernels.gather import copy_numbers, copy_rows

__all__ = ["smallest_entry"]

LITTLE = 1e-9
"""κ: keeps the matrix regular along free motions, also where the pose has moved on a little."""
EXACT, GOOD = 1e-10, 1e-7
"""Balance of forces that the iteration aims at and accepts at worst, as a part of them."""
MANY_PRODUCTS, MOST_PRODUCTS = 12, 60
"""Iterations from which the next row of results has a new matrix; iterations for one of them."""


@compiled
def factorise_penalty(system, state, t):
    """Factorise P at the present pose; False if it is singular."""
    unit_tangents(state)
    static_weights(state, 0.0, 0.0, 0.0, 0.0)
    set_scales(system, state)
    state.weight.sigma = 1.0
    assemble_matrix(system, state, t)
    fronts, is_row = system.fronts, system.is_row
    add_to_diagonal(fronts, state.values, is_row, LITTLE)
    growth = factorise(fronts, state.values, state.packed, state.diagonal, is_row, 1e300, 0.0)
    state.factored = 1 if growth >= 0.0 else 0
    state.factorisations += 1
    return growth >= 0.0


@compiled
def constraint_force(system, state, t, multiplier, r):
    """Residual with given multipliers, in r; returns a status."""
    for i in range(r.shape[0]):
        r[i] = 0.0
    return assemble(system, state, t, system.residual, state.motion, multiplier, r)


@compiled
def rates_of(system, state, t, y, rates):
    """Rates of the rows with twists y, or with none when y has no rows."""
    point = state.point[0]
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                point[n, TWIST + j] = y[n, j] if y.shape[0] > 0 else 0.0
    for i in range(rates.shape[0]):
        rates[i] = 0.0
    assemble(system, state, t, system.rate, point, state.no_multiplier, rates)


@compiled
def apply(system, state, t, y, force):
    """λ = ℓ² B y in ``state.half_multiplier`` and its scaled forces Bᵀλ.

    ``state.offset`` holds the rates without twists, ``state.r`` the residual without multipliers.
    """
    n_motion = 6 * state.motion.shape[0]
    rates_of(system, state, t, y, state.defect)
    for j in range(state.half_multiplier.shape[0]):
        length = state.scales[n_motion + j]
        state.half_multiplier[j] = length * length * (state.defect[n_motion + j] - state.offset[j])
    scaled_force(system, state, t, state.half_multiplier, force)


@compiled
def scaled_force(system, state, t, multiplier, force):
    """Scaled forces Bᵀλ, zero where nothing is unknown; returns the largest."""
    constraint_force(system, state, t, multiplier, state.defect)
    largest = 0.0
    for n in range(force.shape[0]):
        for j in range(6):
            at = 6 * n + j
            force[n, j] = state.given_size[at] * (state.defect[at] - state.r[at])
            largest = max(largest, abs(force[n, j]))
    return largest


@compiled
def precondition(system, state, force, z):
    """Scaled z = P⁻¹ force; returns force · z."""
    x = state.x
    n_motion = 6 * state.motion.shape[0]
    stage = (state.stage.shape[0] - state.stage_multiplier.shape[0]) * n_motion
    for q in range(x.shape[0]):
        at = system.base[q]
        own = at < n_motion and system.source[q] - at == stage
        x[q] = force[at // 6, at % 6] if own else 0.0
    solve(system.fronts, state.packed, x, state.z)
    product = 0.0
    for q in range(x.shape[0]):
        at = system.base[q]
        if at < n_motion and system.source[q] - at == stage and state.given_size[at] > 0.0:
            z[at // 6, at % 6] = x[q]
            product += force[at // 6, at % 6] * x[q]
    return product


@compiled
def add_scaled(target, f, source):
    """Target += f source, for tables of components."""
    for n in range(target.shape[0]):
        for j in range(6):
            target[n, j] += f * source[n, j]


@compiled
def spread(state, scaled, y):
    """Twists of scaled components."""
    for n in range(y.shape[0]):
        for j in range(6):
            y[n, j] = state.given_size[6 * n + j] * scaled[n, j]


@compiled
def live_scales(system, state):
    """Scales of the components of motions that are unknown, zero elsewhere, in ``state.given_size``."""
    n_motion = 6 * state.motion.shape[0]
    for at in range(n_motion):
        state.given_size[at] = 0.0
    for q in range(system.base.shape[0]):
        at = system.base[q]
        if at < n_motion and system.kind[at // 6] <= COORDINATE:
            state.given_size[at] = state.scales[at]


@compiled
def iterate(system, state, t, guess, forces):
    """Conjugate gradients from a scaled guess; ``state.drift`` holds the forces.

    Returns their worst difference, as a part of the largest one.
    """
    residual, z, along, y, product = state.drift, state.used, state.unknown, state.start_twist, state.half
    spread(state, guess, y)
    apply(system, state, t, y, product)
    add_scaled(residual, -1.0, product)
    copy_numbers(state.half_multiplier, state.multiplier)
    for n in range(along.shape[0]):
        for j in range(6):
            along[n, j] = z[n, j] = 0.0
    before = 0.0
    for iteration in range(MOST_PRODUCTS):
        worst = 0.0
        for n in range(residual.shape[0]):
            for j in range(6):
                worst = max(worst, abs(residual[n, j]))
        if not worst > EXACT * forces:
            break
        now = precondition(system, state, residual, z)
        for n in range(along.shape[0]):
            for j in range(6):
                along[n, j] = z[n, j] + (now / before * along[n, j] if before > 0.0 else 0.0)
        before = now
        spread(state, along, y)
        apply(system, state, t, y, product)
        curvature = 0.0
        for n in range(along.shape[0]):
            for j in range(6):
                curvature += along[n, j] * product[n, j]
        state.iterations += 1
        state.step_iterations = iteration + 1
        if not curvature > 0.0:
            break
        step = now / curvature
        add_scaled(guess, step, along)
        add_scaled(residual, -step, product)
        for i in range(state.multiplier.shape[0]):
            state.multiplier[i] += step * state.half_multiplier[i]
    return worst / max(forces, 1e-300)


@entry()
def smallest_entry(system, state, t, guess):
    """Replace ``state.multiplier`` by the smallest one with the same forces.

    The state is one of its own, with a pose and multipliers; all rows are ideal and holonomic. ``guess``
    (n_node, 6) is the first guess of y, scaled, then y. Returns the worst difference of the forces, as a part
    of the largest one; the multipliers stay as they were where it is above ``GOOD``.
    """
    drive(system, state, t)
    live_scales(system, state)
    if state.factored == 0 or state.step_iterations > MANY_PRODUCTS:
        state.step_iterations = 0
        if not factorise_penalty(system, state, t):
            return 1.0
        live_scales(system, state)
    n_motion = 6 * state.motion.shape[0]
    copy_rows(state.motion, state.point[0])
    rates_of(system, state, t, state.drift[0:0], state.defect)
    for j in range(state.offset.shape[0]):
        state.offset[j] = state.defect[n_motion + j]
    if constraint_force(system, state, t, state.no_multiplier, state.r) != 0:
        return 1.0
    copy_numbers(state.multiplier, state.multiplier_start)
    forces = scaled_force(system, state, t, state.multiplier, state.drift)
    gap = iterate(system, state, t, guess, forces)
    if not gap <= GOOD:
        copy_numbers(state.multiplier_start, state.multiplier)
        state.factored = 0
    return gap
