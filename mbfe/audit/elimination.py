"""Ranks and null vectors of constraint rows: dense for small loops, by orthogonal elimination for large ones.

Elimination of one place after the other (multifrontal QR, Davis 2011, ACM TOMS 38, 8): the rows that touch
the place are turned by a small QR factorisation with column pivoting; those that remain without the place are
passed on. Turning changes no singular value, so that rank(B) is the sum of the small ranks up to the size of
what was set to zero (Heath 1982, J. Comput. Appl. Math. 8, 3). All dense blocks are those of a few bodies.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import scipy.linalg as la
from scipy.linalg import lapack

from mbfe.algebra.arrays import Floats, Ints
from mbfe.audit.tolerances import ROWS

__all__ = ["PLACE_WIDTH", "DenseFactor", "Elimination", "Entry", "Factor", "dense_factors"]

Entry = tuple[Ints, int, Floats]
"""Rows, place and the values (n_row, 6) of an element on one of its places."""

Waiting = tuple[int, Ints, tuple[int, ...], Floats]
"""Rows that wait for the next of their places: the front that they come from (−1: rows as given, by number),
their places, and their values side by side."""

PLACE_WIDTH = 6


class Factor(Protocol):
    """A factorised set of rows B, of unit length."""

    rank: int
    largest: int
    """Columns or rows of the largest dense block."""

    def null_vectors(self, count: int) -> Floats:
        """Up to ``count`` orthonormal vectors z (m, k) with Bᵀz = 0."""

    def solve(self, b: Floats, free: Floats) -> Floats:
        """A solution x of B x = b (its consistent part) that moves freely along ``free`` (n,)."""


class DenseFactor:
    """Singular values of all rows of a small loop, descending, with left (m, m) and right (n, n) vectors."""

    def __init__(self, left: Floats, values: Floats, right: Floats) -> None:
        self.left, self.values, self.right = left, values, right
        self.rank = int((values > ROWS.dependent).sum())
        self.largest = max(len(left), len(right))

    def null_vectors(self, count: int) -> Floats:
        """Left singular vectors of zero singular values."""
        vectors: Floats = self.left[:, self.rank :][:, :count]
        return vectors

    def solve(self, b: Floats, free: Floats) -> Floats:
        """Least squares, plus the part of ``free`` in the null space."""
        r = self.rank
        x: Floats = self.right[:r].T @ ((self.left[:, :r].T @ b) / self.values[:r])
        return x + self.right[r:].T @ (self.right[r:] @ free)


def dense_factors(matrices: Floats) -> list[DenseFactor]:
    """Factors of loops of the same shape, (k, m, n) for k of them."""
    return [DenseFactor(*parts) for parts in zip(*np.linalg.svd(matrices), strict=True)]


@dataclass
class _Front:
    """Places eliminated together: how their rows were turned, and what these became."""

    places: list[int]
    others: list[int]
    sources: list[tuple[int, Ints]]
    turn: Floats
    rank: int
    order: Ints
    upper: Floats
    rest: Floats
    second: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    kept: int = 0


class Elimination:
    """Rows of a large loop, place by place."""

    def __init__(self, n_row: int, n_place: int, entries: Sequence[Entry]) -> None:
        self.n_row, self.n_place = n_row, n_place
        self.fronts: list[_Front] = []
        self.rank, self.largest = 0, 0
        waiting = _rows_with_places(entries)
        around = _neighbours(n_place, waiting)
        at_place: list[list[Waiting]] = [[] for _ in range(n_place)]
        for rows, places, block in waiting:
            at_place[places[0]].append((-1, rows, places, block))
        where: list[set[int]] = [set() for _ in range(n_place)]  # places whose lists hold rows of a place
        for _, places, _ in waiting:
            for place in places:
                where[place].add(places[0])
        for pivots in _minimum_degree(around):
            own: list[Waiting] = []
            for at in sorted(set().union(*(where[place] for place in pivots))):
                own += [group for group in at_place[at] if not set(pivots).isdisjoint(group[2])]
                at_place[at] = [group for group in at_place[at] if set(pivots).isdisjoint(group[2])]
            if own:
                self._eliminate(pivots, own, at_place, where)

    def _eliminate(
        self,
        pivots: list[int],
        own: list[Waiting],
        at_place: list[list[Waiting]],
        where: list[set[int]],
    ) -> None:
        others = sorted({p for group in own for p in group[2]} - set(pivots))
        width = PLACE_WIDTH * len(pivots)
        column = {p: PLACE_WIDTH * i for i, p in enumerate([*pivots, *others])}
        F = np.zeros((sum(len(group[1]) for group in own), width + PLACE_WIDTH * len(others)))
        at = 0
        for _, rows, places, block in own:
            for i, p in enumerate(places):
                F[at : at + len(rows), column[p] : column[p] + PLACE_WIDTH] = block[
                    :, PLACE_WIDTH * i : PLACE_WIDTH * (i + 1)
                ]
            at += len(rows)
        turn, R, order = _pivoted(F[:, :width])
        rank = int((np.abs(np.diagonal(R)) > ROWS.dependent).sum())
        turned = turn.T @ F[:, width:]
        front = _Front(
            pivots,
            others,
            [(group[0], group[1]) for group in own],
            turn,
            rank,
            order,
            R[:rank],
            turned[:rank],
        )
        self.rank += rank
        self.largest = max(self.largest, *F.shape)
        self._pass_on(front, turned[rank:], at_place, where)
        self.fronts.append(front)

    def _pass_on(
        self,
        front: _Front,
        left: Floats,
        at_place: list[list[Waiting]],
        where: list[set[int]],
    ) -> None:
        """Shorten the rows that remain to independent ones, and hand them to their first place."""
        if not len(left):
            return
        if not front.others:
            front.second = np.eye(len(left))
            return
        front.second, R, order = _pivoted(left)
        front.kept = int((np.abs(np.diagonal(R)) > ROWS.dependent).sum())
        block = np.zeros((front.kept, left.shape[1]))
        block[:, order] = R[: front.kept]
        if front.kept:
            group = (len(self.fronts), np.arange(front.kept), tuple(front.others), block)
            at_place[front.others[0]].append(group)
            for p in front.others:
                where[p].add(front.others[0])

    def null_vectors(self, count: int) -> Floats:
        """Rows that were turned to zero, in terms of the given ones; those of the first places first."""
        found: list[Floats] = []
        for number, front in enumerate(self.fronts):
            for k in range(front.kept, front.second.shape[1]):
                if len(found) == count:
                    return np.array(found).reshape(-1, self.n_row).T
                out = np.zeros(self.n_row)
                pending = {number: front.second[:, k]}
                while pending:
                    last = max(pending)
                    above = self.fronts[last]
                    self._trace(above, above.turn[:, above.rank :] @ pending.pop(last), pending, out)
                found.append(out)
        return np.array(found).reshape(-1, self.n_row).T

    def _trace(self, front: _Front, share: Floats, pending: dict[int, Floats], out: Floats) -> None:
        """Share of the stacked rows of a front among given rows and those of earlier fronts."""
        at = 0
        for source, rows in front.sources:
            part = share[at : at + len(rows)]
            at += len(rows)
            if source < 0:
                out[rows] += part
                continue
            below = self.fronts[source]
            vector = below.second[:, : below.kept] @ part
            pending[source] = pending.get(source, np.zeros(len(vector))) + vector

    def solve(self, b: Floats, free: Floats) -> Floats:
        """A solution whose dependent unknowns follow from the free ones (not the smallest one)."""
        passed: dict[int, Floats] = {}
        upper = []
        for number, front in enumerate(self.fronts):
            parts = [b[rows] if source < 0 else passed.pop(source) for source, rows in front.sources]
            turned = front.turn.T @ np.concatenate(parts)
            upper.append(turned[: front.rank])
            if front.kept:
                passed[number] = front.second[:, : front.kept].T @ turned[front.rank :]
        x = free.astype(float).copy()
        for front, right in zip(reversed(self.fronts), reversed(upper), strict=True):
            r, own = front.rank, _columns(front.places)
            if r == 0:
                continue
            known = front.upper[:, r:] @ x[own[front.order[r:]]]
            if front.others:
                known = known + front.rest @ x[_columns(front.others)]
            x[own[front.order[:r]]] = la.solve_triangular(front.upper[:, :r], right - known)
        return x


def _pivoted(A: Floats) -> tuple[Floats, Floats, Ints]:
    """Q, R and the order of columns of A[:, order] = QR, Q square (LAPACK as it is: many small matrices)."""
    m, n = A.shape
    packed, order, tau, _, _ = lapack.dgeqp3(A, lwork=2 * n + 33 * (n + 1))
    square = np.zeros((m, m), order="F")
    k = min(m, n)
    square[:, :k] = packed[:, :k]
    Q, _, _ = lapack.dorgqr(square, tau, lwork=32 * m, overwrite_a=1)
    return Q, np.triu(packed), np.asarray(order, dtype=np.int64) - 1


def _rows_with_places(entries: Sequence[Entry]) -> list[tuple[Ints, tuple[int, ...], Floats]]:
    """Entries of the same rows side by side."""
    grouped: dict[int, list[Entry]] = {}
    for entry in entries:
        if len(entry[0]):
            grouped.setdefault(int(entry[0][0]), []).append(entry)
    made = []
    for own in grouped.values():
        own.sort(key=lambda entry: entry[1])
        blocks = np.concatenate([entry[2] for entry in own], axis=1)
        made.append((own[0][0], tuple(entry[1] for entry in own), blocks))
    return made


def _neighbours(n_place: int, groups: Sequence[tuple[Ints, tuple[int, ...], Floats]]) -> list[set[int]]:
    around: list[set[int]] = [set() for _ in range(n_place)]
    for _, places, _ in groups:
        for place in places:
            around[place].update(places)
    for place, others in enumerate(around):
        others.discard(place)
    return around


def _columns(places: list[int]) -> Ints:
    """Columns of places."""
    made: Ints = np.add.outer(PLACE_WIDTH * np.array(places), np.arange(PLACE_WIDTH)).ravel()
    return made


def _minimum_degree(around: list[set[int]]) -> list[list[int]]:
    """Order in which each place has the fewest neighbours in its turn; places with the same ones together."""
    queue = [(len(others), place) for place, others in enumerate(around)]
    heapq.heapify(queue)
    gone = [False] * len(around)
    order = []
    while queue:
        degree, place = heapq.heappop(queue)
        if gone[place] or degree != len(around[place]):
            continue
        clique = around[place] | {place}
        own = [place, *sorted(q for q in around[place] if around[q] | {q} == clique)]
        others = clique.difference(own)
        for q in own:
            gone[q] = True
        order.append(own)
        for other in others:
            around[other] |= others
            around[other] -= {other, *own}
            heapq.heappush(queue, (len(around[other]), other))
    return order
