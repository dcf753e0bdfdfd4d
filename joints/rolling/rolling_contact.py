"""Where a wheel touches a surface, in compiled code.

Everything is seen in the frame S of the surface, which is fixed in the base: the surface is z = s(x, y), with
tangents S₁ = (1, 0, s_x), S₂ = (0, 1, s_y) and normal n = (−s_x, −s_y, 1)/√(1 + s_x² + s_y²).
A plane is s = 0. The wheel is the tube of radius ρ around a circle of radius R about its axis a: a sharp edge
when ρ = 0, a sphere when R = 0. Its point with the outward normal −n is

    c = centre + R e − ρ n,   e = −(n − (n·a) a)/‖n − (n·a) a‖.

It touches where c − S(x, y) is parallel to n; the gap is the distance along n.
"""

from __future__ import annotations

import math
from enum import IntEnum

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    angular,
    conjugate,
    cross,
    dot,
    linear,
    norm,
    orientation,
    position,
    rotate,
    unrotate,
)
from mbfe.compiled import F1, F8, I8, caller, compiled
from mbfe.model.force_functions import call_back


class SurfaceKind(IntEnum):
    """A plane, a Python function or a compiled function."""

    FLAT = 0
    PYTHON = 1
    COMPILED = 2


HEIGHT_SIGNATURE = I8(F8, F8, F1)
"""A compiled surface: x, y and the array that takes s, s_x, s_y, s_xx, s_xy, s_yy."""

MOST_ITERATIONS = 40
TOLERANCE, NEAR = 1e-14, 1e-7
"""Last change of the contact point, in units of the size of the wheel; change that must be the last but one.

Iterations converge quadratically: a change below the second that does not shrink is round-off.
"""

LYING = 1e-9
"""Sine of the angle between axis and normal below which a wheel lies flat and has no contact point."""

call_height = caller(HEIGHT_SIGNATURE)


@compiled
def wheel_in_surface(pose, p):
    """Position of the wheel's node, of its centre, quaternion of the wheel and its axis, all in S."""
    base = orientation(pose[0])
    turned = base * p.rotation_a
    origin = position(pose[0]) + rotate(base, p.position_a)
    q = conjugate(turned) * orientation(pose[1])
    node = unrotate(turned, position(pose[1]) - origin)
    return node, node + rotate(q, p.center_b), q, rotate(q, p.axis_b)


@compiled
def relative_twists(twist, q, p):
    """Velocity and angular velocity of the wheel's node and of the surface's frame, all in S."""
    w = angular(twist[0])
    v = linear(twist[0]) + cross(w, p.position_a)
    return (
        rotate(q, linear(twist[1])),
        rotate(q, angular(twist[1])),
        unrotate(p.rotation_a, v),
        unrotate(p.rotation_a, w),
    )


@compiled
def heights(p, x, y, scratch):
    """s, s_x, s_y, s_xx, s_xy, s_yy of the surface at (x, y); not a number when its function failed."""
    if int(p.surface) == SurfaceKind.FLAT:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if not abs(x) + abs(y) < math.inf:
        return (math.nan, math.nan, math.nan, math.nan, math.nan, math.nan)
    h = scratch.heights
    if int(p.surface) == SurfaceKind.COMPILED:
        status = call_height(int(p.surface_at), (x, y, h))
    else:
        scratch.place[0] = x
        scratch.place[1] = y
        status = call_back(p.surface_at, scratch.place, h)
    if status != 0:
        return (math.nan, math.nan, math.nan, math.nan, math.nan, math.nan)
    return (h[0], h[1], h[2], h[3], h[4], h[5])


@compiled
def surface_normal(s):
    """Normal n of the surface and its derivatives with x and y."""
    f = 1.0 / math.sqrt(1.0 + s[1] * s[1] + s[2] * s[2])
    n = Vec3(-f * s[1], -f * s[2], f)
    x = f * f * (s[1] * s[3] + s[2] * s[4])
    y = f * f * (s[1] * s[4] + s[2] * s[5])
    nx = Vec3(-f * s[3] - x * n[0], -f * s[4] - x * n[1], -x * n[2])
    ny = Vec3(-f * s[4] - y * n[0], -f * s[5] - y * n[1], -y * n[2])
    return n, nx, ny


