"""Constraint rows of a cluster in comparable units: each body turns about the middle of its own joints.

The size of a singular value depends on units and on where the frames of bodies lie. Here the rotation of a
body is about the centre of its joints in the cluster, times the half of their distance, and each row has unit
length. A singular value σ then says by how much the rows are independent: two parallel axes that should
coincide and are d apart on a body of size ℓ have σ of about d/ℓ, axes tilted by α about α.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Flags, Floats, Ints
from mbfe.algebra.rotations import rotate
from mbfe.audit.elimination import PLACE_WIDTH, Elimination, Entry, Factor, dense_factors
from mbfe.audit.graph import Cluster
from mbfe.audit.scattered import Scattered
from mbfe.audit.tolerances import ROWS
from mbfe.engine.columns import COORDINATE, NODE, POSITIONS, ROTATIONS

__all__ = ["ClusterRows", "Gradients", "Loops"]


class Gradients:
    """Gradients of all rows, as a table: those B (n_row, n_copied) that are given, or of the present pose."""

    table: Floats
    """Gradient of each row with respect to each copy of its instance, body axes, force before moment,
    (n_row, n_slot, 6)."""
    copies: Ints
    """Copies of each instance, −1 where there are fewer, (n_instance, n_slot)."""

    def __init__(self, scattered: Scattered, B: sp.csr_array | None = None) -> None:
        B = (scattered.gradients() if B is None else B).tocoo()
        n_slot = int(scattered.copy_slot.max(initial=-1)) + 1
        self.table = np.zeros((scattered.n_row, max(n_slot, 1), 6))
        component = scattered.copied[B.col]
        copy = component // 6 - scattered.n_own
        self.table[B.row, scattered.copy_slot[copy], component % 6] = B.data
        self.copies = np.full((len(scattered.builder.instances), max(n_slot, 1)), -1)
        self.copies[scattered.copy_instance, scattered.copy_slot] = np.arange(len(scattered.owner))
        self._row_instance, self._row_local = scattered.row_instance, scattered.row_local
        self._slots = (scattered.copy_instance, scattered.copy_slot)

    @cached_property
    def points(self) -> Floats:
        """Point at which the rows of its instance act on each copy, (n_copy, 3) body axes."""
        most = int(self._row_local.max(initial=-1)) + 1
        by_instance = np.zeros((len(self.copies), most, *self.table.shape[1:]))
        by_instance[self._row_instance, self._row_local] = self.table
        instance, slot = self._slots
        return joint_points(by_instance[instance, :, slot])


@dataclass(frozen=True, eq=False)
class ClusterRows:
    """Rows of one cluster and how its unknowns are measured."""

    cluster: Cluster
    rows: Ints
    """Its rows, in the numbering of the model, (m,)."""
    places: list[int]
    sizes: Floats
    """Length that the rotation of each place is multiplied by [m], (n_place,)."""
    whole: Flags
    """Whether the place is a node whose six components are free, (n_place,)."""
    length: float
    """Size of the cluster [m]."""
    own: slice
    free: slice
    """Its part of the rows and of the scaled unknowns of all clusters."""


class Loops:
    """Rows of several clusters, measured and factorised together.

    Rows and places of the clusters are numbered one cluster after the other; arrays are filled for all of
    them at once, and clusters of the same shape share one call for their singular values. The gradients that
    are given first are those of the pose in which the clusters are measured.
    """

    each: list[ClusterRows]
    """The clusters."""
    rows: Ints
    """Their rows, in the numbering of the model, (m,)."""
    cluster_of_row: Ints
    cluster_of_place: Ints
    """The cluster of each row and place."""

    def __init__(self, scattered: Scattered, gradients: Gradients, clusters: Sequence[Cluster]) -> None:
        self._scattered = scattered
        number = np.full(len(scattered.builder.instances), -1)
        for i, cluster in enumerate(clusters):
            number[list(cluster.instances)] = i
        rows = [r for c in clusters for i in c.instances for r in scattered.layout.rows[i] if r >= 0]
        self.rows = np.array(rows, dtype=np.int64)
        self.cluster_of_row = number[scattered.row_instance[self.rows]]
        moves = scattered.kind[scattered.owner] <= COORDINATE  # outputs that a row reads are no motions
        self._copies = np.flatnonzero((number[scattered.copy_instance] >= 0) & moves)
        of_copy = number[scattered.copy_instance[self._copies]]
        keys = of_copy * scattered.n_own + scattered.owner[self._copies]
        places, self._place = np.unique(keys, return_inverse=True)
        self.cluster_of_place = places // scattered.n_own
        owner = places % scattered.n_own
        self._whole = (scattered.kind[owner] == NODE) & scattered.live[owner].all(axis=1)
        lengths = self._measure(gradients, len(clusters))
        place_of_copy = np.full(len(scattered.owner), -1)
        place_of_copy[self._copies] = self._place
        copies = gradients.copies[scattered.row_instance[self.rows]]
        self._of_row: Ints = np.where(copies >= 0, place_of_copy[copies], -1)
        count = np.arange(len(clusters) + 1)
        row_start = np.searchsorted(self.cluster_of_row, count).tolist()
        start = np.searchsorted(self.cluster_of_place, count).tolist()
        self.each = [
            ClusterRows(
                cluster,
                self.rows[row_start[i] : row_start[i + 1]],
                owner[start[i] : start[i + 1]].tolist(),
                self._sizes[start[i] : start[i + 1]],
                self._whole[start[i] : start[i + 1]],
                float(lengths[i]),
                slice(row_start[i], row_start[i + 1]),
                slice(PLACE_WIDTH * start[i], PLACE_WIDTH * start[i + 1]),
            )
            for i, cluster in enumerate(clusters)
        ]

    def _measure(self, gradients: Gradients, n_cluster: int) -> Floats:
        """Centres and sizes of all places; returns the sizes of the clusters [m]."""
        scattered, place = self._scattered, self._place
        n_place, of_copy = len(self._whole), self.cluster_of_place[place]
        points = gradients.points[self._copies]
        good = self._whole[place] & ~np.isnan(points[:, 0])
        points, at = points[good], place[good]
        motion = scattered.motion[scattered.owner[self._copies[good]]]
        world = motion[:, POSITIONS] + rotate(motion[:, ROTATIONS], points)
        low, high = np.full((n_cluster, 3), np.inf), np.full((n_cluster, 3), -np.inf)
        np.minimum.at(low, of_copy[good], world)
        np.maximum.at(high, of_copy[good], world)
        extent = np.where(np.isfinite(low), high - np.where(np.isfinite(low), low, 0.0), 0.0)
        length = np.linalg.norm(extent, axis=1)
        length[length <= ROWS.smallest_body**2 * scattered.length] = scattered.length
        count = np.maximum(np.bincount(at, minlength=n_place), 1)
        sums = [np.bincount(at, points[:, i], minlength=n_place) for i in range(3)]
        self._centers = np.stack(sums, axis=1) / count[:, None]
        self._sizes = np.zeros(n_place)
        np.maximum.at(self._sizes, at, np.linalg.norm(points - self._centers[at], axis=1))
        small = ROWS.smallest_body * length[self.cluster_of_place] >= self._sizes
        self._sizes[small] = length[self.cluster_of_place[small]]
        return length

    def scaled(self, gradients: Gradients) -> tuple[Floats, Floats]:
        """Rows with respect to displacements of centres and rotations times sizes, and their lengths.

        The rows (m, n_slot, 6) are divided by the lengths (m,), which are 1 for rows without any.
        """
        table = gradients.table[self.rows]
        f, place = table[:, :, :3], self._of_row
        about = (table[:, :, 3:] - _cross(self._centers[place], f)) / self._sizes[place][:, :, None]
        table[:, :, 3:] = np.where(self._whole[place][:, :, None], about, table[:, :, 3:])
        norm = np.sqrt((table**2).sum(axis=(1, 2)))
        norm[norm == 0.0] = 1.0
        return table / norm[:, None, None], norm

    def factors(self, gradients: Gradients, which: Sequence[int]) -> tuple[list[Factor], Floats]:
        """Factors of some clusters in the pose of the gradients, and the lengths that rows are divided by."""
        table, norm = self.scaled(gradients)
        made: dict[int, Factor] = {}
        shapes: dict[tuple[int, int], list[int]] = {}
        for i in which:
            one = self.each[i]
            n_row, n_column = len(one.rows), PLACE_WIDTH * len(one.places)
            if n_column <= ROWS.most_dense and n_row <= 2 * ROWS.most_dense:
                shapes.setdefault((n_row, n_column), []).append(i)
            else:
                made[i] = Elimination(n_row, len(one.places), self._entries(table, one))
        for shape, members in shapes.items():
            several = max(1, ROWS.most_entries // (shape[0] * shape[1]))
            for at in range(0, len(members), several):
                part = members[at : at + several]
                matrices = np.stack([self._matrix(table, self.each[i]) for i in part])
                made |= zip(part, dense_factors(matrices), strict=True)
        return [made[i] for i in which], norm

    def _matrix(self, table: Floats, one: ClusterRows) -> Floats:
        """Rows of a cluster as a full matrix."""
        blocks, place = table[one.own], self._of_row[one.own] - one.free.start // PLACE_WIDTH
        B = np.zeros((len(blocks), len(one.places), PLACE_WIDTH))
        every = np.arange(len(blocks))
        for slot in range(blocks.shape[1]):
            acts = self._of_row[one.own, slot] >= 0
            B[every[acts], place[acts, slot]] = blocks[acts, slot]
        return B.reshape(len(blocks), -1)

    def _entries(self, table: Floats, one: ClusterRows) -> list[Entry]:
        """Rows of a cluster, instance by instance and place by place."""
        ends = np.flatnonzero(np.diff(self._scattered.row_instance[one.rows], append=-1)) + 1
        first = one.free.start // PLACE_WIDTH
        entries, start = [], 0
        for end in ends.tolist():
            local = np.arange(start, end)
            for slot, place in enumerate(self._of_row[one.own.start + start].tolist()):
                if place >= 0:
                    block = table[one.own.start + start : one.own.start + end, slot]
                    entries.append((local, place - first, block))
            start = end
        return entries

    def increments(self, x: Floats) -> Floats:
        """Body-frame increments (n_copy, 6) of all copies from scaled unknowns of all clusters.

        The displacement of the origin is u + c×θ.
        """
        given = x.reshape(-1, PLACE_WIDTH).copy()
        whole = self._whole
        given[whole, 3:] /= self._sizes[whole, None]
        given[whole, :3] += _cross(self._centers[whole], given[whole, 3:])
        out = np.zeros((len(self._scattered.owner), PLACE_WIDTH))
        out[self._copies] = given[self._place]
        return out


def _cross(a: Floats, b: Floats) -> Floats:
    """Products a×b of the last axes."""
    made = np.empty(np.broadcast_shapes(a.shape, b.shape))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        made[..., i] = a[..., j] * b[..., k] - a[..., k] * b[..., j]
    return made


def joint_points(table: Floats) -> Floats:
    """Points at which rows act on a body, (n, 3) body axes: p with m = p×f in the least squares of m rows.

    The gradients (n, m, 6) are forces f and moments m. The points are those nearest to the origin of the
    body; not a number where no row has a force.
    """
    f, m = table[:, :, :3], table[:, :, 3:]
    square = (f**2).sum(axis=(1, 2))
    normal = square[:, None, None] * np.eye(3) - np.einsum("nki,nkj->nij", f, f)
    point: Floats = np.einsum(
        "nij,nj->ni", np.linalg.pinv(normal, hermitian=True), np.cross(f, m).sum(axis=1)
    )
    point[square == 0.0] = np.nan
    return point
