"""Curves: values against closed forms and SciPy, derivatives against differences, kinks and refusals."""

from __future__ import annotations

import gc
import math
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, PchipInterpolator

from mbfe import curves, profiles
from mbfe.errors import ModelError
from mbfe.functions.curves import Curve, Harmonic, Polynomial, PythonCurve, Ramp, SmoothStep, Table
from mbfe.functions.instants import repeated

X = (0.0, 0.4, 1.0, 1.3, 2.5)
Y = (0.0, 1.0, 1.2, 1.2, -0.5)


def smooth(u: float) -> float:
    """10u³ − 15u⁴ + 6u⁵."""
    return 10.0 * u**3 - 15.0 * u**4 + 6.0 * u**5


class Gaining:
    """The periodic table: SciPy's periodic spline about the line of its gain."""

    def __init__(self) -> None:
        self.gain = (Y[-1] - Y[0]) / X[-1]
        level = np.subtract(Y, self.gain * np.array(X))
        self.spline = CubicSpline(X, [*level[:-1], level[0]], bc_type="periodic")

    def __call__(self, x: float) -> float:
        """Value at x."""
        return float(self.spline(x) + self.gain * x)


TURNS = np.arange(-6.0, 6.0)[:, None]
PERIODS = (X[:-1] + X[-1] * TURNS).ravel(), (Y[:-1] + Y[-1] * TURNS).ravel()
"""Points of many periods, which begin at (0, 0)."""

CLOSED: list[tuple[Curve, Callable[[Any], Any], tuple[float, float]]] = [
    (curves.constant(3.0), lambda x: 3.0, (-5.0, 5.0)),
    (Polynomial(1.0, -2.0, 0.5, 0.25), lambda x: 1.0 - 2.0 * x + 0.5 * x**2 + 0.25 * x**3, (-2.0, 2.0)),
    (Ramp(1.0, 3.0, -1.0, 5.0), lambda x: -1.0 + 3.0 * (x - 1.0), (1.01, 2.99)),
    (Ramp(1.0, 3.0, -1.0, 5.0), lambda x: 5.0, (3.01, 9.0)),
    (SmoothStep(1.0, 3.0, -1.0, 5.0), lambda x: -1.0 + 6.0 * smooth(0.5 * (x - 1.0)), (1.01, 2.99)),
    (SmoothStep(1.0, 3.0, -1.0, 5.0), lambda x: -1.0, (-9.0, 0.99)),
    (
        Harmonic(2.0, 0.5, phase=0.3, offset=1.0),
        lambda x: 1.0 + 2.0 * math.sin(math.pi * x + 0.3),
        (-3.0, 3.0),
    ),
    (Harmonic(2.0, omega=4.0), lambda x: 2.0 * math.sin(4.0 * x), (-3.0, 3.0)),
    (Table(X, Y), CubicSpline(X, Y, bc_type="natural"), (0.01, 2.49)),
    (Table(X, Y, kind="monotone"), PchipInterpolator(X, Y), (0.01, 2.49)),
    (Table(X, Y, kind="linear"), lambda x: np.interp(x, X, Y), (0.01, 2.49)),
    (Table(X, Y), lambda x: -0.5, (2.51, 2e4)),
    (Table(X, Y, kind="linear", extrapolate="linear"), lambda x: 2.5 * x, (-2e4, -0.01)),
    (Table(X, Y, kind="linear", extrapolate="linear"), lambda x: -0.5 - 1.7 / 1.2 * (x - 2.5), (2.51, 2e4)),
    (Table(X, Y, kind="periodic"), Gaining(), (-9.0, 9.0)),
    (Table(X, Y, periodic=True), Gaining(), (-9.0, 9.0)),
    (Table(X, Y, kind="linear", periodic=True), lambda x: np.interp(x, *PERIODS), (-9.0, 9.0)),
    (
        Table(X, Y, kind="monotone", periodic=True),
        PchipInterpolator(*PERIODS),
        (-9.0, 9.0),
    ),
    (
        curves.integral(Polynomial(1.0, -2.0, 0.5), start=1.0, value=3.0),
        lambda x: x - x**2 + x**3 / 6 + 17 / 6,
        (-2.0, 2.0),
    ),
    (PythonCurve(lambda x: math.exp(-x)), lambda x: math.exp(-x), (0.0, 2.0)),
    (PythonCurve(lambda x: (x**3, 3 * x**2, 6 * x)), lambda x: x**3, (-2.0, 2.0)),
]


