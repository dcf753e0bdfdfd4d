"""What modes, Campbell diagrams and buckling loads show: tables, pictures, series for ParaView, errors."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, shapes
from mbfe.analyses.linear.buckling import solve_buckling
from mbfe.analyses.linear.campbell import campbell
from mbfe.analyses.linear.modes import solve_modes
from mbfe.results.modes import Modes


def pendulum() -> mbfe.Model:
    """A rod on a hinge with a mass on a spring at its end."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    rod = model.add(
        elements.RigidBody(
            "rod",
            position=(0, 0, -0.5),
            mass=2.0,
            inertia=(0.17, 0.17, 0.002),
            shape=shapes.cylinder(length=1.0, radius=0.05, axis="z"),
        )
    )
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    mass = model.add(elements.PointMass("mass", mass=0.5, position=(0, 0, -1)))
    model.add(elements.Bushing("spring", rod, mass, position=(0, 0, -1), stiffness=(50.0, 0.0)))
    return model


@pytest.fixture(scope="module")
def modes() -> Modes:
    return solve_modes(pendulum())


def test_table_and_numbers(modes: Modes) -> None:
    text = str(modes)
    assert text.startswith('Modes of "pendulum": 4 undamped')
    assert "held by dead loads" in text  # the mass would hang lower
    assert len(text.splitlines()) == 3 + len(modes)
    assert "rod" in text
    assert np.allclose(modes.omega, 2 * np.pi * modes.frequencies)
    M = modes.linear.M
    assert np.allclose(modes.vectors.T @ (M @ modes.vectors), np.eye(len(modes)), atol=1e-10)
    assert np.allclose(modes.shares.sum(axis=1), 1.0)
    assert modes.shapes.shape == (len(modes), 3, 6)


def test_a_mode_as_a_run(modes: Modes) -> None:
    run = modes.motion(0, frames=16, scale=0.05)
    assert np.isclose(run.time[1] * 16, 1.0 / modes.frequencies[0])
    moved = run["mass"].position.values - run["mass"].position.values.mean(axis=0)
    rod = run["rod"].position.values - run["rod"].position.values[4]
    assert np.isclose(
        max(np.linalg.norm(moved, axis=1).max(), np.linalg.norm(rod, axis=1).max()), 0.05, rtol=0.05
    )
    angle = modes.shape("rod")[0, 4]
    swing = run["hinge"].angle.values
    assert np.isclose(swing.max(), -swing.min(), rtol=1e-9)
    assert np.isclose(abs(swing[0]), abs(angle) * 0.05 / np.linalg.norm(modes.shapes[0, :, :3], axis=1).max())
    assert np.allclose(run["spring"].force.values[4], run["spring"].force.values[12], atol=1e-9)


def test_series_for_paraview(modes: Modes, tmp_path: Path) -> None:
    index = modes.to_paraview(tmp_path, mode=1, frames=6)
    frames = ElementTree.parse(index).getroot().findall(".//DataSet")
    assert len(frames) == 6
    assert index.name == "pendulum.pvd"
    last = modes.to_paraview(tmp_path / "all", mode=[0, 2], frames=4)
    assert last.parent.name == "mode_2"
    assert (tmp_path / "all" / "mode_0" / "pendulum.pvd").exists()


def test_pictures(modes: Modes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    modes.plot(file=tmp_path / "modes.png", modes=[0, 1])
    assert (tmp_path / "modes.png").stat().st_size > 5000
    figure = modes.plot()
    titles = [axes.get_title() for axes in figure.axes]
    assert titles[0].startswith("mode 0: ")
    rotor = mbfe.Model("rotor")
    disk = rotor.add(elements.RigidBody("disk", mass=1.0, inertia=(0.1, 0.1, 0.15)))
    for name, z in (("a", -0.1), ("b", 0.1)):
        mount = elements.Bushing(
            name, rotor.ground, disk, position=(0, 0, z), axis=(0, 0, 1), stiffness=(1e3, 1e3, 1e3, 0, 0, 0)
        )
        rotor.add(mount)
    diagram = campbell(rotor, speeds=(0.0, 20.0, 60.0), n=6)
    for frame in ("resting", "rotating"):
        diagram.plot(file=tmp_path / f"{frame}.png", frame=frame)
        assert (tmp_path / f"{frame}.png").stat().st_size > 5000
    assert "critical: " in str(diagram)
    with pytest.raises(mbfe.ResultsError, match='"resting" or "rotating"'):
        diagram.plot(frame="world")


def test_buckling_shape_for_paraview(tmp_path: Path) -> None:
    model = mbfe.Model("link")
    link = model.add(elements.RigidBody("link", position=(0, 0, 0.5), mass=1.0, inertia=(1, 1, 1)))
    hinge = model.add(joints.Revolute("hinge", model.ground, link, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(elements.TorsionSpring("spring", joint=hinge, stiffness=3.0))
    model.add(elements.Force("load", link, (0, 0, -1.0), point=(0, 0, 0.5)))
    found = solve_buckling(model)
    assert np.allclose(found.factors, [3.0], rtol=1e-9)
    assert found.to_paraview(tmp_path, frames=4).exists()
    with pytest.raises(mbfe.ResultsError, match="0 to 0"):
        found.to_paraview(tmp_path, mode=1)
    with pytest.raises(mbfe.ResultsError, match='no body or node "rod"'):
        found.shape("rod")


def test_wrong_requests(modes: Modes, tmp_path: Path) -> None:
    with pytest.raises(mbfe.ResultsError, match='no body or node "bar"'):
        modes.shape("bar")
    with pytest.raises(mbfe.ResultsError, match="mode: 9"):
        modes.motion(9)
    with pytest.raises(mbfe.ResultsError, match="from 2"):
        modes.motion(0, frames=1)
    with pytest.raises(mbfe.ResultsError, match="positive number"):
        modes.to_paraview(tmp_path, scale=-1.0)
    with pytest.raises(mbfe.ResultsError, match="no modes"):
        modes.plot(modes=[])
    with pytest.raises(mbfe.ModelError, match="whole number"):
        solve_modes(pendulum(), n=0)
    with pytest.raises(mbfe.ModelError, match='True, False or "auto"'):
        solve_modes(pendulum(), damping="no")
    other = mbfe.Model("other")
    other.add(elements.PointMass("mass", mass=1.0))
    with pytest.raises(mbfe.ResultsError, match="different unknowns"):
        modes.mac(solve_modes(other))
