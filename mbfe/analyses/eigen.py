"""Undamped modes of constrained systems: K φ = ω² M φ with B φ = 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

from mbfe.analyses import pencil as sizes
from mbfe.analyses.pencil import (
    ENDLESS,
    LOW,
    RESTARTS,
    Pencil,
    Saddle,
    no_answer,
    no_stiffness,
    null_space,
    singular,
    typical_square,
)

Floats = NDArray[np.float64]


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
    full = pencil.n <= sizes.DENSE_UNKNOWNS
    if full:
        Z = null_space(_rows(pencil).toarray())
        full = Z.shape[1] <= sizes.DENSE_MOTIONS
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
    raise singular(M, K, Z, names) if full else no_answer()


def _rows(pencil: Pencil) -> sp.csr_array:
    """Rows that φ keeps: ∂C/∂η of holonomic and ∂k/∂𝒱 of nonholonomic constraints."""
    return sp.csr_array(sp.diags_array(pencil.holonomic.astype(float)) @ pencil.B + pencil.N)


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
    units = [max(float(np.abs(part).max()), 1e-300) for part in (M, A)]
    both = M / units[0] + A / units[1]
    size = np.sqrt(np.abs(both.diagonal()))
    if size.min() == 0.0:
        return True
    return bool(la.eigvalsh(both / np.outer(size, size))[0] <= 1e-15 * len(M))


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
        values, vectors = eigsh(K, k, M, sigma=shift, OPinv=inverse, v0=start, ncv=columns, maxiter=RESTARTS)
    except ArpackNoConvergence:
        return np.zeros(0), np.zeros((n, 0))
    if values.min() < shift or _is_below(K, M, shift, inverse, start, values.min()):
        return None
    vectors = np.column_stack([saddle.solve(M @ v, none) for v in vectors.T])  # off the massless noise
    squares, turn = la.eigh(vectors.T @ (K @ vectors), vectors.T @ (M @ vectors))
    return squares, vectors @ turn


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
        found = np.real(error.eigenvalues)
    return bool(len(found)) and shift - 1e8 * (lowest - shift) < float(found.min()) < shift
