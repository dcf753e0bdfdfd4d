"""Law of the point mass: inertia and weight of a mass at a fixed point of a node."""

from __future__ import annotations

from mbfe.algebra.vectors import (
    add_3x3,
    add_identity,
    add_vector,
    angular,
    cross,
    dot,
    linear,
    orientation,
    position,
    rotate,
    skew,
    unrotate,
)
from mbfe.laws import law

__all__ = ["point_mass"]


@law(name="point_mass", nodes=1, parameters={"mass": "kg", "offset": ("m", 3)})
def point_mass(pose, twist, accel, p, gravity, residual):
    """Momentum balance of a mass m at c: f = m(v̇ + ω̇×c + ω×(v + ω×c) − Rᵀg), r = (f, c×f)."""
    w = angular(twist[0])
    speed = linear(twist[0]) + cross(w, p.offset)
    a = linear(accel[0]) + cross(angular(accel[0]), p.offset)
    f = a + cross(w, speed) - unrotate(orientation(pose[0]), gravity)
    add_vector(residual, 0, p.mass * f)
    add_vector(residual, 3, p.mass * cross(p.offset, f))


@point_mass.tangent
def point_mass_tangent(pose, twist, p, gravity, M, G, K):
    """M, G and K of the point mass; K is that of the weight alone."""
    w = angular(twist[0])
    c = skew(p.offset)
    add_identity(M, 0, 0, p.mass)
    add_3x3(M, 0, 3, -p.mass * c)
    add_3x3(M, 3, 0, p.mass * c)
    add_3x3(M, 3, 3, -p.mass * (c @ c))
    spin = skew(w)
    turn = skew(linear(twist[0]) + cross(w, p.offset)) + spin @ c
    add_3x3(G, 0, 0, p.mass * spin)
    add_3x3(G, 0, 3, -p.mass * turn)
    add_3x3(G, 3, 0, p.mass * (c @ spin))
    add_3x3(G, 3, 3, -p.mass * (c @ turn))
    fall = skew(unrotate(orientation(pose[0]), gravity))
    add_3x3(K, 0, 3, -p.mass * fall)
    add_3x3(K, 3, 3, -p.mass * (c @ fall))


@point_mass.energy
def point_mass_energy(pose, twist, p, gravity, energy):
    """Kinetic energy ½ m‖v + ω×c‖² and potential energy −m g·(x + R c)."""
    speed = linear(twist[0]) + cross(angular(twist[0]), p.offset)
    energy.kinetic += 0.5 * p.mass * dot(speed, speed)
    place = position(pose[0]) + rotate(orientation(pose[0]), p.offset)
    energy.potential -= p.mass * dot(gravity, place)
