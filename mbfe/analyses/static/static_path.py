"""Paths of equilibria: by load factor, time, displacement or arc length; increments find their size."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import unit_vector
from mbfe.analyses.static.balance import Balance, difference, measure
from mbfe.analyses.static.balance_states import descends
from mbfe.analyses.static.newton import Outcome, Reason, correct, descend, slackness
from mbfe.analyses.static.static_rows import StaticRows
from mbfe.analyses.static.tolerances import PATH
from mbfe.checks import array, count, function, positive, refusal
from mbfe.contracts import check_fields
from mbfe.engine.balance.tolerances import DESCENT
from mbfe.model.compile import describe_row

__all__ = [
    "SETTLED_WORDS", "ArcLength", "DisplacementControl", "PathFailed", "closed", "descend_in_place", "follow",
    "follow_arc", "follow_or_settle", "solve_displacement",
]  # fmt: skip

SETTLED_WORDS = "the equilibrium was found by descent from the initial pose, since no load path starts there"


class PathFailed(Exception):
    """An increment failed at all lengths; ``reached`` and ``tried`` are values of the path's parameter."""

    def __init__(self, outcome: Outcome, reached: float, tried: float) -> None:
        super().__init__(outcome.why)
        self.outcome, self.reached, self.tried = outcome, reached, tried


@dataclass(frozen=True, eq=False)
class DisplacementControl:
    """Prescribe a displacement and find the load factor that belongs to it.

    Parameters
    ----------
    node : body, node or str
        Node of the displacement.
    direction : (3,) array_like
        Direction of the displacement, world axes; its length does not matter.
    displacement : float or sequence of float
        Displacement from the start [m], or several in turn.
    increments : int
        Number of steps to each of them; increased where necessary.

    Notes
    -----
    With d_r = −K⁻¹r and d_Λ = −K⁻¹ ∂r/∂Λ a correction is d_r + δΛ d_Λ, δΛ from e·u = ū (Batoz and Dhatt
    1979). It passes limit points of the load, not of the displacement.
    """

    node: Any
    direction: ArrayLike
    displacement: Any
    increments: int = 10

    def __post_init__(self) -> None:
        where = "DisplacementControl"
        check_fields(self)
        count(where, "increments", self.increments, least=1, most=PATH.most_increments)
        unit_vector(self.direction, where=f"{where}: direction")
        way = array(where, "displacement", self.displacement)
        if way.ndim > 1 or not way.size:
            raise refusal(where, "displacement", self.displacement, "a number, or a row of numbers [m]")


@dataclass(frozen=True, eq=False)
class ArcLength:
    """Follow the path of equilibria by its length, through limit points of load and displacement.

    Parameters
    ----------
    increment : float
        First increment: root mean square of the displacements of the nodes, as a part of the model's length.
    largest : float, optional
        Largest increment; four times the first one when absent.
    increments : int
        Number of increments to make.
    until : callable, optional
        ``until(point)`` is called after each increment and ends the path when it returns True; the point has
        ``load_factor``, ``position(name)`` and ``displacement(name)`` of a body or node, world axes [m].

    Notes
    -----
    Predictor along the tangent in the direction of the last increment; corrections stay in the plane across
    it (Riks 1979), in the space of displacements and of rotations times a tenth of the model's length.
    """

    increment: float = 0.02
    largest: float | None = None
    increments: int = 100
    until: Callable[[Any], bool] | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        positive("ArcLength", "increment", self.increment)
        if self.largest is not None:
            positive("ArcLength", "largest", self.largest)
        count("ArcLength", "increments", self.increments, least=1, most=PATH.most_increments)
        if self.until is not None:
            function("ArcLength", "until", self.until, arguments=1)


def closed(balance: Balance, outcome: Outcome) -> Outcome:
    """The outcome, which has not converged where rows that depend on others cannot be fulfilled with them."""
    if not outcome.converged:
        return outcome
    state = balance.compiled.state
    gap = np.abs(state.r[balance.n_motion :] * state.scales[balance.n_motion :])
    speed = math.hypot(*balance.spin[3:])
    if not gap.max(initial=0.0) > PATH.open_row * balance.length * max(1.0, speed):
        return outcome
    worst = describe_row(balance.compiled, int(np.argmax(gap)))
    unit = "m, or rad times the length of the model"
    why = f"{Reason.CONTRADICTION}: {worst} remains open by {gap.max():.3g} ({unit})"
    return Outcome(False, outcome.iterations, why)


