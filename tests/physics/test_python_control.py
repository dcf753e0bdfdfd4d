"""Systems of python-control as blocks, and state spaces as its systems."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, elements
from tests.physics.diagrams import diagram, solved

control = pytest.importorskip("control")


@pytest.mark.parametrize(
    "system",
    [
        control.tf([2.0], [1.0, 3.0]),
        control.tf([1.0], [1.0, 2.0, 4.0]),
        control.zpk([-3.0], [-1.0, -2.0], 3.0, dt=0),
        control.ss([[0.0, 1.0], [-4.0, -0.4]], [[0.0], [1.0]], [[1.0, 0.0]], [[0.2]]),
    ],
    ids=["first order", "second order", "zeros and poles", "state space"],
)
def test_step_response(system: Any) -> None:
    """That of python-control, at second order in the step."""
    errors = []
    for step in (2e-3, 1e-3):
        model = diagram(blocks.StateSpace("plant", blocks.Source("u", 1.0), system=system))
        run = solved(model, duration=2.0, step=step)
        _, expected = control.step_response(system, run.time)
        errors.append(float(np.abs(run["plant"].output.values - expected).max()))
    assert errors[1] < 1e-6
    assert errors[0] / errors[1] > 3.5


def test_discrete_system() -> None:
    """y⁺ = (y + u)/2 sampled every 0.1 s, the period of the system."""
    system = control.tf([0.5], [1.0, -0.5], 0.1)
    model = diagram(blocks.Sampled("filter", blocks.Source("u", 1.0), system=system))
    run = solved(model, duration=1.0, step=0.05)
    k = np.floor(run.time / 0.1 + 1e-9)
    expected = 1.0 - 0.5**k
    inside = np.abs(run.time / 0.1 - k) > 0.1  # a sample is read before it is taken
    np.testing.assert_allclose(run["filter"].output.values[inside], expected[inside], atol=1e-12)


def test_state_space_as_a_system() -> None:
    """Poles, names, and the response of a mass on a spring to a force, s²/(m s² + k) to its acceleration."""
    model = mbfe.Model("mass")
    mass = model.add(elements.PointMass("mass", mass=2.0))
    model.add(elements.PointSpring("spring", "ground", mass, stiffness=8.0, free_length=0.0))
    model.add(elements.Actuator("push", mass, direction=(1, 0, 0), effort=0.0))
    model.add(blocks.Sensor("accelerometer", mass["acceleration.x"]))
    found = mbfe.state_space(model, inputs=["push effort"], outputs=["accelerometer"]).to_control()
    assert found.input_labels == ["push effort"]
    assert found.output_labels == ["accelerometer"]
    s = 3.0j
    assert found(s) == pytest.approx(s * s / (2.0 * s * s + 8.0), rel=1e-9)
    assert np.sort(control.poles(found).imag) == pytest.approx([-2.0] * 3 + [2.0] * 3, rel=1e-9)
