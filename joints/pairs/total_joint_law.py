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
angle has δq = n·ψ and ∂q/∂t = −n·(Q ε + ω), n and both vectors in the axes of L.                          (1)
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import (
    ZERO,
    Quat,
    conjugate,
    cross,
    dot,
    matrix,
    rotate,
    skew,
    unit,
    unrotate,
    vector,
)
from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.pairs.coordinate_law import (
    ANGLE_X,
    ANGLE_Y,
    ANGLE_Z,
    add_covector_row,
    add_displacement_stiffness,
    add_turn_stiffness,
    angle_gradient,
    angle_gradient_change,
    angle_of,
    relative_place,
    relative_twist,
    turn_between,
)
from mbfe.laws import Quantity, Status, law
from mbfe.model.between import TWO_FRAMES

__all__ = ["total_joint"]

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


class Turns(NamedTuple):
    """Rotations L and E, ω of L in its own axes and ε of E in the axes before it."""

    L: Any
    E: Any
    omega: Any
    epsilon: Any


@compiled
def prescribed_turns(t, p, curves):
    """The prescribed rotations."""
    a, da, _ = evaluate(curves, p.values_at[3], t)
    b, db, _ = evaluate(curves, p.values_at[4], t)
    c, dc, _ = evaluate(curves, p.values_at[5], t)
    about_x = Quat(math.cos(0.5 * a), math.sin(0.5 * a), 0.0, 0.0)
    about_y = Quat(math.cos(0.5 * b), 0.0, math.sin(0.5 * b), 0.0)
    about_z = Quat(math.cos(0.5 * c), 0.0, 0.0, math.sin(0.5 * c))
    L, E = Quat(1.0, 0.0, 0.0, 0.0), Quat(1.0, 0.0, 0.0, 0.0)
    omega, epsilon = ZERO, ZERO
    x, y, z = is_free(p, 0), is_free(p, 1), is_free(p, 2)
    if not x:
        L, omega = about_x, da * unit(0)
        if not y:
            L, omega = L * about_y, unrotate(about_y, omega) + db * unit(1)
            if not z:
                L, omega = L * about_z, unrotate(about_z, omega) + dc * unit(2)
    if not z and (x or y):
        E, epsilon = about_z, dc * unit(2)
        if not y:
            E, epsilon = about_y * E, db * unit(1) + rotate(about_y, epsilon)
    return Turns(L, E, omega, epsilon)


@compiled
def rotation_left(t, q, p, curves):
    """Q = LᵀREᵀ and drift −(Q ε + ω) of (1), in axes o of the order; and q_ao; Q with w ≥ 0."""
    given, q_Lo = prescribed_turns(t, p, curves), order_axes(p)
    Q = turn_between(q_Lo, turn_between(given.L, q * conjugate(given.E)) * q_Lo)
    drift = -(rotate(Q, unrotate(q_Lo, given.epsilon)) + unrotate(q_Lo, given.omega))
    return Q, given.L * q_Lo, drift


@compiled
def target(p, i, f):
    """What angle i of Q shall be: nothing but where it stands between two free angles."""
    between = i == 1 and is_free(p, 0) and is_free(p, 2) and not is_free(p, 1)
    return f if between else 0.0


@compiled
def angle_row(Q, p, i, before):
    """Angle i of Q, next to an earlier value where it is free."""
    component, sign = component_of(p, i)
    return sign * angle_of(Q, component, sign * before)


@compiled
def angle_covector(Q, p, i):
    """Vector n of (1) of angle i, axes of the order."""
    component, sign = component_of(p, i)
    return sign * angle_gradient(Q, component)


@compiled
def angle_covector_change(Q, p, i):
    """Matrix N with δn = N ψ of angle i, axes of the order."""
    component, sign = component_of(p, i)
    return sign * angle_gradient_change(Q, component)


@compiled
def passes_right_angle(t, Q, p, curves, history):
    """Whether angle_y is beyond ±90° though something measures angles as if it were not."""
    if p.bounded < 0.5:
        return False
    if is_free(p, 1):
        return abs(angle_row(Q, p, 1, history.angles[1])) > RIGHT
    f, _, _ = evaluate(curves, p.values_at[4], t)
    return abs(f) > RIGHT


