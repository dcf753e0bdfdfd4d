"""Measurements: the motion of a point of a body as a separate result, in any frame."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from mbfe.checks import finite_vector
from mbfe.errors import ModelError
from mbfe.model import Item, Model
from mbfe.model.contents import ModelContents
from mbfe.model.description import Reading

__all__ = ["MEASURED", "Measurement"]

MEASURED = ("position", "velocity", "acceleration", "accelerometer")


@dataclass(frozen=True, eq=False)
class Measurement(Item):
    """Measurement at a point of a body; a key of the results, and a quantity by its name.

    It adds no unknown to the model; for a controller :class:`mbfe.blocks.Sensor` makes a quantity the output
    of a block.

    Parameters
    ----------
    name : str
        Name.
    body : body, node or str
                The body.
    quantity : {"position", "velocity", "acceleration", "accelerometer"}
        The measured quantity; an accelerometer measures acceleration minus gravity, in body axes.
    point : (3,) array_like
                The point, in the body frame [m].
    frame : str
        Axes of the reading: "world" or the name of a body (not for an accelerometer).
    """

    name: str
    body: Any
    quantity: str
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: str = "world"

    family: ClassVar[str] = "measurement"

    def validate(self) -> None:
        """Check quantity and point."""
        if self.quantity not in MEASURED:
            raise ModelError(f"{self.where}: quantity", f'"{self.quantity}"', allowed=", ".join(MEASURED))
        finite_vector(self.where, "point", self.point)

    def join(self, model: Model) -> None:
        """Check the body and the frame."""
        model.node(self.body, where=f"{self.where}: body")
        if self.frame != "world":
            model.node(self.frame, where=f"{self.where}: frame")

    def describe(self, model: ModelContents) -> Reading:
        """Data of the reading."""
        point = finite_vector(self.where, "point", self.point).tolist()
        return Reading(model.node(self.body).name, self.quantity, point, self.frame)
