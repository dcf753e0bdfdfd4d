"""Blocks of constraint rows and the tiles that are eliminated together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class RowBlock(NamedTuple):
    """A block of constraint rows.

    Attributes
    ----------
    row : int
        Row block.
    nodes : sequence of int
        Node blocks on which it acts.
    fixed : bool
        Whether it also acts on a node without unknowns.
    relative : bool
        Whether a rigid motion of all its nodes leaves its rows as they are.
    """

    row: int
    nodes: Sequence[int]
    fixed: bool
    relative: bool = True


class Tiles(NamedTuple):
    """Blocks that are eliminated together.

    Attributes
    ----------
    blocks : list of list of int
        The first block of a tile is its node block, or a row block that stands alone.
    waits : list of set of int
        Node blocks that must be gone before a tile may go.
    """

    blocks: list[list[int]]
    waits: list[set[int]]
