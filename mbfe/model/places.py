"""Points and frames on the two sides of an element, from the forms of the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import finite_vector, shown
from mbfe.errors import ModelError
from mbfe.model.common_place import check_at_node
from mbfe.model.node import Frame, Node

if TYPE_CHECKING:
    from mbfe.model.model import Model

__all__ = [
    "BODY", "WORLD", "check_two_points", "check_world_or_body", "two_points", "two_sides", "world_point",
]  # fmt: skip

WORLD, BODY = "world", "body"


def two_sides(
    model: Model, where: str, first: Any, second: Any, *, names: tuple[str, str] = ("first", "second")
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
    model: Model, where: str, sides: Sequence[tuple[Any, ArrayLike | None]], frame: str
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
