"""Eigenvalues of a state matrix, those of states that do not influence each other apart."""

from __future__ import annotations

import numpy as np
import scipy.linalg as la
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.algebra.graphs import mutual_parts
from mbfe.algebra.threads import one_blas_thread

__all__ = ["poles_of"]


@one_blas_thread()
def poles_of(A: Floats) -> NDArray[np.complex128]:
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
