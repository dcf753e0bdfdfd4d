"""Rigid contacts that stick: sliding and rest, rolling, tilting planes, impacts with spin.

Sources: closed forms of Coulomb friction; a ball that slides, rolls from 2v₀/7μg on at 5/7 v₀, rolls down a
slope at 5/7 g sin α and swings in a bowl with ω² = 5g/7(R − ρ); impacts of a ball with the tangential impulse
μ(1 + e)mv_n, or with 2/7 of its momentum; rigid-body impact of a slender rod by two equations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from mbfe.elements import contacts
from tests.physics.support import event_times

G = 9.81
RADIUS = 0.1


def coulomb(mu: float, **more: float) -> contacts.Coulomb:
    return contacts.Coulomb(mu=mu, sticks=True, **more)


def slider(degrees: float, friction: Any, *, velocity: Any = (0, 0, 0)) -> mbfe.Model:
    """Point mass on a plane; gravity is inclined instead."""
    turn = np.deg2rad(degrees)
    model = mbfe.Model("slider", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    mass = model.add(elements.PointMass("mass", position=(0, 0, 0), mass=2.0, velocity=velocity))
    probe = contacts.Ball()
    law = contacts.Rigid()
    model.add(elements.Contact("floor", mass, model.ground, probe=probe, law=law, friction=friction))
    return model


def ball(
    friction: Any, *, height: float = RADIUS, velocity: Any = (0, 0, 0), spin: Any = (0, 0, 0),
    degrees: float = 0.0, e: float = 0.0,
) -> mbfe.Model:  # fmt: skip
    """Solid ball above a plane."""
    turn = np.deg2rad(degrees)
    model = mbfe.Model("ball", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    inertia = (0.4 * RADIUS**2,) * 3
    body = elements.RigidBody(
        "ball", position=(0, 0, height), mass=1.0, inertia=inertia, velocity=velocity, angular_velocity=spin
    )
    model.add(body)
    probe, law = contacts.Ball(radius=RADIUS), contacts.Rigid(restitution=e)
    model.add(elements.Contact("floor", body, model.ground, probe=probe, law=law, friction=friction))
    return model


# ------------------------------------------------------------------ sliding and rest


@pytest.mark.parametrize("step", [0.05, 0.01, "auto"], ids=str)
@pytest.mark.parametrize("heading", [0.0, 0.7])
def test_a_block_slides_v2_over_2mug_and_rests(step: Any, heading: float) -> None:
    direction = np.array([np.cos(heading), np.sin(heading), 0.0])
    run = mbfe.solve_dynamic(slider(0.0, coulomb(0.4), velocity=2.0 * direction), duration=50.0, step=step)
    place = run["mass"].position.values
    np.testing.assert_allclose(place[-1], 4.0 / (2 * 0.4 * G) * direction, rtol=0, atol=1e-9)
    assert event_times(run)[-1] == pytest.approx(2.0 / (0.4 * G), abs=1e-6)
    assert np.ptp(place[run.time > 0.6], axis=0).max() < 1e-14
    assert run["floor"].sticking.values[-1] == 1.0
    assert run.energy.dissipated.values[-1] == pytest.approx(4.0, rel=1e-6)
    assert run.energy.balance_error < 1e-6


def test_a_block_on_a_slope_rests_below_the_angle_of_static_friction() -> None:
    """arctan 0.5 = 26.57°, without a micrometre in a hundred seconds."""
    run = mbfe.solve_dynamic(slider(26.5, coulomb(0.3, mu_static=0.5)), duration=100.0, step=0.5)
    assert np.abs(run["mass"].position.values).max() < 1e-12
    friction = run["floor"].friction_force.values[-1]
    np.testing.assert_allclose(friction, [-2.0 * G * np.sin(np.deg2rad(26.5)), 0, 0], atol=1e-9)


def test_a_block_slides_above_that_angle() -> None:
    """g (sin α − μ cos α) once Stribeck's part is gone; friction is never missing, not even at the start."""
    turn = np.deg2rad(40.0)
    run = mbfe.solve_dynamic(slider(40.0, coulomb(0.5)), duration=1.0, step=0.01)
    a = G * (np.sin(turn) - 0.5 * np.cos(turn))
    np.testing.assert_allclose(run["mass"].velocity.x.values, a * run.time, rtol=1e-9, atol=1e-12)
    assert run.energy.balance_error < 1e-6


