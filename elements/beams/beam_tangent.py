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
from mbfe.elements.beams.beam_parts import BASE, OWN, RELATION, kappa

__all__ = [
    "BENT", "ENDS_AT", "HESSIAN", "NODES_AT", "POINT", "ROWS_AT", "SLOPE", "TANGENT_LENGTH", "VISCOUS",
    "add_relations", "keep_column", "keep_ends", "keep_nodes",
]  # fmt: skip

HESSIAN = 3 * RELATION
VISCOUS = HESSIAN + 9 * BLOCK
ROWS_AT = VISCOUS + 9 * BLOCK
WITH = ROWS_AT + 3 * BLOCK
BENT = WITH + 12 * BLOCK
NODES_AT = BENT + 12 * DUAL
ENDS_AT = NODES_AT + 8 * DUAL
SLOPE = ENDS_AT + 6 * DUAL
POINT = SLOPE + 4 * DUAL
TANGENT_LENGTH = POINT + 17 * DUAL
"""Places in the work array, after the relations: ∂F/∂z and ∂F/∂ż, rows in use, P, the changes of Pᵀ at fixed
F, Ad and its transpose of the section frames in the nodes, the ends of the relation in use, ∂ż/∂z (each
relation's own, then the mean's twist), what a Gauss point needs; and its length."""


@compiled
def keep_nodes(n, p, work):
    """Write Ad of the section frames in the nodes, and its transpose."""
    clear(work, NODES_AT, 2 * n * DUAL)
    for i in range(n):
        at = NODES_AT + 2 * i * DUAL
        add_rotation(work, at, position(p.offsets[i]), orientation(p.offsets[i]))
        add_transposed(work, at + DUAL, at)


@compiled
def keep_column(n, a, i, work, ends):
    """Write P and the change of Pᵀ of relation a and node i from those of the section frame, in ``ends``."""
    to = NODES_AT + 2 * i * DUAL
    at = BENT + (a * n + i) * DUAL
    clear(work, at, DUAL)
    add_dual_product(work, at, 1.0, ends, to + DUAL)
    set_twist_matrix(work, WITH + (a * n + i) * BLOCK, at)
    clear(work, at, DUAL)
    add_dual_product(work, at, 1.0, to, ends + DUAL)


@compiled
def keep_ends(a, p, work):
    """Write ∂z/∂η and the change of its transpose for both frames of relation a, and ∂ż/∂z.

    In ``ENDS``: T⁻¹(z) and ½F̃ + Y of its node, then −T⁻¹(−z) and ½F̃ − Y of the frame it is seen from, where Y
    is the derivative of κ z×(z×F).
    """
    z, force, k, dk = kappa(work, a * RELATION)
    clear(work, ENDS_AT, 5 * DUAL)
    add_inverse(work, ENDS_AT, z, HALF, k)
    add_skew(work, ENDS_AT + DUAL, 0.5 * force)
    add_matrix(work, ENDS_AT + 3 * DUAL, 1.0, ENDS_AT + DUAL)
    add_inverse(work, ENDS_AT + 4 * DUAL, z, -HALF, k)
    add_matrix(work, ENDS_AT + 2 * DUAL, -1.0, ENDS_AT + 4 * DUAL)
    clear(work, ENDS_AT + 4 * DUAL, DUAL)
    add_slope(work, ENDS_AT + 4 * DUAL, z, force, (NONE, NONE), (k, dk))
    add_matrix(work, ENDS_AT + DUAL, 1.0, ENDS_AT + 4 * DUAL)
    add_matrix(work, ENDS_AT + 3 * DUAL, -1.0, ENDS_AT + 4 * DUAL)
    if p.damped != 0.0:
        base, own = dual_at(work, a * RELATION + BASE), dual_at(work, a * RELATION + OWN)
        clear(work, SLOPE + a * DUAL, DUAL)
        add_slope(work, SLOPE + a * DUAL, z, own - base, (NONE, NONE), (k, dk))
        add_skew(work, SLOPE + a * DUAL, -0.5 * (base + own))


@compiled
def reaches(n, a, i):
    """Whether relation a depends on node i."""
    return (i > 0 or a == 0) and (i < n - 1 or a == n - 2)


@compiled
def add_relations(n, work, inner, bent, block):
    """Add Pᵀ H P, and with bent = 1 the change of Pᵀ, to a matrix of the element; H from ``inner`` on."""
    m = n - 1
    out = block
    stride = block.shape[1]
    for i in range(n):
        clear(work, ROWS_AT, m * BLOCK)
        for b in range(m):
            at = ROWS_AT + b * BLOCK
            for a in range(m):
                if reaches(n, a, i):
                    add_transposed_product(
                        work, at, work, WITH + (a * n + i) * BLOCK, inner + (a * m + b) * BLOCK
                    )
            if bent == 1 and reaches(n, b, i):
                add_wrench_matrix(work, at, 1.0, BENT + (b * n + i) * DUAL)
        for j in range(n):
            for b in range(m):
                if reaches(n, b, j):
                    add_product(
                        out,
                        (6 * (i * stride + j), stride),
                        1.0,
                        work,
                        ROWS_AT + b * BLOCK,
                        work,
                        WITH + (b * n + j) * BLOCK,
                    )
