"""Solutions of one balance: Newton's method, settling before it, vehicles as after rolling."""

from __future__ import annotations

from mbfe.analyses.balance import Balance
from mbfe.analyses.balance_states import BalanceOfStates
from mbfe.analyses.newton import AWAY, SINGULAR_WORDS, Outcome, creep, find_balance, settle
from mbfe.analyses.static_path import PathFailed

NEAR = 2.0
"""Model lengths that a vehicle may roll before it is said that only its tyres hold it."""
TINY_SHIFT = 1e-9
"""Stiffness that a model with free motions is given while it is solved, as a part of its own."""


def solve(balance: Balance, factor: float, tolerance: float) -> Outcome:
    """Newton's method, and where the stiffness alone does not hold the model, settling before it.

    Tyres that stand hold a vehicle where they must, by their deflections. Where it is in balance without that
    it is found as after rolling, not pressed apart by its sinking.
    """
    kept = balance.here()
    if isinstance(balance, BalanceOfStates):
        outcome = _rolled_in(balance, factor, tolerance)
        if outcome.converged:
            return outcome
        balance.put_back(kept)
    outcome = find_balance(balance, factor, tolerance=tolerance, safely=True)
    if outcome.converged or outcome.why != SINGULAR_WORDS:
        return outcome
    balance.put_back(kept)
    return solve_settling(balance, factor, tolerance)


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


def solve_settling(balance: Balance, factor: float, tolerance: float) -> Outcome:
    """Let the model settle, then Newton's method."""
    kept = balance.here()
    settled = settle(balance, factor)
    if settled.why == AWAY:
        balance.put_back(kept)
        raise PathFailed(settled, balance.load_factor, factor)
    if not settled.converged:
        return Outcome(False, settled.iterations, settled.why)
    final = find_balance(balance, factor, tolerance=tolerance)
    if final.why == SINGULAR_WORDS:
        final = find_balance(balance, factor, tolerance=tolerance, shift=TINY_SHIFT * balance.stiffness)
    return Outcome(final.converged, settled.iterations + final.iterations, final.why)
