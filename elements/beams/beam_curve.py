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

from typing import NamedTuple

import numpy as np

from mbfe.algebra.duals import (
    NONE,
    STILL,
    Dual,
    DualVec3,
    dual_at,
    mean_coefficients,
    set_dual,
    stumpff,
    tangent_coefficients,
)
from mbfe.algebra.motion import exp
from mbfe.algebra.small_matrices import DUAL, add_diagonal, add_inverse, add_outer, add_skew, add_slope, clear
from mbfe.algebra.vectors import cross, dot, rotate, vector
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_parts import (
    FORCE,
    GAUSS,
    LOBATTO,
    RATE,
    RELATION,
    Z,
    keep_log,
    keep_rate,
    resultant,
    section_frame,
    section_twist,
)

__all__ = [
    "curve_coefficients", "half_turned", "interpolated", "keep_geometric_matrices", "keep_rate_matrices",
    "keep_strain_matrices", "mean_frame", "mean_twist", "relation_forces", "relation_rates", "relations",
    "resultants_at", "shape", "strain_at", "strain_rate_at", "turned", "weight",
]  # fmt: skip

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
GAUSS_WEIGHTS = np.array([[*GAUSS[3][1], 0.0], GAUSS[4][1]])


@compiled
def shape(n, which, g, a):
    """Value (0) or slope (1) at Gauss point g of the shape function of relation a."""
    return SHAPES[n - 3, which, g, a]


@compiled
def weight(n, g):
    """Weight of Gauss point g."""
    return GAUSS_WEIGHTS[n - 3, g]


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
    x, q = exp(0.5 * d.dual, 0.5 * d.real)
    return base[0] + rotate(base[1], x), base[1] * q


@compiled
def mean_twist(base, other, work):
    """½ (V₂ + V₃) + ½ τ d×(V₃ − V₂), the twist of the mean of the two frames in the middle."""
    mean = 0.5 * (base + other)
    return mean + half_turned(work, 1.0, other - base)


@compiled
def half_turned(work, sign, a):
    """±½ τ d×a of the mean of the two frames in the middle, τ = tan(θ/4)/θ."""
    d = dual_at(work, RELATION)
    square = dot(d, d)
    t, dt, _ = mean_coefficients(square[0])
    return 0.5 * sign * (Dual(t, dt * square[1]) * cross(d, a))


# ------------------------------------------------------------------ strains at a Gauss point


@compiled
def interpolated(n, g, which, p, work, what):
    """Σ φₐ (which = 0) or Σ φₐ′ (1) [1/m] times the logarithms (what = Z) or their rates (RATE)."""
    value = STILL
    for a in range(n - 1):
        value = value + shape(n, which, g, a) * dual_at(work, a * RELATION + what)
    return value if which == 0 else 2.0 / p.length * value


class Coefficients(NamedTuple):
    """b and c of T(ρ) = I − b ρ̃ + c ρ̃² with their first two derivatives with ρ·ρ, dual numbers."""

    b: Dual
    c: Dual
    db: Dual
    dc: Dual
    ddb: Dual
    ddc: Dual


@compiled
def curve_coefficients(r):
    """Coefficients of T at the dual square of ρ."""
    square = dot(r, r)
    b, c = tangent_coefficients(stumpff(square[0]))
    t = square[1]
    return Coefficients(
        Dual(b[0], b[1] * t), Dual(c[0], c[1] * t), Dual(b[1], b[2] * t),
        Dual(c[1], c[2] * t), Dual(b[2], b[3] * t), Dual(c[2], c[3] * t),
    )  # fmt: skip


@compiled
def turned(r, a, g, k):
    """g ρ×a + k ρ×(ρ×a)."""
    across = cross(r, a)
    return g * across + k * cross(r, across)


@compiled
def strain_at(g, p, r, dr, co):
    """ε = ρ′ − b ρ×ρ′ + c ρ×(ρ×ρ′) − E₀ at Gauss point g."""
    e = dr + turned(r, dr, -co.b, co.c)
    return e - DualVec3(vector(p.reference[g], 3), vector(p.reference[g], 0))


@compiled
def strain_rate_at(r, dr, v, dv, co):
    """dE/dt = T ρ̇′ + B ρ̇, B = ∂(Tρ′)/∂ρ."""
    rate = dv + turned(r, dv, -co.b, co.c)
    along = 2.0 * dot(r, v)
    slope = turned(r, dr, -(co.db * along), co.dc * along)
    across = cross(v, dr)
    bend = cross(v, cross(r, dr)) + cross(r, across)
    rate = rate + slope + co.c * bend
    return rate - co.b * across


@compiled
def gradient_of_q(r, dr, n):
    """∂q/∂ρ = N (ρ·ρ′) + ρ′ (N·ρ) − 2 ρ (N·ρ′)."""
    one = dot(r, dr) * n + dot(n, r) * dr
    return one - 2.0 * dot(n, dr) * r


@compiled
def bending_force(r, dr, n, co):
    """BᵀN = ∂Π/∂ρ = −b ρ′×N − 2 b′ p ρ + 2 c′ q ρ + c ∂q/∂ρ."""
    v = cross(dr, n)
    p = co.db * dot(r, v)
    q = co.dc * dot(n, cross(r, cross(r, dr)))
    along = 2.0 * (q - p) * r
    return along + co.c * gradient_of_q(r, dr, n) - co.b * v


