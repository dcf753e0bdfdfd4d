"""Lowest eigenvalues of large systems by shift and invert, counted so that none is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs, eigsh, splu

from mbfe.algebra.arrays import Flags, Floats
from mbfe.algebra.graphs import connected_parts
from mbfe.analyses.linear.eigen.full import typical_rate
from mbfe.analyses.linear.eigen.pencil import Numbers, Reduced
from mbfe.analyses.linear.eigen.ranks import chains
from mbfe.analyses.linear.eigen.tolerances import EPS, RANK, SOLVING
from mbfe.errors import SolveError

__all__ = ["Lowest", "lowest_damped", "lowest_undamped", "missing_inside", "negative_pivots"]


@dataclass(frozen=True, eq=False)
class Lowest:
    """Eigenvalues nearest to zero, all of them."""

    zeros: Floats
    left_zeros: Floats
    """Vectors of zero on both sides, (k, p)."""
    values: Numbers
    """Others, ascending, (f,)."""
    vectors: Numbers
    """Their vectors, (k, f)."""


def lowest_undamped(system: Reduced, count: int) -> Lowest:
    """Lowest λ of K a = λ M a, by Lanczos' method about a shift below all; counted by inertia."""
    M, K = system.M, system.K
    typical = typical_rate(M, sp.csr_array(M.shape), K) ** 2
    unit = (system.K_sum.diagonal() + typical * system.M_sum.diagonal()) ** -0.5
    D = sp.diags_array(unit)
    M, K, K_sum = (sp.csr_array(D @ part @ D) for part in (M, K, system.K_sum))
    shift, base = _shift_below(M, K, -SOLVING.first_shift * typical)
    requested = count + SOLVING.found_beyond
    for attempt in range(SOLVING.most_tries):
        k = min(requested, M.shape[0] - 1)
        values, vectors = _lanczos(M, K, shift, k, attempt)
        zero = _without_stiffness(K, K_sum, vectors) & (np.abs(values) < SOLVING.near_zero * typical)
        live = np.abs(values[~zero])
        if len(live) and live.min() < 1e-2 * -shift and not (values < shift * 1e-2)[~zero].any():
            shift = -float(live.min())
            continue
        if len(live) or k == M.shape[0] - 1:
            values = np.where(zero, 0.0, values)
            last, border = _gap(values, count)
            found = negative_pivots(sp.csr_array(K - border * M))
            if found is not None and found - base == last:
                order = np.argsort(values, kind="stable")[:last]
                values, vectors, zero = values[order], unit[:, None] * vectors[:, order], zero[order]
                return Lowest(vectors[:, zero], vectors[:, zero], values[~zero], vectors[:, ~zero])
        requested *= 2
    raise _missing()


def _shift_below(M: sp.csr_array, K: sp.csr_array, shift: float) -> tuple[float, int]:
    """A shift below all eigenvalues, and the number of negative pivots there: of massless directions."""
    base = negative_pivots(sp.csr_array(K - 1e16 * shift * M)) or 0
    for _ in range(9):
        below = negative_pivots(sp.csr_array(K - shift * M))
        if below is not None and below <= base:
            return shift, base
        shift *= 100.0
    return shift, base


def _lanczos(M: sp.csr_array, K: sp.csr_array, shift: float, k: int, seed: int) -> tuple[Floats, Floats]:
    factors = splu(sp.csc_array(K - shift * M))
    n = M.shape[0]
    inverse = LinearOperator((n, n), matvec=factors.solve, dtype=float)
    start = factors.solve(M @ np.random.default_rng(seed).standard_normal(n))
    columns = min(n, max(2 * k + 20, 40))
    try:
        values, vectors = eigsh(
            K, k, M, sigma=shift, OPinv=inverse, v0=start, ncv=columns, maxiter=SOLVING.restarts
        )
    except ArpackNoConvergence as error:
        values, vectors = error.eigenvalues, error.eigenvectors
    if not len(values):
        return np.zeros(0), np.zeros((n, 0))
    vectors = factors.solve(M @ vectors)  # off what has no mass
    squares, turn = la.eigh(vectors.T @ (K @ vectors), vectors.T @ (M @ vectors))
    return squares, vectors @ turn


