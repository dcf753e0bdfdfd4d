"""Blocks of characteristics: saturation, dead zone, look-up tables of one and of two variables."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.blocks.algebraic.algebra_law import characteristic, soft_limit, table_of_two
from mbfe.blocks.block import Block, OneInput
from mbfe.checks import LARGEST, as_float, parts_of, positive, refusal, shown
from mbfe.contracts import Unbounded
from mbfe.errors import ModelError, naming, settle
from mbfe.functions.curves import Curve, Polynomial, Table, as_curve
from mbfe.model import Builder

__all__ = ["DeadZone", "Lookup", "Lookup2D", "Saturation", "limits_of", "stored_surface"]

ALLOWED_LIMITS = "a number L for −L and L, or (lower, upper); None or an infinity where there is none"


def limits_of(where: str, given: Any) -> tuple[float, float]:
    """Lower and upper limit from a number, a pair or None; infinite where there is none.

    Equal limits give a constant.
    """
    if given is None:
        return -math.inf, math.inf
    pair = parts_of(given)
    sides = [None if side is None else as_float(side) for side in (pair or (given, given))]
    may_be = [side is None or math.isinf(side) or abs(side) <= LARGEST for side in sides]
    if len(sides) != 2 or not all(may_be):
        raise refusal(where, "", given, ALLOWED_LIMITS)
    low = -math.inf if sides[0] is None else -sides[0] if pair is None else sides[0]
    high = math.inf if sides[1] is None else sides[1]
    if not low <= high or low == math.inf or high == -math.inf:
        raise ModelError(where, shown(given), allowed=f"{ALLOWED_LIMITS}, lower below upper")
    return low, high


@dataclass(frozen=True, eq=False)
class Characteristic(OneInput):
    """Base of the blocks y = f(u) whose f is a curve."""

    def curve(self) -> Curve:
        """The curve f."""
        raise NotImplementedError("a characteristic has a curve")

    def build(self, builder: Builder) -> None:
        """Give the law the curve."""
        self.give(builder, characteristic, {"curve": builder.curve(self.curve(), of_time=False)})


@dataclass(frozen=True, eq=False)
class Saturation(Characteristic):
    """Saturation: the input limited to a range.

    Parameters
    ----------
    limit : float, optional
        The limits are −limit and limit.
    lower, upper : float, optional
        The limits, in place of ``limit``; where one is absent or infinite there is none.
    smooth : bool
        Whether it bends smoothly, y = m + r tanh((u − m)/r) with m and r the middle and half the distance of
        the limits, instead of piecewise linear.
    """

    _: KW_ONLY
    limit: Unbounded | None = None
    lower: Unbounded | None = None
    upper: Unbounded | None = None
    smooth: bool = False

    label: ClassVar[str] = "limits {0.limits[0]:g} … {0.limits[1]:g}"

    @property
    def limits(self) -> tuple[float, float]:
        """Lower and upper limit, infinite where there is none."""
        given = (self.lower, self.upper) if self.limit is None else self.limit
        return limits_of(f"{self.where}: limits", given)

    def validate(self) -> None:
        """Check that the limits are given one way and in order."""
        pair = self.lower is not None or self.upper is not None
        if (self.limit is not None) == pair:
            given = f"limit={self.limit}, lower={self.lower}, upper={self.upper}"
            allowed = "limit, or lower, upper or both of these"
            raise ModelError(f"{self.where}: limits", given, allowed=allowed)
        low, high = self.limits
        if self.smooth and not math.isfinite(high - low):
            raise ModelError(
                f"{self.where}: smooth",
                f"with the limits {low} and {high}",
                allowed="finite limits on both sides",
            )

    def curve(self) -> Curve:
        """Three straight lines, two with one limit; a constant between equal ones."""
        low, high = self.limits
        if low == high:
            return Polynomial(low)
        ends = [limit for limit in (low, high) if math.isfinite(limit)]
        if not ends:
            return Polynomial(0.0, 1.0)
        beyond = max(1.0, *map(abs, ends))
        x = [ends[0] - beyond, *ends, ends[-1] + beyond]
        return Table(x, [min(max(u, low), high) for u in x], kind="linear", extrapolate="linear")

    def build(self, builder: Builder) -> None:
        """Give the law the limits."""
        low, high = self.limits
        if not self.smooth or low == high:
            super().build(builder)
            return
        self.give(builder, soft_limit, {"middle": 0.5 * (low + high), "reach": 0.5 * (high - low)})


@dataclass(frozen=True, eq=False)
class DeadZone(Characteristic):
    """Dead zone: zero within two limits, the excess over them outside.

    Parameters
    ----------
    width : float
        The zone is from −width to width; for zero the output is the input.
    """

    width: float

    label: ClassVar[str] = "dead zone ± {0.width:g}"

    def validate(self) -> None:
        """Check the width."""
        positive(self.where, "width", self.width, zero=True)

    def curve(self) -> Curve:
        """Three straight lines."""
        w = float(self.width)
        if w == 0.0:
            return Polynomial(0.0, 1.0)
        return Table((-2.0 * w, -w, w, 2.0 * w), (-w, 0.0, 0.0, w), kind="linear", extrapolate="linear")


@dataclass(frozen=True, eq=False)
class Lookup(Characteristic):
    """Look-up table or function of one variable.

    Parameters
    ----------
    table : Curve, callable or pair of sequences
        A curve such as :class:`mbfe.curves.Table`, a Python function f(u), or (u values, y values) of a table
        with straight lines and constant ends.
    unit : str, optional
        Unit of the output; that of the input when absent.
    """

    table: Any = None
    _: KW_ONLY
    unit: str | None = None
    made: Curve = field(init=False, repr=False)

    def validate(self) -> None:
        """Make the curve."""
        where = f"{self.where}: table"
        if self.table is None:
            raise ModelError(where, "nothing was given", allowed="a curve, f(u) or (u values, y values)")
        pair = isinstance(self.table, tuple | list) and len(self.table) == 2
        x, y = self.table if pair else ((), ())
        with naming(where):
            curve = Table(x, y, kind="linear") if pair else as_curve(self.table, where, of="u")
        settle(self, made=curve)

    def curve(self) -> Curve:
        """The curve."""
        return self.made


@dataclass(frozen=True, eq=False)
class Lookup2D(Block):
    """Look-up table of two variables.

    Parameters
    ----------
    first, second : inputs
        Its inputs u and v.
    u, v : (n,), (m,) array_like
        Grid, increasing.
    values : (n, m) array_like
        Values at the points of the grid.
    kind : {"linear", "cubic"}
        Bilinear, or natural cubic splines in both directions.
    unit : str, optional
        Unit of the output.

    Notes
    -----
    Beyond the grid the value at its edge is used.
    """

    name: str
    first: Any
    second: Any
    _: KW_ONLY
    u: ArrayLike
    v: ArrayLike
    values: ArrayLike
    kind: str = "linear"
    unit: str | None = None

    fed: ClassVar[tuple[str, ...]] = ("first", "second")
    kinds: ClassVar[tuple[str, ...]] = ("linear", "cubic")

    def validate(self) -> None:
        """Check the grid."""
        u, v, z = (np.asarray(given, dtype=float) for given in (self.u, self.v, self.values))
        fits = u.ndim == v.ndim == 1 and min(u.size, v.size) >= 2 and z.shape == (u.size, v.size)
        if not fits:
            given = f"u {u.shape}, v {v.shape}, values {z.shape}"
            allowed = "(n,), (m,) and (n, m), two or more each"
            raise ModelError(f"{self.where}: values", given, allowed=allowed)
        rising = (np.diff(u) > 0.0).all() and (np.diff(v) > 0.0).all()
        if not (rising and math.isfinite(float(u.sum() + v.sum() + z.sum()))):
            where = f"{self.where}: u, v"
            raise ModelError(where, "not increasing or not finite", allowed="increasing numbers")
        if self.kind not in self.kinds:
            raise ModelError(f"{self.where}: kind", f'"{self.kind}"', allowed='"linear" or "cubic"')

    def build(self, builder: Builder) -> None:
        """Store the pieces and give the law their place."""
        at = len(builder.curves)
        u, v, z = (np.asarray(given, dtype=float) for given in (self.u, self.v, self.values))
        builder.curves.extend(stored_surface(u, v, z, kind=self.kind))
        self.give(builder, table_of_two, {"table": float(at)})


def stored_surface(u: Floats, v: Floats, values: Floats, *, kind: str) -> list[float]:
    """Table of two variables for compiled code: sizes, grid, and 16 coefficients for each of its pieces."""
    along_v = _pieces(v, values, kind, axis=1)
    pieces = _pieces(u, along_v, kind, axis=2)  # powers of u, pieces of u, powers of v, pieces of v
    numbers = pieces.transpose(1, 3, 0, 2).ravel()
    return [float(u.size), float(v.size), *u.tolist(), *v.tolist(), *numbers.tolist()]


def _pieces(x: Floats, values: Floats, kind: str, *, axis: int) -> Floats:
    """Coefficients (4, n − 1, …) of cubic pieces along an axis, highest power first."""
    if kind == "cubic":
        return np.asarray(scipy.interpolate.CubicSpline(x, values, axis=axis, bc_type="natural").c)
    rows = np.moveaxis(values, axis, 0)
    made = np.zeros((4, len(x) - 1, *rows.shape[1:]))
    made[2] = np.diff(rows, axis=0) / np.diff(x).reshape(-1, *(1,) * (rows.ndim - 1))
    made[3] = rows[:-1]
    return made
