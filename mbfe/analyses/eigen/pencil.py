"""Constrained second-order systems for eigenvalues, with the sizes of the sums behind their entries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FLOOR = 1e-10
"""Least sum behind a diagonal entry, as a part of the largest: values below 1e-24 of the largest are zero."""

STRAY = 1e-3
"""What reactions of joints, which are errors of rounding of forces elsewhere, add to the sum behind an
entry of stiffness, as a part of the largest of all."""


@dataclass(frozen=True, eq=False)
class Pencil:
    """M η̈ + C η̇ + K η + L λ = 0, N η̇ + B η = 0; rows of N are zero where ``holonomic``.

    All matrices are in comparable units (unknowns as lengths). Massless directions, constraints that depend
    on others, first-order states and algebraic outputs are allowed.

    Attributes
    ----------
    M, C, K : (n, n) csr_array
        Mass, damping and gyroscopic terms, stiffness.
    L : (n, m) csr_array
        Forces of the multipliers.
    N, B : (m, n) csr_array
        Constraint rows.
    holonomic : (m,) array of bool
        Which rows are holonomic.
    M_sum, C_sum, K_sum : (n, n) csr_array
        Sums of the absolute values of what an entry was summed from, by which its error of rounding is
        judged.
    """

    M: sp.csr_array
    C: sp.csr_array
    K: sp.csr_array
    L: sp.csr_array
    N: sp.csr_array
    B: sp.csr_array
    holonomic: NDArray[np.bool_]
    M_sum: sp.csr_array
    C_sum: sp.csr_array
    K_sum: sp.csr_array

    @property
    def n(self) -> int:
        """Number of unknowns."""
        return int(self.M.shape[0])

    def part(self, unknowns: Ints, rows: Ints) -> Pencil:
        """The equations of some of the unknowns and rows, which are coupled with no others."""
        square = (
            sp.csr_array(matrix[unknowns][:, unknowns])
            for matrix in (self.M, self.C, self.K, self.M_sum, self.C_sum, self.K_sum)
        )
        M, C, K, M_sum, C_sum, K_sum = square
        L = sp.csr_array(self.L[unknowns][:, rows])
        N, B = (sp.csr_array(matrix[rows][:, unknowns]) for matrix in (self.N, self.B))
        return Pencil(M, C, K, L, N, B, self.holonomic[rows], M_sum, C_sum, K_sum)

    def parts(self) -> list[tuple[Ints, Ints]]:
        """Unknowns and rows of the parts that are not coupled with each other.

        Parts are solved apart, so that the scale of one does not disturb another.
        """
        n, m = self.n, len(self.holonomic)
        square = abs(self.M) + abs(self.C) + abs(self.K)
        rows = abs(self.L).T + abs(self.N) + abs(self.B)
        graph = sp.csr_array(sp.block_array([[square, None], [rows, sp.csr_array((m, m))]])) if m else square
        graph = sp.csr_array(graph)
        graph.eliminate_zeros()
        graph.indices, graph.indptr = graph.indices.astype(np.int32), graph.indptr.astype(np.int32)
        count, label = sp.csgraph.connected_components(graph, directed=False)
        order = np.argsort(label, kind="stable")
        groups = np.split(order, np.cumsum(np.bincount(label, minlength=count))[:-1])
        return [(group[group < n], group[group >= n] - n) for group in groups if (group < n).any()]

    def without_rates(self) -> Pencil:
        """The conservative system: symmetric parts of M and K, no C, and the rows as ideal holonomic ones."""
        M, K = (sp.csr_array(0.5 * (part + part.T)) for part in (self.M, self.K))
        M_sum, K_sum = (sp.csr_array(0.5 * (part + part.T)) for part in (self.M_sum, self.K_sum))
        none, rows = sp.csr_array(self.C.shape), sp.csr_array(self.N + self.B)
        every = np.ones(len(self.holonomic), dtype=bool)
        return Pencil(
            M, none, K, sp.csr_array(rows.T), sp.csr_array(rows.shape), rows, every, M_sum, none, K_sum
        )


def summed(matrix: sp.csr_array, more: sp.csr_array, nodes: Ints, *, stray: float = 0.0) -> sp.csr_array:
    """Sums of absolute values behind a matrix, if the unknowns of one node were summed together.

    Parameters
    ----------
    matrix : (n, n) csr_array
        The matrix, in comparable units.
    more : (n, n) csr_array
        Absolute values of terms that may have cancelled.
    nodes : (n,) array of int
        Number of the node of each unknown: turned axes mix its components, and lever arms, which are
        differences of places, carry the stiffness of its translations to its rotations.
    stray : float
        Part of the largest entry of all that is added where there is anything: `STRAY` for stiffness.

    Returns
    -------
    (n, n) csr_array
        In all entries of the block of two nodes the largest one of it or of what is between their own blocks
        (the geometric mean of these), and ``stray`` times the largest of all; nothing in blocks of zeros. On
        the diagonal no less than `FLOOR` times the largest of all, so that products of two errors of rounding
        count as zero.
    """
    known = sp.coo_array(abs(matrix) + more)
    n, count = len(nodes), int(nodes.max(initial=-1)) + 1
    key = nodes[known.row].astype(np.int64) * count + nodes[known.col]
    blocks, place = np.unique(key, return_inverse=True)
    most = np.zeros(len(blocks))
    np.maximum.at(most, place, known.data)
    row, column = blocks // max(count, 1), blocks % max(count, 1)
    own = np.zeros(count)
    own[row[row == column]] = most[row == column]
    largest = float(most.max(initial=0.0))
    most = np.where(most > 0.0, np.maximum(most, np.sqrt(own[row] * own[column])) + stray * largest, 0.0)
    block = sp.csr_array((most, (row, column)), shape=(count, count))
    member = sp.csr_array((np.ones(n), (np.arange(n), nodes)), shape=(n, count))
    made = sp.csr_array(member @ block @ member.T)
    return sp.csr_array(made + FLOOR * largest * sp.eye_array(n))
