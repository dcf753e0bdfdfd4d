"""Contact: impacts, rest, sticking, sliding, rolling, tipping, against closed forms.

Sources: free fall and Newton's law of impact; Hertz (1882) as in Johnson, Contact Mechanics (1985), sections
4.2 and 11.4; Gonthier et al. (2004) for damping; Coulomb's law.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve
from scipy.special import beta

import mbfe
from mbfe import elements, joints
from mbfe.elements import contacts
from mbfe.elements.contacts.contact_materials import elliptic_stiffness
from tests.physics.support import event_times, largest

G = 9.81
DROP = 1.3


def falling_ball(law: Any, *, height: float = DROP, mass: float = 0.4, **more: Any) -> mbfe.Model:
    """A point on the floor z = 0."""
    model = mbfe.Model("ball", gravity=(0, 0, -G))
    ball = model.add(elements.PointMass("ball", mass=mass, position=(0, 0, height)))
    model.add(elements.Contact("floor", ball, model.ground, probe=contacts.Ball(), law=law, **more))
    return model


# ------------------------------------------------------------------ a bouncing ball (c34)


@pytest.mark.parametrize("step", [1e-2, "auto"], ids=str)
def test_rigid_bounces_happen_when_they_should(step: Any) -> None:
    """c34 a: impacts at t₁, t₁ + 2eⁿv₁/g …, apexes h e²ⁿ, at rest after t₁ (1 + e)/(1 − e)."""
    e, first, speed = 0.65, np.sqrt(2 * DROP / G), np.sqrt(2 * G * DROP)
    run = mbfe.solve_dynamic(falling_ball(contacts.Rigid(restitution=e)), duration=3.0, step=step)
    expected = first + 2.0 * speed / G * np.concatenate([[0.0], np.cumsum(e ** np.arange(1, 6))])
    np.testing.assert_allclose(
        expected, [0.514816, 1.184077, 1.619097, 1.901860, 2.085655, 2.205123], atol=1e-6
    )
    np.testing.assert_allclose(event_times(run)[:6], expected, atol=1e-8)
    assert event_times(run)[-1] == pytest.approx(first * (1 + e) / (1 - e), abs=1e-4)
    z, v = run["ball"].position.z.values, run["ball"].velocity.z.values
    between = [np.flatnonzero(run.time > a + 1e-6)[0] for a in expected[:5]]
    np.testing.assert_allclose((z + v * v / (2 * G))[between], DROP * e ** (2 * np.arange(1, 6)), rtol=1e-6)
    assert largest(z[run.time > 2.5]) < 1e-12
    assert run["floor"].normal_force.values[-1] == pytest.approx(0.4 * G, rel=1e-9)
    assert run.energy.balance_error < 1e-7


def test_elastic_rigid_bounces_keep_their_height() -> None:
    """c34 b."""
    run = mbfe.solve_dynamic(falling_ball(contacts.Rigid(restitution=1.0)), duration=21.5, step=0.01)
    late = run.time > event_times(run)[19]
    apex = run["ball"].position.z.values[late] + run["ball"].velocity.z.values[late] ** 2 / (2 * G)
    np.testing.assert_allclose(apex, DROP, rtol=1e-9)


def penalty_errors(step: Any) -> dict[str, float]:
    """Relative errors of c34 c: contact 4.450653 ms, depth 7.161915 mm, peak 1432.383 N, 1.034083 s."""
    run = mbfe.solve_dynamic(falling_ball(contacts.Linear(stiffness=2e5)), duration=1.6, step=step)
    at = event_times(run)
    found = (at[1] - at[0], -run["floor"].gap.min(), run["floor"].normal_force.max(), at[2] - at[0])
    exact = penalty_exact()
    assert found[0] == pytest.approx(4.450653e-3, rel=5e-3)
    return {
        name: abs(a / b - 1.0)
        for name, a, b in zip(("contact", "depth", "peak", "period"), found, exact, strict=True)
    }


def penalty_exact() -> tuple[float, float, float, float]:
    """The same in closed form."""
    omega, speed = math.sqrt(2e5 / 0.4), math.sqrt(2 * G * DROP)
    rest = G / omega**2
    contact = 2.0 * (math.pi - math.atan2(speed / omega, rest)) / omega
    depth = math.hypot(rest, speed / omega) + rest
    return contact, depth, 2e5 * depth, 2.0 * math.sqrt(2 * DROP / G) + contact


def test_a_linear_spring_bounces_as_its_closed_form() -> None:
    """c34 c within 0.5 % with 20 steps in a contact, and with steps that are longer than the contact."""
    np.testing.assert_allclose(penalty_exact(), (4.450653e-3, 7.161915e-3, 1432.383, 1.034083), rtol=1e-6)
    for step in (4.45e-3 / 20, 0.01, "auto"):
        assert max(penalty_errors(step).values()) < 2e-3, step


def test_impacts_are_of_second_order() -> None:
    """Through touch and separation, as steps end at both."""
    found = []
    for n in (10, 20, 40):
        law = contacts.Linear(stiffness=2e5, resolution=0)
        run = mbfe.solve_dynamic(falling_ball(law), duration=0.53, step=4.45e-3 / n)
        touch, leave = event_times(run)
        speed = run["ball"].velocity.z.values[run.time > leave][0] + G * (
            run.time[run.time > leave][0] - leave
        )
        found.append([leave - touch - penalty_exact()[0], speed - math.sqrt(2 * G * DROP)])
    errors = np.abs(found)
    np.testing.assert_allclose(errors[:-1] / errors[1:], 4.0, rtol=0.25)


def test_a_rest_on_a_stiff_contact_costs_no_short_steps() -> None:
    run = mbfe.solve_dynamic(
        falling_ball(contacts.Linear(stiffness=2e5, restitution=0.3), height=0.0), duration=100.0, step=0.1
    )
    assert run.report["steps"] < 1200
    assert run["floor"].gap.values[-1] == pytest.approx(-0.4 * G / 2e5, rel=1e-9)


# ------------------------------------------------------------------ Hertz


def test_hertz_indentation() -> None:
    """δ = (9F²/16 E*²R)^(1/3) of a sphere that lies on a plane (Johnson, eq. 4.23), static."""
    radius, mass, E, nu = 0.05, 4.1, 70e9, 0.33
    model = mbfe.Model("sphere", gravity=(0, 0, -G))
    ball = elements.RigidBody("ball", position=(0, 0, radius), mass=mass, inertia=(4e-3,) * 3)
    model.add(ball)
    model.add(joints.Prismatic("guide", model.ground, ball, axis=(0, 0, 1)))
    probe = contacts.Ball(radius=radius)
    model.add(
        elements.Contact(
            "floor", ball, model.ground, probe=probe, law=contacts.Hertz(E=E, nu=nu, restitution=0.2)
        )
    )
    run = mbfe.solve_dynamic(model, duration=0.5, step=1e-3)
    modulus = E / (2.0 * (1.0 - nu**2))
    depth = (9.0 * (mass * G) ** 2 / (16.0 * modulus**2 * radius)) ** (1.0 / 3.0)
    assert -run["floor"].gap.values[-1] == pytest.approx(depth, rel=1e-6)


@pytest.mark.parametrize("kind", ["plane", "ball", "bowl"])
def test_hertz_impact(kind: str) -> None:
    """Duration 2.94 δ*/v and peak k δ*^1.5 with δ* = (15mv²/(16 E*√R))^(2/5) (Johnson, eq. 11.23, 11.24)."""
    radius, mass, speed = 0.02, 0.26, 0.8
    surface, R = {
        "plane": (contacts.Plane(), radius),
        "ball": (contacts.Sphere(radius=0.05, center=(0, 0, -0.05)), 1.0 / (1.0 / 0.02 + 1.0 / 0.05)),
        "bowl": (
            contacts.Sphere(radius=0.05, center=(0, 0, 0.05), inside=True),
            1.0 / (1.0 / 0.02 - 1.0 / 0.05),
        ),
    }[kind]
    law = contacts.Hertz(E=2.1e11, nu=0.3, E_base=7e10, nu_base=0.33)
    modulus = 1.0 / ((1 - 0.3**2) / 2.1e11 + (1 - 0.33**2) / 7e10)
    model = mbfe.Model("impact", length=0.1)
    ball = elements.RigidBody(
        "ball", position=(0, 0, radius + 1e-4), velocity=(0, 0, -speed), mass=mass, inertia=(1e-4,) * 3
    )
    model.add(ball)
    model.add(
        elements.Contact(
            "hit", ball, model.ground, probe=contacts.Ball(radius=radius), surface=surface, law=law
        )
    )
    run = mbfe.solve_dynamic(model, duration=4e-4, step=2e-6)
    depth = (15.0 * mass * speed**2 / (16.0 * modulus * math.sqrt(R))) ** 0.4
    k = 4.0 / 3.0 * modulus * math.sqrt(R)
    begin, end = event_times(run)
    # 2.94 = (4/5) B(2/5, 1/2), the integral of dx/√(1 − x^2.5) twice; 2.87 (m²/(R E*² v))^(1/5)
    duration = 0.8 * beta(0.4, 0.5) * depth / speed
    assert duration == pytest.approx(2.87 * (mass**2 / (R * modulus**2 * speed)) ** 0.2, rel=2e-3)
    assert end - begin == pytest.approx(duration, rel=2e-3)
    assert run["hit"].normal_force.max() == pytest.approx(k * depth**1.5, rel=1e-3)
    assert run["ball"].velocity.z.values[-1] == pytest.approx(speed, rel=1e-3)


def test_an_ellipse_of_contact_has_the_stiffness_of_its_integrals() -> None:
    """The pressed profile is an independent quadrature of Hertz's pressure over the ellipse.

    δ − x²/2R″ − y²/2R′ = (1/πE*) ∫ p dA/r on both axes, p = p₀√(1 − x²/a² − y²/b²).
    """
    large, small, modulus = 50.0, 12.0, 1.0
    k = elliptic_stiffness(modulus, large, small)
    # the half-axes for δ = 1 from conditions at three points, by quadrature in polar coordinates about them

    def displacement(point: tuple[float, float], a: float, b: float) -> float:
        angle = (np.arange(400) + 0.5) * 2.0 * np.pi / 400
        u, w = np.cos(angle) / a, np.sin(angle) / b
        x, y = point[0] / a, point[1] / b
        # along a ray 1 − x² − y² − 2 (x u + y w) r − (u² + w²) r² ≥ 0: ½π of its square root's chord
        A, B, C = u * u + w * w, x * u + y * w, 1.0 - x * x - y * y
        reach = B * B + A * C
        both = 0.5 * np.pi * reach / (2.0 * A**1.5)  # half of the whole chord, which opposite rays share
        return float(both.mean() * 2.0 * np.pi)

    def conditions(unknown: np.ndarray) -> list[float]:
        a, b, p = np.exp(unknown)
        f = p / (np.pi * modulus)
        middle = f * displacement((0.0, 0.0), a, b) - 1.0
        far = f * displacement((0.5 * a, 0.0), a, b) - 1.0 + 0.5 * small * (0.5 * a) ** 2
        near = f * displacement((0.0, 0.5 * b), a, b) - 1.0 + 0.5 * large * (0.5 * b) ** 2
        return [middle, far, near]

    a, b, p = np.exp(fsolve(conditions, np.log([0.3, 0.15, 5.0]), xtol=1e-12))
    assert k == pytest.approx(2.0 / 3.0 * np.pi * a * b * p, rel=1e-6)


@pytest.mark.parametrize("law", ["linear", "hertz"])
@pytest.mark.parametrize("e", [0.9, 0.5, 0.1])
def test_restitution_is_as_given(law: str, e: float) -> None:
    """Whatever stiffness, mass and speed (Gonthier et al. 2004: exact without other forces)."""
    for mass, speed in ((0.3, 0.5), (2.0, 3.0)):
        model = mbfe.Model("impact", length=1.0)
        ball = model.add(
            elements.PointMass("ball", mass=mass, position=(0, 0, 0.01), velocity=(0, 0, -speed))
        )
        made = (
            contacts.Linear(stiffness=1e5, restitution=e, resolution=60)
            if law == "linear"
            else contacts.Hertz(E=1e9, nu=0.3, radius=0.1, restitution=e, resolution=60)
        )
        model.add(elements.Contact("hit", ball, model.ground, probe=contacts.Ball(), law=made))
        run = mbfe.solve_dynamic(model, duration=0.2, step=1e-3)
        assert run["ball"].velocity.z.values[-1] / speed == pytest.approx(e, abs=2e-3)
        assert run["hit"].normal_force.min() >= 0.0
        assert run.energy.balance_error < 5e-3
        lost = 0.5 * mass * speed**2 * (1.0 - e * e)
        assert run.energy.dissipated.values[-1] == pytest.approx(lost, rel=1e-2)


# ------------------------------------------------------------------ friction


def block(
    angle: float, law: Any, friction: Any, *, speed: float = 0.0, watch: bool | None = None
) -> mbfe.Model:
    """Box on a slope; gravity is inclined instead of the plane."""
    turn = np.deg2rad(angle)
    model = mbfe.Model("slope", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    shape = mbfe.shapes.box(size=(0.4, 0.3, 0.2))
    box = elements.RigidBody(
        "box", position=(0, 0, 0.1), mass=2.0, inertia=(0.02, 0.03, 0.04), velocity=(speed, 0, 0), shape=shape
    )
    model.add(box)
    model.add(elements.Contact("slope", box, model.ground, law=law, friction=friction, watch=watch))
    return model


LINEAR = contacts.Linear(stiffness=1e5, restitution=0.3)
STICKS = contacts.Coulomb(mu=0.5, sticks=True)


@pytest.mark.parametrize("step", [0.1, 7e-3])
def test_a_block_on_a_slope_does_not_creep(step: float) -> None:
    """20° are less than the angle of friction, 26.6°."""
    run = mbfe.solve_dynamic(block(20.0, LINEAR, STICKS), duration=100.0, step=step, output_step=0.5)
    late = run.time > 10.0
    for part in "xyz":
        assert np.ptp(getattr(run["box"].position, part).values[late]) < 1e-9
    assert run["slope"].sticking.values[-1] == run["slope"].in_contact.values[-1] == 4
    friction = run["slope"].friction_force.values[-1]
    np.testing.assert_allclose(friction, [-2.0 * G * np.sin(np.deg2rad(20.0)), 0, 0], atol=1e-6)
    assert run["slope"].normal_force.values[-1] == pytest.approx(2.0 * G * np.cos(np.deg2rad(20.0)), rel=1e-9)


def test_corners_of_a_box_carry_equal_parts() -> None:
    run = mbfe.solve_dynamic(block(0.0, LINEAR, STICKS), duration=2.0, step=0.01)
    forces = run["slope"].points("normal_force").values[-1]
    np.testing.assert_allclose(np.sort(forces), [0, 0, 0, 0, *[0.5 * G] * 4], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("law", [LINEAR, contacts.Rigid()], ids=["compliant", "rigid"])
def test_a_block_slides_on_a_steep_slope(law: Any) -> None:
    """a = g (sin α − μ cos α)."""
    friction = STICKS if law is LINEAR else contacts.Coulomb(mu=0.5, regular=1e-5)
    run = mbfe.solve_dynamic(block(40.0, law, friction), duration=1.0, step=0.01)
    a = G * (np.sin(np.deg2rad(40.0)) - 0.5 * np.cos(np.deg2rad(40.0)))
    # regularised friction is missing in the first moment, when nothing slides yet
    half = np.searchsorted(run.time, 0.5)
    gained = run["box"].velocity.x.values[-1] - run["box"].velocity.x.values[half]
    assert gained / (run.time[-1] - run.time[half]) == pytest.approx(a, rel=1e-6)
    assert run["slope"].sticking.values[-1] == 0
    assert run.energy.balance_error < 1e-2


def test_a_block_stops_and_sticks() -> None:
    """v²/2μg after v/μg, at rest from then on."""
    for step in (2e-3, 1e-3):
        run = mbfe.solve_dynamic(block(0.0, LINEAR, STICKS, speed=1.0), duration=1.0, step=step)
        x = run["box"].position.x.values
        assert x[-1] == pytest.approx(1.0 / (2 * 0.5 * G), rel=2e-3)
        assert np.ptp(x[run.time > 0.6]) < 1e-9
        assert run.energy.dissipated.values[-1] == pytest.approx(1.0, rel=5e-3)


def test_stribeck_friction_holds_more_than_it_brakes() -> None:
    """At 25° a block with μ_s = 0.55, μ_d = 0.3 stays; pushed it continues with μ_d."""
    friction = contacts.Coulomb(mu=0.3, mu_static=0.55, stribeck=0.02, sticks=True)
    still = mbfe.solve_dynamic(block(25.0, LINEAR, friction), duration=2.0, step=5e-3)
    assert np.ptp(still["box"].position.x.values[still.time > 0.5]) < 1e-9
    goes = mbfe.solve_dynamic(block(25.0, LINEAR, friction, speed=0.1), duration=1.0, step=5e-3)
    a = G * (np.sin(np.deg2rad(25.0)) - 0.3 * np.cos(np.deg2rad(25.0)))
    assert goes["box"].velocity.x.values[-1] == pytest.approx(0.1 + a, rel=2e-3)


@pytest.mark.parametrize(
    ("law", "friction", "within"),
    [
        (LINEAR, contacts.Coulomb(mu=0.2, sticks=True), 2e-5),
        (LINEAR, contacts.Coulomb(mu=0.2, regular=1e-4), 1e-4),
        (contacts.Rigid(), contacts.Coulomb(mu=0.2, regular=1e-4), 1e-4),
    ],
    ids=["sticking", "regularised", "rigid"],
)
def test_a_ball_slides_until_it_rolls(law: Any, friction: Any, within: float) -> None:
    """A solid ball rolls from t = 2v₀/7μg on at 5/7 v₀."""
    radius, speed = 0.1, 2.0
    model = mbfe.Model("ball", gravity=(0, 0, -G))
    ball = elements.RigidBody(
        "ball", position=(0, 0, radius), mass=1.0, inertia=(0.4 * radius**2,) * 3, velocity=(speed, 0, 0)
    )
    model.add(ball)
    probe = contacts.Ball(radius=radius)
    model.add(elements.Contact("floor", ball, model.ground, probe=probe, law=law, friction=friction))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    v, sliding = run["ball"].velocity.x.values, run["floor"].sliding_speed.values
    assert v[-1] == pytest.approx(5.0 / 7.0 * speed, rel=within)
    assert sliding[-1] < 1e-4  # the scheme moves a turning ball by h² less than its velocity says
    rolls = run.time[np.flatnonzero(sliding > 0.02 * speed)[-1]]
    assert rolls == pytest.approx(2.0 * speed / (7.0 * 0.2 * G) * 0.98, rel=5e-3)
    assert run["ball"].angular_velocity.y.values[-1] == pytest.approx(5.0 / 7.0 * speed / radius, rel=2e-4)


@pytest.mark.parametrize(("mu", "slides"), [(0.05, True), (0.8, False)])
def test_a_rigid_ball_gains_spin_in_an_impact(mu: float, slides: bool) -> None:
    """Sliding all through: Δv = −μ (1 + e) v_n. Otherwise sliding stops: 5/7 of the speed is left."""
    radius, e, speed = 0.1, 0.7, 1.5
    model = mbfe.Model("ball", gravity=(0, 0, -G))
    ball = elements.RigidBody(
        "ball", position=(0, 0, 0.5), mass=1.0, inertia=(0.4 * radius**2,) * 3, velocity=(speed, 0, 0)
    )
    model.add(ball)
    probe, friction = contacts.Ball(radius=radius), contacts.Coulomb(mu=mu)
    law = contacts.Rigid(restitution=e)
    model.add(elements.Contact("floor", ball, model.ground, probe=probe, law=law, friction=friction))
    run = mbfe.solve_dynamic(model, duration=0.4, step=5e-3)
    down = np.sqrt(2 * G * 0.4)
    left = speed - mu * (1 + e) * down if slides else 5.0 / 7.0 * speed
    (event,) = run.report["events"]
    after = np.flatnonzero(np.abs(run.time - event["time"]) < 1e-12)[-1]
    assert run["ball"].velocity.x.values[after] == pytest.approx(left, rel=1e-6)
    spin = (speed - left) / (0.4 * radius)
    assert run["ball"].angular_velocity.y.values[after] == pytest.approx(spin, rel=1e-6)
    assert event["energy_lost"] > 0.5 * (1 - e * e) * down**2


def test_a_contact_that_sticks_continues_from_a_checkpoint() -> None:
    model = block(0.0, LINEAR, STICKS, speed=1.0)
    whole = mbfe.solve_dynamic(model, duration=0.4, step=2e-3, checkpoint_step=0.1)
    at = whole.checkpoint_times[1]
    rest = mbfe.solve_dynamic(
        block(0.0, LINEAR, STICKS, speed=1.0),
        duration=0.4 - at,
        step=2e-3,
        checkpoint_step=0.1,
        restart=whole,
        time=at,
    )
    n = len(rest.time)
    np.testing.assert_array_equal(rest["box"].position.values[1:], whole["box"].position.values[1 - n :])


@pytest.mark.parametrize("scheme", [mbfe.SOI2(spectral_radius=0.5), mbfe.HHT()], ids=["SOI2", "HHT"])
def test_other_schemes_bounce_as_well(scheme: Any) -> None:
    run = mbfe.solve_dynamic(
        falling_ball(contacts.Linear(stiffness=2e5)), duration=1.6, step=0.01, scheme=scheme
    )
    at = event_times(run)
    assert at[1] - at[0] == pytest.approx(penalty_exact()[0], rel=5e-3)
    assert at[2] - at[0] == pytest.approx(penalty_exact()[3], rel=5e-3)


# ------------------------------------------------------------------ spheres, bowls, cylinders


@pytest.mark.parametrize(
    "law",
    [
        contacts.Rigid(restitution=0.6),
        contacts.Linear(stiffness=1e5, restitution=0.6),
        contacts.Hertz(E=1e9, nu=0.3, restitution=0.6),
    ],
    ids=["rigid", "linear", "hertz"],
)
def test_two_spheres_collide(law: Any) -> None:
    """Momentum stays, and the speeds of approach and parting have the ratio e."""
    model = mbfe.Model("two", length=0.2)
    radius = 0.05
    for name, x, v, mass in (("first", -0.2, 1.0, 0.3), ("second", 0.0, -0.4, 0.7)):
        model.add(
            elements.RigidBody(name, position=(x, 0, 0), mass=mass, inertia=(1e-3,) * 3, velocity=(v, 0, 0))
        )
    probe, surface = contacts.Ball(radius=radius), contacts.Sphere(radius=radius)
    model.add(elements.Contact("hit", "first", "second", probe=probe, surface=surface, law=law))
    run = mbfe.solve_dynamic(model, duration=0.3, step=1e-3)
    first, second = (run[name].velocity.x.values for name in ("first", "second"))
    np.testing.assert_allclose(0.3 * first + 0.7 * second, 0.3 - 0.28, atol=1e-12)
    assert (second[-1] - first[-1]) / 1.4 == pytest.approx(0.6, abs=2e-3)
    assert (np.diff(run.energy.total.values) < 1e-3).all()


@pytest.mark.parametrize("shape", ["bowl", "tube", "hill"])
@pytest.mark.parametrize(
    "law", [contacts.Rigid(), contacts.Linear(stiffness=1e6, restitution=0.5)], ids=["rigid", "linear"]
)
def test_a_ball_without_friction_swings_like_a_pendulum(shape: str, law: Any) -> None:
    """Length R − ρ in a bowl or tube, R + ρ on a hill, where the same holds upside down."""
    radius, size, start = 0.03, 0.5, 0.2
    length = size + radius if shape == "hill" else size - radius
    side = 1.0 if shape == "hill" else -1.0
    model = mbfe.Model("swing", gravity=(0, 0, -G))
    place = length * np.array([np.sin(start), 0, side * np.cos(start)])
    ball = model.add(elements.RigidBody("ball", position=place, mass=0.5, inertia=(2e-4,) * 3))
    surface = {
        "bowl": contacts.Sphere(radius=size, inside=True),
        "tube": contacts.Cylinder(radius=size, axis=(0, 1, 0), inside=True),
        "hill": contacts.Sphere(radius=size),
    }[shape]
    model.add(
        elements.Contact(
            "on", ball, model.ground, probe=contacts.Ball(radius=radius), surface=surface, law=law
        )
    )
    duration = 0.45 if shape == "hill" else 2.0
    run = mbfe.solve_dynamic(model, duration=duration, step=2e-3)
    sign = 1.0 if shape == "hill" else -1.0
    exact = solve_ivp(
        lambda _, y: [y[1], sign * G / length * np.sin(y[0])],
        (0, duration),
        [start, 0],
        rtol=1e-10,
        atol=1e-12,
        t_eval=[duration],
    )
    angle = exact.y[0, -1]
    expected = length * np.array([np.sin(angle), 0, side * np.cos(angle)])
    assert shape != "hill" or angle < np.arccos(2.0 / 3.0)  # it still touches
    np.testing.assert_allclose(run["ball"].position.values[-1], expected, atol=1e-4)


def test_a_ball_leaves_a_hill_where_gravity_no_longer_holds_it() -> None:
    """cos α = 2/3 for a start from rest at the top (a small push)."""
    model = mbfe.Model("hill", gravity=(0, 0, -G))
    ball = model.add(elements.PointMass("ball", mass=0.5, position=(1e-3, 0, np.sqrt(1.0 - 1e-6))))
    model.add(
        elements.Contact(
            "on",
            ball,
            model.ground,
            probe=contacts.Ball(),
            surface=contacts.Sphere(radius=1.0),
            law=contacts.Rigid(),
        )
    )
    run = mbfe.solve_dynamic(model, duration=3.0, step=2e-3)
    leaves = np.flatnonzero(run["on"].in_contact.values > 0)[-1]
    assert run["ball"].position.z.values[leaves] == pytest.approx(2.0 / 3.0, abs=1e-4)


# ------------------------------------------------------------------ several points at once

ROD_MASS, HALF = 3.0, 0.5


def rod(
    law: Any,
    *,
    tilt: float = 0.0,
    height: float = 0.0,
    spin: float = 0.0,
    speed: float = 0.0,
    inertia: float = ROD_MASS * HALF**2 / 3.0,
    fall: float = G,
) -> mbfe.Model:
    """Rod whose two ends are points, in the plane x–z; ``height`` and ``speed`` are its centre's."""
    model = mbfe.Model("rod", gravity=(0, 0, -fall), length=1.0)
    body = elements.RigidBody(
        "rod", position=(0, 0, height), orientation=(0, -tilt, 0),
        mass=ROD_MASS, inertia=(0.01, inertia, inertia),
        velocity=(0, 0, speed), angular_velocity=(0, -spin, 0),
    )  # fmt: skip
    model.add(body)
    probe = contacts.Points([(-HALF, 0, 0), (HALF, 0, 0)])
    model.add(elements.Contact("ends", body, model.ground, probe=probe, law=law))
    return model


