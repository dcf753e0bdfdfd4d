"""Settling of a model from any pose, as if through a viscous medium."""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.engine.balance.equations import (
    direction_of,
    factorise_balance,
    gap_of,
    largest_force,
    largest_way,
    pull_of,
    residual_at,
)
from mbfe.engine.balance.equilibrium import Ended
from mbfe.engine.balance.moves import keep_here, move, return_to
from mbfe.engine.balance.noise import only_noise
from mbfe.engine.balance.tolerances import SETTLING

__all__ = ["settle"]


@compiled
def settle(system, state, b, load_factor, steps, far):
    """Let a model settle from any pose, down to a stable equilibrium; returns an ``Ended``.

    After a way of ``far`` lengths of the model it is said to move away; ``steps`` is the largest number of
    steps. Where it converged, :func:`mbfe.engine.balance.newton.newton` finishes.

    Notes
    -----
    Pseudo-transient continuation: d = −(K + αS)⁻¹ r is an implicit step of S η̇ = −r, S the scales of the
    unknowns; α falls with the residual (Kelley and Keyes 1998), and rises when a step makes it worse. It also
    falls where the residual is as foreseen, α S d: it then slows the model without need.
    """
    length, base = system.environment.length, b.base
    b.iterations = 0
    if residual_at(system, state, b, load_factor) != 0:
        return Ended.LAW_FAILED
    first = pull = largest_force(state, b, state.r)
    b.shift = max(pull / (0.1 * length), 1e-9 * state.stiffness)
    travelled = 0.0
    while b.iterations < steps:
        b.iterations += 1
        if not factorise_balance(system, state, b, b.shift, b.free_pivot):
            b.shift *= 10.0
            continue
        size = direction_of(system, state, b, state.r, base.step, base.change)
        size = largest_way(state, b, base.step) if math.isfinite(size) else size
        limit = 0.5 * length
        if not size <= limit:
            b.shift *= min(max(size / limit, 2.0), 100.0) if math.isfinite(size) else 100.0
            continue
        keep_here(state, base)
        move(system, state, b, base, 1.0, b.parent)
        if residual_at(system, state, b, load_factor) != 0 or not math.isfinite(pull_of(state, b)):
            return_to(state, base)
            residual_at(system, state, b, load_factor)
            b.shift *= 10.0
            continue
        now = pull_of(state, b)
        near = now <= SETTLING.near_enough * first or only_noise(system, state, b)
        if near and gap_of(state) <= SETTLING.near_enough * length:
            return Ended.BALANCED
        travelled += size
        if travelled > far * length:
            return Ended.AWAY
        change = now / max(pull, 1e-300)
        if now <= SETTLING.as_foreseen * b.shift * size:
            change = min(change, 0.25)  # what is left is what the shift held back
        b.shift *= min(max(change, 0.1), 4.0)
        b.shift = max(b.shift, 1e-13 * state.stiffness)
        pull = now
    return Ended.UNSETTLED
