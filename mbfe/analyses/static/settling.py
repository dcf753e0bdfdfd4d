"""Solutions of one balance: which searches are tried in turn, and vehicles as after rolling."""

from __future__ import annotations

import numpy as np

from mbfe.analyses.static.balance import Balance, largest_force, step_size
from mbfe.analyses.static.balance_states import BalanceOfStates, descends
from mbfe.analyses.static.newton import (
    Outcome,
    Reason,
    descend,
    find_balance,
    find_balance_predicted,
    settle,
)
from mbfe.analyses.static.static_path import PathFailed
from mbfe.engine.balance.tolerances import DESCENT, NEWTON, PREDICTED, SETTLING

__all__ = ["solve", "solve_settling"]


def solve(balance: Balance, factor: float, tolerance: float, *, settles: bool = True) -> Outcome:
    """Newton's method, with predicted strains where it fails alone; settling where stiffness holds not all.

    Tyres that stand hold a vehicle where they must, by their deflections. Where it is in balance without that
    it is found as after rolling, not pressed apart by its sinking. `tolerance` is the largest correction at
    the end, in model lengths. A model of beams may settle at length where it `settles`; where a prescribed
    motion moved it far, a shorter increment is better.
    """
    kept, load_before = balance.here(), balance.load_factor

    def back() -> None:
        balance.restore(kept)
        balance.residual(load_before)

    if isinstance(balance, BalanceOfStates):
        outcome = _rolled_in(balance, factor, tolerance)
        if outcome.converged:
            return outcome
        back()
    outcome = Outcome(False, 0, Reason.SINGULAR)
    if not balance.strains.preferred:
        outcome = find_balance(balance, factor, tolerance=tolerance, safely=True)
        if not outcome.converged and outcome.why == Reason.SINGULAR:
            back()
            steps = (
                SETTLING.most_steps if settles or not len(balance.strains) else SETTLING.most_steps_of_beams
            )
            outcome = solve_settling(balance, factor, tolerance, steps=steps)
        if outcome.converged or not len(balance.strains):
            return outcome
        back()
    spent = outcome.iterations
    outcome = find_balance_predicted(balance, factor, tolerance=tolerance)
    singular = not outcome.converged and outcome.why == Reason.SINGULAR
    if singular:
        back()
        shift = SETTLING.shift_of_thin_cables * balance.stiffness
        outcome = find_balance_predicted(balance, factor, tolerance=tolerance, shift=shift)
    outcome.iterations += spent
    balance.strains.preferred |= outcome.converged or not settles
    if outcome.converged or not settles or not (singular or outcome.part <= PREDICTED.least_retried_part):
        return outcome
    back()  # what is straight and slack has no stiffness to speak of across
    spent, outcome = outcome.iterations, solve_settling(balance, factor, tolerance)
    outcome.iterations += spent
    return outcome


def _rolled_in(balance: BalanceOfStates, factor: float, tolerance: float) -> Outcome:
    """Balance in which standing tyres neither hold nor are pressed aside, if there is one nearby."""
    with balance.tyres_held() as some:
        if not some:
            return Outcome(False, 0)
        settled = settle(balance, factor, far=SETTLING.farthest_roll)
        if not settled.converged:
            return settled
        final = creep(balance, factor, tolerance=tolerance)
    return Outcome(final.converged, settled.iterations + final.iterations, final.why, final.left)


def solve_settling(
    balance: Balance, factor: float, tolerance: float, *, steps: int = SETTLING.most_steps
) -> Outcome:
    """Let the model settle within a number of steps, then Newton's method."""
    kept, spent = balance.here(), 0
    if descends(balance) and (balance.slackness > DESCENT.slack or not len(balance.strains)):
        outcome = descend(balance, factor, tolerance=tolerance, steps=min(steps, DESCENT.most_steps))
        if outcome.converged:
            return outcome
        spent = outcome.iterations
        balance.restore(kept)
        if outcome.why == Reason.AWAY:
            raise PathFailed(outcome, balance.load_factor, factor)
    settled = settle(balance, factor, steps=steps)
    settled.iterations += spent
    if settled.why == Reason.AWAY:
        balance.restore(kept)
        raise PathFailed(settled, balance.load_factor, factor)
    if not settled.converged:
        return Outcome(False, settled.iterations, settled.why)
    final = find_balance(balance, factor, tolerance=tolerance)
    if final.why == Reason.SINGULAR:
        final = find_balance(
            balance, factor, tolerance=tolerance, shift=SETTLING.shift_of_free * balance.stiffness
        )
    return Outcome(final.converged, settled.iterations + final.iterations, final.why)


def creep(balance: BalanceOfStates, load_factor: float, *, tolerance: float) -> Outcome:
    """Solve r = 0 but for small forces along motions that nothing resists, as those of a car that may roll.

    It begins near the solution; `tolerance` is the largest correction at the end, in model lengths.

    Notes
    -----
    d = −(K + αS)⁻¹ r with a small fixed α: what is held converges, what is free creeps steadily. Wheels that
    lean or toe in push a vehicle by hundredths of a newton, which its bearings hold.
    """
    allowed, sufficient = (
        SETTLING.creeping_force * largest_force(balance, balance.load_direction()),
        tolerance * balance.length,
    )
    balance.residual(load_factor)
    before = np.zeros(balance.n_motion)
    for iteration in range(1, NEWTON.most_iterations + 1):
        if not balance.factorise(shift=SETTLING.drag * balance.stiffness):
            return Outcome(False, iteration, Reason.SINGULAR)
        step, multiplier, size = balance.direction()
        if not size <= 0.5 * balance.length:
            break
        balance.move(balance.here(), step, multiplier, 1.0)
        if balance.residual(load_factor) != 0:
            return Outcome(False, iteration, "a law failed")
        change, left = step_size(balance, step - before), balance.pull()
        if left <= allowed and change <= max(SETTLING.steady_creep * size, sufficient):
            return Outcome(True, iteration, left=left if left > SETTLING.untold_force * allowed else 0.0)
        before = step
    return Outcome(False, NEWTON.most_iterations, Reason.UNSETTLED)
