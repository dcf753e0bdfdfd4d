"""Automatic steps against closed forms, integrations to 1e-11 and fixed steps of the same error."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import curves, elements, joints
from tests.physics import tumbling
from tests.physics.order_references import reference
from tests.physics.support import largest, orders, report
from tests.physics.test_orders import ALL, errors_against
from tests.physics.test_output_times import SPEED, disc

Floats = NDArray[np.float64]
COLUMNS = ("time", "pose", "twist", "accel", "multiplier", "output", "energy")
FACTOR_COST = 8.0
"""Cost of a factorisation in iterations, as in the engine."""


def cost(run: mbfe.Run) -> float:
    """Iterations and factorisations of a step, in iterations."""
    return (run.report["iterations"] + FACTOR_COST * run.report["factorisations"]) / run.report["steps"]


def fixed_steps_for(error: float, count: int, reached: float) -> float:
    """Number of fixed steps that makes an error, from the error that a number of steps reached (order 2)."""
    return count * np.sqrt(reached / error)


# ------------------------------------------------------------------ double pendulum with a stiff bushing

G, MASSES, LENGTHS = 9.81, (2.0, 1.5), (1.0, 0.8)
STIFFNESS, DAMPING = 1e6, 2.0 * 0.3 * np.sqrt(1e6 * 0.4)
AT_3_S = np.array([0.46516131956981055, -1.2499353583121349])
"""Centre of the lower rod after 3 s, from :func:`rates` by DOP853 (rtol 1e-11, 217 622 evaluations) [m]."""


def turned(angle: float, x: float) -> Floats:
    return x * np.array([np.cos(angle), np.sin(angle)])


def rates(_t: float, y: Floats) -> list[float]:
    """Rates of (angle of the upper rod, place and angle of the lower one, and their velocities)."""
    first, x, z, second, spin, vx, vz, other = y
    pin, arm = turned(first, LENGTHS[0]), turned(second, -0.5 * LENGTHS[1])
    end = np.array([x, z]) + arm
    d = end - pin
    slip = np.array([vx - other * arm[1], vz + other * arm[0]]) - spin * np.array([-end[1], end[0]])
    fx, fz = -STIFFNESS * d - DAMPING * slip  # the rate of u in turning axes: ḋ − ω×d
    weight = MASSES[0] * G * 0.5 * pin[0]
    moment = -(end[0] * fz - end[1] * fx) - weight
    return [
        spin, vx, vz, other, moment / (MASSES[0] * LENGTHS[0] ** 2 / 3.0), fx / MASSES[1],
        fz / MASSES[1] - G, (arm[0] * fz - arm[1] * fx) / (MASSES[1] * LENGTHS[1] ** 2 / 12.0),
    ]  # fmt: skip


def double_pendulum() -> mbfe.Model:
    """Rods of 1 m and 0.8 m, horizontal at the start; a bushing of 1e6 N/m instead of the second hinge."""
    model = mbfe.Model("double pendulum with a bushing", gravity=(0.0, -G, 0.0))
    rods = []
    for name, mass, length, x in zip(("upper", "lower"), MASSES, LENGTHS, (0.5, 1.4), strict=True):
        moment = mass * length**2 / 12.0
        rods.append(
            model.add(elements.RigidBody(name, position=(x, 0, 0), mass=mass, inertia=(0.01, moment, moment)))
        )
    model.add(joints.Revolute("hinge", model.ground, rods[0], axis=(0, 0, 1)))
    k, c = STIFFNESS, DAMPING
    bushing = elements.Bushing(
        "bushing", *rods, position=(1, 0, 0), stiffness=(k, k, k, 1e4, 1e4, 0), damping=(c, c, c, 30, 30, 0)
    )
    model.add(bushing)
    return model


def error_at_3_s(run: mbfe.Run) -> float:
    return float(np.hypot(*(run["lower"].position.values[-1, :2] - AT_3_S)))


def test_bushing_is_that_of_the_reference() -> None:
    """A tenth of a second of the reference's equations by DOP853: centre of the lower rod within 1e-7 m."""
    start = [0.0, LENGTHS[0] + 0.5 * LENGTHS[1], *[0.0] * 6]
    exact = solve_ivp(rates, (0.0, 0.1), start, method="DOP853", rtol=1e-9, atol=1e-12).y[1:3, -1]
    run = mbfe.solve_dynamic(double_pendulum(), duration=0.1, step=1e-4)
    assert largest(run["lower"].position.values[-1, :2] - exact) < 1e-7


