"""Beams beside Exudyn at equal accuracy: ``python -m benchmarks.beams [fall-10 fall-100 roll-10 bend-8 …]``.

The target is the error of Exudyn's geometrically exact beams at its mesh and step. mbfe gets, for elements of
2, 3 and 4 nodes, the cheapest mesh and step whose error is not larger; all take turns in one run.
"""

from __future__ import annotations

import functools
import statistics
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.beams.problems import BEAMS, BEND, BEND_TIP, FALL, ROLL, Beam
from benchmarks.command import Command, Table, say, versions, write_json
from benchmarks.contenders import BEFORE
from benchmarks.contest import Contender, Contest, target_of
from benchmarks.matching import Match, measured_error
from benchmarks.worker import Worker, WorkerError

__all__ = ["main"]

Floats = NDArray[np.float64]
STEPS = (30, 40, 60, 80, 100, 140, 200, 300, 400, 600, 1000)
MESHES = {2: (3, 5, 7, 10, 20, 40, 70, 100), 3: (2, 3, 4, 6, 8, 12, 16), 4: (1, 2, 3, 4, 6, 8)}
"""Numbers of elements that are tried, by nodes of an element."""
EXUDYN: dict[str, tuple[dict[str, Any], ...]] = {
    FALL: (
        {"relative_tolerance": 1e-8},
        {"relative_tolerance": 1e-6},
        {"element": "ANCFCable", "relative_tolerance": 1e-6},
    ),
    ROLL: (
        {"newton": "full"},
        {"newton": "full", "load_steps": 20},
        {"element": "ANCFBeam", "newton": "full"},
    ),
    BEND: ({"newton": "full"}, {"newton": "full", "load_steps": 5}),
}
"""Settings by kind of problem; the first sets the target."""
SAME_MESH: dict[str, tuple[dict[str, Any], ...]] = {
    FALL: ({"n_nodes": 2},),
    ROLL: ({"n_nodes": 2},),
    BEND: ({"n_nodes": 2}, {"n_nodes": 2, "increment": 0.25}),
}
"""Settings of mbfe with Exudyn's mesh."""
LEAST_TARGET = 1e-10
"""Errors below are round-off [m]."""


def tips(problem: Beam, side: str, setting: dict[str, Any], n_step: int) -> Floats:
    """Tip at the recorded times, of one mesh and number of steps."""
    with Worker(side, problem, setting) as worker:
        return np.array(worker.solve(n_step, record=True)["ends"])


@functools.cache
def limit(problem: Beam) -> Floats:
    """Tip from the finest mesh and steps of mbfe: twelve elements of four nodes, h → 0."""
    coarse, fine = (tips(problem, "mbfe", {"n_nodes": 4, "n_elements": 12}, n) for n in (4000, 8000))
    return fine + (fine - coarse) / 3


def exudyn_limit(problem: Beam) -> Floats:
    """The same from Exudyn's convergence: Richardson in elements and in steps, both of second order."""
    found = {
        (n, steps): tips(replace(problem, n_element=n), "exudyn", {"relative_tolerance": 1e-8}, steps)
        for n in (40, 80)
        for steps in (800, 1600)
    }
    finest = found[80, 1600]
    return finest + (finest - found[40, 1600]) / 3 + (finest - found[80, 800]) / 3


def reference(problem: Beam, _: Sequence[float]) -> Floats:
    """Tip at the recorded times, which are the same for any number of steps that is a multiple of ten."""
    if problem.kind == ROLL:
        return np.zeros((1, 3))
    if problem.kind == BEND:
        return np.array([BEND_TIP])
    return limit(replace(problem, name="fall", n_element=1))


def cheapest(worker: Worker, problem: Beam, target: float) -> tuple[float, int] | None:
    """Least time and its number of steps on one mesh: longer steps are fewer but take more iterations."""
    best: tuple[float, int] | None = None
    for steps in STEPS if problem.kind == FALL else (1,):
        try:
            if measured_error(worker, steps, reference) > target:
                continue
        except WorkerError:
            continue
        cost = statistics.median(worker.solve(steps)["wall"] for _ in range(5))
        if best is not None and cost > 1.2 * best[0]:
            break
        if best is None or cost < best[0]:
            best = cost, steps
    return best


