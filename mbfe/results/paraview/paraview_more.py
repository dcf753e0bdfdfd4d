"""Scenery and springs in a ParaView series."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.results.paraview.blocks import SceneryBlock, SpringBlock
from mbfe.results.paraview.mesh_files import PolyData
from mbfe.results.paraview.paraview_lines import checked

__all__ = ["SceneryData", "SpringData", "scenery_data"]

TURNS, FACETS, STRAIGHT = 7, 12, 0.12
"""Turns of a coil, its points in each of them, and the straight part at each end of its length."""
COIL, WIRE = 0.105, 0.018
"""Radii of a coil and of its wire, in units of its length."""


class SceneryData:
    """Data set of scenery, in one file for all frames."""

    fixed = True

    def __init__(self, path: tuple[str, ...], block: SceneryBlock, *, lines: bool = False) -> None:
        self.path = path
        self.arrays = {"points": block.points, **block.arrays}
        self.data = PolyData(self.arrays, () if lines else block.cells, lines=block.lines if lines else ())

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays."""
        return self.arrays


def scenery_data(blocks: Sequence[SceneryBlock]) -> list[SceneryData]:
    """Data sets of scenery: surfaces, and lines drawn on them."""
    made = [SceneryData(("scenery", block.name), block) for block in blocks]
    return made + [
        SceneryData(("scenery_lines", block.name), block, lines=True) for block in blocks if len(block.lines)
    ]


class SpringData:
    """Data set of all springs as lines.

    Arrays are "tension" [N], "thickness" [m] for a tube around them, and "spring", their place in the field
    array "spring_name".
    """

    path: tuple[str, ...] = ("springs",)
    fixed = False

    def __init__(self, springs: Sequence[SpringBlock], n_time: int) -> None:
        self.springs = [_Spring(spring, n_time) for spring in springs]
        self.counts = [len(spring.along) for spring in self.springs]
        ends = np.cumsum([0, *self.counts])
        rows = [np.arange(a, b) for a, b in itertools.pairwise(ends.tolist())]
        self.thickness = np.repeat([spring.thickness for spring in self.springs], self.counts)
        self.number = np.repeat(np.arange(len(springs)) + 0.0, self.counts)
        names = {"spring_name": [spring.name for spring in springs]}
        self.data = PolyData(self.frame(0), [], lines=rows, field_text=names)

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        return {
            "points": np.concatenate([spring.points(k) for spring in self.springs]),
            "tension": np.repeat([spring.tension[k] for spring in self.springs], self.counts),
            "thickness": self.thickness,
            "spring": self.number,
        }


class _Spring:
    """Line of one spring."""

    def __init__(self, spring: SpringBlock, n_time: int) -> None:
        where = f'write_series: spring "{spring.name}"'
        self.first = checked(f"{where}: first", spring.first, (n_time, 3))
        self.arms = checked(f"{where}: second", spring.second, (n_time, 3)) - self.first
        self.tension = checked(f"{where}: tension", spring.tension, (n_time,))
        self.along = _coil() if spring.coil else np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        size = float(np.median(np.linalg.norm(self.arms, axis=1)))
        self.radius, self.thickness = COIL * size, (1.0 if spring.coil else 2.0) * WIRE * size
        # the axis of the world from which it keeps away
        self.beside = np.eye(3)[np.abs(self.arms).max(axis=0).argmin()]

    def points(self, k: int) -> Floats:
        """Its points in a frame."""
        arm = self.arms[k]
        axis = arm / (np.linalg.norm(arm) or 1.0)
        side = self.beside - (self.beside @ axis) * axis
        side /= np.linalg.norm(side) or 1.0
        around = self.along[:, :1] * side + self.along[:, 1:2] * np.cross(axis, side)
        return self.first[k] + self.radius * around + self.along[:, 2:] * arm


def _coil() -> Floats:
    """Points of a coil: two across in units of its radius, one along in units of its length."""
    turn = np.linspace(0.0, 2.0 * np.pi * TURNS, TURNS * FACETS + 1)
    along = np.linspace(STRAIGHT, 1.0 - STRAIGHT, len(turn))
    coil = np.column_stack([np.cos(turn), np.sin(turn), along])
    return np.concatenate([[[0, 0, 0], [0, 0, STRAIGHT]], coil, [[0, 0, 1 - STRAIGHT], [0, 0, 1]]])