def test_no_more_steps_than_fixed_ones(record_property: Any) -> None:
    """Steps for the same final error, and rejected steps.

    Source: :data:`AT_3_S`. Fixed steps converge to it with order 2, which gives the number that an error asks
    for; automatic ones need about 0.7 times as many, whatever the tolerance, and reject fewer than one in
    ten. On the average over tolerances a step costs at most 1.2 times as much as one of as many fixed steps.
    """
    fixed = {
        count: mbfe.solve_dynamic(double_pendulum(), duration=3.0, step=3.0 / count, output_step=1.5)
        for count in (1000, 2000)
    }
    errors = {count: error_at_3_s(run) for count, run in fixed.items()}
    assert orders(list(errors.values()))[0] == pytest.approx(2.0, abs=0.02)
    ratios, rejected, costs = [], [], []
    for tolerance in (1e-4, 1e-5, 1e-6, 1e-7):
        run = mbfe.solve_dynamic(double_pendulum(), duration=3.0, step="auto", tolerance=tolerance)
        taken = run.report["steps"]
        ratios.append(taken / fixed_steps_for(error_at_3_s(run), 2000, errors[2000]))
        rejected.append(run.report["rejected"] / taken)
        same = mbfe.solve_dynamic(double_pendulum(), duration=3.0, step=3.0 / taken, output_step=1.5)
        costs.append(cost(run) / cost(same))
    report(record_property, ratios=ratios, rejected=rejected, costs=costs)
    assert max(ratios) <= 1.0
    assert max(rejected) < 0.1
    assert np.mean(costs) < 1.2


# ------------------------------------------------------------------ a motion with a fast part

ORBITS = 1.9


def planet(eccentricity: float) -> mbfe.Model:
    """Unit mass around a unit attraction, from the nearest point."""
    e = eccentricity
    model = mbfe.Model("planet")
    mass = elements.PointMass(
        "planet", mass=1.0, position=(1 - e, 0, 0), velocity=(0, np.sqrt((1 + e) / (1 - e)), 0)
    )
    model.add(mass)
    model.add(
        elements.PointSpring("pull", model.ground, mass, free_length=0.0, force=lambda r, _rate: 1.0 / r**2)
    )
    return model


def orbit(time: Floats, eccentricity: float) -> Floats:
    """Places by Kepler's equation E − e sin E = t."""
    E = time + eccentricity * np.sin(time)
    for _ in range(80):
        E = E - (E - eccentricity * np.sin(E) - time) / (1.0 - eccentricity * np.cos(E))
    return np.stack([np.cos(E) - eccentricity, np.sqrt(1.0 - eccentricity**2) * np.sin(E)], axis=1)


@pytest.mark.parametrize(("eccentricity", "ratio"), [(0.6, 0.4), (0.9, 0.1)])
def test_far_fewer_steps_where_the_motion_has_a_fast_part(
    eccentricity: float, ratio: float, record_property: Any
) -> None:
    """Kepler's ellipses over 1.9 turns: number of steps against fixed ones of the same final error.

    Source: Kepler's equation.
    """
    duration = 2.0 * np.pi * ORBITS
    exact = orbit(np.array([duration]), eccentricity)[0]

    def error(run: mbfe.Run) -> float:
        return float(np.hypot(*(run["planet"].position.values[-1, :2] - exact)))

    fixed = mbfe.solve_dynamic(
        planet(eccentricity), duration=duration, step=duration / 16000, output_step=0.5 * duration
    )
    found, ratios, rejected = [], [], 0
    for tolerance in (1e-6, 1e-7, 1e-8):
        run = mbfe.solve_dynamic(planet(eccentricity), duration=duration, step="auto", tolerance=tolerance)
        found.append(error(run))
        ratios.append(run.report["steps"] / fixed_steps_for(found[-1], 16000, error(fixed)))
        rejected += run.report["rejected"]
        assert run.report["rejected"] < 0.1 * run.report["steps"]
    report(record_property, errors=found, ratios=ratios, rejected=rejected)
    assert max(ratios) < ratio
    assert np.all(np.diff(found) < 0.0)


# ------------------------------------------------------------------ tolerance

CHAIN_SCHEMES = [
    mbfe.GeneralizedAlpha(),
    mbfe.GeneralizedAlpha(spectral_radius=0.2),
    mbfe.GeneralizedAlpha(spectral_radius=0.5, step_map="cayley"),
    mbfe.SOI2(spectral_radius=0.8),
    mbfe.HHT(alpha=-0.1),
    mbfe.Stormer(),
]


