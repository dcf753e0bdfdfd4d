"""All eigenvalues of linearized equations with 32 digits and a proof: a reference for ``solve_modes``.

It goes another way than the program: elimination with pivots in wide numbers, with perturbed copies that
estimate the error of the given floats. Zero and infinite eigenvalues are taken out by repeated compression of
rows (a staircase). What is left is one matrix, whose Hessenberg form gives the characteristic polynomial, and
all its roots come from the iteration of Ehrlich and Aberth. Discs of Weierstrass' corrections (Smith 1970)
hold all roots, each connected part as many as it has discs.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from mbfe.engine.columns import NODE
from mbfe.results.linearized import Linearized
from tools.wide import Undecided, Wide, block, eliminate, identity, null_space, product, transposed, zeros

Floats = NDArray[np.float64]
Complex = NDArray[np.complex128]

ENTRY = 2e-14
"""Uncertainty of an entry as a part of the largest one of its block: some roundings of the program, also of
lengths that are differences of places."""
STRAY = 1e-3
"""Part of the largest entry of the stiffness beside that, where joints have reactions: they carry roundings
to other parts."""
REAL = 1e-9
"""Imaginary parts below this part of an eigenvalue count as those of two equal real ones."""
COPIES = 4
"""Number of perturbed copies by which errors are estimated."""
SWEEPS = 60
"""Most sweeps over the roots."""
SPLIT = 1e-29
"""A subdiagonal below this part of its neighbours splits a Hessenberg matrix."""
SHARP, LATE, BLUNT = 1e-13, 20, 1e-8
"""Relative size of the discs that hold roots, and after so many sweeps that of equal roots."""


class Singular(Exception):
    """A direction has neither mass nor damping nor stiffness, so that every number is an eigenvalue."""


@dataclass(frozen=True)
class Spectrum:
    """All finite eigenvalues.

    Attributes
    ----------
    zeros : int
        Independent motions with eigenvalue zero.
    chains : int
        Zeros of the characteristic polynomial that these make.
    values : (k,) array
        The others; of conjugate pairs the one with positive imaginary part; ω² of undamped ones.
    """

    zeros: int
    chains: int
    values: Complex


@dataclass(frozen=True)
class Part:
    """Copies of M, C, K, L, N, B in comparable units, and which rows are holonomic."""

    M: Wide
    C: Wide
    K: Wide
    L: Wide
    N: Wide
    B: Wide
    holonomic: NDArray[np.bool_]


def spectrum(linear: Linearized, *, damped: bool) -> list[Spectrum]:
    """Eigenvalues of a linearized model, and how they change when its entries change by their uncertainty.

    Parameters
    ----------
    linear : Linearized
        The equations.
    damped : bool
        With damping and gyroscopic terms, or ω² of the symmetric parts of mass and stiffness.

    Returns
    -------
    list of Spectrum
        Those of the given entries, then ``COPIES`` of changed ones.
    """
    found: list[Spectrum] = []
    done = [without_zeros(*(_damped(part) if damped else _undamped(part))) for part in parts(linear)]
    for copy in range(1 + COPIES):
        s = np.concatenate([*(roots(F[copy]) for _, _, F in done), np.zeros(0, dtype=complex)])
        s = np.where(np.abs(s.imag) <= REAL * np.abs(s), s.real, s)
        found.append(Spectrum(sum(d[0] for d in done), sum(d[1] for d in done), s[s.imag >= 0.0]))
    return found


# ------------------------------------------------------------------ the equations and their uncertainty


def parts(linear: Linearized) -> list[Part]:
    """The equations, one set for each part of the model that nothing joins to the rest."""
    S, R, T = linear.scales, linear.equation_scales, linear.row_scales
    M, C, K = (R[:, None] * X.toarray() * S for X in (linear.M, linear.C, linear.K))
    L = R[:, None] * linear.L.toarray() * T
    N, B = (T[:, None] * X.toarray() * S for X in (linear.N, linear.B))
    groups, spin = _groups(linear), _rate(linear)
    stray = STRAY if np.any(linear.snapshot.multiplier) else 0.0
    errors = [_block_error(X, groups, part) for X, part in ((M, 0.0), (C, 0.0), (K, stray))]
    errors[1] += spin * errors[0]
    errors[2] += spin * errors[1]
    errors += [_row_error(L.T, groups).T, _row_error(N, groups), _row_error(B, groups)]
    errors[5] += spin * errors[4]
    rng = np.random.default_rng(1)
    whole = [
        np.concatenate([X[None], X + d * rng.uniform(-1.0, 1.0, (COPIES, *X.shape))])
        for X, d in zip((M, C, K, L, N, B), errors, strict=True)
    ]
    n = len(M)
    joined = np.block([[abs(M) + abs(C) + abs(K), abs(L)], [abs(N) + abs(B), np.zeros((len(B), len(B)))]])
    count, label = connected_components(sp.csr_array(joined > 0.0), directed=False)  # tiny entries join too
    found = []
    for number in range(count):
        u, r = np.flatnonzero(label[:n] == number), np.flatnonzero(label[n:] == number)
        if not len(u):
            continue
        at = [(u, u)] * 3 + [(u, r), (r, u), (r, u)]
        copies = [Wide.of(X[:, i[:, None], k]) for X, (i, k) in zip(whole, at, strict=True)]
        found.append(Part(*copies, linear.holonomic[r]))
    return found


def _groups(linear: Linearized) -> NDArray[np.int64]:
    """Which unknowns turned axes mix: 2 i the translations of a node, 2 i + 1 its rotations; others alone."""
    row, component = np.divmod(linear.places, 6)
    _, i = np.unique(row, return_inverse=True)
    kind = linear.compiled.system.kind[row]
    return np.where(kind == NODE, 2 * i + component // 3, 2 * (i.max(initial=-1) + 1 + np.arange(len(row))))


def _rate(linear: Linearized) -> float:
    """Largest angular velocity, with which terms of mass and damping enter the stiffness [rad/s]."""
    twist = linear.snapshot.motion[linear.compiled.system.kind == NODE, 7:13]
    length = float(linear.compiled.system.environment.length)
    return float(np.abs(twist[:, 3:]).max(initial=0.0) + np.abs(twist[:, :3]).max(initial=0.0) / length)


def _block_error(X: Floats, groups: NDArray[np.int64], stray: float) -> Floats:
    """Uncertainty of entries: that of the largest in the block of two nodes, or of their own blocks.

    Lever arms carry what translations have to rotations. ``stray`` is that part of the largest entry of all
    which is added.
    """
    count = int(groups.max(initial=-1)) + 1
    most = np.zeros((count, count))
    np.maximum.at(most, (groups[:, None], groups[None, :]), np.abs(X))
    alone = np.array(most.diagonal())
    alone[1::2] = np.maximum(alone[1::2], alone[: count - count % 2 : 2])
    own = np.sqrt(np.outer(alone, alone))
    bound = np.where(most > 0.0, np.maximum(most, own) + stray * most.max(initial=0.0), 0.0)
    return ENTRY * bound[np.ix_(groups, groups)]


def _row_error(X: Floats, groups: NDArray[np.int64]) -> Floats:
    """Uncertainty of a constraint row: that of its largest entry, at all nodes that it joins."""
    touched = np.zeros((len(X), int(groups.max(initial=-1)) + 1))
    np.maximum.at(touched.T, groups, np.abs(X).T)
    size = np.abs(X).max(axis=1, initial=0.0)
    return ENTRY * size[:, None] * (touched > 0.0)[:, groups]


# ------------------------------------------------------------------ pencils A − s E


def _symmetric(X: Wide) -> Wide:
    return (X + transposed(X)) * Wide.of(np.full(X.high.shape, 0.5))


def _undamped(part: Part) -> tuple[Wide, Wide]:
    """K φ = ω² M φ on the motions that all rows allow."""
    rolls = ~part.holonomic
    rows = Wide(part.B.high.copy(), part.B.low.copy())
    rows[:, rolls] = part.N[:, rolls]
    Z = null_space(rows)
    M, K = (product(product(transposed(Z), _symmetric(X)), Z) for X in (part.M, part.K))
    return M, K


def _damped(part: Part) -> tuple[Wide, Wide]:
    """States: motions that holonomic rows allow, their rates, multipliers of the other rows."""
    hol = part.holonomic
    Z = null_space(part.B[:, hol])
    ideal = np.allclose(part.L.high[0][:, hol], part.B.high[0][hol].T, rtol=0.0, atol=1e-12)
    W = transposed(Z if ideal else null_space(transposed(part.L[:, :, hol])))
    if W.high.shape[1] != Z.high.shape[2]:
        raise Undecided("constraints and their forces are not equally many")
    M, C, K = (product(product(W, X), Z) for X in (part.M, part.C, part.K))
    N, B, L = product(part.N[:, ~hol], Z), product(part.B[:, ~hol], Z), product(W, part.L[:, :, ~hol])
    both = block([[N, B]])
    kept = eliminate(both, zeros(both, both.high.shape[1], 0)).rows
    N, B, L = N[:, kept], B[:, kept], L[:, :, kept]
    n, m = Z.high.shape[2], len(kept)
    I, O, O_nm, O_mn, O_mm = identity(Z, n), zeros(Z, n, n), zeros(Z, n, m), zeros(Z, m, n), zeros(Z, m, m)
    E = block([[I, O, O_nm], [O, M, O_nm], [O_mn, O_mn, O_mm]])
    A = block([[O, I, O_nm], [-K, -C, -L], [B, N, O_mm]])
    return E, A


def compress(E: Wide, A: Wide) -> tuple[Wide, Wide, int]:
    """Take the eigenvectors of E x = 0 out of the pencil A − s E once; their number is the last result.

    Rows in which E vanishes say A₂ x = 0, so that x = Q y and E₁Q ẏ = A₁Q y.
    """
    done = eliminate(E, A)
    size = E.high.shape[1]
    missing = size - len(done.rows)
    if missing == 0:
        return E, A, 0
    rest = np.setdiff1d(np.arange(size), done.rows)
    Q = null_space(done.beside[:, rest])
    if Q.high.shape[2] != len(done.rows):
        raise Singular
    return product(done.matrix[:, done.rows], Q), product(done.beside[:, done.rows], Q), missing


def without_zeros(E: Wide, A: Wide) -> tuple[int, int, Wide]:
    """Zero vectors, zero roots, and the matrix F of ẋ = F x with the other finite eigenvalues."""
    first, many, missing = 0, 0, 1
    while missing:
        A, E, missing = compress(A, E)
        first = first or missing
        many += missing
    missing = 1
    while missing:
        E, A, missing = compress(E, A)
    done = eliminate(E, A)
    F = zeros(E, *E.high.shape[1:])
    F[:, done.columns] = done.beside[:, done.rows]
    return first, many, F


# ------------------------------------------------------------------ roots


def hessenberg(F: Wide) -> Wide:
    """A similar matrix without entries below the first subdiagonal, by elimination with pivots."""
    n = len(F.high)
    if n > 2:
        _, (d, _) = la.matrix_balance(F.high, permute=False, separate=True)
        unit = np.outer(1.0 / d, d)
        F = Wide(F.high * unit, F.low * unit)
    H = Wide(F.high.copy(), F.low.copy())
    for k in range(n - 2):
        pivot = k + 1 + int(np.argmax(np.abs(H.high[k + 1 :, k])))
        if H.high[pivot, k] == 0.0:
            continue
        order = np.arange(n)
        order[[k + 1, pivot]] = order[[pivot, k + 1]]
        H = H[np.ix_(order, order)]
        f = H[k + 2 :, k] / Wide(np.full(n - k - 2, H.high[k + 1, k]), np.full(n - k - 2, H.low[k + 1, k]))
        H[k + 2 :] = H[k + 2 :] - f[:, None] * H[k + 1][None, :]
        H.high[k + 2 :, k] = H.low[k + 2 :, k] = 0.0
        H[:, k + 1] = H[:, k + 1] + (H[:, k + 2 :] * f[None, :]).sum()
    return H


def roots(F: Wide) -> Complex:
    """All eigenvalues of a matrix, each in a disc of relative size `BLUNT` at most."""
    H = hessenberg(F)
    n = len(H.high)
    diagonal, below = np.abs(np.diagonal(H.high)), np.abs(np.diagonal(H.high, -1))
    size = diagonal[1:] + diagonal[:-1]
    norm = np.abs(H.high).max(initial=0.0)
    cut = np.flatnonzero(below <= SPLIT * np.where(size > 0.0, size, norm)) + 1
    ends = [0, *map(int, cut), n]
    made = [_roots(H[a:b, a:b]) for a, b in itertools.pairwise(ends) if b > a]
    return np.concatenate([*made, np.zeros(0, dtype=complex)])


@dataclass
class Polynomial:
    """Characteristic polynomial of an unreduced Hessenberg matrix, by Hyman's recurrence."""

    H: Wide

    def at(self, re: Wide, im: Wide) -> tuple[Complex, Floats]:
        """Newton's corrections p/p′ and ln‖p‖ of the monic polynomial at complex points."""
        n = len(self.H.high)
        count = len(re.high)
        shape = (4, count, n)  # real and imaginary parts of x and of dx/ds
        x = Wide.of(np.zeros(shape))
        x.high[0, :, n - 1] = 1.0
        log = np.zeros(count)
        top: Wide | None = None
        for k in range(n - 1, -1, -1):
            known = x[:, :, k:]
            row = self.H[k, k:]
            total = (known * row).sum()
            a, b, da, db = (x[c, :, k] for c in range(4))
            made = [
                total[0] - re * a + im * b,
                total[1] - re * b - im * a,
                total[2] - re * da + im * db - a,
                total[3] - re * db - im * da - b,
            ]
            top = Wide(np.array([m.high for m in made]), np.array([m.low for m in made]))
            if k == 0:
                break
            h = self.H[k, k - 1]
            full = Wide(np.full(top.high.shape, -h.high), np.full(top.high.shape, -h.low))
            x[:, :, k - 1] = top / full
            log += np.log(abs(float(h.high)))
            largest = np.abs(x.high[:, :, k - 1 :]).max(axis=(0, 2))
            power = np.exp2(-np.floor(np.log2(np.where(largest > 0.0, largest, 1.0))))
            x.high[:, :, k - 1 :] *= power[None, :, None]
            x.low[:, :, k - 1 :] *= power[None, :, None]
            log -= np.log(power)
        assert top is not None
        p, dp = top.high[0] + 1j * top.high[1], top.high[2] + 1j * top.high[3]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(p == 0.0, 0.0, p / dp), log + np.log(np.abs(p))


