"""Critical speeds of Campbell diagrams: where frequencies meet multiples of the speed along a branch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.results.tolerances import VALUES

__all__ = ["CriticalSpeed", "Crossing", "How", "Refine", "Solved", "meetings"]


class _Pair(NamedTuple):
    speed: float
    branch: int


class CriticalSpeed(_Pair):
    """A critical speed: the pair of the speed [rad/s] and the number of its branch.

    Attributes
    ----------
    speed : float
        Angular velocity [rad/s].
    branch : int
        Number of the branch.
    refined : bool
        Whether the modes were solved for there; else the speed is interpolated between those of the diagram.
    """

    refined: bool

    def __new__(cls, speed: float, branch: int, *, refined: bool = False) -> CriticalSpeed:
        """The pair, with the mark."""
        made = super().__new__(cls, speed, branch)
        made.refined = refined
        return made


class How(StrEnum):
    """How a branch meets a multiple of the speed."""

    STAYS = "stays"
    """Both eigenvalues of a pair are real and decay for a while, and the difference has another sign then."""

    MET = "met"
    """At a speed of the diagram."""

    CROSSED = "crossed"
    """The difference of the frequencies changes its sign."""

    VANISHES = "vanishes"
    """The product of a pair of eigenvalues, or of two real ones, changes its sign."""

    PASSES = "passes"
    """A real eigenvalue changes its sign."""


class Meeting(NamedTuple):
    """A place where two frequencies are equal, between two neighbouring speeds of a diagram.

    It is an interpolated index with a fraction, between the first and last indices of speeds.
    """

    at: float
    first: int
    last: int
    how: How


@dataclass(frozen=True)
class Crossing:
    """A meeting on a branch, among ascending speeds, that can be refined.

    The sense is 1 for the circle with Im s and −1 for that with −Im s, the order the multiple of the speed;
    ``dead`` says that s itself vanishes, as for unbalance seen from the rotor.
    """

    branch: int
    meeting: Meeting
    sense: float
    order: float
    dead: bool


class Solved(NamedTuple):
    """A critical speed that was solved for: the speed [rad/s] and the part of the circle in the motion."""

    speed: float
    part: float


Refine = Callable[[Crossing], list[Solved] | None]
"""Finds the critical speeds between the two speeds of a crossing; None where they are not found."""


def meetings(gaps: Floats, dead: NDArray[np.complex128] | None) -> list[Meeting]:
    """Where differences (k,) of two frequencies along a line vanish; none where lines are equal all along.

    A difference is zero where they are equal and NaN where the line is not. With eigenvalues s (`dead`) the
    zeros of s itself are sought: of real ones also their changes of sign, and of pairs that become a growing
    real one the place where the product of both is zero.
    """
    found: list[Meeting] = []
    size = VALUES.still * float(np.nanmax(np.abs(dead), initial=0.0)) if dead is not None else 0.0
    zero = gaps == 0.0 if dead is None else np.abs(dead) <= size
    for i, a in enumerate(gaps):
        beside = [k for k in (i - 1, i + 1) if 0 <= k < len(gaps) and np.isfinite(gaps[k])]
        through = len(beside) == 2 and gaps[i - 1] * gaps[i + 1] < 0.0
        if beside and zero[i] and not zero[beside].any():
            first, last = (i - 1, i + 1) if through else (i, i)
            found.append(Meeting(float(i), first, last, How.MET))
        elif dead is not None and a == 0.0 and i > 0 and gaps[i - 1] != 0.0:
            found += _stays(gaps, i, (dead.real < 0.0) & ~zero)
        after = gaps[i + 1] if i + 1 < len(gaps) else np.nan
        if a * after < 0.0:
            found.append(Meeting(float(i + a / (a - after)), i, i + 1, How.CROSSED))
        elif dead is not None and np.isfinite(a * after) and a * after == 0.0:
            s, t = dead[i], dead[i + 1]
            growing = max(part.real for part, gap in ((s, a), (t, after)) if gap == 0.0)
            if a == after and min(abs(s), abs(t)) > size and s.real * t.real < 0.0:
                found.append(Meeting(float(i + s.real / (s.real - t.real)), i, i + 1, How.PASSES))
            elif a != after and growing > size:
                at = i + abs(s) ** 2 / (abs(s) ** 2 + abs(t) ** 2)
                found.append(Meeting(float(at), i, i + 1, How.VANISHES))
    return found


def _stays(gaps: Floats, i: int, decays: NDArray[np.bool_]) -> list[Meeting]:
    """The meeting in a range of zeros from an index on, if these decay and the sign is another after them."""
    end = i
    while end < len(gaps) and gaps[end] == 0.0 and decays[end]:
        end += 1
    if end > i and end < len(gaps) and gaps[i - 1] * gaps[end] < 0.0:
        return [Meeting(0.5 * (i + end - 1), i - 1, end, How.STAYS)]
    return []
