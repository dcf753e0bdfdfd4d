"""Steps and time at an error of 1e-9, ``python -m benchmarks.accuracy [MOTION ...]``.

For each scheme and tolerance of Newton's method the number of steps is searched that gives the error, root
mean square over five times; all take turns, medians count.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.accuracy.problems import PROBLEMS, SOURCES, Motion, reference
from benchmarks.command import Command, processor, say, versions, write_json
from benchmarks.contest import Contender, Contest
from benchmarks.matching import Match, match_steps, measured_error
from benchmarks.report import table, write_section
from benchmarks.worker import Worker

__all__ = ["main", "measure"]

TARGET = 1e-9
"""Error at which schemes are compared [m]; of the controlled spring-mass also [N]."""
UNIT = 5
"""Numbers of steps are multiples of this, so that the compared times are ends of steps."""
SECOND, HIGHER = "second order", "higher order"
CONTENDERS = (
    *(
        Contender("mbfe", {"scheme": "alpha", "spectral_radius": radius, "tolerance": tolerance}, role=SECOND)
        for radius in (0.9, 1.0)
        for tolerance in (1e-8, 1e-10)
    ),
    Contender("mbfe", {"scheme": "soi2", "tolerance": 1e-8}, role=SECOND),
    *(
        Contender("mbfe", {"scheme": "radau", "stages": stages, "tolerance": tolerance}, HIGHER, order, 500)
        for stages, order in ((3, 5), (4, 7), (5, 9))
        for tolerance in (1e-8, 1e-9, 1e-10)
    ),
)
AIM = 10.0
"""How many times faster the scheme of higher order should be."""


def matched(contender: Contender, motion: Motion, worker: Worker) -> Match | None:
    """Find the number of steps with the target error."""

    def error_at(units: float) -> float:
        return measured_error(worker, UNIT * round(units), reference)

    start = max(20, motion.nominal_steps // UNIT // contender.coarser)
    # Errors far below the target count too: a scheme may shorten steps that it does not solve.
    found = match_steps(error_at, TARGET, start, order=contender.order, fewest=2, least=0.0)
    return found and Match(UNIT * found.request, found.error)


def measure(motion: Motion, *, rounds: int, seconds: float) -> dict[str, Any]:
    """Return what was measured of all contenders on one motion."""
    contest = Contest(motion, TARGET, 0.0)
    say(f"{motion.name}: {SOURCES[motion.name]}")
    with ExitStack() as stack:
        for contender in CONTENDERS:
            contest.enter(contender, stack, partial(matched, contender, motion))
        contest.choose()
        contest.time(rounds=rounds, seconds=seconds)
    return contest.details() | {"reference": SOURCES[motion.name], "versions": versions() | processor()}


def best(measured: dict[str, Any], role: str) -> dict[str, Any] | None:
    """Return the fastest entry of a role, None when there is none."""
    entries = [entry for entry in measured["entries"] if entry["role"] == role]
    return min(entries, key=lambda entry: entry["seconds"], default=None)


def section(found: list[dict[str, Any]]) -> str:
    """Return the section for the documentation."""
    lines = []
    for each in found:
        base = best(each, SECOND)
        for role in (SECOND, HIGHER):
            entry = best(each, role)
            if entry is None:
                continue
            counts = (entry["steps"], f"{entry['error']:.1e}", entry["iterations"], entry["factorisations"])
            ratio = f"{base['seconds'] / entry['seconds']:.1f}" if base else "-"
            times = [f"{1e3 * entry['seconds']:.3g}", ratio]
            lines.append([each["problem"], f"{role}: {entry['setting']}", *map(str, counts), *times])
    heads = ("motion", "scheme", "steps", "error", "iterations", "factorisations", "ms", "times faster")
    sources = "; ".join(f"{each['problem']}: {each['reference']}" for each in found)
    return f"{table(heads, lines)}\nReferences: {sources}.\n"


def main(arguments: list[str] | None = None) -> int:
    """Measure from the command line; the exit status is 1 when a motion does not reach ten times."""
    command = Command("benchmarks.accuracy", __doc__, out="out/accuracy.json", known=PROBLEMS)
    command.count("rounds", 9, "most timed rounds")
    command.add_argument("--seconds", type=float, default=20.0, help="time for the rounds [s], default 20")
    command.add_argument("--page", default="", help="page of the documentation that gets the table")
    given = command.read(arguments)
    found = []
    for name in given.names:
        found.append(measure(PROBLEMS[name], rounds=given.rounds, seconds=given.seconds))
        write_json(given.out, found)
    say(section(found))
    if given.page:
        write_section(Path(given.page), "high accuracy", section(found))
    pairs = [(best(each, SECOND), best(each, HIGHER)) for each in found]
    return int(not all(low and high and low["seconds"] >= AIM * high["seconds"] for low, high in pairs))


if __name__ == "__main__":
    sys.exit(main())
