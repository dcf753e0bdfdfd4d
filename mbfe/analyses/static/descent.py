"""Iteration to a distant stable equilibrium from any pose: slack cables, chains, mechanisms.

Newton's method finds the equilibrium that is near; a cable or chain that is drawn elsewhere has to travel, by
turns of half a turn, past poses in which its stiffness is indefinite. Each step here is one factorisation of
K + αS, with S the squares of the scales of the unknowns (a Levenberg–Marquardt step, or an implicit step of
S η̇ = −r), and

- α is such that no part turns by more than ``TURN`` and that K + αS is positive definite on what the
  constraints allow, which follows from the inertia of the factors (Sylvester); its lowest eigenvalue comes
  from a few Lanczos steps with the same factors, and the next α from there (Moré and Sorensen 1983);
- a share of the step goes along the direction of lowest, negative stiffness: a pose of symmetry, as an arch
  that stands, is left at once, and the end is no saddle;
- stresses of stiff elements are unknowns of their own, predicted by the linear part of the strains
  (:func:`mbfe.analyses.static.newton.find_balance_predicted`), as the multipliers of constraints are anyway:
  what a large move stretches by second order has no part in the stiffness of the next one;
- every node moves on its own, and one solution with the same factors then takes the second-order gaps of
  constraints and strains back (the second-order correction of sequential quadratic programming).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.analyses.static.balance import Balance, largest_force, largest_way
from mbfe.analyses.static.balance_states import BalanceOfStates
from mbfe.analyses.static.newton import Outcome, Reason, only_noise
from mbfe.analyses.static.tolerances import DESCENT, NEWTON, SETTLING
from mbfe.engine.columns import POSITIONS, ROTATIONS

__all__ = ["descend", "descends", "slackness"]


@dataclass
class _Shift:
    """The shift α [N/m] and what is known of the lowest stiffness."""

    value: float
    least: float
    """The shift, and the least one."""
    lowest: float
    """Lowest stiffness that the constraints allow [N/m]."""
    vector: Floats
    """Its direction, in scaled unknowns, (n,)."""

    def follow(self, size: float) -> None:
        """Choose the next shift after a step of this size: one that is as long as allowed, and definite."""
        self.value *= min(max(size / DESCENT.turn, DESCENT.least_change), DESCENT.largest_change)
        self.value = max(self.value, -DESCENT.above_lowest * self.lowest, self.least)


def descend(
    balance: Balance,
    load_factor: float,
    *,
    tolerance: float,
    steps: int = DESCENT.most_steps,
    far: float = DESCENT.farthest_way,
) -> Outcome:
    """Go down to a stable balance; a pose that is in balance, stable or not, is kept.

    The equations are at rest and without states. `tolerance` is the largest correction at the end, in model
    lengths; `steps` the largest number of factorisations; `far` the way, in lengths and radians, after which
    the model is said to move away.
    """
    if balance.residual(load_factor) != 0:
        return Outcome(False, 0, "a law failed")
    left = balance.pull()
    first = max(left, abs(load_factor) * largest_force(balance, balance.load_direction()))
    least = max(DESCENT.least_shift * balance.stiffness, DESCENT.faint * first / balance.length)
    shift = _Shift(
        max(left / (0.1 * balance.length), DESCENT.first_shift * balance.stiffness), least, 0.0, np.zeros(0)
    )
    predicted = balance.all_strains.measured(balance.time)
    travelled, before, may_fall, drawn = 0.0, np.inf, True, True
    for iteration in range(1, steps + 1):
        if not _factorise(balance, shift, predicted):
            continue
        step, multiplier, size = _step(balance, predicted)
        if not size <= DESCENT.repeated_beyond * DESCENT.turn:
            shift.value *= min(max(size / DESCENT.turn, 2.0), 100.0) if np.isfinite(size) else 100.0
            continue
        if drawn and size <= DESCENT.at_rest and balance.gap() <= SETTLING.near_enough * balance.length:
            balance.move(balance.here(), step, multiplier, 1.0, along_tree=False)
            balance.residual(load_factor)
            return Outcome(True, iteration)
        drawn = False
        aside = may_fall and shift.lowest < -max(least, DESCENT.significant * left / balance.length)
        if aside:
            step = step + _aside(balance, shift, size)
            size = reach(balance, step)
        base = balance.here()
        strains = _predicted(balance, step, multiplier)
        balance.move(base, step, multiplier, 1.0, along_tree=False)
        safe = _take_gaps_back(balance, strains, size)
        now = _pull_of(balance, strains) if safe else np.inf
        may_fall = not (aside and now > DESCENT.given_up * first)  # not along a direction that is round-off
        if not (safe and may_fall):
            balance.restore(base)
            balance.residual(load_factor)
            shift.value *= 1.0 if safe else 10.0
            continue
        predicted, left, first = strains, now, max(first, now)
        if _is_balance(balance, shift, left, first):
            small = size <= tolerance or (size > 0.5 * before and size <= NEWTON.stagnation)
            if small or only_noise(balance):
                return Outcome(True, iteration)
            before, size = size, 0.0
        travelled += size
        if travelled > far:
            return Outcome(False, iteration, Reason.AWAY)
        shift.follow(size)
    return Outcome(False, steps, Reason.UNSETTLED)


def descends(balance: Balance) -> bool:
    """Whether this iteration is possible: at rest, and without states that follow velocities."""
    return not isinstance(balance, BalanceOfStates) and not balance.spin.any()


def slackness(balance: Balance, before: float, after: float) -> float:
    """Linear response to a change of the load factor from the present pose, in model lengths and radians.

    That to the loads where they act, or along the direction of lowest stiffness, in which an arch carries no
    load until it buckles, if all of them acted there. Where it is many times the length, as for a cable, the
    loads are held in the end by another pose, and there is no path of equilibria worth following.
    """
    moving, scales = balance.moving, balance.compiled.state.scales
    balance.residual(before)
    along = balance.load_direction()
    if not along[moving].any():
        return 0.0
    shift = DESCENT.shift_to_judge * balance.stiffness
    if not balance.factorise(shift=shift, singular=0.0) or balance.negative_directions()[0] > 0:
        return 0.0
    response, _, _ = balance.direction(r=along)
    found = reach(balance, response)
    compliances, vectors = _ritz(balance, np.zeros(0), steps=DESCENT.lanczos_steps_beside_free)
    elastic = np.flatnonzero(
        (compliances > 0.0) & (compliances * (1.0 + DESCENT.free_beside_shift) * shift < 1.0)
    )
    if len(elastic):  # the last one is the softest that is not free
        mode = np.zeros(balance.n_motion)
        mode[moving] = scales[moving] * vectors[:, elastic[-1]]
        size = float(np.linalg.norm(along[moving] * scales[moving]))
        size /= 1.0 / compliances[elastic[-1]] - shift
        found = max(found, size * reach(balance, mode))
    return abs(after - before) * found


def _step(balance: Balance, predicted: Floats) -> tuple[Floats, Floats, float]:
    """The step that the forces ask for and, as far as it is short enough, that which closes all gaps."""
    gaps = _gaps(balance, predicted)
    forces = balance.compiled.state.r - gaps
    step, multiplier, _ = balance.direction(r=forces)
    closing, its_multiplier, _ = balance.direction(r=gaps)
    way = reach(balance, closing)
    if not np.isfinite(way):
        return step, multiplier, way
    part = min(1.0, DESCENT.share_of_gaps * DESCENT.turn / max(way, 1e-300))
    step, multiplier = step + part * closing, multiplier + part * its_multiplier
    return step, multiplier, reach(balance, step)


def _gaps(balance: Balance, predicted: Floats) -> Floats:
    """What of the residual are gaps of constraints, and of strains from those that are predicted."""
    factor, state = balance.load_factor, balance.compiled.state
    gaps = state.r.copy()
    with balance.all_strains.taken_as(predicted, balance.time):
        balance.residual(factor)
        gaps[: balance.n_motion] -= state.r[: balance.n_motion]
    balance.residual(factor)
    return gaps


def reach(balance: Balance, step: Floats) -> float:
    """Largest turn of a body or of the line of two points [rad], or way of a node in lengths of the model."""
    rows = step.reshape(-1, 6)
    own = rows[balance.nodes]
    turns = [
        float(np.linalg.norm(own[:, :3], axis=1).max(initial=0.0)) / balance.length,
        float(np.linalg.norm(own[:, 3:], axis=1).max(initial=0.0)),
    ]
    other = ~np.isin(balance.moving // 6, balance.nodes)
    scales = balance.compiled.state.scales[balance.moving[other]]
    turns.append(float(np.abs(step[balance.moving[other]] / scales).max(initial=0.0)) / balance.length)
    if len(balance.lines):
        motion, (first, second) = balance.compiled.state.motion, balance.lines.nodes
        a, b = balance.lines.points
        moved = [
            rotate(motion[node, ROTATIONS], rows[node, :3] + np.cross(rows[node, 3:], point))
            for node, point in ((first, a), (second, b))
        ]
        place = [
            motion[node, POSITIONS] + rotate(motion[node, ROTATIONS], point)
            for node, point in ((first, a), (second, b))
        ]
        line, change = place[1] - place[0], moved[1] - moved[0]
        length = np.linalg.norm(line, axis=1)
        long = length > DESCENT.short * balance.length
        line = line[long] / length[long, None]
        across = change[long] - (change[long] * line).sum(axis=1)[:, None] * line
        turns.append(float((np.linalg.norm(across, axis=1) / length[long]).max(initial=0.0)))
    return float(np.max(turns))


def _factorise(balance: Balance, shift: _Shift, predicted: Floats) -> bool:
    """Factorise with the stresses that were predicted; False, with a larger shift, where it is indefinite."""
    factor = balance.load_factor
    with balance.all_strains.taken_as(predicted, balance.time):
        balance.residual(factor)
        regular = balance.factorise(shift=shift.value, singular=0.0)
    balance.residual(factor)
    negative = balance.negative_directions()[0] if regular else 0
    if not regular:
        shift.value *= 10.0
        return False
    lowest, vector = _lowest(balance, shift, indefinite=negative > 0)
    if negative > 0:
        shift.value = max(4.0 * shift.value, -DESCENT.above_lowest * lowest)
        return False
    shift.lowest, shift.vector = lowest, vector
    return True


def _lowest(balance: Balance, shift: _Shift, *, indefinite: bool) -> tuple[float, Floats]:
    """Lowest stiffness that the constraints allow, and its direction, in scaled unknowns.

    Where several stiffnesses are below −α it is one of those.
    """
    values, vectors = _ritz(balance, shift.vector)
    if not len(values):
        return 0.0, np.zeros(len(balance.moving))
    at = 0 if indefinite and values[0] < -DESCENT.noise * np.abs(values).max() else len(values) - 1
    return float(1.0 / values[at] - shift.value), vectors[:, at]


def _ritz(balance: Balance, near: Floats, *, steps: int = DESCENT.lanczos_steps) -> tuple[Floats, Floats]:
    """Ritz values of (K + αS)⁻¹ on what the constraints allow, lowest first, and their unit vectors.

    A few Lanczos steps with the factors at hand, from a direction nearby and all others; the vectors go
    through the inverse once more, as round-off in them would strain what is stiff.
    """
    scales, moving = balance.compiled.state.scales[balance.moving], balance.moving
    r = np.zeros(len(balance.compiled.state.r))

    def inverse(x: Floats) -> Floats:
        r[moving] = -x / scales
        found: Floats = balance.direction(r=r)[0][moving] / scales
        return found

    start = np.random.default_rng(0).standard_normal(len(moving))
    start /= np.linalg.norm(start)
    if len(near):
        start += 3.0 * near
    start = inverse(start)
    basis, columns = [start / np.linalg.norm(start)], list[Floats]()
    for _ in range(min(steps, len(moving))):
        new = inverse(basis[-1])
        columns.append(new)
        known = np.array(basis)
        for _again in range(2):
            new = new - known.T @ (known @ new)
        size = float(np.linalg.norm(new))
        if not size > DESCENT.noise * float(np.linalg.norm(columns[0])):
            break
        basis.append(new / size)
    known = np.array(basis[: len(columns)])
    small = known @ np.array(columns).T
    if not np.isfinite(small).all():
        return np.zeros(0), np.zeros((len(moving), 0))
    values, mixed = scipy.linalg.eigh(0.5 * (small + small.T))
    vectors = np.array([inverse(vector) for vector in (known.T @ mixed).T]).T
    return values, vectors / np.linalg.norm(vectors, axis=0)


def _aside(balance: Balance, shift: _Shift, size: float) -> Floats:
    """A move along the direction of negative stiffness, downhill."""
    moving = balance.moving
    move = np.zeros(balance.n_motion)
    move[moving] = balance.compiled.state.scales[moving] * shift.vector
    uphill = float(balance.compiled.state.r[moving] @ move[moving]) > 0.0
    least, part = DESCENT.least_share_aside, DESCENT.share_aside
    by = part * max(least * DESCENT.turn, DESCENT.turn - size) / reach(balance, move)
    return -by * move if uphill else by * move


def _predicted(balance: Balance, step: Floats, multiplier: Floats) -> Floats:
    """Strains after increments of motions, to first order."""
    strains, base = balance.all_strains, balance.here()
    here = strains.measured(balance.time)
    if not len(strains):
        return here
    part = (
        DESCENT.probe_of_strains
        * balance.length
        / max(largest_way(balance, step), DESCENT.probe_of_strains * balance.length)
    )
    ends = []
    for sign in (1.0, -1.0):
        balance.move(base, step, multiplier, sign * part, along_tree=False)
        ends.append(strains.measured(balance.time))
    balance.restore(base)
    predicted: Floats = here + (ends[0] - ends[1]) / (2.0 * part)
    return predicted


def _take_gaps_back(balance: Balance, predicted: Floats, size: float) -> bool:
    """Take back gaps of constraints and strains, with the factors at hand; False where a law failed."""
    factor, state = balance.load_factor, balance.compiled.state
    if balance.residual(factor) != 0 or not np.isfinite(state.r).all():
        return False
    base = balance.here()
    back, _, _ = balance.direction(r=_gaps(balance, predicted))
    if reach(balance, back) <= 0.5 * size:
        balance.move(base, back, np.zeros(len(state.multiplier)), 1.0, along_tree=False)
    if balance.residual(factor) == 0 and np.isfinite(state.r).all():
        return True
    balance.restore(base)
    return balance.residual(factor) == 0


def _pull_of(balance: Balance, predicted: Floats) -> float:
    """Largest residual with the stresses that are predicted [N]."""
    factor = balance.load_factor
    with balance.all_strains.taken_as(predicted, balance.time):
        balance.residual(factor)
        left = balance.pull()
    balance.residual(factor)
    return left


def _is_balance(balance: Balance, shift: _Shift, left: float, first: float) -> bool:
    """Whether forces are in balance, gaps closed, and no stiffness negative."""
    if shift.lowest < -max(shift.least, left / balance.length):
        return False
    if not balance.gap() <= SETTLING.near_enough * balance.length:
        return False
    return max(left, balance.pull()) <= SETTLING.near_enough * first or only_noise(balance)
