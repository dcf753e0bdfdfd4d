"""Handles and numbers are distinguished by their notation; a wrong one is refused with the right one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, elements, joints
from mbfe.errors import ModelError


def parts(position: Any = (5, 0, 0)) -> dict[str, Any]:
    """A model with a body, a mass, a spring and a hinge, by name."""
    model = mbfe.Model("parts")
    body = model.add(
        elements.RigidBody("body", position=position, mass=1.0, inertia=(1, 1, 1), velocity=[0.0, 2.0, 0.0])
    )
    mass = model.add(elements.PointMass("mass", mass=1.0))
    spring = model.add(elements.PointSpring("spring", model.ground, body, stiffness=1.0, free_length=0.0))
    hinge = model.add(joints.Revolute("hinge", model.ground, body, axis=(0, 0, 1), angle=0.3))
    return {"model": model, "body": body, "mass": mass, "spring": spring, "hinge": hinge}


@pytest.mark.parametrize(
    ("handle", "name"),
    [
        (lambda p: p["body"]["position"].x, "body.position.x"),
        (lambda p: p["body"]["velocity.y"], "body.velocity.y"),
        (lambda p: p["body"]["angular_velocity"].along((0, 0, 2)), "body.angular_velocity.z"),
        (lambda p: p["mass"]["position"].in_frame("world").x, "mass.position.x"),
        (lambda p: p["hinge"]["angle_rate"], "hinge.angle_rate"),
        (lambda p: p["spring"]["force"], "spring.force"),
    ],
)
def test_a_handle_is_the_quantity_of_its_name(handle: Callable[..., Any], name: str) -> None:
    built = []
    for given in (handle(found := parts()), name):
        made = found if given is not name else parts()
        for block in (blocks.Sensor("sensor", given), blocks.Gain("gain", given, 2.0)):
            made["model"].add(block)
        compiled = made["model"].compile()
        rows = [compiled.builder.instances[i] for i in compiled.instances_of(made["model"].items["sensor"])]
        built.append(([row.law for row in rows], np.concatenate([row.parameters for row in rows])))
    assert built[0][0] == built[1][0]
    np.testing.assert_array_equal(built[0][1], built[1][1])


@pytest.mark.parametrize("position", [(5, 0, 0), [5.0, 0.0, 0.0], np.array([5.0, 0.0, 0.0])], ids=type)
def test_attributes_are_the_numbers_that_were_given(position: Any) -> None:
    body, hinge = parts(position)["body"], parts()["hinge"]
    assert body.position == (5.0, 0.0, 0.0)
    np.testing.assert_array_equal(np.asarray(body.position) + 1.0, (6.0, 1.0, 1.0))
    assert type(2.0 * body.position[0]) is float
    assert (hinge.angle, repr(hinge.angle)) == (0.3, "0.3")
    assert dataclasses.replace(hinge, angle=0.4).angle == 0.4
    with pytest.raises(AttributeError):
        body.position.x  # noqa: B018


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda p: blocks.Gain("g", p["hinge"].angle, 2.0), ['hinge["angle"]', "0.3", "float("]),
        (lambda p: blocks.Gain("g", p["hinge"].rate, 2.0), ['the name "hinge.rate"']),
        (lambda p: blocks.Sum("g", (1.0, p["body"].position[0])), ['the name "body.position.x"', "input_2"]),
        (lambda p: blocks.Sensor("s", p["body"].position[0]), ['the name "body.position.x"', "5"]),
        (lambda p: blocks.Sensor("s", 5.0), ["5.0 was given", '"hinge.angle"']),
        (lambda p: blocks.Sensor("s", p["body"].position), ["is a vector", '"body.position.x"']),
        (lambda p: blocks.Gain("g", p["body"].velocity, 2.0), ["is a vector", '"body.velocity.y"']),
        (lambda p: blocks.Sensor("s", p["body"]["position"]), ["is a vector", '"body.position.x"', "along"]),
        (lambda p: blocks.Gain("g", p["spring"].force, 2.0), ['such as "spring.force"']),
        (lambda p: blocks.Gain("g", p["spring"], 2.0), ["is no block", '"spring.force"']),
        (lambda p: blocks.Gain("g", p["body"], 2.0), ["is no block", '"body.position"']),
        (lambda p: blocks.Sensor("s", p["hinge"]), ["no quantity", '"hinge.angle"']),
        (lambda p: blocks.Gain("g", "body.positon.x", 2.0), ['"body.positon.x"', '"body.position.x"']),
        (lambda p: blocks.Gain("g", "hinge.turn", 2.0), ['no quantity "hinge.turn"', '"hinge.angle"']),
        (lambda p: blocks.Gain("g", "sprng.force", 2.0), ['"sprng.force"', 'mean "spring.force"']),
        (lambda p: blocks.Sensor("s", p["hinge"]["angle"].along((1, 0, 0))), ["no motion of a point"]),
        (lambda p: blocks.Sensor("s", p["body"]["position.x"].in_frame("mass")), ["results alone", "along"]),
        (lambda p: blocks.Sensor("s", parts()["hinge"]["angle"]), ["is not in the model"]),
        (lambda p: blocks.Sensor("s", p["body"]["orientation.w"]), ["in results alone", "run.signal"]),
    ],
)
def test_mistakes_say_what_to_write(made: Callable[..., Any], words: list[str]) -> None:
    found = parts()

    def build() -> None:
        found["model"].add(made(found))
        found["model"].compile()

    with pytest.raises(ModelError) as error:
        build()
    for word in words:
        assert word in str(error.value)


def test_a_quantity_of_a_part_that_comes_later_says_so() -> None:
    model = mbfe.Model("late")
    model.add(blocks.Gain("gain", "late.position.x", 2.0))
    model.add(elements.PointMass("late", mass=1.0))
    with pytest.raises(ModelError, match='Add "late" first'):
        model.compile()


def test_start_values_in_stop_conditions_are_refused() -> None:
    found = parts()
    stop = mbfe.StopWhen(found["hinge"].angle, 1.0)
    with pytest.raises(ModelError, match=r'the name "hinge.angle"'):
        mbfe.solve_dynamic(found["model"], duration=1.0, step=0.1, stop=stop)