def test_a_block_pushed_across_a_slope_turns_downhill() -> None:
    """Speed v and heading ψ from the line of steepest descent: v (1 + cos ψ) stays the same for μ = tan α.

    Source: v̇ = g sin α (cos ψ − 1) and v ψ̇ = −g sin α sin ψ, so that v + v cos ψ is constant: it ends at half
    of v₀, straight downhill.
    """
    friction = coulomb(float(np.tan(np.deg2rad(20.0))))
    errors = []
    for step in (0.01, 0.005):
        run = mbfe.solve_dynamic(slider(20.0, friction, velocity=(0, 1.0, 0)), duration=2.0, step=step)
        v = run["mass"].velocity.values
        kept = np.hypot(v[:, 0], v[:, 1]) + v[:, 0]
        errors.append(np.abs(kept - 1.0).max())
        assert v[-1, 0] == pytest.approx(0.5, rel=1e-2)
    assert errors[1] < 1e-4
    assert errors[0] / errors[1] > 3.5


def test_a_block_on_a_tilting_plane_begins_to_slide() -> None:
    """At arctan μ_s exactly: it stands on the axis, where the plane has no acceleration."""
    model = mbfe.Model("tilt", gravity=(0, 0, -G))
    plate = model.add(elements.RigidBody("plate", mass=5.0, inertia=(1, 1, 1)))
    model.add(joints.Revolute("axis", model.ground, plate, axis=(0, 1, 0)))
    model.add(joints.Motor("tilts", "axis.angle", position=curves.Polynomial(0.0, 0.1)))
    mass = model.add(elements.PointMass("mass", position=(0, 0, 0), mass=2.0))
    friction = coulomb(0.4, mu_static=0.5)
    probe, law = contacts.Ball(), contacts.Rigid()
    model.add(elements.Contact("floor", mass, plate, probe=probe, law=law, friction=friction))
    run = mbfe.solve_dynamic(model, duration=6.0, step=0.01, initial="project")
    goes = event_times(run)[event_times(run) > 0.0][0]
    assert 0.1 * goes == pytest.approx(np.arctan(0.5), rel=1e-6)
    still = run.time < goes
    assert np.abs(run["mass"].position.values[still]).max() < 1e-10
    assert run["mass"].position.x.values[-1] > 0.1


# ------------------------------------------------------------------ rolling


@pytest.mark.parametrize("heading", [0.0, 2.1])
def test_a_ball_slides_until_it_rolls(heading: float) -> None:
    """From t = 2v₀/7μg on it rolls at 5/7 v₀."""
    direction = np.array([np.cos(heading), np.sin(heading), 0.0])
    run = mbfe.solve_dynamic(ball(coulomb(0.2), velocity=2.0 * direction), duration=1.0, step=1e-3)
    assert event_times(run)[-1] == pytest.approx(4.0 / (7 * 0.2 * G), rel=1e-4)
    np.testing.assert_allclose(run["ball"].velocity.values[-1], 10.0 / 7.0 * direction, atol=5e-5)
    spin = np.cross([0, 0, 1], direction) * 10.0 / 7.0 / RADIUS
    np.testing.assert_allclose(run["ball"].angular_velocity.values[-1], spin, atol=5e-4)
    assert run["floor"].sticking.values[-1] == 1.0
    assert run["floor"].sliding_speed.values[-1] < 1e-10
    lost = 0.5 * 4.0 - 0.7 * (10.0 / 7.0) ** 2
    assert run.energy.dissipated.values[-1] == pytest.approx(lost, rel=1e-4)


