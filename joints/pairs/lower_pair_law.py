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
    add,
    add_3x3,
    conjugate,
    cross,
    dot,
    matrix,
    outer,
    product,
    rotate,
    scale,
    skew,
    subtract,
    transpose,
    unrotate,
    vector,
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
    return (d * (q[3] * q[1] - q[0] * q[2]), d * (q[0] * q[1] + q[3] * q[2]), 1.0)


@compiled
def z_axis(q):
    """n = R_relᵀ e_z, the z axis of frame a seen from frame b."""
    return (
        2.0 * (q[1] * q[3] - q[0] * q[2]),
        2.0 * (q[2] * q[3] + q[0] * q[1]),
        1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]),
    )


@compiled
def crossed_axes(q, order):
    """The two pins of a universal joint in axes of b, that of frame a first."""
    w, x, y, z = q
    if order > 0.0:
        return (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)), (0.0, 1.0, 0.0)
    return (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)), (1.0, 0.0, 0.0)


@compiled
def constraint_moment(q, p, lam):
    """Moment m conjugate to ψ of the rotation rows and of the screw."""
    h = (lam[3], lam[4], lam[5])
    if p.full > 0.5:
        m = add(scale(q[0], h), cross(h, (q[1], q[2], q[3])))
    else:
        m = cross((-h[1], h[0], 0.0), z_axis(q))
        if h[2] != 0.0:
            pin, other = crossed_axes(q, p.order)
            m = add(m, scale(h[2], cross(other, pin)))
    if p.pitch != 0.0:
        m = add(m, scale(-p.pitch * lam[2], twist_gradient(q)))
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
    f = (multipliers[0], multipliers[1], multipliers[2])
    m = constraint_moment(q, p, multipliers)
    fb = rotate(p.rotation_b, f)
    mb = add(rotate(p.rotation_b, add(cross(f, d), m)), cross(p.position_b, fb))
    fa = rotate(p.rotation_a, rotate(q, f))
    ma = add(rotate(p.rotation_a, rotate(q, m)), cross(p.position_a, fa))
    for i in range(3):
        residual[i] -= fa[i]
        residual[3 + i] -= ma[i]
        residual[6 + i] += fb[i]
        residual[9 + i] += mb[i]


@lower_pair.rate
def lower_pair_rate(pose, twist, p, rate):
    """ṗ = v_b + p×ω_b − R_relᵀv_a, ṅ = n×ψ, ψ = ω_b − R_relᵀω_a; 2 q̇ = wψ + q×ψ."""
    d, q = joint_frames(pose, p)
    wa = vector(twist[0], 3)
    wb = vector(twist[1], 3)
    va = unrotate(p.rotation_a, add(vector(twist[0], 0), cross(wa, p.position_a)))
    vb = unrotate(p.rotation_b, add(vector(twist[1], 0), cross(wb, p.position_b)))
    spin = unrotate(p.rotation_b, wb)
    turn = subtract(spin, unrotate(q, unrotate(p.rotation_a, wa)))
    moved = subtract(add(vb, cross(d, spin)), unrotate(q, va))
    rate[0] = moved[0]
    rate[1] = moved[1]
    rate[2] = moved[2]
    if p.pitch != 0.0:
        rate[2] -= p.pitch * dot(twist_gradient(q), turn)
    if p.full > 0.5:
        m = add(scale(q[0], turn), cross((q[1], q[2], q[3]), turn))
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
def minus(a, b):
    """A − B."""
    return (
        a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4],
        a[5] - b[5], a[6] - b[6], a[7] - b[7], a[8] - b[8],
    )  # fmt: skip


@compiled
def add_row(B, i, p, q, f, moment_b, m):
    """Gradient row for a unit multiplier: force f and moments, as in the residual."""
    fb = rotate(p.rotation_b, f)
    mb = add(rotate(p.rotation_b, moment_b), cross(p.position_b, fb))
    fa = rotate(p.rotation_a, rotate(q, f))
    ma = add(rotate(p.rotation_a, rotate(q, m)), cross(p.position_a, fa))
    for c in range(3):
        B[i, c] -= fa[c]
        B[i, 3 + c] -= ma[c]
        B[i, 6 + c] += fb[c]
        B[i, 9 + c] += mb[c]


@compiled
def moment_stiffness(q, p, lam):
    """Matrix N with δm = N ψ."""
    h = (lam[3], lam[4], lam[5])
    v = (q[1], q[2], q[3])
    if p.full > 0.5:
        turned = product(skew(h), skew(v))
        sh = skew(h)
        vh = outer(h, v)
        N = (
            0.5 * (q[0] * sh[0] + turned[0] - vh[0]), 0.5 * (q[0] * sh[1] + turned[1] - vh[1]),
            0.5 * (q[0] * sh[2] + turned[2] - vh[2]), 0.5 * (q[0] * sh[3] + turned[3] - vh[3]),
            0.5 * (q[0] * sh[4] + turned[4] - vh[4]), 0.5 * (q[0] * sh[5] + turned[5] - vh[5]),
            0.5 * (q[0] * sh[6] + turned[6] - vh[6]), 0.5 * (q[0] * sh[7] + turned[7] - vh[7]),
            0.5 * (q[0] * sh[8] + turned[8] - vh[8]),
        )  # fmt: skip
    else:
        N = product(skew((-h[1], h[0], 0.0)), skew(z_axis(q)))
        if h[2] != 0.0:
            pin, other = crossed_axes(q, p.order)
            N = minus(N, product(skew(scale(-h[2], other)), skew(pin)))
    if p.pitch != 0.0:
        w, x, y, z = q
        dw = scale(-0.5, v)
        dx = scale(0.5, (w, -z, y))
        dy = scale(0.5, (z, w, -x))
        dz = scale(0.5, (-y, x, w))
        d = 1.0 / (w * w + z * z)
        a = twist_gradient(q)
        fall = scale(2.0, add(scale(w, dw), scale(z, dz)))
        first = add(add(scale(x, dz), scale(z, dx)), add(scale(-y, dw), scale(-w, dy)))
        second = add(add(scale(x, dw), scale(w, dx)), add(scale(y, dz), scale(z, dy)))
        f = -p.pitch * lam[2] * d
        first = scale(f, add(first, scale(-a[0], fall)))
        second = scale(f, add(second, scale(-a[1], fall)))
        N = (
            N[0] + first[0], N[1] + first[1], N[2] + first[2],
            N[3] + second[0], N[4] + second[1], N[5] + second[2],
            N[6], N[7], N[8],
        )  # fmt: skip
    return N


