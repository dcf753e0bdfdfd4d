"""Functions of one variable with two derivatives: time functions, force laws given as tables or callables.

A curve is data for compiled code: its numbers stand in one array (`curves`) and a law gets the place where
they begin. So a table or a Python callable can take the place of a constant without a new compilation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.callbacks import Callback
from mbfe.curve_arrays import least
from mbfe.curve_base import Curve, finite
from mbfe.curve_law import HARMONIC, INTEGRAL, POLYNOMIAL, PYTHON, RAMP, SMOOTH, antiderivative, evaluate
from mbfe.curve_table import Table
from mbfe.errors import ModelError

__all__ = [
    "Curve",
    "Harmonic",
    "Integral",
    "Polynomial",
    "PythonCurve",
    "Ramp",
    "SmoothStep",
    "Table",
    "as_curve",
    "constant",
    "evaluate",
    "integral",
    "refuse_jump",
    "refuse_negative",
]

ROUND_OFF = 1e-14
"""Negative part of a curve, of its largest number, that is round-off."""


@dataclass(frozen=True)
class Polynomial(Curve):
    """Polynomial c₀ + c₁ x + c₂ x² + …; one coefficient is a constant, two are a constant rate.

    Parameters
    ----------
    *coefficients : float
        c₀, c₁, …

    Examples
    --------
    >>> Polynomial(1.0, 2.0).derivatives(3.0)
    (7.0, 2.0, 0.0)
    """

    coefficients: tuple[float, ...]

    def __init__(self, *coefficients: float) -> None:
        finite("curve Polynomial: coefficients", *coefficients)
        object.__setattr__(self, "coefficients", tuple(float(c) for c in coefficients) or (0.0,))

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [POLYNOMIAL, len(self.coefficients), *reversed(self.coefficients)]


def constant(value: float) -> Polynomial:
    """Curve of a constant value."""
    return Polynomial(value)


@dataclass(frozen=True)
class Ramp(Curve):
    """Straight line from (start, before) to (end, after), constant outside.

    Parameters
    ----------
    start, end : float
        Interval, e.g. [s]; equal for a jump.
    before, after : float
        Values at its ends.
    """

    start: float
    end: float
    before: float = 0.0
    after: float = 1.0

    def __post_init__(self) -> None:
        finite(f"curve {type(self).__name__}", self.start, self.end, self.before, self.after)
        if not self.end >= self.start:
            raise ModelError(
                f"curve {type(self).__name__}: end",
                f"{self.end} with start {self.start}",
                allowed="end > start, or end = start for a jump",
            )

    @property
    def kinks(self) -> tuple[float, ...]:
        """Both ends."""
        return tuple(dict.fromkeys((self.start, self.end)))

    @property
    def jumps(self) -> tuple[float, ...]:
        """The start of a ramp of no length."""
        return (self.start,) if self.start == self.end and self.before != self.after else ()

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [RAMP, self.start, self.end, self.before, self.after]


@dataclass(frozen=True)
class SmoothStep(Ramp):
    """Step from ``before`` to ``after`` by 10u³ − 15u⁴ + 6u⁵: value and two derivatives are continuous."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start == self.end:
            raise ModelError(
                "curve SmoothStep: end",
                f"{self.end}, which is the start",
                allowed="end > start",
                remedy=f"A jump is written Ramp({self.start:g}, {self.end:g}, before, after)",
            )

    @property
    def kinks(self) -> tuple[float, ...]:
        """None that a second-order method sees."""
        return ()

    def knots(self, start: float, end: float) -> NDArray[np.float64]:
        """Both ends."""
        return np.array([self.start, self.end])

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [SMOOTH, self.start, self.end, self.before, self.after]


@dataclass(frozen=True)
class Harmonic(Curve):
    """offset + amplitude sin(ω x + phase).

    Parameters
    ----------
    amplitude : float
        Amplitude.
    frequency : float, optional
        Frequency [Hz]; give this or ``omega``.
    omega : float, optional
        Angular frequency ω [rad/s].
    phase : float
        Phase [rad]; π/2 makes a cosine.
    offset : float
        Mean value.
    """

    amplitude: float
    frequency: float | None = None
    omega: float | None = None
    phase: float = 0.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        if (self.frequency is None) == (self.omega is None):
            raise ModelError(
                "curve Harmonic",
                f"frequency={self.frequency}, omega={self.omega}",
                allowed="exactly one of frequency [Hz] and omega [rad/s]",
            )
        w = self.omega if self.omega is not None else 2.0 * math.pi * float(self.frequency or 0.0)
        finite("curve Harmonic", self.amplitude, w, self.phase, self.offset)
        object.__setattr__(self, "omega", w)

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [HARMONIC, self.amplitude, float(self.omega or 0.0), self.phase, self.offset]


