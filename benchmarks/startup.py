"""First and second run of a script, each in a process of its own: ``python -m benchmarks.startup [SCRIPT]``.

The first run compiles into an empty cache folder, the second finds it filled, as on a fresh machine.
"""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.command import Command, say, write_json

__all__ = ["main", "run_fresh"]

ROOT = Path(__file__).resolve().parent.parent
CACHE_VARIABLES = ("MBFE_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
"""All are set, so that no kernel of an earlier run is found wherever the program keeps them."""


def run_fresh(command: list[str], *, again: int) -> tuple[float, list[float]]:
    """Time a command [s] with an empty compilation cache, then several times with the cache it left."""
    with tempfile.TemporaryDirectory(prefix="mbfe-cache-") as cache, tempfile.TemporaryDirectory() as where:
        env = {**os.environ, **dict.fromkeys(CACHE_VARIABLES, cache), "MPLBACKEND": "Agg"}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
        walls = []
        for _ in range(1 + again):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, *command], cwd=where, env=env, check=True, stdout=subprocess.DEVNULL
            )
            walls.append(time.perf_counter() - start)
    return walls[0], walls[1:]


def main(arguments: list[str] | None = None) -> int:
    """Time start-up from the command line.

    The exit status is 1 when a limit is passed.
    """
    command = Command("benchmarks.startup", __doc__, out="out/startup.json")
    pendulum = shlex.quote(str(ROOT / "benchmarks" / "pendulum_script.py"))
    about = "script and its arguments in one word, default the pendulum of 10 000 steps without plotting"
    command.add_argument("script", nargs="?", default=pendulum, help=about)
    command.count("again", 5, "later runs")
    given = command.read(arguments)
    first, later = run_fresh(shlex.split(given.script), again=given.again)
    bare, imports = run_fresh(["-c", "import mbfe"], again=given.again)
    row = {
        "first_run_seconds": first,
        "second_run_seconds": statistics.median(later),
        "first_import_seconds": bare,
        "import_seconds": statistics.median(imports),
    }
    write_json(given.out, row)
    for name, value in row.items():
        say(f"{name:22s} {value:.2f}")
    return int(first > 20.0 or row["second_run_seconds"] > 2.0)


if __name__ == "__main__":
    sys.exit(main())
