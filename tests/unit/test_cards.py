"""What notebooks show of models and results: numbers, names as text, small curves, scenes in frames."""

from __future__ import annotations

import base64
import gzip
import html
import os
import re
import signal
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, shapes
from mbfe.analyses.progress import uninterrupted
from mbfe.files.cards import HEIGHT, MOST_ROWS, WIDTH, Markup, card, curve_of, table
from mbfe.results.views.labelled import Signal
from tests.browser import Browser

HOSTILE = "<img src=x onerror='broken=1'>"
LENGTH, MASS, GRAVITY = 1.0, 2.0, 9.81
INERTIA = MASS * LENGTH**2 / 12.0


class Seen(HTMLParser):
    """Texts of the cells of tables, row by row, and the tags of a piece of HTML; it must be well formed."""

    EMPTY = ("br", "path")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        if tag not in self.EMPTY:
            self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if {"td", "th"} & set(self._open):
            self.rows[-1][-1] += data

    def row(self, name: str) -> list[str]:
        """The rest of the row that begins with a name."""
        return next(row[1:] for row in self.rows if row[:1] == [name])


def pendulum(name: str = "pendulum", rod: str = "rod") -> mbfe.Model:
    """A rod on a hinge, hanging at rest in its drawn pose."""
    model = mbfe.Model(name, gravity=(0, 0, -GRAVITY))
    about: dict[str, Any] = {"mass": MASS, "inertia": (INERTIA, INERTIA, 1e-3)}
    shape = shapes.box(size=(0.05, 0.05, LENGTH))
    body = model.add(elements.RigidBody(rod, position=(0, 0, -0.5 * LENGTH), shape=shape, **about))
    hinge = joints.Revolute("hinge", model.ground, body, position=(0, 0, 0), axis=(0, 1, 0), rate=1.0)
    model.add(hinge)
    return model


def shown(thing: Any) -> Seen:
    return Seen(thing._repr_html_())


@pytest.fixture(scope="module")
def model() -> mbfe.Model:
    return pendulum(f"pendulum {HOSTILE}", rod=f"rod {HOSTILE}")


@pytest.fixture(scope="module")
def run(model: mbfe.Model) -> mbfe.Run:
    return mbfe.solve_dynamic(model, duration=0.2, step=0.01)


@pytest.fixture(scope="module")
def rest(model: mbfe.Model) -> mbfe.StaticRun:
    return mbfe.solve_static(model)


@pytest.fixture(scope="module")
def failed() -> mbfe.SolveError:
    model = mbfe.Model("failing")
    bob = model.add(elements.PointMass("bob", mass=1.0, velocity=(1, 0, 0)))
    law = lambda t, state: (-1e9 if state.position[0] > 0.03 else 0.0, 0, 0)  # noqa: E731
    model.add(elements.Force(f"wall {HOSTILE}", bob, law))
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    return caught.value


def frame_of(markup: str) -> str:
    """Page in the frame of a piece of HTML, unpacked."""
    outer = re.search(r'<iframe srcdoc="([^"]*)"', markup)
    assert outer is not None
    packed = re.search(r'id="page">([^<]*)<', html.unescape(outer[1]))
    assert packed is not None
    return gzip.decompress(base64.b64decode(packed[1])).decode("utf-8")


# ------------------------------------------------------------------ what is shown


def test_a_model_shows_items_freedoms_and_its_scene(model: mbfe.Model) -> None:
    seen = shown(model)
    assert seen.row("RigidBody") == ["1", f"rod {HOSTILE}"]
    assert seen.row("Revolute") == ["1", "hinge"]
    assert seen.row("freedom") == ["1 degree of freedom"]
    assert "iframe" in seen.tags
    assert 'id="scene"' in frame_of(model._repr_html_())


def test_a_model_that_is_wrong_says_so() -> None:
    empty = mbfe.Model("empty")
    assert shown(empty).row("freedom") == ["no items"]
    wrong = mbfe.Model("wrong")
    bob = wrong.add(elements.PointMass("bob", mass=1.0))
    wrong.add(elements.Force("push", bob, lambda t, state: 1 / 0))
    assert "1 / 0" not in shown(wrong).text
    assert shown(wrong).row("PointMass") == ["1", "bob"]


