"""Forces on a length of beams that touch each other, in compiled code.

At a meeting (:mod:`mbfe.elements.beam_contact.beam_pair_geometry`) the skins meet in the middle between them.
There they slide over each other with w, and act N n + T on the first beam: N = k δ (1 + χ δ̇), not below
zero, and friction T against w (:mod:`mbfe.elements.contacts.contact_forces`).
"""

from __future__ import annotations

from mbfe.algebra.vectors import ZERO, cross, dot
from mbfe.compiled import compiled
from mbfe.elements.beam_contact.beam_pair_curve import motion_of, part_of, velocity_at
from mbfe.elements.contacts.contact_forces import NO_FRICTION, normal_force, smooth_friction
from mbfe.elements.contacts.contact_geometry import tangential

__all__ = ["both_motions", "both_parts", "line_forces", "needs_motion", "skin", "velocities"]


@compiled
def both_parts(pose, p):
    """The two parts in the poses of their nodes."""
    return part_of(pose, 0, p, p.length_a), part_of(pose, 2, p, p.length_b)


@compiled
def both_motions(pose, twist, p, one, other):
    """Rates of both."""
    return motion_of(pose, twist, 0, p, one), motion_of(pose, twist, 2, p, other)


@compiled
def needs_motion(p):
    """Whether forces depend on velocities."""
    return p.damping > 0.0 or p.friction != NO_FRICTION


@compiled
def skin(at, p):
    """Distance of the middle between the skins from the first centre line."""
    return 0.5 * (at.distance + p.radius_a - p.radius_b)


@compiled
def velocities(at, p, one, other, motions, z):
    """Velocity of x₁ over x₂, and of the skins over each other along them."""
    v, w = velocity_at(one, motions[0], z)
    v0, w0 = velocity_at(other, motions[1], at.s)
    u = v - v0
    arm = -skin(at, p) * at.n
    arm0 = at.distance * at.n + arm
    return u, tangential(at.n, u + (cross(w, arm) - cross(w0, arm0)))


@compiled
def line_forces(at, p, one, other, motions, z):
    """N and its elastic part, δ̇, T and the sliding velocity w, per length of the first beam."""
    rate, w = 0.0, ZERO
    if needs_motion(p):
        u, w = velocities(at, p, one, other, motions, z)
        rate = -dot(at.n, u)
    depth = p.radius_a + p.radius_b - at.distance
    if depth <= 0.0:
        return 0.0, 0.0, rate, ZERO, w
    normal = normal_force(p, p.damping, depth, rate)
    pull = ZERO
    if p.friction != NO_FRICTION:
        pull = smooth_friction(p, normal.force, w)
    return normal.force, normal.elastic, rate, pull, w
