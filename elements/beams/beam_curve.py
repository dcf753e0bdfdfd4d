"""Curves of section frames for the laws of beams with three and four nodes.

With a reference frame H₀ inside the element and zₐ = log(H₀⁻¹Hₐ), a curve of frames is H(s) = H₀ exp ρ(s),
ρ(s) = Σ φₐ(s) zₐ with the polynomials of Lagrange at the nodes (Bauchau, Epple & Heo 2008, interpolation of
relative motions). Three nodes: H₀ is the middle node. Four nodes: H₀ is the mean of the two in the middle,
H₀ = H₂ exp ½d, d = log(H₂⁻¹H₃), so that the order of the nodes does not matter; their ρ are −½d and ½d. The
n − 1 logarithms of an element are its relations: that of the first node, for four nodes d, that of the last.

Strain measure (duals): E = T(ρ) ρ′ = ρ′ − b ρ×ρ′ + c ρ×(ρ×ρ′), b and c functions of ρ·ρ. For resultants N
the scalar Π = N·E = N·ρ′ − b p + c q, with p = ρ·(ρ′×N) and q = (N·ρ)(ρ·ρ′) − (ρ·ρ)(N·ρ′), gives the forces
on ρ′ and ρ as its gradients and the geometric stiffness as its second derivatives at fixed N.
"""

from __future__ import annotations

import numpy as np

from mbfe.algebra.duals import (
    NONE,
    ZERO,
    at_dual,
    double,
    dual_add,
    dual_cross,
    dual_dot,
    dual_multiply,
    dual_scale,
    dual_stretch,
    dual_subtract,
    mean_coefficients,
    minus,
    stumpff,
    tangent_coefficients,
)
from mbfe.algebra.motion import exp
from mbfe.algebra.small_matrices import DUAL, add_diagonal, add_inverse, add_outer, add_skew, add_slope, clear
from mbfe.algebra.vectors import add, multiply, rotate, scale, vector
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_parts import (
    FORCE,
    GAUSS,
    LOBATTO,
    RATE,
    RELATION,
    Z,
    dual_at,
    keep_dual,
    keep_log,
    keep_rate,
    resultant,
    section_frame,
    section_twist,
)

STILL = (ZERO, ZERO)

# ------------------------------------------------------------------ shape functions


