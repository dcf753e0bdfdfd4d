"""Handles of quantities of an item in a script: ``hinge["angle"]``, ``rod["velocity"].x``.

Square brackets denote a quantity, as in results, ``run["rod"]``; attributes of an item, ``hinge.angle``, are
the numbers that it was given. A handle only identifies a quantity: results, stop conditions, sensors, blocks
and analyses accept it in place of the name (:mod:`mbfe.quantities.quantity`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import ArrayLike

from mbfe.algebra.rotations import unit_vector
from mbfe.checks import finite_vector
from mbfe.model.start_number import mark_start

__all__ = ["BODY", "Handle", "WithPoints"]

BODY = "body"
"""Axes of the body that moves."""


@dataclass(frozen=True)
class Handle:
    """A quantity of an item or node, or of a point of a body.

    Attributes
    ----------
    owner : item, node or str
        Owner of the quantity.
    quantity : str
        Its name within the owner, as results have it: ``"angle"``, ``"velocity"``, ``"velocity.x"``.
    point : tuple of float
        Point of the body, in the body frame [m].
    frame : str
        Axes of the components: "world", "body" (those of the body itself), the name of a body, or "" for
        those in which results give it.
    direction : tuple of float or None
        Unit vector of a component, in these axes.
    """

    owner: Any
    quantity: str
    point: tuple[float, ...] = (0.0, 0.0, 0.0)
    frame: str = ""
    direction: tuple[float, ...] | None = None

    @property
    def x(self) -> Handle:
        """Component along x."""
        return replace(self, quantity=f"{self.quantity}.x")

    @property
    def y(self) -> Handle:
        """Component along y."""
        return replace(self, quantity=f"{self.quantity}.y")

    @property
    def z(self) -> Handle:
        """Component along z."""
        return replace(self, quantity=f"{self.quantity}.z")

    def along(self, direction: ArrayLike) -> Handle:
        """Component along a direction (3), whose length does not matter."""
        way = unit_vector(direction, where=f"{self}: direction")
        return replace(self, direction=tuple(way.tolist()))

    def in_frame(self, frame: str) -> Handle:
        """The same in other axes: "world", "body" for those of the body that moves, or the name of a body."""
        return replace(self, frame=frame)

    def __str__(self) -> str:
        return f"{self.owner if isinstance(self.owner, str) else self.owner.name}.{self.quantity}"


@dataclass(frozen=True)
class PointOf:
    """A point of a body, made by ``body.at(point)``; square brackets name its quantities.

    Attributes
    ----------
    body : item
        The body.
    point : tuple of float
        The point, in the body frame [m].
    """

    body: Any
    point: tuple[float, ...]

    def __getitem__(self, quantity: str) -> Handle:
        """Handle of a quantity of the point, ``"position"``, ``"velocity.x"`` or ``"accelerometer.z"``."""
        return Handle(self.body, quantity, self.point)


class WithPoints:
    """Base of bodies: quantities of their points."""

    def __post_init__(self) -> None:
        """Check the item, and mark its initial values by their quantities."""
        super().__post_init__()  # type: ignore[misc]
        mark_start(self, ("position", "velocity", "angular_velocity"))

    def at(self, point: ArrayLike) -> PointOf:
        """Return a point of the body (3), in the body frame [m], whose quantities square brackets name."""
        return PointOf(self, tuple(finite_vector(f"{self}: at", "point", point).tolist()))
