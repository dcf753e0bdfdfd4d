"""The centre line of a beam between two neighbouring nodes, as beams see it that touch it, in compiled code.

A cubic curve through the origins x₀, x₁ of the sections of both nodes, with their normals t₀, t₁ as tangents
(Hermite), on s in [−1, 1] with h half the length:

    x(s) = N₀ x₀ + N₁ x₁ + h (M₀ t₀ + M₁ t₁).

It is smooth from part to part, whatever the number of nodes of an element is, and differs from the beam's own
interpolation by the order of its shear strain and of the fourth power of the length. A force F at s has the
power N₀F·ẋ₀ + h M₀F·ṫ₀ + …, so that the sections of the nodes get the forces NᵢF and the moments tᵢ × h MᵢF:
its whole force and moment. Spins are interpolated linearly, and moments are shared so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mbfe.algebra.vectors import (
    ZERO,
    add_vector,
    angular,
    cross,
    linear,
    orientation,
    rotate,
    unrotate,
    vector,
)
from mbfe.compiled import compiled

__all__ = [
    "Part", "at_rest", "bends_at", "combine", "give_at", "motion_of", "part_of", "slopes_at", "values_at",
    "velocity_at",
]  # fmt: skip


class Part(NamedTuple):
    """A part of a centre line: x₀, t₀, x₁, t₁ in world axes and half of its length."""

    x0: Any
    t0: Any
    x1: Any
    t1: Any
    half: Any


class Motion(NamedTuple):
    """Rates of a part: ẋ₀, ṫ₀, ẋ₁, ṫ₁ and the spins ω₀, ω₁, world axes."""

    x0: Any
    t0: Any
    x1: Any
    t1: Any
    w0: Any
    w1: Any


@compiled
def values_at(s):
    """N₀, M₀, N₁, M₁."""
    return (
        0.25 * (2.0 - 3.0 * s + s * s * s),
        0.25 * (1.0 - s - s * s + s * s * s),
        0.25 * (2.0 + 3.0 * s - s * s * s),
        0.25 * (-1.0 - s + s * s + s * s * s),
    )


@compiled
def slopes_at(s):
    """Their derivatives with s."""
    n = 0.75 * (s * s - 1.0)
    return n, 0.25 * (-1.0 - 2.0 * s + 3.0 * s * s), -n, 0.25 * (-1.0 + 2.0 * s + 3.0 * s * s)


@compiled
def bends_at(s):
    """Their second derivatives."""
    return 1.5 * s, 0.5 * (3.0 * s - 1.0), -1.5 * s, 0.5 * (3.0 * s + 1.0)


@compiled
def combine(part, f):
    """f₀ x₀ + h f₁ t₀ + f₂ x₁ + h f₃ t₁."""
    first = f[0] * part.x0 + part.half * f[1] * part.t0
    return first + (f[2] * part.x1 + part.half * f[3] * part.t1)


@compiled
def section_of(row, origin, normal):
    """Origin and normal of the section in a node."""
    q = orientation(row)
    return vector(row, 0) + rotate(q, origin), rotate(q, normal)


@compiled
def part_of(pose, i, p, length):
    """The part between the nodes i and i + 1 of a law."""
    x0, t0 = section_of(pose[i], vector(p.origins[i], 0), vector(p.normals[i], 0))
    x1, t1 = section_of(pose[i + 1], vector(p.origins[i + 1], 0), vector(p.normals[i + 1], 0))
    return Part(x0, t0, x1, t1, 0.5 * length)


@compiled
def at_rest():
    """Rates of a part that does not move."""
    zero = ZERO
    return Motion(zero, zero, zero, zero, zero, zero)


@compiled
def motion_of(pose, twist, i, p, part):
    """Its rates."""
    q, r = orientation(pose[i]), orientation(pose[i + 1])
    w0, w1 = angular(twist[i]), angular(twist[i + 1])
    v0 = rotate(q, linear(twist[i]) + cross(w0, vector(p.origins[i], 0)))
    v1 = rotate(r, linear(twist[i + 1]) + cross(w1, vector(p.origins[i + 1], 0)))
    w0, w1 = rotate(q, w0), rotate(r, w1)
    return Motion(v0, cross(w0, part.t0), v1, cross(w1, part.t1), w0, w1)


@compiled
def velocity_at(part, motion, s):
    """Velocity of the point at s and spin of its section."""
    f = values_at(s)
    v = f[0] * motion.x0 + part.half * f[1] * motion.t0
    v = v + (f[2] * motion.x1 + part.half * f[3] * motion.t1)
    return v, 0.5 * (1.0 - s) * motion.w0 + 0.5 * (1.0 + s) * motion.w1


@compiled
def give_at(pose, i, p, part, s, force, moment, residual):
    """Add a force at s and a moment on its section, world axes, to the rows of the nodes i and i + 1."""
    f = values_at(s)
    for k in range(2):
        t = part.t0 if k == 0 else part.t1
        own = f[2 * k] * force
        couple = cross(t, part.half * f[2 * k + 1] * force)
        couple = couple + (0.5 * (1.0 - s) if k == 0 else 0.5 * (1.0 + s)) * moment
        q = orientation(pose[i + k])
        own = unrotate(q, own)
        add_vector(residual, 6 * (i + k), own)
        add_vector(residual, 6 * (i + k) + 3, unrotate(q, couple))
        add_vector(residual, 6 * (i + k) + 3, cross(vector(p.origins[i + k], 0), own))
