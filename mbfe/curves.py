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
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import CubicSpline, PchipInterpolator, PPoly

from mbfe.callbacks import Callback
from mbfe.curve_law import (
    HARMONIC,
    INTEGRAL,
    PERIODIC,
    POLYNOMIAL,
    PYTHON,
    RAMP,
    SMOOTH,
    TABLE,
    antiderivative,
    evaluate,
)
from mbfe.errors import ModelError

KINDS = ("cubic", "monotone", "linear", "periodic")
STEP = "A step is a steep line, kind='linear' with x = (…, t, t + 1e-6, …), or a Ramp of a short time"


def _finite(where: str, *values: float) -> None:
    for value in values:
        if not math.isfinite(value):
            raise ModelError(where, f"got {value}", allowed="finite numbers")


@dataclass(frozen=True)
class Curve:
    """A function of one variable with two derivatives; the base of all curves.

    Call it to evaluate it: ``curve(0.3)``; ``curve.derivatives(0.3)`` gives value and two derivatives.
    """

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        raise NotImplementedError("use one of the curves of mbfe.curves")

    @property
    def kinks(self) -> tuple[float, ...]:
        """Arguments at which a derivative jumps; steps end there."""
        return ()

    def derivatives(self, x: float) -> tuple[float, float, float]:
        """Value, first and second derivative at ``x``."""
        value, first, second = evaluate(np.array(self.stored(), dtype=float), 0, float(x))
        return float(value), float(first), float(second)

    def __call__(self, x: ArrayLike) -> Any:
        """Value at ``x``, a number or an array."""
        storage = np.array(self.stored(), dtype=float)
        given = np.asarray(x, dtype=float)
        values = np.array([evaluate(storage, 0, value)[0] for value in given.ravel()])
        return values.reshape(given.shape)[()]


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
        _finite("curve Polynomial: coefficients", *coefficients)
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
        Interval, e.g. [s].
    before, after : float
        Values at its ends.
    """

    start: float
    end: float
    before: float = 0.0
    after: float = 1.0

    def __post_init__(self) -> None:
        _finite(f"curve {type(self).__name__}", self.start, self.end, self.before, self.after)
        if not self.end > self.start:
            raise ModelError(
                f"curve {type(self).__name__}: end",
                f"{self.end} with start {self.start}",
                allowed="end > start",
            )

    @property
    def kinks(self) -> tuple[float, ...]:
        """Both ends."""
        return (self.start, self.end)

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [RAMP, self.start, self.end, self.before, self.after]


@dataclass(frozen=True)
class SmoothStep(Ramp):
    """Step from ``before`` to ``after`` by 10u³ − 15u⁴ + 6u⁵: value and two derivatives are continuous."""

    @property
    def kinks(self) -> tuple[float, ...]:
        """None that a second-order method sees."""
        return ()

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
        _finite("curve Harmonic", self.amplitude, w, self.phase, self.offset)
        object.__setattr__(self, "omega", w)

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [HARMONIC, self.amplitude, float(self.omega or 0.0), self.phase, self.offset]


@dataclass(frozen=True)
class Table(Curve):
    """Curve through points.

    Parameters
    ----------
    x, y : sequence of float
        Points, x increasing.
    kind : {"cubic", "monotone", "linear", "periodic"}
        Natural cubic spline, monotone cubic (no overshoot), straight lines (with kinks at the points), or a
        cubic spline that goes on and on with the period x[-1] − x[0], and with y[-1] − y[0] more in each.
    extrapolate : {"constant", "linear", "error"}
        Beyond the ends, unless periodic: the end value, the end slope, or a failed step.
    """

    x: Sequence[float]
    y: Sequence[float]
    kind: str = "cubic"
    extrapolate: str = "constant"

    def __post_init__(self) -> None:
        x, y = np.asarray(self.x, dtype=float), np.asarray(self.y, dtype=float)
        if x.ndim != 1 or x.shape != y.shape or x.size < 2:
            given = f"x of shape {x.shape}, y of shape {y.shape}"
            raise ModelError("curve Table", given, allowed="two equal rows of 2 or more")
        if not (np.isfinite(x).all() and np.isfinite(y).all()):
            raise ModelError("curve Table", "x or y is not finite", allowed="finite numbers")
        if not (np.diff(x) > 0).all():
            i = int(np.diff(x).argmin())
            given = f"x[{i + 1}] = {x[i + 1]:g} follows x[{i}] = {x[i]:g}, and it is not larger"
            remedy = STEP if x[i] == x[i + 1] else "Sort the points"
            raise ModelError("curve Table", given, allowed="x increasing", remedy=remedy)
        if self.kind not in KINDS:
            allowed = ", ".join(f'"{kind}"' for kind in KINDS)
            raise ModelError("curve Table: kind", f'"{self.kind}"', allowed=allowed)
        if self.extrapolate not in ("constant", "linear", "error"):
            allowed = '"constant", "linear", "error"'
            raise ModelError("curve Table: extrapolate", f'"{self.extrapolate}"', allowed=allowed)
        object.__setattr__(self, "x", tuple(x.tolist()))
        object.__setattr__(self, "y", tuple(y.tolist()))

    @property
    def kinks(self) -> tuple[float, ...]:
        """The points, for straight lines."""
        if self.kind == "periodic":
            return ()
        return tuple(self.x) if self.kind == "linear" else (self.x[0], self.x[-1])

    def _pieces(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        x, y = np.asarray(self.x), np.asarray(self.y)
        if self.kind == "linear":
            c = np.zeros((4, x.size - 1))
            c[2], c[3] = np.diff(y) / np.diff(x), y[:-1]
        elif self.kind == "periodic":
            gain = (y[-1] - y[0]) / (x[-1] - x[0])
            level = y - gain * (x - x[0])
            level[-1] = level[0]
            c = np.array(CubicSpline(x, level, bc_type="periodic").c)
            c[2] += gain
            c[3] += gain * (x[:-1] - x[0])
            return x, c
        else:
            spline: PPoly = (
                CubicSpline(x, y, bc_type="natural") if self.kind == "cubic" else PchipInterpolator(x, y)
            )
            c = np.asarray(spline.c)
        far = 1e3 * (x[-1] - x[0])
        slopes = (c[2, 0], 3 * c[0, -1] * (x[-1] - x[-2]) ** 2 + 2 * c[1, -1] * (x[-1] - x[-2]) + c[2, -1])
        edge = {"constant": (0.0, 0.0), "linear": slopes, "error": (math.nan, math.nan)}[self.extrapolate]
        before = [0.0, 0.0, edge[0], y[0] - edge[0] * far]
        after = [0.0, 0.0, edge[1], y[-1]]
        first = np.nextafter(x[0], -np.inf) if self.extrapolate == "error" else x[0]  # the start is inside
        knots = np.concatenate(([x[0] - far, first], x[1:], [x[-1] + far]))
        return knots, np.column_stack([before, c, after])

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        x, c = self._pieces()
        table = [TABLE, len(x), *x, *c.T.ravel()]
        if self.kind == "periodic":
            return [PERIODIC, self.x[0], self.x[-1] - self.x[0], self.y[-1] - self.y[0], *table]
        return table


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
        _finite("curve Integral", self.start, self.value)
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


@dataclass(frozen=True, eq=False)
class PythonCurve(Curve):
    """A Python function of one variable; derivatives are given or made by differences of fourth order.

    Parameters
    ----------
    function : callable
        f(x) -> float, or -> (f, f′, f″).
    scale : float
        Length of x over which the function changes; sets the step of the differences.
    """

    function: Callable[[float], Any]
    scale: float = 1.0
    callback: Callback = field(init=False, repr=False)

    def __post_init__(self) -> None:
        def fill(arguments: Any, results: Any) -> None:
            value = self.function(float(arguments[0]))
            if isinstance(value, tuple):
                results[:] = value
                return
            h = 1e-3 * self.scale
            far_down, down, up, far_up = (self.function(float(arguments[0] + a * h)) for a in (-2, -1, 1, 2))
            slope = (8.0 * (up - down) - (far_up - far_down)) / (12.0 * h)
            bend = (16.0 * (up + down) - (far_up + far_down) - 30.0 * value) / (12.0 * h * h)
            results[:] = (value, slope, bend)

        object.__setattr__(self, "callback", Callback(fill, 1, 3))

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
    _finite(where, value)
    return Polynomial(value)
