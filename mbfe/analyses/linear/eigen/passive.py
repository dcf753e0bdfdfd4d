"""What the signs of energies say about eigenvalues: passive systems do not grow."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.analyses.linear.eigen.pencil import Pencil
from mbfe.analyses.linear.eigen.reduction import is_ideal
from mbfe.analyses.linear.eigen.tolerances import ACCEPTING, EPS, RANK
from mbfe.errors import SolveError

__all__ = ["Forms", "is_symmetric"]

Numbers = NDArray[Any]


class Forms:
    """The energies of a vector: φᴴMφ, φᴴCφ = d + ig and φᴴKφ.

    Parameters
    ----------
    pencil : Pencil
        The system.

    Attributes
    ----------
    is_symmetric : bool
        Whether M, C and K are symmetric and the rows ideal and holonomic.
    is_conservative : bool
        Whether M and K are, so that m s² + (d + ig) s + k = 0 with real m and k holds for each pair. For
        m, d, k ≥ 0 both roots have Re s ≤ 0: their product is k/m, so that their real parts have one sign,
        and the sum of these is −d/m (Kelvin, Tait and Chetaev).
    """

    def __init__(self, pencil: Pencil) -> None:
        self.pencil = pencil
        ideal = bool(pencil.holonomic.all()) and is_ideal(pencil)
        M, C, K = (
            is_symmetric(part, size)
            for part, size in (
                (pencil.M, pencil.M_sum), (pencil.C, pencil.C_sum), (pencil.K, pencil.K_sum)
            )
        )  # fmt: skip
        self.is_symmetric, self.is_conservative = ideal and M and C and K, ideal and M and K

    def _forms(self, v: Numbers) -> tuple[float, float, float, float]:
        """m, d, g, k of a vector, zero where they are errors of rounding."""
        made = []
        for part, size in (
            (self.pencil.M, self.pencil.M_sum),
            (self.pencil.C, self.pencil.C_sum),
            (self.pencil.K, self.pencil.K_sum),
        ):
            value = complex(np.vdot(v, part @ v))
            noise = RANK.roundings * EPS * float(np.abs(v) @ (size @ np.abs(v)))
            made += [each if abs(each) > noise else 0.0 for each in (value.real, value.imag)]
        return made[0], made[2], made[3], made[4]

    def resolved(self, values: Numbers, vectors: Numbers, *, least: float) -> Numbers:
        """Eigenvalues without growth where energies exclude it, imaginary or zero ones where nothing damps.

        Those below ``least`` [1/s], of which energies say the same, are zero.

        Raises
        ------
        SolveError
            If an eigenvalue grows whose energies say that it cannot.
        """
        if not self.is_conservative:
            return values
        made = values.copy()
        for j, s in enumerate(values):
            m, d, g, k = self._forms(vectors[:, j])
            if min(m, d, k) < 0.0 or s == 0.0 or (s.real <= 0.0 and d > 0.0):
                continue
            roots = np.roots([m, d + 1j * g, k]) if m > 0.0 else np.zeros(0, dtype=complex)
            if m == 0.0 and (d or g):
                roots = np.array([-k / (d + 1j * g)])
            if not len(roots):
                continue
            if d == g == k == 0.0 or max(abs(s), np.abs(roots).max()) <= least:  # rounding of a chain
                made[j] = 0.0
                continue
            near = roots[np.argmin(np.abs(roots - s))]
            if abs(near - s) <= ACCEPTING.agrees * abs(s):
                made[j] = (min(near.real, 0.0) if d > 0.0 else 0.0) + 1j * near.imag
            elif s.real > ACCEPTING.agrees * abs(s):
                raise SolveError(
                    "solve_modes",
                    f"the eigenvalue {s:.6g} is unstable, but the model is passive",
                    remedy="Ask for fewer modes, or look for values that differ by very many decades",
                )
        return made


def is_symmetric(matrix: sp.csr_array, size: sp.csr_array) -> bool:
    """Whether a matrix is symmetric but for rounding, judged entry by entry."""
    skew = sp.csr_array(abs(matrix - matrix.T))
    return bool((skew - ACCEPTING.symmetric * (size + size.T)).max() <= 0.0) if skew.nnz else True
