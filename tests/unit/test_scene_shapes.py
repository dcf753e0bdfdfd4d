"""Scenes of modes, Campbell diagrams and shapes of buckling: tables, and switching in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, lines, shapes
from mbfe.errors import ResultsError
from tests.browser import Browser
from tests.scene_pages import scene_of, unpacked

FRAMES = 25
"""Rows of a shape, the last one as the first."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def modes() -> mbfe.Modes:
    """A double pendulum at rest, with a name that looks like markup."""
    model = mbfe.Model("<script>two", gravity=(0, 0, -9.81))
    shape = shapes.box(size=(0.05, 0.05, 1.0))
    before = model.ground
    for k, z in enumerate((-0.5, -1.5)):
        rod = elements.RigidBody(
            f"rod {k}", position=(0, 0, z), mass=1, inertia=(0.08, 0.08, 0.01), shape=shape
        )
        model.add(rod)
        model.add(joints.Revolute(f"hinge {k}", before, rod, position=(0, 0, z + 0.5), axis=(0, 1, 0)))
        before = rod
    return mbfe.solve_modes(model)


def spinning() -> mbfe.Campbell:
    """A disc on two springs that resist displacements across its axis."""
    model = mbfe.Model("disc")
    disc = elements.RigidBody(
        "disc", mass=2.0, inertia=(0.04, 0.04, 0.05), shape=shapes.box(size=(0.4, 0.4, 0.05))
    )
    model.add(disc)
    for side in (-1.0, 1.0):
        name, place = f"bearing {side:g}", (0, 0, 0.2 * side)
        stiffness = (1e4, 1e4, 1e5, 0, 0, 0)
        model.add(
            elements.Bushing(name, model.ground, disc, position=place, axis=(0, 0, 1), stiffness=stiffness)
        )
    return mbfe.campbell(model, about="disc", axis=(0, 0, 1), speeds=[0.0, 50.0, 100.0], n=6)


def test_modes_swing_by_their_shapes(modes: mbfe.Modes, tmp_path: Path) -> None:
    """Places of a body at all phases of all modes: those of rest and the real part of the shape, turning."""
    scene = scene_of(modes.to_html(tmp_path / "modes.html", scale=1e-3))
    assert [chapter["first"] for chapter in scene["chapters"]] == [0, FRAMES]
    assert scene["columns"] == ["mode", "f [Hz]", "damping", "moves most"]
    item = next(item for item in scene["items"] if item["name"] == "rod 1")
    places = unpacked(scene["data"], item["position"]).reshape(2, FRAMES, 3)
    turn = np.exp(2j * np.pi * np.arange(FRAMES) / (FRAMES - 1))
    for j, chapter in enumerate(scene["chapters"]):
        shape = modes.shape("rod 1")[j, :3]
        largest = np.linalg.norm(modes.shapes[j, :, :3], axis=1).max()
        moved = (1e-3 / largest) * (turn[:, None] * shape).real
        np.testing.assert_allclose(places[j], (0, 0, -1.5) + moved, atol=4e-5)
        assert float(chapter["cells"][1]) == pytest.approx(modes.frequencies[j], rel=1e-5)
        assert f"{modes.frequencies[j]:.6g} Hz" in chapter["caption"]


