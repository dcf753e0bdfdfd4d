"""Views and ParaView series of beams, on motions and resultants in closed form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import Section, elements, lines
from mbfe.algebra.rotations import compose, relative
from mbfe.errors import ResultsError
from mbfe.geometry.mass_properties import solid_moments
from mbfe.results.run import Run
from mbfe.results.store.header import make_header
from mbfe.results.store.memory import MemoryStore
from mbfe.results.views.beam_shape import exp, interpolate, log

Array = NDArray[np.float64]
BAR = Section.rectangle(E=70e9, nu=0.3, density=2700.0, width=0.2, height=0.05)
AXIS = lines.straight((0.5, 0, 0), (4.5, 0, 0))
TIMES = np.array([0.0, 0.25, 1.0])
SPIN = np.array([0.3, -0.2, 0.9])
IDENTITY = np.array([0, 0, 0, 1.0, 0, 0, 0])


def model_with(n: int, **options: Any) -> mbfe.Model:
    """A hub and a blade of four elements on it."""
    model = mbfe.Model("rotor")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1, 1, 1), orientation=(0, 0, 0.4)))
    model.add(
        elements.Beam(
            "blade", **{"line": AXIS, "section": BAR, "n_elements": 4, "start": hub} | options, n_nodes=n
        )
    )
    return model


def run_of(model: mbfe.Model, poses: Array, *, twists: Array | None = None, outputs: Any = None) -> Run:
    """Run with given poses of all nodes at `TIMES`."""
    compiled = model.compile()
    n_node = len(model.nodes)
    n_output = sum(instance.law.n_outputs for instance in compiled.builder.instances)
    shapes = {"pose": (n_node, 7), "twist": (n_node, 6), "accel": (n_node, 6), "multiplier": (0,)}
    columns = {"time": (), **shapes, "output": (n_output,), "energy": (5,), "progress": (5,)}
    store = MemoryStore(make_header(compiled, {}), columns)
    rows = {name: np.zeros((len(TIMES), *shape)) for name, shape in columns.items()}
    rows |= {"time": TIMES, "pose": poses}
    if twists is not None:
        rows["twist"] = twists
    if outputs is not None:
        outputs(store.header, rows["output"])
    store.append(rows)
    store.close()
    return Run(store)


def moved(model: mbfe.Model) -> Array:
    """Poses of all nodes when all turns rigidly about the origin, angle |SPIN| t, and moves along z."""
    drawn = np.array([[*node.frame.position, *node.frame.orientation] for node in model.nodes.values()])
    motion = exp(np.concatenate([np.zeros((3, 3)), TIMES[:, None] * SPIN], axis=1))
    motion[:, 2] += 0.5 * TIMES
    return compose(motion[:, None], drawn[None])


def polynomial(part: int, degree: int) -> Callable[[Array], Array]:
    """A polynomial of s for each component and time."""
    return lambda s: (1.0 + part) * s**degree - 0.3 * s + 2.0


def fill(degree: int, points: dict[str, Array]) -> Callable[[Any, Array], None]:
    """Fill resultants and strains with `polynomial`, times 1 + t."""

    def outputs(header: Any, rows: Array) -> None:
        item = next(item for item in header["items"] if item["name"] == "blade")
        count: dict[str, int] = {}
        for entry in item["outputs"]:
            element = count.get(entry["name"], 0)
            count[entry["name"]] = element + 1
            for k, x in enumerate(points[entry["name"]]):
                for c in range(6):
                    value = polynomial(c, degree)(element + 0.5 * (x + 1.0))
                    rows[:, entry["offset"] + 6 * k + c] = (1.0 + TIMES) * value

    return outputs


# ------------------------------------------------------------------------------------------ frames


def test_logarithm_is_the_inverse_of_the_exponential() -> None:
    rng = np.random.default_rng(1)
    for size in (1e-9, 1e-2, 0.1, 0.9):
        vectors = size * rng.standard_normal((20, 6)) / 1.3
        np.testing.assert_allclose(log(exp(vectors)), vectors, rtol=1e-11, atol=1e-13 * size)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_helix_is_interpolated_exactly(n: int) -> None:
    """Constant strain: frames exp(s E)."""
    nodes = {2: [-1, 1], 3: [-1, 0, 1], 4: [-1, -(0.2**0.5), 0.2**0.5, 1]}[n]
    strain = np.array([1.0, 0.1, -0.2, 0.4, -0.8, 0.5])
    frames = exp(np.array(nodes)[:, None] * strain)
    turned = compose(exp(np.arange(6) * 0.3), frames)
    x = np.linspace(-1, 1, 7)
    expected = compose(exp(np.arange(6) * 0.3), exp(x[:, None] * strain))
    gap = log(relative(interpolate(turned, x), expected))
    assert np.abs(gap).max() < 1e-14


# ------------------------------------------------------------------------------------------ views


@pytest.mark.parametrize(("n", "degree"), [(2, 1), (3, 1), (4, 2)])
def test_resultants_along_the_beam(n: int, degree: int) -> None:
    """The polynomial through the points of an element is met exactly, at fractions and at metres."""
    gauss = np.polynomial.legendre.leggauss(n - 1)[0]
    points = {"strain": gauss, "resultant": np.array([-1.0, 1.0]) if n == 2 else gauss}
    model = model_with(n)
    run = run_of(model, moved(model), outputs=fill(degree, points))
    blade = run["blade"]
    assert blade.resultants.shape == (3, 4 * (2 if n == 2 else n - 1), 6)
    for fraction in (0.0, 0.13, 0.5, 0.75, 1.0):
        got = blade.resultants.at(fraction)
        for c, name in enumerate(("F1", "F2", "F3", "M1", "M2", "M3")):
            expected = (1 + TIMES) * polynomial(c, degree)(4 * fraction)
            np.testing.assert_allclose(got.component(name), expected, rtol=1e-12)
        np.testing.assert_allclose(blade.resultants.at(metres=4 * fraction), got, rtol=1e-14)
    assert got.F1.unit == "N"
    assert got.M3.unit == "N m"
    assert blade.strains.kappa2.unit == "1/m"
    inner = blade.strains.stations
    expected = (1 + TIMES[:, None]) * polynomial(4, degree)(inner)
    np.testing.assert_allclose(blade.strains.kappa2, expected, rtol=1e-12)
    assert run.signal("blade.resultants").shape == blade.resultants.shape
    assert "blade.resultants[0].F1" in run.to_dataframe(names=["blade.resultants"]).columns


def test_where_elements_meet_the_mean_counts() -> None:
    model = model_with(2)

    def jump(header: Any, rows: Array) -> None:
        item = next(item for item in header["items"] if item["name"] == "blade")
        entries = [entry for entry in item["outputs"] if entry["name"] == "resultant"]
        for element, entry in enumerate(entries):
            rows[:, entry["offset"] : entry["offset"] + 12] = element

    run = run_of(model, moved(model), outputs=jump)
    assert run["blade"].resultants.at(0.25).F1.values.tolist() == [0.5] * 3
    assert run["blade"].resultants.at(0.25001).F1.values[0] == pytest.approx(1.0)


@pytest.mark.parametrize("n", [2, 3])
def test_a_rigid_motion_displaces_nothing_relative_to_the_hub(n: int) -> None:
    model = model_with(n)
    run = run_of(model, moved(model))
    blade = run["blade"]
    gap = blade.displacement(relative_to="hub")
    assert gap.shape == (3, 4 * (n - 1) + 1, 3)
    assert np.abs(gap).max() < 1e-14
    assert gap.frame == "hub"
    expected = Rotation.from_rotvec(TIMES[:, None] * SPIN).apply((4.5, 0, 0)) + np.outer(TIMES, (0, 0, 0.5))
    np.testing.assert_allclose(blade.tip.position, expected, atol=1e-14)
    np.testing.assert_allclose(run.signal("blade.tip.position.y"), expected[:, 1], atol=1e-14)
    np.testing.assert_allclose(run.signal("blade.tip.displacement"), expected - (4.5, 0, 0), atol=1e-14)
    np.testing.assert_allclose(blade.displacement().values[:, -1], expected - (4.5, 0, 0), atol=1e-14)
    turn = np.broadcast_to(TIMES[:, None, None] * SPIN, blade.rotations.shape)
    np.testing.assert_allclose(blade.rotations, turn, atol=1e-14)
    assert np.abs(blade.displacement(relative_to="blade.end")).max() < 1e-14
    np.testing.assert_array_equal(run["blade.tip"].position, blade.tip.position)
    # the start is a part of the hub, half a metre from its origin
    assert blade.start.position.values[0].tolist() == pytest.approx([0.5, 0, 0])
    assert run.signal("blade.0.orientation").values[0] == pytest.approx([1, 0, 0, 0])


def test_velocity_of_an_end_on_a_body() -> None:
    """v + ω × s in body axes: the hub turns about its z at 2 rad/s, the start stands 0.5 m from it."""
    model = model_with(2)
    twists = np.zeros((3, len(model.nodes), 6))
    twists[:, 1] = (0.1, 0, 0, 0, 0, 2.0)
    drawn = np.array([[*node.frame.position, *node.frame.orientation] for node in model.nodes.values()])
    run = run_of(model, np.repeat(drawn[None], 3, axis=0), twists=twists)
    expected = (0.1 * np.cos(0.4), 0.1 * np.sin(0.4) + 1.0, 0)
    np.testing.assert_allclose(run["blade"].start.velocity.values[0], expected, atol=1e-15)
    np.testing.assert_allclose(run["blade"].velocities()[0, 0], expected, atol=1e-15)
    np.testing.assert_allclose(run["blade"].start.angular_velocity.values[0], (0, 0, 2), atol=1e-15)


def test_errors_name_what_there_is() -> None:
    model = model_with(2)
    run = run_of(model, moved(model))
    for ask, says in (
        (lambda: run.signal("blade.top"), 'no quantity "blade.top"(?s:.*)"blade.resultants.F1"'),
        (lambda: run["blade"].resultants.at(1.2), "fraction of the span"),
        (lambda: run["blade"].resultants.at(), "a fraction or metres="),
        (lambda: run["blade"].node(9), "0 to 4"),
        (lambda: run["blade"].displacement(relative_to="rotor"), "no body or node"),
        (lambda: run.signal("blade.tip"), 'no quantity "blade.tip"'),
    ):
        with pytest.raises(ResultsError, match=says):
            ask()
    with pytest.raises(AttributeError):
        run["blade"].top  # noqa: B018


# ------------------------------------------------------------------------------------------ ParaView


def read(path: Path) -> tuple[Array, dict[str, Array], Any]:
    """Points and point arrays of a file, read by VTK, and the data set."""
    pytest.importorskip("vtk")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(path))
    reader.Update()
    data = reader.GetOutput()
    arrays = data.GetPointData()
    named = {
        arrays.GetArrayName(i): vtk_to_numpy(arrays.GetArray(i)) for i in range(arrays.GetNumberOfArrays())
    }
    return vtk_to_numpy(data.GetPoints().GetData()), named, data


def test_series_read_back(tmp_path: Path) -> None:
    """Lines and closed surfaces with the arrays of the views; the volume inside is A L."""
    model = model_with(3)
    gauss = np.polynomial.legendre.leggauss(2)[0]
    run = run_of(model, moved(model), outputs=fill(1, {"strain": gauss, "resultant": gauss}))
    index = run.to_paraview(tmp_path)
    steps = index.with_name("rotor_steps")
    assert 'file="blade_surface_000002.vtp"' in (steps / "rotor_000002.vtm").read_text()
    turn = Rotation.from_rotvec(SPIN)
    points, arrays, data = read(steps / "blade_000002.vtp")
    assert data.GetNumberOfLines() == 1
    s = arrays["station"]
    assert s[[0, -1]].tolist() == [0.0, 4.0]
    drawn = np.stack([0.5 + s, 0 * s, 0 * s], axis=1)
    np.testing.assert_allclose(points, turn.apply(drawn) + (0, 0, 0.5), atol=1e-6)
    np.testing.assert_allclose(arrays["displacement"], points - drawn, atol=1e-6)
    for name, first in (("section_force", 0), ("section_moment", 3), ("strain", 0), ("curvature", 3)):
        expected = np.stack([2 * polynomial(first + c, 1)(s) for c in range(3)], axis=1)
        np.testing.assert_allclose(arrays[name], expected, rtol=1e-6)

    points, arrays, data = read(steps / "blade_surface_000002.vtp")
    assert set(arrays) == {
        *("displacement", "velocity", "station", "section_force", "section_moment", "strain", "curvature")
    }
    triangles = []
    for i in range(data.GetNumberOfCells()):
        cell = data.GetCell(i)
        ids = [cell.GetPointId(k) for k in range(cell.GetNumberOfPoints())]
        triangles += [(ids[0], ids[k], ids[k + 1]) for k in range(1, len(ids) - 1)]
    volume, center, _ = solid_moments(points, np.array(triangles))
    assert volume == pytest.approx(0.01 * 4, rel=1e-6)
    np.testing.assert_allclose(center, turn.apply((2.5, 0, 0)) + (0, 0, 0.5), atol=1e-6)
    corners = points[np.array(triangles)] - center
    outwards = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    assert outwards.min() > 0


def test_sections_without_outline_are_drawn_as_ellipses(tmp_path: Path) -> None:
    """Ellipse of the radii of gyration of the bending stiffness: half-axes b/√3 and h/√3 of a rectangle."""
    plain = Section(BAR.shift(0.02, 0.01).stiffness, BAR.mass)
    model = model_with(2, section=[(0, plain), (4, BAR)])
    run = run_of(model, moved(model))
    loops = run["blade"].outlines
    assert loops.shape[0] == 5
    np.testing.assert_allclose(loops[0].mean(axis=0), (-0.02, -0.01), atol=1e-3)
    np.testing.assert_allclose(np.ptp(loops[0], axis=0), (0.4 / 3**0.5, 0.1 / 3**0.5), rtol=0.02)
    run.to_paraview(tmp_path)


def test_unknown_names_of_a_run_have_a_hint() -> None:
    """Items and attributes that nearly have the name are named; an item is no attribute but a key."""
    model = model_with(2)
    run = run_of(model, moved(model))
    with pytest.raises(ResultsError, match=r'there is no "blad"(?s:.*)Did you mean "blade"'):
        run["blad"]
    with pytest.raises(AttributeError, match=r'Run has no attribute "enrgy"\. Did you mean "energy"'):
        _ = run.enrgy
    with pytest.raises(AttributeError, match=r'Run has no attribute "blade"\. Take run\["blade"\]'):
        _ = run.blade
