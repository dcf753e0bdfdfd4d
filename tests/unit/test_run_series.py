"""Runs as ParaView series: which items make which blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, shapes
from mbfe.elements import roads, tyres


def blocks(index: Path) -> str:
    """Text of the multi-block file of the last frame."""
    return sorted(index.with_name(f"{index.stem}_steps").glob("*.vtm"))[-1].read_text(encoding="utf-8")


def read(file: Path) -> Any:
    """Points and arrays of a file."""
    vtk = pytest.importorskip("vtkmodules.vtkIOXML", reason="vtk is not installed (pip install vtk)")
    adapter = pytest.importorskip("vtkmodules.numpy_interface.dataset_adapter")
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(str(file))
    reader.Update()
    return adapter.WrapDataObject(reader.GetOutput())


def read_points(file: Path) -> np.ndarray:
    return np.asarray(read(file).Points)


def read_array(file: Path, name: str) -> np.ndarray:
    return np.asarray(read(file).PointData[name])


def bob(**options: Any) -> mbfe.Model:
    """A ball on a spring that hangs at (0.3, 0, 1), and a second spring to a place far above."""
    model = mbfe.Model("bob", gravity=(0, 0, -9.81))
    ball = elements.RigidBody(
        "ball", position=(0, 0, 0.2), mass=1.0, inertia=(1, 1, 1), shape=shapes.sphere(radius=0.05)
    )
    model.add(ball)
    ends = {"first_point": (0.3, 0, 1), "second_point": (0, 0, 0.25)}
    model.add(elements.PointSpring("spring", model.ground, ball, stiffness=100.0, **ends))
    far = {"first_point": (0, 0, 1e3), "second_point": (0, 0, 0.2)}
    model.add(elements.PointSpring("far", model.ground, ball, stiffness=10.0, **far))
    return model


def test_springs_reach_from_end_to_end(tmp_path: Path) -> None:
    """Ends on the ground and on the body, as long as the result says; one of a kilometre is not drawn."""
    run = mbfe.solve_dynamic(bob(), duration=0.2, step=0.05)
    index = run.to_paraview(tmp_path)
    files = sorted(index.with_name("bob_steps").glob("springs_*.vtp"))
    assert len(files) == len(run.time)
    assert b"far" not in files[0].read_bytes().partition(b"AppendedData")[0]
    for k, file in enumerate(files):
        points = read_points(file)
        np.testing.assert_allclose(points[0], (0.3, 0, 1), atol=1e-14)
        np.testing.assert_allclose(points[-1], run["ball"].position_at((0, 0, 0.05))[k], atol=1e-14)
        assert np.linalg.norm(points[-1] - points[0]) == pytest.approx(run["spring"].length[k], rel=1e-12)
        assert np.ptp(points[:, 2]) < 1.0


def test_ropes_of_hoists_carry_their_tension(tmp_path: Path) -> None:
    """Straight from the drum to the load, which hangs still: in a rope at rest the tension is the weight."""
    model = mbfe.Model("hoist", gravity=(0, 0, -9.81))
    load = elements.PointMass("load", mass=20.0, position=(0, 0, -2.0), shape=shapes.sphere(radius=0.1))
    model.add(load)
    stretched = 1.0 + 20.0 * 9.81 / 1e5
    rope = elements.HoistRope("rope", "ground", load, speed=0.0, axial_stiffness=1e5, length=2.0 / stretched)
    model.add(rope)
    index = mbfe.solve_dynamic(model, duration=0.1, step=0.05).to_paraview(tmp_path)
    points = read_points(sorted(index.with_name("hoist_steps").glob("springs_*.vtp"))[-1])
    np.testing.assert_allclose(points, [(0, 0, 0), (0, 0, -2.0)], atol=1e-12)
    tension = read_array(sorted(index.with_name("hoist_steps").glob("springs_*.vtp"))[-1], "tension")
    np.testing.assert_allclose(tension, 20.0 * 9.81, rtol=1e-7)  # single precision


def cart(*given: roads.Road) -> mbfe.Model:
    """Wheels beside each other, each on the road given for it."""
    model = mbfe.Model("cart", gravity=(0, 0, -9.81))
    brush = tyres.BrushTyre(stiffness=6e4, friction=0.9, load=200.0)
    for k, road in enumerate(given):
        place = (0.0, float(k), 0.3 + road.height_at(0.0, float(k)))
        wheel = elements.RigidBody(f"wheel {k}", position=place, mass=20.0, inertia=(0.6, 1, 0.6))
        tyre = elements.Tyre(
            f"tyre {k}", wheel, model=brush, road=road, radius=0.31, stiffness=2e4, damping=200.0
        )
        model.add(wheel)
        model.add(tyre)
    return model


def test_tyres_on_one_road_share_it(tmp_path: Path) -> None:
    """It is stored once, drawn once and reaches under both; other roads are drawn apart."""
    rough = roads.RandomRoad(iso_class="C", seed=1, length=20.0, start=-10.0)
    run = mbfe.solve_dynamic(cart(rough, rough), duration=0.01, step=0.005)
    assert [run.header["items"][i]["description"]["mesh"] is not None for i in (1, 3)] == [True, False]
    index = run.to_paraview(tmp_path / "one")
    assert blocks(index).count('name="road"') == 2  # surface and lines
    points = read_points(index.with_name("cart_steps") / "road_000000.vtp")
    margin = 8.0 * 0.31
    assert points[:, 1].min() <= -margin
    assert points[:, 1].max() >= 1.0 + margin
    run = mbfe.solve_dynamic(cart(rough, roads.FlatRoad(height=-1.0)), duration=0.01, step=0.005)
    text = blocks(run.to_paraview(tmp_path / "two"))
    assert text.count('name="road of tyre 0"') == text.count('name="road of tyre 1"') == 2


def test_scenery_called_road_takes_its_place(tmp_path: Path) -> None:
    model = cart(roads.FlatRoad())
    model.add(elements.Scenery("road", shapes.box(size=(3, 3, 0.1)).moved(position=(0, 0, -0.05))))
    run = mbfe.solve_dynamic(model, duration=0.01, step=0.005)
    index = run.to_paraview(tmp_path)
    assert blocks(index).count('name="road"') == 1
    points = read_points(index.with_name("cart_steps") / "road_000000.vtp")
    assert points.shape == (8, 3)
