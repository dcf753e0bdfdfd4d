"""How large blocks are, and how far they travel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.results.drawing.blocks import Blocks

__all__ = ["FAR", "FAR_ON_ROAD", "Extents", "extents_of"]

FAR, FAR_ON_ROAD = 10.0, 2.0
"""Lengths of motion in sizes of the mechanism from which the camera moves along, without and with a road."""


@dataclass(frozen=True)
class Extents:
    """Extents of a mechanism in motion.

    Attributes
    ----------
    box : (2, 3) array
        Lowest and highest corner around all of the motion [m].
    size : float
        Diagonal of the box around the mechanism at an instant, the median over time [m].
    travel : float
        Diagonal of the box around all of the motion [m].
    road : bool
        Whether there is a road.
    """

    box: Floats
    size: float
    travel: float
    road: bool

    @property
    def is_far(self) -> bool:
        """Whether the mechanism travels so far that the camera should move along."""
        return self.travel > (FAR_ON_ROAD if self.road else FAR) * self.size


def extents_of(blocks: Blocks) -> Extents:
    """Extents of what moves, or of the scenery where nothing does."""
    lows, highs = [], []
    for places, radius in _moving(blocks):
        lows.append(places.min(axis=1) - radius)
        highs.append(places.max(axis=1) + radius)
    if not lows:
        still = [np.asarray(scenery.points) for scenery in blocks.scenery]
        points = np.concatenate([*still, np.zeros((0, 3))]) if still else np.zeros((1, 3))
        lows, highs = [points.min(axis=0)[None]], [points.max(axis=0)[None]]
    low, high = np.min(lows, axis=0), np.max(highs, axis=0)
    box = np.stack([low.min(axis=0), high.max(axis=0)])
    travel = float(np.linalg.norm(box[1] - box[0]))
    size = float(np.median(np.linalg.norm(high - low, axis=1)))
    size = size if size > 1e-9 * travel else travel
    return Extents(box, size or 1.0, travel, any(scenery.relief for scenery in blocks.scenery))


def _moving(blocks: Blocks) -> Iterator[tuple[Floats, float]]:
    """Points (n_time, n, 3) of what moves, and radii around them [m]."""
    for body in blocks.bodies:
        pose = np.asarray(body.pose, dtype=float)
        if body.shape is None:
            yield pose[:, None, :3], 0.0
            continue
        points = body.shape.points
        low, high = points.min(axis=0), points.max(axis=0)
        middle = rotate(pose[:, 3:], np.broadcast_to(0.5 * (low + high), (len(pose), 3)))
        yield (pose[:, :3] + middle)[:, None], 0.5 * float(np.linalg.norm(high - low))
    for beam in blocks.beams:
        yield np.asarray(beam.frames, dtype=float)[..., :3], 0.0
    for spring in blocks.springs:
        yield np.stack([spring.first, spring.second], axis=1), 0.0
    for point in blocks.points:
        if not point.arrow:
            yield np.asarray(point.position, dtype=float)[:, None], 0.0
