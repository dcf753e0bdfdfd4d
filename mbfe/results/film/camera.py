"""Cameras: from where a film is seen, so that all of the motion is in view."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import finite_vector, shown
from mbfe.errors import ModelError, ResultsError, did_you_mean

__all__ = ["ANGLE", "Camera", "camera_of", "upwards"]

ANGLE = 30.0
"""Vertical angle of view [deg]."""
FILLED = 0.9
"""Part of a picture that a mechanism fills."""
STANDARD_VIEWS: Mapping[str, tuple[float, float, float]] = {
    "iso": (0.8, -1.0, 0.6),
    "front": (1.0, 0.0, 0.0),
    "back": (-1.0, 0.0, 0.0),
    "left": (0.0, 1.0, 0.0),
    "right": (0.0, -1.0, 0.0),
    "top": (0.0, 0.0, 1.0),
    "bottom": (0.0, 0.0, -1.0),
}
"""Standard views: directions towards the camera, z upwards."""
THREE_QUARTER = ((1.0, -0.5, 0.4), (0.5, -1.0, 0.4), (0.3, -0.8, 1.0))
"""Directions towards the camera when the motion is thinnest along x, y and z."""
ON_ROAD = (0.8, -1.0, 0.5)


@dataclass(frozen=True)
class Camera:
    """A camera in the world, or relative to what it follows.

    Attributes
    ----------
    position, target, up : (3,) array
        Where it is, what it looks at [m], and a direction that points up in the picture.
    """

    position: Floats
    target: Floats
    up: Floats

    @property
    def right(self) -> Floats:
        """Direction to the right of the picture."""
        across = np.cross(self.up, self.position - self.target)
        return np.asarray(across / np.linalg.norm(across), dtype=float)

    def moved(self, shift: Floats) -> Camera:
        """The same camera, shifted by (3,) [m]."""
        return replace(self, position=self.position + shift, target=self.target + shift)


def upwards(gravity: ArrayLike) -> Floats:
    """The axis of the world that is upwards: against gravity, z without it."""
    along = np.asarray(gravity, dtype=float)
    made = np.zeros(3)
    axis = int(np.abs(along).argmax()) if along.any() else 2
    made[axis] = -np.sign(along[axis]) if along.any() else 1.0
    return made


def camera_of(asked: Any, where: str, *, points: Floats, up: Floats, aspect: float, road: bool) -> Camera:
    """The camera that a user asks for.

    Parameters
    ----------
    asked : str, array_like or None
        Name of a standard view, a direction towards the camera (3,), or position, target and a direction
        upwards (3, 3); three-quarter view when None.
    where : str
        How errors call the call.
    points : (n, 3) array
        Points that must be in view [m].
    up : (3,) array
        Axis of the world that is upwards.
    aspect : float
        Width of the picture in heights.
    road : bool
        Whether there is a road.
    """
    turn = _turn_to(up)
    if asked is None:
        half = np.ptp(points @ turn, axis=0)
        towards = ON_ROAD if road else THREE_QUARTER[int(half.argmin())]
        return fitted(turn @ towards, points, up, aspect)
    if isinstance(asked, str):
        if asked not in STANDARD_VIEWS:
            raise ResultsError(
                f"{where}: camera",
                f'there is no view "{asked}"',
                allowed=f"{', '.join(STANDARD_VIEWS)}, a direction (3,), or position, target and up (3, 3)",
                remedy=did_you_mean(asked, list(STANDARD_VIEWS)),
            )
        return fitted(turn @ STANDARD_VIEWS[asked], points, up, aspect)
    if np.shape(asked) == (3, 3):
        rows = [_vector(where, row) for row in asked]
        if not np.linalg.norm(np.cross(rows[0] - rows[1], rows[2])) > 0.0:
            raise ResultsError(
                f"{where}: camera",
                "position, target and the direction upwards are on one line",
                allowed="a target in front of the camera, and another direction upwards",
            )
        return Camera(*rows)
    direction = _vector(where, asked)
    if not direction.any():
        raise ResultsError(f"{where}: camera", "a direction without length", allowed="a direction (3,)")
    return fitted(direction, points, up, aspect)


def _vector(where: str, given: Any) -> Floats:
    """Three finite numbers."""
    try:
        return np.asarray(finite_vector(where, "camera", given), dtype=float)
    except (ModelError, ValueError, TypeError):
        raise ResultsError(
            f"{where}: camera",
            shown(given),
            allowed=f"{', '.join(STANDARD_VIEWS)}, a direction (3,), or position, target and up (3, 3)",
        ) from None


def fitted(direction: Any, points: Floats, up: Floats, aspect: float) -> Camera:
    """The nearest camera in a direction (3,) in whose picture all points (n, 3) are.

    Notes
    -----
    A point with coordinates (x, y, z) along right, up and towards the camera at (a, b, c) is in a picture
    with the half angle α when |x − a| ≤ (c − z) tan α, that is x + z tan α ≤ a + c tan α and −x + z tan α ≤
    −a + c tan α: the largest left sides give a and the least c. The same holds for y.
    """
    towards = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    if np.linalg.norm(np.cross(up, towards)) < 1e-6:  # from above: y upwards in the picture, or x
        up = np.roll(up, -1 if up[2] else 1)
    right = np.cross(up, towards)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(towards, right), towards])
    x, y, z = axes @ points.T
    high = FILLED * math.tan(math.radians(0.5 * ANGLE))
    middle, far = [], []
    for part, tangent in ((x, high * aspect), (y, high)):
        one, other = (part + tangent * z).max(), (-part + tangent * z).max()
        middle.append(0.5 * (one - other))
        far.append(0.5 * (one + other) / tangent)
    depth = 0.5 * (z.min() + z.max())
    least = 1e-6 * max(1.0, float(np.abs(points).max()))
    distance = max(*far, depth + least)
    place = np.array([*middle, distance]), np.array([*middle, depth])
    return Camera(axes.T @ place[0], axes.T @ place[1], axes[1])


def _turn_to(up: Floats) -> Floats:
    """Rotation matrix that takes z to an axis of the world, about one of the others."""
    z = np.array([0.0, 0.0, 1.0])
    if up[2] > 0.0:
        return np.eye(3)
    if up[2] < 0.0:
        return np.diag([1.0, -1.0, -1.0])
    side = np.cross(z, up)
    return np.stack([side, np.cross(up, side), up], axis=1) @ np.stack([side, np.cross(z, side), z])
