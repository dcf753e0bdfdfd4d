"""Critical speeds of a Campbell diagram, solved for on the branches between two of its speeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.linear.rotor_sweep import RotorSweep
from mbfe.analyses.linear.steady_frames import WORLD
from mbfe.analyses.linear.tolerances import CAMPBELL, TRACKING
from mbfe.analyses.linear.tracking import Spectrum, coordinates, join
from mbfe.analyses.linear.whirl import Patterns
from mbfe.errors import ModelError, SolveError
from mbfe.results.critical_speeds import Crossing, How, Solved
from mbfe.results.modes import Modes

__all__ = ["CriticalSpeeds", "Line", "Point"]


class Lost(Exception):
    """The branch cannot be followed to a speed."""


class Real(Exception):
    """At a speed the pair consists of two real roots."""


@dataclass(frozen=True, eq=False)
class Point:
    """A branch at one speed."""

    spectrum: Spectrum
    """All eigenvalues at the speed."""
    patterns: Patterns
    """How the modes go round."""
    k: int
    twin: int = -1
    """Numbers of the branch's eigenvalue and of its conjugate or, of a real one, of the other real root of
    the pair, −1 if that is not known."""

    @property
    def at(self) -> float:
        """The speed [rad/s]."""
        return self.spectrum.at

    @property
    def s(self) -> complex:
        """The eigenvalue [1/s]."""
        return complex(self.spectrum.values[self.k])

    @property
    def is_real(self) -> bool:
        """Whether it is real."""
        return bool(self.spectrum.real[self.k])

    @property
    def product(self) -> float:
        """Product of the two eigenvalues of the pair [1/s²]."""
        return float((self.spectrum.values[self.k] * self.spectrum.values[self.twin]).real)

    def part(self, sense: float) -> float:
        """Part of the circle with Im s, or with −Im s, in the motion."""
        mode = self.spectrum.mode[self.k]
        parts = self.patterns.forward[mode], self.patterns.backward[mode]
        return float(parts[0 if self.spectrum.is_first(self.k) == (sense > 0.0) else 1])


class Root(NamedTuple):
    """A critical speed [rad/s] and the branch there, or beside it."""

    speed: float
    point: Point


class Line:
    """One branch between two speeds, followed from the first one by right and dual vectors.

    Its points are at the speeds of the diagram from the first one to the last one; other modes are solved for
    from the states of those `near`, at both ends. As a `pair` both of its eigenvalues are followed, by the
    space of both vectors: these become one where a pair turns into two real roots, but are two at the first
    point. `floor` is that of :func:`join`.
    """

    def __init__(
        self,
        sweep: RotorSweep,
        points: list[Point],
        *,
        near: tuple[Modes, Modes],
        floor: float,
        pair: bool,
    ) -> None:
        self.sweep, self.near, self.floor, self.pair = sweep, near, floor, pair
        self.left = CAMPBELL.most_solutions
        start, end = points[0], points[-1]
        self.way = np.sign(end.at - start.at)
        self.points = [replace(start, twin=int(start.spectrum.partner[start.k])) if pair else start]
        known = {**sweep.known, **{point.at: (point.spectrum, point.patterns) for point in points[1:-1]}}
        for speed in sorted(known, key=lambda at: float(self.way * at)):
            if self.way * start.at < self.way * speed < self.way * end.at:
                self.points.append(self._joined(self.points[-1], *known[speed]))
        last = self._joined(self.points[-1], end.spectrum, end.patterns)
        if end.k not in (last.k, last.twin):
            raise Lost
        self.points.append(last if last.k == end.k else replace(last, k=end.k, twin=last.k))

    def point(self, speed: float) -> Point:
        """The branch at a speed between the ends."""
        place = int(np.searchsorted([self.way * p.at for p in self.points], self.way * speed))
        if place < len(self.points) and self.points[place].at == speed:
            return self.points[place]
        if place in (0, len(self.points)) or self.left <= 0:
            raise Lost
        self.left -= 1
        nearer = int(abs(speed - self.points[0].at) > abs(speed - self.points[-1].at))
        made = self.sweep.beside(speed, self.near[nearer])
        before, after = self.points[place - 1], self.points[place]
        new = self._joined(before, *made, after)
        beyond = self._joined(new, after.spectrum, after.patterns, after)
        if after.k not in (beyond.k, beyond.twin):
            raise Lost
        self.points.insert(place, new)
        return new

    def _joined(
        self, old: Point, spectrum: Spectrum, patterns: Patterns, ahead: Point | None = None
    ) -> Point:
        """The branch at another speed, with eigenvalues expected on the line to the point ahead."""
        expected = old.spectrum.values.copy()
        if ahead is not None and ahead.at != old.at:
            share = (spectrum.at - old.at) / (ahead.at - old.at)
            expected[old.k] += share * (ahead.s - old.s)
        to, uncertainty = join(old.spectrum, spectrum, expected=expected, floor=self.floor)
        k, twin = int(to[old.k]), int(to[old.twin]) if self.pair else -1
        if self.pair and not (
            uncertainty[[old.k, old.twin]].max() <= 1.0 - TRACKING.sure and _is_couple(spectrum, k, twin)
        ):
            k, twin = _couple(old, spectrum)
        elif k < 0 or uncertainty[old.k] > 1.0 - TRACKING.sure:
            raise Lost
        return Point(spectrum, patterns, k, twin)

    def root(self, f: Callable[[Point], float], a: float, b: float) -> Root:
        """Where a function of the branch vanishes between two speeds at which its signs differ.

        The next speed is the zero of the parabola through three known points, or the middle of the two round
        the zero where the one before did not help.
        """
        self.left = CAMPBELL.most_solutions
        ends = max(abs(f(self.point(a))), abs(f(self.point(b))))
        last, least = self.points[0], np.inf
        while True:
            points = [point for point in self.points if min(a, b) <= point.at <= max(a, b)]
            points.sort(key=lambda point: point.at)
            x, values = np.array([point.at for point in points]), np.array([f(point) for point in points])
            best = int(np.abs(values).argmin())
            changes = np.flatnonzero(values[:-1] * values[1:] < 0.0)
            if values[best] == 0.0:
                return Root(points[best].at, points[best])
            if not len(changes):
                raise Lost
            i = int(changes[0])
            line, speed = _zeros(x, values, i)
            if abs(speed - last.at) <= CAMPBELL.last_step * abs(speed):
                if abs(f(last)) > CAMPBELL.jump * ends:
                    raise Lost
                return Root(speed, last)
            before, least = least, float(np.abs(values[[i, i + 1]]).min())
            if least > 0.5 * before:
                if least <= CAMPBELL.rounded_difference * ends:
                    return Root(points[best].at, points[best])
                speed = 0.5 * float(x[i] + x[i + 1])
            try:
                last = self.point(speed)
            except SolveError:
                # both eigenvalues are zero next to it, with one vector, and no modes are found
                if abs(line - speed) > CAMPBELL.flat * abs(speed):
                    raise
                return Root(speed, points[best])


def _zeros(x: Floats, values: Floats, i: int) -> tuple[float, float]:
    """Zero between two neighbouring points of the line through them, and of the parabola through a third."""
    line = float(x[i] - values[i] * (x[i + 1] - x[i]) / (values[i + 1] - values[i]))
    others = [k for k in range(len(x)) if k not in (i, i + 1)]
    if not others:
        return line, line
    near = [i, i + 1, min(others, key=lambda k: abs(float(x[k]) - line))]
    roots = np.roots(np.polyfit(x[near] - line, values[near], 2)) + line
    inside = [float(root.real) for root in roots if root.imag == 0.0 and x[i] < root.real < x[i + 1]]
    return line, inside[0] if inside else line


def _is_couple(spectrum: Spectrum, k: int, twin: int) -> bool:
    """Whether two eigenvalues are conjugate, or both real."""
    return bool(spectrum.partner[k] == twin != k or (k != twin and spectrum.real[[k, twin]].all()))


def _couple(old: Point, new: Spectrum) -> tuple[int, int]:
    """The pair, or the two real roots, at another speed that has most of the space of the old ones.

    With the projectors P = X Yᴴ on the spaces of two eigenvalues, by their right and dual vectors, tr P P′ is
    2 for equal spaces, also where both eigenvalues and their vectors are nearly one. The first of the two has
    more of the first of the old ones.
    """
    real = np.flatnonzero(new.real)
    firsts = np.flatnonzero(new.partner > np.arange(len(new.partner)))
    pairs = np.array([*zip(firsts, new.partner[firsts], strict=True), *combinations(real, 2)], dtype=int)
    if not len(pairs):
        raise Lost
    mine, most, found = [old.k, old.twin], 2.0 * TRACKING.sure, (-1, -1)
    for turned in (False, True):
        there, back = coordinates(old.spectrum, new, turned=turned)
        shared = there[mine] * back[:, mine].T
        traces = np.abs(shared.sum(axis=0)[pairs].sum(axis=1))
        best = int(traces.argmax())
        if traces[best] > most:
            most = float(traces[best])
            a, b = map(int, pairs[best])
            found = (a, b) if abs(shared[0, a]) >= abs(shared[0, b]) else (b, a)
    if found[0] < 0:
        raise Lost
    return found


class CriticalSpeeds:
    """Solves for the critical speeds of a diagram; what was solved is kept.

    The points are branches by their numbers at ascending speeds, at which the modes are known; `floor` is
    that of :func:`join`.
    """

    def __init__(
        self, sweep: RotorSweep, points: list[dict[int, Point]], *, modes: list[Modes], floor: float
    ) -> None:
        self.sweep, self.points, self.modes, self.floor = sweep, points, modes, floor
        self.kept: dict[Crossing, list[Solved] | None] = {}

    def __call__(self, crossing: Crossing) -> list[Solved] | None:
        """The critical speeds of a crossing, or None where they are not found."""
        if crossing not in self.kept:
            self.kept[crossing] = self._solved(crossing)
        return self.kept[crossing]

    def _solved(self, crossing: Crossing) -> list[Solved] | None:
        try:
            if self.sweep.is_changed():
                return None
            found = self._found(crossing)
        except (Lost, SolveError, ModelError):
            return None
        senses = (1.0, -1.0) if crossing.dead else (crossing.sense,)
        return [Solved(root.speed, max(root.point.part(sense) for sense in senses)) for root in found]

    def _line(self, branch: int, first: int, last: int, *, pair: bool) -> Line:
        """The branch between two speeds of the diagram, of a pair from an end at which it is one."""
        rows = range(first, last + 1)
        if pair and self.points[first][branch].is_real:
            rows = rows[::-1]
        points, modes = [self.points[i][branch] for i in rows], (self.modes[rows[0]], self.modes[rows[-1]])
        return Line(self.sweep, points, near=modes, floor=self.floor, pair=pair)

    def _found(self, crossing: Crossing) -> list[Root]:
        meeting, resting = crossing.meeting, self.sweep.frame is WORLD

        def gap(point: Point) -> float:
            turned = (0.0 if resting else point.at) - crossing.order * point.at
            value = crossing.sense * point.s.imag + turned
            return 0.0 if abs(value) <= CAMPBELL.no_difference * abs(point.at) else value

        if meeting.how is How.MET:
            return self._met(crossing, gap)
        pair = crossing.dead and meeting.how is not How.PASSES
        line = self._line(crossing.branch, meeting.first, meeting.last, pair=pair)
        a, b = line.points[0].at, line.points[-1].at
        if meeting.how is How.PASSES:
            return [line.root(lambda point: point.s.real, a, b)]
        if meeting.how is How.VANISHES:
            return [line.root(lambda point: point.product, a, b)]
        return _crossed(line, gap)

    def _met(self, crossing: Crossing, gap: Callable[[Point], float]) -> list[Root]:
        """At a speed of the diagram, or beside it where the difference is not quite zero.

        Where s is zero a range may begin or end in which the pair is two real roots that grow; its other end
        is perhaps before the next speed.
        """
        i, branch = round(crossing.meeting.at), crossing.branch
        here = self.points[i][branch]
        beside = sorted({crossing.meeting.first, crossing.meeting.last} - {i})
        for k in beside:
            if gap(here) * gap(self.points[k][branch]) < 0.0:
                return _crossed(self._line(branch, min(i, k), max(i, k), pair=crossing.dead), gap)
        found = [Root(here.at, here)]
        for k in beside if crossing.dead else ():
            other = self.points[k][branch]
            if not other.is_real:
                line = self._line(branch, min(i, k), max(i, k), pair=True)
                probe = line.point(here.at + CAMPBELL.probe * (other.at - here.at))
                if probe.product < 0.0:
                    found.append(line.root(lambda point: point.product, probe.at, other.at))
        return found


def _crossed(line: Line, gap: Callable[[Point], float]) -> list[Root]:
    """Where the difference of the frequencies vanishes.

    Where s itself vanishes the pair may be two real roots for a while: if they grow there is a critical speed
    at either end of that range, else one where their product is least, where the response is largest.
    """

    def value(point: Point) -> float:
        if line.pair and point.is_real and point.s != 0.0:
            raise Real
        return gap(point)

    a, b = line.points[0], line.points[-1]
    try:
        return [line.root(value, a.at, b.at)]
    except Real:
        middle = _least(line)
    except Lost:
        if not line.pair:
            raise
        middle = _least(line)
        if not middle.is_real and abs(gap(middle)) > CAMPBELL.jump * max(abs(gap(a)), abs(gap(b))):
            raise
    if middle.product >= 0.0:
        return [Root(middle.at, middle)]
    return [line.root(lambda point: point.product, *ends) for ends in ((a.at, middle.at), (middle.at, b.at))]


def _least(line: Line) -> Point:
    """Where the product of the pair is least or negative, by parabolas through the three lowest points."""
    line.left = CAMPBELL.most_solutions
    if len(line.points) == 2:
        line.point(0.5 * (line.points[0].at + line.points[1].at))
    while True:
        points = line.points
        i = 1 + int(np.argmin([point.product for point in points[1:-1]]))
        best = points[i]
        if best.product < 0.0:
            return best
        x = np.array([points[k].at for k in (i - 1, i, i + 1)]) - best.at
        curve = np.polyfit(x, [points[k].product for k in (i - 1, i, i + 1)], 2)
        if curve[0] <= 0.0:
            raise Lost
        speed = best.at - 0.5 * float(curve[1] / curve[0])
        if abs(speed - best.at) <= CAMPBELL.flat * abs(best.at):
            return best
        line.point(speed)
