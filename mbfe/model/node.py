"""Nodes and frames."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import IDENTITY, as_unit_quat
from mbfe.algebra.vectors import Quat, rotate
from mbfe.checks import finite_vector, parts_of, refusal
from mbfe.functions.curves import Curve, as_curve
from mbfe.model.handle import Handle

__all__ = ["Frame", "Node", "make_drive"]


class Frame:
    """A position and an orientation, in the world or in a body, depending on its use.

    Parameters
    ----------
    position : (3,) array_like
        Origin [m].
    orientation : object
        Any form of :func:`mbfe.rotations.as_unit_quat`.
    """

    def __init__(
        self, position: ArrayLike = (0.0, 0.0, 0.0), orientation: Any = IDENTITY, *, where: str = "Frame"
    ) -> None:
        self.position = finite_vector(where, "position", position)
        self.orientation = as_unit_quat(orientation, where=f"{where}: orientation")

    def __repr__(self) -> str:
        return f"Frame(position={self.position.tolist()}, orientation={self.orientation.tolist()})"

    def __matmul__(self, other: Frame) -> Frame:
        """Frame ``other`` given in this frame, seen from where this one is given."""
        p, q = Quat.of(self.orientation.tolist()), Quat.of(other.orientation.tolist())
        return Frame._made(self.position + np.array(rotate(p, other.position.tolist())), p * q)

    def seen_from(self, base: Frame) -> Frame:
        """The same frame as seen from ``base``, both given in one frame."""
        w, x, y, z = base.orientation.tolist()
        back = Quat.of((w, -x, -y, -z))
        place = rotate(back, (self.position - base.position).tolist())
        return Frame._made(place, back * Quat.of(self.orientation.tolist()))

    @classmethod
    def _made(cls, position: ArrayLike, orientation: Any) -> Frame:
        """A frame from checked numbers; the quaternion is normalised."""
        made = cls.__new__(cls)
        made.position = np.asarray(position, dtype=float)
        turned = np.asarray(orientation, dtype=float)
        made.orientation = turned / math.sqrt(float(turned @ turned))
        return made


@dataclass
class Drive:
    """Prescribed motion of a node over time: translation along world axes and a turn about a body axis.

    They count from its pose, x, y, z in [m] and the angle in [rad].
    """

    translation: tuple[Curve, Curve, Curve]
    axis: Floats
    angle: Curve


@dataclass(eq=False)
class Node:
    """A frame of the model that moves: a rigid motion, a twist and the unknowns it has.

    Attributes
    ----------
    name : str
        Name, unique among nodes.
    number : int
        Row in the arrays of motions; 0 is the ground.
    frame : Frame
        Pose in the reference configuration, world frame.
    twist : (6,) array
        Initial velocity [m/s] of the origin and angular velocity [rad/s], body frame.
    free : tuple of bool
        Which of the six body-frame components are unknown.
    drive : Drive or None
        Prescribed motion.
    is_point : bool
        Whether it is a point, a node of a beam or a point mass, and not a body.
    """

    name: str
    number: int
    frame: Frame
    twist: Floats = field(default_factory=lambda: np.zeros(6))
    free: tuple[bool, ...] = (True,) * 6
    drive: Drive | None = None
    is_point: bool = False

    @property
    def lacks_rotation(self) -> bool:
        """Whether it moves without rotation, as a point mass: it has no axes, and no moment can act on it."""
        return self.moves and not any(self.free[3:])

    @property
    def moves(self) -> bool:
        """Whether the node has unknowns."""
        return any(self.free)

    def __getitem__(self, quantity: str) -> Handle:
        """Handle of a quantity of the node: ``node["position"]``."""
        return Handle(self, quantity)

    def __repr__(self) -> str:
        return f'Node("{self.name}")'


def make_drive(translation: Sequence[Any] | None, axis: Floats, angle: Any, where: str) -> Drive:
    """Build the prescribed motion of a node from numbers, curves or callables."""
    given = [0.0, 0.0, 0.0] if translation is None else parts_of(translation)
    if given is None or len(given) != 3:
        raise refusal(where, "translation", translation, "three numbers, curves or functions, for x, y and z")
    parts = tuple(as_curve(part, f"{where}: translation") for part in given)
    return Drive((parts[0], parts[1], parts[2]), axis, as_curve(angle, f"{where}: angle"))
