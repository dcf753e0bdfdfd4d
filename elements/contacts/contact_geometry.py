"""Where a probe on one body meets a surface on another, in compiled code.

Everything is seen in the frame S of the surface, which is fixed in the base. The surface is given by its
signed distance φ with normal n = ∇φ, positive on the free side: the plane z = 0, a sphere about the origin, a
cylinder about z, from outside (side +1) or from inside (side −1). The probe is a ball of radius ρ around a
point c of the other body (ρ = 0: a point), or around the point of a segment that is nearest to the surface
(the side of a capsule). The gap is φ(c) − ρ, and bodies meet at c − ρ n, on the skin of the probe.

With v_B, ω_B and v_S, ω_S the twists of the probe's body and of S (:func:`relative_twists`), the velocity of
the probe's material point at c as seen from the surface, the relative angular velocity, the rate of the gap
and the velocity at which the skins slide are

    u = v_B + ω_B×(c − x_B) − v_S − ω_S×c,   ω = ω_B − ω_S,   ġ = n·u,   w = u − (n·u) n − ρ ω×n.        (1)

When the probe's body is displaced by δ_B and turned by φ relative to the base, its material point at c moves
by δ and c itself slides along the segment by σ, so that n·d = 0 stays true:

    δ = δ_B + φ×(c − x_B),   δc = δ + σ d,   δn = ∇n δc,   d·δn + n·(φ×d) = 0.                           (2)
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.motion import relative
from mbfe.algebra.vectors import ZERO, Vec3, cross, dot, norm, orientation, position, rotate
from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import frame_in_world
from mbfe.joints.rolling.rolling_contact import relative_twists, unit_motion

__all__ = [
    "CYLINDER", "PLANE", "SPHERE", "change_of_tangents", "change_of_velocities", "gap_acceleration", "meet",
    "moved", "relative_velocities", "skin_of", "sliding_of", "tangential", "tangents",
]  # fmt: skip

PLANE, SPHERE, CYLINDER = range(3)
"""Kinds of surfaces."""

UP = Vec3(0.0, 0.0, 1.0)


PARALLEL = 1e-12
"""Squared sine of the angle between a segment and a cylinder below which they are parallel."""


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


class Meeting(NamedTuple):
    """Where probe and surface are nearest, in S.

    Origin and quaternion of the probe's body B; centre c of the ball, direction d of the segment and whether
    c may slide along it; gap, normal and curvature.
    """

    p_SB: Any
    q_SB: Any
    c: Any
    d: Any
    inside: Any
    gap: Any
    n: Any
    kappa: Any


@compiled
def meet(pose, p):
    """Where probe and surface are nearest."""
    p_WS, q_WS = frame_in_world(pose[0], p.position_a, p.rotation_a)
    p_SB, q_SB = relative(p_WS, q_WS, position(pose[1]), orientation(pose[1]))
    middle = p_SB + rotate(q_SB, p.center_b)
    d = rotate(q_SB, p.axis_b) if p.half > 0.0 else ZERO
    s, inside = slide_along(p, middle, d)
    c = middle + s * d
    phi, n, kappa = distance(p, c)
    return Meeting(p_SB, q_SB, c, d, inside, phi - p.radius, n, kappa)


@compiled
def skin_of(at, p):
    """Point c − ρ n of the probe's skin, in S."""
    return at.c - p.radius * at.n


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


class Velocities(NamedTuple):
    """u, ω and w of (1), in S."""

    u: Any
    spin: Any
    w: Any


@compiled
def relative_velocities(twist, at, p):
    """Velocities of the contact."""
    twists = relative_twists(twist, at.q_SB, p)
    u = twists.v_B + cross(twists.w_B, at.c - at.p_SB) - (twists.v_S + cross(twists.w_S, at.c))
    spin = twists.w_B - twists.w_S
    return Velocities(u, spin, tangential(at.n, u) - p.radius * cross(spin, at.n))


@compiled
def gap_acceleration(twist, accel, at, p):
    """Second derivative of the gap in time, n·u̇ + u·∇n u."""
    twists, rates = relative_twists(twist, at.q_SB, p), relative_twists(accel, at.q_SB, p)
    arm = at.c - at.p_SB
    point = twists.v_B + cross(twists.w_B, arm)
    u = point - (twists.v_S + cross(twists.w_S, at.c))
    change = rates.v_B + cross(rates.w_B, arm) + cross(twists.w_B - twists.w_S, point)
    change = change - (rates.v_S + cross(rates.w_S, at.c) + cross(twists.w_S, u))
    return dot(at.n, change) + dot(u, turn_of_normal(p, at.n, at.kappa, u))


class Motion(NamedTuple):
    """Change of a contact with an increment, (2): δ_B, φ, δ, σ, δc and δn, in S."""

    shift: Any
    turn: Any
    delta: Any
    slide: Any
    dc: Any
    dn: Any


@compiled
def moved(i, at, p):
    """Change of a contact with increment i of the nodes' poses."""
    shift, turn = unit_motion(i, at.p_SB, at.q_SB, p)
    delta = shift + cross(turn, at.c - at.p_SB)
    slide = 0.0
    if at.inside != 0.0:
        bend = dot(at.d, turn_of_normal(p, at.n, at.kappa, at.d))
        turned = dot(at.d, turn_of_normal(p, at.n, at.kappa, delta)) + dot(at.n, cross(turn, at.d))
        slide = -turned / bend
    dc = delta + slide * at.d
    return Motion(shift, turn, delta, slide, dc, turn_of_normal(p, at.n, at.kappa, dc))


@compiled
def change_of_velocities(twists, at, motion, p):
    """Changes of u and w of (1) with a motion of the contact, the twists held."""
    spin = twists.w_B - twists.w_S
    point = twists.v_B + cross(twists.w_B, at.c - at.p_SB)
    u = point - (twists.v_S + cross(twists.w_S, at.c))
    du = cross(motion.turn, point) - cross(twists.w_S, motion.delta) + cross(spin, motion.slide * at.d)
    dspin = cross(motion.turn, twists.w_B)
    dw = tangential(at.n, du) - (dot(motion.dn, u) * at.n + dot(at.n, u) * motion.dn)
    return du, dw - p.radius * (cross(dspin, at.n) + cross(spin, motion.dn))


@compiled
def sliding_of(at, motion, p):
    """Change of w with a rate of the same increment: w of (1) for u = δ and ω = φ."""
    return tangential(at.n, motion.delta) - p.radius * cross(motion.turn, at.n)
