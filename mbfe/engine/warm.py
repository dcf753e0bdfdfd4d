"""Compile the time loop in a second process while the first one compiles the laws of its model and the rest.

Its functions do not depend on a model, only their arrays' types, so a model without elements is
enough. Run as ``python -m mbfe.engine.warm``; :func:`start` and :func:`wait` use it on the first run on a
machine.
"""

from __future__ import annotations

import functools
import subprocess
import sys
import time

import numpy as np

from mbfe.compiled import JIT, address_for
from mbfe.compiled.announcing import announcer
from mbfe.compiled.cache import code_folder
from mbfe.compiled.processes import start_module
from mbfe.engine import matrices
from mbfe.engine.columns import DRIVEN
from mbfe.engine.scheme import CompiledScheme
from mbfe.engine.stepping import loop, recording, step
from mbfe.engine.system import Environment
from mbfe.engine.tables import build_system

__all__ = ["is_first_use", "start", "wait"]

OFTEN = 0.5
"""Time between two looks at a process that is waited for [s]."""


def compile_loop() -> None:
    """Call the largest entries of the engine once, on a single free node."""
    system, state, _ = build_system(
        [],
        np.array([[False] * 6, [True] * 6]),
        curves=np.zeros(1),
        environment=Environment.given(np.zeros(3), 1.0),
        driven=np.zeros((0, DRIVEN)),
    )
    sizes = dict.fromkeys(("rows", "n_break", "n_step"), 1) | {"n_node": len(state.motion)}
    absent = ("n_row", "n_output", "n_kept", "n_time", "n_watch", "n_tolerance")
    record = recording.Record.allocate(sizes | dict.fromkeys(absent, 0))
    scheme = CompiledScheme.allocate(dict.fromkeys(("n_own", "n_point", "n_mixed"), 0))
    address_for(step.attempt, system, state, scheme, 0.0, 0.0, step.MOST_ITERATIONS)
    loop.run(system, state, record, scheme, 0)
    matrices.observe_entry(system, state, record)


@functools.cache
def _is_kept() -> bool:
    """Whether the time loop of these sources was compiled on this machine before this process needed it."""
    return loop.run._cache.is_kept


def is_first_use() -> bool:
    """Whether the time loop is still to be compiled: neither this process nor an earlier one did."""
    return JIT and not loop.run.signatures and not _is_kept()


def start() -> subprocess.Popen[bytes] | None:
    """Return the second process when nothing is compiled yet; None otherwise, or when nothing can be kept."""
    if not sys.executable or not is_first_use() or not code_folder().is_open:
        return None
    return _second_process()


@functools.cache
def _second_process() -> subprocess.Popen[bytes]:
    """Start the second process: once, also when the first run that needs it is refused."""
    return start_module(__name__)


def wait(process: subprocess.Popen[bytes] | None) -> None:
    """Wait for the second process; if it failed, this one compiles what is missing."""
    if process is None:
        return
    since = time.monotonic()
    while True:
        try:
            process.wait(OFTEN)
            return
        except subprocess.TimeoutExpired:
            announcer.still("time loop", since)


if __name__ == "__main__":
    compile_loop()
