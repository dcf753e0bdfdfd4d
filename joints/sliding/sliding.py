"""A point that slides on a rigid curve, and two rigid profiles that touch."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, unrotate
from mbfe.checks import finite_vector, shown
from mbfe.errors import ModelError, settle
from mbfe.geometry.lines import through
from mbfe.geometry.smooth_line import Line
from mbfe.joints.pairs.lower_pair_base import LENGTH, ROTATION, LowerPair
from mbfe.joints.sliding.guide_law import space_curve
from mbfe.joints.sliding.sliding_law import curve_on_curve, point_on_curve
from mbfe.laws import Law
from mbfe.model import Builder, Frame, Model, NamedOutput, Node

__all__ = ["CurveOnCurve", "PointOnCurve", "SpaceCurve"]

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

    def _spline(self) -> tuple[Floats, scipy.interpolate.BSpline]:
        """Ends of the pieces, and a spline through the line there."""
        s = np.linspace(0.0, self.length, self.pieces + 1)
        points = self.line.position(s)
        if not self.closed:
            return s, scipy.interpolate.make_interp_spline(s, points, k=DEGREE)
        points[-1] = points[0]
        return s, scipy.interpolate.make_interp_spline(s, points, k=DEGREE, bc_type="periodic")

    def _error(self, spline: scipy.interpolate.BSpline) -> float:
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


def store(builder: Builder, curve: SpaceCurve) -> float:
    """Put a curve into the storage; the parameter by which a law finds it."""
    at = float(len(builder.curves))
    builder.curves.extend(curve.numbers.tolist())
    return at


def velocity_in(first: Node, a: Frame, second: Node, point: Floats) -> Floats:
    """Velocity of a point of the second side as seen in frame a of the first, as drawn [m/s].

    The point is given in the world [m].
    """

    def carried(node: Node) -> Floats:
        arm = unrotate(node.frame.orientation, point - node.frame.position)
        v, w = node.twist[:3], node.twist[3:]
        return np.asarray(rotate(node.frame.orientation, v + np.cross(w, arm)))

    axes = (first.frame @ a).orientation
    return np.asarray(unrotate(axes, carried(second) - carried(first)))


def nearest_touch(tracks: tuple[SpaceCurve, SpaceCurve], between: Frame, about: Floats) -> Floats:
    """Arc lengths at which two profiles touch, or nearly, from about there on [m].

    The gap has no part along the tangent, and the tangents are parallel.
    """
    s = about
    for _ in range(30):
        ca, ta, na = tracks[0].at(s[0])
        cb, tb, nb = (rotate(between.orientation, part) for part in tracks[1].at(s[1]))
        gap = between.position + cb - ca
        rows = np.array([gap @ ta, ta[0] * tb[1] - ta[1] * tb[0]])
        by_first = [gap @ na - ta @ ta, na[0] * tb[1] - na[1] * tb[0]]
        by_second = [tb @ ta, ta[0] * nb[1] - ta[1] * nb[0]]
        change = np.linalg.lstsq(np.column_stack([by_first, by_second]), -rows, rcond=None)[0]
        s = s + change
        if np.abs(change).max() < 1e-15 * max(track.length for track in tracks):
            break
    return s


@dataclass(frozen=True, eq=False)
class PointOnCurve(LowerPair):
    """Sliding of a point of the second side along a rigid curve of the first, as a bead on a wire.

    Parameters
    ----------
    curve : Line or (n, 3) array_like
        A line of :mod:`mbfe.lines`, or points for a smooth one, in the common frame: the world, or the frame
        at ``position`` with ``axis`` or ``orientation``, or ``first_frame``. A curve that ends as it starts
        is closed.
    point : (3,) array_like, optional
        The sliding point in the same frame, as drawn [m]; the origin of the second side when absent.
    arc_length : float, optional
        Initial arc length of the point [m]; that of the nearest point when absent.
    speed : float, optional
        Initial speed along the curve [m/s]; from the velocities of both sides as drawn when absent.

    Notes
    -----
    Other parameters as for :class:`LowerPair`. The arc length s is a coordinate without mass,
    named ``name.s``: springs, stops, friction and motors act on it
    (``elements.JointSpring("f", "bead.s", …)``), and its results are ``s``, ``s_rate`` and
    ``s_acceleration``. Three constraints keep the point on c(s). On a closed curve s is unlimited; an open
    curve is extended by straight lines beyond its ends (add a stop). All rotations are free. Results:
    ``arc_length`` [m], ``speed`` [m/s], ``point`` [m] in the frame of the curve, ``normal_force`` [N],
    ``reaction``, on the second side.

    Examples
    --------
    >>> from mbfe import Model, elements, joints, lines
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> bead = model.add(elements.PointMass("bead", position=(1.0, 0, 0), mass=0.1))
    >>> ring = lines.arc(start=(1, 0, 0), center=(0, 0, 0), normal=(0, 1, 0), angle=6.283185307179586)
    >>> wire = model.add(joints.PointOnCurve("wire", model.ground, bead, curve=ring))
    >>> wire.track.closed, model.variable("wire.s").unit
    (True, 'm')
    """

    _: KW_ONLY
    curve: Any
    point: ArrayLike | None = None
    arc_length: float | None = None
    speed: float | None = None
    track: SpaceCurve = field(init=False, repr=False)

    in_world: ClassVar[bool] = True
    locked: ClassVar[tuple[int, ...]] = (LENGTH,) * 3
    law: ClassVar[Law] = point_on_curve
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("s", "arc_length", None, "arc length at which the point is", rate="speed"),
        NamedOutput("arc_length", "arc_length", None, "the same", rate="speed"),
        NamedOutput("speed", "speed", None, "speed along the curve"),
        NamedOutput("point", "point", None, "the point in the frame of the curve"),
        NamedOutput("normal_force", "normal_force", None, "force across the curve"),
    )

    def validate(self) -> None:
        """Check the curve and the numbers."""
        super().validate()
        settle(self, track=SpaceCurve(self.curve, f"{self.where}: curve"))
        if self.point is not None:
            finite_vector(self.where, "point", self.point)

    def frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        """Both sides, the frame of the curve and one at the point."""
        first, a, second, b = super().frames(model)
        if self.first_frame is not None:
            return first, a, second, b
        base = first.frame @ a
        place = second.frame.position if self.point is None else (base @ Frame(self.point)).position
        return first, a, second, Frame(place, base.orientation).seen_from(second.frame)

    def join(self, model: Model) -> None:
        """Check the sides and declare the arc length, with its start."""
        super().join(model)
        first, a, second, b = self.frames(model)
        placed = second.frame @ b
        seen = placed.seen_from(first.frame @ a).position
        s = self.track.nearest(seen) if self.arc_length is None else float(self.arc_length)
        _, slope, _ = self.track.at(s)
        speed = float(velocity_in(first, a, second, placed.position) @ slope)
        rate = speed if self.speed is None else float(self.speed)
        model.add_variables(self.name, ["s"], values=[s], rates=[rate], units="m")

    def build(self, builder: Builder) -> None:
        """Give the law the frames and the curve."""
        nodes, frames = self.placed(builder.model)
        builder.add(
            self,
            point_on_curve,
            nodes,
            variables=[builder.model.variable(f"{self.name}.s")],
            row_kinds=self.locked,
            **frames,
            curve_at=store(builder, self.track),
        )

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        return f"point on the curve, {'xyz'[row]}"


@dataclass(frozen=True, eq=False)
class CurveOnCurve(LowerPair):
    """Two rigid profiles in one plane that remain in contact and slide: a cam and its follower.

    Parameters
    ----------
    first_curve, second_curve : Line or (n, 3) array_like
        Profile of each side, in the common frame (or in ``first_frame`` and ``second_frame``) as drawn; its
        xy plane is the plane in which they move: ``axis`` is its normal.
    arc_lengths : (2,) array_like
        Approximate arc lengths of the contact point at the start [m]; the profiles must be in contact there.
    speeds : (2,) array_like
        Initial speeds of the contact point along both curves [m/s].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. Other joints must keep both sides in the plane.
    Two coordinates without mass, ``name.s_first`` and ``name.s_second``, are the arc lengths of the contact
    point, and forces may act on them; two constraints make the points coincide in the plane and one the
    tangents parallel, so that one degree of freedom in the plane is removed. The contact is bilateral:
    ``reaction`` shows its sign. Curves as for :class:`PointOnCurve`. Results: ``s_first``, ``s_second`` and
    their ``…_rate``, ``point`` [m] in the frame of the first side, ``normal_force`` [N], ``reaction``.
    """

    _: KW_ONLY
    first_curve: Any
    second_curve: Any
    arc_lengths: ArrayLike
    speeds: ArrayLike = (0.0, 0.0)
    tracks: tuple[SpaceCurve, SpaceCurve] = field(init=False, repr=False)

    in_world: ClassVar[bool] = True
    both_turn: ClassVar[bool] = True
    locked: ClassVar[tuple[int, ...]] = (LENGTH, LENGTH, ROTATION)
    law: ClassVar[Law] = curve_on_curve
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("s_first", "arc_lengths", 0, "arc length of the contact point on the first profile"),
        NamedOutput("s_second", "arc_lengths", 1, "arc length of the contact point on the second profile"),
        NamedOutput("point", "point", None, "contact point in the frame of the first side"),
        NamedOutput("normal_force", "normal_force", None, "force between the profiles"),
    )

    def validate(self) -> None:
        """Check the curves and the numbers."""
        super().validate()
        tracks = (
            SpaceCurve(self.first_curve, f"{self.where}: first_curve"),
            SpaceCurve(self.second_curve, f"{self.where}: second_curve"),
        )
        settle(self, tracks=tracks)
        finite_vector(self.where, "arc_lengths", self.arc_lengths, size=2)
        finite_vector(self.where, "speeds", self.speeds, size=2)

    def join(self, model: Model) -> None:
        """Check the sides and declare the arc lengths, brought to where the profiles touch."""
        super().join(model)
        first, a, second, b = self.frames(model)
        between = (second.frame @ b).seen_from(first.frame @ a)
        about = finite_vector(self.where, "arc_lengths", self.arc_lengths, size=2)
        s = nearest_touch(self.tracks, between, about)
        names = ["s_first", "s_second"]
        model.add_variables(self.name, names, values=s, rates=self.speeds, units="m")

    def build(self, builder: Builder) -> None:
        """Give the law the frames and the curves."""
        nodes, frames = self.placed(builder.model)
        curves = [store(builder, track) for track in self.tracks]
        builder.add(
            self,
            curve_on_curve,
            nodes,
            variables=[builder.model.variable(f"{self.name}.s_{side}") for side in ("first", "second")],
            row_kinds=self.locked,
            **frames,
            curve_a=curves[0],
            curve_b=curves[1],
        )

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        return ("profiles meet, x", "profiles meet, y", "profiles touch, tangents parallel")[row]
