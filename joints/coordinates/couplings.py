"""Couplings of joint coordinates: linear ones, and any function of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.checks import positive, shown
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, Polynomial, as_curve
from mbfe.joints.coordinates.coordinate_functions import CoordinateFunction
from mbfe.joints.coordinates.coordinates import Combination, check_factors
from mbfe.joints.coordinates.coupling_law import LINEAR, MIXED, MOST_COORDINATES
from mbfe.joints.coordinates.function_coupling_law import FUNCTION
from mbfe.joints.coordinates.on_coordinates import EFFORT, POSITION, RATE, OnCoordinates, unit_of
from mbfe.model import Builder, Model, NamedOutput

__all__ = ["Coupling", "FunctionCoupling"]

PARTS = (
    ("value", "values", POSITION, "coordinate", "rate"),
    ("rate", "rates", RATE, "rate of coordinate", ""),
    ("effort", "efforts", EFFORT, "effort of the coupling on coordinate", ""),
)


class CouplingBase(OnCoordinates):
    """Base of couplings: results for each coordinate."""

    family: ClassVar[str] = "coupling"
    mixes: ClassVar[bool] = True

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the coordinates in the results: 1, 2 and so on."""
        return tuple(str(i + 1) for i in range(len(self.factors)))

    @property
    def signals(self) -> tuple[NamedOutput, ...]:  # type: ignore[override]
        """Value, rate and effort of each coordinate."""
        return tuple(
            NamedOutput(f"{name}_{label}", output, i, f"{words} {label}", rate=rate and f"{rate}_{label}")
            for name, output, _, words, rate in PARTS
            for i, label in enumerate(self.labels)
        )

    def units(self, model: Model) -> Mapping[str, str]:
        """Units of the signals by their names."""
        found = self.combined(model).coordinates
        return {
            f"{name}_{label}": unit_of(units, coordinate)
            for name, _, units, _, _ in PARTS
            for label, coordinate in zip(self.labels, found, strict=True)
        }

    def row_words(self, row: int) -> str:
        """Its row in words."""
        return f"coupling of {', '.join(self.factors)}"


def row_kind(found: Combination) -> int:
    """Kind of the row Σ aᵢqᵢ of coordinates of one kind or of several."""
    lengths = {coordinate.is_length for coordinate in found.coordinates}
    return RowKind.GENERAL if len(lengths) > 1 else RowKind.LENGTH if True in lengths else RowKind.ANGLE


@dataclass(frozen=True, eq=False)
class Coupling(CouplingBase):
    """Linear coupling of up to four coordinates of joints and arc lengths along curves, Σ aᵢqᵢ = c.

    Parameters
    ----------
    name : str
        Name.
    coordinates : mapping of str to float
        Factors aᵢ by the names of the coordinates: ``{"first.angle": 2.0, "second.angle": 1.0}``.
    value : float, Curve or callable, optional
        The value c, which may be a time function; that at the start of the run, as drawn and with the initial
        coordinates of the joints, when absent.

    Notes
    -----
    Results for each coordinate, in the order in which they are given: ``value_1``, ``rate_1``,
    ``effort_1`` and so on. The effort [N, N m], proportional to aᵢ, is the generalized force on a coordinate,
    positive when it does work as the coordinate grows; the total work of the efforts is zero. A coupling has
    no tooth geometry, backlash or compliance (see :class:`mbfe.elements.Backlash` for the last two), and acts
    on the bodies by torques about the axes and forces along the slides of the joints.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model()
    >>> for name, x in (("first", 0.0), ("second", 0.3)):
    ...     gear = elements.RigidBody(name + "_gear", position=(x, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1))
    ...     body = model.add(gear)
    ...     _ = model.add(joints.Revolute(name, model.ground, body, position=(x, 0, 0), axis=(0, 0, 1)))
    >>> gears = model.add(joints.Coupling("gears", {"first.angle": 2.0, "second.angle": 1.0}))
    >>> [signal.name for signal in gears.signals if "effort" in signal.name]
    ['effort_1', 'effort_2']
    """

    name: str
    coordinates: Any
    _: KW_ONLY
    value: Any = None
    curve: Curve | None = field(init=False, repr=False)

    def argument_of(self, name: Any) -> str:
        """The argument by which a coordinate was given, for errors."""
        return f"{self.where}: coordinates"

    @property
    def factors(self) -> Mapping[Any, float]:
        """Factors of the coordinates by their names."""
        return check_factors(self.coordinates, where=f"{self.where}: coordinates", most=MOST_COORDINATES)

    def validate(self) -> None:
        """Check the factors and the value."""
        self.factors  # noqa: B018  (checks them)
        curve = None if self.value is None else as_curve(self.value, f"{self.where}: value")
        settle(self, curve=curve)

    def build(self, builder: Builder) -> None:
        """Give the law the coordinates, factors and the value."""
        found = self.combined(builder.model)
        curve = Polynomial(found.start) if self.curve is None else self.curve
        mixed = len(found.variables)
        order: dict[str, Any] = {"order": found.order} if mixed else {}
        builder.add(
            self,
            MIXED[found.count, mixed] if mixed else LINEAR[found.count],
            found.nodes,
            variables=found.variables,
            row_kinds=(row_kind(found),),
            history=found.history,
            places=found.places,
            factors=[found.factors[i] for i in found.order],
            value_at=builder.curve(curve, of_time=True, drives=True, is_position=True),
            **order,
        )