def ends(run: mbfe.Run, row: int = -1) -> np.ndarray:
    """Vertical velocities of both ends of a level rod."""
    v, w = run["rod"].velocity.z.values[row], run["rod"].angular_velocity.y.values[row]
    return np.array([v + HALF * w, v - HALF * w])


def by_hand(before: np.ndarray, expected: np.ndarray, inertia: float) -> tuple[np.ndarray, np.ndarray]:
    """Impulses Λ = (B M⁻¹ Bᵀ)⁻¹ Δv for both ends of a level rod, and the matrix."""
    B = np.array([[1.0, -HALF], [1.0, HALF]])
    W = B @ np.diag([1.0 / ROD_MASS, 1.0 / inertia]) @ B.T
    return np.linalg.solve(W, expected - before), W


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_a_level_rod_hits_with_both_ends(e: float) -> None:
    run = mbfe.solve_dynamic(rod(contacts.Rigid(restitution=e), height=0.2), duration=0.25, step=5e-3)
    speed = np.sqrt(2 * G * 0.2)
    assert event_times(run)[0] == pytest.approx(speed / G, abs=1e-9)
    after = np.flatnonzero(run.time > event_times(run)[0] - 1e-12)
    np.testing.assert_allclose(ends(run, after[-1])[0], ends(run, after[-1])[1], atol=1e-9)
    back = (run["rod"].velocity.z.values + G * (run.time - event_times(run)[0]))[after[1:]]
    if e > 0.0:
        np.testing.assert_allclose(back, e * speed, rtol=1e-7)
    else:
        np.testing.assert_allclose(
            run["ends"].points("normal_force").values[-1], 0.5 * ROD_MASS * G, rtol=1e-9
        )


