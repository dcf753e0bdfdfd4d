"""Solids that stand for parts of machines, in the frame of a joint: pins, rails, threads, plates, gears."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyvista as pv
from numpy.typing import ArrayLike

from tools.parts.canvas import ACCENT, MOTION, Canvas

__all__ = ["free_motions", "gear", "placed", "plate", "thread"]

Frame = tuple[np.ndarray, np.ndarray]


def placed(mesh: pv.DataSet, frame: Frame) -> pv.DataSet:
    """A mesh drawn about the origin, moved to a frame."""
    matrix = np.eye(4)
    matrix[:3, 3], matrix[:3, :3] = frame
    return mesh.transform(matrix, inplace=False)


def plate(
    canvas: Canvas, frame: Frame, size: Sequence[float], color: str = ACCENT, *, opacity: float = 1.0
) -> None:
    """A box about the origin of a frame."""
    x, y, z = (0.5 * n for n in size)
    canvas.add(placed(pv.Box((-x, x, -y, y, -z, z)), frame), color, opacity=opacity)


def thread(
    canvas: Canvas, frame: Frame, *, radius: float, lead: float, starts: int, span: tuple[float, float]
) -> None:
    """A thread about z on a core, left-handed for a negative lead."""
    low, high = span
    along = np.linspace(low, high, 400)
    for start in 2.0 * np.pi * np.arange(starts) / starts:
        angle = start + 2.0 * np.pi * along / lead
        points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), along])
        canvas.tube(frame[0] + points @ frame[1].T, 0.2 * radius)
    canvas.rod(frame[0] + low * frame[1][:, 2], frame[0] + high * frame[1][:, 2], radius)


def free_motions(
    canvas: Canvas, frame: Frame, motions: str, *, size: float, reach: float | None = None,
    thick: float = 0.06, lift: float = 1.0, color: str = MOTION,
) -> None:  # fmt: skip
    """Arrows of the motions that a joint leaves free, "x y z" along the axes, "rx ry rz" about them."""
    origin, axes = frame
    long = reach or size
    for motion in motions.split():
        axis = axes[:, "xyz".index(motion[-1])]
        if motion[0] == "r":
            canvas.turn(origin + lift * size * axis, axis, 0.42 * size, color, thick=thick * size, two=True)
        else:
            canvas.arrow(origin - long * axis, origin + long * axis, color, thick=thick * size, two=True)


def gear(
    canvas: Canvas, center: ArrayLike, *, radius: float, teeth: int, width: float, angle: float = 0.0,
    color: str = ACCENT, axis: ArrayLike = (0, 0, 1), inner: bool = False,
) -> None:  # fmt: skip
    """A spur gear of pitch radius `radius`; an inner one is a ring with teeth inside."""
    addendum = 1.0 * radius / teeth * 2.0
    steps = np.array([-0.25, -0.12, 0.12, 0.25]) * 2.0 * np.pi / teeth
    heights = np.array([-addendum, addendum, addendum, -addendum]) * (-1.0 if inner else 1.0)
    turn = angle + 2.0 * np.pi * np.arange(teeth)[:, None] / teeth + steps
    far = radius + np.broadcast_to(heights, turn.shape)
    outline = np.column_stack([(far * np.cos(turn)).ravel(), (far * np.sin(turn)).ravel()])
    solid = _ring(outline, 1.22 * radius if inner else 0.22 * radius, width)
    x, y, z = _axes(np.asarray(axis, dtype=float))
    canvas.add(placed(solid, (np.asarray(center, dtype=float), np.column_stack([x, y, z]))), color)


def _axes(axis: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    z = axis / np.linalg.norm(axis)
    x = np.cross([0.0, 1.0, 0.0], z) if abs(z[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    x = x / np.linalg.norm(x)
    return x, np.cross(z, x), z


def _ring(outline: np.ndarray, other: float, width: float) -> pv.PolyData:
    """A flat body between an outline (n, 2) about the origin and a circle."""
    n = len(outline)
    angle = np.arctan2(outline[:, 1], outline[:, 0])
    circle = other * np.column_stack([np.cos(angle), np.sin(angle)])
    rings = [
        np.column_stack([part, np.full(n, height)])
        for part in (outline, circle) for height in (-0.5 * width, 0.5 * width)
    ]  # fmt: skip
    after = np.roll(np.arange(n), -1)
    faces = []
    for low, high in ((0, 1), (1, 3), (3, 2), (2, 0)):
        a, b = low * n, high * n
        faces += [[4, a + k, a + after[k], b + after[k], b + k] for k in range(n)]
    return pv.PolyData(np.concatenate(rings), np.array(faces))
