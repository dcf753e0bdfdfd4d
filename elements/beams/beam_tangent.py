"""Tangents of the laws of beams, in closed form: from relations to nodes.

With the relations z of :mod:`mbfe.elements.beams.beam_parts`, P = ∂z/∂η and the forces r = PᵀF on the nodes,
K = Pᵀ (∂F/∂z) P + (∂Pᵀ/∂z) F P and G = Pᵀ (∂F/∂ż) P. What is common to all numbers of nodes stands here;
∂F/∂z comes from the laws.
"""

from __future__ import annotations

from mbfe.algebra.duals import HALF, NONE, dual_at
from mbfe.algebra.small_matrices import (
    BLOCK,
    DUAL,
    add_dual_product,
    add_inverse,
    add_matrix,
    add_product,
    add_rotation,
    add_skew,
    add_slope,
    add_transposed,
    add_transposed_product,
    add_wrench_matrix,
    clear,
    set_twist_matrix,
)
from mbfe.algebra.vectors import orientation, position
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_parts import RELATIONS, relation_of

__all__ = ["TANGENTS", "add_relations", "keep_column", "keep_ends", "keep_nodes"]

TANGENTS = RELATIONS | {
    "hessian": (9, BLOCK),
    "viscous": (9, BLOCK),
    "rows": (3, BLOCK),
    "by_node": (12, BLOCK),
    "bent": (12, DUAL),
    "carry": (4, DUAL),
    "carry_back": (4, DUAL),
    "ends": (4, DUAL),
    "slope": (4, DUAL),
    "strain": (3, DUAL),
    "columns": (3, BLOCK),
    "at_point": (4, DUAL),
    "more": (4, DUAL),
    "block": BLOCK,
}
"""Work arrays of the laws of beams. After the relations ∂F/∂z and ∂F/∂ż by pairs of relations, rows in use; P
and the changes of Pᵀ at fixed F by relation and node; Ad of the section frames in the nodes, and its
transpose; the ends of the relation in use, see :func:`keep_ends`; ∂ż/∂z of each relation, then the slope of
the mean's twist. At a Gauss point X as dual matrices and as blocks; T, B, Θ and Ψ, or Ṫ and Ḃ in place of the
last two; what else is in use."""


@compiled
def keep_nodes(n, p, scratch):
    """Write Ad of the section frames in the nodes, and its transpose."""
    for i in range(n):
        clear(scratch.carry[i])
        clear(scratch.carry_back[i])
        add_rotation(scratch.carry[i], position(p.offsets[i]), orientation(p.offsets[i]))
        add_transposed(scratch.carry_back[i], scratch.carry[i])


@compiled
def keep_column(n, a, i, scratch, end, change):
    """Write P and the change of Pᵀ of relation a and node i from those of the section frame."""
    at = scratch.bent[a * n + i]
    clear(at)
    add_dual_product(at, 1.0, end, scratch.carry_back[i])
    set_twist_matrix(scratch.by_node[a * n + i], at)
    clear(at)
    add_dual_product(at, 1.0, scratch.carry[i], change)


@compiled
def keep_ends(a, p, scratch):
    """Write ∂z/∂η and the change of its transpose for both frames of relation a, and ∂ż/∂z.

    In ``ends``: T⁻¹(z) and ½F̃ + Y of its node, then −T⁻¹(−z) and ½F̃ − Y of the frame it is seen from, where Y
    is the derivative of κ z×(z×F).
    """
    z, force, k, dk = relation_of(scratch, a)
    own, own_change, base, base_change = scratch.ends[0], scratch.ends[1], scratch.ends[2], scratch.ends[3]
    Y = scratch.more[0]
    for c in range(4):
        clear(scratch.ends[c])
    clear(Y)
    add_inverse(own, z, HALF, k)
    add_inverse(Y, z, -HALF, k)
    add_matrix(base, -1.0, Y)
    clear(Y)
    add_slope(Y, z, force, (NONE, NONE), (k, dk))
    add_skew(own_change, 0.5 * force)
    add_matrix(base_change, 1.0, own_change)
    add_matrix(own_change, 1.0, Y)
    add_matrix(base_change, -1.0, Y)
    if p.damped != 0.0:
        V_0, V = dual_at(scratch.base[a], 0), dual_at(scratch.own[a], 0)
        clear(scratch.slope[a])
        add_slope(scratch.slope[a], z, V - V_0, (NONE, NONE), (k, dk))
        add_skew(scratch.slope[a], -0.5 * (V_0 + V))


@compiled
def reaches(n, a, i):
    """Whether relation a depends on node i."""
    return (i > 0 or a == 0) and (i < n - 1 or a == n - 2)


@compiled
def add_relations(n, scratch, inner, bent, block):
    """Add Pᵀ H P, and with bent = 1 the change of Pᵀ, to a matrix of the element; H has rows ``inner``."""
    m = n - 1
    stride = block.shape[1]
    for i in range(n):
        for b in range(m):
            clear(scratch.rows[b])
            for a in range(m):
                if reaches(n, a, i):
                    add_transposed_product(scratch.rows[b], scratch.by_node[a * n + i], inner[a * m + b])
            if bent == 1 and reaches(n, b, i):
                add_wrench_matrix(scratch.rows[b], 1.0, scratch.bent[b * n + i])
        for j in range(n):
            for b in range(m):
                if reaches(n, b, j):
                    place = (6 * (i * stride + j), stride)
                    add_product(block, place, 1.0, scratch.rows[b], scratch.by_node[b * n + j])
