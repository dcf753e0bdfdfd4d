"""How mbfe's cost grows with the elements of a beam: ``python -m benchmarks.beams.scaling``."""

from __future__ import annotations

import sys

from benchmarks.beams.problems import FALL, Beam
from benchmarks.command import Command
from benchmarks.growth import measure_growth

__all__ = ["main"]

SIZES = (10, 30, 100, 300, 1000, 3000, 10_000, 20_000)


def main(arguments: list[str] | None = None) -> int:
    """Run the scaling study from the command line; return the exit status."""
    command = Command("benchmarks.beams.scaling", __doc__, out="out/beam_scaling.json")
    command.numbers("sizes", SIZES, "numbers of elements")
    command.count("nodes", 2, "nodes of an element: 2, 3 or 4")
    command.add_argument("--step", type=float, default=1e-4, help="time step [s], default 1e-4")
    command.count("steps", 50, "steps of a run")
    command.count("repeats", 3, "runs of each size")
    given = command.read(arguments)
    problems = {
        size: Beam(f"fall-{size}", FALL, size, given.steps * given.step, given.steps)
        for size in map(int, given.sizes)
    }
    return measure_growth(problems, {"n_nodes": given.nodes}, repeats=given.repeats, out=given.out)


if __name__ == "__main__":
    sys.exit(main())
