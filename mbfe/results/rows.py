"""Rows of results, in memory or in a file, as views, states and pictures read them."""

from __future__ import annotations

import math
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.model.description import Line, described
from mbfe.model.handle import Handle
from mbfe.quantities.catalogue import ENDS
from mbfe.results.quantities import HeaderCatalogue
from mbfe.results.store.sound import refuse

__all__ = ["RecordedRows"]

WHOLE = 2**23
"""Bytes of a column up to which it is read as a whole, and kept, when a part of it is required."""


class RecordedRows:
    """Columns of results in a store, over time or another abscissa.

    ``header`` describes the results.
    """

    over_time: ClassVar[bool] = True
    """Whether the abscissa is time, so that a time identifies a state."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.header: dict[str, Any] = store.header
        self._items = {item["name"]: item for item in self.header["items"]}
        self._cache: dict[str, Floats] = {}
        self._checked = 0

    @property
    def status(self) -> str:
        """How the run ended: completed, stopped, interrupted, failed, or unfinished."""
        return str(self.store.status)

    @property
    def path(self) -> Path | None:
        """The file, if there is one."""
        return self.store.path

    @property
    def axis(self) -> str:
        """Abscissa of the rows with its unit: the label of the horizontal axis of plots."""
        return "time [s]"

    @property
    def time(self) -> Floats:
        """Recorded times [s]."""
        time = self.column("time")
        if self._checked < len(time):
            if not np.isfinite(time).all() or (np.diff(time) < 0.0).any():
                raise refuse(self._where, "its times do not ascend")
            self._checked = len(time)
        return time

    @property
    def _where(self) -> str:
        """How errors call the results."""
        return f'results of "{self.header["model"]}"' if self.path is None else f'results file "{self.path}"'

    def __getitem__(self, name: str) -> Any:
        """View of an item, see :class:`mbfe.results.run.Run`."""
        raise NotImplementedError

    def __contains__(self, name: object) -> bool:
        """Whether there is an item or node of a name."""
        return name in self._items or name in self.header["nodes"]

    def signal(self, name: str | Handle) -> Any:
        """Quantity over time by its full name, see :class:`mbfe.results.run.Run`."""
        raise NotImplementedError

    @cached_property
    def known(self) -> HeaderCatalogue:
        """What quantities there are."""
        return HeaderCatalogue(self.header)

    def body(self, name: str) -> Any:
        """View of a body or node, or of a section of a beam, such as ``"blade.tip"``."""
        owner, _, section = name.partition(".")
        return self[owner].recorded(section) if section and owner in self._items else self[name]

    def column(self, name: str) -> Floats:
        """All rows of a column of the store as an array."""
        if name not in self._cache or len(self._cache[name]) != self.store.n_time:
            self._cache[name] = np.asarray(self.store.columns[name])
        return self._cache[name]

    def part(self, name: str, *key: Any, rows: slice = slice(None)) -> Floats:
        """Part of a column, such as the poses of one node; only this part of a large file is read."""
        column = self.store.columns[name]
        size = 8 * math.prod(column.shape)
        if isinstance(column, np.ndarray) or size <= WHOLE:
            column = self.column(name)
        return np.asarray(column[(rows, *key)])

    def line(self, name: str) -> Line | None:
        """Description of an item as a line with elements, None where it is none."""
        item = self._items.get(name)
        about = None if item is None else described(item["description"])
        return about if isinstance(about, Line) else None

    @checked_request
    def node_pose(self, name: str) -> Floats:
        """Pose (n, 7) of a body or node by name."""
        return self.part("pose", self.node_row(name))

    def node_row(self, name: str) -> int:
        """Row of a body or node in the columns, by its name or as the start, end or tip of a beam."""
        if name in self.header["nodes"]:
            return int(self.header["nodes"].index(name))
        owner, _, part = name.partition(".")
        line = self.line(owner)
        if line is not None and part in ENDS:
            return int(line.nodes[0 if part == "start" else -1])
        raise ResultsError(
            "frame", f'there is no body or node "{name}"', allowed=", ".join(self.header["nodes"])
        )