def search(problem: Beam, target: float, n_nodes: int) -> tuple[dict[str, Any], int] | None:
    """Cheapest mesh and number of steps of one kind of element whose error is not above the target."""
    best: tuple[float, dict[str, Any], int] | None = None
    for n in MESHES[n_nodes]:
        setting = {"n_nodes": n_nodes, "n_elements": n}
        try:
            with Worker("mbfe", problem, setting) as worker:
                found = cheapest(worker, problem, target)
        except WorkerError:
            continue  # so coarse a mesh has no solution
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], setting, found[1]
    return best and best[1:]


def compete(problem: Beam, nodes: Iterable[int], *, rounds: int, before: str = "") -> Contest:
    """Match and time all configurations on one problem, with elements of these numbers of nodes.

    An earlier mbfe, by the interpreter of its environment, gets the same meshes.
    """
    settings, steps = EXUDYN[problem.kind], problem.nominal_steps
    contest = target_of(problem, Contender("exudyn", settings[0]), reference)
    contest.target = max(contest.target, LEAST_TARGET)
    found = [("exudyn", setting, steps) for setting in settings] + [
        ("mbfe", setting, steps) for setting in SAME_MESH[problem.kind]
    ]
    for n_nodes in nodes:
        best = search(problem, contest.target, n_nodes)
        found += [] if best is None else [("mbfe", *best)]
    with ExitStack() as stack:
        earlier = [(BEFORE, before, *one) for one in found if one[0] == "mbfe" and before]
        for role, python, side, setting, n in [("", "", *one) for one in found] + earlier:

            def match(worker: Worker, n: int = n) -> Match:
                return Match(n, measured_error(worker, n, reference))

            contest.enter(Contender(side, setting, role=role, python=python), stack, match)
        contest.time(rounds=rounds, seconds=float("inf"))
    return contest


def show(contest: Contest) -> None:
    """Show a table; the ratio is the time of Exudyn's fastest exact beams by that of the row."""
    exact = [each for each in contest.entries if "GE_EP" in each.worker.label]
    peer = min(each.seconds for each in exact)
    table = Table("problem", "setting", "steps", "error", "ms", "µs a step", "it. / fact.", "ratio")
    for entry in contest.entries:
        table.row(
            contest.problem.name,
            f"{entry.role} {entry.worker.label}",
            entry.steps,
            f"{entry.match.error:.1e}",
            f"{1e3 * entry.seconds:.3g}",
            f"{1e6 * entry.seconds / entry.steps:.3g}",
            f"{entry.first['iterations']} / {entry.first['factorisations']}",
            f"{peer / entry.seconds:.3g}",
        )


def main(arguments: list[str] | None = None) -> int:
    """Run the beams from the command line; return the exit status."""
    command = Command("benchmarks.beams", __doc__, out="out/beams.json", known=BEAMS)
    command.count("rounds", 7, "rounds in which all take turns")
    command.numbers("nodes", MESHES, "kinds of mbfe's elements, by their number of nodes")
    command.add_argument("--before", default="", help="interpreter of an environment with an earlier mbfe")
    command.add_argument("--check", action="store_true", help="compare the reference with Exudyn's own limit")
    given = command.read(arguments)
    if given.check:
        problem = BEAMS["fall-10"]
        apart = np.linalg.norm(reference(problem, ()) - exudyn_limit(problem), axis=1)
        say(f"reference and Exudyn's limit differ by {apart.max():.1e} m")
    results = []
    for name in given.names:
        problem = BEAMS[name]
        rounds = given.rounds if problem.n_element < 1000 else min(3, given.rounds)
        contest = compete(problem, map(int, given.nodes), rounds=rounds, before=given.before)
        show(contest)
        results.append(contest.details())
        write_json(given.out, {"versions": versions(), "contests": results})
    return 0


if __name__ == "__main__":
    sys.exit(main())
