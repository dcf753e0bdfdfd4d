"""Law of the rigid body: inertia, gyroscopic terms and weight in the body frame."""

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

__all__ = ["rigid_body"]


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
    v, w = linear(twist[0]), angular(twist[0])
    a, b = linear(accel[0]), angular(accel[0])
    c, J = p.center, p.inertia
    g_B = unrotate(orientation(pose[0]), gravity)
    P = p.mass * (v + cross(w, c))
    H = p.mass * cross(c, v) + J @ w
    add_vector(residual, 0, p.mass * (a - g_B + cross(b, c)) + cross(w, P))
    add_vector(residual, 3, p.mass * cross(c, a - g_B) + J @ b + cross(w, H) + cross(v, P))


@rigid_body.tangent
def rigid_body_tangent(pose, twist, p, gravity, M, G, K):
    """M, G and K of the rigid body, P and H as in the residual; K is that of the weight alone."""
    v, w = linear(twist[0]), angular(twist[0])
    P = p.mass * (v + cross(w, p.center))
    H = p.mass * cross(p.center, v) + p.inertia @ w
    mc, W = p.mass * skew(p.center), skew(w)
    add_identity(M, 0, 0, p.mass)
    add_3x3(M, 0, 3, -mc)
    add_3x3(M, 3, 0, mc)
    add_3x3(M, 3, 3, p.inertia)
    add_3x3(G, 0, 0, p.mass * W)
    add_3x3(G, 0, 3, -(W @ mc) - skew(P))
    add_3x3(G, 3, 0, W @ mc + p.mass * skew(v) - skew(P))
    add_3x3(G, 3, 3, W @ p.inertia - skew(H) - skew(v) @ mc)
    g_B = skew(unrotate(orientation(pose[0]), gravity))
    add_3x3(K, 0, 3, -p.mass * g_B)
    add_3x3(K, 3, 3, -(mc @ g_B))


@rigid_body.energy
def rigid_body_energy(pose, twist, p, gravity, energy):
    """Kinetic energy ½ 𝒱ᵀM𝒱 and potential energy −m g·(x + R c)."""
    v, w = linear(twist[0]), angular(twist[0])
    moving = p.mass * (dot(v, v) + 2.0 * dot(v, cross(w, p.center)))
    energy.kinetic += 0.5 * (moving + dot(w, p.inertia @ w))
    center_W = position(pose[0]) + rotate(orientation(pose[0]), p.center)
    energy.potential -= p.mass * dot(gravity, center_W)
