"""Surfaces of roads for pictures, from the numbers that compiled code has of a road."""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats, Ints
from mbfe.checks import finite_vector, positive
from mbfe.errors import ModelError
from mbfe.functions.curve_arrays import value, values
from mbfe.geometry.road_law import (
    BANK,
    FIRST,
    FOURTH,
    GRADE,
    KIND,
    SECOND,
    THIRD,
    RoadKind,
    rise,
    road_heights,
)

__all__ = ["Detail", "RoadMesh", "lines_over"]

Detail = tuple[float, float, float] | None
"""Where a road is not plane, from and to, and the spacing of lines that shows it there [m]."""

MOST_LINES = 4000
"""Lines along x or y that a strip has at most for details, so that its file stays small."""
MOST_CELLS = 60_000
"""Cells of the rectangle around a path, above which only those near the path are kept."""


@dataclass(frozen=True, eq=False)
class RoadMesh:
    """Heights of a road over places, as surfaces.

    The row has the numbers of :func:`mbfe.geometry.road_law.road_heights`, the storage its curves; details
    along x and y are from, to and spacing [m].
    """

    row: Floats
    storage: Floats
    along: Detail = None
    across: Detail = None

    @cached_property
    def _lists(self) -> tuple[list[float], list[float]]:
        """Numbers and curves as lists, of which Python reads single numbers faster than of arrays."""
        return self.row.tolist(), self.storage.tolist()

    def heights_at(self, x: float, y: float) -> tuple[float, ...]:
        """Height, slopes and curvatures at one place, see :func:`mbfe.geometry.road_law.road_heights`."""
        found: tuple[float, ...] = road_heights(*self._lists, x, y)
        return found

    def height(self, x: float, y: float) -> float:
        """Height [m] at one place (x, y) [m]."""
        r, storage = self._lists
        if r[KIND] != RoadKind.TRACKS:
            return self.heights_at(x, y)[0]
        f = value(storage, int(r[SECOND]), x)
        if r[FIRST] != r[SECOND]:
            u = rise((y - r[THIRD]) / r[FOURTH])[0]
            f += u * (value(storage, int(r[FIRST]), x) - f)
        return r[GRADE] * x + r[BANK] * y + f

    def heights(self, x: Floats, y: Floats) -> Floats:
        """Heights [m] at many places (x, y) [m], arrays of one shape."""
        r = self.row
        s = r[GRADE] * x + r[BANK] * y
        if r[KIND] == RoadKind.KERB:
            s += r[FIRST] * _risen((x - r[SECOND]) / r[THIRD])
        elif r[KIND] == RoadKind.SINE:
            s += r[FIRST] * np.sin(r[SECOND] * x + r[THIRD])
        elif r[KIND] == RoadKind.TRACKS:
            f = values(self.storage, int(r[SECOND]), x)
            if r[FIRST] != r[SECOND]:
                left = values(self.storage, int(r[FIRST]), x)
                f += _risen((y - r[THIRD]) / r[FOURTH]) * (left - f)
            s += f
        return np.asarray(s)

    def to_dict(self) -> dict[str, Any]:
        """A dict that JSON can hold, for the header of a results file."""
        packed = zlib.compress(np.ascontiguousarray(self.storage, dtype="<f8").tobytes())
        return {
            "row": self.row.tolist(),
            "curves": base64.b64encode(packed).decode("ascii"),
            "along": self.along,
            "across": self.across,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> RoadMesh:
        """Restore from what :meth:`to_dict` gave."""
        storage = np.frombuffer(zlib.decompress(base64.b64decode(stored["curves"])), "<f8")
        details = (tuple(stored[name]) if stored[name] else None for name in ("along", "across"))
        return cls(np.array(stored["row"]), storage, *details)

    def grid(self, x: Floats, y: Floats) -> tuple[Floats, Ints]:
        """Points (n m, 3) on the road over lines of x and y, y the faster, and quads that face up."""
        points = np.stack(np.meshgrid(x, y, [0.0], indexing="ij"), axis=-1).reshape(-1, 3)
        points[:, 2] = self.heights(points[:, 0], points[:, 1])
        n, m = len(x), len(y)
        corner = (m * np.arange(n - 1)[:, None] + np.arange(m - 1)).ravel()
        return points, np.column_stack([corner, corner + m, corner + m + 1, corner + 1])

    def strip(self, path: ArrayLike, *, margin: float, tile: float) -> Strip:
        """Surface under a path: the rectangle around it or, of a large and uneven one, what is near the path.

        It is fine where the road has details, coarse elsewhere. The path has places (x, y) of some points
        over time, (n_time, n_point, 2) [m]; the road extends by a margin [m] to its sides and beyond its
        ends. Lines are drawn on it at multiples of the length of a tile [m].
        """
        places = _filled(np.asarray(path, dtype=float), 0.5 * margin)
        low, high = places.min(axis=0) - margin, places.max(axis=0) + margin
        while max(high - low) > MOST_LINES * tile:
            tile *= 10.0
        (x, across), (y, along) = (
            _lines(a, b, tile, detail)
            for a, b, detail in zip(low, high, (self.along, self.across), strict=True)
        )
        n, m = len(x) - 1, len(y) - 1
        kept = np.ones((n, m), dtype=bool)
        if n * m > MOST_CELLS:
            middles = np.stack(
                np.meshgrid(0.5 * (x[1:] + x[:-1]), 0.5 * (y[1:] + y[:-1]), indexing="ij"), axis=2
            )
            kept = scipy.spatial.cKDTree(places).query(middles, distance_upper_bound=margin)[0] < np.inf
        points, quads = self.grid(x, y)
        rows = np.arange(len(points)).reshape(n + 1, m + 1)
        edge_x = np.pad(kept, ((0, 0), (0, 1))) | np.pad(kept, ((0, 0), (1, 0)))
        edge_y = np.pad(kept, ((0, 1), (0, 0))) | np.pad(kept, ((1, 0), (0, 0)))
        lines = [row for j in along for row in _runs(rows[:, j], edge_x[:, j])]
        lines += [row for i in across for row in _runs(rows[i], edge_y[i])]
        return _packed(self.row, points, quads[kept.ravel()], lines)


@dataclass(frozen=True, eq=False)
class Strip:
    """Surface of a road: points (n, 3) [m], and quads (m, 4), counter-clockwise from above.

    Rows of points of the lines drawn on it, and heights (n,) over the plane of its grade and bank [m].
    """

    points: Floats
    quads: Ints
    lines: list[Ints]
    profile: Floats


def lines_over(where: str, x: ArrayLike, y: ArrayLike, spacing: float) -> tuple[Floats, Floats]:
    """Places of lines over ranges of x and of y, not further apart than the spacing [m]."""
    step = positive(where, "spacing", spacing)
    lines = []
    for name, given in (("x", x), ("y", y)):
        low, high = finite_vector(where, name, given, size=2)
        if not low < high:
            raise ModelError(f"{where}: {name}", f"{low:g} to {high:g} m", allowed="a range that grows")
        lines.append(np.linspace(low, high, 1 + math.ceil((high - low) / step)))
    return lines[0], lines[1]


def _risen(u: Floats) -> Floats:
    """Smooth step 6u⁵ − 15u⁴ + 10u³ from 0 to 1."""
    u = np.clip(u, 0.0, 1.0)
    return u * u * u * (10.0 + u * (6.0 * u - 15.0))


def _packed(row: Floats, points: Floats, quads: Ints, lines: list[Ints]) -> Strip:
    """A strip of only the points that it uses."""
    used, new = np.unique(quads, return_inverse=True)
    number = np.zeros(len(points), dtype=np.int64)
    number[used] = np.arange(len(used))
    points = points[used]
    profile = points[:, 2] - points[:, :2] @ row[[GRADE, BANK]]
    return Strip(points, new.reshape(-1, 4), [number[line] for line in lines], profile)


def _filled(path: Floats, step: float) -> Floats:
    """Places on the straight lines between the times, not more than a step apart."""
    if len(path) < 2:
        return path.reshape(-1, 2)
    jumps = np.linalg.norm(np.diff(path, axis=0), axis=2).max(axis=1)
    parts = np.ceil(jumps / step).clip(1, 100_000).astype(int)
    first = np.repeat(np.arange(len(parts)), parts)
    within = (np.arange(len(first)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[first]
    between = path[first] + within[:, None, None] * (path[first + 1] - path[first])
    return np.concatenate([between, path[-1:]]).reshape(-1, 2)


def _lines(low: float, high: float, tile: float, detail: Detail) -> tuple[Floats, Ints]:
    """Places of lines over a range widened to whole tiles, and which of them bound tiles."""
    start, end, step = detail or (0.0, 0.0, tile)
    start, end = max(start, low), min(end, high)
    parts = 1
    if start < end:
        parts = math.ceil(tile / min(tile, max(step, (end - start) / MOST_LINES)))
    rows = parts * np.arange(math.floor(low / tile), math.ceil(high / tile) + 1)
    if start < end:
        fine = np.arange(math.floor(start * parts / tile), math.ceil(end * parts / tile) + 1)
        rows = np.union1d(rows, fine[(fine >= rows[0]) & (fine <= rows[-1])])
    return np.asarray(rows * (tile / parts), dtype=float), np.flatnonzero(rows % parts == 0)


def _runs(rows: Ints, kept: NDArray[np.bool_]) -> list[Ints]:
    """Pieces of a line of points whose edges are kept."""
    edges = np.flatnonzero(kept)
    if not len(edges):
        return []
    pieces = np.split(edges, np.flatnonzero(np.diff(edges) > 1) + 1)
    return [rows[piece[0] : piece[-1] + 2] for piece in pieces]