def test_a_run_shows_how_it_went(run: mbfe.Run) -> None:
    seen = shown(run)
    assert seen.row("status") == ["completed"]
    assert seen.row("rows") == ["21, time 0 to 0.2 s"]
    assert seen.row("hinge") == ["Revolute", ", ".join(run["hinge"].signals)]
    # energies at the start: ½ J ω² about the hinge, less the weight at the centre
    start = 0.5 * (INERTIA + MASS * (LENGTH / 2.0) ** 2) - MASS * GRAVITY * LENGTH / 2.0
    low, high = map(float, re.findall(r"-?\d+\.\d+", seen.row("total energy")[0]))
    assert low == pytest.approx(start, abs=1e-4)
    assert high == pytest.approx(start, abs=1e-4)


def test_static_and_kinematic_runs(rest: mbfe.StaticRun) -> None:
    seen = shown(rest)
    assert seen.row("load factor") == ["1"]
    assert seen.row("rows")[0].endswith("load factor 1 to 1") or "load factor" in seen.row("rows")[0]
    driven = pendulum()
    driven.add(joints.Motor("motor", "hinge.angle", position=mbfe.curves.Polynomial(0.0, 1.0)))
    motion = mbfe.solve_kinematics(driven, duration=0.1, step=0.05)
    assert shown(motion).row("rows") == ["3, time 0 to 0.1 s"]
    assert shown(motion).text.startswith('Kinematics of "pendulum"')


def test_modes_show_the_frequency_of_the_pendulum(model: mbfe.Model, rest: mbfe.StaticRun) -> None:
    """√(m g l / J)/2π of a compound pendulum."""
    seen = shown(mbfe.solve_modes(model, about=rest))
    inertia = INERTIA + MASS * (LENGTH / 2.0) ** 2
    expected = np.sqrt(MASS * GRAVITY * LENGTH / 2.0 / inertia) / (2.0 * np.pi)
    assert float(seen.row("0")[0]) == pytest.approx(expected, rel=1e-5)
    assert seen.row("0")[-1] == f"rod {HOSTILE} 100 %"


def test_an_audit_shows_freedoms_and_findings(model: mbfe.Model) -> None:
    audit = model.audit()
    seen = shown(audit)
    assert seen.row("freedom")[0].startswith("1 degree of freedom: 6 unknowns less 5")
    assert seen.row("mass")[0] == "2 kg"
    assert all(finding.words in seen.text for finding in audit.findings)


def test_a_diagnosis_shows_its_evidence_and_remedies(failed: mbfe.SolveError) -> None:
    seen = shown(failed.diagnosis)
    assert f"wall {HOSTILE}" in seen.row("kinks")[0]
    assert seen.row("remedies")[0].startswith("1. ")
    assert shown(failed.results).row("status") == ["failed"]
    assert failed.diagnosis.failure in shown(failed.results).text
    # the report as text has the same lines
    for _, texts in [(row[0], row[1:]) for row in seen.rows]:
        assert all(text[:20] in str(failed.diagnosis) for text in texts)


def test_a_section_shows_its_stiffness() -> None:
    """EA and EI of a rectangle in closed form."""
    E, width, height = 70e9, 0.02, 0.04
    section = mbfe.Section.rectangle(E=E, nu=0.33, density=2700.0, width=width, height=height)
    seen = shown(section)
    assert float(seen.row("axial stiffness EA")[0].split()[0]) == pytest.approx(E * width * height)
    bending = [float(part) for part in re.findall(r"[\d.]+(?= N m²)", seen.row("bending stiffness")[0])]
    assert bending == pytest.approx([E * width * height**3 / 12, E * height * width**3 / 12], rel=1e-5)
    assert "stiffness" not in [row[0] for row in seen.rows]
    coupled = shown(section.shift(0.01, 0.0))
    assert coupled.row("stiffness")[0] == "γ1"


