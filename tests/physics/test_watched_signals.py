"""Stop conditions on outputs and states of blocks, variables, points of bodies and reactions: exact times.

Sources: closed forms of integrator, lags, oscillator, free fall and rotation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import StopWhen, blocks, curves, elements, joints
from mbfe.errors import ModelError
from tests.physics.diagrams import diagram

STEPS: list[Any] = [2e-2, (3e-3, 1.1e-2), "auto"]
G = 9.81


def stopped(
    model: mbfe.Model, signal: Any, level: float, way: str = "both", *, step: Any = 1e-2, until: float = 5.0
) -> mbfe.Run:
    """A run that its condition ends."""
    condition = StopWhen(signal, level, way)
    run = mbfe.solve_dynamic(model, duration=until, step=step, stop=condition, tolerance=1e-8)
    assert run.status == "stopped"
    return run


# ------------------------------------------------------------------ blocks


@pytest.mark.parametrize("step", STEPS, ids=str)
@pytest.mark.parametrize("signal", ["sum", "sum.output", "sum.state"])
def test_integrator_of_a_constant_reaches_its_level(signal: str, step: Any) -> None:
    """∫0.7 dt = 3 at 3/0.7 s, which every scheme integrates exactly."""
    model = diagram(blocks.Integrator("sum", 0.7))
    run = stopped(model, signal, 3.0, step=step)
    assert run.time[-1] == pytest.approx(3.0 / 0.7, abs=1e-9)
    assert run["sum"].output[-1] == pytest.approx(3.0, abs=1e-9)


def test_lag_reaches_its_time_constant(record_property: Any) -> None:
    """A lag of 0.4 s reaches 1 − 1/e after 0.4 s, at second order; the output stands on the level."""
    level = 1.0 - np.exp(-1.0)
    errors = []
    for step in (1.7e-2, 0.85e-2):
        model = diagram(blocks.FirstOrder("lag", 1.0, time_constant=0.4))
        run = stopped(model, "lag.output", level, "rising", step=step)
        assert run["lag"].output[-1] == pytest.approx(level, abs=1e-10)
        errors.append(abs(run.time[-1] - 0.4))
    assert errors[1] < 2e-5
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)


@pytest.mark.parametrize("step", STEPS[:2], ids=str)
@pytest.mark.parametrize(
    ("level", "way", "at"),
    [
        (0.3, "rising", np.arcsin(0.3)),
        (0.3, "falling", np.pi - np.arcsin(0.3)),
        (-0.8, "falling", np.pi + np.arcsin(0.8)),
        (-0.8, "rising", 2.0 * np.pi - np.arcsin(0.8)),
    ],
)
def test_curved_outputs_end_a_run_exactly(level: float, way: str, at: float, step: Any) -> None:
    """sin 5t at its level, rising and falling, bent towards it and away from it: 1e-9 s at any step."""
    model = diagram(blocks.Gain("wave", curves.Harmonic(1.0, omega=5.0), 2.0))
    run = stopped(model, "wave.output", 2.0 * level, way, step=step)
    assert run.time[-1] == pytest.approx(at / 5.0, abs=1e-9)


def test_a_condition_may_be_given_by_the_block() -> None:
    ramp = blocks.Integrator("ramp", 2.0)
    run = stopped(diagram(ramp), ramp, 1.0)
    assert run.time[-1] == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_jump_across_the_level_ends_the_run_there(step: Any) -> None:
    model = diagram(blocks.Gain("gain", blocks.Step("step", time=0.123, after=3.0), 2.0))
    run = stopped(model, "gain.output", 5.0, "rising", step=step)
    assert run.time[-1] == pytest.approx(0.123, abs=1e-12)
    assert run["gain"].output[-1] == pytest.approx(6.0, abs=1e-12)


def test_a_sampled_controller_ends_the_run_at_its_sample() -> None:
    """It counts 1, 2, … at 0, 0.1, …: 4 at 0.3 s."""
    count = blocks.Sampled("count", 1.0, period=0.1, A=[[1.0]], B=[[1.0]], C=[[1.0]], D=[[1.0]])
    run = stopped(diagram(count), "count.output", 3.5)
    assert run.time[-1] == pytest.approx(0.3, abs=1e-12)


# ------------------------------------------------------------------ other variables


def test_states_of_typed_equations() -> None:
    """ẋ = −2x from 3 passes 1 at ½ ln 3, its rate −1 at ½ ln 6."""
    for signal, level, at in (("decay.x", 1.0, 0.5 * np.log(3.0)), ("decay.x_rate", -1.0, 0.5 * np.log(6.0))):
        model = diagram(elements.Equations("decay", states=("x",), rate=lambda x: -2.0 * x, x0=(3.0,)))
        run = stopped(model, signal, level, step=1e-3)
        assert run.time[-1] == pytest.approx(at, abs=1e-6)


def test_current_of_a_motor() -> None:
    """The coil of a locked motor: i = U/R (1 − e^(−Rt/L)), half of U/R after (L/R) ln 2."""
    model = mbfe.Model("motor")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1)))
    coil = {"resistance": 2.0, "inductance": 0.1, "constant": 0.3}
    model.add(elements.ElectricMotor("motor", "hinge.angle", voltage=6.0, **coil))
    model.add(joints.Lock("brake", "hinge.angle", locked=True))
    run = stopped(model, "motor.current", 1.5, step=1e-4, until=1.0)
    assert run.time[-1] == pytest.approx(0.05 * np.log(2.0), abs=1e-7)


# ------------------------------------------------------------------ bodies and reactions


def spinning() -> mbfe.Model:
    """A disc that falls and spins about z at 3 rad/s."""
    model = mbfe.Model("disc", gravity=(0, 0, -G))
    disc = elements.RigidBody(
        "disc", mass=1.0, inertia=(0.1, 0.1, 0.2), velocity=(1.0, 0, 0), angular_velocity=(0, 0, 3.0)
    )
    model.add(disc)
    model.add(mbfe.Measurement("rim", disc, "velocity", point=(0.5, 0, 0)))
    model.add(mbfe.Measurement("box", disc, "accelerometer", point=(0.5, 0, 0)))
    return model


@pytest.mark.parametrize("step", STEPS, ids=str)
@pytest.mark.parametrize(
    ("signal", "level", "at"),
    [
        ("disc.position.z", -2.0, np.sqrt(4.0 / G)),
        ("disc.velocity.z", -3.0, 3.0 / G),
        ("rim.x", 0.25, np.pi / 6.0 / 3.0),  # 1 − 1.5 sin 3t
    ],
)
def test_motion_of_points(signal: str, level: float, at: float, step: Any) -> None:
    run = stopped(spinning(), signal, level, step=step)
    assert run.time[-1] == pytest.approx(at, abs=1e-7)


def test_signals_of_bodies_as_objects() -> None:
    model = spinning()
    disc: Any = model.items["disc"]
    run = stopped(model, disc.at((0.5, 0, 0))["position"].along((0, 2, 0)), 0.5 * np.sin(0.9), step=1e-3)
    assert run.time[-1] == pytest.approx(0.3, abs=1e-6)


def test_reactions_and_forces() -> None:
    """Pendulum x = ½ cos 2πt on a spring: its force 4π² x falls through 4π²/4 at 1/6 s."""
    model = mbfe.Model("oscillator")
    body = model.add(elements.RigidBody("mass", mass=1.0, inertia=(1.0, 1.0, 1.0), position=(0.5, 0, 0)))
    model.add(joints.Prismatic("rail", model.ground, body, position=(0, 0, 0), axis=(1, 0, 0)))
    model.add(elements.PointSpring("spring", model.ground, body, stiffness=4.0 * np.pi**2, free_length=0.0))
    run = stopped(model, "spring.force", np.pi**2, step=1e-3)
    assert run.time[-1] == pytest.approx(1.0 / 6.0, abs=1e-6)


def test_a_lock_closes_at_a_signal_of_a_controller() -> None:
    """The brake of a rotor of 2 rad/s closes when the filtered speed reaches 1 − 1/e of it, at 0.2 s."""
    model = mbfe.Model("brake")
    rotor = model.add(
        elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, 0.1), angular_velocity=(0, 0, 2.0))
    )
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1)))
    model.add(blocks.FirstOrder("filter", "hinge.rate", time_constant=0.2))
    when = StopWhen("filter.output", 2.0 - 2.0 / np.e)
    model.add(joints.Lock("brake", "hinge.angle", lock_when=when))
    run = mbfe.solve_dynamic(model, duration=1.0, step=2e-3)
    assert run.report["events"][0]["time"] == pytest.approx(0.2, abs=1e-5)
    assert run["hinge"].angle[-1] == pytest.approx(0.4, abs=2e-5)
    assert run.report["events"][0]["energy_lost"] == pytest.approx(0.5 * 0.1 * 4.0, rel=1e-6)


# ------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (StopWhen("lag.outptu", 1.0), ['no quantity "lag.outptu"', "lag.state", 'mean "lag.output"']),
        (StopWhen("lagg.output", 1.0), ['no quantity "lagg.output"', 'Did you mean "lag.output"']),
        (StopWhen("plant", 1.0), ['"plant.y1"', '"plant.y2"']),
        (StopWhen("disc", 1.0), ["no quantity", '"disc.position.x"']),
        (StopWhen("disc.position", 1.0), ['"disc.position.x"']),
        (StopWhen("disc.velocity.w", 1.0), ['"disc.velocity.x"']),
        (StopWhen("hinge.force", 1.0), ['"hinge.force.x"']),
        (StopWhen("hinge.turn", 1.0), ['"hinge.angle"']),
        (StopWhen(3.0, 1.0), ["3.0", "hinge.angle"]),
        ("lag.output", ["StopWhen"]),
    ],
)
def test_mistakes_are_named(condition: Any, words: list[str]) -> None:
    model = mbfe.Model("several")
    disc = model.add(elements.RigidBody("disc", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, disc, axis=(0, 0, 1)))
    model.add(blocks.FirstOrder("lag", 1.0, time_constant=0.4))
    model.add(blocks.StateSpace("plant", "lag", A=[[-1.0]], B=[[1.0]], C=[[1.0], [2.0]]))
    with pytest.raises(ModelError) as error:
        mbfe.solve_dynamic(model, duration=1.0, step=0.1, stop=[condition])
    for word in words:
        assert word in str(error.value)


def test_levels_and_directions_are_checked_where_they_are_given() -> None:
    with pytest.raises(ModelError, match=r"StopWhen: level: nan(?s:.*)finite number"):
        StopWhen("lag.output", np.nan)
    with pytest.raises(ModelError, match=r'StopWhen: direction: \'up\'(?s:.*)"rising"'):
        StopWhen("lag.output", 1.0, "up")
