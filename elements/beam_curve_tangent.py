"""Tangents of the laws of beams with three and four nodes, in closed form.

With the relations zₐ of :mod:`mbfe.elements.beam_curve`, P = ∂z/∂η and the forces r = PᵀF of
:mod:`mbfe.elements.beam_curve_law`, K = Pᵀ (∂F/∂z) P + (∂Pᵀ/∂z) F P, where

    ∂Fₐ/∂z_b = Σ w ½L [Xₐᵀ (C X_b + D ∂ε̇/∂z_b) + φₐ′φ_b Θ + φₐφ_b′ Θᵀ + φₐφ_b Ψ],   Xₐ = φₐ′ T + φₐ B,

and G = Pᵀ (Σ w ½L Xₐᵀ D X_b) P.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.duals import (
    at_dual,
    dual_add,
    dual_cross,
    dual_diagonal,
    dual_dot,
    dual_matrix_plus,
    dual_matrix_scale,
    dual_matrix_sum,
    dual_product,
    dual_rotation,
    dual_scale,
    dual_skew,
    dual_stretch,
    dual_subtract,
    dual_transpose,
    inverse_matrix,
    mean_coefficients,
    slope_of_turned,
)
from mbfe.elements.beam_curve import (
    BASE,
    FORCE,
    KAPPA,
    OWN,
    RATE,
    RELATION,
    Z,
    curve_coefficients,
    dual_at,
    geometric_matrices,
    interpolated,
    rate_matrices,
    relation_forces,
    relation_rates,
    relations,
    resultants_at,
    shape,
    strain_matrices,
    weight,
)
from mbfe.elements.beam_parts import (
    blocks_times,
    put_blocks,
    section_blocks,
    transposed_times,
    with_geometry,
)
from mbfe.vectors import quaternion, vector

NONE = (0.0, 0.0)
NO_FORCE = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))

DUAL = 18
BLOCK = 36
HESSIAN = 3 * RELATION
VISCOUS = HESSIAN + 9 * BLOCK
ROWS = VISCOUS + 9 * BLOCK
WITH = ROWS + 3 * BLOCK
BENT = WITH + 12 * DUAL
STRAIN = BENT + 12 * DUAL
SLOPE = STRAIN + 3 * DUAL
LENGTH = SLOPE + 4 * DUAL
"""Places in the work array, after the relations: ∂F/∂z and its part from damping, columns or rows in use, P,
the changes of Pᵀ at fixed F, X, ∂ż/∂z (each relation's own, then the mean's twist); and its length."""

# ------------------------------------------------------------------ storage


@compiled
def matrix_at(array, i):
    """Nine entries of an array."""
    return (
        array[i], array[i + 1], array[i + 2], array[i + 3], array[i + 4],
        array[i + 5], array[i + 6], array[i + 7], array[i + 8],
    )  # fmt: skip


@compiled
def keep_matrix(array, i, a):
    """Write nine entries of an array."""
    for c in range(9):
        array[i + c] = a[c]


@compiled
def dual_matrix_at(array, i):
    """Dual matrix from 18 entries."""
    return matrix_at(array, i), matrix_at(array, i + 9)


@compiled
def keep_dual_matrix(array, i, a):
    """Write a dual matrix to 18 entries."""
    keep_matrix(array, i, a[0])
    keep_matrix(array, i + 9, a[1])


@compiled
def blocks_at(array, i):
    """Four blocks from 36 entries."""
    return matrix_at(array, i), matrix_at(array, i + 9), matrix_at(array, i + 18), matrix_at(array, i + 27)


@compiled
def keep_blocks(array, i, a):
    """Write four blocks to 36 entries."""
    keep_matrix(array, i, a[0])
    keep_matrix(array, i + 9, a[1])
    keep_matrix(array, i + 18, a[2])
    keep_matrix(array, i + 27, a[3])


@compiled
def add_blocks(array, i, f, a):
    """Add f times four blocks to 36 entries."""
    for c in range(9):
        array[i + c] += f * a[0][c]
        array[i + 9 + c] += f * a[1][c]
        array[i + 18 + c] += f * a[2][c]
        array[i + 27 + c] += f * a[3][c]


@compiled
def kappa(work, a):
    """Relation a's z, F, and κ and its slope at the dual square of z."""
    i = a * RELATION
    z = dual_at(work, i + Z)
    t = dual_dot(z, z)[1]
    k = at_dual(work[i + KAPPA], work[i + KAPPA + 1], t)
    return z, dual_at(work, i + FORCE), k, at_dual(work[i + KAPPA + 1], work[i + KAPPA + 2], t)


# ------------------------------------------------------------------ tangents


@compiled
def to_node(p, i):
    """Ad of the section frame in node i."""
    return dual_rotation(vector(p.offsets[i], 0), quaternion(p.offsets[i]))


@compiled
def keep_column(n, a, i, p, work, with_section, bent):
    """Write P and the change of Pᵀ of relation a and node i from those of the section frame."""
    to = to_node(p, i)
    at = (a * n + i) * DUAL
    keep_dual_matrix(work, WITH + at, dual_product(with_section, dual_transpose(to)))
    keep_dual_matrix(work, BENT + at, dual_product(to, bent))


