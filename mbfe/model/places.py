"""Places of items on their sides: points and frames from the forms of the arguments, and their defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import IDENTITY, as_unit_quat, quat_with_z_along
from mbfe.checks import finite_vector, shown
from mbfe.errors import ModelError
from mbfe.model.contents import ModelContents
from mbfe.model.node import Frame, Node

__all__ = [
    "BODY", "WORLD", "check_at_node", "check_two_points", "check_world_or_body", "common_frame",
    "item_warnings", "place_of_sides", "two_points", "two_sides", "warning_of_place", "world_point",
]  # fmt: skip

WORLD, BODY = "world", "body"
SAME = 1e-9
"""Distance at which places count as one, as a part of the largest coordinate, or of 1 m."""


def two_sides(
    model: ModelContents, where: str, first: Any, second: Any, *, names: tuple[str, str] = ("first", "second")
) -> tuple[Node, Node]:
    """Nodes of the two sides, different and not both fixed; `names` are their arguments, for errors."""
    a = model.node(first, where=f"{where}: {names[0]}")
    b = model.node(second, where=f"{where}: {names[1]}")
    if a is b:
        raise ModelError(
            where, f'both sides are "{a.name}"', allowed="two different bodies, or a body and the ground"
        )
    if not a.moves and not b.moves:
        raise ModelError(where, f'neither "{a.name}" nor "{b.name}" moves freely', allowed="a free side")
    return a, b


def check_world_or_body(where: str, frame: Any) -> None:
    """Refuse anything but "world" and "body"."""
    if frame not in (WORLD, BODY):
        raise ModelError(f"{where}: frame", shown(frame), allowed=f'"{WORLD}" or "{BODY}"')


def check_two_points(
    where: str, frame: Any, *, first_point: ArrayLike | None, second_point: ArrayLike | None
) -> None:
    """Refuse another frame than "world" and "body", and points that are given and are not three numbers."""
    check_world_or_body(where, frame)
    for name, point in (("first_point", first_point), ("second_point", second_point)):
        if point is not None:
            finite_vector(where, name, point)


def local_point(node: Node, point: ArrayLike | None, frame: str) -> Floats:
    """Point in the frame of a node; its origin when none is given."""
    if point is None:
        return np.zeros(3)
    if frame == BODY:
        return np.array(point, dtype=float)
    return Frame(point).seen_from(node.frame).position


def two_points(
    model: ModelContents, where: str, sides: Sequence[tuple[Any, ArrayLike | None]], frame: str
) -> list[tuple[Node, Floats]]:
    """Nodes of the two sides, and the points in them; ``sides`` holds each body with its point as given."""
    (first, _), (second, _) = sides
    nodes = two_sides(model, where, first, second)
    made = [(node, local_point(node, point, frame)) for node, (_, point) in zip(nodes, sides, strict=True)]
    for node, local in made:
        check_at_node(where, node, local)
    return made


def world_point(node: Node, local: ArrayLike) -> Floats:
    """Point of a node in the world, as drawn."""
    return (node.frame @ Frame(local)).position


def common_frame(
    model: ModelContents,
    where: str,
    *,
    position: ArrayLike | None,
    axis: ArrayLike | None,
    orientation: Any,
    frame: Any,
    default: Callable[[], Floats],
) -> Frame:
    """Frame in the world, from a position [m] and an axis (its z axis) or an orientation.

    They are given in the world or in the `frame` of a body, in which a position that is absent is the origin
    of the body; in the world it is then the `default`, see :func:`place_of_sides`. Orientations have any form
    of :func:`mbfe.rotations.as_unit_quat`.
    """
    if axis is not None and orientation is not None:
        raise ModelError(where, "axis and orientation are both given", allowed="one of them")
    if orientation is not None:
        turned = as_unit_quat(orientation, where=f"{where}: orientation")
    else:
        turned = IDENTITY if axis is None else quat_with_z_along(axis, where=f"{where}: axis")
    in_world = isinstance(frame, str) and frame == WORLD
    if position is None:
        position = default() if in_world else (0.0, 0.0, 0.0)
    given = Frame(finite_vector(where, "position", position), turned)
    return given if in_world else model.node(frame, where=f"{where}: frame").frame @ given


def coincide(a: Floats, b: Floats) -> bool:
    """Whether two places are one."""
    return float(np.abs(a - b).max()) <= SAME * max(1.0, float(np.abs(a).max()))


def check_at_node(where: str, node: Node, local: Floats) -> None:
    """Refuse a point away from a node without rotation: the moment of a force there would be lost."""
    arm = float(np.linalg.norm(local))
    if node.lacks_rotation and arm > SAME * max(1.0, float(np.abs(node.frame.position).max())):
        raise ModelError(
            where,
            f'it acts {arm:.6g} m from "{node.name}", which does not turn and has no extent',
            allowed="a place at the node itself",
            remedy="Leave the place out, or take a RigidBody",
        )


def place_of_sides(where: str, first: Node, second: Node) -> Floats:
    """Default position of an item that connects two sides [m], world.

    That of the side that is a node of a beam or a point mass (two of them must coincide); of two bodies their
    common origin; otherwise the origin of the world if it is that of one side, as for the ground.

    Raises
    ------
    ModelError
        If there is no such position.
    """
    places = [side.frame.position for side in (first, second)]
    points = [side.frame.position for side in (first, second) if side.is_point]
    if len(points) == 1 or coincide(*places):
        return points[0] if points else places[0]
    if not points and any(coincide(np.zeros(3), place) for place in places):
        return np.zeros(3)
    ways = " or ".join(
        f'position={tuple(np.round(place, 9).tolist())}, "{side.name}"'
        for side, place in zip((first, second), places, strict=True)
    )
    apart = float(np.linalg.norm(places[1] - places[0]))
    raise ModelError(
        f"{where}: position",
        f'not given, and "{first.name}" and "{second.name}" are {apart:.6g} m apart, so that nothing says '
        "where it stands",
        allowed="a position; without one, a side that is a node of a beam or a point mass, or two sides with "
        "one origin",
        remedy=f"Give one, for example {ways}",
    )


def item_warnings(model: ModelContents) -> list[str]:
    """Warnings of all items of a model, for the reports of its runs."""
    return [text for item in model.items.values() for text in item.warnings(model)]


def warning_of_place(where: str, first: Node, second: Node) -> str:
    """What to say of an item that stands at the origin of the world for want of a position; else nothing."""
    if first.is_point or second.is_point or coincide(first.frame.position, second.frame.position):
        return ""
    away, name = max((float(np.linalg.norm(side.frame.position)), side.name) for side in (first, second))
    return (
        f'{where} stands at the origin of the world, {away:.6g} m from the origin of "{name}", because its '
        "position is not given"
    )
