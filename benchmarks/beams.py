"""Beams beside Exudyn at equal accuracy: ``python -m benchmarks.beams [fall-10 fall-100 roll-10 bend-8 …]``.

The target is the error of Exudyn's geometrically exact beams at its mesh and step. mbfe gets, for elements of
2, 3 and 4 nodes, the cheapest mesh and step whose error is not larger; all take turns in one run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.beam_problems import BEAMS, BEND, BEND_TIP, FALL, ROLL, Beam
from benchmarks.report import versions, write_json
from benchmarks.worker import Worker, WorkerError

__all__ = ["main"]

Floats = NDArray[np.float64]
STEPS = (30, 40, 60, 80, 100, 140, 200, 300, 400, 600, 1000)
MESHES = {2: (3, 5, 7, 10, 20, 40, 70, 100), 3: (2, 3, 4, 6, 8, 12, 16), 4: (1, 2, 3, 4, 6, 8)}
"""Numbers of elements that are tried, by nodes of an element."""
PEERS: dict[str, tuple[dict[str, Any], ...]] = {
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


@dataclass
class Entry:
    """One configuration: a worker, its steps and error, and what its rounds gave."""

    side: str
    worker: Worker
    steps: int
    error: float
    rounds: list[dict[str, Any]]

    def median(self, what: str) -> float:
        """Median of a figure over the rounds."""
        return statistics.median(found[what] for found in self.rounds)


def reference(problem: Beam) -> Floats:
    """Tip at the five times, from the finest mesh and steps of mbfe: twelve elements of four nodes, h → 0."""
    if problem.kind == ROLL:
        return np.zeros((1, 3))
    if problem.kind == BEND:
        return np.array([BEND_TIP])
    setting = {"n_nodes": 4, "n_elements": 12}
    with Worker("beam_mbfe", problem, setting) as worker:
        coarse, fine = (np.array(worker.solve(n, record=True)["ends"]) for n in (4000, 8000))
    return fine + (fine - coarse) / 3


def peer_limit(problem: Beam) -> Floats:
    """The same from the peer's own convergence: Richardson in elements and in steps, both of second order."""
    tips = {}
    for n in (40, 80):
        with Worker("beam_exudyn", replace(problem, n_element=n), {"relative_tolerance": 1e-8}) as worker:
            for steps in (800, 1600):
                tips[n, steps] = np.array(worker.solve(steps, record=True)["ends"])
    return tips[80, 1600] + (tips[80, 1600] - tips[40, 1600]) / 3 + (tips[80, 1600] - tips[80, 800]) / 3


def error_of(found: dict[str, Any], exact: Floats) -> float:
    """Root mean square of the tip's distance from the reference [m]."""
    return float(np.sqrt(np.mean(np.sum((np.array(found["ends"]) - exact) ** 2, axis=1))))


def cheapest(worker: Worker, problem: Beam, exact: Floats, target: float) -> tuple[float, int] | None:
    """Least time and its number of steps on one mesh: longer steps are fewer but take more iterations."""
    best: tuple[float, int] | None = None
    for steps in STEPS if problem.kind == FALL else (1,):
        try:
            if error_of(worker.solve(steps, record=True), exact) > target:
                continue
        except WorkerError:
            continue
        cost = statistics.median(worker.solve(steps)["wall"] for _ in range(5))
        if best is not None and cost > 1.2 * best[0]:
            break
        if best is None or cost < best[0]:
            best = cost, steps
    return best


def search(problem: Beam, exact: Floats, target: float, n_nodes: int) -> tuple[dict[str, Any], int] | None:
    """Cheapest mesh and number of steps of one kind of element whose error is not above the target."""
    best: tuple[float, dict[str, Any], int] | None = None
    for n in MESHES[n_nodes]:
        setting = {"n_nodes": n_nodes, "n_elements": n}
        try:
            with Worker("beam_mbfe", problem, setting) as worker:
                found = cheapest(worker, problem, exact, target)
        except WorkerError:
            continue  # so coarse a mesh has no solution
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], setting, found[1]
    return best and best[1:]


