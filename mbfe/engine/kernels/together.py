"""Kernels of several laws: where they must be compiled, all processors do it.

A process compiles one function at a time. The first law that takes long shows that there is something to
compile; other processes then take the laws that are left from the end, and this one continues from the front.
Each function is compiled once, because files of the cache have locks, and nobody waits for a process that has
gone.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from mbfe.compiled import JIT
from mbfe.compiled.announcing import announcer
from mbfe.compiled.cache import code_folder
from mbfe.compiled.processes import start_module
from mbfe.engine.kernels.kernels import Kernels, build_kernels
from mbfe.laws import Law

__all__ = ["build_all", "compile_at", "laws_in"]

LONG = 0.5
"""Time for a law from which it has been compiled, not read [s]."""
FEWEST = 2
"""Laws that are left for which another process is worth its start of about a second."""

_started: list[Any] = []
"""Processes that were started, which end by themselves."""


def laws_in(modules: Iterable[Any]) -> dict[Law, str]:
    """Laws that modules name, each with a place module:name where it is found."""
    found: dict[Law, str] = {}
    for module in modules:
        for name, law in vars(module).items():
            if isinstance(law, Law):
                found.setdefault(law, f"{module.__name__}:{name}")
    return found


def build_all(laws: Sequence[Law]) -> list[Kernels]:
    """Kernels of laws in their order, compiled or from the cache."""
    made: list[Kernels] = []
    alone = not JIT or not sys.executable
    for number, law in enumerate(laws):
        began = time.perf_counter()
        with announcer.kind(law.name.replace("_", " "), number + 1, len(laws)):
            made.append(build_kernels(law))
        left = laws[len(made) :]
        if not alone and time.perf_counter() - began > LONG and len(left) >= FEWEST:
            alone = True
            if code_folder().is_open:
                share(left, helpers=min((os.cpu_count() or 1) - 1, len(left) // FEWEST))
    return made


def share(laws: Sequence[Law], *, helpers: int) -> None:
    """Let other processes compile laws from the last one on, but for those made of numbers or by users."""
    known = laws_in([module for name, module in sys.modules.items() if name.startswith("mbfe.")])
    places = [known[law] for law in reversed(laws) if law in known]
    for first in range(min(helpers, len(places))):
        _started.append(start_module(__name__, *places[first::helpers]))


def compile_at(place: str) -> None:
    """Compile the kernels of the law at a place module:name."""
    module, _, name = place.partition(":")
    build_kernels(getattr(importlib.import_module(module), name))


if __name__ == "__main__":
    for given in sys.argv[1:]:
        compile_at(given)
