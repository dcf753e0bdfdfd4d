"""Closed loops side by side with Exudyn, at equal error: ``python -m benchmarks.loops [PROBLEM ...]``."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from benchmarks.loop_problems import LOOPS, LoopProblem, end_points
from benchmarks.matching import match_steps
from benchmarks.report import write_json
from benchmarks.worker import Worker, WorkerError

__all__ = ["main", "measure"]

PEER = (
    {"newton": "modified"},
    {"newton": "step"},
    {"newton": "step", "relative_tolerance": 1e-5},
    {"scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
    {"node": "EP", "newton": "step", "relative_tolerance": 1e-5},
    {"node": "EP", "newton": "modified", "relative_tolerance": 1e-5},
    {"node": "EP", "scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
)
OURS = ({"tolerance": 1e-8}, {"tolerance": 1e-6}, {"tolerance": 1e-5})
SIDES = {"peer": "loop_exudyn", "mbfe": "loop_mbfe"}


def error_of(problem: LoopProblem, worker: Worker, n_step: int) -> float:
    """Root mean square distance of the compared points from the reference [m]."""
    answer = worker.solve(n_step, record=True)
    away = np.asarray(answer["ends"]) - end_points(problem, answer["times"])
    return float(np.sqrt(np.mean(np.sum(away**2, axis=-1))))


def measure(problem: LoopProblem, *, rounds: int, seconds: float) -> dict:
    """Match all settings to the error of the peer's defaults at the nominal step and time them in turn.

    Parameters
    ----------
    problem : LoopProblem
        The mechanism.
    rounds : int
        Most rounds.
    seconds : float
        Time for them [s]; three are made in any case.

    Returns
    -------
    dict
        ``target`` [m], ``ratio`` of the fastest settings, and an entry for each setting that was matched.
    """
    with Worker(SIDES["peer"], problem, {}) as worker:
        target = error_of(problem, worker, problem.nominal_steps)
    _say(f"{problem.name}: target {target:.3g} m")
    entries: list[dict] = []
    dropped: list[str] = []
    with ExitStack() as stack:
        workers: list[Worker] = []
        for side, setting in [*(("peer", s) for s in PEER), *(("mbfe", s) for s in OURS)]:
            try:
                worker = stack.enter_context(Worker(SIDES[side], problem, dict(setting)))
                found = match_steps(
                    lambda n, w=worker: error_of(problem, w, n), target, problem.nominal_steps
                )
                if found is None:
                    raise WorkerError("no step brings its error to the target")
                first = worker.solve(found.steps)
            except WorkerError as error:
                dropped.append(f"{side} {setting}: {error}")
                continue
            workers.append(worker)
            entries.append(
                {
                    "side": side, "setting": worker.label, "steps": found.steps, "error": found.error,
                    "setup": worker.setup_seconds + first.get("setup", 0.0),
                    "iterations": first["iterations"], "factorisations": first["factorisations"],
                    "walls": [], "cpus": [],
                }
            )  # fmt: skip
        began = time.perf_counter()
        for turn in range(rounds):
            for worker, entry in zip(workers, entries, strict=True):
                answer = worker.solve(entry["steps"])
                entry["walls"].append(answer["wall"])
                entry["cpus"].append(answer["cpu"])
            if turn >= 2 and time.perf_counter() - began > seconds:
                break
    for entry in entries:
        entry["seconds"] = statistics.median(entry.pop("walls"))
        entry["cpu"] = statistics.median(entry.pop("cpus"))
        entry["microseconds_a_step"] = 1e6 * entry["seconds"] / entry["steps"]
        _say(
            f"  {entry['side']} {entry['setting']}: {entry['steps']} steps, {entry['seconds']:.4f} s, "
            f"{entry['microseconds_a_step']:.1f} µs a step, set-up {entry['setup']:.2f} s"
        )
    best = {side: min((e["seconds"] for e in entries if e["side"] == side), default=None) for side in SIDES}
    ratio = best["peer"] / best["mbfe"] if best["peer"] and best["mbfe"] else None
    _say(f"  ratio {ratio:.2f}" if ratio else "  no ratio")
    return {
        "problem": problem.name, "target": target, "ratio": ratio, "entries": entries, "dropped": dropped,
    }  # fmt: skip


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark from the command line.

    Parameters
    ----------
    arguments : list of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loops", description=__doc__)
    parser.add_argument("problems", nargs="*", help=f"default all: {', '.join(LOOPS)}")
    parser.add_argument("--rounds", type=int, default=15, help="most timed rounds, default 15")
    parser.add_argument("--seconds", type=float, default=30.0, help="time for the rounds [s], default 30")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "out" / "loops.json", help="JSON file"
    )
    given = parser.parse_args(arguments)
    unknown = [name for name in given.problems if name not in LOOPS]
    if unknown:
        sys.stderr.write(f"no problem named {', '.join(unknown)}; there are {', '.join(LOOPS)}\n")
        return 2
    found = []
    for name in given.problems or LOOPS:
        found.append(measure(LOOPS[name], rounds=given.rounds, seconds=given.seconds))
        write_json(given.out, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
