"""Laws of sensors: motion of a point, coordinate of a joint, variable; y − (what is measured) = 0.

With e the direction in body axes (Rᵀd for a direction d of the world), s the point, δu and δθ body-frame
increments: δx = R δu, δR = R δθ̃ and, for world axes, δe = e×δθ.
"""

from __future__ import annotations

from mbfe.algebra.point_motion import PointQuantity, body_axes, point_quantity
from mbfe.algebra.vectors import add_vector, angular, cross, dot, linear, orientation, position, unrotate
from mbfe.compiled import compiled
from mbfe.joints.coordinates.combination_law import (
    fill_gradient,
    fill_rate_gradient,
    keep_values,
    kept_values,
    sum_parameters,
    total,
    total_rate,
)
from mbfe.laws import law

__all__ = ["coordinate_sensor", "motion_sensor", "variable_sensor"]


@compiled
def body_vector(twist, accel, pose, p, gravity):
    """Measured vector in body axes."""
    return point_quantity(int(p.quantity), p.point, pose[0], twist[0], accel[0], gravity)


@compiled
def body_direction(pose, p):
    """Direction of the component in body axes."""
    return body_axes(p.direction, p.follows, pose[0])


@law(
    name="motion_sensor",
    nodes=1,
    algebraic=1,
    parameters={"quantity": "1", "point": ("m", 3), "direction": ("1", 3), "follows": "1"},
    without={"D": "it reads components in axes of the world"},
)
def motion_sensor(pose, twist, accel, y, p, gravity, residual):
    """Residual y − e·(measured vector)."""
    residual[6] += y[0] - dot(body_direction(pose, p), body_vector(twist, accel, pose, p, gravity))


@motion_sensor.tangent
def motion_sensor_tangent(pose, twist, accel, p, gravity, M, G, K):
    """∂r/∂𝒜, ∂r/∂𝒱 and ∂r/∂η of the reading, and 1 for the output."""
    kind = int(p.quantity)
    e = body_direction(pose, p)
    w = angular(twist[0])
    arm = cross(p.point, e)
    K[6, 6] += 1.0
    if kind == PointQuantity.POSITION:
        add_vector(K[6], 0, -e)
        if p.follows > 0.5:
            add_vector(K[6], 3, -cross(e, unrotate(orientation(pose[0]), position(pose[0]))))
        else:
            add_vector(K[6], 3, -arm)
        return
    if kind == PointQuantity.VELOCITY:
        add_vector(G[6], 0, -e)
        add_vector(G[6], 3, -arm)
    elif kind == PointQuantity.ANGULAR_VELOCITY:
        add_vector(G[6], 3, -e)
    elif kind == PointQuantity.ANGULAR_ACCELERATION:
        add_vector(M[6], 3, -e)
    else:
        v = linear(twist[0]) + cross(w, p.point)
        turned = cross(e, w)
        add_vector(M[6], 0, -e)
        add_vector(M[6], 3, -arm)
        add_vector(G[6], 0, -turned)
        add_vector(G[6], 3, -(cross(v, e) + cross(p.point, turned)))
    if p.follows < 0.5:
        seen = body_vector(twist, accel, pose, p, gravity)
        if kind == PointQuantity.ACCELEROMETER:
            seen = seen + unrotate(orientation(pose[0]), gravity)
        add_vector(K[6], 3, -cross(seen, e))
    elif kind == PointQuantity.ACCELEROMETER:
        add_vector(K[6], 3, cross(e, unrotate(orientation(pose[0]), gravity)))


@law(
    name="coordinate_sensor",
    nodes=2,
    algebraic=1,
    history=kept_values(1),
    parameters=sum_parameters(1, 0) | {"of_rate": "1"},
    scratch={"gradient": 12},
)
def coordinate_sensor(pose, twist, q, v, y, p, history, residual):
    """Residual y − x or y − ẋ, x a coordinate of a joint."""
    if p.of_rate > 0.5:
        residual[12] += y[0] - total_rate(pose, twist, v, p, history)
    else:
        residual[12] += y[0] - total(pose, q, p, history)


@coordinate_sensor.tangent
def coordinate_sensor_tangent(pose, twist, q, p, history, G, K, scratch):
    """Gradient of the coordinate, or of its rate."""
    K[12, 12] += 1.0
    row = scratch.gradient
    fill_gradient(pose, q, p, history, row)
    if p.of_rate > 0.5:
        for i in range(12):
            G[12, i] -= row[i]
        fill_rate_gradient(pose, twist, q, p, history, row)
    for i in range(12):
        K[12, i] -= row[i]


@coordinate_sensor.advance
def coordinate_sensor_advance(pose, p, history):
    """Keep the unwrapped value."""
    keep_values(pose, p, history)


@law(
    name="variable_sensor",
    nodes=0,
    coordinates=1,
    algebraic=1,
    parameters={"weights": ("1", 3)},
)
def variable_sensor(q, v, vdot, y, p, residual):
    """Residual y − (w₀q + w₁q̇ + w₂q̈) of a generalized coordinate."""
    residual[1] += y[0] - p.weights[0] * q[0] - p.weights[1] * v[0] - p.weights[2] * vdot[0]


@variable_sensor.tangent
def variable_sensor_tangent(p, M, G, K):
    """The weights."""
    M[1, 0] -= p.weights[2]
    G[1, 0] -= p.weights[1]
    K[1, 0] -= p.weights[0]
    K[1, 1] += 1.0
