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

from mbfe.audit.scattered import Scattered
from mbfe.engine.columns import NODE

__all__ = ["GROUND", "Cluster", "Group", "biconnected", "clusters", "free_places", "groups", "has_rows"]

GROUND = 0


@dataclass(frozen=True)
class Cluster:
    """Constraints whose rows may depend on each other.

    Attributes
    ----------
    instances : tuple of int
        The constraints, in the order of the model.
    is_loop : bool
        Whether there are several; the rows of a single one are looked at by themselves.
    """

    instances: tuple[int, ...]
    is_loop: bool


@dataclass(frozen=True)
class Group:
    """Places that joints or elements connect.

    Attributes
    ----------
    places : tuple of int
        The places.
    is_held : bool
        Whether something connects them with the ground or a driven node.
    n_joint, n_link : int
        Number of constraints, and of elements that connect two places or more.
    """

    places: tuple[int, ...]
    is_held: bool
    n_joint: int
    n_link: int


def free_places(scattered: Scattered, number: int) -> list[int]:
    """Places of an instance, the ground as 0 and once."""
    return scattered.free_places[number]


def has_rows(scattered: Scattered, number: int) -> bool:
    """Whether an instance has constraint rows of its own."""
    return any(row >= 0 for row in scattered.layout.rows[number])


def groups(scattered: Scattered) -> list[Group]:
    """Groups of places that hang together, larger ones first."""
    live, n = scattered.live, scattered.n_own
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    held = np.zeros(n, dtype=bool)
    count = np.zeros((n, 2), dtype=int)
    links = []
    for number in range(len(scattered.builder.instances)):
        places = free_places(scattered, number)
        moving = [place for place in places if place != GROUND or live[0].any()]
        for other in moving[1:]:
            parent[root(other)] = root(moving[0])
        if len(places) > 1 and moving:
            links.append((moving[0], has_rows(scattered, number), GROUND in places))
    for place, is_joint, grounded in links:
        at = root(place)
        count[at, 0 if is_joint else 1] += 1
        held[at] |= grounded
    members: dict[int, list[int]] = {}
    for place in np.flatnonzero(live.any(axis=1)).tolist():
        members.setdefault(root(place), []).append(place)
    made = [
        Group(tuple(own), bool(held[at]), int(count[at, 0]), int(count[at, 1])) for at, own in members.items()
    ]
    return sorted(made, key=lambda group: -len(group.places))


def clusters(scattered: Scattered) -> list[Cluster]:
    """Clusters of constraints, see the module."""
    joined = [number for number in range(len(scattered.builder.instances)) if has_rows(scattered, number)]
    n = scattered.n_own
    edges: list[tuple[int, int]] = []
    for number in joined:
        edges += [(n + number, place) for place in free_places(scattered, number)]
    n_vertex = n + len(scattered.builder.instances)
    tied = _tied_to_ground(scattered, joined)
    edges += [(n_vertex + i, place) for i, place in enumerate(tied)]
    edges += [(n_vertex + i, GROUND) for i in range(len(tied))]
    owner = {number: i for i, number in enumerate(joined)}
    merged = list(range(len(joined)))

    def root(i: int) -> int:
        while merged[i] != i:
            merged[i] = merged[merged[i]]
            i = merged[i]
        return i

    for component in biconnected(n_vertex + len(tied), edges):
        own = sorted({owner[v - n] for e in component for v in edges[e] if n <= v < n_vertex})
        for other in own[1:]:
            merged[root(other)] = root(own[0])
    found: dict[int, list[int]] = {}
    for i, number in enumerate(joined):
        found.setdefault(root(i), []).append(number)
    return [Cluster(tuple(own), len(own) > 1) for own in found.values()]


def _tied_to_ground(scattered: Scattered, joined: Sequence[int]) -> list[int]:
    """Places whose balance the ground completes: nodes with fixed components, rows of variables.

    Also the places of constraints that do not keep balance by themselves (their law goes without the letter
    E of the contract), as a constraint on a position in the world.
    """
    tied = set()
    for number in joined:
        law = scattered.builder.instances[number].law
        for place in free_places(scattered, number):
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
