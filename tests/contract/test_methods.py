"""Every method of the package is what it says it is, seen from runs: amplification, radius, order, refusals.

A method is found by the catalogue and tried with its defaults; a new one is tried without being listed here.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mbfe
from mbfe import elements, joints
from mbfe.errors import MbfeError
from mbfe.integrators.catalogue import SCHEMES, find_scheme
from mbfe.integrators.generalized_alpha import GeneralizedAlpha
from mbfe.integrators.scheme import Scheme

METHODS = pytest.mark.parametrize("name", SCHEMES)
MASS, STIFFNESS, OMEGA = 2.0, 50.0, 5.0
GRAVITY = 9.81


def oscillator() -> mbfe.Model:
    """A mass on a linear spring in each direction, ω = 5 rad/s, which passes its place of rest at 1.5 m/s."""
    model = mbfe.Model("oscillator")
    mass = model.add(elements.RigidBody("mass", mass=MASS, inertia=(1, 1, 1), velocity=(1.5, 0, 0)))
    stiffness = (STIFFNESS, STIFFNESS, STIFFNESS, 1.0, 1.0, 1.0)
    model.add(elements.Bushing("spring", "ground", mass, position=(0, 0, 0), stiffness=stiffness))
    return model


@cache
def motion(name: str, omega_h: float, n: int) -> np.ndarray:
    """Places of the mass after each of n steps."""
    run = mbfe.solve_dynamic(
        oscillator(), duration=n * omega_h / OMEGA, step=omega_h / OMEGA, scheme=name, newton_tolerance=1e-12
    )
    return np.asarray(run["mass"].position.x)


def misfit(places: np.ndarray, scheme: Scheme, omega_h: float) -> float:
    """What the characteristic polynomial of the amplification matrix leaves of successive places.

    It is zero for a run of the scheme, by the theorem of Cayley and Hamilton.
    """
    polynomial = np.poly(scheme.amplification_matrix(omega_h))
    windows = np.lib.stride_tricks.sliding_window_view(places[1:], len(polynomial))
    return float(np.abs(windows @ polynomial[::-1]).max())


@METHODS
@pytest.mark.parametrize("omega_h", [0.3, 1.1])
def test_runs_on_an_oscillator_follow_the_amplification_matrix(name: str, omega_h: float) -> None:
    assert misfit(motion(name, omega_h, 14), find_scheme(name), omega_h) < 1e-10


def test_the_matrix_of_another_scheme_does_not_fit() -> None:
    assert misfit(motion("generalized-alpha", 0.3, 14), GeneralizedAlpha(spectral_radius=0.89), 0.3) > 1e-6


@METHODS
def test_spectral_radius_is_the_one_at_infinity(name: str) -> None:
    """A triple root is known to a third of the digits."""
    scheme = find_scheme(name)
    if np.isfinite(scheme.stability_limit):
        below, above = (scheme.spectral_radius_at(f * scheme.stability_limit) for f in (0.99, 1.01))
        assert below <= 1.0 + 1e-9 < above
    else:
        assert scheme.spectral_radius_at(1e7) == pytest.approx(scheme.spectral_radius, abs=1e-4)


@cache
def exact_places() -> np.ndarray:
    """Mass on a spring of 1 m with one end on the ground, under gravity; in closed equations."""

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        place, length = y[:2], np.hypot(*y[:2])
        pull = -STIFFNESS / MASS * (length - 1.0) / length * place
        return np.array([y[2], y[3], pull[0], pull[1] - GRAVITY])

    return solve_ivp(rates, (0.0, 0.6), [1.0, 0, 0, 0], rtol=1e-12, atol=1e-13).y[:2, -1]


def error_after(name: str, step: float) -> float:
    """Distance of the mass on the spring from the exact place after 0.6 s."""
    model = mbfe.Model("spring pendulum", gravity=(0, 0, -GRAVITY))
    mass = model.add(elements.PointMass("mass", mass=MASS, position=(1, 0, 0)))
    model.add(elements.PointSpring("spring", "ground", mass, stiffness=STIFFNESS, free_length=1.0))
    run = mbfe.solve_dynamic(model, duration=0.6, step=step, scheme=name, newton_tolerance=1e-11)
    return float(np.hypot(*(np.asarray(run["mass"].position)[-1, [0, 2]] - exact_places())))


@METHODS
def test_order_is_the_one_that_it_says(name: str) -> None:
    """Errors of methods of high order are above round-off in long steps only."""
    order = find_scheme(name).order
    step = 0.01 if order <= 2 else 0.1
    coarse, fine = error_after(name, step), error_after(name, step / 2)
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.1 if order <= 2 else 0.3)


def models() -> dict[str, mbfe.Model]:
    """One model with holonomic rows, one with nonholonomic ones."""
    hinged = mbfe.Model("hinged", gravity=(0, 0, -GRAVITY))
    body = hinged.add(elements.RigidBody("body", mass=1.0, inertia=(1, 1, 1), position=(1, 0, 0)))
    hinged.add(joints.Spherical("pivot", "ground", body, position=(0, 0, 0)))
    rolling = mbfe.Model("rolling")
    disk = rolling.add(elements.RigidBody("disk", mass=1.0, inertia=(1, 2, 1), position=(0, 0, 1)))
    rolling.add(joints.Rolling("wheel", disk, "ground", radius=1.0, axis=(0, 1, 0)))
    return {"holonomic": hinged, "nonholonomic": rolling}


@METHODS
@pytest.mark.parametrize("rows", ["holonomic", "nonholonomic"])
def test_models_run_or_are_refused_as_the_method_says(name: str, rows: str) -> None:
    model = models()[rows]
    holonomic, nonholonomic = (3, 0) if rows == "holonomic" else (1, 2)
    reason = find_scheme(name).refuse_for(holonomic=holonomic, nonholonomic=nonholonomic)
    if reason is None:
        run = mbfe.solve_dynamic(model, duration=0.02, step=1e-3, scheme=name)
        assert run.time[-1] == pytest.approx(0.02)
    else:
        with pytest.raises(MbfeError) as caught:
            mbfe.solve_dynamic(model, duration=0.02, step=1e-3, scheme=name)
        assert reason in str(caught.value)
