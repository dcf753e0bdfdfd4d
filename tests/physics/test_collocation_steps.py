"""Radau IIA: automatic steps, sequences of steps, restarts, discontinuities, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from mbfe.errors import ModelError
from tests.physics import tumbling
from tests.physics.order_references import reference
from tests.physics.support import largest, report
from tests.physics.test_automatic_steps import orbit, planet
from tests.physics.test_joint_switches import clutch
from tests.physics.test_orders import errors_against
from tests.physics.test_restart import assert_same_rows
from tests.physics.test_restart import pendulum as double_pendulum
from tests.physics.test_states import pendulum
from tests.physics.test_whole_turns import ACCELERATION, geared

RADAU = mbfe.RadauIIA()
G = 9.81
TOLERANCES = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9)


# ------------------------------------------------------------------ automatic steps


def check_tolerances(
    run_of: Callable[[float], mbfe.Run], error: Callable[[mbfe.Run], float], record_property: Any
) -> None:
    """Errors follow the tolerance within a factor of 3 to both sides, steps grow with its power 1/5."""
    runs = [run_of(tolerance) for tolerance in TOLERANCES]
    ratios = np.array([error(run) / each for run, each in zip(runs, TOLERANCES, strict=True)])
    steps = np.array([run.report["steps"] for run in runs])
    rejected = np.array([run.report["rejected"] for run in runs])
    report(record_property, ratios=ratios, steps=steps, rejected=rejected)
    middle = np.exp(np.log(ratios).mean())
    assert np.all((ratios < 3.0 * middle) & (ratios > middle / 3.0)), ratios
    assert np.all(steps[1:] < 1.8 * steps[:-1]), steps
    assert np.all(rejected <= 0.05 * steps), rejected


def test_errors_of_the_tumbling_chain_follow_the_tolerance(record_property: Any) -> None:
    """Source: Newton-Euler equations, see tests/data/order_references.json."""
    motion = reference("tumbling chain")
    bodies = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
    errors = errors_against(motion, bodies, ["pivot", "knee"])

    def run_of(tolerance: float) -> mbfe.Run:
        return mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step="auto", tolerance=tolerance, output_times=motion.time,
            scheme=RADAU, newton_tolerance=1e-11,
        )  # fmt: skip

    check_tolerances(run_of, lambda run: errors(run)["position"], record_property)
    run = run_of(1e-6)
    other = mbfe.solve_dynamic(
        tumbling.model(), duration=1.0, step="auto", tolerance=1e-6, output_times=motion.time
    )
    assert errors(run)["position"] < 0.05 * errors(other)["position"]
    assert run.report["steps"] < 0.2 * other.report["steps"]


@pytest.mark.parametrize("eccentricity", [0.6, 0.9])
def test_errors_of_orbits_follow_the_tolerance(eccentricity: float, record_property: Any) -> None:
    """Kepler's ellipses over 1.9 turns, steps that change all the time; source: Kepler's equation."""
    duration = 2.0 * np.pi * 1.9
    exact = orbit(np.array([duration]), eccentricity)[0]

    def run_of(tolerance: float) -> mbfe.Run:
        return mbfe.solve_dynamic(
            planet(eccentricity), duration=duration, step="auto", tolerance=tolerance, scheme=RADAU
        )

    def error(run: mbfe.Run) -> float:
        return float(np.hypot(*(run["planet"].position.values[-1, :2] - exact)))

    check_tolerances(run_of, error, record_property)


# ------------------------------------------------------------------ given steps


@pytest.mark.parametrize("pattern", [(1.0,), (2.0, 1.0, 1.5), (1.0, 0.3)], ids=str)
def test_sequences_of_steps_are_of_order_five(pattern: tuple[float, ...], record_property: Any) -> None:
    """Double pendulum of point masses after a second, with steps that repeat; order by Richardson."""
    ends = []
    for count in (50, 100, 200):
        steps = [part / (count * np.mean(pattern)) for part in pattern]
        run = mbfe.solve_dynamic(
            double_pendulum(), duration=1.0, step=steps, scheme=RADAU, newton_tolerance=1e-12
        )
        assert run.report["rejected"] == 0
        ends.append(np.array([run["shoulder"].angle[-1], run["elbow"].angle[-1]]))
    change = [largest(ends[1] - ends[0]), largest(ends[2] - ends[1])]
    report(record_property, change=change)
    assert np.log2(change[0] / change[1]) == pytest.approx(5.0, abs=0.5)


def test_restarts_continue_bit_for_bit() -> None:
    """From the end of a run and from a checkpoint within it, of the unknowns at the points too."""
    options: dict[str, Any] = {"step": 1e-2, "checkpoint_step": 0.19, "scheme": RADAU}
    whole = mbfe.solve_dynamic(double_pendulum(), duration=2.0, **options)
    first = mbfe.solve_dynamic(double_pendulum(), duration=7 * 0.19, **options)
    second = mbfe.solve_dynamic(double_pendulum(), duration=2.0 - 7 * 0.19, restart=first, **options)
    third = mbfe.solve_dynamic(double_pendulum(), duration=0.5, restart=first, time=3 * 0.19, **options)
    for part in (first, second, third):
        assert_same_rows(part, whole)


def test_automatic_steps_restart_bit_for_bit() -> None:
    """From a checkpoint in the middle: the same steps and motions."""
    options: dict[str, Any] = {
        "step": "auto", "tolerance": 1e-7, "checkpoint_step": 0.2, "scheme": RADAU,
    }  # fmt: skip
    whole = mbfe.solve_dynamic(double_pendulum(), duration=1.0, **options)
    middle = float(whole.checkpoint_times[1])
    rest = mbfe.solve_dynamic(double_pendulum(), duration=1.0 - middle, restart=whole, time=middle, **options)
    assert_same_rows(rest, whole)


# ------------------------------------------------------------------ discontinuities


@pytest.mark.parametrize("step", [0.01, 0.02, [0.01, 0.02, 0.015]], ids=str)
def test_corners_of_a_drive(step: Any) -> None:
    """A payload under a trolley whose speed has corners: angles and forces before and after each of them.

    Source: the numbers of c11, as in tests/physics/test_joint_switches.py.
    """
    model = mbfe.Model("crane", gravity=(0, 0, -G))
    trolley = model.add(elements.RigidBody("trolley", mass=5.0, inertia=(1, 1, 1)))
    load = model.add(elements.PointMass("load", mass=2.0, position=(0, 0, -0.8)))
    model.add(joints.Prismatic("rail", model.ground, trolley, axis=(1, 0, 0)))
    model.add(joints.Distance("rope", trolley, load))
    model.add(joints.InPlane("plane", model.ground, load, axis=(0, 1, 0)))
    speed = curves.Table((0.0, 0.5, 1.5, 1.75, 4.0), (0.0, 1.0, 1.0, 0.0, 0.0), kind="linear")
    model.add(joints.Motor("drive", "rail.displacement", position=curves.integral(speed)))
    run = mbfe.solve_dynamic(model, duration=3.0, step=step, scheme=RADAU)
    assert run.report["rejected"] == 0
    time, force, position = run.time, run["drive"].effort.values, run["load"].position.values
    angle = np.arctan2(position[:, 0] - run["rail"].displacement.values, -position[:, 2])
    for at, expected in ((0.5, -0.23983107), (1.5, 0.29274246), (1.75, 0.41157660), (3.0, -0.29190601)):
        assert angle[np.searchsorted(time, at)] == pytest.approx(expected, abs=1e-8)
    for at, before, after in ((0.5, 14.937423, 4.711725), (1.75, -28.636795, -7.356444)):
        assert force[time == at] == pytest.approx([before, after], abs=1e-6)


@pytest.mark.parametrize("step", [0.05, 0.02, "auto"], ids=str)
def test_a_stop_condition_is_met_exactly(step: Any) -> None:
    """A falling rod stops at 1 rad with the speed that its energy gives it."""
    run = mbfe.solve_dynamic(
        pendulum(), duration=2.0, step=step, scheme=RADAU, stop=mbfe.StopWhen("hinge.angle", 1.0)
    )
    assert run["hinge"].angle[-1] == pytest.approx(1.0, abs=1e-11)
    assert run["hinge"].rate[-1] == pytest.approx(np.sqrt(2.0 * G * 0.5 * np.sin(1.0) / 0.45), abs=1e-7)


def test_a_clutch_locks() -> None:
    """ω = J₁ω₁/(J₁ + J₂) once two disks are joined, and the energy is lost that this costs."""
    run = mbfe.solve_dynamic(clutch(times=(0.25, 0.6)), duration=1.0, step=0.02, scheme=RADAU)
    assert run.report["events"][0]["energy_lost"] == pytest.approx(0.5 * 0.3 * 0.5 / 0.8 * 64.0, rel=1e-10)
    for name in ("driver", "driven"):
        spin = run[name].angular_velocity.z.values
        np.testing.assert_allclose(spin[run.time > 0.28], 3.0, rtol=1e-10)
    assert run.energy.balance_error < 1e-10


@pytest.mark.parametrize("step", [5e-3, 1e-2])
def test_gears_run_up(step: float) -> None:
    """Five turns a given step, which is shortened: angles and tooth force in closed form."""
    run = mbfe.solve_dynamic(geared(), duration=1.0, step=step, scheme=RADAU)
    assert run["fast"].rate[-1] == pytest.approx(ACCELERATION, rel=1e-10)
    assert run["fast"].angle[-1] == pytest.approx(0.5 * ACCELERATION, rel=1e-10)


# ------------------------------------------------------------------ misuse


@pytest.mark.parametrize("stages", [0, 1, 6, "3", 3.5, True])
def test_numbers_of_stages_that_there_are_not(stages: Any) -> None:
    with pytest.raises(ModelError, match="RadauIIA: stages"):
        mbfe.RadauIIA(stages=stages)


def test_wrong_names_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(ModelError, match="radau-iia"):
        mbfe.solve_dynamic(pendulum(), duration=0.1, step=0.1, scheme="radau")
    run = mbfe.solve_dynamic(pendulum(), duration=0.1, step=0.1, scheme="radau-iia")
    assert run.report["steps"] == 1


@pytest.mark.parametrize("option", [{"predictor": "zero"}, {"residual_tolerance": 1e-6}])
def test_options_of_other_iterations_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="RadauIIA has its own"):
        mbfe.solve_dynamic(
            pendulum(), duration=0.1, step=0.05, scheme=RADAU, iteration=mbfe.Iteration(**option)
        )


@pytest.mark.parametrize("option", [{"penalty": 0.0}, {"scale": "all"}, {"rejections": 0}])
def test_options_of_the_iteration_leave_the_solution(option: dict[str, Any]) -> None:
    ends = [
        mbfe.solve_dynamic(pendulum(), duration=0.2, step=0.05, scheme=RADAU, iteration=iteration)
        for iteration in (mbfe.Iteration(**option), None)
    ]
    assert ends[0]["hinge"].angle[-1] == pytest.approx(ends[1]["hinge"].angle[-1], abs=1e-9)
