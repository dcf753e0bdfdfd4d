"""ParaView series: read back with vtk and with ParaView itself, against a motion in closed form."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mbfe import shapes
from mbfe.errors import ResultsError
from mbfe.results.drawing.blocks import Blocks, BodyBlock, PathBlock, PointBlock, SceneryBlock, SpringBlock
from mbfe.results.drawing.meshes import CHUNK
from mbfe.results.paraview import paraview
from mbfe.results.paraview.paraview import write_series

Array = NDArray[np.float64]
TIMES = np.array([0.0, 0.1, 1.0 / 3.0, 0.7000000000000001, 2.0])
Z = np.array([0.0, 0.0, 1.0])


def screw(t: Array, *, phase: float = 0.0) -> tuple[Array, ...]:
    """Origin on a helix while the body, tilted by 0.4 about x, turns about the world's z by t²/2 + 2 t.

    Gives the rows that the writer takes and, for the reference, the origin and its two derivatives, the
    rotation matrices, and the angle's two derivatives.
    """
    x = np.column_stack([np.cos(3 * t), np.sin(3 * t), 0.2 * t**2 + phase])
    v = np.column_stack([-3 * np.sin(3 * t), 3 * np.cos(3 * t), 0.4 * t])
    a = np.column_stack([-9 * np.cos(3 * t), -9 * np.sin(3 * t), np.full(len(t), 0.4)])
    angle, rate, growth = 0.5 * t**2 + 2 * t, t + 2, np.ones(len(t))
    c, s, one, zero = np.cos(angle), np.sin(angle), np.ones(len(t)), np.zeros(len(t))
    turn = np.moveaxis(np.array([[c, -s, zero], [s, c, zero], [zero, zero, one]]), 2, 0)
    tilt = np.array([[1, 0, 0], [0, np.cos(0.4), -np.sin(0.4)], [0, np.sin(0.4), np.cos(0.4)]])
    R = turn @ tilt
    half = angle / 2
    q = np.column_stack(
        [
            np.cos(half) * np.cos(0.2),
            np.cos(half) * np.sin(0.2),
            np.sin(half) * np.sin(0.2),
            np.sin(half) * np.cos(0.2),
        ]
    )
    w = np.einsum("tji,tj->ti", R, rate[:, None] * Z)
    dw = np.einsum("tji,tj->ti", R, growth[:, None] * Z)
    vb = np.einsum("tji,tj->ti", R, v)
    dvb = np.einsum("tji,tj->ti", R, a) - np.cross(w, vb)
    rows = np.hstack([x, q]), np.hstack([vb, w]), np.hstack([dvb, dw])
    return (*rows, x, v, a, R, rate, growth)


def at_points(shape: shapes.Shape, t: Array, *, phase: float = 0.0) -> dict[str, Array]:
    """World arrays of a shape's points, shape (n_time, n_point, k), from the world's own axis of rotation."""
    pose, _, _, x, v, a, R, rate, growth = screw(t, phase=phase)
    arm = np.einsum("tij,nj->tni", R, shape.points)
    around, rate, growth = np.cross(Z, arm), rate[:, None, None], growth[:, None, None]
    points = x[:, None] + arm
    return {
        "points": points,
        "displacement": points - points[0],
        "velocity": v[:, None] + rate * around,
        "acceleration": a[:, None] + growth * around + rate**2 * np.cross(Z, around),
        "angular_velocity": np.broadcast_to(rate * Z, points.shape),
        "orientation": np.broadcast_to(pose[:, None, 3:], (*points.shape[:2], 4)),
    }


ROD = shapes.cylinder(length=1.0, radius=0.05, axis="x").moved(position=(0.5, 0, 0))
WHEEL = shapes.torus(radius=0.4, tube_radius=0.1)


def bodies_and_points() -> tuple[list[BodyBlock], list[PointBlock]]:
    first, second = screw(TIMES), screw(TIMES, phase=1.0)
    bodies = [BodyBlock("rod", ROD, *first[:3]), BodyBlock("wheel", WHEEL, *second[:3])]
    force = np.outer(TIMES, [1.0, 2.0, 3.0])
    points = [
        PointBlock("hinge", first[3], {"force": force, "moment": 2 * force, "angle": TIMES}),
        PointBlock("weld µ", second[3], {"force": -force, "moment": 0 * force, "angle": 5 * TIMES}),
    ]
    return bodies, points


def listed(index: Path) -> list[tuple[float, Path]]:
    """Times and files of an index."""
    entries = ET.parse(index).getroot().iter("DataSet")
    return [(float(entry.attrib["timestep"]), index.parent / entry.attrib["file"]) for entry in entries]


def named(vtm: Path) -> dict[str, Path]:
    """Files of a multi-block file by the path of the block's name."""

    def walk(node: ET.Element, path: str) -> dict[str, Path]:
        files: dict[str, Path] = {}
        for child in node:
            name = f"{path}/{child.attrib['name']}".strip("/")
            files |= (
                {name: vtm.parent / child.attrib["file"]} if child.tag == "DataSet" else walk(child, name)
            )
        return files

    return walk(ET.parse(vtm).getroot()[0], "")


