"""Equilibria of models with controllers, fluids, currents and standing tyres, against closed forms."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import mbfe
from mbfe import blocks, elements, joints
from mbfe.elements import Hydraulics, roads, tyres
from mbfe.errors import ModelError, SolveError
from mbfe.examples.vehicle.car import balanced
from mbfe.examples.vehicle.parameters import Car, Control
from mbfe.examples.vehicle_suspension import complete

pytestmark = pytest.mark.slow

G = 9.81
MASS, STIFFNESS = 20.0, 800.0


def hanging(**place: Any) -> mbfe.Model:
    """A mass that slides along z on a spring under its weight."""
    model = mbfe.Model("mass", gravity=(0, 0, -G))
    model.add(elements.RigidBody("mass", mass=MASS, inertia=(1, 1, 1), position=(0, 0, 1), **place))
    model.add(joints.Prismatic("guide", "ground", "mass", position=(0, 0, 1), axis=(0, 0, 1)))
    model.add(elements.JointSpring("spring", "guide.displacement", stiffness=STIFFNESS))
    return model


def lifted(model: mbfe.Model, effort: Any) -> mbfe.StaticRun:
    """The mass with an actuator, in balance."""
    model.add(elements.Actuator("lift", "mass", direction=(0, 0, 1), effort=effort))
    return mbfe.solve_static(model)


def test_integral_control_holds_its_set_point_exactly() -> None:
    # the integrator comes to the force that spring and weight leave: (m g + k z)/K_i
    model, target, gain = hanging(), 0.05, 300.0
    pid = blocks.PID("pid", target, "guide.displacement", proportional=50.0, integral=gain, unit="N")
    run = lifted(model, pid)
    assert run["guide"].displacement.values[-1] == pytest.approx(target, abs=1e-12)
    assert run["lift"].effort.values[-1] == pytest.approx(MASS * G + STIFFNESS * target, rel=1e-12)
    assert run.report["iterations"] <= 4
    moved = mbfe.solve_dynamic(model, duration=1.0, step=0.01, state=run.snapshot)
    assert np.abs(moved["guide"].displacement.values - target).max() < 1e-9


def test_proportional_control_leaves_its_error() -> None:
    # k z + m g = K_p (w − z); behind a lag and a transfer function of steady gains 2 and 3/4
    model, target, gain = hanging(), 0.05, 500.0
    model.add(blocks.Sum("error", [target, "guide.displacement"], "+-"))
    model.add(blocks.FirstOrder("lag", "error", gain=2.0, time_constant=0.3))
    model.add(blocks.TransferFunction("filter", "lag", [3.0 * gain], [1.0, 2.0, 4.0], unit="N"))
    run = lifted(model, "filter")
    z = (1.5 * gain * target - MASS * G) / (STIFFNESS + 1.5 * gain)
    assert run["guide"].displacement.values[-1] == pytest.approx(z, rel=1e-12)


def test_a_delay_and_accelerations_at_rest() -> None:
    # a delayed signal is the signal; an accelerometer reads g, its integral with a leak T g
    model, gain = hanging(), 500.0
    sensor = blocks.Sensor("sensor", model.items["mass"].at((0, 0, 0))["accelerometer.z"])
    model.add(blocks.FirstOrder("leaky", sensor, gain=0.4, time_constant=0.4))
    model.add(blocks.Delay("late", "guide.displacement", 0.2))
    model.add(blocks.Gain("effort", "late", -gain, unit="N"))
    model.add(elements.Actuator("lift", "mass", direction=(0, 0, 1), effort="effort"))
    run = mbfe.solve_static(model, load_factor=(0.5, 1.0))
    part = run.load_factor.values  # of efforts as of weight
    expected = -part * MASS * G / (STIFFNESS + part * gain)
    np.testing.assert_allclose(run["guide"].displacement.values, expected, rtol=1e-12)
    moved = mbfe.solve_dynamic(model, duration=1.0, step=0.01, state=run.snapshot)
    np.testing.assert_allclose(moved["guide"].displacement.values, expected[-1], rtol=1e-9)
    assert run["leaky"].output.values[-1] == pytest.approx(0.4 * G, rel=1e-12)


def test_an_integrator_that_nothing_determines_keeps_its_value() -> None:
    model = hanging()
    model.add(blocks.Integrator("distance", "mass.velocity.z", initial=3.0))
    run = mbfe.solve_static(model)
    assert run["guide"].displacement.values[-1] == pytest.approx(-MASS * G / STIFFNESS, rel=1e-12)
    # it follows the velocity, and so the way
    assert run["distance"].output.values[-1] == pytest.approx(3.0 - MASS * G / STIFFNESS, rel=1e-9)


def test_a_state_that_never_rests_is_named() -> None:
    model = hanging()
    model.add(blocks.Integrator("clock", blocks.Source("one", 1.0)))
    with pytest.raises(SolveError, match="clock"):
        mbfe.solve_static(model)


def looped(gain: float) -> mbfe.Model:
    """The mass with an effort that feeds itself through a gain, beside −100 N/m times the displacement."""
    model = hanging()
    model.add(blocks.Gain("spring force", "guide.displacement", -100.0, unit="N"))
    model.add(blocks.Sum("effort", ["spring force", "back"]))
    model.add(blocks.Gain("back", "effort", gain, unit="N"))
    model.add(elements.Actuator("lift", "mass", direction=(0, 0, 1), effort="effort"))
    return model


def test_an_algebraic_loop_of_outputs() -> None:
    run = mbfe.solve_static(looped(0.5))  # twice the stiffness
    assert run["guide"].displacement.values[-1] == pytest.approx(-MASS * G / (STIFFNESS + 200.0), rel=1e-12)
    for solve in (mbfe.solve_static, mbfe.solve_modes, mbfe.state_space):
        with pytest.raises(ModelError, match="gain of one"):
            solve(looped(1.0))


def test_a_prescribed_speed_holds() -> None:
    model = hanging()
    model.add(joints.Motor("winch", "guide.displacement", speed=0.5))
    run = mbfe.solve_static(model)
    assert run["guide"].displacement.values[-1] == 0.0
    assert run["winch"].effort.values[-1] == pytest.approx(MASS * G, rel=1e-12)
    assert "held at rest" in run.report["warnings"][0]
    with pytest.raises(ModelError, match="no velocities"):
        mbfe.solve_static(model, times=[1.0])


@pytest.mark.parametrize("feedback", [True, False], ids=["feedback", "open loop"])
def test_a_servo_of_speed_rests(feedback: bool) -> None:
    """With feedback it is at rest where its speed vanishes; without, it is locked."""
    model = hanging()
    place = ["guide.displacement"] if feedback else [0.0]
    speed = blocks.Gain("speed", blocks.Sum("error", [0.2, *place], "+-", unit="m"), 3.0, unit="m/s")
    lag = blocks.FirstOrder("lag", speed, time_constant=0.1)
    model.add(joints.Motor("servo", "guide.displacement", speed=lag))
    run = mbfe.solve_static(model)
    z = 0.2 if feedback else 0.0
    assert run["guide"].displacement.values[-1] == pytest.approx(z, abs=1e-9)
    assert run["servo"].effort.values[-1] == pytest.approx(MASS * G + STIFFNESS * z, rel=1e-9)
    assert run["lag"].output.values[-1] == pytest.approx(0.0 if feedback else 0.6, abs=1e-9)
    assert bool(run.report["warnings"]) is not feedback
    if feedback:
        moved = mbfe.solve_dynamic(model, duration=4.0, step=0.01)
        assert moved["guide"].displacement.values[-1] == pytest.approx(z, abs=1e-5)


def test_a_locked_motor_draws_its_current() -> None:
    # U/R at rest; the shaft turns until the spring takes K U/R
    model = mbfe.Model("servo")
    model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", "ground", "rotor", axis=(0, 0, 1)))
    model.add(elements.JointSpring("spring", "hinge.angle", stiffness=4.0))
    given = {"resistance": 0.5, "inductance": 0.01, "constant": 0.08}
    model.add(elements.ElectricMotor("motor", "hinge.angle", voltage=6.0, **given))
    run = mbfe.solve_static(model)
    assert run["motor"].current.values[-1] == pytest.approx(12.0, rel=1e-12)
    assert run["hinge"].angle.values[-1] == pytest.approx(0.08 * 12.0 / 4.0, rel=1e-10)


def sprung(oil: Hydraulics, *, mass: float = 300.0, spring: float = 2e4) -> mbfe.Model:
    """A mass on a spring, parallel to a damper whose gas lifts it."""
    model = mbfe.Model("corner", gravity=(0, 0, -G))
    model.add(elements.RigidBody("body", mass=mass, inertia=(1, 1, 1), position=(0, 0, 0.4)))
    model.add(joints.Prismatic("guide", "ground", "body", position=(0, 0, 0.4), axis=(0, 0, 1)))
    model.add(elements.JointSpring("spring", "guide.displacement", stiffness=spring))
    ends = {"first_point": (0, 0, 0), "second_point": (0, 0, 0.4)}
    model.add(elements.HydraulicDamper("damper", "ground", "body", current=0.3, hydraulics=oil, **ends))
    return model


def test_the_gas_of_a_damper_carries_its_part() -> None:
    """At rest all chambers have the pressure of the gas, p V^n = const, less what the oil is compressed."""
    oil = Hydraulics(gas_pressure=2e6)
    run = mbfe.solve_static(sprung(oil))
    rod, absolute = oil.rod_area, oil.gas_pressure + oil.atmosphere

    def over(z: float) -> float:
        """Pressure over the precharge at a displacement."""

        def surplus(p: float) -> float:
            squeezed = math.exp(p / oil.bulk_modulus)
            ring = oil.compression_area - rod
            volume = oil.gas_volume + (oil.rebound_volume - ring * z) * squeezed - oil.rebound_volume
            volume += (oil.compression_volume + oil.compression_area * z) * squeezed - oil.compression_volume
            return absolute * ((oil.gas_volume / volume) ** oil.exponent - 1.0) - p

        return float(brentq(surplus, -1.9e6, 1e8, xtol=1e-8))

    def balance(z: float) -> float:
        return rod * (oil.gas_pressure + over(z)) - 2e4 * z - 300.0 * G

    z = brentq(balance, -0.2, 0.1, xtol=1e-14)
    assert run["guide"].displacement.values[-1] == pytest.approx(z, abs=1e-9)
    assert run["damper"].force.values[-1] == pytest.approx(-rod * (oil.gas_pressure + over(z)), rel=1e-8)


def locked(angle: float, **more: Any) -> mbfe.Model:
    """A locked wheel that carries a quarter of a car on a slope; its body does not turn."""
    model = mbfe.Model("quarter", gravity=(0, 0, -G))
    model.add(elements.RigidBody("body", position=(0, 0, 0.31), mass=300.0, inertia=(9, 9, 9), **more))
    model.add(joints.SameOrientation("guide", "ground", "body"))
    brush = tyres.BrushTyre(stiffness=6e4, friction=0.8, load=300.0 * G)
    facts = {"radius": 0.3, "stiffness": 2e5, "road": roads.Slope(angle=angle), "relaxation_length": 0.3}
    model.add(elements.Tyre("tyre", "body", model=brush, **facts))
    return model


def test_a_standing_tyre_holds_on_a_slope() -> None:
    run = mbfe.solve_static(locked(0.1))
    assert run["tyre"].load.values[-1] == pytest.approx(300.0 * G * math.cos(0.1), rel=1e-6)
    assert run["tyre"].longitudinal_force.values[-1] == pytest.approx(300.0 * G * math.sin(0.1), rel=1e-6)


def test_a_standing_tyre_does_not_resist_on_the_level() -> None:
    run = mbfe.solve_static(locked(0.0))
    assert run["tyre"].load.values[-1] == pytest.approx(300.0 * G, rel=1e-9)
    assert abs(run["tyre"].longitudinal_force.values[-1]) < 1e-9


def test_modes_of_a_standing_tyre() -> None:
    # the carcass, C/σ along and across, damped by half of the critical; the tyre's spring
    still = mbfe.solve_static(locked(0.0))
    modes = mbfe.solve_modes(locked(0.0), about=still)
    natural = np.abs(modes.values[modes.omega > 0.0])
    assert natural == pytest.approx([math.sqrt(k / 300.0) for k in (2e5, 2e5, 2e5)], rel=1e-5)
    damped = modes.damping_ratios[modes.omega > 0.0]
    assert np.sort(damped) == pytest.approx([0.0, 0.5, 0.5], abs=1e-5)


def test_beyond_friction_a_standing_tyre_does_not_hold() -> None:
    with pytest.raises(SolveError):
        mbfe.solve_static(locked(math.atan(0.9)))


@pytest.fixture(scope="module")
def car() -> Car:
    return balanced(Car(speed=0.0))


@pytest.mark.parametrize("control", [None, Control()], ids=["passive", "semi-active"])
def test_modes_of_the_standing_car(car: Car, control: Control | None) -> None:
    """Wheels on their tyres near √(k/m), and the leaks of the integrators as rates of decay."""
    model = complete(car, control=control)
    modes = mbfe.solve_modes(model, about=mbfe.solve_static(model), n=40)
    rates = -modes.values.real[modes.omega == 0.0]
    leaks = 0 if control is None else 3
    assert int((np.abs(rates - 0.5) < 1e-3).sum()) == leaks
    assert 0.9 < modes.frequencies[modes.frequencies > 0.5][0] < 1.4  # heave of a comfortable car
    assert not modes.unstable.any()


@pytest.mark.parametrize("control", [None, Control()], ids=["passive", "semi-active"])
def test_the_car_is_in_balance_as_drawn(car: Car, control: Control | None) -> None:
    run = mbfe.solve_static(complete(car, control=control))
    assert run["body"].position.values[-1] == pytest.approx(car.body_center, abs=1e-7)


@pytest.mark.parametrize("control", [None, Control()], ids=["passive", "semi-active"])
def test_a_loaded_car_stands_as_on_ice(car: Car, control: Control | None) -> None:
    """Tyres that stand do not hold the wheels apart: the car settles as one whose tyres hardly stick."""

    def loaded(stiffness: float) -> mbfe.Model:
        tyre = tyres.LinearTyre(cornering_stiffness=stiffness, load=4000.0)
        model = complete(replace(car, tyre=tyre), control=control)
        model.add(elements.Force("load", "body", (0, 0, -1500.0)))
        return model

    still = mbfe.solve_static(loaded(6e4))
    ice = mbfe.solve_dynamic(loaded(1.0), duration=6.0, step=0.01)
    assert still.report["iterations"] < 30
    z = [run["body"].position.z.values[-1] for run in (still, ice)]
    assert z[0] < car.body_center[2] - 0.01
    assert z[0] == pytest.approx(z[1], abs=2e-5)


def test_a_loaded_car_sets_off_from_its_rest(car: Car) -> None:
    """It rides at the height of its equilibrium; started as drawn it would first sink by two centimetres."""

    def loaded(speed: float) -> mbfe.Model:
        model = complete(replace(car, speed=speed))
        model.add(elements.Force("load", "body", (0, 0, -1500.0)))
        return model

    still = mbfe.solve_static(loaded(0.0))
    driving = loaded(10.0)
    start = still.snapshot.with_velocities_of(driving)
    run = mbfe.solve_dynamic(driving, duration=1.0, step=5e-3, state=start, initial="project")
    assert run["body"].velocity.x.values[0] == pytest.approx(10.0, abs=0.01)
    assert run.violation.values.max() < 1e-5
    height = run["body"].position.z.values
    assert height[0] == pytest.approx(still["body"].position.z.values[-1], abs=1e-6)
    assert np.ptp(height) < 2e-3
