"""Blocks of a ParaView series: bodies, points, paths, beams, springs and scenery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.geometry.shapes import Shape

__all__ = ["BeamBlock", "BodyBlock", "PathBlock", "PointBlock", "SceneryBlock", "SpringBlock"]


@dataclass(frozen=True, eq=False)
class BodyBlock:
    """A body to draw.

    Parameters
    ----------
    name : str
        Name of its block.
    shape : Shape or None
        Its surface in the body frame; without one it is drawn as a point at its origin.
    pose : array_like, shape (n_time, 7)
        Position of its origin [m] and quaternion w, x, y, z, in the world.
    twist : array_like, shape (n_time, 6), optional
        v [m/s] and ω [rad/s], in the body frame.
    accel : array_like, shape (n_time, 6), optional
        Time derivatives of the twist's components [m/s²], [rad/s²].
    """

    name: str
    shape: Shape | None
    pose: ArrayLike
    twist: ArrayLike | None = None
    accel: ArrayLike | None = None


@dataclass(frozen=True, eq=False)
class PointBlock:
    """A point to draw with numbers on it, for example a joint with its reaction.

    Parameters
    ----------
    name : str
        Its entry in the array "name" of its block.
    position : array_like, shape (n_time, 3)
        Where it is in the world [m].
    arrays : mapping of str to array_like, shape (n_time,) or (n_time, k), optional
        Numbers by name; vectors in world axes, for example "force" [N] and "moment" [N m].
    block : str, optional
        The block that holds it; all points of a block have the same arrays.
    arrow : str, optional
        Vector array that the view draws as an arrow, instead of a ball.
    """

    name: str
    position: ArrayLike
    arrays: Mapping[str, ArrayLike] = field(default_factory=dict)
    block: str = "joints"
    arrow: str = ""


@dataclass(frozen=True, eq=False)
class PathBlock:
    """A line through places in the order of time, the same in all frames; its points have the array "time".

    Parameters
    ----------
    name : str
        Name of its block below "paths".
    position : array_like, shape (n_time, 3)
        The places in the world [m].
    """

    name: str
    position: ArrayLike


@dataclass(frozen=True, eq=False)
class BeamBlock:
    """A beam to draw.

    Parameters
    ----------
    name : str
        Name of its blocks below "beams" and "beam_surfaces".
    frames : array_like, shape (n_time, n_point, 7)
        Section frames at points along it, world: origin [m] and quaternion w, x, y, z.
    drawn : array_like, shape (n_point, 7)
        The same as drawn, from which displacements count.
    outlines : array_like, shape (n_point, m, 2)
        Closed outline (y, z) of the section at each point [m].
    arrays : mapping of str to array_like, shape (n_time, n_point) or (n_time, n_point, k), optional
        Numbers at the points.
    """

    name: str
    frames: ArrayLike
    drawn: ArrayLike
    outlines: ArrayLike
    arrays: Mapping[str, ArrayLike] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SceneryBlock:
    """A surface in the world, the same in all frames, that is no part of the mechanism.

    Parameters
    ----------
    name : str
        Name of its block below "scenery", and of that of its lines below "scenery_lines".
    points : ndarray, shape (n, 3)
        Points in the world [m].
    cells : sequence of ndarray, shape (m, k)
        Triangles, quads.
    lines : sequence of ndarray, optional
        Rows of points of lines drawn on it.
    arrays : mapping of str to ndarray, shape (n,), optional
        Numbers at the points.
    relief : str, optional
        Array by which the view colours it.
    """

    name: str
    points: Floats
    cells: Sequence[Ints]
    lines: Sequence[Ints] = ()
    arrays: Mapping[str, Floats] = field(default_factory=dict)
    relief: str = ""


@dataclass(frozen=True, eq=False)
class SpringBlock:
    """A spring or damper between two points.

    Parameters
    ----------
    name : str
        Its entry in the field array "spring_name".
    first, second : array_like, shape (n_time, 3)
        Its ends in the world [m].
    tension : array_like, shape (n_time,)
        Its tension [N].
    coil : bool, optional
        Whether it is drawn as a coil or as a straight line.
    """

    name: str
    first: ArrayLike
    second: ArrayLike
    tension: ArrayLike
    coil: bool = True