@pytest.mark.parametrize(("curve", "closed", "interval"), CLOSED, ids=lambda given: type(given).__name__)
def test_values_and_derivatives(
    curve: Curve, closed: Callable[[Any], Any], interval: tuple[float, float]
) -> None:
    rng = np.random.default_rng(4)
    for x in rng.uniform(*interval, size=7):
        if np.abs(repeated(curve.kinks, curve.period, *interval) - x).min(initial=1.0) < 1e-3:
            continue
        value, first, second = curve.derivatives(x)
        size = max(1.0, abs(value))
        assert value == pytest.approx(closed(x), abs=1e-12 * size)
        h = 1e-4
        # a cubic spline's third derivative jumps at its points, no lower one does
        assert first == pytest.approx((curve(x + h) - curve(x - h)) / (2 * h), abs=2e-6 * size)
        slopes = (curve.derivatives(x + h)[1] - curve.derivatives(x - h)[1]) / (2 * h)
        if not (
            isinstance(curve, Table) and curve.kind == "monotone" and np.abs(PERIODS[0] - x).min() < 2 * h
        ):
            assert second == pytest.approx(slopes, abs=3e-3 * size)


def test_arrays_are_evaluated_point_by_point() -> None:
    x = np.linspace(-1.0, 1.0, 6).reshape(2, 3)
    values = Polynomial(0.0, 0.0, 1.0)(x)
    np.testing.assert_allclose(values, x**2, atol=1e-15)
    assert Polynomial(2.0)(0.3) == 2.0


def test_ends_of_intervals_belong_to_the_inside() -> None:
    table = Table(X, Y, extrapolate="error")
    assert table(0.0) == pytest.approx(0.0, abs=1e-300)
    assert table(2.4999999) == pytest.approx(-0.5, abs=1e-6)
    assert math.isnan(table(-1e-9))
    assert math.isnan(table(2.6))
    assert table(2.5) == pytest.approx(-0.5)


def test_smooth_step_is_smooth_at_its_ends() -> None:
    step = SmoothStep(0.0, 2.0, 1.0, 4.0)
    for end, value in ((0.0, 1.0), (2.0, 4.0)):
        for side in (-1e-8, 1e-8):
            np.testing.assert_allclose(step.derivatives(end + side), (value, 0.0, 0.0), atol=1e-6)


def test_monotone_table_does_not_overshoot() -> None:
    table, x = Table((0, 1, 2, 3), (0, 0, 1, 1), kind="monotone"), np.linspace(0, 3, 200)
    assert (np.diff(table(x)) >= -1e-15).all()
    cubic = Table((0, 1, 2, 3), (0, 0, 1, 1))(x)
    assert cubic.min() < -0.01


def test_kinks_are_where_derivatives_jump() -> None:
    for curve in (Ramp(1.0, 3.0), Table(X, Y, kind="linear"), Table(X, Y)):
        assert curve.kinks
        for kink in curve.kinks:
            jump = np.subtract(curve.derivatives(kink + 1e-9), curve.derivatives(kink - 1e-9))
            assert abs(jump[0]) < 1e-6
            assert np.abs(jump[1:]).max() > 0.1
    for curve in (Polynomial(1.0, 2.0), Harmonic(1.0, 1.0), SmoothStep(0.0, 1.0)):
        assert curve.kinks == ()


@pytest.mark.parametrize(("first", "period"), [(0.0, 0.1), (0.3, 1 / 3), (-2.7, 0.07), (5.0, 1e-3)])
@pytest.mark.parametrize("start", [-50.0, 0.0, 1.0, 1e4])
def test_periodic_jumps_count_from_the_left(first: float, period: float, start: float) -> None:
    """At each corner, a rounded number, what is before it counts, and a few numbers later what is behind."""
    x = first + period * np.array([0.0, 0.37, 0.37, 1.0, 1.0])
    wave = Table(x, (2.0, 2.0, -1.0, -1.0, 2.0), kind="linear", periodic=True)
    assert wave.kinks == wave.jumps == (x[0], x[1])
    corners = repeated(wave.jumps, wave.period, start, start + 20 * period).reshape(-1, 2)
    ulp = np.spacing(max(abs(first), abs(start) + 25 * period))
    for down, up in zip(corners[:, 1], corners[1:, 0], strict=False):
        for corner, before, after in ((down, 2.0, -1.0), (up, -1.0, 2.0)):
            x = (corner - ulp, corner, corner + 3 * ulp)
            assert wave(x).tolist() == [before, before, after]
            assert [wave.derivatives(value)[0] for value in x] == [before, before, after]
    np.testing.assert_allclose(np.diff(corners[:, 0]), period, atol=4 * ulp)