@compiled
def resultants_at(n, g, p, work, r, dr, co):
    """Resultants N = C ε + D ε̇ at Gauss point g."""
    wrench = resultant(p.stiffness[g], strain_at(g, p, r, dr, co))
    if p.damped == 0.0:
        return wrench
    v = interpolated(n, g, 0, p, work, RATE)
    dv = interpolated(n, g, 1, p, work, RATE)
    rate = strain_rate_at(r, dr, v, dv, co)
    return wrench + resultant(p.damping[g], rate)


@compiled
def relation_forces(n, p, work):
    """Write the generalised forces Fₐ = Σ w ½L (φₐ′ TᵀN + φₐ BᵀN) of all relations."""
    for a in range(n - 1):
        set_dual(work, a * RELATION + FORCE, STILL)
    for g in range(n - 1):
        r = interpolated(n, g, 0, p, work, Z)
        dr = interpolated(n, g, 1, p, work, Z)
        co = curve_coefficients(r)
        wrench = resultants_at(n, g, p, work, r, dr, co)
        axial = wrench + turned(r, wrench, co.b, co.c)
        bending = bending_force(r, dr, wrench, co)
        w = weight(n, g)
        for a in range(n - 1):
            at = a * RELATION + FORCE
            part = 0.5 * p.length * w * shape(n, 0, g, a) * bending
            part = part + w * shape(n, 1, g, a) * axial
            set_dual(work, at, dual_at(work, at) + part)


# ------------------------------------------------------------------ matrices at a Gauss point


@compiled
def keep_strain_matrices(work, i, r, dr, co):
    """Write T = I − b ρ̃ + c ρ̃² and B = ∂(Tρ′)/∂ρ, one after the other."""
    clear(work, i, 2 * DUAL)
    add_inverse(work, i, r, -co.b, co.c)
    add_slope(work, i + DUAL, r, dr, (-co.b, -co.db), (co.c, co.dc))


@compiled
def keep_geometric_matrices(work, i, r, dr, n, co):
    """Write the second derivatives of Π at fixed N, Θ = ∂²Π/∂ρ′∂ρ and Ψ = ∂²Π/∂ρ∂ρ, one after the other.

    Ψ = y ρᵀ + ρ yᵀ + c (N ρ′ᵀ + ρ′ Nᵀ) + 2 (c′ q − b′ p − c N·ρ′) I with
    y = 2 c′ ∂q/∂ρ − 2 b′ ρ′×N + 2 (c″ q − b″ p) ρ.
    """
    clear(work, i, 2 * DUAL)
    add_slope(work, i, r, n, (co.b, co.db), (co.c, co.dc))
    v = cross(dr, n)
    p = dot(r, v)
    q = dot(n, cross(r, cross(r, dr)))
    bp, cq = co.db * p, co.dc * q
    on_all = co.c * dot(n, dr)
    on_all = 2.0 * (cq - bp - on_all)
    bp, cq = co.ddb * p, co.ddc * q
    y = co.dc * gradient_of_q(r, dr, n) - co.db * v
    y = 2.0 * (y + (cq - bp) * r)
    cn = co.c * n
    add_outer(work, i + DUAL, y, r)
    add_outer(work, i + DUAL, r, y)
    add_outer(work, i + DUAL, cn, dr)
    add_outer(work, i + DUAL, dr, cn)
    add_diagonal(work, i + DUAL, on_all)


@compiled
def keep_rate_matrices(work, i, r, dr, v, dv, co):
    """Write the derivatives of the strain rate with ρ′ and ρ at fixed rates, Ṫ and ∂(T ρ̇′ + B ρ̇)/∂ρ."""
    along = 2.0 * dot(r, v)
    db_along, dc_along = co.db * along, co.dc * along
    clear(work, i, 2 * DUAL)
    # Ṫ = −ḃ ρ̃ − co.b ρ̃̇ + ċ ρ̃² + co.c (ρ̃ ρ̃̇ + ρ̃̇ ρ̃)
    half = co.c * v + 0.5 * (dc_along * r)
    add_outer(work, i, half, r)
    add_outer(work, i, r, half)
    add_diagonal(work, i, -(2.0 * dot(half, r)))
    add_skew(work, i, -(db_along * r + co.b * v))
    # second derivative of Tρ′ with ρ, one of the directions ρ̇
    x = cross(r, dr)
    across = cross(v, dr)
    bend = cross(v, x) + cross(r, across)
    y = co.dc * bend - co.db * across
    y = y + turned(r, dr, -(co.ddb * along), co.ddc * along)
    left = co.dc * cross(r, x) - (co.db * x + co.c * dr)
    cv = co.c * v
    add_outer(work, i + DUAL, 2.0 * y, r)
    add_outer(work, i + DUAL, 2.0 * left, v)
    add_outer(work, i + DUAL, cv, dr)
    add_diagonal(work, i + DUAL, dot(cv, dr))
    add_slope(work, i + DUAL, r, dr, (-db_along, NONE), (dc_along, NONE))
    add_slope(work, i + DUAL, r, dv, (-co.b, -co.db), (co.c, co.dc))
