"""Curves through points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

import numpy as np
import scipy

from mbfe.algebra.arrays import Floats
from mbfe.contracts import check_fields
from mbfe.errors import ModelError, settle
from mbfe.functions.curve_base import Curve
from mbfe.functions.curve_law import CurveKind
from mbfe.functions.instants import repeated

__all__ = ["Table"]

KINDS = ("cubic", "monotone", "linear", "periodic")
MOST_KNOTS = 10**6
"""Points of a periodic table in a run up to which they are compared with the steps."""


def _check_order(x: Floats, kind: str, periodic: bool) -> None:
    """Refuse points that go back, and jumps where there can be none."""
    rise = np.diff(x)
    if (rise < 0.0).any():
        i = int(np.flatnonzero(rise < 0.0)[0])
        raise ModelError(
            "curve Table: x",
            f"x[{i + 1}] = {x[i + 1]:g} follows x[{i}] = {x[i]:g}, and it is smaller",
            allowed="increasing numbers; the same one twice for a jump",
            remedy="Sort the points",
        )
    same = np.flatnonzero(rise == 0.0)
    if periodic and len(same) and kind != "linear":
        raise ModelError(
            "curve Table: x",
            f"{x[same[0]]:g} twice, in a periodic spline, which is smooth",
            allowed="increasing numbers",
            remedy='Periodic tables with jumps are straight lines, kind="linear", periodic=True',
        )
    if periodic and len(x) > 3 and rise[0] == rise[-1] == 0.0:
        raise ModelError(
            "curve Table: x",
            f"{x[0]:g} and {x[-1]:g} twice, where one period ends and the next one begins",
            allowed="a jump there written once",
            remedy="Leave out the first point or the last one",
        )
    if (np.diff(same) == 1).any() or len(np.unique(x)) < 2:
        i = int(same[0])
        raise ModelError(
            "curve Table: x",
            f"{x[i]:g} more than twice" if len(np.unique(x)) > 1 else f"only {x[i]:g}",
            allowed="two points at one x for a jump, the value before it and the one after it, "
            "and points at two or more x",
        )


def _slope(piece: Floats, u: float) -> float:
    """Slope of a cubic piece of shape (4, 1) at u; zero when there is none, beside a jump at the end."""
    if piece.shape[1] == 0:
        return 0.0
    a, b, c, _ = piece[:, 0]
    return float((3.0 * a * u + 2.0 * b) * u + c)


@dataclass(frozen=True)
class Table(Curve):
    """Curve through points.

    Parameters
    ----------
    x, y : sequence of float
        Points, x increasing. Two points at one x are a discontinuity from the first to the second value, the
        first one being that at x itself; the curves on both sides are independent.
    kind : {"cubic", "monotone", "linear", "periodic"}
        Natural cubic spline, monotone cubic (no overshoot), straight lines (with kinks at the points);
        "periodic" is a cubic spline with ``periodic=True``.
    extrapolate : {"constant", "linear", "error"}
        Beyond the ends, unless periodic: the end value, the end slope, or a failed step.
    periodic : bool
        Whether the points repeat with the period x[-1] − x[0], with y[-1] − y[0] added in each. Straight
        lines may also be discontinuous at the end of a period: a second point at the last x.

    Examples
    --------
    >>> step = Table((0.0, 0.5, 0.5, 1.0), (1.0, 1.0, 3.0, 3.0), kind="linear")
    >>> step((0.5, 0.500001)).tolist(), step.jumps
    ([1.0, 3.0], (0.5,))
    >>> sawtooth = Table((0.0, 0.1, 0.1), (0.0, 2.0, 0.0), kind="linear", periodic=True)
    >>> sawtooth((0.05, 7.05)).round(9).tolist()
    [1.0, 1.0]
    """

    x: Sequence[float]
    y: Sequence[float]
    kind: str = "cubic"
    extrapolate: str = "constant"
    _: KW_ONLY
    periodic: bool = False

    def __post_init__(self) -> None:
        check_fields(self, where=f"curve {type(self).__name__}")
        x, y = np.asarray(self.x, dtype=float), np.asarray(self.y, dtype=float)
        if x.ndim != 1 or x.shape != y.shape or x.size < 2:
            raise ModelError(
                "curve Table",
                f"x of shape {x.shape}, y of shape {y.shape}",
                allowed="two equal rows of 2 or more",
            )
        if not (np.isfinite(x).all() and np.isfinite(y).all()):
            raise ModelError("curve Table", "x or y is not finite", allowed="finite numbers")
        if self.kind not in KINDS:
            allowed = ", ".join(f'"{kind}"' for kind in KINDS)
            raise ModelError("curve Table: kind", f'"{self.kind}"', allowed=allowed)
        if self.extrapolate not in ("constant", "linear", "error"):
            raise ModelError(
                "curve Table: extrapolate", f'"{self.extrapolate}"', allowed='"constant", "linear", "error"'
            )
        if self.kind == "periodic":
            settle(self, kind="cubic", periodic=True)
        _check_order(x, self.kind, self.periodic)
        settle(self, x=tuple(x.tolist()), y=tuple(y.tolist()))

    @property
    def kinks(self) -> tuple[float, ...]:
        """The points, for straight lines; else the ends and the jumps, unless periodic."""
        if self.kind == "linear":
            return tuple(dict.fromkeys(x for x in self.x if not self.periodic or x < self.x[-1]))
        return () if self.periodic else tuple(dict.fromkeys((self.x[0], *self.jumps, self.x[-1])))

    @property
    def jumps(self) -> tuple[float, ...]:
        """Where two points stand at one x; one at the end of a period stands at its begin."""
        points = zip(self.x, self.x[1:], self.y, self.y[1:], strict=False)
        found = [x for x, after, low, high in points if x == after and low != high]
        if self.periodic and found and found[-1] == self.x[-1]:
            return (self.x[0], *found[:-1])
        return tuple(found)

    @property
    def period(self) -> float:
        """Length after which a periodic table repeats itself; infinite for others."""
        return self.x[-1] - self.x[0] if self.periodic else math.inf

    def knots(self, start: float, end: float) -> Floats:
        """The points, unless these are kinks; those of a periodic table in each period."""
        if self.kind == "linear":
            return np.zeros(0)
        x = np.unique(self.x)
        if not self.periodic:
            return x
        if (end - start) / self.period * len(x) > MOST_KNOTS:
            return x
        return repeated(x[:-1], self.period, start, end)

    def _spline(self, x: Floats, y: Floats) -> Floats:
        """Coefficients (4, n − 1) of the pieces through points without jumps."""
        if self.kind == "linear" or len(x) < 2:
            c = np.zeros((4, len(x) - 1))
            c[2], c[3] = np.diff(y) / np.diff(x), y[:-1]
            return c
        if self.kind == "cubic":
            return np.asarray(scipy.interpolate.CubicSpline(x, y, bc_type="natural").c)
        return np.asarray(scipy.interpolate.PchipInterpolator(x, y).c)

    def _repeating_spline(self, x: Floats, y: Floats) -> Floats:
        """Coefficients (4, n − 1) of one period of a smooth curve."""
        period, more = x[-1] - x[0], y[-1] - y[0]
        if self.kind == "monotone":  # a piece knows its neighbours, which are those of the periods beside it
            three = np.concatenate([x[:-1] - period, x, x[1:] + period])
            levels = np.concatenate([y[:-1] - more, y, y[1:] + more])
            made = scipy.interpolate.PchipInterpolator(three, levels)
            return np.asarray(made.c[:, len(x) - 1 : 2 * len(x) - 2])
        gain = more / period
        level = y - gain * (x - x[0])
        level[-1] = level[0]
        c = np.array(scipy.interpolate.CubicSpline(x, level, bc_type="periodic").c)
        c[2] += gain
        c[3] += gain * (x[:-1] - x[0])
        return c

    def _pieces(self) -> tuple[Floats, Floats]:
        x, y = np.asarray(self.x), np.asarray(self.y)
        if self.periodic and self.kind != "linear":
            return x, self._repeating_spline(x, y)
        parts = np.flatnonzero(np.diff(x) == 0.0) + 1
        sides = [self._spline(*side) for side in zip(np.split(x, parts), np.split(y, parts), strict=True)]
        c = np.column_stack(sides)
        if self.periodic:
            return np.unique(x), c
        far = 1e3 * (x[-1] - x[0])
        slopes = (_slope(sides[0][:, :1], 0.0), _slope(sides[-1][:, -1:], x[-1] - x[-2]))
        edge = {"constant": (0.0, 0.0), "linear": slopes, "error": (math.nan, math.nan)}[self.extrapolate]
        before = [0.0, 0.0, edge[0], y[0] - edge[0] * far]
        after = [0.0, 0.0, edge[1], y[-1]]
        first = np.nextafter(x[0], -np.inf) if self.extrapolate == "error" else x[0]  # the start is inside
        knots = np.concatenate(([x[0] - far, first], np.unique(x)[1:], [x[-1] + far]))
        return knots, np.column_stack([before, c, after])

    def stored(self) -> list[float]:
        """Numbers for compiled code."""
        x, c = self._pieces()
        table = [CurveKind.TABLE, len(x), *x, *c.T.ravel()]
        if self.periodic:
            return [CurveKind.PERIODIC, self.x[0], self.period, self.y[-1] - self.y[0], *table]
        return table
