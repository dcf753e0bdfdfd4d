"""Restart into the same results file: its rows are kept, and only new ones are added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.results.store.layout import Shape
from mbfe.results.store.reader import Reader
from mbfe.results.tolerances import ROWS

__all__ = ["Earlier"]

MOTION = ("pose", "twist", "accel")
"""Columns by which rows are compared."""


class Earlier:
    """Rows and checkpoints in the file of a restarted run.

    A run that starts from a checkpoint in the middle, or from the last one before a kill, computes rows again
    that the file has already. They are compared with those and not written twice.

    Columns have the shape of one row each of the new run, which computes from `start` to `end` [s].

    Attributes
    ----------
    n_time, n_checkpoint : int
        Rows and checkpoints that stay.
    repeated : int
        Rows of them after the start, which are computed again.

    Raises
    ------
    ResultsError
        If the new run adds nothing to the file, or has other columns.
    """

    def __init__(self, reader: Reader, columns: Mapping[str, Shape], *, start: float, end: float) -> None:
        self._reader, self._start = reader, start
        self.where = f'results file "{reader.path}"'
        self.n_time, self.n_checkpoint = reader.n_time, reader.n_checkpoint
        if {name: column.shape[1:] for name, column in reader.columns.items()} != dict(columns):
            raise ResultsError(
                self.where,
                "cannot be continued in place: its columns are those of another version or model",
                remedy="Give file= another name",
            )
        time = np.asarray(reader.columns["time"][:])
        last = float(time[-1]) if len(time) else start
        self._slack = ROWS.same_time * max(abs(end - min(start, *time[:1])), abs(end) * ROWS.same_time)
        if end <= last + self._slack:
            raise ResultsError(
                self.where,
                f"holds rows up to {last:g} s already, and the run would end at {end:g} s",
                remedy="Ask for a longer duration, or give file= another name",
            )
        self._time, self._last = time, last
        self.repeated = int((time > start + self._slack).sum())
        known = reader.checkpoint_time
        self._checkpoint = float(known.max(initial=-np.inf))
        self._length = float(reader.header.get("length", 1.0))
        self._motion = [name for name in MOTION if name in columns]

    def check(self) -> None:
        """Refuse a file that is not what it was when the run began."""
        with Reader(self._reader.path) as now:
            if now.stamp == self._reader.stamp and now.n_time == self.n_time:
                return
        raise ResultsError(
            self.where,
            "holds other rows than the results that the run continues: it was written meanwhile",
            remedy='Open it again, restart="…", or give file= another name',
        )

    def blocks(self, rows: int) -> Iterator[tuple[int, dict[str, Floats]]]:
        """All rows, as many at a time as required, with the number of the first."""
        for first in range(0, self.n_time, rows):
            stop = min(first + rows, self.n_time)
            yield first, {name: column[first:stop] for name, column in self._reader.columns.items()}

    def checkpoints(self, n_state: int) -> dict[str, Floats]:
        """Times and states of all checkpoints."""
        found = {"time": self._reader.checkpoint_time}
        if n_state:
            states = [self._reader.read_checkpoint(index=i)[1] for i in range(self.n_checkpoint)]
            found["state"] = np.array(states).reshape(-1, n_state)
        return found

    def merged(self, report: Mapping[str, Any]) -> dict[str, Any]:
        """Report of the restarted run, merged with the earlier report of the rows that are kept."""
        before = self._reader.report
        if not report:
            return dict(before)
        events = [event for event in before.get("events", ()) if event["time"] <= self._start]
        return {
            **report,
            "events": [*events, *report.get("events", ())],
            "seconds": before.get("seconds", 0.0) + report.get("seconds", 0.0),
            "warnings": list(dict.fromkeys([*before.get("warnings", ()), *report.get("warnings", ())])),
            "continued": [*before.get("continued", ()), {"time": self._start, "rows": self.n_time}],
        }

    def is_new_checkpoint(self, time: float) -> bool:
        """Whether a checkpoint comes after those that there are."""
        return time > self._checkpoint + self._slack

    def fresh(self, block: Mapping[str, Floats]) -> dict[str, Floats]:
        """Rows of a block that the file does not hold yet.

        Raises
        ------
        ResultsError
            If the file holds other rows at their times.
        """
        time = block["time"]
        old = int(np.searchsorted(time, self._last + self._slack, side="right"))
        if not old or not self.n_time:
            return dict(block)
        near = [float(time[0]) - self._slack, float(time[old - 1]) + self._slack]
        first, stop = np.searchsorted(self._time, near)
        kept = {name: self._reader.columns[name][first:stop] for name in ("time", *self._motion)}
        new = [row for row in range(old) if not self._is_known(kept, block, row)]
        rows = np.array([*new, *range(old, len(time))], dtype=int)
        return {name: values[rows] for name, values in block.items()}

    def _is_known(self, kept: Mapping[str, Floats], block: Mapping[str, Floats], row: int) -> bool:
        """Whether rows of the file hold one; at its last time the state after an event may be new."""
        time = float(block["time"][row])
        near = np.flatnonzero(np.abs(kept["time"] - time) <= self._slack).tolist()
        found = [i for i in near if self._agree(kept["pose"][i], block["pose"][row])]
        if not found:
            raise ResultsError(
                self.where,
                f"holds rows up to {self._last:g} s, and the continued run does not repeat them: "
                f"at {time:.9g} s {'they differ' if len(near) else 'there is none'}",
                allowed="the same model, step and output times, up to the end of what the file holds",
                remedy="Give file= another name: the new file then begins at the checkpoint",
            )
        last = time >= self._last - self._slack
        whole = (all(self._agree(kept[name][i], block[name][row]) for name in self._motion) for i in found)
        return not last or any(whole)

    def _agree(self, old: Floats, new: Floats) -> bool:
        """Whether the numbers of two rows are the same to rounding."""
        size = max(self._length, float(np.abs(np.nan_to_num(old)).max(initial=0.0)))
        return bool(np.allclose(old, new, rtol=0.0, atol=ROWS.same_motion * size, equal_nan=True))
