"""Constraint rows of a cluster in comparable units: each body turns about the middle of its own joints.

The size of a singular value depends on units and on where the frames of bodies lie. Here the rotation of a
body is about the centre of its joints in the cluster, times the half of their distance, and each row has unit
length. A singular value σ then says by how much the rows are independent: two parallel axes that should
coincide and are d apart on a body of size ℓ have σ of about d/ℓ, axes tilted by α about α.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.audit.elimination import DENSE, DenseFactor, Elimination, Entry, Factor
from mbfe.audit.graph import Cluster
from mbfe.audit.scattered import Scattered
from mbfe.engine.gather import NODE
from mbfe.rotations import rotate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SMALLEST = 1e-3
"""Least size of a body as a part of that of its cluster."""


class Gradients:
    """Gradients of all rows, as a table.

    Parameters
    ----------
    scattered : Scattered
        The model.
    B : (n_row, n_copied) csr_array, optional
        The gradients, if they are known; those of the present pose when absent.

    Attributes
    ----------
    table : (n_row, n_slot, 6) array
        Gradient of each row with respect to each copy of its instance, body axes, force before moment.
    copies : (n_instance, n_slot) array of int
        Copies of each instance, −1 where there are fewer.
    """

    def __init__(self, scattered: Scattered, B: sp.csr_array | None = None) -> None:
        B = (scattered.gradients() if B is None else B).tocoo()
        n_slot = int(scattered.copy_slot.max(initial=-1)) + 1
        self.table = np.zeros((scattered.n_row, max(n_slot, 1), 6))
        component = scattered.copied[B.col]
        copy = component // 6 - scattered.n_own
        self.table[B.row, scattered.copy_slot[copy], component % 6] = B.data
        self.copies: Ints = np.full((len(scattered.builder.instances), max(n_slot, 1)), -1)
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
    """Rows of one cluster and how its unknowns are measured.

    Attributes
    ----------
    cluster : Cluster
        The cluster.
    rows : (m,) array of int
        Its rows, in the numbering of the model.
    places : list of int
        Its places.
    centers, sizes : (n_place, 3), (n_place,) arrays
        Centre of the joints of each place, body axes [m], and the length that its rotation is multiplied by.
    whole : (n_place,) array of bool
        Whether the place is a node whose six components are free.
    length : float
        Size of the cluster [m].
    """

    cluster: Cluster
    rows: Ints
    places: list[int]
    centers: Floats
    sizes: Floats
    whole: NDArray[np.bool_]
    length: float

    def factor(self, scattered: Scattered, gradients: Gradients) -> tuple[Factor, Floats]:
        """Factors of the scaled rows in the present pose, and the lengths that the rows were divided by."""
        entries = self._entries(scattered, gradients)
        square = np.zeros(len(self.rows))
        for rows, _, block in entries:
            square[rows] += (block**2).sum(axis=1)
        norm = np.sqrt(square)
        norm[norm == 0.0] = 1.0
        unit: list[Entry] = [(rows, place, block / norm[rows, None]) for rows, place, block in entries]
        small = 6 * len(self.places) <= DENSE and len(self.rows) <= 2 * DENSE
        made = (DenseFactor if small else Elimination)(len(self.rows), len(self.places), unit)
        return made, norm

    def _entries(self, scattered: Scattered, gradients: Gradients) -> list[Entry]:
        """Rows with respect to the displacement of the centres and the rotations times the sizes."""
        number = np.full(scattered.n_own, -1)
        number[self.places] = np.arange(len(self.places))
        instances = np.array(self.cluster.instances)
        copies = gradients.copies[instances]
        place = np.where(copies >= 0, number[scattered.owner[copies]], -1)
        count = [sum(row >= 0 for row in scattered.layout.rows[i]) for i in self.cluster.instances]
        of_row = np.repeat(place, count, axis=0)
        table = gradients.table[self.rows].copy()
        about = table[:, :, 3:] - np.cross(self.centers[of_row], table[:, :, :3])
        turned = about / self.sizes[of_row][:, :, None]
        table[:, :, 3:] = np.where(self.whole[of_row][:, :, None], turned, table[:, :, 3:])
        ends = np.cumsum(count)
        entries = []
        for end, size, own in zip(ends, count, place, strict=True):
            local = np.arange(end - size, end)
            entries += [
                (local, int(one), table[end - size : end, slot]) for slot, one in enumerate(own) if one >= 0
            ]
        return entries

    def increments(self, scattered: Scattered, gradients: Gradients, x: Floats, out: Floats) -> None:
        """Turn scaled unknowns x (6 n_place,) into body-frame increments of the cluster's copies.

        ``out`` is (n_copy, 6) and takes them; the displacement of the origin is u + c×θ.
        """
        given = x.reshape(-1, 6).copy()
        given[self.whole, 3:] /= self.sizes[self.whole, None]
        given[self.whole, :3] += np.cross(self.centers[self.whole], given[self.whole, 3:])
        number = {place: i for i, place in enumerate(self.places)}
        for instance in self.cluster.instances:
            for copy in gradients.copies[instance]:
                if copy >= 0:
                    out[copy] = given[number[int(scattered.owner[copy])]]


def joint_points(table: Floats) -> Floats:
    """Points at which rows act on a body, (n, 3) body axes: p with m = p×f in the least squares of m rows.

    Parameters
    ----------
    table : (n, m, 6) array
        Gradients: forces f and moments m of the rows.

    Returns
    -------
    (n, 3) array
        The points nearest to the origin of the body; not a number where no row has a force.
    """
    f, m = table[:, :, :3], table[:, :, 3:]
    square = (f**2).sum(axis=(1, 2))
    normal = square[:, None, None] * np.eye(3) - np.einsum("nki,nkj->nij", f, f)
    point = np.einsum("nij,nj->ni", np.linalg.pinv(normal, hermitian=True), np.cross(f, m).sum(axis=1))
    point[square == 0.0] = np.nan
    made: Floats = point
    return made


def measure(scattered: Scattered, gradients: Gradients, cluster: Cluster) -> ClusterRows:
    """Rows, places and lengths of a cluster in the present pose."""
    rows = [row for i in cluster.instances for row in scattered.layout.rows[i] if row >= 0]
    copies = gradients.copies[list(cluster.instances)].ravel()
    copies = copies[copies >= 0]
    places = list(dict.fromkeys(scattered.owner[copies].tolist()))
    number = {place: i for i, place in enumerate(places)}
    owner = np.array([number[place] for place in scattered.owner[copies].tolist()])
    whole = np.array([scattered.kind[p] == NODE and bool(scattered.live[p].all()) for p in places])
    points = np.where(whole[owner, None], gradients.points[copies], np.nan)
    motion = scattered.motion[scattered.owner[copies]]
    world = motion[:, :3] + rotate(motion[:, 3:7], points)
    known = world[~np.isnan(world[:, 0])]
    length = float(np.linalg.norm(np.ptp(known, axis=0))) if len(known) else 0.0
    length = length if length > SMALLEST**2 * scattered.length else scattered.length
    good = ~np.isnan(points[:, 0])
    count = np.bincount(owner[good], minlength=len(places))
    centers = np.zeros((len(places), 3))
    np.add.at(centers, owner[good], points[good])
    centers /= np.maximum(count, 1)[:, None]
    sizes = np.zeros(len(places))
    np.maximum.at(sizes, owner[good], np.linalg.norm(points[good] - centers[owner[good]], axis=1))
    sizes[sizes <= SMALLEST * length] = length
    return ClusterRows(cluster, np.array(rows, dtype=np.int64), places, centers, sizes, whole, length)
