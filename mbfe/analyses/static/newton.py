"""Searches for a balance, and how they ended in words; they run in the engine, each in one call."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mbfe.analyses.static.balance import Balance
from mbfe.engine.balance.equilibrium import Ended
from mbfe.engine.balance.tolerances import DESCENT, NEWTON, SETTLING
from mbfe.engine.statics import (
    correct_entry,
    descend_entry,
    newton_entry,
    predicted_entry,
    settle_entry,
    slackness_entry,
)

__all__ = [
    "LEAVE_IT", "Outcome", "Reason", "correct", "descend", "find_balance", "find_balance_predicted", "settle",
    "slackness",
]  # fmt: skip


class Reason(StrEnum):
    """Why no equilibrium was found, where something depends on it; other reasons are plain text."""

    SINGULAR = "the stiffness is singular"
    AWAY = "it moves away without limit"
    UNSETTLED = "it did not settle"
    CONTRADICTION = "joints and drives contradict each other"
    UNSTABLE = "the model is unstable from the start"


LEAVE_IT = (
    "A straight or symmetric model stays on such a path: a small side load or an imperfection that way leads "
    "to the state into which it buckles, and solve_buckling gives the critical load"
)

WORDS = {
    Ended.BALANCED: "",
    Ended.LAW_FAILED: "a law failed",
    Ended.SINGULAR: Reason.SINGULAR,
    Ended.NOT_A_NUMBER: "a value is not a number",
    Ended.NO_DECREASE: "no part of the correction reduces the residual",
    Ended.FAR: "the corrections are as large as the model",
    Ended.TURNED_BACK: "it would leave the path",
    Ended.TURNED_ASIDE: "the path's direction changes too much in one increment",
    Ended.NO_CONTRACTION: "the corrections do not become small",
    Ended.GROWING: "the corrections grow",
    Ended.TOO_MANY: "{iterations} iterations were not enough",
    Ended.AWAY: Reason.AWAY,
    Ended.UNSETTLED: Reason.UNSETTLED,
}
"""What went wrong, for errors."""


@dataclass
class Outcome:
    """How an iteration ended."""

    converged: bool
    """Whether it did."""
    iterations: int
    """Number of corrections."""
    why: str = ""
    """What went wrong, for errors; a :class:`Reason` where others ask for it."""
    left: float = 0.0
    """Force that is left along motions that nothing resists [N]."""
    part: float = NEWTON.retried_part
    """Where it failed: the part of the increment that is worth a trial."""


def _outcome(balance: Balance, ended: int) -> Outcome:
    """Outcome of a search of the engine."""
    made = Outcome(ended == Ended.BALANCED, balance.data.iterations, WORDS[Ended(ended)])
    if ended == Ended.TOO_MANY:
        made.why = made.why.format(iterations=made.iterations)
    return made


def find_balance(
    balance: Balance, load_factor: float, *, tolerance: float, shift: float = 0.0, safely: bool = False
) -> Outcome:
    """Newton's method from the present motions, see :func:`mbfe.engine.balance.newton.newton`.

    The largest correction at the end is `tolerance`, in model lengths. `shift` [N/m] is added to the scaled
    diagonal of the stiffness, for models with free motions. With `safely` it gives up where the iteration may
    leave the path for another one.
    """
    balance.data.tolerance = tolerance
    return _outcome(balance, int(balance.search(newton_entry, float(load_factor), float(shift), int(safely))))


def find_balance_predicted(
    balance: Balance, load_factor: float, *, tolerance: float, shift: float = 0.0
) -> Outcome:
    """Newton's method with predicted strains, see :func:`mbfe.engine.balance.predicted.predicted_newton`."""
    balance.data.tolerance, balance.data.retried = tolerance, NEWTON.retried_part
    outcome = _outcome(balance, int(balance.search(predicted_entry, float(load_factor), float(shift))))
    if not outcome.converged:
        outcome.part = balance.data.retried
    return outcome


def settle(
    balance: Balance,
    load_factor: float,
    *,
    far: float = SETTLING.farthest_way,
    steps: int = SETTLING.most_steps,
) -> Outcome:
    """Let a model settle from any pose, see :func:`mbfe.engine.balance.settling.settle`.

    After a way of `far` lengths of the model it is said to move away; `steps` is the largest number of steps.
    """
    return _outcome(balance, int(balance.search(settle_entry, float(load_factor), steps, float(far))))


def descend(
    balance: Balance, load_factor: float, *, tolerance: float, steps: int = DESCENT.most_steps
) -> Outcome:
    """Go down to a stable balance, see :func:`mbfe.engine.balance.descent.descend`."""
    balance.data.tolerance = tolerance
    ended = balance.search(descend_entry, float(load_factor), steps, DESCENT.farthest_way)
    return _outcome(balance, int(ended))


def slackness(balance: Balance, before: float, after: float) -> float:
    """Linear response to a change of the load factor, see :func:`mbfe.engine.balance.descent.slackness`."""
    return balance.search(slackness_entry, float(before), float(after))


def correct(balance: Balance, *, tolerance: float, node: int = -1, required: float = 0.0) -> Outcome:
    """Corrections with a free load factor, see :func:`mbfe.engine.balance.correction.correct`."""
    balance.data.tolerance = tolerance
    return _outcome(balance, int(balance.search(correct_entry, node, float(required))))
