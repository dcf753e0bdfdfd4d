"""Rigid bodies: mass, centre of mass and inertia in the body frame, a shape for pictures; or without mass."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.rotations import IDENTITY, unit_vector
from mbfe.checks import finite_vector, positive, shown
from mbfe.contracts import checked
from mbfe.elements.bodies.rigid_body_law import rigid_body
from mbfe.errors import ModelError
from mbfe.geometry import shapes
from mbfe.geometry.mass_properties import MassProperties, checked_inertia, from_shape
from mbfe.geometry.shapes import Shape
from mbfe.model import Builder, Item, Model
from mbfe.model.capabilities import Solid
from mbfe.model.handle import WithPoints

__all__ = ["MasslessBody", "RigidBody"]

STEEP = 0.999
"""Vertical part of a direction from which on a bar counts as vertical, where no ``up`` is given."""
ALONG = 1e-6
"""Sine of the angle between bar and ``up`` below which the latter is not used."""


@dataclass(frozen=True, eq=False)
class MasslessBody(WithPoints, Item):
    """Rigid body without mass, on a node of its own name.

    For kinematics and assembly, or where constraints determine its motion. In dynamics a degree of freedom
    without mass is refused.

    Parameters
    ----------
    name : str
        Name of the body and of its node.
    position : (3,) array_like
        Origin of the body frame [m], world.
    orientation : object
        Orientation of the body frame, any form of :func:`mbfe.rotations.as_unit_quat`.
    shape : Shape, optional
        Surface for pictures and ParaView, in the body frame.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> coupler = model.add(elements.MasslessBody("coupler", position=(0.1, 0, 0)))
    >>> list(model.nodes)
    ['ground', 'coupler']
    """

    name: str
    _: KW_ONLY
    position: ArrayLike = (0.0, 0.0, 0.0)
    orientation: Any = field(default_factory=lambda: IDENTITY)
    shape: Shape | None = None

    def join(self, model: Model) -> None:
        """Make the node."""
        model.add_node(self.name, position=self.position, orientation=self.orientation)

    @property
    def as_solid(self) -> Solid:
        """Its shape and mass."""
        return Solid(self.shape, 0.0)


@dataclass(frozen=True, eq=False)
class RigidBody(WithPoints, Item):
    """Body with mass and inertia on a node of its own name.

    Parameters
    ----------
    name : str
        Name of the body and of its node.
    position : (3,) array_like
        Origin of the body frame [m], world.
    orientation : object
        Orientation of the body frame, any form of :func:`mbfe.rotations.as_unit_quat`.
    mass : float
        Mass [kg].
    inertia : (3,) or (3, 3) array_like
        Principal moments along the body axes, or the full tensor, about the centre of mass, body
        axes [kg m²].
    center_of_mass : (3,) array_like
        Centre of mass in the body frame [m].
    properties : MassProperties, optional
        Mass, centre and inertia at once (from a shape or a surface); then the three above are not given.
    velocity, angular_velocity : (3,) array_like
        Initial velocity of the origin [m/s] and angular velocity [rad/s], world axes.
    shape : Shape, optional
        Surface for pictures and ParaView, in the body frame.

    Notes
    -----
    r = (m(v̇ + ω̇×c) + ω×P − m Rᵀg, m c×v̇ + J ω̇ + ω×H + v×P − m c×Rᵀg) with P = m(v + ω×c), H = m c×v + J ω
    (Newton–Euler in the body frame, about its origin).

    :meth:`between` makes a bar from one point to another, with its place, orientation, inertia and shape.
    """

    name: str
    _: KW_ONLY
    position: ArrayLike = (0.0, 0.0, 0.0)
    orientation: Any = field(default_factory=lambda: IDENTITY)
    mass: float | None = None
    inertia: ArrayLike | None = None
    center_of_mass: ArrayLike = (0.0, 0.0, 0.0)
    properties: MassProperties | None = None
    velocity: ArrayLike = (0.0, 0.0, 0.0)
    angular_velocity: ArrayLike = (0.0, 0.0, 0.0)
    shape: Shape | None = None

    @classmethod
    @checked
    def between(
        cls,
        name: str,
        start: ArrayLike,
        end: ArrayLike,
        *,
        mass: float | None = None,
        density: float | None = None,
        radius: float | None = None,
        inner_radius: float = 0.0,
        width: float | None = None,
        height: float | None = None,
        up: ArrayLike | None = None,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        angular_velocity: ArrayLike = (0.0, 0.0, 0.0),
        color: str = "",
    ) -> Self:
        """Uniform bar from one point to another: its origin in the middle, its x axis along it.

        Parameters
        ----------
        name : str
            Name.
        start, end : (3,) array_like
            Its ends [m], world.
        mass, density : float
            Mass [kg] or density [kg/m³], one of the two.
        radius, inner_radius : float
            Radius of a round bar, and of the hole in a tube [m].
        width, height : float
            Sides of a rectangular bar along its y and z axes [m], instead of ``radius``.
        up : (3,) array_like, optional
            The z axis is the projection of this vector normal to the bar [world]; by default of the world's
            z, for a vertical bar of its x.
        velocity, angular_velocity : (3,) array_like
            Initial velocity of its middle [m/s] and angular velocity [rad/s], world axes.
        color : str
            "#rrggbb" for pictures.

        Returns
        -------
        RigidBody
            The body, with the inertia of the solid and its shape.

        Examples
        --------
        >>> from mbfe import elements
        >>> crank = elements.RigidBody.between("crank", (0, 0, 0), (0, 0, 0.2), mass=0.5, radius=0.01)
        >>> print(crank.position, round(float(crank.mass_properties.inertia[1, 1]), 8))
        (0.0, 0.0, 0.1) 0.00167917
        """
        where = f'{cls.__name__}.between "{name}"'
        ends = [finite_vector(where, what, at) for what, at in (("start", start), ("end", end))]
        length = float(np.linalg.norm(ends[1] - ends[0]))
        if length == 0.0:
            raise ModelError(f"{where}: end", f"{ends[1]}, the same as start", allowed="two different points")
        shape = _bar_shape(where, length, radius, inner_radius, width, height)
        properties = from_shape(shape, density=density, mass=mass)
        return cls(
            name,
            position=0.5 * (ends[0] + ends[1]),
            orientation=_axes_along(where, (ends[1] - ends[0]) / length, up),
            properties=properties,
            velocity=velocity,
            angular_velocity=angular_velocity,
            shape=shape.painted(color),
        )

    def validate(self) -> None:
        """Check mass and inertia."""
        if self.properties is not None:
            also = self.mass is not None or self.inertia is not None
            if also or np.any(finite_vector(self.where, "center_of_mass", self.center_of_mass)):
                given = "both properties and mass, inertia or center_of_mass are given"
                raise ModelError(self.where, given, allowed="one of the two")
            return
        if self.mass is None or self.inertia is None:
            raise ModelError(self.where, "mass or inertia is missing", remedy="Give both, or properties=")
        positive(self.where, "mass", self.mass)
        checked_inertia(self.where, self.inertia)
        finite_vector(self.where, "center_of_mass", self.center_of_mass)

    @cached_property
    def mass_properties(self) -> MassProperties:
        """Mass [kg], centre of mass [m] and inertia about it [kg m²], body frame."""
        if self.properties is not None:
            return self.properties
        return MassProperties(self.mass, self.center_of_mass, self.inertia)  # type: ignore[arg-type]

    def join(self, model: Model) -> None:
        """Make the node."""
        model.add_node(
            self.name,
            position=self.position,
            orientation=self.orientation,
            velocity=self.velocity,
            angular_velocity=self.angular_velocity,
        )

    def build(self, builder: Builder) -> None:
        """Give the law its parameters, with the inertia about the origin of the frame."""
        properties = self.mass_properties
        builder.add(
            self,
            rigid_body,
            [builder.model.node(self.name)],
            mass=properties.mass,
            center=properties.center_of_mass,
            inertia=properties.inertia_about(np.zeros(3)),
        )

    @property
    def as_solid(self) -> Solid:
        """Its shape and mass."""
        return Solid(self.shape, float(self.mass_properties.mass))


def _bar_shape(
    where: str,
    length: float,
    radius: float | None,
    inner_radius: float,
    width: float | None,
    height: float | None,
) -> Shape:
    """Cylinder, tube or box along x."""
    round_bar, flat = radius is not None, width is not None or height is not None
    if round_bar == flat or (flat and (width is None or height is None)):
        given = f"radius={radius}, width={width}, height={height}"
        raise ModelError(where, given, allowed="radius, or width and height [m]")
    if radius is None:
        sides = [positive(where, "width", width), positive(where, "height", height)]  # type: ignore[arg-type]
        if inner_radius:
            raise ModelError(f"{where}: inner_radius", f"{inner_radius}", allowed="with a radius only")
        return shapes.box(size=(length, *sides))
    if inner_radius:
        return shapes.tube(length=length, radius=radius, inner_radius=inner_radius, axis="x")
    return shapes.cylinder(length=length, radius=radius, axis="x")


def _axes_along(where: str, x: NDArray[np.float64], up: ArrayLike | None) -> NDArray[np.float64]:
    """Orientation (3, 3) with a given x axis and z near to ``up``."""
    steep = abs(x[2]) > STEEP
    required = np.array([1.0, 0.0, 0.0] if steep else [0.0, 0.0, 1.0])
    if up is not None:
        required = unit_vector(up, where=f"{where}: up")
    across = np.cross(required, x)
    size = float(np.linalg.norm(across))
    if size < ALONG:
        raise ModelError(f"{where}: up", f"{shown(up)}, along the bar", allowed="a vector across the bar")
    y = across / size
    return np.column_stack([x, y, np.cross(x, y)])
