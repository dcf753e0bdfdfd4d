"""Solutions of one balance: Newton's method, settling before it, vehicles as after rolling."""

from __future__ import annotations

from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.balance_states import BalanceOfStates
from mbfe.analyses.static.descent import SLACK, STEPS, descend, descends
from mbfe.analyses.static.newton import (
    AWAY,
    SETTLING_STEPS,
    SINGULAR_WORDS,
    Outcome,
    creep,
    find_balance,
    settle,
)
from mbfe.analyses.static.newton_predicted import SHRINK, find_balance_predicted
from mbfe.analyses.static.static_path import PathFailed

NEAR = 2.0
"""Model lengths that a vehicle may roll before it is said that only its tyres hold it."""
TINY_SHIFT = 1e-9
"""Stiffness that a model with free motions is given while it is solved, as a part of its own."""
FEW = 60
"""Steps that a model of beams may settle where a shorter increment can be tried instead."""
FREE_SHIFT = 1e-11
"""The same beside the torsion of thin cables, with predicted strains."""


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
    outcome = Outcome(False, 0, SINGULAR_WORDS)
    if not balance.strains.preferred:
        outcome = find_balance(balance, factor, tolerance=tolerance, safely=True)
        if not outcome.converged and outcome.why == SINGULAR_WORDS:
            back()
            steps = SETTLING_STEPS if settles or not len(balance.strains) else FEW
            outcome = solve_settling(balance, factor, tolerance, steps=steps)
        if outcome.converged or not len(balance.strains):
            return outcome
        back()
    spent = outcome.iterations
    outcome = find_balance_predicted(balance, factor, tolerance=tolerance)
    singular = not outcome.converged and outcome.why == SINGULAR_WORDS
    if singular:
        back()
        shift = FREE_SHIFT * balance.stiffness
        outcome = find_balance_predicted(balance, factor, tolerance=tolerance, shift=shift)
    outcome.iterations += spent
    balance.strains.preferred |= outcome.converged or not settles
    if outcome.converged or not settles or not (singular or outcome.part <= SHRINK[0]):
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
        settled = settle(balance, factor, far=NEAR)
        if not settled.converged:
            return settled
        final = creep(balance, factor, tolerance=tolerance)
    return Outcome(final.converged, settled.iterations + final.iterations, final.why, final.left)


def solve_settling(
    balance: Balance, factor: float, tolerance: float, *, steps: int = SETTLING_STEPS
) -> Outcome:
    """Let the model settle within a number of steps, then Newton's method."""
    kept, spent = balance.here(), 0
    if descends(balance) and (balance.slackness > SLACK or not len(balance.strains)):
        outcome = descend(balance, factor, tolerance=tolerance, steps=min(steps, STEPS))
        if outcome.converged:
            return outcome
        spent = outcome.iterations
        balance.restore(kept)
        if outcome.why == AWAY:
            raise PathFailed(outcome, balance.load_factor, factor)
    settled = settle(balance, factor, steps=steps)
    settled.iterations += spent
    if settled.why == AWAY:
        balance.restore(kept)
        raise PathFailed(settled, balance.load_factor, factor)
    if not settled.converged:
        return Outcome(False, settled.iterations, settled.why)
    final = find_balance(balance, factor, tolerance=tolerance)
    if final.why == SINGULAR_WORDS:
        final = find_balance(balance, factor, tolerance=tolerance, shift=TINY_SHIFT * balance.stiffness)
    return Outcome(final.converged, settled.iterations + final.iterations, final.why)
