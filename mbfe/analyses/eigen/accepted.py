"""Eigenvalues that satisfy the original equations: refined until no more is left of these than rounding."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.eigen.checks import ACCEPTED, APART, Polynomial, close_groups
from mbfe.errors import SolveError

Floats = NDArray[np.float64]
Numbers = NDArray[Any]

REAL = 1e-9
"""Imaginary parts below this part of an eigenvalue are errors of rounding."""

GROWTH = 1e-6
"""A real part above this part of an eigenvalue is no error of rounding, also of double eigenvalues."""

SETTLED = 1e-13
"""Pairs of which no more is left are as good as they get."""

ROUNDS = 6
"""How often pairs are refined that are not settled; one round gains three digits or more."""


def checked(
    equations: Polynomial,
    values: Numbers,
    vectors: Numbers,
    *,
    where: str = "solve_modes",
    needed: int | None = None,
) -> tuple[Numbers, Numbers]:
    """The pairs refined, each one satisfying the original equations.

    Parameters
    ----------
    equations : Polynomial
        The original equations.
    values, vectors : (k,), (n, k) arrays
        Pairs, more or less.
    where : str
        What is solved, for errors.
    needed : int, optional
        How many are asked for. Those beyond, which are larger and do not grow, are left out if they fail.

    Raises
    ------
    SolveError
        If what is left of the equations is more than `ACCEPTED` for a pair.
    """
    if not len(values):
        return values, vectors
    start = values, vectors
    values, vectors, left = _settled(equations, values, vectors)
    for j in np.flatnonzero(~(left <= ACCEPTED)):
        if (np.abs(np.delete(values, j) - values[j]) > APART * abs(values[j])).all():
            value, vector, defect = equations.refined_alone(start[0][j], start[1][:, j])
            if defect < left[j]:
                values[j], vectors[:, j], left[j] = value[0], vector[:, 0], defect
    passed = left <= ACCEPTED
    spare = np.zeros(len(values), dtype=bool)
    if needed is not None:
        spare[np.argsort(np.abs(values), kind="stable")[needed:]] = True
        spare &= values.real <= GROWTH * np.abs(values)
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
        values = np.where(np.abs(values.imag) <= REAL * np.abs(values), values.real, values)
    return values, vectors


def _settled(equations: Polynomial, values: Numbers, vectors: Numbers) -> tuple[Numbers, Numbers, Floats]:
    """The pairs refined as long as that leaves less of the equations, and what is left.

    Whole groups of close eigenvalues are kept or changed, so that vectors of equal ones stay independent.
    """
    values, vectors = values.copy(), vectors.copy()
    left = equations.defects(values, vectors)
    for turn in range(ROUNDS):
        groups = [group for group in close_groups(values) if not turn or not (left[group] <= SETTLED).all()]
        if not groups:
            break
        moving = np.concatenate(groups)
        better, improved = equations.refined(values[moving], vectors[:, moving])
        now = equations.defects(better, improved)
        changed, at = False, 0
        for group in groups:
            own = slice(at, at + len(group))
            at += len(group)
            worst, worst_now = left[group].max(), now[own].max()
            if worst_now <= worst or (not turn and not worst <= ACCEPTED):
                changed |= bool(worst_now < 0.5 * worst)
                values[group], vectors[:, group], left[group] = better[own], improved[:, own], now[own]
        if turn and not changed:
            break
    return values, vectors, left
