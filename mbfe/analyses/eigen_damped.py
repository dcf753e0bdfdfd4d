"""Complex modes of constrained systems: (s²M + sC + K) φ + L λ = 0 with (sN + B) φ = 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs

from mbfe.analyses import pencil as sizes
from mbfe.analyses.pencil import (
    ENDLESS,
    LOW,
    RANK,
    RESTARTS,
    Pencil,
    Saddle,
    no_answer,
    no_stiffness,
    null_space,
    singular,
    typical_square,
)
from mbfe.errors import SolveError

Floats = NDArray[np.float64]
Numbers = NDArray[Any]

GROWTH = 1e-6
"""A real part above this part of an eigenvalue is no error of rounding, also of double eigenvalues."""

RIGID = 1e-13
"""Massless directions with less than this part of the largest stiffness are not held."""


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
    if pencil.n <= sizes.DENSE_UNKNOWNS:
        full = _Reduced(pencil)
        if full.order > sizes.DENSE_STATES:
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
        raise no_answer()
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
            raise singular(self.M, self.K + C, self.Z, names)
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
