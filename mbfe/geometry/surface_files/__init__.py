"""Surfaces from files of CAD and drawing programs.

OBJ, STL, PLY, OFF and Gmsh's MSH are read here, as Blender, SolidWorks, FreeCAD, MeshLab, Gmsh and others
write them; some other formats by meshio. Every reader gives polygons, which become triangles and quads; equal
points are welded and faces are turned outwards in one place for all.
"""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.checks import path
from mbfe.errors import ModelError
from mbfe.files.text_files import file_bytes
from mbfe.geometry.surface_files.any_format import read_any
from mbfe.geometry.surface_files.gmsh import read_gmsh
from mbfe.geometry.surface_files.mending import SurfaceWarning, mended
from mbfe.geometry.surface_files.obj import read_obj
from mbfe.geometry.surface_files.off import read_off
from mbfe.geometry.surface_files.ply import read_ply
from mbfe.geometry.surface_files.polygons import Polygons, split
from mbfe.geometry.surface_files.stl import read_stl

__all__ = ["SurfaceWarning", "read_surface"]

READERS: dict[str, Callable[[bytes, str], Polygons]] = {
    ".obj": read_obj,
    ".stl": read_stl,
    ".ply": read_ply,
    ".off": read_off,
    ".msh": read_gmsh,
}
"""Readers of this package by the ending of the file."""

LARGEST = 1e30
"""Size of coordinates that no part has, and whose volume is still a number."""


def read_surface(file: str | PathLike[str]) -> tuple[Floats, Ints, Ints]:
    """Points (n, 3), triangles (m, 3) and quads (k, 4) of a mesh file.

    OBJ, STL, PLY, MSH of Gmsh (text or binary), OFF, VTK, VTU, XDMF, Abaqus, Nastran or Medit. Of cells with
    nodes on their edges the corners are used, polygons are split into triangles. The points, in the unit of
    the file, are those that cells use; cells of a closed surface turn outwards.
    """
    where = f'mesh file "{path("shapes.mesh", "file", file)}"'
    content = file_bytes(file, where)
    reader = READERS.get(Path(file).suffix.lower())
    found = reader(content, where) if reader else read_any(file, content, where)
    bad = np.flatnonzero(~(np.abs(found.points) < LARGEST).all(axis=1))
    if len(bad):
        given = f"point {bad[0] + 1} is at {found.points[bad[0]].tolist()}"
        raise ModelError(where, given, allowed=f"finite coordinates below {LARGEST:g} in size")
    return mended(where, *split(found))
