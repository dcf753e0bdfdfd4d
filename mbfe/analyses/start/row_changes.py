"""How rates and accelerations of constraint rows change when a moving state changes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.start.rates import CENTRAL, constraint_acceleration, constraint_rate
from mbfe.analyses.start.tolerances import DIFFERENCES
from mbfe.engine.columns import ACCELS, RATES, TWIST, TWISTS, RowType
from mbfe.engine.matrices import carry_entry, sparse_matrices
from mbfe.model.compile import CompiledModel

__all__ = ["RowChanges"]


class RowChanges:
    """Derivatives of Ċ and C̈ (of nonholonomic rows k and dk/dt) about the present state of a model.

    The state has accelerations. The unknowns are at `places` (n,), 6 row + component; their units (n,) set
    the size of the changes.

    Notes
    -----
    Differences of fourth order of the rows' rates at H exp(εη), 𝒱 + ε δ𝒱. They are exact to about 1e-9 of the
    rows' accelerations.
    """

    def __init__(self, compiled: CompiledModel, places: Ints, sizes: Floats, time: float) -> None:
        self.compiled, self.places, self.sizes, self.time = compiled, places, sizes, time
        self.motion = compiled.state.motion.copy()
        self.length = float(compiled.system.environment.length)
        self._holonomic = compiled.system.row_type == RowType.HOLONOMIC
        base = compiled.system.base
        self._columns = np.isin(np.unique(base[base < 6 * len(self.motion)]), places)

    @property
    def moves(self) -> bool:
        """Whether the state has any velocity or acceleration, of parts that are driven too."""
        return bool(self.motion[:, RATES].any())

    def rates(self, eta: Floats, twists: Floats) -> Floats:
        """Changes of Ċ and k for changes of the unknowns (n, c) and of their twists."""
        return self._differences(lambda: constraint_rate(self.compiled, self.time), eta, twists)

    def accelerations(self, eta: Floats, twists: Floats) -> Floats:
        """Changes of C̈ and dk/dt with the accelerations as they are."""
        return self._differences(self._acceleration, eta, twists)

    def _acceleration(self) -> Floats:
        compiled = self.compiled
        value = constraint_acceleration(compiled, self.time)
        accel = compiled.state.motion[:, ACCELS].reshape(-1)[self.places]
        if accel.any():
            B, N = sparse_matrices(compiled.system, compiled.state, self.time, only="BN")
            value += np.where(self._holonomic, B[:, self._columns] @ accel, N[:, self._columns] @ accel)
        return value

    def _differences(self, rows: Callable[[], Floats], eta: Floats, twists: Floats) -> Floats:
        state, system = self.compiled.state, self.compiled.system
        changes = np.zeros((len(self._holonomic), eta.shape[1]))
        places = self.places // 6 * self.motion.shape[1] + TWIST + self.places % 6
        speed = max(float(np.abs(self.motion[:, TWISTS]).max(initial=0.0)), 1e-2)
        for c in range(eta.shape[1]):
            size = max(
                float(np.abs(eta[:, c] / self.sizes).max(initial=0.0)) / self.length,
                float(np.abs(twists[:, c]).max(initial=0.0)) / speed,
            )
            if size == 0.0:
                continue
            step = DIFFERENCES.change_of_position / size
            for j, weight in zip((-2, -1, 1, 2), CENTRAL[[0, 1, 3, 4]], strict=True):
                carried = self.motion.copy()
                carried[:, TWISTS] = 0.0
                carried.reshape(-1)[places] = eta[:, c]
                state.motion[:] = self.motion
                carry_entry(system, state, carried, j * step)
                state.motion.reshape(-1)[places] += j * step * twists[:, c]
                changes[:, c] += weight / step * rows()
        state.motion[:] = self.motion
        constraint_rate(self.compiled, self.time)  # driven nodes are where they were
        return changes
