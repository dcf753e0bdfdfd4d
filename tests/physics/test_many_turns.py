"""Geared shafts that turn hundreds of times: rows on unwrapped angles are as exact as these angles are.

Source: Newton's law for two shafts with a ratio, and its integral.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints

MOTOR, GEAR, RATIO, TORQUE = 1e-3, 0.05, 20.0, 0.5
"""Inertias of the shafts [kg m²], ratio of their angles, torque on the first one [N m]."""
ACCELERATION = TORQUE / (MOTOR + GEAR / RATIO**2)


def train(**drive: Any) -> mbfe.Model:
    """Two shafts with a ratio of their angles, the first one driven."""
    model = mbfe.Model("train")
    for name, inertia, x in (("motor", MOTOR, 0.0), ("gear", GEAR, 0.3)):
        body = elements.RigidBody(f"{name} shaft", position=(x, 0, 0), mass=1.0, inertia=(inertia,) * 3)
        model.add(body)
        model.add(joints.Revolute(name, "ground", body, position=(x, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Coupling("mesh", {"motor.angle": 1.0, "gear.angle": -RATIO}))
    model.add(joints.Motor("drive", "motor.angle", **drive))
    return model


@pytest.mark.parametrize("scheme", [mbfe.GeneralizedAlpha(), mbfe.SOI2(), mbfe.RadauIIA(stages=2)], ids=repr)
def test_a_geared_shaft_speeds_up_for_hundreds_of_turns(scheme: mbfe.Scheme) -> None:
    """A constant acceleration is followed exactly, without failures and factorisations by round-off."""
    run = mbfe.solve_dynamic(train(torque=TORQUE), duration=2.5, step=1e-3, scheme=scheme, output_step=0.5)
    exact = 0.5 * ACCELERATION * run.time**2
    assert exact[-1] > 200.0 * 2.0 * np.pi
    np.testing.assert_allclose(run["motor"].angle.values, exact, rtol=1e-9)
    np.testing.assert_allclose(RATIO * run["gear"].angle.values, exact, rtol=1e-9)
    assert run.report["factorisations"] < 100
    points = 2 if isinstance(scheme, mbfe.RadauIIA) else 1
    assert run.report["iterations"] <= 6 * points * 2500


def test_a_driven_train_keeps_its_speed() -> None:
    """Prescribed positions of hundreds of turns are met to round-off."""
    speed = 800.0
    model = train(position=curves.Polynomial(0.0, speed))
    run = mbfe.solve_dynamic(model, duration=3.0, step=2e-3, output_step=0.5)
    np.testing.assert_allclose(run["gear"].angle.values, speed / RATIO * run.time, rtol=1e-10)
    assert run.report["factorisations"] < 100