@compiled
def keep_slopes(n, a, own, p, work):
    """Write P and the change of Pᵀ of relation a at the node ``own``; returns those at the other frame."""
    z, force, k, dk = kappa(work, a)
    bend = slope_of_turned(z, force, NONE, NONE, k, dk)
    turn = dual_skew(dual_scale(0.5, force))
    keep_column(n, a, own, p, work, inverse_matrix(z, 0.5, k), dual_matrix_plus(turn, bend))
    if p.damped != 0.0:
        one, other = dual_at(work, a * RELATION + BASE), dual_at(work, a * RELATION + OWN)
        slope = slope_of_turned(z, dual_subtract(other, one), NONE, NONE, k, dk)
        spin = dual_skew(dual_scale(0.5, dual_add(one, other)))
        keep_dual_matrix(work, SLOPE + a * DUAL, dual_matrix_sum(1.0, slope, -1.0, spin))
    return dual_matrix_scale(-1.0, inverse_matrix(z, -0.5, k)), dual_matrix_sum(1.0, turn, -1.0, bend)


@compiled
def outer_slopes(n, p, work):
    """Write P and the changes of Pᵀ of all relations, and ∂ż/∂z."""
    for a in (0, n - 2):
        own = 0 if a == 0 else n - 1
        with_base, bent = keep_slopes(n, a, own, p, work)
        if n == 3:
            keep_column(n, a, 1, p, work, with_base, bent)
        else:
            keep_by_mean(a, p, work, with_base, bent)
    if n == 4:
        with_base, bent = keep_slopes(n, 1, 2, p, work)
        keep_column(n, 1, 1, p, work, with_base, bent)
        add_mean(p, work)


@compiled
def mean_matrix(work, sign):
    """∂η₀/∂η₃ (sign 1) or ∂η₀/∂η₂ (−1) of the mean frame, ½ (I ± τ d̃)."""
    d = dual_at(work, RELATION)
    square = dual_dot(d, d)
    t, dt, _ = mean_coefficients(square[0])
    turn = dual_skew(dual_scale(0.5 * sign, dual_stretch(at_dual(t, dt, square[1]), d)))
    return dual_matrix_plus(dual_diagonal((0.5, 0.0)), turn)


@compiled
def keep_by_mean(a, p, work, with_base, bent):
    """Hand on P and the change of Pᵀ at the mean frame to the two nodes in the middle."""
    for i in (1, 2):
        mean = mean_matrix(work, -1.0 if i == 1 else 1.0)
        keep_column(4, a, i, p, work, dual_product(with_base, mean), dual_product(dual_transpose(mean), bent))


@compiled
def mean_slope(work, a):
    """Derivative with d of ½ τ d×a."""
    d = dual_at(work, RELATION)
    square = dual_dot(d, d)
    t, dt, ddt = mean_coefficients(square[0])
    g, dg = at_dual(t, dt, square[1]), at_dual(dt, ddt, square[1])
    return dual_matrix_scale(0.5, slope_of_turned(d, a, g, dg, NONE, NONE))


@compiled
def add_mean(p, work):
    """Add the change with d of the mean's own transformation, and write that of its twist."""
    base = NO_FORCE
    for a in (0, 2):
        z, force, k, _ = kappa(work, a)
        across = dual_cross(z, force)
        part = dual_add(dual_stretch(k, dual_cross(z, across)), dual_scale(0.5, across))
        base = dual_subtract(base, dual_add(force, part))
    slope = mean_slope(work, base)
    for i in (1, 2):
        at = BENT + (4 + i) * DUAL
        more = dual_product(to_node(p, i), slope)
        keep_dual_matrix(
            work, at, dual_matrix_sum(1.0, dual_matrix_at(work, at), 1.0 if i == 1 else -1.0, more)
        )
    if p.damped != 0.0:
        apart = dual_subtract(dual_at(work, RELATION + OWN), dual_at(work, RELATION + BASE))
        keep_dual_matrix(work, SLOPE + 3 * DUAL, mean_slope(work, apart))


@compiled
def rate_slope(n, b, p, work, g, dT, dB):
    """∂ε̇/∂z_b at fixed twists of the node and of the frame that it is seen from."""
    f, df = shape(n, 0, g, b), 2.0 / p.length * shape(n, 1, g, b)
    own = dual_matrix_sum(df, dT, f, dB)
    return dual_matrix_plus(
        own, dual_product(dual_matrix_at(work, STRAIN + b * DUAL), dual_matrix_at(work, SLOPE + b * DUAL))
    )


@compiled
def by_mean(p, work):
    """∂ε̇/∂d through the twist of the mean frame."""
    change = dual_matrix_at(work, SLOPE + 3 * DUAL)
    z, _, k, _ = kappa(work, 0)
    first = dual_product(dual_matrix_at(work, STRAIN), inverse_matrix(z, -0.5, k))
    z, _, k, _ = kappa(work, 2)
    last = dual_product(dual_matrix_at(work, STRAIN + 2 * DUAL), inverse_matrix(z, -0.5, k))
    return dual_matrix_scale(-1.0, dual_product(dual_matrix_plus(first, last), change))