@dataclass(frozen=True, eq=False)
class FunctionCoupling(CouplingBase):
    """Coupling of joint coordinates by a smooth function: a cam, a mechanism given as a table.

    Parameters
    ----------
    name : str
        Name.
    inputs : str or sequence of str
        Coordinates that the function takes, in its order.
    function : Curve or callable
        With ``output`` the function q_out = f(q_in …); without it φ(q₁ …) = 0. A curve for one input, a
        Python function, or a compiled one (``numba.njit``), of as many numbers as there are inputs.
    output : str, optional
        Coordinate that the function gives.
    scale : float
        Size of a coordinate over which the function changes [m, rad]; sets the steps of its finite
        differences, of fourth order.

    Notes
    -----
    Up to four coordinates in all. The function must have two continuous derivatives: a kink in it
    is an impact. Periodic tables are ``curves.Table(…, periodic=True)``. Results as for :class:`Coupling`,
    the output last.
    """

    name: str
    inputs: Any
    function: Any
    _: KW_ONLY
    output: Any = None
    scale: float = 1.0
    made: CoordinateFunction = field(init=False, repr=False)

    def argument_of(self, name: Any) -> str:
        """The argument by which a coordinate was given, for errors."""
        return f"{self.where}: {'output' if name == self.output else 'inputs'}"

    @property
    def factors(self) -> Mapping[Any, float]:
        """The coordinates, the output last."""
        names = [self.inputs] if isinstance(self.inputs, str) else list(self.inputs)
        return dict.fromkeys([*names, *([] if self.output is None else [self.output])], 1.0)

    def validate(self) -> None:
        """Check the names and the function."""
        several = isinstance(self.inputs, Sequence)
        names = [self.inputs] if isinstance(self.inputs, str) else list(self.inputs) if several else []
        names += [] if self.output is None else [self.output]
        if not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
            raise ModelError(
                f"{self.where}: inputs, output", shown(names), allowed='different names such as "hinge.angle"'
            )
        if not 2 <= len(names) <= MOST_COORDINATES:
            raise ModelError(
                f"{self.where}: inputs",
                f"{len(names)} coordinates in all",
                allowed=f"2 to {MOST_COORDINATES}, with the output",
            )
        positive(self.where, "scale", self.scale)
        made = CoordinateFunction(
            self.function,
            len(names),
            gives_last=self.output is not None,
            scale=self.scale,
            where=f"{self.where}: function",
        )
        settle(self, made=made)

    def build(self, builder: Builder) -> None:
        """Give the law the coordinates and the function."""
        found = self.combined(builder.model)
        kind, at = self.made.place(builder)
        last = RowKind.LENGTH if found.coordinates[-1].is_length else RowKind.ANGLE
        builder.add(
            self,
            FUNCTION[found.count, len(found.variables)],
            found.nodes,
            variables=found.variables,
            row_kinds=(RowKind.GENERAL if self.output is None else last,),
            history=found.history,
            places=found.places,
            order=found.order,
            function_kind=kind,
            function_at=at,
            scale=self.scale,
        )
