"""Equations whose known eigenvectors of zero have no stiffness at all, instead of roundings of one."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.linear.eigen.checks import Polynomial
from mbfe.analyses.linear.eigen.ranks import leading, localised

__all__ = ["Cleared"]

Numbers = NDArray[Any]


class Cleared:
    """Σ sᵏ Pₖ z = 0 with P₀ Z₀ = 0 and Y₀ᵀ P₀ = 0 exactly, for refinement.

    Beside a stiff spring that does not act on them, free parts with soft dampers have decays so slow that
    the roundings of the spring's entries would decide about these: an eigenvalue of c/m beside k needs
    c²/m, but the roundings of k are larger.

    Parameters
    ----------
    equations : Polynomial
        The original equations.
    zeros, left : (n, p) arrays
        Unknowns of the null vectors of P₀ on both sides.

    Notes
    -----
    z = T b, where T is the unit matrix with null vectors as the columns of p unknowns, which have the
    entries 1 there: then these columns of P₀ T are zeros, and likewise the rows on the left.
    """

    def __init__(self, equations: Polynomial, zeros: Floats, left: Floats) -> None:
        self.equations = equations
        zeros = localised(zeros)
        self.at = leading(zeros)
        size = equations.parts[0].shape[0]
        self.beside = equations.with_multipliers(np.zeros(len(self.at)), zeros)
        self.beside[self.at] -= np.eye(len(self.at))
        T = _shear(self.at, self.beside)
        S, order = T, np.arange(size)
        if not equations.is_symmetric:
            left = localised(left)
            rows = leading(left)
            others = equations.with_reactions(left)
            others[rows] -= np.eye(len(rows))
            S = _shear(rows, others)
            rest = np.setdiff1d(np.arange(size), rows)
            order[np.setdiff1d(np.arange(size), self.at)] = rest
            order[self.at] = rows
        parts = [sp.csr_array(S.T @ part @ T)[order] for part in equations.parts]
        keep = np.ones(size)
        keep[self.at] = 0.0
        parts[0] = sp.csr_array(sp.diags_array(keep) @ parts[0] @ sp.diags_array(keep))
        self.inner = Polynomial(parts, size, equations.is_symmetric, equations.is_mixed)

    def refined(self, values: Numbers, vectors: Numbers) -> tuple[Numbers, Numbers]:
        """Better pairs; as `Polynomial.refined`."""
        z = self.equations.with_multipliers(values, vectors)
        values, b = self.inner.refined(values, z - self.beside @ z[self.at])
        return values, (b + self.beside @ b[self.at])[: self.equations.n]

    def defects(self, values: Numbers, vectors: Numbers) -> Floats:
        """What is left of the original equations; as `Polynomial.defects`."""
        return self.equations.defects(values, vectors)


def _shear(at: Ints, beside: Floats) -> sp.csr_array:
    """The unit matrix plus columns at some places."""
    size = len(beside)
    row, column = np.nonzero(beside)
    more = sp.csr_array((beside[row, column], (row, at[column])), shape=(size, size))
    return sp.csr_array(sp.eye_array(size) + more)
