"""Tests that take long, alone or in their number, carry the mark ``slow``: `make test-fast` leaves them out.

A test without the mark that takes long is a failure, so that the fast tests stay fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LONGEST = 5.0
"""Processor time of a test without the mark [s]; on a quiet machine none takes more than half of it."""


def slow(value: Any, *long: Any) -> Any:
    """A parameter of a test, marked when it is one of those that take long."""
    return pytest.param(value, marks=pytest.mark.slow) if value in long else value


class Watch:
    """Processor time of this process and of those that it waited for, and whether code was compiled.

    Parameters
    ----------
    folder : Path or None
        Where compiled code is kept: a file that is added there shows a compilation.
    clock : callable
        The processor time [s].
    """

    def __init__(self, folder: Path | None, clock: Callable[[], float] | None = None) -> None:
        self._folder, self._clock = folder, clock or _processor_time
        self._time, self._files = self._clock(), self._changed()

    def complaint(self, *, is_slow: bool) -> str | None:
        """What is wrong with the test that has run since then; None when nothing is."""
        spent = self._clock() - self._time
        if is_slow or spent <= LONGEST or self._changed() != self._files:
            return None
        return (
            f"took {spent:.1f} s of processor time without a compilation: make it cheaper, or mark it "
            "@pytest.mark.slow, which leaves it out of `make test-fast`"
        )

    def _changed(self) -> int:
        if self._folder is None or not self._folder.is_dir():  # it is made when something is kept
            return 0
        return self._folder.stat().st_mtime_ns


def _processor_time() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
