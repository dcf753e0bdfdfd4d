"""Inputs that jump or rise within a short time: steps end at both corners, and second order is kept.

Source: closed forms of a mass on a guide, pushed by a force that rises linearly, or driven at such a speed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.errors import ModelError

pytestmark = pytest.mark.slow

MASS, LOW, HIGH = 2.0, 1.0, 3.0
RISES = (1e-2, 1e-3, 1e-5, 1e-9, 1e-16, 0.0)
STEPS = (0.03, 0.01, "auto")


def table(t: float, rise: float, **more: Any) -> curves.Curve:
    return curves.Table((0.0, t, t + rise, 2.0), (LOW, LOW, HIGH, HIGH), **more)


def function(t: float, rise: float) -> curves.Curve:
    def value(now: float) -> float:
        if rise == 0.0:
            return HIGH if now >= t else LOW
        return LOW + (HIGH - LOW) * min(max((now - t) / rise, 0.0), 1.0)

    return curves.PythonCurve(value, corners=(t, t + rise))


KINDS: dict[str, Callable[[float, float], curves.Curve]] = {
    "ramp": lambda t, rise: curves.Ramp(t, t + rise, LOW, HIGH),
    "table": lambda t, rise: table(t, rise, kind="linear"),
    "monotone": lambda t, rise: table(t, rise, kind="monotone"),
    "function": function,
}


def guide() -> mbfe.Model:
    model = mbfe.Model("guide")
    body = model.add(elements.RigidBody("body", mass=MASS, inertia=(1.0, 1.0, 1.0)))
    model.add(joints.Prismatic("guide", model.ground, body, axis=(1, 0, 0)))
    return model


def pushed(curve: curves.Curve) -> mbfe.Model:
    model = guide()
    model.add(elements.Force("push", "body", curve, direction=(1, 0, 0)))
    return model


def pushed_by_a_block(curve: curves.Curve) -> mbfe.Model:
    model = guide()
    model.add(joints.Motor("push", "guide.displacement", force=blocks.Gain("gain", curve, 1.0, unit="N")))
    return model


def moved(t: float, rise: float, end: float) -> tuple[float, float]:
    """Displacement and velocity at the end of m ẍ = f(t), f from LOW to HIGH in the rise."""
    rest, jump = end - t - rise, HIGH - LOW
    first = LOW * t + (LOW + 0.5 * jump) * rise
    x = 0.5 * LOW * (t + rise) ** 2 + jump * rise**2 / 6.0 + first * rest + 0.5 * HIGH * rest**2
    return x / MASS, (first + HIGH * rest) / MASS


def check(run: mbfe.Run, t: float, rise: float, step: Any) -> None:
    """Displacement, velocity and accelerations on both sides of the rise, and the energy."""
    h = step if step != "auto" else 0.05
    x, v = moved(t, rise, 1.0)
    body, time = run["body"], np.asarray(run.time)
    assert abs(body.position.x[-1] - x) < 0.15 * h * h
    assert abs(body.velocity.x[-1] - v) < 0.15 * h * h
    a = body.acceleration.x.values
    np.testing.assert_allclose(a[time < t - 1e-9], LOW / MASS, atol=1e-9)
    np.testing.assert_allclose(a[time > t + rise + 1e-9], HIGH / MASS, atol=1e-9)
    assert run.energy.balance_error < h * h


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", [pushed, pushed_by_a_block], ids=["force", "block"])
def test_forces_of_any_rise(kind: str, make: Callable[[curves.Curve], mbfe.Model]) -> None:
    """On and off the grid of the steps, fixed and automatic ones, forces and blocks."""
    for rise in RISES:
        for step in STEPS:
            t = 0.3 if rise != 1e-5 else 0.1234
            run = mbfe.solve_dynamic(make(KINDS[kind](t, rise)), duration=1.0, step=step, progress=False)
            check(run, t, rise, step)


@pytest.mark.parametrize("ratio", [3.0, 1.0, 0.5, 0.1, 0.05, 1e-2, 1e-3, 1e-4, 1e-8])
def test_any_part_of_a_step(ratio: float) -> None:
    """Velocities are exact for any rise, also where it is a part of the step."""
    for step in (0.02, 0.01):
        model = pushed(curves.Ramp(0.5003, 0.5003 + ratio * step, LOW, HIGH))
        run = mbfe.solve_dynamic(model, duration=1.0, step=step, progress=False)
        _, v = moved(0.5003, ratio * step, 1.0)
        assert abs(run["body"].velocity.x[-1] - v) < 1e-8


@pytest.mark.parametrize("k", range(1, 100, 7))
def test_a_jump_on_the_grid(k: int) -> None:
    """k steps of 0.01 s and the number k/100 differ by round-off: the step ends at the jump and before it."""
    model = pushed(curves.Ramp(k / 100, k / 100, LOW, HIGH))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01, progress=False)
    check(run, k / 100, 0.0, 0.01)
    assert len(run.time) == 102


@pytest.mark.parametrize("scheme", ["newmark", "trapezoidal", "hht", "soi2"])
@pytest.mark.parametrize("rise", [0.0, 1e-5])
def test_other_schemes(scheme: str, rise: float) -> None:
    """Methods whose history a corner does not suit restart as at the start of the run."""
    errors = []
    for step in (0.02, 0.01):
        model = pushed(curves.Ramp(0.3, 0.3 + rise, LOW, HIGH))
        run = mbfe.solve_dynamic(model, duration=1.0, step=step, scheme=scheme, progress=False)
        errors.append(abs(run["body"].velocity.x[-1] - moved(0.3, rise, 1.0)[1]))
    assert errors[0] < 0.2 * 0.02**2 + 1e-6
    assert errors[1] < 0.2 * 0.01**2 + 1e-6


@pytest.mark.parametrize("rise", [1e-2, 1e-5, 1e-9, 0.0])
@pytest.mark.parametrize("step", [0.03, "auto"], ids=str)
def test_driven_speeds_of_any_rise(rise: float, step: Any) -> None:
    """A motor's speed that jumps: way, speed, effort on both sides, and the work that is kinetic energy."""
    model = guide()
    speed = curves.Table((0.0, 0.4, 0.4 + rise, 2.0), (1.0, 1.4, 3.0, 3.0), kind="linear")
    model.add(joints.Motor("drive", "guide.displacement", speed=speed))
    run = mbfe.solve_dynamic(model, duration=1.0, step=step, initial="project", progress=False)
    body, time = run["body"], np.asarray(run.time)
    np.testing.assert_allclose(body.velocity.x[time < 0.39], 1.0 + time[time < 0.39], atol=1e-9)
    np.testing.assert_allclose(body.velocity.x[time > 0.4 + rise + 1e-8], 3.0, atol=1e-9)
    way = 0.4 * 1.2 + 2.2 * rise + 3.0 * (0.6 - rise)
    assert body.position.x[-1] == pytest.approx(way, abs=2e-4 if step == "auto" else 1e-6)
    effort = run["drive"].effort.values
    np.testing.assert_allclose(effort[time < 0.39], MASS, atol=1e-6)
    np.testing.assert_allclose(effort[time > 0.4 + rise + 1e-8], 0.0, atol=1e-6)
    assert run.energy.work[-1] - run.energy.work[0] == pytest.approx(0.5 * MASS * (9.0 - 1.0), rel=1e-4)


