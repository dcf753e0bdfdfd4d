"""What solve_dynamic refuses before the first step, and why: the combinations of docs/integrators.md."""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.integrators.scheme import Scheme
from tests.physics.test_pendulums import simple_pendulum


def oscillator(frequency: float = 1.0) -> mbfe.Model:
    """Unit mass on a spring; frequency in rad/s."""
    model = mbfe.Model("oscillator")
    mass = model.add(elements.PointMass("mass", mass=1.0, position=(0.1, 0.0, 0.0)))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=frequency**2, free_length=0.0))
    return model


def pendulum() -> mbfe.Model:
    model = mbfe.Model("pendulum", gravity=(0.0, -9.81, 0.0))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 0, 1)))
    return model


def skate(model: mbfe.Model) -> mbfe.Model:
    """A sledge whose velocity has the direction of its heading."""
    model.add(
        elements.Equations(
            "skate",
            y=("x", "y", "heading"),
            mass=[1.0, 1.0, 0.1],
            force=lambda psi, y: np.array([-psi[0] * np.sin(y[2]), psi[0] * np.cos(y[2]), 0.0]),
            nonholonomic=lambda y, z: np.array([z[1] * np.cos(y[2]) - z[0] * np.sin(y[2])]),
            z0=[1.0, 0.0, 0.3],
        )
    )
    return model


def filtered(model: mbfe.Model) -> mbfe.Model:
    """With a first-order filter beside it."""
    model.add(elements.Equations("filter", states=("level",), rate=lambda x: -x, x0=[1.0]))
    return model


WEIGHTED = mbfe.GeneralizedAlpha(balance="weighted")
EXPLICIT = mbfe.GeneralizedAlpha(alpha_m=-0.1, alpha_f=0.0, beta=0.0)
REFUSED: list[tuple[str, Scheme, list[str]]] = [
    ("holonomic", WEIGHTED, ["Cardona and Géradin 1989", "Take SOI2"]),
    ("holonomic", mbfe.Newmark(beta=0.0), ["would not depend on", "Take Stormer"]),
    ("holonomic", EXPLICIT, ["would not depend on", "Take Stormer"]),
    (
        "holonomic",
        mbfe.Newmark(beta=1.0 / 6.0),
        ["infinite stiffness", "reactions would grow", "Take αm ≤ αf ≤ 1/2"],
    ),
    ("holonomic", mbfe.GeneralizedAlpha(alpha_m=0.1, alpha_f=0.6, beta=0.6), ["reactions would grow"]),
    ("nonholonomic", mbfe.Stormer(), ["known for holonomic constraints only", "Take SOI2"]),
    ("nonholonomic", mbfe.Newmark(beta=0.0), ["β = 0", "Take SOI2"]),
    ("nonholonomic", mbfe.GeneralizedAlpha(alpha_m=0.1, alpha_f=0.6, beta=0.6), ["theorem 6.1"]),
    ("both", mbfe.HHT(), ["eq. 3.4", "section 6", "Take SOI2"]),
    ("both", mbfe.HHT(variant="midpoint"), ["eq. 3.4", "section 6", "Take SOI2"]),
    ("both", WEIGHTED, ["Cardona and Géradin 1989", "Take SOI2"]),
    ("both", mbfe.Stormer(), ["nonholonomic", "Take SOI2"]),
    ("states", mbfe.HHT(), ["first-order states", "Algorithm 1", "Take GeneralizedAlpha"]),
    ("states", mbfe.Stormer(), ["first-order states", "Algorithm 1"]),
]
MODELS = {
    "holonomic": pendulum,
    "nonholonomic": lambda: skate(mbfe.Model("ice")),
    "both": lambda: skate(pendulum()),
    "states": lambda: filtered(oscillator()),
}


@pytest.mark.parametrize(("kind", "scheme", "words"), REFUSED, ids=lambda v: v if isinstance(v, str) else "")
def test_combinations_are_refused_with_the_reason(kind: str, scheme: Scheme, words: list[str]) -> None:
    """The error names the scheme, the reason with its source, and what to take instead."""
    with pytest.raises(mbfe.ModelError) as error:
        mbfe.solve_dynamic(MODELS[kind](), duration=0.1, step=1e-2, scheme=scheme)
    text = str(error.value)
    assert type(scheme).__name__ in text
    assert [word for word in words if word not in text] == []


