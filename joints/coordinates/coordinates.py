"""Coordinates by their names: "hinge.angle", "slide.displacement", "cross.angle_x", as results call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mbfe.checks import nonzero, shown
from mbfe.errors import ModelError
from mbfe.joints.pairs.coordinate_law import DISPLACEMENT_X, DISPLACEMENT_Z, PLACE_NUMBERS
from mbfe.joints.pairs.lower_pair_base import LowerPair
from mbfe.model import Frame, Model, Node
from mbfe.model.variable import Variable

__all__ = ["Combination", "Coordinate", "check_factors", "combination", "joint_coordinate"]


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of a joint of a model."""

    name: str
    """Joint and coordinate, e.g. ``"hinge.angle"``."""
    component: int
    """Which of the relative motion, as :mod:`mbfe.joints.pairs.coordinate_law` numbers them."""
    nodes: tuple[Node, ...]
    """First and second side."""
    frames: tuple[Frame, ...]
    """The joint's frames in them."""
    start: float
    """Value at the start [m, rad], any number of turns."""
    variable: Variable | None = None
    """The arc length along a curve, instead of nodes and frames."""

    @property
    def is_length(self) -> bool:
        """Whether it is a displacement [m] and not an angle [rad]."""
        return self.component <= DISPLACEMENT_Z

    @property
    def place(self) -> list[float]:
        """Its frames and component as laws read them."""
        parts = (part for frame in self.frames for part in (*frame.position, *frame.orientation))
        return [*map(float, parts), float(self.component)]


def joint_coordinate(model: Model, given: Any, *, where: str) -> Coordinate:
    """Find a coordinate by its name, e.g. ``"hinge.angle"``; the error of a wrong one lists what there is."""
    name = given if isinstance(given, str) else ""
    owner, _, which = name.partition(".")
    joint = model.items.get(owner)
    if isinstance(joint, LowerPair) and name in model.variables:
        variable = model.variables[name]
        return Coordinate(name, DISPLACEMENT_X, (), (), variable.value, variable)
    if not isinstance(joint, LowerPair) or which not in joint.coordinates:
        pairs = [item for item in model.items.values() if isinstance(item, LowerPair)]
        known = [f'"{item.name}.{other}"' for item in pairs for other in item.coordinates]
        what, remedy = f"there is no joint of the coordinate {shown(given)}", ""
        if isinstance(joint, LowerPair):
            known = [f'"{other}"' for other in model.variables if other.partition(".")[0] == owner]
            known += [f'"{owner}.{other}"' for other in joint.coordinates]
            what = f'{joint.where} has no coordinate "{which}"' if which else f'"{name}" names no coordinate'
        elif owner in model.items:
            what = f"{model.items[owner].where} has no coordinate for forces, drives or locks"
            remedy = model.items[owner].instead_of_coordinate
        names = ", ".join(known[:20]) + (", …" if len(known) > 20 else "")
        raise ModelError(where, what, allowed=names or "none: it has no free coordinate", remedy=remedy)
    model.measured.add(name)
    first, _, second, _ = joint.frames(model)
    a, b, component = joint.place_of(model, which)
    for side in (first, second):
        if component > DISPLACEMENT_Z and side.lacks_rotation:
            raise ModelError(
                where,
                f'"{name}" is an angle against "{side.name}", which has no rotation and bears no moment',
                allowed="angles between bodies that turn",
                remedy=f'Take a RigidBody for "{side.name}"',
            )
    start = model.coordinates_now.get((joint.name, joint.coordinates[which]))
    if start is None:  # the model is built as drawn, and not in a state
        start = joint.start_value(model, joint.coordinates[which])
    return Coordinate(name, component, (first, second), (a, b), start)


@dataclass(frozen=True)
class Combination:
    """A sum of coordinates with factors, Σ aᵢqᵢ."""

    coordinates: tuple[Coordinate, ...]
    factors: tuple[float, ...]

    @property
    def nodes(self) -> list[Node]:
        """Both sides of each coordinate, in the order of the laws."""
        return [node for coordinate in self.coordinates for node in coordinate.nodes]

    @property
    def places(self) -> list[float]:
        """Frames and components of all; zeros for an arc length, whose law does not read them."""
        if not self.nodes:
            return [0.0] * PLACE_NUMBERS
        on_joints = (coordinate for coordinate in self.coordinates if coordinate.variable is None)
        return [number for coordinate in on_joints for number in coordinate.place]

    @property
    def starts(self) -> list[float]:
        """Values of the coordinates at the start [m, rad]."""
        return [coordinate.start for coordinate in self.coordinates]

    @property
    def variables(self) -> list[Variable]:
        """Arc lengths along curves among them."""
        return [coordinate.variable for coordinate in self.coordinates if coordinate.variable is not None]

    @property
    def count(self) -> int:
        """Number of coordinates of joints among them: 0 for an arc length."""
        return len(self.coordinates) - len(self.variables)

    @property
    def history(self) -> dict[str, list[float]]:
        """What laws keep of them: the values of coordinates of joints."""
        return {"values": [own.start for own in self.coordinates if own.variable is None]}

    @property
    def order(self) -> list[int]:
        """Where the user put each coordinate, in the order of the laws: those of joints, then arc lengths."""
        numbers = range(len(self.coordinates))
        return sorted(numbers, key=lambda i: self.coordinates[i].variable is not None)

    @property
    def start(self) -> float:
        """Value of the sum at the start."""
        return sum(a * q for a, q in zip(self.factors, self.starts, strict=True))


def check_factors(given: Any, *, where: str, most: int) -> dict[Any, float]:
    """Factors by name as a user gives them: a name, or at most so many factors, checked as far as can be."""
    if not isinstance(given, str | Mapping):
        raise ModelError(where, shown(given), allowed='a name such as "hinge.angle", or factors by name')
    factors = {given: 1.0} if isinstance(given, str) else dict(given)
    if not 1 <= len(factors) <= most:
        count = f"1 to {most} coordinates" if most > 1 else "one coordinate"
        raise ModelError(where, f"{len(factors)} coordinates were given", allowed=count)
    made: dict[Any, float] = {}
    for name, factor in factors.items():
        made[name] = nonzero(where, f"factor of {shown(name)}", factor)
    return made


def combination(model: Model, factors: Mapping[Any, float], *, where: Callable[[Any], str]) -> Combination:
    """Find the coordinates of a sum; ``where`` says of each name by which argument it was given."""
    found = tuple(joint_coordinate(model, name, where=where(name)) for name in factors)
    return Combination(found, tuple(factors.values()))
