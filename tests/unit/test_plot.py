"""Pictures of signals: panels, names and units, with and without a display."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from mbfe.errors import ResultsError
from mbfe.results.views import plot
from mbfe.results.views.labelled import Signal
from mbfe.results.views.plot import plot_signals

ROOT = Path(plot.__file__).parents[2]
TIME = np.linspace(0.0, 2.0, 50)


def signal(name, unit, components=()):
    values = np.sin(TIME) if not components else np.outer(TIME, np.arange(len(components)))
    return Signal(values, name=name, unit=unit, time=TIME, components=components)


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_one_panel_for_each_unit_in_the_users_names(tmp_path):
    signals = [
        signal("hinge.angle", "rad"),
        signal("rod.position", "m", ("x", "y")),
        signal("lever.angle", "rad"),
        signal("energy.total", "J"),
        signal("energy.kinetic", "J"),
    ]
    figure = plot_signals(signals, file=tmp_path / "out.png", title="pendulum")
    angle, position, energy = figure.axes
    assert legend(angle) == ["hinge.angle", "lever.angle"]
    assert legend(position) == ["rod.position.x", "rod.position.y"]
    assert [axes.get_ylabel() for axes in figure.axes] == ["angle [rad]", "position [m]", "energy [J]"]
    assert energy.get_xlabel() == "time [s]"
    assert figure.get_suptitle() == "pendulum"
    np.testing.assert_array_equal(position.lines[1].get_xdata(), TIME)
    np.testing.assert_array_equal(position.lines[1].get_ydata(), TIME)


@pytest.mark.parametrize(
    ("names", "unit", "label"),
    [
        (["hinge.angle"], "rad", "angle [rad]"),
        (["hinge.angle", "rod.lean"], "rad", "[rad]"),
        (["height"], "m", "height [m]"),
        (["height", "width"], "m", "[m]"),
        (["product"], None, "product"),
        (["cost$", "more$"], "$", r"[\$]"),
    ],
)
def test_an_axis_is_named_by_what_its_signals_share(tmp_path, names, unit, label):
    figure = plot_signals([signal(name, unit) for name in names], file=tmp_path / "out.png")
    assert figure.axes[0].get_ylabel() == label


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")])
def test_the_ending_chooses_the_format(tmp_path, ending, start):
    file = tmp_path / f"out.{ending}"
    plot_signals([signal("hinge.angle", "rad")], file=file)
    assert file.read_bytes().startswith(start)


def test_a_picture_has_lines_and_a_legend_beside_the_panel(tmp_path):
    figure = plot_signals([signal("wide", "m", tuple("abcdefghijklmno"))], file=tmp_path / "out.png")
    axes = figure.axes[0]
    styles = {(line.get_color(), line.get_linestyle()) for line in axes.lines}
    assert len(styles) == 15
    panel, words = axes.get_window_extent(), axes.get_legend().get_window_extent()
    assert words.x0 > panel.x1
    assert words.x1 <= figure.bbox.x1
    assert words.y0 >= 0


HEADLESS = """
from mbfe.results.views.labelled import Signal
from mbfe.results.views.plot import plot_signals
figure = plot_signals([Signal([0.0, 1.0], name="a", unit="m", time=[0, 1])])
print(type(figure.canvas).__name__)
"""


def test_no_display_is_needed():
    environment = {"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(Path.home())}
    command = [sys.executable, "-c", HEADLESS]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "FigureCanvasAgg"


def test_a_window_system_that_cannot_start_is_not_needed(monkeypatch):
    def no_display(**_):
        raise ImportError("Cannot load backend 'TkAgg'")

    monkeypatch.setattr("matplotlib.pyplot.figure", no_display)
    figure = plot_signals([signal("hinge.angle", "rad")])
    assert legend(figure.axes[0]) == ["hinge.angle"]


def test_mistakes_are_named(tmp_path, monkeypatch):
    with pytest.raises(ResultsError, match="no signals"):
        plot_signals([])
    with pytest.raises(ResultsError, match=r"(?s)out.unknown.*cannot be written.*png"):
        plot_signals([signal("a", "m")], file=tmp_path / "out.unknown")
    with pytest.raises(ResultsError, match=r"none/out.png.*cannot be written"):
        plot_signals([signal("a", "m")], file=tmp_path / "none" / "out.png")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ResultsError, match=r"(?s)matplotlib.*pip install 'mbfe\[plot\]'"):
        plot_signals([signal("a", "m")])
