"""Amplification matrix of the engine's own step: spectral radius, period elongation and algorithmic damping.

The curves are those of figures 1 to 3 of the Dymore manual on generalized-α; the closed forms follow from eq.
(2) to (6) there: (z − 1)²((1 − αm) z + αm) + Ω² (β z² + (½ − 2β + γ) z + ½ + β − γ)((1 − αf) z + αf) = 0 with
Ω = ω h.
"""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import elements
from mbfe.analyses.dynamic.plan import plan_times
from mbfe.analyses.dynamic.simulation import Simulation
from mbfe.analyses.start.initial import start_values
from mbfe.engine.stepping.watching import WIDTH
from tests.physics.support import largest

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]
RADII = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
STEP = 0.01


@functools.cache
def engine_matrix(omega_h: float, spectral_radius: float) -> Floats:
    """Amplification of (q, h q̇, h² q̈, h² a) by one step of the engine on q̈ + ω² q = 0, column by column."""
    stiffness = (omega_h / STEP) ** 2
    model = mbfe.Model("oscillator")
    mass = model.add(elements.PointMass("mass", mass=1.0))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=stiffness, free_length=0.0))
    scheme = mbfe.GeneralizedAlpha(spectral_radius=spectral_radius)
    columns = []
    for unit in np.eye(4):
        compiled = model.compile()
        plan = plan_times(
            duration=STEP,
            step=STEP,
            start=0.0,
            output_step=None,
            output_times=None,
            checkpoint_step=None,
            builder=compiled.builder,
        )
        simulation = Simulation(compiled, scheme, plan, np.zeros((0, WIDTH)))
        start_values(compiled)
        state = compiled.state
        state.newton_tolerance = 1e-13
        state.accel_scale = 1.0
        q, v, a, algorithmic = unit / [1.0, STEP, STEP**2, STEP**2]
        for motion in (state.motion, state.start):
            motion[1, 0], motion[1, 7], motion[1, 13] = q, v, a
        state.algorithmic[1, 0] = algorithmic
        state.accel_before[1, 0] = a
        simulation.advance(1)
        assert state.steps == 1
        end = state.start[1]
        columns.append([end[0], STEP * end[7], STEP**2 * end[13], STEP**2 * state.algorithmic[1, 0]])
    return np.array(columns).T


def coefficients(spectral_radius: float) -> tuple[float, float, float, float]:
    """αm, αf, γ and β, manual eq. (5) and (6)."""
    am = (2.0 * spectral_radius - 1.0) / (spectral_radius + 1.0)
    af = spectral_radius / (spectral_radius + 1.0)
    return am, af, 0.5 - am + af, 0.25 * (1.0 - am + af) ** 2


def characteristic_roots(omega_h: float, spectral_radius: float) -> Floats:
    """Roots of the characteristic polynomial."""
    am, af, gamma, beta = coefficients(spectral_radius)
    inertia = np.polymul([1.0, -2.0, 1.0], [1.0 - am, am])
    elastic = np.polymul([beta, 0.5 - 2.0 * beta + gamma, 0.5 + beta - gamma], [1.0 - af, af])
    return np.roots(np.polyadd(inertia, omega_h**2 * elastic))


def matrix_by_definition(omega_h: float, spectral_radius: float) -> Floats:
    """Amplification matrix by solving eq. (2) to (4) of the manual as they stand."""
    am, af, gamma, beta = coefficients(spectral_radius)
    new = np.array(
        [[1, 0, 0, -beta], [0, 1, 0, -gamma], [0, 0, -(1 - af), 1 - am], [omega_h**2, 0, 1, 0]], dtype=float
    )
    old = np.array([[1, 1, 0, 0.5 - beta], [0, 1, 0, 1 - gamma], [0, 0, af, -am], [0, 0, 0, 0]], dtype=float)
    return np.linalg.solve(new, old)


def principal(omega_h: float, spectral_radius: float) -> tuple[float, float]:
    """Period elongation and algorithmic damping of the engine's principal roots."""
    roots = np.linalg.eigvals(engine_matrix(omega_h, spectral_radius))
    exponent = np.log(max(roots, key=lambda z: z.imag))
    return omega_h / exponent.imag - 1.0, -exponent.real / abs(exponent)