@compiled
def add_point(n, g, p, work):
    """Add what Gauss point g gives to ∂F/∂z and to its part from damping."""
    r = interpolated(n, g, 0, p, work, Z)
    dr = interpolated(n, g, 1, p, work, Z)
    co = curve_coefficients(r)
    T, B = strain_matrices(r, dr, co)
    theta, psi = geometric_matrices(r, dr, resultants_at(n, g, p, work, r, dr, co), co)
    for a in range(n - 1):
        f, df = shape(n, 0, g, a), 2.0 / p.length * shape(n, 1, g, a)
        keep_dual_matrix(work, STRAIN + a * DUAL, dual_matrix_sum(df, T, f, B))
    w = 0.5 * p.length * weight(n, g)
    C = section_blocks(p.stiffness[g], w)
    for b in range(n - 1):
        keep_blocks(work, ROWS + b * BLOCK, blocks_times(C, dual_matrix_at(work, STRAIN + b * DUAL)))
    if p.damped != 0.0:
        add_damping(n, g, p, work, r, dr, co)
    theta_turned = dual_transpose(theta)
    for a in range(n - 1):
        f, df = w * shape(n, 0, g, a), 2.0 / p.length * w * shape(n, 1, g, a)
        X = dual_matrix_at(work, STRAIN + a * DUAL)
        for b in range(n - 1):
            h, dh = shape(n, 0, g, b), 2.0 / p.length * shape(n, 1, g, b)
            bent = dual_matrix_sum(f * dh, theta_turned, f * h, psi)
            bent = dual_matrix_sum(1.0, bent, df * h, theta)
            S = transposed_times(X, blocks_at(work, ROWS + b * BLOCK))
            add_blocks(work, HESSIAN + (a * (n - 1) + b) * BLOCK, 1.0, with_geometry(S, bent))


@compiled
def add_damping(n, g, p, work, r, dr, co):
    """Add D ∂ε̇/∂z to the columns C X in use, and XᵀDX to the part from damping."""
    v = interpolated(n, g, 0, p, work, RATE)
    dv = interpolated(n, g, 1, p, work, RATE)
    T, B = rate_matrices(r, dr, v, dv, co)
    D = section_blocks(p.damping[g], 0.5 * p.length * weight(n, g))
    for b in range(n - 1):
        slope = rate_slope(n, b, p, work, g, T, B)
        if n == 4 and b == 1:
            slope = dual_matrix_plus(slope, by_mean(p, work))
        add_blocks(work, ROWS + b * BLOCK, 1.0, blocks_times(D, slope))
        S = blocks_times(D, dual_matrix_at(work, STRAIN + b * DUAL))
        for a in range(n - 1):
            at = VISCOUS + (a * (n - 1) + b) * BLOCK
            add_blocks(work, at, 1.0, transposed_times(dual_matrix_at(work, STRAIN + a * DUAL), S))


@compiled
def reaches(n, a, i):
    """Whether relation a depends on node i."""
    return (i > 0 or a == 0) and (i < n - 1 or a == n - 2)


@compiled
def put_relations(n, work, inner, bent, block):
    """Add Pᵀ H P, and with bent = 1 the change of Pᵀ, to a block of the element; H from ``inner`` on."""
    m = n - 1
    for i in range(n):
        for b in range(m):
            at = ROWS + b * BLOCK
            for c in range(BLOCK):
                work[at + c] = 0.0
            for a in range(m):
                if reaches(n, a, i):
                    P = dual_matrix_at(work, WITH + (a * n + i) * DUAL)
                    add_blocks(
                        work, at, 1.0, transposed_times(P, blocks_at(work, inner + (a * m + b) * BLOCK))
                    )
            if bent == 1 and reaches(n, b, i):
                change = dual_matrix_at(work, BENT + (b * n + i) * DUAL)
                keep_blocks(work, at, with_geometry(blocks_at(work, at), change))
        for j in range(n):
            for b in range(m):
                if reaches(n, b, j):
                    P = dual_matrix_at(work, WITH + (b * n + j) * DUAL)
                    put_blocks(block, 6 * i, 6 * j, blocks_times(blocks_at(work, ROWS + b * BLOCK), P))


@compiled
def curve_tangent(n, pose, twist, p, work, G, K):
    """Fill G and K of an element with n nodes."""
    relations(n, pose, p, work)
    if p.damped != 0.0:
        relation_rates(n, twist, p, work)
    relation_forces(n, p, work)
    outer_slopes(n, p, work)
    for c in range(HESSIAN, ROWS):
        work[c] = 0.0
    for g in range(n - 1):
        add_point(n, g, p, work)
    put_relations(n, work, HESSIAN, 1, K)
    if p.damped != 0.0:
        put_relations(n, work, VISCOUS, 0, G)
