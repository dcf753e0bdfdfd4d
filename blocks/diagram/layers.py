"""Places of the vertices of a signal flow: columns from sources to sinks, few crossings."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

__all__ = ["Places", "places"]

Edge = tuple[int, int]
SWEEPS = 12
COLUMN, ROW = 58.0, 24.0
"""Space between columns and between boxes of one column [px]."""
THIN = 10.0
"""Height of the place of an edge that passes a column [px]."""


@dataclass
class Places:
    """Where vertices and edges stand [px]."""

    center: list[tuple[float, float]]
    """Centres of the vertices."""
    through: dict[Edge, list[tuple[float, float]]] = field(default_factory=dict)
    """Points that an edge passes on its way through columns."""
    back: list[Edge] = field(default_factory=list)
    """Edges that lead back, below the others."""
    size: tuple[float, float] = (0.0, 0.0)
    """Width and height of the whole."""


def back_edges(n: int, edges: Sequence[Edge], last: set[int]) -> set[Edge]:
    """Edges that close a loop, found by a search in depth from what has no inputs; sinks come last."""
    following: list[list[int]] = [[] for _ in range(n)]
    entered = [0] * n
    for a, b in edges:
        following[a].append(b)
        entered[b] += 1
    state = [0] * n
    found: set[Edge] = set()
    for root in sorted(range(n), key=lambda i: (entered[i] > 0, i in last, i)):
        if state[root]:
            continue
        state[root] = 1
        path = [(root, iter(following[root]))]
        while path:
            at, rest = path[-1]
            for other in rest:
                if state[other] == 1:
                    found.add((at, other))
                elif state[other] == 0:
                    state[other] = 1
                    path.append((other, iter(following[other])))
                    break
            else:
                state[at] = 2
                path.pop()
    return found


def _ranks(n: int, edges: Sequence[Edge]) -> list[int]:
    """Length of the longest way to each vertex of a graph without loops; sources next to their targets."""
    rank = [0] * n
    for _ in range(n):
        moved = False
        for a, b in edges:
            if rank[b] <= rank[a]:
                rank[b] = rank[a] + 1
                moved = True
        if not moved:
            break
    entered = {b for _, b in edges}
    for i in range(n):
        ahead = [rank[b] for a, b in edges if a == i]
        if i not in entered and ahead:
            rank[i] = min(ahead) - 1
    return rank


def places(boxes: Sequence[tuple[float, float]], edges: Sequence[Edge], last: set[int]) -> Places:
    """Lay out a signal flow from left to right.

    ``boxes`` are widths and heights of the vertices [px], ``edges`` lead from the output of a vertex to an
    input of another, ``last`` are vertices that are sinks. Columns follow the longest way, orders in the
    columns the means of neighbours (Sugiyama, Tagawa and Toda 1981, IEEE Trans. SMC 11, 109–125).
    """
    n = len(boxes)
    own = list(dict.fromkeys(edge for edge in edges if edge[0] != edge[1]))
    back = back_edges(n, own, last)
    forward = [edge for edge in own if edge not in back]
    rank = _ranks(n, forward)
    columns: list[list[int]] = [[] for _ in range(max(rank, default=0) + 1)]
    for i in range(n):
        columns[rank[i]].append(i)
    height = [box[1] for box in boxes]
    links, chains = [], {}
    for a, b in forward:  # an edge over several columns has a place in each of them
        chain = [a]
        for column in range(rank[a] + 1, rank[b]):
            columns[column].append(len(height))
            chain.append(len(height))
            height.append(THIN)
        chain.append(b)
        chains[(a, b)] = chain
        links += list(itertools.pairwise(chain))
    y = _rows(columns, links, height)
    x, at = [], 0.0
    for members in columns:
        wide = max((boxes[i][0] for i in members if i < n), default=0.0)
        x.append(at + 0.5 * wide)
        at += wide + COLUMN
    column_of = {i: k for k, column in enumerate(columns) for i in column}
    center = [(x[rank[i]], y[i]) for i in range(n)]
    through = {edge: [(x[column_of[i]], y[i]) for i in chain[1:-1]] for edge, chain in chains.items()}
    bottom = max((y[i] + 0.5 * height[i] for i in range(len(height))), default=0.0)
    loops = [edge for edge in dict.fromkeys(edges) if edge in back or edge[0] == edge[1]]
    return Places(center, through, loops, (max(at - COLUMN, 0.0), bottom))


def _rows(columns: list[list[int]], links: Sequence[Edge], height: Sequence[float]) -> list[float]:
    """Heights of all vertices: ordered by the means of their neighbours, then moved towards them."""
    y = [0.0] * len(height)
    near: list[list[int]] = [[] for _ in height]
    for a, b in links:
        near[a].append(b)
        near[b].append(a)

    def stack(column: list[int], targets: dict[int, float]) -> None:
        """Place the boxes in the order of their targets, without overlaps, with the mean at its target."""
        column.sort(key=lambda i: targets[i])
        top, at = [], 0.0
        for i in column:
            top.append(at + 0.5 * height[i])
            at += height[i] + ROW
        shift = float(np.mean([targets[i] - t for i, t in zip(column, top, strict=True)])) if column else 0.0
        for i, t in zip(column, top, strict=True):
            y[i] = t + shift

    for own in columns:
        stack(own, {i: float(k) for k, i in enumerate(own)})
    for sweep in range(SWEEPS):
        for own in columns if sweep % 2 == 0 else columns[::-1]:
            stack(own, {i: float(np.mean([y[j] for j in near[i]])) if near[i] else y[i] for i in own})
    lowest = min((y[i] - 0.5 * height[i] for i in range(len(height))), default=0.0)
    return [value - lowest for value in y]
