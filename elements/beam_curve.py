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

from mbfe.compiled import compiled
from mbfe.duals import (
    ZERO,
    at_dual,
    dual_add,
    dual_cross,
    dual_diagonal,
    dual_dot,
    dual_log,
    dual_matrix_plus,
    dual_matrix_sum,
    dual_multiply,
    dual_outer,
    dual_scale,
    dual_skew,
    dual_stretch,
    dual_subtract,
    dual_transpose,
    mean_coefficients,
    slope_of_turned,
    stumpff,
    tangent_coefficients,
    turned_twice,
)
from mbfe.elements.beam_parts import GAUSS, LOBATTO, motion_between, resultant, section_frame, section_twist
from mbfe.motion import exp
from mbfe.vectors import add, multiply, norm, rotate, scale, vector

NONE = (0.0, 0.0)
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

Z = 0
KAPPA = 6
RATE = 9
OWN = 15
BASE = 21
FORCE = 27
RELATION = 33
"""Places of a relation: z, κ with two slopes, dz/dt, the twists of its node and of the frame it is seen from,
the generalised force; and their number."""


@compiled
def dual_at(array, i):
    """Dual vector from six entries of an array."""
    return (array[i], array[i + 1], array[i + 2]), (array[i + 3], array[i + 4], array[i + 5])


@compiled
def keep_dual(array, i, a):
    """Write a dual vector to six entries of an array."""
    for c in range(3):
        array[i + c] = a[0][c]
        array[i + 3 + c] = a[1][c]


@compiled
def keep_log(array, i, one, other):
    """Write the logarithm of the motion between two frames and κ; returns the angle."""
    x, q = motion_between(one, other)
    z, k = dual_log(x, q)
    keep_dual(array, i + Z, z)
    for c in range(3):
        array[i + KAPPA + c] = k[c]
    return norm(z[0])


@compiled
def relations(n, pose, p, work):
    """Write the logarithms of an element of n nodes; returns the largest angle."""
    base = section_frame(pose[1], p.offsets[1])
    angle = 0.0
    if n == 4:
        angle = keep_log(work, RELATION, base, section_frame(pose[2], p.offsets[2]))
        d = dual_at(work, RELATION)
        x, q = exp(scale(0.5, d[1]), scale(0.5, d[0]))
        base = (add(base[0], rotate(base[1], x)), multiply(base[1], q))
    first = keep_log(work, 0, base, section_frame(pose[0], p.offsets[0]))
    last = keep_log(work, (n - 2) * RELATION, base, section_frame(pose[n - 1], p.offsets[n - 1]))
    return max(angle, first, last)


@compiled
def keep_rate(work, i, own, base):
    """Write dz/dt = T⁻¹(z) V − T⁻¹(−z) V₀ of a relation, and the twists."""
    z = dual_at(work, i + Z)
    k = at_dual(work[i + KAPPA], work[i + KAPPA + 1], dual_dot(z, z)[1])
    rate = turned_twice(z, dual_subtract(own, base), 0.0, k)
    keep_dual(work, i + RATE, dual_add(rate, dual_scale(0.5, dual_cross(z, dual_add(own, base)))))
    keep_dual(work, i + OWN, own)
    keep_dual(work, i + BASE, base)


@compiled
def relation_rates(n, twist, p, work):
    """Write the rates of the logarithms; the twist of the mean is ½ (V₂ + V₃) + ½ τ d×(V₃ − V₂)."""
    base = section_twist(twist[1], p.offsets[1])
    if n == 4:
        other = section_twist(twist[2], p.offsets[2])
        keep_rate(work, RELATION, other, base)
        base = dual_add(
            dual_scale(0.5, dual_add(base, other)), half_turned(work, 1.0, dual_subtract(other, base))
        )
    keep_rate(work, 0, section_twist(twist[0], p.offsets[0]), base)
    keep_rate(work, (n - 2) * RELATION, section_twist(twist[n - 1], p.offsets[n - 1]), base)


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
def minus(f):
    """−f of a dual number."""
    return -f[0], -f[1]


