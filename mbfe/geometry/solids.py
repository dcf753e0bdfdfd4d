"""Solids as surfaces: boxes and figures of revolution about an axis of their own frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.checks import finite_vector, positive, shown
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.geometry.orientation import IDENTITY, axis_order
from mbfe.geometry.surface import Shape

__all__ = [
    "ORIGIN", "box", "capsule", "cone", "cylinder", "disk", "facets_of", "revolve", "sphere", "torus", "tube",
]  # fmt: skip

ORIGIN = (0.0, 0.0, 0.0)
DISK = 0.1
"""Thickness of a disk that is not given, in units of its radius."""


def revolve(
    profile: Sequence[Sequence[float]] | Floats, *, where: str, axis: str, facets: int, ring: bool
) -> tuple[Floats, Ints, Ints]:
    """Points, triangles and quads of a profile (n, 2) of (radius, height) [m] that is turned about an axis.

    It runs from pole to pole, or is a closed `ring` whose last point is joined with the first: upwards along
    the outside, so that the cells are counter-clockwise seen from outside. `facets` is their number around.
    """
    order = axis_order(where, axis, remedy="turn it to any other direction by .moved(orientation=...)")
    angle = 2.0 * np.pi * np.arange(facets) / facets
    points: list[Floats] = []
    rows: list[Ints] = []
    count = 0
    for radius, height in profile:
        turn = angle if radius > 0.0 else angle[:1]
        rows.append(np.resize(count + np.arange(len(turn)), facets))
        level = np.full(len(turn), height)
        points.append(np.column_stack([radius * np.cos(turn), radius * np.sin(turn), level]))
        count += len(turn)
    triangles = [np.zeros((0, 3), dtype=int)]
    quads = [np.zeros((0, 4), dtype=int)]
    for low, high in zip(rows, rows[1:] + rows[:1] if ring else rows[1:], strict=False):
        strip = np.column_stack([low, np.roll(low, -1), np.roll(high, -1), high])
        if low[0] == low[1]:
            triangles.append(strip[:, [0, 2, 3]])
        elif high[0] == high[1]:
            triangles.append(strip[:, [0, 1, 2]])
        else:
            quads.append(strip)
    turned = np.concatenate(points)[:, order]
    return turned, np.concatenate(triangles), np.concatenate(quads)


def arc(radius: float, first: float, last: float, n: int, *, height: float = 0.0) -> Floats:
    """Profile of a circle's arc between two latitudes [deg], exactly on the axis at the poles."""
    latitude = np.radians(np.linspace(first, last, n + 1))
    profile = np.column_stack([radius * np.cos(latitude), height + radius * np.sin(latitude)])
    profile[np.abs(profile[:, 0]) < 1e-12 * radius, 0] = 0.0
    return profile


def _revolved(
    kind: str, profile: Sequence[Sequence[float]] | Floats, sizes: dict[str, Any], *, ring: bool = False
) -> Shape:
    made = revolve(profile, where=kind, axis=sizes.get("axis", "z"), facets=sizes["facets"], ring=ring)
    return Shape(kind, sizes, *made, closed=True)


def facets_of(kind: str, facets: int, *, what: str = "facets") -> int:
    """A checked number of facets."""
    if isinstance(facets, bool) or not isinstance(facets, int | np.integer) or facets < 3:
        raise ModelError(f"{kind}: {what}", f"{shown(facets)} was given", allowed="a whole number, 3 or more")
    return int(facets)


