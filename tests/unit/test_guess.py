"""The first guess of a step: exact for what it promises, and so near that one correction is enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.engine.stepping.guess import CUBIC, HELD, LINE, MEAN, PARABOLA, RINGING, guess_weights
from mbfe.integrators.generalized_alpha import GeneralizedAlpha


class Kept:
    """What the weights read of a state: the last two steps, and how many before them were equal."""

    def __init__(self, last: float, before: float, even: int) -> None:
        self.step, self.step_before, self.even, self.steps = last, before, even, 9


def guessed(
    function: Any, which: int, *, radius: float = 0.9, steps: tuple[float, float, float] = (0.1, 0.1, 0.1)
) -> float:
    """The guess at time 0 from values of a function at −h, −h − h₁, …"""
    h, last, before = steps
    scheme = GeneralizedAlpha(spectral_radius=radius).numbers()
    times = -h - np.concatenate([[0.0, last], last + before * np.arange(1, 6)])
    weights = np.asarray(guess_weights(Kept(last, before, 5), scheme, h, which))
    values = np.array([function(t) for t in times])
    return float(values[0] + weights @ (values[1:] - values[0]))


@pytest.mark.parametrize(
    ("which", "degree"), [(MEAN, 0), (HELD, 0), (LINE, 1), (PARABOLA, 2), (RINGING, 2), (CUBIC, 3)]
)
@pytest.mark.parametrize("radius", [1.0, 0.9, 0.5, 0.0])
def test_polynomials(which: int, degree: int, radius: float) -> None:
    """Each guess continues polynomials of its degree and no others."""
    for n in range(degree + 2):
        off = guessed(lambda t, n=n: (t + 0.5) ** n, which, radius=radius) - 0.5**n
        assert (abs(off) < 1e-14) == (n <= degree)


@pytest.mark.parametrize("radius", [1.0, 0.9, 0.5])
def test_ringing_of_the_scheme(radius: float) -> None:
    """(a + b n + c n²)(−ρ∞)ⁿ is what a triple root of the scheme makes of a disturbance."""

    def ringing(t: float) -> float:
        n = round(t / 0.1)
        return float((1.0 + 0.3 * n - 0.2 * n * n) * (-radius) ** n)

    assert abs(guessed(ringing, CUBIC, radius=radius) - 1.0) < 1e-9 / radius**7
    assert abs(guessed(ringing, PARABOLA, radius=radius) - 1.0) > 0.1


@pytest.mark.parametrize("which", [PARABOLA, RINGING, CUBIC])
def test_steps_that_change(which: int) -> None:
    """Where steps are not equal, a parabola through unequal times takes the place of the longer guesses."""
    found = guessed(lambda t: 2.0 - t + 3.0 * t * t, which, steps=(0.1, 0.07, 0.2))
    assert found == pytest.approx(2.0, abs=1e-14)


def test_iterations_of_a_smooth_motion() -> None:
    """A pendulum needs one correction a step and one factorisation."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-3)
    assert run.report["factorisations"] <= 2
    assert run.report["iterations"] < 1.2 * run.report["steps"]
