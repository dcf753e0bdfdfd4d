"""Sizes of the forces that cancel in a balance, and units in which states and outputs compare to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Flags, Floats, Ints
from mbfe.engine.balance.tolerances import STIFFNESS
from mbfe.engine.columns import NODE, OUTPUT, STATE
from mbfe.engine.stepping.terms import term_sizes_entry
from mbfe.model.compile import CompiledModel

__all__ = ["StateUnits", "largest", "law_places", "term_sizes"]


def term_sizes(compiled: CompiledModel, moving: Ints, time: float) -> Floats:
    """Sums of the sizes of all forces on unknowns [N], see :mod:`mbfe.engine.stepping.terms`.

    The unknowns are components of nodes and coordinates, as 6 row + component.
    """
    system, state = compiled.system, compiled.state
    sizes = np.zeros(6 * len(state.motion))
    term_sizes_entry(system, state, time, law_places(compiled), np.zeros(len(state.r)), sizes)
    of_nodes = system.kind[moving // 6] == NODE
    found: Floats = sizes[moving] * np.where(of_nodes, 1.0, state.scales[moving])
    return found


def law_places(compiled: CompiledModel) -> Ints:
    """Numbers of nodes and of variables of one element of each kind, (n_kind, 2)."""
    laws = [compiled.builder.instances[members[0]].law for members in compiled.layout.members]
    return np.array([[law.nodes, law.n_variables] for law in laws], dtype=np.int64).reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class StateUnits:
    """Units of the unknowns of a model."""

    unknowns: Floats
    """What one metre of an unknown is, (n,). When the model moves by its length a state changes by its
    typical rate times its time constant, or 1 s if that is less, and an output by its typical value."""
    is_state: Flags
    is_variable: Flags
    """Which unknowns are states, and which are states or outputs, (n,)."""
    stiffness: float
    """Largest stiffness of the motions [N/m]."""

    @classmethod
    def of(
        cls,
        compiled: CompiledModel,
        places: Ints,
        K: sp.csr_array,
        G: sp.csr_array,
        *,
        time: float,
        stiffness: float = 0.0,
    ) -> StateUnits:
        """Units about the present state, of the unknowns at ``places``, 6 row + component.

        K and G (n, n) are the tangents with values and rates. Equations are made comparable with a stiffness.
        When it is zero it is the largest one of the motions, or the one of the forces on them where that is
        more: what joints alone hold has no other but round-off.
        """
        state, kind = compiled.state, compiled.system.kind[places // 6]
        length = float(compiled.system.environment.length)
        is_state, is_variable = kind == STATE, (kind == STATE) | (kind == OUTPUT)
        own, rate = np.abs(K.diagonal()), np.abs(G.diagonal())
        constant = np.divide(rate, own, out=np.ones_like(own), where=own > rate)
        typical = state.size[places] * np.where(is_state, constant, 1.0)
        unknowns = np.where(is_variable, typical / length, state.scales[places])
        if stiffness == 0.0:
            stiffness = float((own * unknowns**2)[~is_variable].max(initial=0.0))
            if is_variable.any():
                forces = term_sizes(compiled, places[~is_variable], time)
                stiffness = max(stiffness, float(forces.max(initial=0.0)) / length)
        return cls(unknowns, is_state, is_variable, stiffness or 1.0)

    def equations(self, K: sp.csr_array) -> Floats:
        """Units of the equations, in which the largest entry of a state or output is the stiffness."""
        most = np.maximum(
            largest(K @ sp.diags_array(self.unknowns)),
            self.unknowns * self.is_state / STIFFNESS.long_time_constant,
        )
        own = self.stiffness / np.where(most > 0.0, most, 1.0)
        return np.where(self.is_variable, own, self.unknowns)


def largest(matrix: sp.csr_array) -> Floats:
    """Largest absolute entry of each row."""
    return np.asarray(abs(sp.csr_array(matrix)).max(axis=1).toarray()).ravel()
