"""Trim: numbers of a model for required states, against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints

G = 9.81


def arm(torque: Any = 0.0) -> mbfe.Model:
    """Uniform arm of 0.6 m and 1.5 kg on a motor, horizontal as drawn."""
    model = mbfe.Model("arm", gravity=(0.0, -G, 0.0))
    model.add(elements.RigidBody("arm", position=(0.3, 0, 0), mass=1.5, inertia=(0.01, 0.045, 0.045)))
    model.add(joints.Revolute("hinge", "ground", "arm", position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Motor("motor", "hinge.angle", torque=torque))
    return model


def test_torque_that_holds_an_arm() -> None:
    """T = m g s cos θ at θ = −30° within 1e-7; dT/dθ = −m g s sin θ is the inverse of the sensitivity.

    The model holds the torque afterwards.
    """
    model = arm()
    found = mbfe.trim(model, unknowns={"motor.torque": 0.0}, targets={"hinge.angle": -np.pi / 6})
    weight = 1.5 * G * 0.3
    assert found.values["motor.torque"] == pytest.approx(weight * np.cos(np.pi / 6), rel=1e-7)
    assert found.reached["hinge.angle"] == pytest.approx(-np.pi / 6, abs=1e-8)
    again = mbfe.solve_static(model, state=found)
    assert again["hinge"].angle.values[-1] == pytest.approx(-np.pi / 6, abs=1e-8)
    assert "motor.torque" in str(found)
    assert found.sensitivity[0, 0] == pytest.approx(1.0 / (weight * np.sin(np.pi / 6)), rel=0.1)


def test_an_unstable_state_is_trimmed_from_near_by() -> None:
    """The same at +30°, where the arm would fall: from an assembled pose there, and a guess."""
    model = arm(torque=3.8)
    pose = mbfe.assemble(model, values={"hinge.angle": np.pi / 6})
    found = mbfe.trim(model, unknowns={"motor.torque": 3.8}, targets={"hinge.angle": np.pi / 6}, state=pose)
    assert found.values["motor.torque"] == pytest.approx(1.5 * G * 0.3 * np.cos(np.pi / 6), rel=1e-7)
    assert any("unstable" in text for text in found.run.report["warnings"])


def test_free_length_and_stiffness_for_a_ride_height_and_a_load() -> None:
    """A mass on two springs in line: free length and preload for a height, in closed form.

    2 kg on a spring of 400 N/m: length = l₀ + m g/k is 0.25 m for l₀ = 0.25 − 0.04905 m, hung up.
    """
    model = mbfe.Model("ride", gravity=(0.0, 0.0, -G))
    model.add(elements.PointMass("mass", mass=2.0, position=(0, 0, -0.3)))
    model.add(elements.PointSpring("spring", "ground", "mass", stiffness=400.0, free_length=0.3))
    found = mbfe.trim(model, unknowns={"spring.free_length": 0.3}, targets={"mass.position.z": -0.25})
    assert found.values["spring.free_length"] == pytest.approx(0.25 - 2.0 * G / 400.0, abs=1e-9)
    found = mbfe.trim(
        model, unknowns={"spring.stiffness": 300.0}, targets={"mass.position.z": -0.30}, state=found
    )
    assert found.values["spring.stiffness"] == pytest.approx(2.0 * G / (0.05 + 2.0 * G / 400.0), rel=1e-7)


def test_two_loads_put_a_mass_at_its_target() -> None:
    """Components of a force: with three springs of 100 N/m at right angles, F = K u − m g exactly."""
    model = mbfe.Model("stand", gravity=(0.0, 0.0, -G))
    model.add(elements.PointMass("mass", mass=1.0))
    for axis, direction in zip("xyz", np.eye(3), strict=True):
        for sign in (-1.0, 1.0):
            model.add(
                elements.PointSpring(
                    f"{axis}{sign:+g}", "ground", "mass", first_point=sign * direction, stiffness=50.0,
                    free_length=0.5,
                )
            )  # fmt: skip
    model.add(elements.Force("push", "mass", (0.0, 0.0, 0.0)))
    found = mbfe.trim(
        model,
        unknowns={"push.value.x": 0.0, "push.value.z": 0.0},
        targets={"mass.position.x": 0.1, "mass.position.z": 0.2},
    )
    place = np.array([0.1, 0.0, 0.2])
    pull = np.zeros(3)
    for direction in np.eye(3):
        for sign in (-1.0, 1.0):
            arrow = sign * direction - place
            length = np.linalg.norm(arrow)
            pull += 50.0 * (length - 0.5) * arrow / length
    force = -pull + [0.0, 0.0, G]
    assert found.values["push.value.x"] == pytest.approx(force[0], rel=1e-6)
    assert found.values["push.value.z"] == pytest.approx(force[2], rel=1e-6)


def governor() -> mbfe.Model:
    """Two balls of 0.5 kg on arms of 0.3 m that hang from a spindle, drawn 20° open."""
    model = mbfe.Model("governor", gravity=(0.0, 0.0, -G))
    inertia = (1e-4,) * 3
    model.add(elements.RigidBody("spindle", mass=1.0, inertia=(0.01,) * 3))
    model.add(joints.Revolute("bearing", "ground", "spindle", position=(0, 0, 0), axis=(0, 0, 1)))
    opening = np.deg2rad(20.0)
    for name, side in (("left", -1.0), ("right", 1.0)):
        place = (side * 0.3 * np.sin(opening), 0.0, -0.3 * np.cos(opening))
        model.add(elements.RigidBody(name, position=place, mass=0.5, inertia=inertia))
        axis = (0.0, -side, 0.0)
        model.add(joints.Revolute(f"pin {name}", "spindle", name, position=(0, 0, 0), axis=axis))
    return model


def test_speed_of_a_governor_at_an_opening() -> None:
    """Ω² = g/(l cos β) of a conical pendulum at β = 50°, within 1e-7.

    Source: textbook of Watt's governor; a ball with equal moments adds nothing.
    """
    found = mbfe.trim(
        governor(), unknowns={"speed": 8.0}, targets={"pin right.angle": np.deg2rad(30.0)}, about="spindle"
    )
    exact = np.sqrt(G / (0.3 * np.cos(np.deg2rad(50.0))))
    assert found.values["speed"] == pytest.approx(exact, rel=1e-7)
    assert found.run["pin left"].angle.values[-1] == pytest.approx(np.deg2rad(30.0), abs=1e-7)


@pytest.mark.slow
def test_a_failure_leaves_the_model_as_it_was() -> None:
    """An angle without a stable equilibrium: the error lists the values tried, nothing is changed."""
    model = arm(torque=0.5)
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.trim(model, unknowns={"motor.torque": 1.0}, targets={"hinge.angle": np.pi / 6})
    assert '"hinge.angle" is' in str(caught.value)
    assert model.items["motor"].torque == 0.5  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("unknowns", "targets", "words"),
    [
        ({"motor.torque": 0.0}, {}, "1 unknowns and 0 targets"),
        ({"engine.torque": 0.0}, {"hinge.angle": 0.1}, "names no item"),
        ({"motor.moment": 0.0}, {"hinge.angle": 0.1}, "no argument"),
        ({"arm.position": 0.0}, {"hinge.angle": 0.1}, "has components"),
        ({"motor.torque": 0.0}, {"hinge.bend": 0.1}, "no quantity"),
        ({"motor.torque": 0.0}, {"hinge.force": 0.1}, "is a vector"),
        ({"motor.torque": np.inf}, {"hinge.angle": 0.1}, "inf was given"),
    ],
)
def test_wrong_names_are_refused(unknowns: Any, targets: Any, words: str) -> None:
    with pytest.raises(mbfe.ModelError, match=words):
        mbfe.trim(arm(), unknowns=unknowns, targets=targets)
