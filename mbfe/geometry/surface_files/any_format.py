"""Other formats of surfaces, by meshio, whose reader leaves by SystemExit on a file that it cannot read."""

from __future__ import annotations

import math
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from os import PathLike
from pathlib import Path

import numpy as np

from mbfe.errors import ModelError
from mbfe.geometry.surface_files.polygons import Polygons

__all__ = ["read_any"]

FORMATS = {
    ".vtk": "vtk", ".vtu": "vtu", ".xdmf": "xdmf", ".xmf": "xdmf", ".inp": "abaqus", ".nas": "nastran",
    ".bdf": "nastran", ".fem": "nastran", ".mesh": "medit",
}  # fmt: skip
"""Formats by the ending of the file: those of meshio's that end on every damaged file."""
OWN = (".obj", ".stl", ".ply", ".off", ".msh")
"""Endings that have readers of their own."""
MOST_OF_GRIDS = 10_000_000
"""Points of a grid that is announced by its dimensions alone."""
DIGITS = 30
"""Digits of a count that are read; more than any has, and fewer than Python refuses."""
COUNTS = {
    "vtk": re.compile(
        rb"^(?:POINTS|CELLS|CELL_TYPES|POINT_DATA|CELL_DATA|[XYZ]_COORDINATES|DIMENSIONS|OFFSETS|CONNECTIVITY"
        rb"|(?:FIELD|LOOKUP_TABLE|COLOR_SCALARS)[ \t]+\S+"
        rb"|\S+(?=[ \t]+\d+[ \t]+\d+[ \t]+[a-z_]+\s))((?:[ \t]+\d+)+)",
        re.MULTILINE | re.IGNORECASE,
    ),
    "medit": re.compile(rb"^[ \t]*[A-Za-z]\w*\s+(\d+)\b", re.MULTILINE),
}
"""Where formats announce how much follows, for which their readers take memory at once."""


def read_any(file: str | PathLike[str], content: bytes, where: str) -> Polygons:
    """Triangles, quads and polygons of a file with this content."""
    suffix = Path(file).suffix.lower()
    if suffix not in FORMATS:
        given = f"the ending '{suffix}' is none of a mesh" if suffix else "it has no ending"
        allowed = ", ".join(sorted({*OWN, *FORMATS}))
        raise ModelError(where, given, allowed=allowed, remedy="Export the part as STL, OBJ or PLY")
    check_counts(content, FORMATS[suffix], where)
    import meshio

    printed = StringIO()
    try:
        with np.errstate(all="ignore"), redirect_stdout(printed), redirect_stderr(printed):
            mesh = meshio.read(file, file_format=FORMATS[suffix])
        return polygons_of(mesh, where)
    except ModelError:
        raise
    except (Exception, SystemExit) as error:
        why = " ".join(printed.getvalue().split()) if isinstance(error, SystemExit) else str(error)
        said = f"meshio cannot read it ({why[:200] or type(error).__name__})"
        raise ModelError(where, said, remedy="Export it as STL, OBJ or PLY") from error


def check_counts(content: bytes, format: str, where: str) -> None:
    """Refuse counts that the file cannot hold, before a reader takes memory for them."""
    for match in COUNTS[format].finditer(content) if format in COUNTS else ():
        numbers = [int(word[:DIGITS]) for word in match[1].split()]
        is_grid = match[0].upper().startswith(b"DIMENSIONS")
        many = math.prod(numbers) if is_grid else max(numbers)
        if many > (MOST_OF_GRIDS if is_grid else len(content)):
            line = content.count(b"\n", 0, match.start(1)) + 1
            said = " ".join(match[0].decode("latin-1").split())[:80]
            given = f"'{said}' announces more than its {len(content)} bytes can hold"
            raise ModelError(f"{where}, line {line}", given, allowed="a whole file")


def polygons_of(mesh: object, where: str) -> Polygons:
    """Faces of a mesh of meshio; of cells with nodes on their edges the corners."""
    import meshio

    assert isinstance(mesh, meshio.Mesh)
    if np.ndim(mesh.points) != 2 or not 1 <= mesh.points.shape[1] <= 3:
        remedy = "Export it as STL, OBJ or PLY"
        raise ModelError(where, "it has no points", allowed="points and faces", remedy=remedy)
    points = np.zeros((len(mesh.points), 3))
    points[:, : mesh.points.shape[1]] = mesh.points
    corners, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for block in mesh.cells:
        kinds = {"triangle": 3, "quad": 4}
        width = next((n for name, n in kinds.items() if block.type.startswith(name)), 0)
        if block.type.startswith("polygon"):
            width = np.asarray(block.data).shape[1]
        if width:
            rows = np.asarray(block.data, dtype=np.int64)[:, :width]
            corners.append(rows.ravel())
            counts.append(np.full(len(rows), width, np.int64))
    found = Polygons(points, np.concatenate(corners), np.concatenate(counts))
    if not len(found.counts):
        held = ", ".join(sorted({block.type for block in mesh.cells})) or "no cells"
        remedy = "Export the surface of the part"
        raise ModelError(where, f"it holds {held}", allowed="triangles, quads and polygons", remedy=remedy)
    if found.corners.min() < 0 or found.corners.max() >= len(points):
        given = f"a cell has the point {found.corners.max()} of {len(points)}"
        raise ModelError(where, given, allowed=f"0 to {len(points) - 1}")
    return found
