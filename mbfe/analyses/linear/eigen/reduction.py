"""The equations on the motions that holonomic constraints leave."""

from __future__ import annotations

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.linear.eigen.pencil import Pencil, is_ideal
from mbfe.analyses.linear.eigen.ranks import cleaned, free_basis
from mbfe.analyses.linear.eigen.tolerances import RANK
from mbfe.errors import SolveError

__all__ = ["Reduced"]


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
