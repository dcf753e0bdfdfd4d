"""Reactions of minimum norm where they are not unique, in recorded rows and as a mask of the rows."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.rates import constraint_matrix
from mbfe.analyses.start.saddle import smallest_multipliers
from mbfe.analyses.start.tolerances import ROW_RANKS
from mbfe.engine.columns import MOTIONS, RowType
from mbfe.engine.matrices import sparse_matrices
from mbfe.engine.memory import new_state
from mbfe.engine.state import Stages, State
from mbfe.engine.stepping import loop
from mbfe.engine.stepping.reactions import smallest_entry
from mbfe.engine.stepping.recording import Record
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel, describe_rows

__all__ = ["SmallestReactions", "refuse_shared_loads"]


class SmallestReactions:
    """Smallest multipliers with given constraint forces, pose after pose; the state is only read."""

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled = compiled
        system, state = compiled.system, compiled.state
        self.ideal = not ((system.general == 1).any() or (system.row_type == RowType.NONHOLONOMIC).any())
        self.state: State = new_state(
            len(state.motion),
            compiled.layout.n_row,
            len(state.history),
            system.fronts,
            stages=Stages(len(state.stage), len(state.stage_multiplier), len(state.unknown_at)),
        )
        self._y = np.zeros((len(state.motion), 6))

    def take(self) -> None:
        """Take what laws read from the model's state."""
        state = self.compiled.state
        self.state.take({name: getattr(state, name) for name in ("motion", "history", "scales", "size")})
        self.state.take(state.numbers())
        self.state.factored = 0

    def of(self, multiplier: Floats, time: float) -> Floats:
        """Smallest multipliers with the same forces, in the pose of ``self.state``."""
        state = self.state
        state.multiplier[:] = multiplier
        if self.ideal and smallest_entry(self.compiled.system, state, time, self._y) <= 1e-7:
            return state.multiplier.copy()
        self._y[:] = 0.0
        if len(multiplier) > ROW_RANKS.most_dense:
            return multiplier
        system = self.compiled.system
        _, _, _, B, N, _ = sparse_matrices(system, state, time)
        D = constraint_matrix(B, N, system.row_type).toarray()
        return smallest_multipliers(D, multiplier, state.scales[6 * len(state.motion) :])

    def replace(self, record: Record, n: int) -> None:
        """Put the smallest multipliers into n recorded rows, and outputs that depend on them."""
        self.take()
        system, state = self.compiled.system, self.state
        raw, smallest = np.zeros(record.output.shape[1]), np.zeros(record.output.shape[1])
        for row in range(n):
            time = float(record.time[row])
            state.motion[:, MOTIONS] = record.motion[row]
            state.multiplier[:] = record.multiplier[row]
            loop.outputs_entry(system, state, time, raw)
            state.multiplier[:] = record.multiplier[row] = self.of(record.multiplier[row], time)
            loop.outputs_entry(system, state, time, smallest)
            # only what depends on the multipliers: unwrapped angles belong to the history of their own step
            record.output[row] = np.where(smallest != raw, smallest, record.output[row])

    def not_unique(self, time: float) -> list[int]:
        """Rows whose multiplier is not unique in the model's pose: changes without forces reach them."""
        self.take()
        scale = self.state.scales[6 * len(self.state.motion) :]
        rng = np.random.default_rng(0)
        given = scale * rng.uniform(0.5, 1.5, len(scale)) * rng.choice([-1.0, 1.0], len(scale))
        self._y[:] = 0.0
        change = np.abs(self.of(given, time) - given) / scale
        self._y[:] = 0.0
        return [int(row) for row in np.flatnonzero(change > ROW_RANKS.unique)]


def refuse_shared_loads(compiled: CompiledModel, time: float) -> None:
    """Refuse rows whose multiplier a law reads, such as that of a friction, where it is not unique.

    That is where rows are redundant, so that the reaction is not unique for rigid bodies.
    """
    shared = {-2 - row for own in compiled.layout.rows for row in own if row < -1}
    if not shared:
        return
    not_unique = [row for row in SmallestReactions(compiled).not_unique(time) if row in shared]
    if not_unique:
        raise ModelError(
            describe_rows(compiled, not_unique)[0],
            "its reaction is not unique (redundant joints), and friction or equations depend on it",
            allowed="a reaction that is unique for rigid bodies",
            remedy="Leave directions of one of the joints free, replace two bearings by one hinge with "
            "length=…, let a bushing or a flexible body carry a part, or give friction with coulomb=… alone",
        )
