"""Surface shapes that draw bodies: points in the body frame and the triangles and quads between them.

Shapes are built about the origin of the body frame, figures of revolution about z or the `axis` named, and
:meth:`Shape.moved` puts them elsewhere. :meth:`Shape.to_dict` is for the header of a results file.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.checks import finite_vector, positive
from mbfe.errors import ModelError
from mbfe.mass_properties import AXIS_ORDER
from mbfe.results.mesh_files import is_closed, read_surface
from mbfe.revolution import arc, revolve
from mbfe.shape import PACKED, Shape

Array = NDArray[np.float64]
Cells = NDArray[np.int64]


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
        raise ModelError("stored shape", f"its kind is {kind!r}", allowed=", ".join([*_BUILDERS, "mesh"]))
    shape = _BUILDERS[kind](**parameters)
    moved = shape.moved(position=stored["position"], orientation=stored["orientation"])
    return moved.painted(color, opacity=opacity)


def _revolved(
    kind: str, profile: Sequence[Sequence[float]] | Array, sizes: dict[str, Any], *, ring: bool = False
) -> Shape:
    made = revolve(profile, where=kind, axis=sizes.get("axis", "z"), facets=sizes["facets"], ring=ring)
    return Shape(kind, sizes, *made, closed=True)


def _facets(kind: str, facets: int, *, what: str = "facets") -> int:
    if isinstance(facets, bool) or not isinstance(facets, int | np.integer) or facets < 3:
        raise ModelError(f"{kind}: {what}", f"{facets!r} was given", allowed="a whole number, 3 or more")
    return int(facets)


def box(*, size: ArrayLike) -> Shape:
    """Box, its centre at the origin.

    Parameters
    ----------
    size : array_like, shape (3,)
        Edges along x, y, z [m].

    Returns
    -------
    Shape
        Eight points, six quads.
    """
    edges = [positive("box", "size", edge) for edge in finite_vector("box", "size", size)]
    corners = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]) * edges
    quads = np.array([[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]])
    return Shape("box", {"size": edges}, corners, np.empty((0, 3), int), quads, True)


def cylinder(*, length: float, radius: float, axis: str = "z", facets: int = 32) -> Shape:
    """Solid cylinder, its centre at the origin.

    Parameters
    ----------
    length, radius : float
        Size [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("cylinder", "length", length), positive("cylinder", "radius", radius)
    sizes = {"length": 2.0 * half, "radius": r, "axis": axis, "facets": _facets("cylinder", facets)}
    return _revolved("cylinder", [(0.0, -half), (r, -half), (r, half), (0.0, half)], sizes)


def disk(*, radius: float, thickness: float, axis: str = "z", facets: int = 48) -> Shape:
    """Disk, for example a wheel, its centre at the origin: a short cylinder.

    Parameters
    ----------
    radius, thickness : float
        Size [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.

    Returns
    -------
    Shape
        A closed surface, of kind "cylinder".
    """
    length, radius = positive("disk", "thickness", thickness), positive("disk", "radius", radius)
    return cylinder(length=length, radius=radius, axis=axis, facets=facets)


def tube(*, length: float, radius: float, inner_radius: float, axis: str = "z", facets: int = 32) -> Shape:
    """Hollow cylinder, its centre at the origin.

    Parameters
    ----------
    length, radius, inner_radius : float
        Size, `inner_radius` smaller than `radius` [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("tube", "length", length), positive("tube", "radius", radius)
    hole = positive("tube", "inner_radius", inner_radius, below=r)
    sizes = {"length": 2.0 * half, "radius": r, "inner_radius": hole, "axis": axis}
    profile = [(hole, -half), (r, -half), (r, half), (hole, half)]
    return _revolved("tube", profile, sizes | {"facets": _facets("tube", facets)}, ring=True)


def cone(
    *, length: float, radius: float, tip_radius: float = 0.0, axis: str = "z", facets: int = 32
) -> Shape:
    """Cone, or frustum when `tip_radius` is given; the middle of its length is the origin.

    Parameters
    ----------
    length, radius, tip_radius : float
        Length, radius at the negative end and at the positive end of the axis [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("cone", "length", length), positive("cone", "radius", radius)
    tip = positive("cone", "tip_radius", tip_radius, zero=True)
    sizes = {"length": 2.0 * half, "radius": r, "tip_radius": tip, "axis": axis}
    profile = [(0.0, -half), (r, -half), (tip, half)] + [(0.0, half)] * (tip > 0.0)
    return _revolved("cone", profile, sizes | {"facets": _facets("cone", facets)})


def sphere(*, radius: float, facets: int = 32) -> Shape:
    """Sphere, its centre at the origin.

    Parameters
    ----------
    radius : float
        Radius [m].
    facets : int, optional
        Number of facets around, and half as many from pole to pole.

    Returns
    -------
    Shape
        A closed surface.
    """
    sizes = {"radius": positive("sphere", "radius", radius), "facets": _facets("sphere", facets)}
    return _revolved("sphere", arc(sizes["radius"], -90.0, 90.0, max(2, facets // 2)), sizes)


def capsule(*, length: float, radius: float, axis: str = "z", facets: int = 32) -> Shape:
    """Cylinder with a half-sphere on each end, its centre at the origin.

    Parameters
    ----------
    length : float
        Length of the cylinder, between the centres of the half-spheres [m].
    radius : float
        Radius [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("capsule", "length", length), positive("capsule", "radius", radius)
    sizes = {"length": 2.0 * half, "radius": r, "axis": axis, "facets": _facets("capsule", facets)}
    n = max(1, facets // 4)
    profile = [arc(r, -90.0, 0.0, n, height=-half), arc(r, 0.0, 90.0, n, height=half)]
    return _revolved("capsule", np.concatenate(profile), sizes)


def torus(*, radius: float, tube_radius: float, axis: str = "z", facets: int = 48) -> Shape:
    """Torus, for example a tyre, its centre at the origin.

    Parameters
    ----------
    radius, tube_radius : float
        Radius of the circle in its middle, and of the tube about that, which is smaller [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around, and a third as many around the tube.

    Returns
    -------
    Shape
        A closed surface.
    """
    big = positive("torus", "radius", radius)
    small = positive("torus", "tube_radius", tube_radius, below=big)
    sizes = {"radius": big, "tube_radius": small, "axis": axis, "facets": _facets("torus", facets)}
    profile = arc(small, -180.0, 180.0, max(3, facets // 3))[:-1] + [big, 0.0]
    return _revolved("torus", profile, sizes, ring=True)


def wheel(
    *, radius: float, width: float, rim: float = 0.68, spokes: int = 5, axis: str = "y", facets: int = 48
) -> Shape:
    """Wheel with a tyre, a hub and spokes, by which its turning is seen; its centre at the origin.

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

    Returns
    -------
    Shape
        A surface for pictures; it encloses no volume of its own, because hub and spokes overlap.
    """
    R, half = positive("wheel", "radius", radius), 0.5 * positive("wheel", "width", width)
    inner, n = R * positive("wheel", "rim", rim, below=0.95), _facets("wheel", facets)
    wall, count = min(0.3 * half, 0.5 * (R - inner)), _facets("wheel", spokes, what="spokes")
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
    if axis not in AXIS_ORDER:
        raise ModelError("wheel: axis", f"{axis!r} was given", allowed="'x', 'y', 'z'")
    sizes = {"radius": R, "width": 2.0 * half, "rim": rim, "spokes": count, "axis": axis, "facets": n}
    return Shape("wheel", sizes, points[:, AXIS_ORDER[axis]], triangles, quads, closed=False)


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


def _gathered(parts: Sequence[tuple[Array, Cells, Cells]]) -> tuple[Array, Cells, Cells]:
    """Points and cells of surfaces together."""
    starts = np.cumsum([0, *(len(points) for points, _, _ in parts)])
    triangles = [cells + start for (_, cells, _), start in zip(parts, starts, strict=False)]
    quads = [cells + start for (_, _, cells), start in zip(parts, starts, strict=False)]
    return np.concatenate([p for p, _, _ in parts]), np.concatenate(triangles), np.concatenate(quads)


def mesh(file: str | PathLike[str], *, scale: float = 1.0) -> Shape:
    """Surface of a file that meshio reads (STL, PLY, OBJ, VTK, VTU, Gmsh, …), its frame that of the body.

    Parameters
    ----------
    file : path
        The file; it is read now and not needed again.
    scale : float, optional
        Factor on its coordinates, 1e-3 for a file in millimetres.

    Returns
    -------
    Shape
        Its triangles and quads; `closed` says whether they enclose a volume.
    """
    factor = positive("mesh", "scale", scale)
    points, triangles, quads = read_surface(file)
    closed = is_closed(points, triangles, quads)
    return Shape("mesh", {"file": fspath(file), "scale": factor}, factor * points, triangles, quads, closed)


_BUILDERS: dict[str, Callable[..., Shape]] = {
    build.__name__: build for build in (box, cylinder, tube, cone, sphere, capsule, torus, wheel)
}