def _tables(n: int) -> list[list[list[float]]]:
    """Shape functions of the relations of an element with n nodes and their slopes at the Gauss points."""
    nodes, points = np.array(LOBATTO[n]), np.array(GAUSS[n][0])
    tables = np.zeros((2, 3, 3))
    for a in range(n):
        one = np.polynomial.Polynomial.fromroots(np.delete(nodes, a))
        one = one / one(nodes[a])
        for which, values in enumerate((one(points), one.deriv()(points))):
            if n == 3 and a != 1:
                tables[which, : n - 1, a // 2] += values
            elif n == 4:
                tables[which, :, (a + 1) // 2] += values * (1.0, -0.5, 0.5, 1.0)[a]
    return tables.tolist()


SHAPES = np.array([_tables(3), _tables(4)])
"""Values and slopes (2) at Gauss points (3) of the relations (3), for three and four nodes."""
WEIGHTS = np.array([[*GAUSS[3][1], 0.0], GAUSS[4][1]])


@compiled
def shape(n, which, g, a):
    """Value (0) or slope (1) at Gauss point g of the shape function of relation a."""
    return SHAPES[n - 3, which, g, a]


@compiled
def weight(n, g):
    """Weight of Gauss point g."""
    return WEIGHTS[n - 3, g]


# ------------------------------------------------------------------ relations


@compiled
def relations(n, pose, p, work):
    """Write the logarithms of an element of n nodes; returns the largest angle."""
    base = section_frame(pose[1], p.offsets[1])
    angle = 0.0
    if n == 4:
        angle = keep_log(work, RELATION, base, section_frame(pose[2], p.offsets[2]))
        base = mean_frame(base, work)
    first = keep_log(work, 0, base, section_frame(pose[0], p.offsets[0]))
    last = keep_log(work, (n - 2) * RELATION, base, section_frame(pose[n - 1], p.offsets[n - 1]))
    return max(angle, first, last)


@compiled
def relation_rates(n, twist, p, work):
    """Write the rates of the logarithms."""
    base = section_twist(twist[1], p.offsets[1])
    if n == 4:
        other = section_twist(twist[2], p.offsets[2])
        keep_rate(work, RELATION, base, other)
        base = mean_twist(base, other, work)
    keep_rate(work, 0, base, section_twist(twist[0], p.offsets[0]))
    keep_rate(work, (n - 2) * RELATION, base, section_twist(twist[n - 1], p.offsets[n - 1]))


@compiled
def mean_frame(base, work):
    """H₂ exp ½d, the mean of the two frames in the middle."""
    d = dual_at(work, RELATION)
    x, q = exp(scale(0.5, d[1]), scale(0.5, d[0]))
    return add(base[0], rotate(base[1], x)), multiply(base[1], q)


@compiled
def mean_twist(base, other, work):
    """½ (V₂ + V₃) + ½ τ d×(V₃ − V₂), the twist of the mean of the two frames in the middle."""
    mean = dual_scale(0.5, dual_add(base, other))
    return dual_add(mean, half_turned(work, 1.0, dual_subtract(other, base)))


@compiled
def half_turned(work, sign, a):
    """±½ τ d×a of the mean of the two frames in the middle, τ = tan(θ/4)/θ."""
    d = dual_at(work, RELATION)
    square = dual_dot(d, d)
    t, dt, _ = mean_coefficients(square[0])
    return dual_scale(0.5 * sign, dual_stretch(at_dual(t, dt, square[1]), dual_cross(d, a)))


# ------------------------------------------------------------------ strains at a Gauss point


@compiled
def interpolated(n, g, which, p, work, what):
    """Σ φₐ (which = 0) or Σ φₐ′ (1) [1/m] times the logarithms (what = Z) or their rates (RATE)."""
    value = STILL
    for a in range(n - 1):
        value = dual_add(value, dual_scale(shape(n, which, g, a), dual_at(work, a * RELATION + what)))
    return value if which == 0 else dual_scale(2.0 / p.length, value)


@compiled
def curve_coefficients(r):
    """b, c and their first two derivatives with ρ·ρ, at the dual square of ρ."""
    square = dual_dot(r, r)
    b, c = tangent_coefficients(stumpff(square[0]))
    t = square[1]
    return (
        at_dual(b[0], b[1], t), at_dual(c[0], c[1], t), at_dual(b[1], b[2], t),
        at_dual(c[1], c[2], t), at_dual(b[2], b[3], t), at_dual(c[2], c[3], t),
    )  # fmt: skip


@compiled
def turned(r, a, g, k):
    """g ρ×a + k ρ×(ρ×a)."""
    across = dual_cross(r, a)
    return dual_add(dual_stretch(g, across), dual_stretch(k, dual_cross(r, across)))


@compiled
def strain_at(g, p, r, dr, co):
    """ε = ρ′ − b ρ×ρ′ + c ρ×(ρ×ρ′) − E₀ at Gauss point g."""
    e = dual_add(dr, turned(r, dr, minus(co[0]), co[1]))
    return dual_subtract(e, (vector(p.reference[g], 3), vector(p.reference[g], 0)))


@compiled
def strain_rate_at(r, dr, v, dv, co):
    """dE/dt = T ρ̇′ + B ρ̇, B = ∂(Tρ′)/∂ρ."""
    b, c, db, dc, _, _ = co
    rate = dual_add(dv, turned(r, dv, minus(b), c))
    along = double(dual_dot(r, v))
    slope = turned(r, dr, minus(dual_multiply(db, along)), dual_multiply(dc, along))
    across = dual_cross(v, dr)
    bend = dual_add(dual_cross(v, dual_cross(r, dr)), dual_cross(r, across))
    rate = dual_add(dual_add(rate, slope), dual_stretch(c, bend))
    return dual_subtract(rate, dual_stretch(b, across))


@compiled
def gradient_of_q(r, dr, n):
    """∂q/∂ρ = N (ρ·ρ′) + ρ′ (N·ρ) − 2 ρ (N·ρ′)."""
    one = dual_add(dual_stretch(dual_dot(r, dr), n), dual_stretch(dual_dot(n, r), dr))
    return dual_subtract(one, dual_stretch(double(dual_dot(n, dr)), r))


@compiled
def bending_force(r, dr, n, co):
    """BᵀN = ∂Π/∂ρ = −b ρ′×N − 2 b′ p ρ + 2 c′ q ρ + c ∂q/∂ρ."""
    b, c, db, dc, _, _ = co
    v = dual_cross(dr, n)
    p = dual_multiply(db, dual_dot(r, v))
    q = dual_multiply(dc, dual_dot(n, dual_cross(r, dual_cross(r, dr))))
    along = dual_stretch((2.0 * (q[0] - p[0]), 2.0 * (q[1] - p[1])), r)
    return dual_subtract(dual_add(along, dual_stretch(c, gradient_of_q(r, dr, n))), dual_stretch(b, v))


@compiled
def resultants_at(n, g, p, work, r, dr, co):
    """Resultants N = C ε + D ε̇ at Gauss point g."""
    wrench = resultant(p.stiffness[g], strain_at(g, p, r, dr, co))
    if p.damped == 0.0:
        return wrench
    v = interpolated(n, g, 0, p, work, RATE)
    dv = interpolated(n, g, 1, p, work, RATE)
    rate = strain_rate_at(r, dr, v, dv, co)
    return dual_add(wrench, resultant(p.damping[g], rate))


@compiled
def relation_forces(n, p, work):
    """Write the generalised forces Fₐ = Σ w ½L (φₐ′ TᵀN + φₐ BᵀN) of all relations."""
    for a in range(n - 1):
        keep_dual(work, a * RELATION + FORCE, STILL)
    for g in range(n - 1):
        r = interpolated(n, g, 0, p, work, Z)
        dr = interpolated(n, g, 1, p, work, Z)
        co = curve_coefficients(r)
        wrench = resultants_at(n, g, p, work, r, dr, co)
        axial = dual_add(wrench, turned(r, wrench, co[0], co[1]))
        bending = bending_force(r, dr, wrench, co)
        w = weight(n, g)
        for a in range(n - 1):
            at = a * RELATION + FORCE
            part = dual_scale(0.5 * p.length * w * shape(n, 0, g, a), bending)
            part = dual_add(part, dual_scale(w * shape(n, 1, g, a), axial))
            keep_dual(work, at, dual_add(dual_at(work, at), part))


# ------------------------------------------------------------------ matrices at a Gauss point


@compiled
def keep_strain_matrices(work, i, r, dr, co):
    """Write T = I − b ρ̃ + c ρ̃² and B = ∂(Tρ′)/∂ρ, one after the other."""
    b, c, db, dc, _, _ = co
    clear(work, i, 2 * DUAL)
    add_inverse(work, i, r, minus(b), c)
    add_slope(work, i + DUAL, r, dr, minus(b), minus(db), c, dc)


@compiled
def keep_geometric_matrices(work, i, r, dr, n, co):
    """Write the second derivatives of Π at fixed N, Θ = ∂²Π/∂ρ′∂ρ and Ψ = ∂²Π/∂ρ∂ρ, one after the other.

    Ψ = y ρᵀ + ρ yᵀ + c (N ρ′ᵀ + ρ′ Nᵀ) + 2 (c′ q − b′ p − c N·ρ′) I with
    y = 2 c′ ∂q/∂ρ − 2 b′ ρ′×N + 2 (c″ q − b″ p) ρ.
    """
    b, c, db, dc, ddb, ddc = co
    clear(work, i, 2 * DUAL)
    add_slope(work, i, r, n, b, db, c, dc)
    v = dual_cross(dr, n)
    p = dual_dot(r, v)
    q = dual_dot(n, dual_cross(r, dual_cross(r, dr)))
    bp, cq = dual_multiply(db, p), dual_multiply(dc, q)
    on_all = dual_multiply(c, dual_dot(n, dr))
    on_all = (2.0 * (cq[0] - bp[0] - on_all[0]), 2.0 * (cq[1] - bp[1] - on_all[1]))
    bp, cq = dual_multiply(ddb, p), dual_multiply(ddc, q)
    y = dual_subtract(dual_stretch(dc, gradient_of_q(r, dr, n)), dual_stretch(db, v))
    y = dual_scale(2.0, dual_add(y, dual_stretch((cq[0] - bp[0], cq[1] - bp[1]), r)))
    cn = dual_stretch(c, n)
    add_outer(work, i + DUAL, y, r)
    add_outer(work, i + DUAL, r, y)
    add_outer(work, i + DUAL, cn, dr)
    add_outer(work, i + DUAL, dr, cn)
    add_diagonal(work, i + DUAL, on_all)


@compiled
def keep_rate_matrices(work, i, r, dr, v, dv, co):
    """Write the derivatives of the strain rate with ρ′ and ρ at fixed rates, Ṫ and ∂(T ρ̇′ + B ρ̇)/∂ρ."""
    b, c, db, dc, ddb, ddc = co
    along = double(dual_dot(r, v))
    db_along, dc_along = dual_multiply(db, along), dual_multiply(dc, along)
    clear(work, i, 2 * DUAL)
    # Ṫ = −ḃ ρ̃ − b ρ̃̇ + ċ ρ̃² + c (ρ̃ ρ̃̇ + ρ̃̇ ρ̃)
    half = dual_add(dual_stretch(c, v), dual_scale(0.5, dual_stretch(dc_along, r)))
    add_outer(work, i, half, r)
    add_outer(work, i, r, half)
    add_diagonal(work, i, minus(double(dual_dot(half, r))))
    add_skew(work, i, dual_scale(-1.0, dual_add(dual_stretch(db_along, r), dual_stretch(b, v))))
    # second derivative of Tρ′ with ρ, one of the directions ρ̇
    x = dual_cross(r, dr)
    across = dual_cross(v, dr)
    bend = dual_add(dual_cross(v, x), dual_cross(r, across))
    y = dual_subtract(dual_stretch(dc, bend), dual_stretch(db, across))
    y = dual_add(y, turned(r, dr, minus(dual_multiply(ddb, along)), dual_multiply(ddc, along)))
    left = dual_subtract(
        dual_stretch(dc, dual_cross(r, x)), dual_add(dual_stretch(db, x), dual_stretch(c, dr))
    )
    cv = dual_stretch(c, v)
    add_outer(work, i + DUAL, dual_scale(2.0, y), r)
    add_outer(work, i + DUAL, dual_scale(2.0, left), v)
    add_outer(work, i + DUAL, cv, dr)
    add_diagonal(work, i + DUAL, dual_dot(cv, dr))
    add_slope(work, i + DUAL, r, dr, minus(db_along), NONE, dc_along, NONE)
    add_slope(work, i + DUAL, r, dv, minus(b), minus(db), c, dc)
