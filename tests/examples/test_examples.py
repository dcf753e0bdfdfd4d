"""Every example runs from its ``main``, as a script and by its options, and meets its stated reference."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mbfe
from mbfe.cli import example_names
from mbfe.examples import (
    andrews_mechanism,
    bouncing_ball,
    bricard,
    cantilever_roll_up,
    custom_element,
    door_on_two_hinges,
    double_pendulum,
    flexible_pendulum,
    flexible_slider_crank,
    four_bar,
    full_car_modes,
    geneva_or_cam,
    hanging_chain,
    lateral_buckling,
    pendulum,
    quarter_car,
    rolling_disk,
    rotating_blade,
    slider_crank,
    spinning_top,
    tyre_curves,
    universal_driveline,
    vehicle_suspension,
)
from mbfe.examples._options import run_example
from tests.physics import slider_crank_reference
from tests.slow import slow

ROOT = Path(mbfe.__file__).parents[1]


def test_pendulum_follows_the_closed_form():
    figures = pendulum.main(quick=True)
    assert figures["largest_angle_error"] < 2e-5
    assert figures["energy_balance_error"] < 1e-5
    # from the horizontal to the vertical in K(½)/ω₀, K(½) = 1.854074677 (Abramowitz and Stegun, table 17.1)
    quarter = 1.854074677 / np.sqrt(9.81 / 0.67)
    assert float(pendulum.exact_angle(np.array(quarter))) == pytest.approx(np.pi / 2, abs=1e-8)


def test_double_pendulum_meets_the_integrated_angles():
    figures = double_pendulum.main(quick=True)
    assert figures["angle_error"] < 5e-5  # second order: 2.3e-5 at this step
    assert figures["energy"] == pytest.approx(figures["energy_reference"], abs=2e-5)


def test_spinning_top_meets_the_published_benchmark():
    assert spinning_top.main(quick=True)["center_error"] < 2e-4


def test_slider_crank_agrees_three_ways():
    figures = slider_crank.main(quick=True)
    assert figures["piston_error"] < 1e-14
    assert figures["stroke"] == pytest.approx(2.0 * slider_crank.CRANK, abs=1e-13)
    assert figures["energy_balance_error"] < 1e-7
    assert figures["torque_error_forward"] < 1e-4 * figures["largest_torque"]
    assert figures["angle_error_forward"] < 1e-4


def test_four_bar_passes_singular_poses():
    figures = four_bar.main(quick=True)
    assert figures["top_error"] < 1e-5
    assert figures["largest_angle_error"] < 1e-5
    assert figures["largest_rate_error"] < 1e-4
    assert figures["redundant_rows"] == 6


@pytest.mark.parametrize(
    ("windows", "top"),
    [(2, (0.32845811154081567, 0.9445185381786009)), (40, (0.180512226687, 0.983572740582))],
)
def test_reference_of_the_four_bar_is_that_of_the_benchmark(windows, top):
    angle = four_bar.exact(windows, np.array([0.0, 10.0]))[0, -1]
    np.testing.assert_allclose((np.sin(angle), np.cos(angle)), top, atol=1e-7)


def test_cantilever_rolls_up_exactly():
    figures = cantilever_roll_up.main(quick=True)
    np.testing.assert_allclose(figures["tip"], figures["tip_reference"], atol=1e-9)
    assert figures["largest_tip_error"] < 1e-9
    assert figures["increments"] == 1


def test_blade_has_the_published_frequencies():
    figures = rotating_blade.main(quick=True)
    np.testing.assert_allclose(figures["flap_at_12"], figures["flap_at_12_reference"], rtol=1e-4)
    assert figures["largest_relative_error"] < 1e-4


def test_strip_buckles_at_the_load_of_the_exact_rod():
    figures = lateral_buckling.main(quick=True)
    assert figures["critical_load"] == pytest.approx(figures["exact_rod"], rel=1e-5)
    assert figures["critical_load_without_bending"] == pytest.approx(figures["prandtl"], rel=0.01)
    assert figures["tip_sideways_at_400"] > 10.0


def test_chain_swings_at_bernoullis_frequency():
    figures = hanging_chain.main(quick=True, motion="swinging")
    # ten rigid links swing 3e-4 slower or faster than a perfectly flexible chain
    assert figures["frequency"] == pytest.approx(figures["frequency_reference"], rel=5e-4)
    assert figures["mean_weight"] == pytest.approx(figures["weight_reference"], rel=1e-4)


def test_chain_falls_as_the_equations_of_its_angles_say():
    figures = hanging_chain.main(quick=True, links=4)
    assert figures["energy_balance_error"] < 1e-4
    np.testing.assert_allclose(figures["tip"], falling_tip(4, 2.0), atol=5e-4)


def falling_tip(links: int, time: float) -> tuple[float, float, float]:
    """Tip of a plane chain of uniform rods released at the horizontal, by Lagrange's equations in the angles.

    l c_ij cos(a_i − a_j) a_j″ = −l c_ij sin(a_i − a_j) a_j′² − g d_i sin a_i with d_i = n − i − ½ rods below,
    counted from the middle of rod i, c_ij = d_max(i,j) and c_ii = n − i − 1 + ⅓.
    """
    length, gravity = hanging_chain.LENGTH / links, hanging_chain.GRAVITY
    below = links - np.arange(links) - 0.5
    coupling = np.minimum.outer(below, below)
    coupling[np.diag_indices(links)] = below - 0.5 + 1.0 / 3.0

    def rate(_, y):
        a, w = y[:links], y[links:]
        apart = a[:, None] - a[None, :]
        force = -length * (coupling * np.sin(apart)) @ w**2 - gravity * below * np.sin(a)
        return np.concatenate([w, np.linalg.solve(length * coupling * np.cos(apart), force)])

    start = np.concatenate([np.full(links, np.pi / 2), np.zeros(links)])
    a = solve_ivp(rate, (0.0, time), start, "DOP853", rtol=1e-11, atol=1e-12).y[:links, -1]
    return float(length * np.sin(a).sum()), 0.0, float(-length * np.cos(a).sum())


def test_own_element_equals_the_built_in_one_and_the_closed_form():
    figures = custom_element.main(quick=True)
    assert figures["largest_difference"] < 1e-9
    assert figures["seconds_own_over_built_in"] < 1.3  # measured 0.7; the best of five runs each
    assert figures["depth"] == pytest.approx(figures["depth_reference"], abs=2e-3)
    assert figures["time_of_depth"] == pytest.approx(figures["time_of_depth_reference"], abs=0.011)
    assert figures["energy_balance_error"] < 1e-4


def test_rolling_disk_follows_newton_and_euler():
    figures = rolling_disk.main(quick=True)
    assert figures["center_error"] < 5e-5
    assert figures["force_error"] < 1e-4
    assert figures["largest_slip"] < 1e-8
    assert figures["energy_balance_error"] < 1e-4


def test_balls_bounce_as_restitution_says():
    figures = bouncing_ball.main(quick=True)
    assert figures["largest_impact_time_error"] < 1e-6
    for name in ("rigid", "hertz", "linear"):
        assert figures[f"{name}_first_impact"] == pytest.approx(figures["first_impact_reference"], abs=0.01)
        assert figures[f"{name}_restitution"] == pytest.approx(0.65, abs=0.01)
    assert figures["energy_balance_error"] < 5e-3


def test_a_tyre_meets_its_published_values_and_stops():
    figures = tyre_curves.main(quick=True)
    assert figures["lateral_force"] == pytest.approx(4092.168590136721, rel=1e-12)
    assert figures["longitudinal_force"] == pytest.approx(3513.976489241927, rel=1e-12)
    for what in ("stop_distance", "stop_time"):
        assert figures[what] == pytest.approx(figures[f"{what}_reference"], rel=5e-3)
    assert figures["speed_at_end"] < 5e-3
    assert figures["energy_balance_error"] < 1e-4


def test_andrews_mechanism_meets_the_test_set():
    figures = andrews_mechanism.main(quick=True)
    assert figures["angle_error"] < 2e-4  # second order: 1.1e-4 rad of 15.8 at this step
    assert figures["redundant_rows"] == 9


def test_bricard_moves_as_the_benchmark_says():
    figures = bricard.main(quick=True)
    assert figures["corner_error"] < 2e-6
    assert figures["redundant_rows"] == 1


def test_doors_turn_alike_and_share_their_weight_as_they_are_built():
    figures = door_on_two_hinges.main(quick=True)
    for kind in ("isostatic", "two_hinges"):
        assert figures[f"angle_{kind}"] == pytest.approx(figures["angle_reference"], rel=1e-7)
    assert figures["angle_bushings"] == pytest.approx(figures["angle_reference"], rel=1e-4)
    assert abs(figures["angle_tilted"]) < 1e-9
    weight, sideways = door_on_two_hinges.MASS * 9.81, figures["sideways_reference"]
    assert figures["upward_isostatic"] == pytest.approx([weight, 0.0], abs=1e-9)
    assert figures["sideways_isostatic"] == pytest.approx([sideways, -sideways], abs=5e-3)
    assert figures["upward_two_hinges"] == pytest.approx([0.5 * weight] * 2, rel=1e-9)
    assert figures["upward_bushings"] == pytest.approx([0.75 * weight, 0.25 * weight], rel=1e-3)
    assert figures["redundant_rows"] == 5


def test_drive_lines_run_evenly_or_not_as_hooke_says():
    figures = universal_driveline.main(quick=True)
    for kind, error in (("forks_in_line", 1e-9), ("forks_crossed", 2e-5), ("constant_velocity", 1e-9)):
        assert figures[f"{kind}_ratio_error"] < error
    assert figures["forks_crossed_largest_ratio"] == pytest.approx(figures["crossed_reference"], rel=1e-4)


def test_cam_and_geneva_drive_follow_their_laws():
    figures = geneva_or_cam.main(quick=True)
    assert figures["lift_error"] < 1e-9
    assert figures["force_error"] < 1e-3
    figures = geneva_or_cam.main(quick=True, mechanism="geneva")
    assert figures["largest_ratio"] == pytest.approx(figures["largest_ratio_reference"], rel=1e-3)


def test_rubber_rod_meets_the_exact_rod():
    figures = flexible_pendulum.main(quick=True)
    assert figures["largest_tip_error"] < 1e-4  # second order: 2.5e-5 at this step
    assert figures["energy_balance_error"] < 2e-4


def test_slider_crank_bends_as_its_equations_in_a_moving_frame_say():
    figures = flexible_slider_crank.main(quick=True)
    assert (
        figures["largest_deflection_error"] < 1.5e-5
    )  # of 1.4 mm; the reference has no shear and rotary inertia
    assert figures["largest_slider_error"] < 3e-5
    assert figures["energy_balance_error"] < 2e-5
    for time, (_, deflection, slider) in slider_crank_reference.REST.items():
        assert flexible_slider_crank.REFERENCE[time] == (deflection, slider)


def test_quarter_car_has_the_linear_frequency_response():
    figures = quarter_car.main(quick=True)
    assert figures["largest_relative_error"] < 1e-3
    # exact values of the linear system at 1.2 Hz, and 0.5 s after a kerb of 0.05 m
    assert figures["body_over_road_at_1.2_Hz"] == pytest.approx(2.783745225789201, rel=1e-3)
    assert figures["acceleration_at_invariant_point"] == pytest.approx(625.0, rel=1e-3)
    assert figures["body_after_kerb_m"] == pytest.approx(0.07214004622511029, abs=1e-5)


def test_full_car_has_the_modes_of_its_seven_equations():
    figures = full_car_modes.main()
    assert figures["largest_relative_difference"] < 2e-4
    assert figures["largest_difference_of_damping_ratios"] < 5e-4


@pytest.mark.slow
def test_semi_active_car_rides_better_than_the_passive_one():
    figures = vehicle_suspension.main(quick=True)
    # the paper counts 600: coordinates, multipliers and the rest
    assert figures["unknowns"] == sum(
        figures[name] for name in ("coordinates", "multipliers", "states", "outputs")
    )
    assert (figures["bodies"], figures["coordinates"]) == (45, 270)
    assert figures["states"] == 4 * 2 + 4 * 2 + 3  # tyres, dampers, integrators
    assert figures["heave_improvement_percent"] > 4.0
    assert figures["semi_active_roll_rms"] < figures["passive_roll_rms"]


ALONE = sorted(set(example_names()) - {"paper_experiments"})
"""Examples without the one that has tests of its own."""
LONG = (
    "vehicle_suspension", "tyre_curves", "slider_crank", "rotating_blade", "quarter_car", "flexible_pendulum",
    "lateral_buckling", "bouncing_ball", "universal_driveline",
)  # fmt: skip
"""Those that take a second or more."""


@pytest.mark.parametrize("name", [slow(name, *LONG) for name in ALONE])
def test_every_example_says_what_it_shows_and_writes_its_files(name, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    module = importlib.import_module(f"mbfe.examples.{name}")
    assert "eference" in (module.__doc__ or "")
    out, figures = tmp_path / "out", tmp_path / "figures.json"
    assert run_example(module.main, ["--quick", "--out", str(out), "--json", str(figures)]) == 0
    printed = capsys.readouterr().out
    assert any(title in printed for title in ('Run of "', 'Static state of "', 'Campbell diagram of "'))
    assert all(np.isfinite(value).all() for value in json.loads(figures.read_text()).values())
    suffixes = {path.suffix for path in out.iterdir() if path.is_file()}
    assert suffixes - {".h5"} == {".html", ".png", ".pvd", ".py"}
    for results in out.glob("*.h5"):
        assert mbfe.open_results(results).status == "completed"


@pytest.mark.slow
def test_an_example_is_a_script(tmp_path):
    figures = tmp_path / "new" / "figures.json"
    command = [sys.executable, str(ROOT / "examples" / "pendulum.py"), "--quick", "--json", str(figures)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert "final_angle" in done.stdout
    assert json.loads(figures.read_text())["largest_angle_error"] < 2e-5


def test_wrong_options_of_an_example_are_refused(capsys):
    assert run_example(hanging_chain.main, ["--links", "0"]) == 1
    assert "Allowed: 1 or more" in capsys.readouterr().err
    with pytest.raises(SystemExit) as leaving:
        run_example(hanging_chain.main, ["--links", "many"])
    assert leaving.value.code == 2