def test_very_many_shapes_have_fewer_frames(
    modes: mbfe.Modes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A period has eight frames where the motions of all shapes would be too many numbers."""
    monkeypatch.setattr("mbfe.results.scene.shape_scene.MOST_MOTIONS", 100)
    scene = scene_of(modes.to_html(tmp_path / "modes.html"))
    assert scene["chapters"][1]["times"] == np.linspace(0.0, 360.0, 9).tolist()
    assert scene["chapters"][1]["first"] == 9


def test_a_mode_is_chosen_in_the_table(modes: mbfe.Modes, browser: Browser, tmp_path: Path) -> None:
    """A row of the table shows its mode, also by the arrow keys; the mode swings by itself."""
    file = modes.to_html(tmp_path / "modes.html", scale=0.05)
    browser.open(file)
    assert browser.ask("mbfe.player.running")
    browser.ask("mbfe.player.run(false)")
    browser.ask("document.querySelectorAll('.chapters tbody tr')[1].click()")
    assert browser.ask("document.querySelector('.caption').textContent").startswith("mode 1 · ")
    browser.ask("mbfe.player.seek(180)")
    scene = scene_of(file)
    item = next(item for item in scene["items"] if item["name"] == "rod 1")
    place = unpacked(scene["data"], item["position"])[FRAMES + 12]
    np.testing.assert_allclose(browser.ask("mbfe.pose('rod 1')")[:3], place, atol=1e-6)
    browser.key("ArrowUp")
    assert browser.ask("mbfe.player.number") == 0
    assert browser.ask("document.querySelector('.chapters tr.chosen th').textContent") == "0"
    assert browser.ask("document.querySelector('h1').textContent") == "<script>two"
    assert browser.fetched == [file.resolve().as_uri()]
    assert browser.complaints == []


def test_a_point_of_a_campbell_diagram_shows_its_mode(browser: Browser, tmp_path: Path) -> None:
    """Lines are the whirl frequencies over the speed, and a press near a point chooses it."""
    diagram = spinning()
    file = diagram.to_html(tmp_path / "campbell.html")
    scene = scene_of(file)
    lines = scene["diagram"]["lines"]
    assert (
        len(scene["chapters"])
        == int((diagram.branch >= 0).sum())
        == sum(len(line["points"]) for line in lines)
    )
    for j, line in enumerate(lines):
        for speed, hertz, number in line["points"]:
            row = int(np.flatnonzero(diagram.speeds == speed)[0])
            assert hertz == pytest.approx(abs(diagram.whirl[row, j]) / (2.0 * np.pi))
            assert scene["chapters"][number]["cells"][0] == str(j)
            assert scene["chapters"][number]["group"] == f"Ω = {speed:.5g} rad/s"
    browser.open(file)
    browser.ask("mbfe.player.run(false)")
    every = [tuple(point) for line in lines for point in line["points"] if point[0] == 100.0]
    alone = [a for a in every if all(abs(a[1] - b[1]) > 0.05 * a[1] for b in every if b is not a)]
    speed, hertz, number = max(alone, key=lambda point: point[1])
    x, y = browser.ask(
        "(() => { const { graph } = mbfe.diagram, box = graph.element.getBoundingClientRect();"
        f" return [box.left + graph.atX({speed}), box.top + graph.atY({hertz})]; }})()"
    )
    browser.pointer(x - 2.0, y + 1.0, click=True)
    assert browser.ask("mbfe.player.number") == number
    assert browser.ask("document.querySelector('.chapters select').value") == f"Ω = {speed:.5g} rad/s"
    assert browser.complaints == []


def test_shapes_of_buckling_have_their_factors(tmp_path: Path) -> None:
    """The table has the load factors, the lowest that of Euler for a column fixed at its foot."""
    model = mbfe.Model("column")
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
    line = lines.through([(0, 0, 0), (0, 0, 1)])
    model.add(elements.Beam("column", line=line, section=section, n_elements=3, start=model.ground))
    model.add(elements.Force("load", "column.tip", (0, 0, -100.0)))
    found = mbfe.solve_buckling(model)
    scene = scene_of(found.to_html(tmp_path / "buckling.html", scale=0.02))
    euler = np.pi**2 * 210e9 * (0.02 * 0.01**3 / 12.0) / 4.0
    assert float(scene["chapters"][0]["cells"][1]) == pytest.approx(euler / 100.0, rel=2e-3)
    beam = next(item for item in scene["items"] if item["kind"] == "beams")
    assert beam["fields"] == []
    tip = unpacked(scene["data"], beam["position"])[:FRAMES, -3:]
    assert np.abs(tip - (0, 0, 1)).max() == pytest.approx(0.02, rel=0.01)
    assert [item["kind"] for item in scene["items"]] == ["beams", "loads"]


def test_wrong_scales_are_refused(modes: mbfe.Modes, tmp_path: Path) -> None:
    """A largest displacement that is not positive."""
    with pytest.raises(ResultsError, match="positive number"):
        modes.to_html(tmp_path / "modes.html", scale=-1.0)
