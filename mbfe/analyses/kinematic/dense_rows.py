"""Least squares with the constraint Jacobian of a few bodies, and its smallest singular value.

Following a mechanism takes solutions of D x = c and Dᵀ y = b in the sense of least squares, and the smallest
singular value with its vectors, which identifies dead points. Where all unknowns are determined well, as in
all poses but those near a dead point, D = Q R serves for the solutions, and a few steps of inverse iteration
with R find the smallest singular value; the singular value decomposition, four times as dear, is computed
near dead points alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dgeqrf, dormqr, dtrtrs

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.tolerances import RANKS
from mbfe.errors import SolveError

__all__ = ["Decomposition", "Orthogonal", "decompose", "require_finite", "triangularise"]


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Singular values (k,), largest first, and vectors (m, k), (n, k) as columns of a constraint matrix."""

    left: Floats
    values: Floats
    right: Floats

    @property
    def is_tall(self) -> bool:
        """Whether there are at least as many rows as unknowns."""
        return len(self.values) == len(self.right)

    @property
    def direction(self) -> Floats:
        """Right singular vector of the smallest singular value."""
        return self.right[:, -1]

    @property
    def force(self) -> Floats:
        """Left singular vector of the smallest singular value."""
        return self.left[:, -1]

    def rank(self, *, cut: float = RANKS.zero) -> int:
        """Number of singular values that are larger than a part of the largest."""
        return int((self.values > cut * self.values.max(initial=0.0)).sum())

    @property
    def least(self) -> float:
        """Ratio of the smallest singular value to the largest; 0 with fewer rows than columns."""
        if len(self.values) < len(self.right):
            return 0.0
        return float(self.values[-1] / self.values[0]) if len(self.values) and self.values[0] > 0.0 else 0.0

    def solve(self, c: Floats, *, cut: float = RANKS.zero) -> Floats:
        """Smallest x with D x = c, in the sense of least squares."""
        kept = self.values > cut * self.values.max(initial=0.0)
        return self.right[:, kept] @ ((self.left.T @ c)[kept] / self.values[kept])

    def solve_transposed(self, b: Floats, *, cut: float = RANKS.zero) -> Floats:
        """Smallest y with Dᵀ y = b, in the sense of least squares."""
        kept = self.values > cut * self.values.max(initial=0.0)
        return self.left[:, kept] @ ((self.right.T @ b)[kept] / self.values[kept])


@dataclass(frozen=True, eq=False)
class Orthogonal:
    """Factors D = Q R of a matrix (m, n) whose columns are clearly independent."""

    reflectors: Floats
    """Q as Householder's reflections below the diagonal, and R above it (m, n), as LAPACK keeps them."""
    factors: Floats
    """Factors of the reflections (n,)."""
    least: float
    """Ratio of the smallest singular value to the largest."""
    direction: Floats
    """Right singular vector of the smallest singular value (n,)."""
    force: Floats
    """Left singular vector of the smallest singular value (m,)."""
    strong: Floats
    """Right singular vector of the largest one (n,)."""

    is_tall = True

    def rank(self, *, cut: float = RANKS.zero) -> int:
        """Number of singular values that are larger than a part of the largest, which is below ``CLEAR``."""
        assert cut <= RANKS.factors_serve
        return len(self.factors)

    def solve(self, c: Floats, *, cut: float = RANKS.zero) -> Floats:
        """x with D x = c, in the sense of least squares."""
        assert cut <= RANKS.factors_serve
        n = len(self.factors)
        return triangle(self.reflectors[:n], self._turned(c, "T")[:n])

    def solve_transposed(self, b: Floats, *, cut: float = RANKS.zero) -> Floats:
        """Smallest y with Dᵀ y = b."""
        assert cut <= RANKS.factors_serve
        m, n = self.reflectors.shape
        y = triangle(self.reflectors[:n], b, transposed=True)
        return self._turned(np.concatenate([y, np.zeros(m - n)]), "N")

    def _turned(self, c: Floats, way: str) -> Floats:
        """Product of the whole Q, or of its transpose, and a vector."""
        turned: Floats = dormqr("L", way, self.reflectors, self.factors, c[:, None], RANKS.workspace)[0]
        return turned[:, 0]


def triangle(R: Floats, b: Floats, *, transposed: bool = False) -> Floats:
    """Solve R x = b or Rᵀ x = b with an upper triangle that is not singular."""
    x: Floats = dtrtrs(R, b, trans=int(transposed))[0]
    return x


def triangularise(D: Floats, *, near: Orthogonal | None = None) -> Orthogonal | None:
    """Factors Q R of D, shape (m ≥ n, n); None if its rank is not clearly full.

    Factors of a matrix nearby give the vectors that are the first guesses.
    """
    require_finite(D)
    reflectors, factors, _, _ = dgeqrf(D)
    R = np.triu(reflectors[: len(factors)])
    pivots = np.abs(R.diagonal())
    if not pivots.min(initial=np.inf) > RANKS.factors_serve * pivots.max(initial=0.0):
        return None  # a pivot is never below the smallest singular value
    R = np.asfortranarray(R)
    stir = np.random.default_rng(0).standard_normal(len(R))
    stir /= np.linalg.norm(stir)
    v, w = (
        (stir, stir)
        if near is None
        else (near.direction + RANKS.random_part * stir, near.strong + RANKS.random_part * stir)
    )
    smallest, largest = np.inf, 0.0
    for _ in range(RANKS.most_iterations):
        v = triangle(R, triangle(R, v / np.linalg.norm(v), transposed=True))
        before, smallest = smallest, float(np.linalg.norm(v)) ** -0.5
        if abs(smallest - before) <= RANKS.settled * smallest:
            break
    for _ in range(RANKS.most_iterations):
        w = (R @ (w / np.linalg.norm(w))) @ R
        before, largest = largest, float(np.linalg.norm(w)) ** 0.5
        if abs(largest - before) <= RANKS.settled * largest:
            break
    if not smallest > RANKS.factors_serve * largest:
        return None
    v = v / np.linalg.norm(v)
    force = D @ v
    least = smallest / largest
    force /= np.linalg.norm(force)
    return Orthogonal(reflectors, factors, least, v, force, w / np.linalg.norm(w))


def decompose(D: Floats) -> Decomposition:
    """Singular value decomposition of a matrix."""
    require_finite(D)
    left, values, right = np.linalg.svd(D, full_matrices=False)
    return Decomposition(left, values, right.T)


def require_finite(values: Floats) -> None:
    """Refuse gradients that are not numbers."""
    if not np.isfinite(values).all():
        raise SolveError("joints", "their gradients are not finite numbers in this pose")
