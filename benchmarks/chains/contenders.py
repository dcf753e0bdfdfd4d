"""Which settings of the other programs compete. Each is matched to the target error; the fastest counts.

Exudyn's lists are what came out ahead when nodes (Lie group, Euler parameters, Tait-Bryan angles), schemes
(generalized-α, trapezoidal), Newton strategies and tolerances from 1e-8 to 1e-3 were tried on the pendulum
and on revolute chains of 10 and 100 (``python -m benchmarks.chains.screen PROBLEM`` repeats that).
"""

from __future__ import annotations

from benchmarks.chains.problems import Problem
from benchmarks.contest import Contender

__all__ = ["contenders", "nominal"]

DEGREES = {"revolute": 1, "spherical": 3}
"""Degrees of freedom of a joint. MuJoCo's time grows with the cube of their number: minutes at 3000."""
MOST_COARSE = {True: 50, False: 5}
"""Nominal steps over those of the classical Runge-Kutta method, of the pendulum and of chains."""


def nominal(problem: Problem) -> Contender:
    """Return the setting whose error at the nominal step is the target: Exudyn's defaults."""
    return Contender("exudyn", {"node": "LG", "spectral_radius": 0.9, "solver": _solver(problem)})


def contenders(problem: Problem) -> list[Contender]:
    """Return all settings that compete, trees where they apply and are not hopeless."""
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
    found = [Contender("exudyn", {**setting, "solver": solver}) for setting in chosen]
    if problem.joint == "revolute" and problem.n_body <= 100:
        found += [
            Contender("tree", {"scheme": "RK44"}, order=4, coarser=10),
            Contender("tree", {"scheme": "RK67"}, order=6, coarser=10),
        ]
    if problem.n_body * DEGREES[problem.joint] <= 1000:
        found.append(Contender("mujoco", order=4, coarser=MOST_COARSE[problem.n_body == 1]))
    if problem.n_body <= 100:
        found.append(Contender("pinocchio", order=4, coarser=MOST_COARSE[problem.n_body == 1]))
    return found


def _solver(problem: Problem) -> str:
    """Name Exudyn's fastest linear solver: dense for one body, sparse from 10 bodies on."""
    return "EXUdense" if problem.n_body == 1 else "EigenSparse"
