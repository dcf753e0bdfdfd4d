"""How mbfe's cost grows: chains of 10 to 10 000 bodies, ``python -m benchmarks.chains.scaling``."""

from __future__ import annotations

import dataclasses
import sys

from benchmarks.chains.problems import chain
from benchmarks.command import Command
from benchmarks.growth import measure_growth

__all__ = ["main"]

SIZES = (10, 30, 100, 300, 1000, 3000, 10_000)


def main(arguments: list[str] | None = None) -> int:
    """Run the scaling study from the command line; return the exit status."""
    command = Command("benchmarks.chains.scaling", __doc__, out="out/chain_scaling.json")
    command.numbers("sizes", SIZES, "numbers of bodies")
    kinds = ("revolute", "spherical")
    command.add_argument("--joint", choices=kinds, default=kinds[0], help="kind of every joint")
    command.count("steps", 50, "number of 1 ms steps")
    command.count("repeats", 5, "timed runs for each size")
    given = command.read(arguments)
    short = {"duration": given.steps * 1e-3, "nominal_steps": given.steps}
    problems = {
        size: dataclasses.replace(chain(given.joint, size), **short) for size in map(int, given.sizes)
    }
    return measure_growth(problems, {}, repeats=given.repeats, out=given.out)


if __name__ == "__main__":
    sys.exit(main())
