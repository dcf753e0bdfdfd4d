"""Damping of beams and bodies: in proportion to mass and to strain rates, and fitted to modes."""

from __future__ import annotations

import numpy as np
import pytest

from mbfe import Model, ModelError, elements, fit_damping, joints, lines, solve_dynamic, solve_modes
from mbfe.sections import rectangle


def cantilever(*, damping: object = 0.0) -> Model:
    """A flat strip, clamped."""
    section = rectangle(E=70e9, nu=0.33, density=2700.0, width=0.03, height=0.004, damping=damping)
    model = Model("strip")
    line = lines.straight((0, 0, 0), (0.6, 0, 0))
    strip = model.add(elements.Beam("strip", line=line, section=section, n_elements=4, up=(0, 0, 1)))
    model.add(joints.Fixed("clamp", model.ground, strip.start))
    return model


def test_rayleigh_damping_of_a_beam() -> None:
    """α M and β C together: ζ = α/2ω + βω/2 for every mode (Rayleigh)."""
    alpha, beta = 0.8, 2e-5
    model = cantilever(damping=beta)
    model.add(elements.MassDamping("air", "strip", rate=alpha))
    modes = solve_modes(model, n=6)
    omega = np.abs(modes.values)  # of the undamped modes, which have the same shapes
    np.testing.assert_allclose(modes.damping_ratios, alpha / (2 * omega) + 0.5 * beta * omega, rtol=1e-6)


@pytest.mark.parametrize("kind", ["body", "mass on a body", "mass"])
def test_free_body_loses_its_speed_exponentially(kind: str) -> None:
    """Momentum and angular momentum fall as exp(−α t)."""
    model = Model("puck")
    rate = 0.7
    if kind == "mass":
        model.add(elements.PointMass("puck", mass=0.2, velocity=(1.0, 2.0, 0.0)))
        model.add(elements.MassDamping("air", "puck", rate=rate))
    else:
        body = elements.RigidBody(
            "puck",
            mass=0.2,
            inertia=(1e-4, 1e-4, 2e-4),
            velocity=(1.0, 2.0, 0.0),
            angular_velocity=(0, 0, 5.0),
        )
        model.add(body)
        model.add(elements.MassDamping("air", body, rate=rate))
        if kind == "mass on a body":
            extra = model.add(elements.PointMass("lead", mass=0.1, body=body, offset=(0, 0, 0)))
            model.add(elements.MassDamping("air on it", extra, rate=rate))
    run = solve_dynamic(model, duration=2.0, step=1e-3)
    expected = np.exp(-rate * run.time)
    np.testing.assert_allclose(run["puck"].velocity.values[:, 0], expected, atol=1e-5)
    if kind != "mass":
        np.testing.assert_allclose(run["puck"].angular_velocity.values[:, 2], 5.0 * expected, atol=5e-5)
    assert run.energy.balance_error < 1e-5


def test_modal_damping_by_strains() -> None:
    """Ratios of a flap, an edge and a torsion mode are met by factors of their strains."""
    model = cantilever()
    modes = solve_modes(model, n=12, damping=False)
    tip = np.abs(modes.shape("strip.end"))
    edge = int(np.argmax(tip[:, 1] > 10.0 * tip[:, 2]))
    torsion = int(np.argmax(tip[:, 3] > 10.0 * np.linalg.norm(tip[:, :3], axis=1)))
    assert 0 < edge < torsion
    ratios = {0: 0.004, edge: 0.009, torsion: 0.02}
    fit = fit_damping(modes, "strip", ratios)
    damped = solve_modes(cantilever(damping=fit.factors), n=12)
    for mode, ratio in ratios.items():
        assert fit.ratios[mode] == pytest.approx(ratio, rel=1e-6)
        assert damped.damping_ratios[mode] == pytest.approx(ratio, rel=1e-3)


def test_mistakes_are_named() -> None:
    """Negative factors, rates, ratios, modes and bodies that do not fit."""
    model = cantilever()
    modes = solve_modes(model, n=2, damping=False)
    with pytest.raises(ModelError, match="not negative"):
        cantilever(damping=(0, 0, 0, -1.0, 0, 0))
    with pytest.raises(ModelError, match="rate"):
        elements.MassDamping("air", "strip", rate=-1.0)
    with pytest.raises(ModelError, match="RigidBody, PointMass"):
        model.add(elements.MassDamping("air", "clamp", rate=1.0))
    with pytest.raises(ModelError, match="a beam of the model"):
        fit_damping(modes, "clamp", {0: 0.01})
    with pytest.raises(ModelError, match="ratios"):
        fit_damping(modes, "strip", {0: -0.01})
