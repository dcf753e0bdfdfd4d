"""Eigenvalues of constrained second-order systems: undamped, or damped and gyroscopic.

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
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs, eigsh, splu

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

GROWTH = 1e-6
"""A real part above this part of an eigenvalue is no error of rounding, also of double eigenvalues."""

ENDLESS = 1e-12
"""Inverse eigenvalues below this part of the largest belong to infinite eigenvalues."""

RIGID = 1e-13
"""Massless directions with less than this part of the largest stiffness are not held."""

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
        live = size[size > 0.0]
        typical = float(np.median(live)) if len(live) else 1.0
        d = (np.where(size > 0.0, size, typical) / typical) ** -0.5
        D = sp.diags_array(d)
        square = [sp.csr_array(D @ part @ D) for part in (self.M, self.C, self.K)]
        rows = [sp.csr_array(part) for part in (D @ self.L, self.N @ D, self.B @ D)]
        return Pencil(*square, *rows, self.holonomic), d

    def in_time(self, rate: float) -> Pencil:
        """The same with time in units of 1/rate."""
        return Pencil(
            self.M * rate**2, self.C * rate, self.K, self.L, self.N * rate, self.B, self.holonomic
        )


def is_symmetric(matrix: sp.csr_array) -> bool:
    """Tell whether a matrix is symmetric up to errors of rounding."""
    size = float(np.abs(matrix).max()) if matrix.nnz else 0.0
    difference = matrix - matrix.T
    return difference.nnz == 0 or float(np.abs(difference).max()) <= 1e-10 * size


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


# ------------------------------------------------------------------------------------------ undamped


def undamped(pencil: Pencil, count: int, names: list[str]) -> tuple[Floats, Floats]:
    """Lowest eigenvalues λ = ω² of K φ = λ M φ with B φ = 0, and their vectors with φᵀMφ = 1.

    Parameters
    ----------
    pencil : Pencil
        The system; the symmetric parts of M and K are taken, C is left out.
    count : int
        How many.
    names : list of str
        Names of the unknowns, for errors.

    Returns
    -------
    values : (k,) array
        λ ascending, negative ones are unstable [1/s²].
    vectors : (n, k) array
        Vectors.

    Notes
    -----
    Shift and invert about σ < 0 below all eigenvalues: M φ = μ (K − σM) φ, λ = σ + 1/μ, so that massless
    directions have μ = 0. The shift is moved to the lowest frequency, so that this one is exact.
    """
    pencil, units = pencil.equilibrated()
    full = pencil.n <= DENSE_UNKNOWNS
    if full:
        Z = null_space(_rows(pencil).toarray())
        full = Z.shape[1] <= DENSE_MOTIONS
    M, K = (0.5 * (matrix + matrix.T) for matrix in (pencil.M, pencil.K))
    shift = -typical_square(pencil) * (1.0 if full else LOW)
    for _ in range(8):
        if full:
            solved = _full_undamped(Z.T @ (M @ Z), Z.T @ (K @ Z), shift)
            if solved is not None and _is_loose(Z.T @ (M @ Z), Z.T @ ((K - shift * M) @ Z)):
                break
        else:
            solved = _sparse_undamped(M, K, pencil, shift, count)
        if solved is None:
            shift *= 100.0
            continue
        if not len(solved[0]):
            shift *= LOW
            continue
        values, vectors = solved
        if full:
            values, vectors = values[:count], Z @ vectors[:, :count]
        zero = no_stiffness(K, vectors)
        live = np.abs(np.einsum("ij,ij->j", vectors, K @ vectors))[~zero]
        if not len(live) or -shift <= 100.0 * live.min() or (values < -1e-2 * abs(shift)).any():
            return np.where(zero, 0.0, values), units[:, None] * vectors
        shift = -float(live.min())
    raise _singular(M, K, Z, names) if full else _no_answer()


def _rows(pencil: Pencil) -> sp.csr_array:
    """Rows that φ keeps: ∂C/∂η of holonomic and ∂k/∂𝒱 of nonholonomic constraints."""
    return sp.csr_array(sp.diags_array(pencil.holonomic.astype(float)) @ pencil.B + pencil.N)


def no_stiffness(K: sp.csr_array, vectors: Numbers) -> NDArray[np.bool_]:
    """Tell for which vectors φᴴKφ is zero up to errors of rounding."""
    value = np.abs(np.einsum("ij,ij->j", vectors.conj(), K @ vectors))
    size = np.abs(vectors)
    return value <= ZERO * np.einsum("ij,ij->j", size, np.abs(K) @ size)


def _full_undamped(M: Floats, K: Floats, shift: float) -> tuple[Floats, Floats] | None:
    """All finite eigenvalues, None if some are below the shift."""
    try:
        inverse, vectors = la.eigh(M, K - shift * M)
    except la.LinAlgError:
        return None
    finite = inverse > ENDLESS * inverse[-1]
    values = shift + 1.0 / inverse[finite]
    order = np.argsort(values)
    return values[order], (vectors[:, finite] / np.sqrt(inverse[finite]))[:, order]


def _is_loose(M: Floats, A: Floats) -> bool:
    """Whether a direction has neither mass nor stiffness, both scaled to a unit diagonal together."""
    both = sum(part / max(float(np.abs(part).max()), 1e-300) for part in (M, A))
    size = np.sqrt(np.abs(both.diagonal()))
    if size.min() == 0.0:
        return True
    return bool(la.eigvalsh(both / np.outer(size, size))[0] <= 1e-15 * len(M))


class Saddle:
    """Solutions x of [Q L; D 0] (x, λ) = (b, c) by a sparse factorisation, dependent rows allowed."""

    def __init__(self, Q: sp.csr_array, L: sp.csr_array, D: sp.csr_array) -> None:
        self.n, m = L.shape
        diagonal = np.abs(Q.diagonal())
        scale = float(np.median(diagonal[diagonal > 0.0])) if (diagonal > 0.0).any() else 1.0
        self.exact = sp.block_array([[Q, scale * L], [scale * D, None]], format="csr") if m else Q
        self.scale = scale
        slack = sp.block_diag([sp.csr_array((self.n, self.n)), SLACK * scale * sp.eye_array(m)])
        try:
            self.factors = splu(sp.csc_array(self.exact - slack if m else Q))
        except RuntimeError as error:
            raise SolveError("eigenvalues", f"the matrix cannot be factorised ({error})") from error

    def solve(self, b: Floats, c: Floats) -> Floats:
        """Solve, with one step of refinement that takes the slack of the rows away."""
        right = np.concatenate([b, self.scale * c])
        x = self.factors.solve(right)
        if len(c):
            x += self.factors.solve(right - self.exact @ x)
        return x[: self.n]


def _sparse_undamped(
    M: sp.csr_array, K: sp.csr_array, pencil: Pencil, shift: float, count: int
) -> tuple[Floats, Floats] | None:
    n, m = pencil.n, len(pencil.holonomic)
    D = _rows(pencil)
    saddle = Saddle(sp.csr_array(K - shift * M), sp.csr_array(D.T), D)
    none = np.zeros(m)
    inverse = LinearOperator((n, n), matvec=lambda b: saddle.solve(b, none), dtype=float)
    start = saddle.solve(M @ np.random.default_rng(1).standard_normal(n), none)
    k = min(count, n - 2)
    columns = min(n - 1, max(2 * k + 20, 40))
    try:
        values, vectors = eigsh(
            K, k, M, sigma=shift, OPinv=inverse, v0=start, ncv=columns, maxiter=RESTARTS
        )
    except ArpackNoConvergence:
        return np.zeros(0), np.zeros((n, 0))
    if values.min() < shift or _is_below(K, M, shift, inverse, start, values.min()):
        return None
    vectors = np.column_stack([saddle.solve(M @ v, none) for v in vectors.T])  # off the massless noise
    values, turn = la.eigh(vectors.T @ (K @ vectors), vectors.T @ (M @ vectors))
    return values, vectors @ turn


def _is_below(K: Any, M: Any, shift: float, inverse: Any, start: Floats, lowest: float) -> bool:
    """Whether eigenvalues lie below the shift: 1/(λ − σ) < 0 are outliers, which converge at once.

    What is beyond 1e8 times the distance of the lowest one is noise of infinite eigenvalues.
    """
    try:
        found = eigsh(
            K, 1, M, sigma=shift, OPinv=inverse, v0=start, which="SA", ncv=min(len(start) - 1, 30), maxiter=2,
            tol=1e-3, return_eigenvectors=False,
        )  # fmt: skip
    except ArpackNoConvergence as error:
        found = error.eigenvalues
    return bool(len(found)) and shift - 1e8 * (lowest - shift) < float(found.min()) < shift


def _no_answer() -> SolveError:
    return SolveError(
        "solve_modes",
        "the iterations for the eigenvalues did not converge",
        remedy="Check that every part has mass or is held, or ask for fewer modes",
    )


def _singular(M: Any, K: Any, Z: Floats, names: list[str]) -> SolveError:
    """The error that names a direction without mass and stiffness."""
    where = "an unknown direction"
    if len(Z) <= DENSE_UNKNOWNS:
        mass, stiff = (part if part.shape[0] == Z.shape[1] else Z.T @ (part @ Z) for part in (M, K))
        sizes = [max(float(np.abs(part).max()), 1e-300) for part in (mass, stiff)]
        held = [part.T @ part / size**2 for part, size in zip((mass, stiff), sizes, strict=True)]
        _, vectors = la.eigh(held[0] + held[1])
        where = names[int(np.argmax(np.abs(Z @ vectors[:, 0])))]
    return SolveError(
        "solve_modes",
        f"a direction has neither mass nor stiffness: {where}",
        allowed="massless parts that springs, dampers or constraints hold in every direction",
        remedy="Give the part mass and inertia, or hold it in this direction",
    )


# ------------------------------------------------------------------------------------------ damped


def damped(pencil: Pencil, count: int, names: list[str]) -> tuple[Numbers, Numbers]:
    """Eigenvalues s of (s²M + sC + K) φ + L λ = 0, (sN + B) φ = 0 that are nearest to zero.

    Parameters
    ----------
    pencil : Pencil
        The system.
    count : int
        How many; of a conjugate pair the one with positive imaginary part is given.
    names : list of str
        Names of the unknowns, for errors.

    Returns
    -------
    values : (k,) complex array
        s by ascending magnitude [1/s]; those that are zero come first, then those that grow.
    vectors : (n, k) complex array
        Vectors; those of zeros are real and independent.

    Notes
    -----
    Shift and invert, θ = 1/(s − σ), with σ > 0 at the lowest frequency.
    """
    pencil, units = pencil.equilibrated()
    full = None
    if pencil.n <= DENSE_UNKNOWNS:
        full = _Reduced(pencil)
        if full.order > DENSE_STATES:
            full = None
    rate = max(typical_square(pencil) ** 0.5, 1e-300) * (1.0 if full is not None else LOW**0.5)
    for _ in range(8):
        if full is not None:
            s, vectors = full.solve(rate, names)
        else:
            s, vectors = _sparse_damped(pencil.in_time(rate), count)
            if not len(s):
                rate *= LOW**0.5
                continue
        zero = no_stiffness(pencil.K, vectors) & (np.abs(s) < 1e-5)
        live = np.abs(s[~zero])
        if not len(live) or live.min() > 1e-2:
            break
        rate *= 1.1 * float(live.min())
    if not len(s):
        raise _no_answer()
    s = np.where(np.abs(s.imag) <= 1e-9 * np.abs(s), s.real, s)
    still = _independent(vectors[:, zero])
    kept = ~zero & (s.imag >= 0.0)
    order = np.lexsort((np.abs(s[kept]), s[kept].real <= GROWTH * np.abs(s[kept])))
    values = np.concatenate([np.zeros(still.shape[1]), rate * s[kept][order]])
    return values[:count], units[:, None] * np.hstack([still, vectors[:, kept][:, order]])[:, :count]


def _independent(vectors: Numbers) -> Floats:
    """Orthonormal real basis of the vectors of zero eigenvalues, which may be defective."""
    if vectors.shape[1] == 0:
        return np.zeros((len(vectors), 0))
    both = np.hstack([vectors.real, vectors.imag]) / np.linalg.norm(vectors, axis=0).max()
    U, size, _ = la.svd(both, full_matrices=False)
    return U[:, size > 1e-4 * size[0]]


class _Reduced:
    """First-order form of the free motions: q = Z a, E ẋ = A x."""

    def __init__(self, pencil: Pencil) -> None:
        hol = pencil.holonomic
        B, N, L = (part.toarray() for part in (pencil.B, pencil.N, pencil.L))
        self.Z = null_space(B[hol])
        ideal = np.allclose(L[:, hol], B[hol].T, atol=1e-12 * np.abs(B).max(initial=0.0))
        W = self.Z if ideal else null_space(L[:, hol].T)
        if W.shape != self.Z.shape:
            raise SolveError("solve_modes", "constraint forces and constraints are not equally many")
        self.M, self.C, self.K = (W.T @ (part @ self.Z) for part in (pencil.M, pencil.C, pencil.K))
        self.N, self.B, self.L = N[~hol] @ self.Z, B[~hol] @ self.Z, W.T @ L[:, ~hol]
        self.order = 2 * self.Z.shape[1] - len(self.N)

    def solve(self, rate: float, names: list[str]) -> tuple[Numbers, Numbers]:
        """All finite eigenvalues in units of the rate, and vectors of the unknowns."""
        M, C, K, N = self.M * rate**2, self.C * rate, self.K, self.N * rate
        size = max(float(np.abs(part).max(initial=0.0)) for part in (M, C, K)) or 1.0
        M, C, K = M / size, C / size, K / size
        first = self._rolling(M, C, K, N) if len(N) else self._plain(M, C, K, names)
        E, A, to_motion, endless = first
        T = la.solve(A - E, E)
        theta, states = la.eig(T)
        finite = np.abs(theta) > endless * np.abs(theta).max()
        vectors = self.Z @ (to_motion @ states[:, finite])
        return 1.0 + 1.0 / theta[finite], vectors

    def _plain(
        self, M: Floats, C: Floats, K: Floats, names: list[str]
    ) -> tuple[Floats, Floats, Floats, float]:
        """States: motions with mass, their rates, motions without mass."""
        left, size, right = la.svd(M)
        k = int((size > ENDLESS * max(size[0], 1e-300)).sum())
        held = left[:, k:].T @ (K + C) @ right[k:].T
        if k < len(M) and la.svdvals(held)[-1] <= RIGID * (np.abs(K) + np.abs(C)).max():
            raise _singular(self.M, self.K + C, self.Z, names)
        M, C, K = (left.T @ part @ right.T for part in (M, C, K))
        n = len(M)
        E, A = np.zeros((n + k, n + k)), np.zeros((n + k, n + k))
        E[:k, :k] = A[:k, k : 2 * k] = np.eye(k)
        E[k : 2 * k, k : 2 * k] = M[:k, :k]
        E[k:, 2 * k :] = C[:, k:]
        A[k:, k : 2 * k] = -C[:, :k]
        A[k:, :k], A[k:, 2 * k :] = -K[:, :k], -K[:, k:]
        to_motion = np.hstack([right.T[:, :k], np.zeros((n, k)), right.T[:, k:]])
        return E, A, to_motion, ENDLESS

    def _rolling(self, M: Floats, C: Floats, K: Floats, N: Floats) -> tuple[Floats, Floats, Floats, float]:
        """States: motions a and speeds w, with ȧ = Y w + F a so that N ȧ + B a = 0."""
        Y, F = null_space(N), -la.pinv(N, rtol=RANK) @ self.B
        X = Y if np.allclose(self.L, self.N.T) else null_space(self.L.T)
        n, k = Y.shape
        E = np.block([[np.eye(n), np.zeros((n, k))], [X.T @ M @ F, X.T @ M @ Y]])
        A = np.block([[F, Y], [-X.T @ (C @ F + K), -X.T @ C @ Y]])
        size = la.svdvals(E[n:, n:])
        massless = size[-1] <= ENDLESS * size[0]
        return E, A, np.hstack([np.eye(n), np.zeros((n, k))]), 1e-7 if massless else ENDLESS


def _sparse_damped(pencil: Pencil, count: int) -> tuple[Numbers, Numbers]:
    """Eigenvalues nearest to 1: v = η + a with [M + C + K, L; N + B, 0] (η, λ) = (−M b − (C + M) a, −N a)."""
    n = pencil.n
    M, C, N = pencil.M, pencil.C, pencil.N
    saddle = Saddle(sp.csr_array(M + C + pencil.K), pencil.L, sp.csr_array(N + pencil.B))

    def apply(state: Numbers) -> Numbers:
        a, b = state[:n], state[n:]
        motion = saddle.solve(-(M @ (a + b)) - C @ a, -(N @ a))
        return np.concatenate([motion, motion + a])

    operator = LinearOperator((2 * n, 2 * n), matvec=apply, dtype=float)
    start = np.random.default_rng(1).standard_normal(2 * n)
    for _ in range(3):  # into the space of the finite eigenvalues
        start = apply(start / np.linalg.norm(start))
    k = min(2 * count + 2, 2 * n - 2)
    columns = min(2 * n, max(2 * k + 20, 60))
    try:
        theta, states = eigs(operator, k, v0=start, ncv=columns, maxiter=RESTARTS)
    except ArpackNoConvergence:
        return np.zeros(0), np.zeros((n, 0))
    return 1.0 + 1.0 / theta, states[:n]
