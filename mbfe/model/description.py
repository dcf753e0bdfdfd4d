"""Description of an item for results beyond its outputs: its view and the data of that view.

An item gives one of these from ``describe``; headers of results hold it, and the views and pictures of a run
read it. A new kind of items uses one of these descriptions, and no view is edited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from mbfe.model.handle import BODY
from mbfe.model.node import Frame, Node

__all__ = [
    "DESCRIPTIONS", "Acting", "Body", "Description", "Jointed", "Line", "OnRoad", "Reading", "Scenery",
    "Strut", "Touch", "Touches", "described",
]  # fmt: skip


@dataclass(frozen=True)
class Description:
    """An item that is its signals alone; base of the others.

    Attributes are numbers, texts, lists and mappings, as JSON has them.
    """

    view: ClassVar[str] = "signals"

    def stored(self) -> dict[str, Any]:
        """Its data in the header of results."""
        return {"view": self.view, **vars(self)}


@dataclass(frozen=True)
class Body(Description):
    """A body or node, with its motion.

    Attributes
    ----------
    node : int
        Row of its node.
    shape : mapping, optional
        Its surface in the frame of the node, see :meth:`mbfe.geometry.shapes.Shape.to_dict`.
    mass : float, optional
        Its mass [kg].
    """

    view: ClassVar[str] = "body"
    node: int
    shape: Mapping[str, Any] | None = None
    mass: float | None = None


@dataclass(frozen=True)
class Scenery(Body):
    """A fixed surface without effect on the motion."""

    view: ClassVar[str] = "scenery"


@dataclass(frozen=True)
class Jointed(Description):
    """Two frames and a reaction between them: outputs ``force`` and ``moment``, axes of the first one.

    Attributes
    ----------
    first, second : list
        Row of the node of a side, and origin [m] and quaternion of the joint's frame in it.
    """

    view: ClassVar[str] = "joint"
    first: list[float]
    second: list[float]

    @classmethod
    def between(cls, first: Node, a: Frame, second: Node, b: Frame) -> Jointed:
        """Description from nodes and the frames in them."""
        sides = ((first, a), (second, b))
        return cls(
            *([node.number, *frame.position.tolist(), *frame.orientation.tolist()] for node, frame in sides)
        )


@dataclass(frozen=True)
class Line(Description):
    """Elements along a line: outputs ``resultant`` and ``strain``.

    Attributes
    ----------
    boundaries, stations : list of float
        Places of the ends of elements and of nodes along the line [m].
    frames : list
        Section frames at the nodes as drawn, world: origin [m] and quaternion.
    nodes : list of int
        Rows of the nodes.
    offsets : list
        Section frames in the frames of the nodes.
    order : int
        Nodes of an element.
    outlines : list
        Outlines (y, z) of the different sections [m].
    outline_of : list of int
        Which of them each boundary has.
    """

    view: ClassVar[str] = "line"
    boundaries: list[float]
    stations: list[float]
    frames: list[list[float]]
    nodes: list[int]
    offsets: list[list[float]]
    order: int
    outlines: list[Any]
    outline_of: list[int]


@dataclass(frozen=True)
class Strut(Description):
    """A force element between two points, tension positive.

    Attributes
    ----------
    ends : list
        Row of a node and place in its frame [m], of each end.
    coil : bool
        Whether it is drawn as a coil.
    tension : str
        Its signal of the tension [N].
    """

    view: ClassVar[str] = "strut"
    ends: list[list[float]]
    coil: bool = False
    tension: str = "force"

    @classmethod
    def between(cls, ends: Any, *, coil: bool = False, tension: str = "force") -> Strut:
        """Description from pairs of a node and a place in its frame [m]."""
        return cls([[node.number, *map(float, point)] for node, point in ends], coil, tension)


@dataclass(frozen=True)
class Acting(Description):
    """A load at a point of a node.

    Attributes
    ----------
    place : list
        Row of the node and the point in its frame [m].
    load : str
        Its signal that pictures show, world axes: "force" [N] or "moment" [N m].
    """

    view: ClassVar[str] = "acting"
    place: list[float]
    load: str = "force"


@dataclass(frozen=True)
class Touch(Description):
    """A point of contact with its force.

    Attributes
    ----------
    point, force : str
        Signals of its place [m] and of its force [N], world axes.
    """

    view: ClassVar[str] = "touch"
    point: str = "contact_point"
    force: str = "contact_force"


@dataclass(frozen=True, kw_only=True)
class OnRoad(Touch):
    """A wheel on a road.

    Attributes
    ----------
    road : str
        Name of the road, that of the first of the tyres on it.
    radius : float
        Radius of the tyre [m].
    mesh : mapping, optional
        The road, where this is its first tyre; see ``RoadMesh.to_dict`` in ``mbfe/geometry/road_mesh.py``.
    """

    view: ClassVar[str] = "on road"
    road: str
    radius: float
    mesh: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Touches(Touch):
    """Many points of contact, whose outputs stand once for each.

    Attributes
    ----------
    points : int
        Number of points.
    only_touching : bool
        Whether pictures show those alone that ever have a force.
    """

    view: ClassVar[str] = "touches"
    points: int
    only_touching: bool = False


@dataclass(frozen=True)
class Reading(Description):
    """What is read of a body after a run.

    Attributes
    ----------
    body : str
        Name of the body.
    quantity : str
        "position", "velocity", "acceleration" or "accelerometer".
    point : list of float
        The point in the frame of the body [m].
    frame : str
        "world" or the body whose axes are used.
    """

    view: ClassVar[str] = "reading"
    body: str
    quantity: str
    point: list[float]
    frame: str

    @property
    def measures(self) -> tuple[str, str, tuple[float, ...], str]:
        """Quantity, body, point in its frame [m], and axes."""
        in_body = self.quantity == "accelerometer" or self.frame == self.body
        return self.quantity, self.body, tuple(self.point), BODY if in_body else self.frame


DESCRIPTIONS: dict[str, type[Description]] = {
    kind.view: kind
    for kind in (Description, Body, Scenery, Jointed, Line, Strut, Acting, Touch, OnRoad, Touches, Reading)
}


def described(stored: Mapping[str, Any]) -> Description:
    """The description that a header holds."""
    facts = dict(stored)
    return DESCRIPTIONS[facts.pop("view")](**facts)
