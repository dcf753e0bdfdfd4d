"""Run mbfe and Exudyn side by side on chains and a pendulum.

``python -m benchmarks [PROBLEM ...]`` or ``python benchmarks/run.py [PROBLEM ...]``.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.chains.contenders import contenders, nominal
from benchmarks.chains.problems import PROBLEMS
from benchmarks.chains.reference import end_points
from benchmarks.command import Command
from benchmarks.contest import Contest, run_contest
from benchmarks.report import result, write_contests

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark from the command line.

    The exit status is 0 when each problem gave a ratio, or was not meant to.
    """
    about = "Time mbfe and Exudyn side by side, each at the step that gives the same error."
    command = Command("benchmarks", about, out=str(Path(__file__).resolve().parent), known=PROBLEMS)
    sides = "mbfe, exudyn (bodies and joints), tree (Exudyn's minimal coordinates)"
    command.add_argument("--sides", default="mbfe,exudyn,tree", help=f"which take part: {sides}")
    command.add_argument("--seconds", type=float, default=20.0, help="timed rounds a problem [s], default 20")
    command.count("rounds", 41, "most rounds for each problem")
    given = command.read(arguments)
    sides = given.sides.split(",")
    contests: list[Contest] = []
    for name in given.names:
        problem = PROBLEMS[name]
        chosen = [each for each in contenders(problem) if each.side in sides]
        how = {"rounds": given.rounds, "seconds": given.seconds}
        contests.append(run_contest(problem, chosen, end_points, nominal=nominal(problem), **how))
        write_contests(given.out, contests)
    return int({"mbfe", "exudyn"} <= set(sides) and None in map(result, contests))


if __name__ == "__main__":
    sys.exit(main())
