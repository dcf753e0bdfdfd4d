"""A smooth line in space by arc length, and the section frames along it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import IDENTITY, as_unit_quat, rotate, unit_vector
from mbfe.checks import finite_vector, shown
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.geometry.stations import angles

__all__ = ["Line"]

Function = Callable[[Floats], Floats]
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(8)
TURN = 0.02
"""Turn of the tangent between samples of a curved line [rad]."""
PARALLEL = 0.03
"""Sine of the angle between ``up`` and the tangent below which a curved line is taken to run along ``up``."""


class Line:
    """A smooth line in space, by arc length; made by the functions of :mod:`mbfe.lines`.

    Parameters
    ----------
    place, slope : callable
        Position [m] and its derivative, (n, 3) for parameters (n,).
    breaks : (k,) array
        Parameter at the start, at the places where the function may be less smooth, and at the end.
    even : bool
        Whether the arc length is proportional to the parameter.
    triads : callable, optional
        Orientation of the section along the parameter, a ``scipy`` Rotation; only its y and z axes count.

    Attributes
    ----------
    length : float
        Arc length [m].

    Examples
    --------
    >>> from mbfe import lines
    >>> quarter = lines.arc(start=(1, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=np.pi / 2)
    >>> round(quarter.length, 12), quarter.position(quarter.length).round(12).tolist()
    (1.570796326795, [0.0, 1.0, 0.0])
    """

    def __init__(
        self,
        place: Function,
        slope: Function,
        breaks: ArrayLike,
        *,
        even: bool = False,
        triads: Callable[[Floats], scipy.spatial.transform.Rotation] | None = None,
    ) -> None:
        self._place, self._slope, self._triads, self._even = place, slope, triads, even
        self._breaks = np.asarray(breaks, dtype=float)
        panels = np.diff(self._breaks)[:, None] * (0.5 * (POINTS + 1.0)) + self._breaks[:-1, None]
        speed = np.linalg.norm(slope(panels.ravel()), axis=1).reshape(panels.shape)
        mean = speed[:, 0] if even else 0.5 * (speed @ WEIGHTS)
        parts = np.diff(self._breaks) * mean
        self._reached = np.concatenate([[0.0], np.cumsum(parts)])
        self.length = float(self._reached[-1])
        extent = np.abs(place(self._breaks)).max()
        if not math.isfinite(self.length) or self.length <= 1e-12 * extent or self.length == 0.0:
            raise ModelError("line", f"its length is {self.length:g} m", allowed="a length above zero")
        if speed.min() * (self._breaks[-1] - self._breaks[0]) < 1e-7 * self.length:
            stop = self.position(self._reached[np.unravel_index(speed.argmin(), speed.shape)[0]])
            raise ModelError(
                "line",
                f"it stops near {stop.round(6).tolist()}, where its tangent is not defined",
                allowed="a function whose derivative is nowhere zero",
            )

    # ------------------------------------------------------------------ along the arc

    def _parameter(self, s: Floats) -> Floats:
        """Parameter at arc length s."""
        first, last = self._breaks[0], self._breaks[-1]
        if self._even:
            return np.asarray(first + s / self.length * (last - first))
        at = np.clip(np.searchsorted(self._reached, s, side="right") - 1, 0, len(self._breaks) - 2)
        start, width = self._breaks[at], self._breaks[at + 1] - self._breaks[at]
        u = start + width * (s - self._reached[at]) / (self._reached[at + 1] - self._reached[at])
        for _ in range(20):
            inner = start[:, None] + (u - start)[:, None] * (0.5 * (POINTS + 1.0))
            speed = np.linalg.norm(self._slope(inner.ravel()), axis=1).reshape(inner.shape)
            gap = s - self._reached[at] - 0.5 * (u - start) * (speed @ WEIGHTS)
            change = gap / np.linalg.norm(self._slope(u), axis=1)
            u = u + change
            if np.abs(gap).max() < 1e-14 * self.length:
                break
        return np.asarray(u)

    def _checked(self, s: ArrayLike) -> Floats:
        """Arc lengths as an array (n,), within the line."""
        given = np.atleast_1d(np.asarray(s, dtype=float))
        slack = 1e-9 * self.length
        inside = given.ndim == 1 and ((given >= -slack) & (given <= self.length + slack)).all()
        if not inside or not given.size:
            raise ModelError("line: s", shown(s), allowed=f"0 to {self.length:.9g} m")
        return np.asarray(given.clip(0.0, self.length))

    @checked
    def position(self, s: ArrayLike) -> Floats:
        """Position at arc length s [m]: (3,) for a number, (n, 3) for an array."""
        return self._place(self._parameter(self._checked(s))).reshape(*np.shape(s), 3)

    @checked
    def tangent(self, s: ArrayLike) -> Floats:
        """Unit tangent at arc length s [m]: (3,) for a number, (n, 3) for an array."""
        slope = self._slope(self._parameter(self._checked(s)))
        return (slope / np.linalg.norm(slope, axis=1, keepdims=True)).reshape(*np.shape(s), 3)

    @property
    def closed(self) -> bool:
        """Whether the line ends where it starts, in the same direction."""
        ends = np.array([0.0, self.length])
        gap = np.ptp(self.position(ends), axis=0)
        return bool(max(*(gap / self.length), *np.ptp(self.tangent(ends), axis=0)) < 1e-9)

    @checked
    def moved(self, *, position: ArrayLike = (0, 0, 0), orientation: Any = IDENTITY) -> Line:
        """The line turned about the origin of the world and then shifted.

        Parameters
        ----------
        position : (3,) array_like
            New position of the origin [m].
        orientation : object
            The turn, any form of :func:`mbfe.rotations.as_unit_quat`.

        Returns
        -------
        Line
            A new line of the same length; triads turn with it.
        """
        shift = finite_vector("line", "position", position)
        q = as_unit_quat(orientation, where="line: orientation")
        turn, triads = scipy.spatial.transform.Rotation.from_quat(np.roll(q, -1)), self._triads
        place, slope = self._place, self._slope
        return Line(
            lambda u: shift + rotate(q, place(u)),
            lambda u: rotate(q, slope(u)),
            self._breaks,
            even=self._even,
            triads=None if triads is None else lambda u: turn * triads(u),
        )

    # ------------------------------------------------------------------ frames

    @cached_property
    def _samples(self) -> Floats:
        """Arc lengths between which the tangent turns little; the two ends of a straight line."""
        s = np.linspace(0.0, self.length, 16 * min(len(self._breaks), 400) + 1)
        t = self.tangent(s)
        turn = float(np.linalg.norm(np.diff(t, axis=0), axis=1).sum())
        if turn < 1e-9:
            return np.array([0.0, self.length])
        return np.linspace(0.0, self.length, max(50, math.ceil(turn / TURN)) + 1)

    @cached_property
    def _minimising(self) -> tuple[Floats, Floats, Floats]:
        """Positions, tangents and z axes of a frame that does not turn about the line, at the samples."""
        x, t = self.position(self._samples), self.tangent(self._samples)
        z = np.empty_like(t)
        z[0] = _normal(t[:1], default_up(t[0]))[0]
        for i in range(len(t) - 1):
            z[i + 1] = _carry(x[i : i + 1], t[i : i + 1], z[i : i + 1], x[i + 1 : i + 2], t[i + 1 : i + 2])[0]
        return x, t, z

    def _z_axes(self, s: Floats, u: Floats, x: Floats, t: Floats, up: ArrayLike | None, where: str) -> Floats:
        """Section z axes before twist."""
        if up is not None:
            direction = unit_vector(up, where=f"{where}: up")
            at = self.tangent(self._samples)
            sine = np.linalg.norm(np.cross(at, direction), axis=1)
            least = 1e-6 if len(at) == 2 else PARALLEL
            if sine.min() < least:
                near = self._samples[sine.argmin()]
                raise ModelError(
                    f"{where}: up",
                    f"{direction.tolist()} is parallel to the line at s = {near:.4g} m",
                    allowed="a vector that lies across the line everywhere",
                    remedy="Choose another vector, give orientations at points (lines.through(…, triads=…)), "
                    "or leave up= out: the frame then follows the line without turning about it",
                )
            return _normal(t, direction)
        if self._triads is not None:
            triad = self._triads(u).as_matrix()
            cosine = np.einsum("ni,ni->n", triad[:, :, 0], t)
            if cosine.min() < 0.1:
                raise ModelError(
                    f"{where}: triads",
                    f"the x axis lies {math.degrees(math.acos(cosine.min())):.0f}° off the line at "
                    f"s = {s[cosine.argmin()]:.4g} m",
                    allowed="orientations whose x axis points along the line",
                )
            # the smallest rotation that brings the triad's x axis onto the tangent
            axis = np.cross(triad[:, :, 0], t)
            z = triad[:, :, 2]
            turned = cosine[:, None] * z + np.cross(axis, z)
            return turned + axis * (np.einsum("ni,ni->n", axis, z) / (1.0 + cosine))[:, None]
        known_x, known_t, known_z = self._minimising
        step = self._samples[1]
        at = np.clip((s / step - 1e-6).astype(int), 0, len(self._samples) - 2)
        carried = _carry(known_x[at], known_t[at], known_z[at], x, t)
        return np.where((s - self._samples[at] < 1e-6 * step)[:, None], _normal(t, known_z[at]), carried)

    @checked
    def frames(
        self, s: ArrayLike, *, up: ArrayLike | None = None, twist: Any = 0.0, where: str = "line"
    ) -> Floats:
        """Section frames along the line.

        Parameters
        ----------
        s : (n,) array_like
            Arc lengths [m].
        up : (3,) array_like, optional
            Vector whose projection normal to the tangent is the z axis. Without it the triads of the line are
            used; without these z starts as near as possible to the world's z (to −x where the line is
            vertical) and follows the line without rotation about it.
        twist : float, sequence of (s, angle) or callable
            Angle about the tangent by which the section is then rotated [rad], right-handed.
        where : str
            For errors.

        Returns
        -------
        (n, 7) array
            Origins [m] and quaternions w, x, y, z, world.
        """
        along = self._checked(s)
        u = self._parameter(along)
        x, t = self._place(u), self.tangent(along)
        z = _normal(t, self._z_axes(along, u, x, t, up, where))
        y = np.cross(z, t)
        angle = angles(twist, self.length, where=f"{where}: twist")(along)[:, None]
        y, z = np.cos(angle) * y + np.sin(angle) * z, np.cos(angle) * z - np.sin(angle) * y
        quaternions = scipy.spatial.transform.Rotation.from_matrix(np.stack([t, y, z], axis=-1)).as_quat()
        return np.concatenate([x, np.roll(quaternions, 1, axis=1)], axis=1)


def default_up(tangent: Floats) -> Floats:
    """Vector to which the section's z axis lies near by default: the world's z, or −x where that is along."""
    vertical = math.hypot(tangent[0], tangent[1]) < 1e-3
    return np.array([-1.0, 0.0, 0.0]) if vertical else np.array([0.0, 0.0, 1.0])


def _normal(t: Floats, near: Floats) -> Floats:
    """Unit vectors across t, nearest to others."""
    across = near - np.sum(near * t, axis=-1, keepdims=True) * t
    return np.asarray(across / np.linalg.norm(across, axis=1, keepdims=True))


def _carry(x: Floats, t: Floats, z: Floats, y: Floats, tangent: Floats) -> Floats:
    """Carry vectors z across t at x to the places y, by two reflections (Wang et al. 2008, table I)."""
    chord = y - x
    square = np.maximum(np.sum(chord * chord, axis=1, keepdims=True), 1e-300)
    z = z - 2.0 / square * np.sum(chord * z, axis=1, keepdims=True) * chord
    t = t - 2.0 / square * np.sum(chord * t, axis=1, keepdims=True) * chord
    other = tangent - t
    square = np.maximum(np.sum(other * other, axis=1, keepdims=True), 1e-300)
    return np.asarray(z - 2.0 / square * np.sum(other * z, axis=1, keepdims=True) * other)
