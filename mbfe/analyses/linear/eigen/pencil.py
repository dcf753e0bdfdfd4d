"""Constrained second-order systems for eigenvalues, with the sizes of the sums behind their entries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Ints
from mbfe.algebra.graphs import connected_parts

__all__ = ["Pencil"]


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
    is_mixed : bool
        Whether there are first-order states or outputs, whose units are not comparable.
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
    is_mixed: bool = False

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
        return Pencil(M, C, K, L, N, B, self.holonomic[rows], M_sum, C_sum, K_sum, self.is_mixed)

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
        count, label = connected_parts(graph)
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