@pytest.mark.parametrize(("mu", "slides"), [(0.2, False), (0.1, True)])
def test_a_ball_on_a_slope_rolls_or_slides(mu: float, slides: bool) -> None:
    """It rolls at 5/7 g sin α while tan α < 7μ/2; else g (sin α − μ cos α), spin 5μg cos α/2ρ."""
    turn = np.deg2rad(25.0)
    run = mbfe.solve_dynamic(ball(coulomb(mu), degrees=25.0), duration=1.0, step=1e-3)
    a = G * (np.sin(turn) - mu * np.cos(turn)) if slides else 5.0 / 7.0 * G * np.sin(turn)
    turns = 2.5 * mu * G * np.cos(turn) / RADIUS if slides else a / RADIUS
    assert run["ball"].velocity.x.values[-1] == pytest.approx(a, rel=3e-4)
    assert run["ball"].angular_velocity.y.values[-1] == pytest.approx(turns, rel=3e-4)
    assert run["floor"].sticking.values[-1] == (0.0 if slides else 1.0)


@pytest.mark.parametrize("shape", ["bowl", "tube"])
def test_a_ball_rolls_to_and_fro_in_a_bowl(shape: str) -> None:
    """φ̈ = −5g sin φ/7(R − ρ): the period of a pendulum of length 7(R − ρ)/5; energy stays."""
    size, start = 1.0, 0.3
    length = size - RADIUS
    model = mbfe.Model("bowl", gravity=(0, 0, -G))
    place = (length * np.sin(start), 0, -length * np.cos(start))
    body = elements.RigidBody("ball", position=place, mass=1.0, inertia=(0.4 * RADIUS**2,) * 3)
    model.add(body)
    surface = contacts.Sphere(radius=size, inside=True)
    if shape == "tube":
        surface = contacts.Cylinder(radius=size, axis=(0, 1, 0), inside=True)
    model.add(
        elements.Contact(
            "wall", body, model.ground, probe=contacts.Ball(radius=RADIUS), surface=surface,
            law=contacts.Rigid(), friction=coulomb(0.5),
        )
    )  # fmt: skip
    run = mbfe.solve_dynamic(model, duration=8.0, step=2e-3)
    x = run["ball"].position.x.values
    back = np.flatnonzero((x[:-1] > 0.0) & (x[1:] <= 0.0))
    crossed = run.time[back] + x[back] / (x[back] - x[back + 1]) * (run.time[back + 1] - run.time[back])
    small = 2.0 * np.pi * np.sqrt(1.4 * length / G)
    period = small * (1.0 + start**2 / 16.0 + 11.0 * start**4 / 3072.0)
    assert np.diff(crossed).mean() == pytest.approx(period, rel=1e-4)
    assert np.ptp(run.energy.total.values) < 1e-4
    assert run["wall"].sticking.values[1:].min() == 1.0


# ------------------------------------------------------------------ impacts


@pytest.mark.parametrize(("mu", "slides"), [(0.05, True), (0.8, False)])
@pytest.mark.parametrize("heading", [0.0, 1.3])
def test_a_ball_gains_spin_in_an_impact(mu: float, slides: bool, heading: float) -> None:
    """Δv = −μ (1 + e) v_n while it slides all through; otherwise it rolls afterwards at 5/7 of the speed."""
    e, speed = 0.7, 1.5
    direction = np.array([np.cos(heading), np.sin(heading), 0.0])
    model = ball(coulomb(mu), height=0.5, velocity=speed * direction, e=e)
    run = mbfe.solve_dynamic(model, duration=0.4, step=5e-3)
    down = np.sqrt(2 * G * 0.4)
    left = speed - mu * (1 + e) * down if slides else 5.0 / 7.0 * speed
    (event,) = run.report["events"]
    after = np.flatnonzero(np.abs(run.time - event["time"]) < 1e-12)[-1]
    velocity = left * direction + [0, 0, e * down]
    np.testing.assert_allclose(run["ball"].velocity.values[after], velocity, rtol=1e-6)
    spin = (speed - left) / (0.4 * RADIUS) * np.cross([0, 0, 1], direction)
    np.testing.assert_allclose(run["ball"].angular_velocity.values[after], spin, rtol=1e-6, atol=1e-9)
    lost = 0.5 * (speed**2 - left**2 + (1 - e * e) * down**2 - 0.4 * (spin @ spin) * RADIUS**2)
    assert event["energy_lost"] == pytest.approx(lost, rel=1e-6)


