"""Shapes: sizes, outward closed surfaces, storage, mesh files and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import meshio
import numpy as np
import pytest

from mbfe import shapes
from mbfe.errors import ModelError
from mbfe.geometry.closed_surfaces import is_closed

# shape, half extents of its box [m], volume of the smooth solid [m³]
SOLIDS = [
    (shapes.box(size=(1, 2, 3)), (0.5, 1, 1.5), 6.0),
    (shapes.cylinder(length=2, radius=0.5, axis="x"), (1, 0.5, 0.5), np.pi / 2),
    (shapes.disk(radius=0.5, thickness=0.2, axis="y"), (0.5, 0.1, 0.5), np.pi * 0.05),
    (shapes.tube(length=2, radius=0.5, inner_radius=0.4), (0.5, 0.5, 1), np.pi * 0.18),
    (shapes.cone(length=3, radius=1), (1, 1, 1.5), np.pi),
    (shapes.cone(length=3, radius=1, tip_radius=0.5, axis="y"), (1, 1.5, 1), np.pi * 1.75),
    (shapes.sphere(radius=2), (2, 2, 2), np.pi * 32 / 3),
    (shapes.capsule(length=2, radius=0.5, axis="x"), (1.5, 0.5, 0.5), np.pi * (0.5 + 1 / 6)),
    (shapes.torus(radius=1, tube_radius=0.25, axis="y"), (1.25, 0.25, 1.25), np.pi**2 * 2 / 16),
]
NAMES = ["box", "cylinder", "disk", "tube", "cone", "frustum", "sphere", "capsule", "torus"]
QUARTER_TURN = (np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))  # about z


def signed_volume(shape: shapes.Shape) -> float:
    a, b, c = np.moveaxis(shape.points[shape.all_triangles], 1, 0)
    return float(np.linalg.det(np.stack([a, b, c], axis=1)).sum() / 6.0)


@pytest.mark.parametrize(("shape", "half", "volume"), SOLIDS, ids=NAMES)
def test_surface_has_its_size_and_encloses_its_volume(
    shape: shapes.Shape, half: tuple[float, ...], volume: float
) -> None:
    tolerance = 0.0 if shape.kind == "box" else 0.06  # flats lie inside the round, none lies outside
    top = shape.points.max(axis=0)
    assert np.all(top <= np.array(half) * (1 + 1e-12))
    assert np.allclose(top, half, rtol=0.02)
    assert np.allclose(shape.points.min(axis=0), -top, rtol=0.02)
    assert is_closed(shape.points, shape.triangles, shape.quads)
    assert shape.closed
    assert volume * (1 - tolerance) - 1e-12 <= signed_volume(shape) <= volume + 1e-12


@pytest.mark.parametrize("shape", [solid[0] for solid in SOLIDS], ids=NAMES)
def test_shape_comes_back_from_json(shape: shapes.Shape) -> None:
    turned = shape.moved(position=(1, -2, 0.5), orientation=QUARTER_TURN)
    back = shapes.from_dict(json.loads(json.dumps(turned.to_dict())))
    assert back.kind == shape.kind
    np.testing.assert_allclose(back.points, turned.points, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(back.all_triangles, shape.all_triangles)


def test_moves_compose() -> None:
    first = shapes.box(size=(2, 1, 1)).moved(position=(1, 0, 0), orientation=QUARTER_TURN)
    assert np.allclose(first.points.max(axis=0), (1.5, 1, 0.5))
    both = first.moved(position=(0, 0, 5), orientation=QUARTER_TURN)
    assert np.allclose(both.points.max(axis=0), (1, 1.5, 5.5))
    assert np.allclose(both.position, (0, 1, 5))
    assert np.allclose(both.orientation, (0, 0, 0, 1))
    back = shapes.from_dict(both.to_dict())
    np.testing.assert_allclose(back.points, both.points, rtol=0, atol=1e-14)


def test_wheel_has_its_size_and_its_spokes() -> None:
    """Width and radius of the tyre, spokes at equal angles, all parts facing outwards."""
    wheel = shapes.wheel(radius=0.3, width=0.2, rim=0.7, spokes=5)
    assert wheel.points.max(axis=0)[1:].tolist() == pytest.approx([0.1, 0.3])
    assert not wheel.closed
    assert signed_volume(wheel) > 0.6 * np.pi * (0.3**2 - 0.21**2) * 0.2
    spokes = wheel.points[-40:]
    radius, angle = np.hypot(spokes[:, 2], spokes[:, 0]), np.arctan2(spokes[:, 2], spokes[:, 0])
    outer = np.sort(np.unique(np.round(np.degrees(angle[radius > 0.2]), 6)))
    middles = outer.reshape(-1, 2).mean(axis=1)
    np.testing.assert_allclose(np.diff(middles), 72.0, atol=1e-5)
    moved = wheel.painted("#112233").moved(position=(1, 0, 0))
    back = shapes.from_dict(json.loads(json.dumps(moved.to_dict())))
    np.testing.assert_allclose(back.points, wheel.points + [1, 0, 0], atol=1e-14)
    assert back.color == "#112233"
    flat = shapes.wheel(radius=0.3, width=0.6, rim=0.9).points
    assert np.hypot(flat[:, 0], flat[:, 2]).max() == pytest.approx(0.3)
    old = {name: value for name, value in wheel.to_dict().items() if name not in ("color", "opacity")}
    assert shapes.from_dict(old).color == ""


def test_group_keeps_all_parts_and_the_first_paint() -> None:
    ball = shapes.sphere(radius=0.1).painted("#00ff7f", opacity=0.4)
    plate = shapes.box(size=(1, 1, 0.1)).moved(position=(0, 0, 1))
    both = shapes.group(ball, plate)
    assert signed_volume(both) == pytest.approx(signed_volume(ball) + 0.1)
    back = shapes.from_dict(json.loads(json.dumps(both.to_dict())))
    np.testing.assert_array_equal(back.points, np.concatenate([ball.points, plate.points]))
    assert (back.color, back.opacity) == ("#00ff7f", 0.4)
    with pytest.raises(ModelError, match="group: parts: none was given"):
        shapes.group()


@pytest.mark.parametrize("suffix", ["stl", "ply", "obj", "vtk", "vtu", "msh"])
def test_mesh_file_in_millimetres(tmp_path: Path, suffix: str) -> None:
    sphere = shapes.sphere(radius=1.0)
    file = tmp_path / f"ball.{suffix}"
    meshio.Mesh(1000.0 * sphere.points, [("triangle", sphere.all_triangles)]).write(
        file, "gmsh" if suffix == "msh" else None
    )
    ball = shapes.mesh(file, scale=1e-3)
    assert ball.closed
    assert signed_volume(ball) == pytest.approx(signed_volume(sphere), rel=1e-6)
    file.unlink()
    back = shapes.from_dict(json.loads(json.dumps(ball.moved(position=(0, 0, 1)).to_dict())))
    np.testing.assert_array_equal(back.points, ball.points + [0, 0, 1])
    np.testing.assert_array_equal(back.triangles, ball.triangles)
    assert back.closed
    assert back.position == (0.0, 0.0, 1.0)


def test_mesh_keeps_corners_and_drops_unused_points(tmp_path: Path) -> None:
    file = tmp_path / "plate.vtu"
    corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    points = np.array([*corners, [9, 9, 9], [0.5, 0, 0], [1, 0.5, 0], [0.5, 0.5, 0]])
    cells = [("quad", np.array([[0, 1, 2, 3]])), ("triangle6", np.array([[0, 1, 2, 5, 6, 7]]))]
    meshio.Mesh(points, cells).write(file)
    plate = shapes.mesh(file)
    assert len(plate.points) == 4
    assert plate.triangles.shape == (1, 3)
    assert plate.quads.shape == (1, 4)
    assert not plate.closed


def test_mesh_files_that_cannot_be_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ModelError, match="no such file"):
        shapes.mesh(tmp_path / "none.stl")
    garbage = tmp_path / "garbage.ply"
    garbage.write_text("this is not a mesh")
    with pytest.raises(ModelError, match=r"garbage\.ply\", line 1: it does not begin with 'ply'"):
        shapes.mesh(garbage)
    garbage = tmp_path / "garbage.vtu"
    garbage.write_text("this is not a mesh")
    with pytest.raises(ModelError, match=r"(?s)garbage\.vtu.*meshio cannot read it.*STL, OBJ or PLY"):
        shapes.mesh(garbage)
    assert capfd.readouterr() == ("", "")
    unknown = tmp_path / "part.step"
    unknown.write_text("ISO-10303-21;")
    with pytest.raises(ModelError, match=r"(?s)'.step' is none of a mesh.*Export the part as STL"):
        shapes.mesh(unknown)
    solid = tmp_path / "solid.vtu"
    corners = np.vstack([np.zeros(3), np.eye(3)])
    meshio.Mesh(corners, [("tetra", np.array([[0, 1, 2, 3]]))]).write(solid)
    with pytest.raises(ModelError, match=r"(?s)holds tetra.*triangles, quads"):
        shapes.mesh(solid)


@pytest.mark.parametrize(
    ("build", "arguments", "message"),
    [
        (shapes.box, {"size": (1, 2)}, r"box: size: \(1, 2\) was given.*3 finite numbers"),
        (shapes.box, {"size": (1, 2, -3)}, r"box: size: .*-3.0.*finite positive"),
        (shapes.cylinder, {"length": np.nan, "radius": 1}, r"cylinder: length: nan.*finite"),
        (shapes.cylinder, {"length": 1, "radius": 0}, r"cylinder: radius: 0 was given"),
        (
            shapes.cylinder,
            {"length": 1, "radius": 1, "axis": "w"},
            r"cylinder: axis: 'w'.*'x', 'y'.*moved",
        ),
        (shapes.cylinder, {"length": 1, "radius": 1, "facets": 2}, r"cylinder: facets: 2 .*3 or more"),
        (shapes.tube, {"length": 1, "radius": 1, "inner_radius": 1}, r"tube: inner_radius: 1 .*below 1"),
        (
            shapes.cone,
            {"length": 1, "radius": 1, "tip_radius": -1},
            r"cone: tip_radius: -1 .*zero or pos",
        ),
        (shapes.sphere, {"radius": np.inf}, r"sphere: radius: inf"),
        (shapes.sphere, {"radius": "big"}, r"sphere: radius: 'big' was given"),
        (shapes.capsule, {"length": -1, "radius": 1}, r"capsule: length: -1"),
        (shapes.torus, {"radius": 1, "tube_radius": 2}, r"torus: tube_radius: 2 .*below 1"),
        (shapes.disk, {"radius": 1, "thickness": 0}, r"disk: thickness: 0"),
        (shapes.mesh, {"file": "a.stl", "scale": 0}, r"mesh: scale: 0"),
        (shapes.wheel, {"radius": 1, "width": 0.2, "rim": 0.97}, r"wheel: rim: 0.97 .*below 0.95"),
        (shapes.wheel, {"radius": 1, "width": 0.2, "spokes": 2}, r"wheel: spokes: 2"),
        (shapes.wheel, {"radius": 1, "width": 0.2, "axis": "w"}, r"wheel: axis: 'w'"),
        (SOLIDS[0][0].painted, {"color": "red"}, r"box: color: 'red' .*#rrggbb"),
        (SOLIDS[0][0].painted, {"color": "", "opacity": 1.5}, r"box: opacity: 1.5.*up to 1"),
        (SOLIDS[0][0].moved, {"position": (0, 0, None)}, r"box: position: .*3 finite"),
    ],
)
def test_wrong_numbers_are_named(build: Callable[..., Any], arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"(?s){message}"):
        build(**arguments)


def test_unknown_stored_kind_lists_the_kinds() -> None:
    with pytest.raises(ModelError, match=r"(?s)stored shape: its kind is 'blob'.*box, cylinder, .*mesh"):
        shapes.from_dict({"kind": "blob"})
