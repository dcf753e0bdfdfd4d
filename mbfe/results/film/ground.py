"""The ground below a mechanism: a plane with lines that fades out, and the shadows on it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats

__all__ = ["SHADOW", "SHADOW_ON_ROAD", "Ground", "faded_plane", "shadow_matrix"]

RINGS, SECTORS = 48, 96
"""Parts of the plane."""
REACH, CELLS = 4.0, 5.0
"""Radius of the plane, and lines on a size of the mechanism, in sizes of what is in view."""
PLANE, GRID, SHADOW, SHADOW_ON_ROAD = 0.94, 0.83, 0.80, 0.66
"""Brightness of the plane, its lines, and shadows on it and on roads, as parts of the background's."""
AWAY, ASIDE = 0.5, 0.3
"""How far shadows fall away from the camera and to its right, in heights."""
LIFT = 2e-3
"""Height of lines and shadows above the plane, in sizes of the mechanism."""


class Ground:
    """A horizontal plane.

    Parameters
    ----------
    up : (3,) array
        Axis of the world that is upwards.
    height : float
        Where the plane is along it [m].
    size : float
        Size of what is in view [m].

    Attributes
    ----------
    light : (3,) array
        Direction towards the light that casts the shadows.
    """

    def __init__(self, up: Floats, height: float, size: float) -> None:
        self.up, self.height, self.size = up, height, size
        self.axis = int(np.abs(up).argmax())
        self.cell = _round(size / CELLS)
        self.first, self.second = np.roll(np.eye(3), -self.axis - 1, axis=0)[:2]
        self.light = up

    def centre(self, place: Floats) -> Floats:
        """Point of the grid that is nearest to a place (3,), in the plane."""
        snapped = np.round(np.asarray(place) / self.cell) * self.cell
        snapped[self.axis] = self.height * self.up[self.axis]
        return np.asarray(snapped, dtype=float)

    def lit_from(self, towards: Floats, right: Floats) -> None:
        """Let light come from the side of a camera: directions (3,) towards it and to its right."""
        level = [part - (part @ self.up) * self.up for part in (towards, right)]
        away, aside = (part / max(float(np.linalg.norm(part)), 0.3) for part in level)
        self.light = self.up + AWAY * away - ASIDE * aside


def faded_plane(ground: Ground, background: Floats, view: Any) -> tuple[Any, Any]:
    """Meshes of the plane and of its lines about the origin, with the colours "colour" at their points.

    Both go over into the colour of the `background` (3,), from 0 to 1, with the distance; `view` is pyvista.
    """
    radius = REACH * ground.size
    r = np.linspace(0.0, radius, RINGS + 1)[1:, None]
    angle = np.linspace(0.0, 2.0 * np.pi, SECTORS, endpoint=False)[None]
    across = (r * np.cos(angle))[..., None] * ground.first + (r * np.sin(angle))[..., None] * ground.second
    points = np.concatenate([np.zeros((1, 3)), across.reshape(-1, 3)])
    start = 1 + SECTORS * np.arange(RINGS - 1)[:, None] + np.arange(SECTORS)
    after = 1 + SECTORS * np.arange(RINGS - 1)[:, None] + np.roll(np.arange(SECTORS), -1)
    quads = np.stack([start, start + SECTORS, after + SECTORS, after], axis=2).reshape(-1, 4)
    inner = np.arange(SECTORS)
    fan = np.stack([np.zeros(SECTORS, int), 1 + inner, 1 + np.roll(inner, -1)], axis=1)
    plane = view.PolyData.from_irregular_faces(points, [*fan, *quads])
    count = int(radius / ground.cell)
    places = ground.cell * np.arange(-count, count + 1)
    along = np.linspace(-1.0, 1.0, 4 * count + 1)
    drawn = []
    for place in places:
        half = math.sqrt(max(0.0, radius**2 - place**2)) * along[:, None]
        drawn += [place * ground.first + half * ground.second, place * ground.second + half * ground.first]
    lines = view.PolyData()
    lines.points = np.concatenate(drawn) + LIFT * ground.size * ground.up
    cells = np.arange(len(drawn) * len(along)).reshape(len(drawn), -1)
    lines.lines = np.insert(cells, 0, len(along), axis=1).ravel()
    for mesh, part in ((plane, PLANE), (lines, GRID)):
        gone = np.clip(np.linalg.norm(mesh.points, axis=1) / radius, 0.0, 1.0)[:, None] ** 1.5
        color = (
            background * (part + (1.0 - part) * gone)
            if background.mean() > 0.4
            else (background + (1.0 - part) * 0.8 * (1.0 - gone))
        )
        mesh["colour"] = np.rint(255.0 * color.clip(0.0, 1.0)).astype(np.uint8)
    return plane, lines


def shadow_matrix(ground: Ground) -> NDArray[np.float64]:
    """Map (4, 4) of points of the world to their shadows, a little above the plane.

    With light from l and the normal n, x ↦ x − l (n·x − h)/(n·l).
    """
    made = np.eye(4)
    light, normal = ground.light, ground.up
    made[:3, :3] -= np.outer(light, normal) / (normal @ light)
    made[:3, 3] = light * ground.height / (normal @ light) + LIFT * ground.size * normal
    return made


def _round(least: float) -> float:
    """Next of 1, 2, 5, 10, … times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * part for part in (1.0, 2.0, 5.0, 10.0) if power * part >= 0.999 * least)
