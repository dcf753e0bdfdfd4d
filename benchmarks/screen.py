"""Try many of the peer's settings on one problem: ``python -m benchmarks.screen PROBLEM``.

Each is timed at the nominal step; its time is then scaled by the square root of its error over that of the
peer's defaults, as a second-order scheme would need steps. The benchmark then matches the best exactly.
"""

from __future__ import annotations

import argparse
import itertools
import sys

from benchmarks.matching import measured_error
from benchmarks.problems import PROBLEMS, Problem
from benchmarks.settings import nominal
from benchmarks.worker import Worker, WorkerError

__all__ = ["main", "settings_to_try", "try_setting"]


def settings_to_try(solvers: list[str]) -> list[dict]:
    """Return the grid of settings.

    Parameters
    ----------
    solvers : list of str
        Members of ``exudyn.LinearSolverType``.

    Returns
    -------
    list of dict
        Fields of ``peer_side.Setting``.
    """
    schemes: tuple[dict[str, object], ...] = (
        {"scheme": "alpha", "spectral_radius": 0.8},
        {"scheme": "alpha", "spectral_radius": 0.9},
        {"scheme": "alpha", "spectral_radius": 1.0},
        {"scheme": "trapezoidal"},
    )
    return [
        {**scheme, "node": node, "newton": newton, "relative_tolerance": tolerance, "solver": solver}
        for scheme, node, newton, tolerance, solver in itertools.product(
            schemes,
            ("LG", "EP", "Rxyz"),
            ("full", "step", "modified"),
            (1e-8, 1e-6, 1e-5, 1e-4, 1e-3),
            solvers,
        )
    ]


def try_setting(problem: Problem, setting: dict, *, repeats: int, timeout: float) -> dict:
    """Time one setting at the nominal step.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    setting : dict
        Fields of ``peer_side.Setting``.
    repeats : int
        Timed runs, of which the least processor time counts.
    timeout : float
        Longest time for one run [s].

    Returns
    -------
    dict
        ``label``, ``seconds``, ``error``.
    """
    with Worker("peer", problem, setting, timeout=timeout) as worker:
        error = measured_error(problem, worker, problem.nominal_steps)
        seconds = min(worker.solve(problem.nominal_steps)["cpu"] for _ in range(repeats))
        return {"label": worker.label, "seconds": seconds, "error": error}


def main(arguments: list[str] | None = None) -> int:
    """Screen settings from the command line.

    Parameters
    ----------
    arguments : list of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screen", description=__doc__)
    parser.add_argument("problem", choices=list(PROBLEMS), help="which problem")
    parser.add_argument("--solvers", default="EigenSparse,EXUdense", help="linear solvers, comma-separated")
    parser.add_argument("--repeats", type=int, default=5, help="timed runs for each setting, default 5")
    parser.add_argument(
        "--timeout", type=float, default=30.0, help="longest time for one run [s], default 30"
    )
    given = parser.parse_args(arguments)
    problem = PROBLEMS[given.problem]
    rows, base = (
        [],
        try_setting(problem, nominal(problem).setting, repeats=given.repeats, timeout=given.timeout),
    )
    for setting in settings_to_try(given.solvers.split(",")):
        try:
            row = try_setting(problem, setting, repeats=given.repeats, timeout=given.timeout)
        except WorkerError as error:
            sys.stdout.write(f"failed: {error}\n")
            continue
        row["scaled"] = row["seconds"] * (row["error"] / base["error"]) ** 0.5
        rows.append(row)
    for row in sorted(rows, key=lambda found: found["scaled"])[:30]:
        sys.stdout.write(
            f"{row['label']:48s} {row['seconds']:.4f} s, error {row['error']:.3e} m, "
            f"scaled {row['scaled']:.4f} s\n"
        )
    sys.stdout.write(f"defaults: {base['seconds']:.4f} s, error {base['error']:.3e} m\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
