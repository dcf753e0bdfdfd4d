"""Options of the iteration: the solution stays, the way there is that of the papers.

Sources: Dymore manual, eq. (16), (22), (26) and (30); Brüls and Arnold (2008), Algorithm 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.algebra.arrays import Floats

OPTIONS = [
    mbfe.Iteration(predictor="zero"),
    mbfe.Iteration(penalty=0.0),
    mbfe.Iteration(penalty=20.0),
    mbfe.Iteration(scale="all"),
    mbfe.Iteration(predictor="zero", residual_tolerance=1e-9),
]


def double_pendulum() -> mbfe.Model:
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    tip = model.add(elements.RigidBody("tip", position=(1.0, 0, 0.2), mass=1.0, inertia=(0.02, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Spherical("ball", rod, tip, position=(1.0, 0, 0)))
    return model


def oscillator(*, force: Any = lambda y: -9.0 * y) -> mbfe.Model:
    model = mbfe.Model("oscillator")
    model.add(elements.Equations("it", y=("q",), mass=[1.0], force=force, y0=[0.3], z0=[0.7]))
    return model


def run_of(scheme: mbfe.Scheme, iteration: mbfe.Iteration | None) -> tuple[Floats, dict[str, Any]]:
    run = mbfe.solve_dynamic(
        double_pendulum(), duration=0.2, step=4e-3, scheme=scheme, iteration=iteration, newton_tolerance=1e-12
    )
    reaction = run["ball"].reaction.force.values[1:]
    return np.hstack([run["tip"].position.values[1:], 1e-2 * reaction]), run.report


@pytest.mark.parametrize(
    "scheme",
    [mbfe.GeneralizedAlpha(spectral_radius=0.6), mbfe.SOI2(spectral_radius=0.6), mbfe.HHT(alpha=-0.2)],
    ids=lambda scheme: type(scheme).__name__,
)
def test_the_solution_does_not_depend_on_the_way(scheme: mbfe.Scheme) -> None:
    """Positions and reactions of fifty steps agree to 1e-8 of their sizes, whatever the options."""
    target, usual = run_of(scheme, None)
    for option in OPTIONS:
        found, report = run_of(scheme, option)
        assert np.abs(found - target).max() < 1e-8, option
        assert report["rejected"] == 0
        if option.predictor == "zero":
            extra = 50 * isinstance(scheme, mbfe.GeneralizedAlpha)
            assert report["iterations"] >= usual["iterations"] + extra


def test_no_correction_leaves_the_predictor_of_the_manual() -> None:
    """Eq. (30) with zero accelerations at the end: a residual that always is small enough ends the iteration.

    With a₀ from the first history, q₁ = q₀ + h q̇₀ + h²[(½ − β) a₀ + β (αf q̈₀ − αm a₀)/(1 − αm)].
    """
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.6, start="acceleration")
    h = 0.1
    run = mbfe.solve_dynamic(
        oscillator(),
        duration=h,
        step=h,
        scheme=scheme,
        iteration=mbfe.Iteration(predictor="zero", residual_tolerance=1e9),
    )
    a = -9.0 * 0.3
    carried = (scheme.alpha_f - scheme.alpha_m) * a / (1.0 - scheme.alpha_m)
    place = 0.3 + h * 0.7 + h**2 * ((0.5 - scheme.beta) * a + scheme.beta * carried)
    speed = 0.7 + h * ((1.0 - scheme.gamma) * a + scheme.gamma * carried)
    assert run.report["iterations"] == 0
    assert run["it"].q.values[-1] == pytest.approx(place, abs=1e-14)
    assert run["it"].q_rate.values[-1] == pytest.approx(speed, abs=1e-14)


def test_linear_equations_take_one_correction() -> None:
    """Algorithm 1 of Brüls and Arnold: residual, correction, small residual, end of the step."""
    run = mbfe.solve_dynamic(
        oscillator(),
        duration=1.0,
        step=0.02,
        iteration=mbfe.Iteration(predictor="zero", residual_tolerance=1e-7),
    )
    assert run.report["iterations"] == run.report["steps"] == 50


def test_a_limit_on_rejections() -> None:
    """A force that ceases to be a number: the step is halved as often as was said."""

    def fails(t: float, y: Floats) -> Floats:
        return np.array([np.nan]) if t > 0.05 else -9.0 * y

    for count in (0, 3):
        with pytest.raises(mbfe.SolveError) as caught:
            mbfe.solve_dynamic(
                oscillator(force=fails),
                duration=0.1,
                step=0.01,
                iteration=mbfe.Iteration(rejections=count),
            )
        assert caught.value.diagnosis is not None
        lengths = {round(attempt.length, 9) for attempt in caught.value.diagnosis.attempts}
        assert lengths == {0.01 / 2**k for k in range(count + 1)}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"predictor": "none"}, ["predictor", '"none"', '"extrapolated" or "zero"']),
        ({"scale": "mean"}, ["scale", '"mean"', '"translations" or "all"']),
        ({"penalty": -1.0}, ["penalty", "-1", "0 or more"]),
        ({"rejections": -1}, ["rejections", "-1", "0 to 50"]),
        ({"residual_tolerance": 0.0}, ["residual_tolerance", "above 0"]),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(mbfe.ModelError) as caught:
        mbfe.Iteration(**given)
    assert all(word in str(caught.value) for word in words), caught.value
