"""Try many of Exudyn's settings on one problem: ``python -m benchmarks.chains.screen PROBLEM``.

Each is timed at the nominal step; its time is then scaled by the square root of its error over that of
Exudyn's defaults, as a second-order scheme would need steps. The benchmark then matches the best exactly.
"""

from __future__ import annotations

import itertools
import sys

from benchmarks.chains.contenders import nominal
from benchmarks.chains.problems import PROBLEMS, Problem
from benchmarks.chains.reference import end_points
from benchmarks.command import Command, say
from benchmarks.matching import measured_error
from benchmarks.worker import Worker, WorkerError

__all__ = ["main", "settings_to_try", "try_setting"]


def settings_to_try(solvers: list[str]) -> list[dict]:
    """Return the grid of settings with these linear solvers."""
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
    """Time one setting at the nominal step; the least processor time of the repeats counts."""
    with Worker("exudyn", problem, setting, timeout=timeout) as worker:
        error = measured_error(worker, problem.nominal_steps, end_points)
        seconds = min(worker.solve(problem.nominal_steps)["cpu"] for _ in range(repeats))
        return {"label": worker.label, "seconds": seconds, "error": error}


def main(arguments: list[str] | None = None) -> int:
    """Screen settings from the command line; return the exit status."""
    command = Command("benchmarks.chains.screen", __doc__, known=PROBLEMS)
    command.add_argument("--solvers", default="EigenSparse,EXUdense", help="linear solvers, comma-separated")
    command.count("repeats", 5, "timed runs for each setting")
    command.add_argument("--timeout", type=float, default=30.0, help="longest time of a run [s], default 30")
    given = command.read(arguments)
    for problem in (PROBLEMS[name] for name in given.names):
        how = {"repeats": given.repeats, "timeout": given.timeout}
        rows, base = [], try_setting(problem, nominal(problem).setting, **how)
        for setting in settings_to_try(given.solvers.split(",")):
            try:
                row = try_setting(problem, setting, **how)
            except WorkerError as error:
                say(f"failed: {error}")
                continue
            row["scaled"] = row["seconds"] * (row["error"] / base["error"]) ** 0.5
            rows.append(row)
        for row in sorted(rows, key=lambda found: found["scaled"])[:30]:
            figures = f"{row['seconds']:.4f} s, error {row['error']:.3e} m, scaled {row['scaled']:.4f} s"
            say(f"{row['label']:48s} {figures}")
        say(f"{problem.name}, defaults: {base['seconds']:.4f} s, error {base['error']:.3e} m")
    return 0


if __name__ == "__main__":
    sys.exit(main())