def read_vtp(file: Path) -> Any:
    """The file as VTK reads it, in a wrapper that gives NumPy arrays."""
    core = pytest.importorskip("vtkmodules.vtkIOXML", reason="vtk is not installed (pip install vtk)")
    adapter = pytest.importorskip("vtkmodules.numpy_interface.dataset_adapter")
    reader = core.vtkXMLPolyDataReader()
    reader.SetFileName(str(file))
    reader.Update()
    assert reader.GetErrorCode() == 0
    return adapter.WrapDataObject(reader.GetOutput())


def texts(array: Any) -> list[str]:
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())]


def test_index_has_the_exact_times_and_the_block_names(tmp_path: Path) -> None:
    bodies, points = bodies_and_points()
    index = write_series(tmp_path / "new" / "out", "swing", TIMES, Blocks(bodies, points))
    assert index == tmp_path / "new" / "out" / "swing.pvd"
    assert [time for time, _ in listed(index)] == TIMES.tolist()
    for _, vtm in listed(index):
        files = named(vtm)
        assert list(files) == ["bodies/rod", "bodies/wheel", "joints"]
        assert all(file.is_file() for file in files.values())
    compile(index.with_name("swing_view.py").read_text(encoding="utf-8"), "swing_view.py", "exec")


@pytest.mark.parametrize(("block", "shape", "phase"), [("rod", ROD, 0.0), ("wheel", WHEEL, 1.0)])
def test_bodies_are_where_the_closed_form_says(
    tmp_path: Path, block: str, shape: shapes.Shape, phase: float
) -> None:
    bodies, points = bodies_and_points()
    index = write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    reference = at_points(shape, TIMES, phase=phase)
    for k, (time, vtm) in enumerate(listed(index)):
        data = read_vtp(named(vtm)[f"bodies/{block}"])
        assert data.FieldData["TimeValue"].tolist() == [time]
        np.testing.assert_allclose(data.Points, reference["points"][k], rtol=0, atol=2e-15)
        assert sorted([*data.PointData.keys(), "points"]) == sorted(reference)
        for name in data.PointData.keys():
            # single precision
            np.testing.assert_allclose(
                data.PointData[name], reference[name][k], rtol=1e-6, atol=1e-6, err_msg=name
            )
        assert data.GetNumberOfCells() == len(shape.triangles) + len(shape.quads)


def test_joints_are_named_points_with_numbers(tmp_path: Path) -> None:
    bodies, points = bodies_and_points()
    index = write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    for k, (time, vtm) in enumerate(listed(index)):
        data = read_vtp(named(vtm)["joints"])
        assert texts(data.VTKObject.GetPointData().GetAbstractArray("name")) == ["hinge", "weld µ"]
        np.testing.assert_array_equal(data.Points, [point.position[k] for point in points])
        np.testing.assert_allclose(
            data.PointData["force"], time * np.array([[1, 2, 3], [-1, -2, -3]]), rtol=1e-7
        )
        np.testing.assert_allclose(data.PointData["angle"], [time, 5 * time], rtol=1e-7)
        assert data.GetNumberOfCells() == 2


