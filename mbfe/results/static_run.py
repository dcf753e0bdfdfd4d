"""Results of a static analysis: rows are equilibria, the last one is the start of other analyses."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.run import Run
from mbfe.results.states import history_of_row, layout_of, motion_of_row
from mbfe.results.tolerances import ROWS
from mbfe.results.views.labelled import Signal
from mbfe.results.views.run_card import run_card

__all__ = ["StaticRun"]


class StaticRun(Run):
    """Results of a static analysis.

    A row is an equilibrium. ``time`` is the path parameter: load factor, time of the time functions,
    prescribed displacement, speed, or arc length of the path, see :attr:`axis`; where one of these decreases,
    ``time`` still increases. The work of loads is not integrated, and ``energy.balance`` has no meaning here.
    """

    over_time: ClassVar[bool] = False

    @property
    def axis(self) -> str:
        """Path parameter with its unit."""
        units = {"time": " [s]", "displacement": " [m]", "speed": " [rad/s]", "length": " of the path"}
        path = str(self.header["path"])
        return path + units.get(path, "")

    @property
    def load_factor(self) -> Signal:
        """Factor of loads and gravity in each row."""
        return Signal(self.column("load_factor"), name="load_factor", unit="1", time=self.time)

    @property
    def unstable(self) -> Signal:
        """Number of directions with negative stiffness in each row; 0 for a stable state."""
        return Signal(self.column("unstable"), name="unstable", unit="1", time=self.time)

    @property
    def free_motions(self) -> tuple[str, ...]:
        """Motions without stiffness in the last state, in words."""
        return tuple(self.report.get("free_motions", ()))

    @property
    def snapshot(self) -> Snapshot:
        """The last state, the start of another analysis."""
        return self._equilibrium(len(self.time) - 1)

    @checked_request
    def at(self, along: float) -> Snapshot:
        """State of a row.

        Parameters
        ----------
        along : float
            Path parameter as in ``time``, in the unit of :attr:`axis`.

        Returns
        -------
        Snapshot
            Motions, multipliers, load factor, and history variables there.

        Raises
        ------
        ResultsError
            If there is no such row: an interpolated state would not be an equilibrium.
        """
        return self._equilibrium(self._row(along))

    def _equilibrium(self, at: int) -> Snapshot:
        """State of a row by its number."""
        if at < 0:
            raise ResultsError(f'results of "{self.header["model"]}"', "there are no rows, and so no states")
        layout = layout_of(self.header)
        _, packed = self.store.read_checkpoint()
        history = history_of_row(self, layout, at)
        if at == len(self.time) - 1:
            history = packed[1:].copy()
        return Snapshot(
            motion_of_row(self, at),
            np.array(self.store.columns["multiplier"][at]),
            history,
            float(self.time[at]) if self.header["path"] == "time" else float(packed[0]),
            float(self.column("load_factor")[at]),
            layout,
        )

    def _row(self, along: float) -> int:
        """Row at a place of the path."""
        there = np.abs(self.time - along)
        nearest = int(np.argmin(there)) if len(there) else -1
        if nearest >= 0 and there[nearest] > ROWS.same_time * max(1.0, abs(along)):
            rows = ", ".join(f"{value:.6g}" for value in self.time[:20])
            raise ResultsError(
                f'results of "{self.header["model"]}": at: along',
                f"{self.axis} {along:g}",
                allowed=f"that of a row: {rows}" + (", …" if len(self.time) > 20 else ""),
                remedy="States between two rows are not equilibria: let the analysis compute a row there",
            )
        return nearest

    @property
    def limit_points(self) -> Floats:
        """Load factors of the limit points of the path, by parabolas through three rows."""
        factor, along = self.column("load_factor"), self.time
        found = []
        for i in range(1, len(factor) - 1):
            before, after = factor[i] - factor[i - 1], factor[i + 1] - factor[i]
            if before * after < 0.0:
                a, b, c = np.polyfit(along[i - 1 : i + 2] - along[i], factor[i - 1 : i + 2], 2)
                found.append(c - b * b / (4.0 * a))
        return np.array(found)

    def _repr_html_(self) -> str:
        more: list[tuple[str, Any]] = []
        if len(self.time):
            more.append(("load factor", f"{self.column('load_factor')[-1]:.6g}"))
            more.append(("directions without stability", f"{self.column('unstable')[-1]:g}"))
        more += [("free motion", text) for text in self.free_motions]
        return run_card(self, f'Static state of "{self.header["model"]}"', more)

    def __str__(self) -> str:
        r = self.report
        factors = self.column("load_factor")
        lines = [f'Static state of "{self.header["model"]}": {self.status}, {len(factors)} rows']
        if len(factors):
            lines[0] += f", load factor {factors[-1]:.6g}"
        if r:
            lines.append(
                f"  {r['increments']} increments, {r['rejected']} rejected, {r['iterations']} iterations, "
                f"{r['factorisations']} factorisations, {r['seconds']:.3g} s"
            )
        lines += [f"  free motion: {text}" for text in r.get("free_motions", ())]
        lines += [f"  warning: {text}" for text in r.get("warnings", ())]
        return "\n".join(lines)
