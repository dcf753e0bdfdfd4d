"""Tangents of the laws of beams with three and four nodes: derivatives at Gauss points and of the mean.

With the relations zₐ of :mod:`mbfe.elements.beams.beam_curve`,

    ∂Fₐ/∂z_b = Σ w ½L [Xₐᵀ (C X_b + D ∂ε̇/∂z_b) + φₐ′φ_b Θ + φₐφ_b′ Θᵀ + φₐφ_b Ψ],   Xₐ = φₐ′ T + φₐ B,

and ∂Fₐ/∂ż_b = Σ w ½L Xₐᵀ D X_b. Of the mean of the two middle frames of four nodes, ∂η₀/∂η₃ = ½ (I + τ d̃) and
∂η₀/∂η₂ = ½ (I − τ d̃), change with d too.
"""

from __future__ import annotations

from mbfe.algebra.duals import HALF, NONE, Dual, dual_at, mean_coefficients
from mbfe.algebra.small_matrices import (
    BLOCK,
    DUAL,
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
    curve_coefficients,
    interpolated,
    keep_geometric_matrices,
    keep_rate_matrices,
    keep_strain_matrices,
    relation_forces,
    relation_rates,
    relations,
    resultants_at,
    shape,
    weight,
)
from mbfe.elements.beams.beam_parts import BASE, OWN, RATE, RELATION, Z, end_wrenches, kappa
from mbfe.elements.beams.beam_tangent import (
    BENT,
    ENDS_AT,
    HESSIAN,
    NODES_AT,
    POINT,
    ROWS_AT,
    SLOPE,
    VISCOUS,
    add_relations,
    keep_column,
    keep_ends,
    keep_nodes,
)

__all__ = ["curve_tangent"]

STRAIN = POINT
COLUMNS = STRAIN + 3 * DUAL
MATRICES = COLUMNS + 3 * BLOCK
"""Places of a Gauss point: X as dual matrices and as blocks; T, B, then Θ and Ψ or Ṫ and Ḃ, and four more."""

# ------------------------------------------------------------------ the mean


@compiled
def mean_at(work):
    """d, and τ with its slope at the dual square of d, of the two frames in the middle."""
    d = dual_at(work, RELATION)
    square = dot(d, d)
    t, dt, ddt = mean_coefficients(square[0])
    return d, Dual(t, dt * square[1]), Dual(dt, ddt * square[1])


@compiled
def keep_by_mean(a, work):
    """Hand on P and the change of Pᵀ of relation a from the mean frame to the two nodes in the middle."""
    d, t, _ = mean_at(work)
    turn = 0.5 * (t * d)
    for i in (1, 2):
        mean = MATRICES
        clear(work, mean, 4 * DUAL)
        add_diagonal(work, mean, HALF)
        add_skew(work, mean, (-1.0 if i == 1 else 1.0) * turn)
        add_transposed(work, mean + DUAL, mean)
        add_dual_product(work, mean + 2 * DUAL, 1.0, ENDS_AT + 2 * DUAL, mean)
        add_dual_product(work, mean + 3 * DUAL, 1.0, mean + DUAL, ENDS_AT + 3 * DUAL)
        keep_column(4, a, i, work, mean + 2 * DUAL)


@compiled
def add_mean(p, work):
    """Add the change with d of the mean's own transformation, and write that of its twist."""
    d, t, dt = mean_at(work)
    first, _ = end_wrenches(work, 0)
    last, _ = end_wrenches(work, 2 * RELATION)
    clear(work, MATRICES, DUAL)
    add_slope(work, MATRICES, d, -0.5 * (first + last), (t, dt), (NONE, NONE))
    add_dual_product(work, BENT + 5 * DUAL, 1.0, NODES_AT + 2 * DUAL, MATRICES)
    add_dual_product(work, BENT + 6 * DUAL, -1.0, NODES_AT + 4 * DUAL, MATRICES)
    if p.damped != 0.0:
        apart = dual_at(work, RELATION + OWN) - dual_at(work, RELATION + BASE)
        clear(work, SLOPE + 3 * DUAL, DUAL)
        add_slope(work, SLOPE + 3 * DUAL, d, 0.5 * apart, (t, dt), (NONE, NONE))


@compiled
def outer_slopes(n, p, work):
    """Write P and the changes of Pᵀ of all relations, and ∂ż/∂z."""
    keep_nodes(n, p, work)
    for a in (0, n - 2):
        keep_ends(a, p, work)
        keep_column(n, a, 0 if a == 0 else n - 1, work, ENDS_AT)
        if n == 3:
            keep_column(n, a, 1, work, ENDS_AT + 2 * DUAL)
        else:
            keep_by_mean(a, work)
    if n == 4:
        keep_ends(1, p, work)
        keep_column(n, 1, 2, work, ENDS_AT)
        keep_column(n, 1, 1, work, ENDS_AT + 2 * DUAL)
        add_mean(p, work)


