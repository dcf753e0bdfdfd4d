"""Results of a static analysis: rows are states of balance, and the last one is where others start."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.snapshot import Snapshot
from mbfe.results.labelled import Signal
from mbfe.results.run import Run

Floats = NDArray[np.float64]


class StaticRun(Run):
    """Results of a static analysis.

    A row is a state of balance. ``time`` counts along the path: by load factor, by the time of the time
    functions, by a prescribed displacement, speed, or the length of the path, as :attr:`axis` says; where one
    of these goes back, ``time`` goes on. The work of loads is not integrated, and ``energy.balance`` means
    nothing here.
    """

    @property
    def axis(self) -> str:
        """What the rows count along, with its unit."""
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
        """Motions that nothing resists in the last state, in words."""
        return tuple(self.report.get("free_motions", ()))

    @property
    def snapshot(self) -> Snapshot:
        """The last state, from which another analysis starts."""
        return self.snapshot_at(-1)

    def snapshot_at(self, row: int) -> Snapshot:
        """State of a row.

        Parameters
        ----------
        row : int
            Row of the results.

        Returns
        -------
        Snapshot
            Motions, multipliers and load factor there; values that laws keep are those of the last row.
        """
        _, packed = self._store.read_checkpoint()
        motion = np.zeros((self.column("pose").shape[1], 20))
        parts = ("pose", "twist", "accel")
        motion[:, :19] = np.concatenate([self.column(part)[row] for part in parts], axis=1)
        return Snapshot(
            motion,
            self.column("multiplier")[row].copy(),
            packed[1:].copy(),
            float(self.time[row]) if self.header["path"] == "time" else float(packed[0]),
            float(self.column("load_factor")[row]),
        )

    @property
    def limit_points(self) -> Floats:
        """Load factors at which the load turns along the path, by parabolas through three rows."""
        factor, along = self.column("load_factor"), self.time
        found = []
        for i in range(1, len(factor) - 1):
            before, after = factor[i] - factor[i - 1], factor[i + 1] - factor[i]
            if before * after < 0.0:
                a, b, c = np.polyfit(along[i - 1 : i + 2] - along[i], factor[i - 1 : i + 2], 2)
                found.append(c - b * b / (4.0 * a))
        return np.array(found)

    def signal(self, name: str) -> Any:
        """Signal by its full name, ``"load_factor"`` and ``"unstable"`` among them."""
        if name in ("load_factor", "unstable"):
            return getattr(self, name)
        return super().signal(name)

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