@compiled
def wheel_arm(n, axis, p):
    """Vector from the wheel's centre to its point with normal −n, its direction across axis and n, R/‖…‖.

    The arm changes with n by −(R/‖…‖) b (b·δn) − ρ δn, b the direction across.
    """
    if p.radius == 0.0:
        return -p.tube * n, ZERO, 0.0
    up = n - dot(n, axis) * axis
    length = norm(up)
    if not length > LYING:
        return Vec3(math.nan, math.nan, math.nan), Vec3(math.nan, math.nan, math.nan), math.nan
    f = p.radius / length
    return -f * up - p.tube * n, cross(axis, up) / length, f


@compiled
def arm_change(b, f, p, dn):
    """Change of the wheel's arm with the normal (relative to the wheel): −f b (b·δn) − ρ δn."""
    return -f * dot(b, dn) * b - p.tube * dn


@compiled
def foot_matrix(s, n, nx, ny, apart, b, f, p):
    """Matrix h of (x, y) on the vector (c − S(x, y))·S_i: its negative derivative.

    h_ij = S_i·S_j − (c − S)·S_ij − S_i·∂c/∂n n_j with S_i·n_j = −n·S_ij; (h₁₁, h₁₂, h₂₁, h₂₂).
    """
    bend = apart[2] + p.tube * n[2]  # both multiply s_ij
    bx, by = b[0] + s[1] * b[2], b[1] + s[2] * b[2]
    fx, fy = f * dot(b, nx), f * dot(b, ny)
    return (
        1.0 + s[1] * s[1] - bend * s[3] + bx * fx,
        s[1] * s[2] - bend * s[4] + bx * fy,
        s[1] * s[2] - bend * s[4] + by * fx,
        1.0 + s[2] * s[2] - bend * s[5] + by * fy,
    )


@compiled
def solve_foot(h, u, v):
    """Solve h (x, y) = (u, v); not a number where the surface is more sharply curved than the wheel."""
    d = h[0] * h[3] - h[1] * h[2]
    if not (d > 0.0 and h[0] + h[3] > 0.0):
        return math.nan, math.nan
    return (h[3] * u - h[1] * v) / d, (h[0] * v - h[2] * u) / d


@compiled
def find_foot(centre, axis, p, x, y, scratch):
    """Point (x, y) of the surface that is nearest along the normal, by Newton iterations from (x, y)."""
    if int(p.surface) == SurfaceKind.FLAT:
        arm, _, _ = wheel_arm(Vec3(0.0, 0.0, 1.0), axis, p)
        return centre[0] + arm[0], centre[1] + arm[1]
    size = p.radius + p.tube
    before = math.inf
    for _ in range(MOST_ITERATIONS):
        s = heights(p, x, y, scratch)
        n, nx, ny = surface_normal(s)
        arm, b, f = wheel_arm(n, axis, p)
        c = centre + arm
        apart = c - Vec3(x, y, s[0])
        h = foot_matrix(s, n, nx, ny, apart, b, f, p)
        dx, dy = solve_foot(h, apart[0] + s[1] * apart[2], apart[1] + s[2] * apart[2])
        x += dx
        y += dy
        change = abs(dx) + abs(dy)
        if not change > TOLERANCE * size or (change < NEAR * size and change > 0.1 * before):
            return x, y
        before = change
    return math.nan, math.nan


@compiled
def surface_tangents(s, n):
    """Unit tangents t₁ = S₁/‖S₁‖ and t₂ = n×t₁."""
    f = 1.0 / math.sqrt(1.0 + s[1] * s[1])
    first = Vec3(f, 0.0, f * s[1])
    return first, cross(n, first)
