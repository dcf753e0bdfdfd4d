"""Equations of a balance: residual, stiffness, its factors and directions, sizes of both.

A model with states has another factorisation, in Python, which is called by its address.
"""

from __future__ import annotations

import math

from mbfe.algebra.motion import adjoint_inverse, little_adjoint_matrix
from mbfe.algebra.vectors import orientation, vector
from mbfe.compiled import compiled, invoke
from mbfe.engine.assembly import assemble_matrix, assemble_residual, drive, set_scales, static_weights
from mbfe.engine.balance.tolerances import STIFFNESS
from mbfe.engine.columns import ACCEL, NODE, SPIN, TWIST
from mbfe.engine.factorisation.frontal import add_to_diagonal, factorise, solve
from mbfe.engine.kernels.gather import copy_numbers

__all__ = [
    "assemble_stiffness", "dense_matrices", "direction_of", "factorise_balance", "factorised_at", "gap_of",
    "grown", "largest_force", "largest_way", "load_direction", "pull_of", "residual_at", "size_of",
    "solve_fronts", "turns",
]  # fmt: skip

SINGULAR_GROWTH = 1e14
"""Growth of a factorisation from which it counts as singular."""


@compiled
def grown(largest, value):
    """The larger one of two numbers, or the one that is not a number."""
    return largest if value <= largest or math.isnan(largest) else value


@compiled
def turns(b):
    """Whether the balance is one in a steady rotation."""
    for j in range(6):
        if b.spin[j] != 0.0:
            return True
    return False


@compiled
def set_twists(system, state, spin):
    """No accelerations, and the twists of a common steady rotation: 𝒱 = Ad_H⁻¹ ξ, ξ = ``spin`` in the world.

    The ground, variables and everything else stay at rest.
    """
    motion = state.motion
    v, w = vector(spin, 0), vector(spin, 3)
    for n in range(motion.shape[0]):
        for j in range(6):
            motion[n, TWIST + j] = 0.0
            motion[n, ACCEL + j] = 0.0
        if n > 0 and system.kind[n] == NODE:
            x, y = adjoint_inverse(vector(motion[n], 0), orientation(motion[n]), v, w)
            for j in range(3):
                motion[n, TWIST + j] = x[j]
                motion[n, SPIN + j] = y[j]


@compiled
def residual_at(system, state, b, load_factor):
    """Residual of the balance in ``state.r`` under a load factor; returns a status, 0 for success.

    A prescribed velocity is a lock at rest: its rows require zero velocity. States that follow velocities
    are at rest.
    """
    system.environment.load_factor = load_factor
    drive(system, state, b.time)
    set_twists(system, state, b.spin)
    status = assemble_residual(system, state, b.time)
    rests = not turns(b)
    first = 6 * state.motion.shape[0]
    for j in range(b.held_rates.shape[0]):
        b.held_rates[j] = 0.0
        if rests and b.holds[j] == 1:
            b.held_rates[j] = state.r[first + j]
            state.r[first + j] = 0.0
    for i in range(b.followers.shape[0]):
        state.r[b.followers[i]] = 0.0
    return status


@compiled
def load_direction(system, state, b, along):
    """∂r/∂Λ at the present motions; r is affine in Λ."""
    now = system.environment.load_factor
    residual_at(system, state, b, now + 1.0)
    copy_numbers(state.r, along)
    residual_at(system, state, b, now)
    for i in range(along.shape[0]):
        along[i] -= state.r[i]


@compiled
def set_static_weights(system, state, turning):
    """Weights of K + G ad_𝒱 and of the constraints."""
    static_weights(state, 0.0, 0.0, 1.0, 1.0)
    w = state.weight
    w.state_g = 0.0
    for n in range(state.motion.shape[0]):
        T = state.step_tangent[n]
        if turning and system.kind[n] == NODE:
            little_adjoint_matrix(vector(state.motion[n], TWIST), vector(state.motion[n], SPIN), T)
        else:
            for i in range(6):
                for j in range(6):
                    T[i, j] = 1.0 if i == j and not turning else 0.0
    if turning:
        w.turn = 1.0
        for q in range(2):
            for u in range(3):
                w.b[q, u] = w.turned_b[q, u]
                w.turned_b[q, u] = 0.0
    set_scales(system, state)
    state.row_scale = state.stiffness
    w.sigma = state.stiffness


@compiled
def assemble_stiffness(system, state, b):
    """Assemble K + G ad_𝒱 alone, scaled, in ``state.values``; the factors at hand remain."""
    set_static_weights(system, state, turns(b))
    w = state.weight
    for q in range(2):
        for u in range(3):
            w.turned_b[q, u] = w.b[q, u] = w.turned_n[q, u] = w.n[q, u] = w.force[u, q] = 0.0
    assemble_matrix(system, state, b.time)


@compiled
def dense_matrices(system, state, b, K, rows):
    """K + G ad_𝒱 (n_moving, n_moving) and the constraint matrix (n_row, n_moving), scaled; zero before."""
    set_static_weights(system, state, turns(b))
    w = state.weight
    for q in range(2):
        for u in range(3):
            w.turned_b[q, u] = w.turned_n[q, u] = w.force[u, q] = 0.0
            w.b[q, u] = w.n[q, u] = 1.0
    w.sigma = 1.0
    assemble_matrix(system, state, b.time)
    fronts, n_motion = system.fronts, b.position.shape[0]
    for f in range(fronts.size.shape[0]):
        start, m, width, offset = fronts.first[f], fronts.size[f], fronts.width[f], fronts.offset[f]
        k = fronts.first[f + 1] - start
        to = fronts.update_start[f] - k
        for i in range(m):
            q = start + i if i < k else fronts.update[to + i]
            for j in range(m):
                p = start + j if j < k else fronts.update[to + j]
                value = state.values[offset + i * width + j]
                if value == 0.0 or system.is_row[p] == 1:
                    continue
                column = b.position[system.base[p]]
                if system.is_row[q] == 1:
                    rows[system.base[q] - n_motion, column] += value
                else:
                    K[b.position[system.base[q]], column] += value


