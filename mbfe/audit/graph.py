"""The graph of a model: what constraints and elements connect, groups that hang together, and loops.

Places are rows of the motion table (nodes, rows of variables); what has no unknowns is the ground, place 0.
Rows of constraints can depend on each other only within a *cluster*: joints whose places lie on common closed
paths. A null vector of Bᵀ is a set of wrenches that keeps every body in balance, and no wrench can pass a
joint, or a body, that separates the graph: the part beyond it would not be in balance. So the rank of a
chain of a thousand bodies is the sum of the ranks of its joints, and that of loops the sum over their
biconnected components (Hopcroft and Tarjan 1973, algorithm 447).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.graphs import connected_parts
from mbfe.audit.scattered import Scattered
from mbfe.engine.columns import NODE

__all__ = ["GROUND", "Cluster", "Group", "biconnected", "clusters", "groups", "has_rows"]

GROUND = 0


@dataclass(frozen=True)
class Cluster:
    """Constraints whose rows may depend on each other, in the order of the model."""

    instances: tuple[int, ...]

    @property
    def is_loop(self) -> bool:
        """Whether there are several; the rows of a single one are looked at by themselves."""
        return len(self.instances) > 1


@dataclass(frozen=True)
class Group:
    """Places that joints or elements connect."""

    places: tuple[int, ...]
    is_held: bool
    """Whether something connects them with the ground or a driven node."""
    is_jointed: bool
    """Whether constraints are among what connects them."""


def has_rows(scattered: Scattered, number: int) -> bool:
    """Whether an instance has constraint rows of its own."""
    return any(row >= 0 for row in scattered.layout.rows[number])


def _joined(n: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Number of the part to which each of n vertices belongs when pairs of them are joined."""
    if not pairs:
        return list(range(n))
    ends = np.array(pairs)
    _, part = connected_parts(sp.csr_array((np.ones(len(ends)), tuple(ends.T)), shape=(n, n)))
    made: list[int] = part.tolist()
    return made


def groups(scattered: Scattered) -> list[Group]:
    """Groups of places that hang together, larger ones first."""
    live, pairs, links = scattered.live, [], []
    for number in range(len(scattered.builder.instances)):
        places = scattered.free_places[number]
        moving = [place for place in places if place != GROUND or live[0].any()]
        pairs += [(moving[0], other) for other in moving[1:]]
        if len(places) > 1 and moving:
            links.append((moving[0], has_rows(scattered, number), GROUND in places))
    part = _joined(scattered.n_own, pairs)
    jointed = {part[place] for place, is_joint, _ in links if is_joint}
    held = {part[place] for place, _, grounded in links if grounded}
    members: dict[int, list[int]] = {}
    for place in np.flatnonzero(live.any(axis=1)).tolist():
        members.setdefault(part[place], []).append(place)
    made = [Group(tuple(own), at in held, at in jointed) for at, own in members.items()]
    return sorted(made, key=lambda group: -len(group.places))


def clusters(scattered: Scattered) -> list[Cluster]:
    """Clusters of constraints, see the module."""
    n, count = scattered.n_own, len(scattered.builder.instances)
    joined = [number for number in range(count) if has_rows(scattered, number)]
    tied = _tied_to_ground(scattered, joined)
    edges = [(n + number, place) for number in joined for place in scattered.free_places[number]]
    edges += [(n + count + i, place) for i, place in enumerate(tied)]
    edges += [(n + count + i, GROUND) for i in range(len(tied))]
    pairs = []
    for component in biconnected(n + count + len(tied), edges):
        own = sorted({v - n for e in component for v in edges[e] if n <= v < n + count})
        pairs += [(own[0], other) for other in own[1:]]
    part = _joined(count, pairs)
    found: dict[int, list[int]] = {}
    for number in joined:
        found.setdefault(part[number], []).append(number)
    return [Cluster(tuple(own)) for own in found.values()]


def _tied_to_ground(scattered: Scattered, joined: Sequence[int]) -> list[int]:
    """Places whose balance the ground completes: nodes with fixed components, rows of variables.

    Also the places of constraints that do not keep balance by themselves (their law goes without the letter
    E of the contract), as a constraint on a position in the world.
    """
    tied = set()
    for number in joined:
        law = scattered.builder.instances[number].law
        for place in scattered.free_places[number]:
            whole = place == GROUND or (scattered.live[place].all() and scattered.kind[place] == NODE)
            if place != GROUND and (not whole or "E" in law.without):
                tied.add(place)
    return sorted(tied)


def biconnected(n_vertex: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Numbers of the edges in each biconnected component of a graph; bridges are components of their own.

    Several edges between two vertices are a closed path. Tarjan's depth-first search, without recursion.
    """
    around: list[list[tuple[int, int]]] = [[] for _ in range(n_vertex)]
    for number, (a, b) in enumerate(edges):
        around[a].append((b, number))
        around[b].append((a, number))
    order, low = [-1] * n_vertex, [0] * n_vertex
    made: list[list[int]] = []
    count = 0
    for start in range(n_vertex):
        if order[start] >= 0 or not around[start]:
            continue
        order[start] = low[start] = count
        count += 1
        path: list[tuple[int, int, int]] = [(start, -1, 0)]
        pile: list[int] = []
        while path:
            vertex, by, next_one = path.pop()
            if next_one < len(around[vertex]):
                path.append((vertex, by, next_one + 1))
                other, edge = around[vertex][next_one]
                if edge == by:
                    continue
                if order[other] < 0:
                    pile.append(edge)
                    order[other] = low[other] = count
                    count += 1
                    path.append((other, edge, 0))
                elif order[other] < order[vertex]:
                    pile.append(edge)
                    low[vertex] = min(low[vertex], order[other])
            elif path:
                above = path[-1][0]
                low[above] = min(low[above], low[vertex])
                if low[vertex] >= order[above]:
                    made.append([pile.pop()])
                    while made[-1][-1] != by:
                        made[-1].append(pile.pop())
    return made