@pytest.mark.parametrize(
    ("inertia", "stays"), [(ROD_MASS * HALF**2 / 3.0, True), (2.0 * ROD_MASS * HALF**2, False)]
)
@pytest.mark.parametrize("e", [0.0, 0.4])
def test_a_rod_that_turns_about_one_end_hits_with_the_other(inertia: float, stays: bool, e: float) -> None:
    """Newton's law by the 2×2 matrix: the resting end stays when its impulse pushes, else it comes off."""
    spin, gap = -0.8, 0.02
    tilt = np.arcsin(gap / (2 * HALF))
    # no gravity: the closed end is held by its own centrifugal force only if that pushes, so it is pressed on
    model = rod(
        contacts.Rigid(restitution=e),
        tilt=tilt,
        height=HALF * np.sin(tilt),
        inertia=inertia,
        spin=spin,
        speed=spin * HALF * np.cos(tilt),
        fall=G,
    )
    run = mbfe.solve_dynamic(model, duration=0.2, step=1e-3)
    hit = np.flatnonzero(np.abs(run.time - next(t for t in event_times(run) if t > 1e-6)) < 1e-12)
    before, after = hit[0], hit[-1]
    at = ends(run, before)
    expected = np.array([0.0, -e * at[1]])
    impulse, W = by_hand(at, expected, inertia)
    assert (impulse[0] > 0.0) == stays
    if not stays:
        impulse = np.array([0.0, (expected[1] - at[1]) / W[1, 1]])
    np.testing.assert_allclose(ends(run, after), at + W @ impulse, atol=1e-6)
    assert (np.array([event["energy_lost"] for event in run.report["events"]]) > -1e-12).all()


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_a_tilted_rod_loses_energy_at_every_impact_and_comes_to_rest(e: float) -> None:
    run = mbfe.solve_dynamic(
        rod(contacts.Rigid(restitution=e), tilt=0.3, height=0.5), duration=3.0, step=5e-3
    )
    energy = run.energy.kinetic.values + run.energy.potential.values
    assert np.diff(energy).max() < 1e-5 * energy[0]
    gaps = run["ends"].points("gap").values
    assert gaps.min() > -1e-7
    if e == 0.0:
        np.testing.assert_allclose(
            run["ends"].points("normal_force").values[-1], 0.5 * ROD_MASS * G, rtol=1e-6
        )
    if e == 1.0:
        assert energy[-1] == pytest.approx(energy[0], rel=2e-4)