def test_delays_hand_jumps_on() -> None:
    """A jump that comes out of a delay, and of a second one behind it, is a corner as well."""
    for step in (0.03, 0.01):
        model = guide()
        model.add(blocks.Step("command", time=0.1, before=LOW, after=HIGH))
        model.add(blocks.Delay("late", "command", 0.1, unit="N"))
        model.add(blocks.Delay("later", "late", 0.1, unit="N"))
        model.add(joints.Motor("push", "guide.displacement", force="later"))
        run = mbfe.solve_dynamic(model, duration=1.0, step=step, progress=False)
        check(run, 0.3, 0.0, step)


def test_a_periodic_table_with_steep_parts() -> None:
    """A pulse of 2 ms in a period of 0.2 s: steps end at its points, and the impulse is met."""
    t = np.array([0.0, 0.1, 0.1005, 0.101, 0.1015, 0.102, 0.2])
    pulse = curves.Table(t, (0.0, 0.0, 40.0, 100.0, 40.0, 0.0, 0.0), kind="periodic")
    run = mbfe.solve_dynamic(pushed(pulse), duration=1.0, step=0.005, progress=False)
    impulse = curves.integral(pulse)(1.0)
    assert run["body"].velocity.x[-1] == pytest.approx(impulse / MASS, rel=1e-2)
    assert np.isin(np.round(0.1 + 0.2 * np.arange(5), 9), np.round(run.time, 9)).all()


