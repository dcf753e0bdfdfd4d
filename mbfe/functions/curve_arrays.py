"""Values of a stored curve in Python, many at once: the formulas of :mod:`mbfe.functions.curve_law`."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.functions.curve_law import CurveKind, evaluate

__all__ = ["least", "value", "values"]


def values(storage: Floats, at: int, x: Floats) -> Floats:
    """Values f(x) of the curve that is stored at a place, of the shape of ``x``.

    Integrals and Python functions are evaluated one by one.
    """
    kind = int(storage[at])
    if kind == CurveKind.POLYNOMIAL:
        f = np.zeros_like(x)
        for coefficient in storage[at + 2 : at + 2 + int(storage[at + 1])]:
            f = f * x + coefficient
        return f
    if kind in (CurveKind.RAMP, CurveKind.SMOOTH):
        return _step(kind, storage[at + 1 : at + 5], x)
    if kind == CurveKind.HARMONIC:
        amplitude, omega, phase, offset = storage[at + 1 : at + 5]
        return np.asarray(offset + amplitude * np.sin(omega * x + phase))
    if kind == CurveKind.PERIODIC:
        first, period, gain = storage[at + 1 : at + 4]
        turns = _whole_periods(x, first, period)
        return _table(storage, at + 4, x - turns * period) + turns * gain
    if kind == CurveKind.TABLE:
        return _table(storage, at, x)
    return np.array([evaluate(storage, at, value)[0] for value in x.ravel()]).reshape(x.shape)


def value(storage: list[float], at: int, x: float) -> float:
    """Value of one argument; ``storage`` is a list, of which Python reads numbers faster than of an array."""
    if storage[at] != CurveKind.TABLE:
        return float(evaluate(storage, at, x)[0])
    n = int(storage[at + 1])
    first = at + 2
    low = min(max(bisect_left(storage, x, first, first + n) - 1, first), first + n - 2)
    u = x - storage[low]
    c = first + n + 4 * (low - first)
    return ((storage[c] * u + storage[c + 1]) * u + storage[c + 2]) * u + storage[c + 3]


def _whole_periods(x: Floats, first: float, period: float) -> Floats:
    """Largest whole k with x − k·period > first, as :func:`mbfe.functions.curve_law.whole_periods`."""
    k = np.ceil((x - first) / period) - 1.0
    k = np.where(x - k * period <= first, k - 1.0, k)
    return np.where(x - (k + 1.0) * period > first, k + 1.0, k)


def _step(kind: int, numbers: Floats, x: Floats) -> Floats:
    """Ramp or smooth step: from x₀, y₀ to x₁, y₁."""
    x0, x1, y0, y1 = numbers
    u = (x - x0) * (1.0 / (x1 - x0) if x1 > x0 else 0.0)
    part = u if kind == CurveKind.RAMP else u * u * u * (10.0 + u * (6.0 * u - 15.0))
    return np.where(x <= x0, y0, np.where(x > x1, y1, y0 + (y1 - y0) * part))


def _table(storage: Floats, at: int, x: Floats) -> Floats:
    """Cubic pieces: each argument belongs to the last knot below it."""
    n = int(storage[at + 1])
    knots = storage[at + 2 : at + 2 + n]
    pieces = storage[at + 2 + n : at + 2 + n + 4 * (n - 1)].reshape(-1, 4)
    low = np.clip(np.searchsorted(knots, x) - 1, 0, n - 2)
    u = x - knots[low]
    c = pieces[low]
    return np.asarray(((c[..., 0] * u + c[..., 1]) * u + c[..., 2]) * u + c[..., 3])


def least(storage: Floats, at: int) -> float:
    """Smallest value of a stored curve, that of a table between its ends; infinite where it is not known."""
    kind = int(storage[at])
    if kind == CurveKind.POLYNOMIAL and int(storage[at + 1]) == 1:
        return float(storage[at + 2])
    if kind in (CurveKind.RAMP, CurveKind.SMOOTH):
        return float(min(storage[at + 3 : at + 5]))
    if kind == CurveKind.HARMONIC:
        amplitude, omega, phase, offset = storage[at + 1 : at + 5]
        return float(offset - abs(amplitude) if omega else offset + amplitude * np.sin(phase))
    if kind == CurveKind.PERIODIC and storage[at + 3] == 0.0:
        return _least_of_pieces(storage, at + 4, slice(None))
    if kind == CurveKind.TABLE:
        return _least_of_pieces(storage, at, slice(1, -1))
    return np.inf


def _least_of_pieces(storage: Floats, at: int, inner: slice) -> float:
    """Smallest value of cubic pieces, at their ends and where their slope vanishes."""
    n = int(storage[at + 1])
    widths = np.diff(storage[at + 2 : at + 2 + n])[inner]
    found = np.inf
    for (a, b, c, d), width in zip(
        storage[at + 2 + n :][: 4 * n - 4].reshape(-1, 4)[inner], widths, strict=True
    ):
        flat = [u.real for u in np.roots([3.0 * a, 2.0 * b, c]) if u.imag == 0.0 and 0.0 < u.real < width]
        found = min([found, *(((a * u + b) * u + c) * u + d for u in (0.0, width, *flat))])
    return float(found)
