"""A rigid rod without mass between two points."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.rotations import IDENTITY
from mbfe.checks import finite_vector, positive, shown
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, Polynomial, PythonCurve, as_curve
from mbfe.joints.pairs.distance_law import distance
from mbfe.joints.pairs.lower_pair_base import LENGTH
from mbfe.model import Builder, Frame, Item, Model, NamedOutput, Node
from mbfe.model.common_place import check_at_node

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Distance(Item):
    """Rigid rod without mass between two points, hinged freely at both; its length may change over time.

    Parameters
    ----------
    name : str
        Name.
    first, second : body, node or str
        The two sides.
    first_point, second_point : (3,) array_like, optional
        Ends of the rod [m]; the origins of the sides when absent.
    frame : {"world", "body"}
        Whether the points are given in the world, as drawn, or each in its own side.
    length : float, Curve or callable, optional
        Length [m], over time if it is not a number; that of the drawing when absent.

    Notes
    -----
    One row, C = ‖x_b − x_a‖ − L(t). Results: ``length`` [m], ``rate`` [m/s], ``tension`` [N], positive when
    the rod pulls, and ``reaction``, on the second side.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> bob = model.add(elements.PointMass("bob", position=(1.0, 0, 0), mass=2.0))
    >>> model.add(joints.Distance("rod", model.ground, bob)).drawn(model)
    1.0
    """

    name: str
    first: Any
    second: Any
    _: KW_ONLY
    first_point: ArrayLike | None = None
    second_point: ArrayLike | None = None
    frame: str = "world"
    length: Any = None
    curve: Curve | None = field(init=False, repr=False)

    family: ClassVar[str] = "joint"
    line_ends: ClassVar[tuple[str, str] | None] = ("position_a", "position_b")
    output_law = distance
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("length", "length", None, "distance of the points", rate="rate"),
        NamedOutput("rate", "rate", None, "its rate"),
        NamedOutput("tension", "tension", None, "force in the rod, positive when it pulls"),
    )

    def validate(self) -> None:
        """Check the points and the length."""
        if self.frame not in ("world", "body"):
            raise ModelError(f"{self.where}: frame", shown(self.frame), allowed='"world" or "body"')
        for name in ("first_point", "second_point"):
            if getattr(self, name) is not None:
                finite_vector(self.where, name, getattr(self, name))
        if isinstance(self.length, int | float):
            positive(self.where, "length", self.length)
        curve = None if self.length is None else as_curve(self.length, f"{self.where}: length")
        settle(self, curve=curve)

    def frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        """Both sides, and the ends of the rod in them with the axes of the sides."""
        first = model.node(self.first, where=f"{self.where}: first")
        second = model.node(self.second, where=f"{self.where}: second")
        return first, self._end(first, self.first_point), second, self._end(second, self.second_point)

    def _end(self, node: Node, point: ArrayLike | None) -> Frame:
        if point is None:
            return Frame()
        local = Frame(point) if self.frame == "body" else Frame(point).seen_from(node.frame)
        return Frame(local.position, IDENTITY)

    @property
    def instead_of_coordinate(self) -> str:
        """How to build a rod that is locked or cut."""
        return (
            "Its length is prescribed. A rod that is locked or cut is two MasslessBody, hinged at its ends "
            "by a Universal and a Spherical joint, with a Prismatic joint between them that a Lock holds"
        )

    def drawn(self, model: Model) -> float:
        """Distance of the points as drawn [m]."""
        first, a, second, b = self.frames(model)
        return float(np.linalg.norm((second.frame @ b).position - (first.frame @ a).position))

    def join(self, model: Model) -> None:
        """Check the two sides and that the points do not coincide."""
        first, a, second, b = self.frames(model)
        if first is second:
            raise ModelError(self.where, f'both sides are "{first.name}"', allowed="two different bodies")
        if not first.moves and not second.moves:
            raise ModelError(
                self.where, f'neither "{first.name}" nor "{second.name}" moves freely', allowed="a free side"
            )
        for side, end in ((first, a), (second, b)):
            check_at_node(self.where, side, end.position)
        if self.drawn(model) == 0.0:
            raise ModelError(
                self.where,
                "both points are at one place, where the rod has no direction",
                allowed="points apart from each other, or a spherical joint",
            )

    def build(self, builder: Builder) -> None:
        """Hand the law the points and the length."""
        first, a, second, b = self.frames(builder.model)
        curve = Polynomial(self.drawn(builder.model)) if self.curve is None else self.curve
        builder.add(
            self,
            distance,
            [first, second],
            row_kinds=(LENGTH,),
            position_a=a.position,
            rotation_a=a.orientation,
            position_b=b.position,
            rotation_b=b.orientation,
            length_at=builder.curve(curve, of_time=True, drives=True, is_position=True),
        )

    def callbacks(self) -> tuple[Callback, ...]:
        """The length, when it is a Python function."""
        return (self.curve.callback,) if isinstance(self.curve, PythonCurve) else ()

    def row_words(self, row: int) -> str:
        """Its row in words."""
        return "length of the rod"
