"""Probes and surfaces of contacts."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import quat_with_z_along, rotate, unit_vector
from mbfe.checks import array, finite_vector, positive, refusal
from mbfe.contracts import check_fields
from mbfe.elements.contacts.contact_geometry import CYLINDER, PLANE, SPHERE
from mbfe.errors import immutable
from mbfe.geometry.shapes import Shape
from mbfe.joints.rolling.surfaces import Plane
from mbfe.model import Frame

__all__ = [
    "Ball", "Capsule", "Cylinder", "Part", "Plane", "Points", "Sphere", "curvatures", "probe_of",
    "surface_facts",
]  # fmt: skip

Part = tuple[Floats, Floats, float, float]
"""Centre, direction and half length of a segment, radius."""
X = np.array([1.0, 0.0, 0.0])


# ------------------------------------------------------------------ probes


@immutable
@dataclass(frozen=True, eq=False)
class Ball:
    """A ball on a body; a point where its radius is zero.

    Parameters
    ----------
    radius : float
        Radius ρ [m].
    center : (3,) array_like
        Centre in the frame of the body [m].
    """

    radius: float = 0.0
    center: ArrayLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Ball", "radius", self.radius, zero=True)
        finite_vector("Ball", "center", self.center)

    def parts(self, surface: Any) -> list[Part]:
        """Centre, direction, half length and radius of each ball that touches."""
        return [(finite_vector("Ball", "center", self.center), X, 0.0, float(self.radius))]


@immutable
@dataclass(frozen=True, eq=False)
class Capsule:
    """A cylinder with round ends on a body.

    Parameters
    ----------
    length : float
        Length of the cylinder, between the centres of the ends [m].
    radius : float
        Radius [m].
    center : (3,) array_like
        Its middle in the frame of the body [m].
    axis : (3,) array_like
        Its direction there.

    Notes
    -----
    On planes, and inside of spheres and cylinders, both ends have their contact. Outside a sphere
    or a cylinder the contact is at the nearest point of the capsule (its middle when it is parallel to a
    cylinder).
    """

    length: float
    radius: float
    center: ArrayLike = (0.0, 0.0, 0.0)
    axis: ArrayLike = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Capsule", "length", self.length)
        positive("Capsule", "radius", self.radius, zero=True)
        finite_vector("Capsule", "center", self.center)
        unit_vector(self.axis, where="Capsule: axis")

    def parts(self, surface: Any) -> list[Part]:
        """Centre, direction, half length and radius of each ball or segment that touches."""
        center, axis = finite_vector("Capsule", "center", self.center), np.asarray(unit_vector(self.axis))
        half, radius = 0.5 * float(self.length), float(self.radius)
        if isinstance(surface, Plane) or surface.inside:
            return [(center + side * half * axis, axis, 0.0, radius) for side in (-1.0, 1.0)]
        return [(center, axis, half, radius)]


@immutable
@dataclass(frozen=True, eq=False)
class Points:
    """Many points of a body: the vertices of a shape, or given ones.

    Parameters
    ----------
    points : Shape or (n, 3) array_like
        The points in the frame of the body [m]; of a shape all that its cells use, each once.
    radius : float
        Radius of a ball around each of them [m].
    """

    points: Any
    radius: float = 0.0

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Points", "radius", self.radius, zero=True)
        self.places()

    def places(self) -> Floats:
        """The points, (n, 3) [m]."""
        given = self.points.points if isinstance(self.points, Shape) else self.points
        words = "a Shape, or (n, 3) numbers"
        places = array("Points", "points", given, shape=(None, 3), words=words)
        if not len(places):
            raise refusal("Points", "points", given, words)
        if isinstance(self.points, Shape):
            cells = [self.points.triangles.ravel(), self.points.quads.ravel()]
            places = np.unique(places[np.unique(np.concatenate(cells))].round(12), axis=0)
        return places

    def parts(self, surface: Any) -> list[Part]:
        """Centre, direction, half length and radius of each ball that touches."""
        return [(place, X, 0.0, float(self.radius)) for place in self.places()]


# ------------------------------------------------------------------ surfaces


@immutable
@dataclass(frozen=True, eq=False)
class Sphere:
    """A spherical surface of the base, touched from outside or from inside (a bowl).

    Parameters
    ----------
    radius : float
        Radius [m].
    center : (3,) array_like
        Centre in the frame of the base [m].
    inside : bool
        Whether the other body is inside.
    """

    radius: float
    center: ArrayLike = (0.0, 0.0, 0.0)
    _: KW_ONLY
    inside: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Sphere", "radius", self.radius)
        finite_vector("Sphere", "center", self.center)

    @property
    def frame(self) -> Frame:
        """Frame at the centre."""
        return Frame(self.center)


@immutable
@dataclass(frozen=True, eq=False)
class Cylinder:
    """A cylindrical surface of the base without ends, touched from outside or from inside.

    Parameters
    ----------
    radius : float
        Radius [m].
    point, axis : (3,) array_like
        A point of the axis [m] and its direction, in the frame of the base.
    inside : bool
        Whether the other body is inside.
    """

    radius: float
    point: ArrayLike = (0.0, 0.0, 0.0)
    axis: ArrayLike = (0.0, 0.0, 1.0)
    _: KW_ONLY
    inside: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Cylinder", "radius", self.radius)
        finite_vector("Cylinder", "point", self.point)
        unit_vector(self.axis, where="Cylinder: axis")

    @property
    def frame(self) -> Frame:
        """Frame at the point, z along the axis."""
        return Frame(self.point, quat_with_z_along(self.axis))


def surface_facts(surface: Any) -> dict[str, Any]:
    """Parameters of the laws for a surface."""
    kind = PLANE if isinstance(surface, Plane) else SPHERE if isinstance(surface, Sphere) else CYLINDER
    frame = surface.frame
    return {
        "position_a": frame.position,
        "rotation_a": frame.orientation,
        "surface": float(kind),
        "side": -1.0 if surface.inside else 1.0,
        "size": float(surface.radius),
    }


def curvatures(surface: Any, radius: float, half: float) -> tuple[float, float]:
    """Relative principal curvatures of probe and surface [1/m], the larger one first.

    Not a number where they change with the motion: the side of a capsule on a cylinder.
    """
    own = math.inf if radius == 0.0 else 1.0 / radius
    if isinstance(surface, Plane):
        return own, own
    other = (-1.0 if surface.inside else 1.0) / float(surface.radius)
    if half > 0.0:
        return (own + other, other) if isinstance(surface, Sphere) else (math.nan, math.nan)
    both = (own + other, own + other if isinstance(surface, Sphere) else own)
    return max(both), min(both)


def probe_of(given: Any) -> Ball | Capsule | Points:
    """A probe, or that of a shape: a ball, a capsule, or its vertices."""
    if not isinstance(given, Shape):
        return given  # type: ignore[no-any-return]
    if given.kind == "sphere":
        return Ball(radius=given.parameters["radius"], center=given.position)
    if given.kind == "capsule":
        sizes = given.parameters
        axis = rotate(np.array(given.orientation), np.eye(3)["xyz".index(sizes["axis"])])
        return Capsule(length=sizes["length"], radius=sizes["radius"], center=given.position, axis=axis)
    return Points(given)
