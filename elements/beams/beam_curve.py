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

from typing import Any, NamedTuple

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
from mbfe.algebra.small_matrices import add_diagonal, add_inverse, add_outer, add_skew, add_slope, clear
from mbfe.algebra.vectors import cross, dot, rotate, vector
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_parts import (
    GAUSS,
    LOBATTO,
    Frame,
    end_wrenches,
    give_wrench,
    keep_log,
    keep_rate,
    resultant,
    section_frame,
    section_twist,
)

__all__ = [
    "curve_coefficients", "give_forces", "half_turned", "keep_forces", "keep_geometric_matrices",
    "keep_rate_matrices", "keep_rates", "keep_relations", "keep_strain_matrices", "measure", "point_at",
    "rates_at", "resultants_at", "shape", "strain_at", "strain_rate_at", "turned", "weight",
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
def keep_relations(n, pose, p, scratch):
    """Write the logarithms of an element of n nodes; returns the frame H₀ and the largest angle."""
    if n == 2:
        base = section_frame(pose[0], p.offsets[0])
        return base, keep_log(scratch, 0, base, section_frame(pose[1], p.offsets[1]))
    base = section_frame(pose[1], p.offsets[1])
    angle = 0.0
    if n == 4:
        angle = keep_log(scratch, 1, base, section_frame(pose[2], p.offsets[2]))
        d = dual_at(scratch.z[1], 0)
        x, q = exp(0.5 * d.dual, 0.5 * d.real)
        base = Frame(base.p_WH + rotate(base.q_WH, x), base.q_WH * q)
    first = keep_log(scratch, 0, base, section_frame(pose[0], p.offsets[0]))
    last = keep_log(scratch, n - 2, base, section_frame(pose[n - 1], p.offsets[n - 1]))
    return base, max(angle, first, last)


@compiled
def keep_rates(n, twist, p, scratch):
    """Write the rates of the logarithms; returns the twist V₀ of the frame H₀.

    That of the mean of the two frames in the middle is ½ (V₂ + V₃) + ½ τ d×(V₃ − V₂).
    """
    if n == 2:
        base = section_twist(twist[0], p.offsets[0])
        keep_rate(scratch, 0, base, section_twist(twist[1], p.offsets[1]))
        return base
    base = section_twist(twist[1], p.offsets[1])
    if n == 4:
        other = section_twist(twist[2], p.offsets[2])
        keep_rate(scratch, 1, base, other)
        base = 0.5 * (base + other) + half_turned(scratch, other - base)
    keep_rate(scratch, 0, base, section_twist(twist[0], p.offsets[0]))
    keep_rate(scratch, n - 2, base, section_twist(twist[n - 1], p.offsets[n - 1]))
    return base


@compiled
def half_turned(scratch, a):
    """½ τ d×a of the mean of the two frames in the middle, τ = tan(θ/4)/θ."""
    d = dual_at(scratch.z[1], 0)
    square = dot(d, d)
    t, dt, _ = mean_coefficients(square[0])
    return 0.5 * (Dual(t, dt * square[1]) * cross(d, a))


# ------------------------------------------------------------------ strains at a Gauss point


@compiled
def interpolated(n, which, g, rows):
    """Σ φₐ (which = 0) or Σ φₐ′ (1) at Gauss point g times the logarithms or their rates, rows of duals."""
    value = STILL
    for a in range(n - 1):
        value = value + shape(n, which, g, a) * dual_at(rows[a], 0)
    return value


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


class Point(NamedTuple):
    """ρ, ρ′ and the coefficients of T(ρ) at a Gauss point."""

    r: Any
    dr: Any
    co: Any


@compiled
def point_at(n, g, p, scratch):
    """Gauss point g of the curve."""
    r = interpolated(n, 0, g, scratch.z)
    dr = 2.0 / p.length * interpolated(n, 1, g, scratch.z)
    return Point(r, dr, curve_coefficients(r))


@compiled
def rates_at(n, g, p, scratch):
    """ρ̇ and ρ̇′ at Gauss point g."""
    v = interpolated(n, 0, g, scratch.rate)
    return v, 2.0 / p.length * interpolated(n, 1, g, scratch.rate)


@compiled
def turned(r, a, g, k):
    """g ρ×a + k ρ×(ρ×a)."""
    across = cross(r, a)
    return g * across + k * cross(r, across)


@compiled
def measure(r, dr, co):
    """T(ρ) ρ′ = ρ′ − b ρ×ρ′ + c ρ×(ρ×ρ′): the strain measure of ρ′, the twist of ρ̇."""
    return dr + turned(r, dr, -co.b, co.c)


@compiled
def strain_at(g, p, at):
    """ε = T(ρ) ρ′ − E₀ at Gauss point g."""
    reference = DualVec3(vector(p.reference[g], 3), vector(p.reference[g], 0))
    return measure(at.r, at.dr, at.co) - reference


@compiled
def strain_rate_at(n, g, p, at, scratch):
    """dE/dt = T ρ̇′ + B ρ̇, B = ∂(Tρ′)/∂ρ."""
    r, dr, co = at
    v, dv = rates_at(n, g, p, scratch)
    along = 2.0 * dot(r, v)
    slope = turned(r, dr, -(co.db * along), co.dc * along)
    across = cross(v, dr)
    bend = cross(v, cross(r, dr)) + cross(r, across)
    rate = measure(r, dv, co) + slope + co.c * bend
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
def resultants_at(n, g, p, at, scratch):
    """Resultants N = C ε + D ε̇ at Gauss point g."""
    wrench = resultant(p.stiffness[g], strain_at(g, p, at))
    if p.damped == 0.0:
        return wrench
    return wrench + resultant(p.damping[g], strain_rate_at(n, g, p, at, scratch))


@compiled
def keep_forces(n, p, scratch):
    """Write the generalised forces Fₐ = Σ w ½L (φₐ′ TᵀN + φₐ BᵀN) of all relations."""
    for a in range(n - 1):
        set_dual(scratch.force[a], 0, STILL)
    for g in range(n - 1):
        at = point_at(n, g, p, scratch)
        wrench = resultants_at(n, g, p, at, scratch)
        axial = wrench + turned(at.r, wrench, at.co.b, at.co.c)
        bending = bending_force(at.r, at.dr, wrench, at.co)
        w = weight(n, g)
        for a in range(n - 1):
            part = 0.5 * p.length * w * shape(n, 0, g, a) * bending + w * shape(n, 1, g, a) * axial
            set_dual(scratch.force[a], 0, dual_at(scratch.force[a], 0) + part)


# ------------------------------------------------------------------ forces on the nodes


@compiled
def give_relation(a, own, p, scratch, residual):
    """Add T⁻ᵀ(z) F to the node ``own``; returns T⁻ᵀ(−z) F."""
    base, wrench = end_wrenches(scratch, a)
    give_wrench(residual, 6 * own, 1.0, p.offsets[own], wrench)
    return base


@compiled
def give_forces(n, on_base, p, scratch, residual):
    """Add the forces of all relations, and a wrench on the frame H₀, to the nodes.

    The wrench on the mean of two frames is shared by them, as η₀ = ½ (η₂ + η₃) + ½ τ d×(η₃ − η₂).
    """
    if n == 2:
        give_wrench(residual, 0, -1.0, p.offsets[0], give_relation(0, 1, p, scratch, residual) - on_base)
        return
    base = give_relation(0, 0, p, scratch, residual)
    base = base + give_relation(n - 2, n - 1, p, scratch, residual) - on_base
    if n == 4:
        half, turned = 0.5 * base, half_turned(scratch, base)
        give_wrench(residual, 12, -1.0, p.offsets[2], half - turned)
        base = half + turned + give_relation(1, 2, p, scratch, residual)
    give_wrench(residual, 6, -1.0, p.offsets[1], base)


# ------------------------------------------------------------------ matrices at a Gauss point


@compiled
def keep_strain_matrices(T, B, at):
    """Write T = I − b ρ̃ + c ρ̃² and B = ∂(Tρ′)/∂ρ."""
    r, dr, co = at
    clear(T)
    clear(B)
    add_inverse(T, r, -co.b, co.c)
    add_slope(B, r, dr, (-co.b, -co.db), (co.c, co.dc))


@compiled
def keep_geometric_matrices(Theta, Psi, at, n):
    """Write the second derivatives of Π at fixed N, Θ = ∂²Π/∂ρ′∂ρ and Ψ = ∂²Π/∂ρ∂ρ.

    Ψ = y ρᵀ + ρ yᵀ + c (N ρ′ᵀ + ρ′ Nᵀ) + 2 (c′ q − b′ p − c N·ρ′) I with
    y = 2 c′ ∂q/∂ρ − 2 b′ ρ′×N + 2 (c″ q − b″ p) ρ.
    """
    r, dr, co = at
    clear(Theta)
    clear(Psi)
    add_slope(Theta, r, n, (co.b, co.db), (co.c, co.dc))
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
    add_outer(Psi, y, r)
    add_outer(Psi, r, y)
    add_outer(Psi, cn, dr)
    add_outer(Psi, dr, cn)
    add_diagonal(Psi, on_all)


@compiled
def keep_rate_matrices(dT, dB, at, v, dv):
    """Write the derivatives of the strain rate with ρ′ and ρ at fixed rates, Ṫ and ∂(T ρ̇′ + B ρ̇)/∂ρ."""
    r, dr, co = at
    along = 2.0 * dot(r, v)
    db_along, dc_along = co.db * along, co.dc * along
    clear(dT)
    clear(dB)
    # Ṫ = −ḃ ρ̃ − b ρ̃̇ + ċ ρ̃² + c (ρ̃ ρ̃̇ + ρ̃̇ ρ̃)
    half = co.c * v + 0.5 * (dc_along * r)
    add_outer(dT, half, r)
    add_outer(dT, r, half)
    add_diagonal(dT, -(2.0 * dot(half, r)))
    add_skew(dT, -(db_along * r + co.b * v))
    # second derivative of Tρ′ with ρ, one of the directions ρ̇
    x = cross(r, dr)
    across = cross(v, dr)
    bend = cross(v, x) + cross(r, across)
    y = co.dc * bend - co.db * across
    y = y + turned(r, dr, -(co.ddb * along), co.ddc * along)
    left = co.dc * cross(r, x) - (co.db * x + co.c * dr)
    cv = co.c * v
    add_outer(dB, 2.0 * y, r)
    add_outer(dB, 2.0 * left, v)
    add_outer(dB, cv, dr)
    add_diagonal(dB, dot(cv, dr))
    add_slope(dB, r, dr, (-db_along, NONE), (dc_along, NONE))
    add_slope(dB, r, dv, (-co.b, -co.db), (co.c, co.dc))
