"""Constrained second-order systems for eigenvalues, with the sizes of the sums behind their entries.

They are reduced to the motions that holonomic constraints leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Flags, Floats, Ints
from mbfe.algebra.graphs import connected_parts
from mbfe.analyses.linear.eigen.ranks import cleaned, free_basis
from mbfe.analyses.linear.eigen.tolerances import ACCEPTING, RANK
from mbfe.errors import SolveError

__all__ = ["Numbers", "Pencil", "Reduced", "Vectors", "is_ideal", "is_symmetric", "summed"]

Numbers = NDArray[Any]
"""Real or complex numbers."""


@dataclass(frozen=True, eq=False)
class Pencil:
    """M η̈ + C η̇ + K η + L λ = 0, N η̇ + B η = 0; rows of N are zero where ``holonomic``.

    All matrices are in comparable units (unknowns as lengths). Massless directions, constraints that depend
    on others, first-order states and algebraic outputs are allowed.
    """

    M: sp.csr_array
    C: sp.csr_array
    K: sp.csr_array
    """Mass, damping and gyroscopic terms, stiffness, (n, n)."""
    L: sp.csr_array
    """Forces of the multipliers, (n, m)."""
    N: sp.csr_array
    B: sp.csr_array
    """Constraint rows, (m, n)."""
    holonomic: Flags
    """Which rows are holonomic, (m,)."""
    M_sum: sp.csr_array
    C_sum: sp.csr_array
    K_sum: sp.csr_array
    """Sums of the absolute values of what an entry was summed from, by which its error of rounding is judged,
    (n, n)."""
    is_mixed: bool = False
    """Whether there are first-order states or outputs, whose units are not comparable."""

    @property
    def n(self) -> int:
        """Number of unknowns."""
        return int(self.M.shape[0])

    @property
    def matrices(self) -> tuple[tuple[sp.csr_array, sp.csr_array], ...]:
        """M, C and K, each with its sums."""
        return (self.M, self.M_sum), (self.C, self.C_sum), (self.K, self.K_sum)

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


def is_ideal(pencil: Pencil) -> bool:
    """Whether the forces of the constraint rows are along their gradients: L is Bᵀ or Nᵀ."""
    gradient = sp.csr_array(
        sp.diags_array(pencil.holonomic.astype(float)) @ pencil.B
        + sp.diags_array((~pencil.holonomic).astype(float)) @ pencil.N
    )
    if not gradient.nnz and not pencil.L.nnz:
        return True
    size = float(abs(gradient).max()) if gradient.nnz else 0.0
    return float(abs(pencil.L - gradient.T).max()) <= RANK.ideal_forces * size


def is_symmetric(matrix: sp.csr_array, size: sp.csr_array) -> bool:
    """Whether a matrix is symmetric but for rounding, judged entry by entry."""
    skew = sp.csr_array(abs(matrix - matrix.T))
    return bool((skew - ACCEPTING.symmetric * (size + size.T)).max() <= 0.0) if skew.nnz else True


@dataclass(frozen=True, eq=False)
class Vectors:
    """Which unknowns turned axes mix: translations and rotations of nodes; variables are by themselves."""

    of_unknown: Ints
    """Number of the vector of each unknown, (n,)."""
    lever_of: Ints
    """The translation of the node of each vector, whose stiffness lever arms carry to rotations, or itself,
    (k,)."""
    is_node: Flags
    """Which are of nodes, and so comparable with each other; variables are not, (k,)."""

    @classmethod
    def at(cls, places: Ints, is_node: Flags) -> Vectors:
        """Those of unknowns at places 6 row + component, each of a node or a variable."""
        row, component = np.divmod(places, 6)
        alone = 2 * int(row.max(initial=-1)) + 2 + np.arange(len(row))
        key = np.where(is_node, 2 * row + component // 3, alone)
        keys, of_unknown = np.unique(key, return_inverse=True)
        solid = np.zeros(len(keys), dtype=bool)
        solid[of_unknown] = is_node
        before = np.maximum(np.arange(len(keys)) - 1, 0)
        is_arm = solid & (keys % 2 == 1) & (keys[before] == keys - 1)
        return cls(of_unknown, np.where(is_arm, before, np.arange(len(keys))), solid)


def summed(
    matrix: sp.csr_array, more: sp.csr_array, vectors: Vectors, *, has_reactions: bool = False
) -> sp.csr_array:
    """Sums (n, n) of absolute values behind a matrix, if the unknowns of one vector were summed together.

    `more` are absolute values of terms that may have cancelled. In all entries of the block of two vectors it
    is the largest one of it or of what is between their own blocks (the geometric mean of these); nothing in
    blocks of zeros. Reactions of joints add the part `RANK.stray_reactions` of the largest entry of all:
    those of stiffness. On the diagonal of nodes it is no less than `RANK.least_sum` times the largest of all,
    so that products of two errors of rounding count as zero.
    """
    known = sp.coo_array(abs(matrix) + more)
    number, solid = vectors.of_unknown, vectors.is_node
    n, count = len(number), len(solid)
    key = number[known.row].astype(np.int64) * count + number[known.col]
    blocks, place = np.unique(key, return_inverse=True)
    most = np.zeros(len(blocks))
    np.maximum.at(most, place, known.data)
    row, column = blocks // max(count, 1), blocks % max(count, 1)
    own = np.zeros(count)
    own[row[row == column]] = most[row == column]
    own = np.maximum(own, own[vectors.lever_of])
    of_nodes = solid[row] & solid[column]
    largest = float(most[of_nodes].max(initial=0.0))
    stray = RANK.stray_reactions * largest if has_reactions else 0.0
    bound = np.maximum(most, np.sqrt(own[row] * own[column])) + np.where(of_nodes, stray, 0.0)
    block = sp.csr_array((np.where(most > 0.0, bound, 0.0), (row, column)), shape=(count, count))
    member = sp.csr_array((np.ones(n), (np.arange(n), number)), shape=(n, count))
    made = sp.csr_array(member @ block @ member.T)
    return sp.csr_array(made + RANK.least_sum * largest * sp.diags_array(solid[number].astype(float)))


class Reduced:
    """P(s) a = (s²M + sC + K) a with η = Z a and, where rows are nonholonomic, their multipliers in a.

    M, C and K (k, k) have W from the left where reactions are not ideal; M_sum, C_sum and K_sum are the sums
    of absolute values behind their entries.
    """

    Z: sp.csr_array
    """Motions that holonomic rows allow; unknowns of a are unknowns of the system, (n, n_a)."""
    W: sp.csr_array
    """Combinations of equations in which forces of holonomic rows vanish; Z where reactions are ideal."""
    n_motion: int
    """How many entries of a are motions; the rest are multipliers."""
    rows: Ints
    forces: Ints
    """Rows that are independent, and columns of L that are, (r,)."""

    def __init__(self, pencil: Pencil) -> None:
        hol = pencil.holonomic
        basis = free_basis(sp.csr_array(pencil.B[hol]))
        left = basis if is_ideal(pencil) else free_basis(sp.csr_array(pencil.L[:, hol].T))
        if left.Z.shape != basis.Z.shape:
            raise SolveError("solve_modes", "constraint forces and constraints are not equally many")
        self.Z, self.W, self.n_motion = basis.Z, left.Z, basis.Z.shape[1]
        Z, W = basis.Z, left.Z
        rolling, kept = self._rolling(pencil, Z, W)
        numbers = np.flatnonzero(hol)
        self.rows, self.forces = (np.sort(np.concatenate([numbers[one.rows], kept])) for one in (basis, left))
        made = []
        for (matrix, size), letter in zip(pencil.matrices, "MCK", strict=True):
            value = sp.csr_array(W.T @ matrix @ Z)
            bound = sp.csr_array(abs(W).T @ size @ abs(Z))
            made.append(_bordered(cleaned(value, bound), rolling, letter))
            made.append(_bordered(bound, rolling, letter, size=True))
        self.M, self.M_sum, self.C, self.C_sum, self.K, self.K_sum = made

    @staticmethod
    def _rolling(
        pencil: Pencil, Z: sp.csr_array, W: sp.csr_array
    ) -> tuple[tuple[Floats, Floats, Floats], Ints]:
        """Independent nonholonomic rows N ȧ + B a = 0 and their forces, and the numbers of the rows."""
        rows = np.flatnonzero(~pencil.holonomic)
        N, B = (sp.csr_array(part[rows] @ Z).toarray() for part in (pencil.N, pencil.B))
        L = sp.csr_array(W.T @ pencil.L[:, rows]).toarray()
        if not len(rows):
            return (N, B, L), rows
        both = np.hstack([N, B])
        size = np.linalg.norm(both, axis=1)
        live = np.flatnonzero(size > RANK.residue * size.max(initial=0.0))
        if not len(live):
            return (N[:0], B[:0], L[:, :0]), rows[:0]
        _, R, order = la.qr((both[live] / size[live, None]).T, pivoting=True, mode="economic")
        diagonal = np.abs(np.diagonal(R))
        kept = np.sort(live[order[: int((diagonal > RANK.dependent * diagonal[0]).sum())]])
        return (N[kept], B[kept], L[:, kept]), rows[kept]


def _bordered(
    square: sp.csr_array, rolling: tuple[Floats, Floats, Floats], letter: str, *, size: bool = False
) -> sp.csr_array:
    """M, C or K with the rows of nonholonomic constraints below and their forces beside it."""
    N, B, L = (sp.csr_array(np.abs(part) if size else part) for part in rolling)
    m = N.shape[0]
    if not m:
        return square
    none = sp.csr_array((m, m))
    below, beside = {"M": (None, None), "C": (N, None), "K": (B, L)}[letter]
    return sp.csr_array(sp.block_array([[square, beside], [below, none]]))