def _roots(H: Wide) -> Complex:
    """Roots of an unreduced Hessenberg matrix by Ehrlich and Aberth, with their discs."""
    n = len(H.high)
    if n == 1:
        return np.array([complex(H.high[0, 0])])
    start = la.eigvals(H.high)
    spread = 1e-10 * np.exp(2.4j * np.arange(n)) * np.maximum(np.abs(start), 1e-13 * np.abs(start).max())
    start = start + spread
    re, im = Wide.of(start.real), Wide.of(start.imag)
    polynomial = Polynomial(H)
    for sweep in range(SWEEPS):
        newton, log = polynomial.at(re, im)
        gap = _differences(re, im)
        with np.errstate(divide="ignore", invalid="ignore"):
            radius = n * np.exp(log - np.log(np.abs(gap)).sum(axis=1))
            pull = (1.0 / gap).sum(axis=1) - 1.0
            step = newton / (1.0 - newton * pull)
        s = re.high + 1j * im.high
        if _is_sharp(s, np.abs(gap), radius, SHARP if sweep < LATE else BLUNT):
            return s
        step = np.where(np.isfinite(step), step, 1e-3 * s)
        re = re - Wide.of(step.real)
        im = im - Wide.of(step.imag)
    raise Undecided("the roots do not separate")


def _differences(re: Wide, im: Wide) -> Complex:
    """Differences of all roots, ones on the diagonal."""
    gap = (re[:, None] - re[None, :]).high + 1j * (im[:, None] - im[None, :]).high
    np.fill_diagonal(gap, 1.0)
    return gap


def _is_sharp(s: Complex, gap: Floats, radius: Floats, sharp: float) -> bool:
    """Whether the connected parts of all discs are small beside their roots."""
    if not np.isfinite(radius).all():
        return False
    touch = gap <= radius[:, None] + radius[None, :]
    np.fill_diagonal(touch, True)
    _, label = connected_components(touch, directed=False)
    size = np.bincount(label, weights=radius)[label]
    return bool((2.0 * size <= sharp * np.abs(s)).all())


def as_modes(found: Spectrum, *, damped: bool) -> Complex:
    """Values as ``Modes`` has them: zeros first, s = iω of undamped modes or +√(−ω²)."""
    s = found.values
    if not damped:
        s = np.where(s.real > 0.0, 1j, 1.0) * np.sqrt(np.abs(s.real))
    return np.concatenate([np.zeros(found.zeros), s])
