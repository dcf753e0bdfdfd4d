"""Kinematic analysis from time to time: prediction, correction, and dead points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotation_between, unrotate
from mbfe.analyses.kinematic.arc_path import ArcPath
from mbfe.analyses.kinematic.geometry import Geometry, RowFactors
from mbfe.analyses.kinematic.tolerances import FOLLOWING
from mbfe.engine.columns import NODE, ROTATIONS, SPINS

__all__ = ["DeadPoint", "Follower", "Point"]


@dataclass(frozen=True, eq=False)
class Point:
    """A pose with velocities and accelerations at a time [s]."""

    time: float
    motion: Floats
    """Motions (n_node, 20)."""
    found: RowFactors
    """Factors of the gradients there."""


@dataclass(frozen=True, eq=False)
class DeadPoint:
    """A pose in which the drives do not determine the motion."""

    point: Point
    """Time and pose, velocities and accelerations where there are some."""
    turning: bool
    """Whether it is a limit of motion, beyond which the drives have no solution."""
    direction: Floats
    """The motion that is not determined, scaled (n,)."""


def cross(a: Floats, b: Floats) -> Floats:
    """Vector products of rows (n, 3), in a fifth of the time that ``np.cross`` takes with a few."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]


def difference(geometry: Geometry, start: Floats, end: Floats) -> Floats:
    """Scaled increments U of the unknowns with ``start`` exp(U) = ``end``."""
    w = rotation_between(start[:, ROTATIONS], end[:, ROTATIONS])
    x = unrotate(start[:, ROTATIONS], end[:, 0:3] - start[:, 0:3])
    angle = np.linalg.norm(w, axis=1)
    half = np.maximum(0.5 * angle, 1e-4)
    closed = (1.0 - half / np.tan(half)) / (4.0 * half**2)
    factor = np.where(angle < 2e-2, 1.0 / 12.0 + angle**2 / 720.0, closed)
    wx = cross(w, x)
    moved = np.concatenate([x - 0.5 * wx + factor[:, None] * cross(w, wx), w], axis=1)
    variables = geometry.compiled.system.kind != NODE
    moved[variables] = end[variables, 0:6] - start[variables, 0:6]
    return moved.ravel()[geometry.dofs] / geometry.unit


def bracket(geometry: Geometry, a: Floats, b: Floats) -> Floats:
    """Commutator ad_a b of scaled twists of the nodes, 0 for coordinates."""
    flat = np.zeros((2, geometry.n_motion))
    flat[:, geometry.dofs] = np.array([a, b]) * geometry.unit
    u, v = flat.reshape(2, -1, 6)
    turned = np.concatenate(
        [cross(u[:, 3:], v[:, :3]) + cross(u[:, :3], v[:, 3:]), cross(u[:, 3:], v[:, 3:])], axis=1
    )
    turned[geometry.compiled.system.kind != NODE] = 0.0
    return turned.ravel()[geometry.dofs] / geometry.unit


