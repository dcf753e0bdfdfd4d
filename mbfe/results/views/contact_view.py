"""View of a contact in a run: its points together, and each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.results.rows import RecordedRows
from mbfe.results.views.item_views import ItemView
from mbfe.results.views.labelled import Signal

__all__ = ["ContactView"]

SUMS = ("normal_force", "contact_force", "friction_force", "in_contact", "sticking")
"""Outputs that are summed over the points; all others are those of the deepest point."""


class ContactView(ItemView):
    """Results of a contact of one or many points."""

    def __init__(self, run: RecordedRows, header: dict[str, Any]) -> None:
        super().__init__(run, header)
        self._places: dict[str, list[int]] = {}
        for entry in header["outputs"]:
            self._places.setdefault(entry["name"], []).append(int(entry["offset"]))

    @property
    def n_points(self) -> int:
        """Number of points."""
        return int(self._about.points)

    def _all(self, output: str) -> Floats:
        """Values of an output at all points, (n_time, n_point, size)."""
        entry = self._outputs[output]
        size = int(np.prod(entry["shape"], dtype=int))
        columns = np.array(self._places[output])[:, None] + np.arange(size)
        return self._run.column("output")[:, columns]

    def _of_points(self, values: Floats, entry: dict[str, Any], name: str) -> Signal:
        names = tuple(entry["components"])
        made, frame = (values, "world") if names else (values[..., 0], None)
        return self._labelled(made, name, entry["unit"], components=names, frame=frame)

    def _of_output(self, signal: Mapping[str, Any]) -> Signal:
        output = signal["output"]
        values = self._all(output)
        if output in SUMS:
            together = values.sum(axis=1)
        else:
            deepest = self._all("gap")[:, :, 0].argmin(axis=1)
            together = values[np.arange(len(values)), deepest]
        return self._of_points(together, self._outputs[output], signal["name"])

    def points(self, name: str) -> Signal:
        """A signal at all points.

        Parameters
        ----------
        name : str
            Name of the signal, as ``"normal_force"``.

        Returns
        -------
        Signal
            Of shape (n_time, n_point) or (n_time, n_point, 3), points in the order in which they were given.
        """
        if name not in self._signals:
            raise ResultsError(
                f'{self._header["kind"]} "{self.name}"',
                f'no signal "{name}"',
                allowed=", ".join(self._signals),
            )
        output = self._signals[name]["output"]
        return self._of_points(self._all(output), self._outputs[output], f"{name} of points")

    def drawn(self, rows: NDArray[np.int64]) -> list[tuple[str, Floats, Floats]]:
        """Points for pictures, at some of the rows: what each is called, its places and its forces.

        Of a contact that says ``only_touching``, those that ever have a force there.
        """
        places, forces = (self._all(name)[rows] for name in (self._about.point, self._about.force))
        titles = [self.name] if self.n_points == 1 else [f"{self.name} {i}" for i in range(self.n_points)]
        every = not self._about.only_touching
        return [
            (title, places[:, i], forces[:, i])
            for i, title in enumerate(titles)
            if every or forces[:, i].any()
        ]
