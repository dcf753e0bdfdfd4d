"""Fast spin: tops, rotors and free bodies whose step is a large part of a turn, against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from tests.physics.support import assert_second_order, largest, report

Floats = NDArray[np.float64]

MASS, LEVER, ACROSS, ALONG, G = 1.0, 0.1, 0.002, 0.0012, 9.81
ABOUT = ACROSS + MASS * LEVER**2
SPIN, TILT = 250.0, 0.5


def steady_precession(spin: float) -> float:
    """Slow root of A Ω² cos θ − C s Ω + m g l = 0: moments A about the pivot and C along the axis, spin s."""
    a, b = ABOUT * np.cos(TILT), ALONG * spin
    return float(b - np.sqrt(b * b - 4.0 * a * MASS * G * LEVER)) / (2.0 * a)


def top(nod: float = 0.0) -> tuple[mbfe.Model, Floats]:
    """Top on a ball joint in steady precession, with ``nod`` [rad/s] of nodding; its angular velocity too."""
    attitude = Rotation.from_rotvec([0.0, TILT, 0.0])
    axis = attitude.apply([0.0, 0.0, 1.0])
    turn = np.array([0.0, nod, steady_precession(SPIN)])
    turn += (SPIN - turn @ axis) * axis
    model = mbfe.Model("top", gravity=(0.0, 0.0, -G))
    body = model.add(
        elements.RigidBody(
            "top", position=LEVER * axis, orientation=attitude, mass=MASS, inertia=(ACROSS, ACROSS, ALONG),
            velocity=np.cross(turn, LEVER * axis), angular_velocity=turn,
        )
    )  # fmt: skip
    model.add(joints.Spherical("pivot", model.ground, body, position=(0.0, 0.0, 0.0)))
    return model, attitude.inv().apply(turn)


def measured(run: mbfe.Run) -> tuple[Floats, Floats]:
    return run["top"].position.values, run["pivot"].reaction.in_frame("world").force.values


def test_steady_precession_of_a_fast_top(record_property: Any) -> None:
    """Precession, tilt and pivot force within 1e-4 at 250 rad/s, h = 0.2 ms, default options.

    Source: closed form; with twists integrated component by component the errors are 3e-3, 1e-3 and 2e-3.
    """
    model, _ = top()
    run = mbfe.solve_dynamic(model, duration=0.5, step=2e-4)
    center, force = measured(run)
    rate = steady_precession(SPIN)
    turned = np.unwrap(np.arctan2(center[:, 1], center[:, 0]))
    tilt = np.arctan2(np.hypot(center[:, 0], center[:, 1]), center[:, 2])
    phase = rate * run.time
    inward = MASS * rate**2 * LEVER * np.sin(TILT)
    up = np.full_like(phase, MASS * G)
    exact = np.stack([-inward * np.cos(phase), -inward * np.sin(phase), up], axis=1)
    errors = {
        "precession": abs((turned[-1] - turned[0]) / run.time[-1] / rate - 1.0),
        "tilt": largest(tilt / TILT - 1.0),
        "force": largest(force - exact) / (MASS * G),
    }
    report(record_property, **errors, iterations=run.report["iterations"] / run.report["steps"])
    assert max(errors.values()) < 1e-4
    assert run.report["factorisations"] == 1
    assert run.report["iterations"] <= 2.1 * run.report["steps"]


def integrated(spin: Floats, times: Floats) -> tuple[Floats, Floats]:
    """Centre of mass and pivot force of the top by DOP853 (1e-12), Euler's equations and a quaternion."""
    moments = np.array([ABOUT, ABOUT, ALONG])
    arm = np.array([0.0, 0.0, LEVER])

    def angular(y: Floats) -> Floats:
        moment = np.cross(arm, Rotation.from_quat(y[:4]).inv().apply([0.0, 0.0, -MASS * G]))
        return (moment - np.cross(y[4:], moments * y[4:])) / moments

    def rates(_t: float, y: Floats) -> Floats:
        p, s, w = y[:3], y[3], y[4:]
        return np.concatenate([0.5 * (s * w + np.cross(p, w)), [-0.5 * p @ w], angular(y)])

    first = np.concatenate([Rotation.from_rotvec([0.0, TILT, 0.0]).as_quat(), spin])
    found = solve_ivp(rates, (0.0, times[-1]), first, method="DOP853", rtol=1e-12, atol=1e-13, t_eval=times)
    center, force = [], []
    for y in found.y.T:
        turn = Rotation.from_quat(y[:4])
        accel = turn.apply(np.cross(angular(y), arm) + np.cross(y[4:], np.cross(y[4:], arm)))
        center.append(turn.apply(arm))
        force.append(MASS * (accel + [0.0, 0.0, G]))
    return np.array(center), np.array(force)


