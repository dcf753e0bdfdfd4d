"""First and second run of a script, each in a process of its own: ``python -m benchmarks.startup [SCRIPT]``.

The first run compiles into an empty cache folder, the second finds it filled, as on a fresh machine.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import write_json

__all__ = ["main", "run_fresh"]

ROOT = Path(__file__).resolve().parent.parent
CACHE_VARIABLES = ("MBFE_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
"""All are set, so that no kernel of an earlier run is found wherever the program keeps them."""


def run_fresh(command: list[str], *, again: int) -> tuple[float, list[float]]:
    """Time a command with an empty compilation cache, then with the cache it left.

    Parameters
    ----------
    command : list of str
        Arguments after the Python interpreter.
    again : int
        Number of later runs.

    Returns
    -------
    first : float
        Wall time of the whole first process [s].
    later : list of float
        Wall times of the later ones [s].
    """
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

    Parameters
    ----------
    arguments : list of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status: 1 when a limit is passed.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup", description=__doc__)
    parser.add_argument(
        "script",
        nargs="?",
        default=f"{shlex.quote(str(ROOT / 'benchmarks' / 'pendulum_script.py'))}",
        help="script and its arguments in one word, default the pendulum of 10 000 steps without plotting",
    )
    parser.add_argument("--again", type=int, default=5, help="later runs, default 5")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "startup.json", help="JSON file"
    )
    given = parser.parse_args(arguments)
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
        sys.stdout.write(f"{name:22s} {value:.2f}\n")
    return int(first > 20.0 or row["second_run_seconds"] > 2.0)


if __name__ == "__main__":
    sys.exit(main())
