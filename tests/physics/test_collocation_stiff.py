"""Radau IIA with stiff parts: steps that do not resolve them, their damping, and the slow motion beside them.

Hairer and Wanner, *Solving Ordinary Differential Equations II*, IV.3 and IV.5 (L-stability, R(∞) = 0), IV.8
(simplified Newton iterations).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import elements, joints
from tests.physics.moving_beams import bar, round_section
from tests.physics.support import orders, report

Floats = NDArray[np.float64]
G, ARM, INERTIA = 9.81, 0.5, 0.2 + 0.25
DURATION = 2.0
MOST_SWEEPS = 13
"""Corrections of all points in a step, on the average; rates of contraction are 0.55 and less."""


def cart(stiffness: float, *, aside: float = 0.0) -> mbfe.Model:
    """A rod of 1 kg on a cart of 2 kg that a spring holds in its place, from which it starts so far [m]."""
    model = mbfe.Model("held cart", gravity=(0, 0, -G))
    model.add(elements.RigidBody("cart", mass=2.0, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", "ground", "cart", axis=(1, 0, 0), displacement=aside))
    model.add(elements.JointSpring("spring", "rail.displacement", stiffness=stiffness))
    model.add(elements.RigidBody("rod", position=(ARM, 0, 0), mass=1.0, inertia=(0.1, 0.2, 0.25)))
    model.add(joints.Revolute("hinge", "cart", "rod", position=(0, 0, 0), axis=(0, 1, 0)))
    return model


def held(time: Floats) -> Floats:
    """Angle, rate and force on the ground along the rail with a pivot that does not move, by DOP853."""
    inertia = 0.2 + ARM**2

    def rates(_t: float, y: Floats) -> list[float]:
        return [y[1], G * ARM * np.cos(y[0]) / inertia]

    found = solve_ivp(
        rates, (0.0, time[-1]), [0.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-14, t_eval=time
    )
    angle, rate = found.y
    turn = G * ARM * np.cos(angle) / inertia
    return np.array([angle, rate, ARM * (np.sin(angle) * turn + np.cos(angle) * rate**2)])


def run_of(model: mbfe.Model, steps: int, **options: Any) -> mbfe.Run:
    """A run with fixed steps, none of which is rejected."""
    run = mbfe.solve_dynamic(
        model, duration=DURATION, step=DURATION / steps, scheme=mbfe.RadauIIA(), **options
    )
    assert run.report["rejected"] == 0
    return run


def sweeps(run: mbfe.Run) -> float:
    """Corrections of all points, a step."""
    return float(run.report["iterations"]) / 3.0 / float(run.report["steps"])


@pytest.mark.parametrize("omega_h", [30.0, 1e2, 1e3, 1e4, 1e5, 1e6])
def test_stiff_parts_cost_few_corrections(omega_h: float, record_property: Any) -> None:
    """A spring of ω h from 30 to 10⁶ beside a rod that swings: all steps pass, whatever ω.

    Source: the pendulum with a pivot that stands still; the spring gives way by 30 N/k.
    """
    steps = 40
    stiffness = 2.0 * (omega_h * steps / DURATION) ** 2
    run = run_of(cart(stiffness), steps)
    angle, rate, force = held(run.time)
    report(record_property, sweeps=sweeps(run), factorisations=run.report["factorisations"])
    assert sweeps(run) < MOST_SWEEPS
    allowed = 2e-6 + 200.0 / stiffness
    np.testing.assert_allclose(run["hinge"].angle.values, angle, atol=allowed)
    np.testing.assert_allclose(run["hinge"].rate.values, rate, atol=3.0 * allowed)
    np.testing.assert_allclose(run["spring"].effort.values[1:], force[1:], atol=300.0 * allowed)


def test_slow_part_keeps_its_order(record_property: Any) -> None:
    """Beside a spring of ω = 2·10⁸ rad/s angle and rate of the rod are of order 5."""
    errors = []
    for steps in (20, 40, 80):
        run = run_of(cart(8e16), steps, newton_tolerance=1e-11)
        angle, rate, _ = held(run.time)
        hinge = run["hinge"]
        errors.append([np.abs(hinge.angle.values - angle).max(), np.abs(hinge.rate.values - rate).max()])
    found = np.array(errors)
    report(record_property, angle=found[:, 0], rate=found[:, 1])
    for values in found.T:
        assert np.all(np.abs(orders(values) - 5.0) < 0.35), values


@pytest.mark.parametrize("omega_h", [0.5, 1.0, 2.0, 3.0, 5.0, 10.0])
def test_springs_of_any_frequency_converge(omega_h: float, record_property: Any) -> None:
    """The worst springs are neither soft nor stiff, ω h near 3: at most 1.6 times the iterations of any."""
    run = run_of(cart(2.0 * (omega_h * 40 / DURATION) ** 2), 40)
    report(record_property, sweeps=sweeps(run))
    assert sweeps(run) < 1.6 * MOST_SWEEPS


@pytest.mark.parametrize("stages", [2, 3, 4, 5])
def test_amplification_at_infinity_is_zero(stages: int) -> None:
    """R(z) = O(1/z): eigenvalues of the amplification matrix vanish as 1/(ω h)."""
    scheme = mbfe.RadauIIA(stages=stages)
    sizes = [scheme.spectral_radius_at(omega_h) for omega_h in (1e4, 1e5, 1e6)]
    assert sizes[0] < 1e-3 * (stages + 1.0)
    np.testing.assert_allclose(sizes[:-1], 10.0 * np.array(sizes[1:]), rtol=1e-2)


@pytest.mark.parametrize("omega_h", [1e3, 1e5])
def test_a_stiff_spring_is_in_its_place_after_a_step(omega_h: float) -> None:
    """1 mm beside its place, a cart is in it after the first step but for the part R(iωh) ≈ 9/(ω h).

    Numerator and denominator of R(z) have the degrees 2 and 3, with
    the leading coefficients 1/20 and −1/60 (Hairer and Wanner II, table IV.3.1 and IV.5), so |R| → 3/(ω h).
    """
    step = 0.05
    model = mbfe.Model("spring")
    model.add(elements.RigidBody("cart", mass=2.0, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", "ground", "cart", axis=(1, 0, 0), displacement=1e-3))
    model.add(elements.JointSpring("spring", "rail.displacement", stiffness=2.0 * (omega_h / step) ** 2))
    run = mbfe.solve_dynamic(
        model, duration=2.0 * step, step=step, scheme=mbfe.RadauIIA(), newton_tolerance=1e-13
    )
    place = np.abs(run["rail"].displacement.values)
    assert place[1] < 1e-3 * 3.1 / omega_h
    assert place[2] < 1e-3 * (3.1 / omega_h) ** 2 + 1e-10


@pytest.mark.parametrize("young", [2e8, 2e11, 2e13])
def test_a_beam_of_any_stiffness_swings(young: float, record_property: Any) -> None:
    """Rod and beam as a double pendulum with stretching of ω h up to 10⁶, without rejections.

    The stiff one is a rigid rod: its tip is where that of a rigid body is, to the sag of the beam.
    """
    steps, duration = 100, 1.0
    model, end = rod_and_beam(young)
    run = mbfe.solve_dynamic(model, duration=duration, step=duration / steps, scheme=mbfe.RadauIIA())
    report(record_property, sweeps=sweeps(run), factorisations=run.report["factorisations"])
    assert run.report["rejected"] == 0
    assert sweeps(run) < 2.5 * MOST_SWEEPS
    if young > 1e13:
        rigid = mbfe.solve_dynamic(
            rod_and_rod(), duration=duration, step=duration / steps, scheme=mbfe.RadauIIA()
        )
        tip = rigid["second"].position_at((0.5, 0, 0)).values
        np.testing.assert_allclose(run[end].position.values, tip, atol=1e-5)


DIAMETER, DENSITY = 0.05, 7800.0


def first_rod(model: mbfe.Model) -> None:
    model.add(elements.RigidBody("rod", position=(0.25, 0, 0), mass=1.0, inertia=(0.01, 0.02, 0.02)))
    model.add(joints.Revolute("hinge", "ground", "rod", position=(0, 0, 0), axis=(0, 1, 0)))


def rod_and_beam(young: float) -> tuple[mbfe.Model, str]:
    """A rigid rod of 0.5 m on a pivot with a beam of 1 m on its end; the model, the name of its tip."""
    model = mbfe.Model("rod and beam", gravity=(0, 0, -G))
    first_rod(model)
    section = round_section(diameter=DIAMETER, young=young, poisson=0.3, density=DENSITY)
    beam = bar(model, "beam", (0.5, 0, 0), (1.5, 0, 0), section, n_elements=4, n_nodes=3)
    model.add(joints.Revolute("knee", "rod", beam.start, position=(0.5, 0, 0), axis=(0, 1, 0)))
    return model, beam.end.name


def rod_and_rod() -> mbfe.Model:
    """The same with a rigid rod instead of the beam."""
    model = mbfe.Model("two rods", gravity=(0, 0, -G))
    first_rod(model)
    area = np.pi * DIAMETER**2 / 4.0
    mass, disk = DENSITY * area, DENSITY * np.pi * DIAMETER**4 / 64.0
    across = mass / 12.0 + disk
    model.add(elements.RigidBody("second", position=(1, 0, 0), mass=mass, inertia=(2 * disk, across, across)))
    model.add(joints.Revolute("knee", "rod", "second", position=(0.5, 0, 0), axis=(0, 1, 0)))
    return model
