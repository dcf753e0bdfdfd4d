"""Layout of the numbers of a state by names: nodes, variables, constraint rows and history variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.model.contents import ModelContents

__all__ = ["Memory", "StateLayout", "StoredState", "count_up", "turning_nodes"]

MOST_KEPT = 64
"""Largest number of history variables of a law that each row of results has; longer histories, such as the
samples of a delay line, are in checkpoints alone."""


@dataclass(frozen=True)
class Memory:
    """History variables of one law: their part of the values that all laws keep."""

    start: int
    length: int

    @property
    def part(self) -> slice:
        """The same as a slice."""
        return slice(self.start, self.start + self.length)


@dataclass(frozen=True)
class StateLayout:
    """Layout of the numbers of a state of a model.

    Names of the nodes in the order of their rows, and whether each has an orientation that changes; row and
    component in the motion table, and kind, of each variable; number of each constraint row by item, words,
    and count among rows of the same words; memories by item, law, and count among laws of the same name; kind
    of each item.
    """

    model: str
    nodes: tuple[str, ...]
    turning: tuple[bool, ...]
    variables: Mapping[str, tuple[int, int, str]]
    rows: Mapping[tuple[str, str, int], int]
    memories: Mapping[tuple[str, str, int], Memory]
    items: Mapping[str, str]

    @classmethod
    def of_header(cls, header: Mapping[str, Any]) -> StateLayout:
        """Layout of the states in results, by their header."""
        rows: dict[tuple[str, str, int], int] = {}
        memories: dict[tuple[str, str, int], Memory] = {}
        for item in header["items"]:
            first, count = item["rows"] or (0, 0)
            for word, row in zip(item["row_words"], range(first, first + count), strict=False):
                count_up(rows, item["name"], word, row)
            for law, start, length in item["memory"]:
                count_up(memories, item["name"], law, Memory(int(start), int(length)))
        return cls(
            header["model"],
            tuple(header["nodes"]),
            tuple(bool(turns) for turns in header["turning"]),
            {v["name"]: (int(v["row"]), int(v["component"]), str(v["kind"])) for v in header["variables"]},
            rows,
            memories,
            {item["name"]: item["kind"] for item in header["items"]},
        )

    @property
    def n_history(self) -> int:
        """Number of history variables."""
        return sum(memory.length for memory in self.memories.values())

    @property
    def kept(self) -> NDArray[np.int64]:
        """Places, in order, of the history variables that rows of results have."""
        short = [np.arange(m.start, m.part.stop) for m in self.memories.values() if m.length <= MOST_KEPT]
        return np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *short]))


def count_up(found: dict[tuple[str, str, int], Any], item: str, word: str, value: Any) -> None:
    """Put a value under the first key of an item and a word that is still free."""
    count = 0
    while (item, word, count) in found:
        count += 1
    found[item, word, count] = value


def turning_nodes(model: ModelContents) -> tuple[bool, ...]:
    """Whether each node has an orientation that changes; that of the ground counts as one."""
    return tuple(
        any(node.free[3:]) or node.drive is not None or not node.moves for node in model.nodes.values()
    )


@dataclass(frozen=True, eq=False)
class StoredState:
    """Numbers of a state and their layout; see :class:`mbfe.Snapshot`."""

    motion: Floats
    multiplier: Floats
    history: Floats
    time: float = 0.0
    load_factor: float = 1.0
    layout: StateLayout | None = None
    gap: float = 0.0
    rate_gap: float = 0.0
