"""All eigenvalues of an undamped system by full symmetric matrices."""

from __future__ import annotations

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.analyses.linear.eigen.quadratic import above_middle
from mbfe.analyses.linear.eigen.ranks import NullSpace, SingularPencilError, free_basis
from mbfe.analyses.linear.eigen.reduction import Reduced
from mbfe.analyses.linear.eigen.tolerances import EPS

__all__ = ["Symmetric"]


class Symmetric:
    """Eigenvalues of K a = λ M a with symmetric M ≥ 0 and symmetric K.

    Attributes
    ----------
    zeros : (k, p) array
        Null vectors of K.
    values : (f,) array
        The other eigenvalues λ = ω², ascending; negative ones are unstable [1/s²].
    vectors : (k, f) array
        Their vectors.

    Notes
    -----
    Null vectors X of K are taken out (XᵀMa = 0), massless directions X∞ follow statically (X∞ᵀKa = 0). Where
    the rest of K is definite, M a = θ K a gives the lowest λ = 1/θ most exactly; else the shifted
    M a = θ (K − σM) a with σ below all λ.
    """

    def __init__(self, system: Reduced) -> None:
        M, K, M_sum, K_sum = (part.toarray() for part in (system.M, system.K, system.M_sum, system.K_sum))
        held, heavy = NullSpace(K, K_sum), NullSpace(M, M_sum)
        self.zeros: Floats = held.right
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
