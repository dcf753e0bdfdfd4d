"""Ranks and null spaces, with tolerances from the rounding errors of the sums behind the entries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.graphs import connected_parts
from mbfe.analyses.linear.eigen.tolerances import EPS, RANK

__all__ = [
    "Chains", "NullSpace", "SingularPencilError", "chains", "cleaned", "equilibrated", "free_basis",
    "leading", "localised", "orthonormal_null_space",
]  # fmt: skip


class SingularPencilError(Exception):
    """No eigenvalues are determined: some ``direction`` of the unknowns (n,) takes part in no equation."""

    def __init__(self, direction: Floats) -> None:
        super().__init__("singular pencil")
        self.direction = direction


def equilibrated(sizes: Floats | sp.csr_array) -> tuple[Floats, Floats]:
    """Factors of rows and columns that make entries comparable, of absolute values (m, n), full or sparse.

    Unknowns whose diagonal entry dominates, as in a semidefinite matrix, get a diagonal of one. The factors
    of others make the largest entry of their row and column one (Ruiz 2001). Rows and columns of zeros keep
    the factor one.
    """
    left, right = np.ones(sizes.shape[0]), np.ones(sizes.shape[1])
    if 0 in sizes.shape:
        return left, right
    fixed_rows, fixed_columns = (np.zeros(size, dtype=bool) for size in sizes.shape)
    if sizes.shape[0] == sizes.shape[1]:
        diagonal = sizes.diagonal()
        unit = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        most = _between(unit, sizes, unit)
        good = diagonal > 0.0
        both = np.maximum(_largest(most[:, good], 1), _largest(most[good], 0))
        good &= both <= RANK.dominant
        fixed_rows = fixed_columns = good
        left, right = np.where(good, unit, 1.0), np.where(good, unit, 1.0)
    now = _between(left, sizes, right)
    for _ in range(0 if fixed_rows.all() and fixed_columns.all() else RANK.sweeps):
        rows, columns = _largest(now, 1), _largest(now, 0)
        by_row = 1.0 / np.sqrt(np.where((rows > 0.0) & ~fixed_rows, rows, 1.0))
        by_column = 1.0 / np.sqrt(np.where((columns > 0.0) & ~fixed_columns, columns, 1.0))
        left, right = left * by_row, right * by_column
        now = _between(by_row, now, by_column)
    return left, right


def _between(left: Floats, matrix: Any, right: Floats) -> Any:
    """A matrix times factors of its rows and columns."""
    if sp.issparse(matrix):
        return sp.csr_array(sp.diags_array(left) @ matrix @ sp.diags_array(right))
    return left[:, None] * matrix * right


def _largest(matrix: Any, axis: int) -> Floats:
    """Largest entries over an axis of a matrix that has none below zero."""
    if 0 in matrix.shape:
        return np.zeros(matrix.shape[1 - axis])
    made = matrix.max(axis=axis)
    return np.asarray(made.toarray()).ravel() if sp.issparse(made) else np.asarray(made)


def cleaned(matrix: sp.csr_array, sizes: sp.csr_array) -> sp.csr_array:
    """The matrix without entries that are no more than the rounding error of their sum."""
    beyond = sp.csr_array(abs(matrix) - 4.0 * EPS * sizes) > 0.0
    return sp.csr_array(matrix.multiply(beyond))


class NullSpace:
    """Null vectors of a square matrix A on both sides, and solutions of its equations.

    A is scaled by the ``sizes`` (n, n) of the sums behind its entries, see :func:`equilibrated`; a singular
    value σ with vectors u, v is zero if σ ≤ `RANK.roundings` eps max(|u|ᵀ sizes |v|, σ₁). So the units of the
    unknowns do not matter, and a soft part beside a stiff one is not taken for a free one.
    """

    left: Floats
    right: Floats
    """Bases of Uᵀ A = 0 and A X = 0, (n, p)."""

    def __init__(self, matrix: Floats, sizes: Floats) -> None:
        n = len(matrix)
        self.row_factor, self.column_factor = equilibrated(sizes)
        self._scaled = self.row_factor[:, None] * matrix * self.column_factor
        self._left = self._right = np.zeros((n, 0))
        if n and not self._is_clear():
            self._decompose(self.row_factor[:, None] * sizes * self.column_factor)
        self.left = self.row_factor[:, None] * self._left
        self.right = localised(self.column_factor[:, None] * self._right)

    @property
    def count(self) -> int:
        """Number of null vectors."""
        return self._right.shape[1]

    def _is_clear(self) -> bool:
        norm = float(np.abs(self._scaled).sum(axis=0).max(initial=0.0))
        if norm == 0.0:
            return False
        factors, _, info = la.lapack.dgetrf(self._scaled)
        if info != 0:
            return False
        inverse, _ = la.lapack.dgecon(factors, norm)
        return bool(inverse > RANK.regular)

    def _decompose(self, sizes: Floats) -> None:
        left, values, right = la.svd(self._scaled)
        right = right.T
        noise = np.einsum("ij,ij->j", np.abs(left), sizes @ np.abs(right))
        zero = int((values <= RANK.roundings * EPS * np.maximum(noise, values[0])).sum())
        if zero == 0:
            return
        rank = len(values) - zero
        self._left, self._right = left[:, rank:], right[:, rank:]
        if rank:
            exact = self._scaled.astype(np.longdouble)
            for _ in range(2):
                self._right = self._right - self._solved((exact @ self._right).astype(float))
                self._left = self._left - self._solved((exact.T @ self._left).astype(float), transposed=True)
            self._left, self._right = (
                la.qr(self._left, mode="economic")[0],
                la.qr(self._right, mode="economic")[0],
            )
            self.__dict__.pop("_factors", None)

    @cached_property
    def _factors(self) -> Any:
        corner = np.zeros((self.count, self.count))
        return la.lu_factor(np.block([[self._scaled, self._left], [self._right.T, corner]]))

    def _solved(self, right: Floats, *, transposed: bool = False) -> Floats:
        full = np.vstack([right, np.zeros((self.count, right.shape[1]))])
        solution: Floats = la.lu_solve(self._factors, full, trans=int(transposed))
        return solution[: len(right)]

    def solve(self, right: Floats) -> Floats:
        """A solution of A x = b for b (n, k) with Uᵀ b = 0."""
        return self.column_factor[:, None] * self._solved(self.row_factor[:, None] * right)


def null_vectors(matrix: Floats, errors: Floats, tolerance: float) -> Floats:
    """Basis (k, q) of what a matrix (p, k) maps to zero: less than a multiple of ``errors``."""
    if matrix.shape[1] == 0 or matrix.shape[0] == 0:
        return np.eye(matrix.shape[1])
    left, right = equilibrated(errors)
    _, values, vectors = la.svd(left[:, None] * matrix * right)
    rank = int((values > tolerance).sum())
    return localised(right[:, None] * vectors[rank:].T)


def orthonormal_null_space(matrix: Floats) -> Floats:
    """Orthonormal basis (n, n − rank) of the vectors that a matrix (m, n) maps to zero."""
    m, n = matrix.shape
    if m == 0 or not matrix.any():
        return np.eye(n)
    size = np.linalg.norm(matrix, axis=1)
    live = size > 0.0
    Q, R, _ = la.qr((matrix[live] / size[live, None]).T, pivoting=True)
    diagonal = np.abs(np.diagonal(R))
    rank = int((diagonal > RANK.dependent * diagonal[0]).sum())
    return Q[:, rank:]


def leading(basis: Floats) -> Ints:
    """As many unknowns as there are vectors, whose entries are as independent as possible."""
    unit = basis / np.abs(basis).max(axis=0)
    order: Ints = la.qr(unit.T, pivoting=True, mode="economic")[2]
    return order[: basis.shape[1]]


def localised(basis: Floats) -> Floats:
    """The same space with a basis in which each vector alone has one of the unknowns, as 1."""
    if basis.shape[1] == 0:
        return basis
    unit = basis / np.abs(basis).max(axis=0)
    chosen = leading(basis)
    inverse = la.inv(unit[chosen])
    made = unit @ inverse
    made[np.abs(made) <= 16.0 * EPS * (np.abs(unit) @ np.abs(inverse))] = 0.0
    return made


@dataclass(frozen=True, eq=False)
class FreeBasis:
    """Vectors η = Z a that constraint rows allow; a are unknowns themselves, the others follow."""

    Z: sp.csr_array
    """The basis, (n, n − rank)."""
    rows: Ints
    """Independent rows, (rank,)."""


def free_basis(rows: sp.csr_array) -> FreeBasis:
    """Basis of the null space of constraint rows (m, n), in which unknowns stay what they are.

    Rows that have no unknown in common are solved apart. They are normalised, so that dependent ones are
    identified by the norm of the remainder; entries of Z that are errors of rounding are zeros, so that parts
    which the rows do not couple stay apart.
    """
    n = rows.shape[1]
    size = np.sqrt(np.asarray((rows * rows).sum(axis=1)).ravel())
    live = size > RANK.residue * size.max(initial=0.0)
    unit = sp.csr_array(sp.diags_array(np.where(live, 1.0 / np.where(live, size, 1.0), 0.0)) @ rows)
    unit.data[np.abs(unit.data) <= EPS] = 0.0
    unit.eliminate_zeros()
    held = np.zeros(n, dtype=bool)
    kept: list[Ints] = []
    blocks: list[tuple[Ints, Ints, Floats]] = []
    for members, unknowns in _groups(unit):
        dependent, independent, follow, chosen = _follow(unit[members][:, unknowns].toarray())
        held[unknowns[dependent]] = True
        kept.append(members[chosen])
        blocks.append((unknowns[dependent], unknowns[independent], follow))
    free = np.flatnonzero(~held)
    column = np.full(n, -1)
    column[free] = np.arange(len(free))
    data, at, to = [np.ones(len(free))], [free], [np.arange(len(free))]
    for dependent, independent, follow in blocks:
        i, j = np.nonzero(follow)
        data.append(follow[i, j])
        at.append(dependent[i])
        to.append(column[independent[j]])
    places = (np.concatenate(at), np.concatenate(to))
    Z = sp.csr_array((np.concatenate(data), places), shape=(n, len(free)))
    return FreeBasis(Z, np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *kept])))


def _groups(rows: sp.csr_array) -> list[tuple[Ints, Ints]]:
    """Rows that are coupled by unknowns, and these unknowns, group by group."""
    m, n = rows.shape
    graph = sp.csr_array(sp.block_array([[None, rows], [rows.T, None]])) if m else sp.csr_array((n, n))
    _, label = connected_parts(graph)
    order = np.argsort(label, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(label))[:-1])
    both = [(part[part < m], part[part >= m] - m) for part in parts if len(part) > 1]
    return [(first, second) for first, second in both if len(first) and len(second)]


def _follow(unit: Floats) -> tuple[Ints, Ints, Floats, Ints]:
    """Dependent and independent columns of normed rows, how the former follow, and independent rows."""
    _, R, columns = la.qr(unit, pivoting=True, mode="economic")
    diagonal = np.abs(np.diagonal(R))
    rank = int((diagonal > RANK.dependent * diagonal[0]).sum())
    dependent, independent = columns[:rank], np.sort(columns[rank:])
    R = R[:rank]
    rest = R[:, np.argsort(columns)][:, independent]
    follow = -la.solve_triangular(R[:, :rank], rest)
    inverse = np.abs(la.solve_triangular(R[:, :rank], np.eye(rank)))  # unknowns are comparable: 1 is large
    follow[np.abs(follow) <= 16.0 * EPS * np.maximum(inverse @ np.abs(rest), 1.0)] = 0.0
    if rank == len(unit):
        return dependent, independent, follow, np.arange(rank)
    order = la.qr(unit.T, pivoting=True, mode="economic")[2]
    return dependent, independent, follow, np.sort(order[:rank])


@dataclass(frozen=True, eq=False)
class Chains:
    """Jordan chains of the eigenvalue zero of s²M + sC + K."""

    space: NullSpace
    """Null vectors of K: eigenvectors."""
    values: Floats
    rates: Floats
    """All members: K a + C v + M w = 0 where (v, w) is a combination of other members; as many as the
    eigenvalue counts, (n, z)."""


def chains(space: Any, C: Any, M: Any, *, sums: tuple[Any, Any]) -> Chains:
    """Jordan chains of zero of K + sC + s²M, given the null space of K; with K and M changed of infinity.

    `sums` are the sums of absolute values behind the entries of C and M. A chain that does not end is an
    error.
    """
    C_sum, M_sum = sums
    X, U = space.right, space.left
    values, rates = X, np.zeros_like(X)
    value_error, rates_error = RANK.roundings * EPS * np.abs(X), np.zeros_like(X)
    for level in range(RANK.longest_chain + 1 if values.shape[1] else 0):
        image = U.T @ (C @ values + M @ rates)
        error = np.abs(U).T @ (C_sum @ value_error + M_sum @ rates_error)
        kept = null_vectors(image, error, max(error.shape))
        before, before_rates = values @ kept, rates @ kept
        pushed = C @ before + M @ before_rates
        members = space.solve(-pushed)
        if X.shape[1] + kept.shape[1] <= values.shape[1]:
            break
        values, rates = np.hstack([X, members]), np.hstack([np.zeros_like(X), before])
        rates_error = np.hstack([np.zeros_like(X), value_error @ np.abs(kept)])
        value_error = np.hstack([RANK.roundings * EPS * np.abs(X), RANK.derived * np.abs(members)])
        if values.shape[1] > 2 * len(X) or level == RANK.longest_chain:
            raise SingularPencilError(before[:, -1])
    return Chains(space, values, rates)
