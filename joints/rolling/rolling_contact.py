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
from typing import Any, NamedTuple

from mbfe.algebra.motion import relative
from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    add_vector,
    angular,
    cross,
    dot,
    linear,
    norm,
    orientation,
    position,
    rotate,
    unit,
    unrotate,
)
from mbfe.compiled import F1, F8, I8, caller, compiled
from mbfe.geometry.road_law import Heights
from mbfe.joints.pairs.coordinate_law import frame_in_world
from mbfe.model.force_functions import call_back

__all__ = [
    "HEIGHT_SIGNATURE", "LYING", "Increment", "Place", "SurfaceKind", "Wrench", "add_column", "add_wrenches",
    "along_surface", "find_foot", "foot_matrix", "ground_of", "heights", "relative_twists", "rim_change",
    "rim_point", "solve_foot", "surface_tangents", "unit_motion", "wheel_in_surface",
]  # fmt: skip


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


class Wheel(NamedTuple):
    """Position of the wheel's node B, of its centre C, quaternion of the wheel and its axis, all in S."""

    p_SB: Any
    p_SC: Any
    q_SB: Any
    axis: Any


@compiled
def wheel_in_surface(pose, p):
    """The wheel, seen in S."""
    p_WS, q_WS = frame_in_world(pose[0], p.position_a, p.rotation_a)
    p_SB, q_SB = relative(p_WS, q_WS, position(pose[1]), orientation(pose[1]))
    return Wheel(p_SB, p_SB + rotate(q_SB, p.center_b), q_SB, rotate(q_SB, p.axis_b))


class Twists(NamedTuple):
    """Velocity and angular velocity of the wheel's node B and of the surface's frame, all in axes of S."""

    v_B: Any
    w_B: Any
    v_S: Any
    w_S: Any


@compiled
def relative_twists(twist, q_SB, p):
    """Twists of the wheel's node and of the surface."""
    w_A = angular(twist[0])
    v_S = linear(twist[0]) + cross(w_A, p.position_a)
    return Twists(
        rotate(q_SB, linear(twist[1])),
        rotate(q_SB, angular(twist[1])),
        unrotate(p.rotation_a, v_S),
        unrotate(p.rotation_a, w_A),
    )


@compiled
def heights(p, x, y, scratch):
    """Heights of the surface at (x, y); not a number when its function failed."""
    if int(p.surface) == SurfaceKind.FLAT:
        return Heights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    h = scratch.heights
    status = 1
    if abs(x) + abs(y) < math.inf:
        if int(p.surface) == SurfaceKind.COMPILED:
            status = call_height(int(p.surface_at), (x, y, h))
        else:
            scratch.place[0] = x
            scratch.place[1] = y
            status = call_back(p.surface_at, scratch.place, h)
    if status != 0:
        return Heights(math.nan, math.nan, math.nan, math.nan, math.nan, math.nan)
    return Heights(h[0], h[1], h[2], h[3], h[4], h[5])


class Ground(NamedTuple):
    """A place of the surface: its heights, the normal n and the derivatives of n with x and y."""

    s: Any
    n: Any
    n_x: Any
    n_y: Any


@compiled
def ground_of(s):
    """Normal n = (−s_x, −s_y, 1)/√(1 + s_x² + s_y²) and its derivatives with x and y, of heights."""
    f = 1.0 / math.sqrt(1.0 + s.x * s.x + s.y * s.y)
    n = Vec3(-f * s.x, -f * s.y, f)
    n_x = -f * Vec3(s.xx, s.xy, 0.0) - f * f * (s.x * s.xx + s.y * s.xy) * n
    n_y = -f * Vec3(s.xy, s.yy, 0.0) - f * f * (s.x * s.xy + s.y * s.yy) * n
    return Ground(s, n, n_x, n_y)


class Rim(NamedTuple):
    """Vector r from the wheel's centre to its point with normal −n, direction b across axis and n, R/‖…‖.

    It changes with n, relative to the wheel, by δr = −(R/‖…‖) b (b·δn) − ρ δn.                            (1)
    """

    r: Any
    b: Any
    f: Any


@compiled
def rim_point(n, axis, p):
    """R e − ρ n, see the module."""
    if p.radius == 0.0:
        return Rim(-p.tube * n, ZERO, 0.0)
    up = n - dot(n, axis) * axis
    length = norm(up)
    if not length > LYING:
        nothing = Vec3(math.nan, math.nan, math.nan)
        return Rim(nothing, nothing, math.nan)
    f = p.radius / length
    return Rim(-f * up - p.tube * n, cross(axis, up) / length, f)


@compiled
def rim_change(rim, p, dn):
    """Equation (1) of the rim."""
    return -rim.f * dot(rim.b, dn) * rim.b - p.tube * dn


@compiled
def along_surface(s, v):
    """Components S₁·v and S₂·v."""
    return v[0] + s.x * v[2], v[1] + s.y * v[2]