def follow(
    solve: Callable[[float], Outcome],
    balance: Balance,
    rows: StaticRows,
    way: tuple[float, float],
    increment: float,
) -> None:
    """Go from one value of a parameter to another; increments shrink on failure and grow when they do well.

    `solve` finds the balance at a value from the present state, which is put back after a failure. The `way`
    is the first value, where the model is in balance, and the last one; the first increment is a part of it.

    Notes
    -----
    An increment that ends less stable than it began may have left the path for another one; it is made
    smaller, down to ``CAREFUL`` of the way. A model at rest that is unstable from there on is refused; a
    rotation about a middle axis has no other path, and its modes say that it grows.
    """
    start, end = way
    part, done = increment, 0.0
    while done < 1.0:
        ahead = min(1.0, done + part)
        if 1.0 - ahead < 1e-3 * part:
            ahead = 1.0
        kept, factor = balance.here(), balance.load_factor
        try:
            outcome = solve(start + ahead * (end - start))
        except PathFailed as failed:  # it names a load factor, which is not what every path counts
            reached, tried = start + done * (end - start), start + ahead * (end - start)
            raise PathFailed(failed.outcome, reached, tried) from failed
        outcome = closed(balance, outcome)
        unstable = rows.count_unstable() if outcome.converged else None
        stable = unstable is not None and unstable <= rows.unstable
        leaves = not stable and done == 0.0 and not balance.spin.any()
        if outcome.converged and leaves and part <= PATH.careful_increment:
            outcome = Outcome(False, outcome.iterations, Reason.UNSTABLE)
            raise PathFailed(outcome, start, start + ahead * (end - start))
        if outcome.converged and (part <= PATH.careful_increment or stable):
            done = ahead
            rows.keep(start + done * (end - start), outcome, unstable=unstable)
            part *= 2.0 if outcome.iterations <= 8 else 1.0
            continue
        rows.reject(outcome, end=start + ahead * (end - start), length=(ahead - done) * (end - start))
        balance.restore(kept)
        balance.residual(factor)
        part = outcome.part * min(part, ahead - done)
        if part < PATH.smallest_increment:
            raise PathFailed(outcome, start + done * (end - start), start + ahead * (end - start))


def descend_in_place(balance: Balance, rows: StaticRows, way: tuple[float, float], tolerance: float) -> bool:
    """Let a slack model down to its balance at the end; False where it is not slack or does not get there."""
    before, factor = way
    if not descends(balance) or not len(balance.all_strains):
        return False
    balance.slackness = slackness(balance, before, factor)
    if not balance.slackness > DESCENT.slack:
        return False
    kept = balance.here()
    outcome = closed(balance, descend(balance, factor, tolerance=tolerance))
    if outcome.converged:
        rows.keep(factor, outcome)
        return True
    balance.slackness = 0.0
    rows.reject(outcome, end=factor, length=factor - rows.last)
    balance.restore(kept)
    balance.residual(before)
    return False


def follow_or_settle(
    solve_at: Callable[[float], Outcome],
    settle_at: Callable[[float], Outcome],
    balance: Balance,
    rows: StaticRows,
    *,
    way: tuple[float, float],
    increment: float,
) -> None:
    """Follow a path; where it does not even begin the model settles, from where it is, at the path's end.

    The stiffness of a mechanism that its weight alone holds, or its rotation, grows with what moves it.
    """
    kept, n_rows = balance.here(), rows.increments
    try:
        follow(solve_at, balance, rows, way, increment)
    except PathFailed as failed:
        if rows.increments > n_rows or failed.outcome.why == Reason.AWAY:
            raise
        balance.restore(kept)
        rows.warnings.append(SETTLED_WORDS)
        outcome = settle_at(way[1])
        if not outcome.converged:
            balance.restore(kept)
            raise PathFailed(outcome, *way) from None
        rows.keep(way[1], outcome)


def solve_displacement(
    balance: Balance, node: int, direction: Floats, required: float, *, tolerance: float
) -> Outcome:
    """Newton's method with the load factor as a further unknown and a displacement as a further equation.

    The coordinate of a node along a unit vector, world axes, is to be `required` [m]; iterations end at
    corrections below `tolerance`, in model lengths.
    """
    balance.data.along[:] = direction
    return correct(balance, tolerance=tolerance, node=node, required=required)


def follow_arc(
    balance: Balance,
    rows: StaticRows,
    control: ArcLength,
    *,
    until: Callable[[], bool],
    tolerance: float,
) -> None:
    """Follow the path of equilibria by arc length, from a state in balance, until ``until()`` is true."""
    length = control.increment
    largest = control.largest or 4.0 * control.increment
    travelled, last = 0.0, np.zeros(0)
    for _ in range(control.increments):
        while True:
            kept, factor = balance.here(), balance.load_factor
            outcome, moved = _arc_increment(balance, length, last, tolerance)
            if outcome.converged:
                break
            rows.reject(outcome, end=travelled + length, length=length)
            balance.restore(kept)
            balance.residual(factor)
            length *= 0.25
            if length < PATH.smallest_increment * control.increment:
                raise PathFailed(outcome, factor, balance.load_factor)
        last = moved
        travelled += length
        rows.keep(travelled, outcome)
        if until():
            return
        length = min(largest, length * float(np.clip(np.sqrt(6.0 / outcome.iterations), 0.5, 2.0)))


def _arc_increment(balance: Balance, length: float, last: Floats, tolerance: float) -> tuple[Outcome, Floats]:
    factor = balance.load_factor
    along = balance.load_direction()
    if not balance.factorise():
        return Outcome(False, 0, Reason.SINGULAR), last
    forward, multiplier, _ = balance.direction(r=along)
    tangent = measure(balance, forward)
    size = float(np.linalg.norm(tangent))
    if not size > 0.0 or not np.isfinite(size):
        return Outcome(False, 0, "the loads move nothing"), last
    by = length * balance.length / size
    if len(last) and tangent @ last < 0.0:
        by = -by
    start = balance.here()
    plane = by * tangent
    balance.move(start, by * forward, by * multiplier, 1.0)
    balance.residual(factor + by)
    balance.data.plane[:] = plane
    outcome = correct(balance, tolerance=tolerance)
    moved = difference(balance, start[0])
    if outcome.converged and np.linalg.norm(moved - plane) > 0.6 * np.linalg.norm(plane):
        outcome = Outcome(False, outcome.iterations, "the path's direction changes too much in one increment")
    return outcome, moved
