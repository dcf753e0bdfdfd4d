"""Blocks of a picture: bodies, points, paths, beams, springs and scenery.

Their arrays have a row for each frame; positions are in the world [m], quaternions are w, x, y, z.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.geometry.shapes import Shape

__all__ = ["BeamBlock", "Blocks", "BodyBlock", "PathBlock", "PointBlock", "SceneryBlock", "SpringBlock"]


@dataclass(frozen=True, eq=False)
class BodyBlock:
    """A body, drawn by its surface in the body frame, or as a point at its origin without one.

    It has poses (n_time, 7) in the world and, where they are known, twists (n_time, 6) v [m/s] and ω [rad/s]
    in the body frame, and the time derivatives of their components [m/s²], [rad/s²].
    """

    name: str
    shape: Shape | None
    pose: ArrayLike
    twist: ArrayLike | None = None
    accel: ArrayLike | None = None


@dataclass(frozen=True, eq=False)
class PointBlock:
    """A point at (n_time, 3) with arrays (n_time,) or (n_time, k), as a joint with its reaction.

    Vectors are in world axes, for example "force" [N]. All points of a block have the same arrays; the view
    draws the array `arrow`, where it is given, instead of a ball.
    """

    name: str
    position: ArrayLike
    arrays: Mapping[str, ArrayLike] = field(default_factory=dict)
    block: str = "joints"
    arrow: str = ""


@dataclass(frozen=True, eq=False)
class PathBlock:
    """A line through places (n_time, 3), the same in all frames; its points have the array "time"."""

    name: str
    position: ArrayLike


@dataclass(frozen=True, eq=False)
class BeamBlock:
    """A beam by its section frames (n_time, n_point, 7), origin and quaternion.

    Displacements count from the frames as drawn (n_point, 7). Closed outlines (y, z) of the sections are
    (n_point, m, 2) [m], arrays (n_time, n_point) or (n_time, n_point, k).
    """

    name: str
    frames: ArrayLike
    drawn: ArrayLike
    outlines: ArrayLike
    arrays: Mapping[str, ArrayLike] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SceneryBlock:
    """A surface in the world, the same in all frames, that is no part of the mechanism.

    Points (n, 3), triangles and quads (m, k), rows of points of lines drawn on it, and arrays (n,), of which
    the view colours it by `relief`.
    """

    name: str
    points: Floats
    cells: Sequence[Ints]
    lines: Sequence[Ints] = ()
    arrays: Mapping[str, Floats] = field(default_factory=dict)
    relief: str = ""


@dataclass(frozen=True, eq=False)
class SpringBlock:
    """A spring or damper between two points (n_time, 3), with its tension (n_time,) [N]."""

    name: str
    first: ArrayLike
    second: ArrayLike
    tension: ArrayLike
    coil: bool = True


@dataclass(frozen=True)
class Blocks:
    """Blocks of a series.

    Bodies, paths, beams and scenery are blocks of their own below "bodies", "paths", "beams" (with surfaces
    below "beam_surfaces") and "scenery"; points are gathered in the blocks that they name, springs in
    "springs".
    """

    bodies: list[BodyBlock] = field(default_factory=list)
    points: list[PointBlock] = field(default_factory=list)
    paths: list[PathBlock] = field(default_factory=list)
    beams: list[BeamBlock] = field(default_factory=list)
    springs: list[SpringBlock] = field(default_factory=list)
    scenery: list[SceneryBlock] = field(default_factory=list)
