"""Curves in compiled code: values, derivatives and integrals of the curves of :mod:`mbfe.curves`.

A curve stands in the storage of curves as its kind and its numbers. An integral holds a constant and another
curve, a periodic one its first argument, period, gain in each period, and a table.
"""

from __future__ import annotations

import math
from enum import IntEnum

from mbfe.compiled import compiled, invoke

__all__ = ["CurveKind", "antiderivative", "evaluate"]


class CurveKind(IntEnum):
    """What a curve in the storage is; a function in Python is called by address."""

    POLYNOMIAL = 0
    RAMP = 1
    SMOOTH = 2
    HARMONIC = 3
    TABLE = 4
    PYTHON = 5
    PERIODIC = 6
    INTEGRAL = 7


@compiled
def evaluate(curves, at, x):
    """Value and two derivatives of the curve stored at ``at``.

    Parameters
    ----------
    curves : (n,) array
        Storage of all curves.
    at : float or int
        Where the curve begins.
    x : float
        Argument.

    Returns
    -------
    tuple of 3 float
        f(x), f′(x), f″(x); not a number if a Python callable failed.
    """
    i = int(at)
    kind = int(curves[i])
    if kind == CurveKind.INTEGRAL:
        f, d, _ = simple(curves, i + 2, x)
        return antiderivative(curves, i + 2, x) - curves[i + 1], f, d
    return simple(curves, i, x)


@compiled
def whole_periods(x, first, period):
    """Largest whole number k with x − k·period > first, as rounded: at a corner what is before it counts."""
    k = math.ceil((x - first) / period) - 1
    if x - k * period <= first:
        return k - 1
    if x - (k + 1) * period > first:
        return k + 1
    return k


@compiled
def simple(curves, i, x):
    """Value and two derivatives of a curve that is not an integral."""
    kind = int(curves[i])
    more = 0.0
    if kind == CurveKind.PERIODIC:
        turns = whole_periods(x, curves[i + 1], curves[i + 2])
        more = turns * curves[i + 3]
        x -= turns * curves[i + 2]
        i += 4
        kind = int(curves[i])
    if kind == CurveKind.POLYNOMIAL:
        n = int(curves[i + 1])
        f = d = s = 0.0
        for q in range(n):
            s = s * x + 2.0 * d
            d = d * x + f
            f = f * x + curves[i + 2 + q]
        return f, d, s
    if kind == CurveKind.RAMP or kind == CurveKind.SMOOTH:
        x0, x1, y0, y1 = curves[i + 1], curves[i + 2], curves[i + 3], curves[i + 4]
        if x <= x0:
            return y0, 0.0, 0.0
        if x > x1:
            return y1, 0.0, 0.0
        w = 1.0 / (x1 - x0)
        u = (x - x0) * w
        if kind == CurveKind.RAMP:
            return y0 + (y1 - y0) * u, (y1 - y0) * w, 0.0
        f = u * u * u * (10.0 + u * (6.0 * u - 15.0))
        d = 30.0 * u * u * (1.0 - u) * (1.0 - u) * w
        s = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) * w * w
        return y0 + (y1 - y0) * f, (y1 - y0) * d, (y1 - y0) * s
    if kind == CurveKind.HARMONIC:
        amplitude, w, phase = curves[i + 1], curves[i + 2], curves[i + 3]
        sine = amplitude * math.sin(w * x + phase)
        return curves[i + 4] + sine, amplitude * w * math.cos(w * x + phase), -w * w * sine
    if kind == CurveKind.TABLE:
        f, d, s = table(curves, i, x)
        return f + more, d, s
    curves[i + 2] = x
    if invoke(curves[i + 1], curves[i + 2 : i + 3], curves[i + 3 : i + 6]) != 0:
        return math.nan, math.nan, math.nan
    return curves[i + 3], curves[i + 4], curves[i + 5]


@compiled
def table(curves, i, x):
    """Value and two derivatives of a table of cubic pieces."""
    n = int(curves[i + 1])
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x > curves[i + 2 + middle]:
            low = middle
        else:
            high = middle
    u = x - curves[i + 2 + low]
    c = i + 2 + n + 4 * low
    f = ((curves[c] * u + curves[c + 1]) * u + curves[c + 2]) * u + curves[c + 3]
    d = (3.0 * curves[c] * u + 2.0 * curves[c + 1]) * u + curves[c + 2]
    return f, d, 6.0 * curves[c] * u + 2.0 * curves[c + 1]


@compiled
def piece(curves, c, u):
    """∫₀ᵘ of a cubic piece of a table whose coefficients stand at c."""
    return u * (curves[c + 3] + u * (curves[c + 2] / 2.0 + u * (curves[c + 1] / 3.0 + u * curves[c] / 4.0)))


@compiled
def antiderivative(curves, i, x):
    """An antiderivative of the curve stored at i (not of Python callables)."""
    kind = int(curves[i])
    if kind == CurveKind.PERIODIC:
        # whole periods, and what a gain in each period adds to the later ones
        period, gain = curves[i + 2], curves[i + 3]
        turns = whole_periods(x, curves[i + 1], period)
        first, inside = curves[i + 1], x - turns * period
        begin = simple_antiderivative(curves, i + 4, first)
        whole = simple_antiderivative(curves, i + 4, first + period) - begin
        rest = simple_antiderivative(curves, i + 4, inside) - begin + turns * gain * (inside - first)
        return turns * whole + 0.5 * turns * (turns - 1.0) * gain * period + rest
    return simple_antiderivative(curves, i, x)


@compiled
def simple_antiderivative(curves, i, x):
    """An antiderivative of a curve that does not repeat itself."""
    kind = int(curves[i])
    if kind == CurveKind.POLYNOMIAL:
        n = int(curves[i + 1])
        f = 0.0
        for q in range(n):
            f = f * x + curves[i + 2 + q] / (n - q)
        return f * x
    if kind == CurveKind.RAMP or kind == CurveKind.SMOOTH:
        x0, x1, y0, y1 = curves[i + 1], curves[i + 2], curves[i + 3], curves[i + 4]
        u = min(max((x - x0) / (x1 - x0), 0.0), 1.0) if x1 > x0 else 0.0
        g = 0.5 * u * u if kind == CurveKind.RAMP else u**4 * (2.5 + u * (u - 3.0))
        return y0 * (x - x0) + (y1 - y0) * ((x1 - x0) * g + max(x - x1, 0.0))
    if kind == CurveKind.HARMONIC:
        w = curves[i + 2]
        if w == 0.0:
            return (curves[i + 4] + curves[i + 1] * math.sin(curves[i + 3])) * x
        return curves[i + 4] * x - curves[i + 1] / w * math.cos(w * x + curves[i + 3])
    if kind == CurveKind.TABLE:
        n = int(curves[i + 1])
        first = i + 2
        c = first + n
        if x < curves[first + 1] or n == 2:
            # the piece may begin far away: Simpson's rule, exact for cubics, has no large differences
            f, _, _ = table(curves, i, x)
            middle, _, _ = table(curves, i, 0.5 * (x + curves[first + 1]))
            u = curves[first + 1] - curves[first]
            end = ((curves[c] * u + curves[c + 1]) * u + curves[c + 2]) * u + curves[c + 3]
            return (x - curves[first + 1]) * (f + 4.0 * middle + end) / 6.0
        f = 0.0
        q = 1
        while q < n - 2 and x > curves[first + q + 1]:
            f += piece(curves, c + 4 * q, curves[first + q + 1] - curves[first + q])
            q += 1
        return f + piece(curves, c + 4 * q, x - curves[first + q])
    return math.nan
