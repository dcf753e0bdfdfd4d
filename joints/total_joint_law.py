"""Law of the total joint: six components of the relative motion, each free or prescribed over time.

Rows: C_i = q_i − f_i(t), q_0–q_2 the displacement x, y, z of the second frame in axes of the first, q_3–q_5
the angles x, y, z of its rotation R_x R_y R_z; see :mod:`mbfe.joints.coordinate_law`.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.curve_law import evaluate
from mbfe.joints.coordinate_law import (
    ANGLE_X,
    DISPLACEMENT_Z,
    add_covector_row,
    add_displacement_stiffness,
    add_turn_stiffness,
    angle_of,
    covectors,
    relative_place,
    relative_twists,
)
from mbfe.laws import Quantity, law
from mbfe.vectors import add, cross, dot, scale, subtract

XYZ = ("x", "y", "z")


@compiled
def component_of(i):
    """Component of row i."""
    return i if i <= DISPLACEMENT_Z else ANGLE_X + i - 3


@compiled
def component_value(i, d, q, history):
    """Value of component i."""
    if i == 0:
        return d[0]
    if i == 1:
        return d[1]
    if i == 2:
        return d[2]
    return angle_of(q, component_of(i), history[i - 3])


@law(
    name="total_joint",
    nodes=2,
    rows=6,
    history=3,
    parameters={
        "position_a": ("m", 3),
        "rotation_a": ("1", 4),
        "position_b": ("m", 3),
        "rotation_b": ("1", 4),
        "values_at": ("1", 6),
    },
    outputs={
        "displacement": Quantity("m", (3,), XYZ),
        "angles": Quantity("rad", (3,), XYZ),
        "rotation": Quantity("1", (4,), ("w", *XYZ)),
        "velocity": Quantity("m/s", (3,), XYZ),
        "angle_rates": Quantity("rad/s", (3,), XYZ),
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
    status = 0
    for i in range(6):
        f, _, _ = evaluate(curves, p.values_at[i], t)
        if f != f:
            status = 1
        constraint[i] = component_value(i, d, q, history) - f
        e, n = covectors(q, component_of(i))
        add_covector_row(d, q, p, e, n, multipliers[i], residual)
    return status


@total_joint.rate
def total_joint_rate(t, pose, twist, p, curves, rate):
    """q̇_i − f_i′."""
    d, q = relative_place(pose, p)
    va, wa, vb, wb = relative_twists(pose, twist, q, p)
    moved = add(subtract(vb, va), cross(d, wa))
    for i in range(6):
        _, df, _ = evaluate(curves, p.values_at[i], t)
        e, n = covectors(q, component_of(i))
        rate[i] = dot(e, moved) + dot(n, subtract(wb, wa)) - df


@total_joint.tangent
def total_joint_tangent(pose, multipliers, p, K, B):
    """Gradients and Σ μ_i ∂Bᵢᵀ/∂η."""
    d, q = relative_place(pose, p)
    for i in range(6):
        component = component_of(i)
        e, n = covectors(q, component)
        add_covector_row(d, q, p, e, n, 1.0, B[i])
        if multipliers[i] == 0.0:
            continue
        if i < 3:
            add_displacement_stiffness(d, q, p, e, multipliers[i], K)
        else:
            add_turn_stiffness(q, p, component, multipliers[i], K)


@total_joint.power
def total_joint_power(t, multipliers, p, curves, power):
    """Power of the drives."""
    for i in range(6):
        _, df, _ = evaluate(curves, p.values_at[i], t)
        power[1] -= multipliers[i] * df


@total_joint.output
def total_joint_output(pose, twist, multipliers, p, history, output):
    """Components, their rates, and the wrench on the second side about and in the frame of the first."""
    d, q = relative_place(pose, p)
    va, wa, vb, wb = relative_twists(pose, twist, q, p)
    moved = add(subtract(vb, va), cross(d, wa))
    spin = subtract(wb, wa)
    force = (0.0, 0.0, 0.0)
    moment = (0.0, 0.0, 0.0)
    for i in range(6):
        e, n = covectors(q, component_of(i))
        force = subtract(force, scale(multipliers[i], e))
        moment = subtract(moment, scale(multipliers[i], n))
        output[i] = component_value(i, d, q, history)
        output[10 + i] = dot(e, moved) + dot(n, spin)
    moment = add(moment, cross(d, force))
    for c in range(4):
        output[6 + c] = q[c]
    for c in range(3):
        output[16 + c] = spin[c]
        output[19 + c] = force[c]
        output[22 + c] = moment[c]


@total_joint.advance
def total_joint_advance(pose, p, history):
    """Keep the unwrapped angles."""
    d, q = relative_place(pose, p)
    for i in range(3):
        history[i] = component_value(3 + i, d, q, history)
