"""Times of kinks and discontinuities of inputs, some of them periodic."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.errors import ModelError

__all__ = ["AFTER", "Instants", "repeated"]

MOST = 10**7
"""Corners in a run, at each of which a step ends."""
AFTER = 4
"""Neighbouring numbers from a jump to the time at which its right side is read: sums of times are rounded."""


def repeated(places: ArrayLike, period: float, start: float, end: float) -> Floats:
    """Corners of a function that repeats itself, in all periods that meet an interval.

    `places` are those of one period, which is infinite when there is none. They increase, among them some
    beyond the interval. Each is a number that counts as before the corner when
    :func:`mbfe.functions.curve_law.whole_periods` takes its periods off.
    """
    first = np.unique(np.asarray(places, dtype=np.float64))
    if first.size == 0 or not math.isfinite(period):
        return first
    begin, finish = (math.floor((x - float(first[0])) / period) for x in (start, end))
    number = first.size * (finish - begin + 3)
    if number > MOST:
        raise ModelError(
            "solve_dynamic: duration",
            f"{number:.3g} corners of a time function that repeats itself after {period:g} s",
            allowed="up to 1e7",
            remedy="Run a shorter time, or give the mean of the function over its period",
        )
    shift = period * np.arange(begin - 1.0, finish + 2.0)[:, None]
    found = first + shift
    # to the left of the corner, whether compiled code rounds the product of number and period or not
    rounded = np.spacing(np.maximum(np.maximum(np.abs(first), np.abs(shift)), np.abs(found)))
    return (found - np.where(shift != 0.0, rounded, 0.0)).ravel()


class Instants:
    """Times, some of them periodic.

    ``again`` has the times of one period (n,), and the period [s].
    """

    def __init__(self) -> None:
        self.again: list[tuple[Floats, float]] = []
        self._once: list[Floats] = [np.zeros(0)]

    def add(self, times: Iterable[float], *, period: float = math.inf) -> None:
        """Add times, and those a number of periods before and after."""
        found = np.array(list(times), dtype=np.float64)
        if math.isfinite(period):
            self.again.append((found, period))
        elif found.size:
            self._once.append(found)

    @property
    def once(self) -> Floats:
        """Those that are not periodic [s], increasing."""
        if len(self._once) > 1:  # those of many curves are sorted once
            self._once = [np.unique(np.concatenate(self._once))]
        return self._once[0]

    def between(self, start: float, end: float) -> Floats:
        """All times of an interval, increasing, and some beyond it."""
        more = [repeated(places, period, start, end) for places, period in self.again]
        return np.unique(np.concatenate([self.once, *more])) if more else self.once

    def near(self, time: float) -> Floats:
        """Times among which are the last one before a time and the first one after it, increasing."""
        return self.between(time, time)
