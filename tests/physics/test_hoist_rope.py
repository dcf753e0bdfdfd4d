"""Ropes whose length changes: hoisting, pendulums of changing length, rope with mass that enters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import jv, yv

import mbfe
from mbfe import curves, elements

G = 9.81


def hoist(
    *, mass: float, length: float, place: Any, velocity: Any = (0.0, 0.0, 0.0), **rope: Any
) -> mbfe.Model:
    """A load on a rope from the world's origin; the rope carries its weight without stretching further."""
    model = mbfe.Model("hoist", gravity=(0, 0, -G))
    load = model.add(elements.PointMass("load", mass=mass, position=place, velocity=velocity))
    stiff: dict[str, Any] = {"axial_stiffness": 1e7} | rope
    weight = (mass + 0.5 * stiff.get("mass_per_length", 0.0) * length) * G
    free = length / (1.0 + weight / stiff["axial_stiffness"])
    model.add(elements.HoistRope("rope", model.ground, load, length=free, **stiff))
    return model


@pytest.mark.parametrize("per_length", [0.0, 3.0])
def test_constant_acceleration(per_length: float) -> None:
    """Command −a t through the lag T: acceleration a (1 − exp(−t/T)) of the load and of all rope.

    The load feels m (g + a), the rope in the mean also half of its own mass. The work of the drive is what
    the energies gain, rope that leaves included.
    """
    a, mass, lag = 1.5, 200.0, 0.2
    model = hoist(
        mass=mass,
        length=12.0,
        place=(0, 0, -12),
        speed=curves.Polynomial(0.0, -a),
        lag=lag,
        mass_per_length=per_length,
        damping_time=2e-3,
    )
    run = mbfe.solve_dynamic(model, duration=2.0, step=2e-3)
    t = run.time
    gained = a * (1.0 - np.exp(-t / lag))
    late = t > 0.5
    pull, tension = run["rope"].pull.values[:, 2], run["rope"].tension.values.ravel()
    assert np.allclose(pull[late], (mass * (G + gained))[late], rtol=2e-3)
    hanging = run["rope"].rope_mass.values.ravel()
    assert np.allclose(tension[late], ((mass + 0.5 * hanging) * (G + gained))[late], rtol=2e-3)
    drawn_in = a * (0.5 * t**2 - lag * t + lag**2 * (1.0 - np.exp(-t / lag)))
    assert np.allclose(run["load"].position.z.values.ravel(), drawn_in - 12.0, atol=2e-3)
    assert run.energy.balance_error < 1e-4


@pytest.mark.parametrize("rate", [0.4, -0.3])
def test_pendulum_of_changing_length(rate: float) -> None:
    """ℓ θ″ + 2 ℓ′ θ′ + g θ = 0 with ℓ = ℓ₀ + v t: θ = Z₁(2 √(g ℓ)/|v|)/√ℓ with Bessel functions.

    While the length changes slowly E/ω ∝ ℓ^(3/2) θ² stays: an adiabatic invariant (Rayleigh 1902).
    """
    start, angle, mass, end = 6.0, 0.01, 10.0, 8.0
    place = (start * np.sin(angle), 0.0, -start * np.cos(angle))
    velocity = (rate * np.sin(angle), 0.0, -rate * np.cos(angle))
    model = hoist(
        mass=mass,
        length=start,
        place=place,
        velocity=velocity,
        speed=rate,
        initial_speed=rate,
        damping_time=1e-3,
    )
    run = mbfe.solve_dynamic(model, duration=end, step=4e-3)
    length = start + rate * run.time

    def solutions(length: Any) -> tuple[Any, Any]:
        x = 2.0 * np.sqrt(G * length) / abs(rate)
        return jv(1, x) / np.sqrt(length), yv(1, x) / np.sqrt(length)

    step = 1e-6
    values = solutions(start)
    ends = zip(solutions(start + step), solutions(start - step), strict=True)
    slopes = [(after - before) / (2.0 * step) for after, before in ends]
    factors = np.linalg.solve([values, slopes], [angle, 0.0])
    exact = factors[0] * solutions(length)[0] + factors[1] * solutions(length)[1]
    x, z = run["load"].position.x.values.ravel(), run["load"].position.z.values.ravel()
    found = np.arctan2(x, -z)
    assert np.allclose(found, exact, atol=5e-3 * angle)
    speed = np.gradient(found, run.time)
    action = length**1.5 * (found**2 + length / G * speed**2)
    slowness = abs(rate) / np.sqrt(G * length.min())
    assert np.allclose(action[5:-5] / action[5], 1.0, atol=4.0 * slowness)
    assert np.allclose(np.hypot(x, z), length, atol=2e-3)


