"""Where the centre lines of two parts of beams are near each other, in compiled code.

A point of the first centre line, at ζ on [−1, 1], meets the second one where the plane across that contains
it: x₂′(s)·(x₁ − x₂(s)) = 0, its closest point. Centre lines are smooth
(:mod:`mbfe.elements.beam_contact.beam_pair_curve`) and the planes at the nodes are common to the parts beside
them, so each point of the first beam belongs to exactly one part of the second. Beyond an end of the second
beam the closest point is the end. The distance D = ‖x₁ − x₂‖ has the gradient n = (x₁ − x₂)/D in x₁ and −n in
x₂.

What is in contact, D < R₁ + R₂, is found by the minimum of D and the two places beside it where D = R₁ + R₂.
So a contact is resolved however short it is beside the elements.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import Vec3, dot, norm
from mbfe.compiled import compiled
from mbfe.elements.beam_contact.beam_pair_curve import bends_at, combine, slopes_at, values_at

__all__ = ["BODY", "END", "REGIONS", "START", "are_far", "meet", "nearest_of_chords", "window"]

BODY, START, END = range(3)
"""Regions of a part of the second beam: between its end planes, and beyond the ends of the beam."""
REGIONS = 3
WIDEST = 1.5
"""Largest |s|: what belongs to a part by its end planes lies a little beyond them at most."""
SHARP = 1e-3
"""Part of x₂′·x₂′ that the slope of the projection keeps; it is 0 at a centre of curvature."""
FLAT = 1e-12
"""Distance from an end plane, in units of half the length of a part, that counts as none."""
BALL_OF_PART = 0.6
"""Radius of a ball about the middle of the chord that holds a part, in units of the larger of its length
and its chord: ½, and room for a stretch of a fifth."""
MOST = 60
"""Iterations of a search, at most; Newton's method inside of a bracket, halved where it leaves it."""
SAME = 1e-12
"""Places on [−1, 1] that count as the same."""
CLOSE = 1e-9
"""Those that count as the same where D has a minimum, and hardly changes."""


class Meeting(NamedTuple):
    """A point of the first centre line and what it meets: x₁, x₂, the place s, D, n, and x₁′ along ζ."""

    one: Any
    other: Any
    s: Any
    distance: Any
    n: Any
    along: Any


@compiled
def are_far(one, other, reach):
    """Whether two parts are more than a reach apart for certain."""
    d = one.x0 + one.x1 - (other.x0 + other.x1)
    size = BALL_OF_PART * max(2.0 * one.half, norm(one.x1 - one.x0))
    size += BALL_OF_PART * max(2.0 * other.half, norm(other.x1 - other.x0))
    return 0.25 * dot(d, d) > (size + reach) * (size + reach)


@compiled
def nearest_of_chords(one, other):
    """Closest points of the chords of two parts."""
    a, b = one.x0, other.x0
    d, e = one.x1 - a, other.x1 - b
    r = a - b
    dd, ee, de, dr, er = dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r)
    across = dd * ee - de * de
    s = min(max((de * er - ee * dr) / across, 0.0), 1.0) if across > 0.0 else 0.0
    t = min(max((er + s * de) / ee, 0.0), 1.0) if ee > 0.0 else 0.0
    s = min(max((t * de - dr) / dd, 0.0), 1.0) if dd > 0.0 else 0.0
    return a + s * d, b + t * e


@compiled
def project(other, x):
    """Place s of the plane across the second centre line that contains a point."""
    low, high = dot(other.t0, x - other.x0), dot(other.t1, x - other.x1)
    s = (low + high) / (low - high) if low > high else 0.0
    s = min(max(s, -WIDEST), WIDEST)
    for _ in range(MOST):
        r = x - combine(other, values_at(s))
        along = combine(other, slopes_at(s))
        square = dot(along, along)
        slope = dot(combine(other, bends_at(s)), r) - square
        if slope > -SHARP * square:
            break
        step = -dot(along, r) / slope
        s = min(max(s + step, -WIDEST), WIDEST)
        if abs(step) < 1e-7:
            break
    return s


@compiled
def meet(one, other, region, z):
    """What the point at ζ of the first centre line meets in a region of the second."""
    x = combine(one, values_at(z))
    s = -1.0 if region == START else 1.0
    if region == BODY:
        s = project(other, x)
    y = combine(other, values_at(s))
    r = x - y
    distance = norm(r)
    n = r / distance if distance > 0.0 else Vec3(0.0, 0.0, 1.0)
    return Meeting(x, y, s, distance, n, combine(one, slopes_at(z)))


