"""Reactions and joint axes: sign, side, axes and point, in the words of the user."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from tests.physics.support import crossings, largest, report

WELD_FRAME = Rotation.from_euler("z", 40, degrees=True) * Rotation.from_euler("x", 25, degrees=True)
Q = (0.1, -0.2, 0.3)
ON_BODY = {
    ("world", "O"): ((-12.0, 5.0, 23.392), (-5.5088, -6.5568, 7.7)),
    ("joint", "O"): (
        (-5.978595268995042, 20.34800759154789, 16.321784512235787),
        (-8.43461542744653, 1.9111830236507257, 7.6048106959470285),
    ),
    ("world", "Q"): ((-12.0, 5.0, 23.392), (0.6696, -0.6176, 9.6)),
    ("joint", "Q"): (
        (-5.978595268995042, 20.34800759154789, 16.321784512235787),
        (0.11595773137005988, 3.238268434926926, 9.082398651671896),
    ),
}


def welded(order: str, attitude: Rotation) -> mbfe.Run:
    """Body of 3.2 kg welded to the ground at O, with a force at a point and a moment, after a few steps."""
    model = mbfe.Model("weld", gravity=(0.0, 0.0, -9.81))
    center, origin, place = (
        np.array([0.40, -0.15, 0.25]),
        np.array([0.2, 0.3, -0.1]),
        np.array([0.70, 0.10, -0.20]),
    )
    body = model.add(
        elements.RigidBody(
            "body", position=origin, orientation=attitude, mass=3.2, inertia=(0.05, 0.06, 0.07),
            center_of_mass=attitude.inv().apply(center - origin),
        )
    )  # fmt: skip
    sides = (model.ground, body) if order == "body second" else (body, model.ground)
    model.add(joints.Fixed("weld", *sides, position=(0, 0, 0), orientation=WELD_FRAME))
    point = attitude.inv().apply(place - origin)
    model.add(elements.Force("force", body, (12.0, -5.0, 8.0), point=point))
    model.add(elements.Moment("moment", body, (1.0, 2.0, -3.0)))
    return mbfe.solve_dynamic(model, duration=0.05, step=0.01)


@pytest.mark.parametrize("attitude", [Rotation.identity(), Rotation.from_rotvec([0.7, -1.1, 0.4])])
@pytest.mark.parametrize("order", ["body second", "body first"])
def test_weld_reaction(order: str, attitude: Rotation, record_property: Any) -> None:
    """Force and moment of a weld on the body and on the ground, about O and Q, world and joint axes: 1e-9
    relative.

    Source: case "reaction force: sign, frame, reference point"; balance of wrenches. The reaction is that on
    the *second* side; ``on_first()`` is its exact negative.
    """
    run = welded(order, attitude)
    reaction = run["weld"].reaction
    on_body = reaction if order == "body second" else reaction.on_first()
    on_ground = reaction.on_first() if order == "body second" else reaction
    worst = 0.0
    for (axes, point), (force, moment) in ON_BODY.items():
        for wrench, sign in ((on_body, 1.0), (on_ground, -1.0)):
            seen = wrench.about((0, 0, 0) if point == "O" else Q)
            seen = seen.in_frame("world") if axes == "world" else seen
            worst = max(worst, largest(seen.force.values - sign * np.array(force)) / np.linalg.norm(force))
            worst = max(worst, largest(seen.moment.values - sign * np.array(moment)) / np.linalg.norm(moment))
    report(record_property, worst=worst)
    assert worst < 1e-9


def hanging_body(**joint: Any) -> mbfe.Model:
    """Body of 4 kg, turned by 90° about the vertical, 0.3 m below its hinge, a little off its rest."""
    model = mbfe.Model("hanging body", gravity=(0.0, 0.0, -9.81))
    model.add(
        elements.RigidBody(
            "body", position=(0, 0, -0.3), orientation=Rotation.from_euler("z", 90, degrees=True),
            mass=4.0, inertia=(0.05, 0.30, 0.30),
        )
    )  # fmt: skip
    model.add(joints.Revolute("hinge", model.ground, "body", angle=2e-3, **joint))
    return model


@pytest.mark.parametrize(
    ("joint", "frequency", "axis"),
    [
        ({"axis": (1, 0, 0)}, 0.6721609694692776, (1, 0, 0)),
        ({"axis": (1, 0, 0), "frame": "world"}, 0.6721609694692776, (1, 0, 0)),
        ({"axis": (1, 0, 0), "position": (0, 0, 0.3), "frame": "body"}, 0.8528120535507596, (0, 1, 0)),
    ],
    ids=["world by default", "world", "body"],
)
def test_axis_in_world_or_body(joint: dict[str, Any], frequency: float, axis: tuple[float, ...]) -> None:
    """The call says in which frame the axis (1, 0, 0) is given: small-swing frequency within 1e-4.

    Source: case "joint axis given in body or world frame"; physical pendulum.
    """
    run = mbfe.solve_dynamic(hanging_body(**joint), duration=12.0, step=1e-3)
    times = crossings(run.time, run["hinge"].angle.values)
    found = 0.5 / np.polyfit(np.arange(len(times)), times, 1)[0]
    assert found == pytest.approx(frequency, rel=1e-4)
    spin = run["body"].angular_velocity.values
    assert largest(np.cross(spin, axis)) < 1e-10


def test_two_frames_that_do_not_meet_are_refused() -> None:
    """A joint given by a frame in each side, 5 mm and 2° apart, is refused with its name and both gaps."""
    model = mbfe.Model("two frames")
    body = model.add(elements.RigidBody("body", position=(1, 0, 0), mass=1.0, inertia=(1, 1, 1)))
    tilted = mbfe.Frame((-1.0, 0.003, 0.004), Rotation.from_euler("x", 2, degrees=True))
    model.add(joints.Revolute("hinge", model.ground, body, first_frame=mbfe.Frame(), second_frame=tilted))
    with pytest.raises(mbfe.ModelError, match=r'Revolute "hinge".*not coincide.*0\.005 m and (2|1\.99\d*)°'):
        mbfe.solve_dynamic(model, duration=0.1, step=0.01)
