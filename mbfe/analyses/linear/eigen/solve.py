"""Lowest eigenvalues of a constrained system: part by part, refined and checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg as la

from mbfe.algebra.arrays import Flags, Floats, Ints
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.linear.eigen.accepted import Cleared, checked
from mbfe.analyses.linear.eigen.checks import Polynomial
from mbfe.analyses.linear.eigen.full import Quadratic, Symmetric, typical_rate
from mbfe.analyses.linear.eigen.pencil import Numbers, Pencil, Reduced, is_ideal, is_symmetric
from mbfe.analyses.linear.eigen.ranks import SingularPencilError
from mbfe.analyses.linear.eigen.sparse import Lowest, lowest_damped, lowest_undamped
from mbfe.analyses.linear.eigen.tolerances import ACCEPTING, EPS, RANK, SOLVING
from mbfe.errors import SolveError

__all__ = ["damped", "undamped"]


@dataclass(frozen=True, eq=False)
class Found:
    """Eigenvalues of one part of a system."""

    unknowns: Ints
    """Its unknowns, (k,)."""
    zeros: Floats
    """Vectors of the eigenvalue zero, independent, (k, p)."""
    values: Numbers
    """Other eigenvalues, (f,)."""
    vectors: Numbers
    """Their vectors, (k, f)."""


@one_blas_thread()
def undamped(pencil: Pencil, count: int, names: list[str]) -> tuple[Floats, Floats]:
    """Lowest eigenvalues λ = ω² (k,) of K φ = λ M φ with B φ = 0, and their vectors (n, k), φᵀMφ = 1.

    They ascend, negative ones are unstable [1/s²]. The symmetric parts of M and K are taken, C is left out. A
    SolveError says that a direction has neither mass nor stiffness, or a pair does not satisfy the equations.
    """
    system = pencil.without_rates()
    found = [_undamped_part(system, part, count, names) for part in system.parts()]
    values, vectors = _merged(system.n, found)
    order = np.argsort(values, kind="stable")[:count]
    vectors = vectors[:, order]
    mass = np.einsum("ij,ij->j", vectors, system.M @ vectors)
    return values[order], vectors / np.sqrt(np.where(mass > 0.0, mass, 1.0))


@one_blas_thread()
def damped(pencil: Pencil, count: int, names: list[str]) -> tuple[Numbers, Numbers]:
    """Eigenvalues s (k,) of (s²M + sC + K) φ + L λ = 0, (sN + B) φ = 0 that are nearest to zero.

    Values have ascending magnitude [1/s]: zeros come first, with real and independent vectors, then those
    that grow; of a conjugate pair the one with positive imaginary part is given. Vectors are (n, k). A
    SolveError says that a direction has neither mass nor stiffness, a pair does not satisfy the equations, or
    a passive system seems to grow.
    """
    found = [_damped_part(pencil, part, count, names) for part in pencil.parts()]
    values, vectors = _merged(pencil.n, found)
    grows = values.real > ACCEPTING.growth * np.abs(values)
    order = np.lexsort((np.abs(values), ~grows, values != 0.0))[:count]
    return values[order].astype(complex), vectors[:, order]


def _merged(n: int, found: list[Found]) -> tuple[Numbers, Numbers]:
    """Values and vectors of all parts, zeros first."""
    dtype = complex if any(np.iscomplexobj(part.vectors) for part in found) else float
    total = sum(part.zeros.shape[1] + len(part.values) for part in found)
    values, vectors = np.zeros(total, dtype=dtype), np.zeros((n, total), dtype=dtype)
    at = 0
    for part in found:
        for these, columns in ((np.zeros(part.zeros.shape[1]), part.zeros), (part.values, part.vectors)):
            values[at : at + len(these)] = these
            vectors[part.unknowns, at : at + len(these)] = columns
            at += len(these)
    return values, vectors


def _undamped_part(system: Pencil, part: tuple[Ints, Ints], count: int, names: list[str]) -> Found:
    pencil = system.part(*part)
    reduced = Reduced(pencil)
    if reduced.n_motion > SOLVING.most_dense_motions:
        solved: Symmetric | Lowest = lowest_undamped(reduced, count)
    else:
        try:
            solved = Symmetric(reduced)
        except SingularPencilError as error:
            raise singular(reduced.Z @ error.direction, names, part[0]) from error
    values, vectors = solved.values[:count], reduced.Z @ solved.vectors[:, :count]
    values, vectors = checked(Polynomial.undamped(pencil, reduced.rows), values, vectors)
    return Found(part[0], _orthonormal(reduced.Z @ solved.zeros), values, vectors)


def _damped_part(system: Pencil, part: tuple[Ints, Ints], count: int, names: list[str]) -> Found:
    pencil = system.part(*part)
    reduced = Reduced(pencil)
    solved = _solved_damped(reduced, count, names, part[0])
    values, vectors = solved.values, reduced.Z @ solved.vectors[: reduced.n_motion]
    forms = Forms(pencil)
    equations = Polynomial.damped(pencil, reduced.rows, reduced.forces, is_symmetric=forms.is_symmetric)
    n = reduced.n_motion
    zeros, left = reduced.Z @ solved.zeros[:n], reduced.W @ solved.left_zeros[:n]
    clear = zeros.shape[1] > 0 and bool(pencil.holonomic.all())
    better = Cleared(equations, zeros, left) if clear else None
    values, vectors = checked(equations, values, vectors, needed=count, cleared=better)
    least = EPS * typical_rate(reduced.M, reduced.C, reduced.K)
    values = forms.resolved(values, vectors, least=least)
    if better is None:
        lost = np.abs(values) <= least
        unseen = equations.defects(0.0 * values, vectors) <= SOLVING.at_zero
        values = np.where(lost | (_below_stiffness(pencil, values, vectors) & unseen), 0.0, values)
    zeros = _orthonormal(zeros)
    known = (values == 0.0) & (_outside(zeros, vectors) <= SOLVING.inside)
    return Found(part[0], zeros, values[~known], vectors[:, ~known])


def _outside(basis: Floats, vectors: Numbers) -> Floats:
    """Part of each vector that is not in the space of an orthonormal basis."""
    left = vectors - basis @ (basis.T @ vectors)
    return np.asarray(np.linalg.norm(left, axis=0) / np.linalg.norm(vectors, axis=0))


def _below_stiffness(pencil: Pencil, values: Numbers, vectors: Numbers) -> Flags:
    """Which eigenvalues are too small for their inertia and damping to show beside roundings of stiffness.

    That a vector has no stiffness does not make its eigenvalue zero: a free part with a damper has one vector
    for 0 and for −c/m.
    """
    v, s = np.abs(vectors), np.abs(values)
    rates = np.linalg.norm(abs(pencil.C) @ v * s + abs(pencil.M) @ v * s**2, axis=0)
    return np.asarray(rates <= SOLVING.at_zero * np.linalg.norm(pencil.K_sum @ v, axis=0))


def _solved_damped(reduced: Reduced, count: int, names: list[str], unknowns: Ints) -> Lowest:
    """Eigenvalues above the real axis and on it, the lowest and those that grow."""
    if reduced.n_motion > SOLVING.most_dense_states // 2:
        found = lowest_damped(reduced, count)
        upper = _without_conjugates(found.values)
        return Lowest(found.zeros, found.left_zeros, found.values[upper], found.vectors[:, upper])
    try:
        solved = Quadratic(reduced)
    except SingularPencilError as error:
        motion = reduced.Z @ error.direction[: reduced.n_motion]
        raise singular(motion, names, unknowns) from error
    values = solved.values
    if not np.isfinite(values).all():
        raise SolveError(
            "solve_modes",
            f"{(~np.isfinite(values)).sum()} of {len(values)} eigenvalues are beyond all numbers",
            remedy="Look for values of the model that differ by very many decades",
        )
    upper = _without_conjugates(values)
    growing = values.real > 0.01 * ACCEPTING.growth * np.abs(values)
    requested = _with_neighbours(
        values, upper, (np.arange(len(upper)) < count + SOLVING.refined_beyond) | growing[upper]
    )
    return Lowest(solved.zeros, solved.left_zeros, values[requested], solved.vectors(requested))


def _with_neighbours(values: Numbers, upper: Ints, chosen: Flags) -> Ints:
    """Those chosen and what is close to them: close pairs are refined together or not at all."""
    s = values[upper]
    near = np.abs(s[:, None] - s[None, chosen]) <= SOLVING.neighbours * np.abs(s[None, chosen])
    return np.asarray(upper[chosen | near.any(axis=1)])


def _without_conjugates(values: Numbers) -> Ints:
    """Numbers of the eigenvalues above the real axis and on it; of nearly real pairs one by one."""
    is_real = np.abs(values.imag) <= ACCEPTING.real * np.abs(values)
    return np.flatnonzero(is_real | (values.imag > 0.0))


def _orthonormal(zeros: Floats) -> Floats:
    """Orthonormal basis of vectors that are independent."""
    if not zeros.shape[1]:
        return zeros
    return np.asarray(la.qr(zeros / np.linalg.norm(zeros, axis=0), mode="economic")[0])


def singular(direction: Floats, names: list[str], unknowns: Ints) -> SolveError:
    """The error that names a direction without mass and stiffness."""
    where = names[int(unknowns[np.argmax(np.abs(direction))])]
    error = SolveError(
        "solve_modes",
        f"a direction has neither mass nor stiffness: {where}",
        allowed="massless parts with springs, dampers or constraints in every direction",
        remedy="Give the part mass and inertia, or hold it in this direction",
    )
    error.direction = where
    return error


class Forms:
    """The energies of a vector, φᴴMφ, φᴴCφ = d + ig and φᴴKφ: by their signs passive systems do not grow."""

    is_symmetric: bool
    """Whether M, C and K are symmetric and the rows ideal and holonomic."""
    is_conservative: bool
    """Whether M and K are, so that m s² + (d + ig) s + k = 0 with real m and k holds for each pair. For
    m, d, k ≥ 0 both roots have Re s ≤ 0: their product is k/m, so that their real parts have one sign, and
    the sum of these is −d/m (Kelvin, Tait and Chetaev)."""

    def __init__(self, pencil: Pencil) -> None:
        self.pencil = pencil
        ideal = bool(pencil.holonomic.all()) and is_ideal(pencil)
        M, C, K = (is_symmetric(part, size) for part, size in pencil.matrices)
        self.is_symmetric, self.is_conservative = ideal and M and C and K, ideal and M and K

    def _forms(self, v: Numbers) -> tuple[float, float, float, float]:
        """m, d, g, k of a vector, zero where they are errors of rounding."""
        made = []
        for part, size in self.pencil.matrices:
            value = complex(np.vdot(v, part @ v))
            noise = RANK.roundings * EPS * float(np.abs(v) @ (size @ np.abs(v)))
            made += [each if abs(each) > noise else 0.0 for each in (value.real, value.imag)]
        return made[0], made[2], made[3], made[4]

    def resolved(self, values: Numbers, vectors: Numbers, *, least: float) -> Numbers:
        """Eigenvalues without growth where energies exclude it, imaginary or zero ones where nothing damps.

        Those below ``least`` [1/s], of which energies say the same, are zero. One that grows although its
        energies say that it cannot is a SolveError.
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
