"""All eigenvalues of a system by full matrices: undamped, damped or gyroscopic, or a state matrix.

Of damped and gyroscopic systems zero and infinite eigenvalues, with their Jordan chains, are taken out by
rank-revealing steps before anything is iterated, as by Hammarling, Munro and Tisseur (2013, ACM TOMS 39, 18),
but judged by the sums behind the entries. What is left has none of either and is scaled as by Fan, Lin and
Van Dooren (2004, SIAM J. Matrix Anal. Appl. 26, 252).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Complexes, Floats, Ints
from mbfe.algebra.graphs import mutual_parts
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.linear.eigen.pencil import Numbers, Reduced
from mbfe.analyses.linear.eigen.ranks import (
    Chains,
    NullSpace,
    SingularPencilError,
    chains,
    equilibrated,
    free_basis,
)
from mbfe.analyses.linear.eigen.tolerances import EPS, SOLVING

__all__ = ["Quadratic", "Symmetric", "poles_of", "typical_rate"]


def _inverse_condition(matrix: Floats) -> float:
    """Estimate of the inverse condition number."""
    factors, _, info = la.lapack.dgetrf(matrix)
    norm = float(np.abs(matrix).sum(axis=0).max(initial=0.0))
    return float(la.lapack.dgecon(factors, norm)[0]) if info == 0 and norm > 0.0 else 0.0


def above_middle(values: Numbers) -> int:
    """Where eigenvalues of ascending size are to be taken from the matrix itself and not from its inverse.

    That is above the middle of a spectrum of more than `WIDE` from end to end, and at its end else: those
    of a matrix have errors of rounding of its largest ones. Close ones are not parted.
    """
    size = np.abs(values)
    if len(size) < 2 or not 0.0 < SOLVING.wide * size[0] < size[-1] < np.inf:
        return len(size)
    at = int(np.searchsorted(size, np.sqrt(size[0]) * np.sqrt(size[-1])))
    while at < len(size) and size[at] - size[at - 1] <= SOLVING.parted * size[at]:
        at += 1
    return at


def typical_rate(M: Floats, C: Floats, K: Floats) -> float:
    """A frequency of the middle of the spectrum [1/s], from diagonals."""
    mass, damping, stiff = (np.abs(part.diagonal()) for part in (M, C, K))
    for top, bottom, power in ((stiff, mass, 0.5), (damping, mass, 1.0), (stiff, damping, 1.0)):
        both = (top > 0.0) & (bottom > 0.0)
        if both.any():
            ratios = np.sort(top[both] / bottom[both])
            return float(ratios[(len(ratios) - 1) // 2] ** power)
    return 1.0


class Symmetric:
    """Eigenvalues of K a = λ M a with symmetric M ≥ 0 and symmetric K.

    Null vectors X of K are taken out (XᵀMa = 0), massless directions X∞ follow statically (X∞ᵀKa = 0). Where
    the rest of K is definite, M a = θ K a gives the lowest λ = 1/θ most exactly; else the shifted
    M a = θ (K − σM) a with σ below all λ.
    """

    zeros: Floats
    """Null vectors of K, (k, p)."""
    values: Floats
    """The other eigenvalues λ = ω², ascending; negative ones are unstable [1/s²], (f,)."""
    vectors: Floats
    """Their vectors, (k, f)."""

    def __init__(self, system: Reduced) -> None:
        M, K, M_sum, K_sum = (part.toarray() for part in (system.M, system.K, system.M_sum, system.K_sum))
        held, heavy = NullSpace(K, K_sum), NullSpace(M, M_sum)
        self.zeros = held.right
        for directions, other, sizes in ((self.zeros, M, M_sum), (heavy.right, K, K_sum)):
            size = np.abs(directions).T @ sizes @ np.abs(directions)
            lost = NullSpace(directions.T @ other @ directions, size)
            if lost.count:
                raise SingularPencilError(directions @ lost.right[:, 0])
        rows = np.vstack([heavy.right.T @ K, self.zeros.T @ M])
        size = np.linalg.norm(rows, axis=1)
        rows = rows / np.where(size > 0.0, size, 1.0)[:, None]
        Y = free_basis(sp.csr_array(rows)).Z.toarray()
        self.values, inner = _solved(_symmetric(Y.T @ M @ Y), _symmetric(Y.T @ K @ Y))
        self.vectors = Y @ inner


def _symmetric(matrix: Floats) -> Floats:
    return 0.5 * (matrix + matrix.T)


def _solved(M: Floats, K: Floats) -> tuple[Floats, Floats]:
    """Eigenvalues and vectors for M > 0 and K without null vectors, scaled to a unit diagonal first."""
    if not len(M):
        return np.zeros(0), np.zeros((0, 0))
    unit = 1.0 / np.sqrt(np.abs(np.diagonal(K)) + np.diagonal(M) * _typical(M, K))
    M, K = unit[:, None] * M * unit, unit[:, None] * K * unit
    values, vectors = _from_inverse(M, K, unit)
    order = np.argsort(np.abs(values), kind="stable")
    high = order[above_middle(values[order]) :]
    if len(high):
        try:
            direct, others = la.eigh(K, M)
        except la.LinAlgError:
            return values, unit[:, None] * vectors
        values[high], vectors[:, high] = direct[high], others[:, high]
    return values, unit[:, None] * vectors


def _from_inverse(M: Floats, K: Floats, unit: Floats) -> tuple[Floats, Floats]:
    """Ascending eigenvalues and vectors, the smallest ones best."""
    try:
        inverse, vectors = la.eigh(M, K)
        return _reciprocal(inverse[::-1]), vectors[:, ::-1]
    except la.LinAlgError:
        pass
    lowest = float(la.eigh(K, M, eigvals_only=True)[0])
    for _ in range(8):
        shift = min(1.5 * lowest, -1e-12 * abs(lowest))
        try:
            inverse, vectors = la.eigh(M, K - shift * M)
        except la.LinAlgError:
            lowest *= 2.0 if lowest < 0.0 else -1.0
            continue
        return shift + _reciprocal(inverse[::-1]), vectors[:, ::-1]
    raise SingularPencilError(unit * np.linalg.svd(M)[2][-1])


def _reciprocal(inverse: Floats) -> Floats:
    """1/θ for θ > 0 in descending order, of which the smallest may be lost in rounding beside the largest."""
    return 1.0 / np.maximum(inverse, EPS * inverse[0])


def _typical(M: Floats, K: Floats) -> float:
    mass, stiff = np.diagonal(M), np.abs(K).max(axis=1)  # the diagonal of an indefinite K may vanish
    return float(np.median(stiff / mass))


class Quadratic:
    """Eigenvalues of (s²M + sC + K) a = 0."""

    zeros: Floats
    left_zeros: Floats
    """Null vectors of K, and of its transpose, (k, p)."""
    n_zero: int
    """How often the eigenvalue zero counts."""
    values: Numbers
    """The other finite eigenvalues, by ascending magnitude [1/s], (f,)."""

    def __init__(self, system: Reduced) -> None:
        self._size = system.M.shape[0]
        K, C, M = (
            (part.toarray(), size.toarray())
            for part, size in ((system.K, system.K_sum), (system.C, system.C_sum), (system.M, system.M_sum))
        )
        try:
            zero = chains(NullSpace(*K), C[0], M[0], sums=(C[1], M[1]))
            endless = chains(NullSpace(*M), C[0], K[0], sums=(C[1], K[1]))
            self._solve((M, C, K), zero, endless)
        except SingularPencilError as error:
            raise SingularPencilError(_least_present(K, C, M)) from error

    def _solve(self, matrices: Sequence[tuple[Floats, Floats]], zero: Chains, endless: Chains) -> None:
        """Solve in units of time that suit the eigenvalues: again, where the first guess was far off."""
        self.zeros, self.left_zeros = zero.space.right, zero.space.left
        self.n_zero = zero.values.shape[1]
        self.rate = typical_rate(*(part for part, _ in matrices))
        for _ in range(SOLVING.passes):
            self._solve_in_units(matrices, zero, endless)
            found = np.abs(self.values)
            known = found[np.isfinite(found) & (found > 0.0)]
            middle = float(np.exp(np.mean(np.log(known)))) if len(known) else self.rate
            if middle == self.rate or (
                len(known) == len(found) and abs(np.log(middle / self.rate)) < np.log(SOLVING.far_from_rate)
            ):
                return
            self.rate = middle

    def _solve_in_units(
        self, matrices: Sequence[tuple[Floats, Floats]], zero: Chains, endless: Chains
    ) -> None:
        (M, M_sum), (C, C_sum), (K, K_sum) = matrices
        w = self.rate
        rows, columns = equilibrated(w**2 * M_sum + w * C_sum + K_sum)
        self._columns = columns
        M, C, K = (factor * rows[:, None] * part * columns for factor, part in ((w**2, M), (w, C), (1.0, K)))
        one, none = np.eye(self._size), np.zeros_like(M)
        self._E, self._A = np.block([[one, none], [none, M]]), np.block([[none, one], [-K, -C]])
        unit = columns[:, None]
        deflating = np.hstack(
            [
                np.vstack([zero.values, zero.rates / w]) / np.vstack([unit, unit]),
                np.vstack([endless.rates, endless.values / w]) / np.vstack([unit, unit]),
            ]
        )
        self._deflate(deflating, self.n_zero)
        theta, self._states = self._inverse_eigenvalues()
        order = np.argsort(-np.abs(theta), kind="stable")
        theta, self._states = theta[order], self._states[:, order]
        self._hats = 1.0 / theta
        self.values = w * self._hats

    def _deflate(self, deflating: Floats, n_zero: int) -> None:
        """Orthogonal bases of the deflating vectors of zeros and infinities, and of what is left."""
        size = len(self._E)
        k = deflating.shape[1]
        if k > size:
            raise SingularPencilError(deflating[: self._size, -1] * self._columns)
        if k == 0:
            self._known = self._known_left = np.zeros((size, 0))
            self._rest = self._rest_left = np.eye(size)
            return
        unit = deflating / np.linalg.norm(deflating, axis=0)
        image = np.hstack([self._E @ unit[:, :n_zero], self._A @ unit[:, n_zero:]])
        made = []
        for vectors in (unit, image):
            norm = np.linalg.norm(vectors, axis=0)
            Q, R, order = la.qr(vectors / np.where(norm > 0.0, norm, 1.0), pivoting=True)
            if np.abs(np.diagonal(R))[-1] <= SOLVING.independent * np.abs(R[0, 0]):
                raise SingularPencilError(unit[: self._size, order[-1]] * self._columns)
            made.append(Q)
        self._known, self._rest = made[0][:, :k], made[0][:, k:]
        self._known_left, self._rest_left = made[1][:, :k], made[1][:, k:]

    def _inverse_eigenvalues(self) -> tuple[Numbers, Numbers]:
        """θ = 1/ŝ of the rest, largest for the lowest frequencies, and states in its basis."""
        if not self._rest.shape[1]:
            return np.zeros(0, dtype=complex), np.zeros((0, 0), dtype=complex)
        E, A = (self._rest_left.T @ part @ self._rest for part in (self._E, self._A))
        shift = 0.0 if _inverse_condition(A) > SOLVING.regular else SOLVING.beside_zero
        theta, states = la.eig(la.solve(A - shift * E, E))
        s = shift + 1.0 / theta
        order = np.argsort(np.abs(s), kind="stable")
        s, states = s[order], states[:, order]
        high = above_middle(s)
        if high < len(s) and _inverse_condition(E) > 0.0:
            direct, others = la.eig(la.lu_solve(la.lu_factor(E), A))
            order = np.argsort(np.abs(direct), kind="stable")[high:]
            s[high:], states[:, high:] = direct[order], others[:, order]
        return 1.0 / s, states

    def vectors(self, chosen: Ints) -> Numbers:
        """Vectors a of the eigenvalues with these numbers, (k, c)."""
        made = np.zeros((self._size, len(chosen)), dtype=complex)
        E, A = (
            (self._known_left.T @ part @ self._rest, self._known_left.T @ part @ self._known)
            for part in (self._E, self._A)
        )
        for j, number in enumerate(chosen):
            s, y = self._hats[number], self._states[:, number]
            x = self._rest @ y
            if self._known.shape[1]:
                right = (A[0] - s * E[0]) @ y
                x = x - self._known @ la.solve(A[1] - s * E[1], right)
            made[:, j] = self._columns * x[: self._size]
        return made


def _least_present(*matrices: tuple[Floats, Floats]) -> Floats:
    """The direction that takes least part in all of some matrices, each given with its sums."""
    columns = equilibrated(np.sum([size for _, size in matrices], axis=0))[1]
    scaled = [equilibrated(size)[0][:, None] * matrix * columns for matrix, size in matrices]
    unit = [part / (np.abs(part).max(initial=0.0) or 1.0) for part in scaled]
    return np.asarray(columns * la.svd(np.vstack(unit))[2][-1])


@one_blas_thread()
def poles_of(A: Floats) -> Complexes:
    """Eigenvalues of a real matrix (n, n), by ascending magnitude; its states may have any units.

    Notes
    -----
    States that do not influence each other both ways are solved apart (the matrix is block triangular in
    their order), so that their scales do not disturb each other: double zeros, as of a free body, are zeros
    and no small numbers.
    """
    count, label = mutual_parts(A)
    made = [la.eigvals(A[np.ix_(own, own)]) for own in (np.flatnonzero(label == k) for k in range(count))]
    values = np.concatenate([np.zeros(0, dtype=complex), *made]).astype(complex)
    return values[np.argsort(np.abs(values), kind="stable")]
