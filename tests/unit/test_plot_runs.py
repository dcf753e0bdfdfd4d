"""Pictures of runs: panels, comparison, events, phase portraits; colours that all people distinguish."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("matplotlib")

import mbfe
from mbfe import elements, joints
from mbfe.elements import contacts
from mbfe.errors import ResultsError
from mbfe.files.figures import PALETTE
from mbfe.results.views.labelled import Signal
from mbfe.results.views.panels import MANY_MARKS

FALL, RADIUS, RESTITUTION, GRAVITY = 0.5, 0.1, 0.6, 9.81


def pendulum(step: float, **settings: Any) -> mbfe.Run:
    model = mbfe.Model("pendulum", gravity=(0, 0, -GRAVITY))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    return mbfe.solve_dynamic(model, duration=0.5, step=step, **settings)


@pytest.fixture(scope="module")
def fine() -> mbfe.Run:
    return pendulum(0.01)


@pytest.fixture(scope="module")
def coarse() -> mbfe.Run:
    return pendulum(0.05)


@pytest.fixture(scope="module")
def ball() -> mbfe.Run:
    """A ball that falls on the floor and rebounds with a part of its speed."""
    model = mbfe.Model("ball", gravity=(0, 0, -GRAVITY))
    place = (0, 0, FALL + RADIUS)
    body = model.add(elements.RigidBody("ball", position=place, mass=1.0, inertia=(4e-3, 4e-3, 4e-3)))
    law, probe = contacts.Rigid(restitution=RESTITUTION), contacts.Ball(radius=RADIUS)
    model.add(elements.Contact("floor", body, model.ground, probe=probe, law=law))
    return mbfe.solve_dynamic(model, duration=0.9, step=0.01)


def words(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


def drawn(figure: Any, panel: int = 0) -> list[Any]:
    return list(figure.axes[panel].get_lines())


def test_a_list_has_a_panel_of_its_own_with_an_axis_at_each_side(fine: mbfe.Run, tmp_path: Path) -> None:
    figure = fine.plot(["hinge.angle", "hinge.rate"], "energy.total", file=tmp_path / "out.png")
    angle, energy, rate = figure.axes  # the second axis of a panel follows
    labels = [axes.get_ylabel() for axes in (angle, rate, energy)]
    assert labels == ["angle [rad]", "rate [rad/s]", "total [J]"]
    assert angle.bbox.bounds == rate.bbox.bounds
    assert words(angle) == ["hinge.angle", "hinge.rate"]
    assert angle.get_shared_x_axes().joined(angle, energy)
    assert energy.get_xlabel() == "time [s]"
    assert figure.get_suptitle() == "pendulum"
    np.testing.assert_array_equal(rate.get_lines()[0].get_ydata(), fine["hinge"].rate.values)
    figure.draw_without_rendering()
    text = angle.get_legend().get_window_extent()
    assert text.x0 > rate.yaxis.label.get_window_extent().x1
    assert text.x1 <= figure.bbox.x1


def test_signals_that_were_computed_are_drawn(fine: mbfe.Run, tmp_path: Path) -> None:
    figure = fine.plot(np.degrees(fine["hinge"].angle), file=tmp_path / "out.svg")
    assert figure.axes[0].get_ylabel() == "angle [deg]"


def test_runs_are_compared_in_one_panel(fine: mbfe.Run, coarse: mbfe.Run, tmp_path: Path) -> None:
    figure = mbfe.plot(
        [fine, coarse], "hinge.angle", "rod.position.x", labels=["fine", "coarse"], file=tmp_path / "a.png"
    )
    angle, place = figure.axes
    assert words(angle) == words(place) == ["fine", "coarse"]
    assert [angle.get_ylabel(), place.get_ylabel()] == ["hinge.angle [rad]", "rod.position.x [m]"]
    first, second = drawn(figure)
    np.testing.assert_array_equal(first.get_xdata(), fine.time)
    np.testing.assert_array_equal(second.get_xdata(), coarse.time)
    assert first.get_color() != second.get_color()
    assert first.get_linestyle() != second.get_linestyle()


def test_several_signals_of_several_runs(fine: mbfe.Run, coarse: mbfe.Run, tmp_path: Path) -> None:
    """A colour for each signal, a dash for each run, and both in the legend."""
    figure = mbfe.plot([fine, coarse], ["energy.kinetic", "energy.total"], file=tmp_path / "a.png")
    assert words(figure.axes[0]) == [
        "energy.kinetic, pendulum 1", "energy.kinetic, pendulum 2",
        "energy.total, pendulum 1", "energy.total, pendulum 2",
    ]  # fmt: skip
    one, same, other, _ = drawn(figure)
    assert one.get_color() == same.get_color() != other.get_color()
    assert one.get_linestyle() == other.get_linestyle() != same.get_linestyle()


def test_impacts_are_marked_where_they_happen(ball: mbfe.Run, tmp_path: Path) -> None:
    """The times of the first two impacts are those of free flight, √(2h/g) and 2e√(2h/g) later."""
    figure = ball.plot("ball.position.z", file=tmp_path / "out.png")
    (lines,) = figure.axes[0].collections
    first = np.sqrt(2.0 * FALL / GRAVITY)
    expected = [first, first * (1.0 + 2.0 * RESTITUTION)]
    at = sorted({float(segment[0, 0]) for segment in lines.get_segments()})
    np.testing.assert_allclose(at[:2], expected, atol=2e-4)
    assert words(figure.axes[0]) == ["ball.position.z", "floor"]
    assert not ball.plot("ball.position.z", events=False, file=tmp_path / "b.png").axes[0].collections
    both = mbfe.plot([ball, ball], "ball.position.z", file=tmp_path / "c.png")
    assert not both.axes[0].collections
    assert (
        mbfe.plot([ball, ball], "ball.position.z", events=True, file=tmp_path / "d.png").axes[0].collections
    )


def test_discontinuities_and_the_end_are_marked(tmp_path: Path) -> None:
    model = mbfe.Model("pushed")
    body = model.add(elements.PointMass("body", mass=1.0))
    step = mbfe.curves.Table([0.0, 0.3, 0.3, 1.0], [0.0, 0.0, 2.0, 2.0])
    model.add(elements.Force("push", body, (step, 0, 0)))
    stop = mbfe.StopWhen("body.velocity.x", 0.5, "rising")
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01, stop=stop)
    figure = run.plot("body.velocity.x", file=tmp_path / "out.png")
    assert words(figure.axes[0]) == ["body.velocity.x", "discontinuity", "stop condition"]
    jump, end = ([s[0, 0] for s in each.get_segments()] for each in figure.axes[0].collections)
    np.testing.assert_allclose([*jump, *end], [0.3, 0.3 + 0.5 / 2.0], atol=1e-9)


def test_many_events_are_ticks(tmp_path: Path) -> None:
    """A rod of square-wave force switches at each half period: more instants than lines could show."""
    model = mbfe.Model("shaken")
    body = model.add(elements.PointMass("body", mass=1.0))
    corners = np.repeat(np.arange(0.05, 0.96, 0.05), 2)
    levels = np.tile([0.0, 1.0, 1.0, 0.0], 10)[: len(corners)]
    shaking = mbfe.curves.Table([0.0, *corners, 1.0], [0.0, *levels, levels[-1]])
    model.add(elements.Force("shaking", body, (shaking, 0, 0)))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    figure = run.plot("body.position.x", "body.velocity.x", file=tmp_path / "out.png")
    assert len(corners) / 2 == 19 > MANY_MARKS
    assert words(figure.axes[0])[1:] == ["discontinuity, 19 times"]
    assert words(figure.axes[1]) == ["body.velocity.x"]
    (ticks,) = figure.axes[1].collections
    assert all(0.9 < segment[0, 1] < segment[1, 1] for segment in ticks.get_segments())


def test_a_static_path_has_its_own_axis(tmp_path: Path) -> None:
    model = mbfe.Model("pulled")
    body = model.add(elements.PointMass("body", mass=1.0))
    model.add(elements.Bushing("rubber", model.ground, body, stiffness=[1.0, 1.0, 1.0, 0, 0, 0]))
    model.add(elements.Force("pull", body, (1.0, 0, 0)))
    run = mbfe.solve_static(model, load_factor=[0.5, 1.0])
    figure = run.plot("body.position.x", file=tmp_path / "out.png")
    assert figure.axes[0].get_xlabel() == "load factor"
    assert not figure.axes[0].collections
    motion = mbfe.solve_dynamic(model, duration=0.1, step=0.01)
    with pytest.raises(ResultsError, match=r'plot: runs: they are over "load factor" and "time \[s\]"'):
        mbfe.plot([run, motion], "body.position.x")
    with pytest.raises(ResultsError, match=r"StaticRun.spectrum.*not over time, but over load factor"):
        run.spectrum("body.position.x")


def test_a_phase_portrait_has_names_units_and_events(ball: mbfe.Run, tmp_path: Path) -> None:
    figure = ball.plot_phase("ball.position.z", "ball.velocity.z", file=tmp_path / "out.png")
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("ball.position.z [m]", "ball.velocity.z [m/s]")
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["start", "events", "end"]
    path, start, events, end = drawn(figure)
    np.testing.assert_array_equal(path.get_xdata(), ball["ball"].position.z.values)
    assert [start.get_xdata()[0], start.get_ydata()[0]] == [FALL + RADIUS, 0.0]
    assert end.get_xdata()[0] == ball["ball"].position.z.values[-1]
    # before and after the first impact: v = √(2gh), then −e v
    speed = np.sqrt(2.0 * GRAVITY * FALL)
    np.testing.assert_allclose(events.get_ydata()[:2], [-speed, RESTITUTION * speed], rtol=2e-3)


def test_mistakes_are_named(fine: mbfe.Run, coarse: mbfe.Run) -> None:
    with pytest.raises(ResultsError, match=r'(?s)"hinge.angel".*hinge.angle'):
        fine.plot("hinge.angel")
    with pytest.raises(ResultsError, match=r"no signals"):
        fine.plot()
    with pytest.raises(ResultsError, match=r"(?s)Run.plot: names.*3 was given"):
        fine.plot(["hinge.angle", 3])
    with pytest.raises(ResultsError, match=r"an empty list"):
        fine.plot([])
    with pytest.raises(ResultsError, match=r"a panel of 3 units: hinge.angle \[rad\], hinge.rate \[rad/s\]"):
        fine.plot(["hinge.angle", "hinge.rate", "energy.total"])
    with pytest.raises(ResultsError, match=r"(?s)labels: 1 for 2 runs.*one for each run"):
        mbfe.plot([fine, coarse], "hinge.angle", labels=["fine"])
    with pytest.raises(ResultsError, match=r"(?s)plot: runs.*the results of a run"):
        mbfe.plot("hinge.angle", "rod.position")  # type: ignore[arg-type]
    with pytest.raises(ResultsError, match=r"runs: none is given"):
        mbfe.plot([], "hinge.angle")
    with pytest.raises(ResultsError, match=r'(?s)"rod.position".*3 numbers.*"rod.position.x"'):
        fine.plot_phase("rod.position", "hinge.angle")
    other = Signal([0.0, 1.0], name="other", unit="m", time=[0.0, 1.0])
    with pytest.raises(ResultsError, match=r'"hinge.angle" and "other" have different times'):
        fine.plot_phase("hinge.angle", other)


# How people without one kind of cone see linear RGB: Viénot, Brettel and Mollon (1999), Color Res. Appl. 24,
# 243, by the matrices that daltonize and other programs derive from it; and for the blue cones Machado,
# Oliveira and Fernandes (2009), IEEE Trans. Vis. Comput. Graph. 15, 1291, table 1 at severity 1.
SEEN = {
    "all cones": np.eye(3),
    "no red cones": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                              [-0.003882, -0.048116, 1.051998]]),
    "no green cones": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                                [-0.011820, 0.042940, 0.968881]]),
    "no blue cones": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                               [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
JUST_NOTICED = 2.3
"""Difference ΔE in CIE L*a*b* that an observer just notices (Mahy, Van Eycken and Oosterlinck 1994)."""


def lab(colour: str, seen: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of a colour as it is seen."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    linear = np.clip(seen @ linear, 0.0, 1.0)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = (to_xyz @ linear) / np.array([0.95047, 1.0, 1.08883])
    f = [t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", SEEN)
def test_colours_differ_for_all_kinds_of_colour_vision(vision: str) -> None:
    for one, other in itertools.combinations(PALETTE, 2):
        difference = np.linalg.norm(lab(one, SEEN[vision]) - lab(other, SEEN[vision]))
        assert difference > 4.0 * JUST_NOTICED, (one, other)
