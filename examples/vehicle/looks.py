"""Shapes of the parts of the car for ParaView; masses are in the parameters."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

import mbfe
from mbfe.algebra.rotations import quat_with_z_along

__all__ = ["ARM", "DARK", "LIGHT", "STEEL", "body", "carrier", "column", "frame", "rods", "wheel", "wishbone"]

Floats = NDArray[np.float64]
Shape = mbfe.shapes.Shape
Line = tuple[tuple[float, float], ...]
SKIN, RUBBER, STEEL, ARM, DARK, LIGHT = "#2F7FE0", "#33363B", "#A9AFB5", "#7C8896", "#4A4F55", "#D5D8DB"

TOP: Line = ((-3.70, 0.72), (-3.62, 0.93), (-2.98, 0.97), (-2.30, 1.38), (-1.80, 1.42), (-1.10, 1.40))
TOP += ((-0.36, 0.93), (0.70, 0.74), (0.82, 0.64), (0.86, 0.50))
"""Outline of the body from above the boot to the bumper: x, z [m]."""
BELT = ((-3.70, 0.70), (-3.62, 0.90), (-2.98, 0.93), (-0.36, 0.90), (0.70, 0.71), (0.82, 0.62), (0.86, 0.48))
"""Line between sides and windows, bonnet and boot: x, z [m]."""
WIDTH = ((-3.70, 0.68), (-3.50, 0.80), (-2.5, 0.84), (-0.2, 0.84), (0.60, 0.78), (0.86, 0.60))
"""Half of the width at that line: x, y [m]."""
FLOOR, ARCH = 0.24, 0.40
"""Height of the floor and radius of the wheel arches [m]."""


def body(center: ArrayLike, arches: tuple[float, float], hub: float) -> Shape:
    """Skin of a saloon, seen through: rings of six points along x, arches cut out over the wheels.

    Parameters
    ----------
    center : array_like, shape (3,)
        Origin of the body, world, as drawn [m].
    arches : tuple of 2 float
        Where the axles are, x [m].
    hub : float
        Height of the hubs [m].
    """
    bends = [place + ARCH * np.cos(np.linspace(0.0, np.pi, 13)) for place in arches]
    bends += [np.array(line)[:, 0] for line in (TOP, BELT, WIDTH)]
    x = np.unique(np.round(np.concatenate(bends), 6))
    top, belt, width = (np.interp(x, *np.array(line).T) for line in (TOP, BELT, WIDTH))
    away = np.min([np.abs(x - place) for place in arches], axis=0)
    low = np.where(away < ARCH, hub + np.sqrt(np.clip(ARCH**2 - away**2, 0.0, None)), FLOOR)
    low = np.minimum(np.maximum(low, FLOOR), belt - 0.02)
    narrow = width * (0.97 - 0.45 * (top - belt))
    ring = [(width, low), (width, belt), (narrow, top), (-narrow, top), (-width, belt), (-width, low)]
    points = np.stack([np.column_stack([x, y, z]) for y, z in ring], axis=1).reshape(-1, 3)
    start, side = 6 * np.arange(len(x) - 1)[:, None], np.arange(5)  # open below
    quads = np.stack([start + side, start + side + 1, start + side + 7, start + side + 6], axis=2)
    ends = np.array([[5, 4, 1, 0], [4, 3, 2, 1]])
    quads = np.concatenate([quads.reshape(-1, 4), ends, ends[:, ::-1] + 6 * (len(x) - 1)])
    made = Shape("mesh", {}, points - np.asarray(center), np.zeros((0, 3), dtype=np.int64), quads, False)
    return made.painted(SKIN, opacity=0.24)


def rod(start: ArrayLike, end: ArrayLike, radius: float, *, facets: int = 8) -> Shape:
    """Round rod between two points of the body frame [m]."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    made = mbfe.shapes.capsule(length=float(np.linalg.norm(b - a)), radius=radius, facets=facets)
    return made.moved(position=0.5 * (a + b), orientation=quat_with_z_along(b - a, where="rod"))


def rods(*lines: tuple[ArrayLike, ArrayLike], radius: float, color: str = STEEL) -> Shape:
    """Several rods as one shape."""
    return mbfe.shapes.group(*(rod(a, b, radius) for a, b in lines)).painted(color)


def wishbone(center: ArrayLike, front: Floats, rear: Floats, ball: Floats) -> Shape:
    """Triangle of rods between the bearings and the ball, given in the world as drawn [m]."""
    a, b, c = (point - np.asarray(center) for point in (front, rear, ball))
    along = 0.03 * (a - b) / np.linalg.norm(a - b)
    return rods((a, c), (b, c), (a + along, a - along), (b + along, b - along), radius=0.014, color=ARM)


def carrier(center: ArrayLike, points: list[Floats]) -> Shape:
    """Rods from the middle to the points where the links hold it, world as drawn [m]."""
    middle = np.asarray(center)
    inside = np.array([0.0, -0.06 * np.sign(middle[1]), 0.0])
    return rods(*((inside, point - middle) for point in points), radius=0.018, color=DARK)


def wheel(radius: float) -> Shape:
    """Tyre on a rim with spokes."""
    return mbfe.shapes.wheel(radius=radius, width=0.2, rim=0.66, spokes=5, facets=32).painted(RUBBER)


def frame(length: float, width: float) -> Shape:
    """Subframe: a rectangle of rods."""
    x, y = 0.5 * length, 0.5 * width
    corners = [np.array([a, b, 0.0]) for a, b in ((x, y), (-x, y), (-x, -y), (x, -y))]
    return rods(*zip(corners, [*corners[1:], corners[0]], strict=True), radius=0.022, color=DARK)


def column(axis: ArrayLike, low: float, high: float) -> Shape:
    """Shaft with the steering wheel at its upper end, along an axis [m]."""
    along = np.asarray(axis) / np.linalg.norm(axis)
    rim = mbfe.shapes.torus(radius=0.17, tube_radius=0.014, facets=20)
    bar = mbfe.shapes.box(size=(0.33, 0.03, 0.015))
    turn = quat_with_z_along(along, where="column")
    parts = [part.moved(position=high * along, orientation=turn) for part in (rim, bar)]
    return mbfe.shapes.group(rod(low * along, high * along, 0.012), *parts).painted(DARK)