def test_merged_bodies_are_one_block(tmp_path: Path) -> None:
    bodies, _ = bodies_and_points()
    bodies.append(BodyBlock("mass point", None, bodies[0].pose))
    index = write_series(tmp_path, "swing", TIMES, Blocks(bodies), merge_bodies=True)
    (file,) = named(listed(index)[-1][1]).values()
    data = read_vtp(file)
    assert texts(data.VTKObject.GetFieldData().GetAbstractArray("body_name")) == [
        "rod",
        "wheel",
        "mass point",
    ]
    body = data.PointData["body"]
    for i, (shape, phase) in enumerate([(ROD, 0.0), (WHEEL, 1.0)]):
        reference = at_points(shape, TIMES, phase=phase)["points"][-1]
        np.testing.assert_allclose(data.Points[body == i], reference, rtol=0, atol=2e-15)
    np.testing.assert_array_equal(data.Points[body == 2], bodies[0].pose[-1:, :3])
    # the point has no twist, and VTK wants every array at every point
    assert "velocity" not in data.PointData.keys()
    cells = [read_vtp(file).VTKObject.GetCellType(i) for i in range(data.GetNumberOfCells())]
    assert cells.count(1) == 1
    assert cells.count(9) == len(ROD.quads) + len(WHEEL.quads)


def test_long_series_crosses_the_chunks(tmp_path: Path) -> None:
    times = np.linspace(0.0, 1.0, 2 * CHUNK + 3)
    index = write_series(tmp_path, "long", times, Blocks([BodyBlock("rod", ROD, *screw(times)[:3])]))
    reference = at_points(ROD, times)
    for k in (0, CHUNK - 1, CHUNK, len(times) - 1):
        data = read_vtp(named(listed(index)[k][1])["bodies/rod"])
        np.testing.assert_allclose(data.Points, reference["points"][k], rtol=0, atol=2e-15)
        np.testing.assert_allclose(data.PointData["displacement"], reference["displacement"][k], atol=1e-6)


def test_index_is_valid_after_every_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = paraview._multiblock
    seen = []

    def watched(blocks: Any, k: int) -> bytes:
        seen.append([file.is_file() for _, file in listed(tmp_path / "swing.pvd")])
        if k == 3:
            raise KeyboardInterrupt
        return whole(blocks, k)

    monkeypatch.setattr(paraview, "_multiblock", watched)
    bodies, points = bodies_and_points()
    with pytest.raises(KeyboardInterrupt):
        write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    assert seen == [[], [True], [True] * 2, [True] * 3]
    assert [time for time, _ in listed(tmp_path / "swing.pvd")] == TIMES[:3].tolist()


def test_a_shorter_series_leaves_nothing_of_the_longer(tmp_path: Path) -> None:
    bodies, points = bodies_and_points()
    write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    kept = tmp_path / "swing_steps" / "notes.txt"
    kept.write_text("mine")
    index = write_series(tmp_path, "swing", TIMES[:1], Blocks([BodyBlock("rod", ROD, bodies[0].pose[:1])]))
    assert len(listed(index)) == 1
    assert sorted(file.name for file in kept.parent.iterdir()) == [
        "notes.txt",
        "rod_000000.vtp",
        "swing_000000.vtm",
    ]


def test_awkward_names_survive(tmp_path: Path) -> None:
    pose = screw(TIMES[:1])[0]
    awkward = ["a/b <\"&'> µ", "a b", "a_b", "A_B", "swing"]
    blocks = Blocks([BodyBlock(name, ROD, pose) for name in awkward])
    index = write_series(tmp_path, "swing", TIMES[:1], blocks)
    files = named(listed(index)[0][1])
    assert list(files) == [f"bodies/{name}" for name in awkward]
    assert len({file.name.lower() for file in files.values()}) == len(awkward)
    assert all(file.is_file() for file in files.values())


