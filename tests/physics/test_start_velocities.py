"""What is drawn at rest starts as drives, moving bodies and given rates ask; what was given must fit.

Sources: kinematics of rigid bodies, v = v₀ + ω × r, and of a four-bar by its closed form.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints

BODY: dict[str, Any] = {"mass": 2.0, "inertia": (0.1, 0.2, 0.15)}
PLACE, TIP = np.array([0.5, 0.2, 0.0]), np.array([1.5, 0.1, 0.3])
RATE = 2.0
X, Z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])


def chain(make: Callable[[mbfe.Model, Any], Any], **given: Any) -> mbfe.Run:
    """Two bodies that a ball joint ties, the first of them held by a joint to the ground; the first steps."""
    model = mbfe.Model("chain", gravity=(0, 0, -9.81))
    first = model.add(elements.RigidBody("first", position=PLACE, **BODY, **given))
    second = model.add(elements.RigidBody("second", position=TIP, **BODY))
    make(model, first)
    model.add(joints.Spherical("ball", first, second, position=(1.0, 0.1, 0.0)))
    return mbfe.solve_dynamic(model, duration=0.02, step=0.01)


def held_by(kind: Any, coordinate: str, drive: dict[str, Any], **given: Any) -> Callable[..., None]:
    """A joint at the origin along z with a motor."""

    def make(model: mbfe.Model, first: Any) -> None:
        model.add(kind("joint", model.ground, first, position=(0, 0, 0), axis=(0, 0, 1), **given))
        model.add(joints.Motor("motor", f"joint.{coordinate}", **drive))

    return make


def check(run: mbfe.Run, velocity: np.ndarray, spin: np.ndarray) -> None:
    """Both bodies move as one, with a velocity of the origin and an angular velocity."""
    for name, place in (("first", PLACE), ("second", TIP)):
        np.testing.assert_allclose(run[name].velocity.values[0], velocity + np.cross(spin, place), atol=1e-11)
        np.testing.assert_allclose(run[name].angular_velocity.values[0], spin, atol=1e-11)
    assert run.violation.values.max() < 1e-9


WAYS: dict[str, Callable[[str], dict[str, Any]]] = {
    "speed": lambda unit: {"speed": RATE},
    "position": lambda unit: {"position": curves.Polynomial(0.0, RATE)},
    "block": lambda unit: {"speed": blocks.Source("target", RATE, unit=unit)},
}
DRIVEN: dict[str, tuple[Any, str, dict[str, Any], np.ndarray, np.ndarray]] = {
    "revolute": (joints.Revolute, "angle", {}, 0.0 * Z, RATE * Z),
    "prismatic": (joints.Prismatic, "displacement", {}, RATE * Z, 0.0 * Z),
    "cylindrical, angle": (joints.Cylindrical, "angle", {}, 0.0 * Z, RATE * Z),
    "cylindrical, displacement": (joints.Cylindrical, "displacement", {}, RATE * Z, 0.0 * Z),
    "cylindrical, both": (joints.Cylindrical, "displacement", {"angle_rate": 1.0}, RATE * Z, Z),
    "screw": (joints.Screw, "angle", {"lead": 0.1}, 0.1 * RATE / (2.0 * np.pi) * Z, RATE * Z),
    "planar, displacement": (joints.Planar, "displacement_x", {}, RATE * X, 0.0 * Z),
    "planar, angle": (joints.Planar, "angle", {}, 0.0 * Z, RATE * Z),
    "universal": (joints.Universal, "angle_x", {}, 0.0 * Z, RATE * X),
}


ALL = [(kind, way) for kind in DRIVEN for way in WAYS if way != "block" or kind == "revolute"]


@pytest.mark.parametrize(("kind", "way"), ALL)
def test_driven_joints_drawn_at_rest(kind: str, way: str) -> None:
    """All driven joints behave alike: bodies beyond one move rigidly with it, other coordinates rest."""
    joint, coordinate, given, velocity, spin = DRIVEN[kind]
    unit = "m/s" if "displacement" in coordinate else "rad/s"
    check(chain(held_by(joint, coordinate, WAYS[way](unit), **given)), velocity, spin)


def test_a_total_joint_and_a_base_start_alike() -> None:
    """A driven component, and a hinge on a base that turns."""

    def total(model: mbfe.Model, first: Any) -> None:
        model.add(joints.TotalJoint("j", "ground", first, position=(0, 0, 0), angle_z=lambda t: RATE * t))

    def based(model: mbfe.Model, first: Any) -> None:
        base = model.add_base("base", angle=lambda t: RATE * t, translation=(lambda t: 3.0 * t, 0.0, 0.0))
        model.add(joints.Revolute("hinge", base, first, position=(0, 0, 0), axis=(0, 0, 1)))

    check(chain(total), 0.0 * Z, RATE * Z)
    check(chain(based), 3.0 * X, RATE * Z)


def coupled(model: mbfe.Model, first: Any) -> None:
    model.add(joints.Cylindrical("joint", model.ground, first, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Coupling("lift", {"joint.displacement": 2.0}, value=curves.Polynomial(0.0, 2.0 * RATE)))


def cam(model: mbfe.Model, first: Any) -> None:
    held_by(joints.Cylindrical, "angle", {"speed": RATE})(model, first)
    out = "joint.displacement"
    model.add(joints.FunctionCoupling("cam", "joint.angle", lambda q: 0.2 * math.sin(q), output=out))


def test_couplings_that_drive() -> None:
    """A sum that follows a time function, and a cam that a motor turns: 0.2 cos 0 ω along the axis."""
    check(chain(coupled), RATE * Z, 0.0 * Z)
    check(chain(cam), 0.2 * RATE * Z, RATE * Z)


def test_a_rod_that_grows_and_a_gear() -> None:
    """The end of the rod goes away at its rate; the wheel of a pair turns by the ratio."""
    model = mbfe.Model("rods")
    bob = model.add(elements.PointMass("bob", position=(1.0, 0, 0), mass=2.0))
    model.add(joints.Distance("rod", model.ground, bob, length=lambda t: 1.0 + RATE * t))
    for name, y in (("motor", 3.0), ("drum", 5.0)):
        body = model.add(elements.RigidBody(f"{name}_body", position=(0, y, 0), **BODY))
        model.add(joints.Revolute(name, model.ground, body, position=(0, y, 0), axis=(0, 0, 1)))
    model.add(joints.GearPair("gears", "motor.angle", "drum.angle", ratio=4.0))
    model.add(joints.Motor("supply", "motor.angle", speed=RATE))
    run = mbfe.solve_dynamic(model, duration=0.02, step=0.01)
    np.testing.assert_allclose(run["bob"].velocity.values[0], RATE * X, atol=1e-11)
    assert run["drum"].rate.values[0] == pytest.approx(-RATE / 4.0, rel=1e-11)


@pytest.mark.parametrize("spin", [(0.0, 0.0, 0.0), (1.0, 0.0, 2.0)], ids=["straight", "turning"])
@pytest.mark.parametrize("rate", [0.0, 4.0])
def test_what_is_carried_by_a_moving_body(rate: float, spin: tuple[float, float, float]) -> None:
    """It goes along, and has the rate of its joint beside that; the moving body keeps what was given."""
    model = mbfe.Model("moving")
    given = {"velocity": (2.0, 1.0, 0.0), "angular_velocity": spin}
    parent = model.add(elements.RigidBody("parent", **given, **BODY))
    child = model.add(elements.RigidBody("child", position=(1.0, 0, 0), **BODY))
    last = model.add(elements.RigidBody("last", position=(2.0, 0, 0), **BODY))
    model.add(joints.Revolute("hinge", parent, child, position=(0.5, 0, 0), axis=(0, 0, 1), rate=rate))
    model.add(joints.Spherical("ball", child, last, position=(1.5, 0, 0)))
    run = mbfe.solve_dynamic(model, duration=0.02, step=0.01)
    np.testing.assert_allclose(run["parent"].velocity.values[0], given["velocity"], atol=1e-12)
    np.testing.assert_allclose(run["parent"].angular_velocity.values[0], spin, atol=1e-12)
    turns = np.array(spin) + rate * Z
    at_hinge = np.array(given["velocity"]) + np.cross(spin, (0.5, 0, 0))
    for name, x in (("child", 1.0), ("last", 2.0)):
        np.testing.assert_allclose(run[name].angular_velocity.values[0], turns, atol=1e-11)
        expected = at_hinge + np.cross(turns, (x - 0.5, 0, 0))
        np.testing.assert_allclose(run[name].velocity.values[0], expected, atol=1e-11)


def test_a_beam_on_a_driven_hub_turns_with_it() -> None:
    """v = ω × r at every node, so that it starts without strain rates."""
    model = mbfe.Model("rotor")
    hub = model.add(elements.RigidBody("hub", **BODY))
    model.add(joints.Revolute("shaft", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    section = mbfe.Section.rectangle(E=7e10, nu=0.3, density=2700.0, width=0.05, height=0.02)
    line = mbfe.lines.straight((0.1, 0, 0), (1.1, 0, 0))
    model.add(elements.Beam("blade", line=line, section=section, n_elements=2, start=hub))
    model.add(joints.Motor("drive", "shaft.angle", speed=RATE))
    run = mbfe.solve_dynamic(model, duration=1e-4, step=5e-5)
    np.testing.assert_allclose(run["blade"].tip.velocity.values[0], (0.0, 1.1 * RATE, 0.0), atol=1e-10)


# ------------------------------------------------------------------ loops


def four_bar(*, rate: float = 0.0, speed: float | None = None) -> mbfe.Model:
    """Crank (0, 0)–(0, 1), coupler to (2, 2), rocker to (2, 0): it turns half as fast, the coupler not."""
    model = mbfe.Model("four-bar")
    for name, x, y in (("crank", 0.0, 0.5), ("coupler", 1.0, 1.5), ("rocker", 2.0, 1.0)):
        model.add(elements.RigidBody(name, position=(x, y, 0), **BODY))
    bodies, places = ("ground", "crank", "coupler", "rocker", "ground"), ((0, 0), (0, 1), (2, 2), (2, 0))
    for name, first, second, (x, y) in zip("ABCD", bodies, bodies[1:], places, strict=False):
        given = {"rate": rate} if name == "A" else {}
        model.add(joints.Revolute(name, first, second, position=(x, y, 0), axis=(0, 0, 1), **given))
    if speed is not None:
        model.add(joints.Motor("motor", "A.angle", speed=speed))
    return model


@pytest.mark.parametrize("initial", ["refuse", "project"])
@pytest.mark.parametrize("given", [{"rate": 2.0}, {"speed": 2.0}, {"rate": 2.0, "speed": 2.0}], ids=str)
def test_a_loop_that_is_drawn_at_rest(given: dict[str, float], initial: str) -> None:
    """A rate or a drive of one joint sets all of it in motion, whether gaps would be closed or not."""
    run = mbfe.solve_dynamic(four_bar(**given), duration=0.02, step=0.01, initial=initial)
    spins = [run[name].angular_velocity.values[0, 2] for name in ("crank", "coupler", "rocker")]
    np.testing.assert_allclose(spins, (2.0, 0.0, 1.0), atol=1e-10)


# ------------------------------------------------------------------ what was given and does not fit


def refused(model: mbfe.Model, words: str, **options: Any) -> None:
    with pytest.raises(mbfe.ModelError, match=words):
        mbfe.solve_dynamic(model, duration=0.02, step=0.01, **options)


def test_given_velocities_that_contradict_are_refused() -> None:
    """Of a body and of a joint against a drive, of two bodies, of two drives, and in a loop."""

    def hinged(*, rate: float = 0.0, second: bool = False, **given: Any) -> mbfe.Model:
        model = mbfe.Model("hinged")
        body = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), **given, **BODY))
        model.add(joints.Revolute("hinge", model.ground, body, position=(0, 0, 0), axis=(0, 0, 1), rate=rate))
        model.add(joints.Motor("motor", "hinge.angle", speed=3.0))
        if second:
            model.add(joints.Motor("other", "hinge.angle", speed=2.0))
        return model

    pulls = "given velocities violate its constraints by"
    slower = hinged(velocity=(0, 1.0, 0), angular_velocity=(0, 0, 2.0))
    refused(slower, f'Motor "motor": {pulls} 0 m/s and 1 rad/s')
    refused(hinged(rate=5.0), f'Motor "motor": {pulls} 0 m/s and 2 rad/s')
    refused(hinged(velocity=(0, 1.5, 0)), pulls)  # without the angular velocity that belongs to it
    refused(hinged(second=True), "requires velocities that other joints and drives do not allow")
    for initial in ("refuse", "project"):  # a rate that was asked for is not projected away
        words = "its initial rates are not those that its loop, drives and given"
        refused(four_bar(rate=3.0, speed=2.0), words, initial=initial)
    apart = mbfe.Model("apart")
    for name, x in (("a", 0.0), ("b", 1.0), ("c", 2.0)):
        given = {} if name == "b" else {"velocity": (1.0 + x, 0, 0)}
        apart.add(elements.RigidBody(name, position=(x, 0, 0), **given, **BODY))
    apart.add(joints.Fixed("ab", "a", "b", position=(0.5, 0, 0)))
    apart.add(joints.Fixed("bc", "b", "c", position=(1.5, 0, 0)))
    refused(apart, pulls)


def test_the_audit_agrees_with_the_start() -> None:
    """It finds no gap where a run starts, and one where it does not."""
    drawn = four_bar(speed=2.0)
    for model, gaps in ((drawn, 0), (four_bar(rate=2.0), 0), (four_bar(rate=3.0, speed=2.0), 2)):
        found = [finding for finding in model.audit().findings if finding.kind == "velocity gap"]
        assert len(found) == gaps, found


def test_projection_takes_the_smallest_change_of_all() -> None:
    """With initial="project" the moving body shares its momentum, as in an ideal impact: 2·2 = (2 + 2) v."""
    model = mbfe.Model("shared")
    model.add(elements.RigidBody("a", velocity=(2.0, 0, 0), **BODY))
    model.add(elements.RigidBody("b", position=(1.0, 0, 0), **BODY))
    model.add(joints.Fixed("weld", "a", "b", position=(0.5, 0, 0)))
    for initial, expected in (("refuse", 2.0), ("project", 1.0)):
        run = mbfe.solve_dynamic(model, duration=0.02, step=0.01, initial=initial)
        assert run["b"].velocity.values[0, 0] == pytest.approx(expected, rel=1e-10)
