"""Closed loops side by side with Exudyn, at equal error: ``python -m benchmarks.loops [PROBLEM ...]``."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.command import Command
from benchmarks.contest import Contender, run_contest
from benchmarks.loops.problems import LOOPS, end_points
from benchmarks.report import write_contests

__all__ = ["main"]

CONTENDERS = (
    *(
        Contender("exudyn", setting)
        for setting in (
            {"newton": "modified"},
            {"newton": "step"},
            {"newton": "step", "relative_tolerance": 1e-5},
            {"scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
            {"node": "EP", "newton": "step", "relative_tolerance": 1e-5},
            {"node": "EP", "newton": "modified", "relative_tolerance": 1e-5},
            {"node": "EP", "scheme": "trapezoidal", "newton": "step", "relative_tolerance": 1e-3},
        )
    ),
    *(Contender("mbfe", {"tolerance": tolerance}) for tolerance in (1e-8, 1e-6, 1e-5)),
)


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark from the command line; return the exit status."""
    command = Command("benchmarks.loops", __doc__, out="out/loops", known=LOOPS)
    command.count("rounds", 15, "most timed rounds")
    command.add_argument("--seconds", type=float, default=30.0, help="time for the rounds [s], default 30")
    given = command.read(arguments)
    found = []
    for name in given.names:
        how = {"rounds": given.rounds, "seconds": given.seconds}
        found.append(run_contest(LOOPS[name], CONTENDERS, end_points, nominal=Contender("exudyn"), **how))
        write_contests(Path(given.out), found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