class Follower:
    """Kinematic analysis of a driven mechanism on one branch of positions."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.iterations = self.rejected = 0
        self.contradiction = False
        self._velocity_rows = bool((~geometry.holonomic).any())

    # ------------------------------------------------------------------ one pose

    def close(self, time: float, *, found: RowFactors | None = None) -> tuple[bool, RowFactors]:
        """Newton's method on C(H, time) = 0 from the present pose, by smallest corrections.

        Factors are kept while they contract well. Returns whether it converged, and the last factors.
        """
        g = self.geometry
        found = g.decompose(time) if found is None else found
        before = np.inf
        self.contradiction = False
        for _ in range(FOLLOWING.most_corrections):
            gap = g.values(time)
            if not np.isfinite(gap).all():
                return False, found
            step = found.solve(-gap, cut=FOLLOWING.dead_point)
            size = float(np.abs(step).max(initial=0.0))
            if size > 2.0 * g.length:
                return False, found
            self.iterations += 1
            g.move(g.motion.copy(), step)
            if size <= 1e-13 * g.length:
                left = float(np.abs(g.values(time)).max(initial=0.0))
                self.contradiction = left > FOLLOWING.closed * g.length and found.least > 1e-4
                return left <= FOLLOWING.closed * g.length, found
            if size > 0.1 * before:
                if (
                    size <= FOLLOWING.stalled * g.length
                    and np.abs(gap).max() <= FOLLOWING.stalled_gap * g.length
                ):
                    return True, found  # what is left is round-off of the rows
                found = g.decompose(time)
            before = size
        left = float(np.abs(g.values(time)).max(initial=0.0))
        return left <= FOLLOWING.closed * g.length and size <= 1e-8 * g.length, found

    def rates(self, time: float, *, side: int = 0) -> Point:
        """Velocities and accelerations in the present pose, D 𝒱 = −C_t and D 𝒜 = −Γ.

        Accelerations at a kink of a time function are those of the side −1 (before) or 1 (after).
        """
        g = self.geometry
        found = g.decompose(time)
        g.set_twists(found.solve(-g.drive_rates(time)))
        g.set_twists(g.twists() - found.solve(g.rates(time)))  # refinement
        g.set_accelerations(found.solve(-g.curvature(time, side=side)))
        return Point(time, g.motion.copy(), found)

    # ------------------------------------------------------------------ one step

    def longest(self, point: Point) -> float:
        """Time in which no body turns by more than ``MOST_TURN`` [s]."""
        nodes = self.geometry.compiled.system.kind == NODE
        fastest = float(np.linalg.norm(point.motion[nodes, SPINS], axis=1).max(initial=0.0))
        return FOLLOWING.most_turn / fastest if fastest > 0.0 else np.inf

    def step(self, start: Point, time: float) -> Point | None:
        """Go to a time; None if there is no pose, or none that continues the motion up to here."""
        g = self.geometry
        h = time - start.time
        if h > self.longest(start):
            return None
        v0, a0 = self._rates_at(start)
        g.move(start.motion, h * v0 + 0.5 * h * h * a0)
        closed, _ = self.close(
            time, found=start.found if start.found.least > FOLLOWING.factors_serve else None
        )
        if not closed:
            return None
        end = self.rates(time)
        if self._velocity_rows:
            for _ in range(12):
                required = self._increment(start, end)
                g.move(start.motion, required)
                change = difference(g, end.motion, g.motion)
                if not self.close(time, found=end.found)[0]:
                    return None
                end = self.rates(time)
                if np.abs(change).max(initial=0.0) <= 1e-14 * g.length:
                    break
        moved = difference(g, start.motion, end.motion)
        size = float(np.abs(moved).max(initial=0.0))
        if (
            h > FOLLOWING.growth_of_speed * self.longest(end)
            and not end.found.least < FOLLOWING.near_dead_point
        ):
            return None
        if size <= FOLLOWING.small_move * g.length or end.found.least < FOLLOWING.near_dead_point:
            return end
        surprise = float(np.abs(moved - self._increment(start, end)).max())
        return end if surprise <= FOLLOWING.surprise * size else None

    def _rates_at(self, point: Point) -> tuple[Floats, Floats]:
        """Go to a point; its scaled twists and accelerations."""
        self.geometry.motion[:] = point.motion
        return self.geometry.twists(), self.geometry.accelerations()

    def _increment(self, start: Point, end: Point) -> Floats:
        """Increment over a step from both its ends, of fifth order (Magnus, Hermite's quadrature)."""
        g = self.geometry
        h = end.time - start.time
        kept = g.motion.copy()
        (v0, a0), (v1, a1) = self._rates_at(start), self._rates_at(end)
        g.motion[:] = kept
        return 0.5 * h * (v0 + v1) + h * h / 12.0 * (a0 - a1 + bracket(g, v0, v1))

    def between(self, a: Point, b: Point) -> Point:
        """Pose, velocities and accelerations in the middle between two points, by interpolation."""
        g = self.geometry
        h = b.time - a.time
        (v0, a0), (v1, a1) = self._rates_at(a), self._rates_at(b)
        whole = difference(g, a.motion, b.motion)
        time = 0.5 * (a.time + b.time)
        g.move(a.motion, 0.5 * whole + 0.125 * h * (v0 - v1))
        g.set_twists(1.5 * whole / h - 0.25 * (v0 + v1))
        g.set_accelerations(0.5 * (a0 + a1))
        g.values(time)  # drives what is driven
        return Point(time, g.motion.copy(), g.decompose(time))

    # ------------------------------------------------------------------ dead points

    def crossed(self, a: Point, b: Point) -> bool:
        """Whether the smallest singular value passes through zero between two points."""
        return _signed(a, b.found) < 0.0

    def branching(self, a: Point, b: Point) -> DeadPoint:
        """Dead point between two points of one branch: where the smallest singular value is zero."""
        g = self.geometry
        if a.found.least < FOLLOWING.dead_point:
            return DeadPoint(a, False, a.found.direction)
        if b.found.least < FOLLOWING.dead_point:
            return DeadPoint(b, False, b.found.direction)

        def at(time: float) -> Point:
            """Hermite's interpolation, then corrected."""
            h = b.time - a.time
            s = (time - a.time) / h
            (v0, _), (v1, _) = self._rates_at(a), self._rates_at(b)
            whole = difference(g, a.motion, b.motion)
            g.move(
                a.motion,
                s * s * (3.0 - 2.0 * s) * whole + h * s * (1.0 - s) * ((1.0 - s) * v0 - s * v1),
            )
            self.close(time)
            return Point(time, g.motion.copy(), g.decompose(time))

        def signed(time: float) -> float:
            if time in (a.time, b.time):
                return a.found.least if time == a.time else -b.found.least
            return _signed(a, at(time).found)

        time = float(brentq(signed, a.time, b.time, xtol=1e-15, rtol=1e-14, maxiter=60))
        width = min(2e-2 * (b.time - a.time), 0.5 * max(time - a.time, 1e-3 * (b.time - a.time)))
        ends = []
        for t in (time - width, time + width):
            at(t)
            ends.append(self.rates(t))
        point = self.between(*ends)
        return DeadPoint(point, False, point.found.direction)

    def turning(self, start: Point, end: float) -> DeadPoint | None:
        """Limit of motion ahead, a turning point of the drives on the branch, if it is before ``end``.

        The branch is followed by its arc length in (H, t), in which a turning point is an ordinary point:
        where dt/ds = 0 (Keller 1977). Time there is exact to second order in what is left of dt/ds.
        """
        if self._velocity_rows or start.found.least < FOLLOWING.dead_point:
            return None
        g = self.geometry
        twists, _ = self._rates_at(start)
        scale = float(np.linalg.norm(twists)) or g.length / max(end - start.time, 1e-300)
        path = ArcPath(
            g,
            start.motion,
            start.time,
            guess=np.append(twists, scale),
            progress=lambda tangent, _: float(tangent[-1]),
            scale=scale,
            step=min(0.25 * scale * max(end - start.time, 1e-12), 0.05 * g.length),
        )
        for _ in range(200):
            if path.advance():
                return DeadPoint(self._still(path.motion, path.time), True, path.tangent[:-1])
            if path.lost or path.time >= end:
                return None
        return None

    def _still(self, motion: Floats, time: float) -> Point:
        """A point whose velocities are not known."""
        g = self.geometry
        g.motion[:] = motion
        g.values(time)
        g.set_twists(np.zeros(len(g.dofs)))
        found = g.decompose(time)
        g.set_twists(np.full(len(g.dofs), np.nan))
        g.set_accelerations(np.full(len(g.dofs), np.nan))
        return Point(time, g.motion.copy(), found)


def _signed(a: Point, found: RowFactors) -> float:
    """Smallest singular value, negative where it has passed through zero since a point."""
    same = float(a.found.direction @ found.direction) * float(a.found.force @ found.force)
    return found.least if same > -0.25 else -found.least
