"""Law of a damper in proportion to mass: what resists the motion of a body as its own inertia would."""

from __future__ import annotations

from mbfe.algebra.vectors import add_3x3, add_identity, add_vector, angular, cross, dot, linear, skew
from mbfe.laws import law

__all__ = ["mass_damping"]


@law(
    name="mass_damping",
    nodes=1,
    parameters={"rate": "1/s", "mass": "kg", "center": ("m", 3), "inertia": ("kg m^2", (3, 3))},
    without={
        "C": "the surroundings resist rigid motions too",
        "E": "the surroundings are its second side",
    },
)
def mass_damping(twist, p, residual):
    """Drag α times momentum: α (P, H), P = m(v + ω×c), H = m c×v + J ω, J about the origin of the frame."""
    v = linear(twist[0])
    w = angular(twist[0])
    add_vector(residual, 0, p.rate * p.mass * (v + cross(w, p.center)))
    add_vector(residual, 3, p.rate * p.mass * cross(p.center, v))
    add_vector(residual, 3, p.rate * (p.inertia @ w))


@mass_damping.tangent
def mass_damping_tangent(p, G):
    """G = α M."""
    c = skew(p.center)
    add_identity(G, 0, 0, p.rate * p.mass)
    add_3x3(G, 0, 3, -p.rate * p.mass * c)
    add_3x3(G, 3, 0, p.rate * p.mass * c)
    add_3x3(G, 3, 3, p.rate * p.inertia)


@mass_damping.power
def mass_damping_power(twist, p, power):
    """Dissipated power α 𝒱ᵀM𝒱."""
    v = linear(twist[0])
    w = angular(twist[0])
    P = p.mass * (v + 2.0 * cross(w, p.center))
    power.dissipated += p.rate * (dot(v, P) + dot(w, p.inertia @ w))