# ------------------------------------------------------------------ what belongs to a region


@compiled
def height_at(one, x, t, z):
    """Distance of a point of the first centre line from an end plane, and its change along ζ."""
    along = combine(one, slopes_at(z))
    value = dot(t, combine(one, values_at(z)) - x)
    if abs(value) < FLAT * one.half:  # round-off decides nothing: the parts on both sides say the same
        value = 0.0
    return value, dot(t, along)


@compiled
def within(low, high, z, value, slope):
    """Newton's next place after ζ, or the middle of the bracket (low, high) where it leaves that."""
    following = z - value / slope if slope != 0.0 else high
    return following if low < following < high else 0.5 * (low + high)


@compiled
def crossing(one, x, t, sign):
    """Place ζ where the centre line passes through an end plane; ``sign`` is that of the height at −1."""
    low, high = -1.0, 1.0
    z = 0.0
    for _ in range(MOST):
        value, slope = height_at(one, x, t, z)
        if sign * value > 0.0:
            low = z
        else:
            high = z
        following = within(low, high, z, value, slope)
        if abs(following - z) < SAME:
            return following
        z = following
    return z


@compiled
def side_of(one, x, t, above):
    """The range (ζ, ζ) of the first part above an end plane of the second, or below it; empty as (1, −1)."""
    at_start, at_end = height_at(one, x, t, -1.0)[0] >= 0.0, height_at(one, x, t, 1.0)[0] >= 0.0
    if at_start == at_end:
        return (-1.0, 1.0) if at_start == above else (1.0, -1.0)
    z = crossing(one, x, t, 1.0 if at_start else -1.0)
    return (-1.0, z) if at_start == above else (z, 1.0)


@compiled
def range_of(one, other, region):
    """The range of the first part that belongs to a region of the second."""
    if region == START:
        return side_of(one, other.x0, other.t0, False)
    above = side_of(one, other.x1, other.t1, region == END)
    if region == END:
        return above
    below = side_of(one, other.x0, other.t0, True)
    return max(below[0], above[0]), min(below[1], above[1])


# ------------------------------------------------------------------ what is in contact


@compiled
def steepness(at):
    """Half of the change of D² along ζ."""
    return at.distance * dot(at.n, at.along)


@compiled
def nearest(one, other, region, low, high):
    """Place of the smallest distance in a range, where there is one minimum inside or none."""
    first, last = meet(one, other, region, low), meet(one, other, region, high)
    f, g = steepness(first), steepness(last)
    if f >= 0.0 or g <= 0.0:
        return low if first.distance <= last.distance else high
    z, side = low, 0
    for _ in range(MOST):
        before = z
        z = low - f * (high - low) / (g - f)
        value = steepness(meet(one, other, region, z))
        # false position; an end that stays twice counts half (Illinois)
        if value < 0.0:
            low, f = z, value
            g = 0.5 * g if side < 0 else g
            side = -1
        else:
            high, g = z, value
            f = 0.5 * f if side > 0 else f
            side = 1
        if value == 0.0 or abs(z - before) < CLOSE or high - low < CLOSE:
            break
    return z


@compiled
def edge(one, other, region, reach, inside, outside):
    """Place between one in contact and one outside where the distance is the reach."""
    near, far = meet(one, other, region, inside).distance, meet(one, other, region, outside).distance
    part = (reach - near) * (reach + near) / ((far - near) * (far + near))
    z = inside + (outside - inside) * math.sqrt(part)
    for _ in range(MOST):
        at = meet(one, other, region, z)
        value, slope = 0.5 * (at.distance - reach) * (at.distance + reach), steepness(at)
        if value < 0.0:
            inside = z
        else:
            outside = z
        following = within(min(inside, outside), max(inside, outside), z, value, slope)
        if abs(following - z) < SAME:
            return following
        z = following
    return z


@compiled
def window(one, other, region, reach):
    """Range of the first part in contact with a region, and where it is nearest: (low, high, ζ, D).

    It is empty where low = high; D is infinite where nothing belongs to the region.
    """
    low, high = range_of(one, other, region)
    if not low < high:
        return 0.0, 0.0, 0.0, math.inf
    z = nearest(one, other, region, low, high)
    distance = meet(one, other, region, z).distance
    if distance >= reach:
        return z, z, z, distance
    if meet(one, other, region, low).distance >= reach:
        low = edge(one, other, region, reach, z, low)
    if meet(one, other, region, high).distance >= reach:
        high = edge(one, other, region, reach, z, high)
    return low, high, z, distance
