"""What is compiled is said to whoever waits: by a bar on a terminal and in a notebook, by lines elsewhere.

A log file, a job in the background or a notebook would look hung otherwise, for as long as a model needs
kinds that are new to a machine. Code that is kept is not mentioned, and lines say nothing of what takes less
than ``PATIENCE``.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Announcer", "announcer", "is_notebook"]

PATIENCE = 2.0
"""Time of compiling from which lines are written [s]."""
BETWEEN = 1.0
"""Time between two lines [s]."""


def is_notebook() -> bool:
    """Whether this process is the kernel of a notebook, which shows bars as it shows results."""
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    return running is not None and "IPKernelApp" in running.config


class Announcer:
    """Says what is compiled in this process, or in another one that it waits for.

    Parameters
    ----------
    write : callable
        Takes a line; absent, it goes to the standard error.
    clock : callable
        Time [s].
    """

    def __init__(
        self, write: Callable[[str], None] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.is_silent = False
        self.functions = 0
        """Functions that were compiled, or waited for, in this process."""
        self._write, self._clock = write or _to_standard_error, clock
        self._spent = 0.0
        self._depth = 0
        self._kind = ""
        self._said = ("", -BETWEEN)
        self._bar: Any = None

    @contextlib.contextmanager
    def kind(self, name: str, number: int, count: int) -> Iterator[None]:
        """Say that what is compiled inside belongs to a kind, one of several that a model needs."""
        self._kind = f"{name}, kind {number} of {count}" if count > 1 else name
        try:
            yield
        finally:
            self._kind = ""

    @contextlib.contextmanager
    def compiling(self, name: str) -> Iterator[None]:
        """Say that something is compiled inside; the name is that of the kind where there is one."""
        began = self._clock()
        self._depth += 1
        if self._depth == 1:
            self._say(self._kind or name)
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._spent += self._clock() - began
                self.functions += 1
                if self._bar is not None:
                    self._bar.clear()

    def still(self, name: str, since: float) -> None:
        """Say that something is still compiled, by another process, since a time of the clock."""
        self._say(name, waited=self._clock() - since)

    def _say(self, words: str, waited: float = 0.0) -> None:
        if self.is_silent:
            return
        if self._write is _to_standard_error and (sys.stderr.isatty() or is_notebook()):
            self._show(words)
            return
        spent, now = self._spent + waited, self._clock()
        last, at = self._said
        if words != last and spent >= PATIENCE and now - at >= BETWEEN:
            self._said = (words, now)
            self._write(f"mbfe: compiling {words} ({spent:.0f} s so far; it is kept for later runs) ...\n")

    def _show(self, words: str) -> None:
        """Show a bar, without an end: how much there is to compile is not known."""
        if self._bar is None:
            from tqdm.auto import tqdm

            form = "mbfe: compiling {desc} [{n_fmt} functions, {elapsed}; kept for later runs]"
            self._bar = tqdm(bar_format=form, leave=False, initial=self.functions)
        self._bar.n = self.functions
        self._bar.set_description_str(words, refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _to_standard_error(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()


announcer = Announcer()
"""That of this process."""