@pytest.mark.parametrize("scheme", CHAIN_SCHEMES, ids=lambda s: f"{type(s).__name__} {s.alpha_f:.2g}")
def test_error_follows_the_tolerance(scheme: mbfe.Scheme, record_property: Any) -> None:
    """Tumbling chain: all errors fall with the power 2/3 of the tolerance, steps grow with the power 1/3.

    Source: local error ∝ h³, global error ∝ h²; Newton-Euler equations, see tests/data/order_references.json.
    """
    motion = reference("tumbling chain")
    bodies = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
    errors = errors_against(motion, bodies, ["pivot", "knee"])
    found: dict[str, list[float]] = {name: [] for name in ALL}
    steps = []
    for tolerance in (1e-5, 1e-7, 1e-9):
        run = mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step="auto", tolerance=tolerance, output_times=motion.time,
            scheme=scheme, newton_tolerance=1e-11,
        )  # fmt: skip
        assert run.report["rejected"] <= 0.02 * run.report["steps"]
        assert largest(run.time - motion.time) == 0.0
        steps.append(run.report["steps"])
        for name, value in errors(run).items():
            found[name].append(value)
    report(record_property, steps=steps, **found)
    assert steps[2] / steps[1] == pytest.approx(100.0 ** (1.0 / 3.0), rel=0.05)
    for name in ALL:
        falls = np.log(np.array(found[name][:-1]) / found[name][1:]) / np.log(100.0)
        assert np.all((falls > 0.55) & (falls < 0.8)), f"{name}: {found[name]}, powers {falls}"


def chain_run(**options: Any) -> mbfe.Run:
    return mbfe.solve_dynamic(tumbling.model(), step="auto", **{"tolerance": 1e-5, **options})


def test_tolerances_by_kind() -> None:
    """A tolerance on rotations only, or on translations only, sets the step; limits of the step are kept."""
    tight, loose = 1e-6, 1e-2
    both = chain_run(duration=0.5, tolerance=tight).report["steps"]
    turns = chain_run(duration=0.5, tolerance=mbfe.Tolerance(translation=loose, rotation=tight)).report[
        "steps"
    ]
    places = chain_run(duration=0.5, tolerance=mbfe.Tolerance(translation=tight, rotation=loose)).report[
        "steps"
    ]
    none = chain_run(duration=0.5, tolerance=loose).report["steps"]
    assert max(turns, places) == pytest.approx(both, rel=0.02)
    assert none < 0.2 * min(turns, places)
    lengths = np.diff(
        chain_run(duration=0.5, tolerance=mbfe.Tolerance(1e-6, 1e-6, shortest=2e-3, longest=2.5e-3)).time
    )
    assert lengths.max() < 2.5e-3 * (1.0 + 1e-12)
    assert np.sort(lengths)[2:].min() > 2e-3 * (1.0 - 1e-9)
    with pytest.raises(mbfe.ModelError, match="rotation"):
        mbfe.Tolerance(rotation=0.0)
    with pytest.raises(mbfe.ModelError, match='"auto"'):
        mbfe.solve_dynamic(tumbling.model(), duration=1.0, step="automatic")


@pytest.mark.parametrize("step_map", ["exp", "cayley"])
def test_a_steady_spin_keeps_its_turns(step_map: str, record_property: Any) -> None:
    """Six turns of a disc at 3 turns a second: with exp every step is exact, but joints must not lose turns.

    Source: closed form. The error of Cayley's map is that of its own term, Δθ³/12 a step.
    """
    found = []
    for tolerance in (1e-4, 1e-6):
        run = mbfe.solve_dynamic(
            disc(), duration=2.0, step="auto", tolerance=tolerance,
            scheme=mbfe.GeneralizedAlpha(step_map=step_map),
        )  # fmt: skip
        found.append(largest(run["axle"].angle.values - SPEED * run.time))
        assert found[-1] < 1e-12 if step_map == "exp" else found[-1] < 2.0 * tolerance * run.report["steps"]
    report(record_property, angle=found)
    assert step_map == "exp" or found[1] < 0.1 * found[0]


# ------------------------------------------------------------------ exact times

KICK, OMEGA, FORCE = (2.0, 2.005, 2.010), 5.0, 200.0


def kicked() -> mbfe.Model:
    """Unit mass on 25 N/m that gets a triangular kick of 10 ms at 2 s."""
    model = mbfe.Model("kick")
    mass = model.add(elements.PointMass("mass", mass=1.0, position=(0.1, 0.0, 0.0)))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=OMEGA**2, free_length=0.0))
    push = curves.Table([0.0, *KICK, 20.0], [0.0, 0.0, FORCE, 0.0, 0.0], kind="linear")
    model.add(elements.Force("kick", mass, push, direction=(1, 0, 0)))
    return model


def place_of_kicked(t: Floats) -> Floats:
    """Closed form: each kink c of slope s adds s/ω² ((t − c) − sin(ω(t − c))/ω)."""
    slope = FORCE / (KICK[1] - KICK[0])
    x = 0.1 * np.cos(OMEGA * t)
    for kink, change in zip(KICK, (slope, -2.0 * slope, slope), strict=True):
        u = np.maximum(t - kink, 0.0)
        x = x + change / OMEGA**2 * (u - np.sin(OMEGA * u) / OMEGA)
    return x


