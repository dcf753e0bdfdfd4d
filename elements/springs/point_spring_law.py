"""Law of the spring and damper between two points of two nodes.

With d the vector from point a to point b in the axes of b, ℓ = ‖d‖ and e = d/ℓ, the tension is
φ = k(ℓ − ℓ₀) + preload + c ℓ̇ + f(ℓ, ℓ̇). It acts as (k + ψ/ℓ) d with ψ = φ − kℓ, so that a spring of zero
free length, ψ = 0, is smooth through zero length. Where ℓ is zero the direction of ψ is not defined and ψ
does not act.
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
from mbfe.laws import law
from mbfe.model.force_functions import CALL, CURVE, force_function, stored_energy

APART = 1e-10
"""Length below which the ends coincide, in units of the spring's size."""


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
def tension_over_length(length, rate, extra, p):
    """σ = k + ψ/ℓ, so that the force is σ d."""
    psi = p.preload - p.stiffness * p.free_length + p.damping * rate + extra
    if length > APART * p.size:
        return p.stiffness + psi / length
    return p.stiffness


@law(
    name="point_spring",
    nodes=2,
    parameters={
        "point_a": ("m", 3),
        "point_b": ("m", 3),
        "stiffness": "N/m",
        "damping": "N s/m",
        "free_length": "m",
        "preload": "N",
        "size": "m",
        "force_kind": "1",
        "force_at": "1",
    },
    outputs={"length": "m", "rate": "m/s", "force": "N"},
    returns_status=True,
    scratch=CALL,
)
def point_spring(pose, twist, p, curves, scratch, residual):
    """Tension along the line of the two points: σ d pulls b towards a."""
    d, q, va, vb = separation(pose, twist, p)
    length, _, rate = elongate(d, q, va, vb, p)
    extra, _, _ = force_function(
        curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, False, scratch
    )
    f = tension_over_length(length, rate, extra, p) * d
    fa = rotate(q, f)
    add_vector(residual, 0, -fa)
    add_vector(residual, 3, -cross(p.point_a, fa))
    add_vector(residual, 6, f)
    add_vector(residual, 9, cross(p.point_b, f))
    return 0 if extra == extra else 1


@compiled
def add_column(K, j, f, at_a, ea, at_b, e, column):
    """Add the rank-one term f g columnᵀ at column j, g the gradient of the length."""
    add_3x3(K, 0, j, -f * outer(ea, column))
    add_3x3(K, 3, j, -f * outer(cross(at_a, ea), column))
    add_3x3(K, 6, j, f * outer(e, column))
    add_3x3(K, 9, j, f * outer(cross(at_b, e), column))


@point_spring.tangent
def point_spring_tangent(pose, twist, p, curves, scratch, G, K):
    """G = φ_ℓ̇ g gᵀ and K = φ_ℓ g gᵀ + φ_ℓ̇ g hᵀ + σ Dᵀ(I − e eᵀ)D + the turning of the force with its node.

    D maps increments to the relative displacement of the points, g = Dᵀe is the gradient of ℓ and h that of
    ℓ̇.
    """
    d, q, va, vb = separation(pose, twist, p)
    length, e, rate = elongate(d, q, va, vb, p)
    extra, fx, fr = force_function(
        curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, True, scratch
    )
    sigma = tension_over_length(length, rate, extra, p)
    along = outer(e, e)
    across = EYE - along
    by_rate = p.damping + fr
    S = (p.stiffness + fx) * along + sigma * across
    ea = rotate(q, e)
    if by_rate != 0.0 and length > APART * p.size:
        z = vb - unrotate(q, va)
        swing = (z - rate * e) / length
        S = S + by_rate * outer(e, swing)
        add_column(K, 3, -by_rate, p.point_a, ea, p.point_b, e, cross(va, ea))
        add_column(K, 9, by_rate, p.point_a, ea, p.point_b, e, cross(vb, e))
        add_points(G, q, p.point_a, p.point_b, by_rate * along)
    add_points(K, q, p.point_a, p.point_b, S)
    f = skew(sigma * d)
    fa = skew(rotate(q, sigma * d))
    add_3x3(K, 6, 9, f)
    add_3x3(K, 9, 9, skew(p.point_b) @ f)
    add_3x3(K, 0, 3, -fa)
    add_3x3(K, 3, 3, -(skew(p.point_a) @ fa))


@compiled
def add_points(block, q, s_a, s_b, S):
    """Add Dᵀ S D for a 3×3 matrix S in the axes of b."""
    R = matrix(q)
    RS = R @ S
    add_between(block, 6, 6, s_b, S, s_b)
    add_between(block, 6, 0, s_b, -(S @ R.T), s_a)
    add_between(block, 0, 6, s_a, -RS, s_b)
    add_between(block, 0, 0, s_a, RS @ R.T, s_a)


@point_spring.energy
def point_spring_energy(pose, twist, p, curves, energy):
    """Elastic energy ½k(ℓ − ℓ₀)² + preload (ℓ − ℓ₀) + ∫f of a curve."""
    d, _, _, _ = separation(pose, twist, p)
    x = norm(d) - p.free_length
    of_function = stored_energy(curves, p.force_kind, p.force_at, x)
    energy.elastic += x * (0.5 * p.stiffness * x + p.preload) + of_function


@point_spring.power
def point_spring_power(pose, twist, p, curves, scratch, power):
    """Dissipated power c ℓ̇²; the power −f ℓ̇ of a force function counts as that of a load."""
    d, q, va, vb = separation(pose, twist, p)
    length, _, rate = elongate(d, q, va, vb, p)
    power.dissipated += p.damping * rate * rate
    if p.force_kind > CURVE:
        extra, _, _ = force_function(
            curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, False, scratch
        )
        power.loads -= extra * rate


@point_spring.output
def point_spring_output(pose, twist, p, curves, scratch, out):
    """Length, its rate and the tension."""
    d, q, va, vb = separation(pose, twist, p)
    length, _, rate = elongate(d, q, va, vb, p)
    extra, _, _ = force_function(
        curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, False, scratch
    )
    out.length = length
    out.rate = rate
    out.force = tension_over_length(length, rate, extra, p) * length
