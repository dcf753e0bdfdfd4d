"""Reactions and outputs that balance the equations of motion best in a given state."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from mbfe.algebra.arrays import Ints
from mbfe.analyses.start.initial import set_characteristics
from mbfe.analyses.start.outputs import refuse_singular_loops
from mbfe.analyses.start.tolerances import ROW_RANKS
from mbfe.engine.columns import NODE, OUTPUT
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.errors import SolveError
from mbfe.model.compile import CompiledModel

__all__ = ["balance"]


def balance(compiled: CompiledModel, time: float) -> None:
    """Set the multipliers and outputs that balance the equations best in the present state.

    They minimise ‖r(λ)‖ in the metric of the scales and, where they are not unique, ‖λ‖:
    [D L; Lᵀ −ε] (x, λ) = (−r, 0) with D the metric, and ∂r/∂y in the columns of outputs.
    """
    system, state = compiled.system, compiled.state
    set_characteristics(compiled, time)
    refuse_singular_loops(compiled, time)
    n_motion = 6 * len(state.motion)
    places = np.unique(system.base[system.base < n_motion])
    is_output = system.kind[places // 6] == OUTPUT
    if len(state.r) == n_motion and not is_output.any():
        return
    scales, row_scales = state.scales[places], state.scales[n_motion:]
    _, _, K, _, _, L = sparse_matrices(system, state, time)
    if not is_output.any() and _only_rounding(compiled, places, K, time):
        return
    scaled = sp.diags_array(scales) @ L @ sp.diags_array(row_scales)
    n, m = scaled.shape
    metric = sp.diags_array((~is_output).astype(float)) + sp.diags_array(scales) @ K @ sp.diags_array(
        scales * is_output
    )
    matrix = sp.block_array(
        [[metric, scaled], [scaled.T, -ROW_RANKS.compliance * sp.eye_array(m)]], format="csc"
    )
    factors = splu(matrix)
    flat = state.motion.reshape(-1)
    outputs = (places // 6 * state.motion.shape[1] + places % 6)[is_output]
    for _ in range(3):
        residual_entry(system, state, time)
        step = factors.solve(np.concatenate([-scales * state.r[places], np.zeros(m)]))
        state.multiplier[:] += row_scales * step[n:]
        flat[outputs] += (scales * step[:n])[is_output]
    if not (np.isfinite(state.multiplier).all() and np.isfinite(flat[outputs]).all()):
        raise SolveError("linearize", "the reactions in the state cannot be found")


def _only_rounding(compiled: CompiledModel, places: Ints, K: sp.csr_array, time: float) -> bool:
    """Set all multipliers to zero and say whether no more is left of the equations than rounding of springs.

    Reactions to roundings would give parts that nothing holds a stiffness.
    """
    system, state = compiled.system, compiled.state
    before = state.multiplier.copy()
    state.multiplier[:] = 0.0
    residual_entry(system, state, time)
    is_place = places % 6 < 3
    turned = np.where(is_place, float(system.environment.length), 1.0)
    moved = np.where(system.kind[places // 6] == NODE, turned, 0.0)
    if (
        np.abs(state.r[places]) <= ROW_RANKS.roundings_of_places * np.finfo(float).eps * (abs(K) @ moved)
    ).all():
        return True
    state.multiplier[:] = before
    return False
