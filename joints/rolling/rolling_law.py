"""Law of the rolling joint: a wheel on a surface, its gap closed and its touching points at equal velocity.

Nodes: the base with the surface, the wheel. With the touching point c, normal n, tangents t₁, t₂ (all in the
frame S of the surface, :mod:`mbfe.joints.rolling.rolling_contact`) and v_c, ω the velocity of the wheel's
material point at c and its angular velocity relative to the base, the rows are

    C = −gap,   k₁ = −t₁·v_c,   k₂ = −t₂·v_c,   k₃ = −n·ω (when spinning is not free),

so the multipliers λ, ψ₁, ψ₂ are the force F = λ n + ψ₁ t₁ + ψ₂ t₂ of the surface on the wheel and ψ₃ n the
moment. As c moves over wheel and surface along the tangent plane only, Ċ = −n·v_c exactly.

Rows depend on the relative motion alone. t₁ and t₂ are those of the surface and not of the wheel's heading:
they exist for a sphere, and wherever a wheel turns.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Any, NamedTuple

from mbfe.algebra.vectors import Vec3, cross, dot, norm, rotate, vector
from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import frame_in_world
from mbfe.joints.rolling.rolling_contact import (
    Increment,
    Place,
    Wrench,
    add_column,
    add_wrenches,
    along_surface,
    find_foot,
    foot_matrix,
    ground_of,
    heights,
    relative_twists,
    rim_change,
    rim_point,
    solve_foot,
    surface_tangents,
    unit_motion,
    wheel_in_surface,
)
from mbfe.laws import Quantity, Status, law

__all__ = ["OnLift", "rolling"]

XYZ = ("x", "y", "z")


class OnLift(IntEnum):
    """What happens when the normal force changes its sign."""

    HOLD = 0
    FAIL = 1
    RELEASE = 2


HISTORY = {"x": "m", "y": "m", "released": "1", "largest": "N"}
"""What is kept: (x, y) of the contact, whether it was released, the largest force so far."""

PULL = 1e-9
"""A normal force that pulls by less than this part of the largest force is round-off."""


class Touch(NamedTuple):
    """Wheel, ground and rim at the touching point c; tangents; arm from the wheel's node; c less foot."""

    wheel: Any
    ground: Any
    rim: Any
    t_1: Any
    t_2: Any
    c: Any
    arm: Any
    apart: Any


@compiled
def touching(pose, p, history, scratch):
    """Where the wheel touches, all in S. The foot of a wheel that was released stays where it was."""
    wheel = wheel_in_surface(pose, p)
    x, y = history.x, history.y
    if not history.released > 0.0:
        x, y = find_foot(wheel, p, x, y, scratch)
    ground = ground_of(heights(p, x, y, scratch))
    t_1, t_2 = surface_tangents(ground)
    rim = rim_point(ground.n, wheel.axis, p)
    c = wheel.p_SC + rim.r
    return Touch(wheel, ground, rim, t_1, t_2, c, c - wheel.p_SB, c - Vec3(x, y, ground.s.s))


@compiled
def velocity_at(touch, twists):
    """Velocity v_c of the wheel's material point at c relative to that of the base."""
    return twists.v_B + cross(twists.w_B, touch.arm) - (twists.v_S + cross(twists.w_S, touch.c))


@compiled
def contact_force(multipliers, n, t_1, t_2):
    """F = λ n + ψ₁ t₁ + ψ₂ t₂."""
    return multipliers[0] * n + (multipliers[1] * t_1 + multipliers[2] * t_2)


@law(
    name="rolling",
    nodes=2,
    rows=1,
    nonholonomic=3,
    history=HISTORY,
    scratch={"place": 2, "heights": 6},
    guards=True,
    parameters={
        "position_a": ("m", 3),
        "rotation_a": ("1", 4),
        "center_b": ("m", 3),
        "axis_b": ("1", 3),
        "radius": "m",
        "tube": "m",
        "surface": "1",
        "surface_at": "1",
        "on_lift": "1",
    },
    outputs={
        "contact_point": Quantity("m", (3,), XYZ),
        "path": Quantity("m", (3,), XYZ),
        "contact_force": Quantity("N", (3,), XYZ),
        "friction_force": Quantity("N", (3,), XYZ),
        "normal_force": Quantity("N"),
        "spinning_moment": Quantity("N m"),
        "needed_friction": Quantity("1"),
        "lean": Quantity("rad"),
        "spin": Quantity("rad/s"),
        "slip": Quantity("m/s"),
        "gap": Quantity("m"),
        "in_contact": Quantity("1"),
    },
    without={"H": "one node carries the surface, the other the wheel"},
    returns_status=True,
)
def rolling(pose, twist, multipliers, p, history, scratch, residual, constraint):
    """Rows and the contact force: −(F, (c − x)×F + ψ₃n) on the wheel, the opposite on the base."""
    for i in range(4):
        constraint[i] = 0.0
    if history.released > 0.0:
        return Status.FINE
    touch = touching(pose, p, history, scratch)
    n, c, q_SB = touch.ground.n, touch.c, touch.wheel.q_SB
    if not abs(c[0]) + abs(c[1]) + abs(c[2]) < math.inf:
        return Status.AT_LIMIT
    twists = relative_twists(twist, q_SB, p)
    v_c = velocity_at(touch, twists)
    constraint[0] = -dot(n, touch.apart)
    constraint[1] = -dot(touch.t_1, v_c)
    constraint[2] = -dot(touch.t_2, v_c)
    constraint[3] = -dot(n, twists.w_B - twists.w_S)
    F = contact_force(multipliers, n, touch.t_1, touch.t_2)
    add_wrenches(residual, p, Place(q_SB, touch.arm, c), Wrench(F, multipliers[3] * n))
    return Status.FINE