def test_heavy_rope_swings_as_a_rod() -> None:
    """At rest in length, rope and bob are a rod with a mass: ω² = g (m + μℓ/2)/((m + μℓ/3) ℓ)."""
    mass, length, angle, per_length = 2.0, 5.0, 0.01, 1.2
    model = hoist(
        mass=mass,
        length=length,
        place=(length * np.sin(angle), 0.0, -length * np.cos(angle)),
        speed=0.0,
        mass_per_length=per_length,
        axial_stiffness=1e6,
        damping_time=1e-3,
    )
    run = mbfe.solve_dynamic(model, duration=8.0, step=4e-3)
    rope = per_length * length
    omega = np.sqrt(G * (mass + rope / 2.0) / ((mass + rope / 3.0) * length))
    swung = length * angle * np.cos(omega * run.time)
    assert np.allclose(run["load"].position.x.values.ravel(), swung, atol=6e-3 * length * angle)
    assert run.energy.balance_error < 1e-4


def test_swinging_load_on_heavy_rope_keeps_its_books() -> None:
    """Large swings while much rope enters: the energies change by the drive's work and what enters."""
    model = hoist(
        mass=3.0,
        length=4.0,
        place=(3.0, 0.0, -np.sqrt(7.0)),
        speed=0.8,
        mass_per_length=2.0,
        axial_stiffness=1e5,
        damping_time=5e-3,
        lag=0.3,
    )
    errors = []
    for step in (2e-3, 1e-3):
        run = mbfe.solve_dynamic(model, duration=2.0, step=step)
        errors.append(run.energy.balance_error)
    hanging = run["rope"].rope_mass.values.ravel()
    assert hanging[-1] > 1.2 * hanging[0]
    assert errors[0] < 1e-3
    assert errors[1] < 0.35 * errors[0]


def test_slack_rope_does_not_push() -> None:
    """A load thrown up falls freely until the rope is taut again."""
    model = hoist(mass=1.0, length=5.0, place=(0, 0, -5), velocity=(0, 0, 2.0), speed=0.0, damping_time=1e-3)
    run = mbfe.solve_dynamic(model, duration=0.3, step=1e-3)
    free = -5.0 + 2.0 * run.time - 0.5 * G * run.time**2
    assert np.allclose(run["load"].position.z.values.ravel()[20:], free[20:], atol=2e-3)
    assert np.abs(run["rope"].tension.values[20:]).max() == 0.0


def test_wrong_ropes_are_refused() -> None:
    model = mbfe.Model("wrong")
    load = model.add(elements.PointMass("load", mass=1.0))
    with pytest.raises(mbfe.ModelError, match="coincide"):
        model.add(elements.HoistRope("rope", model.ground, load, speed=0.0, axial_stiffness=1.0))
    for wrong in ({"lag": 0.0}, {"mass_per_length": -1.0}, {"length": 0.0}, {"axial_stiffness": np.nan}):
        with pytest.raises(mbfe.ModelError, match=next(iter(wrong))):
            elements.HoistRope("rope", model.ground, load, **({"speed": 0.0, "axial_stiffness": 1.0} | wrong))


def test_load_in_the_winch_is_reported() -> None:
    winding = {"speed": -2.0, "initial_speed": -2.0, "velocity": (0, 0, 2.0)}
    model = hoist(mass=1.0, length=1.0, place=(0, 0, -1), **winding)
    with pytest.raises(mbfe.SolveError, match="in the winch"):
        mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
