"""Friction that follows the reaction of its joint.

Sources: Coulomb's law on an incline, journal friction M = μ r W of a rotor, a collar, square-threaded screws
(raising and lowering torque W r tan(φ ± α)), a bracket that jams on its column when its load stands farther
out than ℓ/2μ; a pendulum with journal friction integrated by SciPy with events of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import mbfe
from mbfe import curves, elements, joints
from tests.physics.support import event_times

pytestmark = pytest.mark.slow

G = 9.81


def incline(degrees: float, *, rate: float = 0.0, **friction: Any) -> mbfe.Model:
    """Block in a guide on a slope; gravity is inclined instead."""
    turn = np.deg2rad(degrees)
    model = mbfe.Model("incline", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    block = model.add(elements.RigidBody("block", mass=3.0, inertia=(0.1, 0.2, 0.3)))
    model.add(joints.Prismatic("guide", model.ground, block, axis=(1, 0, 0), rate=rate))
    model.add(elements.JointFriction("friction", "guide.displacement", **friction))
    return model


def rotor(axis: tuple[float, ...], *, kind: type = elements.JointFriction, **friction: Any) -> mbfe.Model:
    """Disc of 4 kg and 0.05 kg m² that spins at 30 rad/s in a bearing."""
    model = mbfe.Model("rotor", gravity=(0, 0, -G))
    disc = model.add(elements.RigidBody("disc", mass=4.0, inertia=(0.05, 0.05, 0.05)))
    model.add(joints.Revolute("shaft", model.ground, disc, axis=axis, rate=30.0))
    model.add(kind("bearing", "shaft.angle", **friction))
    return model


# ------------------------------------------------------------------ guides


def test_a_block_rests_below_the_angle_of_static_friction() -> None:
    """arctan 0.5 = 26.57°: it stays at 26.5° to the last digit, for a hundred seconds."""
    model = incline(26.5, mu=0.3, mu_static=0.5, stribeck_speed=1e-3)
    run = mbfe.solve_dynamic(model, duration=100.0, step=0.5)
    assert np.abs(run["guide"].displacement.values).max() < 1e-12
    weight = 3.0 * G
    np.testing.assert_allclose(run["friction"].effort, weight * np.sin(np.deg2rad(26.5)), rtol=1e-9)
    np.testing.assert_allclose(run["friction"].limit, 0.5 * weight * np.cos(np.deg2rad(26.5)), rtol=1e-6)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_block_slides_with_the_coefficient_of_motion(reverse: bool) -> None:
    """g (sin α − μ cos α); the joint may be named from either side."""
    turn = np.deg2rad(26.6)
    model = mbfe.Model("incline", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    block = model.add(elements.RigidBody("block", mass=3.0, inertia=(0.1, 0.2, 0.3)))
    sides = (block, model.ground) if reverse else (model.ground, block)
    model.add(joints.Prismatic("guide", *sides, axis=(1, 0, 0)))
    friction = {"mu": 0.3, "mu_static": 0.5, "stribeck_speed": 1e-6}
    model.add(elements.JointFriction("friction", "guide.displacement", **friction))
    run = mbfe.solve_dynamic(model, duration=2.0, step=0.01)
    a = G * (np.sin(turn) - 0.3 * np.cos(turn))
    v = run["block"].velocity.x.values
    assert (v[-1] - v[100]) / (run.time[-1] - run.time[100]) == pytest.approx(a, rel=1e-7)
    assert run.energy.balance_error < 1e-5


def test_a_block_pushed_up_the_slope_stops_and_stays() -> None:
    """v²/2g(sin α + μ cos α) up the slope; then friction turns round and holds it."""
    turn = np.deg2rad(20.0)
    run = mbfe.solve_dynamic(incline(20.0, rate=-2.0, mu=0.5), duration=20.0, step=0.02)
    way = 4.0 / (2.0 * G * (np.sin(turn) + 0.5 * np.cos(turn)))
    x = run["guide"].displacement.values
    assert x[-1] == pytest.approx(-way, rel=1e-6)
    assert np.ptp(x[run.time > 1.0]) < 1e-13
    assert run["friction"].effort.values[-1] == pytest.approx(3.0 * G * np.sin(turn), rel=1e-9)


def bracket(out: float, *, reverse: bool = False) -> mbfe.Run:
    """Bracket on a vertical column whose weight stands out to the side; ends of the guide 0.2 m apart."""
    model = mbfe.Model("bracket", gravity=(0, 0, -G))
    body = elements.RigidBody("bracket", position=(out, 0, 0), mass=2.0, inertia=(0.1, 0.1, 0.1))
    model.add(body)
    sides = ("bracket", model.ground) if reverse else (model.ground, "bracket")
    model.add(joints.Prismatic("guide", *sides, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(elements.JointFriction("friction", "guide.displacement", mu=0.25, length=0.2))
    return mbfe.solve_dynamic(model, duration=1.0, step=0.01)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_bracket_jams_when_its_load_stands_far_out(reverse: bool) -> None:
    """Ends carry W x/ℓ each: 2 μ W x/ℓ ≥ W from x = ℓ/2μ = 0.4 m on. Nearer in it falls freely.

    Friction is in proportion to what it holds, so that below the limit nothing is left of it.
    """
    jams = bracket(0.401, reverse=reverse)
    assert np.abs(jams["guide"].displacement.values).max() < 1e-12
    falls = bracket(0.399, reverse=reverse)
    way = falls["bracket"].position.z.values[-1]
    assert way == pytest.approx(-0.5 * G, rel=1e-4)


def test_a_guide_bears_the_moment_about_its_axis_on_its_two_sides() -> None:
    """A moment M about the axis presses with M/w on each side: friction 2 μ M/w."""
    model = mbfe.Model("key")
    body = model.add(elements.RigidBody("slider", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Prismatic("guide", model.ground, body, axis=(0, 0, 1), rate=1.0))
    model.add(elements.JointFriction("friction", "guide.displacement", mu=0.2, width=0.05))
    model.add(elements.Moment("twist", body, (0, 0, 0.1)))
    run = mbfe.solve_dynamic(model, duration=2.0, step=0.01)
    assert event_times(run)[0] == pytest.approx(1.0 / (2 * 0.2 * 0.1 / 0.05), rel=1e-5)


# ------------------------------------------------------------------ bearings


@pytest.mark.parametrize(
    ("axis", "sizes", "arm"),
    [((1, 0, 0), {"radius": 0.02}, 0.02), ((0, 0, 1), {"radius": 0.02, "collar_radius": 0.03}, 0.03)],
    ids=["journal", "collar"],
)
def test_a_rotor_slows_down_evenly_under_its_own_weight(axis: Any, sizes: Any, arm: float) -> None:
    """α = μ r W/J until it stands; in a vertical axis the collar rubs."""
    alpha = 0.1 * arm * 4.0 * G / 0.05
    run = mbfe.solve_dynamic(rotor(axis, mu=0.1, **sizes), duration=25.0, step=0.05)
    rate, still = run["shaft"].rate.values, 30.0 / alpha
    moves = run.time < still
    np.testing.assert_allclose(rate[moves], 30.0 - alpha * run.time[moves], rtol=0, atol=2e-5)
    assert event_times(run)[0] == pytest.approx(still, rel=1e-6)
    assert np.ptp(run["shaft"].angle.values[run.time > still + 0.1]) < 1e-12
    assert run.energy.dissipated.values[-1] == pytest.approx(0.5 * 0.05 * 30.0**2, rel=1e-6)


def test_friction_that_is_smooth_in_the_rate_slows_a_rotor_as_well() -> None:
    """M = (F_c + μ r W) far above v₀; the force is asked of the formula at every speed."""
    friction = {"mu": 0.1, "mu_static": 0.2, "radius": 0.02, "coulomb": 0.05, "stribeck_speed": 3.0}
    model = rotor((1, 0, 0), kind=elements.RegularisedFriction, regular_speed=0.5, **friction)
    run = mbfe.solve_dynamic(model, duration=30.0, step=0.02)
    rate = run["shaft"].rate.values
    load = 0.02 * 4.0 * G
    formula = (0.05 + 0.1 * load + 0.1 * load * np.exp(-((rate / 3.0) ** 2))) * np.tanh(rate / 0.5)
    np.testing.assert_allclose(run["bearing"].effort, formula, rtol=1e-7, atol=1e-12)
    assert run.energy.balance_error < 1e-4


def test_a_brake_holds_a_torque_up_to_preload_and_load() -> None:
    """Torque that grows as t overcomes F_s + μ_s r W."""
    friction = {"mu": 0.1, "mu_static": 0.3, "radius": 0.5, "coulomb": 1.0, "static": 2.0}
    model = mbfe.Model("brake", gravity=(0, 0, -G))
    disc = model.add(elements.RigidBody("disc", mass=4.0, inertia=(0.05, 0.05, 0.05)))
    model.add(joints.Revolute("shaft", model.ground, disc, axis=(1, 0, 0)))
    model.add(elements.JointFriction("brake", "shaft.angle", stribeck_speed=1e-3, **friction))
    model.add(elements.Moment("turn", disc, (curves.Polynomial(0.0, 1.0), 0, 0)))
    run = mbfe.solve_dynamic(model, duration=10.0, step=0.01)
    limit = 2.0 + 0.3 * 0.5 * 4.0 * G
    assert event_times(run)[0] == pytest.approx(limit, rel=1e-6)
    assert run["brake"].effort.values[-1] == pytest.approx(1.0 + 0.1 * 0.5 * 4.0 * G, rel=1e-6)


@pytest.mark.parametrize("scheme", [mbfe.SOI2(spectral_radius=0.5), "newmark"], ids=str)
def test_other_schemes_slow_the_rotor_down_as_well(scheme: Any) -> None:
    run = mbfe.solve_dynamic(rotor((1, 0, 0), mu=0.1, radius=0.02), duration=20.0, step=0.05, scheme=scheme)
    assert event_times(run)[0] == pytest.approx(30.0 * 0.05 / (0.1 * 0.02 * 4.0 * G), rel=1e-6)


def test_hht_which_splits_reactions_is_refused() -> None:
    with pytest.raises(mbfe.ModelError, match="Take GeneralizedAlpha or SOI2"):
        mbfe.solve_dynamic(rotor((1, 0, 0), mu=0.1, radius=0.02), duration=1.0, step=0.05, scheme="hht")


# ------------------------------------------------------------------ screws


def nut(mu: float, *, lead: float = 0.02, turn: float = 0.0, **settings: Any) -> mbfe.Run:
    """Heavy nut on a vertical screw of 10 mm mean radius."""
    model = mbfe.Model("jack", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("nut", mass=50.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Screw("screw", model.ground, body, axis=(0, 0, 1), lead=lead))
    model.add(elements.JointFriction("thread", "screw.angle", mu=mu, radius=0.01))
    if turn:
        model.add(elements.Moment("drive", body, (0, 0, turn)))
    return mbfe.solve_dynamic(model, duration=1.0, step=0.01)


@pytest.mark.parametrize("lead", [0.02, -0.02], ids=["right", "left"])
def test_a_screw_locks_itself(lead: float) -> None:
    """tan α = 0.02/2π·0.01 = 0.3183: at μ = 0.319 the nut stays, at 0.317 it turns down.

    Nut: N on the flank, μN along the thread; J θ̈ = −N r (sin α − μ cos α), m z̈ = −W + N (cos α + μ sin α).
    """
    held = nut(0.319, lead=lead)
    assert np.abs(held["screw"].angle.values).max() < 1e-12
    falls = nut(0.25, lead=lead)
    alpha, r, mass, J, mu = np.arctan(abs(lead) / (2 * np.pi * 0.01)), 0.01, 50.0, 0.1, 0.25
    down = r * (np.sin(alpha) - mu * np.cos(alpha)) / J
    press = mass * G / (np.cos(alpha) + mu * np.sin(alpha) + mass * r * np.tan(alpha) * down)
    angle = -0.5 * down * press * np.sign(lead)
    assert falls["screw"].angle.values[-1] == pytest.approx(angle, rel=1e-5)
    assert nut(0.317, lead=lead)["screw"].displacement.values[-1] < -1e-6


def test_raising_torque_of_a_screw() -> None:
    """W r tan(α + φ) is the least torque that raises the nut."""
    alpha, phi = np.arctan(0.02 / (2 * np.pi * 0.01)), np.arctan(0.25)
    torque = 50.0 * G * 0.01 * np.tan(alpha + phi)
    assert np.abs(nut(0.25, turn=0.999 * torque)["screw"].angle.values[-1]) < 1e-12
    assert nut(0.25, turn=1.001 * torque)["screw"].angle.values[-1] > 1e-3


# ------------------------------------------------------------------ a pendulum


MASS, ARM, INERTIA, MU, RADIUS = 1.5, 0.4, 0.02, 0.3, 0.06


def pendulum_exact(start: float, duration: float) -> tuple[np.ndarray, float]:
    """Times at which a pendulum in a journal turns round, and its angle at the end.

    J θ̈ = −m g l sin θ ∓ μ r |R|, the force R along and across the arm: m (l θ̇² + g cos θ), m (l θ̈ + g sin θ).
    """
    whole = INERTIA + MASS * ARM**2

    def accel(theta: float, rate: float, sign: float) -> float:
        along = MASS * (ARM * rate**2 + G * np.cos(theta))

        def rest(a: float) -> float:
            across = MASS * (ARM * a + G * np.sin(theta))
            friction = sign * MU * RADIUS * np.hypot(along, across)
            return float(whole * a + MASS * G * ARM * np.sin(theta) + friction)

        return float(brentq(rest, -1e3, 1e3, xtol=1e-14, rtol=1e-14))

    sign = -float(np.sign(start))
    state, t, found = np.array([start, 1e-12 * sign]), 0.0, []
    while t < duration:

        def rates(t: float, y: np.ndarray, sign: float = sign) -> list[float]:
            return [y[1], accel(y[0], y[1], sign)]

        def stops(t: float, y: np.ndarray, sign: float = sign) -> float:
            return float(sign * y[1])

        stops.terminal, stops.direction = True, -1.0  # type: ignore[attr-defined]
        part = solve_ivp(rates, (t, duration), state, events=stops, rtol=1e-11, atol=1e-13)
        t, state, sign = float(part.t[-1]), part.y[:, -1].copy(), -sign
        if t < duration:
            found.append(t)
            state[1] = 1e-12 * sign
    return np.array(found), float(state[0])


def test_a_pendulum_in_a_journal_turns_round_at_the_right_moments() -> None:
    """Second order in times and angles, with the reaction of a moving pendulum; energy is conserved."""
    expected, angle = pendulum_exact(1.2, 3.0)
    assert len(expected) >= 3
    errors = []
    for step in (0.01, 0.005):
        model = mbfe.Model("pendulum", gravity=(0, 0, -G))
        rod = elements.RigidBody("rod", position=(0, 0, -ARM), mass=MASS, inertia=(INERTIA,) * 3)
        model.add(rod)
        hinge = joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0), angle=1.2)
        model.add(hinge)
        model.add(elements.JointFriction("journal", "hinge.angle", mu=MU, radius=RADIUS))
        run = mbfe.solve_dynamic(model, duration=3.0, step=step)
        found = event_times(run)[-len(expected) :]
        errors.append([np.abs(found - expected).max(), abs(run["hinge"].angle.values[-1] - angle)])
        assert run.energy.balance_error < 1e-3
    assert max(errors[1]) < 5e-4
    assert (np.array(errors[0]) / np.array(errors[1]) > 3.8).all()


# ------------------------------------------------------------------ closed loops


def test_four_bars_with_friction_in_every_pin() -> None:
    """A planar loop has many out-of-plane reactions, but one set of pin forces: friction follows these.

    Source: M = μ r |R| with the reactions of the joints, and the balance of energy.
    """
    corners = np.array([[0, 0, 0], [0, 0, 0.2], [0.5, 0, 0.4], [0.6, 0, 0]])
    model = mbfe.Model("four-bar", gravity=(0, 0, -G))
    names = ["ground", "crank", "rod", "rocker", "ground"]
    for i, name in enumerate(names[1:4]):
        middle = 0.5 * (corners[i] + corners[i + 1])
        model.add(elements.RigidBody(name, position=middle, mass=1.0 + i, inertia=(0.02, 0.02, 0.02)))
    friction = {"mu": 0.2, "mu_static": 0.3, "stribeck_speed": 0.2, "radius": 0.03, "regular_speed": 1e-2}
    for i in range(4):
        model.add(joints.Revolute(f"pin{i}", names[i], names[i + 1], position=corners[i], axis=(0, 1, 0)))
        model.add(elements.RegularisedFriction(f"rubs{i}", f"pin{i}.angle", **friction))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    assert np.ptp(run["pin0"].angle.values) > 0.5
    assert run.energy.dissipated.values[-1] > 0.1
    assert run.energy.balance_error < 1e-4
    for i in range(4):
        force = run[f"pin{i}"].reaction.force.values
        load = 0.03 * np.hypot(force[:, 0], force[:, 1])
        np.testing.assert_allclose(run[f"rubs{i}"].limit, 0.3 * load, rtol=1e-6, atol=1e-6)
        rate = run[f"pin{i}"].rate.values
        formula = (0.2 + 0.1 * np.exp(-((rate / 0.2) ** 2))) * load * np.tanh(rate / 1e-2)
        np.testing.assert_allclose(run[f"rubs{i}"].effort, formula, rtol=1e-6, atol=1e-6)


def two_bearings(kind: type, **friction: Any) -> mbfe.Model:
    model = mbfe.Model("shaft", gravity=(0, 0, -G))
    disc = elements.RigidBody("disc", mass=4.0, inertia=(0.05, 0.05, 0.05), angular_velocity=(30, 0, 0))
    model.add(disc)
    for name, x in (("left", -0.2), ("right", 0.3)):
        model.add(joints.Revolute(name, model.ground, "disc", position=(x, 0, 0), axis=(1, 0, 0)))
    model.add(kind("friction", "left.angle", mu=0.1, radius=0.02, **friction))
    return model


@pytest.mark.parametrize(
    ("kind", "more"), [(elements.JointFriction, {}), (elements.RegularisedFriction, {"regular_speed": 1e-3})]
)
def test_two_rigid_bearings_on_one_shaft_are_refused(kind: type, more: Any) -> None:
    with pytest.raises(mbfe.ModelError, match="its reaction is not unique"):
        mbfe.solve_dynamic(two_bearings(kind, **more), duration=1.0, step=0.01)


@pytest.mark.parametrize("out", [0.05, 0.2])
def test_one_hinge_with_a_length_is_two_bearings(out: float) -> None:
    """Bearings at ±ℓ/2 bear W (½ ± x/ℓ): together W while the disc is between them, 2 W x/ℓ outside."""
    model = mbfe.Model("shaft", gravity=(0, 0, -G))
    disc = elements.RigidBody("disc", position=(out, 0, 0), mass=4.0, inertia=(0.05, 0.05, 0.05))
    model.add(disc)
    frame = {"position": (0, 0, 0), "axis": (1, 0, 0), "rate": 30.0}
    model.add(joints.Revolute("shaft", model.ground, disc, **frame))
    model.add(elements.JointFriction("bearings", "shaft.angle", mu=0.1, radius=0.02, length=0.2))
    run = mbfe.solve_dynamic(model, duration=5.0, step=0.05)
    load = 4.0 * G * max(1.0, 2.0 * out / 0.2)
    assert run["shaft"].rate.values[-1] == pytest.approx(30.0 - 5.0 * 0.1 * 0.02 * load / 0.05, rel=1e-5)


def test_inverse_dynamics_finds_the_torque_against_friction() -> None:
    """M = J φ̈ + μ r W at every moment of a given motion."""
    model = mbfe.Model("rotor", gravity=(0, 0, -G))
    disc = model.add(elements.RigidBody("disc", mass=4.0, inertia=(0.05, 0.05, 0.05)))
    model.add(joints.Revolute("shaft", model.ground, disc, axis=(1, 0, 0)))
    friction = {"mu": 0.1, "radius": 0.02, "regular_speed": 1e-3}
    model.add(elements.RegularisedFriction("bearing", "shaft.angle", **friction))
    turning = curves.Polynomial(0.0, 1.0, 3.0)
    model.add(joints.Motor("motor", "shaft.angle", position=turning))
    run = mbfe.solve_inverse(model, duration=1.0, step=0.1)
    np.testing.assert_allclose(run["motor"].effort, 0.05 * 6.0 + 0.1 * 0.02 * 4.0 * G, rtol=1e-6)


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("coordinate", "numbers", "words"),
    [
        ("hinge.angle", {"mu": 0.1}, "radius: it is not given"),
        ("hinge.angle", {"mu": 0.1, "radius": 0.1, "width": 0.1}, "width: 0.1 for the angle of a Revolute"),
        ("hinge.angle", {"coulomb": 1.0, "radius": 0.1}, "radius: it is given without a coefficient"),
        ("hinge.angle", {"mu": 0.2, "mu_static": 0.1, "radius": 0.1}, "at least mu, 0.2"),
        ("ball.angle_x", {"mu": 0.1, "radius": 0.1}, "(?s)of a Spherical.*the angle of a Revolute"),
        ("hinge.angle", {}, "coulomb, static and mu are zero"),
    ],
)
def test_what_makes_no_sense_is_refused(coordinate: str, numbers: Any, words: str) -> None:
    model = mbfe.Model("wrong")
    body = model.add(elements.RigidBody("body", mass=1.0, inertia=(1, 1, 1)))
    other = model.add(elements.RigidBody("other", mass=1.0, inertia=(1, 1, 1)))
    model.add(joints.Revolute("hinge", model.ground, body))
    model.add(joints.Spherical("ball", body, other))
    with pytest.raises(mbfe.ModelError, match=words):
        model.add(elements.JointFriction("friction", coordinate, **numbers))
