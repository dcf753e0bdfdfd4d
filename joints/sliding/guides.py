"""Curves in space for laws, from lines or points."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from mbfe.algebra.arrays import Floats
from mbfe.checks import shown
from mbfe.errors import ModelError
from mbfe.geometry.lines import through
from mbfe.geometry.smooth_line import Line
from mbfe.joints.sliding.guide_law import space_curve

__all__ = ["SpaceCurve"]

DEGREE = 5
FEWEST_PIECES = 32
MOST_PIECES = 4096
"""Numbers of pieces."""
TURN = 0.04
"""Turn of the tangent within a piece [rad]."""
CLOSE = 1e-11
"""Distance from the line that is aimed at, as a part of its length: a cubic spline takes many pieces."""


class SpaceCurve:
    """A rigid curve by its arc length, of quintic pieces through points of a line.

    The line is one of :mod:`mbfe.lines`, or points (n, 3) for a smooth one; closed when it ends as it starts.
    """

    def __init__(self, given: Any, where: str) -> None:
        if not isinstance(given, Line):
            try:
                given = through(given)
            except (ModelError, TypeError, ValueError) as error:
                raise ModelError(
                    where, f"{shown(given)} ({error})", allowed="a line of mbfe.lines, or points (n, 3)"
                ) from None
        self.line: Line = given
        self.length = self.line.length
        self.closed = self.line.closed
        coarse = self.line.tangent(np.linspace(0.0, self.length, 401))
        turn = float(np.linalg.norm(np.diff(coarse, axis=0), axis=1).sum())
        self.pieces = max(FEWEST_PIECES, math.ceil(turn / TURN))
        s, spline = self._spline()
        while self.pieces < MOST_PIECES and self._error(spline) > CLOSE * self.length:
            self.pieces *= 2
            s, spline = self._spline()
        self.coefficients = np.zeros((self.pieces, 3, DEGREE + 1))
        factorial = 1.0
        for k in range(DEGREE + 1):
            factorial *= max(k, 1)
            self.coefficients[:, :, k] = spline.derivative(k)(s[:-1]) / factorial if k else spline(s[:-1])
        self.numbers = np.array(
            [float(self.pieces), float(self.closed), self.length, *self.coefficients.ravel()]
        )
        """Numbers for compiled code."""

    def _spline(self) -> tuple[Floats, BSpline]:
        """Ends of the pieces, and a spline through the line there."""
        s = np.linspace(0.0, self.length, self.pieces + 1)
        points = self.line.position(s)
        if not self.closed:
            return s, make_interp_spline(s, points, k=DEGREE)
        points[-1] = points[0]
        return s, make_interp_spline(s, points, k=DEGREE, bc_type="periodic")

    def _error(self, spline: BSpline) -> float:
        """Distance between spline and line in the middle of the pieces [m]."""
        s = (np.arange(self.pieces) + 0.5) * (self.length / self.pieces)
        return float(np.abs(spline(s) - self.line.position(s)).max())

    def at(self, s: float) -> tuple[Floats, Floats, Floats]:
        """Point [m] and two derivatives at an arc length."""
        point, slope, bend = space_curve(self.numbers, 0.0, float(s))
        return np.array(point), np.array(slope), np.array(bend)

    def nearest(self, point: Floats) -> float:
        """Arc length of the point of the curve that is nearest to a point [m]."""
        places = np.linspace(0.0, self.length, min(8 * self.pieces, 2000) + 1)
        away = np.linalg.norm(self.line.position(places) - point, axis=1)
        reached: Any = float(places[np.argmin(away)])
        for _ in range(20):
            c, slope, bend = self.at(reached)
            gap = c - point
            change = -(gap @ slope) / (slope @ slope + max(float(gap @ bend), -0.5))
            reached += change
            if abs(change) < 1e-15 * self.length:
                break
        return float(reached)
