"""Sensors: named measurements of the motion of a point of a body, in any frame; blocks read them too."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from mbfe.checks import finite_vector
from mbfe.errors import ModelError
from mbfe.model import Item, Model
from mbfe.model.description import Reading
from mbfe.quantities.motion_signals import AXES, Components, MotionSignal

QUANTITIES = ("position", "velocity", "acceleration", "accelerometer")


@dataclass(frozen=True, eq=False)
class Sensor(Components, Item):
    """Measurement at a point of a body; a key of the results.

    Parameters
    ----------
    name : str
        Name.
    body : body, node or str
        Where it is mounted.
    quantity : {"position", "velocity", "acceleration", "accelerometer"}
        What it measures; an accelerometer reads acceleration less gravity, in body axes.
    point : (3,) array_like
        Where it sits, in the body frame [m].
    frame : str
        Axes of the reading: "world" or the name of a body (not for an accelerometer).
    """

    name: str
    body: Any
    quantity: str
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: str = "world"

    family: ClassVar[str] = "sensor"

    def validate(self) -> None:
        """Check quantity and point."""
        if self.quantity not in QUANTITIES:
            raise ModelError(f"{self.where}: quantity", f'"{self.quantity}"', allowed=", ".join(QUANTITIES))
        finite_vector(self.where, "point", self.point)

    def join(self, model: Model) -> None:
        """Check the body and the frame."""
        model.node(self.body, where=f"{self.where}: body")
        if self.frame != "world":
            model.node(self.frame, where=f"{self.where}: frame")

    def _component(self, axis: str) -> MotionSignal:
        """A component, for sensor blocks."""
        axes = "body" if self.quantity == "accelerometer" else self.frame
        if axes not in ("world", "body"):
            raise ModelError(
                f"{self.where}: frame",
                f'a controller reads axes of the world or of "{self.body}", not of "{axes}"',
                allowed='frame="world", or signal.along(direction)',
            )
        point = tuple(finite_vector(self.where, "point", self.point).tolist())
        return MotionSignal(self.body, self.quantity, point, axes, AXES[axis])

    def describe(self, model: Model) -> Reading:
        """What the reading is made of."""
        point = finite_vector(self.where, "point", self.point).tolist()
        return Reading(model.node(self.body).name, self.quantity, point, self.frame)
