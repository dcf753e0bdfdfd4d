"""Curves in space for laws: quintic pieces of equal length over the arc length, in the storage of curves.

Storage: number of pieces, 1 for a closed curve, length, then for each piece the coefficients of x, y and z,
from the constant one to that of u⁵, u the arc length since the start of the piece.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import ZERO, Vec3
from mbfe.compiled import compiled

__all__ = ["space_curve"]

PIECE = 18
HEADER = 3


@compiled
def space_curve(curves, at, s):
    """Point, first and second derivative with the arc length.

    A closed curve goes round; an open one goes straight on beyond its ends.

    Parameters
    ----------
    curves : array
        Storage of curves.
    at : float
        Where the curve begins.
    s : float
        Arc length [m].

    Returns
    -------
    tuple of 3 vectors
        c [m], c′ [1], c″ [1/m].
    """
    first = int(at)
    n = int(curves[first])
    length = curves[first + 2]
    beyond = 0.0
    if curves[first + 1] > 0.5:
        s -= length * math.floor(s / length)
    elif s < 0.0:
        beyond = s
        s = 0.0
    elif s > length:
        beyond = s - length
        s = length
    step = length / n
    piece = min(int(s / step), n - 1)
    u = s - piece * step
    c = first + HEADER + PIECE * piece
    x, dx, ddx = quintic(curves, c, u)
    y, dy, ddy = quintic(curves, c + 6, u)
    z, dz, ddz = quintic(curves, c + 12, u)
    if beyond != 0.0:
        return Vec3(x + beyond * dx, y + beyond * dy, z + beyond * dz), Vec3(dx, dy, dz), ZERO
    return Vec3(x, y, z), Vec3(dx, dy, dz), Vec3(ddx, ddy, ddz)


@compiled
def quintic(a, i, u):
    """Value and two derivatives of the polynomial whose six coefficients stand at i."""
    f = a[i] + u * (a[i + 1] + u * (a[i + 2] + u * (a[i + 3] + u * (a[i + 4] + u * a[i + 5]))))
    d = a[i + 1] + u * (2.0 * a[i + 2] + u * (3.0 * a[i + 3] + u * (4.0 * a[i + 4] + u * 5.0 * a[i + 5])))
    s = 2.0 * a[i + 2] + u * (6.0 * a[i + 3] + u * (12.0 * a[i + 4] + u * 20.0 * a[i + 5]))
    return f, d, s