PERIOD = 0.07
"""Of periodic inputs [s]; no multiple of any step."""
SHAPES = {
    "square": ((0.0, 0.4, 0.4, 1.0, 1.0), (3.0, 3.0, 0.0, 0.0, 3.0)),
    "triangle": ((0.0, 0.3, 1.0), (0.0, 4.0, 0.0)),
    "sawtooth": ((0.0, 1.0, 1.0), (0.0, 4.0, 0.0)),
    "staircase": ((-3.0, -2.5, -2.5, -2.0), (1.0, 1.0, 1.5, 1.5)),
}


def written_out(table: curves.Table, start: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    """Points of the periods of a table that meet an interval, cut off at its ends."""
    x, y = np.asarray(table.x), np.asarray(table.y)
    turns = np.arange(np.floor((start - x[0]) / table.period), np.ceil((end - x[0]) / table.period))[:, None]
    t, f = (x + table.period * turns).ravel(), (y + (y[-1] - y[0]) * turns).ravel()
    inside = (t > start) & (t < end)
    first, last = np.interp(start, t, f), np.interp(end, t, f)
    return np.array([start, *t[inside], end]), np.array([first, *f[inside], last])


def exact(t: np.ndarray, f: np.ndarray) -> tuple[float, float]:
    """Displacement and velocity of m ẍ = f at the end, from rest, f linear between its points."""
    x = v = 0.0
    for h, a, b in zip(np.diff(t), f[:-1] / MASS, f[1:] / MASS, strict=True):
        x, v = x + v * h + h * h * (2.0 * a + b) / 6.0, v + 0.5 * h * (a + b)
    return float(x), float(v)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("make", [pushed, pushed_by_a_block], ids=["force", "block"])
def test_periodic_tables_have_corners_in_every_period(
    shape: str, make: Callable[[curves.Curve], mbfe.Model]
) -> None:
    """Straight lines that repeat themselves keep second order, with steps longer than the period, too."""
    x, y = SHAPES[shape]
    force = curves.Table(PERIOD * np.array(x), y, kind="linear", periodic=True)
    duration = 0.95
    points, values = written_out(force, 0.0, duration)
    way, speed = exact(points, values)
    for step in (0.1, 0.02, 0.01, "auto"):
        h = 0.03 if step == "auto" else min(step, PERIOD)
        run = mbfe.solve_dynamic(make(force), duration=duration, step=step, progress=False)
        assert all(np.abs(np.asarray(run.time) - corner).min() < 1e-12 for corner in points)
        body = run["body"]
        assert abs(body.velocity.x[-1] - speed) < 1.0 * h * h
        assert abs(body.position.x[-1] - way) < 3.0 * h * h
        time = np.asarray(run.time)
        inside = np.abs(time[:, None] - points).min(axis=1) > 1e-9
        np.testing.assert_allclose(
            body.acceleration.x[inside], np.interp(time[inside], points, values) / MASS, atol=1e-9
        )


@pytest.mark.parametrize("step", [0.05, 0.01, "auto"], ids=str)
def test_a_periodic_position_drives(step: Any) -> None:
    """To and fro along straight lines: the speed jumps at both corners of each period, far from t = 0 too."""
    position = curves.Table((0.0, 0.03, PERIOD), (0.0, 0.3, 0.0), kind="linear", periodic=True)
    model = guide()
    model.add(joints.Motor("drive", "guide.displacement", position=position))
    run = mbfe.solve_dynamic(model, duration=0.5, step=step, initial="project", progress=False)
    time = np.asarray(run.time)
    phase = np.mod(time, PERIOD)
    inside = np.abs(phase[:, None] - [0.0, 0.03, PERIOD]).min(axis=1) > 1e-9
    speed = np.where(phase < 0.03, 10.0, -7.5)
    np.testing.assert_allclose(run["body"].velocity.x[inside], speed[inside], atol=1e-8)
    np.testing.assert_allclose(run["body"].position.x, position(time), atol=1e-9)


def test_an_oscillator_under_a_square_wave() -> None:
    """Displacements converge with the square of the step; the phase is late by its part (ωh)²/12."""
    omega = 9.0
    points = (0.0, 0.3, 0.3, 0.5, 0.5), (3.0, 3.0, -1.0, -1.0, 3.0)
    force = curves.Table(*points, kind="linear", periodic=True)
    t, f = written_out(force, 0.0, 2.2)
    x = v = 0.0
    for h, level in zip(np.diff(t), f[:-1], strict=True):  # exact between jumps
        rest = level / (MASS * omega**2)
        c, s = np.cos(omega * h), np.sin(omega * h)
        x, v = rest + (x - rest) * c + v / omega * s, v * c - (x - rest) * omega * s
    errors = []
    for step in (0.02, 0.01):
        model = pushed(force)
        model.add(elements.JointSpring("spring", "guide.displacement", stiffness=MASS * omega**2))
        run = mbfe.solve_dynamic(model, duration=2.2, step=step, progress=False)
        errors.append(abs(run["body"].position.x[-1] - x))
    assert errors[0] < (omega * 0.02) ** 2 / 12.0 * omega * 2.2 * 0.04  # the amplitude is below 0.04 m
    assert errors[1] < 0.3 * errors[0]


def test_many_corners_within_a_step() -> None:
    """A table of 1000 points in steps of 20 ms: a step ends at each, and the impulse is that of the table."""
    rng = np.random.default_rng(3)
    t, f = np.linspace(0.0, 1.0, 1001), rng.normal(1.0, 3.0, 1001)
    model = pushed(curves.Table(t, f, kind="linear"))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.02, progress=False)
    assert run["body"].velocity.x[-1] == pytest.approx(np.trapezoid(f, t) / MASS, rel=1e-9)
    assert run.report["steps"] == 1000