@compiled
def double(f):
    """2 f of a dual number."""
    return 2.0 * f[0], 2.0 * f[1]


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
def strain_matrices(r, dr, co):
    """T = I − b ρ̃ + c ρ̃² and B = ∂(Tρ′)/∂ρ."""
    b, c, db, dc, _, _ = co
    cr = dual_stretch(c, r)
    square = dual_dot(cr, r)
    T = dual_matrix_plus(dual_outer(cr, r), dual_diagonal((1.0 - square[0], -square[1])))
    T = dual_matrix_sum(1.0, T, -1.0, dual_skew(dual_stretch(b, r)))
    return T, slope_of_turned(r, dr, minus(b), minus(db), c, dc)


@compiled
def geometric_matrices(r, dr, n, co):
    """Second derivatives of Π at fixed N: Θ = ∂²Π/∂ρ′∂ρ and Ψ = ∂²Π/∂ρ∂ρ.

    Ψ = y ρᵀ + ρ yᵀ + c (N ρ′ᵀ + ρ′ Nᵀ) + 2 (c′ q − b′ p − c N·ρ′) I with
    y = 2 c′ ∂q/∂ρ − 2 b′ ρ′×N + 2 (c″ q − b″ p) ρ.
    """
    b, c, db, dc, ddb, ddc = co
    v = dual_cross(dr, n)
    p = dual_dot(r, v)
    q = dual_dot(n, dual_cross(r, dual_cross(r, dr)))
    bp, cq = dual_multiply(db, p), dual_multiply(dc, q)
    cn = dual_multiply(c, dual_dot(n, dr))
    on_all = (2.0 * (cq[0] - bp[0] - cn[0]), 2.0 * (cq[1] - bp[1] - cn[1]))
    bp, cq = dual_multiply(ddb, p), dual_multiply(ddc, q)
    y = dual_subtract(dual_stretch(dc, gradient_of_q(r, dr, n)), dual_stretch(db, v))
    y = dual_scale(2.0, dual_add(y, dual_stretch((cq[0] - bp[0], cq[1] - bp[1]), r)))
    half = dual_matrix_plus(dual_outer(y, r), dual_outer(dual_stretch(c, n), dr))
    bend = dual_matrix_plus(dual_matrix_plus(half, dual_transpose(half)), dual_diagonal(on_all))
    return slope_of_turned(r, n, b, db, c, dc), bend


@compiled
def rate_matrices(r, dr, v, dv, co):
    """Derivatives of the strain rate with ρ′ and ρ at fixed rates: Ṫ and ∂(T ρ̇′ + B ρ̇)/∂ρ."""
    b, c, db, dc, ddb, ddc = co
    along = double(dual_dot(r, v))
    db_along, dc_along = dual_multiply(db, along), dual_multiply(dc, along)
    square = dual_dot(r, r)
    # Ṫ = −ḃ ρ̃ − b ρ̃̇ + ċ ρ̃² + c (ρ̃ ρ̃̇ + ρ̃̇ ρ̃)
    half = dual_outer(dual_add(dual_stretch(c, v), dual_scale(0.5, dual_stretch(dc_along, r))), r)
    one, two = dual_multiply(dc_along, square), dual_multiply(c, along)
    T = dual_matrix_plus(half, dual_transpose(half))
    T = dual_matrix_plus(T, dual_diagonal((-one[0] - two[0], -one[1] - two[1])))
    spin = dual_add(dual_stretch(db_along, r), dual_stretch(b, v))
    T = dual_matrix_sum(1.0, T, -1.0, dual_skew(spin))
    # second derivative of b- and c-terms, one direction ρ̇
    x = dual_cross(r, dr)
    twice = dual_cross(r, x)
    across = dual_cross(v, dr)
    bend = dual_add(dual_cross(v, x), dual_cross(r, across))
    y = dual_add(turned(r, dr, minus(dual_multiply(ddb, along)), dual_multiply(ddc, along)),
                 dual_subtract(dual_stretch(dc, bend), dual_stretch(db, across)))  # fmt: skip
    left = dual_subtract(dual_stretch(dc, twice), dual_add(dual_stretch(db, x), dual_stretch(c, dr)))
    B = dual_matrix_sum(2.0, dual_outer(y, r), 2.0, dual_outer(left, v))
    B = dual_matrix_plus(B, slope_of_turned(r, dr, minus(db_along), NONE, dc_along, NONE))
    cv = dual_stretch(c, v)
    B = dual_matrix_plus(B, dual_matrix_plus(dual_outer(cv, dr), dual_diagonal(dual_dot(cv, dr))))
    return T, dual_matrix_plus(B, slope_of_turned(r, dv, minus(b), minus(db), c, dc))
