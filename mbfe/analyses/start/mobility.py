"""Whether a model can move at all."""

from __future__ import annotations

import numpy as np

from mbfe.analyses.start.rates import constraints
from mbfe.engine.columns import COORDINATE, TWISTS
from mbfe.model.compile import CompiledModel

__all__ = ["FROZEN", "is_frozen"]

INSTANTS = (0.13, 0.37, 0.71, 1.0)
"""Parts of a run at which the rows are looked at for what is prescribed over time."""
FROZEN = (
    "nothing in this model can move: its joints hold all of its degrees of freedom and prescribe no motion "
    "(model.audit() lists them)"
)


def is_frozen(compiled: CompiledModel, dependent: int, *, start: float, end: float) -> bool:
    """Whether constraint rows, less the dependent ones, hold every degree of freedom at rest.

    None of them may prescribe a motion between `start` and `end` [s].
    """
    system, state = compiled.system, compiled.state
    unknowns = np.unique(system.base[system.base < 6 * len(state.motion)])
    kinds = system.kind[unknowns // 6]
    if (kinds > COORDINATE).any() or len(system.driven) or state.motion[:, TWISTS].any():
        return False  # controllers, bases and what moves already may move the rest
    if not len(unknowns) or len(unknowns) > compiled.layout.n_row - dependent:
        return False
    if any("switch" in instance.law.functions for instance in compiled.builder.instances):
        return False
    now = constraints(compiled, start)
    later = [constraints(compiled, start + part * (end - start)) for part in INSTANTS]
    frozen = all(np.array_equal(now, values) for values in later)
    constraints(compiled, start)
    return frozen