@checked
def box(
    *,
    size: ArrayLike,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Box, its centre at the origin of its own frame.

    Parameters
    ----------
    size : array_like, shape (3,)
        Edges along x, y, z [m].
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        Eight points, six quads.
    """
    edges = [positive("box", "size", edge) for edge in finite_vector("box", "size", size)]
    corners = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]) * edges
    quads = np.array([[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]])
    made = Shape("box", {"size": edges}, corners, np.empty((0, 3), int), quads, True)
    return made.moved(position=position, orientation=orientation)


@checked
def cylinder(
    *,
    length: float,
    radius: float,
    axis: str = "z",
    facets: int = 32,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Solid cylinder, its centre at the origin of its own frame.

    Parameters
    ----------
    length, radius : float
        Size [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("cylinder", "length", length), positive("cylinder", "radius", radius)
    sizes = {"length": 2.0 * half, "radius": r, "axis": axis, "facets": facets_of("cylinder", facets)}
    made = _revolved("cylinder", [(0.0, -half), (r, -half), (r, half), (0.0, half)], sizes)
    return made.moved(position=position, orientation=orientation)


@checked
def disk(
    *,
    radius: float,
    thickness: float | None = None,
    axis: str = "z",
    facets: int = 48,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Disk, for example a wheel, its centre at the origin of its own frame: a short cylinder.

    Parameters
    ----------
    radius : float
        Radius [m].
    thickness : float, optional
        Thickness [m]; a tenth of the radius when absent, for pictures.
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface, of kind "cylinder".
    """
    radius = positive("disk", "radius", radius)
    length = DISK * radius if thickness is None else positive("disk", "thickness", thickness)
    place = {"position": position, "orientation": orientation}
    return cylinder(length=length, radius=radius, axis=axis, facets=facets, **place)


@checked
def tube(
    *,
    length: float,
    radius: float,
    inner_radius: float,
    axis: str = "z",
    facets: int = 32,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Hollow cylinder, its centre at the origin of its own frame.

    Parameters
    ----------
    length, radius, inner_radius : float
        Size, `inner_radius` smaller than `radius` [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("tube", "length", length), positive("tube", "radius", radius)
    hole = positive("tube", "inner_radius", inner_radius, below=r)
    sizes = {"length": 2.0 * half, "radius": r, "inner_radius": hole, "axis": axis}
    profile = [(hole, -half), (r, -half), (r, half), (hole, half)]
    made = _revolved("tube", profile, sizes | {"facets": facets_of("tube", facets)}, ring=True)
    return made.moved(position=position, orientation=orientation)


@checked
def cone(
    *,
    length: float,
    radius: float,
    tip_radius: float = 0.0,
    axis: str = "z",
    facets: int = 32,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Cone, or frustum when `tip_radius` is given; the middle of its length is the origin of its own frame.

    Parameters
    ----------
    length, radius, tip_radius : float
        Length, radius at the negative end and at the positive end of the axis [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("cone", "length", length), positive("cone", "radius", radius)
    tip = positive("cone", "tip_radius", tip_radius, zero=True)
    sizes = {"length": 2.0 * half, "radius": r, "tip_radius": tip, "axis": axis}
    profile = [(0.0, -half), (r, -half), (tip, half)] + [(0.0, half)] * (tip > 0.0)
    made = _revolved("cone", profile, sizes | {"facets": facets_of("cone", facets)})
    return made.moved(position=position, orientation=orientation)


@checked
def sphere(
    *,
    radius: float,
    facets: int = 32,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Sphere, its centre at the origin of its own frame.

    Parameters
    ----------
    radius : float
        Radius [m].
    facets : int, optional
        Number of facets around, and half as many from pole to pole.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface.
    """
    sizes = {"radius": positive("sphere", "radius", radius), "facets": facets_of("sphere", facets)}
    made = _revolved("sphere", arc(sizes["radius"], -90.0, 90.0, max(2, facets // 2)), sizes)
    return made.moved(position=position, orientation=orientation)


@checked
def capsule(
    *,
    length: float,
    radius: float,
    axis: str = "z",
    facets: int = 32,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Cylinder with a half-sphere on each end, its centre at the origin of its own frame.

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
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface.
    """
    half, r = 0.5 * positive("capsule", "length", length), positive("capsule", "radius", radius)
    sizes = {"length": 2.0 * half, "radius": r, "axis": axis, "facets": facets_of("capsule", facets)}
    n = max(1, facets // 4)
    profile = [arc(r, -90.0, 0.0, n, height=-half), arc(r, 0.0, 90.0, n, height=half)]
    made = _revolved("capsule", np.concatenate(profile), sizes)
    return made.moved(position=position, orientation=orientation)


@checked
def torus(
    *,
    radius: float,
    tube_radius: float,
    axis: str = "z",
    facets: int = 48,
    position: ArrayLike = ORIGIN,
    orientation: Any = IDENTITY,
) -> Shape:
    """Torus, for example a tyre, its centre at the origin of its own frame.

    Parameters
    ----------
    radius, tube_radius : float
        Radius of the circle in its middle, and of the tube about that, which is smaller [m].
    axis : {"z", "x", "y"}, optional
        Axis of revolution.
    facets : int, optional
        Number of facets around, and a third as many around the tube.
    position, orientation : optional
        Where its own frame stands in the body frame, as for :meth:`Shape.moved`.

    Returns
    -------
    Shape
        A closed surface.
    """
    big = positive("torus", "radius", radius)
    small = positive("torus", "tube_radius", tube_radius, below=big)
    sizes = {"radius": big, "tube_radius": small, "axis": axis, "facets": facets_of("torus", facets)}
    profile = arc(small, -180.0, 180.0, max(3, facets // 3))[:-1] + [big, 0.0]
    made = _revolved("torus", profile, sizes, ring=True)
    return made.moved(position=position, orientation=orientation)