@pytest.mark.parametrize("spectral_radius", [*RADII, 0.9])
def test_one_step_is_the_scheme(spectral_radius: float) -> None:
    """The engine's matrix is that of the equations of the scheme, and that which the scheme states, from ωh =
    1e-2 to 1e4.
    """
    scheme = mbfe.GeneralizedAlpha(spectral_radius=spectral_radius)
    for omega_h in (1e-2, 0.1, 1.0, 10.0, 1e2, 1e4):
        found = engine_matrix(omega_h, spectral_radius)
        exact = matrix_by_definition(omega_h, spectral_radius)
        size = max(1.0, largest(exact))
        assert largest(found - exact) < 1e-9 * size
        assert largest(scheme.amplification_matrix(omega_h) - exact) < 1e-12 * size


@pytest.mark.parametrize("spectral_radius", RADII)
def test_spectral_radius(spectral_radius: float) -> None:
    """Figure 1: the spectral radius falls from one at low frequency to ρ∞, without rising; roots as in closed
    form.

    Source: Dymore manual, section 2.1; Chung and Hulbert 1993.
    """
    curve = []
    for omega_h in 2.0 * np.pi * np.logspace(-2, 4, 25):
        roots = np.linalg.eigvals(engine_matrix(omega_h, spectral_radius))
        exact = characteristic_roots(omega_h, spectral_radius)
        curve.append(np.abs(roots).max())
        # multiple roots are known to a third of the digits
        assert curve[-1] == pytest.approx(
            np.abs(exact).max(), abs=2e-5 if spectral_radius in (0.0,) else 1e-6
        )
    curve = np.array(curve)
    assert curve[0] == pytest.approx(1.0, abs=5e-4)
    assert np.all(np.diff(curve) < 1e-5)
    assert curve[-1] == pytest.approx(spectral_radius, abs=2e-2 if spectral_radius == 0.0 else 1e-3)
    if spectral_radius == 1.0:
        assert largest(curve - 1.0) < 1e-6


def third_moments(spectral_radius: float) -> tuple[float, float]:
    """κ and the third cumulant of the scheme's generating polynomials, see the next test."""
    am, af, gamma, beta = coefficients(spectral_radius)
    mean = 0.5 + gamma
    second = 0.5 + gamma + 2.0 * beta
    third = 0.5 + gamma + 6.0 * beta
    variance = second - mean**2
    skewness = third - 3.0 * second * mean + 2.0 * mean**3
    kappa = 0.5 * (variance + af * (1.0 - af) - am * (1.0 - am))
    return kappa, skewness + (1 - af) * af * (2 * af - 1) - (1 - am) * am * (2 * am - 1)


@pytest.mark.parametrize("spectral_radius", RADII)
def test_period_elongation_and_damping(spectral_radius: float) -> None:
    """Figures 2 and 3: leading terms (κ − 1/12) Ω²/2 and −κ₃ Ω³/12, and exact values of the closed form up to
    h/T = 0.5.

    Source: with z = eˢ the polynomial reads 4 sinh²(s/2) = −Ω² exp(κ s² + κ₃ s³/6 + …), κ and κ₃ by cumulants
    of its factors. For ρ∞ = 1: tan(Ω̄/2) = Ω/2, elongation Ω²/12 and no damping; for ρ∞ = 0: 11/24 Ω².
    """
    kappa, skewness = third_moments(spectral_radius)
    elongation, damping = principal(0.02, spectral_radius)
    assert elongation == pytest.approx(0.5 * (kappa - 1.0 / 12.0) * 0.02**2, rel=1e-2)
    assert damping == pytest.approx(-skewness * 0.02**3 / 12.0, rel=2e-2, abs=1e-10)
    for ratio in (0.02, 0.1, 0.2, 0.5):
        omega_h = 2.0 * np.pi * ratio
        elongation, damping = principal(omega_h, spectral_radius)
        roots = characteristic_roots(omega_h, spectral_radius)
        exact = np.log(max(roots, key=lambda z: z.imag))
        assert elongation == pytest.approx(omega_h / exact.imag - 1.0, rel=1e-7, abs=1e-9)
        assert damping == pytest.approx(-exact.real / abs(exact), rel=1e-7, abs=1e-9)
        if spectral_radius == 1.0:
            assert elongation == pytest.approx(0.5 * omega_h / math.atan(0.5 * omega_h) - 1.0, rel=1e-9)
            assert abs(damping) < 1e-9
    if spectral_radius == 0.0:
        assert 0.5 * (kappa - 1.0 / 12.0) == pytest.approx(11.0 / 24.0)


def test_curves_are_ordered() -> None:
    """At any frequency less ρ∞ means a longer period and more damping (figures 2 and 3)."""
    for ratio in (0.05, 0.1, 0.2):
        values = np.array([principal(2.0 * np.pi * ratio, radius) for radius in RADII])
        assert np.all(np.diff(values[:, 0]) < 0.0)
        assert np.all(np.diff(values[:, 1]) < 0.0)
