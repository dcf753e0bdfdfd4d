"""Bushings over large relative rotations: a free axis is unlimited, every other limit is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements
from mbfe.errors import SolveError

POLAR, ACROSS, SPIN = 0.04, 0.02, 60.0


def shaft(stiffness: Any, **facts: Any) -> mbfe.Model:
    """A disc at its centre in a bushing, turning about z of the bushing."""
    model = mbfe.Model("shaft")
    spin = facts.pop("spin", (0, 0, SPIN))
    body = {"mass": 5.0, "inertia": (ACROSS, ACROSS, POLAR), "angular_velocity": spin}
    disc = model.add(elements.RigidBody("disc", **body))
    model.add(elements.Bushing("bearing", model.ground, disc, stiffness=stiffness, **facts))
    return model


def test_spinning_shaft_precesses_as_the_linear_rotor_does() -> None:
    """A θ'' − i C Ω θ' + k θ = 0 of the complex tilt, by its two frequencies, over 19 turns."""
    k, kick = 600.0, 0.02
    model = shaft(np.diag([2e5, 2e5, 1e6, k, k, 0.0]), spin=(kick, 0, SPIN))
    run = mbfe.solve_dynamic(model, duration=2.0, step=2e-4, output_step=1e-2)
    time = np.asarray(run.time)
    half, root = POLAR * SPIN / (2 * ACROSS), np.sqrt((POLAR * SPIN / (2 * ACROSS)) ** 2 + k / ACROSS)
    fast, slow = half + root, half - root
    tilt = kick * (np.exp(1j * fast * time) - np.exp(1j * slow * time)) / (1j * (fast - slow))
    found = np.asarray(run["bearing"].rotation)
    np.testing.assert_allclose(found[:, 0] + 1j * found[:, 1], tilt, atol=0.05 * np.abs(tilt).max())
    np.testing.assert_allclose(found[:, 2], SPIN * time, rtol=1e-4, atol=1e-6)
    moment = np.asarray(run["bearing"].moment)
    np.testing.assert_allclose(moment[:, :2], -k * found[:, :2], atol=1e-3 * k * np.abs(tilt).max())
    assert np.ptp(np.asarray(run.energy.total)) < 1e-6 * run.energy.total[0]


def test_large_tilt_keeps_the_energy_while_it_turns() -> None:
    model = shaft(np.diag([0, 0, 0, 5.0, 5.0, 0.0]), spin=(30.0, 0, SPIN))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-4, output_step=1e-2)
    assert np.linalg.norm(np.asarray(run["bearing"].rotation)[:, :2], axis=1).max() > 0.3
    assert np.ptp(np.asarray(run.energy.total)) < 1e-4 * run.energy.total[0]


@pytest.mark.parametrize("tilting", [0.0, 200.0])
def test_damping_about_a_free_axis_brakes_over_any_number_of_turns(tilting: float) -> None:
    """C ω' = −c ω, so that ω = Ω exp(−c t/C)."""
    model = shaft(np.diag([2e5, 2e5, 2e5, tilting, tilting, 0.0]), damping=(0.0, 0.02))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-3)
    assert run["disc"].angular_velocity.z[-1] == pytest.approx(SPIN * np.exp(-0.02 * 2.0 / POLAR), rel=1e-5)
    assert run.energy.dissipated[-1] == pytest.approx(
        0.5 * POLAR * SPIN**2 * (1.0 - np.exp(-2 * 0.02 * 2.0 / POLAR)), rel=1e-4
    )


def test_free_axis_in_any_direction_of_the_matrix() -> None:
    axis = np.array([1.0, 2.0, -2.0]) / 3.0
    K = np.zeros((6, 6))
    K[:3, :3] = 1e5 * np.eye(3)
    K[3:, 3:] = 400.0 * (np.eye(3) - np.outer(axis, axis))
    model = mbfe.Model("ball")
    body = {"mass": 5.0, "inertia": (POLAR, POLAR, POLAR), "angular_velocity": tuple(30.0 * axis)}
    model.add(elements.RigidBody("ball", **body))
    bearing = model.add(elements.Bushing("bearing", "ground", "ball", stiffness=K))
    assert bearing.spin_axis is not None
    assert np.abs(np.cross(bearing.spin_axis, axis)).max() < 1e-12
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    np.testing.assert_allclose(np.asarray(run["bearing"].rotation)[-1], 30.0 * axis, rtol=1e-6)


@pytest.mark.parametrize(
    ("stiffness", "spin", "words"),
    [
        ((1e5, 0.5), (0, 0, SPIN), "0.95 turns"),
        (np.diag([1e5, 1e5, 1e5, 0, 0, 0.5]), (0, 0, SPIN), "0.95 turns"),
        (np.diag([1e5, 1e5, 1e5, 0.5, 0.5, 0]), (SPIN, 0, 0), r"0\.475 turns.*\[0\.0, 0\.0, 1\.0\]"),
    ],
)
def test_limit_is_an_error_with_its_reason(stiffness: Any, spin: Any, words: str) -> None:
    with pytest.raises(SolveError, match=words) as error:
        mbfe.solve_dynamic(shaft(stiffness, spin=spin), duration=1.0, step=1e-3)
    text = str(error.value)
    assert text.startswith('Bushing "bearing": ')
    assert "not a number" not in text
    assert "line" not in text.replace("lines", "")
