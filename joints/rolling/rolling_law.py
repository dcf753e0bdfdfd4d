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

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    add_vector,
    cross,
    dot,
    norm,
    orientation,
    position,
    rotate,
    unit,
    unrotate,
    vector,
)
from mbfe.compiled import compiled
from mbfe.joints.rolling.rolling_contact import (
    arm_change,
    find_foot,
    foot_matrix,
    heights,
    relative_twists,
    solve_foot,
    surface_normal,
    surface_tangents,
    wheel_arm,
    wheel_in_surface,
)
from mbfe.laws import Quantity, Status, law

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


@compiled
def touching(pose, p, history, scratch):
    """Node, centre, quaternion and axis of the wheel; heights, tangents, normal and touching point; all in S.

    Returns ``((node, q, axis), (s, n, nx, ny, t1, t2), (c, apart, b, f))``; ``apart`` is c less its foot on
    the surface. The foot of a wheel that was released stays where it was.
    """
    node, centre, q, axis = wheel_in_surface(pose, p)
    x, y = history.x, history.y
    if not history.released > 0.0:
        x, y = find_foot(centre, axis, p, x, y, scratch)
    s = heights(p, x, y, scratch)
    n, nx, ny = surface_normal(s)
    t1, t2 = surface_tangents(s, n)
    arm, b, f = wheel_arm(n, axis, p)
    c = centre + arm
    return (node, q, axis), (s, n, nx, ny, t1, t2), (c, c - Vec3(x, y, s[0]), b, f)


@compiled
def velocity_at(c, node, twists):
    """Velocity of the wheel's material point at c relative to that of the base."""
    v, w, v0, w0 = twists
    return v + cross(w, c - node) - (v0 + cross(w0, c))


@compiled
def contact_force(multipliers, n, t1, t2):
    """F = λ n + ψ₁ t₁ + ψ₂ t₂."""
    return multipliers[0] * n + (multipliers[1] * t1 + multipliers[2] * t2)


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
    (node, q, _), (_, n, _, _, t1, t2), (c, apart, _, _) = touching(pose, p, history, scratch)
    if not abs(c[0]) + abs(c[1]) + abs(c[2]) < math.inf:
        return Status.AT_LIMIT
    twists = relative_twists(twist, q, p)
    slip = velocity_at(c, node, twists)
    constraint[0] = -dot(n, apart)
    constraint[1] = -dot(t1, slip)
    constraint[2] = -dot(t2, slip)
    constraint[3] = -dot(n, twists[1] - twists[3])
    force = contact_force(multipliers, n, t1, t2)
    moment = multipliers[3] * n
    add_vector(residual, 6, -unrotate(q, force))
    add_vector(residual, 9, -unrotate(q, cross(c - node, force) + moment))
    on_base = rotate(p.rotation_a, force)
    add_vector(residual, 0, on_base)
    add_vector(residual, 3, rotate(p.rotation_a, cross(c, force) + moment))
    add_vector(residual, 3, cross(p.position_a, on_base))
    return Status.FINE


@rolling.rate
def rolling_rate(pose, twist, p, history, scratch, rate):
    """Ċ = −n·v_c."""
    rate[0] = 0.0
    if history.released > 0.0:
        return
    (node, q, _), (_, n, _, _, _, _), (c, _, _, _) = touching(pose, p, history, scratch)
    rate[0] = -dot(n, velocity_at(c, node, relative_twists(twist, q, p)))


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
def moved_tangents(s, n, t1, dn, dx, dy):
    """Changes of t₁ = S₁/‖S₁‖ and t₂ = n×t₁ when the foot moves by (dx, dy)."""
    f = 1.0 / math.sqrt(1.0 + s[1] * s[1])
    slope = f * f * (s[3] * dx + s[4] * dy)
    d1 = Vec3(-slope * s[1] * f, 0.0, slope * f)
    return d1, cross(dn, t1) + cross(n, d1)


@compiled
def add_column(K, i, q, p, arm, c, shift, turn, dc, force, moment, dforce, dmoment):
    """Column i of K: the change of the wrenches on both nodes in their own axes."""
    f = dforce - cross(turn, force)
    total = cross(arm, force) + moment
    m = cross(dc - shift, force) + cross(arm, dforce) + dmoment
    m = m - cross(turn, total)
    fw = unrotate(q, f)
    mw = unrotate(q, m)
    fb = rotate(p.rotation_a, dforce)
    mb = rotate(p.rotation_a, cross(dc, force) + cross(c, dforce) + dmoment)
    mb = mb + cross(p.position_a, fb)
    for j in range(3):
        K[6 + j, i] -= fw[j]
        K[9 + j, i] -= mw[j]
        K[j, i] += fb[j]
        K[3 + j, i] += mb[j]


