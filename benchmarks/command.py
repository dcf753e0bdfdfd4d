"""What every benchmark does round its measuring: a command line, progress, tables and files of JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

__all__ = ["Command", "Table", "processor", "say", "versions", "write_json"]


class Command(argparse.ArgumentParser):
    """Command line of a benchmark.

    Parameters
    ----------
    module : str
        What is run by ``python -m``.
    about : str or None
        The module's docstring.
    out : str
        File or folder that is written unless another is named.
    known : iterable of str
        Names of the problems of which some may be chosen; none when there is nothing to choose.
    """

    def __init__(self, module: str, about: str | None, *, out: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(prog=f"python -m {module}", description=about)
        self._known = list(known)
        if self._known:
            every = ", ".join(self._known)
            self.add_argument("names", nargs="*", help=f"also comma-separated; default all: {every}")
        if out:
            self.add_argument("--out", type=Path, default=Path(out), help=f"default {out}")

    def count(self, option: str, default: int, about: str) -> None:
        """Add an option that takes a whole number; its name is without dashes."""
        self.add_argument(f"--{option}", type=int, default=default, help=f"{about}, default {default}")

    def numbers(self, option: str, default: Iterable[float], about: str) -> None:
        """Add an option that takes numbers separated by commas; its name is without dashes."""
        text = ",".join(f"{number:g}" for number in default)

        def read(given: str) -> list[float]:
            return [float(number) for number in given.split(",")]

        self.add_argument(f"--{option}", type=read, default=read(text), help=f"{about}, default {text}")

    def read(self, arguments: list[str] | None) -> argparse.Namespace:
        """Return what was given, by default to the process; ``names`` are the chosen problems."""
        given = self.parse_args(arguments)
        if self._known:
            chosen = [name for word in given.names for name in word.split(",") if name] or self._known
            unknown = [name for name in chosen if name not in self._known]
            if unknown:
                self.error(f"no problem named {', '.join(unknown)}; there are {', '.join(self._known)}")
            given.names = chosen
        return given


class Table:
    """A table in Markdown, shown row by row.

    Parameters
    ----------
    *heads : str
        Heads of the columns.
    """

    def __init__(self, *heads: str) -> None:
        self.row(*heads)
        say("|---" * len(heads) + "|")

    def row(self, *cells: object) -> None:
        """Show a row."""
        say("| " + " | ".join(map(str, cells)) + " |")


def say(line: str) -> None:
    """Show a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def versions() -> dict[str, str]:
    """Return the versions that the figures depend on."""
    found = {name: version(name) for name in ("numpy", "scipy", "numba")}
    return {"python": platform.python_version(), **found, "machine": platform.machine()}


def processor() -> dict[str, str]:
    """Return the name of the processor and the number of its cores, as the system reports them."""
    name = platform.processor() or platform.machine()
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        lines = facts.read_text(encoding="utf-8").splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    return {"processor": f"{name}, {os.cpu_count()} cores"}


def write_json(file: Path, content: object) -> None:
    """Write JSON in one go, so that a reader never sees half a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(file)
