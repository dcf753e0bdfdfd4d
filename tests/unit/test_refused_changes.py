"""What cannot be changed says how to get another one; files that cannot be written are named."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints, mass_properties, shapes
from mbfe.elements import contacts, roads, tyres
from mbfe.errors import ModelError, ResultsError
from mbfe.files.figures import figure_of, save
from mbfe.results.drawing.blocks import Blocks, BodyBlock
from mbfe.results.paraview.paraview import write_series
from mbfe.results.store.store import Writer
from mbfe.results.store.tables import write_csv

BOX = shapes.box(size=(1, 1, 1))
POSE = np.array([[0.0, 0, 0, 1, 0, 0, 0]])
BODY = elements.RigidBody("rod", mass=1.0, inertia=(1, 1, 1))
THINGS = [
    (BODY, "mass", 2.0),
    (joints.Revolute("hinge", "a", "b"), "axis", (1, 0, 0)),
    (blocks.Gain("gain", "x", gain=2.0), "gain", 3.0),
    (elements.PointMass("ball", mass=1.0), "mass", 3.0),
    (BOX, "color", "#ffffff"),
    (mass_properties.from_shape(BOX, density=1.0), "mass", 3.0),
    (mbfe.Section(np.ones(6)), "damping", np.eye(6)),
    (tyres.BrushTyre(stiffness=1e4, friction=1.0, load=1e3), "friction", 0.5),
    (contacts.Ball(0.1), "radius", 0.2),
    (contacts.Plane(), "normal", (1, 0, 0)),
]


@pytest.mark.parametrize(("thing", "name", "value"), THINGS, ids=lambda given: type(given).__name__)
def test_a_change_is_refused_with_the_way_to_another_one(thing: Any, name: str, value: Any) -> None:
    old = getattr(thing, name)
    with pytest.raises(
        ModelError, match=rf"(?s){type(thing).__name__}.*{name}.*dataclasses.replace\(old, {name}="
    ):
        setattr(thing, name, value)
    with pytest.raises(dataclasses.FrozenInstanceError, match="deleted"):
        delattr(thing, name)
    with pytest.raises(ModelError, match=rf"(?s)colour cannot be set.*It has .*{name}"):
        thing.colour = value
    assert getattr(thing, name) is old
    other = getattr(dataclasses.replace(thing, **{name: value}), name)
    assert np.array_equal(other, value) or other == value


def test_kinds_of_users_may_have_more(tmp_path: Path) -> None:
    class Marked(elements.RigidBody):
        pass

    body = Marked("rod", mass=1.0, inertia=(1, 1, 1))
    body.note = "mine"  # type: ignore[attr-defined]
    assert body.note == "mine"  # type: ignore[attr-defined]


# ------------------------------------------------------------------ files


def series(path: Path) -> None:
    write_series(path, "run", [0.0], Blocks([BodyBlock("rod", BOX, POSE)]))


def results(path: Path) -> None:
    Writer(path, {"model": "demo"}, {"time": ()}, replace=True).close()


def picture(path: Path) -> None:
    save(figure_of((1.0, 1.0), shown=False), path)


LONG = "n" * 300
WRITERS: list[tuple[Callable[[Path], None], str]] = [
    (series, "series"),
    (results, "run.h5"),
    (lambda path: write_csv(path, [signal()]), "run.csv"),
    (picture, "run.png"),
]


def signal() -> Any:
    from mbfe.results.views.labelled import Signal

    return Signal(np.array([0.0, 1.0]), name="x", unit="m", time=np.array([1.0, 2.0]))


@pytest.mark.parametrize(("write", "name"), WRITERS, ids=[name for _, name in WRITERS])
def test_files_that_cannot_be_written_are_named(
    tmp_path: Path, write: Callable[[Path], None], name: str
) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / LONG, tmp_path / "file"):
        with pytest.raises(ResultsError, match=r"cannot be written|does not exist"):
            write(folder / name)
    with pytest.raises(ResultsError, match=r"cannot be written"):
        write(tmp_path / (LONG + name))


def test_a_folder_is_no_results_file(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"(?s)is a folder.*Give a name, e.g. .*run.h5") as caught:
        results(tmp_path)
    assert "replace" not in str(caught.value)
    with pytest.raises(ResultsError, match="cannot be read"):
        mbfe.open_results(tmp_path / LONG)


def test_long_names_of_bodies_make_short_names_of_files(tmp_path: Path) -> None:
    bodies = [BodyBlock(LONG + end, BOX, POSE) for end in ("a", "b")]
    index = write_series(tmp_path, LONG, [0.0], Blocks(bodies))
    files = list((tmp_path / f"{index.stem}_steps").glob("*.vtp"))
    assert len(files) == 2
    assert LONG + "b" in next((tmp_path / f"{index.stem}_steps").glob("*.vtm")).read_text()


# ------------------------------------------------------------------ tables and roads


def test_two_points_at_one_time_are_a_jump_and_points_that_go_back_are_refused() -> None:
    assert curves.Table((0.0, 1.0, 1.0, 2.0), (0.0, 0.0, 1.0, 1.0)).jumps == (1.0,)
    with pytest.raises(ModelError, match=r"(?s)x\[2\] = 1 follows x\[1\] = 2.*Sort"):
        curves.Table((0.0, 2.0, 1.0), (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    "road",
    [
        roads.FlatRoad(height=0.1),
        roads.Slope(angle=0.1, bank=0.05),
        roads.Kerb(0.1, at=1.0, width=0.5),
        roads.SineRoad(0.1, 3.0),
        roads.ProfileRoad((0.0, 1.0, 5.0), (0.0, 0.1, 0.0)),
        roads.RandomRoad(iso_class="C", seed=1, length=30.0, track=1.5),
    ],
    ids=lambda road: type(road).__name__,
)
def test_heights_of_many_places_at_once(road: roads.Road) -> None:
    x = np.linspace(-1.0, 31.0, 97)
    grid = road.height_at(x[:, None], np.array([-0.8, 0.0, 0.8]))
    assert grid.shape == (97, 3)
    for i, j in ((0, 0), (20, 1), (96, 2)):
        one = road.height_at(x[i], (-0.8, 0.0, 0.8)[j])
        assert isinstance(one, float)
        assert one == grid[i, j] == road.heights_at(x[i], (-0.8, 0.0, 0.8)[j])[0]
        assert isinstance(road.height_at(int(x[i]), 0), float)
    assert road.mesh is road.mesh  # made once
    each = [road.heights_at(a, b)[0] for a in x for b in (-0.8, 0.0, 0.8)]
    np.testing.assert_allclose(grid.ravel(), each, rtol=0.0, atol=1e-15)