@rolling.tangent
def rolling_tangent(pose, twist, multipliers, p, history, scratch, K, B, N):
    """K, B and N, one increment of a node after another.

    A turn φ and a displacement δ of the wheel's material point at c, both relative to the base, move the foot
    by h (δx, δy) = S_i·(δ − ∂c/∂n φ×n); then δn = n_x δx + n_y δy and δc = δ + ∂c/∂n (δn − φ×n).
    """
    if history.released > 0.0:
        return
    (node, q, _), (s, n, nx, ny, t1, t2), (c, apart, b, f) = touching(pose, p, history, scratch)
    h = foot_matrix(s, n, nx, ny, apart, b, f, p)
    v, w, v0, w0 = relative_twists(twist, q, p)
    slip = velocity_at(c, node, (v, w, v0, w0))
    spin = w - w0
    force = contact_force(multipliers, n, t1, t2)
    moment = multipliers[3] * n
    arm = c - node
    for i in range(12):
        shift, turn = unit_motion(i, node, q, p)
        delta = shift + cross(turn, arm)
        rolled = delta - arm_change(b, f, p, cross(turn, n))
        dx, dy = solve_foot(h, rolled[0] + s[1] * rolled[2], rolled[1] + s[2] * rolled[2])
        dn = dx * nx + dy * ny
        dc = delta + arm_change(b, f, p, dn - cross(turn, n))
        d1, d2 = moved_tangents(s, n, t1, dn, dx, dy)
        dv = cross(w, dc - shift) - cross(w0, dc)
        dv = dv + (cross(turn, v) + cross(cross(turn, w), arm))
        B[0, i] -= dot(n, delta)
        B[1, i] -= dot(d1, slip) + dot(t1, dv)
        B[2, i] -= dot(d2, slip) + dot(t2, dv)
        B[3, i] -= dot(dn, spin) + dot(n, cross(turn, w))
        N[1, i] -= dot(t1, delta)
        N[2, i] -= dot(t2, delta)
        N[3, i] -= dot(n, turn)
        dforce = contact_force(multipliers, dn, d1, d2)
        dmoment = multipliers[3] * dn
        add_column(K, i, q, p, arm, c, shift, turn, dc, force, moment, dforce, dmoment)


@rolling.output
def rolling_output(pose, twist, multipliers, p, history, scratch, out):
    """Contact point, forces on the wheel in world axes, lean, spin and slip; no forces once released."""
    (node, q, axis), (_, n, _, _, t1, t2), (c, apart, _, _) = touching(pose, p, history, scratch)
    touches = 0.0 if history.released > 0.0 else 1.0
    turned = orientation(pose[0]) * p.rotation_a
    origin = position(pose[0]) + rotate(orientation(pose[0]), p.position_a)
    path = c - apart
    place = origin + rotate(turned, path)
    twists = relative_twists(twist, q, p)
    slip = velocity_at(c, node, twists)
    force = touches * contact_force(multipliers, n, t1, t2)
    normal = touches * multipliers[0]
    friction = force - normal * n
    out.contact_point = place
    out.path = path
    out.contact_force = rotate(turned, force)
    out.friction_force = rotate(turned, friction)
    out.normal_force = normal
    out.spinning_moment = touches * multipliers[3]
    size = norm(friction)
    out.needed_friction = size / abs(normal) if abs(normal) > 0.0 else (0.0 if size == 0.0 else math.inf)
    out.lean = math.asin(max(-1.0, min(1.0, dot(axis, n))))
    out.spin = dot(twists[1] - twists[3], axis)
    out.slip = touches * norm(slip - dot(slip, n) * n)
    out.gap = dot(n, apart)
    out.in_contact = touches


@rolling.advance
def rolling_advance(pose, multipliers, p, history, scratch):
    """Keep the foot; 1 when the normal force pulls, 2 when the wheel is then released."""
    if history.released > 0.0:
        return 0
    _, centre, _, axis = wheel_in_surface(pose, p)
    x, y = find_foot(centre, axis, p, history.x, history.y, scratch)
    history.x = x
    history.y = y
    size = norm(vector(multipliers, 0))
    history.largest = max(history.largest, size)
    if int(p.on_lift) == OnLift.HOLD or not multipliers[0] < -PULL * history.largest:
        return 0
    if int(p.on_lift) == OnLift.FAIL:
        return 1
    history.released = 1.0
    return 2
