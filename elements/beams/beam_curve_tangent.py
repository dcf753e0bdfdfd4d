"""Tangents of the laws of beams with three and four nodes: derivatives at Gauss points and of the mean.

With the relations zₐ of :mod:`mbfe.elements.beams.beam_curve`,

    ∂Fₐ/∂z_b = Σ w ½L [Xₐᵀ (C X_b + D ∂ε̇/∂z_b) + φₐ′φ_b Θ + φₐφ_b′ Θᵀ + φₐφ_b Ψ],   Xₐ = φₐ′ T + φₐ B,

and ∂Fₐ/∂ż_b = Σ w ½L Xₐᵀ D X_b. Of the mean of the two middle frames of four nodes, ∂η₀/∂η₃ = ½ (I + τ d̃) and
∂η₀/∂η₂ = ½ (I − τ d̃), change with d too.
"""

from __future__ import annotations

from mbfe.algebra.duals import HALF, NONE, Dual, dual_at, mean_coefficients
from mbfe.algebra.small_matrices import (
    add_diagonal,
    add_dual_product,
    add_inverse,
    add_matrix,
    add_product,
    add_skew,
    add_slope,
    add_transposed,
    add_transposed_product,
    add_wrench_matrix,
    add_wrench_transposed,
    clear,
    set_twist_matrix,
)
from mbfe.algebra.vectors import dot
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_curve import (
    keep_forces,
    keep_geometric_matrices,
    keep_rate_matrices,
    keep_rates,
    keep_relations,
    keep_strain_matrices,
    point_at,
    rates_at,
    resultants_at,
    shape,
    weight,
)
from mbfe.elements.beams.beam_parts import end_wrenches, relation_of
from mbfe.elements.beams.beam_tangent import add_relations, keep_column, keep_ends, keep_nodes

__all__ = ["curve_tangent"]

# ------------------------------------------------------------------ the mean


@compiled
def mean_at(scratch):
    """d, and τ with its slope at the dual square of d, of the two frames in the middle."""
    d = dual_at(scratch.z[1], 0)
    square = dot(d, d)
    t, dt, ddt = mean_coefficients(square[0])
    return d, Dual(t, dt * square[1]), Dual(dt, ddt * square[1])


@compiled
def keep_by_mean(a, scratch):
    """Hand on P and the change of Pᵀ of relation a from the mean frame to the two nodes in the middle."""
    d, t, _ = mean_at(scratch)
    turn = 0.5 * (t * d)
    mean, back, end, change = scratch.more[0], scratch.more[1], scratch.more[2], scratch.more[3]
    for i in (1, 2):
        for c in range(4):
            clear(scratch.more[c])
        add_diagonal(mean, HALF)
        add_skew(mean, (-1.0 if i == 1 else 1.0) * turn)
        add_transposed(back, mean)
        add_dual_product(end, 1.0, scratch.ends[2], mean)
        add_dual_product(change, 1.0, back, scratch.ends[3])
        keep_column(4, a, i, scratch, end, change)


@compiled
def add_mean(p, scratch):
    """Add the change with d of the mean's own transformation, and write that of its twist."""
    d, t, dt = mean_at(scratch)
    first, _ = end_wrenches(scratch, 0)
    last, _ = end_wrenches(scratch, 2)
    change = scratch.more[0]
    clear(change)
    add_slope(change, d, -0.5 * (first + last), (t, dt), (NONE, NONE))
    add_dual_product(scratch.bent[5], 1.0, scratch.carry[1], change)  # of d = z₁ and the nodes 1 and 2
    add_dual_product(scratch.bent[6], -1.0, scratch.carry[2], change)
    if p.damped != 0.0:
        apart = dual_at(scratch.own[1], 0) - dual_at(scratch.base[1], 0)
        clear(scratch.slope[3])
        add_slope(scratch.slope[3], d, 0.5 * apart, (t, dt), (NONE, NONE))


@compiled
def outer_slopes(n, p, scratch):
    """Write P and the changes of Pᵀ of all relations, and ∂ż/∂z."""
    keep_nodes(n, p, scratch)
    ends = scratch.ends
    for a in (0, n - 2):
        keep_ends(a, p, scratch)
        keep_column(n, a, 0 if a == 0 else n - 1, scratch, ends[0], ends[1])
        if n == 3:
            keep_column(n, a, 1, scratch, ends[2], ends[3])
        else:
            keep_by_mean(a, scratch)
    if n == 4:
        keep_ends(1, p, scratch)
        keep_column(n, 1, 2, scratch, ends[0], ends[1])
        keep_column(n, 1, 1, scratch, ends[2], ends[3])
        add_mean(p, scratch)


