"""Run mbfe and other programs side by side on a pendulum, chains and closed loops.

``python -m benchmarks [PROBLEM ...]`` or ``python benchmarks/run.py [PROBLEM ...]``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.chains import contenders as chain_contenders
from benchmarks.chains import reference as chain_reference
from benchmarks.chains.problems import PROBLEMS
from benchmarks.command import Command
from benchmarks.contenders import BEFORE_DEFAULT, OURS, STANDARDS, own_contenders
from benchmarks.contest import run_contest
from benchmarks.loops import contenders as loop_contenders
from benchmarks.loops.problems import LOOPS
from benchmarks.loops.problems import end_points as loop_points
from benchmarks.report import add_contest, write_page

__all__ = ["main"]

HERE = Path(__file__).resolve().parent
FAMILIES: dict[str, tuple[Any, Any, Any]] = {
    **{name: (each, chain_contenders, chain_reference.end_points) for name, each in PROBLEMS.items()},
    **{name: (each, loop_contenders, loop_points) for name, each in LOOPS.items()},
}
"""Problem, who competes, and reference, by name."""
SIDES = {"mbfe": "mbfe", "exudyn": "bodies and joints", "tree": "Exudyn's minimal coordinates"}
SIDES |= {"mujoco": "MuJoCo", "pinocchio": "Pinocchio"}


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark from the command line.

    Each problem's figures are written when it is done and replace only its own, so that a run may be
    continued with the problems that are left. The exit status is 0.
    """
    about = "Time mbfe and other programs side by side, each at the step that gives the same error."
    command = Command("benchmarks", about, out=str(HERE), known=FAMILIES)
    known = ", ".join(f"{name} ({what})" for name, what in SIDES.items())
    command.add_argument("--sides", default=",".join(SIDES), help=f"which take part: {known}")
    command.add_argument("--before", default="", help="interpreter in whose environment an earlier mbfe is")
    command.add_argument("--seconds", type=float, default=20.0, help="timed rounds a problem [s], default 20")
    command.count("rounds", 41, "most rounds for each problem")
    given = command.read(arguments)
    sides = given.sides.split(",")
    for name in given.names:
        problem, rivals, reference = FAMILIES[name]
        chosen = [*own_contenders(given.before), *rivals.contenders(problem)]
        chosen = [each for each in chosen if each.side in sides]
        how: dict[str, Any] = {"rounds": given.rounds, "seconds": given.seconds}
        if name != "andrews":
            how["standards"] = STANDARDS | ({OURS: BEFORE_DEFAULT} if given.before else {})
        contest = run_contest(problem, chosen, reference, nominal=rivals.nominal(problem), **how)
        add_contest(given.out, contest, FAMILIES)
    if given.out == HERE:
        write_page(given.out, HERE.parent / "docs" / "benchmarks.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
