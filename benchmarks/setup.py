"""Cost of large models: building, set-up, steps and memory, ``python -m benchmarks.setup [MODEL …]``.

Each model runs in a process of its own, after a small one that loads the kernels. Times are those of the
processor, so that other programs on the machine do not count.
"""

from __future__ import annotations

import itertools
import json
import resource
import subprocess
import sys
import time

import mbfe
from benchmarks.command import Command, Table, say, write_json
from benchmarks.large_models import MODELS
from benchmarks.worker import KIB

__all__ = ["main", "measure"]

STEP = 1e-4
FEW = 3
"""Size of the model that loads the kernels."""


def measure(name: str, size: int, n_step: int) -> dict:
    """Build and run a model in this process.

    ``setup_seconds`` are from the call to the first step and from the last one to the results.
    """
    make, duration = MODELS[name], n_step * STEP
    mbfe.solve_dynamic(make(FEW), duration=duration, step=STEP)
    start = time.process_time()
    model = make(size)
    built = time.process_time()
    run = mbfe.solve_dynamic(model, duration=duration, step=STEP)
    loop = float(run.report["seconds"])
    return {
        "model": name,
        "size": size,
        "build_seconds": built - start,
        "setup_seconds": max(0.0, time.process_time() - built - loop),
        "step_seconds": loop / n_step,
        "peak_bytes": KIB * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure large models from the command line; return the exit status."""
    command = Command("benchmarks.setup", __doc__, out="out/setup.json", known=MODELS)
    command.numbers("sizes", (500, 1000, 2000), "numbers of parts")
    command.count("steps", 20, "number of steps")
    command.add_argument("--here", action="store_true", help="measure in this process and write JSON")
    given = command.read(arguments)
    if given.here:
        say(json.dumps(measure(given.names[0], int(given.sizes[0]), given.steps)))
        return 0
    table = Table("model", "size", "build [µs/part]", "set-up [µs/part]", "step [µs/part]", "peak [GB]")
    rows = []
    for name, size in itertools.product(given.names, map(int, given.sizes)):
        how = [name, "--here", "--sizes", str(size), "--steps", str(given.steps)]
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.setup", *how], check=True, capture_output=True, text=True
        )
        row = json.loads(done.stdout.splitlines()[-1])
        rows.append(row)
        build, setup, step = (1e6 * row[f"{part}_seconds"] / size for part in ("build", "setup", "step"))
        peak = f"{1e-9 * row['peak_bytes']:.2f}"
        table.row(name, size, f"{build:.0f}", f"{setup:.0f}", f"{step:.2f}", peak)
        write_json(given.out, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
