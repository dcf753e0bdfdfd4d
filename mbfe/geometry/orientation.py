"""Orientation of shapes: rotation matrices of unit quaternions, and named axes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import shown
from mbfe.errors import ModelError

__all__ = ["IDENTITY", "axis_order", "rotation_matrix"]

IDENTITY = (1.0, 0.0, 0.0, 0.0)
AXES = {"x": [2, 0, 1], "y": [1, 2, 0], "z": [0, 1, 2]}


def axis_order(where: str, axis: str, *, remedy: str = "") -> list[int]:
    """Order of coordinates that turns a figure about z into one about the named axis (proper rotations)."""
    if axis not in AXES:
        raise ModelError(f"{where}: axis", f"{shown(axis)} was given", allowed="'x', 'y', 'z'", remedy=remedy)
    return AXES[axis]


def rotation_matrix(quaternion: ArrayLike) -> Floats:
    """Rotation matrices R = (w² - u·u) 1 + 2 u uᵀ + 2 w ũ, shape (..., 3, 3), of unit quaternions (w, u)."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion, dtype=float), -1, 0)
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
