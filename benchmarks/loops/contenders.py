"""Which settings of Exudyn compete on the loops; MuJoCo's loops are springs and Pinocchio has none."""

from __future__ import annotations

from benchmarks.contest import Contender
from benchmarks.loops.problems import LoopProblem

__all__ = ["contenders", "nominal"]

SETTINGS = (
    {"newton": "modified"},
    {"newton": "step"},
    {"newton": "step", "relative_tolerance": 1e-5},
    {"scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
    {"node": "EP", "newton": "step", "relative_tolerance": 1e-5},
    {"node": "EP", "newton": "modified", "relative_tolerance": 1e-5},
    {"node": "EP", "scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
)


def nominal(_problem: LoopProblem) -> Contender:
    """Return the setting whose error at the nominal step is the target: Exudyn's defaults."""
    return Contender("exudyn")


def contenders(_problem: LoopProblem) -> list[Contender]:
    """Return all of Exudyn's settings that compete."""
    return [Contender("exudyn", setting) for setting in SETTINGS]
