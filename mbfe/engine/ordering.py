"""Elimination order and symbolic factorisation of the iteration matrix, block by block.

The matrix of a constrained system is a saddle point: a multiplier has no diagonal of its own before a node
that it acts on is eliminated. Blocks (the unknowns of a node, the active rows of a joint) are therefore tiled
first: along a spanning tree from the fixed nodes, each joint shares a tile with the node that it carries,
where its rows have full rank. Joints that close loops stand alone and wait until every node that their loop
still moves is gone. Tiles are then eliminated by minimum degree.

Each tile becomes a *front*: a dense square matrix with the tile's unknowns as pivots and the rows that their
elimination changes (Duff and Reid 1983, multifrontal method).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mbfe.bundle import Bundle

SMALL = 36
"""Systems up to this size are one dense front: the bookkeeping of several would cost more than it saves."""


class Fronts(Bundle):
    """Frozen pattern of the factorisation: arrays that the compiled factorisation and solution read.

    Attributes
    ----------
    first : (n_front + 1,) int64
        First pivot of each front in the order of elimination.
    size, offset : (n_front,) int64
        Order m of each front and the place of its m×m values.
    update_start : (n_front + 1,) int64
        Ranges of ``update`` and ``place``.
    update : int64
        Unknowns that a front changes, after its pivots.
    place : int64
        Local position of these unknowns in the parent front.
    child_start, child : int64
        Children of each front.
    """

    fields = ("first", "size", "offset", "update_start", "update", "place", "child_start", "child")

    first: NDArray[np.int64]
    size: NDArray[np.int64]
    offset: NDArray[np.int64]
    update_start: NDArray[np.int64]
    update: NDArray[np.int64]
    place: NDArray[np.int64]
    child_start: NDArray[np.int64]
    child: NDArray[np.int64]


class Pattern(NamedTuple):
    """Fronts together with the numbering of the blocks.

    Attributes
    ----------
    fronts : Fronts
        Compiled tables.
    block_start : (n_block,) int64
        First unknown of each block in the order of elimination.
    front_of_block : (n_block,) int64
        Front in which a block is eliminated.
    n_values : int
        Length of the array of values.
    """

    fronts: Fronts
    block_start: NDArray[np.int64]
    front_of_block: NDArray[np.int64]
    n_values: int


def tile_blocks(
    sizes: NDArray[np.int64], n_node_block: int, couplings: Sequence[tuple[int, Sequence[int], bool]]
) -> list[list[int]]:
    """Group each joint's row block with the node block that it carries.

    Parameters
    ----------
    sizes : (n_block,) int64
        Number of unknowns of each block; a node with fewer unknowns than the joint has rows cannot take them.
    n_node_block : int
        Number of node blocks (numbered first).
    couplings : sequence of (row block, node blocks, touches a fixed node)
        The constraint blocks.

    Returns
    -------
    list of list of int
        Tiles; the first block of a tile is its node block, or a row block that stands alone.
    """
    around: list[list[int]] = [[] for _ in range(n_node_block)]
    for at, (_row, nodes, _fixed) in enumerate(couplings):
        for node in nodes:
            around[node].append(at)
    reached = [False] * n_node_block
    used = [False] * len(couplings)
    tile_of: dict[int, int] = {}
    queue: list[int] = []

    def carry(at: int) -> None:
        row, nodes, _ = couplings[at]
        new = [node for node in nodes if not reached[node]]
        if used[at] or not new:
            return
        used[at] = True
        able = [node for node in new if sizes[node] >= sizes[row]]
        if able:
            tile_of[row] = able[0]
        for node in new:
            reached[node] = True
            queue.append(node)

    for at, (_row, _nodes, fixed) in enumerate(couplings):
        if fixed:
            carry(at)
    for root in range(-1, n_node_block):
        if root >= 0 and not reached[root]:
            reached[root] = True
            queue.append(root)
        while queue:
            for at in around[queue.pop(0)]:
                carry(at)
    tiles = [[node] for node in range(n_node_block)]
    for row, _, _ in couplings:
        if row in tile_of:
            tiles[tile_of[row]].append(row)
        else:
            tiles.append([row])
    return tiles


def _neighbours(n_block: int, cliques: Sequence[Sequence[int]]) -> list[set[int]]:
    """Blocks that some element couples with each block, itself included."""
    near: list[set[int]] = [set() for _ in range(n_block)]
    for clique in cliques:
        for block in clique:
            near[block].update(clique)
    return near


def _eliminate(
    sizes: NDArray[np.int64], cliques: Sequence[Sequence[int]], tiles: list[list[int]], n_node_block: int
) -> tuple[list[int], list[list[int]]]:
    """Minimum-degree order of the tiles and the blocks that each elimination changes."""
    tile_of = [0] * len(sizes)
    for number, tile in enumerate(tiles):
        for block in tile:
            tile_of[block] = number
    near = _neighbours(len(sizes), cliques)

    def changed(number: int) -> set[int]:
        blocks: set[int] = set()
        for block in tiles[number]:
            blocks |= near[block]
        return blocks.difference(tiles[number])

    def degree(number: int) -> int:
        return int(sum(sizes[block] for block in changed(number)))

    heap = [(degree(number), number) for number in range(len(tiles))]
    heapq.heapify(heap)
    done = [False] * len(tiles)
    order: list[int] = []
    structure: list[list[int]] = [[] for _ in tiles]
    while heap:
        given, number = heapq.heappop(heap)
        if done[number]:
            continue
        blocks = changed(number)
        if tiles[number][0] >= n_node_block and min(blocks, default=n_node_block) < n_node_block:
            continue  # a joint that closes a loop comes back when one of these nodes is gone
        now = int(sum(sizes[block] for block in blocks))
        if now > given:
            heapq.heappush(heap, (now, number))
            continue
        done[number] = True
        order.append(number)
        structure[number] = sorted(blocks)
        touched = set()
        for block in blocks:
            near[block].difference_update(tiles[number])
            near[block] |= blocks
            touched.add(tile_of[block])
        for other in touched:
            if not done[other]:
                heapq.heappush(heap, (degree(other), other))
    return order, structure


def build_pattern(
    sizes: Sequence[int],
    n_node_block: int,
    cliques: Sequence[Sequence[int]],
    couplings: Sequence[tuple[int, Sequence[int], bool]],
) -> Pattern:
    """Order the blocks and lay out the fronts.

    Parameters
    ----------
    sizes : sequence of int
        Number of unknowns of each block, node blocks first.
    n_node_block : int
        Number of node blocks.
    cliques : sequence of sequences of int
        Blocks that one element couples.
    couplings : sequence of (row block, node blocks, touches a fixed node)
        Constraint blocks, for the tiling.

    Returns
    -------
    Pattern
        Frozen pattern.
    """
    size = np.asarray(sizes, dtype=np.int64)
    if size.sum() <= SMALL:
        tiles = [list(range(len(size)))]
        order = [0]
        structure: list[list[int]] = [[]]
    else:
        tiles = tile_blocks(size, n_node_block, couplings)
        order, structure = _eliminate(size, cliques, tiles, n_node_block)
    front_of_block = np.zeros(len(size), dtype=np.int64)
    block_start = np.zeros(len(size), dtype=np.int64)
    first = [0]
    for position, number in enumerate(order):
        at = first[-1]
        for block in tiles[number]:
            front_of_block[block] = position
            block_start[block] = at
            at += int(size[block])
        first.append(at)
    return _lay_out(size, [structure[number] for number in order], first, block_start, front_of_block)


def _lay_out(
    size: NDArray[np.int64],
    structure: list[list[int]],
    first: list[int],
    block_start: NDArray[np.int64],
    front_of_block: NDArray[np.int64],
) -> Pattern:
    n_front = len(structure)
    updates: list[NDArray[np.int64]] = []
    children: list[list[int]] = [[] for _ in range(n_front)]
    parent = np.full(n_front, -1)
    for front, blocks in enumerate(structure):
        blocks = sorted(blocks, key=lambda block: block_start[block])
        parts = [np.arange(block_start[b], block_start[b] + size[b]) for b in blocks]
        updates.append(np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64))
        if blocks:
            parent[front] = front_of_block[blocks[0]]
            children[parent[front]].append(front)
    places = []
    for front, rows in enumerate(updates):
        if parent[front] < 0:
            places.append(np.zeros(0, dtype=np.int64))
            continue
        above = parent[front]
        start, stop = first[above], first[above + 1]
        within = np.where(rows < stop, rows - start, stop - start + np.searchsorted(updates[above], rows))
        places.append(within)
    orders = np.array([first[f + 1] - first[f] + len(updates[f]) for f in range(n_front)], dtype=np.int64)
    ends = np.cumsum(orders**2)

    def starts(parts: Sequence[Sequence[int] | NDArray[np.int64]]) -> NDArray[np.int64]:
        return np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int64)

    def flat(parts: Sequence[Sequence[int] | NDArray[np.int64]]) -> NDArray[np.int64]:
        return np.concatenate([np.asarray(part, dtype=np.int64) for part in parts] or [np.zeros(0, np.int64)])

    fronts = Fronts(
        np.asarray(first, dtype=np.int64),
        orders,
        (ends - orders**2).astype(np.int64),
        starts(updates),
        flat(updates),
        flat(places),
        starts(children),
        flat(children),
    )
    return Pattern(fronts, block_start, front_of_block, int(ends[-1]) if n_front else 0)


def local_positions(pattern: Pattern, unknowns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places in the array of values of the squares of entries that elements couple.

    Parameters
    ----------
    pattern : Pattern
        Frozen pattern.
    unknowns : (…, n) int64
        Unknowns of each element in the order of elimination, −1 for those that are fixed.

    Returns
    -------
    (…, n, n) int64
        Place of entry (i, j), −1 where a row or column is fixed.
    """
    fronts = pattern.fronts
    first, total = fronts.first, fronts.first[-1]
    live = (unknowns >= 0)[..., :, None] & (unknowns >= 0)[..., None, :]
    if not live.any():
        return np.full(live.shape, -1, dtype=np.int64)
    front_of = np.searchsorted(first, unknowns, side="right") - 1
    # an entry belongs to the front that is eliminated first
    front = np.where(live, np.minimum(front_of[..., :, None], front_of[..., None, :]), 0)
    pivots = first[front + 1] - first[front]
    owner = np.repeat(np.arange(len(fronts.size)), np.diff(fronts.update_start))
    keys = owner * total + fronts.update

    def inside(number: NDArray[np.int64]) -> NDArray[np.int64]:
        later = np.searchsorted(keys, front * total + number) - fronts.update_start[front]
        at = number - first[front]
        return np.where(at < pivots, at, pivots + later)

    rows, columns = inside(unknowns[..., :, None]), inside(unknowns[..., None, :])
    return np.where(live, fronts.offset[front] + rows * fronts.size[front] + columns, -1)
