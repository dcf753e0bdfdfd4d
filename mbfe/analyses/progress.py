"""Progress of a run: a bar on a terminal, a callback, or nothing."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time as clock
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from mbfe.checks import function
from mbfe.compiled.announcing import announcer, is_notebook

__all__ = ["Progress", "announce_compilation", "make_progress", "uninterrupted"]

REFRESH = 0.1
"""Time between two pictures of a bar [s]."""


class Progress:
    """Progress of the loop: simulated time [s] and steps, of which nothing is reported here."""

    def update(self, time: float, steps: int) -> None:
        """Report the progress of the run."""

    def close(self) -> None:
        """End the report."""


class Called(Progress):
    """Report to a function of the user's."""

    def __init__(self, function: Callable[[float, int], None]) -> None:
        self._function = function

    def update(self, time: float, steps: int) -> None:
        """Call the function."""
        self._function(time, steps)


class Bar(Progress):
    """Bar with simulated time, rate and remaining time."""

    def __init__(self, start: float, end: float) -> None:
        from tqdm.auto import tqdm

        self._bar: Any = tqdm(
            total=end - start,
            unit="s",
            bar_format="{percentage:3.0f}%|{bar}| t = {n:.4g}/{total:.4g} s [{elapsed}<{remaining}]{postfix}",
            leave=False,
        )
        self._start = start
        self._began = self._drawn = clock.perf_counter()

    def update(self, time: float, steps: int) -> None:
        """Move the bar, at most a few times a second."""
        now = clock.perf_counter()
        if now < self._drawn + REFRESH:
            return
        self._drawn = now
        self._bar.n = time - self._start
        rate = steps / max(now - self._began, 1e-9)
        self._bar.set_postfix_str(f"{rate:,.0f} steps/s", refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        """Remove the bar."""
        self._bar.close()


@contextlib.contextmanager
def uninterrupted(*, closing: bool = False) -> Iterator[None]:
    """Postpone Ctrl-C until what stands inside is done, so that rows of results are kept as a whole.

    While results are `closing` it has no further effect: the run ends in any case, and its results are
    returned however often an impatient user interrupts it.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if came and not closing:
        handler(*came[0])


def make_progress(asked: bool | Callable[[float, int], None] | None, start: float, end: float) -> Progress:
    """Progress report that a user asked for; a bar on a terminal and in a notebook by default."""
    announcer.close()
    if callable(asked):
        return Called(asked)
    if asked or (asked is None and (sys.stderr.isatty() or is_notebook())):
        _warn_of_ignored_interruptions()
        return Bar(start, end)
    return Progress()


def _warn_of_ignored_interruptions() -> None:
    """Say that Ctrl-C does nothing where SIGINT is ignored, which a job in the background inherits."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        sys.stderr.write(
            "mbfe: Ctrl-C does not reach this run, SIGINT is ignored (as in a job in the background); "
            "signal.signal(signal.SIGINT, signal.default_int_handler) before the run lets it\n"
        )
        sys.stderr.flush()


def announce_compilation(where: str, requested: bool | Callable[[float, int], None] | None) -> None:
    """Check the argument ``progress``; say from now on what is compiled, unless nothing is asked for."""
    if callable(requested):
        function(where, "progress", requested, arguments=2, words="True, False or a function f(time, steps)")
    announcer.close()
    announcer.is_silent = callable(requested) or requested is False
