"""Curves through points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline, PchipInterpolator, PPoly

from mbfe.curve_base import Curve
from mbfe.curve_law import PERIODIC, TABLE
from mbfe.errors import ModelError

Floats = NDArray[np.float64]

KINDS = ("cubic", "monotone", "linear", "periodic")
MOST_KNOTS = 10**6
"""Points of a periodic table in a run; beyond, nobody asks whether they lie closer than the steps."""


def _check_order(x: Floats, kind: str) -> None:
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
    if kind == "periodic" and len(same):
        raise ModelError(
            "curve Table: x",
            f"{x[same[0]]:g} twice, in a periodic table, which is smooth",
            allowed="increasing numbers",
            remedy='Write the periods of the run out in a table of kind="linear"',
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
        Points, x increasing. Two points at one x are a jump from the first to the second value, the first one
        counting at x itself; curves on both sides of it know nothing of each other.
    kind : {"cubic", "monotone", "linear", "periodic"}
        Natural cubic spline, monotone cubic (no overshoot), straight lines (with kinks at the points), or a
        cubic spline that goes on and on with the period x[-1] − x[0], and with y[-1] − y[0] more in each.
    extrapolate : {"constant", "linear", "error"}
        Beyond the ends, unless periodic: the end value, the end slope, or a failed step.

    Examples
    --------
    >>> step = Table((0.0, 0.5, 0.5, 1.0), (1.0, 1.0, 3.0, 3.0), kind="linear")
    >>> step((0.5, 0.500001)).tolist(), step.jumps
    ([1.0, 3.0], (0.5,))
    """

    x: Sequence[float]
    y: Sequence[float]
    kind: str = "cubic"
    extrapolate: str = "constant"

    def __post_init__(self) -> None:
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
        _check_order(x, self.kind)
        object.__setattr__(self, "x", tuple(x.tolist()))
        object.__setattr__(self, "y", tuple(y.tolist()))

    @property
    def kinks(self) -> tuple[float, ...]:
        """The points, for straight lines; else the ends and the jumps."""
        if self.kind == "periodic":
            return ()
        if self.kind == "linear":
            return tuple(dict.fromkeys(self.x))
        return tuple(dict.fromkeys((self.x[0], *self.jumps, self.x[-1])))

    @property
    def jumps(self) -> tuple[float, ...]:
        """Where two points stand at one x."""
        points = zip(self.x, self.x[1:], self.y, self.y[1:], strict=False)
        return tuple(x for x, after, low, high in points if x == after and low != high)

    def knots(self, start: float, end: float) -> Floats:
        """The points, unless these are kinks; those of a periodic table in each period."""
        if self.kind == "linear":
            return np.zeros(0)
        x = np.unique(self.x)
        if self.kind != "periodic":
            return x
        turns = np.arange(*np.floor((np.array([start, end]) - x[0]) / (x[-1] - x[0])) + [0.0, 1.0])
        if len(turns) * len(x) > MOST_KNOTS:
            return x
        return np.asarray((x[:-1] + (x[-1] - x[0]) * turns[:, None]).ravel())

    def _spline(self, x: Floats, y: Floats) -> Floats:
        """Coefficients (4, n − 1) of the pieces through points without jumps."""
        if self.kind == "linear" or len(x) < 2:
            c = np.zeros((4, len(x) - 1))
            c[2], c[3] = np.diff(y) / np.diff(x), y[:-1]
            return c
        made: PPoly = (
            CubicSpline(x, y, bc_type="natural") if self.kind == "cubic" else PchipInterpolator(x, y)
        )
        return np.asarray(made.c)

    def _pieces(self) -> tuple[Floats, Floats]:
        x, y = np.asarray(self.x), np.asarray(self.y)
        if self.kind == "periodic":
            gain = (y[-1] - y[0]) / (x[-1] - x[0])
            level = y - gain * (x - x[0])
            level[-1] = level[0]
            c = np.array(CubicSpline(x, level, bc_type="periodic").c)
            c[2] += gain
            c[3] += gain * (x[:-1] - x[0])
            return x, c
        parts = np.flatnonzero(np.diff(x) == 0.0) + 1
        sides = [self._spline(*side) for side in zip(np.split(x, parts), np.split(y, parts), strict=True)]
        c = np.column_stack(sides)
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
        table = [TABLE, len(x), *x, *c.T.ravel()]
        if self.kind == "periodic":
            return [PERIODIC, self.x[0], self.x[-1] - self.x[0], self.y[-1] - self.y[0], *table]
        return table
