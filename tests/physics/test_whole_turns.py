"""Bodies that would turn by more than half a turn in a step: no angle loses or wins a whole turn."""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints

INERTIA, TORQUE = 1e-3, 2.0
ACCELERATION = TORQUE / (INERTIA + INERTIA / 4.0)
"""Of a wheel that is geared 2 : 1 to one like it [rad/s²]."""


def wheel(model: mbfe.Model, name: str, x: float, rate: float = 0.0) -> None:
    model.add(elements.RigidBody(f"{name} body", position=(x, 0, 0), mass=1.0, inertia=(INERTIA,) * 3))
    model.add(joints.Revolute(name, "ground", f"{name} body", position=(x, 0, 0), axis=(0, 0, 1), rate=rate))


@pytest.mark.parametrize("rate", [1000.0, -1000.0])
@pytest.mark.parametrize("step", [5e-3, 2e-3, "auto"])
def test_angle_of_a_free_wheel(rate: float, step: float | str) -> None:
    model = mbfe.Model("wheel")
    wheel(model, "hinge", 0.0, rate)
    run = mbfe.solve_dynamic(model, duration=0.1, step=step)
    assert run["hinge"].angle[-1] == pytest.approx(0.1 * rate, rel=1e-9)


def geared() -> mbfe.Model:
    model = mbfe.Model("gears")
    wheel(model, "fast", 0.0)
    wheel(model, "slow", 0.5)
    model.add(joints.GearPair("mesh", "fast.angle", "slow.angle", ratio=2.0))
    model.add(joints.Motor("motor", "fast.angle", torque=TORQUE))
    return model


@pytest.mark.parametrize("step", [5e-3, 1e-2])
def test_gears_run_up_to_five_turns_a_given_step(step: float) -> None:
    """Shorter steps are taken, and no rejected attempt leaves a trace in the tooth force."""
    run = mbfe.solve_dynamic(geared(), duration=1.0, step=step)
    time = run.time
    np.testing.assert_allclose(run["fast"].rate.values, ACCELERATION * time, atol=1e-6 * ACCELERATION)
    turned = 0.5 * ACCELERATION * time**2
    np.testing.assert_allclose(run["fast"].angle.values, turned, atol=1e-6 * ACCELERATION)
    force = run["mesh"].effort_first.values
    np.testing.assert_allclose(force, -INERTIA / 4.0 * ACCELERATION, rtol=1e-5)
    assert run.report["rejected"] > 0


def test_rejected_attempts_leave_velocities_as_they_were() -> None:
    """Attempts at twice the step that are rejected again and again, beside the same steps without them."""
    model = geared()
    model.add(elements.JointSpring("spring", "slow.angle", stiffness=0.3))
    ends = [mbfe.solve_dynamic(model, duration=0.3, step=step)["fast"] for step in (4e-3, 5e-4)]
    assert ends[0].rate[-1] == pytest.approx(ends[1].rate[-1], rel=1e-3)