def test_explicit_steps_above_the_limit_are_refused() -> None:
    """ω h < 2 for Störmer's rule: at 500 rad/s 4 ms is too long and 3.9 ms is not; the error says what is.

    Source: SOI2 paper, section 1. The motion of the longest allowed steps stays bounded.
    """
    for scheme in (mbfe.Stormer(), mbfe.Newmark(beta=0.0)):
        with pytest.raises(
            mbfe.ModelError, match=r"ω h < 2 only: a frequency of 500 rad/s allows steps below 0\.004 s"
        ):
            mbfe.solve_dynamic(oscillator(500.0), duration=1.0, step=4.001e-3, scheme=scheme)
        with pytest.raises(mbfe.ModelError, match=r"not 0\.005 s"):
            mbfe.solve_dynamic(oscillator(500.0), duration=1.0, step=(1e-3, 5e-3), scheme=scheme)
        run = mbfe.solve_dynamic(oscillator(500.0), duration=3.9, step=3.9e-3, scheme=scheme)
        assert np.abs(run["mass"].position.values).max() < 0.1 * 1.001
    limit = mbfe.Newmark(beta=1.0 / 12.0).stability_limit
    assert limit == pytest.approx(np.sqrt(6.0))
    with pytest.raises(mbfe.ModelError, match="is stable for"):
        mbfe.solve_dynamic(
            oscillator(500.0), duration=1.0, step=1.001 * limit / 500.0, scheme=mbfe.Newmark(beta=1.0 / 12.0)
        )


def test_massless_parts_and_hht() -> None:
    """A point mass on a body frame without inertia has no acceleration by applied forces alone.

    GeneralizedAlpha and SOI2 take it, because the joint completes the matrix: ½ω² = g sin(angle).
    """
    for scheme in (mbfe.HHT(), mbfe.Stormer()):
        with pytest.raises(mbfe.SolveError, match=r"mass matrix .*is singular"):
            mbfe.solve_dynamic(simple_pendulum(), duration=0.1, step=1e-2, scheme=scheme)
    for scheme in (mbfe.GeneralizedAlpha(), mbfe.SOI2(), mbfe.SOI2(start="acceleration")):
        run = mbfe.solve_dynamic(simple_pendulum(), duration=0.1, step=1e-3, scheme=scheme)
        angle, rate = run["hinge"].angle.values, run["hinge"].rate.values
        assert np.abs(0.5 * rate**2 - 9.81 * np.sin(angle)).max() < 1e-6


@pytest.mark.parametrize(
    ("scheme", "options", "words"),
    [
        (mbfe.Trapezoidal(), {}, "spectral radius 1 and joints"),
        (mbfe.GeneralizedAlpha(spectral_radius=1.0), {}, "spectral radius 1 and joints"),
        (mbfe.GeneralizedAlpha(step_change="none"), {"step": (1e-2, 2e-2)}, 'step_change="none"'),
        (mbfe.GeneralizedAlpha(step_change="gamma"), {"step": "auto"}, "rescale=False"),
        (mbfe.HHT(b=0.49), {}, "close to 1/2"),
        (mbfe.SOI2(spectral_radius=1.0), {}, "errors of the start stay"),
    ],
    ids=lambda v: type(v).__name__ if isinstance(v, Scheme) else "",
)
def test_ambiguous_combinations_warn(scheme: Scheme, options: dict[str, object], words: str) -> None:
    """They run, and the report says what to expect."""
    run = mbfe.solve_dynamic(pendulum(), duration=0.1, scheme=scheme, **{"step": 1e-2, **options})
    assert any(words in text for text in run.report["warnings"])
    fine = mbfe.solve_dynamic(pendulum(), duration=0.1, step=1e-2)
    assert fine.report["warnings"] == []
