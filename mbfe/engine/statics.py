"""Statics' side of the engine: what Python calls of :mod:`mbfe.engine.balance`, once an increment or less."""

from __future__ import annotations

from mbfe.compiled import entry
from mbfe.engine.assembly import advance_all, observe_all
from mbfe.engine.balance.correction import correct
from mbfe.engine.balance.descent import descend, slackness
from mbfe.engine.balance.equations import (
    dense_matrices,
    factorise_balance,
    residual_at,
    size_of,
    solve_fronts,
)
from mbfe.engine.balance.inertia import count_unstable
from mbfe.engine.balance.moves import move_motions
from mbfe.engine.balance.newton import newton
from mbfe.engine.balance.predicted import predicted_newton
from mbfe.engine.balance.settling import settle

__all__ = [
    "balance_entry", "commit_entry", "correct_entry", "count_entry", "dense_entry", "descend_entry",
    "direction_entry", "move_entry", "newton_entry", "predicted_entry", "settle_entry",
    "slackness_entry", "stiffness_entry", "way_entry",
]  # fmt: skip


@entry()
def balance_entry(system, state, b, load_factor):
    """Residual of the balance in ``state.r``; returns a status."""
    return residual_at(system, state, b, load_factor)


@entry()
def stiffness_entry(system, state, b, shift, singular):
    """Factorise the stiffness; returns 1 where it is regular."""
    return 1 if factorise_balance(system, state, b, shift, singular) else 0


@entry()
def direction_entry(system, state, r, step, change):
    """Newton direction with the factors of the fronts; returns its size [m]."""
    return solve_fronts(system, state, r, step, change)


@entry()
def way_entry(system, state, b, step):
    """Size of an increment [m]."""
    return size_of(system, state, b, step)


@entry()
def move_entry(system, state, base, step, fraction, order, parent):
    """Move from motions by a part of increments, see :func:`mbfe.engine.balance.moves.move_motions`."""
    move_motions(system, state, base, step, fraction, order, parent)


@entry()
def newton_entry(system, state, b, load_factor, shift, safely):
    """Newton's method, see :func:`mbfe.engine.balance.newton.newton`."""
    return newton(system, state, b, load_factor, shift, safely)


@entry()
def predicted_entry(system, state, b, load_factor, shift):
    """Newton's method with predicted strains, see :mod:`mbfe.engine.balance.predicted`."""
    return predicted_newton(system, state, b, load_factor, shift)


@entry()
def settle_entry(system, state, b, load_factor, steps, far):
    """Let the model settle, see :mod:`mbfe.engine.balance.settling`."""
    return settle(system, state, b, load_factor, steps, far)


@entry()
def descend_entry(system, state, b, load_factor, steps, far):
    """Go down to a stable balance, see :mod:`mbfe.engine.balance.descent`."""
    return descend(system, state, b, load_factor, steps, far)


@entry()
def slackness_entry(system, state, b, before, after):
    """Linear response to the loads, see :func:`mbfe.engine.balance.descent.slackness`."""
    return slackness(system, state, b, before, after)


@entry()
def correct_entry(system, state, b, node, required):
    """Correct a state of a path with a free load factor, see :mod:`mbfe.engine.balance.correction`."""
    return correct(system, state, b, node, required)


@entry()
def count_entry(system, state, b, before):
    """Count directions of negative stiffness, see :func:`mbfe.engine.balance.inertia.count_unstable`."""
    return count_unstable(system, state, b, before)


@entry()
def dense_entry(system, state, b, K, rows):
    """Stiffness and constraint matrix, see :func:`mbfe.engine.balance.equations.dense_matrices`."""
    dense_matrices(system, state, b, K, rows)


@entry()
def commit_entry(system, state, t, outputs):
    """Let the laws keep what the next solution needs; fill energies and outputs; returns what they say."""
    status = advance_all(system, state, t, outputs)
    observe_all(system, state, t, outputs)
    return status
