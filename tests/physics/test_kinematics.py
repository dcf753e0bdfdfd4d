"""Kinematics of driven mechanisms: closed forms, dead points, ranges of motion, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from tests.physics.mechanisms import (
    BASE,
    COUPLER,
    CRANK,
    ROCKER,
    L,
    R,
    four_bar,
    piston,
    slider_crank,
    turned,
)
from tests.physics.support import largest, orders

CIRCLE = 2.0 * np.pi


def driven(model: mbfe.Model, coordinate: str, **motion: Any) -> mbfe.Model:
    model.add(joints.Motor("motor", coordinate, **motion))
    return model


def rocker_limits() -> tuple[float, float]:
    """Angles of the rocker [rad] where crank and coupler are in line: cosine rule on c, d and b ± a."""
    d, c = BASE, ROCKER
    reach = COUPLER + np.array([-CRANK, CRANK])
    folded, stretched = np.pi - np.arccos((c * c + d * d - reach**2) / (2.0 * c * d))
    return float(min(folded, stretched)), float(max(folded, stretched))


# ------------------------------------------------------------------ closed forms


@pytest.mark.parametrize("unit", [1.0, 1e-3, 1e3])
def test_four_bar_satisfies_freudenstein(unit: float) -> None:
    """K₁ cos ψ − K₂ cos θ + K₃ = cos(θ − ψ) and its two derivatives, to round-off, at any scale.

    Source: Freudenstein 1955; K₁ = d/a, K₂ = d/c, K₃ = (a² − b² + c² + d²)/(2ac). Bodies have no mass and
    three of the 21 rows of the spatial hinges are redundant.
    """
    a, b, c, d = (unit * length for length in (CRANK, COUPLER, ROCKER, BASE))
    motor = curves.Polynomial(0.0, 3.0, 1.5)
    run = mbfe.solve_kinematics(
        driven(four_bar(a, b, c, d), "A.angle", position=motor), duration=2.0, step=0.02
    )
    theta = np.pi / 2 + run["A"].angle.values
    rate, accel = 3.0 + 3.0 * run.time, 3.0
    psi = np.unwrap(run["rocker"].rotation_vector.values[:, 2])
    dpsi, ddpsi = run["rocker"].angular_velocity.values[:, 2], run["rocker"].angular_acceleration.values[:, 2]
    k1, k2, k3 = d / a, d / c, (a * a - b * b + c * c + d * d) / (2.0 * a * c)
    e = theta - psi
    de, dde = rate - dpsi, accel - ddpsi
    assert largest(k1 * np.cos(psi) - k2 * np.cos(theta) + k3 - np.cos(e)) < 1e-12
    assert largest(-k1 * np.sin(psi) * dpsi + k2 * np.sin(theta) * rate + np.sin(e) * de) < 1e-11
    second = -k1 * (np.cos(psi) * dpsi**2 + np.sin(psi) * ddpsi)
    second += k2 * (np.cos(theta) * rate**2 + np.sin(theta) * accel)
    assert largest(second + np.cos(e) * de**2 + np.sin(e) * dde) < 1e-8
    assert run.status == "completed"
    assert run.violation.max() < 1e-12 * unit
    assert any("3 of 21 constraint rows depend on others" in text for text in run.report["warnings"])


def test_slider_crank_has_the_motion_of_its_closed_form() -> None:
    """x = r cos φ + √(l² − r² sin² φ), its velocity and acceleration, over three turns within 1e-10.

    Source: textbook. The angle is unwrapped, and the run may also be driven by a base that carries the crank.
    """
    motor = curves.Harmonic(9.0, omega=1.3)
    model = driven(slider_crank(0.4), "main.angle", position=motor)
    run = mbfe.solve_kinematics(model, duration=3.0, step=0.01)
    phi, rate, accel = np.array([motor.derivatives(t) for t in run.time]).T
    x, dx, ddx = piston(0.4 + phi)
    assert largest(run["main"].angle.values - phi) < 1e-12
    assert largest(run["piston"].position.x.values - x) < 1e-13
    assert largest(run["piston"].velocity.x.values - dx * rate) < 1e-12
    assert largest(run["piston"].acceleration.x.values - dx * accel - ddx * rate**2) < 1e-9
    assert np.isnan(run["small end"].reaction.force.values).all()
    assert np.isnan(run["motor"].effort.values).all()


def test_base_drives_as_a_motor_does() -> None:
    """A crank welded to a turning base, with a kink in its speed between the rows: exact beside the kink."""
    ramp = curves.Ramp(0.333, 1.0, before=0.0, after=2.0)
    model = slider_crank(0.4)
    base = model.add_base("shaft", axis=(0, 0, 1), angle=ramp)
    model.add(joints.Fixed("weld", base, "crank", position=(0, 0, 0)))
    run = mbfe.solve_kinematics(model, duration=1.0, step=0.1)
    phi, rate, _ = np.array([ramp.derivatives(t) for t in run.time]).T
    x, dx, ddx = piston(0.4 + phi)
    assert largest(run["piston"].position.x.values - x) < 1e-13
    assert largest(run["piston"].velocity.x.values - dx * rate) < 1e-12
    assert largest(run["piston"].acceleration.x.values - ddx * rate**2) < 1e-8


def test_hooke_joint_over_seven_turns() -> None:
    """Two shafts at 50°: tan θ₂ = tan θ₁ / cos β, ratio cos β/(1 − sin² β cos² θ₁), over 7.35 turns.

    Source: case "universal joint, large bend angle, many turns": θ₂ = 46.005090 rad at θ₁ = 46.2 rad.
    """
    bend, speed = np.deg2rad(50.0), 12.0
    x, y, z, shaft = np.eye(3)[0], np.eye(3)[1], np.eye(3)[2], turned(bend)
    model = mbfe.Model("cardan shaft", length=1.0)
    for name, axis in (("first", x), ("second", shaft)):
        model.add(elements.MasslessBody(name))
        kind = joints.Revolute if name == "first" else joints.Cylindrical
        model.add(kind(f"bearing {name}", "ground", name, position=(0, 0, 0), axis=axis))
    frames = [
        mbfe.Frame((0, 0, 0), np.column_stack(axes)) for axes in ((y, z, x), (np.cross(z, shaft), z, shaft))
    ]
    model.add(joints.Universal("cross", "first", "second", first_frame=frames[0], second_frame=frames[1]))
    driven(model, "bearing first.angle", position=curves.Polynomial(0.0, speed))
    run = mbfe.solve_kinematics(model, duration=3.85, step=0.01)
    theta = speed * run.time
    ratio = np.cos(bend) / (1.0 - (np.sin(bend) * np.cos(theta)) ** 2)
    exact = np.unwrap(np.arctan2(np.sin(theta), np.cos(bend) * np.cos(theta)))
    assert largest(run["bearing second"].angle.values - exact) < 1e-11
    assert run["bearing second"].angle.values[-1] == pytest.approx(46.005090, abs=5e-7)
    assert largest(run["bearing second"].angle_rate.values - speed * ratio) < 1e-9


def stewart() -> tuple[mbfe.Model, np.ndarray, np.ndarray, float]:
    """Platform on six legs, each with a universal, a sliding and a ball joint; places of the joints."""
    model = mbfe.Model("Stewart platform")
    lower = np.array([1.0 * turned(k * np.pi / 3 + (-1) ** k * 0.25) for k in range(6)])
    upper = np.array([0.6 * turned(k * np.pi / 3 - (-1) ** k * 0.25) for k in range(6)])
    height = 1.1
    model.add(elements.MasslessBody("platform", position=(0, 0, height)))
    for k in range(6):
        foot, head = lower[k], upper[k] + [0, 0, height]
        along = (head - foot) / np.linalg.norm(head - foot)
        model.add(elements.MasslessBody(f"cylinder {k}", position=foot))
        model.add(elements.MasslessBody(f"rod {k}", position=head))
        model.add(joints.Universal(f"foot {k}", "ground", f"cylinder {k}", position=foot, axis=along))
        model.add(joints.Prismatic(f"leg {k}", f"cylinder {k}", f"rod {k}", position=head, axis=along))
        model.add(joints.Spherical(f"head {k}", f"rod {k}", "platform", position=head))
    return model, lower, upper, height


def test_stewart_platform_follows_the_inverse_kinematics() -> None:
    """Legs driven by their closed-form lengths |x + R u − l| move the platform as prescribed, within 1e-10.

    Source: the inverse kinematics of a parallel robot, one square root a leg. Rods turn about their own axes:
    this free motion is named, and held by universal joints at the heads.
    """
    model, lower, upper, height = stewart()

    def pose(t: float) -> tuple[np.ndarray, np.ndarray]:
        place = np.array([0.1 * np.sin(2 * t), 0.05 * t, height + 0.1 * np.sin(3 * t)])
        return place, np.array([0.2 * np.sin(t), 0.15 * np.sin(2 * t), 0.3 * np.sin(t)])

    def length(k: int, t: float) -> float:
        place, turn = pose(t)
        angle = float(np.linalg.norm(turn))
        u = upper[k]
        if angle > 0.0:
            n = turn / angle
            u = u * np.cos(angle) + np.cross(n, u) * np.sin(angle) + n * (n @ u) * (1.0 - np.cos(angle))
        return float(np.linalg.norm(place + u - lower[k]))

    for k in range(6):
        model.add(
            joints.Motor(
                f"actuator {k}", f"leg {k}.displacement",
                position=lambda t, k=k: length(k, t) - length(k, 0.0),
            )
        )  # fmt: skip
    times = np.linspace(0.0, 1.5, 16)
    run = mbfe.solve_kinematics(model, times=times)
    places, turns = zip(*(pose(t) for t in times), strict=True)
    assert largest(run["platform"].position.values - places) < 1e-10
    assert largest(run["platform"].rotation_vector.values - turns) < 1e-10
    speed = np.array([(pose(t + 1e-5)[0] - pose(t - 1e-5)[0]) / 2e-5 for t in times])
    assert largest(run["platform"].velocity.values - speed) < 1e-8


# ------------------------------------------------------------------ drives of speed


def test_speed_drives_are_integrated_with_fourth_order() -> None:
    """q̇ = 2 + sin 5t: the angle is 2t + (1 − cos 5t)/5; errors fall by 16 on halving the step."""
    errors = []
    for step in (0.1, 0.05, 0.025):
        model = driven(slider_crank(0.4), "main.angle", speed=curves.Harmonic(1.0, omega=5.0, offset=2.0))
        run = mbfe.solve_kinematics(model, duration=2.0, step=step)
        phi = 2.0 * run.time + (1.0 - np.cos(5.0 * run.time)) / 5.0
        errors.append(largest(run["main"].angle.values - phi))
        assert largest(run["piston"].position.x.values - piston(0.4 + run["main"].angle.values)[0]) < 1e-12
        assert largest(run["main"].rate.values - 2.0 - np.sin(5.0 * run.time)) < 1e-11
    assert (orders(errors) > 3.9).all()
    assert errors[-1] < 1e-6


def test_constant_and_linear_speeds_are_exact() -> None:
    """A ramp of the speed from rest: angle ½ α t², and beyond the kink a constant speed, to round-off."""
    model = driven(slider_crank(0.4), "main.angle", speed=curves.Ramp(0.0, 1.0, 0.0, 5.0))
    run = mbfe.solve_kinematics(model, duration=2.0, step=0.05)
    t = run.time
    assert largest(run["main"].angle.values - np.where(t < 1.0, 2.5 * t * t, 2.5 + 5.0 * (t - 1.0))) < 1e-12


# ------------------------------------------------------------------ dead points


@pytest.mark.parametrize("way", ["outwards", "inwards"])
def test_slider_cannot_go_beyond_its_dead_point(way: str) -> None:
    """A slider that drives ends exactly at r + l and l − r, the crank at 0 and 180°, and the run says so."""
    speed = 0.5 if way == "outwards" else -0.5
    end = L + R if way == "outwards" else L - R
    model = driven(slider_crank(1.0), "guide.displacement", position=curves.Polynomial(0.0, speed))
    run = mbfe.solve_kinematics(model, duration=2.0, step=0.01)
    assert run.status == "stopped"
    assert run.time[-1] == pytest.approx((end - piston(1.0)[0]) / speed, abs=1e-14)
    assert run["piston"].position.x.values[-1] == pytest.approx(end, abs=1e-14)
    assert 1.0 + run["main"].angle.values[-1] == pytest.approx(0.0 if speed > 0.0 else np.pi, abs=1e-12)
    (dead,) = run.dead_points
    assert dead["turning"]
    assert dead["words"].startswith(f'dead point at t = {run.time[-1]:.9g} s: Motor "motor" at a limit')
    assert np.isnan(run["crank"].angular_velocity.values[-1]).all()
    assert np.isfinite(run["crank"].angular_velocity.values[:-1]).all()


def exact_slider(t: float) -> tuple[float, float, float]:
    """Displacement of the slider for a crank that turns at 2 rad/s from 1 rad."""
    x, dx, ddx = piston(1.0 + 2.0 * t)
    return float(x - piston(1.0)[0]), float(2.0 * dx), float(4.0 * ddx)


def test_dead_points_of_a_slider_that_drives_are_found_and_passed() -> None:
    """A slider that moves as a steadily turning crank wants stops at φ = π, or is passed at π, 2π and 3π.

    Passed, the crank continues at 2 rad/s, also in a row that falls on the dead point.
    """
    model = driven(slider_crank(1.0), "guide.displacement", position=exact_slider)
    run = mbfe.solve_kinematics(model, duration=4.0, step=0.01)
    assert run.status == "stopped"
    assert run.time[-1] == pytest.approx((np.pi - 1.0) / 2.0, abs=1e-8)
    assert not run.dead_points[0]["turning"]
    assert 'dead_points="pass"' in run.dead_points[0]["words"]
    times = np.sort(np.append(np.linspace(0.0, 4.0, 161), (np.pi - 1.0) / 2.0))
    run = mbfe.solve_kinematics(model, times=times, dead_points="pass")
    assert run.status == "completed"
    found = [dead["time"] for dead in run.dead_points]
    np.testing.assert_allclose(found, [(k * np.pi - 1.0) / 2.0 for k in (1, 2)], atol=1e-7)
    assert largest(run["main"].angle.values - 2.0 * times) < 1e-9
    assert largest(run["main"].rate.values - 2.0) < 1e-6


def test_a_start_in_a_dead_point_is_said() -> None:
    """A crank in line with its rod: the slider alone does not say which way it goes."""
    model = driven(slider_crank(0.0), "guide.displacement", position=curves.Polynomial(0.0, -0.1))
    run = mbfe.solve_kinematics(model, duration=1.0, step=0.01)
    assert run.status == "stopped"
    assert len(run.time) == 1
    assert '"crank", "rod" bend or move against each other' in run.dead_points[0]["words"]


def parallelogram(cranks: int) -> mbfe.Model:
    """Cranks of 0.8 m on one coupler, 1.5 m apart, at 1 rad; the first one turns at 4 rad/s."""
    model = mbfe.Model("parallelogram")
    pin = 0.8 * turned(1.0)
    model.add(elements.MasslessBody("coupler", position=pin))
    for i in range(cranks):
        place = np.array([1.5 * i, 0.0, 0.0])
        model.add(elements.MasslessBody(f"crank {i}", position=place, orientation=(0, 0, 1.0)))
        model.add(joints.Revolute(f"pivot {i}", "ground", f"crank {i}", position=place, axis=(0, 0, 1)))
        model.add(joints.Revolute(f"pin {i}", f"crank {i}", "coupler", position=place + pin, axis=(0, 0, 1)))
    return driven(model, "pivot 0.angle", position=curves.Polynomial(0.0, 4.0))


@pytest.mark.parametrize("cranks", [2, 3])
def test_parallelogram_passes_its_poses_in_line(cranks: int) -> None:
    """All bars in one line at every half turn: dead points, passed with the coupler level to 1e-12."""
    run = mbfe.solve_kinematics(parallelogram(cranks), duration=4.0, step=0.02, dead_points="pass")
    found = [dead["time"] for dead in run.dead_points]
    np.testing.assert_allclose(found, [(k * np.pi - 1.0) / 4.0 for k in range(1, 6)], atol=1e-8)
    assert largest(run["coupler"].rotation_vector.values) < 1e-12
    assert largest(run[f"pivot {cranks - 1}"].rate.values - 4.0) < 1e-9


def test_rocker_as_a_drive_stops_at_its_limit() -> None:
    """Crank and coupler in one line, by the cosine rule, within 1e-12."""
    low, high = rocker_limits()
    start = drawn_rocker()
    for rate, limit in ((1.0, high), (-1.0, low)):
        run = mbfe.solve_kinematics(
            driven(four_bar(), "D.angle", position=curves.Polynomial(0.0, rate)), duration=3.0, step=0.02
        )
        assert run.status == "stopped"
        assert start + run["D"].angle.values[-1] == pytest.approx(limit, abs=1e-12)
        b = run["crank"].position_at((CRANK, 0, 0)).values[-1]
        c = run["rocker"].position_at((ROCKER, 0, 0)).values[-1]
        assert abs(np.cross(b, c)[2]) < 1e-6  # the angle is exact to second order in this


def drawn_rocker() -> float:
    """Angle of the rocker as drawn."""
    model = four_bar()
    frame = model.nodes["rocker"].frame
    return float(2.0 * np.arctan2(frame.orientation[3], frame.orientation[0]))


# ------------------------------------------------------------------ ranges of motion


@pytest.mark.parametrize("unit", [1e-3, 1.0, 1e3])
def test_range_of_motion_does_not_depend_on_units(unit: float) -> None:
    """Millimetres, metres and kilometres: the same limits of the rocker within 1e-11."""
    lengths = (unit * length for length in (CRANK, COUPLER, ROCKER, BASE))
    found = mbfe.range_of_motion(four_bar(*lengths), "D.angle")
    assert found.high == pytest.approx(rocker_limits()[1] - drawn_rocker(), abs=1e-11)
    assert found.low == pytest.approx(rocker_limits()[0] - drawn_rocker(), abs=1e-11)


@pytest.mark.slow
def test_range_of_motion_of_a_crank_rocker() -> None:
    """The rocker swings between the two poses in line; the crank, shortest by Grashof, turns around."""
    found = mbfe.range_of_motion(four_bar(), "D.angle")
    low, high = rocker_limits()
    assert found.low == pytest.approx(low - drawn_rocker(), abs=1e-12)
    assert found.high == pytest.approx(high - drawn_rocker(), abs=1e-12)
    assert found.drawn == pytest.approx(0.0, abs=1e-14)
    assert not found.unlimited
    assert "°" in str(found)
    assert mbfe.range_of_motion(four_bar(), "A.angle").unlimited


def test_range_of_motion_of_a_double_rocker() -> None:
    """s + l > p + q: the crank stops where coupler and rocker are in line, ±acos((a² + d² − (b+c)²)/2ad).

    Source: Grashof's criterion and the cosine rule.
    """
    a, b, c, d = 2.0, 2.2, 2.4, 4.0
    found = mbfe.range_of_motion(four_bar(a, b, c, d, angle=1.0), "A.angle")
    limit = np.arccos((a * a + d * d - (b + c) ** 2) / (2.0 * a * d))
    assert found.high == pytest.approx(limit - 1.0, abs=1e-12)
    assert found.low == pytest.approx(-limit - 1.0, abs=1e-12)


def test_stroke_of_a_slider_crank() -> None:
    """2 r, between l − r and l + r; the pose at an end is a state for other analyses."""
    found = mbfe.range_of_motion(slider_crank(1.0), "guide.displacement")
    assert found.high - found.low == pytest.approx(2.0 * R, abs=1e-14)
    assert found.poses[1].motion[3, 0] == pytest.approx(L + R, abs=1e-14)


# ------------------------------------------------------------------ curves


def test_path_of_a_point_is_a_closed_curve(tmp_path: Path) -> None:
    """The pin of the crank draws a circle: length 2πr and area πr² within 2e-7 with 60 rows; a coupler curve
    is closed and written as picture and table.
    """
    model = driven(four_bar(), "A.angle", position=curves.Polynomial(0.0, CIRCLE))
    run = mbfe.solve_kinematics(model, duration=1.0, step=1.0 / 60.0)
    circle = run["crank"].path_of((CRANK, 0, 0))
    assert circle.closed
    assert circle.length == pytest.approx(CIRCLE * CRANK, rel=2e-7)
    np.testing.assert_allclose(circle.area, [0, 0, np.pi * CRANK**2], atol=2e-6)
    path = run["coupler"].path_of((1.5, 1.0, 0.0))
    assert path.closed
    path.plot(file=tmp_path / "curve.png")
    path.to_csv(tmp_path / "curve.csv")
    assert (tmp_path / "curve.png").stat().st_size > 5000
    head, *lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert head.startswith("time [s],coupler.position.x [m]")
    assert len(lines) == 61
    with pytest.raises(mbfe.ResultsError, match="two of"):
        path.plot(plane="xx", file=tmp_path / "no.png")


def test_files_and_states(tmp_path: Path) -> None:
    """A kinematic run opens again with its dead points, goes to ParaView, and starts other analyses."""
    model = driven(slider_crank(1.0), "guide.displacement", position=curves.Polynomial(0.0, 0.5))
    run = mbfe.solve_kinematics(model, duration=1.0, step=0.02, file=tmp_path / "run.h5")
    again = mbfe.open_results(tmp_path / "run.h5")
    assert isinstance(again, mbfe.MotionRun)
    assert again.dead_points == run.dead_points
    assert run.to_paraview(tmp_path).exists()
    assert "Kinematics" in str(run)
    turning_back = curves.Polynomial(float(run["main"].angle[5]), -1.0)
    model = driven(slider_crank(1.0), "main.angle", position=turning_back)
    here = run.at(run.time[5])
    back = mbfe.solve_kinematics(model, duration=0.1, step=0.1, state=here, time=0.0)
    assert back["piston"].position.x.values[0] == pytest.approx(run["piston"].position.x.values[5], abs=1e-13)


# ------------------------------------------------------------------ refusals


def test_free_motions_are_named() -> None:
    with pytest.raises(mbfe.ModelError) as caught:
        mbfe.solve_kinematics(slider_crank(1.0), duration=1.0, step=0.1)
    text = str(caught.value)
    assert "leave 1 motion(s) free" in text
    assert 'Drive one of "main.angle", "big end.angle", "small end.angle", "guide.displacement"' in text


def test_drives_that_contradict_each_other_are_refused() -> None:
    model = driven(slider_crank(1.0), "guide.displacement", position=curves.Polynomial(0.0, 0.1))
    model.add(joints.Motor("other", "main.angle", position=curves.Polynomial(0.0, 1.0)))
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_kinematics(model, duration=1.0, step=0.1)
    assert 'are inconsistent with Motor "motor" and Motor "other"' in str(caught.value)
    assert caught.value.results.status == "failed"


def test_beams_are_free_motions() -> None:
    model = mbfe.Model("beam")
    section = mbfe.Section.rectangle(E=2e11, nu=0.3, density=7850.0, width=0.02, height=0.002)
    line = mbfe.lines.straight((0, 0, 0), (1, 0, 0))
    model.add(elements.Beam("rod", line=line, section=section, n_elements=2, up=(0, 0, 1)))
    model.add(joints.Revolute("hinge", "ground", "rod.start", position=(0, 0, 0), axis=(0, 0, 1)))
    driven(model, "hinge.angle", position=curves.Polynomial(0.0, 1.0))
    with pytest.raises(mbfe.ModelError, match="Beams bend: take rigid bodies"):
        mbfe.solve_kinematics(model, duration=1.0, step=0.1)


def test_an_error_of_a_time_function_is_passed_on() -> None:
    def position(t: float) -> tuple[float, float, float]:
        if t > 0.5:
            raise ZeroDivisionError("no such time")
        return t, 1.0, 0.0

    model = driven(slider_crank(1.0), "main.angle", position=position)
    with pytest.raises(mbfe.SolveError, match='Motor "motor": its function raised Zero') as caught:
        mbfe.solve_kinematics(model, duration=1.0, step=0.1)
    assert caught.value.results.time[-1] >= 0.4


@pytest.mark.slow
def test_a_jump_of_a_drive_is_refused() -> None:
    model = driven(slider_crank(1.0), "main.angle", position=lambda t: (0.0 if t < 0.5 else 1.0, 0.0, 0.0))
    with pytest.raises(mbfe.SolveError, match="cannot follow its drives"):
        mbfe.solve_kinematics(model, duration=1.0, step=0.1)


def test_a_start_beside_the_drive_is_refused_or_projected() -> None:
    model = driven(slider_crank(1.0), "main.angle", position=curves.Polynomial(0.1, 1.0))
    with pytest.raises(mbfe.ModelError, match='Motor "motor"'):
        mbfe.solve_kinematics(model, duration=1.0, step=0.1)
    run = mbfe.solve_kinematics(model, duration=1.0, step=0.1, initial="project")
    assert largest(run["piston"].position.x.values - piston(1.1 + run.time)[0]) < 1e-13


@pytest.mark.parametrize(
    "options",
    [
        {"duration": 1.0},
        {"step": 0.1},
        {"duration": -1.0, "step": 0.1},
        {"times": [0.0, 0.2, 0.1]},
        {"times": [0.0, 1.0], "step": 0.1},
        {"duration": 1.0, "step": 2.0},
        {"duration": 1.0, "step": 0.1, "dead_points": "ignore"},
        {"duration": 1.0, "step": 0.1, "initial": "maybe"},
    ],
)
def test_wrong_arguments_are_refused(options: dict[str, Any]) -> None:
    model = driven(slider_crank(1.0), "main.angle", position=curves.Polynomial(0.0, 1.0))
    with pytest.raises(mbfe.ModelError):
        mbfe.solve_kinematics(model, **options)


def test_states_have_no_kinematics() -> None:
    model = driven(slider_crank(1.0), "main.angle", position=curves.Polynomial(0.0, 1.0))
    model.add(elements.Equations("lag", states=("level",), rate=lambda t, x: [-x[0]]))
    with pytest.raises(mbfe.ModelError, match=r"lag\.level.*no place in kinematics"):
        mbfe.solve_kinematics(model, duration=1.0, step=0.1)


# ------------------------------------------------------------------ more than half a turn from row to row


def fast_crank(speed: float, *, by_speed: bool) -> mbfe.Model:
    """A crank of 0.1 m, a rod of 0.3 m and a slider, driven at a constant speed."""
    model = mbfe.Model("fast crank")
    for name, x in (("crank", 0.05), ("rod", 0.25), ("slider", 0.4)):
        model.add(elements.RigidBody(name, position=(x, 0, 0), mass=1.0, inertia=(0.01, 0.01, 0.01)))
    model.add(joints.Revolute("shaft", model.ground, "crank", position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("pin", "crank", "rod", position=(0.1, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("wrist", "rod", "slider", position=(0.4, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Prismatic("rail", model.ground, "slider", position=(0.4, 0, 0), axis=(1, 0, 0)))
    drive = {"speed": speed} if by_speed else {"position": curves.Polynomial(0.0, speed)}
    model.add(joints.Motor("drive", "shaft.angle", **drive))
    return model


@pytest.mark.parametrize("by_speed", [True, False])
@pytest.mark.parametrize("speed", [630.0, 2.0 * np.pi / 5e-3, -1000.0, 2000.0])
def test_rows_may_be_whole_turns_apart(speed: float, by_speed: bool) -> None:
    """Rows of 5 ms between which a crank turns by up to 10 rad: angles keep their turns.

    x = r cos φ + √(l² − r² sin² φ); the pin turns back by φ + asin(r/l sin φ), the wrist by that asin.
    """
    for solve in (mbfe.solve_kinematics, mbfe.solve_inverse):
        run = solve(fast_crank(speed, by_speed=by_speed), duration=0.015, step=5e-3)
        phi = speed * run.time
        rod = np.arcsin(0.1 / 0.3 * np.sin(phi))
        assert np.allclose(run["shaft"].angle, phi, atol=1e-9)
        assert np.allclose(run["pin"].angle, -phi - rod, atol=1e-7)
        assert np.allclose(run["wrist"].angle, rod, atol=1e-7)
        slider = 0.1 * np.cos(phi) + 0.3 * np.cos(rod)
        assert np.allclose(run["slider"].position.x, slider, atol=1e-8)


@pytest.mark.parametrize("ratio", [-1.0, 1.0])
def test_whole_turns_of_bodies_that_turn_against_each_other(ratio: float) -> None:
    """Two shafts in one line, driven from the ground: the angle between them is the difference of theirs."""
    model, speed = mbfe.Model("shafts"), 900.0
    for name, z, rate in (("low", 0.0, speed), ("high", 1.0, ratio * speed)):
        model.add(elements.RigidBody(name, position=(0, 0, z), mass=1.0, inertia=(1, 1, 1)))
        model.add(joints.Revolute(f"{name} bearing", model.ground, name, position=(0, 0, z), axis=(0, 0, 1)))
        model.add(joints.Motor(f"{name} drive", f"{name} bearing.angle", speed=rate))
    model.add(joints.Cylindrical("between", "low", "high", position=(0, 0, 0.5), axis=(0, 0, 1)))
    run = mbfe.solve_kinematics(model, duration=0.02, step=5e-3)
    assert np.allclose(run["between"].angle, (ratio - 1.0) * speed * run.time, atol=1e-9)


@pytest.mark.parametrize("total", [3.0, 2.0 * np.pi, 10.0, 40.0])
def test_a_drive_that_rests_at_both_rows_turns_all_the_same(total: float) -> None:
    """A smooth step of several radians between two rows that are both at rest."""
    model = mbfe.Model("step")
    model.add(elements.RigidBody("arm", position=(0.1, 0, 0), mass=1.0, inertia=(1, 1, 1)))
    model.add(joints.Revolute("shaft", model.ground, "arm", position=(0, 0, 0), axis=(0, 0, 1)))
    step = curves.SmoothStep(start=0.0, end=0.1, before=0.0, after=total)
    model.add(joints.Motor("drive", "shaft.angle", position=step))
    run = mbfe.solve_kinematics(model, times=[0.0, 0.1, 0.2])
    assert np.allclose(run["shaft"].angle, [0.0, total, total], atol=1e-9)


def test_platform_on_six_legs_yaws_to_fichters_pose() -> None:
    """At a yaw of 90° the lengths of the legs do not determine the pose (Fichter 1986, IJRR 5(2))."""

    def circle(radius: float, half: float) -> np.ndarray:
        angle = np.radians(np.repeat(120.0 * np.arange(3), 2) + half * np.array([-1, 1] * 3))
        return radius * np.c_[np.cos(angle), np.sin(angle), np.zeros(6)]

    feet, heads = circle(0.6, 12.0), circle(0.35, 48.0) + (0.0, 0.0, 0.7)
    model = mbfe.Model("platform")
    model.add(elements.MasslessBody("platform"))
    time = np.linspace(0.0, 1.0, 401)
    c, s = np.cos(1.75 * time), np.sin(1.75 * time)
    for k, (foot, head) in enumerate(zip(feet, heads, strict=True)):
        x, y, z = head
        lengths = np.linalg.norm(np.c_[c * x - s * y, s * x + c * y, 0.0 * c + z] - foot, axis=1)
        table = curves.Table(tuple(time), tuple(lengths - lengths[0]))
        model.add(elements.MasslessBody(f"cylinder {k}", position=foot))
        model.add(elements.MasslessBody(f"rod {k}", position=head))
        along = {"axis": head - foot}
        model.add(joints.Universal(f"foot {k}", "ground", f"cylinder {k}", position=foot, **along))
        model.add(joints.Prismatic(f"leg {k}", f"cylinder {k}", f"rod {k}", position=foot, **along))
        model.add(joints.Spherical(f"head {k}", f"rod {k}", "platform", position=head))
        model.add(joints.Motor(f"drive {k}", f"leg {k}.displacement", position=table))
    run = mbfe.solve_kinematics(model, duration=1.0, step=0.02)
    assert run.status == "stopped"
    assert 1.75 * run.time[-1] == pytest.approx(0.5 * np.pi, abs=1e-6)
    drives = ", ".join(f'Motor "drive {k}"' for k in range(5))
    assert f'{drives} and Motor "drive 5" do not determine the motion' in run.dead_points[0]["words"]
    assert "while they stand still" in run.dead_points[0]["words"]
