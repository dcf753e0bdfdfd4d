"""Which settings of each side compete. Every one is matched to the target error and the fastest counts.

The peer's lists are what came out ahead when nodes (Lie group, Euler parameters, Tait-Bryan angles), schemes
(generalized-α, trapezoidal), Newton strategies and tolerances from 1e-8 to 1e-3 were tried on the pendulum
and on revolute chains of 10 and 100 (``python -m benchmarks.screen PROBLEM`` repeats that).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.problems import Problem

__all__ = ["Contender", "contenders", "nominal"]


@dataclass(frozen=True)
class Contender:
    """A side and one of its settings.

    Attributes
    ----------
    side : {"peer", "mbfe", "tree"}
        Module ``benchmarks.<side>_side``.
    setting : dict
        Fields of its ``Setting``.
    order : int
        Order of its scheme.
    coarser : int
        The search starts at the nominal number of steps divided by this.
    """

    side: str
    setting: dict = field(default_factory=dict)
    order: int = 2
    coarser: int = 1


def nominal(problem: Problem) -> Contender:
    """Return the setting whose error at the nominal step is the target: the peer's defaults.

    Parameters
    ----------
    problem : Problem
        The mechanism.

    Returns
    -------
    Contender
        The peer's setting.
    """
    return Contender("peer", {"node": "LG", "spectral_radius": 0.9, "solver": _solver(problem)})


def contenders(problem: Problem) -> list[Contender]:
    """Return all settings that compete on a problem.

    Parameters
    ----------
    problem : Problem
        The mechanism.

    Returns
    -------
    list of Contender
        Both sides, and the peer's kinematic tree where it applies and is not hopeless.
    """
    solver = _solver(problem)
    # A tolerance of 1e-3 takes one iteration in each step and loses nothing; between 1e-6 and 1e-4 the number
    # of iterations changes with the step and the error jumps with it.
    chosen = [
        {"node": "LG", "scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
        {"node": "EP", "scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
        {"node": "Rxyz", "scheme": "trapezoidal", "newton": "full", "relative_tolerance": 1e-3},
        {"node": "Rxyz", "spectral_radius": 0.9, "newton": "step", "relative_tolerance": 1e-3},
    ]
    if problem.n_body > 1:
        chosen += [
            {"node": "EP", "spectral_radius": 0.9, "newton": "modified", "relative_tolerance": 1e-5},
            {"node": "Rxyz", "scheme": "trapezoidal", "newton": "modified", "relative_tolerance": 1e-5},
        ]
    if problem.n_body < 1000:
        chosen += [{"node": "LG", "scheme": "trapezoidal", "newton": "step"}]
    found = [Contender("peer", {**setting, "solver": solver}) for setting in chosen]
    found += [Contender("mbfe", {"tolerance": tolerance}) for tolerance in (1e-8, 1e-6, 1e-4)]
    if problem.joint == "revolute" and problem.n_body <= 100:
        found += [
            Contender("tree", {"scheme": "RK44"}, order=4, coarser=10),
            Contender("tree", {"scheme": "RK67"}, order=6, coarser=10),
        ]
    return found


def _solver(problem: Problem) -> str:
    """Name the peer's fastest linear solver: dense for one body, sparse from 10 bodies on."""
    return "EXUdense" if problem.n_body == 1 else "EigenSparse"
