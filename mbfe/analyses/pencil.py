"""Constrained second-order systems for eigenvalue problems, and what the solvers share.

All matrices are in comparable units (unknowns as lengths). Massless directions, constraints that depend on
others, first-order states and algebraic outputs are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from mbfe.errors import SolveError

Floats = NDArray[np.float64]
Numbers = NDArray[Any]

DENSE_UNKNOWNS, DENSE_MOTIONS, DENSE_STATES = 1000, 500, 500
"""Up to so many unknowns, of which so many are independent (states: twice as many), matrices are full."""

LOW, RESTARTS = 1e-8, 40
"""First shift of sparse matrices as a part of a typical ω², and restarts after which it is too high."""

RANK = 1e-10
"""Singular values of constraint rows below this part of the largest count as zero."""

ZERO = 1e-12
"""Stiffness of a mode below this part of the sum of the absolute values of its terms is zero."""

ENDLESS = 1e-12
"""Inverse eigenvalues below this part of the largest belong to infinite eigenvalues."""

SLACK = 1e-12
"""Compliance of constraint rows in a sparse factorisation, so that dependent rows do not make it singular."""


@dataclass(frozen=True, eq=False)
class Pencil:
    """M η̈ + C η̇ + K η + L λ = 0, N η̇ + B η = 0; rows of N are zero where ``holonomic``."""

    M: sp.csr_array
    C: sp.csr_array
    K: sp.csr_array
    L: sp.csr_array
    N: sp.csr_array
    B: sp.csr_array
    holonomic: NDArray[np.bool_]

    @property
    def n(self) -> int:
        """Number of unknowns."""
        return int(self.M.shape[0])

    def equilibrated(self) -> tuple[Pencil, Floats]:
        """The same with unknowns of like size, and their units d: η = d ∘ η̂.

        d = (M_ii ω² + |K_ii|)^(−½), so that a light part beside a heavy one is not taken as massless.
        """
        size = np.abs(self.M.diagonal()) * typical_square(self) + np.abs(self.K.diagonal())
        live = size > 1e-14 * size.max(initial=0.0)  # less may be an error of rounding
        typical = float(np.median(size[live])) if live.any() else 1.0
        d = (np.where(live, size, typical) / typical) ** -0.5
        D = sp.diags_array(d)
        M, C, K = (sp.csr_array(D @ part @ D) for part in (self.M, self.C, self.K))
        L, N, B = (sp.csr_array(part) for part in (D @ self.L, self.N @ D, self.B @ D))
        return Pencil(M, C, K, L, N, B, self.holonomic), d

    def in_time(self, rate: float) -> Pencil:
        """The same with time in units of 1/rate."""
        return Pencil(self.M * rate**2, self.C * rate, self.K, self.L, self.N * rate, self.B, self.holonomic)


def is_symmetric(matrix: sp.csr_array) -> bool:
    """Tell whether a matrix is symmetric up to errors of rounding."""
    size = float(abs(matrix).max()) if matrix.nnz else 0.0
    difference = matrix - matrix.T
    return difference.nnz == 0 or float(abs(difference).max()) <= 1e-10 * size


def null_space(matrix: Floats) -> Floats:
    """Orthonormal basis (n, n − rank) of the vectors that a matrix (m, n) maps to zero."""
    m, n = matrix.shape
    if m == 0 or not matrix.any():
        return np.eye(n)
    size = np.linalg.norm(matrix, axis=1)
    live = size > 0.0
    Q, R, _ = la.qr((matrix[live] / size[live, None]).T, pivoting=True)
    diagonal = np.abs(np.diagonal(R))
    rank = int((diagonal > RANK * diagonal[0]).sum())
    return Q[:, rank:]


def typical_square(pencil: Pencil) -> float:
    """A square of a frequency of the middle of the spectrum [1/s²]."""
    mass, stiff = np.abs(pencil.M.diagonal()), np.abs(pencil.K.diagonal())
    both = (mass > 0.0) & (stiff > 0.0)
    if both.any():
        return float(np.median(stiff[both] / mass[both]))
    damping = np.abs(pencil.C.diagonal())
    both = (mass > 0.0) & (damping > 0.0)
    return float(np.median(damping[both] / mass[both])) ** 2 if both.any() else 1.0


def no_stiffness(K: sp.csr_array, vectors: Numbers) -> NDArray[np.bool_]:
    """Tell for which vectors φᴴKφ is zero up to errors of rounding."""
    value = np.abs(np.einsum("ij,ij->j", vectors.conj(), K @ vectors))
    size = np.abs(vectors)
    return value <= ZERO * np.einsum("ij,ij->j", size, abs(K) @ size)


class Saddle:
    """Solutions x of [Q L; D 0] (x, λ) = (b, c) by a sparse factorisation, dependent rows allowed."""

    def __init__(
        self, Q: sp.csr_array, L: sp.csr_array, D: sp.csr_array, *, ordering: str = "COLAMD"
    ) -> None:
        self.n, m = L.shape
        diagonal = np.abs(Q.diagonal())
        scale = float(np.median(diagonal[diagonal > 0.0])) if (diagonal > 0.0).any() else 1.0
        self.exact = sp.block_array([[Q, scale * L], [scale * D, None]], format="csr") if m else Q
        self.scale = scale
        slack = sp.block_diag([sp.csr_array((self.n, self.n)), SLACK * scale * sp.eye_array(m)])
        try:
            self.factors = splu(sp.csc_array(self.exact - slack if m else Q), permc_spec=ordering)
        except RuntimeError as error:
            raise SolveError("eigenvalues", f"the matrix cannot be factorised ({error})") from error

    def solve(self, b: Floats, c: Floats) -> Floats:
        """Solve, with one step of refinement that takes the slack of the rows away."""
        right = np.concatenate([b, self.scale * c])
        x = self.factors.solve(right)
        if len(c):
            x += self.factors.solve(right - self.exact @ x)
        return x[: self.n]


def no_answer() -> SolveError:
    """The error of iterations that do not converge."""
    return SolveError(
        "solve_modes",
        "the iterations for the eigenvalues did not converge",
        remedy="Check that every part has mass or is held, or ask for fewer modes",
    )


def singular(M: Any, K: Any, Z: Floats, names: list[str]) -> SolveError:
    """The error that names a direction without mass and stiffness."""
    where = "an unknown direction"
    if len(Z) <= DENSE_UNKNOWNS:
        whole = (part.toarray() if sp.issparse(part) else part for part in (M, K))
        mass, stiff = (part if part.shape[0] == Z.shape[1] else Z.T @ (part @ Z) for part in whole)
        sizes = [max(float(np.abs(part).max()), 1e-300) for part in (mass, stiff)]
        held = [part.T @ part / size**2 for part, size in zip((mass, stiff), sizes, strict=True)]
        _, vectors = la.eigh(held[0] + held[1])
        where = names[int(np.argmax(np.abs(Z @ vectors[:, 0])))]
    error = SolveError(
        "solve_modes",
        f"a direction has neither mass nor stiffness: {where}",
        allowed="massless parts that springs, dampers or constraints hold in every direction",
        remedy="Give the part mass and inertia, or hold it in this direction",
    )
    error.direction = where
    return error
