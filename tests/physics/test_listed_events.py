"""What laws change where an input jumps stands among the events of a run.

Sources: uniformly accelerated rotors between the jumps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints


def jumps(*values: float) -> curves.Table:
    """One value until t = 1 s, another until 3 s, and so on, each two seconds later."""
    times = [0.0, *(t for k in range(len(values) - 1) for t in (1.0 + 2.0 * k,) * 2), 9.0]
    return curves.Table(times, [value for value in values for _ in range(2)], kind="linear")


def on_a_shaft(
    item: Callable[[], Any], *, torque: Any = 1.0, rate: float = 0.0, inertia: float = 0.2
) -> mbfe.Model:
    """A rotor with something on its angle."""
    model = mbfe.Model("shaft")
    body = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, inertia)))
    model.add(joints.Revolute("hinge", model.ground, body, axis=(0, 0, 1), rate=rate))
    model.add(joints.Motor("pull", "hinge.angle", torque=torque))
    model.add(item())
    return model


def brake(**friction: Any) -> Callable[[], Any]:
    """A brake on the angle of the shaft."""
    return lambda: elements.JointFriction("item", "hinge.angle", **friction)


def source(*values: float) -> Any:
    """A block that jumps."""
    return blocks.Source("source", jumps(*values), unit="N m")


JUMPING: dict[str, tuple[Callable[[], mbfe.Model], tuple[float, ...]]] = {
    # stops after 10 / 15 s, is released, pressed again at 10 rad/s, stops 2/3 s later
    "released brake": (
        lambda: on_a_shaft(brake(coulomb=jumps(4.0, 0.0, 4.0)), rate=10.0), (2 / 3, 1, 3, 3 + 2 / 3)
    ),
    # released at 2.5 rad/s², at 3 s 5 rad/s, and 15 rad/s² back to rest
    "weaker brake": (lambda: on_a_shaft(brake(coulomb=jumps(4.0, 0.5, 4.0))), (1, 3 + 1 / 3)),
    "block": (lambda: on_a_shaft(brake(coulomb=source(4.0, 0.5, 4.0))), (1, 3 + 1 / 3)),
    "clamp": (lambda: on_a_shaft(brake(clamping=jumps(8.0, 1.0, 8.0), mu=0.5, radius=1.0)), (1, 3 + 1 / 3)),
    # 3 − 2 N m give 10 rad/s at 3 s, then 1 N m the other way and friction stop it after 2/3 s
    "load": (lambda: on_a_shaft(brake(coulomb=2.0), torque=jumps(1.0, 3.0, -1.0)), (1, 3 + 2 / 3)),
    "lock": (
        lambda: on_a_shaft(
            lambda: joints.Lock("item", "hinge.angle", locked=True, strength=2.0), torque=jumps(1.0, 3.0)
        ),
        (1,),
    ),
    "stop": (
        lambda: on_a_shaft(
            lambda: elements.RigidStop("item", "hinge.angle", upper=0.0), torque=jumps(1.0, -3.0)
        ),
        (1,),
    ),
}


@pytest.mark.parametrize("step", [0.02, "auto"])
@pytest.mark.parametrize("kind", JUMPING)
def test_every_change_at_a_jump_is_listed(kind: str, step: Any) -> None:
    """What a jump releases, breaks or opens stands among the events, at its time, beside what comes later."""
    make, times = JUMPING[kind]
    options = {"tolerance": 1e-6} if step == "auto" else {}
    run = mbfe.solve_dynamic(make(), duration=4.0, step=step, **options)
    listed = [event["time"] for event in run.report["events"]]
    np.testing.assert_allclose(listed, times, atol=1e-6)
    assert all(event["items"] == ["item"] for event in run.report["events"])
