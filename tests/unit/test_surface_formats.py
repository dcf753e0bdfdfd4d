"""Surfaces of Gmsh and Geomview in every layout that they write, and what is said of damaged ones.

The text of version 4.1 and of OFF follows the manuals; other layouts of Gmsh are written by meshio.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import meshio
import numpy as np
import pytest
from meshio.gmsh import _gmsh22, _gmsh40
from numpy.typing import NDArray

from mbfe import mass_properties, shapes
from mbfe.errors import ModelError

SIZE = (1.0, 2.0, 3.0)
BOX = shapes.box(size=SIZE)
QUADS = BOX.quads
TAGS = [7 * k + 5 for k in range(8)][::-1]
"""Tags of the nodes: with gaps, and descending."""


def gmsh_41() -> str:
    """The box as four quads and four triangles, as Gmsh 4 writes it: entities, names, sparse tags."""
    text = '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 9 "skin"\n$EndPhysicalNames\n'
    text += "$Entities\n0 0 1 0\n1 0 0 0 1 2 3 1 9 0\n$EndEntities\n"
    text += f"$Nodes\n2 8 {min(TAGS)} {max(TAGS)}\n"
    for dim, rows in ((0, range(3)), (2, range(3, 8))):
        # on the surface with parameters u, v
        text += f"{dim} 1 {int(dim == 2)} {len(rows)}\n" + "".join(f"{TAGS[k]}\n" for k in rows)
        text += "".join(
            "{:.16g} {:.16g} {:.16g}".format(*BOX.points[k]) + (" 0.5 0.25\n" if dim else "\n") for k in rows
        )
    text += "$EndNodes\n$Elements\n3 9 1 9\n0 1 15 1\n1 " + f"{TAGS[0]}\n2 1 3 4\n"
    text += "".join(f"{i + 2} " + " ".join(str(TAGS[k]) for k in q) + "\n" for i, q in enumerate(QUADS[:4]))
    halves = [corners for q in QUADS[4:] for corners in (q[[0, 1, 2]], q[[0, 2, 3]])]
    text += "2 1 2 4\n"
    text += "".join(f"{i + 6} " + " ".join(str(TAGS[k]) for k in t) + "\n" for i, t in enumerate(halves))
    return text + "$EndElements\n"


def gmsh_41_binary(order: str) -> bytes:
    """The same as bytes, quads alone."""
    text = b"$MeshFormat\n4.1 1 8\n" + struct.pack(order + "i", 1) + b"\n$EndMeshFormat\n$Nodes\n"
    text += struct.pack(order + "4Q3iQ8Q", 1, 8, min(TAGS), max(TAGS), 2, 1, 0, 8, *TAGS)
    text += BOX.points.astype(order + "f8").tobytes() + b"\n$EndNodes\n$Elements\n"
    text += struct.pack(order + "4Q3iQ", 1, 6, 1, 6, 2, 1, 3, 6)
    for i, quad in enumerate(QUADS, 1):
        text += struct.pack(order + "5Q", i, *(TAGS[k] for k in quad))
    return text + b"\n$EndElements\n"


def meshes() -> dict[str, bytes]:
    """Files of the box."""
    found = {"4.1 text": gmsh_41().encode(), "4.1 with CR LF": gmsh_41().replace("\n", "\r\n").encode()}
    found |= {f"4.1 binary {order}": gmsh_41_binary(order) for order in "<>"}
    text_22 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\n$Nodes\nno\n$EndComments\n$Nodes\n8\n"
    text_22 += "".join(f"{tag} {x} {y} {z}\n" for tag, (x, y, z) in zip(TAGS, BOX.points, strict=True))
    text_22 += "$EndNodes\n$Elements\n7\n1 15 2 0 1 " + f"{TAGS[0]}\n"
    for i, quad in enumerate(QUADS):
        text_22 += f"{i + 2} 3 {i % 4} " + "1 " * (i % 4) + " ".join(str(TAGS[k]) for k in quad) + "\n"
    return found | {"2.2 text with tags": (text_22 + "$EndElements\n").encode()}


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def check_box(shape: shapes.Shape) -> None:
    assert shape.closed
    found = mass_properties.from_shape(shape, density=1.0)
    assert found.mass == pytest.approx(np.prod(SIZE), rel=1e-12)
    assert np.ptp(shape.points, axis=0) == pytest.approx(SIZE)


@pytest.mark.parametrize("name", meshes())
def test_layouts_of_gmsh(tmp_path: Path, name: str) -> None:
    check_box(shapes.mesh(written(tmp_path, "box.msh", meshes()[name])))


def second_order(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Quads with nodes on their edges."""
    pairs = np.array([(q[i], q[(i + 1) % 4]) for q in QUADS for i in range(4)])
    middles = points[pairs].mean(axis=1)
    more = len(points) + np.arange(len(pairs)).reshape(len(QUADS), 4)
    return np.concatenate([points, middles]), np.hstack([QUADS, more])


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("writer", [_gmsh22, _gmsh40])
@pytest.mark.parametrize("order", [1, 2])
def test_what_meshio_writes(tmp_path: Path, writer: object, binary: bool, order: int) -> None:
    points, quads = (BOX.points, QUADS) if order == 1 else second_order(BOX.points)
    kinds = [("quad" if order == 1 else "quad8", quads.astype(np.int32)), ("line", np.array([[0, 1]], "i4"))]
    path = tmp_path / "box.msh"
    writer.write(path, meshio.Mesh(points, kinds), binary=binary, float_fmt=".16e")  # type: ignore[attr-defined]
    check_box(shapes.mesh(path))


