"""Bases of items between two points, and between two frames, of two bodies: arguments, checks and places."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.errors import ModelError
from mbfe.model.item import Item
from mbfe.model.node import Frame, Node
from mbfe.model.places import (
    WORLD,
    check_two_points,
    common_frame,
    place_of_sides,
    two_points,
    two_sides,
    warning_of_place,
    world_point,
)

if TYPE_CHECKING:
    from mbfe.model.model import Model

__all__ = ["TWO_FRAMES", "TWO_POINTS", "BetweenFrames", "BetweenPoints", "frame_parameters"]


TWO_POINTS = {"point_a": ("m", 3), "point_b": ("m", 3)}
"""Parameters of a law that place a point in each of its two nodes, with unit and size."""
TWO_FRAMES = {
    "position_a": ("m", 3),
    "rotation_a": ("1", 4),
    "position_b": ("m", 3),
    "rotation_b": ("1", 4),
}
"""The same of frames: origin and unit quaternion."""


def frame_parameters(a: Frame, b: Frame) -> dict[str, Any]:
    """Frames in the nodes of both sides, as the parameters :data:`TWO_FRAMES` of a law."""
    return {
        "position_a": a.position,
        "rotation_a": a.orientation,
        "position_b": b.position,
        "rotation_b": b.orientation,
    }


@dataclass(frozen=True, eq=False)
class BetweenPoints(Item):
    """Base of items between two points of two bodies.

    Parameters
    ----------
    name : str
        Name.
    first, second : body, node or str
        The two sides; one may be ``model.ground``.
    first_point, second_point : (3,) array_like, optional
        The points [m]; the origin of the body (or of the world, for the ground) when absent.
    frame : {"world", "body"}
        Whether the points are given in the world, as drawn, or each in the frame of its own body.
    """

    name: str
    first: Any
    second: Any
    _: KW_ONLY
    first_point: ArrayLike | None = None
    second_point: ArrayLike | None = None
    frame: str = WORLD

    def validate(self) -> None:
        """Check the points."""
        check_two_points(self.where, self.frame, first_point=self.first_point, second_point=self.second_point)

    def points(self, model: Model) -> list[tuple[Node, Floats]]:
        """Nodes of both sides, and the points in them."""
        sides = ((self.first, self.first_point), (self.second, self.second_point))
        return two_points(model, self.where, sides, self.frame)

    def join(self, model: Model) -> None:
        """Check the two sides."""
        self.points(model)

    def placed(self, model: Model) -> tuple[list[Node], dict[str, Any]]:
        """Nodes of both sides, and the points in them, as the parameters :data:`TWO_POINTS` of a law."""
        (first, a), (second, b) = self.points(model)
        return [first, second], {"point_a": a, "point_b": b}

    def frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        """Nodes of both sides, and frames with their axes at the points."""
        (first, a), (second, b) = self.points(model)
        return first, Frame(a), second, Frame(b)

    def drawn(self, model: Model) -> float:
        """Distance of the points as drawn [m]."""
        first, second = (world_point(node, point) for node, point in self.points(model))
        return float(np.linalg.norm(second - first))

    def apart(self, model: Model) -> float:
        """Distance of the points as drawn [m]; zero is refused."""
        drawn = self.drawn(model)
        if drawn == 0.0:
            raise ModelError(
                self.where,
                "its points coincide, so that it has no direction",
                allowed="two points with a line between them",
            )
        return drawn


@dataclass(frozen=True, eq=False)
class BetweenFrames(Item):
    """Base of items between two frames of two bodies.

    Parameters
    ----------
    name : str
        Name.
    first, second : body, node or str
        The two sides.
    position : (3,) array_like, optional
        Origin of both frames [m]. When absent: at the side that is a node of a beam or a point mass, or at
        the common origin of both sides; otherwise at the origin of the world, with a warning, if it is that
        of a side; else it is refused.
    axis : (3,) array_like, optional
        Their z axis.
    orientation : object, optional
        Their orientation instead of ``axis``, any form of :func:`mbfe.rotations.as_unit_quat`.
    frame : body, node or "world"
        Frame in which ``position`` and ``axis`` are given; without ``position`` the origin of this body.
    first_frame, second_frame : Frame, optional
        The frame in each side separately, instead of the four above.
    """

    name: str
    first: Any
    second: Any
    _: KW_ONLY
    position: ArrayLike | None = None
    axis: ArrayLike | None = None
    orientation: Any = None
    frame: Any = WORLD
    first_frame: Frame | None = None
    second_frame: Frame | None = None

    both_turn: ClassVar[bool] = False
    """Whether it has a meaning only between sides that turn."""

    def validate(self) -> None:
        """Check that the frames are given one way."""
        one = self.position is not None or self.axis is not None or self.orientation is not None
        two = self.first_frame is not None or self.second_frame is not None
        if one and two:
            raise ModelError(
                self.where,
                "position, axis or orientation are given together with first_frame or second_frame",
                allowed="one of the two ways",
            )
        if two and (self.first_frame is None or self.second_frame is None):
            raise ModelError(self.where, "only one of first_frame and second_frame is given", allowed="both")
        if self.axis is not None and self.orientation is not None:
            raise ModelError(self.where, "axis and orientation are both given", allowed="one of them")

    def place(self, first: Node, second: Node) -> Floats:
        """Origin of both frames in the world where no position is given [m]."""
        return place_of_sides(self.where, first, second)

    def join(self, model: Model) -> None:
        """Check the two sides."""
        sides = two_sides(model, self.where, self.first, self.second)
        point = next((side for side in sides if side.lacks_rotation), None)
        if self.both_turn and point is not None:
            self.refuse_point(point)

    def refuse_point(self, point: Node) -> NoReturn:
        """Say that a side would have to turn, which a point mass does not."""
        raise ModelError(
            self.where,
            f'it ties rotations, but "{point.name}" does not turn',
            allowed="two sides that turn",
            remedy="Take a joint of points, such as joints.Spherical, or a RigidBody",
        )

    def placed(self, model: Model) -> tuple[list[Node], dict[str, Any]]:
        """Nodes of both sides, and the frames in them, as the parameters :data:`TWO_FRAMES` of a law."""
        first, a, second, b = self.frames(model)
        return [first, second], frame_parameters(a, b)

    def frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        """Nodes of both sides and the frames in them."""
        if (BetweenFrames.frames, self) not in model.facts:
            model.facts[BetweenFrames.frames, self] = self._frames(model)
        found: tuple[Node, Frame, Node, Frame] = model.facts[BetweenFrames.frames, self]
        return found

    def _frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        first = model.node(self.first, where=f"{self.where}: first")
        second = model.node(self.second, where=f"{self.where}: second")
        if self.first_frame is not None and self.second_frame is not None:
            return first, self.first_frame, second, self.second_frame
        given = common_frame(
            model,
            self.where,
            position=self.position,
            axis=self.axis,
            orientation=self.orientation,
            frame=self.frame,
            default=lambda: self.place(first, second),
        )
        return first, given.seen_from(first.frame), second, given.seen_from(second.frame)

    def warnings(self, model: Model) -> tuple[str, ...]:
        """Warning of a default position at the origin of the world."""
        if self.position is not None or self.first_frame is not None or self.frame != WORLD:
            return ()
        first, _, second, _ = self.frames(model)
        text = warning_of_place(self.where, first, second)
        return (text,) if text else ()