def _without_stiffness(K: sp.csr_array, K_sum: sp.csr_array, vectors: Floats) -> Flags:
    """For which vectors φᵀKφ is an error of rounding."""
    value = np.abs(np.einsum("ij,ij->j", vectors, K @ vectors))
    size = np.einsum("ij,ij->j", np.abs(vectors), K_sum @ np.abs(vectors))
    return np.asarray(value <= RANK.roundings * EPS * size)


def _gap(values: Floats, count: int) -> tuple[int, float]:
    """How many of the lowest values to keep, no less than asked for, and a border in the widest gap above."""
    order = np.sort(values)
    if len(order) <= count:
        top = float(order[-1])
        return len(order), top + 1e-6 * abs(top)
    width = np.diff(order)[count - 1 :] / np.abs(order[count:])
    last = count - 1 + int(np.argmax(width))
    return last + 1, float(order[last] + 0.5 * (order[last + 1] - order[last]))


# ------------------------------------------------------------------ damped


class _NullSpace:
    """Null vectors of a large matrix near given vectors; see `mbfe.analyses.linear.eigen.ranks.NullSpace`."""

    def __init__(self, matrix: sp.csr_array, sizes: sp.csr_array, near: Floats) -> None:
        self.matrix = matrix
        n = matrix.shape[0]
        most = np.asarray(sizes.max(axis=1).toarray()).ravel()
        nudge = sp.diags_array(1e-10 * np.where(most > 0.0, most, 1.0))
        factors = splu(sp.csc_array(matrix + nudge))
        sides = []
        for transposed in (False, True):
            basis = la.qr(near, mode="economic")[0]
            for _ in range(3):
                basis = la.qr(
                    factors.solve(nudge @ basis, trans="T" if transposed else "N"), mode="economic"
                )[0]
            A, S = (part.T if transposed else part for part in (matrix, sizes))
            noise = RANK.roundings * EPS * (S @ np.abs(basis)).max(axis=1)
            _, values, turn = la.svd(
                (A @ basis) / np.where(noise > 0.0, noise, 1.0)[:, None], full_matrices=False
            )
            rank = int((values > np.sqrt(n)).sum())
            sides.append(basis @ turn[rank:].T)
        self.right, self.left = sides
        count = min(self.right.shape[1], self.left.shape[1])
        self.right, self.left = self.right[:, :count], self.left[:, :count]
        if count:
            weights = sp.csr_array(self.left * most[:, None])
            bordered = sp.block_array([[matrix, weights], [sp.csr_array(self.right.T), None]])
            self._factors = splu(sp.csc_array(bordered))

    def solve(self, right: Floats) -> Floats:
        """A solution of A x = b with Uᵀ b = 0."""
        full = np.vstack([right, np.zeros((self.right.shape[1], right.shape[1]))])
        return np.asarray(self._factors.solve(full)[: len(right)])


def lowest_damped(system: Reduced, count: int) -> Lowest:
    """Eigenvalues s nearest to zero, by Arnoldi's method about a shift; counted by the argument principle.

    Both of conjugate pairs are given, as many pairs or real ones as are asked for.
    """
    rate = typical_rate(system.M, system.C, system.K)
    rows = (rate**2 * system.M_sum + rate * system.C_sum + system.K_sum).max(axis=1).toarray().ravel()
    unit = np.where(rows > 0.0, rows, 1.0) ** -0.5
    D = sp.diags_array(unit)
    M, C, K, M_sum, C_sum, K_sum = (
        sp.csr_array(factor * (D @ part @ D))
        for factor, part in (
            (rate**2, system.M), (rate, system.C), (1.0, system.K),
            (rate**2, system.M_sum), (rate, system.C_sum), (1.0, system.K_sum),
        )
    )  # fmt: skip

    def at(s: complex) -> sp.csr_array:
        return sp.csr_array(K + s * C + s * s * M)

    shift, requested = SOLVING.first_shift**0.5, 2 * (count + SOLVING.found_beyond) + 2
    for attempt in range(2 * SOLVING.most_tries):
        s, vectors = _arnoldi((M, C, K), shift, requested, attempt)
        order = np.argsort(np.abs(s))
        s, vectors = s[order], vectors[:, order]
        low = _below_gap(s)
        zeros = left = np.zeros((len(unit), 0))
        n_zero = 0
        if low:
            space = _NullSpace(K, K_sum, _real_span(vectors[:, :low]))
            zeros, left = space.right, space.left
            n_zero = chains(space, C, M, sums=(C_sum, M_sum)).values.shape[1] if zeros.shape[1] else 0
        s, vectors = s[n_zero:], vectors[:, n_zero:]
        if len(s) and abs(s[0]) < 0.01 * shift:
            shift = float(abs(s[0]))
            continue
        if len(s) and abs(s[0]) > 100.0 * shift:
            shift = 0.1 * float(abs(s[0]))
            continue
        kept, radius = _circle(s, count)
        if kept and missing_inside(at, np.concatenate([np.zeros(n_zero), s]), radius) == 0:
            zeros, left, vectors = (unit[:, None] * part for part in (zeros, left, vectors[:, :kept]))
            return Lowest(zeros, left, rate * s[:kept], vectors)
        requested *= 2
    raise _missing()


