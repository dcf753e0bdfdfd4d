"""The semi-active damper: steady forces by independent root finding, energy, stiff oil, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.elements import Hydraulics
from mbfe.errors import ModelError, SolveError

OIL = Hydraulics()
BORE = 0.25 * np.pi * 0.036**2
ROD = 0.25 * np.pi * 0.022**2


def steady(rate: float, current: float) -> float:
    """Tension at a steady rate: oil that flows into each chamber fills it, by two nested roots.

    Orifices K Δ/(Δ² + Δ₀²)^¼, check valves half open at 0.2 bar, poppet with a rounded corner; pressures over
    that of the gas.
    """
    K = OIL.discharge * np.sqrt(2.0 / OIL.density)

    def orifice(d: float, area: float) -> float:
        return float(K * area * d / (d * d + OIL.laminar**2) ** 0.25)

    def check(d: float, area: float) -> float:
        ratio = (d - OIL.check_pressure) / (0.5 * OIL.check_pressure)
        return orifice(d, area) * 0.5 * (1.0 + np.tanh(ratio))

    def poppet(d: float) -> float:
        u, w = current / OIL.firm_current, OIL.clamp
        part = 0.5 * (1.0 + np.hypot(u, w) - np.hypot(u - 1.0, w))
        x = d - (OIL.soft_pressure + part * (OIL.firm_pressure - OIL.soft_pressure))
        lift = 0.5 * OIL.valve_gradient * (x + np.hypot(x, OIL.knee))
        return float(lift * d / np.hypot(d, OIL.laminar)) + orifice(d, OIL.bleed_area)

    def gas(r: float, c: float) -> float:
        """Pressure of the gas, which makes way for the oil that is pressed together."""
        more = OIL.rebound_volume * np.expm1(r / OIL.bulk_modulus)
        more += OIL.compression_volume * np.expm1(c / OIL.bulk_modulus)
        absolute = OIL.gas_pressure + OIL.atmosphere
        return float(absolute * ((1.0 + more / OIL.gas_volume) ** -OIL.exponent - 1.0))

    def compression(r: float) -> float:
        """Pressure of the compression chamber when that of the other one is ``r``."""

        def surplus(c: float) -> float:
            filling = BORE * rate * np.exp(c / OIL.bulk_modulus)
            into = check(gas(r, c) - c, OIL.base_check_area) - check(c - r, OIL.piston_check_area)
            return float(into + OIL.leak * (r - c) - filling)

        return float(brentq(surplus, -1e8, 1e8, xtol=1e-6, rtol=1e-14))

    def surplus(r: float) -> float:
        c = compression(r)
        into = check(c - r, OIL.piston_check_area) - poppet(r - gas(r, c)) - OIL.leak * (r - c)
        return float(into + (BORE - ROD) * rate * np.exp(r / OIL.bulk_modulus))

    rebound = float(brentq(surplus, -2e7, 4e7, xtol=1e-6, rtol=1e-14))
    return (BORE - ROD) * rebound - BORE * compression(rebound)


RATES = (-0.8, -0.3, -0.05, 0.02, 0.2, 0.9)


@pytest.mark.parametrize("current", [0.0, 0.7, 1.6])
def test_steady_forces_are_those_of_independent_roots(current: float) -> None:
    expected = [steady(rate, current) for rate in RATES]
    np.testing.assert_allclose(OIL.static_force(RATES, current), expected, rtol=1e-6)
    assert np.sign(expected).tolist() == np.sign(RATES).tolist()


def test_a_driven_damper_comes_to_its_steady_force() -> None:
    # ends move past the reference length at a steady speed, which has been reached before
    model = mbfe.Model("test bench")
    way = {}
    for name, rate in (("out", 0.4), ("in", -0.4)):
        eye = model.add(elements.RigidBody(name, mass=1.0, inertia=(0.01,) * 3, position=(0.5, 0, 0)))
        model.add(joints.Prismatic(f"{name} guide", model.ground, eye, axis=(1, 0, 0), position=(0.5, 0, 0)))
        speed = curves.SmoothStep(0.0, 0.05, 0.0, rate)
        drive = curves.integral(speed)
        model.add(joints.Motor(f"{name} drive", f"{name} guide.displacement", position=drive))
        # the middle of the run
        way[name] = 0.5 + rate * (0.1 - 0.025)
        facts = {"current": 0.9, "reference_length": way[name]}
        model.add(elements.HydraulicDamper(f"{name} damper", model.ground, eye, **facts))
    run = mbfe.solve_dynamic(model, duration=0.1, step=2.5e-4)
    at_rest = -ROD * OIL.gas_pressure
    for name, rate in (("out", 0.4), ("in", -0.4)):
        damper = run[f"{name} damper"]
        assert damper.length[-1] == pytest.approx(way[name], abs=1e-9)
        # oil is compressed and gas makes way while pressures settle: a small part of the force
        assert damper.force[-1] - at_rest == pytest.approx(steady(rate, 0.9), rel=5e-3)
    # Brüls and Arnold 2008, figure 15: compression is low in rebound, near rebound in compression
    out, into = run["out damper"], run["in damper"]
    assert out.pressure_compression[-1] < 1.01 * OIL.gas_pressure < 0.3 * out.pressure_rebound[-1]
    assert into.pressure_compression[-1] == pytest.approx(into.pressure_rebound[-1], rel=0.1)


def swinging(step: float) -> mbfe.Run:
    """A mass on a spring and a damper whose current rises and falls."""
    model = mbfe.Model("strut", gravity=(0, 0, -9.81))
    mass = model.add(elements.PointMass("mass", mass=300.0, position=(0, 0, 0.5), velocity=(0.3, 0, 0)))
    facts = {"free_length": 0.6, "stiffness": 4e4}
    model.add(elements.PointSpring("spring", model.ground, mass, **facts))
    current = blocks.Gain("current", curves.Harmonic(0.6, omega=20.0), offset=0.6, unit="A")
    model.add(elements.HydraulicDamper("damper", model.ground, mass, current=current))
    return mbfe.solve_dynamic(model, duration=0.25, step=step)


def test_energy_is_only_lost_in_valves() -> None:
    runs = [swinging(step) for step in (2**-10, 2**-11)]
    errors = []
    for run in runs:
        energy = run.energy
        lost = np.array(energy.dissipated)
        assert (np.array(run["damper"].dissipation) >= -1e-9).all()
        assert (np.diff(lost) >= -1e-9).all()
        total = np.array(energy.kinetic) + np.array(energy.potential) + np.array(energy.elastic) + lost
        errors.append(np.abs(total - total[0]).max() / lost[-1])
    assert lost[-1] > 10.0
    assert errors[0] < 2e-3
    assert np.log2(errors[0] / errors[1]) > 1.6


def test_forces_are_of_second_order_with_changing_currents() -> None:
    fine = swinging(2**-13)
    errors = []
    for step in (2**-10, 2**-11):
        run = swinging(step)
        _, here, there = np.intersect1d(run.time, fine.time, return_indices=True)
        error = np.array(run["damper"].force)[here] - np.array(fine["damper"].force)[there]
        settled = run.time[here] > 0.01  # the pressures begin with a jump of their second derivative
        errors.append(np.abs(error[settled]).max())
    assert np.log2(errors[0] / errors[1]) > 1.8


def test_a_damper_out_of_oil_stops_the_run() -> None:
    model = mbfe.Model("falling", gravity=(0, 0, -9.81))
    mass = model.add(elements.PointMass("mass", mass=300.0, position=(0, 0, -0.5)))
    model.add(elements.HydraulicDamper("damper", model.ground, mass, current=0.0))
    with pytest.raises(SolveError, match="damper"):
        mbfe.solve_dynamic(model, duration=2.0, step=2e-3)


def test_refusals() -> None:
    with pytest.raises(ModelError, match="rod_diameter"):
        Hydraulics(rod_diameter=0.04)
    with pytest.raises(ModelError, match="bulk_modulus"):
        Hydraulics(bulk_modulus=0.0)
    model = mbfe.Model("refused")
    mass = model.add(elements.PointMass("mass", mass=1.0, position=(0, 0, 0.5)))
    with pytest.raises(ModelError, match="reference_length"):
        model.add(elements.HydraulicDamper("a", "ground", mass, current=1.0, reference_length=0.9))
    model.add(blocks.Source("volts", 1.0, unit="V"))
    model.add(elements.HydraulicDamper("b", "ground", mass, current="volts"))
    with pytest.raises(ModelError, match="given in V"):
        model.compile()
