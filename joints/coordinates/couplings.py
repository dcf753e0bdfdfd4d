"""Couplings of joint coordinates: linear ones, and any function of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import function, positive, returned_number, shown
from mbfe.compiled import JIT, address_of, addressed, compiled, is_compiled, plain, translating
from mbfe.compiled.callbacks import Callback
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError, settle
from mbfe.functions.curve_base import Calls
from mbfe.functions.curves import Curve, Polynomial, as_curve
from mbfe.joints.coordinates.coordinates import Combination, check_factors
from mbfe.joints.coordinates.coupling_law import LINEAR, MIXED, MOST_COORDINATES
from mbfe.joints.coordinates.function_coupling_law import (
    FIRST_STEP,
    FUNCTION,
    FUNCTION_SIGNATURE,
    SECOND_STEP,
    FunctionKind,
    stencil,
)
from mbfe.joints.coordinates.on_coordinates import EFFORT, POSITION, RATE, OnCoordinates, unit_of
from mbfe.model import Builder, Model, NamedOutput

__all__ = ["CoordinateFunction", "Coupling", "FunctionCoupling"]

WEIGHTS = tuple(stencil(k) for k in range(4))
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


def padded(function: Callable[..., Any], n: int) -> Any:
    """A compiled function of n numbers as one of four."""
    inner = compiled(plain(function))
    if n == 2:
        return addressed(lambda a, b, c, d: inner(a, b))
    if n == 3:
        return addressed(lambda a, b, c, d: inner(a, b, c))
    return addressed(lambda a, b, c, d: inner(a, b, c, d))


def solved(function: Callable[..., Any], n: int) -> Any:
    """Compiled q_n − f(q_1 … q_{n−1}) as a function of four numbers."""
    inner = compiled(plain(function))
    if n == 2:
        return addressed(lambda a, b, c, d: b - inner(a))
    if n == 3:
        return addressed(lambda a, b, c, d: c - inner(a, b))
    return addressed(lambda a, b, c, d: d - inner(a, b, c))


class CoordinateFunction(Calls):
    """φ of n coordinates, ready for the law of function couplings.

    Given is φ(q₁ … qₙ), or f(q₁ … qₙ₋₁) with φ = qₙ − f where it gives the last coordinate; a curve is such
    an f of one coordinate. A compiled function (``numba.njit``) is called directly. ``scale`` is the size of
    a coordinate over which the function changes, which sets the steps of differences.
    """

    def __init__(
        self, given: Any, n: int, *, gives_last: bool = False, scale: float = 1.0, where: str
    ) -> None:
        self.where, self.n, self.scale = where, n, scale
        self.given, self.gives_last = given, gives_last
        self.curve: Curve | None = None
        self.machine_code: Any = None
        takes = n - 1 if gives_last else n
        if isinstance(given, Curve):
            if takes != 1:
                raise ModelError(where, f"a curve, for {takes} coordinates", allowed="a curve of one")
            self.kind, self.curve, self.callback = FunctionKind.CURVE, given, given.callback
            return
        words = f"a function of {takes} number{'s' if takes > 1 else ''}, or a curve for one"
        function(where, "", plain(given), arguments=takes, words=words)
        if JIT and is_compiled(given):
            self.kind = FunctionKind.COMPILED
            self.machine_code = solved(given, n) if gives_last else padded(given, n)
            with translating(where):
                self.machine_code.compile(FUNCTION_SIGNATURE)
        else:
            self.kind, self.callback = (
                FunctionKind.PYTHON,
                Callback(self._fill, MOST_COORDINATES + 1, 1 + n + n * n),
            )

    def value(self, q: Floats) -> float:
        """φ at some coordinates."""
        given = plain(self.given)(*(q[:-1] if self.gives_last else q))
        number = returned_number(self.where, given, f"{q.tolist()}")
        return float(q[-1]) - number if self.gives_last else number

    def _fill(self, arguments: Any, results: Any) -> None:
        """Value, gradient and, when required, Hessian by differences of fourth order."""
        n = self.n
        q = np.array(arguments[:n])
        unit = np.eye(n)
        results[0] = self.value(q)
        h = FIRST_STEP * self.scale
        for i in range(n):
            results[1 + i] = sum(w * self.value(q + a * h * unit[i]) for a, w in WEIGHTS) / h
        if arguments[MOST_COORDINATES] == 0.0:
            return
        h = SECOND_STEP * self.scale
        for i in range(n):
            for j in range(i + 1):
                bend = sum(
                    v * w * self.value(q + h * (a * unit[i] + b * unit[j]))
                    for a, v in WEIGHTS
                    for b, w in WEIGHTS
                )
                results[1 + n + n * i + j] = results[1 + n + n * j + i] = bend / (h * h)

    def place(self, builder: Builder) -> tuple[float, float]:
        """Kind and curve or address, the two parameters by which the law finds it."""
        if self.curve is not None:
            return float(self.kind), builder.curve(self.curve, of_time=False)
        if self.machine_code is not None:
            return float(self.kind), float(address_of(self.machine_code))
        assert self.callback is not None
        return float(self.kind), self.callback.address


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
        return dict.fromkeys(self.names, 1.0)

    @property
    def names(self) -> list[Any]:
        """Names of the coordinates, the output last; of the inputs none where they are no sequence."""
        several = isinstance(self.inputs, Sequence)
        names = [self.inputs] if isinstance(self.inputs, str) else list(self.inputs) if several else []
        return names + ([] if self.output is None else [self.output])

    def validate(self) -> None:
        """Check the names and the function."""
        names = self.names
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
