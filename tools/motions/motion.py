"""A random model with its judge, and comparisons that all families share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import cumulative_trapezoid

import mbfe

Floats = NDArray[np.float64]
Errors = Mapping[str, float]
DRAWN = 1e-9
"""Difference of an energy that the program reports from the one computed here, relative."""


@dataclass
class Motion:
    """A random model, its units, and how a run of it is judged."""

    model: mbfe.Model
    kind: str
    time: float
    judge: Callable[[mbfe.Run], Errors]


def balance(run: mbfe.Run, mine: Floats) -> Errors:
    """Energies that the run reports against mine, and how well mine is kept."""
    theirs = np.stack([run.energy.kinetic.values, run.energy.potential.values, run.energy.elastic.values])
    scale = np.ptp(mine, axis=1).max() + 1e-6 * np.abs(mine).max()
    lost = mine.sum(0) + run.energy.dissipated.values - run.energy.work.values
    apart = np.abs(theirs - theirs[:, :1] - (mine - mine[:, :1])).max() / scale
    return {"reported energy": agreed(apart), "energy": float(np.abs(lost - lost[0]).max() / scale)}


def agreed(apart: float) -> float:
    """Zero where two computations of one number agree, infinite where they do not."""
    return 0.0 if apart < DRAWN else float("inf")


def impulse(time: Floats, kept: Floats, rate: Floats, size: float) -> float:
    """How far a momentum is from its start value and the impulse of what changes it, relative."""
    given = cumulative_trapezoid(rate, time, axis=0, initial=0.0)
    scale = max(size, float(np.abs(kept).max()), float(np.abs(given).max()))
    return float(np.abs(kept - kept[0] - given).max() / scale)