def test_backspin_brings_a_ball_back() -> None:
    """It hops, grips and rolls: angular momentum about the floor stays, v = (5 v₀ + 2 ρ ω₀)/7."""
    errors = []
    for step in (2e-3, 1e-3):
        model = ball(coulomb(0.4), height=0.3, velocity=(0.5, 0, 0), spin=(0, -60.0, 0), e=0.5)
        run = mbfe.solve_dynamic(model, duration=2.0, step=step)
        errors.append(abs(run["ball"].velocity.x.values[-1] - (5 * 0.5 - 2 * 60.0 * RADIUS) / 7.0))
        assert run["floor"].sticking.values[-1] == 1.0
    assert errors[1] < 5e-3  # a body that turns by 0.06 rad a step
    assert errors[0] / errors[1] > 3.5


LONG = 1.0 / 12.0
"""Moment of inertia of a slender rod of 1 kg and 1 m [kg m²]."""


def rod(degrees: float, mu: float, e: float, speed: float) -> mbfe.Run:
    """Slender rod that falls on its end at 1 m/s, inclined, moving sideways."""
    turn = np.deg2rad(degrees)
    tip = -0.5 * np.array([np.cos(turn), 0, np.sin(turn)])
    model = mbfe.Model("rod", gravity=(0, 0, 0))
    body = elements.RigidBody(
        "rod", position=(0, 0, 0.01 - tip[2]), mass=1.0, inertia=(LONG,) * 3, velocity=(speed, 0, -1.0)
    )
    model.add(body)
    probe, law = contacts.Ball(center=tip), contacts.Rigid(restitution=e)
    model.add(elements.Contact("end", body, model.ground, probe=probe, law=law, friction=coulomb(mu)))
    return mbfe.solve_dynamic(model, duration=0.02, step=1e-3)


def newtons_loss(degrees: float, mu: float, e: float, speed: float) -> float:
    """Energy that Newton's restitution takes from this rod when sliding stops or continues [J].

    P = W⁻¹(u⁺ − u⁻) with W = 1/m + the turning of the end, u⁺ = (0, e) while |P_t| ≤ μ P_n.
    """
    turn = np.deg2rad(degrees)
    x, z = -0.5 * np.cos(turn), -0.5 * np.sin(turn)
    W = np.eye(2) + np.array([[z * z, -x * z], [-x * z, x * x]]) / LONG
    before = np.array([speed, -1.0])
    P = np.linalg.solve(W, np.array([0.0, e]) - before)
    if abs(P[0]) > mu * P[1]:
        for sign in (1.0, -1.0):
            press = (1.0 + e) / (W[1, 1] - sign * mu * W[1, 0])
            P = press * np.array([-sign * mu, 1.0])
            if sign * (before + W @ P)[0] > 0.0:
                break
    return float(-0.5 * P @ (2.0 * before + W @ P))


@pytest.mark.parametrize("speed", [0.3, -0.3, 0.02])
@pytest.mark.parametrize("degrees", [35.0, 50.0, 65.0, 80.0])
def test_an_impact_with_friction_never_adds_energy(speed: float, degrees: float) -> None:
    """Newton's and Coulomb's laws, except where they would add energy: there restitution is less."""
    for e in (0.0, 0.5, 1.0):
        run = rod(degrees, 0.6, e, speed)
        (event,) = run.report["events"]
        lost = newtons_loss(degrees, 0.6, e, speed)
        if lost >= 0.0:
            assert event["energy_lost"] == pytest.approx(lost, rel=1e-8)
        else:
            assert -1e-12 < event["energy_lost"] < 0.2 * abs(lost)
        assert run.energy.balance_error < 1e-9


