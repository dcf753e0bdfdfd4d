"""Moves along the tree of relative motions of a balance, and how far they went.

A move takes increments in the relative motions along a tree from the fixed nodes outwards. For an edge from
node p to node c with relative motion H = H_p⁻¹H_c and increments η,

    Δ = η_c − Ad_H⁻¹ η_p,   H ← exp(log H + T⁻¹(log H) Δ),   H_c ← H_p H

so a chain that a linear solution bends by several turns becomes a coil, where moves of single nodes would
stretch every link. Both agree to first order, so Newton's method keeps its order.
"""

from __future__ import annotations

import math

from mbfe.algebra.motion import (
    adjoint_inverse,
    compose,
    exp,
    exp_tangent_inverse,
    log_motion,
    log_rotation,
    relative,
)
from mbfe.algebra.vectors import (
    Vec3,
    conjugate,
    cross,
    dot,
    norm,
    orientation,
    position,
    rotate,
    unrotate,
    vector,
)
from mbfe.compiled import compiled
from mbfe.engine.balance.equations import grown
from mbfe.engine.balance.tolerances import DESCENT, STIFFNESS
from mbfe.engine.columns import NODE
from mbfe.engine.kernels.gather import copy_numbers, copy_rows

__all__ = ["keep_here", "measure_step", "move", "move_motions", "moved", "reach", "return_to"]

LARGEST_LOG = 2.25
"""Square of the relative rotation up to which increments are added to the logarithm [rad²]; near half a turn
it is not unique."""


@compiled
def move_motions(system, state, base, step, fraction, order, parent):
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
        before, own = base[p], base[n]
        x, q = relative(vector(before, 0), orientation(before), position(own), orientation(own))
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
            carried = state.motion[n]
            compose(state.motion[p], x, q, carried)
            x, q = exp(u, w)
            compose(carried, x, q, carried)


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


@compiled
def keep_here(state, kept):
    """Copy motions and multipliers."""
    copy_rows(state.motion, kept.motion)
    copy_numbers(state.multiplier, kept.multiplier)


@compiled
def return_to(state, kept):
    """Motions and multipliers as they were."""
    copy_rows(kept.motion, state.motion)
    copy_numbers(kept.multiplier, state.multiplier)


@compiled
def move(system, state, b, base, fraction, parent):
    """Move from where ``base`` was kept by a fraction of its step, motions and multipliers."""
    move_motions(system, state, base.motion, base.step, fraction, b.order, parent)
    for j in range(base.change.shape[0]):
        state.multiplier[j] = base.multiplier[j] + fraction * base.change[j]


@compiled
def measure_step(system, b, step, out):
    """Increments of the nodes such that the norm is a root mean square, rotations times a length.

    In the axes of the nodes before the step, (6 n_own,).
    """
    across = STIFFNESS.rotations_in_paths * system.environment.length
    share = 1.0 / math.sqrt(max(b.nodes.shape[0], 1))
    for i in range(b.nodes.shape[0]):
        at = 6 * b.nodes[i]
        for c in range(3):
            out[6 * i + c] = share * step[at + c]
            out[6 * i + 3 + c] = share * across * step[at + 3 + c]


@compiled
def moved(system, state, b, start, out):
    """What :func:`measure_step` is of the move from earlier motions to the present ones, to first order."""
    across = STIFFNESS.rotations_in_paths * system.environment.length
    share = 1.0 / math.sqrt(max(b.nodes.shape[0], 1))
    for i in range(b.nodes.shape[0]):
        n = b.nodes[i]
        before = orientation(start[n])
        way = unrotate(before, position(state.motion[n]) - position(start[n]))
        turn = log_rotation(conjugate(before) * orientation(state.motion[n]))
        for c in range(3):
            out[6 * i + c] = share * way[c]
            out[6 * i + 3 + c] = share * across * turn[c]


@compiled
def reach(system, state, b, step):
    """Largest turn of a body or of the line of two points [rad], or way of a node in lengths of the model."""
    length, largest = system.environment.length, 0.0
    for i in range(b.nodes.shape[0]):
        at = 6 * b.nodes[i]
        largest = grown(largest, norm(vector(step, at)) / length)
        largest = grown(largest, norm(vector(step, at + 3)))
    for i in range(b.moving.shape[0]):
        if b.is_node[i] == 0:
            at = b.moving[i]
            largest = grown(largest, abs(step[at] / state.scales[at]) / length)
    for i in range(b.line_nodes.shape[1]):
        start, its_way = end_of_line(state, b, step, 0, i)
        end, way = end_of_line(state, b, step, 1, i)
        line, change = end - start, way - its_way
        size = norm(line)
        if size > DESCENT.short * length:
            line = (1.0 / size) * line
            largest = grown(largest, norm(change - dot(change, line) * line) / size)
    return largest


@compiled
def end_of_line(state, b, step, side, i):
    """Place of an end of a line, and how it moves by a step, world axes."""
    n = b.line_nodes[side, i]
    q, point = orientation(state.motion[n]), vector(b.line_points[side, i], 0)
    way = vector(step, 6 * n) + cross(vector(step, 6 * n + 3), point)
    return position(state.motion[n]) + rotate(q, point), rotate(q, way)
