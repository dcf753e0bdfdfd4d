"""What errors advise is done here in the situation in which they say it, and then it works.

Each case raises an error that gives the advice, and follows it in every way that it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints, shapes
from mbfe.elements import contacts
from tests.advice import check_advice, moves

BODY: dict[str, Any] = {"mass": 2.0, "inertia": (0.1, 0.1, 0.1)}
Run = Callable[[], Any]


def hinged(*items: Any, body: dict[str, Any] | None = None, **hinge: Any) -> mbfe.Model:
    """A body on a hinge about z, with items."""
    model = mbfe.Model("hinged")
    model.add(elements.RigidBody("body", **(BODY | (body or {}))))
    model.add(joints.Revolute("hinge", "ground", "body", position=(0, 0, 0), axis=(0, 0, 1), **hinge))
    for item in items:
        model.add(item)
    return model


def driven(position: Any) -> mbfe.Model:
    """A motor on the hinge."""
    return hinged(joints.Motor("motor", "hinge.angle", position=position))


def guided(*items: Any, **rail: Any) -> mbfe.Model:
    """A body on a rail along x, with items."""
    model = mbfe.Model("guided", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("body", **BODY))
    model.add(joints.Prismatic("rail", "ground", "body", position=(0, 0, 0), axis=(1, 0, 0), **rail))
    for item in items:
        model.add(item)
    return model


def apart(**place: Any) -> mbfe.Model:
    """Two bodies a metre apart, and a hinge between them."""
    model = mbfe.Model("apart")
    model.add(elements.RigidBody("a", position=(1.0, 2.0, 0), **BODY))
    model.add(elements.RigidBody("b", position=(2.0, 2.0, 0), **BODY))
    model.add(joints.Revolute("hinge", "a", "b", axis=(0, 0, 1), **place))
    return model


def pushed(body: Any, **place: Any) -> mbfe.Model:
    """A force on a body, at a place."""
    model = mbfe.Model("pushed")
    model.add(body)
    model.add(elements.Force("push", "body", (1.0, 0, 0), **place))
    return model


def touching(friction: Any, law: Any, probe: Any = None) -> mbfe.Model:
    """A box above a floor."""
    model = mbfe.Model("floor", gravity=(0, 0, -9.81))
    box = shapes.box(size=(0.2, 0.2, 0.2))
    model.add(elements.RigidBody("body", position=(0, 0, 0.2), shape=box, **BODY))
    model.add(elements.Contact("floor", "body", "ground", law=law, friction=friction, probe=probe))
    return model


LINEAR, RIGID = contacts.Linear(stiffness=1e5, restitution=0.5), contacts.Rigid()
FEET = contacts.Points([(0.1, 0.1, -0.1), (-0.1, 0.1, -0.1), (0.0, -0.1, -0.1)])


def tracked(**drive: Any) -> mbfe.Model:
    """A motor after a block that lags twice."""
    model = hinged()
    target = blocks.Source("target", 1.0, unit="rad")
    model.add(blocks.SecondOrderLag("track", target, frequency=2.0, damping=1.0))
    model.add(joints.Motor("motor", "hinge.angle", **drive))
    return model


def massless(*, mass: float = 0.0, held: bool = False) -> mbfe.Model:
    """A body that has no mass, on a rail that leaves it free, or welded to the ground."""
    model = mbfe.Model("massless")
    model.add(elements.RigidBody("other", position=(0, 3.0, 0), **BODY))
    inertia = (mass, mass, mass)
    made = elements.RigidBody("body", mass=mass, inertia=inertia) if mass else elements.MasslessBody("body")
    model.add(made)
    model.add((joints.Fixed if held else joints.Spherical)("tie", "ground", "body"))
    return model


def gravity_across(gravity: float, direction: Sequence[float] = (0, 0, 1)) -> mbfe.Model:
    """A rotor in a field."""
    model = mbfe.Model("rotor", gravity=tuple(-gravity * np.array(direction)))
    model.add(elements.RigidBody("hub", **BODY))
    model.add(joints.Revolute("shaft", "ground", "hub", position=(0, 0, 0), axis=(1, 0, 0)))
    return model


def steady(model: mbfe.Model) -> mbfe.StaticRun:
    """A steady rotation about x."""
    return mbfe.solve_steady_rotation(model, speed=3.0, axis=(1, 0, 0))


def jumping(x: Sequence[float]) -> mbfe.Model:
    """A spring on a joint whose force over the coordinate is a table."""
    table = curves.Table(x, (0.0, 1.0, 2.0, 3.0), kind="linear", extrapolate="linear")
    return guided(elements.JointSpring("spring", "rail.displacement", force=table))


def shaft(**friction: Any) -> mbfe.Model:
    """A shaft in two hinges, or in one with a length."""
    model = hinged(elements.JointFriction("journal", "hinge.angle", mu=0.1, radius=0.01, **friction))
    if not friction:
        model.add(joints.Revolute("second", "ground", "body", position=(0, 0, 1.0), axis=(0, 0, 1)))
    return model


def fed(*, gain: bool) -> mbfe.Model:
    """A force that a speed gives, through a gain with a unit or not."""
    signal: Any = "rail.rate"
    if gain:
        signal = blocks.Gain("gain", signal, -2.0, unit="N")
    return guided(elements.Actuator("push", "body", direction=(1, 0, 0), effort=signal))


SPEED = curves.Ramp(0.0, 1.0, 0.0, 1.0)
MOTOR = joints.Motor("motor", "hinge.angle", position=curves.Polynomial(0.0, 1.0))

CASES: dict[str, tuple[str, Run, list[Run]]] = {
    "two coefficients": (
        "Take law=contacts.Rigid() and sticks=True, or give stribeck",
        lambda: touching(contacts.Coulomb(mu=0.3, mu_static=0.5), LINEAR),
        [
            lambda: touching(contacts.Coulomb(mu=0.3, mu_static=0.5, sticks=True), RIGID, FEET),
            lambda: touching(contacts.Coulomb(mu=0.3, mu_static=0.5, stribeck=0.01), LINEAR),
        ],
    ),
    "many feet": (
        "Give three Points that support the body, or a compliant law, Hertz or Linear, or sticks=False",
        lambda: touching(contacts.Coulomb(mu=0.3, sticks=True), RIGID),
        [
            lambda: touching(contacts.Coulomb(mu=0.3, sticks=True), RIGID, FEET),
            lambda: touching(contacts.Coulomb(mu=0.3, sticks=True), LINEAR),
            lambda: touching(contacts.Coulomb(mu=0.3), RIGID),
        ],
    ),
    "viscous friction alone": (
        "For viscous friction alone take JointSpring(damping=…)",
        lambda: hinged(elements.JointFriction("rub", "hinge.angle", viscous=1.0)),
        [lambda: moves(hinged(elements.JointSpring("rub", "hinge.angle", damping=1.0), rate=1.0))],
    ),
    "force beside a point": (
        "Leave the place out, or take a RigidBody",
        lambda: pushed(elements.PointMass("body", mass=1.0), point=(0.1, 0, 0)),
        [
            lambda: moves(pushed(elements.PointMass("body", mass=1.0))),
            lambda: moves(pushed(elements.RigidBody("body", **BODY), point=(0.1, 0, 0))),
        ],
    ),
    "step of no length": (
        "A jump is written Ramp(1, 1, before, after)",
        lambda: curves.SmoothStep(1.0, 1.0, 0.0, 2.0),
        [lambda: curves.Ramp(1.0, 1.0, 0.0, 2.0)(1.5)],
    ),
    "position that jumps": (
        "Let it move within a time: curves.SmoothStep(start, end, before, after)",
        lambda: moves(driven(curves.Ramp(0.01, 0.01, 0.0, 1.0))),
        [lambda: moves(driven(curves.SmoothStep(0.01, 0.5, 0.0, 1.0)))],
    ),
    "force that jumps over a coordinate": (
        "Give the two points a small distance, or let blocks.Switch choose between two inputs",
        lambda: moves(jumping((-1.0, 0.1, 0.1, 1.0))),
        [lambda: moves(jumping((-1.0, 0.1, 0.101, 1.0)))],
    ),
    "position of a block": (
        'Give the speed, speed="track.x2" after blocks.SecondOrderLag("track", target, …)',
        lambda: tracked(position="track.x1"),
        [lambda: moves(tracked(speed="track.x2"))],
    ),
    "units of a block": (
        "Put a Gain with unit= between them",
        lambda: moves(fed(gain=False)),
        [lambda: moves(fed(gain=True))],
    ),
    "statics of a speed": (
        "Prescribe the position, e.g. by curves.integral(speed), or take solve_dynamic",
        lambda: mbfe.solve_static(hinged(joints.Motor("motor", "hinge.angle", speed=SPEED)), times=[0.5]),
        [
            lambda: mbfe.solve_static(
                hinged(joints.Motor("motor", "hinge.angle", position=curves.integral(SPEED))), times=[0.5]
            ),
            lambda: moves(hinged(joints.Motor("motor", "hinge.angle", speed=SPEED))),
        ],
    ),
    "kinematics without a drive": (
        "Drive",
        lambda: mbfe.solve_kinematics(hinged(), duration=0.1, step=0.05),
        [
            lambda: mbfe.solve_kinematics(hinged(MOTOR), duration=0.1, step=0.05),
            lambda: moves(hinged()),
        ],
    ),
    "no mass": (
        "Give the body mass and inertia in this direction, or hold it by a joint",
        lambda: moves(massless()),
        [lambda: moves(massless(mass=1.0)), lambda: moves(massless(held=True))],
    ),
    "a field across the axis": (
        "leave it out, or integrate in time",
        lambda: steady(gravity_across(9.81)),
        [
            lambda: steady(gravity_across(0.0)),
            lambda: steady(gravity_across(9.81, (1, 0, 0))),
            lambda: moves(gravity_across(9.81)),
        ],
    ),
    "shaft in two bearings": (
        "replace two bearings by one hinge with length=…",
        lambda: moves(shaft()),
        [lambda: moves(shaft(length=1.0))],
    ),
    "velocities": (
        'let initial="project" take the nearest admissible ones',
        lambda: moves(hinged(body={"velocity": (1.0, 0, 0)})),
        [lambda: moves(hinged(body={"velocity": (1.0, 0, 0)}), initial="project"), lambda: moves(hinged())],
    ),
    "driven twice": (
        "Drive each coordinate once",
        lambda: moves(hinged(MOTOR, joints.Motor("other", "hinge.angle", speed=2.0))),
        [lambda: moves(hinged(MOTOR))],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_advised_works(case: str) -> None:
    """The error gives the advice, and what follows it runs."""
    check_advice(*CASES[case])


def test_a_place_is_named_that_works() -> None:
    """The positions that the error names are taken as they stand there."""
    with pytest.raises(mbfe.ModelError, match="Give one, for example") as caught:
        apart()
    places = re.findall(r"position=\(([^)]*)\)", str(caught.value))
    assert len(places) == 2
    for place in places:
        moves(apart(position=tuple(float(x) for x in place.split(","))))
