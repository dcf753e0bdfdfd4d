"""Machine code that an installed package brings, so that nobody has to compile what is part of it.

A wheel for one kind of machine holds an archive of files as :mod:`mbfe.compiled.kept_code` names them, made
by ``tools/platform_wheel.py``. The names are digests of all that the code comes from: sources, versions of
Python and Numba, types, the kind of processor. What does not fit is not found, and is compiled as without a
wheel.
"""

from __future__ import annotations

import contextlib
import functools
import platform
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import llvmlite.binding as llvm

__all__ = ["BroughtCode", "Level", "archive_name", "brought_code", "level_of"]

ARCHIVES = Path(__file__).resolve().parent / "brought"
"""Where a wheel has its archives, one for each version of Python."""


class Level(NamedTuple):
    """A kind of processor for which code can be brought."""

    name: str
    """As the compiler knows it."""
    features: tuple[str, ...]
    """What a processor must be able to do, in the compiler's names."""

    @property
    def machine(self) -> tuple[str, str, str]:
        """How Numba describes it: kind of system, processor, features beyond those of the processor."""
        return llvm.get_process_triple(), self.name, ""


LEVELS = {
    "x86_64": Level("x86-64-v3", ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")),
}
"""By the names of machines: x86-64 of about 2013 and later."""


def level_of(machine: str) -> Level | None:
    """Kind of processor of a machine, as ``platform.machine()`` names it; None where no code is brought."""
    return LEVELS.get({"AMD64": "x86_64"}.get(machine, machine))


def archive_name(level: Level) -> str:
    """Name of the archive for this Python and system."""
    return f"{sys.implementation.cache_tag}-{sys.platform}-{level.name}.zip"


class BroughtCode:
    """Machine code of an archive, by the names of its files."""

    def __init__(self, path: Path) -> None:
        self._archive = zipfile.ZipFile(path)
        self._names = frozenset(self._archive.namelist())

    def holds(self, beginning: str) -> bool:
        """Whether there is code whose name begins so."""
        return any(name.startswith(beginning) for name in self._names)

    def read(self, name: str) -> bytes | None:
        """Contents of a file, None when it is missing or damaged."""
        if name not in self._names:
            return None
        with contextlib.suppress(Exception):  # damage shows in many ways, and the code is compiled instead
            return self._archive.read(name)
        return None


@functools.cache
def brought_code() -> tuple[Level, BroughtCode] | None:
    """Machine code that this package brings for this processor; None without."""
    level = level_of(platform.machine())
    if level is None or not (ARCHIVES / archive_name(level)).is_file():
        return None
    able = llvm.get_host_cpu_features()
    if not all(able.get(feature) for feature in level.features):
        return None
    with contextlib.suppress(Exception):
        return level, BroughtCode(ARCHIVES / archive_name(level))
    return None
