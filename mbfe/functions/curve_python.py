"""Curves that are Python functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.checks import function_of, positive, returned_number, returned_numbers, shown
from mbfe.compiled.callbacks import Callback
from mbfe.contracts import check_fields
from mbfe.errors import MbfeError, ModelError, settle
from mbfe.functions.curve_base import Curve
from mbfe.functions.curve_law import CurveKind

__all__ = ["PythonCurve"]

STENCIL = 2
"""Points on each side of a central difference of fourth order."""


def _difference(shift: int) -> NDArray[np.float64]:
    """Weights (2, 5) of the first and second derivative at 0 through five points around ``shift``."""
    powers = np.vander(np.arange(-STENCIL, STENCIL + 1.0) + shift, increasing=True)
    inverse = np.linalg.inv(powers)
    return np.asarray([inverse[1], 2.0 * inverse[2]])


DIFFERENCES = {shift: _difference(shift) for shift in range(-STENCIL, STENCIL + 1)}
"""The same, by how far the points are moved away from a corner."""


@dataclass(frozen=True, eq=False)
class PythonCurve(Curve):
    """A Python function of one variable; derivatives are given or made by differences of fourth order.

    Parameters
    ----------
    function : callable
        f(x) -> float, or -> (f, f′, f″).
    scale : float
        Length of x over which the function changes; sets the step of the differences.
    where, of : str
        For errors: the object and the argument that it is, and the name of its variable.
    corners : sequence of float
        Arguments at which the function or a derivative is discontinuous, which cannot be detected: steps end
        there, and differences do not extend across. At a corner the left-hand value is used.

    Examples
    --------
    >>> switched = PythonCurve(lambda t: 3.0 if t >= 0.5 else 1.0, corners=[0.5])
    >>> print(switched(0.5), switched(0.5001))
    1.0 3.0
    """

    function: Callable[[float], Any]
    scale: float = 1.0
    corners: Sequence[float] = ()
    where: str = ""
    of: str = "x"
    callback: Callback = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self, where=f"curve {type(self).__name__}")
        positive("curve PythonCurve", "scale", self.scale)
        place = ("", self.where) if self.where else ("function", "curve PythonCurve")
        function_of(place[1], place[0], self.function, of=(self.of,), gives=(1, 3))
        corners = np.unique(np.asarray(self.corners, dtype=float).ravel())
        settle(self, corners=tuple(corners.tolist()))
        places = np.arange(-STENCIL, STENCIL + 1)

        def fill(arguments: Any, results: Any) -> None:
            x = float(arguments[0])
            side = int(np.searchsorted(corners, x))
            low = corners[side - 1] if side > 0 else -math.inf
            high = corners[side] if side < len(corners) else math.inf
            inside = float(np.nextafter(high, -math.inf)) if x == high else x
            value = self.function(inside)
            if isinstance(value, tuple):
                results[:] = self._triple(value, inside)
                return
            value = self._number(value, inside)
            h = min(1e-3 * self.scale, (high - low) / (4 * STENCIL))
            before, behind = (
                math.floor(min(room / (1.001 * h), STENCIL)) for room in (inside - low, high - inside)
            )
            shift = STENCIL - before if before < STENCIL else behind - STENCIL
            points = places + shift
            values = [value if k == 0 else self._at(inside + k * h) for k in points.tolist()]
            weights = DIFFERENCES[shift]
            results[:] = (value, weights[0] @ values / h, weights[1] @ values / (h * h))

        settle(self, callback=Callback(fill, 1, 3))

    def _number(self, given: Any, x: float) -> float:
        return returned_number(self.where or "curve PythonCurve", given, self._words(x))

    def _at(self, x: float) -> float:
        """Value beside the place itself."""
        return self._number(self.function(x), x)

    def _triple(self, given: tuple[Any, ...], x: float) -> list[float]:
        if len(given) == 3:
            return returned_numbers(self.where or "curve PythonCurve", given, 3, self._words(x))
        raise ModelError(
            self.where or "curve PythonCurve",
            f"its function returned {shown(given)} at {self._words(x)}",
            allowed="a finite number, or three: (f, f′, f″)",
        )

    def derivatives(self, x: float) -> tuple[float, float, float]:
        """Value, first and second derivative; what the function raises is raised."""
        callback: Any = self.callback
        callback.error = None
        found = super().derivatives(x)
        error = callback.error
        if error is None:
            return found
        if isinstance(error, MbfeError | KeyboardInterrupt):
            raise error
        where = self.where or "curve PythonCurve"
        raise ModelError(where, f"its function raised {error!r} at {self._words(x)}") from error

    def _words(self, x: float) -> str:
        return f"{self.of} = {x:.9g}" + (" s" if self.of == "t" else "")

    @property
    def kinks(self) -> tuple[float, ...]:
        """The corners."""
        return tuple(self.corners)

    @property
    def jumps(self) -> tuple[float, ...]:
        """The corners, at any of which the value may jump."""
        return tuple(self.corners)

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [CurveKind.PYTHON, self.callback.address, 0.0, 0.0, 0.0, 0.0]
