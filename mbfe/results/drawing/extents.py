"""How large blocks are, how far they travel, and the sizes and colours of what marks them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.results.drawing.blocks import Blocks

__all__ = [
    "ARROW", "COLORS", "FAR", "FAR_ON_ROAD", "MARK", "Extents", "extents_of", "mark_size", "points_of",
    "usual_length",
]  # fmt: skip


FAR, FAR_ON_ROAD = 10.0, 2.0
"""Lengths of motion in sizes of the mechanism from which the camera moves along, without and with a road."""
MARK, ARROW = 0.035, 0.3
"""Largest diameter of a mark, and length of a long arrow, in sizes of the mechanism."""
COLORS = tuple(
    f"#{color}"
    for color in "4477AA EE6677 228833 CCBB44 66CCEE AA3377 997700 44BB99 EE8866 77AADD 882255 999933".split()
)
"""Colours of items that have none of their own."""


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
    ends = [(places.min(axis=1), places.max(axis=1)) for places in points_of(blocks)]
    low, high = np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)
    box = np.stack([low.min(axis=0), high.max(axis=0)])
    travel = float(np.linalg.norm(box[1] - box[0]))
    size = float(np.median(np.linalg.norm(high - low, axis=1)))
    size = size if size > 1e-9 * travel else travel
    return Extents(box, size or 1.0, travel, any(scenery.relief for scenery in blocks.scenery))


def points_of(blocks: Blocks) -> list[Floats]:
    """Points (n_time, n, 3) between which all lies that moves, or else those of the scenery (1, n, 3).

    Those of a body are the corners of a box around it in its own frame.
    """
    made = []
    for body in blocks.bodies:
        pose = np.asarray(body.pose, dtype=float)
        corners = np.zeros((1, 3))
        if body.shape is not None:
            ends = np.stack([body.shape.points.min(axis=0), body.shape.points.max(axis=0)])
            corners = np.array(list(itertools.product(*ends.T)))
        made.append(pose[:, None, :3] + rotate(pose[:, None, 3:], corners))
    made += [np.asarray(beam.frames, dtype=float)[..., :3] for beam in blocks.beams]
    made += [np.stack([spring.first, spring.second], axis=1) for spring in blocks.springs]
    made += [np.asarray(each.position, dtype=float)[:, None] for each in blocks.points if not each.arrow]
    still = [np.asarray(scenery.points)[None] for scenery in blocks.scenery]
    return made or still or [np.zeros((1, 1, 3))]


def mark_size(size: float, count: int) -> float:
    """Diameter of each of so many marks [m] in a mechanism of a size [m]."""
    return size * min(MARK, 0.07 / math.sqrt(max(1, count)))


def usual_length(vectors: Floats) -> float:
    """Length that 90 % of the vectors (n, 3) that are not zero do not exceed, or a third of the longest."""
    lengths = np.linalg.norm(vectors, axis=1)
    acting = lengths[lengths > 0.0]
    return max(float(np.quantile(acting, 0.9)), float(acting.max()) / 3.0) if len(acting) else 0.0
