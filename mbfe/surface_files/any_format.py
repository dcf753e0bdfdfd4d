"""Other formats of surfaces, by meshio, whose reader leaves by SystemExit on a file that it cannot read."""

from __future__ import annotations

import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from os import PathLike
from pathlib import Path

import numpy as np

from mbfe.errors import ModelError
from mbfe.surface_files.polygons import Polygons

EXACT = (".step", ".stp", ".iges", ".igs", ".brep", ".sldprt", ".ipt", ".fcstd", ".3mf", ".blend")
"""Endings of files that CAD programs turn into a surface of triangles."""


def read_any(file: str | PathLike[str], where: str) -> Polygons:
    """Triangles, quads and polygons of a file.

    Parameters
    ----------
    file : path
        The file.
    where : str
        What errors name.

    Returns
    -------
    Polygons
        Its faces.
    """
    import meshio

    suffix = Path(file).suffix.lower()
    known = ", ".join(sorted(set(meshio.extension_to_filetypes)))
    if suffix in EXACT or suffix not in meshio.extension_to_filetypes:
        given = (
            f"the ending '{suffix}' is none of a mesh" if suffix else "it has no ending that tells what it is"
        )
        raise ModelError(where, given, allowed=known, remedy="Export the part as STL, OBJ or PLY")
    if suffix == ".msh":
        check_gmsh(Path(file).read_bytes(), where)
    printed = StringIO()
    try:
        with np.errstate(all="ignore"), redirect_stdout(printed), redirect_stderr(printed):
            mesh = meshio.read(file, file_format=meshio.extension_to_filetypes[suffix][0])
    except (Exception, SystemExit) as error:
        why = " ".join(printed.getvalue().split()) if isinstance(error, SystemExit) else str(error)
        said = f"meshio cannot read it ({why or type(error).__name__})"
        raise ModelError(where, said, remedy="Export it as STL, OBJ or PLY") from error
    try:
        return polygons_of(mesh, where)
    except (TypeError, ValueError, IndexError) as error:
        raise ModelError(where, f"meshio reads no surface from it ({error})") from error


def check_gmsh(content: bytes, where: str) -> None:
    """Refuse a file of Gmsh in which a section does not end: the reader would look for its end for ever."""
    begun = re.findall(rb"^\$(?!End)(\w+)", content, re.MULTILINE)
    for name in begun:
        if not re.search(rb"^\$End" + name, content, re.MULTILINE):
            line = content[: content.index(b"$" + name)].count(b"\n") + 1
            given = f"the section ${name.decode()} has no end"
            raise ModelError(f"{where}, line {line}", given, allowed="a whole file of Gmsh")


def polygons_of(mesh: object, where: str) -> Polygons:
    """Faces of a mesh of meshio; of cells with nodes on their edges the corners."""
    import meshio

    assert isinstance(mesh, meshio.Mesh)
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