def test_a_campbell_diagram_and_buckling_loads() -> None:
    rotor = mbfe.Model("rotor")
    disk = rotor.add(elements.RigidBody("disk", mass=1.0, inertia=(0.02, 0.01, 0.01)))
    rotor.add(elements.Bushing("shaft", rotor.ground, disk, stiffness=[1e3, 1e3, 1e3, 0.0, 10.0, 10.0]))
    diagram = mbfe.campbell(rotor, speeds=[10.0, 20.0], axis=(1, 0, 0))
    seen = shown(diagram)
    assert seen.rows[0] == ["Ω [rad/s]", *(f"{j} {kind}" for j, kind in enumerate(diagram.kinds))]
    hertz = [float(cell.removesuffix(" !")) for cell in seen.row("10") if cell[:3] != "nan"]
    assert np.sqrt(1e3) / (2.0 * np.pi) == pytest.approx(min(hertz, key=lambda f: abs(f - 5.0329)), rel=1e-4)


def test_a_signal_shows_its_range_and_course() -> None:
    time = np.linspace(0.0, 2.0, 5)
    values = np.outer(time, [1.0, -2.0]) + 1.0
    seen = shown(Signal(values, name=f"place {HOSTILE}", unit="m", time=time, components=("x", "y")))
    assert seen.row(f"place {HOSTILE}.x")[1:] == ["1", "3"]
    assert seen.row(f"place {HOSTILE}.y")[1:] == ["-3", "1"]
    assert seen.text.startswith(f"place {HOSTILE} [m], 5 times from 0 to 2 s")
    assert "0 times" in shown(Signal([], name="none", unit=None, time=[])).text


# ------------------------------------------------------------------ pieces


def points_of(markup: str) -> list[tuple[str, float, float]]:
    """Pen, place to the right and height of each point of a small curve."""
    found = re.findall(r"([ML])([\d.]+) ([\d.]+)", markup)
    return [(pen, float(right), HEIGHT - float(down)) for pen, right, down in found]


def test_a_small_curve_keeps_every_extreme_value() -> None:
    """A single row that stands out of a hundred thousand is drawn, at its place and height."""
    time = np.linspace(0.0, 1.0, 100_001)
    values = np.zeros(len(time))
    values[61_234], values[20_000] = 3.0, -1.0
    points = points_of(curve_of(time, values))
    assert len(points) < 1000
    highest = max(points, key=lambda point: point[2])
    lowest = min(points, key=lambda point: point[2])
    assert highest[1] / WIDTH == pytest.approx(0.61234, abs=0.01)
    assert lowest[1] / WIDTH == pytest.approx(0.2, abs=0.01)
    zero = (points[0][2] - lowest[2]) / (highest[2] - lowest[2])
    assert zero == pytest.approx(0.25, abs=0.01)


def test_gaps_constants_and_nothing() -> None:
    time = np.arange(6.0)
    gap = points_of(curve_of(time, np.array([0.0, 1.0, np.nan, 2.0, 3.0, np.inf])))
    assert [pen for pen, *_ in gap] == ["M", "L", "M", "L"]
    assert {height for _, _, height in points_of(curve_of(time, np.ones(6)))} == {HEIGHT / 2.0}
    assert curve_of(time[:1], np.ones(1)) == ""
    assert curve_of(time, np.full(6, np.nan)) == ""


def test_texts_are_escaped_once_and_long_ones_cut() -> None:
    seen = Seen(card(HOSTILE, table((HOSTILE,), [(HOSTILE,), (Markup("<b>bold</b>"),)]), "a & b"))
    assert seen.tags.isdisjoint({"img"})
    assert {"b"} <= seen.tags
    assert seen.rows == [[HOSTILE], [HOSTILE], ["bold"]]
    assert seen.text.endswith("a & b")
    long = Seen(table((), [("x" * 10_000,)]))
    assert len(long.text) < 3000
    many = Seen(table(("n",), [(i,) for i in range(MOST_ROWS + 7)]))
    assert many.rows[-1] == ["… and 7 more"]
    assert table(("n",), []) == ""