def test_a_nodding_top_is_of_second_order(record_property: Any) -> None:
    """Centre and pivot force of the fast top with 2 rad/s of nodding, 0.1 to 0.2 s, against DOP853."""
    model, spin = top(nod=2.0)
    times = np.linspace(0.1, 0.2, 21)
    center, force = integrated(spin, times)
    found: dict[str, list[float]] = {"center": [], "force": []}
    for step in (4e-4, 2e-4, 1e-4):
        run = mbfe.solve_dynamic(
            model, duration=0.2, step=step, output_times=[0.0, *times], newton_tolerance=1e-11
        )
        x, f = measured(run)
        found["center"].append(largest(x[1:] - center) / LEVER)
        found["force"].append(largest(f[1:] - force) / largest(force))
    report(record_property, **found)
    for name, values in found.items():
        assert_second_order(values, name)
    assert found["center"][1] < 1.5e-4
    assert found["force"][1] < 5e-4


# ------------------------------------------------------------------ rotors, half a radian a step

STEP = 2e-3
FAST = 0.5 / STEP
WHIRL = 2.0 * np.pi / (40.0 * STEP)
HOUSING, DISK = 2.0, 10.0


def rotor(spin: float, velocity: Floats) -> mbfe.Model:
    """A disk that spins in a housing on soft feet, so that both whirl at ``WHIRL``."""
    model = mbfe.Model("rotor")
    k = (HOUSING + DISK) * WHIRL**2
    housing = model.add(
        elements.RigidBody("housing", mass=HOUSING, inertia=(0.02, 0.02, 0.02), velocity=velocity)
    )
    disk = model.add(
        elements.RigidBody(
            "disk", mass=DISK, inertia=(0.1, 0.1, 0.15), velocity=velocity, angular_velocity=(0.0, 0.0, spin)
        )
    )
    model.add(joints.Revolute("bearing", housing, disk, position=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)))
    feet = (k, k, k, 1e3, 1e3, 1e3)
    model.add(elements.Bushing("feet", model.ground, housing, position=(0.0, 0.0, 0.0), stiffness=feet))
    return model


def test_whirl_of_a_spinning_rotor(record_property: Any) -> None:
    """A balanced rotor swings across its axis (whirls forward and backward) for 20 periods at ωh = 0.5.

    Source: x″ = −(k/m) x, which spin does not enter; in axes that spin the whirl is seen at ω ± Ω, and its
    rate has the relative error ((ω ± Ω) h)²/12 at most. The energy stays within 2 %, half a radian a step.
    """
    speed = np.array([0.1, 0.0, 0.0])
    errors, energies = [], []
    for step in (STEP, STEP / 2, STEP / 4, STEP / 8):
        model = rotor(FAST, speed)
        run = mbfe.solve_dynamic(model, duration=800 * STEP, step=step, output_step=STEP)
        x, v = run["disk"].position.values, run["disk"].velocity.values
        exact = np.zeros_like(x)
        exact[:, 0] = speed[0] / WHIRL * np.sin(WHIRL * run.time)
        energy = (v**2).sum(axis=1) + WHIRL**2 * (x**2).sum(axis=1)
        errors.append(largest(x - exact) * WHIRL / speed[0])
        energies.append(largest(energy / speed[0] ** 2 - 1.0))
        phase = WHIRL * run.time[-1]
        assert errors[-1] < phase * ((WHIRL + FAST) * step) ** 2 / 12.0
    report(record_property, errors=errors, energies=energies)
    assert energies[0] < 0.02
    assert_second_order(errors[1:], "position", low=1.85, high=2.15)
    assert_second_order(energies, "energy", low=1.85, high=2.15)


# ------------------------------------------------------------------ free bodies


