"""Tension along the line between two points of two nodes, for the laws of springs, dampers and struts.

Point a belongs to the first node and b to the second, ``p.point_a`` and ``p.point_b`` in their frames [m].
With d the vector from a to b in the axes of b, ℓ = ‖d‖ and e = d/ℓ, a tension φ pulls b towards a: its
residual is φ g, g = ∂ℓ/∂η the gradient of the length. Where the points coincide, closer than ``APART`` times
``p.size``, there is no direction, and e is zero.
"""

from __future__ import annotations

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
    "APART", "add_pull", "add_pull_stiffness", "add_tension", "add_tension_tangent", "elongate",
    "length_and_rate", "separation",
]  # fmt: skip

APART = 1e-10
"""Length below which the ends coincide, in units of the size of the element."""


@compiled
def separation(pose, twist, p):
    """Vector d from a to b (axes of b), quaternion of b in a, velocities of both points in their own axes."""
    q = conjugate(orientation(pose[0])) * orientation(pose[1])
    apart = unrotate(orientation(pose[1]), position(pose[1]) - position(pose[0]))
    d = apart + (p.point_b - unrotate(q, p.point_a))
    va = linear(twist[0]) + cross(angular(twist[0]), p.point_a)
    vb = linear(twist[1]) + cross(angular(twist[1]), p.point_b)
    return d, q, va, vb


@compiled
def elongate(d, q, va, vb, p):
    """Length, direction (zero where the ends coincide) and rate of the length."""
    length = norm(d)
    e = d / length if length > APART * p.size else ZERO
    return length, e, dot(e, vb) - dot(rotate(q, e), va)


@compiled
def length_and_rate(pose, twist, p):
    """Distance of the points [m] and its rate [m/s]."""
    d, q, va, vb = separation(pose, twist, p)
    length, _, rate = elongate(d, q, va, vb, p)
    return length, rate


@compiled
def add_tension(pose, twist, p, tension, residual):
    """Add the residual φ g of a tension [N]."""
    d, q, va, vb = separation(pose, twist, p)
    _, e, _ = elongate(d, q, va, vb, p)
    add_pull(q, tension * e, p, residual)


@compiled
def add_pull(q, f, p, residual):
    """Add the residual of a force −f on b and its opposite on a, f in axes of b."""
    fa = rotate(q, f)
    add_vector(residual, 0, -fa)
    add_vector(residual, 3, -cross(p.point_a, fa))
    add_vector(residual, 6, f)
    add_vector(residual, 9, cross(p.point_b, f))


@compiled
def add_tension_tangent(pose, twist, p, sigma, by_length, by_rate, G, K):
    """Add G = φ_ℓ̇ g gᵀ and K = φ_ℓ g gᵀ + φ_ℓ̇ g hᵀ + φ ∂g/∂η of a tension φ(ℓ, ℓ̇).

    σ = φ/ℓ [N/m], φ_ℓ and φ_ℓ̇ its derivatives by length [N/m] and rate [N s/m]; h is the gradient of ℓ̇.
    """
    d, q, va, vb = separation(pose, twist, p)
    length, e, rate = elongate(d, q, va, vb, p)
    along = outer(e, e)
    S = by_length * along + sigma * (EYE - along)
    if by_rate != 0.0 and length > APART * p.size:
        swing = (vb - unrotate(q, va) - rate * e) / length
        S = S + by_rate * outer(e, swing)
        ea = rotate(q, e)
        add_columns(K, 3, ea, e, p, -by_rate * cross(va, ea))
        add_columns(K, 9, ea, e, p, by_rate * cross(vb, e))
        add_points(G, q, by_rate * along, p)
    add_pull_stiffness(q, sigma * d, S, p, K)


@compiled
def add_pull_stiffness(q, f, S, p, K):
    """Add Dᵀ S D and the turning of the force f with its nodes; D maps increments to those of d."""
    add_points(K, q, S, p)
    at_b, at_a = skew(f), skew(rotate(q, f))
    add_3x3(K, 6, 9, at_b)
    add_3x3(K, 9, 9, skew(p.point_b) @ at_b)
    add_3x3(K, 0, 3, -at_a)
    add_3x3(K, 3, 3, -(skew(p.point_a) @ at_a))


@compiled
def add_columns(K, j, ea, e, p, h):
    """Add g hᵀ at three columns from j on, g the gradient of the length, h a vector."""
    add_3x3(K, 0, j, -outer(ea, h))
    add_3x3(K, 3, j, -outer(cross(p.point_a, ea), h))
    add_3x3(K, 6, j, outer(e, h))
    add_3x3(K, 9, j, outer(cross(p.point_b, e), h))


@compiled
def add_points(block, q, S, p):
    """Add Dᵀ S D for a 3×3 matrix S in the axes of b."""
    R = matrix(q)
    RS = R @ S
    add_between(block, 6, 6, p.point_b, S, p.point_b)
    add_between(block, 6, 0, p.point_b, -(S @ R.T), p.point_a)
    add_between(block, 0, 6, p.point_a, -RS, p.point_b)
    add_between(block, 0, 0, p.point_a, RS @ R.T, p.point_a)
