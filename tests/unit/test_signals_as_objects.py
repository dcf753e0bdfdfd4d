"""What a user naturally writes for a signal is the right one, or an error that says what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, elements, joints
from mbfe.errors import ModelError
from mbfe.quantities.motion_signals import MotionSignal


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
    ("signal", "quantity", "direction"),
    [
        (lambda p: p["body"].position.x, "position", (1.0, 0.0, 0.0)),
        (lambda p: p["body"].velocity.y, "velocity", (0.0, 1.0, 0.0)),
        (lambda p: p["body"].angular_velocity.z, "angular_velocity", (0.0, 0.0, 1.0)),
        (lambda p: p["body"].acceleration.z, "acceleration", (0.0, 0.0, 1.0)),
        (lambda p: p["mass"].position.x, "position", (1.0, 0.0, 0.0)),
        (lambda p: p["mass"].velocity.x, "velocity", (1.0, 0.0, 0.0)),
    ],
)
@pytest.mark.parametrize("position", [(5, 0, 0), [5.0, 0.0, 0.0], np.array([5.0, 0.0, 0.0])], ids=type)
def test_attributes_are_signals(
    signal: Callable[..., Any], quantity: str, direction: tuple[float, ...], position: Any
) -> None:
    found = parts(position)
    given = signal(found)
    assert isinstance(given, MotionSignal)
    assert (given.quantity, given.direction) == (quantity, direction)
    for block in (blocks.Sensor("sensor", given), blocks.Gain("gain", given, 2.0)):
        found["model"].add(block)
    found["model"].compile()
    sensor = found["model"].items["gain input"]
    assert (sensor.found.body, sensor.found.quantity) == (given.body, quantity)


def test_start_values_stay_numbers() -> None:
    tuples, arrays = parts()["body"].position, parts(np.array([5.0, 0.0, 0.0]))["body"].position
    assert tuple(tuples) == (5.0, 0.0, 0.0)
    np.testing.assert_array_equal(np.asarray(tuples) + 1.0, (6.0, 1.0, 1.0))
    np.testing.assert_array_equal(arrays + 1.0, (6.0, 1.0, 1.0))
    assert type(2.0 * tuples[0]) is float
    with pytest.raises(AttributeError, match="no start value"):
        (2.0 * arrays).x  # noqa: B018
    hinge = parts()["hinge"]
    assert hinge.angle == 0.3
    assert repr(hinge.angle) == "0.3"


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda p: blocks.Gain("g", p["hinge"].angle, 2.0), ['the name "hinge.angle"', "0.3", "float("]),
        (lambda p: blocks.Gain("g", p["hinge"].rate, 2.0), ['the name "hinge.rate"']),
        (lambda p: blocks.Sum("g", (1.0, p["body"].position[0])), ['the name "body.position.x"', "input_2"]),
        (lambda p: blocks.Sensor("s", p["body"].position[0]), ['the name "body.position.x"', "5"]),
        (lambda p: blocks.Sensor("s", 5.0), ["a number does not tell", '"body.position.x"']),
        (lambda p: blocks.Sensor("s", p["body"].position), ["is a vector", '"body.position.x"']),
        (lambda p: blocks.Gain("g", p["body"].velocity, 2.0), ["is a vector", '"body.velocity.y"']),
        (lambda p: blocks.Gain("g", p["spring"].force, 2.0), ['such as "spring.force"']),
        (lambda p: blocks.Gain("g", p["spring"], 2.0), ["is no block", '"spring.force"']),
        (lambda p: blocks.Gain("g", p["body"], 2.0), ["is no block", '"body.position.x"']),
        (lambda p: blocks.Sensor("s", p["hinge"]), ["is no signal", '"hinge.angle"']),
        (lambda p: blocks.Gain("g", "body.positon.x", 2.0), ['"body.positon.x"', '"body.position.x"']),
        (lambda p: blocks.Gain("g", "hinge.turn", 2.0), ['no signal "hinge.turn"', '"hinge.angle"']),
        (lambda p: blocks.Gain("g", "sprng.force", 2.0), ['"sprng.force"']),
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


def test_a_signal_of_a_part_that_comes_later_says_so() -> None:
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
