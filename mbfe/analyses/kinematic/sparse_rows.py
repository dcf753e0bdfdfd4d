"""Least squares with the sparse constraint Jacobian of many bodies, and its smallest singular value.

The singular values of a large matrix are not needed one by one. What following a mechanism takes are
solutions of D x = c and Dᵀ y = b in the sense of least squares, redundant rows allowed, and the smallest
singular value with its vectors, which identifies dead points. All come from one sparse factorisation of the
augmented matrix

    K = | αI  D |      K (r, x) = (c, 0):  x least squares of D x = c
        | Dᵀ  0 |      K (y, t) = (0, b):  y the smallest solution of Dᵀ y = b, −t/α = (DᵀD)⁻¹ b

whose condition grows with that of D and not with its square (Björck 1967, BIT 7, 1); the second line is a
step of inverse iteration for the smallest singular value. Close to a dead point its direction v is held by a
border, vᵀx = 0, and its share (uᵀc/σ) v is added where it is required.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.tolerances import RANKS

__all__ = ["SparseDecomposition"]


class SparseDecomposition:
    """A matrix D (m, n) with at least as many rows as columns, of which one direction at most is lost.

    An ArithmeticError is raised where more are. The vectors of a matrix nearby are the first guess.
    ``direction`` (n,) and ``force`` (m,) are the right and left singular vectors of the smallest singular
    value, ``least`` its ratio to the largest, or to ten times the second smallest where that is less: in a
    chain of n bodies both fall with n or n², a dead point loses one of them alone, so that the limits of a
    mechanism of a few bodies hold for many.
    """

    is_tall = True
    _strong: Floats
    _pair: Floats

    def __init__(self, D: sp.csr_array, near: SparseDecomposition | None = None) -> None:
        self._D, self._transposed = D, sp.csr_array(D.T)
        self._m, self._n = D.shape
        stir = np.random.default_rng(0).standard_normal(self._n)
        stir /= np.linalg.norm(stir)
        self._strong, largest = self._largest(stir, 12) if near is None else self._largest(near._strong, 4)
        self._alpha = RANKS.augmented_weight * largest
        self._held: Floats | None = None
        self._factors = splu(self._augmented(RANKS.least_square * largest**2 / self._alpha))
        self._pair, self.force, (second, self._smallest) = self._least_modes(
            np.random.default_rng(0).standard_normal((self._n, 2)), None if near is None else near._pair
        )
        self.direction = self._pair[:, 1]
        if second < RANKS.two_directions * largest:
            raise ArithmeticError("more than one direction is lost")
        self.least = self._smallest / min(largest, RANKS.usual_ratio * second)
        if self._smallest < RANKS.bordered * largest:
            self._held = largest * self.direction
            self._factors = splu(self._augmented(0.0))

    def rank(self, *, cut: float) -> int:
        """Number of singular values that are larger than a part of the largest."""
        return self._n - int(self.least <= cut)

    def solve(self, c: Floats, *, cut: float) -> Floats:
        """x with D x = c, in the sense of least squares; what is lost to ``cut`` stays where it is."""
        x = self._refined(np.concatenate([c, np.zeros(self._n)]))[self._m :]
        if self._held is not None and self.least > cut:
            x = x + self.direction * float(self.force @ c) / self._smallest
        return x

    def solve_transposed(self, b: Floats, *, cut: float) -> Floats:
        """Smallest y with Dᵀ y = b, in the sense of least squares."""
        y = self._refined(np.concatenate([np.zeros(self._m), b]))[: self._m]
        if self._held is not None and self.least > cut:
            y = y + self.force * float(self.direction @ b) / self._smallest
        return y

    # ------------------------------------------------------------------ making it

    def _augmented(self, slack: float) -> sp.csc_array:
        """The augmented matrix, with a border that holds a direction where there is one."""
        D, m, n = self._D.tocoo(), self._m, self._n
        first, second = np.arange(m), m + np.arange(n)
        rows, columns = [first, D.row, m + D.col, second], [first, m + D.col, D.row, second]
        values = [np.full(m, self._alpha), D.data, D.data, np.full(n, -slack)]
        size = m + n
        if self._held is not None:
            last = np.full(n, size)
            rows, columns = [*rows, second, last], [*columns, last, second]
            values += [self._held, self._held]
            size += 1
        entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
        return sp.csc_array(entries, shape=(size, size))

    def _times(self, z: Floats) -> Floats:
        """Product of the augmented matrix, without slack, and a vector."""
        r, x, more = z[: self._m], z[self._m : self._m + self._n], z[self._m + self._n :]
        upper, lower = self._alpha * r + self._D @ x, self._transposed @ r
        if self._held is None:
            return np.concatenate([upper, lower])
        return np.concatenate([upper, lower + self._held * more, [self._held @ x]])

    def _largest(self, guess: Floats, steps: int) -> tuple[Floats, float]:
        """Right singular vector of the largest singular value and the value, by the power method."""
        x = guess
        for _ in range(steps):
            x = self._transposed @ (self._D @ x)
            size = float(np.linalg.norm(x))
            if not size > 0.0:
                raise ArithmeticError("no row acts")
            x = x / size
        return x, float(np.linalg.norm(self._D @ x))

    def _least_modes(self, stir: Floats, near: Floats | None) -> tuple[Floats, Floats, Floats]:
        """Right vectors of the two smallest singular values, the left one of the smallest, and the values.

        Inverse iteration with both at once, and the method of Rayleigh and Ritz.
        """
        guess = stir if near is None else near + RANKS.random_part / np.sqrt(self._n) * stir
        V, values = np.linalg.qr(guess)[0], np.full(2, np.inf)
        for _ in range(RANKS.most_iterations_sparse):
            X = self._factors.solve(np.concatenate([np.zeros((self._m, 2)), V]))[self._m :]
            if not np.isfinite(X).all():
                raise ArithmeticError("the augmented matrix is singular")
            Q, before = np.linalg.qr(X)[0], values
            left, values, turn = np.linalg.svd(self._D @ Q, full_matrices=False)
            V = Q @ turn.T
            if (np.abs(values - before) <= RANKS.settled * values).all():
                break
        force = left[:, 1]
        if values[1] <= RANKS.bordered * self._alpha / RANKS.augmented_weight:
            force = self._factors.solve(np.concatenate([np.zeros(self._m), V[:, 1]]))[: self._m]
            force = force / np.linalg.norm(force)
        return V, force, values

    def _refined(self, right: Floats) -> Floats:
        """Solve with the augmented matrix, and refine once."""
        right = right if self._held is None else np.append(right, 0.0)
        z = self._factors.solve(right)
        z = z + self._factors.solve(right - self._times(z))
        made: Floats = z[: self._m + self._n]
        return made