def off(head: str = "OFF\n", more: str = "", colour: str = "") -> str:
    rows = ["{:g} {:g} {:g}".format(*p) + more for p in BOX.points]
    rows += ["4 " + " ".join(map(str, quad)) + colour for quad in QUADS]
    return f"{head}8 6 12\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        off(),
        off(head=""),
        off(head="OFF "),
        off(head="OFF # MeshLab\n# and more\n\n", colour=" 3 200 100 0"),
        off(head="COFF\n", more=" 200 100 0 255", colour=" 0.5 0.5 0.5"),
        off(head="NOFF\n", more=" 0 0 1").replace("\n", "\r\n"),
    ],
)
def test_manners_of_off(tmp_path: Path, text: str) -> None:
    check_box(shapes.mesh(written(tmp_path, "box.off", text.encode())))


MSH = gmsh_41()
LAST = f"9 {' '.join(str(TAGS[k]) for k in QUADS[5][[0, 2, 3]])}\n"
REFUSED: list[tuple[str, str, Callable[[str], str], str]] = [
    ("msh", MSH, lambda t: t.replace("4.1 0 8", "3.0 0 8"), r'msh", line 2: \'3.0 0 8\'[\s\S]*2, 4.0 or 4.1'),
    ("msh", MSH, lambda t: t.replace("$EndNodes", ""), r"the section \$Nodes has no end"),
    ("msh", MSH, lambda t: t.replace("2 8 5", "2 99999999999 5"), "99999999999 nodes are announced, and 8"),
    ("msh", MSH, lambda t: t.replace("0 1 0 3\n", "0 1 0 99999999999\n"), r"line \d+: 99999999999 numbers"),
    ("msh", MSH, lambda t: t.replace("2 1 3 4\n", "2 1 3 -4\n"), r"line \d+: -4 was read"),
    ("msh", MSH, lambda t: t.replace("2 1 3 4\n", "2 1 3 2.5\n"), r"line \d+: 2.5 stands where a whole"),
    ("msh", MSH, lambda t: t.replace("2 1 3 4\n", "2 1 77 4\n"), "no element of type 77"),
    ("msh", MSH, lambda t: t.replace(LAST, LAST.replace(f" {TAGS[QUADS[5][0]]} ", " 0 ")), "the node 0, and"),
    ("msh", MSH, lambda t: t.replace(LAST, LAST + LAST), r"line \d+: the section has 4 numbers more"),
    ("msh", MSH, lambda t: t.replace(f"\n{TAGS[1]}\n", f"\n{TAGS[2]}\n", 1), f"node {TAGS[2]} stands twice"),
    ("msh", MSH, lambda t: t.replace(" 0.5 0.25", " 0,5 0.25"), r"line \d+: '0,5' is no number"),
    ("msh", MSH, lambda t: "(0 \"Fluent\")\n", "it is a mesh of Ansys Fluent"),
    ("off", off(), lambda t: t.replace("8 6 12", "99999999999 6 12"), "line 2: 99999999999 points and 6"),
    ("off", off(), lambda t: t.replace("8 6 12", "8 5 12"), "line 2: 8 points and 5 faces .* 14 lines"),
    ("off", off(), lambda t: t.replace("OFF\n", "OFF BINARY\n"), "line 1: 'OFF BINARY'"),
    ("off", off(), lambda t: t.replace("OFF\n", "4OFF\n"), "line 1: '4OFF'"),
    ("off", off(), lambda t: t.replace("\n4 2 6", "\n4 -2 6"), r"line 14: '4 -2[\s\S]*0 to 7"),
    ("off", off(), lambda t: t.replace("\n4 ", "\n5 ", 1), r"line 11: '5 "),
    ("off", off(), lambda t: t.replace("-0.5", "nan", 1), r"line 3: .*nan"),
    ("vtk", "# vtk DataFile Version 4.2\nbox\nBINARY\nDATASET UNSTRUCTURED_GRID\n",
     lambda t: t + "POINTS 99999999999 double\n", "line 5: 'POINTS 99999999999' announces more than"),
    ("mesh", "MeshVersionFormatted 2\nDimension 3\n", lambda t: t + "Vertices\n99999999999\n",
     "line 4: 'Vertices 99999999999' announces"),
    ("tec", "VARIABLES = X, Y, Z\nZONE N=8, E=12", lambda t: t, r"ending '.tec'[\s\S]*\.msh.*\.vtk"),
]  # fmt: skip


@pytest.mark.parametrize(("ending", "text", "change", "words"), REFUSED)
def test_damaged_files_say_where(
    tmp_path: Path, ending: str, text: str, change: Callable[[str], str], words: str
) -> None:
    assert change(text) != text or ending == "tec"
    with pytest.raises(ModelError, match=words):
        shapes.mesh(written(tmp_path, f"box.{ending}", change(text).encode()))


def test_files_that_hold_more_than_they_announce(tmp_path: Path) -> None:
    """A count that was damaged downwards would leave faces out without a word."""
    mesh = meshio.Mesh(BOX.points, [("triangle", BOX.all_triangles.astype(np.int32))])
    for name in ("box.ply", "box.stl"):
        path = tmp_path / name
        mesh.write(path, binary=True)
        content = path.read_bytes()
        fewer = content.replace(b"face 12", b"face 11")
        if name == "box.stl":
            fewer = content[:80] + struct.pack("<I", 11) + content[84:]
        with pytest.raises(ModelError, match=r"13 bytes follow|has 11 facets, and there is room for 12"):
            shapes.mesh(written(tmp_path, name, fewer))
    mesh.write(tmp_path / "box.ply", binary=False)
    text = (tmp_path / "box.ply").read_text().replace("face 12", "face 11")
    with pytest.raises(ModelError, match=r"line \d+: 1 lines follow"):
        shapes.mesh(written(tmp_path, "box.ply", text.encode()))
