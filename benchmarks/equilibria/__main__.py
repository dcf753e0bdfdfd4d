"""Time of small equilibria after set-up: ``python -m benchmarks.equilibria [pendulum spring chain strip]``.

An earlier mbfe, by the interpreter of its environment, takes turns with this one.
"""

from __future__ import annotations

import statistics
import sys
from contextlib import ExitStack

import numpy as np

from benchmarks.command import Command, Table, versions, write_json
from benchmarks.equilibria.problems import MODELS
from benchmarks.worker import Worker

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Measure small equilibria from the command line; return the exit status."""
    command = Command("benchmarks.equilibria", __doc__, out="out/equilibria.json", known=MODELS)
    command.count("rounds", 25, "rounds in which all take turns")
    command.add_argument("--before", default="", help="interpreter of an environment with an earlier mbfe")
    given = command.read(arguments)
    table = Table("model", "program", "error [m]", "iterations / factorisations", "ms", "ratio")
    rows = []
    for name in given.names:
        with ExitStack() as stack:
            known = [("mbfe", "")] + ([("mbfe before", given.before)] if given.before else [])
            workers = [
                (role, stack.enter_context(Worker("mbfe", MODELS[name], {}, python=python)))
                for role, python in known
            ]
            first = [worker.solve(1, record=True) for _, worker in workers]
            walls = [[worker.solve(1)["wall"] for _, worker in workers] for _ in range(given.rounds)]
        medians = [statistics.median(column) for column in zip(*walls, strict=True)]
        for (role, _), found, seconds in zip(workers, first, medians, strict=True):
            error = float(np.abs(np.array(found["ends"])[-1] - MODELS[name].end).max())
            work = found["iterations"], found["factorisations"]
            rows.append({"model": name, "role": role, "error": error, "seconds": seconds, "work": work})
            ratio = f"{medians[-1] / seconds:.3g}"
            table.row(name, role, f"{error:.1e}", f"{work[0]} / {work[1]}", f"{1e3 * seconds:.3g}", ratio)
    write_json(given.out, {"versions": versions(), "equilibria": rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
