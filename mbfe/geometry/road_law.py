"""Heights of roads in compiled code.

A road is z = s(x, y) in the world. Its numbers: kind, grade tan β along x, tan of the bank along y, then
those of its kind.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Any, NamedTuple

from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate

__all__ = [
    "BANK", "FIRST", "FOURTH", "GRADE", "KIND", "NUMBERS", "SECOND", "THIRD", "Heights", "RoadKind", "rise",
    "road_heights",
]  # fmt: skip


class RoadKind(IntEnum):
    """What a road is beside its grade and bank."""

    PLANE = 0
    """Nothing else."""
    KERB = 1
    """Height [m], place along x [m], width [m]."""
    SINE = 2
    """Amplitude [m], wave number [rad/m], phase [rad]."""
    TRACKS = 3
    """Left and right curve, y of the right track [m], distance of the tracks [m]."""


KIND, GRADE, BANK, FIRST, SECOND, THIRD, FOURTH = range(7)
"""Places of the numbers of a road; the last four depend on its kind."""

NUMBERS = 7


class Heights(NamedTuple):
    """Height s of a surface z = s(x, y), its slopes s_x, s_y and second derivatives s_xx, s_xy, s_yy."""

    s: Any
    x: Any
    y: Any
    xx: Any
    xy: Any
    yy: Any


@compiled
def rise(u):
    """Smooth step 6u⁵ − 15u⁴ + 10u³ from 0 to 1 and its two derivatives."""
    if u <= 0.0:
        return 0.0, 0.0, 0.0
    if u >= 1.0:
        return 1.0, 0.0, 0.0
    w = u * (1.0 - u)
    return u * u * u * (10.0 + u * (6.0 * u - 15.0)), 30.0 * w * w, 60.0 * w * (1.0 - 2.0 * u)


@compiled
def road_heights(r, curves, x, y):
    """s [m], s_x, s_y [1], s_xx, s_xy, s_yy [1/m] at (x, y); not a number where a profile ends."""
    s = r[GRADE] * x + r[BANK] * y
    sx, sy, sxx, sxy, syy = r[GRADE], r[BANK], 0.0, 0.0, 0.0
    kind = int(r[KIND])
    if kind == RoadKind.KERB:
        f, d, b = rise((x - r[SECOND]) / r[THIRD])
        s += r[FIRST] * f
        sx += r[FIRST] * d / r[THIRD]
        sxx = r[FIRST] * b / (r[THIRD] * r[THIRD])
    elif kind == RoadKind.SINE:
        wave = r[FIRST] * math.sin(r[SECOND] * x + r[THIRD])
        s += wave
        sx += r[FIRST] * r[SECOND] * math.cos(r[SECOND] * x + r[THIRD])
        sxx = -r[SECOND] * r[SECOND] * wave
    elif kind == RoadKind.TRACKS:
        f, d, b = evaluate(curves, r[SECOND], x)
        if r[FIRST] != r[SECOND]:
            u, du, ddu = rise((y - r[THIRD]) / r[FOURTH])
            left, dleft, bleft = evaluate(curves, r[FIRST], x)
            sy += (left - f) * du / r[FOURTH]
            sxy = (dleft - d) * du / r[FOURTH]
            syy = (left - f) * ddu / (r[FOURTH] * r[FOURTH])
            f += u * (left - f)
            d += u * (dleft - d)
            b += u * (bleft - b)
        s += f
        sx += d
        sxx = b
    return Heights(s, sx, sy, sxx, sxy, syy)
