"""Space lines: reference axes of beams and cables.

A line is made by one of the functions below. Its parameter is the arc length s, from 0 to ``length`` [m]. The
frame of a section has x along the line; directions of y and z follow from ``up``, from triads or by default,
and are rotated by ``twist``: see :meth:`Line.frames`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe import checks
from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import as_unit_quat, unit_vector
from mbfe.checks import array, finite_vector, parts_of, refusal, shown
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.geometry.smooth_line import Line

__all__ = ["Line", "arc", "arc_through", "from_function", "helix", "straight", "through"]

SAMPLES = 241
"""Places at which a function is taken; a spline of degree 7 goes through them."""


@checked
def straight(start: ArrayLike, end: ArrayLike) -> Line:
    """Straight line between two points [m]."""
    a = finite_vector("lines.straight", "start", start)
    b = finite_vector("lines.straight", "end", end)
    if (a == b).all():
        raise ModelError("lines.straight", f"start and end are both {a.tolist()}", allowed="different points")
    return Line(
        lambda u: a + u[:, None] * (b - a),
        lambda u: np.broadcast_to(b - a, (len(u), 3)),
        [0.0, 1.0],
        even=True,
    )


@checked
def through(points: ArrayLike, *, triads: Sequence[Any] | None = None) -> Line:
    """Smooth line through points: a cubic spline over the length of the chords.

    Parameters
    ----------
    points : (n, 3) array_like
        Points [m], in order; when the last one is the first one again the line closes smoothly.
    triads : sequence of n orientations, optional
        Orientation of the section at each point, any form of :func:`mbfe.rotations.as_unit_quat`: x along the
        line, y and z in the section. Between the points they are interpolated smoothly, with x rotated to the
        tangent by the smallest rotation.

    Returns
    -------
    Line
        The line. For a line with a kink use a beam for each side of it.
    """
    where = "lines.through"
    words = "two or more points of 3 numbers [m]"
    places = array(where, "points", points, shape=(None, 3), words=words)
    if len(places) < 2:
        raise refusal(where, "points", points, words)
    chords = np.linalg.norm(np.diff(places, axis=0), axis=1)
    if not chords.all():
        raise ModelError(
            f"{where}: points", f"points {chords.argmin()} and {chords.argmin() + 1} are the same",
            allowed="points that differ from their neighbours",
        )  # fmt: skip
    u = np.concatenate([[0.0], np.cumsum(chords)])
    closes = len(places) > 3 and bool((places[0] == places[-1]).all())
    spline = scipy.interpolate.CubicSpline(u, places, bc_type="periodic" if closes else "not-a-knot")
    turns = None
    if triads is not None:
        rows = parts_of(triads)
        if rows is None:
            raise refusal(where, "triads", triads, "an orientation for each point")
        given = [as_unit_quat(triad, where=f"{where}: triads[{i}]") for i, triad in enumerate(rows)]
        if len(given) != len(places):
            raise ModelError(f"{where}: triads", f"{len(given)} for {len(places)} points", allowed="one each")
        rotations = scipy.spatial.transform
        turned = rotations.Rotation.from_quat(np.roll(np.array(given), -1, axis=1))
        turns = rotations.RotationSpline(u, turned)
    if len(places) == 2:
        return Line(spline, spline.derivative(), u, even=True, triads=turns)
    fine = np.concatenate([*(np.linspace(a, b, 5)[:-1] for a, b in itertools.pairwise(u)), u[-1:]])
    return Line(spline, spline.derivative(), fine, triads=turns)


@checked
def arc(*, start: ArrayLike, center: ArrayLike, normal: ArrayLike, angle: float) -> Line:
    """Arc of a circle.

    Parameters
    ----------
    start : (3,) array_like
        Where it starts [m].
    center : (3,) array_like
        Centre of the circle [m].
    normal : (3,) array_like
        Axis through the centre about which it runs, right-handed for a positive angle.
    angle : float
        Angle that it spans [rad]; 2π is a ring, which closes.

    Returns
    -------
    Line
        The line.
    """
    where = "lines.arc"
    a, c = finite_vector(where, "start", start), finite_vector(where, "center", center)
    axis = unit_vector(normal, where=f"{where}: normal")
    if abs((a - c) @ axis) > 1e-9 * float(np.linalg.norm(a - c)):
        raise ModelError(
            where,
            "start − center is not at right angles to the normal",
            remedy="lines.helix takes such points",
        )
    return _screw(where, a, c, axis, angle, 0.0)


@checked
def arc_through(first: ArrayLike, middle: ArrayLike, last: ArrayLike) -> Line:
    """Arc of a circle through three points [m], from the first to the last."""
    where = "lines.arc_through"
    a, b, c = (
        finite_vector(where, name, given)
        for name, given in (("first", first), ("middle", middle), ("last", last))
    )
    p, q = b - a, c - a
    normal = np.cross(p, q)
    square = float(normal @ normal)
    if square <= 1e-20 * float(p @ p) * float(q @ q) or not square:
        raise ModelError(where, "the three points lie on a straight line", remedy="Use lines.straight")
    # circumcentre, seen from the first point
    arm = np.cross((p @ p) * q - (q @ q) * p, normal) / (2.0 * square)
    axis = normal / math.sqrt(square)
    angle = math.atan2(float(axis @ np.cross(-arm, q - arm)), float(-arm @ (q - arm))) % (2.0 * math.pi)
    return _screw(where, a, a + arm, axis, angle, 0.0)


@checked
def helix(*, start: ArrayLike, center: ArrayLike, axis: ArrayLike, turns: float, pitch: float) -> Line:
    """Helix about an axis.

    Parameters
    ----------
    start : (3,) array_like
        Where it starts [m]; its distance from the axis is the radius.
    center : (3,) array_like
        A point on the axis [m].
    axis : (3,) array_like
        Direction of the axis.
    turns : float
        Number of turns about the axis, right-handed when positive.
    pitch : float
        Advance along the axis for each turn [m].

    Returns
    -------
    Line
        The line.
    """
    where = "lines.helix"
    direction = unit_vector(axis, where=f"{where}: axis")
    checks.nonzero(where, "turns", turns)
    a, c = finite_vector(where, "start", start), finite_vector(where, "center", center)
    c = c + direction * ((a - c) @ direction)
    return _screw(where, a, c, direction, 2.0 * math.pi * turns, pitch * abs(turns))


def _screw(where: str, start: Floats, center: Floats, axis: Floats, angle: float, rise: float) -> Line:
    """Line of a point that turns about an axis and moves along it."""
    arm = start - center
    radius = float(np.linalg.norm(arm))
    if radius == 0.0 or not math.isfinite(angle) or not math.isfinite(rise) or angle == 0.0:
        raise ModelError(
            where, f"radius {radius:g} m, angle {angle:g} rad, rise {rise:g} m",
            allowed="a radius above zero, an angle that is not zero, finite numbers",
        )  # fmt: skip
    side = np.cross(axis, arm)

    def place(u: Floats) -> Floats:
        turn = (angle * u)[:, None]
        return center + np.cos(turn) * arm + np.sin(turn) * side + (rise * u)[:, None] * axis

    def slope(u: Floats) -> Floats:
        turn = (angle * u)[:, None]
        return angle * (np.cos(turn) * side - np.sin(turn) * arm) + rise * axis

    return Line(place, slope, [0.0, 1.0], even=True)


@checked
def from_function(function: Callable[[float], ArrayLike], interval: tuple[float, float]) -> Line:
    """Line of a smooth function of any parameter.

    Parameters
    ----------
    function : callable
        f(u) -> 3 numbers [m].
    interval : (float, float)
        First and last u, ascending.

    Returns
    -------
    Line
        Spline of degree 7 through the function at 241 places, evenly over the interval.
    """
    where = "lines.from_function"
    checks.function(where, "function", function, arguments=1, words="a function f(u) -> 3 numbers")
    a, b = finite_vector(where, "interval", interval, size=2)
    if not b > a:
        raise ModelError(f"{where}: interval", shown(interval), allowed="two numbers that ascend")
    u = np.linspace(a, b, SAMPLES)
    places = np.array(
        [finite_vector(where, f"function at {value:.6g}", function(float(value))) for value in u]
    )
    spline = scipy.interpolate.make_interp_spline(u, places, k=7)
    return Line(spline, spline.derivative(), u)
