"""The smallest multipliers with the same constraint forces, in rows of results.

With rows scaled by their lengths ℓ, the smallest λ/ℓ is in the range of ℓB: λ = ℓ² B y with

    Bᵀ ℓ² B y = f = Bᵀ λ .

The penalty part of the iteration matrix with a little on the diagonal, P = κ + Bᵀℓ²B in scaled unknowns, is
factorised on the frozen pattern without the unknowns of the rows, and y ← y + P⁻¹(f − Bᵀℓ²B y) repeated. As the
rows are written in body axes, one P serves many rows of results. Whatever y is, λ is the smallest one for its own
forces; the iteration only makes these the right ones.
"""

from __future__ import annotations

from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import (
    assemble,
    assemble_matrix,
    drive,
    set_scales,
    static_weights,
)
from mbfe.engine.combine import W_SIGMA
from mbfe.engine.frontal import factorise, solve
from mbfe.engine.gather import COORDINATE, copy_numbers, copy_rows
from mbfe.engine.system import FACTORED

LITTLE = 1e-10
"""κ: keeps the matrix regular along free motions."""
EXACT, GOOD = 1e-11, 1e-7
"""Balance of forces that the iteration aims at and accepts at worst, as a part of them."""
SLOW = 0.1
"""Contraction from which the matrix is made anew."""
MOST = 25
"""Iterations for a row."""


@compiled
def factorise_penalty(system, state, t):
    """Factorise P at the present pose; False if it is singular."""
    for n in range(state.motion.shape[0]):
        for i in range(6):
            for j in range(6):
                state.step_tangent[n, i, j] = 1.0 if i == j else 0.0
    static_weights(state, 0.0, 0.0, 0.0, 0.0)
    set_scales(system, state)
    state.weight[W_SIGMA] = 1.0
    assemble_matrix(system, state, t)
    fronts = system.fronts
    for f in range(fronts.size.shape[0]):
        for q in range(fronts.first[f], fronts.first[f + 1]):
            if system.is_row[q] == 0:
                state.values[fronts.offset[f] + (q - fronts.first[f]) * (fronts.size[f] + 1)] += LITTLE
    growth = factorise(fronts, state.values, state.packed, state.diagonal, system.is_row, 1e300, 0.0)
    state.count[FACTORED] = 1 if growth >= 0.0 else 0
    return growth >= 0.0


@compiled
def constraint_force(system, state, t, multiplier, r):
    """Residual with given multipliers, in r; returns a status."""
    for i in range(r.shape[0]):
        r[i] = 0.0
    return assemble(system, state, t, system.residual, state.motion, multiplier, r)


@compiled
def multipliers_of(system, state, t, y, scratch):
    """λ = ℓ² B y in ``state.multiplier``; B y is the difference of the rates with twists y and without."""
    n_motion = 6 * state.motion.shape[0]
    point = state.point[0]
    copy_rows(state.motion, point)
    for part in range(2):
        for i in range(system.free.shape[0]):
            n = system.free[i]
            if system.kind[n] <= COORDINATE:
                for j in range(6):
                    point[n, 7 + j] = y[n, j] if part == 0 else 0.0
        for i in range(scratch.shape[0]):
            scratch[i] = 0.0
        assemble(system, state, t, system.rate, point, state.no_multiplier, scratch)
        for j in range(state.multiplier.shape[0]):
            if part == 0:
                state.multiplier[j] = scratch[n_motion + j]
            else:
                length = state.scales[n_motion + j]
                change = state.multiplier[j] - scratch[n_motion + j]
                state.multiplier[j] = length * length * change


@compiled
def balance(system, state, t, y, forces):
    """Iterate y in the present pose until the forces of its multipliers are ``state.defect``'s.

    Returns
    -------
    float
        Worst difference of the forces, as a part of the largest one.
    """
    n_motion = 6 * state.motion.shape[0]
    x, scale, base = state.x, state.scale, system.base
    stage = (state.stage.shape[0] - state.stage_multiplier.shape[0]) * n_motion
    renewed = False
    before = 1e300
    for iteration in range(MOST):
        multipliers_of(system, state, t, y, state.r)
        constraint_force(system, state, t, state.multiplier, state.r)
        worst = 0.0
        for q in range(x.shape[0]):
            x[q] = 0.0
            at = base[q]
            if at < n_motion and system.kind[at // 6] <= COORDINATE and system.source[q] - at == stage:
                x[q] = scale[q] * (state.defect[at] - state.r[at])
                worst = max(worst, abs(x[q]))
        if not worst > EXACT * forces:
            return worst / max(forces, 1e-300)
        if (iteration > 0 and worst > SLOW * before and not renewed) or state.count[FACTORED] == 0:
            renewed = True
            if not factorise_penalty(system, state, t):
                return 1.0
        elif iteration > 3 and worst > 0.9 * before:
            return worst / forces
        before = worst
        solve(system.fronts, state.packed, x, state.z)
        for q in range(x.shape[0]):
            at = base[q]
            if at < n_motion and system.kind[at // 6] <= COORDINATE and system.source[q] - at == stage:
                y[at // 6, at % 6] += scale[q] * x[q]
    return worst / forces


@entry()
def smallest_entry(system, state, t, y):
    """Replace ``state.multiplier`` by the smallest one with the same forces.

    Parameters
    ----------
    state : State
        A state of its own, with a pose and multipliers; all rows are ideal and holonomic.
    t : float
        Time [s].
    y : (n_node, 6) array
        First guess of y, then y.

    Returns
    -------
    float
        Worst difference of the forces, as a part of the largest one; the multipliers stay as they were where
        it is above ``GOOD``.
    """
    drive(system, state, t)
    if constraint_force(system, state, t, state.multiplier, state.defect) != 0:
        return 1.0
    constraint_force(system, state, t, state.no_multiplier, state.r)
    forces = 0.0
    for q in range(state.x.shape[0]):
        if system.is_row[q] == 0:
            at = system.base[q]
            forces = max(forces, abs(state.scale[q] * (state.defect[at] - state.r[at])))
    copy_numbers(state.multiplier, state.multiplier_start)
    gap = balance(system, state, t, y, forces)
    if not gap <= GOOD:
        copy_numbers(state.multiplier_start, state.multiplier)
    return gap
