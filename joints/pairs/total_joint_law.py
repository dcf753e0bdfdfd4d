"""Law of the total joint: six components of the relative motion, each free or prescribed over time.

Rows: C_i = q_i − f_i(t), q_0–q_2 the displacement x, y, z of the second frame in axes of the first; see
:mod:`mbfe.joints.pairs.coordinate_law`. Angles are those of R = R_x(α) R_y(β) R_z(γ).

**Which rotations are prescribed decides how the others are measured**, so that a pose is singular only where
the mechanism is. Prescribed angles at the beginning of the product make the rotation L(t), those at its end
the rotation E(t); what is left, Q = LᵀREᵀ, holds the free angles, and a prescribed one is in it as a locked
angle, near zero. Q is measured by three angles in an order in which a locked angle stands in the middle,
which alone is bounded:

======================  ==================  ====================  ==================================
free                    Q                   order                 singular
======================  ==================  ====================  ==================================
none, x, z              1, R_x, R_z         R_x R_y R_z           nowhere
y; y and z              R_y; R_y R_z        R_y R_x R_z           nowhere
x and y                 R_x R_y             R_x R_z R_y           nowhere
x and z                 R_x R_y(f) R_z      R_x R_y R_z           f = ±90°, where both axes coincide
x, y and z              R                   R_x R_y R_z           β = ±90°, of the results alone
======================  ==================  ====================  ==================================

The other two orders are R_x R_y R_z in axes that are turned by a right angle, in which the middle angle has
the other sign. With ψ = R δθ_b − δθ_a, ω the angular velocity of L in its own axes and −ε that of Eᵀ, an
angle has δq = n·ψ and ∂q/∂t = n·(−Q ε − ω), n and both vectors in the axes of L.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import ZERO, Quat, Vec3, conjugate, cross, dot, matrix, rotate, unrotate, vector
from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.pairs.coordinate_law import (
    ANGLE_X,
    ANGLE_Y,
    ANGLE_Z,
    add_covector_row,
    add_displacement_stiffness,
    add_stiffness_of_turn,
    angle_gradient,
    angle_gradient_change,
    angle_of,
    covectors,
    relative_place,
    relative_twists,
)
from mbfe.laws import Quantity, Status, law

XYZ = ("x", "y", "z")
HALF = math.sqrt(0.5)
RIGHT = 0.5 * math.pi


@compiled
def is_free(p, i):
    """Whether angle i is free."""
    return p.free[i] > 0.5


@compiled
def component_of(p, i):
    """Component by which angle i (0, 1, 2 about x, y, z) is measured in Q, and the sign of it."""
    if is_free(p, 1) and not is_free(p, 0):
        if i == 0:
            return ANGLE_Y, -1.0
        return (ANGLE_X, 1.0) if i == 1 else (ANGLE_Z, 1.0)
    if is_free(p, 1) and not is_free(p, 2):
        if i == 2:
            return ANGLE_Y, -1.0
        return (ANGLE_X, 1.0) if i == 0 else (ANGLE_Z, 1.0)
    return ANGLE_X + i, 1.0


@compiled
def order_axes(p):
    """Axes in which the order of the angles is R_x R_y R_z, a quaternion."""
    if is_free(p, 1) and not is_free(p, 0):
        return Quat(HALF, 0.0, 0.0, HALF)
    if is_free(p, 1) and not is_free(p, 2):
        return Quat(HALF, -HALF, 0.0, 0.0)
    return Quat(1.0, 0.0, 0.0, 0.0)


@compiled
def prescribed_turns(t, p, curves):
    """Rotations L and E, the angular velocity of L in its own axes and that of E in the axes before it."""
    a, da, _ = evaluate(curves, p.values_at[3], t)
    b, db, _ = evaluate(curves, p.values_at[4], t)
    c, dc, _ = evaluate(curves, p.values_at[5], t)
    about_x = Quat(math.cos(0.5 * a), math.sin(0.5 * a), 0.0, 0.0)
    about_y = Quat(math.cos(0.5 * b), 0.0, math.sin(0.5 * b), 0.0)
    about_z = Quat(math.cos(0.5 * c), 0.0, 0.0, math.sin(0.5 * c))
    before, after = Quat(1.0, 0.0, 0.0, 0.0), Quat(1.0, 0.0, 0.0, 0.0)
    omega, epsilon = ZERO, ZERO
    x, y, z = is_free(p, 0), is_free(p, 1), is_free(p, 2)
    if not x:
        before, omega = about_x, Vec3(da, 0.0, 0.0)
        if not y:
            before, omega = before * about_y, unrotate(about_y, omega) + Vec3(0.0, db, 0.0)
            if not z:
                before, omega = before * about_z, unrotate(about_z, omega) + Vec3(0.0, 0.0, dc)
    if not z and (x or y):
        after, epsilon = about_z, Vec3(0.0, 0.0, dc)
        if not y:
            after, epsilon = about_y * after, Vec3(0.0, db, 0.0) + rotate(about_y, epsilon)
    return before, after, omega, epsilon


@compiled
def rotation_left(q, p, before, after):
    """Q = LᵀREᵀ in the axes of the order, w ≥ 0; and the rotation of these axes in frame a."""
    axes = order_axes(p)
    r = conjugate(axes) * (conjugate(before) * (q * conjugate(after)) * axes)
    if r[0] < 0.0:
        r = Quat(-r[0], -r[1], -r[2], -r[3])
    return r, before * axes


@compiled
def target(p, i, f):
    """What angle i of Q shall be: nothing but where it stands between two free angles."""
    between = i == 1 and is_free(p, 0) and is_free(p, 2) and not is_free(p, 1)
    return f if between else 0.0


@compiled
def angle_row(r, p, i, before):
    """Angle i of Q, next to an earlier value where it is free."""
    component, sign = component_of(p, i)
    return sign * angle_of(r, component, sign * before)


@compiled
def angle_covector(r, p, i, to_a):
    """Vector n with δq_i = n·ψ, axes of a."""
    component, sign = component_of(p, i)
    return sign * rotate(to_a, angle_gradient(r, component))


@compiled
def angle_drift(r, p, i, omega, epsilon):
    """∂q_i/∂t: L and E turn."""
    component, sign = component_of(p, i)
    axes = order_axes(p)
    turn = rotate(r, unrotate(axes, epsilon)) + unrotate(axes, omega)
    return -sign * dot(angle_gradient(r, component), turn)


@compiled
def passes_right_angle(t, r, p, curves, history):
    """Whether angle_y is beyond ±90° though something measures angles as if it were not."""
    if p.bounded < 0.5:
        return False
    if is_free(p, 1):
        return abs(angle_row(r, p, 1, history.angles[1])) > RIGHT
    f, _, _ = evaluate(curves, p.values_at[4], t)
    return abs(f) > RIGHT


@law(
    name="total_joint",
    nodes=2,
    rows=6,
    history={"angles": Quantity("rad", (3,), XYZ, array=True)},
    parameters={
        "position_a": ("m", 3),
        "rotation_a": ("1", 4),
        "position_b": ("m", 3),
        "rotation_b": ("1", 4),
        "values_at": ("1", 6),
        "free": ("1", 3),
        "bounded": "1",
    },
    outputs={
        "displacement": Quantity("m", (3,), XYZ),
        "angles": Quantity("rad", (3,), XYZ, array=True),
        "rotation": Quantity("1", (4,), ("w", *XYZ)),
        "velocity": Quantity("m/s", (3,), XYZ),
        "angle_rates": Quantity("rad/s", (3,), XYZ, array=True),
        "angular_velocity": Quantity("rad/s", (3,), XYZ),
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
    },
    returns_status=True,
    without={
        "C": "its components are driven, so that they fit their reference at one time only",
        "H": "displacements count in axes of the first side",
    },
)
def total_joint(t, pose, multipliers, p, curves, history, residual, constraint):
    """Rows and their forces; every row is computed, the engine uses the active ones."""
    d, q = relative_place(pose, p)
    before, after, _, _ = prescribed_turns(t, p, curves)
    r, to_a = rotation_left(q, p, before, after)
    none = ZERO
    status = 0
    for i in range(6):
        f, _, _ = evaluate(curves, p.values_at[i], t)
        if f != f:
            status = Status.FAILED
        if i < 3:
            e, _ = covectors(q, i)
            constraint[i] = (d[0] if i == 0 else d[1] if i == 1 else d[2]) - f
            add_covector_row(d, q, p, e, none, multipliers[i], residual)
        else:
            j = i - 3
            constraint[i] = angle_row(r, p, j, target(p, j, f)) - target(p, j, f)
            add_covector_row(d, q, p, none, angle_covector(r, p, j, to_a), multipliers[i], residual)
    if status == 0 and passes_right_angle(t, r, p, curves, history):
        status = Status.AT_LIMIT
    return status


@total_joint.rate
def total_joint_rate(t, pose, twist, p, curves, rate):
    """q̇_i − f_i′."""
    d, q = relative_place(pose, p)
    before, after, omega, epsilon = prescribed_turns(t, p, curves)
    r, to_a = rotation_left(q, p, before, after)
    va, wa, vb, wb = relative_twists(pose, twist, q, p)
    moved = vb - va + cross(d, wa)
    spin = wb - wa
    for i in range(6):
        _, df, _ = evaluate(curves, p.values_at[i], t)
        if i < 3:
            e, _ = covectors(q, i)
            rate[i] = dot(e, moved) - df
        else:
            j = i - 3
            drift = angle_drift(r, p, j, omega, epsilon)
            rate[i] = dot(angle_covector(r, p, j, to_a), spin) + drift - target(p, j, df)


@total_joint.tangent
def total_joint_tangent(t, pose, multipliers, p, curves, K, B):
    """Gradients and Σ μ_i ∂Bᵢᵀ/∂η."""
    d, q = relative_place(pose, p)
    before, after, _, _ = prescribed_turns(t, p, curves)
    r, to_a = rotation_left(q, p, before, after)
    none = ZERO
    A = matrix(to_a)
    for i in range(6):
        if i < 3:
            e, _ = covectors(q, i)
            add_covector_row(d, q, p, e, none, 1.0, B[i])
            if multipliers[i] != 0.0:
                add_displacement_stiffness(d, q, p, e, multipliers[i], K)
            continue
        component, sign = component_of(p, i - 3)
        n = angle_covector(r, p, i - 3, to_a)
        add_covector_row(d, q, p, none, n, 1.0, B[i])
        if multipliers[i] != 0.0:
            N = A @ (angle_gradient_change(r, component) @ A.T)
            add_stiffness_of_turn(q, p, sign * n, N, sign * multipliers[i], K)


@total_joint.power
def total_joint_power(t, pose, multipliers, p, curves, power):
    """Power of the drives, Σ μ_i ∂C_i/∂t."""
    _, q = relative_place(pose, p)
    before, after, omega, epsilon = prescribed_turns(t, p, curves)
    r, _ = rotation_left(q, p, before, after)
    for i in range(6):
        _, df, _ = evaluate(curves, p.values_at[i], t)
        if i < 3:
            power.loads -= multipliers[i] * df
        elif multipliers[i] != 0.0:
            drift = angle_drift(r, p, i - 3, omega, epsilon) - target(p, i - 3, df)
            power.loads += multipliers[i] * drift


@total_joint.output
def total_joint_output(t, pose, twist, multipliers, p, curves, history, out):
    """Components, their rates, and the wrench on the second side about and in the frame of the first."""
    d, q = relative_place(pose, p)
    before, after, omega, epsilon = prescribed_turns(t, p, curves)
    r, to_a = rotation_left(q, p, before, after)
    va, wa, vb, wb = relative_twists(pose, twist, q, p)
    moved = vb - va + cross(d, wa)
    spin = wb - wa
    force = -vector(multipliers, 0)
    moment = cross(d, force)
    for i in range(3):
        n = angle_covector(r, p, i, to_a)
        moment = moment - multipliers[3 + i] * n
        f, df, _ = evaluate(curves, p.values_at[3 + i], t)
        if is_free(p, i):
            out.angles[i] = angle_row(r, p, i, history.angles[i])
        else:
            out.angles[i] = f + angle_row(r, p, i, target(p, i, f)) - target(p, i, f)
        drift = angle_drift(r, p, i, omega, epsilon)
        out.angle_rates[i] = dot(n, spin) + drift + (0.0 if is_free(p, i) else df - target(p, i, df))
    out.displacement = d
    out.rotation = q
    out.velocity = moved
    out.angular_velocity = spin
    out.force = force
    out.moment = moment


@total_joint.advance
def total_joint_advance(t, pose, p, curves, history):
    """Keep the unwrapped angles that are free."""
    _, q = relative_place(pose, p)
    before, after, _, _ = prescribed_turns(t, p, curves)
    r, _ = rotation_left(q, p, before, after)
    for i in range(3):
        if is_free(p, i):
            history.angles[i] = angle_row(r, p, i, history.angles[i])
