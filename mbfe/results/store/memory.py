"""Results of a run that writes no file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.results.store.layout import (
    RunStore,
    Shape,
    Status,
    block_length,
    check_index,
    checked_columns,
    checked_state,
    to_json,
)

__all__ = ["MemoryStore"]


class MemoryStore(RunStore):
    """Rows of results kept in memory, written like a `Writer` and read like a `Reader`.

    Columns have the shape of one row each, ``time`` with row shape () among them; `n_state` is the length of
    a checkpoint's state, 0 when the run keeps no checkpoints. The header, anything that JSON can represent
    and arrays, is kept as a file would give it back (tuples are lists).

    Examples
    --------
    >>> store = MemoryStore({"model": "demo"}, {"time": (), "energy": (5,)})
    >>> store.append({"time": [0.0, 0.1], "energy": np.zeros((2, 5))})
    >>> store.close()
    >>> store.columns["energy"].shape, store.completed
    ((2, 5), True)
    """

    path: None = None

    def __init__(self, header: Mapping[str, Any], columns: Mapping[str, Shape], n_state: int = 0) -> None:
        self.header: dict[str, Any] = json.loads(to_json(header, "results header"))
        self.status = Status.UNFINISHED
        self.report: dict[str, Any] = {}
        self.n_time = 0
        self._rows = checked_columns(columns)
        self._parts: dict[str, list[NDArray[np.float64]]] = {
            name: [np.empty((0, *row))] for name, row in self._rows.items()
        }
        self._n_state = n_state
        self._checkpoints: list[tuple[float, NDArray[np.float64]]] = []

    def append(self, block: Mapping[str, ArrayLike]) -> None:
        """Add rows: one array for each column, shape ``(rows, *row)``."""
        n_row = block_length(block, self._rows)
        for name, parts in self._parts.items():
            parts.append(np.array(block[name], dtype=np.float64))
        self.n_time += n_row

    def checkpoint(self, time: float, state: ArrayLike) -> None:
        """Store the state, shape (n_state,), for an exact continuation at ``time`` [s]."""
        self._checkpoints.append((float(time), checked_state(state, self._n_state).copy()))

    def flush(self) -> None:
        """Do nothing: there is no file."""

    def close(self, *, status: str = Status.COMPLETED, report: Mapping[str, Any] | None = None) -> None:
        """Note how the run ended; a second call changes nothing."""
        if self.status is Status.UNFINISHED:
            self.report = json.loads(to_json(report or {}, "results report"))
            self.status = Status(status)

    @property
    def completed(self) -> bool:
        """Whether the run reached its end time or a stop condition."""
        return self.status.ended_well

    @property
    def columns(self) -> dict[str, NDArray[np.float64]]:
        """All rows of each column, shape ``(n_time, *row)``."""
        for name, parts in self._parts.items():
            if len(parts) > 1:
                self._parts[name] = [np.concatenate(parts)]
        return {name: parts[0] for name, parts in self._parts.items()}

    @property
    def n_checkpoint(self) -> int:
        """Number of checkpoints."""
        return len(self._checkpoints)

    @property
    def checkpoint_time(self) -> NDArray[np.float64]:
        """Times of the checkpoints, shape (n_checkpoint,) [s]."""
        return np.array([time for time, _ in self._checkpoints])

    def read_checkpoint(self, *, index: int = -1) -> tuple[float, NDArray[np.float64]]:
        """Return time [s] and state, shape (n_state,), of one checkpoint; the last by default."""
        check_index(index, self.n_checkpoint, "run in memory")
        time, state = self._checkpoints[index]
        return time, state.copy()

    def reader(self) -> MemoryStore:
        """The store itself, which is read as it is."""
        return self

    def refresh(self) -> int:
        """Return the number of rows."""
        return self.n_time