@pytest.mark.parametrize("kind", ["linear", "cubic"])
def test_too_many_points_are_reported(kind: str) -> None:
    """Of 3000 points in ten steps the run warns, with the name of the input and the step."""
    t = np.linspace(0.0, 0.1, 3001)
    model = pushed(curves.Table(t, 1.0 + np.sin(300.0 * t), kind=kind))
    run = mbfe.solve_dynamic(model, duration=0.1, step=0.01, progress=False)
    (text,) = [text for text in run.report["warnings"] if "closer than the step" in text]
    assert 'Force "push"' in text
    assert "0.01 s" in text


def test_jumps_that_have_no_meaning_are_refused() -> None:
    """Of a position in time, of a force over a coordinate, and of a periodic table."""
    jump = curves.Table((0.0, 0.5, 0.5, 1.0), (0.0, 0.0, 1.0, 1.0), kind="linear")
    model = guide()
    model.add(joints.Motor("drive", "guide.displacement", position=jump))
    with pytest.raises(ModelError, match=r'Motor "drive".*discontinuous at t = 0.5 s(.|\n)*SmoothStep'):
        mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    model = guide()
    model.add(elements.JointSpring("spring", "guide.displacement", force=jump))
    with pytest.raises(ModelError, match=r'JointSpring "spring".*curve is discontinuous at 0.5(.|\n)*Switch'):
        mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    with pytest.raises(ModelError, match=r"periodic spline, which is smooth(.|\n)*periodic=True"):
        curves.Table((0.0, 0.5, 0.5, 1.0), (0.0, 0.0, 1.0, 0.0), kind="periodic")
    with pytest.raises(ModelError, match="more than twice"):
        curves.Table((0.0, 0.5, 0.5, 0.5, 1.0), (0.0, 0.0, 1.0, 2.0, 0.0))