@pytest.mark.parametrize("along", [1.5, 0.3], ids=["flat", "slender"])
def test_a_free_gyroscope_at_half_a_radian_a_step(along: float, record_property: Any) -> None:
    """Moments (1, 1, C): in the body the angular velocity across turns at κΩ = (1 − C) Ω, against the spin.

    Its rate has the relative error κ²(Ωh)²/12 where it is integrated in axes of the body, κ < 0, and
    κ(κ − 1)(Ωh)²/12 where it is taken to stand in the world.
    """
    inertia = np.array([1.0, 1.0, along])
    spin = np.array([0.05 * FAST, 0.0, FAST])
    found: dict[str, list[float]] = {"spin": [], "momentum": []}
    for n in (1, 2, 4):
        model = mbfe.Model("gyroscope")
        model.add(elements.RigidBody("body", mass=1.0, inertia=inertia, angular_velocity=spin))
        run = mbfe.solve_dynamic(model, duration=200 * STEP, step=STEP / n, newton_tolerance=1e-12)
        turn = run["body"].rotation_matrix.values
        body = np.einsum("tji,tj->ti", turn, run["body"].angular_velocity.values)
        momentum = np.einsum("tij,tj->ti", turn, body * inertia)
        phase = (along - 1.0) * FAST * run.time
        error = body - np.array([0.0, 0.0, FAST])
        error[:, 0] -= spin[0] * np.cos(phase)
        error[:, 1] -= spin[0] * np.sin(phase)
        found["spin"].append(largest(error) / spin[0])
        found["momentum"].append(largest(momentum - momentum[0]) / spin[0])
    report(record_property, **found)
    part = 1.0 - along
    share = part * (1.0 - part) if part > 0.0 else part**2
    assert found["spin"][0] < 1.05 * share * abs(part) * FAST * 200 * STEP * (FAST * STEP) ** 2 / 12.0
    assert_second_order(found["spin"], "spin")
    assert found["momentum"][0] < 0.05
    assert_second_order(found["momentum"], "momentum", low=1.8, high=2.2)


# ------------------------------------------------------------------ a wheel on a body that flies

PLATE, WHEEL, PLACE = np.array([5.0, 6.0, 7.0]), np.array([0.02, 0.02, 0.035]), np.array([0.3, 0.0, 0.0])
HEAVY, LIGHT = 50.0, 3.0


def gyrostat(first: Floats, times: Floats) -> Floats:
    """Angular velocity of the plate in the world: (I ω)˙ + ω × (I ω + h) = 0, h of the wheel kept."""
    reduced = HEAVY * LIGHT / (HEAVY + LIGHT) * PLACE @ PLACE
    inertia = PLATE + WHEEL * [1.0, 1.0, 0.0] + reduced * np.array([0.0, 1.0, 1.0])
    kept = WHEEL[2] * np.array([0.0, 0.0, FAST + first[2]])

    def rates(_t: float, y: Floats) -> Floats:
        p, s, w = y[:3], y[3], y[4:]
        turned = 0.5 * (s * w + np.cross(p, w))
        return np.concatenate([turned, [-0.5 * p @ w], -np.cross(w, inertia * w + kept) / inertia])

    start = np.concatenate([[0.0, 0.0, 0.0, 1.0], first])
    found = solve_ivp(rates, (0.0, times[-1]), start, method="DOP853", rtol=1e-12, atol=1e-13, t_eval=times)
    return np.array([Rotation.from_quat(y[:4]).apply(y[4:]) for y in found.y.T])


def test_a_fast_wheel_on_a_body_that_flies(record_property: Any) -> None:
    """A plate of 50 kg tumbles with a wheel at 250 rad/s on it, half a radian a step: the gyrostat."""
    slow = np.array([0.3, 0.2, 0.1])
    errors = []
    for step in (STEP, STEP / 2, STEP / 4):
        model = mbfe.Model("gyrostat")
        plate = model.add(elements.RigidBody("plate", mass=HEAVY, inertia=PLATE, angular_velocity=slow))
        wheel = model.add(
            elements.RigidBody(
                "wheel", position=PLACE, mass=LIGHT, inertia=WHEEL,
                velocity=np.cross(slow, PLACE), angular_velocity=slow + [0.0, 0.0, FAST],
            )
        )  # fmt: skip
        model.add(joints.Revolute("axle", plate, wheel, position=PLACE, axis=(0.0, 0.0, 1.0)))
        run = mbfe.solve_dynamic(model, duration=0.4, step=step, output_step=STEP)
        exact = gyrostat(slow, np.asarray(run.time))
        errors.append(largest(run["plate"].angular_velocity.values - exact) / largest(exact))
    report(record_property, errors=errors)
    assert errors[0] < 3e-4
    assert_second_order(errors, "angular velocity", low=1.8, high=2.2)
