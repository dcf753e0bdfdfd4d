"""Cost of large models: building, set-up, steps and memory, ``python -m benchmarks.setup [MODEL …]``.

Each model runs in a process of its own, after a small one that loads the kernels. Times are those of the
processor, so that other programs on the machine do not count.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import mbfe
from benchmarks.large_models import MODELS
from benchmarks.report import write_json

__all__ = ["main", "measure"]

STEP = 1e-4
FEW = 3
"""Size of the model that loads the kernels."""
KIB = 1024.0 if sys.platform != "darwin" else 1.0
"""Unit of the system's peak of memory [byte]."""


def measure(name: str, size: int, n_step: int) -> dict:
    """Build and run a model in this process.

    Parameters
    ----------
    name : str
        A name of :data:`benchmarks.large_models.MODELS`.
    size : int
        Its number of parts.
    n_step : int
        Number of steps.

    Returns
    -------
    dict
        ``build_seconds``, ``setup_seconds`` (from the call to the first step and from the last one to the
        results), ``step_seconds`` and ``peak_bytes``.
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
    """Measure large models from the command line.

    Parameters
    ----------
    arguments : list of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.setup", description=__doc__)
    parser.add_argument("models", nargs="*", help=f"of {', '.join(MODELS)}; all when absent")
    parser.add_argument("--sizes", default="500,1000,2000", help="numbers of parts")
    parser.add_argument("--steps", type=int, default=20, help="number of steps, default 20")
    parser.add_argument("--here", action="store_true", help="measure in this process and write JSON")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "setup.json", help="JSON file"
    )
    given = parser.parse_args(arguments)
    unknown = [name for name in given.models if name not in MODELS]
    if unknown:
        parser.error(f"no model is named {', '.join(unknown)}")
    sizes = [int(size) for size in given.sizes.split(",")]
    if given.here:
        sys.stdout.write(json.dumps(measure(given.models[0], sizes[0], given.steps)))
        return 0
    sys.stdout.write("| model | size | build [µs/part] | set-up [µs/part] | step [µs/part] | peak [GB] |\n")
    sys.stdout.write("|---|---|---|---|---|---|\n")
    rows = []
    for name in given.models or MODELS:
        for size in sizes:
            command = [sys.executable, "-m", "benchmarks.setup", name, "--here"]
            command += ["--sizes", str(size), "--steps", str(given.steps)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            row = json.loads(done.stdout.splitlines()[-1])
            rows.append(row)
            each = [1e6 * row[f"{part}_seconds"] / size for part in ("build", "setup", "step")]
            sys.stdout.write(f"| {name} | {size} | {each[0]:.0f} | {each[1]:.0f} | {each[2]:.2f} | ")
            sys.stdout.write(f"{1e-9 * row['peak_bytes']:.2f} |\n")
            sys.stdout.flush()
            write_json(given.out, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
