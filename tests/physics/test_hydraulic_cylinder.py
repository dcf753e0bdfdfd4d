"""The hydraulic cylinder with its valve: closed forms of speed, stiffness, leak; energy; refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.elements import CylinderSize
from mbfe.errors import ModelError, SolveError

BULK, SUPPLY, MASS, LONG = 1.4e9, 100e5, 400.0, 0.5
EDGE = 40.0 / 60e3 / np.sqrt(35e5)
SHORT: dict[str, Any] = {"piston_diameter": 0.05, "rod_diameter": 0.036, "stroke": 0.4}
SYMMETRIC = CylinderSize(through_rod=True, **SHORT)
DIFFERENTIAL = CylinderSize(**SHORT)


def axis(size: CylinderSize, spool: Any, *, load: Any = 0.0, **facts: Any) -> mbfe.Model:
    """A table on a slide, moved by a cylinder that stands in mid position."""
    model = mbfe.Model("hydraulic axis")
    place = (LONG + 0.5 * size.stroke, 0, 0)
    model.add(elements.RigidBody("table", mass=MASS, inertia=(9.0,) * 3, position=place))
    model.add(joints.Prismatic("slide", "ground", "table", position=place, axis=(1, 0, 0)))
    model.add(elements.Force("load", "table", [load, 0, 0]))
    facts = {"retracted_length": LONG, "start_pressures": (0.5 * SUPPLY,) * 2} | facts
    model.add(elements.HydraulicCylinder("jack", "ground", "table", spool=spool, size=size, **facts))
    return model


def test_a_shut_symmetric_cylinder_rings_on_its_oil() -> None:
    # ω = √(2 β A²/(V m)): the exact balance leaves the stiffness β A²/V of each chamber as it is
    knock = curves.Table((0, 0.002, 0.004), (0, 500.0, 0))
    run = mbfe.solve_dynamic(axis(SYMMETRIC, 0.0, load=knock), duration=0.3, step=1e-4)
    speed, time = np.array(run["jack"].rate), np.array(run.time)
    up = np.flatnonzero((speed[:-1] < 0.0) & (speed[1:] >= 0.0) & (time[1:] > 0.01))
    crossings = time[up] - speed[up] * np.diff(time)[up] / np.diff(speed)[up]
    volume = SYMMETRIC.dead_volume_a + 0.5 * SYMMETRIC.area_a * SYMMETRIC.stroke
    omega = np.sqrt(2.0 * BULK * SYMMETRIC.area_a**2 / (volume * MASS))
    assert 2.0 * np.pi / np.diff(crossings).mean() == pytest.approx(omega, rel=1e-3)


def steady(size: CylinderSize, opening: float, load: float) -> float:
    """Speed at which both edges pass what the piston sweeps, with oil that is denser under pressure.

    Extending: A_a v exp(P_a/β) = k u √(P_s − P_a), A_b v exp(P_b/β) = k u √P_b, A_a P_a − A_b P_b = −load;
    retracting with the sides exchanged.
    """
    a, b = (size.area_a, size.area_b) if opening > 0 else (size.area_b, size.area_a)
    against = -load * np.sign(opening)
    v, k = 0.0, EDGE * abs(opening)
    into = out = 0.0
    for _ in range(200):
        # a (P_s − (a v E_a/k)²) − b (b v E_b/k)² = against
        e_in, e_out = np.exp(into / BULK), np.exp(out / BULK)
        v = k * np.sqrt((a * SUPPLY - against) / (a**3 * e_in**2 + b**3 * e_out**2))
        into, out = SUPPLY - (a * v * e_in / k) ** 2, (b * v * e_out / k) ** 2
    return float(np.sign(opening) * v)


@pytest.mark.parametrize("size", [SYMMETRIC, DIFFERENTIAL], ids=["symmetric", "differential"])
@pytest.mark.parametrize(("opening", "load"), [(0.5, 0.0), (-0.5, 0.0), (0.5, -3000.0), (-0.25, -2000.0)])
def test_steady_speed(size: CylinderSize, opening: float, load: float) -> None:
    spool = curves.SmoothStep(0.0, 0.1, 0.0, opening)
    start = (3e5 - min(load, 0.0) / size.area_a, 3e5 * size.area_a / size.area_b)
    model = axis(size, spool, load=load, start_pressures=start)
    speed = steady(size, opening, load)
    run = mbfe.solve_dynamic(model, duration=0.05 + 0.15 / abs(speed), step=1e-3)
    # oil in the shrinking chamber stiffens while the table moves: a last part of some 1e-4
    assert run["jack"].rate[-1] == pytest.approx(speed, rel=1e-3)


def test_without_load_a_differential_cylinder_moves_equally_fast_both_ways() -> None:
    # v = k √(A P_s/(A_a³ + A_b³)) with A the side of the supply: the ratio is √(A_a/A_b), not A_a/A_b
    ratio = steady(DIFFERENTIAL, 0.5, 0.0) / -steady(DIFFERENTIAL, -0.5, 0.0)
    assert ratio == pytest.approx(np.sqrt(DIFFERENTIAL.area_a / DIFFERENTIAL.area_b), rel=5e-3)


def test_a_held_load_creeps_by_the_leak() -> None:
    # A v = L Δp and A Δp = F: v = L F/A²
    leak, load = 2e-12, -5000.0
    size = CylinderSize(through_rod=True, leak=leak, **SHORT)
    drop = -load / size.area_a
    start = (0.5 * (SUPPLY + drop), 0.5 * (SUPPLY - drop))
    run = mbfe.solve_dynamic(axis(size, 0.0, load=load, start_pressures=start), duration=0.5, step=1e-3)
    assert np.mean(np.array(run["jack"].rate)[250:]) == pytest.approx(load * leak / size.area_a**2, rel=2e-2)
    shut = mbfe.solve_dynamic(axis(SYMMETRIC, 0.0, load=load, start_pressures=start), duration=0.5, step=1e-3)
    assert abs(shut["jack"].length[-1] - LONG - 0.2) < 1e-9


def test_power_of_the_supply_is_work_losses_and_what_is_stored() -> None:
    size = CylinderSize(leak=1e-12, relief_pressure=70e5, **SHORT)
    errors = []
    for step in (2**-11, 2**-12):
        spool = curves.Harmonic(0.4, omega=30.0)
        run = mbfe.solve_dynamic(axis(size, spool, load=-1500.0), duration=0.25, step=step)
        energy = run.energy
        stored = np.array(energy.kinetic) + np.array(energy.potential) + np.array(energy.elastic)
        lost = np.array(energy.dissipated)
        assert (np.array(run["jack"].dissipation) >= -1e-6).all()
        balance = stored + lost - np.array(energy.work)
        errors.append(np.abs(balance - balance[0]).max() / lost[-1])
    assert errors[1] < 2e-3
    assert np.log2(errors[0] / errors[1]) > 1.5


def test_the_end_of_the_stroke_carries_the_push() -> None:
    # pressed on the far end, on which it bounces with little damping: chamber a at the supply, b at the tank
    size = CylinderSize(**SHORT)
    run = mbfe.solve_dynamic(axis(size, 1.0), duration=1.5, step=1e-3)
    jack = run["jack"]
    push = size.area_a * SUPPLY
    beyond = np.array(jack.length)[-500:].mean() - LONG - size.stroke
    assert beyond == pytest.approx(push / size.stop_stiffness, rel=0.05)
    assert np.array(jack.pressure_a)[-500:].mean() == pytest.approx(SUPPLY, rel=1e-3)
    assert abs(np.array(jack.force)[-500:].mean()) < 0.05 * push


def test_refusals() -> None:
    cases = (
        ({"rod_diameter": 0.06}, "rod_diameter"),
        ({"overlap": 1.0}, "overlap"),
        ({"overlap": "wide"}, "overlap"),
        ({"leak": -1.0}, "leak"),
        ({"tank_pressure": 2e7}, "tank_pressure"),
        ({"relief_pressure": np.nan}, "relief_pressure"),
        ({"through_rod": 1}, "through_rod"),
    )
    for wrong, word in cases:
        with pytest.raises(ModelError, match=word):
            CylinderSize(**(SHORT | wrong))
    with pytest.raises(ModelError, match="retracted_length"):
        axis(SYMMETRIC, 0.0, retracted_length=0.8)
    with pytest.raises(ModelError, match="start_pressures"):
        axis(SYMMETRIC, 0.0, start_pressures=(1.0, 2.0, 3.0))
    model = axis(SYMMETRIC, "volts")
    model.add(blocks.Source("volts", 1.0, unit="V"))
    with pytest.raises(ModelError, match="given in V"):
        model.compile()


@pytest.mark.slow
def test_statics_does_not_invent_pressures_of_a_shut_valve() -> None:
    with pytest.raises(SolveError):
        mbfe.solve_static(axis(SYMMETRIC, 0.0))