@compiled
def factorise_balance(system, state, b, shift, singular):
    """Factorise the stiffness, its scaled diagonal shifted [N/m]; returns whether it is regular.

    Pivots below the part ``singular`` of the largest stiffness are those of free motions.
    """
    if b.factorise != 0.0:
        b.asked[0] = shift
        b.asked[1] = singular
        return invoke(b.factorise, b.asked, b.answer) == 0 and b.answer[0] > 0.0
    set_static_weights(system, state, turns(b))
    assemble_matrix(system, state, b.time)
    if shift != 0.0:
        add_to_diagonal(system.fronts, state.values, system.is_row, shift)
    floor = state.rank * state.stiffness
    growth = factorise(system.fronts, state.values, state.packed, state.diagonal, system.is_row, floor, 0.0)
    state.factored = 0  # these factors are not those of a step
    state.factorisations += 1
    least = math.inf
    b.loose = 0
    for q in range(state.diagonal.shape[0]):
        if system.is_row[q] == 1:
            if state.diagonal[q] == 0.0:
                b.loose = 1
        else:
            least = min(least, state.diagonal[q])
    return 0.0 <= growth < SINGULAR_GROWTH and least > singular * state.stiffness


@compiled
def factorised_at(system, state, b, load_factor, shift):
    """Factorise the stiffness that belongs to another load factor; returns whether it is regular."""
    now = system.environment.load_factor
    if now == load_factor:
        return factorise_balance(system, state, b, shift, b.free_pivot)
    residual_at(system, state, b, load_factor)
    regular = factorise_balance(system, state, b, shift, b.free_pivot)
    residual_at(system, state, b, now)
    return regular


@compiled
def solve_fronts(system, state, r, step, change):
    """Newton direction −K⁻¹ r with the factors at hand, r the residual of all rows (6 n_node + n_row,).

    ``step`` (6 n_node,) receives the increments η of motions, [m] and [rad], and of variables, ``change``
    (n_row,) those of the multipliers. Returns the largest increment of a point [m], rotations times the
    model's length.
    """
    sigma = state.row_scale
    for q in range(state.x.shape[0]):
        value = -state.scale[q] * r[system.base[q]]
        if system.is_row[q] == 1:
            value = sigma * value if state.diagonal[q] > 0.0 else 0.0
        state.x[q] = value
    solve(system.fronts, state.packed, state.x, state.z)
    largest = 0.0
    n_motion = step.shape[0]
    for q in range(state.x.shape[0]):
        f = state.scale[q]
        at = system.base[q]
        if system.is_row[q] == 0:
            step[at] = f * state.x[q]
            largest = grown(largest, abs(state.x[q]))
        elif state.diagonal[q] > 0.0:
            norm = 1.0 if system.general[q] == 0 else 0.0
            change[at - n_motion] = sigma * f * (state.x[q] - norm * f * r[at])
        else:
            change[at - n_motion] = 0.0
    return largest


@compiled
def direction_of(system, state, b, r, step, change):
    """−K⁻¹ r with the factors at hand, as :func:`solve_fronts`."""
    if b.solve == 0.0:
        return solve_fronts(system, state, r, step, change)
    copy_numbers(r, b.asked[: r.shape[0]])
    if invoke(b.solve, b.asked, b.answer) != 0:
        return math.inf
    copy_numbers(b.answer, step)
    copy_numbers(b.answer[step.shape[0] :], change)
    return size_of(system, state, b, step)


@compiled
def pull_of(state, b):
    """Largest residual of all equations but constraints, in the units of a force [N]."""
    largest = 0.0
    for i in range(b.dofs.shape[0]):
        largest = grown(largest, abs(state.r[b.dofs[i]] * b.unit[i]))
    return largest


@compiled
def largest_force(state, b, r):
    """Largest force on the motion in a residual [N], moments divided by the model's length."""
    largest = 0.0
    for i in range(b.moving.shape[0]):
        at = b.moving[i]
        largest = grown(largest, abs(r[at] * state.scales[at]))
    return largest


@compiled
def largest_way(state, b, step):
    """Largest increment of a point [m], rotations times the model's length."""
    largest = 0.0
    for i in range(b.moving.shape[0]):
        at = b.moving[i]
        largest = grown(largest, abs(step[at] / state.scales[at]))
    return largest


@compiled
def size_of(system, state, b, step):
    """Largest increment of a point [m], or of a variable, which however large does not count as far."""
    length, others = system.environment.length, 0.0
    for i in range(b.variables.shape[0]):
        at = b.variables[i]
        unit = max(b.variable_unit[i], abs(state.motion[at // 6, at % 6]) / length)
        others = grown(others, abs(step[at] / unit))
    bounded = others / (1.0 + others / (STIFFNESS.largest_change * length))
    return grown(largest_way(state, b, step), bounded if math.isfinite(others) else math.inf)


@compiled
def gap_of(state):
    """Largest residual of the constraint rows [m], angles times the model's length."""
    largest = 0.0
    for i in range(6 * state.motion.shape[0], state.r.shape[0]):
        largest = grown(largest, abs(state.r[i] * state.scales[i]))
    return largest
