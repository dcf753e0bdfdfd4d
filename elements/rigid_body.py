"""Rigid body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.checks import finite_vector, positive
from mbfe.elements.rigid_body_law import rigid_body
from mbfe.errors import ModelError
from mbfe.mass_properties import MassProperties, checked_inertia
from mbfe.model import Builder, Item, Model
from mbfe.motion_signals import Measured
from mbfe.rotations import IDENTITY
from mbfe.shapes import Shape


@dataclass(frozen=True, eq=False)
class RigidBody(Measured, Item):
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
    """

    name: str
    position: ArrayLike = (0.0, 0.0, 0.0)
    orientation: Any = field(default_factory=lambda: IDENTITY)
    mass: float | None = None
    inertia: ArrayLike | None = None
    center_of_mass: ArrayLike = (0.0, 0.0, 0.0)
    properties: MassProperties | None = None
    velocity: ArrayLike = (0.0, 0.0, 0.0)
    angular_velocity: ArrayLike = (0.0, 0.0, 0.0)
    shape: Shape | None = None

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

    @property
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
        """Hand the law its parameters, with the inertia about the origin of the frame."""
        properties = self.mass_properties
        builder.add(
            self,
            rigid_body,
            [builder.model.node(self.name)],
            mass=properties.mass,
            center=properties.center_of_mass,
            inertia=properties.inertia_about(np.zeros(3)),
        )

    def describe(self, model: Model) -> Mapping[str, Any]:
        """Shape, for pictures from the results file."""
        return {
            "shape": None if self.shape is None else self.shape.to_dict(),
            "mass": self.mass if self.properties is None else self.properties.mass,
        }
