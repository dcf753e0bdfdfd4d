"""Values of outputs of controllers in a given state of everything else."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from mbfe.analyses.start.tolerances import LOOPS
from mbfe.engine.columns import MOTION, OUTPUT, POSE, VALUES
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.model.compile import CompiledModel

__all__ = ["guess_outputs", "settle_outputs"]


def guess_outputs(compiled: CompiledModel, time: float) -> None:
    """First guess of the outputs: one equation y = h after the other, as far as they form no loop.

    Newton's method cannot start where a function is not defined, as a quotient at zero.
    """
    system, state = compiled.system, compiled.state
    rows = np.flatnonzero(system.kind == OUTPUT)
    for _ in range(6 * len(rows)):
        residual_entry(system, state, time)
        change = state.r[: 6 * len(state.motion)].reshape(-1, 6)[rows]
        change = np.where(np.isfinite(change), change, 0.0)
        state.motion[rows, VALUES] -= change
        size = float(np.abs(state.motion[rows, VALUES]).max(initial=0.0))
        if np.abs(change).max() <= 1e-9 * size:
            return
    state.motion[rows, VALUES] = 0.0


def settle_outputs(compiled: CompiledModel, time: float) -> None:
    """Solve the equations of the outputs, everything else held, by Newton's method."""
    system, state = compiled.system, compiled.state
    places = np.unique(system.base[system.base < 6 * len(state.motion)])
    own = np.flatnonzero(system.kind[places // 6] == OUTPUT)
    flat = state.motion.reshape(-1)
    at = places[own] // 6 * MOTION + POSE + places[own] % 6
    for _ in range(LOOPS.most_corrections_of_outputs if own.size else 0):
        (K,) = sparse_matrices(system, state, time, only="K")
        residual_entry(system, state, time)
        change = splu(sp.csc_array(K[own][:, own])).solve(-state.r[places[own]])
        flat[at] += change
        if not np.abs(change).max() > 1e-13 * np.abs(flat[at]).max():
            break
    residual_entry(system, state, time)
