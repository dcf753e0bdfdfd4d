"""Tiles of the elimination: joints together with the bodies that they carry, and joints that close loops."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FREE = 6
"""Unknowns of a body that nothing fixes."""


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


def tile_blocks(sizes: NDArray[np.int64], n_node_block: int, couplings: Sequence[RowBlock]) -> Tiles:
    """Group each joint's row block with the node block that it carries.

    Parameters
    ----------
    sizes : (n_block,) int64
        Number of unknowns of each block; a node with fewer unknowns than the joint has rows cannot take them.
    n_node_block : int
        Number of node blocks (numbered first).
    couplings : sequence of RowBlock
        The constraint blocks.

    Returns
    -------
    Tiles
        The tiles, and what those of loops wait for.
    """
    carrier, parents = _spanning_tree(sizes, n_node_block, couplings)
    tiles = [[node] for node in range(n_node_block)]
    waits: list[set[int]] = [set() for _ in range(n_node_block)]
    for coupling in couplings:
        if coupling.row in carrier:
            tiles[carrier[coupling.row]].append(coupling.row)
        else:
            tiles.append([coupling.row])
            waits.append(_loop(coupling, parents))
    return Tiles(tiles, waits)


def closes_loops(sizes: NDArray[np.int64], n_node_block: int, couplings: Sequence[RowBlock]) -> bool:
    """Tell whether rows can lose their independence in a motion: some joint closes a loop.

    In a tree each joint has a body of its own, whose six unknowns its rows hold whatever the others do: no
    pose is singular, and no motion has branches. A body that is held in part counts as one of a loop.
    """
    carrier, _ = _spanning_tree(sizes, n_node_block, couplings)
    return not all(coupling.row in carrier and sizes[carrier[coupling.row]] == FREE for coupling in couplings)


def _spanning_tree(
    sizes: NDArray[np.int64], n_node_block: int, couplings: Sequence[RowBlock]
) -> tuple[dict[int, int], list[list[int]]]:
    """Node that each row block of a tree carries, and the nodes by which each node is carried."""
    around: list[list[int]] = [[] for _ in range(n_node_block)]
    for at, coupling in enumerate(couplings):
        for node in coupling.nodes:
            around[node].append(at)
    reached = [False] * n_node_block
    used = [False] * len(couplings)
    carrier: dict[int, int] = {}
    parents: list[list[int]] = [[] for _ in range(n_node_block)]
    queue: deque[int] = deque()

    def carry(at: int) -> None:
        row, nodes, _, _ = couplings[at]
        new = [node for node in nodes if not reached[node]]
        if used[at] or not new:
            return
        used[at] = True
        able = [node for node in new if sizes[node] >= sizes[row]]
        if able:
            carrier[row] = able[0]
        for node in new:
            known = [other for other in nodes if reached[other] or other in able[:1]]
            parents[node] = [other for other in known if other != node]
        for node in new:
            reached[node] = True
            queue.append(node)

    for at, coupling in enumerate(couplings):
        if coupling.fixed:
            carry(at)
    for root in range(-1, n_node_block):
        if root >= 0 and not reached[root]:
            reached[root] = True
            queue.append(root)
        while queue:
            for at in around[queue.popleft()]:
                carry(at)
    return carrier, parents


def _ancestors(node: int, parents: list[list[int]]) -> dict[int, None]:
    """A node and the nodes that carry it, from the nearest to the farthest."""
    found: dict[int, None] = {node: None}
    queue = deque([node])
    while queue:
        for parent in parents[queue.popleft()]:
            if parent not in found:
                found[parent] = None
                queue.append(parent)
    return found


def _loop(coupling: RowBlock, parents: list[list[int]]) -> set[int]:
    """Bodies of the loop that a coupling closes: those that carry its nodes, but not all of them."""
    carried = [_ancestors(node, parents) for node in coupling.nodes]
    moved = set().union(*carried)
    single = all(len(parents[node]) < 2 for node in moved)
    if coupling.relative and single and not coupling.fixed and len(carried) > 1:
        # what carries all of them moves the loop as a whole
        moved.difference_update(set(carried[0]).intersection(*carried[1:]))
    return moved
