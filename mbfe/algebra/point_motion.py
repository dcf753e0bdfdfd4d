"""Motion of a point of a body in compiled code: what sensors and stop conditions read."""

from __future__ import annotations

from enum import IntEnum

from mbfe.algebra.vectors import angular, cross, linear, orientation, position, unrotate
from mbfe.compiled import compiled

__all__ = ["PointQuantity", "body_axes", "point_quantity"]


class PointQuantity(IntEnum):
    """Quantities of a point, in the order of :data:`mbfe.quantities.catalogue.POINT`."""

    POSITION = 0
    VELOCITY = 1
    ACCELERATION = 2
    ACCELEROMETER = 3
    ANGULAR_VELOCITY = 4
    ANGULAR_ACCELERATION = 5


@compiled
def point_quantity(kind, point, pose, twist, accel, gravity):
    """Quantity of a point s of a body in axes of the body, a :class:`PointQuantity`.

    These are Rᵀx + s, v + ω×s, v̇ + ω̇×s + ω×(v + ω×s), the last one less Rᵀg, ω and ω̇, with s in the body
    frame [m], gravity in that of the world [m/s²], and the motion of the body in rows (7,), (6,) and (6,).
    """
    w = angular(twist)
    v = linear(twist) + cross(w, point)
    if kind == PointQuantity.POSITION:
        return unrotate(orientation(pose), position(pose)) + point
    if kind == PointQuantity.VELOCITY:
        return v
    if kind == PointQuantity.ANGULAR_VELOCITY:
        return w
    b = angular(accel)
    if kind == PointQuantity.ANGULAR_ACCELERATION:
        return b
    a = linear(accel) + (cross(b, point) + cross(w, v))
    if kind == PointQuantity.ACCELEROMETER:
        a = a - unrotate(orientation(pose), gravity)
    return a


@compiled
def body_axes(direction, follows, pose):
    """Direction in axes of the body: given there (``follows``) or in those of the world."""
    return direction if follows > 0.5 else unrotate(orientation(pose), direction)
