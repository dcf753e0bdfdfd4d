"""Eigenvalues that satisfy the original equations: refined until no more is left of these than rounding."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.linear.eigen.checks import Polynomial, close_groups
from mbfe.analyses.linear.eigen.pencil import Numbers
from mbfe.analyses.linear.eigen.ranks import leading, localised
from mbfe.analyses.linear.eigen.tolerances import ACCEPTING
from mbfe.errors import SolveError

__all__ = ["Cleared", "checked"]

SMALLEST_FLOAT = float(np.finfo(float).tiny)


def checked(
    equations: Polynomial,
    values: Numbers,
    vectors: Numbers,
    *,
    where: str = "solve_modes",
    needed: int | None = None,
    cleared: Cleared | None = None,
) -> tuple[Numbers, Numbers]:
    """The pairs (k,), (n, k) refined, each one satisfying the original equations to `ACCEPTED`, or an error.

    Where fewer are `needed`, those beyond, which are larger and do not grow, are left out if they fail. Pairs
    are first refined by equations that are `cleared` of roundings in null vectors.
    """
    if not len(values):
        return values, vectors
    start = values, vectors
    if cleared is not None:
        values, vectors, _ = _settled(cleared, values, vectors)
    values, vectors, left = _settled(equations, values, vectors, start=cleared is None)
    for j in np.flatnonzero(~(left <= ACCEPTING.defect)):
        if (np.abs(np.delete(values, j) - values[j]) > ACCEPTING.apart * abs(values[j])).all():
            value, vector, defect = _alone(equations, start[0][[j]], start[1][:, [j]])
            if defect < left[j]:
                values[j], vectors[:, j], left[j] = value[0], vector[:, 0], defect
    passed = left <= ACCEPTING.defect
    spare = np.zeros(len(values), dtype=bool)
    if needed is not None:
        spare[np.argsort(np.abs(values), kind="stable")[needed:]] = True
        spare &= values.real <= ACCEPTING.growth * np.abs(values)
    if not (passed | spare).all():
        worst = int(np.argmax(np.where(spare, 0.0, np.where(np.isfinite(left), left, np.inf))))
        raise SolveError(
            where,
            f"no vector for the eigenvalue {values[worst]:.6g} satisfies the equations ({left[worst]:.2g} of "
            "their terms is left)",
            remedy="Ask for fewer modes, or look for masses and stiffnesses that differ by very many decades",
        )
    values, vectors = values[passed], vectors[:, passed]
    if np.iscomplexobj(values):
        values = np.where(np.abs(values.imag) <= ACCEPTING.real * np.abs(values), values.real, values)
    return values, vectors


def _alone(equations: Polynomial, value: Numbers, vector: Numbers) -> tuple[Numbers, Numbers, float]:
    """One pair beside others that are close, but not equal, with what is left of its equations.

    Shifts follow the Rayleigh quotients, as long as these leave less.
    """
    left = float(equations.defects(value, vector)[0])
    for _ in range(ACCEPTING.rounds):
        found = equations.refined(value, vector)
        now = float(equations.defects(*found)[0])
        if not now < left:
            break
        value, vector, left = *found, now
    return value, vector, left


def _settled(
    equations: Polynomial | Cleared, values: Numbers, vectors: Numbers, *, start: bool = True
) -> tuple[Numbers, Numbers, Floats]:
    """The pairs refined as long as that leaves less of the equations, and what is left.

    All are refined at the ``start``, later only those that have not settled. Whole groups of close
    eigenvalues are kept or changed, so that vectors of equal ones stay independent.
    """
    values, vectors = values.copy(), vectors.copy()
    left, moved = equations.defects(values, vectors), np.zeros(len(values))
    for turn in range(ACCEPTING.rounds):
        first = start and turn == 0
        open_ = (left > ACCEPTING.settled) | (moved > ACCEPTING.steady) | first
        groups = [group for group in close_groups(values) if open_[group].any()]
        if not groups:
            break
        moving = np.concatenate(groups)
        better, improved = equations.refined(values[moving], vectors[:, moving])
        now = equations.defects(better, improved)
        change = np.abs(better - values[moving]) / np.maximum(np.abs(better), SMALLEST_FLOAT)
        moved[:] = 0.0
        gains, at = False, 0
        for group in groups:
            own = slice(at, at + len(group))
            at += len(group)
            worst, worst_now = left[group].max(), now[own].max()
            if worst_now <= max(worst, ACCEPTING.better_anyway) or (first and not worst <= ACCEPTING.defect):
                gains |= bool(worst_now < 0.5 * worst or change[own].max() > ACCEPTING.steady)
                values[group], vectors[:, group], left[group] = better[own], improved[:, own], now[own]
                moved[group] = change[own]
        if not (first or gains):
            break
    return values, vectors, left


class Cleared:
    """Σ sᵏ Pₖ z = 0 with P₀ Z₀ = 0 and Y₀ᵀ P₀ = 0 exactly, for refinement.

    Beside a stiff spring that does not act on them, free parts with soft dampers have decays so slow that
    the roundings of the spring's entries would decide about these: an eigenvalue of c/m beside k needs
    c²/m, but the roundings of k are larger.

    `zeros` and `left` (n, p) are the unknowns of the null vectors of P₀ of the original equations on both
    sides. z = T b, where T is the unit matrix with null vectors as the columns of p unknowns, which have the
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
