"""Base of rows on a joint coordinate that act at times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mbfe.joints.coordinates.coordinates import Coordinate
from mbfe.joints.coordinates.on_coordinates import OnCoordinates
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.between import frame_parameters
from mbfe.model.whole import model_length

__all__ = ["REST", "SLACK", "SwitchedRow"]

REST, SLACK = 1e-6, 1e-12
"""Speed that counts as rest and distance that counts as contact: model lengths (a second), radians."""


@dataclass(frozen=True, eq=False)
class SwitchedRow(OnCoordinates):
    """Base of rows on one joint coordinate that act at times.

    Parameters
    ----------
    name : str
        Name.
    coordinate : str
        The coordinate, named as in results: ``"hinge.angle"``, ``"slide.displacement"``.
    """

    name: str
    coordinate: str

    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("position", "position", None, "the coordinate", rate="rate"),
        NamedOutput("rate", "rate", None, "its rate"),
        NamedOutput("effort", "effort", None, "force or moment, positive against the coordinate"),
    )

    def found(self, model: Model) -> Coordinate:
        """The coordinate in the model."""
        return self.combined(model).coordinates[0]

    def place(self, builder: Builder) -> tuple[list[Any], dict[str, Any], float]:
        """Nodes of the coordinate, parameters of its place, and a length for tolerances [m, rad]."""
        coordinate = self.found(builder.model)
        a, b = coordinate.frames
        parameters = frame_parameters(a, b) | {"component": float(coordinate.component)}
        length = model_length(builder.model) if coordinate.is_length else 1.0
        return list(coordinate.nodes), parameters, length

    def row_words(self, row: int) -> str:
        """Its row in words."""
        return f"held {self.coordinate}"