def test_a_capsule_falls_flat_and_tilted() -> None:
    """Flat: both ends alike. Tilted, without friction: the centre falls straight down, energy shrinks."""
    for tilt in (0.0, 0.4):
        model = mbfe.Model("capsule", gravity=(0, 0, -G))
        shape = mbfe.shapes.capsule(length=0.4, radius=0.05, axis="x")
        body = elements.RigidBody(
            "capsule",
            position=(0, 0, 0.4),
            orientation=(0, tilt, 0),
            mass=1.0,
            inertia=(1e-3, 0.02, 0.02),
            shape=shape,
        )
        model.add(body)
        model.add(elements.Contact("floor", body, model.ground, law=contacts.Rigid(restitution=0.3)))
        run = mbfe.solve_dynamic(model, duration=2.5, step=2e-3)
        assert largest(run["capsule"].position.x) < 1e-4
        assert run["capsule"].position.z.values[-1] == pytest.approx(0.05, abs=1e-6)
        np.testing.assert_allclose(run["floor"].points("normal_force").values[-1], 0.5 * G, rtol=1e-5)
        energy = run.energy.kinetic.values + run.energy.potential.values
        assert np.diff(energy).max() < 1e-6 * energy[0]


@pytest.mark.parametrize(("angle", "tips"), [(43.0, False), (47.0, True)])
def test_a_box_tips_over_beyond_its_angle(angle: float, tips: bool) -> None:
    """A cube on a rough slope tips over where its weight leaves the base, at 45°."""
    turn = np.deg2rad(angle)
    model = mbfe.Model("slope", gravity=(G * np.sin(turn), 0, -G * np.cos(turn)))
    shape = mbfe.shapes.box(size=(0.2, 0.2, 0.2))
    box = model.add(
        elements.RigidBody(
            "box", position=(0, 0, 0.1), mass=2.0, inertia=(2.0 * 0.04 / 6.0,) * 3, shape=shape
        )
    )
    friction = contacts.Coulomb(mu=3.0, sticks=True)
    model.add(elements.Contact("slope", box, model.ground, law=LINEAR, friction=friction))
    run = mbfe.solve_dynamic(model, duration=0.8, step=2e-3)
    tilt = np.degrees(largest(run["box"].rotation_vector.y))
    assert tilt > 20.0 if tips else tilt < 0.1


