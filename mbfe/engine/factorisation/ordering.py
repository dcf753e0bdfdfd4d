"""Elimination order and symbolic factorisation of the iteration matrix, block by block.

The matrix of a constrained system is a saddle point: a multiplier has no diagonal of its own before a node
that it acts on is eliminated. Blocks (the unknowns of a node, the active rows of a joint) are therefore tiled
first: along a spanning tree from the fixed nodes, each joint shares a tile with the node that it carries,
where its rows have full rank. Joints that close loops stand alone and wait until the bodies of their own loop
are gone: on these alone their rows act once the tree's joints are eliminated, so that their pivots then show
whether they depend on other rows, whatever is still to come. Tiles are eliminated by minimum degree; a row of
loops costs as much for each of its loops, however many there are.

Each tile becomes a *front*: a dense square matrix with the tile's unknowns as pivots and the rows that their
elimination changes (Duff and Reid 1983, multifrontal method).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Ints
from mbfe.algebra.graphs import connected_parts
from mbfe.compiled.bundle import Bundle, address, integers
from mbfe.engine.factorisation.tiling import RowBlock, Tiles, tile_blocks

__all__ = ["FILLED", "SMALL", "Fronts", "Pattern", "build_pattern", "local_positions"]

SMALL = 36
"""Systems up to this size are one dense front: the bookkeeping of several would cost more than it saves."""

FILLED = 4
"""Numbers that vector registers take together: rows of fronts are filled up to multiples of it."""


class Fronts(Bundle):
    """Frozen pattern of the factorisation: arrays that the compiled factorisation and solution read."""

    first: Ints = integers("n_front + 1", "First pivot of each front in the order of elimination.")
    size: Ints = integers("n_front", "Order m of each front.")
    width: Ints = integers("n_front", "Length of a row of values, m filled up to a multiple of ``FILLED``.")
    offset: Ints = integers("n_front", "Place of its m × ``width`` values.")
    update_start: Ints = integers("n_front + 1", "Ranges of ``update`` and ``place``.")
    update: Ints = integers("n_update", "Unknowns that a front changes, after its pivots.")
    place: Ints = integers("n_update", "Local position of these unknowns in the parent front.")
    child_start: Ints = integers("n_front + 1", "Ranges of ``child``.")
    child: Ints = integers("n_child", "Children of each front.")
    factorise: Any = address("The numeric factorisation, see :mod:`mbfe.engine.factorisation.frontal`.")


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


def _eliminate(
    sizes: NDArray[np.int64], cliques: Sequence[Sequence[int]], made: Tiles
) -> tuple[list[int], list[list[int]]]:
    """Minimum-degree order of the tiles and the blocks that each elimination changes."""
    tiles = made.blocks
    waiting = [len(nodes) for nodes in made.waits]
    followers: dict[int, list[int]] = {}
    for number, nodes in enumerate(made.waits):
        for node in nodes:
            followers.setdefault(node, []).append(number)
    tile_of = [0] * len(sizes)
    for number, tile in enumerate(tiles):
        for block in tile:
            tile_of[block] = number
    near: list[set[int]] = [set() for _ in sizes]  # blocks that some element couples with each, and itself
    for clique in cliques:
        for block in clique:
            near[block].update(clique)

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
        if done[number] or waiting[number]:
            continue  # a joint that closes a loop comes back when the last of its nodes is gone
        blocks = changed(number)
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
        for follower in followers.get(tiles[number][0], ()):
            waiting[follower] -= 1
            touched.add(follower)
        for other in touched:
            if not done[other] and not waiting[other]:
                heapq.heappush(heap, (degree(other), other))
    return order, structure


def _connected(n_block: int, cliques: Sequence[Sequence[int]]) -> list[list[int]]:
    """Blocks that hang together, each group in the order of the blocks."""
    lengths = [len(clique) for clique in cliques]
    column = np.fromiter((block for clique in cliques for block in clique), np.int64, sum(lengths))
    row = np.repeat(np.arange(len(lengths)), lengths) + n_block
    shape = (n_block + len(lengths),) * 2
    graph = sp.csr_array((np.ones(len(row)), (row, column)), shape=shape)
    _, label = connected_parts(graph)
    order = np.argsort(label[:n_block], kind="stable")
    ends = np.flatnonzero(np.diff(label[order])) + 1
    return [group.tolist() for group in np.split(order, ends) if len(group)]


def build_pattern(
    sizes: Sequence[int],
    n_node_block: int,
    cliques: Sequence[Sequence[int]],
    couplings: Sequence[RowBlock],
    *,
    separate: bool = False,
) -> Pattern:
    """Order the blocks and lay out the fronts of a frozen pattern.

    `sizes` are the numbers of unknowns of the blocks, node blocks first; a clique has the blocks that one
    element couples; the couplings are the constraint blocks, for the tiling. Blocks of elements that share no
    unknowns (`separate`) are one dense front where they hang together: there is nothing to order.
    """
    size = np.asarray(sizes, dtype=np.int64)
    if separate:
        tiles = _connected(len(size), cliques)
        order = list(range(len(tiles)))
        structure: list[list[int]] = [[] for _ in tiles]
    elif size.sum() <= SMALL:
        tiles = [list(range(len(size)))]
        order = [0]
        structure = [[]]
    else:
        made = tile_blocks(size, n_node_block, couplings)
        tiles = made.blocks
        order, structure = _eliminate(size, cliques, made)
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
    widths = -(-orders // FILLED) * FILLED
    ends = np.cumsum(orders * widths)

    def starts(parts: Sequence[Sequence[int] | NDArray[np.int64]]) -> NDArray[np.int64]:
        return np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int64)

    def flat(parts: Sequence[Sequence[int] | NDArray[np.int64]]) -> NDArray[np.int64]:
        return np.concatenate([np.asarray(part, dtype=np.int64) for part in parts] or [np.zeros(0, np.int64)])

    fronts = Fronts(
        first=np.asarray(first, dtype=np.int64),
        size=orders,
        width=widths,
        offset=(ends - orders * widths).astype(np.int64),
        update_start=starts(updates),
        update=flat(updates),
        place=flat(places),
        child_start=starts(children),
        child=flat(children),
    )
    return Pattern(fronts, block_start, front_of_block, int(ends[-1]) if n_front else 0)


def local_positions(pattern: Pattern, unknowns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places in the array of values of the squares of entries that elements couple, (…, n, n).

    `unknowns` (…, n) are those of each element in the order of elimination, −1 where fixed, and so are the
    places of their rows and columns.
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
    return np.where(live, fronts.offset[front] + rows * fronts.width[front] + columns, -1)
