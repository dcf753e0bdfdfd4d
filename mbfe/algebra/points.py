"""Motion of points of bodies, for many times at once: what results and analyses read of a body."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, unrotate

__all__ = ["COLUMNS", "point_motion"]

COLUMNS = {
    "position": ("pose",),
    "velocity": ("pose", "twist"),
    "acceleration": ("pose", "twist", "accel"),
    "accelerometer": ("pose", "twist", "accel"),
    "angular_velocity": ("pose", "twist"),
    "angular_acceleration": ("pose", "accel"),
}
"""What each quantity is made of: poses (n, 7), twists and accelerations (n, 6), body frame."""


def point_motion(what: str, point: Floats, gravity: Floats, *parts: Floats) -> Floats:
    """Motion (n, 3) of a point of a body, world axes; the reading of an accelerometer in body axes.

    Of the columns that it is made of, see ``COLUMNS``, it is x + Rs, R(v + ω×s), R a, a − Rᵀg, Rω or Rω̇ with
    a = v̇ + ω̇×s + ω×(v + ω×s), the point s (3,) in the body frame [m] and gravity g (3,) in the world [m/s²].
    """
    pose, *motion = parts
    q = pose[:, 3:]
    if what == "position":
        return pose[:, :3] + rotate(q, point) if point.any() else pose[:, :3]
    if what in ("angular_velocity", "angular_acceleration"):
        return np.asarray(rotate(q, motion[0][:, 3:]))
    v, w = motion[0][:, :3] + np.cross(motion[0][:, 3:], point), motion[0][:, 3:]
    if what == "velocity":
        return np.asarray(rotate(q, v))
    accel = motion[1]
    a = accel[:, :3] + np.cross(accel[:, 3:], point) + np.cross(w, v)
    return np.asarray(a - unrotate(q, gravity) if what == "accelerometer" else rotate(q, a))
