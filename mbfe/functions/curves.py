"""Functions of one variable with two derivatives: time functions, force laws given as tables or callables.

A curve is data for compiled code: its numbers are stored in one array (`curves`) and a law gets the place
where they begin. So a constant can be replaced by a table or a Python callable without a new compilation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.checks import number, shown
from mbfe.contracts import check_fields, checked
from mbfe.errors import ModelError, settle
from mbfe.functions.curve_arrays import least
from mbfe.functions.curve_base import Curve
from mbfe.functions.curve_law import CurveKind, antiderivative, evaluate
from mbfe.functions.curve_python import PythonCurve
from mbfe.functions.curve_table import Table

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
        numbered = enumerate(coefficients)
        kept = tuple(number("curve Polynomial", f"coefficients, c{i}", c) for i, c in numbered)
        settle(self, coefficients=kept or (0.0,))

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [CurveKind.POLYNOMIAL, len(self.coefficients), *reversed(self.coefficients)]


def constant(value: float) -> Polynomial:
    """Curve of a constant value."""
    return Polynomial(number("curves.constant", "value", value))


@dataclass(frozen=True)
class Ramp(Curve):
    """Straight line from (start, before) to (end, after), constant outside.

    Parameters
    ----------
    start, end : float
        Interval, e.g. [s]; equal for a discontinuity.
    before, after : float
        Values at its ends.
    """

    start: float
    end: float
    before: float = 0.0
    after: float = 1.0

    def __post_init__(self) -> None:
        check_fields(self, where=f"curve {type(self).__name__}")
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
        return [CurveKind.RAMP, self.start, self.end, self.before, self.after]


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
        return [CurveKind.SMOOTH, self.start, self.end, self.before, self.after]


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
        check_fields(self, where=f"curve {type(self).__name__}")
        if (self.frequency is None) == (self.omega is None):
            raise ModelError(
                "curve Harmonic",
                f"frequency={self.frequency}, omega={self.omega}",
                allowed="exactly one of frequency [Hz] and omega [rad/s]",
            )
        w = self.omega if self.omega is not None else 2.0 * math.pi * float(self.frequency or 0.0)
        settle(self, omega=w)

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        return [CurveKind.HARMONIC, self.amplitude, float(self.omega or 0.0), self.phase, self.offset]


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
        check_fields(self, where=f"curve {type(self).__name__}")
        if not isinstance(self.of, Curve) or isinstance(self.of, PythonCurve | Integral):
            raise ModelError(
                "curve Integral: of",
                shown(self.of),
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
        return [CurveKind.INTEGRAL, begins - self.value, *stored]


@checked
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


def as_curve(given: Any, where: str, *, of: str = "t") -> Curve:
    """Turn a number, a curve or a Python callable into a curve.

    Errors, also of what a function returns, begin with `where`; `of` names the variable, ``"t"`` for the
    time.
    """
    if isinstance(given, PythonCurve):
        return given if given.where else replace(given, where=where, of=of)
    if isinstance(given, Curve):
        return given
    if callable(given) and not isinstance(given, type):
        return PythonCurve(given, where=where, of=of)
    return Polynomial(number(where, "", given, allowed=f"a number, a curve of mbfe.curves or f({of})"))


def refuse_jump(curve: Curve, where: str, *, of_time: bool) -> None:
    """Refuse a discontinuous curve: of a position over time, or of a force over a coordinate.

    Corners of a Python function need not be discontinuities and are accepted.
    """
    if isinstance(curve, PythonCurve):
        return
    if of_time:
        raise ModelError(
            where,
            f"the prescribed position is discontinuous at t = {curve.jumps[0]:g} s",
            allowed="a continuous position; a speed may be discontinuous",
            remedy="Let it move within a time: curves.SmoothStep(start, end, before, after)",
        )
    raise ModelError(
        where,
        f"its curve is discontinuous at {curve.jumps[0]:g}, over an argument that is not the time",
        allowed="a continuous curve there; curves of time may be discontinuous",
        remedy="Give the two points a small distance, or let blocks.Switch choose between two inputs",
    )


def refuse_negative(curve: Curve, where: str) -> None:
    """Refuse a curve that is known to be negative somewhere, as a table between its ends."""
    storage = np.array(curve.stored(), dtype=float)
    lowest = least(storage, 0)
    if lowest < -ROUND_OFF * abs(float(np.abs(storage).max())):
        remedy = ""
        if isinstance(curve, Table) and min(curve.y) >= 0.0:
            others = 'kind="monotone" and "linear" do not'
            remedy = f'A spline of kind="{curve.kind}" overshoots its points; {others}'
        raise ModelError(where, f"a curve that falls to {lowest:.6g}", allowed="zero or more", remedy=remedy)
