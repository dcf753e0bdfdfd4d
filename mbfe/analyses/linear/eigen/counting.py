"""How many eigenvalues there are, without computing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from mbfe.algebra.graphs import connected_parts
from mbfe.analyses.linear.eigen.tolerances import SOLVING

__all__ = ["missing_inside", "negative_pivots"]

Numbers = NDArray[Any]


def negative_pivots(matrix: sp.csr_array) -> int | None:
    """Number of negative eigenvalues of a symmetric matrix, by Sylvester's law of inertia.

    None if the factorisation had to leave the diagonal.
    """
    factors = splu(
        sp.csc_array(matrix),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    if (factors.perm_r != factors.perm_c).any():
        return None
    return int((factors.U.diagonal() < 0.0).sum())


def missing_inside(matrix: Callable[[complex], sp.csr_array], known: Numbers, radius: float) -> int | None:
    """Number of eigenvalues inside a circle about zero that are not among the known ones.

    P(s) is real for real s; `known` holds both of conjugate pairs, as often as they count, also outside of
    the circle, whose radius [1/s] lies between eigenvalues. None if the phase turns too fast to be followed.

    Notes
    -----
    Argument principle: the phase of det P(s)/Π(s − sₖ) along the upper half of the circle turns by π for each
    missing eigenvalue. The quotient varies slowly, because only eigenvalues that are not known and far away
    turn it.
    """

    def phase(angle: float) -> float:
        s = radius * np.exp(1j * angle)
        return _phase(matrix(complex(s))) - float(np.angle(s - known).sum())

    angles = list(np.linspace(0.0, np.pi, SOLVING.points_of_circle))
    phases = [phase(angle) for angle in angles]
    total, at, depth = 0.0, 0, 0
    while at + 1 < len(angles):
        change = float(np.angle(np.exp(1j * (phases[at + 1] - phases[at]))))
        if abs(change) > SOLVING.largest_phase:
            if depth > SOLVING.most_halvings * SOLVING.points_of_circle:
                return None
            middle = 0.5 * (angles[at] + angles[at + 1])
            angles.insert(at + 1, middle)
            phases.insert(at + 1, phase(middle))
            depth += 1
            continue
        total += change
        at += 1
    return round(total / np.pi)


def _phase(matrix: sp.csr_array) -> float:
    """Phase of a determinant [rad]."""
    factors = splu(sp.csc_array(matrix.astype(complex)))
    swaps = _parity(factors.perm_r) + _parity(factors.perm_c)
    return float(np.angle(factors.U.diagonal()).sum()) + np.pi * (swaps % 2)


def _parity(order: NDArray[np.int32]) -> int:
    """Whether a permutation is odd."""
    graph = sp.csr_array((np.ones(len(order)), (np.arange(len(order)), order)), shape=(len(order),) * 2)
    cycles = connected_parts(graph)[0]
    return (len(order) - cycles) % 2
