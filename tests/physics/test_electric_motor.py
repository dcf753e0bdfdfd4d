"""The electric motor against the closed form of a linear system."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

import mbfe
from mbfe import elements, joints
from mbfe.errors import ModelError

L, R, K, J, U = 2e-2, 0.8, 0.15, 4e-3, 12.0
COIL = {"inductance": L, "resistance": R, "constant": K}


def driven(step: float, *, turning: bool = True) -> mbfe.Run:
    """A rotor on its motor, at rest when the voltage comes on."""
    model = mbfe.Model("motor")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(J, J, J)))
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1)))
    model.add(elements.ElectricMotor("motor", "hinge.angle", voltage=U, **COIL))
    if not turning:
        model.add(joints.Motor("brake", "hinge.angle", position=0.0))
    return mbfe.solve_dynamic(model, duration=0.5, step=step)


def test_step_response_is_that_of_the_linear_system() -> None:
    # (i, ω)' = A (i, ω) + b
    A = np.array([[-R / L, -K / L], [K / J, 0.0]])
    b = np.array([U / L, 0.0])
    whole = np.zeros((3, 3))
    whole[:2, :2], whole[:2, 2] = A, b
    errors = []
    for step in (2e-3, 1e-3):
        run = driven(step)
        expected = np.array([(expm(whole * t) @ [0.0, 0.0, 1.0])[:2] for t in run.time])
        found = np.column_stack([run["motor"].current, run["motor"].rate])
        errors.append(np.abs(found - expected).max(axis=0))
        np.testing.assert_allclose(run["motor"].effort, K * found[:, 0], rtol=1e-12)
    assert (errors[1] / np.abs(expected).max(axis=0) < 1e-3).all()
    assert np.log2(errors[0] / errors[1]) == pytest.approx(np.full(2, 2.0), abs=0.2)
    energy = run.energy
    change = energy.kinetic[-1] + energy.elastic[-1] + energy.dissipated[-1] - energy.work[-1]
    assert abs(change) < 1e-3 * energy.work[-1]


def test_current_of_a_locked_motor() -> None:
    run = driven(1e-3, turning=False)
    np.testing.assert_allclose(run["motor"].current, U / R * (1.0 - np.exp(-R / L * run.time)), atol=2e-3)
    assert run["brake"].effort[-1] == pytest.approx(-K * U / R, rel=1e-3)


def test_refusals() -> None:
    model = mbfe.Model("refused")
    model.add(elements.RigidBody("rotor", mass=1.0, inertia=(J, J, J)))
    model.add(joints.Revolute("hinge", model.ground, "rotor", axis=(0, 0, 1)))
    with pytest.raises(ModelError, match="inductance"):
        elements.ElectricMotor("a", "hinge.angle", voltage=1.0, **(COIL | {"inductance": 0.0}))
    with pytest.raises(ModelError, match="no coordinate"):
        model.add(elements.ElectricMotor("a", "hinge.turn", voltage=1.0, **COIL))
