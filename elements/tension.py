"""Tension along the line between two points of two nodes, for the laws of springs, dampers and struts.

Point a belongs to the first node A and b to the second one B, ``p.point_a`` and ``p.point_b`` in their frames
[m]. With d the vector from a to b in the axes of B, ℓ = ‖d‖ and e = d/ℓ, a tension φ pulls b towards a: its
residual is φ g,

    g = ∂ℓ/∂η = (−R e, −a × R e, e, b × e),   R = R_AB,                                                  (1)
    h = ∂ℓ̇/∂η = (−R s, −a × R s − v_a × R e, s, b × s + v_b × e),   s = ḋ⊥/ℓ = (v_b − Rᵀv_a − ℓ̇ e)/ℓ,    (2)
    K = φ_ℓ g gᵀ + φ_ℓ̇ g hᵀ + φ ∂g/∂η,   G = φ_ℓ̇ g gᵀ.                                                   (3)

Where the points coincide, closer than ``APART`` times ``p.size``, there is no direction, and e is zero.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mbfe.algebra.vectors import (
    EYE,
    ZERO,
    add_3x3,
    add_vector,
    angular,
    conjugate,
    cross,
    dot,
    linear,
    matrix,
    norm,
    orientation,
    outer,
    position,
    rotate,
    skew,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.elements.algebra import add_between

__all__ = [
    "APART", "Line", "add_held_tension", "add_pull", "add_rate_gradient", "add_tension",
    "add_tension_tangent", "length_and_rate", "line_between",
]  # fmt: skip

APART = 1e-10
"""Length below which the ends coincide, in units of the size of the element."""


class Line(NamedTuple):
    """Line from a to b: q_AB; d, e in axes of B; ℓ, ℓ̇; velocities of a (axes of A) and b (axes of B)."""

    q_AB: Any
    d_B: Any
    e_B: Any
    length: Any
    rate: Any
    v_A: Any
    v_B: Any


@compiled
def line_between(pose, twist, p):
    """Line from a to b at a motion of the nodes."""
    q_AB = conjugate(orientation(pose[0])) * orientation(pose[1])
    p_AB_B = unrotate(orientation(pose[1]), position(pose[1]) - position(pose[0]))
    d_B = p_AB_B + (p.point_b - unrotate(q_AB, p.point_a))
    v_A = linear(twist[0]) + cross(angular(twist[0]), p.point_a)
    v_B = linear(twist[1]) + cross(angular(twist[1]), p.point_b)
    length = norm(d_B)
    e_B = d_B / length if length > APART * p.size else ZERO
    return Line(q_AB, d_B, e_B, length, dot(e_B, v_B) - dot(rotate(q_AB, e_B), v_A), v_A, v_B)


@compiled
def length_and_rate(pose, twist, p):
    """Distance of the points [m] and its rate [m/s]."""
    line = line_between(pose, twist, p)
    return line.length, line.rate


@compiled
def add_tension(pose, twist, p, tension, residual):
    """Add the residual φ g of a tension [N]."""
    line = line_between(pose, twist, p)
    add_pull(line.q_AB, tension * line.e_B, p, residual)


@compiled
def add_pull(q_AB, f_B, p, row):
    """Add f times the gradient of d to a row of 12: g of (1) for f = e, the residual of a tension for φ e."""
    f_A = rotate(q_AB, f_B)
    add_vector(row, 0, -f_A)
    add_vector(row, 3, -cross(p.point_a, f_A))
    add_vector(row, 6, f_B)
    add_vector(row, 9, cross(p.point_b, f_B))


@compiled
def swing(line):
    """Rate s of the direction e, see (2)."""
    return (line.v_B - unrotate(line.q_AB, line.v_A) - line.rate * line.e_B) / line.length


@compiled
def add_rate_gradient(line, p, row):
    """Add h of (2) to a row of 12."""
    add_pull(line.q_AB, swing(line), p, row)
    add_vector(row, 3, -cross(line.v_A, rotate(line.q_AB, line.e_B)))
    add_vector(row, 9, cross(line.v_B, line.e_B))


@compiled
def add_tension_tangent(pose, twist, p, sigma, by_length, by_rate, G, K):
    """Add G and K of (3) of a tension φ(ℓ, ℓ̇).

    σ = φ/ℓ [N/m], φ_ℓ and φ_ℓ̇ its derivatives by length [N/m] and rate [N s/m].
    """
    line = line_between(pose, twist, p)
    e_B = line.e_B
    along = outer(e_B, e_B)
    S = by_length * along + sigma * (EYE - along)
    if by_rate != 0.0 and line.length > APART * p.size:
        S = S + by_rate * outer(e_B, swing(line))
        e_A = rotate(line.q_AB, e_B)
        add_columns(K, 3, e_A, e_B, p, -by_rate * cross(line.v_A, e_A))
        add_columns(K, 9, e_A, e_B, p, by_rate * cross(line.v_B, e_B))
        add_points(G, line.q_AB, by_rate * along, p)
    add_pull_stiffness(line.q_AB, sigma * line.d_B, S, p, K)


@compiled
def add_held_tension(line, tension, p, K):
    """Add φ ∂g/∂η of a tension that stays."""
    across = tension / line.length * (EYE - outer(line.e_B, line.e_B))
    add_pull_stiffness(line.q_AB, tension * line.e_B, across, p, K)


@compiled
def add_pull_stiffness(q_AB, f_B, S, p, K):
    """Add Dᵀ S D and the turning of the force f with its nodes; D maps increments to those of d."""
    add_points(K, q_AB, S, p)
    at_B, at_A = skew(f_B), skew(rotate(q_AB, f_B))
    add_3x3(K, 6, 9, at_B)
    add_3x3(K, 9, 9, skew(p.point_b) @ at_B)
    add_3x3(K, 0, 3, -at_A)
    add_3x3(K, 3, 3, -(skew(p.point_a) @ at_A))


@compiled
def add_columns(K, j, e_A, e_B, p, h):
    """Add g hᵀ at three columns from j on, g of (1), h a vector."""
    add_3x3(K, 0, j, -outer(e_A, h))
    add_3x3(K, 3, j, -outer(cross(p.point_a, e_A), h))
    add_3x3(K, 6, j, outer(e_B, h))
    add_3x3(K, 9, j, outer(cross(p.point_b, e_B), h))


@compiled
def add_points(block, q_AB, S, p):
    """Add Dᵀ S D for a 3×3 matrix S in the axes of B."""
    R_AB = matrix(q_AB)
    RS = R_AB @ S
    add_between(block, 6, 6, p.point_b, S, p.point_b)
    add_between(block, 6, 0, p.point_b, -(S @ R_AB.T), p.point_a)
    add_between(block, 0, 6, p.point_a, -RS, p.point_b)
    add_between(block, 0, 0, p.point_a, RS @ R_AB.T, p.point_a)
