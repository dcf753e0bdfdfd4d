"""Adjoint matrices of the twists and accelerations of nodes, which the derivatives of rates hold."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.engine.columns import NODE
from mbfe.model.compile import CompiledModel

__all__ = ["little_adjoints"]


def little_adjoints(
    compiled: CompiledModel, places: Ints, first: int, *, motion: Floats | None = None
) -> sp.csr_array:
    """Block matrix of ad of the twists (or accelerations) of all nodes: (u, θ) ↦ (ω×u + v×θ, ω×θ).

    They are those of the present state, or of another motion table.
    """
    motion, kind = compiled.state.motion if motion is None else motion, compiled.system.kind
    n_row = len(motion)
    blocks = np.zeros((n_row, 6, 6))
    nodes = kind == NODE
    v, w = motion[:, first : first + 3], motion[:, first + 3 : first + 6]
    turn = np.cross(w[:, None, :], np.eye(3)).swapaxes(1, 2)
    blocks[:, :3, :3] = blocks[:, 3:, 3:] = turn
    blocks[:, :3, 3:] = np.cross(v[:, None, :], np.eye(3)).swapaxes(1, 2)
    blocks[~nodes] = 0.0
    whole = sp.bsr_array((blocks, np.arange(n_row), np.arange(n_row + 1)), shape=(6 * n_row, 6 * n_row))
    return sp.csr_array(whole.tocsr()[places][:, places])
