"""Redundant constraint rows, and the linear combinations on which they depend."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfe.analyses.start.initial import set_characteristics
from mbfe.analyses.start.reactions import SmallestReactions
from mbfe.analyses.start.saddle import Saddle
from mbfe.analyses.start.tolerances import ROW_RANKS
from mbfe.model.compile import CompiledModel, describe_rows

__all__ = ["redundancy"]


@dataclass(frozen=True)
class Dependence:
    """A redundant constraint row, by a linear combination Σ z_i B_i = 0.

    Attributes
    ----------
    row : int
        The row.
    name : str
        The row in words.
    combination : dict of str to float
        z by the words of the rows, 1 for the row itself; lengths [m] where rows of angles stand beside one of
        lengths.
    remainder : float
        Largest component of Σ z_i B_i, rows and unknowns scaled by the model's length, as a part of the
        largest z: round-off when the dependence is exact.
    """

    row: int
    name: str
    combination: dict[str, float]
    remainder: float


@dataclass(frozen=True)
class Redundancy:
    """Redundant constraints of a model in a pose.

    Attributes
    ----------
    dependences : list of Dependence
        The rows that depend on others.
    not_unique : list of str
        The rows whose reactions are not unique, in words: all rows of these combinations.
    """

    dependences: list[Dependence]
    not_unique: list[str]


def redundancy(compiled: CompiledModel, *, time: float = 0.0) -> Redundancy:
    """Find the constraint rows that depend on others in the present pose.

    Parameters
    ----------
    compiled : CompiledModel
        The model, its joints assembled.
    time : float
        Time at which driven joints are evaluated [s].

    Returns
    -------
    Redundancy
        Empty lists when all rows are independent.

    Notes
    -----
    The factorisation drops a row whose pivot vanishes. Its combination follows from one solution with the
    factors: M x + Lᵀ y = −L_d, B x = 0 has x = 0 when row d depends on the others, and z = y + e_d.
    """
    if compiled.layout.n_row == 0:
        return Redundancy([], [])
    set_characteristics(compiled, time)
    saddle = Saddle(compiled, time)
    found = []
    for row in saddle.dropped.tolist():
        z, remainder = saddle.dependence(row)
        rows = np.flatnonzero(np.abs(z) > ROW_RANKS.rounded_coefficient * np.abs(z).max()).tolist()
        names = describe_rows(compiled, rows)
        combination = {name: float(z[i]) for name, i in zip(names, rows, strict=True)}
        found.append(Dependence(row, describe_rows(compiled, [row])[0], combination, remainder))
    if not found:
        return Redundancy([], [])
    return Redundancy(found, describe_rows(compiled, SmallestReactions(compiled).not_unique(time)))
