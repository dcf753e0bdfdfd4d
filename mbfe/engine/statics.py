"""Balance at rest or in a steady rotation: residual, factorised stiffness, Newton direction and moves.

A move takes increments in the relative motions along a tree from the fixed nodes outwards. For an edge from
node p to node c with relative motion H = H_p⁻¹H_c and increments η,

    Δ = η_c − Ad_H⁻¹ η_p,   H ← exp(log H + T⁻¹(log H) Δ),   H_c ← H_p H

so a chain that a linear solution bends by several turns becomes a coil, where moves of single nodes would
stretch every link. Both agree to first order, so Newton's method keeps its order.
"""

from __future__ import annotations

from mbfe.algebra.motion import (
    adjoint_inverse,
    compose,
    exp,
    exp_tangent_inverse,
    little_adjoint_matrix,
    log_motion,
    relative,
)
from mbfe.algebra.vectors import Vec3, dot, orientation, position, vector
from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import (
    advance_all,
    assemble_matrix,
    assemble_residual,
    drive,
    observe_all,
    set_scales,
    static_weights,
)
from mbfe.engine.columns import ACCEL, NODE, SPIN, TWIST
from mbfe.engine.factorisation.frontal import add_to_diagonal, factorise, solve
from mbfe.engine.kernels.gather import copy_numbers, copy_rows

__all__ = [
    "balance_entry", "commit_entry", "direction_entry", "move_entry", "restore_entry", "stiffness_entry",
]  # fmt: skip

LARGEST_LOG = 2.25
"""Square of the relative rotation up to which increments are added to the logarithm [rad²]; near half a turn
it is not unique."""


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
            a, b = adjoint_inverse(vector(motion[n], 0), orientation(motion[n]), v, w)
            for j in range(3):
                motion[n, TWIST + j] = a[j]
                motion[n, SPIN + j] = b[j]


@entry()
def balance_entry(system, state, t, spin):
    """Residual of the balance in ``state.r``, time functions taken at t [s]; returns a status.

    ``spin`` (6,) is the common twist ξ of the nodes about the world's origin, zero at rest.
    """
    drive(system, state, t)
    set_twists(system, state, spin)
    return assemble_residual(system, state, t)


@entry()
def stiffness_entry(system, state, t, turning, shift):
    """Assemble and factorise K + G ad_𝒱 with the constraints; returns the growth, −1 if it is singular.

    ``turning`` is 1 in a steady rotation, else 0; ``shift`` is added to the scaled diagonal of the motion
    [N/m].
    """
    static_weights(state, 0.0, 0.0, 1.0, 1.0)
    w = state.weight
    w.state_g = 0.0
    for n in range(state.motion.shape[0]):
        T = state.step_tangent[n]
        if turning > 0.0 and system.kind[n] == NODE:
            little_adjoint_matrix(vector(state.motion[n], TWIST), vector(state.motion[n], SPIN), T)
        else:
            for i in range(6):
                for j in range(6):
                    T[i, j] = 1.0 if i == j and turning == 0.0 else 0.0
    if turning > 0.0:
        w.turn = 1.0
        for q in range(2):
            for u in range(3):
                w.b[q, u] = w.turned_b[q, u]
                w.turned_b[q, u] = 0.0
    set_scales(system, state)
    state.row_scale = state.stiffness
    w.sigma = state.stiffness
    assemble_matrix(system, state, t)
    if shift != 0.0:
        add_to_diagonal(system.fronts, state.values, system.is_row, shift)
    floor = state.rank * state.stiffness
    growth = factorise(system.fronts, state.values, state.packed, state.diagonal, system.is_row, floor, 0.0)
    state.factored = 0  # these factors are not those of a step
    state.factorisations += 1
    return growth


@entry()
def direction_entry(system, state, r, step, multiplier):
    """Newton direction −K⁻¹ r with the factors at hand, r the residual of all rows (6 n_node + n_row,).

    ``step`` (6 n_node,) receives the increments η of motions, [m] and [rad], and of variables, ``multiplier``
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
            size = abs(state.x[q])
            if not size <= largest:
                largest = size
        elif state.diagonal[q] > 0.0:
            norm = 1.0 if system.general[q] == 0 else 0.0
            multiplier[at - n_motion] = sigma * f * (state.x[q] - norm * f * r[at])
        else:
            multiplier[at - n_motion] = 0.0
    return largest


@entry()
def move_entry(system, state, base, step, fraction, order, parent):
    """Move from the motions ``base`` (n_node, 20) by a fraction of the increments ``step``, along the tree.

    These are η (6 n_node,), [m] and [rad]. ``order`` (n_free,) has the rows that move, parents before their
    children, ``parent`` the parent of each, −1 for none.
    """
    for i in range(order.shape[0]):
        n = order[i]
        u, w = fraction * vector(step, 6 * n), fraction * vector(step, 6 * n + 3)
        if system.kind[n] != NODE:
            for j in range(3):
                state.motion[n, j] = base[n, j] + u[j]
                state.motion[n, 3 + j] = base[n, 3 + j] + w[j]
            continue
        p = parent[i]
        if p < 0:
            x, q = exp(u, w)
            compose(base[n], x, q, state.motion[n])
            continue
        before = base[p]
        x, q = relative(vector(before, 0), orientation(before), position(base[n]), orientation(base[n]))
        up, wp = fraction * vector(step, 6 * p), fraction * vector(step, 6 * p + 3)
        up, wp = adjoint_inverse(x, q, up, wp)
        u, w = u - up, w - wp
        lu, lw = log_motion(x, q)
        if dot(lw, lw) < LARGEST_LOG:
            T = state.step_tangent[n]
            exp_tangent_inverse(lu, lw, T)
            x, q = exp(plus_times(lu, T, 0, u, w), plus_times(lw, T, 3, u, w))
            compose(state.motion[p], x, q, state.motion[n])
        else:
            moved = state.motion[n]
            compose(state.motion[p], x, q, moved)
            x, q = exp(u, w)
            compose(moved, x, q, moved)


@compiled
def plus_times(a, T, i, u, w):
    """a plus three rows of a 6×6 matrix times (u, w)."""
    return Vec3(
        a[0] + row_times(T[i], u, w),
        a[1] + row_times(T[i + 1], u, w),
        a[2] + row_times(T[i + 2], u, w),
    )


@compiled
def row_times(row, u, w):
    """A row of six times (u, w)."""
    return row[0] * u[0] + row[1] * u[1] + row[2] * u[2] + row[3] * w[0] + row[4] * w[1] + row[5] * w[2]


@entry()
def restore_entry(state, motion, multiplier):
    """Motions and multipliers as they were."""
    copy_rows(motion, state.motion)
    copy_numbers(multiplier, state.multiplier)


@entry()
def commit_entry(system, state, t, outputs):
    """Let the laws keep what the next solution needs; fill energies and outputs; returns what they say."""
    status = advance_all(system, state, t, outputs)
    observe_all(system, state, t, outputs)
    return status
