"""Run mbfe and Exudyn side by side.

``python -m benchmarks [PROBLEM ...]`` or ``python benchmarks/run.py [PROBLEM ...]``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.contest import Contest, run_contest
from benchmarks.problems import PROBLEMS
from benchmarks.report import details, markdown, result, write_json

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark from the command line.

    Parameters
    ----------
    arguments : list of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status: 0 when each problem gave a ratio, or was not meant to.
    """
    given = _parser().parse_args(arguments)
    names = [name for word in given.problems for name in word.split(",") if name] or list(PROBLEMS)
    unknown = [name for name in names if name not in PROBLEMS]
    if unknown:
        sys.stderr.write(f"no problem named {', '.join(unknown)}; there are {', '.join(PROBLEMS)}\n")
        return 2
    sides = tuple(given.sides.split(","))
    contests: list[Contest] = []
    given.out.mkdir(parents=True, exist_ok=True)
    for name in names:
        contests.append(
            run_contest(
                PROBLEMS[name], sides=sides, seconds=given.seconds, most_rounds=given.rounds, say=_say
            )
        )
        results = [found for found in map(result, contests) if found is not None]
        if {"mbfe", "peer"} <= set(sides):
            write_json(given.out / "results.json", results)
        write_json(given.out / "details.json", [details(contest) for contest in contests])
        (given.out / "results.md").write_text(markdown(contests), encoding="utf-8")
    sys.stdout.write("\n" + markdown(contests))
    missing = {"mbfe", "peer"} <= set(sides) and len(results) < len(contests)
    return 1 if missing else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Time mbfe and Exudyn side by side, each at the step that gives the same error.",
    )
    parser.add_argument(
        "problems", nargs="*", help=f"names, also comma-separated; default all: {', '.join(PROBLEMS)}"
    )
    parser.add_argument(
        "--sides",
        default="mbfe,peer,tree",
        help="which take part: mbfe, peer (Exudyn's bodies and joints), tree (Exudyn's minimal coordinates)",
    )
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="timed rounds for each problem [s], default 20"
    )
    parser.add_argument("--rounds", type=int, default=41, help="most rounds for each problem, default 41")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).resolve().parent,
        help="folder of results.json, details.json, results.md",
    )
    return parser


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