def test_periodic_tables_gain_and_jump_at_their_ends() -> None:
    """A jump where a period ends is written there or at the beginning; the integral continues through all."""
    end = Table((0.0, 1.0, 1.0), (0.0, 2.0, 0.0), kind="linear", periodic=True)
    begin = Table((0.0, 0.0, 1.0), (2.0, 0.0, 2.0), kind="linear", periodic=True)
    stairs = Table((0.0, 1.0, 1.0), (0.0, 0.0, 2.0), kind="linear", periodic=True)
    x = np.linspace(-3.31, 4.43, 100)
    np.testing.assert_allclose(end(x), 2.0 * (x - np.floor(x)), atol=1e-12)
    np.testing.assert_allclose(begin(x), end(x), atol=1e-12)
    np.testing.assert_allclose(stairs(x), 2.0 * np.floor(x), atol=1e-12)
    assert end.jumps == begin.jumps == stairs.jumps == (0.0,)
    area = curves.integral(end)
    assert area.period == 1.0
    np.testing.assert_allclose(area(x), np.floor(x) + (x - np.floor(x)) ** 2, atol=1e-12)
    assert Table((0.0, 1.0, 2.0), (0.0, 1.0, 0.0), kind="linear", periodic=True).jumps == ()
    with pytest.raises(ModelError, match="written once"):
        Table((0.0, 0.0, 1.0, 1.0), (2.0, 0.0, 2.0, 0.0), kind="linear", periodic=True)
    with pytest.raises(ModelError, match=r"1e\+08 corners|corners of a time function"):
        repeated((0.0, 0.5), 1.0, 0.0, 1e8)


def test_python_failure_is_not_a_number_and_is_kept() -> None:
    curve = PythonCurve(lambda x: 1.0 / x)
    assert curve(0.5) == pytest.approx(2.0)
    assert math.isnan(curve(0.0))
    assert isinstance(curve.callback.error, ZeroDivisionError)
    with pytest.raises(ModelError, match=r"its function raised ZeroDivisionError.* at x = 0"):
        curve.derivatives(0.0)


def test_numbers_and_functions_become_curves() -> None:
    assert curves.as_curve(2, "x")(9.0) == 2.0
    assert curves.as_curve(math.sin, "x")(1.0) == pytest.approx(math.sin(1.0))
    ramp = Ramp(0.0, 1.0)
    assert curves.as_curve(ramp, "x") is ramp


INTEGRATED = [
    Polynomial(1.0, -2.0, 0.5, 0.25),
    Ramp(1.0, 3.0, -1.0, 5.0),
    SmoothStep(1.0, 3.0, -1.0, 5.0),
    Harmonic(2.0, 0.5, phase=0.3, offset=1.0),
    Harmonic(2.0, omega=0.0, phase=0.3),
    *(Table(X, Y, kind=kind) for kind in ("cubic", "monotone", "linear", "periodic")),
    Table(X, Y, extrapolate="linear"),
]


@pytest.mark.parametrize("curve", INTEGRATED, ids=repr)
def test_integral_is_that_of_quadrature(curve: Curve) -> None:
    made = curves.integral(curve, start=0.7, value=2.0)
    # pieces between which the curve is smooth: points of the table, in every period
    ends = np.unique([-4.0, 0.7, 3.0, 6.0, *curve.kinks, *(k * 2.5 + x for k in range(-2, 3) for x in X)])
    nodes, weights = np.polynomial.legendre.leggauss(20)
    for x in (-4.0, 0.2, 0.7, 1.9, 6.0):
        low, high = sorted((0.7, x))
        inner = np.array([low, *ends[(ends > low) & (ends < high)], high])
        middle, half = 0.5 * (inner[1:] + inner[:-1]), 0.5 * np.diff(inner)
        sums = half @ (curve(middle[:, None] + half[:, None] * nodes) @ weights)
        expected = 2.0 + (sums if x >= 0.7 else -sums)
        assert made(x) == pytest.approx(expected, abs=1e-11)
        assert made.derivatives(x)[1] == pytest.approx(curve(x), abs=1e-14)
    assert made.kinks == curve.kinks


