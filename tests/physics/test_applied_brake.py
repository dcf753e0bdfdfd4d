"""Brakes whose friction a curve, a Python function or a block gives.

Sources: closed forms of a rotor and of a block on a slope under Coulomb friction that varies in time; the
braking of a wheel with a slip controller integrated by SciPy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mbfe
from mbfe import blocks, curves, elements, joints
from tests.physics.support import event_times

pytestmark = pytest.mark.slow

J, SPEED, GROWTH = 0.2, 30.0, 5.0
G = 9.81


def rotor(
    *, torque: Any = None, rate: float = SPEED, kind: type = elements.JointFriction, **friction: Any
) -> mbfe.Model:
    """Rotor with a brake."""
    model = mbfe.Model("brake")
    body = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, J)))
    model.add(joints.Revolute("hinge", model.ground, body, axis=(0, 0, 1), rate=rate))
    model.add(kind("brake", "hinge.angle", **friction))
    if torque is not None:
        model.add(elements.Moment("torque", body, (0, 0, torque)))
    return model


RAMP = curves.Table((0.0, 1.0, 11.0), (0.0, 0.0, 10.0 * GROWTH), kind="linear")
FORMS: dict[str, Callable[[], dict[str, Any]]] = {
    "curve": lambda: {"coulomb": RAMP},
    "function": lambda: {"coulomb": lambda t: max(0.0, GROWTH * (t - 1.0))},
    "negative": lambda: {"coulomb": lambda t: GROWTH * (t - 1.0)},
    "block": lambda: {"coulomb": blocks.Gain("torque", blocks.Source("pressure", RAMP), 1.0, unit="N m")},
    "clamping": lambda: {"clamping": curves.Ramp(1.0, 11.0, 0.0, 1250.0 * GROWTH), "mu": 0.4, "radius": 0.02},
}


@pytest.mark.parametrize("form", FORMS)
def test_a_flywheel_stops_when_and_where_the_torque_says(form: str) -> None:
    """J ω = J ω₀ − k (t − 1)²/2 from t = 1 s on, however the torque is given; its energy is dissipated."""
    stops = 1.0 + np.sqrt(2.0 * J * SPEED / GROWTH)
    angle = SPEED * stops - GROWTH * (stops - 1.0) ** 3 / (6.0 * J)
    run = mbfe.solve_dynamic(rotor(**FORMS[form]()), duration=4.0, step=2e-3)
    assert event_times(run)[-1] == pytest.approx(stops, abs=2e-7)
    late = run.time > stops + 1e-3
    np.testing.assert_allclose(run["hinge"].angle.values[late], angle, atol=2e-5)
    assert np.ptp(run["hinge"].angle.values[late]) < 1e-12
    assert run.energy.values[-1, 3] == pytest.approx(0.5 * J * SPEED**2, rel=1e-5)
    np.testing.assert_allclose(
        run["brake"].limit.values, GROWTH * np.maximum(run.time - 1.0, 0.0), atol=1e-12
    )


def test_a_regularised_brake_slows_down_alike() -> None:
    """The same until it creeps: ω within v₀ artanh of zero."""
    friction = {"coulomb": RAMP, "regular_speed": 1e-2, "kind": elements.RegularisedFriction}
    run = mbfe.solve_dynamic(rotor(**friction), duration=4.0, step=2e-3)
    moving = run.time < 2.5
    expected = SPEED - GROWTH * np.maximum(run.time - 1.0, 0.0) ** 2 / (2.0 * J)
    np.testing.assert_allclose(run["hinge"].rate.values[moving], expected[moving], atol=1e-4)
    assert abs(run["hinge"].rate.values[-1]) < 1e-6
    assert run.energy.values[-1, 3] == pytest.approx(0.5 * J * SPEED**2, rel=1e-4)
    assert run["brake"].limit.values[-1] == pytest.approx(15.0)


JUMPS = curves.Table((0.0, 1.0, 1.0, 3.0, 3.0, 9.0), (4.0, 4.0, 0.0, 0.0, 4.0, 4.0), kind="linear")


@pytest.mark.parametrize(
    ("form", "exact"),
    [(JUMPS, 1e-7), (lambda t: 4.0 if t < 1.0 or t > 3.0 else -2.0, 0.02)],
    ids=["table", "python"],
)
def test_a_brake_that_jumps(form: Any, exact: float) -> None:
    """Under 1 N m: −15 rad/s² to rest at 2/3 s, free from 1 s on, 5 rad/s² to 10 rad/s at 3 s, to rest again.

    What counts as rest, 1e-6 rad/s, comes 7e-8 s late.
    """
    run = mbfe.solve_dynamic(rotor(coulomb=form, torque=1.0, rate=10.0), duration=4.0, step=0.01)
    rest = run["hinge"].angle.values[np.searchsorted(run.time, 0.9)]
    assert rest == pytest.approx(10.0 / 3.0, abs=1e-9)
    assert run["hinge"].angle.values[-1] == pytest.approx(2.0 * rest + 10.0, abs=10.0 * exact)
    assert event_times(run)[-1] == pytest.approx(3.0 + 2.0 / 3.0, abs=exact)
    assert run["brake"].limit.values.min() == 0.0
    assert run["brake"].sticks.values[-1] == 1.0


MASS, SLOPE, MU, MU_STATIC = 5.0, 0.3, 0.3, 0.5


def on_slope(clamping: Any) -> mbfe.Model:
    """Block on a slope, held by a clamp that presses on its rail."""
    along = (np.cos(SLOPE), 0.0, -np.sin(SLOPE))
    model = mbfe.Model("slope", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("block", mass=MASS, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=along))
    model.add(
        elements.JointFriction("clamp", "rail.displacement", clamping=clamping, mu=MU, mu_static=MU_STATIC)
    )
    return model


def test_a_clamp_holds_on_a_slope_until_it_presses_too_little() -> None:
    """It slips from μ_s N = m g sin α and slides with m a = m g sin α − μ N, N = 60 − 15 t."""
    run = mbfe.solve_dynamic(on_slope(curves.Ramp(0.0, 4.0, 60.0, 0.0)), duration=3.0, step=1e-2)
    load = MASS * G * np.sin(SLOPE)
    goes = (60.0 - load / MU_STATIC) / 15.0
    x, t = run["rail"].displacement.values, run.time
    assert event_times(run)[0] == pytest.approx(goes, abs=1e-6)
    assert np.abs(x[t < goes - 1e-3]).max() < 1e-13
    np.testing.assert_allclose(np.abs(run["clamp"].effort.values[t < goes - 1e-3]), load, rtol=1e-10)
    s = t[-1] - goes
    expected = ((load - MU * (60.0 - 15.0 * goes)) * s**2 / 2.0 + MU * 15.0 * s**3 / 6.0) / MASS
    assert x[-1] == pytest.approx(expected, rel=1e-4)
    dissipated = run.energy.values[-1, 3]
    speed = run["rail"].rate.values[-1]
    assert dissipated == pytest.approx(load * x[-1] - 0.5 * MASS * speed**2, rel=1e-4)


def test_a_model_in_which_everything_sticks_has_no_mode() -> None:
    """About the end of a run in which its brake holds the only motion; nor has it states."""
    for friction in (2.0, lambda t: 2.0):
        fixed = rotor(coulomb=friction, rate=0.0, torque=1.0)
        stuck = mbfe.solve_dynamic(fixed, duration=0.1, step=0.05)
        assert len(mbfe.solve_modes(fixed, about=stuck).omega) == 0
        assert mbfe.state_space(fixed, about=stuck).A.shape == (0, 0)


HOLDS: dict[str, Callable[[mbfe.Model, Any], Any]] = {
    "brake": lambda model, lag: model.add(elements.JointFriction("brake", "hinge.angle", coulomb=lag)),
    "lock": lambda model, lag: model.add(joints.Lock("lock", "hinge.angle", locked=True)),
    "joint": lambda model, lag: model.add(joints.Fixed("weld", "ground", "rotor", position=(0, 0, 0))),
    "motor": lambda model, lag: model.add(joints.Motor("motor", "hinge.angle", position=0.0)),
}


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("torque", [0.0, 1.0])
@pytest.mark.parametrize("hold", HOLDS)
def test_what_is_held_without_stiffness_leaves_the_states_of_its_controller(
    hold: str, torque: float, size: float
) -> None:
    """1/T of the lag is the only eigenvalue, in any length and about an axis in space; statics stay there."""
    lag_time, axis = 0.02, (0.36, 0.48, 0.8)
    gravity = 0.0 if size == 1.0 else G
    model = mbfe.Model("held", gravity=(0.3 * gravity, 0.0, -gravity))
    body = model.add(
        elements.RigidBody(
            "rotor", position=(0.5 * size, 0.2 * size, -0.7 * size), mass=1.0,
            inertia=(0.1 * size**2, 0.1 * size**2, 0.15 * size**2),
        )
    )  # fmt: skip
    model.add(joints.Revolute("hinge", model.ground, body, position=(0, 0, 0), axis=axis))
    most = blocks.Source("most", 10.0 * (1.0 + gravity) * max(size, 1.0), unit="N m")
    lag = model.add(blocks.FirstOrder("lag", most, time_constant=lag_time, unit="N m"))
    HOLDS[hold](model, lag)
    if torque:
        model.add(elements.Moment("torque", body, tuple(torque * size * c for c in axis)))
    run = mbfe.solve_dynamic(model, duration=0.4, step=0.02)
    modes = mbfe.solve_modes(model, about=run)
    np.testing.assert_allclose(modes.values, [-1.0 / lag_time], rtol=1e-9)
    np.testing.assert_allclose(mbfe.state_space(model, about=run).A, [[-1.0 / lag_time]], rtol=1e-9)
    still = mbfe.solve_static(model, state=run)
    assert still.report["warnings"] == still.report["free_motions"] == []
    assert still["lag"].output[-1] == pytest.approx(10.0 * (1.0 + gravity) * max(size, 1.0))


@pytest.mark.parametrize("form", ["function", "clamping", "block"])
def test_an_applied_brake_rubs_in_a_steady_rotation(form: str) -> None:
    """The drive exerts the torque of the brake, against the rotation; a motion from there keeps both."""
    lag = blocks.FirstOrder("lag", blocks.Source("target", 2.0, unit="N m"), time_constant=0.02, unit="N m")
    friction: dict[str, Any] = {
        "function": {"coulomb": lambda t: 2.0},
        "clamping": {"clamping": lambda t: 20.0, "mu": 1.0, "radius": 0.1},
        "block": {"coulomb": lag},
    }[form]
    model = rotor(rate=0.0, **friction)
    model.add(joints.Motor("drive", "hinge.angle", speed=-SPEED))
    spinning = mbfe.solve_steady_rotation(model, speed=-SPEED)
    assert spinning["drive"].effort[-1] == pytest.approx(-2.0, rel=1e-9)
    assert spinning.report["warnings"] == []
    run = mbfe.solve_dynamic(model, duration=0.1, step=0.02, state=spinning)
    np.testing.assert_allclose(run["drive"].effort.values, -2.0, rtol=1e-9)


@pytest.mark.parametrize("weaker", [0.5, lambda t: 0.5], ids=["number", "function"])
def test_a_run_from_a_stuck_state_slips_at_once_under_a_weaker_brake(weaker: Any) -> None:
    """1 N m less 0.5 N m turn 0.2 kg m² by 2.5 rad/s in a second."""
    stuck = mbfe.solve_dynamic(rotor(coulomb=2.0, rate=0.0, torque=1.0), duration=0.1, step=0.05)
    run = mbfe.solve_dynamic(
        rotor(coulomb=weaker, rate=0.0, torque=1.0), duration=1.0, step=0.05, state=stuck
    )
    assert run["hinge"].rate.values[-1] == pytest.approx(2.5, rel=1e-9)


# ------------------------------------------------------------------ a controlled brake

CAR, WHEEL, RADIUS, LOAD = 400.0, 1.2, 0.3, 400.0 * G
SLIP, GAIN, BASE, LAG, MOST = 0.15, 6000.0, 900.0, 0.03, 2000.0


def adhesion(speed: float, spin: float) -> float:
    """Force of a tyre that is largest at a slip of 0.2 [N]."""
    slip = (speed - RADIUS * spin) / max(speed, 1.0)
    return LOAD * 1.6 * slip / (0.2 + slip * slip / 0.2)


def command(speed: float, spin: float) -> float:
    """Torque that the controller asks for [N m]."""
    slip = (speed - RADIUS * spin) / max(speed, 1.0)
    return min(max(BASE + GAIN * (SLIP - slip), 0.0), MOST)


def test_a_brake_with_a_slip_controller() -> None:
    """A wheel braked by a lagging controller, beside the same three equations in SciPy."""
    model = mbfe.Model("abs")
    car = model.add(elements.RigidBody("car", mass=CAR, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("road", model.ground, car, axis=(1, 0, 0), rate=25.0))
    wheel = model.add(elements.RigidBody("wheel", mass=1.0, inertia=(1.0, WHEEL, 1.0)))
    model.add(joints.Revolute("axle", model.ground, wheel, axis=(0, 1, 0), rate=25.0 / RADIUS))
    signals = ("road.rate", "axle.rate")
    grip = blocks.Function("grip", signals, adhesion, unit="N")
    pull, turn = blocks.Gain("pull", grip, -1.0, unit="N"), blocks.Gain("turn", grip, RADIUS, unit="N m")
    model.add(elements.Actuator("tyre", car, direction=(1, 0, 0), effort=pull))
    model.add(elements.Actuator("drag", wheel, direction=(0, 1, 0), effort=turn, moment=True))
    target = blocks.Function("target", signals, command, unit="N m")
    pressure = blocks.FirstOrder("pressure", target, time_constant=LAG, unit="N m")
    model.add(elements.JointFriction("brake", "axle.angle", coulomb=pressure))
    run = mbfe.solve_dynamic(model, duration=1.5, step=2e-3)

    def rates(t: float, s: np.ndarray) -> list[float]:
        force = adhesion(s[0], s[1])
        return [-force / CAR, (RADIUS * force - s[2]) / WHEEL, (command(s[0], s[1]) - s[2]) / LAG]

    exact = solve_ivp(rates, (0.0, 1.5), [25.0, 25.0 / RADIUS, 0.0], rtol=1e-10, atol=1e-10, max_step=0.01)
    speed, spin, torque = exact.y[:, -1]
    assert speed < 16.0
    assert run["road"].rate.values[-1] == pytest.approx(speed, abs=2e-4)
    assert run["axle"].rate.values[-1] == pytest.approx(spin, abs=2e-2)
    assert run["brake"].effort.values[-1] == pytest.approx(torque, rel=1e-3)
    assert run.energy.balance_error < 1e-4


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"coulomb": -1.0}, "coulomb: -1.0 was given"),
        ({"coulomb": curves.Ramp(0.0, 1.0, 2.0, -1.0)}, "coulomb: a curve that falls to -1"),
        ({"coulomb": curves.Harmonic(3.0, 1.0, offset=1.0)}, "coulomb: a curve that falls to -2"),
        ({"coulomb": curves.Table((0, 1, 1.1, 2), (0, 0, 100, 100))}, r"(?s)a curve that falls.*overshoots"),
        ({"coulomb": RAMP, "static": 3.0}, "static: 3.0 with a coulomb that varies"),
        ({"coulomb": RAMP, "mu": 0.1, "radius": 0.1}, "mu: 0.1 with a coulomb that varies"),
        ({"clamping": 3.0}, "clamping: it is given without a coefficient"),
        ({"clamping": 3.0, "mu": 0.1}, "radius: it is not given"),
        ({"clamping": -3.0, "mu": 0.1, "radius": 0.1}, "clamping: -3.0 was given"),
        ({"clamping": RAMP, "mu": 0.1, "radius": 0.1, "length": 1.0}, "length: 1.0 with a clamping force"),
        ({"coulomb": blocks.Source("source", 3.0, unit="N")}, "is given in N"),
        ({"coulomb": "nothing"}, "nothing"),
    ],
    ids=lambda given: ", ".join(given) if isinstance(given, dict) else "",
)
def test_refusals(given: dict[str, Any], words: str) -> None:
    with pytest.raises(mbfe.ModelError, match=words):
        mbfe.solve_dynamic(rotor(**given), duration=0.01, step=0.01)
