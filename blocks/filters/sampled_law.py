"""Law of a sampled controller: y is held between samples, x⁺ = f(x, u), y = h(x, u) at them.

The history holds the number of the next sample (``NEVER_SAMPLED`` before the run), the states and the held
outputs.
"""

from __future__ import annotations

import math
from functools import cache

from mbfe.compiled import compiled
from mbfe.laws import Answer, Law, Phase, Quantity, law
from mbfe.model.force_functions import call_back

__all__ = ["NEVER_SAMPLED", "sampled", "sampled_first_order"]

NEVER_SAMPLED = -1.0
"""Number of the next sample before the run."""
ON_TIME = 1e-6
"""Part of a period that a sample may be away from its time."""


@compiled
def is_due(t, p, history):
    """Whether a sample is due now; the first one of a run that starts between samples is the next."""
    place = (t - p.offset) / p.period
    k = math.floor(place + ON_TIME)
    if history.number == NEVER_SAMPLED:
        history.number = max(k, 0.0) if place - k <= ON_TIME else max(k + 1.0, 0.0)
    if k < history.number:
        return False
    history.number = k + 1.0
    return True


@compiled
def sample(t, y, p, curves, history, scratch, nx, nu, ny):
    """New states and outputs, by the matrices A, B, C, D or a Python function of (t, x, u)."""
    x, held = history.x, history.held
    if p.callback > 0.0:
        given = scratch.given
        given[0] = t
        for i in range(nx):
            given[1 + i] = x[i]
        for i in range(nu):
            given[1 + nx + i] = y[ny + i]
        if call_back(p.callback, given, scratch.found) != 0:
            for i in range(nx + ny):
                scratch.found[i] = math.nan
    else:
        at = int(p.matrices)
        for i in range(nx + ny):
            # the rows of [A B; C D], outputs from the states before the sample
            value = 0.0
            for j in range(nx):
                value += curves[at + (nx + nu) * i + j] * x[j]
            for j in range(nu):
                value += curves[at + (nx + nu) * i + nx + j] * y[ny + j]
            scratch.found[i] = value
    for i in range(nx):
        x[i] = scratch.found[i]
    for i in range(ny):
        held[i] = scratch.found[nx + i]


@cache
def sampled(nx: int, nu: int, ny: int) -> Law:
    """Law of nx states, nu inputs and ny outputs."""

    def residual_of_sampled(y, history, residual):
        failed = 0
        for i in range(ny):
            held = history.held[i]
            residual[i] += y[i] - held
            failed += held != held
        return failed

    def tangent_of_sampled(K):
        for i in range(ny):
            K[i, i] += 1.0

    def switch_of_sampled(phase, t, y, p, curves, history, scratch):
        if phase != Phase.ACCELERATIONS or not is_due(t, p, history):
            return Answer.SAME
        sample(t, y, p, curves, history, scratch, nx, nu, ny)
        return Answer.CHANGED

    made = law(
        name=f"sampled_{nx}_{nu}_{ny}",
        nodes=0,
        algebraic=ny + nu,
        history={
            "number": "1",
            "x": Quantity("1", (nx,), array=True),
            "held": Quantity("1", (ny,), array=True),
        },
        parameters={"period": "s", "offset": "s", "matrices": "1", "callback": "1"},
        returns_status=True,
        scratch={"given": 1 + nx + nu, "found": nx + ny},
    )(residual_of_sampled)
    made.tangent(tangent_of_sampled)
    return made.switch(switch_of_sampled)


sampled_first_order = sampled(1, 1, 1)