# ------------------------------------------------------------------ Gauss points


@compiled
def add_point(n, g, p, scratch):
    """Add what Gauss point g gives to ∂F/∂z and ∂F/∂ż."""
    m = n - 1
    at = point_at(n, g, p, scratch)
    T, B, Theta, Psi = scratch.at_point[0], scratch.at_point[1], scratch.at_point[2], scratch.at_point[3]
    keep_strain_matrices(T, B, at)
    f = 2.0 / p.length
    w = 0.5 * p.length * weight(n, g)
    for a in range(m):
        X = scratch.strain[a]
        clear(X)
        add_matrix(X, f * shape(n, 1, g, a), T)
        add_matrix(X, shape(n, 0, g, a), B)
        set_twist_matrix(scratch.columns[a], X)
        clear(scratch.rows[a])
        add_product(scratch.rows[a], (0, 6), w, p.stiffness[g], scratch.columns[a])
    if p.damped != 0.0:
        add_damping(n, g, p, scratch, at)
    keep_geometric_matrices(Theta, Psi, at, resultants_at(n, g, p, at, scratch))
    for a in range(m):
        h, dh = w * shape(n, 0, g, a), f * w * shape(n, 1, g, a)
        for b in range(m):
            H = scratch.hessian[a * m + b]
            add_transposed_product(H, scratch.columns[a], scratch.rows[b])
            add_wrench_matrix(H, dh * shape(n, 0, g, b), Theta)
            add_wrench_transposed(H, h * f * shape(n, 1, g, b), Theta)
            add_wrench_matrix(H, h * shape(n, 0, g, b), Psi)


@compiled
def add_damping(n, g, p, scratch, at):
    """Add D ∂ε̇/∂z to the columns C X in use, and XᵀDX to ∂F/∂ż."""
    m = n - 1
    v, dv = rates_at(n, g, p, scratch)
    dT, dB, slope, block = scratch.at_point[2], scratch.at_point[3], scratch.more[0], scratch.block
    keep_rate_matrices(dT, dB, at, v, dv)
    w = 0.5 * p.length * weight(n, g)
    D = p.damping[g]
    for b in range(m):
        clear(block)
        add_product(block, (0, 6), w, D, scratch.columns[b])
        for a in range(m):
            add_transposed_product(scratch.viscous[a * m + b], scratch.columns[a], block)
        clear(slope)
        add_matrix(slope, 2.0 / p.length * shape(n, 1, g, b), dT)
        add_matrix(slope, shape(n, 0, g, b), dB)
        add_dual_product(slope, 1.0, scratch.strain[b], scratch.slope[b])
        if n == 4 and b == 1:
            add_by_mean(slope, scratch)
        set_twist_matrix(block, slope)
        add_product(scratch.rows[b], (0, 6), w, D, block)


@compiled
def add_by_mean(slope, scratch):
    """Add ∂ε̇/∂d through the twist of the mean frame, −Σ X T⁻¹(−z) ∂V₀/∂d."""
    inverse, change = scratch.more[1], scratch.more[2]
    for a in (0, 2):
        relation = relation_of(scratch, a)
        clear(inverse)
        clear(change)
        add_inverse(inverse, relation.z, -HALF, relation.k)
        add_dual_product(change, 1.0, inverse, scratch.slope[3])
        add_dual_product(slope, -1.0, scratch.strain[a], change)


@compiled
def curve_tangent(n, pose, twist, p, scratch, G, K):
    """Fill G and K of an element with n nodes."""
    keep_relations(n, pose, p, scratch)
    if p.damped != 0.0:
        keep_rates(n, twist, p, scratch)
    keep_forces(n, p, scratch)
    outer_slopes(n, p, scratch)
    for i in range((n - 1) * (n - 1)):
        clear(scratch.hessian[i])
        clear(scratch.viscous[i])
    for g in range(n - 1):
        add_point(n, g, p, scratch)
    add_relations(n, scratch, scratch.hessian, 1, K)
    if p.damped != 0.0:
        add_relations(n, scratch, scratch.viscous, 0, G)
