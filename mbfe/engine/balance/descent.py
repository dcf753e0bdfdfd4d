"""Descent to a distant stable equilibrium from any pose: slack cables, chains, mechanisms.

Newton's method finds the equilibrium that is near; a cable or chain that is drawn elsewhere has to travel, by
turns of half a turn, past poses in which its stiffness is indefinite. Each step here is one factorisation of
K + αS, with S the squares of the scales of the unknowns (a Levenberg–Marquardt step, or an implicit step of
S η̇ = −r), and

- α is such that no part turns by more than ``DESCENT.turn`` and that K + αS is positive definite on what the
  constraints allow, which follows from the inertia of the factors (Sylvester); its lowest eigenvalue comes
  from a few Lanczos steps with the same factors, and the next α from there (Moré and Sorensen 1983);
- a share of the step goes along the direction of lowest, negative stiffness: a pose of symmetry, as an arch
  that stands, is left at once, and the end is no saddle;
- stresses of stiff elements are unknowns of their own, predicted by the linear part of the strains
  (:func:`mbfe.engine.balance.predicted.predicted_newton`), as the multipliers of constraints are anyway:
  what a large move stretches by second order has no part in the stiffness of the next one;
- every node moves on its own, and one solution with the same factors then takes the second-order gaps of
  constraints and strains back (the second-order correction of sequential quadratic programming).
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.engine.balance.equations import (
    direction_of,
    factorise_balance,
    gap_of,
    largest_force,
    largest_way,
    load_direction,
    pull_of,
    residual_at,
)
from mbfe.engine.balance.equilibrium import Ended
from mbfe.engine.balance.inertia import count_negative
from mbfe.engine.balance.lanczos import lowest_stiffness, softest_beside_free
from mbfe.engine.balance.moves import keep_here, move, reach, return_to
from mbfe.engine.balance.noise import give_strains_back, measure_strains, only_noise, take_strains
from mbfe.engine.balance.tolerances import DESCENT, NEWTON, SETTLING
from mbfe.engine.kernels.gather import copy_numbers

__all__ = ["descend", "slackness"]


@compiled
def descend(system, state, b, load_factor, steps, far):
    """Go down to a stable balance; a pose that is in balance, stable or not, is kept. Returns an ``Ended``.

    The equations are at rest and without states. ``b.tolerance`` is the largest correction at the end, in
    model lengths; ``steps`` the largest number of factorisations; ``far`` the way, in lengths and radians,
    after which the model is said to move away.
    """
    length, strains = system.environment.length, b.all_strains
    b.iterations = 0
    if residual_at(system, state, b, load_factor) != 0:
        return Ended.LAW_FAILED
    left, first = first_shift(system, state, b, load_factor)
    measure_strains(system, state, b, strains, strains.predicted)
    travelled, before, may_fall, drawn = 0.0, math.inf, True, True
    while b.iterations < steps:
        b.iterations += 1
        if not factorise_definite(system, state, b):
            continue
        if not whole_step(system, state, b):
            continue
        if drawn and b.size <= DESCENT.at_rest and gap_of(state) <= SETTLING.near_enough * length:
            keep_here(state, b.base)
            move(system, state, b, b.base, 1.0, b.alone)
            residual_at(system, state, b, load_factor)
            return Ended.BALANCED
        drawn = False
        least = max(b.least_shift, DESCENT.significant * left / length)
        aside = may_fall and b.lowest_stiffness < -least
        if aside:
            step_aside(system, state, b)
        safe, now = walk(system, state, b, load_factor)
        may_fall = not (aside and now > DESCENT.given_up * first)  # not along a direction that is round-off
        if not (safe and may_fall):
            return_to(state, b.base)
            residual_at(system, state, b, load_factor)
            b.shift *= 1.0 if safe else 10.0
            continue
        copy_numbers(strains.ahead, strains.predicted)
        left, first = now, max(first, now)
        size = b.size
        if is_balance(system, state, b, left, first):
            small = size <= b.tolerance or (size > 0.5 * before and size <= NEWTON.stagnation)
            if small or only_noise(system, state, b):
                return Ended.BALANCED
            before, size = size, 0.0
        travelled += size
        if travelled > far:
            return Ended.AWAY
        # the next shift: a step that is as long as allowed, and definite
        b.shift *= min(max(size / DESCENT.turn, DESCENT.least_change), DESCENT.largest_change)
        b.shift = max(b.shift, -DESCENT.above_lowest * b.lowest_stiffness, b.least_shift)
    return Ended.UNSETTLED


@compiled
def first_shift(system, state, b, load_factor):
    """Set the first shift α and the least one; returns the largest residual, and that of all loads."""
    length = system.environment.length
    left = pull_of(state, b)
    load_direction(system, state, b, b.end.r)
    first = max(left, abs(load_factor) * largest_force(state, b, b.end.r))
    b.least_shift = max(DESCENT.least_shift * state.stiffness, DESCENT.faint * first / length)
    b.shift = max(left / (0.1 * length), DESCENT.first_shift * state.stiffness)
    b.lowest_stiffness = 0.0
    for i in range(b.lowest.shape[0]):
        b.lowest[i] = 0.0
    return left, first


@compiled
def factorise_definite(system, state, b):
    """Factorise with the stresses that were predicted; False, with a larger shift, where it is indefinite."""
    strains = b.all_strains
    take_strains(system, state, b, strains, strains.predicted)
    regular = factorise_balance(system, state, b, b.shift, 0.0)
    give_strains_back(system, strains)
    if not regular:
        b.shift *= 10.0
        return False
    count_negative(system, state, b)
    found = lowest_stiffness(system, state, b, DESCENT.nearby, b.negative > 0)
    if b.negative > 0:
        b.shift = max(4.0 * b.shift, -DESCENT.above_lowest * found)
        return False
    b.lowest_stiffness = found
    copy_numbers(b.vector, b.lowest)
    return True


@compiled
def take_gaps(system, state, b, predicted, gaps):
    """What of the residual are gaps of constraints, and of strains from those that are predicted."""
    n_motion = 6 * state.motion.shape[0]
    copy_numbers(state.r, gaps)
    if predicted.shape[0] == 0:
        for i in range(n_motion):
            gaps[i] = 0.0
        return
    take_strains(system, state, b, b.all_strains, predicted)
    residual_at(system, state, b, system.environment.load_factor)
    give_strains_back(system, b.all_strains)
    for i in range(state.r.shape[0]):
        now = state.r[i]
        state.r[i] = gaps[i]
        if i < n_motion:
            gaps[i] -= now


@compiled
def whole_step(system, state, b):
    """The step that the forces ask for and, as far as it is short enough, that which closes all gaps.

    It is in ``b.base``, its reach in ``b.size``; False, with a larger shift, where it is too long.
    """
    gaps, forces, base, later = b.end.r, b.begin.r, b.base, b.later
    take_gaps(system, state, b, b.all_strains.predicted, gaps)
    for i in range(gaps.shape[0]):
        forces[i] = state.r[i] - gaps[i]
    direction_of(system, state, b, forces, base.step, base.change)
    direction_of(system, state, b, gaps, later.step, later.change)
    size = reach(system, state, b, later.step)
    if math.isfinite(size):
        part = min(1.0, DESCENT.share_of_gaps * DESCENT.turn / max(size, 1e-300))
        for i in range(base.step.shape[0]):
            base.step[i] += part * later.step[i]
        for j in range(base.change.shape[0]):
            base.change[j] += part * later.change[j]
        size = reach(system, state, b, base.step)
    b.size = size
    if not size <= DESCENT.repeated_beyond * DESCENT.turn:
        b.shift *= min(max(size / DESCENT.turn, 2.0), 100.0) if math.isfinite(size) else 100.0
        return False
    return True


@compiled
def step_aside(system, state, b):
    """Add a move along the direction of negative stiffness, downhill."""
    aside, work = b.later.step, 0.0
    set_mode(state, b, b.lowest, aside)
    for i in range(b.moving.shape[0]):
        work += state.r[b.moving[i]] * aside[b.moving[i]]
    least, part = DESCENT.least_share_aside, DESCENT.share_aside
    by = part * max(least * DESCENT.turn, DESCENT.turn - b.size) / reach(system, state, b, aside)
    for i in range(aside.shape[0]):
        b.base.step[i] += -by * aside[i] if work > 0.0 else by * aside[i]
    b.size = reach(system, state, b, b.base.step)


@compiled
def set_mode(state, b, vector, step):
    """Increments that belong to a direction in scaled unknowns."""
    for i in range(step.shape[0]):
        step[i] = 0.0
    for i in range(vector.shape[0]):
        at = b.moving[i]
        step[at] = state.scales[at] * vector[i]


@compiled
def walk(system, state, b, load_factor):
    """Move by the step in ``b.base``, gaps taken back: whether that was possible, and the residual then."""
    keep_here(state, b.base)
    predict_strains(system, state, b)
    move(system, state, b, b.base, 1.0, b.alone)
    if not take_gaps_back(system, state, b, load_factor):
        return False, math.inf
    ahead = b.all_strains.ahead
    if ahead.shape[0] == 0:
        return True, pull_of(state, b)
    copy_numbers(state.r, b.begin.r)
    take_strains(system, state, b, b.all_strains, ahead)
    residual_at(system, state, b, load_factor)
    give_strains_back(system, b.all_strains)
    pull = pull_of(state, b)
    copy_numbers(b.begin.r, state.r)
    return True, pull


@compiled
def predict_strains(system, state, b):
    """Strains after the step in ``b.base``, to first order, by a small part of it both ways."""
    strains, probe = b.all_strains, DESCENT.probe_of_strains * system.environment.length
    if strains.ahead.shape[0] == 0:
        return
    part = probe / max(largest_way(state, b, b.base.step), probe)
    measure_strains(system, state, b, strains, strains.now)
    move(system, state, b, b.base, part, b.alone)
    measure_strains(system, state, b, strains, strains.ahead)
    move(system, state, b, b.base, -part, b.alone)
    measure_strains(system, state, b, strains, strains.there)
    return_to(state, b.base)
    for i in range(strains.now.shape[0]):
        change = (strains.ahead[i] - strains.there[i]) / (2.0 * part)
        strains.ahead[i] = strains.now[i] + change


@compiled
def is_finite(r):
    """Whether all entries are numbers."""
    for i in range(r.shape[0]):
        if not math.isfinite(r[i]):
            return False
    return True


@compiled
def take_gaps_back(system, state, b, load_factor):
    """Take back gaps of constraints and strains, with the factors at hand; False where a law failed."""
    end = b.end
    if residual_at(system, state, b, load_factor) != 0 or not is_finite(state.r):
        return False
    keep_here(state, end)
    take_gaps(system, state, b, b.all_strains.ahead, end.r)
    direction_of(system, state, b, end.r, end.step, end.change)
    if reach(system, state, b, end.step) <= 0.5 * b.size:
        for j in range(end.change.shape[0]):
            end.change[j] = 0.0
        move(system, state, b, end, 1.0, b.alone)
    if residual_at(system, state, b, load_factor) == 0 and is_finite(state.r):
        return True
    return_to(state, end)
    return residual_at(system, state, b, load_factor) == 0


@compiled
def is_balance(system, state, b, left, first):
    """Whether forces are in balance, gaps closed, and no stiffness negative."""
    length = system.environment.length
    if b.lowest_stiffness < -max(b.least_shift, left / length):
        return False
    if not gap_of(state) <= SETTLING.near_enough * length:
        return False
    return max(left, pull_of(state, b)) <= SETTLING.near_enough * first or only_noise(system, state, b)


@compiled
def slackness(system, state, b, before, after):
    """Linear response to a change of the load factor from the present pose, in model lengths and radians.

    That to the loads where they act, or along the direction of lowest stiffness, in which an arch carries no
    load until it buckles, if all of them acted there. Where it is many times the length, as for a cable, the
    loads are held in the end by another pose, and there is no path of equilibria worth following.
    """
    along, size = b.begin.r, 0.0
    residual_at(system, state, b, before)
    load_direction(system, state, b, along)
    for i in range(b.moving.shape[0]):
        at = b.moving[i]
        size += (along[at] * state.scales[at]) ** 2
    if size == 0.0:
        return 0.0
    b.shift = DESCENT.shift_to_judge * state.stiffness
    if not factorise_balance(system, state, b, b.shift, 0.0):
        return 0.0
    count_negative(system, state, b)
    if b.negative > 0:
        return 0.0
    direction_of(system, state, b, along, b.base.step, b.base.change)
    found = reach(system, state, b, b.base.step)
    compliance = softest_beside_free(system, state, b)
    if compliance > 0.0:
        set_mode(state, b, b.vector, b.base.step)
        force = math.sqrt(size) / (1.0 / compliance - b.shift)
        found = max(found, force * reach(system, state, b, b.base.step))
    return abs(after - before) * found
