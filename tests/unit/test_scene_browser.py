"""Scenes in a real browser: motions, picking, hiding and the player; skipped where there is no Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, lines, shapes
from tests.browser import Browser

HOSTILE = "<script>broken = 1"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def run() -> mbfe.Run:
    """A crank that turns, a flexible arm on it, a ball on a spring, and a name that looks like markup."""
    model = mbfe.Model("crank & <arm>", gravity=(0, 0, -9.81))
    about: dict[str, Any] = {"mass": 1.0, "inertia": (0.01, 0.1, 0.1)}
    crank = elements.RigidBody("crank", position=(0.5, 0, 1), shape=shapes.box(size=(1, 0.1, 0.1)), **about)
    ball = elements.RigidBody(HOSTILE, position=(0, -1, 0.5), shape=shapes.sphere(radius=0.15), **about)
    model.add(crank)
    model.add(ball)
    section = mbfe.Section.rectangle(E=2e9, nu=0.3, density=1200.0, width=0.04, height=0.04, damping=1e-2)
    line = lines.through([(1, 0, 1), (2, 0, 1)])
    model.add(elements.Beam("arm", line=line, section=section, n_elements=3, start=crank))
    model.add(joints.Revolute("hinge", model.ground, crank, position=(0, 0, 1), axis=(0, 1, 0)))
    ends = {"first_point": (0, -1, 1.5), "second_point": (0, -1, 0.65)}
    model.add(elements.PointSpring("spring", model.ground, ball, stiffness=60.0, **ends))
    model.add(elements.Force("push", ball, (3.0, 0, 0)))
    return mbfe.solve_dynamic(model, duration=1.0, step=0.01)


@pytest.fixture
def page(browser: Browser, run: mbfe.Run, tmp_path: Path) -> Iterator[Browser]:
    """The scene of the run, which fetches nothing and does not complain."""
    file = run.to_html(tmp_path / "crank.html", signals=["hinge.angle"])
    browser.open(file)
    yield browser
    assert browser.fetched == [file.resolve().as_uri()]
    assert browser.complaints == []
    assert browser.ask("typeof broken") == "undefined"


def to_time(page: Browser, time: float) -> None:
    """Move the slider as a hand does."""
    page.ask(
        "(() => { const slider = document.querySelector('footer input[type=range]');"
        f" slider.value = {time} * slider.max; slider.dispatchEvent(new Event('input')); }})()"
    )


def press(page: Browser, text: str) -> None:
    """Press the button with a text."""
    page.ask(f"[...document.querySelectorAll('button')].find((b) => b.textContent === {text!r}).click()")


def place_of(page: Browser, item: str) -> list[float]:
    """Where an item is in the page, in pixels."""
    at: list[float] = page.ask(
        "(() => { const box = mbfe.stage.canvas.getBoundingClientRect();"
        f" const at = mbfe.pixel({item}); return [at[0] + box.left, at[1] + box.top]; }})()"
    )
    return at


@pytest.mark.parametrize("row", [0, 37, 100])
def test_the_slider_moves_bodies_to_their_places(page: Browser, run: mbfe.Run, row: int) -> None:
    """Poses with which bodies are drawn, against those of the run, at the rows and half way between two."""
    to_time(page, run.time[row])
    pose = np.array(page.ask("mbfe.pose('crank')"))
    np.testing.assert_allclose(pose[:3], run["crank"].position.values[row], atol=1e-4)
    assert abs(pose[3:] @ run.signal("crank.orientation").values[row]) == pytest.approx(1.0, abs=1e-8)
    if row < len(run.time) - 1:
        to_time(page, 0.5 * (run.time[row] + run.time[row + 1]))
        middle = np.array(page.ask("mbfe.pose('crank')"))[:3]
        beside = run["crank"].position.values[row : row + 2]
        np.testing.assert_allclose(middle, beside.mean(axis=0), atol=1e-4)


def test_beams_and_springs_follow(page: Browser, run: mbfe.Run) -> None:
    """The tip of the drawn surface is that of the beam; a coil reaches from end to end."""
    to_time(page, 0.6)
    tip = page.ask(
        "(() => { const arm = mbfe.find('arm'), at = arm.object.children[0].geometry.attributes.position;"
        " const last = at.count - arm.outline - 1; return [at.getX(last), at.getY(last), at.getZ(last)]; })()"
    )
    np.testing.assert_allclose(tip, run["arm.tip"].position.values[60], atol=2e-4)
    coil = "mbfe.find('spring').object"
    local = f"{coil}.position.clone().set(0, 0, 1)"
    end = page.ask(f"({coil}.updateMatrixWorld(), {coil}.localToWorld({local}).toArray())")
    np.testing.assert_allclose(end, run[HOSTILE].position_at((0, 0, 0.15))[60], atol=2e-4)


def test_a_click_picks_what_is_there(page: Browser, run: mbfe.Run) -> None:
    """A click on a body chooses it and shows its values at that instant; one beside it chooses nothing."""
    to_time(page, 0.25)
    for name in ("crank", HOSTILE):
        x, y = place_of(page, f"mbfe.pose({name!r}).slice(0, 3)")
        page.pointer(x, y, click=True)
        assert page.ask("mbfe.shown.chosen.name") == name
        assert page.ask("document.querySelector('.values h2').textContent") == name
        shown = page.ask("document.querySelector('.values td').textContent").split()
        place = run[name].position.values[25]
        np.testing.assert_allclose(np.array(shown, float), place, rtol=1e-3, atol=1e-4)
    page.pointer(990, 400, click=True)
    assert page.ask("mbfe.shown.chosen") is None
    assert page.ask("document.querySelector('.values').hidden")


def test_the_pointer_reports_the_name(page: Browser) -> None:
    """The hint has the name of the body under the pointer, as text."""
    x, y = place_of(page, f"mbfe.pose({HOSTILE!r}).slice(0, 3)")
    page.pointer(x, y)
    text = page.ask(
        "new Promise((done) => { const look = () => { const hint = document.querySelector('.hint');"
        " hint.hidden ? setTimeout(look, 10) : done(hint.textContent); }; look(); })"
    )
    assert text.split("\n")[0] == HOSTILE
    assert page.ask("document.querySelectorAll('body script').length") == 2


def test_the_tree_hides_and_isolates(page: Browser) -> None:
    """What is not checked is not drawn and cannot be picked; one alone; all again."""
    at = "mbfe.pixel(mbfe.pose('crank').slice(0, 3))"
    assert page.ask(f"mbfe.pointer.pick(...{at}).item.name") == "crank"
    row = "[...document.querySelectorAll('.tree li')].find((row) => row.textContent.startsWith('crank'))"
    page.ask(f"{row}.firstChild.click()")
    assert page.ask("mbfe.find('crank').object.visible") is False
    hit = page.ask(f"(mbfe.pointer.pick(...{at}) || {{item: {{name: ''}}}}).item.name")
    assert hit != "crank"
    page.ask("document.querySelector('.tree [title=\"Show this alone\"]').click()")
    names = page.ask("mbfe.items.list.filter((item) => item.object.visible).map((item) => item.name)")
    assert names == ["crank"]
    press(page, "Show all")
    assert page.ask("mbfe.items.list.every((item) => item.object.visible)")


def test_play_runs_and_stops(page: Browser) -> None:
    """The player continues by itself, at its speed, and stops at the end without the loop."""
    page.ask("document.querySelector('footer label input').click()")
    page.ask("document.querySelector('footer select').value = '10'")
    page.ask("document.querySelector('[title^=Play]').click()")
    end = page.ask(
        "new Promise((done) => { const { player } = mbfe, look = () => player.running"
        " ? setTimeout(look, 20) : done(player.time); look(); })"
    )
    assert end == pytest.approx(1.0)
    page.key("ArrowLeft")
    assert page.ask("mbfe.player.time") == pytest.approx(0.99)


def test_views_and_projection(page: Browser) -> None:
    """Standard views look along the axes; the orthographic camera shows the same place."""
    for name, eye in {"front": (1, 0, 0), "left": (0, 1, 0), "top": (0, 0, 1)}.items():
        press(page, name)
        direction = "mbfe.stage.camera.position.clone().sub(mbfe.stage.controls.target).normalize()"
        seen = page.ask(f"{direction}.toArray()")
        np.testing.assert_allclose(seen, eye, atol=1e-3)
    before = place_of(page, "mbfe.stage.controls.target.toArray()")
    press(page, "ortho")
    assert page.ask("mbfe.stage.camera.isOrthographicCamera")
    np.testing.assert_allclose(place_of(page, "mbfe.stage.controls.target.toArray()"), before, atol=1.0)


def test_reactions_are_arrows(page: Browser, run: mbfe.Run) -> None:
    """The arrow at a joint has the direction of its reaction on the second side, in world axes."""
    to_time(page, 0.4)
    press(page, "forces")
    arrow = "mbfe.find('hinge').arrows[0].object"
    assert page.ask(f"{arrow}.visible")
    z = "mbfe.stage.camera.position.clone().set(0, 0, 1)"
    along = page.ask(f"{z}.applyQuaternion({arrow}.quaternion).toArray()")
    force = run["hinge"].reaction.in_frame("world").force.values[40]
    np.testing.assert_allclose(along, force / np.linalg.norm(force), atol=1e-3)


def test_loads_are_arrows_of_the_scale_of_all_forces(page: Browser, run: mbfe.Run) -> None:
    """A load acts at its point, is shown from the start, and is as long as a reaction of that size."""
    to_time(page, 0.4)
    press(page, "forces")
    load, hinge = (f"mbfe.find({name!r}).arrows[0]" for name in ("push", "hinge"))
    assert page.ask(f"{load}.object.visible")
    np.testing.assert_allclose(
        page.ask("mbfe.find('push').object.position.toArray()"), run[HOSTILE].position.values[40], atol=1e-4
    )
    assert page.ask(f"{load}.unit") == page.ask(f"{hinge}.unit")
    press(page, "loads")
    assert not page.ask(f"{load}.object.visible")


def test_beams_are_coloured_by_what_is_chosen(page: Browser, run: mbfe.Run) -> None:
    """The legend has the range over the whole run, and the colours along the beam follow its values."""
    choose = (
        "(() => { const select = document.querySelector('[aria-label=\"Colour of beams\"]');"
        " select.value = %s; select.dispatchEvent(new Event('change')); })()"
    )
    page.ask(choose % "'bending moment M2'")
    stations = np.linspace(0.0, 1.0, 25)
    moment = run["arm"].resultants.along(stations)[..., 4]
    low, high = page.ask("mbfe.colours.range")
    assert high == -low == pytest.approx(np.abs(moment).max(), rel=1e-3)
    ends = page.ask("[...document.querySelectorAll('.legend .ends span')].map((end) => end.textContent)")
    np.testing.assert_allclose([float(end) for end in ends], [low, high], rtol=1e-3)
    assert page.ask("document.querySelector('.legend b').textContent") == "bending moment M2 [N m]"
    row = int(np.abs(moment).max(axis=1).argmax())
    to_time(page, run.time[row])
    colours = page.ask("Array.from(mbfe.find('arm').object.children[0].geometry.attributes.paint.array)")
    shown = np.reshape(colours, (-1, 3))[:200].reshape(25, 8, 3)[:, 0]
    # from blue to red through white: red less blue has the sign of the value
    signs = np.sign(shown[:, 0] - shown[:, 2])
    clear = np.abs(moment[row]) > 0.05 * high
    np.testing.assert_array_equal(signs[clear], np.sign(moment[row][clear]))
    page.ask(choose % "'displacement'")
    moved = run["arm"].displacement().values
    largest = np.linalg.norm(moved, axis=-1).max()
    assert page.ask("mbfe.colours.range") == pytest.approx([0.0, largest], rel=1e-3)


def test_plots_have_a_cursor_at_the_time(page: Browser, run: mbfe.Run) -> None:
    """The cursor stands at the time; a press on the plot goes there; other signals come and go."""
    to_time(page, 0.25)
    graph = "mbfe.plots.panels[0].graph"
    at = float(page.ask(f"{graph}.cursor.style.transform.match(/[0-9.]+/)[0]"))
    assert at == pytest.approx(page.ask(f"{graph}.atX(0.25)"), abs=0.1)
    shown = float(page.ask("document.querySelector('.key output').textContent"))
    assert shown == pytest.approx(run["hinge"].angle.values[25], rel=1e-3)
    x, y = page.ask(
        f"(() => {{ const box = {graph}.element.getBoundingClientRect();"
        f" return [box.left + {graph}.atX(0.7), box.top + 40]; }})()"
    )
    page.pointer(x, y, click=True)
    assert page.ask("mbfe.player.time") == pytest.approx(0.7, abs=0.01)
    page.ask("mbfe.choose(mbfe.find('hinge'))")
    page.ask("document.querySelector('[title=\"Plot hinge.rate\"]').click()")
    assert page.ask("mbfe.plots.panels.map(({unit}) => unit)") == ["rad", "rad/s"]
    line = page.ask("Array.from(mbfe.plots.panels[1].lines[0].y)")
    np.testing.assert_allclose(line, run["hinge"].rate.values, atol=1e-3)
    page.ask("document.querySelector('[title=\"Remove hinge.angle\"]').click()")
    assert page.ask("mbfe.plots.panels.map(({unit}) => unit)") == ["rad/s"]


def test_the_panel_of_the_run_has_its_figures(page: Browser, run: mbfe.Run) -> None:
    """Summary and energies at the instant; it folds."""
    to_time(page, 0.5)
    assert page.ask("document.querySelector('.about').open") is False
    page.ask("document.querySelector('.about summary').click()")
    page.ask("new Promise((done) => setTimeout(done, 50))")
    text = page.ask("document.querySelector('.about').innerText")
    assert "energy balance" in text
    cell = page.ask(
        "[...document.querySelectorAll('.about tr')]"
        ".find((row) => row.textContent.startsWith('energy.total'))"
        ".querySelector('td').textContent"
    )
    assert float(cell) == pytest.approx(run.energy.total.values[50], rel=1e-3)


def test_a_path_goes_through_the_places_of_a_point(page: Browser, run: mbfe.Run) -> None:
    """The path of a body's origin is that of the run."""
    page.ask("mbfe.choose(mbfe.find('crank'))")
    press(page, "Path")
    path = page.ask("Array.from(mbfe.paths[0].geometry.attributes.position.array)")
    np.testing.assert_allclose(np.reshape(path, (-1, 3)), run["crank"].position.values, atol=1e-4)