def test_trapezoidal_speed_covers_its_distance_at_its_rates() -> None:
    given = {"distance": 1.375, "speed": 1.0, "acceleration": 2.0, "deceleration": 4.0}
    profile = profiles.trapezoidal_speed(start=0.5, **given)
    assert profile.x == pytest.approx((0.5, 1.0, 2.0, 2.25))
    position = curves.integral(profile)
    assert position(5.0) == pytest.approx(1.375, abs=1e-15)
    assert position.derivatives(0.75)[:2] == pytest.approx((0.0625, 0.5))
    assert position.derivatives(0.75)[2] == pytest.approx(2.0)
    short = profiles.trapezoidal_speed(**given | {"distance": -0.1})
    assert len(short.x) == 3
    assert min(short.y) == pytest.approx(-math.sqrt(2 * 0.1 * 8.0 / 6.0))
    assert curves.integral(short)(9.0) == pytest.approx(-0.1, abs=1e-15)


NAN = float("nan")
REFUSED = [
    (lambda: curves.as_curve("up", "Force: value"), "Force: value: 'up'"),
    (lambda: curves.as_curve(NAN, "Force: value"), "Force: value: nan was given"),
    (lambda: Polynomial(1.0, math.inf), "inf was given"),
    (lambda: Ramp(1.0, 0.9), "end = start for a jump"),
    (lambda: SmoothStep(0.0, NAN), "nan was given"),
    (lambda: curves.integral(math.sin), "neither a Python function"),
    (lambda: profiles.trapezoidal_speed(distance=0.0, speed=1.0, acceleration=1.0), "not zero"),
    (lambda: profiles.trapezoidal_speed(distance=1.0, speed=0.0, acceleration=1.0), "speed"),
    (lambda: Harmonic(1.0), "exactly one of frequency"),
    (lambda: Harmonic(1.0, 2.0, 3.0), "exactly one of frequency"),
    (lambda: Table((0, 1), (0,)), "two equal rows"),
    (lambda: Table((0,), (0,)), "two equal rows"),
    (lambda: Table((0, 0), (1, 2)), "points at two or more x"),
    (lambda: Table((0, 2, 1), (1, 2, 3)), "increasing numbers"),
    (lambda: Table((0, 1), (1, NAN)), "finite"),
    (lambda: Table(X, Y, kind="quintic"), "cubic"),
    (lambda: Table(X, Y, extrapolate="wrap"), "constant"),
]


@pytest.mark.parametrize(("make", "words"), REFUSED)
def test_mistakes_are_refused(make: Callable[[], Curve], words: str) -> None:
    with pytest.raises(ModelError) as caught:
        make()
    assert words in str(caught.value)


# ------------------------------------------------------------------ many arguments at once


@pytest.mark.parametrize(
    "curve",
    [
        Polynomial(0.3),
        Polynomial(0.3, -1.0, 2.0),
        Ramp(0.1, 1.7, -1.0, 2.0),
        SmoothStep(0.1, 1.7, -1.0, 2.0),
        Harmonic(1.5, 0.4, phase=0.3, offset=-0.2),
        *(Table(X, Y, kind=kind) for kind in ("cubic", "monotone", "linear", "periodic")),
        Table(X, Y, extrapolate="linear"),
        Table(X, Y, extrapolate="error"),
        Table((0.1, 1.0, 1.0, 1.7), (0.0, 1.0, 3.0, 2.0), kind="linear", periodic=True),
        Table((0.0, 1.0, 1.0, 2.5), (0.0, 1.0, 3.0, 2.0)),
        Ramp(1.0, 1.0, -1.0, 2.0),
        curves.integral(Table(X, Y, kind="linear")),
        PythonCurve(math.cos),
    ],
    ids=lambda curve: getattr(curve, "kind", type(curve).__name__),
)
def test_values_of_many_arguments_are_those_of_each(curve: Curve) -> None:
    """Inside, outside and on the knots; the shape is that of the arguments, numbers give numbers."""
    x = np.concatenate([np.linspace(-4.0, 7.0, 89), X, (0.1, 1.7, 5.0, np.nextafter(2.5, 3.0))])
    each = [curve.derivatives(value)[0] for value in x]
    np.testing.assert_allclose(curve(x), each, rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(curve(x.reshape(7, -1)).ravel(), each, rtol=0.0, atol=1e-13)
    assert np.ndim(curve(1.3)) == 0
    assert curve(1.3) == pytest.approx(curve.derivatives(1.3)[0], abs=1e-13)


def test_a_python_function_is_released_with_its_curve() -> None:
    curve = PythonCurve(lambda t: 2.0 * t)
    assert curve.derivatives(3.0)[0] == 6.0
    watched = weakref.ref(curve)
    del curve
    gc.collect()
    assert watched() is None
