"""Kinematic analysis over the sweep of the drives: rows, dead points and errors."""

from __future__ import annotations

import itertools
import time as clock
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.following import DeadPoint, Follower, Point
from mbfe.analyses.kinematic.geometry import Geometry, null_space
from mbfe.analyses.kinematic.motion_rows import MotionRows
from mbfe.analyses.kinematic.state_quantity import StateQuantity
from mbfe.analyses.kinematic.tolerances import FOLLOWING
from mbfe.analyses.progress import Progress
from mbfe.analyses.start.initial import set_characteristics
from mbfe.analyses.start.saddle import acting_rows
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.free_motions import named_motions, words_of
from mbfe.engine.columns import POSES, RATES
from mbfe.errors import ModelError, SolveError
from mbfe.failures.early import failed_function, interruption
from mbfe.functions.instants import AFTER
from mbfe.model.compile import CompiledModel, describe_row
from mbfe.model.places import item_warnings
from mbfe.results.store.layout import Status

__all__ = ["Sweep", "function_error"]


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence: a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def function_error(compiled: CompiledModel, time: float, kept: str) -> BaseException | None:
    """Error of a Python function that raised one, or the interruption that it received."""
    failed = failed_function(compiled, time)
    if failed is None or interruption(compiled) is not None:
        return interruption(compiled)
    where, what, raised = failed
    error = SolveError(where, what, remedy=kept)
    error.__cause__ = raised
    error.time = time
    return error


