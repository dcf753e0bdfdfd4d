"""A rigid rod without mass between two points."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.checks import positive
from mbfe.engine.columns import RowKind
from mbfe.errors import settle
from mbfe.functions.curves import Curve, Polynomial, as_curve
from mbfe.joints.pairs.distance_law import distance
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.between import BetweenPoints, frame_parameters

__all__ = ["Distance"]


@dataclass(frozen=True, eq=False)
class Distance(BetweenPoints):
    """Massless rigid rod between two points with spherical joints; its length may be a function of time.

    Parameters
    ----------
    length : float, Curve or callable, optional
        Length [m], over time if it is not a number; that of the drawing when absent.

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenPoints`.

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

    _: KW_ONLY
    length: Any = None
    curve: Curve | None = field(init=False, repr=False)

    family: ClassVar[str] = "joint"
    line_ends: ClassVar[tuple[str, str] | None] = ("position_a", "position_b")
    output_law = distance
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("length", "length", None, "distance of the points", rate="rate"),
        NamedOutput("rate", "rate", None, "its rate"),
        NamedOutput("tension", "tension", None, "force in the rod, positive in tension"),
    )

    def validate(self) -> None:
        """Check the points and the length."""
        super().validate()
        if isinstance(self.length, int | float):
            positive(self.where, "length", self.length)
        curve = None if self.length is None else as_curve(self.length, f"{self.where}: length")
        settle(self, curve=curve)

    @property
    def instead_of_coordinate(self) -> str:
        """Advice for a rod that is locked or cut."""
        return (
            "Its length is prescribed. A rod that is locked or cut is two MasslessBody, hinged at its ends "
            "by a Universal and a Spherical joint, with a Prismatic joint between them that a Lock holds"
        )

    def join(self, model: Model) -> None:
        """Check the two sides and that the points do not coincide."""
        self.apart(model)

    def build(self, builder: Builder) -> None:
        """Give the law the points and the length."""
        first, a, second, b = self.frames(builder.model)
        curve = Polynomial(self.drawn(builder.model)) if self.curve is None else self.curve
        builder.add(
            self,
            distance,
            [first, second],
            row_kinds=(RowKind.LENGTH,),
            **frame_parameters(a, b),
            length_at=builder.curve(curve, of_time=True, drives=True, is_position=True),
        )

    def row_words(self, row: int) -> str:
        """Its row in words."""
        return "length of the rod"