POSE = screw(TIMES)[0]
BODY = BodyBlock("rod", ROD, POSE)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"times": TIMES[::-1]}, "times: .*ascend"),
        ({"times": []}, "times: .*one or more"),
        ({"times": [0, 1, np.nan, 3, 4]}, "times: .*finite"),
        ({"name": "out/swing"}, "name: 'out/swing'.*without folder"),
        ({"name": ""}, "name: ''"),
        ({"bodies": []}, "blocks: nothing"),
        ({"bodies": [BODY, BODY]}, "blocks: bodies/rod, bodies/rod.*each name once"),
        ({"bodies": [BodyBlock("rod", ROD, POSE[:3])]}, r'body "rod": pose: shape \(3, 7\).*\(5, 7\)'),
        ({"bodies": [BodyBlock("rod", ROD, POSE * np.nan)]}, 'body "rod": pose: .*not finite'),
        ({"bodies": [BodyBlock("rod", ROD, POSE, POSE)]}, r'body "rod": twist: shape \(5, 7\).*\(5, 6\)'),
        ({"bodies": [BodyBlock("rod", ROD, POSE, None, POSE)]}, 'body "rod": accel: .*without twist'),
        ({"points": [PointBlock("a", POSE)]}, r'point "a": position: shape \(5, 7\).*\(5, 3\)'),
        (
            {"points": [PointBlock("a", POSE[:, :3], {"force": POSE[:, :3]}), PointBlock("b", POSE[:, :3])]},
            'point "b": .*arrays are none.*force, as of the other points of "joints"',
        ),
        ({"points": [PointBlock("a", POSE[:, :3], block="bodies")]}, 'blocks: .*"bodies" for bodies'),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"name": "swing", "times": TIMES, "bodies": [BODY], "points": []} | change
    series = {key: given.pop(key) for key in ("name", "times")}
    with pytest.raises(ResultsError, match=f"(?s)write_series: {message}"):
        write_series(tmp_path, **series, blocks=Blocks(**given))
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------------ sizes, the view


