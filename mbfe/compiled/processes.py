"""Other processes that compile for this one, into the folder that all of them read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["start_module"]


def start_module(name: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a module of this package in another process, which says nothing."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-P", "-m", name, *arguments]
    return subprocess.Popen(command, env=_environment(), stdout=quiet, stderr=quiet, stdin=quiet)


def _environment() -> dict[str, str]:
    """Environment of a process that finds what this one does, and nothing in the current folder."""
    home = Path(__file__).resolve().parents[2]
    here = Path.cwd()
    paths = [str(Path(path).absolute()) for path in sys.path if path]
    paths = [path for path in paths if Path(path) != here or here == home]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}
