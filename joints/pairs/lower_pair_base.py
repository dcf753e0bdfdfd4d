"""Base of the fixed joint and the six lower pairs: two frames, locked components, initial values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from mbfe.checks import finite_vector
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError
from mbfe.joints.pairs.coordinate_law import ANGLE as TWIST
from mbfe.joints.pairs.coordinate_law import ANGLE_X, ANGLE_Z, DISPLACEMENT_Z, angle_of
from mbfe.joints.pairs.lower_pair_law import lower_pair
from mbfe.joints.pairs.spatial_pair_law import spatial_pair
from mbfe.laws import Law
from mbfe.model import Builder, Frame, Model, NamedOutput, Node, RelativeStart
from mbfe.model.between import BetweenFrames, frame_parameters
from mbfe.model.places import check_at_node
from mbfe.model.start_number import mark_start

__all__ = ["ALONG_Z", "LENGTH", "LOCKED_WORDS", "OFF", "REACTION", "ROTATION", "LowerPair", "rows_between"]

OFF, LENGTH, ROTATION, _ = RowKind
"""Kinds of rows, by short names for the tables of joints."""
REACTION = (
    NamedOutput("force", "force", None, "force of the reaction, joint frame of the first side"),
    NamedOutput("moment", "moment", None, "moment of the reaction, joint frame of the first side"),
)
ALONG_Z = np.array([0.0, 0.0, 1.0])
LOCKED_WORDS = tuple(
    f"locked {motion} {axis}" for motion in ("displacement along", "rotation about") for axis in "xyz"
)


@dataclass(frozen=True, eq=False)
class LowerPair(BetweenFrames):
    """Base of the joints that lock some components of the relative motion of two frames.

    Notes
    -----
    Parameters as for :class:`mbfe.model.between.BetweenFrames`; coordinates and the reaction are those of the
    second side relative to the first, and the z axis is the axis of the joint.

    The constraints are expressed in the frame of the second side, so that their Jacobian is invariant under
    rigid rotations of the mechanism. The reaction is the wrench that the joint exerts on its second side, in
    axes and about the origin of the joint frame of the first. The forces of motors, springs and friction on
    its coordinates are not included but are their ``effort``.

    For a side without rotation, a point mass, it constrains the position alone: rows of rotation are omitted.
    """

    family: ClassVar[str] = "joint"
    locked: ClassVar[tuple[int, ...]] = (LENGTH,) * 3 + (OFF,) * 3
    full: ClassVar[bool] = False
    reaction = REACTION
    law: ClassVar[Law] = lower_pair
    in_axes_of_first: ClassVar[bool] = False
    """Whether the locked displacements count along axes of the first side, as those of a line in it do."""

    in_world: ClassVar[bool] = False
    """Whether it is given by places in the world, where its frame is without a position, as a curve is."""
    has_axis: ClassVar[bool] = True
    """Whether it matters in which direction its axis points."""

    free: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """Components of its free coordinates by name, see ``joints/pairs/coordinate_law.py``."""

    @property
    def output_law(self) -> Law:  # type: ignore[override]
        """Law whose outputs its results are."""
        return self.law

    @property
    def coordinates(self) -> Mapping[str, int]:
        """Components of the coordinates that springs, motors and couplings may refer to, by name."""
        return self.free

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """Names of its coordinates, as "hinge.angle"."""
        return tuple(f"{self.name}.{name}" for name in self.coordinates)

    @property
    def assumed(self) -> tuple[str, ...]:
        """Defaults of position and axis that were needed but not given."""
        if self.first_frame is not None:
            return ()
        needed = {"position": self.position is None}
        needed["axis"] = self.has_axis and self.axis is None and self.orientation is None
        return tuple(name for name, missing in needed.items() if missing)

    @property
    def aligns_axes(self) -> bool:
        """Whether it locks both rotations across its axis."""
        return min(self.locked[3:5], default=OFF) >= 0

    @property
    def pitch(self) -> float:
        """Displacement per angle [m/rad] that the joint enforces."""
        return 0.0

    @property
    def start(self) -> tuple[np.ndarray, float]:
        """Initial displacement (3) [m] and angle about z [rad] of the second frame in the first.

        They are its arguments with the names of its coordinates.
        """
        given, place = vars(self), np.zeros(3)
        for name, component in self.free.items():
            if component <= DISPLACEMENT_Z:
                place[component] = given.get(name, 0.0)
        angle = float(given.get("angle", 0.0))
        return place + self.pitch * angle * ALONG_Z, angle

    @property
    def start_turn(self) -> np.ndarray:
        """Initial rotation of the second frame in the first, a quaternion."""
        half = 0.5 * self.start[1]
        return np.array([math.cos(half), 0.0, 0.0, math.sin(half)])

    @property
    def start_rate(self) -> tuple[np.ndarray, np.ndarray]:
        """Initial relative velocity [m/s] and angular velocity [rad/s], axes of the first frame.

        They are its arguments with the names that the rates of its coordinates have in results.
        """
        velocity, spin = np.zeros(3), np.zeros(3)
        for signal in self.signals:
            component = self.free.get(signal.name)
            rate = vars(self).get(signal.rate or f"{signal.name}_rate", 0.0)
            if component == TWIST:
                spin[2] = rate
            elif component is not None and component <= DISPLACEMENT_Z:
                velocity[component] = rate
        return velocity + self.pitch * spin, spin

    def validate(self) -> None:
        """Check that the frames are given one way and the initial values are numbers."""
        super().validate()
        place, angle = self.start
        finite_vector(self.where, "initial displacement", place)
        for value in (angle, *self.start_turn, *self.start_rate[0], *self.start_rate[1]):
            if not math.isfinite(value):
                raise ModelError(f"{self.where}: initial value", f"{value}", allowed="finite numbers")

    def __post_init__(self) -> None:
        """Check the joint, and mark its initial values by their coordinates."""
        super().__post_init__()
        mark_start(self, (signal.name for signal in self.signals))

    def place(self, first: Node, second: Node) -> np.ndarray:
        """Origin of the frame in the world where no position is given [m]."""
        return np.zeros(3) if self.in_world else super().place(first, second)

    def warnings(self, model: Model) -> tuple[str, ...]:
        """Its default position, if none was given; one that is given by points in the world needs none."""
        return () if self.in_world else super().warnings(model)

    def join(self, model: Model) -> None:
        """Check the two sides."""
        super().join(model)
        self.check_points(model)

    def check_points(self, model: Model) -> None:
        """Refuse what has no meaning for a side without rotation, as a point mass."""
        first, a, second, b = self.frames(model)
        points = [side for side in (first, second) if side.lacks_rotation]
        if not points:
            return
        if all(kind == OFF for kind in rows_between(self, first, second)):
            self.refuse_point(points[0])
        held = self.locked[:3] == (LENGTH,) * 3
        turning = [any(side.free[3:]) or side.drive is not None for side in (first, second)]
        if self.in_axes_of_first and not held and first.lacks_rotation and turning[1]:
            raise ModelError(
                f"{self.where}: first",
                f'its axes are those of "{first.name}", which does not turn',
                allowed="a first side that turns",
                remedy="Exchange the two sides",
            )
        for side, frame, other_turns in ((first, a, turning[1]), (second, b, turning[0])):
            if held or other_turns:
                check_at_node(self.where, side, frame.position)

    def build(self, builder: Builder) -> None:
        """Give the law the frames, the moving side last."""
        first, a, second, b = self.frames(builder.model)
        kept = {"angle": self.start[1]}
        if self.law is spatial_pair:
            kept["angle_x"] = self.start_value(builder.model, ANGLE_X)
            kept["angle_z"] = self.start_value(builder.model, ANGLE_Z)
        order = 1.0
        # displacements count along axes that turn, where one side has any
        if self.in_axes_of_first or not second.moves or (second.lacks_rotation and not first.lacks_rotation):
            first, a, second, b, order = second, b, first, a, -1.0
        builder.add(
            self,
            self.law,
            [first, second],
            row_kinds=rows_between(self, first, second),
            history=kept | {"angle": order * kept["angle"]},
            **frame_parameters(a, b),
            full=float(self.full),
            pitch=self.pitch,
            order=order,
        )

    def start_value(self, model: Model, component: int) -> float:
        """Coordinate at the start, that of the configuration as drawn or the initial one [m, rad]."""
        start = self.start_of(model)
        placed = self.drawn_apart(model) if start is None else start.displaced
        if component < TWIST:
            return float(placed.position[component])
        before = self.start[1] if component == TWIST else 0.0
        q = placed.orientation if placed.orientation[0] >= 0.0 else -placed.orientation
        return float(angle_of(tuple(q.tolist()), component, before))

    def place_of(self, model: Model, name: str) -> tuple[Frame, Frame, int]:
        """Frames and component by which springs, motors and couplings measure a coordinate."""
        _, a, _, b = self.frames(model)
        return a, b, self.coordinates[name]

    def drawn_apart(self, model: Model) -> Frame:
        """Second frame relative to the first, as drawn."""
        first, a, second, b = self.frames(model)
        return (second.frame @ b).seen_from(first.frame @ a)

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        return LOCKED_WORDS[row]

    def start_of(self, model: Model) -> RelativeStart | None:
        """Initial coordinates, when any of them is not zero."""
        place, angle = self.start
        velocity, spin = self.start_rate
        turn = self.start_turn
        moved = place.any() or angle or turn[1:].any()
        if not (moved or velocity.any() or spin.any()):
            return None
        first, a, second, b = self.frames(model)
        displaced = Frame(place, turn) if moved else self.drawn_apart(model)
        return RelativeStart(first, second, a, b, displaced, velocity, spin)


def rows_between(joint: LowerPair, first: Node, second: Node) -> tuple[int, ...]:
    """Kinds of the rows of a joint, those of rotation omitted for a side without rotation."""
    if not (first.lacks_rotation or second.lacks_rotation):
        return joint.locked
    return tuple(OFF if kind == ROTATION else kind for kind in joint.locked)
