"""Profiles of motion for drives, as curves."""

from __future__ import annotations

import math

from mbfe.checks import finite_vector, positive
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.functions.curves import Table

__all__: list[str] = []


@checked
def trapezoidal_speed(
    *,
    distance: float,
    speed: float,
    acceleration: float,
    deceleration: float | None = None,
    start: float = 0.0,
) -> Table:
    """Trapezoidal profile of speed; its integral is the position, see :func:`mbfe.curves.integral`.

    Parameters
    ----------
    distance : float
                Distance [m, rad]; backwards when negative.
    speed : float
        Constant speed; a short motion does not reach it.
    acceleration, deceleration : float
        Acceleration and deceleration; equal when the second is absent.
    start : float
        When it starts [s].

    Returns
    -------
    Table
        The speed over time, of straight lines, zero before and after.

    Examples
    --------
    >>> from mbfe import curves
    >>> profile = trapezoidal_speed(distance=1.375, speed=1.0, acceleration=2.0, deceleration=4.0)
    >>> profile.x, curves.integral(profile).derivatives(9.0)
    ((0.0, 0.5, 1.5, 1.75), (1.375, 0.0, 0.0))
    """
    fall = acceleration if deceleration is None else deceleration
    where = "trapezoidal_speed"
    for name, number in (("speed", speed), ("acceleration", acceleration), ("deceleration", fall)):
        positive(where, name, number)
    if not math.isfinite(distance) or distance == 0.0:
        raise ModelError(f"{where}: distance", f"{distance}", allowed="a finite number that is not zero")
    finite_vector(where, "start", [start], size=1)
    top = min(speed, math.sqrt(2.0 * abs(distance) * acceleration * fall / (acceleration + fall)))
    rise, down = top / acceleration, top / fall
    cruise = abs(distance) / top - 0.5 * (rise + down)
    top = math.copysign(top, distance)
    times, speeds = [start, start + rise], [0.0, top]
    if cruise > 1e-12 * (rise + down):
        times.append(start + rise + cruise)
        speeds.append(top)
    return Table((*times, times[-1] + down), (*speeds, 0.0), kind="linear")
