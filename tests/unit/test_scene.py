"""Scenes in one file: their tables, their text, and the built viewer that belongs to its sources."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, lines, shapes
from mbfe.errors import ResultsError
from mbfe.results.scene.packing import Packer
from tests.scene_pages import scene_of, unpacked

ROOT = Path(__file__).parents[2]
HOSTILE = '<script>broken = 1<img src=x onerror="broken = 2"><!--&amp;'
TITLE = "</script><script>window.broken = 3</script>"


def swing(name: str = "rod", *, title: str = "swing", step: float = 0.05) -> mbfe.Run:
    """A rod on a hinge, with a second one of the same shape fixed to it."""
    model = mbfe.Model(title, gravity=(0, 0, -9.81))
    shape = shapes.box(size=(1.0, 0.05, 0.05))
    about: dict[str, Any] = {"mass": 1.0, "inertia": (0.01, 0.1, 0.1), "shape": shape}
    rod = elements.RigidBody(name, position=(0.5, 0, 1), **about)
    other = elements.RigidBody("other", position=(0.5, 0.3, 1), **about)
    model.add(rod)
    model.add(other)
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 1), axis=(0, 1, 0)))
    model.add(joints.Fixed("weld", rod, other, position=(0.5, 0.15, 1)))
    return mbfe.solve_dynamic(model, duration=0.5, step=step)


@pytest.mark.parametrize(("step", "kind"), [(1e-3, "q2"), (1e-7, "q4")])
def test_quantised_tables_are_within_half_a_step(step: float, kind: str) -> None:
    """Numbers come back within half a step, in two bytes where these suffice."""
    given = np.cumsum(np.random.default_rng(3).normal(size=(400, 3)), axis=0)
    packer = Packer()
    packer.exact(np.zeros(3), "<f4")  # so that the table does not begin at the start
    ref = packer.quantised(given, step=step)
    assert ref["kind"] == kind
    assert np.abs(unpacked(packer.text(), ref) - given).max() <= 0.5000001 * step


def test_scaled_tables_keep_what_is_unknown() -> None:
    """Each column has a step of its own, nan stays nan, and a constant column is exact."""
    given = np.column_stack([np.linspace(-1e9, 3e9, 50), np.full(50, 0.7), np.linspace(0.0, 1e-12, 50)])
    given[7, 0] = np.nan
    packer = Packer()
    ref = packer.scaled(given)
    back = unpacked(packer.text(), ref)
    assert np.isnan(back[7, 0])
    assert np.array_equal(back[:, 1], given[:, 1])
    known = np.isfinite(given)
    allowed = 0.51 * np.broadcast_to(np.ptp(np.where(known, given, 0.0), axis=0) / 65_534, given.shape)
    assert (np.abs(back - given)[known] <= allowed[known] + 1e-300).all()


def test_motions_of_a_page_are_those_of_the_run(tmp_path: Path) -> None:
    """Positions and orientations in the page against the run; equal shapes are stored once."""
    run = swing()
    scene = scene_of(run.to_html(tmp_path / "swing.html"))
    assert len(scene["meshes"]) == 1
    assert scene["chapters"][0]["times"] == run.time.tolist()
    item = next(item for item in scene["items"] if item["name"] == "rod")
    position = unpacked(scene["data"], item["position"])
    np.testing.assert_allclose(position, run["rod"].position.values, atol=1e-5 * scene["size"])
    turn = unpacked(scene["data"], item["turn"])
    dots = np.abs(np.sum(turn * run.signal("rod.orientation").values, axis=1))
    np.testing.assert_allclose(dots / np.linalg.norm(turn, axis=1), 1.0, atol=1e-8)
    signal = next(s for s in scene["values"]["hinge"] if s["name"] == "angle")
    angle = run["hinge"].angle.values
    np.testing.assert_allclose(unpacked(scene["data"], signal["values"])[:, 0], angle, atol=1e-4)
    assert signal["unit"] == "rad"


def test_names_are_text(tmp_path: Path) -> None:
    """A name that looks like markup stands in the data alone, and comes back as it was."""
    page = swing(HOSTILE, title=TITLE).to_html(tmp_path / "hostile.html")
    text = page.read_text("utf-8")
    assert text.count("<script") == text.count("</script>") == 2
    assert "<img" not in text
    scene = scene_of(page)
    assert scene["title"] == TITLE
    assert HOSTILE in [item["name"] for item in scene["items"]]


def test_nothing_in_a_page_is_fetched(tmp_path: Path) -> None:
    """The page forbids itself to fetch anything, and refers to no other file."""
    text = swing().to_html(tmp_path / "swing.html").read_text("utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"<(?:link|img|iframe)\b|<script[^>]+src", text)


def test_a_page_says_which_rows_it_shows(tmp_path: Path) -> None:
    """Rows are chosen by the step, and by themselves where there are very many; then a line says so."""
    run = swing()
    assert scene_of(run.to_html(tmp_path / "all.html"))["notes"] == []
    chosen = scene_of(run.to_html(tmp_path / "chosen.html", step=0.1))
    np.testing.assert_allclose(chosen["chapters"][0]["times"], np.linspace(0.0, 0.5, 6), atol=1e-12)
    assert chosen["notes"][0].startswith(f"6 of {len(run.time)} rows are shown")
    many = swing(step=3.2e-4)
    thinned = scene_of(many.to_html(tmp_path / "many.html"))
    assert len(thinned["chapters"][0]["times"]) == 1500
    assert thinned["chapters"][0]["times"][0] == 0.0
    assert thinned["chapters"][0]["times"][-1] == many.time[-1]
    assert thinned["notes"][0].startswith(f"1500 of {len(many.time)} rows are shown")


def test_wrong_requests_are_refused(tmp_path: Path) -> None:
    """A step that is not positive, and a folder that is not there."""
    run = swing()
    with pytest.raises(ResultsError, match="positive time"):
        run.to_html(tmp_path / "swing.html", step=0.0)
    with pytest.raises(ResultsError, match="Create the folder first"):
        run.to_html(tmp_path / "none" / "swing.html")


def test_equilibria_are_scenes_too(tmp_path: Path) -> None:
    """The axis of a static run is its path parameter; beams are surfaces with their section frames."""
    model = mbfe.Model("cantilever")
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
    line = lines.through([(0, 0, 0), (1, 0, 0)])
    beam = elements.Beam("beam", line=line, section=section, n_elements=4, start=model.ground)
    model.add(beam)
    model.add(elements.Force("load", "beam.tip", (0, 0, -20.0)))
    run = mbfe.solve_static(model, load_factor=(0.5, 1.0))
    scene = scene_of(run.to_html(tmp_path / "cantilever.html"))
    assert scene["axis"] == run.axis
    assert not scene["over_time"]
    item = next(item for item in scene["items"] if item["kind"] == "beams")
    places = unpacked(scene["data"], item["position"]).reshape(len(run.time), -1, 3)
    tip = run["beam.tip"].position.values
    np.testing.assert_allclose(places[:, -1], tip, atol=1e-5 * scene["size"])


def cantilever() -> mbfe.StaticRun:
    """A cantilever under a transverse load at its tip, in three steps."""
    model = mbfe.Model("cantilever")
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
    line = lines.through([(0, 0, 0), (1, 0, 0)])
    model.add(elements.Beam("beam", line=line, section=section, n_elements=2, start=model.ground))
    model.add(elements.Force("load", "beam.tip", (0, 0, -3.0)))
    model.add(elements.Moment("twist", "beam.tip", (0.5, 0, 0)))
    return mbfe.solve_static(model, load_factor=(0.5, 0.75, 1.0))


def test_resultants_stand_along_beams(tmp_path: Path) -> None:
    """The bending moment in the page is that of the load at its lever, P (L - s) for small deflections."""
    scene = scene_of(cantilever().to_html(tmp_path / "cantilever.html"))
    beam = next(item for item in scene["items"] if item["kind"] == "beams")
    fields = {field["name"]: field for field in beam["fields"]}
    moment = np.abs(unpacked(scene["data"], fields["bending moment M2"]["values"]))
    stations = np.linspace(0.0, 1.0, moment.shape[1])
    exact = np.array([0.5, 0.75, 1.0])[:, None] * 3.0 * (1.0 - stations)
    np.testing.assert_allclose(moment, exact, atol=2e-3)
    torque = unpacked(scene["data"], fields["torque M1"]["values"])
    np.testing.assert_allclose(np.abs(torque[-1]), 0.5, atol=2e-3)
    assert fields["torque M1"]["unit"] == "N m"


def test_loads_stand_where_they_act(tmp_path: Path) -> None:
    """A force and a moment at the tip of a beam: their place, and their size at each load factor."""
    run = cantilever()
    scene = scene_of(run.to_html(tmp_path / "cantilever.html"))
    items = {item["name"]: item for item in scene["items"]}
    for name, kind, key, most in (("load", "loads", "force", -3.0), ("twist", "moments", "moment", 0.5)):
        assert items[name]["kind"] == kind
        values = unpacked(scene["data"], items[name][key])
        np.testing.assert_allclose(values.sum(axis=1), most * np.array([0.5, 0.75, 1.0]), atol=1e-4)
        place = unpacked(scene["data"], items[name]["position"])
        np.testing.assert_allclose(place, run["beam.tip"].position.values, atol=1e-4)


def test_signals_are_plotted_with_all_of_their_rows(tmp_path: Path) -> None:
    """Signals that are named stand with every row, however few frames there are; whole-run ones by frame."""
    run = swing(step=0.01)
    scene = scene_of(run.to_html(tmp_path / "swing.html", step=0.1, signals=["hinge.angle", "rod.velocity"]))
    angle, velocity = scene["plots"]
    np.testing.assert_allclose(unpacked(scene["data"], angle["times"])[:, 0], run.time, atol=1e-6)
    shown = unpacked(scene["data"], angle["values"])[:, 0]
    np.testing.assert_allclose(shown, run["hinge"].angle.values, atol=1e-4)
    assert (velocity["name"], velocity["components"], velocity["unit"]) == ("rod.velocity", [*"xyz"], "m/s")
    whole = {signal["name"]: signal for signal in scene["whole"]}
    total = unpacked(scene["data"], whole["energy.total"]["values"])[:, 0]
    np.testing.assert_allclose(total, run.energy.total.at(scene["chapters"][0]["times"]), atol=1e-3)


def test_signals_that_cannot_be_plotted_are_refused(tmp_path: Path) -> None:
    """A name that is not there, and one with a line for each of many places."""
    with pytest.raises(ResultsError, match="angl"):
        swing().to_html(tmp_path / "swing.html", signals=["hinge.angl"])
    with pytest.raises(ResultsError, match="more than 12 lines"):
        cantilever().to_html(tmp_path / "cantilever.html", signals=["beam.positions"])


def test_the_page_of_a_run_shows_the_audit_of_its_model(tmp_path: Path) -> None:
    """Whole, after the summary; only an audit is one."""
    model = mbfe.Model("door", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("leaf", position=(0.5, 0, 0), mass=1.0, inertia=(1, 1, 1)))
    for name, z in (("lower", -0.5), ("upper", 0.5)):
        model.add(joints.Revolute(name, "ground", "leaf", position=(0, 0, z), axis=(0, 0, 1)))
    audit, run = model.audit(), mbfe.solve_dynamic(model, duration=0.01, step=0.005)
    texts = dict(scene_of(run.to_html(tmp_path / "door.html", audit=audit))["texts"])
    assert list(texts) == ["Summary", "Audit"]
    assert texts["Audit"] == str(audit)
    assert "5 redundant rows" in texts["Audit"]
    with pytest.raises(ResultsError, match=r"(?s)audit: 'yes'.*model\.audit"):
        run.to_html(tmp_path / "door.html", audit="yes")


def test_a_model_is_a_scene_before_any_run(tmp_path: Path) -> None:
    """Bodies stand where the model has them; there are no values and no forces, and it can be solved."""
    model = mbfe.Model("drawn")
    shape = shapes.box(size=(0.2, 0.2, 0.2))
    body = elements.RigidBody("body", position=(1, 2, 3), mass=1.0, inertia=(1, 1, 1), shape=shape)
    model.add(body)
    model.add(joints.Spherical("ball", model.ground, body, position=(1, 2, 2.9)))
    scene = scene_of(model.to_html(tmp_path / "drawn.html"))
    items = {item["name"]: item for item in scene["items"]}
    np.testing.assert_allclose(unpacked(scene["data"], items["body"]["position"]), [[1, 2, 3]], atol=1e-12)
    np.testing.assert_allclose(unpacked(scene["data"], items["ball"]["position"]), [[1, 2, 2.9]], atol=1e-12)
    assert "force" not in items["ball"]
    assert "values" not in scene
    assert scene["kind"] == "Model"
    assert any("degrees of freedom" in text for _, text in scene["texts"])
    mbfe.solve_dynamic(model, duration=0.01, step=0.005)


def test_the_viewer_is_that_of_its_sources() -> None:
    """The built viewer, and all sources that it was built from, have the digests written by the build."""
    made, tools = ROOT / "mbfe" / "results" / "scene", ROOT / "tools" / "scene"
    built = json.loads((made / "viewer.json").read_text("utf-8"))
    stand = {path.relative_to(tools).as_posix(): path for path in (tools / "src").iterdir()}
    stand |= {name: tools / name for name in ("build.mjs", "package.json", "package-lock.json")}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in stand.items()}
    assert digests == built["sources"], "run: cd tools/scene && npm ci && npm run build"
    assert hashlib.sha256((made / "viewer.js").read_bytes()).hexdigest() == built["viewer"]
    lock = json.loads((tools / "package-lock.json").read_text("utf-8"))
    assert lock["packages"]["node_modules/three"]["version"] == built["three"]


def test_the_licence_of_three_stands_in_each_page() -> None:
    """Copies of three.js bring its notice."""
    made = ROOT / "mbfe" / "results" / "scene"
    licence = (made / "three-LICENSE.txt").read_text("utf-8").strip()
    assert licence.startswith("The MIT License")
    assert licence in (made / "viewer.js").read_text("utf-8")
