"""Path of a point of a body, a coupler curve, as a table and as a picture."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.files.figures import PALETTE, axes_of, figure_of, literal, save
from mbfe.results.store.tables import write_csv
from mbfe.results.tolerances import PLACES
from mbfe.results.views.labelled import Signal

__all__ = ["PointPath"]

XYZ = ("x", "y", "z")


@dataclass(frozen=True, eq=False)
class PointPath:
    """Path of a point over a run.

    Attributes
    ----------
    position, velocity : Signal
        Place [m] and velocity [m/s] of the point, shape (n, 3).
    title : str
        Title of the path.
    """

    position: Signal
    velocity: Signal
    title: str

    @property
    def closed(self) -> bool:
        """Whether it ends where it began."""
        points = self.position.values
        extent = float(np.ptp(points, axis=0).max(initial=0.0))
        return bool(np.linalg.norm(points[-1] - points[0]) <= PLACES.closed * extent)

    def _pieces(self, x: Floats) -> Iterator[tuple[float, Floats, Floats]]:
        """Weights, places and slopes at the Gauss points of cubic pieces through positions and velocities."""
        v, h = self.velocity.values, np.diff(self.position.time)[:, None]
        a, b = h * v[:-1], h * v[1:]
        for s, weight in zip(0.5 + 0.5 * _GAUSS[0], 0.5 * _GAUSS[1], strict=True):
            place = (1.0 - s * s * (3.0 - 2.0 * s)) * x[:-1] + s * s * (3.0 - 2.0 * s) * x[1:]
            place = place + s * (1.0 - s) ** 2 * a - s * s * (1.0 - s) * b
            slope = 6.0 * s * (1.0 - s) * (x[1:] - x[:-1])
            slope += (3.0 * s * s - 4.0 * s + 1.0) * a + (3.0 * s * s - 2.0 * s) * b
            yield weight, place, slope

    @property
    def length(self) -> float:
        """Length of the path [m], by cubic pieces through positions and velocities."""
        pieces = self._pieces(self.position.values)
        return sum(weight * float(np.linalg.norm(slope, axis=1).sum()) for weight, _, slope in pieces)

    @property
    def area(self) -> Floats:
        """Vector of the area that a closed path encloses [m²], world axes: ½ ∮ x × dx, by cubic pieces."""
        pieces = self._pieces(self.position.values - self.position.values.mean(axis=0))
        parts = (0.5 * weight * np.cross(place, slope).sum(axis=0) for weight, place, slope in pieces)
        return np.sum(list(parts), axis=0)

    @checked_request
    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write times, places and velocities as CSV."""
        write_csv(path, [self.position, self.velocity])

    def plot(
        self, *, plane: str = "xy", file: str | os.PathLike[str] | None = None, title: str | None = None
    ) -> Any:
        """Draw the path in a plane, with equal scales.

        Parameters
        ----------
        plane : str
            Axis to the right and axis upwards, e.g. "xy" or "xz".
        file : path, optional
            Write the picture here; the figure is returned in any case.
        title : str, optional
            Title; that of the path when absent.
        """
        if len(plane) != 2 or plane[0] == plane[1] or any(axis not in XYZ for axis in plane):
            raise ResultsError("PointPath.plot: plane", f'"{plane}"', allowed='two of "x", "y", "z"')
        right, up = (self.position.values[:, XYZ.index(axis)] for axis in plane)
        figure = figure_of((6.0, 5.0), shown=file is None)
        axes = axes_of(figure.subplots())
        axes.plot(right, up, color=PALETTE.blue, linewidth=1.6)
        axes.plot(right[0], up[0], "o", markersize=5, color=PALETTE.blue)
        axes.set_aspect("equal", adjustable="datalim")
        axes.set_xlabel(f"{plane[0]} [m]")
        axes.set_ylabel(f"{plane[1]} [m]")
        axes.set_title(literal(title or self.title), fontsize="large")
        return save(figure, file)


_GAUSS = np.polynomial.legendre.leggauss(4)