def test_a_model_is_seen_before_any_run(browser: Browser, tmp_path: Path) -> None:
    """A scene with one instant has no player, and no buttons for forces; its bodies can be picked."""
    model = mbfe.Model("drawn")
    shape = shapes.box(size=(0.2, 0.2, 0.2))
    body = elements.RigidBody("body", position=(1, 2, 3), mass=1.0, inertia=(1, 1, 1), shape=shape)
    model.add(body)
    model.add(joints.Spherical("ball", model.ground, body, position=(1, 2, 2.9)))
    browser.open(model.to_html(tmp_path / "drawn.html"))
    assert browser.ask("mbfe.pointer.pick(...mbfe.pixel(mbfe.pose('body').slice(0, 3))).item.name") == "body"
    buttons = "[...document.querySelectorAll('footer button, .views button')]"
    texts = browser.ask(f"{buttons}.map((button) => button.textContent)")
    assert "fit" in texts
    assert not {"Play", "forces", "moments"} & set(texts)
    assert browser.complaints == []


def test_something_is_seen_in_both_colours(page: Browser, tmp_path: Path) -> None:
    """Many colours are on the canvas; light and dark differ in the background."""
    read = (
        "(() => { mbfe.stage.draw(); const gl = mbfe.stage.renderer.getContext(), n = gl.drawingBufferWidth"
        " * gl.drawingBufferHeight, p = new Uint8Array(4 * n); gl.readPixels(0, 0, gl.drawingBufferWidth,"
        " gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, p); const seen = new Set(); for (let k = 0;"
        " k < n; k++) seen.add(p[4 * k] + ',' + p[4 * k + 1] + ',' + p[4 * k + 2]);"
        " return [seen.size, p[0]]; })()"
    )
    page.ask("mbfe.dark(false)")
    colours, light = page.ask(read)
    page.ask("mbfe.dark(true)")
    _, dark = page.ask(read)
    assert colours > 50
    assert light > 150 > 100 > dark
