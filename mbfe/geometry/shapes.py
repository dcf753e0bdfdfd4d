"""Surface shapes that draw bodies: points in the body frame and the triangles and quads between them.

Shapes stand about the origin of the body frame, figures of revolution about z or the `axis` named, or where
`position` and `orientation` put them. :meth:`Shape.to_dict` is for the header of a results file.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.checks import positive, shown
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.geometry.closed_surfaces import is_closed
from mbfe.geometry.orientation import IDENTITY, axis_order
from mbfe.geometry.solids import (
    ORIGIN,
    box,
    capsule,
    cone,
    cylinder,
    disk,
    facets_of,
    revolve,
    sphere,
    torus,
    tube,
)
from mbfe.geometry.surface import PACKED, Shape
from mbfe.geometry.surface_files import read_surface

__all__ = [
    "Shape", "box", "capsule", "cone", "cylinder", "disk", "from_dict", "group", "mesh", "sphere", "torus",
    "tube", "wheel",
]  # fmt: skip


def from_dict(stored: Mapping[str, Any]) -> Shape:
    """Restore a shape from what :meth:`Shape.to_dict` gave.

    Parameters
    ----------
    stored : mapping
        The dict.

    Returns
    -------
    Shape
        Equal to the stored one; a mesh needs its file no more.
    """
    kind, parameters = stored.get("kind"), stored.get("parameters", {})
    color, opacity = stored.get("color", ""), stored.get("opacity", 1.0)  # older files have none
    if kind == "mesh":
        points, triangles, quads = (
            np.frombuffer(zlib.decompress(base64.b64decode(stored[name])), dtype).reshape(-1, width)
            for name, (dtype, width) in PACKED.items()
        )
        place = tuple(stored["position"]), tuple(stored["orientation"])
        made = Shape(kind, parameters, points, triangles, quads, is_closed(points, triangles, quads), *place)
        return made.painted(color, opacity=opacity)
    if kind not in _BUILDERS:
        allowed = ", ".join([*_BUILDERS, "mesh"])
        raise ModelError("stored shape", f"its kind is {shown(kind)}", allowed=allowed)
    shape = _BUILDERS[kind](**parameters)
    moved = shape.moved(position=stored["position"], orientation=stored["orientation"])
    return moved.painted(color, opacity=opacity)


@checked
def wheel(
    *,
    radius: float,
    width: float,
    rim: float = 0.68,
    spokes: int = 5,
    axis: str = "y",
    facets: int = 48,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Wheel with a tyre, a hub and spokes that make its rotation visible, about the origin of its own frame.

    Parameters
    ----------
    radius, width : float
        Outer radius and width of the tyre [m].
    rim : float, optional
        Radius of the rim over that of the tyre.
    spokes : int, optional
        Number of spokes.
    axis : {"y", "x", "z"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A surface for pictures; it encloses no volume of its own, because hub and spokes overlap.
    """
    R, half = positive("wheel", "radius", radius), 0.5 * positive("wheel", "width", width)
    inner, n = R * positive("wheel", "rim", rim, below=0.95), facets_of("wheel", facets)
    wall, count = min(0.3 * half, 0.5 * (R - inner)), facets_of("wheel", spokes, what="spokes")
    profile = [(inner, -0.8 * half), (R - wall, -half), (R - 0.3 * wall, -0.85 * half), (R, -0.6 * half)]
    profile += [(r, -y) for r, y in profile[::-1]]
    hub, thick = 0.3 * inner, 0.35 * half
    disk = [(0.0, -thick), (hub, -thick), (hub, thick), (0.0, thick)]
    parts = [revolve(profile, where="wheel", axis="z", facets=n, ring=True)]
    parts += [revolve(disk, where="wheel", axis="z", facets=max(8, n // 2), ring=False)]
    spoke = box(size=(inner - 0.8 * hub, 0.28 * inner, thick)).moved(position=(0.5 * inner + 0.4 * hub, 0, 0))
    for turn in np.pi * np.arange(count) / count:
        turned = spoke.moved(orientation=(np.cos(turn), 0, 0, np.sin(turn)))
        parts.append((turned.points, turned.triangles, turned.quads))
    points, triangles, quads = _gathered(parts)
    sizes = {"radius": R, "width": 2.0 * half, "rim": rim, "spokes": count, "axis": axis, "facets": n}
    made = Shape("wheel", sizes, points[:, axis_order("wheel", axis)], triangles, quads, closed=False)
    return made.moved(position=position, orientation=orientation)


@checked
def group(*parts: Shape) -> Shape:
    """Several shapes as one, for pictures.

    Parameters
    ----------
    *parts : Shape
        The shapes, where they are.

    Returns
    -------
    Shape
        A surface of kind "mesh", in the paint of the first part; it encloses no volume of its own, because
        parts may overlap.
    """
    if not parts:
        raise ModelError("group: parts", "none was given", allowed="one shape or more")
    made = _gathered([(part.points, part.triangles, part.quads) for part in parts])
    return Shape("mesh", {}, *made, False, color=parts[0].color, opacity=parts[0].opacity)


def _gathered(parts: Sequence[tuple[Floats, Ints, Ints]]) -> tuple[Floats, Ints, Ints]:
    """Points and cells of surfaces together."""
    starts = np.cumsum([0, *(len(points) for points, _, _ in parts)])
    triangles = [cells + start for (_, cells, _), start in zip(parts, starts, strict=False)]
    quads = [cells + start for (_, _, cells), start in zip(parts, starts, strict=False)]
    return np.concatenate([p for p, _, _ in parts]), np.concatenate(triangles), np.concatenate(quads)


@checked
def mesh(
    file: str | PathLike[str],
    *,
    unit: str = "m",
    scale: float = 1.0,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Surface of a file: OBJ, STL, PLY, OFF, Gmsh, VTK, VTU, XDMF, Abaqus, Nastran or Medit.

    Parameters
    ----------
    file : path
        The file; it is read now and not needed again.
    unit : str, optional
        Unit of its coordinates, "m", "mm", "cm", "um", "in" or "ft"; such files do not state it, and CAD
        programs mostly write millimetres.
    scale : float, optional
        Further factor on its coordinates.
    position, orientation : optional
        Where its frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        Its triangles and quads; `closed` says whether they enclose a volume.

    Notes
    -----
    Points at one place are one point. Of a closed surface the faces are turned outwards, or inwards around a
    cavity; a ``SurfaceWarning`` of ``mbfe.geometry.surface_files`` says where faces did not fit together.
    """
    if unit not in UNITS:
        raise ModelError("mesh: unit", f"{shown(unit)} was given", allowed=", ".join(map(repr, UNITS)))
    factor = UNITS[unit] * positive("mesh", "scale", scale)
    points, triangles, quads = read_surface(file)
    closed = is_closed(points, triangles, quads)
    made = Shape("mesh", {"file": fspath(file), "scale": factor}, factor * points, triangles, quads, closed)
    return made.moved(position=position, orientation=orientation)


UNITS = {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "um": 1e-6, "in": 0.0254, "inch": 0.0254, "ft": 0.3048}
"""Units of files in metres."""

_BUILDERS: dict[str, Callable[..., Shape]] = {
    build.__name__: build for build in (box, cylinder, tube, cone, sphere, capsule, torus, wheel)
}
