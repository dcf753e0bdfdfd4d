"""Where a probe on one body meets a surface on another, in compiled code.

Everything is seen in the frame S of the surface, which is fixed in the base. The surface is given by its
signed distance φ with normal n = ∇φ, positive on the free side: the plane z = 0, a sphere about the origin, a
cylinder about z, from outside (side +1) or from inside (side −1). The probe is a ball of radius ρ around a
point c of the other body (ρ = 0: a point), or around the point of a segment that is nearest to the surface
(the side of a capsule). The gap is φ(c) − ρ, and bodies meet at c − ρ n, on the skin of the probe.

u is the velocity of the probe's material point at c as seen from the surface and ω the relative angular
velocity, so the gap changes with n·u and the skins slide at w = u − (n·u) n − ρ ω×n.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    conjugate,
    cross,
    dot,
    norm,
    orientation,
    position,
    rotate,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.joints.rolling.rolling_contact import relative_twists

__all__ = [
    "AT_REST", "CYLINDER", "PLANE", "SPHERE", "Motion", "change_of_tangents", "changed_velocities",
    "gap_acceleration", "meet", "relative_velocities", "slide_of_centre", "tangential", "tangents",
    "turn_of_normal", "world_direction", "world_place",
]  # fmt: skip

PLANE, SPHERE, CYLINDER = range(3)
"""Kinds of surfaces."""

UP = Vec3(0.0, 0.0, 1.0)


PARALLEL = 1e-12
"""Squared sine of the angle between a segment and a cylinder below which they are parallel."""


@compiled
def body_in_surface(pose, p):
    """Origin and quaternion of the probe's body in S."""
    base = orientation(pose[0])
    turned = base * p.rotation_a
    origin = position(pose[0]) + rotate(base, p.position_a)
    return (
        unrotate(turned, position(pose[1]) - origin),
        conjugate(turned) * orientation(pose[1]),
    )


@compiled
def in_section(p, a):
    """Part of a vector across the axis of a cylinder; all of it for a sphere."""
    return Vec3(a[0], a[1], 0.0) if p.surface == CYLINDER else a


@compiled
def slide_along(p, middle, d):
    """Distance along a segment to its point nearest to the surface, and whether that is inside it."""
    if p.half == 0.0:
        return 0.0, 0.0
    c, e = in_section(p, middle), in_section(p, d)
    length = dot(e, e)
    if length < PARALLEL:
        return 0.0, 0.0
    s = -dot(c, e) / length
    if abs(s) > p.half:
        return math.copysign(p.half, s), 0.0
    return s, 1.0


@compiled
def distance(p, c):
    """Signed distance φ of a point, its normal n, and the curvature κ of the level sets."""
    if p.surface == PLANE:
        return c[2], UP, 0.0
    e = in_section(p, c)
    length = norm(e)
    if length < 1e-12 * p.size:
        return p.side * (length - p.size), Vec3(1.0, 0.0, 0.0), 0.0
    return p.side * (length - p.size), p.side / length * e, p.side / length


@compiled
def turn_of_normal(p, n, kappa, dc):
    """Change of the normal when the point moves: ∇n dc."""
    e = in_section(p, dc)
    return kappa * (e - dot(n, e) * n)


@compiled
def meet(pose, p):
    """Where probe and surface are nearest.

    Returns ``((node, q), (c, d, inside), (gap, n, kappa))``: the probe's body, the centre of the ball, the
    direction of the segment and whether c may slide along it, gap, normal and curvature; all in S.
    """
    node, q = body_in_surface(pose, p)
    middle = node + rotate(q, p.center_b)
    d = rotate(q, p.axis_b) if p.half > 0.0 else ZERO
    s, inside = slide_along(p, middle, d)
    c = middle + s * d
    phi, n, kappa = distance(p, c)
    return (node, q), (c, d, inside), (phi - p.radius, n, kappa)


@compiled
def tangential(n, a):
    """a − (n·a) n."""
    return a - dot(n, a) * n


@compiled
def tangents(n, along):
    """t₁, t₂ and the length of the part of ``along`` in the tangent plane."""
    part = tangential(n, along)
    size = norm(part)
    t1 = part / size
    return t1, cross(n, t1), size


@compiled
def change_of_tangents(n, along, t1, size, dn):
    """Changes of t₁ and t₂ with the normal."""
    part = -(dot(dn, along) * n + dot(n, along) * dn)
    d1 = tangential(t1, part) / size
    return d1, cross(dn, t1) + cross(n, d1)


@compiled
def relative_velocities(twist, body, c, n, p):
    """u, ω and the sliding velocity w of the skins, in S."""
    node, q = body
    v, w, v0, w0 = relative_twists(twist, q, p)
    u = v + cross(w, c - node) - (v0 + cross(w0, c))
    spin = w - w0
    return u, spin, tangential(n, u) - p.radius * cross(spin, n)


@compiled
def gap_acceleration(twist, accel, body, c, n, kappa, p):
    """Second derivative of the gap in time, n·u̇ + u·∇n u."""
    node, q = body
    v, w, v0, w0 = relative_twists(twist, q, p)
    arm = c - node
    point = v + cross(w, arm)
    u = point - (v0 + cross(w0, c))
    a, b, a0, b0 = relative_twists(accel, q, p)
    change = a + cross(b, arm) + cross(w - w0, point)
    change = change - (a0 + cross(b0, c) + cross(w0, u))
    return dot(n, change) + dot(u, turn_of_normal(p, n, kappa, u))


@compiled
def slide_of_centre(p, c, n, kappa, along, delta, turn):
    """How far the nearest point of a segment slides along it: n·d = 0 stays true."""
    d, inside = along
    if inside == 0.0:
        return 0.0
    bend = dot(d, turn_of_normal(p, n, kappa, d))
    return -(dot(d, turn_of_normal(p, n, kappa, delta)) + dot(n, cross(turn, d))) / bend


class Motion(NamedTuple):
    """Change of a contact with an increment: δn, slide along the segment, δ of the probe's point, turn φ."""

    dn: Vec3
    slide: float
    delta: Vec3
    turn: Vec3


AT_REST = Motion(ZERO, 0.0, ZERO, ZERO)
"""Change with an increment of the velocities."""


@compiled
def changed_velocities(relative, body, c, n, slid, motion, p):
    """Changes of u, ω and w with an increment of the positions.

    ``relative`` are the twists of :func:`relative_twists`, ``slid`` is the way of c along the segment.
    """
    v, w, v0, w0 = relative
    spin = w - w0
    arm = c - body[0]
    u = v + cross(w, arm) - (v0 + cross(w0, c))
    du = cross(motion.turn, v + cross(w, arm)) - cross(w0, motion.delta) + cross(spin, slid)
    dspin = cross(motion.turn, w)
    dw = tangential(n, du) - (dot(motion.dn, u) * n + dot(n, u) * motion.dn)
    skin = cross(dspin, n) + cross(spin, motion.dn)
    return du, dspin, dw - p.radius * skin


@compiled
def world_place(pose, p, point):
    """Place of a point of S in the world."""
    base = orientation(pose[0])
    turned = base * p.rotation_a
    origin = position(pose[0]) + rotate(base, p.position_a)
    return origin + rotate(turned, point)


@compiled
def world_direction(pose, p, a):
    """Vector of S in axes of the world."""
    return rotate(orientation(pose[0]) * p.rotation_a, a)
