"""The law of the lower pairs with Cardan angles among its outputs, for joints that turn about several axes.

Rows and forces are those of :mod:`mbfe.joints.pairs.lower_pair_law`. The angles belong to the rotation of the
user's second frame in the first, R = R_x(α) R_y(β) R_z(γ); α, γ and the angle about z are unwrapped.
"""

from __future__ import annotations

from mbfe.algebra.vectors import Vec3, conjugate, dot
from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import ANGLE_X, ANGLE_Y, ANGLE_Z, angle_gradient, angle_of
from mbfe.joints.pairs.lower_pair_law import XYZ, joint_frames, lower_pair, twist_angle
from mbfe.laws import Quantity, law

__all__ = ["spatial_pair"]

spatial_pair = law(
    name="spatial_pair",
    nodes=2,
    rows=6,
    history=lower_pair.history | {"angle_x": "rad", "angle_z": "rad"},
    parameters=lower_pair.parameters,
    outputs=lower_pair.outputs
    | {"angles": Quantity("rad", (3,), XYZ), "angle_rates": Quantity("rad/s", (3,), XYZ)},
    without=lower_pair.without,
)(lower_pair.functions["residual"])
spatial_pair.rate(lower_pair.functions["rate"])
spatial_pair.tangent(lower_pair.functions["tangent"])
outputs_of_pair = lower_pair.functions["output"]


@compiled
def turned(q, order):
    """Rotation of the user's second frame in the first."""
    return q if order > 0.0 else conjugate(q)


@spatial_pair.output
def spatial_pair_output(pose, twist, multipliers, p, history, out):
    """Outputs of a lower pair, then the Cardan angles and their rates."""
    outputs_of_pair(pose, twist, multipliers, p, history, out)
    _, q = joint_frames(pose, p)
    q = turned(q, p.order)
    spin = out.angular_velocity
    out.angles = Vec3(
        angle_of(q, ANGLE_X, history.angle_x),
        angle_of(q, ANGLE_Y, 0.0),
        angle_of(q, ANGLE_Z, history.angle_z),
    )
    out.angle_rates = Vec3(
        dot(angle_gradient(q, ANGLE_X), spin),
        dot(angle_gradient(q, ANGLE_Y), spin),
        dot(angle_gradient(q, ANGLE_Z), spin),
    )


@spatial_pair.advance
def spatial_pair_advance(pose, p, history):
    """Keep the unwrapped angles."""
    _, q = joint_frames(pose, p)
    history.angle = twist_angle(q, history.angle)
    q = turned(q, p.order)
    history.angle_x = angle_of(q, ANGLE_X, history.angle_x)
    history.angle_z = angle_of(q, ANGLE_Z, history.angle_z)
