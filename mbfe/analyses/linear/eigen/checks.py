"""Pairs of eigenvalues and vectors in the original equations: what is left of them, and better ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.linear.eigen.pencil import Numbers, Pencil
from mbfe.analyses.linear.eigen.ranks import equilibrated
from mbfe.analyses.linear.eigen.tolerances import ACCEPTING, EPS

__all__ = ["Polynomial", "close_groups"]

LONG = np.longdouble
"""Residues are summed in the longest floating point numbers of the machine."""


@dataclass(frozen=True, eq=False)
class Polynomial:
    """Σ sᵏ Pₖ z = 0 for the unknowns and multipliers z of a system: λ or s of undamped or damped modes."""

    parts: Sequence[sp.csr_array]
    """P₀, P₁ and, where damped, P₂, of n + m rows."""
    n: int
    """Number of unknowns; the multipliers follow."""
    is_symmetric: bool
    """Whether all Pₖ are symmetric, so that left vectors are right ones."""
    is_mixed: bool = False
    """Whether rows and unknowns have units that are not comparable."""

    @classmethod
    def damped(cls, pencil: Pencil, rows: Ints, forces: Ints, *, is_symmetric: bool) -> Polynomial:
        """K + sC + s²M with rows of B and N and forces of L that are independent, as large as the rest."""
        n, m = pencil.n, len(rows)
        if not m:
            return cls((pencil.K, pencil.C, pencil.M), n, is_symmetric, pencil.is_mixed)
        stiff = np.abs(pencil.K.diagonal())
        size = float(np.median(stiff[stiff > 0.0])) if (stiff > 0.0).any() else 1.0
        none = sp.csr_array((m, m))
        L, B, N = pencil.L[:, forces], pencil.B[rows], pencil.N[rows]
        K = sp.block_array([[pencil.K, size * L], [size * B, none]], format="csr")
        C = sp.block_array([[pencil.C, None], [size * N, none]], format="csr")
        M = sp.block_array([[pencil.M, None], [None, none]], format="csr")
        return cls((K, C, M), n, is_symmetric, pencil.is_mixed)

    @classmethod
    def undamped(cls, pencil: Pencil, rows: Ints) -> Polynomial:
        """K − λM with Bᵀ and B, from `Pencil.without_rates`."""
        K, _, M = cls.damped(pencil, rows, rows, is_symmetric=True).parts
        return cls((K, sp.csr_array(-M)), pencil.n, True)

    @cached_property
    def exact(self) -> list[sp.csr_array]:
        """The parts in the longest floating point numbers."""
        return [part.astype(LONG) for part in self.parts]

    def at(self, s: Any, *, derivative: bool = False) -> sp.csr_array:
        """The matrix at s, or its derivative by s."""
        if derivative:
            return sum((k * s ** (k - 1) * part for k, part in enumerate(self.parts) if k > 1), self.parts[1])
        return sum((s**k * part for k, part in enumerate(self.parts) if k), self.parts[0])

    # ------------------------------------------------------------------ checking

    def defects(self, values: Numbers, vectors: Numbers) -> Floats:
        """What is left of the equations of each pair, as a part of the sizes of their terms.

        The multipliers of vectors (n, c) are those that leave least; rows that are constraints count as they
        are.
        """
        z = self.with_multipliers(values, vectors)
        left = np.zeros(z.shape, dtype=complex if np.iscomplexobj(z) else float)
        size = np.zeros(z.shape)
        for k, part in enumerate(self.parts):
            term = part @ z * values**k
            left = left + term
            size += abs(part) @ np.abs(z) * np.abs(values) ** k
        if self.is_mixed and len(values):
            unit = np.column_stack([self.factors_at(abs(s))[0] for s in values])
            left, size = unit * left, unit * size
        largest = np.linalg.norm(size, axis=0)
        return np.asarray(np.linalg.norm(left, axis=0) / np.where(largest > 0.0, largest, 1.0))

    def with_multipliers(self, values: Numbers, vectors: Numbers) -> Numbers:
        """Vectors (n + m, c) with the multipliers that balance them best."""
        m = self.parts[0].shape[0] - self.n
        if not m or len(vectors) > self.n:
            return vectors
        full = np.vstack([vectors, np.zeros((m, vectors.shape[1]))])
        forces = sum(part @ full * values**k for k, part in enumerate(self.parts))[: self.n]
        return np.vstack([vectors, -self._forces.least(np.asarray(forces))])

    def with_reactions(self, left: Floats) -> Floats:
        """Left null vectors (n, c) of the part at s = 0 with entries for the rows that balance them best."""
        m = self.parts[0].shape[0] - self.n
        K, rows = self.parts[0][: self.n, : self.n], self.parts[0][self.n :, : self.n]
        return np.vstack([left, -_Forces(sp.csr_array(rows.T)).least(K.T @ left)]) if m else left

    def factors_at(self, rate: float) -> tuple[Floats, Floats]:
        """Factors of rows and unknowns that make the terms at eigenvalues of about this size comparable."""
        decade = int(np.floor(np.log10(rate))) if rate > 0.0 else None
        if decade not in self._factors:
            size = 0.0 if decade is None else 10.0**decade
            sizes = sum(size**k * abs(part) for k, part in enumerate(self.parts))
            self._factors[decade] = equilibrated(sp.csr_array(sizes))
        return self._factors[decade]

    @cached_property
    def _factors(self) -> dict[int | None, tuple[Floats, Floats]]:
        return {}

    @cached_property
    def _forces(self) -> _Forces:
        return _Forces(sp.csr_array(self.parts[0][: self.n, self.n :]))

    # ------------------------------------------------------------------ refining

    def refined(self, values: Numbers, vectors: Numbers) -> tuple[Numbers, Numbers]:
        """Better pairs by inverse iteration and Rayleigh quotients from both sides, sums in long numbers.

        Eigenvalues close to each other are taken together, so that equal ones keep independent vectors.
        Returns vectors (n, c) of the unknowns.
        """
        new_values, new_vectors = values.copy(), vectors.copy()
        for group in close_groups(values):
            others = np.delete(values, group)
            apart = np.abs(others[:, None] - values[group]).min(initial=np.inf)
            found = self._refined_group(values[group], vectors[:, group], float(apart))
            if found is not None:
                new_values[group], new_vectors[:, group] = found
        return new_values, new_vectors

    def _refined_group(
        self, values: Numbers, vectors: Numbers, apart: float
    ) -> tuple[Numbers, Numbers] | None:
        """Better pairs of close eigenvalues, all others at least ``apart`` from them, or None."""
        if np.iscomplexobj(values) and not values.imag.any():
            real = self._refined_group(values.real, _real_basis(vectors), apart)
            return None if real is None else (real[0].astype(complex), real[1].astype(complex))
        center = values[np.argsort(np.abs(values))[len(values) // 2]]
        shift = center * (1.0 + ACCEPTING.beside)
        solver = _Solver(self, shift)
        slope = self.at(shift, derivative=True)
        X = self.with_multipliers(values, vectors)
        Y = np.conj(X)
        for _ in range(2):
            X = solver.independent(solver.solve(slope @ X))
            if self.is_symmetric:
                Y = X
            else:
                Y = solver.independent(solver.solve(slope.T @ Y, transposed=True), transposed=True)
            if X is None or Y is None:
                return None
        small = [
            (Y.T.astype(np.clongdouble if np.iscomplexobj(Y) else LONG) @ _long_product(part, X))
            for part in self.exact
        ]
        found, turns = _small_eigenvalues(small, values)
        if len(found) > 1 and np.ptp(found) <= ACCEPTING.equal * abs(found[0]) and _are_dependent(turns):
            # equal eigenvalues: any basis of their space is one of vectors, where it is full
            even = np.full_like(found, found.mean())
            if (self.defects(even, X[: self.n]) <= ACCEPTING.defect).all():
                found, turns = even, np.eye(len(found))
        size = float(np.abs(values).max())
        allowed = max(ACCEPTING.farthest * size, ACCEPTING.farthest_of_distance * min(apart, size))
        if len(found) != len(values) or np.abs(found - values).max() > allowed:
            return None
        return found, X[: self.n] @ turns


class _Forces:
    """Multipliers λ with least |f − L λ|."""

    def __init__(self, L: sp.csr_array) -> None:
        n, m = L.shape
        self.size = float(abs(L).max()) if L.nnz else 1.0
        self.L = sp.csr_array(L / self.size)
        matrix = sp.block_array([[sp.eye_array(n), self.L], [self.L.T, -EPS * 10.0 * sp.eye_array(m)]])
        self.factors = splu(sp.csc_array(matrix))

    def least(self, forces: Numbers) -> Numbers:
        """λ for the columns of f (n, c)."""
        n, m = self.L.shape
        made = []
        for part in (forces.real, forces.imag) if np.iscomplexobj(forces) else (forces,):
            multipliers = np.zeros((m, part.shape[1]))
            for _ in range(ACCEPTING.corrections):
                right = np.vstack([part - self.L @ multipliers, np.zeros_like(multipliers)])
                multipliers = multipliers + self.factors.solve(right)[n:]
            made.append(multipliers / self.size)
        return made[0] + 1j * made[1] if len(made) > 1 else made[0]


class _Solver:
    """Solutions with a matrix beside an eigenvalue, in units that make its rows comparable."""

    def __init__(self, equations: Polynomial, shift: Any) -> None:
        if equations.is_mixed:
            self.left, self.right = equations.factors_at(abs(shift))
        else:
            sizes = sum(abs(shift) ** k * abs(part) for k, part in enumerate(equations.parts))
            largest = sp.csr_array(sizes).max(axis=1).toarray().ravel()
            self.left = self.right = np.where(largest > 0.0, largest, 1.0) ** -0.5
        matrix = sp.csr_array(sp.diags_array(self.left) @ equations.at(shift) @ sp.diags_array(self.right))
        self.is_full = matrix.shape[0] <= ACCEPTING.most_dense
        self.factors = la.lu_factor(matrix.toarray()) if self.is_full else splu(sp.csc_array(matrix))

    def solve(self, right: Numbers, *, transposed: bool = False) -> Numbers:
        before, after = (self.right, self.left) if transposed else (self.left, self.right)
        scaled = before[:, None] * right
        if self.is_full:
            found = la.lu_solve(self.factors, scaled, trans=int(transposed))
        else:
            scaled = np.ascontiguousarray(scaled.astype(self.factors.U.dtype))
            found = self.factors.solve(scaled, trans="T" if transposed else "N")
        return np.asarray(after[:, None] * found)

    def independent(self, vectors: Numbers, *, transposed: bool = False) -> Any:
        """Orthonormal columns, in units of the matrix, of the same space; None where numbers are lost."""
        if not np.isfinite(vectors).all():
            return None
        unit = self.left if transposed else self.right
        scaled = vectors / unit[:, None]
        scaled = scaled / np.abs(scaled).max(axis=0)
        made = la.qr(scaled, mode="economic")[0] if scaled.shape[1] > 1 else scaled
        return unit[:, None] * made


def _long_product(matrix: sp.csr_array, vectors: Numbers) -> Numbers:
    if not np.iscomplexobj(vectors):
        return np.asarray(matrix @ vectors.astype(LONG))
    made = np.empty(vectors.shape, dtype=np.clongdouble)
    made.real, made.imag = matrix @ vectors.real.astype(LONG), matrix @ vectors.imag.astype(LONG)
    return made


def _are_dependent(turns: Numbers) -> bool:
    """Whether columns are one vector more or less twice."""
    size = la.svdvals(turns / np.linalg.norm(turns, axis=0))
    return bool(size[-1] < ACCEPTING.independent * size[0])


def _small_eigenvalues(parts: Sequence[Numbers], requested: Numbers) -> tuple[Numbers, Numbers]:
    """Those eigenvalues of a small polynomial that are nearest to the requested ones, with vectors."""
    k = len(requested)
    if k == 1:
        value = _root([part[0, 0] for part in parts], requested[0])
        return np.array([value]), np.ones((1, 1))
    small = [part.astype(complex if np.iscomplexobj(part) else float) for part in parts]
    if len(parts) == 2:
        values, turns = la.eig(small[0], -small[1])
    else:
        one, none = np.eye(k), np.zeros((k, k))
        size = float(np.abs(requested).max())
        K, C, M = small[0], size * small[1], size**2 * small[2]
        E, A = np.block([[one, none], [none, M]]), np.block([[none, one], [-K, -C]])
        values, turns = la.eig(A, E)
        values, turns = size * values, turns[:k]
    kept = np.argsort(np.abs(values - requested.mean()))[:k]
    values, turns = values[kept], turns[:, kept]
    if not np.iscomplexobj(requested):
        values, turns = values.real, turns.real
    return values, turns


def _root(coefficients: Sequence[Any], near: Any) -> Any:
    """The root of a polynomial near a number, by Newton's method in long numbers."""
    s = np.clongdouble(near) if np.iscomplexobj(near) else LONG(near)
    for _ in range(6):
        value = sum(c * s**k for k, c in enumerate(coefficients))
        slope = sum(k * c * s ** (k - 1) for k, c in enumerate(coefficients) if k)
        if slope == 0.0 or not np.isfinite(value):
            return near
        s = s - value / slope
    return complex(s) if np.iscomplexobj(near) else float(s)


def _real_basis(vectors: Numbers) -> Floats:
    """Real vectors that span the same space, which is closed under conjugation."""
    turned = vectors * np.exp(
        -1j * np.angle(vectors[np.argmax(np.abs(vectors), axis=0), range(vectors.shape[1])])
    )
    return np.asarray(turned.real)


def close_groups(values: Numbers) -> list[Ints]:
    """Numbers of eigenvalues that are close to each other, group by group."""
    order = np.argsort(np.abs(values), kind="stable")
    groups: list[list[int]] = []
    for number in order:
        for group in groups[-3:]:
            if any(abs(values[number] - values[j]) <= ACCEPTING.close * abs(values[number]) for j in group):
                group.append(int(number))
                break
        else:
            groups.append([int(number)])
    return [np.array(group) for group in groups]