@compiled
def carried(ri, block, rjt):
    """R_i X R_jᵀ, a block of a joint frame in the axes of the nodes."""
    return product(product(ri, block), rjt)


@compiled
def add_moment_rows(K, i, j, ri, rjt, sj, by_shift, by_turn):
    """Add [0, 0; by_shift, by_turn] between two joint frames, carried to their nodes.

    θ_j also shifts the frame.
    """
    c = carried(ri, by_shift, rjt)
    add_3x3(K, i + 3, j, 1.0, c)
    add_3x3(K, i + 3, j + 3, 1.0, carried(ri, by_turn, rjt))
    add_3x3(K, i + 3, j + 3, -1.0, product(c, skew(sj)))


@compiled
def add_turn_columns(K, i, j, ri, si, rjt, force, moment):
    """Add [0, force; 0, moment] between two joint frames, carried to their nodes.

    The force has an arm s_i.
    """
    b = carried(ri, force, rjt)
    add_3x3(K, i, j + 3, 1.0, b)
    add_3x3(K, i + 3, j + 3, 1.0, carried(ri, moment, rjt))
    add_3x3(K, i + 3, j + 3, 1.0, product(skew(si), b))


@lower_pair.tangent
def lower_pair_tangent(pose, multipliers, p, K, B):
    """Gradients B and d(Bᵀμ)/dη."""
    d, q = joint_frames(pose, p)
    zero = (0.0, 0.0, 0.0)
    for i in range(3):
        f = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
        m = zero
        if i == 2 and p.pitch != 0.0:
            m = scale(-p.pitch, twist_gradient(q))
        add_row(B, i, p, q, f, add(cross(f, d), m), m)
        if p.full > 0.5:
            m = add(scale(q[0], f), cross(f, (q[1], q[2], q[3])))
        elif i == 0:
            m = cross((0.0, 1.0, 0.0), z_axis(q))
        elif i == 1:
            m = cross((-1.0, 0.0, 0.0), z_axis(q))
        else:
            pin, other = crossed_axes(q, p.order)
            m = cross(other, pin)
        add_row(B, 3 + i, p, q, zero, m, m)
    f = (multipliers[0], multipliers[1], multipliers[2])
    m = constraint_moment(q, p, multipliers)
    N = moment_stiffness(q, p, multipliers)
    R = matrix(q)
    Rt = transpose(R)
    sf = skew(f)
    ra, rb = matrix(p.rotation_a), matrix(p.rotation_b)
    rat, rbt = transpose(ra), transpose(rb)
    rest = product(R, minus(skew(m), N))
    turned = product(R, sf)
    none = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    own = minus(product(sf, skew(d)), minus(none, N))
    add_moment_rows(K, 6, 6, rb, rbt, p.position_b, sf, own)
    add_moment_rows(K, 6, 0, rb, rat, p.position_a, minus(none, product(sf, Rt)), minus(none, product(N, Rt)))
    add_turn_columns(K, 0, 6, ra, p.position_a, rbt, turned, rest)
    add_turn_columns(
        K, 0, 0, ra, p.position_a, rat, minus(none, product(turned, Rt)), minus(none, product(rest, Rt))
    )


@lower_pair.output
def lower_pair_output(pose, twist, multipliers, p, history, out):
    """Free coordinates, rates and the wrench on the user's second body, in the joint frame of the first.

    ``order`` is +1 when node b is the user's second body, −1 when the roles were exchanged because it is
    fixed.
    """
    d, q = joint_frames(pose, p)
    va = vector(twist[0], 0)
    wa = vector(twist[0], 3)
    vb = vector(twist[1], 0)
    wb = vector(twist[1], 3)
    va = unrotate(p.rotation_a, add(va, cross(wa, p.position_a)))
    vb = unrotate(p.rotation_b, add(vb, cross(wb, p.position_b)))
    wa = unrotate(p.rotation_a, wa)
    wb = unrotate(p.rotation_b, wb)
    f = (multipliers[0], multipliers[1], multipliers[2])
    m = constraint_moment(q, p, multipliers)
    angle = twist_angle(q, history.angle)
    if p.order > 0.0:
        place = rotate(q, d)
        rate = subtract(subtract(rotate(q, vb), va), cross(wa, place))
        spin = subtract(rotate(q, wb), wa)
        force = scale(-1.0, rotate(q, f))
        moment = scale(-1.0, rotate(q, m))
        turn = q
    else:
        place = scale(-1.0, d)
        rate = scale(-1.0, subtract(add(vb, cross(d, wb)), unrotate(q, va)))
        spin = scale(-1.0, subtract(wb, unrotate(q, wa)))
        force = f
        moment = add(m, cross(f, d))
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