@rolling.rate
def rolling_rate(pose, twist, p, history, scratch, rate):
    """Ċ = −n·v_c."""
    rate[0] = 0.0
    if history.released > 0.0:
        return
    touch = touching(pose, p, history, scratch)
    rate[0] = -dot(touch.ground.n, velocity_at(touch, relative_twists(twist, touch.wheel.q_SB, p)))


@compiled
def moved_tangents(touch, dn, dx, dy):
    """Changes of t₁ = S₁/‖S₁‖ and t₂ = n×t₁ when the foot moves by (dx, dy)."""
    s = touch.ground.s
    f = 1.0 / math.sqrt(1.0 + s.x * s.x)
    slope = f * f * (s.xx * dx + s.xy * dy)
    dt_1 = slope * f * Vec3(-s.x, 0.0, 1.0)
    return dt_1, cross(dn, touch.t_1) + cross(touch.ground.n, dt_1)


@rolling.tangent
def rolling_tangent(pose, twist, multipliers, p, history, scratch, K, B, N):
    """K, B and N, one increment of a node after another.

    A turn φ and a displacement δ of the wheel's material point at c, both relative to the base, move the foot
    by h (δx, δy) = S_i·(δ − ∂c/∂n φ×n); then δn = n_x δx + n_y δy and δc = δ + ∂c/∂n (δn − φ×n).
    """
    if history.released > 0.0:
        return
    touch = touching(pose, p, history, scratch)
    wheel, ground, rim = touch.wheel, touch.ground, touch.rim
    c, arm, n, t_1, t_2 = touch.c, touch.arm, ground.n, touch.t_1, touch.t_2
    h = foot_matrix(ground, rim, touch.apart, p)
    twists = relative_twists(twist, wheel.q_SB, p)
    v_c = velocity_at(touch, twists)
    spin = twists.w_B - twists.w_S
    place = Place(wheel.q_SB, arm, c)
    wrench = Wrench(contact_force(multipliers, n, t_1, t_2), multipliers[3] * n)
    for i in range(12):
        shift, turn = unit_motion(i, wheel.p_SB, wheel.q_SB, p)
        delta = shift + cross(turn, arm)
        u, v = along_surface(ground.s, delta - rim_change(rim, p, cross(turn, n)))
        dx, dy = solve_foot(h, u, v)
        dn = dx * ground.n_x + dy * ground.n_y
        dc = delta + rim_change(rim, p, dn - cross(turn, n))
        dt_1, dt_2 = moved_tangents(touch, dn, dx, dy)
        dv = cross(twists.w_B, dc - shift) - cross(twists.w_S, dc)
        dv = dv + (cross(turn, twists.v_B) + cross(cross(turn, twists.w_B), arm))
        B[0, i] -= dot(n, delta)
        B[1, i] -= dot(dt_1, v_c) + dot(t_1, dv)
        B[2, i] -= dot(dt_2, v_c) + dot(t_2, dv)
        B[3, i] -= dot(dn, spin) + dot(n, cross(turn, twists.w_B))
        N[1, i] -= dot(t_1, delta)
        N[2, i] -= dot(t_2, delta)
        N[3, i] -= dot(n, turn)
        change = Wrench(contact_force(multipliers, dn, dt_1, dt_2), multipliers[3] * dn)
        add_column(K, i, p, place, Increment(shift, turn, dc), wrench, change)


@rolling.output
def rolling_output(pose, twist, multipliers, p, history, scratch, out):
    """Contact point, forces on the wheel in world axes, lean, spin and slip; no forces once released."""
    touch = touching(pose, p, history, scratch)
    n, axis = touch.ground.n, touch.wheel.axis
    touches = 0.0 if history.released > 0.0 else 1.0
    p_WS, q_WS = frame_in_world(pose[0], p.position_a, p.rotation_a)
    foot = touch.c - touch.apart
    twists = relative_twists(twist, touch.wheel.q_SB, p)
    v_c = velocity_at(touch, twists)
    force = touches * contact_force(multipliers, n, touch.t_1, touch.t_2)
    normal = touches * multipliers[0]
    friction = force - normal * n
    size = norm(friction)
    out.contact_point = p_WS + rotate(q_WS, foot)
    out.path = foot
    out.contact_force = rotate(q_WS, force)
    out.friction_force = rotate(q_WS, friction)
    out.normal_force = normal
    out.spinning_moment = touches * multipliers[3]
    out.needed_friction = size / abs(normal) if abs(normal) > 0.0 else (0.0 if size == 0.0 else math.inf)
    out.lean = math.asin(max(-1.0, min(1.0, dot(axis, n))))
    out.spin = dot(twists.w_B - twists.w_S, axis)
    out.slip = touches * norm(v_c - dot(v_c, n) * n)
    out.gap = dot(n, touch.apart)
    out.in_contact = touches


@rolling.advance
def rolling_advance(pose, multipliers, p, history, scratch):
    """Keep the foot; 1 when the normal force pulls, 2 when the wheel is then released."""
    if history.released > 0.0:
        return 0
    history.x, history.y = find_foot(wheel_in_surface(pose, p), p, history.x, history.y, scratch)
    history.largest = max(history.largest, norm(vector(multipliers, 0)))
    if int(p.on_lift) == OnLift.HOLD or not multipliers[0] < -PULL * history.largest:
        return 0
    if int(p.on_lift) == OnLift.FAIL:
        return 1
    history.released = 1.0
    return 2