def _arnoldi(
    matrices: tuple[sp.csr_array, sp.csr_array, sp.csr_array], shift: float, k: int, seed: int
) -> tuple[Numbers, Numbers]:
    """Eigenvalues nearest to a shift σ: P(σ) a′ = −M v − (C + σM) a, v′ = a + σ a′ for (a, v = s a)."""
    M, C, K = matrices
    n = M.shape[0]
    factors = splu(sp.csc_array(K + shift * C + shift**2 * M))

    def apply(state: Numbers) -> Numbers:
        a, v = state[:n], state[n:]
        motion = factors.solve(-(M @ (v + shift * a)) - C @ a)
        return np.concatenate([motion, a + shift * motion])

    operator = LinearOperator((2 * n, 2 * n), matvec=apply, dtype=float)
    start = np.random.default_rng(seed).standard_normal(2 * n)
    for _ in range(3):  # into the space of the finite eigenvalues
        start = apply(start / np.linalg.norm(start))
    k = min(k, 2 * n - 2)
    try:
        theta, states = eigs(
            operator, k, v0=start, ncv=min(2 * n, max(2 * k + 20, 60)), maxiter=SOLVING.restarts
        )
    except ArpackNoConvergence as error:
        theta, states = error.eigenvalues, error.eigenvectors
    finite = np.abs(theta) > 1e-12 * np.abs(theta).max(initial=0.0)
    return shift + 1.0 / theta[finite], states[:n, finite]


def _below_gap(s: Numbers) -> int:
    """How many of ascending eigenvalues are far below the next one, and may be zeros."""
    size = np.abs(s)
    steps = np.flatnonzero(size[:-1] < SOLVING.near_zero * size[1:])
    return int(steps[-1]) + 1 if len(steps) else 0


def _real_span(vectors: Numbers) -> Floats:
    """Orthonormal real basis of complex vectors and their conjugates."""
    both = np.hstack([vectors.real, vectors.imag])
    size = np.linalg.norm(both, axis=0)
    both = both[:, size > 1e-12 * size.max()]
    left, values, _ = la.svd(both / np.linalg.norm(both, axis=0), full_matrices=False)
    return np.asarray(left[:, values > 1e-6 * values[0]])


def _circle(s: Numbers, count: int) -> tuple[int, float]:
    """How many of ascending eigenvalues to keep, and the radius of a circle in the widest gap above them."""
    size = np.abs(s)
    numbers = np.cumsum(s.imag >= 0.0)
    first = int(np.searchsorted(numbers, count)) + 1
    if first >= len(s):
        return 0, 0.0
    width = np.log(size[first:] / size[first - 1 : -1])
    last = first + int(np.argmax(width))
    if width.max() < 1e-6:
        return 0, 0.0
    return last, float(np.sqrt(size[last - 1] * size[last]))


def _missing() -> SolveError:
    return SolveError(
        "solve_modes",
        "the iterations do not find all of the lowest eigenvalues",
        remedy="Ask for more or fewer modes",
    )


# ------------------------------------------------------------------ how many there are


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
