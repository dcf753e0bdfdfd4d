"""Base of the functions of one variable."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.compiled.callbacks import Callback
from mbfe.functions.curve_arrays import values
from mbfe.functions.curve_law import evaluate

__all__ = ["Calls", "Curve"]


class Calls:
    """Base of functions that compiled code evaluates, perhaps in Python: curves, force laws, surfaces."""

    callback: Callback | None = None

    @property
    def callbacks(self) -> tuple[Callback, ...]:
        """The Python function that compiled code calls, if there is one."""
        return () if self.callback is None else (self.callback,)


@dataclass(frozen=True)
class Curve(Calls):
    """A function of one variable with two derivatives; the base of all curves.

    Call it to evaluate it: ``curve(0.3)``; ``curve.derivatives(0.3)`` gives value and two derivatives.
    """

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        raise NotImplementedError("use one of the curves of mbfe.curves")

    @property
    def kinks(self) -> tuple[float, ...]:
        """Arguments at which the value or a derivative is discontinuous; steps end there."""
        return ()

    @property
    def period(self) -> float:
        """Period of kinks and discontinuities, of which those of one period are given; infinite if none."""
        return math.inf

    @property
    def jumps(self) -> tuple[float, ...]:
        """Kinks at which the value itself is discontinuous; at the argument the left-hand value is used."""
        return ()

    def knots(self, start: float, end: float) -> NDArray[np.float64]:
        """Arguments from ``start`` to ``end`` between which a smooth curve changes, increasing."""
        return np.zeros(0)

    def derivatives(self, x: float) -> tuple[float, float, float]:
        """Value, first and second derivative at ``x``."""
        value, first, second = evaluate(np.array(self.stored(), dtype=float), 0, float(x))
        return float(value), float(first), float(second)

    def __call__(self, x: ArrayLike) -> Any:
        """Value at ``x``, a number or an array."""
        return values(np.array(self.stored(), dtype=float), 0, np.asarray(x, dtype=float))[()]
