"""Sizes of the forces that cancel in a balance, and what of their sum is round-off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.engine.columns import NODE
from mbfe.engine.stepping.terms import term_sizes_entry
from mbfe.model.compile import CompiledModel

ROUND_OFF = 1e-14
"""Round-off of a sum, as a part of the sizes of its terms."""


def term_sizes(compiled: CompiledModel, moving: NDArray[np.int64], time: float) -> Floats:
    """Sums of the sizes of all forces on unknowns [N], see :mod:`mbfe.engine.stepping.terms`.

    The unknowns are components of nodes and coordinates, as 6 row + component.
    """
    system, state = compiled.system, compiled.state
    laws = [compiled.builder.instances[members[0]].law for members in compiled.layout.members]
    places = np.array([[law.nodes, law.n_variables] for law in laws], dtype=np.int64).reshape(-1, 2)
    sizes = np.zeros(6 * len(state.motion))
    term_sizes_entry(system, state, time, places, np.zeros(len(state.r)), sizes)
    of_nodes = system.kind[moving // 6] == NODE
    found: Floats = sizes[moving] * np.where(of_nodes, 1.0, state.scales[moving])
    return found
