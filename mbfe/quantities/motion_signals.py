"""Signals of the motion of a point of a body, as a script names them: ``mass.acceleration.x``.

A signal says what is measured, nothing more. A sensor block makes it a variable of the model that
controllers read; an entry of the same name in the results shows the same quantity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import ArrayLike

from mbfe.algebra.rotations import unit_vector
from mbfe.errors import ModelError
from mbfe.model.item import Item
from mbfe.model.node import Node

UNITS = {
    "position": "m",
    "velocity": "m/s",
    "acceleration": "m/s^2",
    "accelerometer": "m/s^2",
    "angular_velocity": "rad/s",
    "angular_acceleration": "rad/s^2",
}
"""What can be measured of a point of a body, with its unit."""
AXES: dict[str, tuple[float, ...]] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class Components:
    """The parts x, y and z of what is a vector, as signals."""

    def _component(self, axis: str) -> MotionSignal:
        """The part along an axis."""
        raise NotImplementedError

    @property
    def x(self) -> MotionSignal:
        """Component along x, as a signal for blocks."""
        return self._component("x")

    @property
    def y(self) -> MotionSignal:
        """Component along y, as a signal for blocks."""
        return self._component("y")

    @property
    def z(self) -> MotionSignal:
        """Component along z, as a signal for blocks."""
        return self._component("z")


@dataclass(frozen=True)
class MotionSignal(Components):
    """A component of the motion of a point of a body.

    Attributes
    ----------
    body : body, node or str
        The body.
    quantity : str
        A key of ``UNITS``; an accelerometer reads acceleration less gravity, in body axes.
    point : tuple of float
        The point, in the body frame [m].
    axes : {"world", "body"}
        Axes of the components.
    direction : tuple of float or None
        Unit vector of the component, in these axes; none yet when None.
    """

    body: Any
    quantity: str
    point: tuple[float, ...] = (0.0, 0.0, 0.0)
    axes: str = "world"
    direction: tuple[float, ...] | None = None

    @property
    def unit(self) -> str:
        """Its unit."""
        return UNITS[self.quantity]

    @property
    def code(self) -> int:
        """Number of the quantity in :mod:`mbfe.algebra.point_motion`."""
        return list(UNITS).index(self.quantity)

    def _component(self, axis: str) -> MotionSignal:
        return self.along(AXES[axis])

    def along(self, direction: ArrayLike) -> MotionSignal:
        """Component along a direction (3), whose length does not matter."""
        where = f"{self}: direction"
        return replace(self, direction=tuple(unit_vector(direction, where=where).tolist()))

    @property
    def in_body_axes(self) -> MotionSignal:
        """The same in axes of the body."""
        return replace(self, axes="body")

    def __str__(self) -> str:
        name = self.body.name if isinstance(self.body, Item | Node) else self.body
        return f"{name}.{self.quantity}"


@dataclass(frozen=True)
class MeasuredPoint:
    """A point of a body whose motion is measured; made by ``body.at(point)``.

    Attributes
    ----------
    body : body, node or str
        The body.
    point : tuple of float
        The point, in the body frame [m].
    """

    body: Any
    point: tuple[float, ...]

    @property
    def position(self) -> MotionSignal:
        """Position [m], world axes."""
        return MotionSignal(self.body, "position", self.point)

    @property
    def velocity(self) -> MotionSignal:
        """Velocity [m/s], world axes."""
        return MotionSignal(self.body, "velocity", self.point)

    @property
    def acceleration(self) -> MotionSignal:
        """Acceleration [m/s²], world axes."""
        return MotionSignal(self.body, "acceleration", self.point)

    @property
    def accelerometer(self) -> MotionSignal:
        """Reading of an accelerometer, acceleration less gravity [m/s²], body axes."""
        return MotionSignal(self.body, "accelerometer", self.point, "body")


def signal_of_name(body: Any, parts: Sequence[str], *, where: str) -> MotionSignal:
    """Signal of a body by quantity and component, as in ``"velocity.x"``."""
    quantity, *rest = parts
    made = MotionSignal(body, quantity, axes="body" if quantity == "accelerometer" else "world")
    if quantity not in UNITS or len(rest) != 1 or rest[0] not in AXES:
        allowed = ", ".join(f"{name}.x" for name in UNITS)
        raise ModelError(where, f'"{made}" with {rest} names no component', allowed=allowed)
    return made.along(AXES[rest[0]])
