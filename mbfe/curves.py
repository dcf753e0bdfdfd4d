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
from mbfe.compiled import compiled, invoke
from mbfe.errors import ModelError

POLYNOMIAL, RAMP, SMOOTH, HARMONIC, TABLE, PYTHON = range(6)


@compiled
def evaluate(curves, at, x):
    """Value and two derivatives of the curve stored at ``at``.

    Parameters
    ----------
    curves : (n,) array
        Storage of all curves.
    at : float or int
        Where the curve begins.
    x : float
        Argument.

    Returns
    -------
    tuple of 3 float
        f(x), f′(x), f″(x), at a kink those from the left; not a number if a Python callable failed.
    """
    i = int(at)
    kind = int(curves[i])
    if kind == POLYNOMIAL:
        n = int(curves[i + 1])
        f = d = s = 0.0
        for q in range(n):
            s = s * x + 2.0 * d
            d = d * x + f
            f = f * x + curves[i + 2 + q]
        return f, d, s
    if kind == RAMP or kind == SMOOTH:
        x0, x1, y0, y1 = curves[i + 1], curves[i + 2], curves[i + 3], curves[i + 4]
        if x <= x0:
            return y0, 0.0, 0.0
        if x > x1:
            return y1, 0.0, 0.0
        w = 1.0 / (x1 - x0)
        u = (x - x0) * w
        if kind == RAMP:
            return y0 + (y1 - y0) * u, (y1 - y0) * w, 0.0
        f = u * u * u * (10.0 + u * (6.0 * u - 15.0))
        d = 30.0 * u * u * (1.0 - u) * (1.0 - u) * w
        s = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) * w * w
        return y0 + (y1 - y0) * f, (y1 - y0) * d, (y1 - y0) * s
    if kind == HARMONIC:
        amplitude, w, phase = curves[i + 1], curves[i + 2], curves[i + 3]
        sine = amplitude * math.sin(w * x + phase)
        return curves[i + 4] + sine, amplitude * w * math.cos(w * x + phase), -w * w * sine
    if kind == TABLE:
        return _table(curves, i, x)
    curves[i + 2] = x
    if invoke(curves[i + 1], curves[i + 2 : i + 3], curves[i + 3 : i + 6]) != 0:
        return math.nan, math.nan, math.nan
    return curves[i + 3], curves[i + 4], curves[i + 5]


@compiled
def _table(curves, i, x):
    n = int(curves[i + 1])
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x > curves[i + 2 + middle]:
            low = middle
        else:
            high = middle
    u = x - curves[i + 2 + low]
    c = i + 2 + n + 4 * low
    f = ((curves[c] * u + curves[c + 1]) * u + curves[c + 2]) * u + curves[c + 3]
    d = (3.0 * curves[c] * u + 2.0 * curves[c + 1]) * u + curves[c + 2]
    return f, d, 6.0 * curves[c] * u + 2.0 * curves[c + 1]


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
        return evaluate(np.array(self.stored(), dtype=float), 0, float(x))

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
    kind : {"cubic", "monotone", "linear"}
        Natural cubic spline, monotone cubic (no overshoot), or straight lines (with kinks at the points).
    extrapolate : {"constant", "linear", "error"}
        Beyond the ends: the end value, the end slope, or a failed step.
    """

    x: Sequence[float]
    y: Sequence[float]
    kind: str = "cubic"
    extrapolate: str = "constant"

    def __post_init__(self) -> None:
        x, y = np.asarray(self.x, dtype=float), np.asarray(self.y, dtype=float)
        if x.ndim != 1 or x.shape != y.shape or x.size < 2:
            raise ModelError(
                "curve Table",
                f"x of shape {x.shape}, y of shape {y.shape}",
                allowed="two equal rows of 2 or more",
            )
        if not (np.isfinite(x).all() and np.isfinite(y).all() and (np.diff(x) > 0).all()):
            raise ModelError(
                "curve Table", "x or y not finite, or x not increasing", allowed="finite values, x increasing"
            )
        if self.kind not in ("cubic", "monotone", "linear"):
            raise ModelError("curve Table: kind", f'"{self.kind}"', allowed='"cubic", "monotone", "linear"')
        if self.extrapolate not in ("constant", "linear", "error"):
            raise ModelError(
                "curve Table: extrapolate", f'"{self.extrapolate}"', allowed='"constant", "linear", "error"'
            )
        object.__setattr__(self, "x", tuple(x))
        object.__setattr__(self, "y", tuple(y))

    @property
    def kinks(self) -> tuple[float, ...]:
        """The points, for straight lines."""
        return tuple(self.x) if self.kind == "linear" else (self.x[0], self.x[-1])

    def _pieces(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        x, y = np.asarray(self.x), np.asarray(self.y)
        if self.kind == "linear":
            c = np.zeros((4, x.size - 1))
            c[2], c[3] = np.diff(y) / np.diff(x), y[:-1]
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
        return [TABLE, len(x), *x, *c.T.ravel()]


@dataclass(frozen=True, eq=False)
class PythonCurve(Curve):
    """A Python function of one variable; derivatives are given or made by central differences.

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
            h = 1e-4 * self.scale
            up, down = self.function(float(arguments[0] + h)), self.function(float(arguments[0] - h))
            results[:] = (value, (up - down) / (2 * h), (up - 2 * value + down) / h**2)

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
