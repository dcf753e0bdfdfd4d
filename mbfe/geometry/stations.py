"""Quantities along a line: pairs of a station and a value, numbers, functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy

from mbfe.algebra.arrays import Floats
from mbfe.checks import finite_vector, function_of, number, parts_of, returned_number, shown
from mbfe.errors import ModelError

__all__ = ["angles", "table"]


def table(given: Any, length: float, *, where: str) -> tuple[Floats, list[Any]]:
    """Stations (n,) [m] and values of a list of pairs (s, value), checked to cover a line.

    They go from 0 to the length of the line [m] exactly.
    """
    try:
        stations = np.array([float(s) for s, _ in given])
        values = [value for _, value in given]
    except (TypeError, ValueError):
        raise ModelError(
            where, shown(given), allowed="pairs (s, value), s in metres along the line"
        ) from None
    if len(stations) < 2 or not (np.diff(stations) > 0.0).all():
        raise ModelError(
            where, f"stations {stations.tolist()}", allowed="two or more stations that ascend [m]"
        )
    if abs(stations[0]) > 1e-6 * length or abs(stations[-1] - length) > 1e-6 * length:
        raise ModelError(
            where,
            f"stations from {stations[0]:.9g} to {stations[-1]:.9g} m",
            allowed=f"from 0 to the length of the line, {length:.9g} m",
            remedy="Stations are arc lengths in metres; multiply fractions of the span by line.length",
        )
    stations[0], stations[-1] = 0.0, length
    return stations, values


def angles(given: Any, length: float, *, where: str) -> Callable[[Floats], Floats]:
    """Angle along a line as a function of arrays: a number, pairs (s, angle) or a callable [rad].

    Two pairs are joined by a straight line, more by a monotone smooth curve (Fritsch and Butland 1984).
    """
    if callable(given):
        function = function_of(where, "", given, of=("s",))

        def called(s: Floats) -> Floats:
            return np.array([returned_number(where, function(at), f"s = {at:.6g} m") for at in s.tolist()])

        return called
    if parts_of(given) is None:
        angle = number(where, "", given, allowed="a number [rad], pairs (s, angle), or f(s)")
        return lambda s: np.full(len(s), angle)
    stations, values = table(given, length, where=where)
    heights = finite_vector(where, "angles", values, size=len(stations))
    if len(stations) == 2:
        return lambda s: np.interp(s, stations, heights)
    return scipy.interpolate.PchipInterpolator(stations, heights)
