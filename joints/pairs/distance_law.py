"""Law of a rigid rod without mass between two points: C = ‖d‖ − L(t), d from point a to point b.

Frames a and b stand at the points; d in axes of a, see :mod:`mbfe.joints.pairs.coordinate_law`.
"""

from __future__ import annotations

from mbfe.algebra.vectors import ZERO, cross, dot, norm, unit
from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.pairs.coordinate_law import (
    add_covector_row,
    add_displacement_stiffness,
    relative_place,
    relative_twists,
)
from mbfe.laws import Quantity, Status, law

XYZ = ("x", "y", "z")


@compiled
def rod(pose, p):
    """Vector d, its unit vector, its length and the relative rotation."""
    d, q = relative_place(pose, p)
    length = norm(d)
    return d, d / length, length, q


@law(
    name="distance",
    nodes=2,
    rows=1,
    parameters={
        "position_a": ("m", 3),
        "rotation_a": ("1", 4),
        "position_b": ("m", 3),
        "rotation_b": ("1", 4),
        "length_at": "1",
    },
    outputs={
        "length": "m",
        "rate": "m/s",
        "tension": "N",
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
    },
    returns_status=True,
    scratch={"gradients": (3, 12)},
    without={"C": "its length is driven, so that it fits its reference at one time only"},
)
def distance(t, pose, multipliers, p, curves, residual, constraint):
    """C and its forces."""
    d, e, length, q = rod(pose, p)
    f, _, _ = evaluate(curves, p.length_at, t)
    constraint[0] = length - f
    add_covector_row(d, q, p, e, ZERO, multipliers[0], residual)
    return Status.FINE if constraint[0] == constraint[0] else Status.FAILED


@compiled
def rod_rate(pose, twist, p):
    """Rate of the length."""
    d, e, _, q = rod(pose, p)
    va, wa, vb, _ = relative_twists(pose, twist, q, p)
    return dot(e, vb - va + cross(d, wa))


@distance.rate
def distance_rate(t, pose, twist, p, curves, rate):
    """Rate of the length less that of the prescribed one."""
    _, df, _ = evaluate(curves, p.length_at, t)
    rate[0] = rod_rate(pose, twist, p) - df


@distance.tangent
def distance_tangent(pose, multipliers, p, scratch, K, B):
    """B = e·∂d/∂η and μ (e·∂²d/∂η² + Jᵀ(1 − e eᵀ)J/‖d‖), J = ∂d/∂η."""
    d, e, length, q = rod(pose, p)
    add_covector_row(d, q, p, e, ZERO, 1.0, B[0])
    mu = multipliers[0]
    add_displacement_stiffness(d, q, p, e, mu, K)
    J = scratch.gradients
    for c in range(3):
        axis = unit(c)
        add_covector_row(d, q, p, axis, ZERO, 1.0, J[c])
    f = mu / length
    for i in range(12):
        for j in range(12):
            bend = J[0, i] * J[0, j] + J[1, i] * J[1, j]
            bend += J[2, i] * J[2, j]
            K[i, j] += f * (bend - B[0, i] * B[0, j])


@distance.power
def distance_power(t, multipliers, p, curves, power):
    """Power of the drive of the length."""
    _, df, _ = evaluate(curves, p.length_at, t)
    power.loads -= multipliers[0] * df


@distance.output
def distance_output(pose, twist, multipliers, p, out):
    """Length, rate, tension, and the force on the second side in axes of the first; its moment is zero."""
    _, e, length, _ = rod(pose, p)
    out.length = length
    out.rate = rod_rate(pose, twist, p)
    out.tension = multipliers[0]
    out.force = -multipliers[0] * e
