"""Stop conditions end a run exactly where a quantity crosses its level, and steps may be short.

Sources: closed forms of free fall, oscillator and pendulum (elliptic integral of the first kind).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk, ellipkinc

import mbfe
from mbfe import StopWhen, curves, elements, joints
from tests.physics.support import assert_second_order, largest, report
from tests.physics.test_pendulums import simple_pendulum

G = 9.81
STEPS: list[Any] = [1e-2, 1e-3, (3e-3, 1.1e-2), "auto"]


def lift(rate: float = 0.0) -> mbfe.Model:
    """Body on a vertical rail; ``rail.displacement`` is its height."""
    model = mbfe.Model("lift", gravity=(0.0, 0.0, -G))
    body = model.add(elements.RigidBody("cage", mass=3.0, inertia=(1.0, 1.0, 1.0)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(0, 0, 1), rate=rate))
    return model


def oscillator() -> mbfe.Model:
    """x = ½ cos 2πt."""
    model = mbfe.Model("oscillator")
    body = model.add(elements.RigidBody("mass", mass=1.0, inertia=(1.0, 1.0, 1.0), position=(0.5, 0.0, 0.0)))
    model.add(
        joints.Prismatic("rail", model.ground, body, position=(0, 0, 0), axis=(1, 0, 0), displacement=0.0)
    )
    model.add(elements.PointSpring("spring", model.ground, body, stiffness=4.0 * np.pi**2, free_length=0.0))
    return model


def pendulum_time(angle: float) -> float:
    """Time at which a pendulum of 1 m from the horizontal has turned by an angle: (K − F(φ))/ω₀ [s]."""
    phi = np.arcsin(np.sin(0.5 * (0.5 * np.pi - angle)) / np.sin(0.25 * np.pi))
    return float((ellipk(0.5) - ellipkinc(phi, 0.5)) / np.sqrt(G))


def solve(
    model: mbfe.Model, *stop: StopWhen, step: Any = 1e-2, duration: float = 3.0, **options: Any
) -> mbfe.Run:
    return mbfe.solve_dynamic(model, duration=duration, step=step, stop=stop, **options)


# ------------------------------------------------------------------ where runs end


@pytest.mark.parametrize("step", STEPS, ids=str)
@pytest.mark.parametrize(
    "scheme", [None, mbfe.SOI2(spectral_radius=0.5), mbfe.HHT()], ids=["default", "SOI2", "HHT"]
)
def test_fall(step: Any, scheme: mbfe.Scheme | None) -> None:
    """A cage has fallen 1.5 m after √(2·1.5/g); with constant acceleration every scheme is exact: 1e-12 s."""
    run = solve(lift(), StopWhen("rail.displacement", -1.5), step=step, scheme=scheme)
    assert run.status == "stopped"
    assert run.time[-1] == pytest.approx(np.sqrt(3.0 / G), abs=1e-12)
    assert run["rail"].displacement.values[-1] == pytest.approx(-1.5, abs=1e-12)
    assert run["rail"].rate.values[-1] == pytest.approx(-np.sqrt(3.0 * G), abs=1e-10)


def test_time_of_an_event_is_of_second_order(record_property: Any) -> None:
    """Pendulum through 2.5 rad: the level to 1e-12 rad at any step, the time with the error of the motion.

    Source: elliptic integral. At h = 0.05 ms the time is 1.5e-9 s off.
    """
    errors = []
    for step in (4e-3, 2e-3, 1e-3, 5e-5):
        run = solve(simple_pendulum(), StopWhen("hinge.angle", 2.5), step=step)
        assert run["hinge"].angle.values[-1] == pytest.approx(2.5, abs=1e-12)
        errors.append(run.time[-1] - pendulum_time(2.5))
    report(record_property, errors=errors)
    assert_second_order(errors[:3], "time of the event", low=1.97, high=2.03)
    assert abs(errors[3]) < 2e-9


@pytest.mark.parametrize("step", [1e-2, 7e-3, "auto"])
def test_direction(step: Any) -> None:
    """x = ½ cos 2πt passes zero downwards at 1/4 s and upwards at 3/4 s."""
    level = ("rail.displacement", -0.5)
    for direction, exact in (("falling", 0.25), ("rising", 0.75), ("both", 0.25)):
        run = solve(oscillator(), StopWhen(*level, direction), step=step, tolerance=1e-9)
        assert run.status == "stopped"
        assert run.time[-1] == pytest.approx(exact, abs=1e-3)
        assert run["rail"].displacement.values[-1] == pytest.approx(-0.5, abs=1e-11)
        assert np.sign(run["rail"].rate.values[-1]) == (1.0 if direction == "rising" else -1.0)
    upwards = solve(lift(2.0), StopWhen("rail.displacement", 0.1, "falling"))
    assert upwards.time[-1] == pytest.approx((2.0 + np.sqrt(4.0 - 0.2 * G)) / G, abs=1e-12)


@pytest.mark.parametrize("step", [0.1, 1e-2, "auto"])
def test_the_earliest_of_several(step: Any) -> None:
    """Three conditions on two signals, in any order, met in the same step of 0.1 s or in different ones."""
    first = StopWhen("rail.displacement", -1.5)
    conditions = [StopWhen("rail.displacement", -1.52), first, StopWhen("rail.rate", -5.5)]
    for order in (conditions, conditions[::-1]):
        run = solve(lift(), *order, step=step)
        assert run.time[-1] == pytest.approx(np.sqrt(3.0 / G), abs=1e-12)
    run = solve(lift(), *conditions, StopWhen("rail.rate", -5.4), step=step)
    assert run.time[-1] == pytest.approx(5.4 / G, abs=1e-12)


def test_no_event_no_stop() -> None:
    """A level that is not reached, or is touched only at the start, leaves the run alone."""
    run = solve(lift(), StopWhen("rail.displacement", 0.0), StopWhen("rail.rate", 1.0), duration=1.0)
    assert run.status == "completed"
    assert run.time[-1] == 1.0
    plain = solve(lift(), duration=1.0)
    assert np.array_equal(run.column("pose"), plain.column("pose"))


def test_conditions_are_checked() -> None:
    for wrong, word in (
        (StopWhen("rail.length", 1.0), "rail.displacement"),
        (StopWhen("brake.rate", 1.0), "brake"),
    ):
        with pytest.raises(mbfe.ModelError, match=word):
            solve(lift(), wrong)
    with pytest.raises(mbfe.ModelError, match=r'(?s)direction: .*"rising", "falling" or "both"'):
        StopWhen("rail.rate", 1.0, "up")


# ------------------------------------------------------------------ after an event


@pytest.mark.parametrize("step", [1e-3, 2e-3, (1e-3, 3e-3), "auto"], ids=str)
@pytest.mark.parametrize("level", [0.2, 0.7, 0.5 * np.pi, 2.5, 3.0])
def test_a_run_continues_after_its_event(step: Any, level: float) -> None:
    """The condition that ended a run does not end the next one at once, but at the next passage.

    Source: the pendulum comes back through the angle after a period less twice the time to it.
    """
    options: dict[str, Any] = {"step": step, "tolerance": 1e-7}
    condition = StopWhen("hinge.angle", level)
    first = solve(simple_pendulum(), condition, **options)
    second = solve(simple_pendulum(), condition, restart=first, **options)
    assert second.status == "stopped"
    exact = 4.0 * ellipk(0.5) / np.sqrt(G) - 2.0 * pendulum_time(level)
    assert second.time[-1] - first.time[-1] == pytest.approx(exact, abs=1e-4)
    assert second["hinge"].angle.values[-1] == pytest.approx(level, abs=1e-10)
    assert second["hinge"].rate.values[-1] == pytest.approx(-first["hinge"].rate.values[-1], abs=1e-4)


# ------------------------------------------------------------------ steps that are short

SHORT = [0.0, 1e-13, 1e-11, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 0.9, 1.0 - 1e-5, 1.0 - 1e-9]
LENGTH = 2e-3
SCHEMES = [
    mbfe.GeneralizedAlpha(),
    mbfe.GeneralizedAlpha(step_change="acceleration"),
    mbfe.GeneralizedAlpha(step_change="gamma"),
    mbfe.SOI2(spectral_radius=0.8),
]


def force(run: mbfe.Run) -> np.ndarray:
    return np.linalg.norm(run["hinge"].reaction.force.values, axis=1)


def rod() -> mbfe.Model:
    """Uniform rod of 1 m and 1 kg on a hinge, from the horizontal."""
    model = mbfe.Model("rod", gravity=(0.0, -G, 0.0))
    body = model.add(
        elements.RigidBody("rod", position=(-0.5, 0, 0), mass=1.0, inertia=(0.05, 1 / 12, 1 / 12))
    )
    model.add(joints.Revolute("hinge", model.ground, body, axis=(0, 0, 1)))
    return model


def exact_rate(run: mbfe.Run) -> np.ndarray:
    """ω = √(3 g sin(angle)) of the rod, from the energy."""
    return np.sqrt(3.0 * G * np.sin(run["hinge"].angle.values))


def exact_force(run: mbfe.Run) -> np.ndarray:
    """Force of the hinge, ½ω² + g sin(angle) along the rod and ¼ g cos(angle) across it."""
    angle = run["hinge"].angle.values
    return np.hypot(2.5 * G * np.sin(angle), 0.25 * G * np.cos(angle))


@pytest.mark.parametrize("part", SHORT)
def test_event_shortly_after_a_step(part: float) -> None:
    """An event at any part of a step: the run ends there, with the reaction of a long step; it continues.

    Source: rate and force from the energy. Accelerations of a very short step are round-off over h².
    """
    plain = solve(rod(), step=LENGTH, duration=0.4)
    count = 100
    angle, rate, tau = plain["hinge"].angle.values[count], plain["hinge"].rate.values[count], part * LENGTH
    level = angle + rate * tau + 0.75 * G * np.cos(angle) * tau**2 - 0.25 * G * np.sin(angle) * rate * tau**3
    first = solve(rod(), StopWhen("hinge.angle", level), step=LENGTH)
    assert first.time[-1] == pytest.approx(count * LENGTH + tau, abs=2e-6 * LENGTH)
    assert force(first)[-1] == pytest.approx(exact_force(first)[-1], abs=1e-3)
    second = solve(rod(), step=LENGTH, duration=0.2, restart=first)
    assert largest(force(second) - exact_force(second)) < 5e-3
    assert largest(second["hinge"].rate.values - exact_rate(second)) < 5e-5


@pytest.mark.parametrize("part", [2e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.05, 0.2, 0.5, 0.999, 1.0 - 1e-5])
@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: f"{type(s).__name__} {s.step_change}")
def test_kink_shortly_after_a_step(part: float, scheme: mbfe.Scheme) -> None:
    """A kink of a time function at any part of a step leaves rates and reactions as good as elsewhere.

    Source: rate and force from the energy; the moment that has the kink is 1e-9 N m.
    """
    model = rod()
    kink = 0.2 + part * LENGTH
    model.add(
        elements.Moment("nothing", "rod", curves.Ramp(kink, kink + 0.1, 0.0, 1e-9), direction=(0, 0, 1))
    )
    run = solve(model, step=LENGTH, duration=0.4, scheme=scheme)
    assert np.abs(run.time - kink).min() < 1e-12
    assert len(run.time) <= 205
    assert largest(force(run) - exact_force(run)) < 5e-3
    assert largest(run["hinge"].rate.values - exact_rate(run)) < 1e-4


def test_the_last_output_time_is_not_lost() -> None:
    """A run of 4002 steps and 3e-13 s more has its end among its rows."""
    duration = 0.4002 + 3e-13
    run = solve(lift(), step=1e-4, duration=duration, output_times=[0.1, duration])
    assert run.time.tolist() == [0.1, duration]
