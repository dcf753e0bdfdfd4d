"""Law of a rigid rod without mass between two points: C = ‖d‖ − L(t), d from point a to point b.

Frames a and b stand at the points; d and q in axes of a, see :mod:`mbfe.joints.pairs.coordinate_law`.
"""

from __future__ import annotations

from mbfe.algebra.vectors import ZERO, dot, norm, unit
from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.pairs.coordinate_law import (
    add_covector_row,
    add_displacement_stiffness,
    relative_place,
    relative_twist,
)
from mbfe.laws import Quantity, Status, law
from mbfe.model.between import TWO_FRAMES

__all__ = ["distance"]

XYZ = ("x", "y", "z")


@law(
    name="distance",
    nodes=2,
    rows=1,
    parameters={
        **TWO_FRAMES,
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
    """C = ‖d‖ − L and its forces, μ e on point b, e = d/‖d‖."""
    d, q = relative_place(pose, p)
    L, _, _ = evaluate(curves, p.length_at, t)
    constraint[0] = norm(d) - L
    add_covector_row(d, q, p, multipliers[0] * d / norm(d), ZERO, residual)
    return Status.FINE if constraint[0] == constraint[0] else Status.FAILED


@compiled
def rod_rate(pose, twist, p):
    """Rate of the length, e·ḋ."""
    d, q = relative_place(pose, p)
    moved, _ = relative_twist(d, q, twist, p)
    return dot(d, moved) / norm(d)


@distance.rate
def distance_rate(t, pose, twist, p, curves, rate):
    """Rate of the length less that of the prescribed one."""
    _, dL, _ = evaluate(curves, p.length_at, t)
    rate[0] = rod_rate(pose, twist, p) - dL


@distance.tangent
def distance_tangent(pose, multipliers, p, scratch, K, B):
    """B = e·J and μ (e·∂J/∂η + Jᵀ(1 − e eᵀ)J/‖d‖), J = ∂d/∂η."""
    d, q = relative_place(pose, p)
    e, mu = d / norm(d), multipliers[0]
    add_covector_row(d, q, p, e, ZERO, B[0])
    add_displacement_stiffness(d, q, p, mu * e, K)
    J = scratch.gradients
    for c in range(3):
        add_covector_row(d, q, p, unit(c), ZERO, J[c])
    for i in range(12):
        for j in range(12):
            JJ = J[0, i] * J[0, j] + J[1, i] * J[1, j] + J[2, i] * J[2, j]
            K[i, j] += mu / norm(d) * (JJ - B[0, i] * B[0, j])


@distance.power
def distance_power(t, multipliers, p, curves, power):
    """Power of the drive of the length."""
    _, dL, _ = evaluate(curves, p.length_at, t)
    power.loads -= multipliers[0] * dL


@distance.output
def distance_output(pose, twist, multipliers, p, out):
    """Length, rate, tension, and the force on the second side in axes of the first; its moment is zero."""
    d, _ = relative_place(pose, p)
    out.length = norm(d)
    out.rate = rod_rate(pose, twist, p)
    out.tension = multipliers[0]
    out.force = -multipliers[0] * d / norm(d)