@dataclass(frozen=True)
class Integral(Curve):
    """The integral of another curve; made by :func:`integral`.

    Parameters
    ----------
    of : Curve
        The curve.
    start, value : float
        Argument at which the integral has this value.
    """

    of: Curve
    start: float = 0.0
    value: float = 0.0

    def __post_init__(self) -> None:
        finite("curve Integral", self.start, self.value)
        if not isinstance(self.of, Curve) or isinstance(self.of, PythonCurve | Integral):
            raise ModelError(
                "curve Integral: of",
                f"{self.of!r}",
                allowed="a curve of mbfe.curves that is neither a Python function nor an integral itself",
                remedy="Give a Python function of the integral, or a table",
            )

    @property
    def kinks(self) -> tuple[float, ...]:
        """Those of the curve."""
        return self.of.kinks

    @property
    def period(self) -> float:
        """That of the curve."""
        return self.of.period

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        stored = self.of.stored()
        begins = antiderivative(np.array(stored, dtype=float), 0, float(self.start))
        return [INTEGRAL, begins - self.value, *stored]


def integral(curve: Any, *, start: float = 0.0, value: float = 0.0) -> Integral:
    """Integral of a curve, exact: value + ∫ from ``start``; e.g. the position to a profile of speed.

    Parameters
    ----------
    curve : float or Curve
        A number, or any curve but a Python function.
    start : float
        Where the integral begins.
    value : float
        Its value there.

    Returns
    -------
    Integral
        The integral; the curve is its derivative.

    Examples
    --------
    >>> position = integral(Table((0.0, 1.0, 2.0), (0.0, 1.0, 1.0), kind="linear"))
    >>> position.derivatives(2.0)
    (1.5, 1.0, 0.0)
    """
    return Integral(as_curve(curve, "curve Integral: of"), start, value)


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
    corners : sequence of float
        Arguments at which the function or a derivative jumps, which it alone knows: steps end there, and
        differences do not reach across. At a corner the value just before it counts.

    Examples
    --------
    >>> switched = PythonCurve(lambda t: 3.0 if t >= 0.5 else 1.0, corners=[0.5])
    >>> switched(0.5), switched(0.5001)
    (1.0, 3.0)
    """

    function: Callable[[float], Any]
    scale: float = 1.0
    corners: Sequence[float] = ()
    callback: Callback = field(init=False, repr=False)

    def __post_init__(self) -> None:
        corners = np.unique(np.asarray(self.corners, dtype=float).ravel())
        finite("curve PythonCurve: corners", *corners)
        object.__setattr__(self, "corners", tuple(corners.tolist()))
        places = np.arange(-STENCIL, STENCIL + 1)

        def fill(arguments: Any, results: Any) -> None:
            x = float(arguments[0])
            side = int(np.searchsorted(corners, x))
            low = corners[side - 1] if side > 0 else -math.inf
            high = corners[side] if side < len(corners) else math.inf
            inside = float(np.nextafter(high, -math.inf)) if x == high else x
            value = self.function(inside)
            if isinstance(value, tuple):
                results[:] = value
                return
            h = min(1e-3 * self.scale, (high - low) / (4 * STENCIL))
            before, behind = (
                math.floor(min(room / (1.001 * h), STENCIL)) for room in (inside - low, high - inside)
            )
            shift = STENCIL - before if before < STENCIL else behind - STENCIL
            points = places + shift
            values = [value if k == 0 else self.function(inside + k * h) for k in points.tolist()]
            weights = DIFFERENCES[shift]
            results[:] = (value, weights[0] @ values / h, weights[1] @ values / (h * h))

        object.__setattr__(self, "callback", Callback(fill, 1, 3))

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
        return [PYTHON, self.callback.address, 0.0, 0.0, 0.0, 0.0]


def as_curve(given: Any, where: str) -> Curve:
    """Turn a number, a curve or a Python callable into a curve.

    Parameters
    ----------
    given : float, Curve or callable
        What the user gave.
    where : str
        For the error: the object and the argument.

    Returns
    -------
    Curve
        The curve.
    """
    if isinstance(given, Curve):
        return given
    if callable(given):
        return PythonCurve(given)
    try:
        value = float(given)
    except (TypeError, ValueError):
        raise ModelError(where, f"{given!r}", allowed="a number, a curve of mbfe.curves or f(x)") from None
    finite(where, value)
    return Polynomial(value)


def refuse_jump(curve: Curve, where: str, *, of_time: bool) -> None:
    """Refuse the first jump of a curve: of a position over time, or of a force over a coordinate.

    Corners of a Python function need not be jumps and are let through.
    """
    if isinstance(curve, PythonCurve):
        return
    if of_time:
        raise ModelError(
            where,
            f"the prescribed position jumps at t = {curve.jumps[0]:g} s",
            allowed="a position without jumps; a speed may jump",
            remedy="Let it move within a time: curves.SmoothStep(start, end, before, after)",
        )
    raise ModelError(
        where,
        f"its curve jumps at {curve.jumps[0]:g}, over an argument that is not the time",
        allowed="a continuous curve there; curves of time may jump",
        remedy="Give the two points a small distance, or let blocks.Switch choose between two inputs",
    )


def refuse_negative(curve: Curve, where: str) -> None:
    """Refuse a curve that is known to be negative somewhere, as a table between its ends."""
    storage = np.array(curve.stored(), dtype=float)
    lowest = least(storage, 0)
    if lowest < -ROUND_OFF * abs(float(np.abs(storage).max())):
        remedy = (
            ""
            if not isinstance(curve, Table) or min(curve.y) < 0.0
            else (
                f'A spline of kind="{curve.kind}" overshoots its points; kind="monotone" and "linear" do not'
            )
        )
        raise ModelError(where, f"a curve that falls to {lowest:.6g}", allowed="zero or more", remedy=remedy)
