"""The program against the source papers: step by step with their printed equations, and their orders.

The steps of :mod:`tests.physics.paper_methods` are the reference. Models are those of the examples; problems
were written down a second time, independently, in :mod:`tests.physics.paper_problems`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import elements
from mbfe.analyses.dynamic import dynamic
from mbfe.examples import paper_experiments
from mbfe.examples._options import run_example
from mbfe.examples.paper import chain, convergence, experiments, oscillators, problems
from mbfe.integrators.soi2 import END, TILDE
from tests.physics import paper_problems as printed
from tests.physics.order_references import reference
from tests.physics.paper_methods import (
    Coefficients,
    State,
    consistent,
    end_step,
    hht_step,
    hht_velocity_step,
    integrate,
    of_hht,
    of_radius,
    soi2_step,
    weighted_step,
)
from tests.physics.paper_problems import Problem

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]
EXPERIMENTS = experiments.experiments()
PAIR, DISK, BAR = ("pair", problems.PAIR), ("disk", problems.DISK), ("bar", ("x", "y", "angle"))
THIRDS = (0.01, 0.02)


def histories(run: mbfe.Run, name: str, signals: tuple[str, ...]) -> tuple[Floats, Floats, Floats]:
    """Coordinates, rates and multipliers of an element at all steps."""
    y, z = (
        np.stack([run[name].signal(signal + ending).values for signal in signals], axis=1)
        for ending in ("", "_rate")
    )
    return y, z, np.asarray(run[name].multipliers).reshape(len(y), -1)


def multipliers_of(states: list[State], is_hht: bool) -> Floats:
    """Multipliers at t_n; those of the HHT-α method lie in the middle of steps and are extrapolated."""
    rows = [np.concatenate([s.lam, s.psi]) for s in states]
    if is_hht:
        ends = [rows[0]]
        for i in range(1, len(rows)):
            share = 1.0 if i == 1 else states[i].h / (states[i].h + states[i - 1].h)
            ends.append(rows[i] + share * (rows[i] - rows[i - 1]))
        rows = ends
    return np.array(rows)


Step = Callable[..., State]
Case = tuple[Callable[[], mbfe.Model], Any, Problem, mbfe.Scheme, Coefficients, Step, tuple[float, ...], int]


def cases() -> dict[str, tuple[Case, dict[str, Any]]]:
    """Every method on the problems it is for: model, names, problem, scheme, coefficients, step, steps."""
    soi2, first, hht = printed.soi2_problem(), printed.nonholonomic_problem(), printed.hht_problem()
    fifth, found = of_radius(0.2), {}
    for change in ("none", "extrapolate"):
        for start in ("acceleration", "implicit"):
            scheme = mbfe.SOI2(spectral_radius=0.2, step_change=change, start=start)
            case: Case = (problems.soi2_model, PAIR, soi2, scheme, fifth, soi2_step, THIRDS, 5)
            found[f"soi2 {change} {start}"] = (case, {"change": change, "first": start})
    for start in ("acceleration", "implicit"):
        scheme = mbfe.GeneralizedAlpha(spectral_radius=0.2, balance="weighted", start=start)
        case = (problems.nonholonomic_model, PAIR, first, scheme, fifth, weighted_step, THIRDS, 5)
        found[f"weighted {start}"] = (case, {"change": "extrapolate", "first": start})
    for variant in ("end", "predicted", "midpoint", "midpoint_predicted"):
        for change in ("none", "acceleration", "extrapolate", "gamma"):
            b = 0.0 if variant.startswith("midpoint") else 0.3
            scheme = mbfe.HHT(alpha=-0.15, b=b, variant=variant, step_change=change)
            case = (problems.hht_model, PAIR, hht, scheme, of_hht(-0.15, b), hht_step, THIRDS, 4)
            found[f"hht {variant} {change}"] = (case, {"change": change, "variant": variant})
    scheme = mbfe.HHT(alpha=-0.15)
    case = (problems.nonholonomic_model, PAIR, first, scheme, of_hht(-0.15), hht_velocity_step, THIRDS, 4)
    found["hht section 6"] = (case, {"change": "acceleration"})
    for change in ("none", "extrapolate", "acceleration", "gamma"):
        scheme = mbfe.GeneralizedAlpha(
            spectral_radius=0.2, step_change=change, rescale=False, start="acceleration"
        )
        case = (problems.soi2_model, PAIR, soi2, scheme, fifth, end_step, THIRDS, 2)
        found[f"end {change}"] = (case, {"change": change})
    return found | _disks_and_pendulums()


def _disks_and_pendulums() -> dict[str, tuple[Case, dict[str, Any]]]:
    disk, bar = printed.rolling_disk(), printed.pendulum()
    weighted = mbfe.GeneralizedAlpha(spectral_radius=0.2, balance="weighted", start="acceleration")
    soi2 = mbfe.SOI2(spectral_radius=0.8, start="acceleration")
    end = mbfe.GeneralizedAlpha(spectral_radius=0.8, start="acceleration")
    rattle = Coefficients(0.0, 0.0, 0.0, 0.5)
    rolling: dict[str, Case] = {
        "disk weighted": (
            problems.disk_model,
            DISK,
            disk,
            weighted,
            of_radius(0.2),
            weighted_step,
            (0.02,),
            20,
        ),
        "disk hht": (
            problems.disk_model,
            DISK,
            disk,
            mbfe.HHT(alpha=-0.3),
            of_hht(-0.3),
            hht_velocity_step,
            (0.02,),
            20,
        ),
    }
    swinging: dict[str, Case] = {
        "pendulum hht": (
            problems.pendulum_model,
            BAR,
            bar,
            mbfe.HHT(alpha=-0.3),
            of_hht(-0.3),
            hht_step,
            (0.002,),
            20,
        ),
        "pendulum rattle": (
            problems.pendulum_model,
            BAR,
            bar,
            mbfe.Stormer(),
            rattle,
            hht_step,
            (0.002,),
            20,
        ),
        "pendulum soi2": (problems.pendulum_model, BAR, bar, soi2, of_radius(0.8), soi2_step, (0.002,), 20),
        "pendulum end": (problems.pendulum_model, BAR, bar, end, of_radius(0.8), end_step, (0.002,), 20),
    }
    return {name: (case, {}) for name, case in (rolling | swinging).items()}


CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_engine_takes_the_papers_steps(name):
    (build, (item, signals), problem, scheme, coefficients, step, pattern, count), options = CASES[name]
    run = mbfe.solve_dynamic(
        build(), duration=count * sum(pattern), step=pattern, scheme=scheme, newton_tolerance=1e-13
    )
    states = integrate(problem, coefficients, list(pattern) * count, step, **options)
    y, z, multipliers = histories(run, item, signals)
    expected = multipliers_of(states, step in (hht_step, hht_velocity_step))
    np.testing.assert_allclose(y, [s.y for s in states], atol=1e-11)
    np.testing.assert_allclose(z, [s.z for s in states], atol=1e-10)
    np.testing.assert_allclose(multipliers, expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(run.algorithmic_acceleration(item), states[-1].a, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("change", ["none", "gamma", "extrapolate", "acceleration"])
def test_engine_takes_the_steps_of_algorithm_1_with_states_and_outputs(change):
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.8, step_change=change, start="acceleration")
    pattern = (0.06, 0.14)
    run = mbfe.solve_dynamic(
        problems.controlled_model(), duration=4.0, step=pattern, scheme=scheme, newton_tolerance=1e-13
    )
    problem = printed.controlled_spring_mass()
    states = integrate(problem, of_radius(0.8), list(pattern) * 20, end_step, change)
    mass = run["mass"]
    np.testing.assert_allclose(mass.q.values, [s.y[0] for s in states], atol=1e-11)
    np.testing.assert_allclose(mass.q_acceleration.values, [s.acceleration[0] for s in states], atol=1e-10)
    np.testing.assert_allclose(mass.x.values, [s.x[0] for s in states], atol=1e-11)
    np.testing.assert_allclose(mass.x_rate.values, [s.xdot[0] for s in states], atol=1e-10)
    np.testing.assert_allclose(mass.actuator.values, [s.u[1] for s in states], atol=1e-11)


# ------------------------------------------------------------------ constraints that change over time


def sphere_mass(t: float, y: Floats) -> Floats:
    """Symmetric mass that depends on time and place."""
    return np.array(
        [[1.0 + 0.2 * y[0] ** 2, 0.1 * y[2], 0.0], [0.1 * y[2], 1.3, 0.05], [0.0, 0.05, 0.8 + 0.1 * t]]
    )


def sphere_force(t: float, y: Floats, z: Floats) -> Floats:
    """Forces without reactions."""
    return np.array([-z[0], -9.81 + z[1] * z[2], -3.0 * y[2] + np.sin(3.0 * t)])


def sphere(t: float, y: Floats) -> Floats:
    """A point on a sphere whose radius changes."""
    return np.array([0.5 * (y @ y - (1.0 + 0.1 * np.sin(t)) ** 2)])


def skate(t: float, y: Floats, z: Floats) -> Floats:
    """A blade that lets no velocity across it."""
    return np.array([(y[1] + 0.3) * z[0] - y[0] * z[1] + 0.2 * z[2]])


SPHERE_Y0 = np.array([0.6, 0.0, -0.8])
SPHERE_Z0 = np.array([0.5, 1.0 / 3.0, 0.25])


def sphere_problem(blade: bool) -> Problem:
    """Sphere, and blade when asked, with reactions −g_yᵀλ − k_zᵀψ."""

    def force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
        pushed = sphere_force(t, y, z) - y * lam[0]
        return pushed - np.array([y[1] + 0.3, -y[0], 0.2]) * psi[0] if blade else pushed

    return Problem(
        mass=sphere_mass,
        force=force,
        y0=SPHERE_Y0,
        z0=SPHERE_Z0,
        position=sphere,
        position_rate=lambda t, y, z: np.array([y @ z - (1.0 + 0.1 * np.sin(t)) * 0.1 * np.cos(t)]),
        velocity=skate if blade else lambda t, y, z: np.zeros(0),
        lam0=np.zeros(1),
        psi0=np.zeros(1 if blade else 0),
    )


def sphere_model(blade: bool) -> mbfe.Model:
    """The same as a model, with plain Python functions and no derivatives."""
    model = mbfe.Model("sphere")
    point = elements.Equations(
        "point",
        y=("y1", "y2", "y3"),
        mass=sphere_mass,
        force=sphere_force,
        holonomic=sphere,
        nonholonomic=skate if blade else None,
        y0=SPHERE_Y0,
        z0=SPHERE_Z0,
    )
    model.add(point)
    return model


@pytest.mark.parametrize(
    ("scheme", "coefficients", "step", "blade", "change"),
    [
        (
            mbfe.SOI2(spectral_radius=0.6, start="acceleration"),
            of_radius(0.6),
            soi2_step,
            True,
            "extrapolate",
        ),
        (mbfe.HHT(alpha=-0.2, b=0.2), of_hht(-0.2, 0.2), hht_step, False, "acceleration"),
        (
            mbfe.GeneralizedAlpha(spectral_radius=0.6, start="acceleration", rescale=False),
            of_radius(0.6),
            end_step,
            True,
            "extrapolate",
        ),
    ],
    ids=["soi2", "hht", "end"],
)
def test_engine_with_constraints_over_time_and_made_derivatives(scheme, coefficients, step, blade, change):
    pattern = (0.01, 0.02)
    run = mbfe.solve_dynamic(
        sphere_model(blade), duration=0.3, step=pattern, scheme=scheme, newton_tolerance=1e-13
    )
    states = integrate(sphere_problem(blade), coefficients, list(pattern) * 10, step, change)
    y, z, multipliers = histories(run, "point", ("y1", "y2", "y3"))
    np.testing.assert_allclose(y, [s.y for s in states], atol=1e-10)
    np.testing.assert_allclose(z, [s.z for s in states], atol=1e-9)
    np.testing.assert_allclose(multipliers, multipliers_of(states, step is hht_step), rtol=1e-7, atol=1e-7)


# ------------------------------------------------------------------ the nine lines of (14)


def nine_lines(
    problem: Problem, c: Coefficients, t0: float, h: float, begin: tuple[Floats, ...], end: dict[str, Floats]
) -> dict[str, Floats]:
    """Left less right sides of (14): ``begin`` has y₀, z₀, a_α, λ₀, ψ₀, M_α a_α, ``end`` all else by name."""
    y0, z0, a, lam0, psi0, weighted = begin
    t1, alpha = t0 + h, c.alpha
    ahead = problem.mass(t0 + (1.0 + alpha) * h, y0 + h * (1.0 + alpha) * z0)
    old = c.alpha_f * problem.force(t0, y0, z0, lam0, psi0) - c.alpha_m * weighted
    y1, z1 = end["y"], end["z"]
    z_tilde = z0 + h * ((1.0 - c.gamma) * a + c.gamma * end["a~"])

    def balance(accel: Floats, lam: Floats, psi: Floats) -> Floats:
        new = (1.0 - c.alpha_f) * problem.force(t1, y1, z1, lam, psi)
        return (1.0 - c.alpha_m) * ahead @ accel - new - old

    return {
        "y1": y1 - y0 - h * z0 - 0.5 * h**2 * ((1.0 - 2.0 * c.beta) * a + 2.0 * c.beta * end["a~"]),
        "z~1 in k": problem.velocity(t1, y1, z_tilde),
        "z1": z1 - z0 - h * ((1.0 - c.gamma) * a + c.gamma * end["a"]),
        "a~": balance(end["a~"], end["lam~"], end["psi~"]),
        "a": balance(end["a"], end["lam"], end["psi"]),
        "g": problem.position(t1, y1),
        "g'": problem.position_rate(t1, y1, z1),
        "k": problem.velocity(t1, y1, z1),
    }


@pytest.mark.parametrize("steps", [1, 2, 7])
@pytest.mark.parametrize("name", ["paper", "sphere"])
def test_all_nine_lines_of_14_hold_on_the_engine(name, steps, monkeypatch):
    """Tilde variables are those of the engine; z̃₁ is eliminated from its line, which enters k."""
    seen, drive = [], dynamic._drive

    def watched(simulation, *rest, **options):
        seen.append(simulation)
        return drive(simulation, *rest, **options)

    monkeypatch.setattr(dynamic, "_drive", watched)
    problem = printed.soi2_problem() if name == "paper" else sphere_problem(True)
    item, signals = PAIR if name == "paper" else ("point", ("y1", "y2", "y3"))
    model = problems.soi2_model() if name == "paper" else sphere_model(True)
    c, h = of_radius(0.2), 0.04
    run = mbfe.solve_dynamic(
        model,
        duration=steps * h,
        step=h,
        scheme=mbfe.SOI2(spectral_radius=0.2, start="acceleration"),
        newton_tolerance=1e-13,
    )
    state = seen[0].compiled.state
    places = [(model.variable(f"{item}.{n}").row, model.variable(f"{item}.{n}").component) for n in signals]

    def of(rows: Floats) -> Floats:
        return np.array([rows[place] for place in places])

    y, z, multipliers = histories(run, item, signals)
    a, t0 = of(state.algorithmic_before), float(run.time[-2])
    # M_α of the first step, then M_{1+α} of the step before
    moved = c.alpha * z[0] if steps == 1 else (1.0 + c.alpha) * z[-3]
    mass = problem.mass(t0 + c.alpha * h, y[max(0, len(y) - 3)] + h * moved)
    begin = (y[-2], z[-2], a, multipliers[-2, :1], multipliers[-2, 1:], mass @ a)
    tilde, plain = state.stage_multiplier
    end = {"y": y[-1], "z": z[-1], "a~": of(state.stage[TILDE]), "a": of(state.stage[END])}
    end |= {"lam~": tilde[:1], "psi~": tilde[1:], "lam": multipliers[-1, :1], "psi": multipliers[-1, 1:]}
    assert plain == pytest.approx(multipliers[-1])
    for line, defect in nine_lines(problem, c, t0, h, begin, end).items():
        assert np.abs(defect).max() < 2e-11, line
    # the two stages differ, so that the lines are not the same twice
    assert np.abs(end["a~"] - end["a"]).max() > 1e-7


# ------------------------------------------------------------------ orders


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_orders_of_the_papers(name, record_property):
    experiment = EXPERIMENTS[name]
    result = convergence.measure(experiment)
    record_property("slopes", result.slopes)
    assert set(result.slopes) == set(experiment.orders)
    for variable, order in experiment.orders.items():
        margin = 0.1
        assert order - margin < result.slopes[variable] < order + margin, (variable, result.errors[variable])


@pytest.mark.parametrize("radius", oscillators.RADII)
def test_oscillators_behave_as_in_the_manual(radius):
    scheme = mbfe.GeneralizedAlpha(spectral_radius=radius, start="acceleration")
    curve = oscillators.behaviour(scheme)
    found = oscillators.differences(scheme, curve)
    assert found["radius"] < 1e-3
    assert found["elongation"] < 1e-6
    assert found["damping"] < 1e-6
    # the manual's figures: ρ tends to ρ∞, and at low frequency nothing is damped
    assert curve["radius"][-1] == pytest.approx(radius, abs=0.02)
    assert curve["radius"][0] == pytest.approx(1.0, abs=1e-3)


def test_consistent_values_of_the_oracle_solve_the_printed_problems():
    for problem in (printed.soi2_problem(), printed.nonholonomic_problem(), printed.hht_problem()):
        exact, found = problem.exact(0.0), consistent(problem)
        np.testing.assert_allclose(found.a, exact.a, atol=1e-8)
        np.testing.assert_allclose(found.lam, exact.lam, atol=1e-8)
        np.testing.assert_allclose(found.psi, exact.psi, atol=1e-8)


# ------------------------------------------------------------------ the example


def test_example_writes_slopes_and_pictures(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    file = tmp_path / "slopes.json"
    given = ["--quick", "--json", str(file), "--pictures", str(tmp_path / "new"), "hht-figure-5.1"]
    arguments = paper_experiments.with_names([*given, "mechatronic-figures-3-4"])
    assert run_example(paper_experiments.main, arguments) == 0
    slopes = json.loads(file.read_text())
    assert slopes["hht-figure-5.1"]["y"] == pytest.approx(2.0, abs=0.1)
    assert slopes["mechatronic-figures-3-4"]["largest_error_q"] < 5e-3
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"hht.png", "mechatronic_motion.png"}
    assert "hht-figure-5.1" in capsys.readouterr().out


def test_lane_change_shows_what_the_paper_says_of_its_figures(tmp_path):
    """Brüls and Arnold (2008), text to figures 12 to 15; errors of the step against a tenth of it."""
    pytest.importorskip("matplotlib")
    found = paper_experiments.main(
        pictures=str(tmp_path), names="mechatronic-figures-12-15"
    )["mechatronic-figures-12-15"]
    assert 0.05 < abs(found["drift_m"]) < 1.0  # "a lateral drift is observed"
    assert found["largest_roll_deg"] > 10.0 * found["largest_pitch_deg"]
    assert found["share_of_currents_at_limits"] > 0.3  # "saturation phenomena dominate"
    extending = found["compression_chamber_extending_bar"], found["rebound_chamber_extending_bar"]
    assert extending[0] < 5.0 < extending[1]  # the gas has 5 bar: below it in extension ...
    apart, level = found["chambers_apart_in_compression_bar"], found["compression_chamber_in_compression_bar"]
    assert apart < 0.2 * level  # ... and "close to the pressure in the rebound chamber" in compression
    assert found["largest_error_along_m"] < 1e-3 * 100.0
    assert found["largest_error_across_m"] < 1e-2
    assert found["largest_error_angles_deg"] < 0.05
    assert (tmp_path / "mechatronic_suspension.png").stat().st_size > 10_000


def test_example_names_what_it_knows(capsys):
    assert run_example(paper_experiments.main, ["--names", "figure-9"]) == 1
    assert "soi2-figure-1" in capsys.readouterr().err
    assert paper_experiments.chosen([], ["b", "a"]) == ["b", "a"]
    assert paper_experiments.chosen(["a"], ["b", "a"]) == ["a"]


def test_reference_of_the_chain_is_that_of_the_tests():
    motion = reference("tumbling chain")
    assert motion.time[-1] == 1.0
    np.testing.assert_allclose(chain.AT_1["position"], motion.state[-1, :, :3], atol=1e-12)
    np.testing.assert_allclose(chain.AT_1["velocity"], motion.state[-1, :, 7:10], atol=1e-12)
    np.testing.assert_allclose(chain.AT_1["acceleration"], motion.acceleration[-1, :, :3], atol=1e-10)
    np.testing.assert_allclose(chain.AT_1["reaction"], motion.reaction[-1, :, :3], atol=1e-10)


def test_reference_of_the_disk_keeps_energy():
    at, start = problems.DISK_AT_10, printed.disk_energy(printed.DISK_Y0, printed.DISK_Z0)
    assert printed.disk_energy(at.y, at.z) == pytest.approx(start, rel=1e-12)
    np.testing.assert_allclose(printed.disk_motion(at.y, at.z).psi, at.multipliers, rtol=1e-12)