def compete(problem: Beam, *, rounds: int) -> dict[str, Any]:
    """Match and time all configurations on one problem.

    Parameters
    ----------
    problem : Beam
        The cantilever.
    rounds : int
        Rounds in which all take turns.

    Returns
    -------
    dict
        The target and one row a configuration.
    """
    exact, steps = reference(problem), problem.nominal_steps
    with ExitStack() as stack:
        entries: list[Entry] = []

        def enter(side: str, setting: dict[str, Any], n: int) -> None:
            try:
                worker = stack.enter_context(Worker(side, problem, setting, timeout=120.0))
                entries.append(Entry(side, worker, n, error_of(worker.solve(n, record=True), exact), []))
            except WorkerError as error:
                sys.stdout.write(f"  dropped: {error}\n")
                return
            sys.stdout.write(f"  {side} {worker.label}: {n} steps, error {entries[-1].error:.3e}\n")
            sys.stdout.flush()

        for setting in PEERS[problem.kind]:
            enter("beam_exudyn", setting, steps)
        target = max(entries[0].error, 1e-10)
        enter("beam_mbfe", {"n_nodes": 2}, steps)
        for n_nodes in MESHES:
            found = search(problem, exact, target, n_nodes)
            if found is not None:
                enter("beam_mbfe", *found)
        for turn in range(rounds):
            shift = turn % len(entries)
            for entry in entries[shift:] + entries[:shift]:
                entry.rounds.append(entry.worker.solve(entry.steps))
        return {"problem": problem.name, "target": target, "rows": [row(entry, problem) for entry in entries]}


def row(entry: Entry, problem: Beam) -> dict[str, Any]:
    """What is written about a configuration."""
    last = entry.rounds[-1]
    return {
        "side": entry.side,
        "setting": entry.worker.label,
        "steps": last["steps"] if problem.kind != FALL else entry.steps,
        "error": entry.error,
        "seconds": entry.median("wall"),
        "cpu": entry.median("cpu"),
        "iterations": last["iterations"],
        "factorisations": last["factorisations"],
    }


def table(found: dict[str, Any]) -> str:
    """Rows of Markdown; the ratio is the time of Exudyn's fastest row by this one's."""
    peer = min(
        r["seconds"] for r in found["rows"] if r["side"] == "beam_exudyn" and "ANCF" not in r["setting"]
    )
    lines = []
    for r in found["rows"]:
        name = "Exudyn" if r["side"] == "beam_exudyn" else "mbfe"
        cells = [
            found["problem"],
            f"{name} {r['setting']}",
            f"{r['steps']}",
            f"{r['error']:.1e}",
            f"{1e3 * r['seconds']:.3g}",
            f"{1e6 * r['seconds'] / r['steps']:.3g}",
            f"{r['iterations']} / {r['factorisations']}",
            f"{peer / r['seconds']:.3g}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(arguments: Iterable[str] | None = None) -> int:
    """Run the beams from the command line.

    Parameters
    ----------
    arguments : iterable of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beams", description=__doc__)
    parser.add_argument("problems", nargs="*", default=list(BEAMS), help=f"default all: {', '.join(BEAMS)}")
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which all take turns, default 7")
    parser.add_argument(
        "--check", action="store_true", help="compare the reference with the peer's own limit"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "out" / "beams.json", help="JSON file"
    )
    given = parser.parse_args(None if arguments is None else list(arguments))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    if given.check:
        problem = BEAMS["beam-fall-10"]
        apart = np.linalg.norm(reference(problem) - peer_limit(problem), axis=1)
        sys.stdout.write(f"reference and the peer's limit differ by {apart.max():.1e} m\n")
    results, text = [], "| problem | setting | steps | error | ms | µs a step | it. / fact. | ratio |\n"
    text += "|---|---|---|---|---|---|---|---|\n"
    for name in given.problems:
        problem = BEAMS[name if name in BEAMS else f"beam-{name}"]
        sys.stdout.write(f"{problem.name}\n")
        results.append(compete(problem, rounds=given.rounds if problem.n_element < 1000 else 3))
        text += table(results[-1])
        write_json(given.out, {"versions": versions(), "contests": results})
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