def test_kinks_are_hit(record_property: Any) -> None:
    """A kick 1e-4 of the run long is not stepped over: its kinks end steps exactly; x within the tolerance.

    Source: closed form.
    """
    found = []
    for tolerance in (1e-4, 1e-5, 1e-6, 1e-7):
        run = mbfe.solve_dynamic(kicked(), duration=8.0, step="auto", tolerance=tolerance)
        for kink in KICK:
            assert np.abs(run.time - kink).min() == 0.0
        assert run.time[-1] == 8.0
        assert np.diff(run.time).min() > 1e-4
        assert run.report["rejected"] <= 6
        found.append(largest(run["mass"].position.values[:, 0] - place_of_kicked(run.time)))
    report(record_property, x=found)
    assert found[-1] < 5e-4
    assert np.all(np.array(found[:-1]) / found[1:] > 3.0)


def test_output_times_do_not_change_the_steps() -> None:
    """Rows at exactly the times asked for, by interpolation; the steps are the same bits as without."""
    times = [0.0, 0.1, 0.123456789, 0.5, 0.5 + 1e-7, 1.0]
    plain, some = chain_run(duration=1.0), chain_run(duration=1.0, output_times=times)
    assert some.time.tolist() == times
    for name in ("steps", "iterations", "factorisations"):
        assert some.report[name] == plain.report[name]
    assert np.array_equal(some.column("pose")[-1], plain.column("pose")[-1])
    every = chain_run(duration=1.0, output_step=1.0 / 24.0)
    assert largest(every.time - np.arange(25) / 24.0) < 1e-15


def test_restart_gives_the_same_bits(tmp_path: Path) -> None:
    """From every checkpoint of an automatic run: states, steps and reactions equal to the last bit.

    Checkpoints stand at the first step after each multiple of ``checkpoint_step``.
    """
    whole = chain_run(duration=1.0, checkpoint_step=0.2, file=tmp_path / "whole.h5")
    marks = np.asarray(whole.store.checkpoint_time)
    assert len(marks) == 5
    longest = np.diff(whole.time).max()
    assert np.all(
        (marks[:4] >= 0.2 * np.arange(1, 5) - 1e-12) & (marks[:4] < 0.2 * np.arange(1, 5) + longest)
    )
    for mark in marks[:4]:
        part = chain_run(
            duration=1.0 - mark, checkpoint_step=0.2, restart=tmp_path / "whole.h5", time=float(mark)
        )
        assert part.time[0] == mark
        for name in COLUMNS:
            assert np.array_equal(part.column(name), whole.column(name)[-len(part.time) :]), (mark, name)


def test_restart_after_the_end() -> None:
    """Two runs one after the other follow the motion as well as one: the step length is kept."""
    motion = reference("tumbling chain")
    bodies = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
    errors = errors_against(motion, bodies, ["pivot", "knee"])
    first = chain_run(duration=0.5, tolerance=1e-7)
    options: dict[str, Any] = {"tolerance": 1e-7, "output_times": motion.time}
    second = chain_run(duration=0.5, restart=first, **options)
    whole = chain_run(duration=1.0, **options)
    assert second.report["steps"] < 1.1 * whole.report["steps"]
    for name, value in errors(second).items():
        assert value < 1.5 * errors(whole)[name], name


@functools.cache
def swing(period: float) -> mbfe.Model:
    model = mbfe.Model("swing")
    mass = model.add(elements.PointMass("mass", mass=1.0, position=(0.5, 0.0, 0.0)))
    stiffness = (2.0 * np.pi / period) ** 2
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=stiffness, free_length=0.0))
    return model


@pytest.mark.parametrize("make", [mbfe.Stormer, mbfe.Trapezoidal, mbfe.GeneralizedAlpha, mbfe.HHT])
def test_oscillator_over_long_and_short_times(make: Callable[[], mbfe.Scheme]) -> None:
    """400 periods are not refused for a step that nobody asked for, and explicit steps stay stable."""
    run = mbfe.solve_dynamic(swing(1.0), duration=400.0, step="auto", tolerance=1e-4, scheme=make())
    assert largest(run["mass"].position.values[:, 0]) < 0.5 * (1.0 + 2e-2)
    assert np.diff(run.time).max() < 2.0 / (2.0 * np.pi)
    assert run.report["rejected"] < 0.02 * run.report["steps"]
    short = mbfe.solve_dynamic(swing(1.0), duration=2.25, step="auto", tolerance=1e-7, scheme=make())
    assert abs(short["mass"].position.values[-1, 0]) < 2e-3