def test_newtons_law_alone_would_add_energy() -> None:
    """The test above has such cases."""
    assert newtons_loss(65.0, 0.6, 1.0, 0.02) < -1e-3


# ------------------------------------------------------------------ two and three points


def tripod(degrees: float, speed: float) -> mbfe.Run:
    """Block on three feet; gravity is inclined instead of the floor."""
    turn = np.deg2rad(degrees)
    model = mbfe.Model("tripod", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    body = elements.RigidBody(
        "block", position=(0, 0, 0.1), mass=2.0, inertia=(0.02, 0.03, 0.04), velocity=(speed, 0, 0)
    )
    model.add(body)
    around = 2.0 * np.pi * np.arange(3) / 3.0 + 0.1
    feet = np.column_stack([0.2 * np.cos(around), 0.2 * np.sin(around), np.full(3, -0.1)])
    probe, law = contacts.Points(feet), contacts.Rigid()
    model.add(elements.Contact("floor", body, model.ground, probe=probe, law=law, friction=coulomb(0.3)))
    return mbfe.solve_dynamic(model, duration=2.0, step=0.01)


@pytest.mark.parametrize(("degrees", "speed"), [(0.0, 1.0), (10.0, 0.5), (10.0, 0.0), (30.0, 0.0)])
def test_a_block_on_three_feet_stops_rests_and_slides(degrees: float, speed: float) -> None:
    """v²/2a with a = g (μ cos α − sin α); below arctan μ it rests, above it slides."""
    turn = np.deg2rad(degrees)
    a = G * (0.3 * np.cos(turn) - np.sin(turn))
    way = 0.5 * speed**2 / a if a > 0.0 else -0.5 * a * 4.0
    run = tripod(degrees, speed)
    x = run["block"].position.x.values
    assert x[-1] == pytest.approx(way, rel=1e-5, abs=1e-12)
    if a > 0.0:
        assert np.ptp(x[run.time > 1.0]) < 1e-12
    assert run["floor"].normal_force.values[-1] == pytest.approx(2.0 * G * np.cos(turn), rel=1e-4)


@pytest.mark.parametrize(("mu", "slides"), [(0.5, False), (0.1, True)])
def test_a_roller_on_two_ends(mu: float, slides: bool) -> None:
    """A capsule across a slope rolls at g sin α/(1 + J/mρ²), or slides."""
    turn = np.deg2rad(30.0)
    model = mbfe.Model("roller", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    roller = elements.RigidBody("roller", position=(0, 0, RADIUS), mass=2.0, inertia=(0.02, 0.01, 0.02))
    model.add(roller)
    probe = contacts.Capsule(length=0.6, radius=RADIUS, axis=(0, 1, 0))
    law = contacts.Rigid()
    model.add(elements.Contact("floor", roller, model.ground, probe=probe, law=law, friction=coulomb(mu)))
    run = mbfe.solve_dynamic(model, duration=1.0, step=2e-3)
    a = G * (np.sin(turn) - mu * np.cos(turn)) if slides else G * np.sin(turn) / 1.5
    assert run["roller"].velocity.x.values[-1] == pytest.approx(a, rel=1e-3)
    assert run["floor"].sticking.values[-1] == (0.0 if slides else 2.0)


def test_what_sticks_rigidly_has_up_to_three_points() -> None:
    model = mbfe.Model("box")
    shape = mbfe.shapes.box(size=(0.4, 0.3, 0.2))
    box = model.add(elements.RigidBody("box", mass=1.0, inertia=(1, 1, 1), shape=shape))
    floor = elements.Contact("floor", box, model.ground, law=contacts.Rigid(), friction=coulomb(0.5))
    with pytest.raises(mbfe.ModelError, match="rigid contact of 8 points"):
        model.add(floor)
