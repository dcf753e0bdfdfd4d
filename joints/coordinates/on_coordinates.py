"""Bases of items on joint coordinates: names found in the model, units of results, rows that act at times."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from mbfe.errors import ModelError
from mbfe.joints.coordinates.coordinates import Combination, Coordinate, check_factors, combination
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.between import frame_parameters
from mbfe.model.whole import model_length

__all__ = [
    "EFFORT", "POSITION", "RATE", "REST", "SLACK", "OnCoordinates", "SwitchedRow", "check_stops", "unit_of",
]  # fmt: skip

POSITION, RATE, EFFORT = ("m", "rad"), ("m/s", "rad/s"), ("N", "N m")
"""Units of a coordinate, its rate and its effort: of a displacement and of an angle."""
REST, SLACK = 1e-6, 1e-12
"""Speed that counts as rest and distance that counts as contact: model lengths (a second), radians."""


def check_stops(where: str, lower: float | None, upper: float | None) -> list[float]:
    """The stops of a coordinate that are given [m, rad], one or both, finite and in order."""
    given = [value for value in (lower, upper) if value is not None]
    if not given or not all(math.isfinite(value) for value in given):
        raise ModelError(where, f"lower={lower}, upper={upper}", allowed="finite numbers, one or both")
    if len(given) == 2 and not given[0] < given[1]:
        raise ModelError(f"{where}: lower", f"{lower} with upper {upper}", allowed="lower < upper")
    return given


def unit_of(units: tuple[str, str], coordinate: Coordinate) -> str:
    """The unit for a displacement or for an angle."""
    return units[0] if coordinate.is_length else units[1]


class OnCoordinates(Item):
    """Base of forces, motors and couplings on joint coordinates."""

    coordinate: Any
    most: ClassVar[int] = 1
    """How many coordinates ``coordinate`` may name."""
    ties: ClassVar[bool] = False
    mixes: ClassVar[bool] = False
    """Whether arc lengths may stand beside other coordinates."""

    @property
    def factors(self) -> Mapping[Any, float]:
        """Factors of the coordinates by their names."""
        return check_factors(self.coordinate, where=f"{self.where}: coordinate", most=self.most)

    def validate(self) -> None:
        """Check the names and factors."""
        self.factors  # noqa: B018  (checks them)

    def argument_of(self, name: Any) -> str:
        """The argument by which a coordinate was given, for errors."""
        return f"{self.where}: coordinate"

    def combined(self, model: Model) -> Combination:
        """Its coordinates and their factors."""
        made = combination(model, self.factors, where=self.argument_of)
        if made.variables and len(made.coordinates) > 1 and not self.mixes:
            raise ModelError(
                f"{self.where}: coordinate",
                f'"{made.variables[0].name}" is an arc length along a curve, given with other coordinates',
                allowed="an arc length alone, or coordinates of joints; a Coupling takes both together",
            )
        return made

    def join(self, model: Model) -> None:
        """Find the coordinates."""
        self.combined(model)

    def units(self, model: Model) -> Mapping[str, str]:
        """Units of its signals by their names, their own or those of its first coordinate."""
        first = self.combined(model).coordinates[0]
        kinds = {"position": POSITION, "rate": RATE, "effort": EFFORT, "limit": EFFORT}
        return {s.name: s.unit or unit_of(kinds.get(s.name, ("1", "1")), first) for s in self.signals}

    def signals_in(self, model: Model) -> tuple[NamedOutput, ...]:
        """Its signals with their units, which depend on the coordinates."""
        units = self.units(model)
        return tuple(replace(signal, unit=units[signal.name]) for signal in self.signals)


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
