"""Tiles of the elimination: joints together with the bodies that they carry, and joints that close loops."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["RowBlock", "Tiles", "closes_loops", "tile_blocks"]

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

    `sizes` (n_block,) are the numbers of unknowns of the blocks, node blocks first: a node with fewer
    unknowns than the joint has rows cannot take them.
    """
    carrier, tree = _spanning_tree(sizes, n_node_block, couplings)
    tiles = [[node] for node in range(n_node_block)]
    waits: list[set[int]] = [set() for _ in range(n_node_block)]
    for coupling in couplings:
        if coupling.row in carrier:
            tiles[carrier[coupling.row]].append(coupling.row)
        else:
            tiles.append([coupling.row])
            waits.append(_loop(coupling, tree))
    return Tiles(tiles, waits)


def closes_loops(sizes: NDArray[np.int64], n_node_block: int, couplings: Sequence[RowBlock]) -> bool:
    """Whether rows can lose their independence in a motion: some joint closes a loop.

    In a tree each joint has a body of its own, whose six unknowns its rows hold whatever the others do: no
    pose is singular, and no motion has branches. A body that is held in part counts as one of a loop.
    """
    carrier, _ = _spanning_tree(sizes, n_node_block, couplings)
    return not all(coupling.row in carrier and sizes[carrier[coupling.row]] == FREE for coupling in couplings)


class Tree(NamedTuple):
    """By what nodes are carried.

    Attributes
    ----------
    parents : list of list of int
        Nodes that carry each node.
    depth : list of int
        Number of nodes that carry a node one after the other, at most.
    single : list of bool
        Whether a node and all that carry it are carried by one node each.
    """

    parents: list[list[int]]
    depth: list[int]
    single: list[bool]


def _spanning_tree(
    sizes: NDArray[np.int64], n_node_block: int, couplings: Sequence[RowBlock]
) -> tuple[dict[int, int], Tree]:
    """Node that each row block of a tree carries, and the nodes by which each node is carried."""
    around: list[list[int]] = [[] for _ in range(n_node_block)]
    for at, coupling in enumerate(couplings):
        for node in coupling.nodes:
            around[node].append(at)
    reached = [False] * n_node_block
    used = [False] * len(couplings)
    carrier: dict[int, int] = {}
    parents: list[list[int]] = [[] for _ in range(n_node_block)]
    depth, single = [0] * n_node_block, [True] * n_node_block
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
        for node in (*able[:1], *new):  # the others may be carried by this one
            depth[node] = max((1 + depth[parent] for parent in parents[node]), default=0)
            single[node] = len(parents[node]) < 2 and all(single[parent] for parent in parents[node])
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
    return carrier, Tree(parents, depth, single)


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


def _loop(coupling: RowBlock, tree: Tree) -> set[int]:
    """Bodies of the loop that a coupling closes: those that carry its nodes, but not all of them."""
    nodes = coupling.nodes
    if coupling.fixed or not coupling.relative or len(nodes) < 2 or not all(tree.single[n] for n in nodes):
        return set().union(*(_ancestors(node, tree.parents) for node in nodes))
    # what carries all of them moves the loop as a whole: up from the deepest until one node is left
    ends, moved = set(nodes), set()
    while len(ends) > 1:
        lowest = max(ends, key=lambda node: tree.depth[node])
        ends.remove(lowest)
        moved.add(lowest)
        if tree.parents[lowest]:
            ends.add(tree.parents[lowest][0])
        else:  # nothing carries the deepest, nor the others: they have no node in common
            return moved | ends
    return moved