# ------------------------------------------------------------------ Gauss points


@compiled
def add_point(n, g, p, work):
    """Add what Gauss point g gives to ∂F/∂z and ∂F/∂ż."""
    m = n - 1
    r = interpolated(n, g, 0, p, work, Z)
    dr = interpolated(n, g, 1, p, work, Z)
    co = curve_coefficients(r)
    T, theta = MATRICES, MATRICES + 2 * DUAL
    keep_strain_matrices(work, T, r, dr, co)
    f = 2.0 / p.length
    clear(work, STRAIN, m * DUAL + m * BLOCK)
    for a in range(m):
        add_matrix(work, STRAIN + a * DUAL, f * shape(n, 1, g, a), T)
        add_matrix(work, STRAIN + a * DUAL, shape(n, 0, g, a), T + DUAL)
        set_twist_matrix(work, COLUMNS + a * BLOCK, STRAIN + a * DUAL)
    w = 0.5 * p.length * weight(n, g)
    clear(work, ROWS_AT, m * BLOCK)
    for b in range(m):
        add_product(work, (ROWS_AT + b * BLOCK, 6), w, p.stiffness, g * BLOCK, work, COLUMNS + b * BLOCK)
    if p.damped != 0.0:
        add_damping(n, g, p, work, r, dr, co)
    keep_geometric_matrices(work, theta, r, dr, resultants_at(n, g, p, work, r, dr, co), co)
    for a in range(m):
        h, dh = w * shape(n, 0, g, a), f * w * shape(n, 1, g, a)
        for b in range(m):
            at = HESSIAN + (a * m + b) * BLOCK
            add_transposed_product(work, at, work, COLUMNS + a * BLOCK, ROWS_AT + b * BLOCK)
            add_wrench_matrix(work, at, dh * shape(n, 0, g, b), theta)
            add_wrench_transposed(work, at, h * f * shape(n, 1, g, b), theta)
            add_wrench_matrix(work, at, h * shape(n, 0, g, b), theta + DUAL)


@compiled
def add_damping(n, g, p, work, r, dr, co):
    """Add D ∂ε̇/∂z to the columns C X in use, and XᵀDX to ∂F/∂ż."""
    m = n - 1
    v = interpolated(n, g, 0, p, work, RATE)
    dv = interpolated(n, g, 1, p, work, RATE)
    dT, slope = MATRICES + 2 * DUAL, MATRICES + 4 * DUAL
    keep_rate_matrices(work, dT, r, dr, v, dv, co)
    w = 0.5 * p.length * weight(n, g)
    D = p.damping
    for b in range(m):
        at = MATRICES + 6 * DUAL
        clear(work, at, BLOCK)
        add_product(work, (at, 6), w, D, g * BLOCK, work, COLUMNS + b * BLOCK)
        for a in range(m):
            add_transposed_product(work, VISCOUS + (a * m + b) * BLOCK, work, COLUMNS + a * BLOCK, at)
        clear(work, slope, DUAL)
        add_matrix(work, slope, 2.0 / p.length * shape(n, 1, g, b), dT)
        add_matrix(work, slope, shape(n, 0, g, b), dT + DUAL)
        add_dual_product(work, slope, 1.0, STRAIN + b * DUAL, SLOPE + b * DUAL)
        if n == 4 and b == 1:
            add_by_mean(work, slope, at)
        set_twist_matrix(work, at, slope)
        add_product(work, (ROWS_AT + b * BLOCK, 6), w, D, g * BLOCK, work, at)


@compiled
def add_by_mean(work, slope, at):
    """Add ∂ε̇/∂d through the twist of the mean frame, −Σ X T⁻¹(−z) ∂V₀/∂d."""
    for a in (0, 2):
        z, _, k, _ = kappa(work, a * RELATION)
        clear(work, at, 2 * DUAL)
        add_inverse(work, at, z, -HALF, k)
        add_dual_product(work, at + DUAL, 1.0, at, SLOPE + 3 * DUAL)
        add_dual_product(work, slope, -1.0, STRAIN + a * DUAL, at + DUAL)


@compiled
def curve_tangent(n, pose, twist, p, work, G, K):
    """Fill G and K of an element with n nodes."""
    relations(n, pose, p, work)
    if p.damped != 0.0:
        relation_rates(n, twist, p, work)
    relation_forces(n, p, work)
    outer_slopes(n, p, work)
    clear(work, HESSIAN, ROWS_AT - HESSIAN)
    for g in range(n - 1):
        add_point(n, g, p, work)
    add_relations(n, work, HESSIAN, 1, K)
    if p.damped != 0.0:
        add_relations(n, work, VISCOUS, 0, G)