# ------------------------------------------------------------------ invariants and refusals


def test_a_contact_does_not_know_where_it_is() -> None:
    """The same throw on a base that stands elsewhere and is turned, gravity with it."""
    motions = []
    for shift, turn in (((0, 0, 0), (1, 0, 0, 0)), ((3.0, -2.0, 1.0), (0.5, 0.5, -0.1, 0.7))):
        H = mbfe.Frame(shift, np.array(turn) / np.linalg.norm(turn))
        down = (H @ mbfe.Frame((0, 0, -G))).position - H.position
        model = mbfe.Model("throw", gravity=down, length=1.0)
        model.add(
            elements.RigidBody(
                "base", position=H.position, orientation=H.orientation, mass=1e9, inertia=(1e9,) * 3
            )
        )
        model.add(joints.Fixed("held", model.ground, "base", position=H.position))
        pose = H @ mbfe.Frame((0.1, 0, 0.3), (0.8, 0.6, 0, 0))
        v = (H @ mbfe.Frame((1.0, 0.5, -1.0))).position - H.position
        ball = elements.RigidBody(
            "ball",
            position=pose.position,
            orientation=pose.orientation,
            mass=1.0,
            inertia=(4e-3, 5e-3, 6e-3),
            velocity=v,
        )
        model.add(ball)
        probe = contacts.Ball(radius=0.1, center=(0.01, 0, 0))
        model.add(elements.Contact("floor", "ball", "base", probe=probe, law=LINEAR, friction=STICKS))
        run = mbfe.solve_dynamic(model, duration=0.6, step=2e-3, output_step=0.02)
        turned = mbfe.rotations.to_matrix(H.orientation)
        place = (run["ball"].position.values - H.position) @ turned
        axes = turned.T @ run["ball"].rotation_matrix.values
        motions.append(np.concatenate([place, axes.reshape(-1, 9)], axis=1))
    np.testing.assert_allclose(motions[0], motions[1], atol=1e-7)


def test_refusals() -> None:
    model = mbfe.Model()
    body = model.add(elements.RigidBody("body", mass=1.0, inertia=(1, 1, 1)))
    with pytest.raises(mbfe.ModelError, match="none is given, and the body has no shape"):
        model.add(elements.Contact("one", body, model.ground, law=contacts.Rigid()))
    with pytest.raises(mbfe.ModelError, match="relative curvature is not known"):
        model.add(
            elements.Contact(
                "two", body, model.ground, probe=contacts.Ball(), law=contacts.Hertz(E=1e9, nu=0.3)
            )
        )
    probe, bowl = contacts.Ball(radius=0.2), contacts.Sphere(radius=0.1, inside=True)
    with pytest.raises(mbfe.ModelError, match=r"less than 0\.1 m"):
        model.add(
            elements.Contact("three", body, model.ground, probe=probe, surface=bowl, law=contacts.Rigid())
        )
    with pytest.raises(mbfe.ModelError, match="restitution"):
        contacts.Linear(stiffness=1.0, restitution=0.0)
