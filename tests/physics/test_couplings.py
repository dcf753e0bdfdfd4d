"""Couplings, motors and forces on joint coordinates against closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mbfe
from mbfe import curves, elements, joints, profiles
from mbfe.compiled import compiled
from tests.physics.support import largest

G = 9.81


def rotors(start: dict[str, dict[str, float]] | None = None, **inertias: float) -> mbfe.Model:
    """Rotors side by side on the ground, hinged about parallel axes; some with an initial angle or rate."""
    model = mbfe.Model("rotors")
    for i, (name, inertia) in enumerate(inertias.items()):
        x = 0.4 * i
        body = model.add(
            elements.RigidBody(f"{name}_body", position=(x, 0, 0.1), mass=1.0, inertia=(inertia,) * 3)
        )
        given = (start or {}).get(name, {})
        model.add(joints.Revolute(name, model.ground, body, position=(x, 0, 0), axis=(0, 0, 1), **given))
    return model


def slider(model: mbfe.Model, name: str, mass: float, *, axis: Any = (1, 0, 0)) -> None:
    """A block on a slide."""
    body = model.add(elements.RigidBody(f"{name}_body", mass=mass, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Prismatic(name, model.ground, body, axis=axis))


# ------------------------------------------------------------------ couplings


@pytest.mark.parametrize("inner", [False, True])
def test_gear_pair_ratio_and_torque(inner: bool) -> None:
    """A motor's torque drives a load through a gear 3:1: accelerations, mesh torques, equal powers.

    Source: (J₁ + J₂/i²) θ̈₁ = T with θ₁ = ∓ i θ₂; the mesh takes T − J₁θ̈₁ from the pinion. Over ten turns.
    """
    model = rotors(pinion=0.02, wheel=0.36)
    model.add(joints.GearPair("mesh", "pinion.angle", "wheel.angle", teeth=(20, 60), inner=inner))
    model.add(joints.Motor("motor", "pinion.angle", torque=3.0))
    run = mbfe.solve_dynamic(model, duration=2.0, step=0.01)
    accel = 3.0 / (0.02 + 0.36 / 9.0)
    sign = 1.0 if inner else -1.0
    assert run["pinion"].angle[-1] == pytest.approx(0.5 * accel * 4.0, abs=1e-8)
    assert run["pinion"].angle[-1] > 20.0 * math.pi
    assert largest(run["wheel"].angle - sign * run["pinion"].angle / 3.0) < 1e-9
    assert largest(run["mesh"].effort_first - (0.02 * accel - 3.0)) < 1e-7
    assert largest(run["mesh"].effort_second - sign * 0.36 * accel / 3.0) < 1e-7
    assert run["mesh"].effort_first.unit == "N m"
    assert largest(run.energy.balance_error) < 1e-9
    assert run.energy.work[-1] == pytest.approx(3.0 * run["pinion"].angle[-1], rel=1e-9)


def test_planetary_gear_by_pairs_on_a_turning_arm() -> None:
    """Sun, planet and ring on an arm: Willis' equation, with the ring held by a motor.

    Source: (ω_s − ω_a)/(ω_r − ω_a) = −z_r/z_s (Willis); with ω_r = 0, ω_a = ω_s z_s/(z_s + z_r).
    """
    z_sun, z_planet, z_ring = 18, 27, 72
    model = mbfe.Model("planetary")
    moments = (0.1, 0.1, 0.1)
    arm = model.add(elements.RigidBody("arm_body", mass=1.0, inertia=moments))
    model.add(joints.Revolute("arm", model.ground, arm, axis=(0, 0, 1)))
    for name, x in (("sun", 0.0), ("planet", 0.3), ("ring", 0.0)):
        body = model.add(elements.RigidBody(f"{name}_body", position=(x, 0, 0), mass=1.0, inertia=moments))
        model.add(joints.Revolute(name, arm, body, position=(x, 0, 0), axis=(0, 0, 1)))
    model.add(joints.GearPair("outer", "sun.angle", "planet.angle", teeth=(z_sun, z_planet)))
    model.add(joints.GearPair("inner", "planet.angle", "ring.angle", teeth=(z_planet, z_ring), inner=True))
    # the angle of a body on the arm in the world is the sum of two
    model.add(joints.Coupling("held", {"arm.angle": 1.0, "ring.angle": 1.0}))
    turning = curves.integral(curves.SmoothStep(0.0, 1.0, 0.0, 10.0))
    model.add(joints.Coupling("sun drive", {"arm.angle": 1.0, "sun.angle": 1.0}, value=turning))
    run = mbfe.solve_dynamic(model, duration=3.0, step=0.01)
    assert largest(run["arm"].angle - turning(run.time) * z_sun / (z_sun + z_ring)) < 1e-8
    assert largest(run["ring"].angle + run["arm"].angle) < 1e-8
    assert run["arm"].rate[-1] == pytest.approx(10.0 * 18 / 90, abs=1e-6)


@pytest.mark.parametrize("kind", ["rack", "screw"])
def test_rack_and_screw_lift_a_weight(kind: str) -> None:
    """A torque on a pinion or a screw accelerates a mass against its weight.

    Source: x = ρ θ, (J + m ρ²) θ̈ = T − m g ρ with ρ the radius, or lead/2π.
    """
    mass, inertia, torque = 2.0, 0.05, 1.3
    model = rotors(wheel=inertia)
    model.gravity = np.array([0.0, 0.0, -G])
    slider(model, "slide", mass, axis=(0, 0, 1))
    if kind == "rack":
        arm = 0.05
        model.add(joints.RackAndPinion("gear", "slide.displacement", "wheel.angle", radius=arm))
    else:
        arm = -0.02 / (2.0 * math.pi)
        model.add(joints.ScrewDrive("gear", "slide.displacement", "wheel.angle", lead=-0.02))
    model.add(joints.Motor("motor", "wheel.angle", torque=torque))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    accel = (torque - mass * G * arm) / (inertia + mass * arm * arm)
    assert largest(run["wheel"].angle - 0.5 * accel * run.time**2) < 1e-8
    assert largest(run["slide"].displacement - arm * run["wheel"].angle) < 1e-10
    first = "rack" if kind == "rack" else "nut"
    second = "pinion" if kind == "rack" else "screw"
    push = mass * (G + arm * accel)
    assert largest(run["gear"].signal(f"effort_{first}") - push) < 1e-6
    assert largest(run["gear"].signal(f"effort_{second}") + push * arm) < 1e-6
    assert run["gear"].signal(f"effort_{first}").unit == "N"


@pytest.mark.parametrize("crossed", [False, True])
def test_belt(crossed: bool) -> None:
    """Pulleys of 60 and 150 mm: the speeds go with the inverse radii, the torques with the radii."""
    model = rotors(motor=0.01, fan=0.25)
    model.add(joints.Belt("belt", "motor.angle", "fan.angle", radii=(0.06, 0.15), crossed=crossed))
    model.add(joints.Motor("drive", "motor.angle", torque=0.7))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    ratio = (-0.4 if crossed else 0.4) * np.ones(len(run.time))
    accel = 0.7 / (0.01 + 0.25 * 0.16)
    assert largest(run["motor"].angle - 0.5 * accel * run.time**2) < 1e-8
    assert largest(run["fan"].angle - ratio * run["motor"].angle) < 1e-9
    assert largest(run["belt"].effort_second + run["belt"].effort_first / ratio) < 1e-8


def test_differential_splits_torque_and_sums_speeds() -> None:
    """Two wheels of unequal inertia behind a differential 3.5:1, one of them braked.

    Source: ω_l + ω_r = 2 ω_in/i, and both get i/2 times the input torque that the gear passes on.
    """
    ratio, torque, brake = 3.5, 4.0, 2.0
    model = rotors(input=0.02, left=0.3, right=0.7)
    model.add(joints.Differential("axle", "input.angle", "left.angle", "right.angle", ratio=ratio))
    model.add(joints.Motor("motor", "input.angle", torque=torque))
    model.add(joints.Motor("brake", "left.angle", torque=-brake))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    # J_in a_in = T₀ − T, J_l a_l = iT/2 − b, J_r a_r = iT/2, a_l + a_r = 2 a_in/i, T the torque passed on
    half = 0.5 * ratio
    matrix = np.array([[0.02, 0, 0, 1], [0, 0.3, 0, -half], [0, 0, 0.7, -half], [-1 / half, 1, 1, 0]])
    a_in, a_left, a_right, passed = np.linalg.solve(matrix, [torque, -brake, 0.0, 0.0])
    for name, accel in (("input", a_in), ("left", a_left), ("right", a_right)):
        assert largest(run[name].angle - 0.5 * accel * run.time**2) < 1e-8
    assert largest(run["axle"].effort_left - 0.5 * ratio * passed) < 1e-7
    assert largest(run["axle"].effort_right - run["axle"].effort_left) < 1e-12
    assert largest(run["axle"].effort_input + passed) < 1e-7


def test_coupling_of_four_coordinates_over_time() -> None:
    """Σ aᵢqᵢ = c(t) of three angles and a displacement: masses share the drive by their mobilities.

    Source: minimum of ½Σ mᵢq̇ᵢ² subject to the row: mᵢq̈ᵢ = aᵢλ with λ = c̈/Σ(aᵢ²/mᵢ); work = kinetic energy.
    """
    factors = {"one.angle": 1.0, "two.angle": -2.0, "three.angle": 0.5, "slide.displacement": 4.0}
    masses = np.array([0.1, 0.3, 0.2, 2.0])
    model = rotors(one=0.1, two=0.3, three=0.2)
    slider(model, "slide", 2.0)
    value = curves.Polynomial(0.0, 0.0, 1.0, 0.5)
    model.add(joints.Coupling("sum", factors, value=value))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    a = np.array(list(factors.values()))
    share = a / masses / np.sum(a * a / masses)
    for i, name in enumerate(factors):
        item, which = name.split(".")
        assert largest(run[item].signal(which) - share[i] * value(run.time)) < 1e-9
    bends = 2.0 + 3.0 * run.time
    assert largest(run["sum"].effort_4 - masses[3] * share[3] * bends) < 1e-4
    speeds = share * value.derivatives(1.0)[1]
    assert run.energy.work[-1] == pytest.approx(0.5 * np.sum(masses * speeds**2), rel=1e-5)


# ------------------------------------------------------------------ functions


def lift(angle: float) -> float:
    """Profile of a cam [m]."""
    return 0.02 * (1.0 - math.cos(angle)) + 0.004 * (1.0 - math.cos(2.0 * angle))


@pytest.mark.parametrize("kind", ["table", "python", "compiled"])
def test_cam_follower(kind: str) -> None:
    """Lift, speed, acceleration and force of a follower on a cam that turns at a given speed for four turns.

    Source: y = f(θ), ÿ = f″ ω², force m (ÿ + g), torque of the drive m (ÿ + g) f′ (cam's own inertia apart).
    """
    omega, mass = 12.0, 0.8
    knots = np.linspace(0.0, 2.0 * math.pi, 361)
    function = {
        "table": curves.Table(knots, [lift(x) for x in knots], kind="periodic"),
        "python": lift,
        "compiled": compiled(lift),
    }[kind]
    model = mbfe.Model("cam", gravity=(0, 0, -G))
    cam = model.add(
        elements.RigidBody("cam_body", mass=1.0, inertia=(0.1, 0.1, 0.1), angular_velocity=(0, omega, 0))
    )
    model.add(joints.Revolute("cam", model.ground, cam, axis=(0, 1, 0)))
    slider(model, "follower", mass, axis=(0, 0, 1))
    model.add(joints.Motor("motor", "cam.angle", position=curves.Polynomial(0.0, omega)))
    model.add(joints.FunctionCoupling("profile", "cam.angle", function, output="follower.displacement"))
    run = mbfe.solve_dynamic(model, duration=2.1, step=1e-3)
    theta = omega * run.time
    assert theta[-1] > 8.0 * math.pi
    slope = 0.02 * np.sin(theta) + 0.008 * np.sin(2.0 * theta)
    accel = omega**2 * (0.02 * np.cos(theta) + 0.016 * np.cos(2.0 * theta))
    assert largest(run["follower"].displacement - [lift(x) for x in theta]) < 1e-8
    rows = run.time > 0.05
    size = mass * omega**2 * 0.036
    assert largest((run["profile"].effort_2 - mass * (accel + G))[rows]) < 2e-3 * size
    assert largest((run["motor"].effort - mass * (accel + G) * slope)[rows]) < 2e-3 * size * 0.025


@pytest.mark.parametrize("way", [lambda f: f, compiled], ids=["python", "compiled"])
def test_function_of_three_coordinates(way: Any) -> None:
    """φ = x² + y² − (1 + θ)² holds a point on a circle that a motor widens from 1 to 2 m.

    Source: φ pulls along the radius, so that m (x ẏ − y ẋ) is conserved; r = 1 + θ.
    """

    def circle(x: float, y: float, theta: float) -> float:
        return x * x + y * y - (1.0 + theta) ** 2

    model = rotors(valve=0.1)
    moments = (0.1, 0.1, 0.1)
    body = elements.RigidBody("point", position=(1, 0, 0), mass=1.0, inertia=moments, velocity=(0, 1.5, 0))
    model.add(body)
    frame = mbfe.Frame()
    model.add(joints.Planar("plane", model.ground, body, first_frame=frame, second_frame=frame))
    model.add(joints.Motor("motor", "valve.angle", position=curves.SmoothStep(0.0, 1.0)))
    inputs = ("plane.displacement_x", "plane.displacement_y", "valve.angle")
    model.add(joints.FunctionCoupling("circle", inputs, way(circle)))
    run = mbfe.solve_dynamic(model, duration=1.5, step=1e-3)
    x, v = run["point"].position.values, run["point"].velocity.values
    assert largest(np.hypot(x[:, 0], x[:, 1]) - 1.0 - run["valve"].angle) < 1e-9
    assert largest(np.cross(x, v)[:, 2] - 1.5) < 1e-4
    assert np.linalg.norm(v[-1]) == pytest.approx(0.75, abs=1e-4)
    assert largest(run.energy.balance_error) < 1e-4


# ------------------------------------------------------------------ motors


def test_trolley_with_a_trapezoidal_profile() -> None:
    """A trolley driven along a trapezoidal speed profile with a hanging payload.

    Source: case "prescribed motion, non-smooth": end at exactly 1.375 m with zero speed; payload angles
    −0.239831, 0.292742, 0.411577, −0.291906 rad at 0.5, 1.5, 1.75, 3 s. The force of the drive is that of
    the balance of momentum, (M + m) ẍ + m l (θ̈ cos θ − θ̇² sin θ) with l θ̈ = −g sin θ − ẍ cos θ.
    """
    model = mbfe.Model("trolley", gravity=(0, 0, -G))
    slider(model, "slide", 5.0)
    load = model.add(elements.RigidBody("load", position=(0, 0, -0.8), mass=2.0, inertia=(1e-9, 1e-9, 1e-9)))
    model.add(joints.Revolute("rope", "slide_body", load, position=(0, 0, 0), axis=(0, -1, 0)))
    speed = profiles.trapezoidal_speed(distance=1.375, speed=1.0, acceleration=2.0, deceleration=4.0)
    model.add(joints.Motor("drive", "slide.displacement", position=curves.integral(speed)))
    run = mbfe.solve_dynamic(model, duration=3.0, step=5e-4)
    x = run["slide"].displacement
    assert largest(x - curves.integral(speed)(run.time)) < 1e-9
    assert largest(x[run.time > 1.75] - 1.375) < 1e-9
    assert largest(run["slide"].rate[run.time > 1.8]) < 1e-5
    angle = np.interp([0.5, 1.5, 1.75, 3.0], run.time, run["rope"].angle)
    assert np.abs(angle) == pytest.approx(np.abs([-0.239831, 0.292742, 0.411577, -0.291906]), abs=2e-4)
    t, theta, rate = run.time, run["rope"].angle, run["rope"].rate
    if theta[np.searchsorted(t, 0.5)] > 0.0:
        theta, rate = -theta, -rate
    accel = np.select([t < 0.5, t < 1.5, t < 1.75], [2.0, 0.0, -4.0], 0.0)
    turn = -(G * np.sin(theta) + accel * np.cos(theta)) / 0.8
    force = 7.0 * accel + 1.6 * (turn * np.cos(theta) - rate**2 * np.sin(theta))
    rows = np.min(np.abs(t[:, None] - (0.0, 0.5, 1.5, 1.75)), axis=1) > 0.12
    assert largest((run["drive"].effort - force)[rows]) < 1e-4
    assert run["drive"].effort.unit == "N"
    assert run.energy.work[-1] == pytest.approx(run.energy.total[-1] - run.energy.total[0], abs=2e-2)


def test_motor_speed_and_its_torque() -> None:
    """A given speed is kept exactly, the position follows from where it starts, and so does the torque.

    Source: θ = θ₀ + ∫ω dt; T = J ω̇ + m g r cos θ for a mass at distance r.
    """
    model = mbfe.Model("wheel", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("arm", position=(0.3, 0, 0), mass=2.0, inertia=(0.05, 0.05, 0.01)))
    model.add(joints.Revolute("hinge", model.ground, body, position=(0, 0, 0), axis=(0, -1, 0), angle=0.5))
    speed = curves.SmoothStep(0.0, 1.0, 0.0, 6.0)
    model.add(joints.Motor("motor", "hinge.angle", speed=speed))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-3)
    assert largest(run["motor"].rate - speed(run.time)) < 1e-9
    angle = 0.5 + curves.integral(speed)(run.time)
    assert largest(run["motor"].position - angle) < 1e-5
    inertia = 0.05 + 2.0 * 0.09
    rates = np.array([speed.derivatives(t)[1] for t in run.time])
    assert largest(run["motor"].effort - inertia * rates - 2.0 * G * 0.3 * np.cos(angle)) < 2e-3
    assert largest(run.energy.balance_error) < 1e-4


# ------------------------------------------------------------------ forces


def test_spring_on_a_displacement_and_on_a_difference_of_angles() -> None:
    """Frequencies of a mass on a slide and of two rotors on an elastic belt.

    Source: ω² = k/m; two rotors with the row q₁ − 2q₂: ω² = k (1/J₁ + 4/J₂).
    """
    model = rotors(one=0.2, two=0.5)
    slider(model, "slide", 3.0)
    model.add(elements.JointSpring("spring", "slide.displacement", stiffness=27.0, free=0.2))
    model.add(elements.JointSpring("belt", {"one.angle": 1.0, "two.angle": -2.0}, stiffness=4.0, free=0.1))
    run = mbfe.solve_dynamic(model, duration=4.0, step=1e-3)
    t = run.time
    assert largest(run["slide"].displacement - 0.2 * (1.0 - np.cos(3.0 * t))) < 2e-5
    omega = math.sqrt(4.0 * (5.0 + 8.0))
    twist = run["one"].angle - 2.0 * run["two"].angle
    assert largest(twist - 0.1 * (1.0 - np.cos(omega * t))) < 2e-4
    assert largest(run["belt"].position - twist) < 1e-12
    assert largest(run["spring"].effort - 27.0 * (run["slide"].displacement - 0.2)) < 1e-10
    assert (run["spring"].effort.unit, run["belt"].effort.unit) == ("N", "N m")
    assert largest(run.energy.balance_error) < 1e-4


def test_stop_returns_a_block_and_never_pulls() -> None:
    """A block runs against an end stop: time and depth of contact without damping, no pull with it.

    Source: contact for π√(m/k), depth v√(m/k); with damping the block comes back slower, and all that is lost
    is dissipated.
    """
    for damping in (0.0, 60.0):
        model = mbfe.Model("stop")
        body = model.add(elements.RigidBody("block", mass=2.0, inertia=(0.1, 0.1, 0.1)))
        model.add(joints.Prismatic("slide", model.ground, body, axis=(1, 0, 0), rate=1.0))
        stop = elements.JointStop(
            "stop", "slide.displacement", lower=-1.0, upper=0.5, stiffness=5000.0, damping=damping, depth=1e-3
        )
        model.add(stop)
        run = mbfe.solve_dynamic(model, duration=0.8, step=1e-4)
        effort, x = run["stop"].effort, run["slide"].displacement
        period = math.sqrt(2.0 / 5000.0)
        assert effort.values.min() >= 0.0
        assert largest(run.energy.balance_error) < 1e-4
        if damping == 0.0:
            assert x.values.max() == pytest.approx(0.5 + period, abs=1e-6)
            assert np.sum(effort.values > 0.0) * 1e-4 == pytest.approx(math.pi * period, abs=2e-4)
            assert run["slide"].rate[-1] == pytest.approx(-1.0, abs=1e-4)
        else:
            assert -0.9 < run["slide"].rate[-1] < -0.3
            lost = 1.0 - run["slide"].rate[-1] ** 2
            assert run.energy.dissipated[-1] == pytest.approx(lost, abs=1e-4)
            assert largest(np.diff(effort.values)) < 12.0  # the damper alone would make it jump by 60 N


def test_friction_slows_a_rotor_evenly_and_holds_a_load_almost() -> None:
    """Coulomb friction stops a rotor at a constant rate; below its limit a load creeps at v₀ artanh(M/F_c).

    Source: θ̈ = −F_c/J while the rate is far above v₀; balance of load and friction at rest.
    """
    model = rotors({"disk": {"rate": 4.0}}, disk=0.5, held=0.5)
    model.add(elements.RegularisedFriction("brake", "disk.angle", coulomb=1.5, regular_speed=1e-3))
    model.add(elements.RegularisedFriction("grip", "held.angle", coulomb=1.5, regular_speed=1e-3))
    model.add(joints.Motor("load", "held.angle", torque=0.9))
    run = mbfe.solve_dynamic(model, duration=1.2, step=1e-3)
    assert largest(run["disk"].angle - (4.0 * run.time - 1.5 * run.time**2)) < 1e-5
    assert run["held"].rate[-1] == pytest.approx(1e-3 * math.atanh(0.6), rel=1e-6)
    assert largest(run.energy.balance_error) < 2e-3


def test_stribeck_curve() -> None:
    """The friction of a driven joint is that of the formula at every speed."""
    model = rotors(disk=0.5)
    friction = elements.RegularisedFriction(
        "friction", "disk.angle", coulomb=1.0, static=1.6, stribeck_speed=0.2, viscous=0.3, regular_speed=0.01
    )
    model.add(friction)
    model.add(joints.Motor("motor", "disk.angle", position=curves.Polynomial(0.0, 0.0, 0.5)))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    v = run["disk"].rate
    formula = (1.0 + 0.6 * np.exp(-((v / 0.2) ** 2))) * np.tanh(v / 0.01) + 0.3 * v
    assert largest(run["friction"].effort - formula) < 1e-12
    assert largest(run["motor"].effort[2:] - (0.5 + formula)[2:]) < 1e-2


def test_backlash_of_a_gear_pair() -> None:
    """A pinion crosses the play at constant speed before it takes the wheel along.

    Source: nothing acts on the wheel until the pinion has turned by half of the play; then the impulses of
    the mesh on pinion and wheel are as 1 : i, so that J₁ω₁ − J₂ω₂/i is conserved.
    """
    ratio = 2.0
    model = rotors({"pinion": {"rate": 1.0}}, pinion=0.1, wheel=0.4)
    play = elements.Backlash(
        "play", {"pinion.angle": 1.0, "wheel.angle": ratio}, gap=0.2, stiffness=400.0, damping=2.0
    )
    model.add(play)
    run = mbfe.solve_dynamic(model, duration=0.4, step=2e-4)
    before = run.time < 0.0999
    assert largest(run["wheel"].rate[before]) == 0.0
    assert largest(run["pinion"].rate[before] - 1.0) < 1e-12
    assert largest(run["wheel"].rate) > 0.1
    # impulses of the mesh are as 1 : i
    assert largest(0.1 * (run["pinion"].rate - 1.0) - 0.4 * run["wheel"].rate / ratio) < 1e-5


def test_force_law_of_coordinate_and_rate() -> None:
    """A rotor on a Duffing spring with a van der Pol damper, against DOP853."""

    def law(q: float, rate: float) -> float:
        return 2.0 * q + 5.0 * q**3 + 0.4 * (q * q - 0.1) * rate

    model = rotors({"disk": {"angle": 0.7}}, disk=0.3)
    model.add(elements.JointSpring("law", "disk.angle", force=compiled(law)))
    run = mbfe.solve_dynamic(model, duration=5.0, step=1e-3)
    exact = solve_ivp(
        lambda t, y: [y[1], -law(*y) / 0.3], (0, 5), [0.7, 0.0], method="DOP853", rtol=1e-11, atol=1e-12,
        t_eval=run.time,
    ).y  # fmt: skip
    assert largest(run["disk"].angle - exact[0]) < 3e-4
    assert largest(run.energy.balance_error) < 1e-5