class Sweep:
    """The kinematic analysis of a mechanism over a sequence of times."""

    def __init__(self, geometry: Geometry, rows: MotionRows, *, stop: bool, progress: Progress) -> None:
        self.geometry, self.rows, self.stop, self.progress = geometry, rows, stop, progress
        self.follower = Follower(geometry)
        self.dead: list[dict[str, Any]] = []
        self.warnings = item_warnings(geometry.compiled.model)
        self.kinks = geometry.compiled.builder.kinks

    def report(self, began: float) -> dict[str, Any]:
        """Counters, dead points and warnings."""
        return {
            "steps": self.rows.count - 1,
            "iterations": self.follower.iterations,
            "factorisations": self.geometry.decompositions,
            "rejected": self.follower.rejected,
            "seconds": clock.perf_counter() - began,
            "dead_points": self.dead,
            "warnings": self.warnings,
        }

    def go(self, times: Floats) -> Status:
        """Solve for the poses at all times; returns the status at the end."""
        point = self._begin(float(times[0]))
        self.rows.keep(point, self.follower.iterations)
        if self._is_dead(point):
            self._note(DeadPoint(point, False, point.found.direction))
            if self.stop:
                return Status.STOPPED
        for before, time in itertools.pairwise(times):
            kinks = self.kinks.between(before, time)
            inner = kinks[(kinks > before) & (kinks < time)]
            for target in [*inner, time]:
                reached = self._advance(point, float(target))
                if isinstance(reached, DeadPoint):
                    self.rows.keep(reached.point, self.follower.iterations)
                    return Status.STOPPED
                self.rows.commit(reached)
                if target == time:
                    self.rows.keep(reached, self.follower.iterations)
                    self.progress.update(float(time), self.rows.count)
                point = self._onwards(reached)
        return Status.COMPLETED

    # ------------------------------------------------------------------ the start

    def _begin(self, time: float) -> Point:
        """First point; refuses a mechanism that its drives do not determine."""
        g = self.geometry
        side = self._after(time)
        closed, found = self.follower.close(time)
        if not closed:
            raise self._failure(time, time)
        if found.rank() < len(g.dofs):
            free = self._free_motions(time)
            if free.shape[1]:
                raise self._undetermined(free, time)
        rows = int(acting_rows(g.compiled, time).sum())
        redundant = rows - found.rank()
        if redundant > 0:
            self.warnings.append(f"{redundant} of {rows} constraint rows depend on others")
        return replace(self.follower.rates(side, side=1 if side != time else 0), time=time)

    def _after(self, time: float) -> float:
        """The time itself, or a moment later when it is a kink: curves count from the left."""
        kinks = self.kinks.near(time)
        on = np.abs(kinks - time).min(initial=np.inf) <= 1e-14 * max(1.0, abs(time))
        return float(time + AFTER * np.spacing(abs(time))) if on else time

    def _onwards(self, point: Point) -> Point:
        """The start of the next step: after a kink with the right-hand velocities."""
        after = self._after(point.time)
        if after == point.time:
            return point
        self.geometry.motion[:] = point.motion
        return replace(self.follower.rates(after, side=1), time=point.time)

    def _free_motions(self, time: float) -> Floats:
        """Directions in which the mechanism can move on with its drives held; a dead point has none."""
        g = self.geometry
        D = g.matrix(time)
        basis = null_space(D)
        if (~g.holonomic).any():
            return basis
        here, kept = g.motion.copy(), []
        for vector in basis.T:
            size = FOLLOWING.trial_of_free_motion * g.length / float(np.abs(vector).max())
            g.move(here, size * vector)
            closed, found = self.follower.close(time)
            way = np.abs(g.motion[:, POSES] - here[:, POSES]).max()
            moved = closed and way > 0.1 * size * np.abs(vector * g.unit).max() and found.rank() < len(g.dofs)
            if moved:
                kept.append(vector)
        g.motion[:] = here
        return np.array(kept).reshape(-1, len(g.dofs)).T

    def _undetermined(self, free: Floats, time: float) -> ModelError:
        g = self.geometry
        balance = Balance(g.compiled, time=time)
        words = [direction.words for direction in named_motions(balance, g.unit[:, None] * free)]
        set_characteristics(g.compiled, time)
        changing = self._changing(free, time)
        bends = any(item.carries for item in g.compiled.model.items.values())
        rigid = "Beams bend: take rigid bodies in their place. " if bends else ""
        which = f"one of {', '.join(changing[:8])}" if changing else "it"
        return ModelError(
            "solve_kinematics",
            f"joints and drives leave {free.shape[1]} motion(s) free: {'; '.join(words[:6])}",
            allowed="mechanisms whose drives determine every motion",
            remedy=f"{rigid}Drive {which} by a Motor, hold it by a joint, or take solve_dynamic with masses",
        )

    def _changing(self, free: Floats, time: float) -> list[str]:
        """Joint coordinates that free motions change."""
        g = self.geometry
        found = []
        for item in g.compiled.model.items.values():
            if item.family != "joint":
                continue
            for name in item.coordinate_names:
                row = StateQuantity(g, name, "solve_kinematics").gradient(time)
                if np.abs(row @ free).max(initial=0.0) * g.length > 1e-6:
                    found.append(f'"{name}"')
        return found

    # ------------------------------------------------------------------ on the way

    def _is_dead(self, point: Point) -> bool:
        return point.found.least < FOLLOWING.dead_point

    def _advance(self, point: Point, target: float) -> Point | DeadPoint:
        """Go to a time by one step or several; a dead point on the way ends it where that is required."""
        follower = self.follower
        whole = target - point.time
        h = longest = min(whole, FOLLOWING.part_of_longest * follower.longest(point))
        while point.time < target:
            h = min(h, FOLLOWING.part_of_longest * follower.longest(point))
            time = min(point.time + h, target)
            if target - time < 1e-3 * FOLLOWING.shortest_part * whole:
                time = target
            end = follower.step(point, time)
            if end is None:
                if follower.contradiction:
                    raise self._failure(point.time, time)
                follower.rejected += 1
                h = 0.5 * (time - point.time)
                if h <= longest / 16.0:
                    turning = follower.turning(point, target)
                    if turning is not None:
                        self._note(turning)
                        return turning
                if h < FOLLOWING.shortest_part * whole:
                    raise self._failure(point.time, time)
                continue
            if end.found.least < FOLLOWING.near_dead_point:
                end = self._through(point, end, whole)
            if self._is_dead(end) or follower.crossed(point, end):
                dead = follower.branching(point, end)
                if not (self.dead and self._same(dead)):
                    self._note(dead)
                if self.stop:
                    return dead
            point = end
            if point.time < target:
                self.rows.commit(point)  # angles count whole turns between poses that are near
            h *= 2.0
        return point

    def _same(self, dead: DeadPoint) -> bool:
        return abs(self.dead[-1]["time"] - dead.point.time) <= 1e-9 * max(1.0, abs(dead.point.time))

    def _through(self, start: Point, end: Point, whole: float) -> Point:
        """A point close to a dead point, again between two points around it, where there are such.

        Its own equations determine it only to the root of round-off.
        """
        width = 2e-2 * min(whole, end.time - start.time)
        ends = []
        for at in (end.time - width, end.time + width):
            beside = self.follower.step(start, at)
            if beside is None or beside.found.least < FOLLOWING.near_dead_point:
                return end
            ends.append(beside)
        return self.follower.between(*ends)

    def _note(self, dead: DeadPoint) -> None:
        """Remember a dead point, in words."""
        g = self.geometry
        g.motion[:] = dead.point.motion
        g.motion[:, RATES] = 0.0
        drives = self._drives()
        balance = Balance(g.compiled, time=dead.point.time)
        moving = words_of(balance, g.unit * dead.direction)
        set_characteristics(g.compiled, dead.point.time)
        t = dead.point.time
        several = len(drives) > 1
        what = "at a limit" if dead.turning else f"{'do' if several else 'does'} not determine the motion"
        who = _listed(drives)
        still = "they stand still" if several else "it stands still"
        words = f"dead point at t = {t:.9g} s: {who} {what}: {moving} while {still}"
        if self.stop and not dead.turning:
            words += '; dead_points="pass" continues smoothly'
        self.dead.append({"time": t, "turning": dead.turning, "words": words})
        self.warnings.append(words)
        g.motion[:] = dead.point.motion

    def _drives(self) -> list[str]:
        """What drives, by name."""
        g = self.geometry
        builder = g.compiled.builder
        found = dict.fromkeys(
            owner.where
            for number, owner in enumerate(builder.owners)
            for row in g.compiled.layout.rows[number]
            if row >= 0 and owner.prescribes
        )
        found |= dict.fromkeys(f'"{n.name}"' for n in g.compiled.model.nodes.values() if n.drive is not None)
        return list(found) or ["the drive"]

    def _failure(self, reached: float, tried: float) -> BaseException:
        """The error of a motion that cannot be followed, or of a time function that failed."""
        g = self.geometry
        kept = f"All rows up to t = {reached:.6g} s are in the results (error.results)"
        raised = function_error(g.compiled, tried, kept)
        if raised is not None:
            return raised
        gap = np.abs(g.values(tried))
        worst = [int(row) for row in np.argsort(-np.nan_to_num(gap, nan=np.inf))[:3]]
        rows = "; ".join(f"{describe_row(g.compiled, row)}: {gap[row]:.3g} m" for row in worst)
        given = f"the mechanism cannot follow its drives. Worst rows: {rows}"
        remedy = "Check the time functions there: a discontinuity, or too long a motion"
        if self.follower.contradiction:
            given = f"the joints are inconsistent with {_listed(self._drives())}. Worst rows: {rows}"
            remedy = "Drive only as many coordinates as the mechanism has degrees of freedom"
        error = SolveError(f"solve_kinematics at t = {tried:.6g} s", given, remedy=f"{remedy}. {kept}")
        error.time = tried
        return error