def constants(index: Path) -> dict[str, Any]:
    """Numbers and names at the top of the script of a view."""
    script = ast.parse(index.with_name(f"{index.stem}_view.py").read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    for node in script.body:
        if isinstance(node, ast.Assign):
            names, values = node.targets[0], node.value
            pairs = (
                zip(names.elts, values.elts, strict=True)
                if isinstance(names, ast.Tuple) and isinstance(values, ast.Tuple)
                else [(names, values)]
            )
            for name, value in pairs:
                if isinstance(name, ast.Name) and name.id.isupper():
                    try:
                        found[name.id] = ast.literal_eval(value)
                    except ValueError:
                        continue
    return found


def driven(length: float) -> tuple[list[BodyBlock], list[PointBlock]]:
    """The rod along x moves by a length along x, with a joint at its end and a force of 500 N there."""
    pose = np.zeros((5, 7))
    pose[:, 0] = length * np.linspace(0.0, 1.0, 5)
    pose[:, 3] = 1.0
    force = np.tile([0.0, 0.0, 500.0], (5, 1))
    end = pose[:, :3]
    points = [
        PointBlock("hinge", end, {"force": force}),
        PointBlock("foot", end, {"force": force}, block="contacts", arrow="force"),
    ]
    return [BodyBlock("rod", ROD, pose)], points


ROD_SIZE = np.sqrt(1.0 + 0.1**2 + 0.1**2)  # box around the rod: 1 m long, 0.1 m thick


@pytest.mark.parametrize(("length", "follows"), [(0.0, False), (3.0, False), (100.0, True)])
def test_marks_and_arrows_have_the_size_of_the_mechanism(
    tmp_path: Path, length: float, follows: bool
) -> None:
    """However far the rod travels; the camera moves along when the rod would be small in its path."""
    bodies, points = driven(length)
    path = PathBlock("foot", points[0].position)
    seen = constants(write_series(tmp_path, "drive", TIMES, Blocks(bodies, points, paths=[path])))
    assert seen["MARK"] == pytest.approx(0.035 * ROD_SIZE, rel=1e-3)
    assert seen["ARROWS"] == [["contacts", "force", pytest.approx(0.3 * ROD_SIZE / 500.0, rel=1e-3)]]
    np.testing.assert_allclose(seen["SPAN"], (1.0, 0.1, 0.1), rtol=1e-6)
    np.testing.assert_allclose(np.subtract(seen["HIGH"], seen["LOW"]), (1.0 + length, 0.1, 0.1), rtol=1e-6)
    assert seen["FOLLOW"] is follows


def test_point_that_moves_takes_the_size_of_its_path(tmp_path: Path) -> None:
    (body,), (joint, _) = driven(2.0)
    blocks = Blocks([BodyBlock("p", None, body.pose)], [joint])
    seen = constants(write_series(tmp_path, "p", TIMES, blocks))
    assert seen["MARK"] == pytest.approx(0.035 * 2.0, rel=1e-3)
    assert seen["FOLLOW"] is False


def test_one_peak_does_not_make_all_arrows_short(tmp_path: Path) -> None:
    """Nine arrows in ten are not longer than 0.3 of the size, and none than three times that."""
    times = np.arange(100.0)
    pose = np.tile([0.0, 0, 0, 1, 0, 0, 0], (100, 1))
    force = np.zeros((100, 3))
    for peak, least in ((250.0, 100.0), (9000.0, 3000.0)):
        force[:, 2] = 100.0
        force[50, 2] = peak
        foot = PointBlock("foot", pose[:, :3], {"force": force}, block="contacts", arrow="force")
        index = write_series(tmp_path, "p", times, Blocks([BodyBlock("rod", ROD, pose)], [foot]))
        ((_, _, unit),) = constants(index)["ARROWS"]
        assert unit == pytest.approx(0.3 * ROD_SIZE / least, rel=1e-3)


FLOOR = SceneryBlock(
    "floor",
    np.array([[-200.0, -200, -1], [200, -200, -1], [200, 200, -1], [-200, 200, -1]]),
    [np.array([[0, 1, 2, 3]])],
    lines=[np.array([0, 1])],
    arrays={"profile": np.array([0.0, 0.01, 0.02, 0.03])},
    relief="profile",
)


def test_scenery_is_one_file_and_no_part_of_the_mechanism(tmp_path: Path) -> None:
    bodies, points = driven(3.0)
    index = write_series(tmp_path, "drive", TIMES, Blocks(bodies, points, scenery=[FLOOR]))
    files = [named(vtm) for _, vtm in listed(index)]
    assert {frame["scenery/floor"].name for frame in files} == {"floor_000000.vtp"}
    assert {frame["scenery_lines/floor"].name for frame in files} == {"floor_lines_000000.vtp"}
    data, lines = (read_vtp(files[0][f"{top}/floor"]) for top in ("scenery", "scenery_lines"))
    np.testing.assert_array_equal(data.Points, FLOOR.points)
    np.testing.assert_allclose(data.PointData["profile"], FLOOR.arrays["profile"], rtol=1e-6)
    assert (data.GetNumberOfCells(), data.VTKObject.GetNumberOfPolys()) == (1, 1)
    assert lines.VTKObject.GetNumberOfLines() == 1
    seen = constants(index)
    np.testing.assert_allclose(seen["HIGH"], (4.0, 0.05, 0.05))
    assert seen["RELIEF"] == [["/Root/scenery/floor", "profile", 0.0, 0.03]]
    assert seen["PLAIN"] == []
    assert seen["FOLLOW"] is True  # a road is longer than what drives on it


def test_springs_are_coils_between_their_ends(tmp_path: Path) -> None:
    """Ends where they are given, windings at one distance from the line between, a damper a straight line."""
    first = np.zeros((5, 3))
    second = np.outer(np.array([1.0, 1.2, 1.0, 0.5, 1.0]), [0.6, 0.0, 0.8])
    tension = np.arange(5.0)
    springs = [
        SpringBlock("coil", first, second, tension),
        SpringBlock("damper", second, first, -tension, coil=False),
    ]
    index = write_series(tmp_path, "s", TIMES, Blocks(driven(0.0)[0], springs=springs))
    for k, (_, vtm) in enumerate(listed(index)):
        data = read_vtp(named(vtm)["springs"])
        assert texts(data.VTKObject.GetFieldData().GetAbstractArray("spring_name")) == ["coil", "damper"]
        which = data.PointData["spring"]
        coil, damper = (np.asarray(data.Points)[which == i] for i in (0, 1))
        np.testing.assert_allclose(coil[[0, -1]], [first[k], second[k]], atol=1e-15)
        np.testing.assert_allclose(damper, [second[k], first[k]], atol=1e-15)
        np.testing.assert_allclose(data.PointData["tension"], np.where(which == 0, k, -k))
        axis = np.array([0.6, 0.0, 0.8])
        along = coil @ axis
        away = np.linalg.norm(coil - along[:, None] * axis, axis=1)
        np.testing.assert_allclose(away[2:-2], 0.105, rtol=1e-12)  # of the usual length of 1 m
        assert (np.diff(along) > 0.0).sum() == len(along) - 3  # forward but for the two steps to the coil
        assert along.max() == pytest.approx(np.linalg.norm(second[k]))


def test_painted_bodies_keep_their_colour(tmp_path: Path) -> None:
    pose = driven(0.0)[0][0].pose
    bodies = [
        BodyBlock("1 µ/x (new)", ROD.painted("#ff8000", opacity=0.5), pose),
        BodyBlock("plain", ROD, pose),
    ]
    index = write_series(tmp_path, "s", TIMES, Blocks(bodies))
    assert constants(index)["PAINT"] == [["/Root/bodies/_1xnew", [1.0, 0.502, 0.0], 0.5]]
    assert constants(write_series(tmp_path, "m", TIMES, Blocks(bodies), merge_bodies=True))["PAINT"] == []


# ------------------------------------------------------------------------------------------ ParaView itself


@pytest.fixture
def paraview_program() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a program of ParaView apart from this Python's environment."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        for program in command:
            if program in ("xvfb-run", "pvbatch", "pvpython") and shutil.which(program) is None:
                pytest.skip(f"{program} is missing: apt-get install paraview python3-paraview xvfb xauth")
        for _ in range(4):
            done = subprocess.run(
                command, env=clean, capture_output=True, text=True, timeout=300, check=False
            )
            if "bad X server connection" not in done.stdout + done.stderr:
                break  # otherwise the display of xvfb-run was not up in time, on a busy machine
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    return run


READ = """
import json, sys
from paraview import servermanager
from paraview.simple import OpenDataFile
from vtkmodules.numpy_interface.dataset_adapter import WrapDataObject

series = OpenDataFile(sys.argv[1])
out = {"times": list(series.TimestepValues), "frames": []}
for time in out["times"]:
    series.UpdatePipeline(time)
    frame = {}

    def walk(block, path):
        for i in range(block.GetNumberOfBlocks()):
            name = path + block.GetMetaData(i).Get(block.NAME())
            child = block.GetBlock(i)
            if child.IsA("vtkMultiBlockDataSet"):
                walk(child, name + "/")
            else:
                data = WrapDataObject(child)
                frame[name] = {key: data.PointData[key].tolist() for key in ("velocity", "force")
                               if key in data.PointData.keys()}
                frame[name]["points"] = data.Points.tolist()

    walk(servermanager.Fetch(series), "")
    out["frames"].append(frame)
json.dump(out, open(sys.argv[2], "w"))
"""


@pytest.mark.slow
def test_paraview_reads_times_names_and_positions(
    tmp_path: Path, paraview_program: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    bodies, points = bodies_and_points()
    index = write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    script = tmp_path / "read.py"
    script.write_text(READ)
    paraview_program("pvpython", str(script), str(index), str(tmp_path / "read.json"))
    read = json.loads((tmp_path / "read.json").read_text())
    assert read["times"] == TIMES.tolist()
    rod, wheel = at_points(ROD, TIMES), at_points(WHEEL, TIMES, phase=1.0)
    for k, frame in enumerate(read["frames"]):
        assert list(frame) == ["bodies/rod", "bodies/wheel", "joints"]
        for name, reference in (("bodies/rod", rod), ("bodies/wheel", wheel)):
            np.testing.assert_allclose(frame[name]["points"], reference["points"][k], rtol=0, atol=2e-15)
            np.testing.assert_allclose(
                frame[name]["velocity"], reference["velocity"][k], rtol=1e-6, atol=1e-6
            )
        np.testing.assert_array_equal(frame["joints"]["points"], [point.position[k] for point in points])
        force = TIMES[k] * np.array([[1, 2, 3], [-1, -2, -3]])
        np.testing.assert_allclose(frame["joints"]["force"], force, rtol=1e-6)


@pytest.mark.slow
def test_paraview_renders_the_view(
    tmp_path: Path, paraview_program: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """The picture shows both bodies in their colours and the dark joints, clear of the border, on white."""
    image = pytest.importorskip(
        "matplotlib.image", reason="matplotlib is not installed (pip install matplotlib)"
    )
    bodies, points = bodies_and_points()
    index = write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for item in (index, index.with_name("swing_steps"), index.with_name("swing_view.py")):
        item.rename(moved / item.name)
    picture = tmp_path / "swing.png"
    paraview_program("xvfb-run", "-a", "pvbatch", str(moved / "swing_view.py"), str(picture), "0.1")
    pixels = np.asarray(image.imread(picture))[..., :3]
    assert pixels.shape == (800, 1200, 3)
    red, green, blue = np.moveaxis(pixels, 2, 0)
    blue_rod = (blue > red + 0.1) & (blue > green)
    red_wheel = (red > green + 0.2) & (red > blue + 0.1)
    dark_joints = pixels.max(axis=2) < 0.25
    assert blue_rod.sum() > 1000
    assert red_wheel.sum() > 1000
    assert dark_joints.sum() > 100
    rows, columns = np.nonzero(red_wheel | blue_rod)
    assert 10 < rows.min() < rows.max() < 790
    assert 10 < columns.min() < columns.max() < 1190
    border = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert (border == 1.0).mean() > 0.99


@pytest.mark.slow
def test_camera_follows_what_drives_on_a_road(
    tmp_path: Path, paraview_program: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """The rod, painted orange, is in the middle of the picture at the start and 100 m further on."""
    image = pytest.importorskip(
        "matplotlib.image", reason="matplotlib is not installed (pip install matplotlib)"
    )
    (body,), points = driven(100.0)
    painted = [BodyBlock("my rod", ROD.painted("#ff8000"), body.pose)]
    index = write_series(tmp_path, "drive", TIMES, Blocks(painted, points, scenery=[FLOOR]))
    for time in ("0.0", "2.0"):
        picture = tmp_path / f"at_{time}.png"
        view = index.with_name("drive_view.py")
        done = paraview_program("xvfb-run", "-a", "pvbatch", str(view), str(picture), time)
        assert "ERR" not in done.stderr
        pixels = np.asarray(image.imread(picture))[..., :3]
        red, green, blue = np.moveaxis(pixels, 2, 0)
        orange = (red > 0.4) & (np.abs(green - 0.5 * red) < 0.15 * red) & (blue < 0.2)
        rows, columns = np.nonzero(orange)
        assert len(rows) > 5000
        assert 10 < rows.min() < 400 < rows.max() < 790
        assert 10 < columns.min() < 400  # far end
        assert 800 < columns.max() < 1190  # near end


LOOK = """
import sys
sys.argv = [__file__ := sys.argv[1]]
exec(open(__file__).read())
expected = [c + 1.1 * distance * e for c, e in zip(center, eye)]
print("cameras:", [list(view.CameraPosition), expected])
"""


@pytest.mark.slow
def test_view_without_a_picture_keeps_all_of_the_motion_in_sight(
    tmp_path: Path, paraview_program: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """The camera stays where the script puts it; ParaView would move it to the first frame."""
    bodies, points = bodies_and_points()
    write_series(tmp_path, "swing", TIMES, Blocks(bodies, points))
    look = tmp_path / "look.py"
    look.write_text(LOOK)
    done = paraview_program("xvfb-run", "-a", "pvbatch", str(look), str(tmp_path / "swing_view.py"))
    position, expected = json.loads(done.stdout.partition("cameras:")[2])
    np.testing.assert_allclose(position, expected, rtol=1e-6)