@law(
    name="total_joint",
    nodes=2,
    rows=6,
    history={"angles": Quantity("rad", (3,), XYZ, array=True)},
    parameters={
        **TWO_FRAMES,
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
    Q, q_ao, _ = rotation_left(t, q, p, curves)
    status = 0
    moment = ZERO
    for i in range(3):
        f, _, _ = evaluate(curves, p.values_at[i], t)
        g, _, _ = evaluate(curves, p.values_at[3 + i], t)
        if f != f or g != g:
            status = Status.FAILED
        constraint[i] = d[i] - f
        constraint[3 + i] = angle_row(Q, p, i, target(p, i, g)) - target(p, i, g)
        moment = moment + multipliers[3 + i] * angle_covector(Q, p, i)
    add_covector_row(d, q, p, vector(multipliers, 0), rotate(q_ao, moment), residual)
    if status == 0 and passes_right_angle(t, Q, p, curves, history):
        status = Status.AT_LIMIT
    return status


@total_joint.rate
def total_joint_rate(t, pose, twist, p, curves, rate):
    """q̇_i − f_i′, of angles by (1)."""
    d, q = relative_place(pose, p)
    Q, q_ao, drift = rotation_left(t, q, p, curves)
    moved, spin = relative_twist(d, q, twist, p)
    for i in range(3):
        _, df, _ = evaluate(curves, p.values_at[i], t)
        _, dg, _ = evaluate(curves, p.values_at[3 + i], t)
        rate[i] = moved[i] - df
        rate[3 + i] = dot(angle_covector(Q, p, i), unrotate(q_ao, spin) + drift) - target(p, i, dg)


@total_joint.tangent
def total_joint_tangent(t, pose, multipliers, p, curves, K, B):
    """Gradients and Σ μ_i ∂Bᵢᵀ/∂η."""
    d, q = relative_place(pose, p)
    Q, q_ao, _ = rotation_left(t, q, p, curves)
    n, N = ZERO, skew(ZERO)
    for i in range(3):
        n_i = angle_covector(Q, p, i)
        add_covector_row(d, q, p, unit(i), ZERO, B[i])
        add_covector_row(d, q, p, ZERO, rotate(q_ao, n_i), B[3 + i])
        if multipliers[3 + i] != 0.0:
            n = n + multipliers[3 + i] * n_i
            N = N + multipliers[3 + i] * angle_covector_change(Q, p, i)
    R_ao = matrix(q_ao)
    add_displacement_stiffness(d, q, p, vector(multipliers, 0), K)
    add_turn_stiffness(q, p, R_ao @ n, R_ao @ N @ R_ao.T, K)


@total_joint.power
def total_joint_power(t, pose, multipliers, p, curves, power):
    """Power of the drives, Σ μ_i ∂C_i/∂t."""
    _, q = relative_place(pose, p)
    Q, _, drift = rotation_left(t, q, p, curves)
    for i in range(3):
        _, df, _ = evaluate(curves, p.values_at[i], t)
        power.loads -= multipliers[i] * df
        if multipliers[3 + i] != 0.0:
            _, dg, _ = evaluate(curves, p.values_at[3 + i], t)
            power.loads += multipliers[3 + i] * (dot(angle_covector(Q, p, i), drift) - target(p, i, dg))


@total_joint.output
def total_joint_output(t, pose, twist, multipliers, p, curves, history, out):
    """Components, their rates, and the wrench on the second side about and in the frame of the first."""
    d, q = relative_place(pose, p)
    Q, q_ao, drift = rotation_left(t, q, p, curves)
    moved, spin = relative_twist(d, q, twist, p)
    left = unrotate(q_ao, spin) + drift
    moment = ZERO
    for i in range(3):
        n = angle_covector(Q, p, i)
        moment = moment - multipliers[3 + i] * n
        g, dg, _ = evaluate(curves, p.values_at[3 + i], t)
        aim, change = target(p, i, g), target(p, i, dg)
        if is_free(p, i):
            out.angles[i] = angle_row(Q, p, i, history.angles[i])
            out.angle_rates[i] = dot(n, left)
        else:
            out.angles[i] = g + angle_row(Q, p, i, aim) - aim
            out.angle_rates[i] = dot(n, left) + dg - change
    force = -vector(multipliers, 0)
    out.displacement = d
    out.rotation = q
    out.velocity = moved
    out.angular_velocity = spin
    out.force = force
    out.moment = cross(d, force) + rotate(q_ao, moment)


@total_joint.advance
def total_joint_advance(t, pose, p, curves, history):
    """Keep the unwrapped angles that are free."""
    _, q = relative_place(pose, p)
    Q, _, _ = rotation_left(t, q, p, curves)
    for i in range(3):
        if is_free(p, i):
            history.angles[i] = angle_row(Q, p, i, history.angles[i])
