"""Law of the lower pairs: locked components of the relative motion of two frames, in axes of the second.

Frame a sits on the first node, frame b on the second, which must be a moving one: the rows and their
gradients for that node then do not change while it turns, and the factored matrix stays good.

Rows: 0–2 components of d = R_bᵀ(x_b − x_a) (row 2 less pitch × angle); 3–5 either the vector part of the
relative quaternion, 2 q, or two components of n = Rᵀe_z that keep the z axes parallel, and x·y of a universal
joint, x of the user's first frame and y of the second; R = R_ab = R_aᵀR_b. With δu, δθ the increments of the
frames in their own axes and ψ = δθ_b − Rᵀδθ_a,

    δd = δu_b + d×δθ_b − Rᵀδu_a,   δangle = a·ψ,   δC = D ψ of the rotation rows.                         (1)

Force f and moment m, conjugate to δd and ψ, are f and f×d + m on frame b, −R f and −R m on frame a.       (2)
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import (
    EYE,
    Vec3,
    add_3x3,
    add_vector,
    conjugate,
    cross,
    dot,
    matrix,
    outer,
    rotate,
    rows,
    skew,
    unrotate,
    vector,
    vector_part,
)
from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import frame_in_world, frame_twist, nearest, turn_between
from mbfe.joints.pairs.coordinate_law import twist_gradient as gradient_in_a
from mbfe.joints.pairs.coordinate_law import twist_gradient_change as gradient_change_in_a
from mbfe.laws import Quantity, law
from mbfe.model.between import TWO_FRAMES

__all__ = ["XYZ", "joint_frames", "lower_pair", "twist_angle", "twist_gradient"]

XYZ = ("x", "y", "z")
E_X = Vec3(1.0, 0.0, 0.0)
E_Y = Vec3(0.0, 1.0, 0.0)


@compiled
def axes_of_a(q):
    """Axes x, y and z of frame a in axes of b, the rows of R_ab."""
    R_ab = matrix(q)
    return (
        Vec3(R_ab[0, 0], R_ab[0, 1], R_ab[0, 2]),
        Vec3(R_ab[1, 0], R_ab[1, 1], R_ab[1, 2]),
        Vec3(R_ab[2, 0], R_ab[2, 1], R_ab[2, 2]),
    )


@compiled
def joint_frames(pose, p):
    """Relative displacement d (axes of b) and relative quaternion q = q_ab."""
    x_a, q_Wa = frame_in_world(pose[0], p.position_a, p.rotation_a)
    x_b, q_Wb = frame_in_world(pose[1], p.position_b, p.rotation_b)
    return unrotate(q_Wb, x_b - x_a), turn_between(q_Wa, q_Wb)


@compiled
def twist_angle(q, before):
    """Angle about z of a relative quaternion, on the branch nearest to an earlier angle."""
    return nearest(2.0 * math.atan2(q[3], q[0]), before)


@compiled
def twist_gradient(q):
    """Gradient a of the angle about z, axes of b: from there the rotation is q* and the angle falls."""
    return gradient_in_a(conjugate(q))


@compiled
def rotation_rows(q, p):
    """The rotation rows: 2 q, or n_y, −n_x and x·y of the pins."""
    if p.full > 0.5:
        return 2.0 * vector_part(q)
    R_ab = matrix(q)
    return Vec3(R_ab[2, 1], -R_ab[2, 0], R_ab[0, 1] if p.order > 0.0 else R_ab[1, 0])


@compiled
def rotation_gradient(q, p):
    """Matrix D: 2 δq = wψ + q×ψ, or δn = n×ψ and δ(x·y) = (y×x)·ψ, the axis of a changing in axes of b."""
    if p.full > 0.5:
        return q[0] * EYE + skew(vector_part(q))
    x, y, n = axes_of_a(q)
    return rows(cross(E_Y, n), cross(n, E_X), cross(E_Y, x) if p.order > 0.0 else cross(E_X, y))


@compiled
def constraint_moment(q, p, multipliers):
    """Moment m = Dᵀh of the rotation rows, less that of the screw."""
    m = rotation_gradient(q, p).T @ vector(multipliers, 3)
    return m - p.pitch * multipliers[2] * twist_gradient(q) if p.pitch != 0.0 else m


@compiled
def moment_stiffness(q, p, multipliers):
    """Matrix N with δm = N ψ."""
    h, v = vector(multipliers, 3), vector_part(q)
    if p.full > 0.5:
        N = 0.5 * (q[0] * skew(h) + skew(h) @ skew(v) - outer(h, v))
    else:
        x, y, n = axes_of_a(q)
        N = skew(h[0] * E_Y - h[1] * E_X) @ skew(n)
        N = N + h[2] * (skew(E_Y) @ skew(x) if p.order > 0.0 else skew(E_X) @ skew(y))
    if p.pitch != 0.0:
        N = N + p.pitch * multipliers[2] * gradient_change_in_a(conjugate(q))
    return N


@compiled
def add_wrenches(row, d, q, p, f, m):
    """Add the wrenches (2) of a force f and a moment m, in body axes of the nodes, to ``row`` (12)."""
    f_A, f_B = rotate(p.rotation_a, rotate(q, f)), rotate(p.rotation_b, f)
    add_vector(row, 0, -f_A)
    add_vector(row, 3, -(rotate(p.rotation_a, rotate(q, m)) + cross(p.position_a, f_A)))
    add_vector(row, 6, f_B)
    add_vector(row, 9, rotate(p.rotation_b, cross(f, d) + m) + cross(p.position_b, f_B))


@law(
    name="lower_pair",
    nodes=2,
    rows=6,
    history={"angle": "rad"},
    parameters={
        **TWO_FRAMES,
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
    turned = rotation_rows(q, p)
    for i in range(3):
        constraint[i] = d[i]
        constraint[3 + i] = turned[i]
    if p.pitch != 0.0:
        constraint[2] -= p.pitch * twist_angle(q, history.angle)
    add_wrenches(residual, d, q, p, vector(multipliers, 0), constraint_moment(q, p, multipliers))


@lower_pair.rate
def lower_pair_rate(pose, twist, p, rate):
    """Equation (1) of the twists: ḋ = v_b + d×ω_b − Rᵀv_a and D ψ̇, ψ̇ = ω_b − Rᵀω_a."""
    d, q = joint_frames(pose, p)
    v_a, w_a = frame_twist(twist[0], p.position_a, p.rotation_a)
    v_b, w_b = frame_twist(twist[1], p.position_b, p.rotation_b)
    spin = w_b - unrotate(q, w_a)
    moved = v_b + cross(d, w_b) - unrotate(q, v_a)
    turned = rotation_gradient(q, p) @ spin
    for i in range(3):
        rate[i] = moved[i]
        rate[3 + i] = turned[i]
    if p.pitch != 0.0:
        rate[2] -= p.pitch * dot(twist_gradient(q), spin)


@lower_pair.tangent
def lower_pair_tangent(pose, multipliers, p, K, B):
    """Gradients B of equation (1) by the increments of the nodes, and d(Bᵀμ)/dη.

    With the frames at s_a and s_b of their nodes: δu_a = R_Aaᵀ(δu_A − s_a×δθ_A), δθ_a = R_Aaᵀδθ_A. By (1) and
    δm = N ψ the wrenches change by (0, f̃ δd + N ψ) on frame b and (R f̃ ψ, R(m̃ − N)ψ) on frame a.
    """
    d, q = joint_frames(pose, p)
    D = rotation_gradient(q, p)
    R_bA, R_bB = (matrix(p.rotation_a) @ matrix(q)).T, matrix(p.rotation_b).T
    s_a, s_b = skew(p.position_a), skew(p.position_b)
    add_3x3(B, 0, 0, -R_bA)
    add_3x3(B, 0, 3, R_bA @ s_a)
    add_3x3(B, 0, 6, R_bB)
    add_3x3(B, 0, 9, skew(d) @ R_bB - R_bB @ s_b)
    add_3x3(B, 3, 3, -(D @ R_bA))
    add_3x3(B, 3, 9, D @ R_bB)
    if p.pitch != 0.0:
        screw = p.pitch * twist_gradient(q)
        add_vector(B[2], 3, R_bA.T @ screw)
        add_vector(B[2], 9, -(R_bB.T @ screw))
    f, m = skew(vector(multipliers, 0)), skew(constraint_moment(q, p, multipliers))
    N = moment_stiffness(q, p, multipliers)
    f_A = R_bA.T @ f
    m_A = R_bA.T @ (m - N) + s_a @ f_A
    f_B, m_B = R_bB.T @ f, R_bB.T @ N
    add_3x3(K, 0, 3, -(f_A @ R_bA))
    add_3x3(K, 0, 9, f_A @ R_bB)
    add_3x3(K, 3, 3, -(m_A @ R_bA))
    add_3x3(K, 3, 9, m_A @ R_bB)
    add_3x3(K, 9, 0, -(f_B @ R_bA))
    add_3x3(K, 9, 3, f_B @ R_bA @ s_a - m_B @ R_bA)
    add_3x3(K, 9, 6, f_B @ R_bB)
    add_3x3(K, 9, 9, (m_B + f_B @ skew(d)) @ R_bB - f_B @ R_bB @ s_b)


@lower_pair.output
def lower_pair_output(pose, twist, multipliers, p, history, out):
    """Free coordinates, rates and the wrench on the user's second body, in the joint frame of the first.

    ``order`` is +1 when node b is the user's second body, −1 when the roles were exchanged because it is
    fixed.
    """
    d, q = joint_frames(pose, p)
    v_a, w_a = frame_twist(twist[0], p.position_a, p.rotation_a)
    v_b, w_b = frame_twist(twist[1], p.position_b, p.rotation_b)
    f, m = vector(multipliers, 0), constraint_moment(q, p, multipliers)
    out.angle = p.order * twist_angle(q, history.angle)
    if p.order > 0.0:
        d_a = rotate(q, d)
        out.displacement = d_a
        out.rotation = q
        out.velocity = rotate(q, v_b) - v_a - cross(w_a, d_a)
        out.angular_velocity = rotate(q, w_b) - w_a
        out.force = -rotate(q, f)
        out.moment = -rotate(q, m)
    else:
        out.displacement = -d
        out.rotation = conjugate(q)
        out.velocity = unrotate(q, v_a) - v_b - cross(d, w_b)
        out.angular_velocity = unrotate(q, w_a) - w_b
        out.force = f
        out.moment = m + cross(f, d)


@lower_pair.advance
def lower_pair_advance(pose, p, history):
    """Keep the unwrapped angle."""
    _, q = joint_frames(pose, p)
    history.angle = twist_angle(q, history.angle)