def test_scenes_are_what_is_written_to_a_file(run: mbfe.Run, model: mbfe.Model, tmp_path: Path) -> None:
    scene = run.scene(step=0.05, height=333)
    written = run.to_html(tmp_path / "run.html", step=0.05).read_text(encoding="utf-8")
    assert frame_of(scene._repr_html_()) == written
    assert "height:333px" in scene._repr_html_()
    assert 'sandbox="allow-scripts' in scene._repr_html_()
    assert len(scene._repr_html_()) < 0.5 * len(written)
    assert "allow-same-origin" not in scene._repr_html_()
    drawn = model.to_html(tmp_path / "drawn.html").read_text(encoding="utf-8")
    untimed = [
        re.sub(r"\([\d.e-]+ s\)", "", page)  # how long the audit in it took
        for page in (frame_of(model.scene(height=200)._repr_html_()), drawn)
    ]
    assert untimed[0] == untimed[1]
    for thing, error in ((run, mbfe.ResultsError), (model, mbfe.ModelError)):
        with pytest.raises(error, match=r"(?s)scene: height.*0.*positive"):
            thing.scene(height=0)


# ------------------------------------------------------------------ in a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.mark.slow
def test_a_packed_scene_is_shown(browser: Browser, run: mbfe.Run, tmp_path: Path) -> None:
    outer = re.search(r'<iframe srcdoc="([^"]*)"', run.scene()._repr_html_())
    assert outer is not None
    file = tmp_path / "frame.html"
    file.write_text(html.unescape(outer[1]), encoding="utf-8")
    browser.open(file)
    assert browser.ask("window.mbfe.frames") > 0
    assert browser.ask("document.body.innerText").find("hinge") >= 0
    assert browser.complaints == []
    assert browser.fetched == [file.resolve().as_uri()]


@pytest.mark.slow
def test_names_are_text_in_a_browser(browser: Browser, tmp_path: Path, failed: mbfe.SolveError) -> None:
    model = pendulum(HOSTILE, rod=HOSTILE)
    run = mbfe.solve_dynamic(model, duration=0.02, step=0.01)
    things = [run, model.audit(), run[HOSTILE].position, failed.diagnosis, model]
    body = "".join(thing._repr_html_() for thing in things)
    file = tmp_path / "cards.html"
    file.write_text(
        f'<meta charset="utf-8"><body>{body}<script>mbfe = {{frames: 1}}</script>', encoding="utf-8"
    )
    browser.open(file)
    assert browser.ask("typeof broken") == "undefined"
    assert browser.ask("document.body.innerText").count(HOSTILE) >= 5
    assert browser.ask("document.querySelectorAll('.mbfe-card').length") == 5


# ------------------------------------------------------------------ interruptions


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C raises an exception, which a job in the background does not inherit."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interruption_waits_until_rows_are_kept() -> None:
    done = []

    def keep() -> None:
        with uninterrupted():
            interrupt()
            done.append("rows")

    with pytest.raises(KeyboardInterrupt):
        keep()
    assert done == ["rows"]
    with uninterrupted(closing=True):
        interrupt()
        done.append("closed")
    assert done == ["rows", "closed"]
    with pytest.raises(KeyboardInterrupt):
        interrupt()


@pytest.mark.usefixtures("interruptible")
def test_a_run_survives_several_interruptions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the loop, and again while its results are closed: all rows up to then are returned."""
    from mbfe.results.store.memory import MemoryStore

    close, calls = MemoryStore.close, []

    def interrupted_again(self: Any, **settings: Any) -> None:
        calls.append(settings["status"])
        interrupt()
        close(self, **settings)

    monkeypatch.setattr(MemoryStore, "close", interrupted_again)

    def progress(time: float, steps: int) -> None:
        if time > 0.5:
            interrupt()

    run = mbfe.solve_dynamic(pendulum(), duration=1e4, step=1e-3, progress=progress)
    assert calls == ["interrupted"]
    assert run.status == "interrupted"
    assert run.time[-1] > 0.5
    np.testing.assert_allclose(np.diff(run.time), 1e-3, rtol=1e-6)
    assert len(run["hinge"].angle) == len(run.time)
