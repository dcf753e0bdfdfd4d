"""Law of the rigid body: inertia, gyroscopic terms and weight in the body frame."""

from __future__ import annotations

from mbfe.algebra.vectors import (
    add,
    add_3x3,
    add_identity,
    add_vector,
    cross,
    dot,
    product,
    quaternion,
    rotate,
    scale,
    skew,
    subtract,
    times,
    unrotate,
    vector,
)
from mbfe.laws import law


@law(
    name="rigid_body",
    nodes=1,
    parameters={"mass": "kg", "center": ("m", 3), "inertia": ("kg m^2", (3, 3))},
)
def rigid_body(pose, twist, accel, p, gravity, residual):
    """Momentum balance of a body about the origin of its frame.

    With P = m(v + ω×c) and H = m c×v + J ω (J about the origin of the frame):
    r = (m(v̇ + ω̇×c) + ω×P − m Rᵀg, m c×v̇ + J ω̇ + ω×H + v×P − m c×Rᵀg).
    """
    v = vector(twist[0], 0)
    w = vector(twist[0], 3)
    a = vector(accel[0], 0)
    b = vector(accel[0], 3)
    fall = unrotate(quaternion(pose[0]), gravity)
    linear = scale(p.mass, add(v, cross(w, p.center)))
    angular = add(scale(p.mass, cross(p.center, v)), times(p.inertia, w))
    pull = subtract(a, fall)
    add_vector(residual, 0, p.mass, add(pull, cross(b, p.center)))
    add_vector(residual, 0, 1.0, cross(w, linear))
    add_vector(residual, 3, p.mass, cross(p.center, pull))
    add_vector(residual, 3, 1.0, times(p.inertia, b))
    add_vector(residual, 3, 1.0, add(cross(w, angular), cross(v, linear)))


@rigid_body.tangent
def rigid_body_tangent(pose, twist, p, gravity, M, G, K):
    """M, G and K of the rigid body; K is that of the weight alone."""
    v = vector(twist[0], 0)
    w = vector(twist[0], 3)
    c = skew(p.center)
    linear = skew(scale(p.mass, add(v, cross(w, p.center))))
    angular = skew(add(scale(p.mass, cross(p.center, v)), times(p.inertia, w)))
    add_identity(M, 0, 0, p.mass)
    add_3x3(M, 0, 3, -p.mass, c)
    add_3x3(M, 3, 0, p.mass, c)
    add_3x3(M, 3, 3, 1.0, p.inertia)
    spin = skew(w)
    add_3x3(G, 0, 0, p.mass, spin)
    add_3x3(G, 0, 3, -p.mass, product(spin, c))
    add_3x3(G, 0, 3, -1.0, linear)
    add_3x3(G, 3, 0, p.mass, product(spin, c))
    add_3x3(G, 3, 0, p.mass, skew(v))
    add_3x3(G, 3, 0, -1.0, linear)
    add_3x3(G, 3, 3, 1.0, product(spin, p.inertia))
    add_3x3(G, 3, 3, -1.0, angular)
    add_3x3(G, 3, 3, -p.mass, product(skew(v), c))
    fall = skew(unrotate(quaternion(pose[0]), gravity))
    add_3x3(K, 0, 3, -p.mass, fall)
    add_3x3(K, 3, 3, -p.mass, product(c, fall))


@rigid_body.energy
def rigid_body_energy(pose, twist, p, gravity, energy):
    """Kinetic energy ½ 𝒱ᵀM𝒱 and potential energy −m g·(x + R c)."""
    v = vector(twist[0], 0)
    w = vector(twist[0], 3)
    moving = p.mass * (dot(v, v) + 2.0 * dot(v, cross(w, p.center)))
    energy.kinetic += 0.5 * (moving + dot(w, times(p.inertia, w)))
    place = add(vector(pose[0], 0), rotate(quaternion(pose[0]), p.center))
    energy.potential -= p.mass * dot(gravity, place)
