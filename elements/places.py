"""Points and frames on the two sides of an element, from the ways in which users give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.checks import finite_vector
from mbfe.errors import ModelError
from mbfe.model import Frame, Model, Node
from mbfe.rotations import IDENTITY, as_unit_quat, quat_with_z_along

Floats = NDArray[np.float64]
WORLD, BODY = "world", "body"


def two_sides(model: Model, where: str, first: Any, second: Any) -> tuple[Node, Node]:
    """Nodes of the two sides, different and not both fixed.

    Parameters
    ----------
    model : Model
        The model.
    where : str
        The element, for errors.
    first, second : body, node or str
        The sides as given.

    Returns
    -------
    tuple of 2 Node
        The nodes.
    """
    a = model.node(first, where=f"{where}: first")
    b = model.node(second, where=f"{where}: second")
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
        raise ModelError(f"{where}: frame", f"{frame!r}", allowed=f'"{WORLD}" or "{BODY}"')


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
    return [(node, local_point(node, point, frame)) for node, (_, point) in zip(nodes, sides, strict=True)]


def world_point(node: Node, local: ArrayLike) -> Floats:
    """Point of a node in the world, as drawn."""
    return (node.frame @ Frame(local)).position


def common_frame(
    model: Model,
    where: str,
    *,
    position: ArrayLike | None,
    axis: ArrayLike | None,
    orientation: Any,
    frame: Any,
) -> Frame:
    """Frame in the world, from a position and an axis (its z axis) or an orientation.

    Parameters
    ----------
    model : Model
        The model.
    where : str
        The element, for errors.
    position, axis, orientation : array_like, array_like, object, optional
        Origin [m], z axis, or orientation in any form of :func:`mbfe.rotations.as_unit_quat`.
    frame : body, node or "world"
        Where they are given.

    Returns
    -------
    Frame
        The frame, world.
    """
    if axis is not None and orientation is not None:
        raise ModelError(where, "axis and orientation are both given", allowed="one of them")
    if orientation is not None:
        turned = as_unit_quat(orientation, where=f"{where}: orientation")
    else:
        turned = IDENTITY if axis is None else quat_with_z_along(axis, where=f"{where}: axis")
    origin = (0.0, 0.0, 0.0) if position is None else position
    given = Frame(finite_vector(where, "position", origin), turned)
    if isinstance(frame, str) and frame == WORLD:
        return given
    return model.node(frame, where=f"{where}: frame").frame @ given
