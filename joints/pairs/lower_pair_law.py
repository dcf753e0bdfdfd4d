"""Law of the lower pairs: locked components of the relative motion of two frames, in axes of the second.

Frame a sits on the first node, frame b on the second, which must be a moving one: the rows and their
gradients for that node then do not change while it turns, and the factored matrix stays good.

Rows: 0–2 components of p = R_bᵀ(x_b − x_a) (row 2 less pitch × angle); 3–5 either the vector part of the
relative quaternion, 2 q, or two components of n = R_relᵀe_z that keep the z axes parallel, and x·y of a
universal joint, x of the user's first frame and y of the second. With δu, δθ the increments of the frames in
the axes of b and ψ = δθ_b − R_relᵀδθ_a: δp = δu_b + p×δθ_b − R_relᵀδu_a, δn = n×ψ.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    add_3x3,
    angular,
    conjugate,
    cross,
    dot,
    linear,
    matrix,
    outer,
    rotate,
    rows,
    skew,
    unit,
    unrotate,
    vector,
    vector_part,
)
from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import frames_apart, nearest
from mbfe.laws import Quantity, law

XYZ = ("x", "y", "z")


@compiled
def joint_frames(pose, p):
    """Relative displacement p (axes of b) and relative quaternion q, which turns axes of b to those of a."""
    apart, _, qb, q = frames_apart(pose, p)
    return unrotate(qb, apart), q


@compiled
def twist_angle(q, before):
    """Angle about z of a relative quaternion, on the branch nearest to an earlier angle."""
    return nearest(2.0 * math.atan2(q[3], q[0]), before)


@compiled
def twist_gradient(q):
    """Gradient a of the angle about z: δangle = a·ψ."""
    d = 1.0 / (q[0] * q[0] + q[3] * q[3])
    return Vec3(d * (q[3] * q[1] - q[0] * q[2]), d * (q[0] * q[1] + q[3] * q[2]), 1.0)


@compiled
def z_axis(q):
    """n = R_relᵀ e_z, the z axis of frame a seen from frame b."""
    return Vec3(
        2.0 * (q[1] * q[3] - q[0] * q[2]),
        2.0 * (q[2] * q[3] + q[0] * q[1]),
        1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]),
    )


@compiled
def crossed_axes(q, order):
    """The two pins of a universal joint in axes of b, that of frame a first."""
    w, x, y, z = q
    if order > 0.0:
        return Vec3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)), Vec3(
            0.0, 1.0, 0.0
        )
    return Vec3(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)), Vec3(
        1.0, 0.0, 0.0
    )


@compiled
def constraint_moment(q, p, lam):
    """Moment m conjugate to ψ of the rotation rows and of the screw."""
    h = vector(lam, 3)
    if p.full > 0.5:
        m = q[0] * h + cross(h, vector_part(q))
    else:
        m = cross(Vec3(-h[1], h[0], 0.0), z_axis(q))
        if h[2] != 0.0:
            pin, other = crossed_axes(q, p.order)
            m = m + h[2] * cross(other, pin)
    if p.pitch != 0.0:
        m = m - p.pitch * lam[2] * twist_gradient(q)
    return m


@law(
    name="lower_pair",
    nodes=2,
    rows=6,
    history={"angle": "rad"},
    parameters={
        "position_a": ("m", 3),
        "rotation_a": ("1", 4),
        "position_b": ("m", 3),
        "rotation_b": ("1", 4),
        "full": "1",
        "pitch": "m/rad",
        "order": "1",
    },
    outputs={
        "displacement": Quantity("m", (3,), XYZ),
        "angle": Quantity("rad"),
        "rotation": Quantity("1", (4,), ("w", *XYZ)),
        "velocity": Quantity("m/s", (3,), XYZ),
        "angular_velocity": Quantity("rad/s", (3,), XYZ),
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
    },
    without={"H": "the rows are written in the frame of the second node"},
)
def lower_pair(pose, multipliers, p, history, residual, constraint):
    """Constraint rows and their forces; every row is computed, the engine uses the active ones."""
    d, q = joint_frames(pose, p)
    constraint[0] = d[0]
    constraint[1] = d[1]
    constraint[2] = d[2]
    if p.pitch != 0.0:
        constraint[2] -= p.pitch * twist_angle(q, history.angle)
    if p.full > 0.5:
        constraint[3] = 2.0 * q[1]
        constraint[4] = 2.0 * q[2]
        constraint[5] = 2.0 * q[3]
    else:
        n = z_axis(q)
        constraint[3] = n[1]
        constraint[4] = -n[0]
        pin, other = crossed_axes(q, p.order)
        constraint[5] = dot(pin, other)
    f = vector(multipliers, 0)
    m = constraint_moment(q, p, multipliers)
    fb = rotate(p.rotation_b, f)
    mb = rotate(p.rotation_b, cross(f, d) + m) + cross(p.position_b, fb)
    fa = rotate(p.rotation_a, rotate(q, f))
    ma = rotate(p.rotation_a, rotate(q, m)) + cross(p.position_a, fa)
    for i in range(3):
        residual[i] -= fa[i]
        residual[3 + i] -= ma[i]
        residual[6 + i] += fb[i]
        residual[9 + i] += mb[i]


@lower_pair.rate
def lower_pair_rate(pose, twist, p, rate):
    """ṗ = v_b + p×ω_b − R_relᵀv_a, ṅ = n×ψ, ψ = ω_b − R_relᵀω_a; 2 q̇ = wψ + q×ψ."""
    d, q = joint_frames(pose, p)
    wa = angular(twist[0])
    wb = angular(twist[1])
    va = unrotate(p.rotation_a, linear(twist[0]) + cross(wa, p.position_a))
    vb = unrotate(p.rotation_b, linear(twist[1]) + cross(wb, p.position_b))
    spin = unrotate(p.rotation_b, wb)
    turn = spin - unrotate(q, unrotate(p.rotation_a, wa))
    moved = vb + cross(d, spin) - unrotate(q, va)
    rate[0] = moved[0]
    rate[1] = moved[1]
    rate[2] = moved[2]
    if p.pitch != 0.0:
        rate[2] -= p.pitch * dot(twist_gradient(q), turn)
    if p.full > 0.5:
        m = q[0] * turn + cross(vector_part(q), turn)
        rate[3] = m[0]
        rate[4] = m[1]
        rate[5] = m[2]
    else:
        m = cross(z_axis(q), turn)
        rate[3] = m[1]
        rate[4] = -m[0]
        pin, other = crossed_axes(q, p.order)
        rate[5] = dot(cross(other, pin), turn)


@compiled
def add_row(B, i, p, q, f, moment_b, m):
    """Gradient row for a unit multiplier: force f and moments, as in the residual."""
    fb = rotate(p.rotation_b, f)
    mb = rotate(p.rotation_b, moment_b) + cross(p.position_b, fb)
    fa = rotate(p.rotation_a, rotate(q, f))
    ma = rotate(p.rotation_a, rotate(q, m)) + cross(p.position_a, fa)
    for c in range(3):
        B[i, c] -= fa[c]
        B[i, 3 + c] -= ma[c]
        B[i, 6 + c] += fb[c]
        B[i, 9 + c] += mb[c]


@compiled
def moment_stiffness(q, p, lam):
    """Matrix N with δm = N ψ."""
    h = vector(lam, 3)
    v = vector_part(q)
    if p.full > 0.5:
        N = 0.5 * (q[0] * skew(h) + skew(h) @ skew(v) - outer(h, v))
    else:
        N = skew(Vec3(-h[1], h[0], 0.0)) @ skew(z_axis(q))
        if h[2] != 0.0:
            pin, other = crossed_axes(q, p.order)
            N = N + h[2] * (skew(other) @ skew(pin))
    if p.pitch != 0.0:
        w, x, y, z = q
        dw = -0.5 * v
        dx = 0.5 * Vec3(w, -z, y)
        dy = 0.5 * Vec3(z, w, -x)
        dz = 0.5 * Vec3(-y, x, w)
        d = 1.0 / (w * w + z * z)
        a = twist_gradient(q)
        fall = 2.0 * (w * dw + z * dz)
        first = x * dz + z * dx + (-y * dw - w * dy)
        second = x * dw + w * dx + (y * dz + z * dy)
        f = -p.pitch * lam[2] * d
        first = f * (first - a[0] * fall)
        second = f * (second - a[1] * fall)
        N = N + rows(first, second, ZERO)
    return N


@compiled
def carried(ri, block, rjt):
    """R_i X R_jᵀ, a block of a joint frame in the axes of the nodes."""
    return ri @ block @ rjt


@compiled
def add_moment_rows(K, i, j, ri, rjt, sj, by_shift, by_turn):
    """Add [0, 0; by_shift, by_turn] between two joint frames, carried to their nodes.

    θ_j also shifts the frame.
    """
    c = carried(ri, by_shift, rjt)
    add_3x3(K, i + 3, j, c)
    add_3x3(K, i + 3, j + 3, carried(ri, by_turn, rjt))
    add_3x3(K, i + 3, j + 3, -(c @ skew(sj)))


@compiled
def add_turn_columns(K, i, j, ri, si, rjt, force, moment):
    """Add [0, force; 0, moment] between two joint frames, carried to their nodes.

    The force has an arm s_i.
    """
    b = carried(ri, force, rjt)
    add_3x3(K, i, j + 3, b)
    add_3x3(K, i + 3, j + 3, carried(ri, moment, rjt))
    add_3x3(K, i + 3, j + 3, skew(si) @ b)


@lower_pair.tangent
def lower_pair_tangent(pose, multipliers, p, K, B):
    """Gradients B and d(Bᵀμ)/dη."""
    d, q = joint_frames(pose, p)
    zero = ZERO
    for i in range(3):
        f = unit(i)
        m = zero
        if i == 2 and p.pitch != 0.0:
            m = -p.pitch * twist_gradient(q)
        add_row(B, i, p, q, f, cross(f, d) + m, m)
        if p.full > 0.5:
            m = q[0] * f + cross(f, vector_part(q))
        elif i == 0:
            m = cross(Vec3(0.0, 1.0, 0.0), z_axis(q))
        elif i == 1:
            m = cross(Vec3(-1.0, 0.0, 0.0), z_axis(q))
        else:
            pin, other = crossed_axes(q, p.order)
            m = cross(other, pin)
        add_row(B, 3 + i, p, q, zero, m, m)
    f = vector(multipliers, 0)
    m = constraint_moment(q, p, multipliers)
    N = moment_stiffness(q, p, multipliers)
    R = matrix(q)
    Rt = R.T
    sf = skew(f)
    ra, rb = matrix(p.rotation_a), matrix(p.rotation_b)
    rat, rbt = ra.T, rb.T
    rest = R @ (skew(m) - N)
    turned = R @ sf
    own = sf @ skew(d) + N
    add_moment_rows(K, 6, 6, rb, rbt, p.position_b, sf, own)
    add_moment_rows(K, 6, 0, rb, rat, p.position_a, -(sf @ Rt), -(N @ Rt))
    add_turn_columns(K, 0, 6, ra, p.position_a, rbt, turned, rest)
    add_turn_columns(K, 0, 0, ra, p.position_a, rat, -(turned @ Rt), -(rest @ Rt))


@lower_pair.output
def lower_pair_output(pose, twist, multipliers, p, history, out):
    """Free coordinates, rates and the wrench on the user's second body, in the joint frame of the first.

    ``order`` is +1 when node b is the user's second body, −1 when the roles were exchanged because it is
    fixed.
    """
    d, q = joint_frames(pose, p)
    va = linear(twist[0])
    wa = angular(twist[0])
    vb = linear(twist[1])
    wb = angular(twist[1])
    va = unrotate(p.rotation_a, va + cross(wa, p.position_a))
    vb = unrotate(p.rotation_b, vb + cross(wb, p.position_b))
    wa = unrotate(p.rotation_a, wa)
    wb = unrotate(p.rotation_b, wb)
    f = vector(multipliers, 0)
    m = constraint_moment(q, p, multipliers)
    angle = twist_angle(q, history.angle)
    if p.order > 0.0:
        place = rotate(q, d)
        rate = rotate(q, vb) - va - cross(wa, place)
        spin = rotate(q, wb) - wa
        force = -rotate(q, f)
        moment = -rotate(q, m)
        turn = q
    else:
        place = -d
        rate = -(vb + cross(d, wb) - unrotate(q, va))
        spin = -(wb - unrotate(q, wa))
        force = f
        moment = m + cross(f, d)
        turn = conjugate(q)
    out.displacement = place
    out.angle = p.order * angle
    out.rotation = turn
    out.velocity = rate
    out.angular_velocity = spin
    out.force = force
    out.moment = moment


@lower_pair.advance
def lower_pair_advance(pose, p, history):
    """Keep the unwrapped angle."""
    _, q = joint_frames(pose, p)
    history.angle = twist_angle(q, history.angle)