@compiled
def foot_matrix(ground, rim, apart, p):
    """Matrix h of (x, y) on the vector (c − S(x, y))·S_i: its negative derivative.

    h_ij = S_i·S_j − (c − S)·S_ij − S_i·∂c/∂n n_j with S_i·n_j = −n·S_ij; (h₁₁, h₁₂, h₂₁, h₂₂).
    """
    s = ground.s
    bend = apart[2] + p.tube * ground.n[2]  # both multiply s_ij
    b_1, b_2 = along_surface(s, rim.b)
    f_x, f_y = rim.f * dot(rim.b, ground.n_x), rim.f * dot(rim.b, ground.n_y)
    return (
        1.0 + s.x * s.x - bend * s.xx + b_1 * f_x,
        s.x * s.y - bend * s.xy + b_1 * f_y,
        s.x * s.y - bend * s.xy + b_2 * f_x,
        1.0 + s.y * s.y - bend * s.yy + b_2 * f_y,
    )


@compiled
def solve_foot(h, u, v):
    """Solve h (x, y) = (u, v); not a number where the surface is more sharply curved than the wheel."""
    h_11, h_12, h_21, h_22 = h
    d = h_11 * h_22 - h_12 * h_21
    if not (d > 0.0 and h_11 + h_22 > 0.0):
        return math.nan, math.nan
    return (h_22 * u - h_12 * v) / d, (h_11 * v - h_21 * u) / d


@compiled
def find_foot(wheel, p, x, y, scratch):
    """Point (x, y) of the surface that is nearest along the normal, by Newton iterations from (x, y)."""
    if int(p.surface) == SurfaceKind.FLAT:
        c = wheel.p_SC + rim_point(Vec3(0.0, 0.0, 1.0), wheel.axis, p).r
        return c[0], c[1]
    size = p.radius + p.tube
    before = math.inf
    for _ in range(MOST_ITERATIONS):
        ground = ground_of(heights(p, x, y, scratch))
        rim = rim_point(ground.n, wheel.axis, p)
        apart = wheel.p_SC + rim.r - Vec3(x, y, ground.s.s)
        u, v = along_surface(ground.s, apart)
        dx, dy = solve_foot(foot_matrix(ground, rim, apart, p), u, v)
        x += dx
        y += dy
        change = abs(dx) + abs(dy)
        if not change > TOLERANCE * size or (change < NEAR * size and change > 0.1 * before):
            return x, y
        before = change
    return math.nan, math.nan


@compiled
def surface_tangents(ground):
    """Unit tangents t₁ = S₁/‖S₁‖ and t₂ = n×t₁."""
    f = 1.0 / math.sqrt(1.0 + ground.s.x * ground.s.x)
    t_1 = Vec3(f, 0.0, f * ground.s.x)
    return t_1, cross(ground.n, t_1)


# ------------------------------------------------------------------ wrenches of a contact


class Place(NamedTuple):
    """Quaternion of the wheel, and the contact seen from the wheel's node and in S; axes of S."""

    q_SB: Any
    arm: Any
    c: Any


class Wrench(NamedTuple):
    """Force and moment at the contact on the wheel, axes of S."""

    force: Any
    moment: Any


class Increment(NamedTuple):
    """Displacement of the wheel's node, turn of the wheel and motion of the contact relative to the base."""

    shift: Any
    turn: Any
    dc: Any


@compiled
def add_wrenches(residual, p, place, wrench):
    """Subtract a wrench on the wheel from its rows, and its opposite on the base from those of that."""
    force, moment = wrench.force, wrench.moment
    add_vector(residual, 6, -unrotate(place.q_SB, force))
    add_vector(residual, 9, -unrotate(place.q_SB, cross(place.arm, force) + moment))
    f_A = rotate(p.rotation_a, force)
    add_vector(residual, 0, f_A)
    add_vector(residual, 3, rotate(p.rotation_a, cross(place.c, force) + moment) + cross(p.position_a, f_A))


@compiled
def unit_motion(i, node, q, p):
    """Displacement of the wheel's node and turn of the wheel relative to the base, in S, for increment i."""
    c = i % 6
    e = unit(c % 3)
    if i >= 6:
        e = rotate(q, e)
        return (e, ZERO) if c < 3 else (ZERO, e)
    if c < 3:
        return -unrotate(p.rotation_a, e), ZERO
    turn = unrotate(p.rotation_a, e)
    shift = unrotate(p.rotation_a, cross(e, p.position_a))
    return -(shift + cross(turn, node)), -turn


@compiled
def add_column(K, i, p, place, increment, wrench, change):
    """Column i of K: the change of :func:`add_wrenches` with an increment, in the nodes' own axes.

    Axes of the wheel turn by φ: seen there, force and moment about the node change by δf − φ×f and δm − φ×m.
    """
    turn, force, df = increment.turn, wrench.force, change.force
    m = cross(place.arm, force) + wrench.moment
    dm = cross(increment.dc - increment.shift, force) + cross(place.arm, df) + change.moment
    f_B = unrotate(place.q_SB, df - cross(turn, force))
    m_B = unrotate(place.q_SB, dm - cross(turn, m))
    f_A = rotate(p.rotation_a, df)
    m_A = rotate(p.rotation_a, cross(increment.dc, force) + cross(place.c, df) + change.moment)
    m_A = m_A + cross(p.position_a, f_A)
    for j in range(3):
        K[j, i] += f_A[j]
        K[3 + j, i] += m_A[j]
        K[6 + j, i] -= f_B[j]
        K[9 + j, i] -= m_B[j]
