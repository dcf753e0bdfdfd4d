"""Values, rates and accelerations of the constraints along a motion, and how they change with its state."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.start.tolerances import DIFFERENCES
from mbfe.engine.columns import ACCELS, NODE, RATES, SPINS, TWIST, TWISTS, VELOCITIES, RowType
from mbfe.engine.matrices import carry_entry, rate_entry, residual_entry, sparse_matrices
from mbfe.model.compile import CompiledModel

__all__ = [
    "RowChanges", "constraint_acceleration", "constraint_matrix", "constraint_rate", "constraints",
    "little_adjoints", "time_derivative",
]  # fmt: skip

CENTRAL = np.array([1.0, -8.0, 0.0, 8.0, -1.0]) / 12.0
FORWARD = np.array([-25.0, 48.0, -36.0, 16.0, -3.0]) / 12.0
"""Weights of differences of fourth order at equal distances."""


def constraint_matrix(B: sp.csr_array, N: sp.csr_array, row_type: Ints) -> sp.csr_array:
    """The rows by which constraints act on accelerations: B of holonomic and N of nonholonomic ones."""
    holonomic, rolling = (sp.diags_array((row_type == which).astype(float)) for which in RowType)
    return sp.csr_array(holonomic @ B + rolling @ N)


def constraints(compiled: CompiledModel, time: float) -> Floats:
    """C of holonomic and k of nonholonomic rows in the present state."""
    residual_entry(compiled.system, compiled.state, time)
    return compiled.state.r[6 * compiled.state.motion.shape[0] :].copy()


def time_derivative(
    compiled: CompiledModel, rows: Callable[[float], Floats], time: float, dt: float
) -> Floats:
    """Derivative of rows, a function of the time after `time` [s], by differences over dt [s].

    They are of fourth order and do not reach across kinks of time functions.
    """
    kinks = compiled.builder.kinks.near(time) - time
    behind = float(-kinks[kinks <= 0.0].max(initial=-np.inf))
    ahead = float(kinks[kinks > 0.0].min(initial=np.inf))
    weights, first = CENTRAL, -2
    if min(behind, ahead) <= 2.0 * dt:
        dt = min(dt, 0.2 * max(behind, ahead))
        weights, first, dt = FORWARD, 0, dt if ahead >= behind else -dt
    values = np.array([rows(j * dt) for j in range(first, first + 5)])
    return np.asarray(weights @ values / dt)


def _interval(compiled: CompiledModel) -> float:
    """Time over which the motion and functions of time change little, for differences in time [s]."""
    motion, system = compiled.state.motion, compiled.system
    length = system.environment.length
    nodes = motion[system.kind == NODE]
    rate = max(float(np.abs(nodes[:, SPINS]).max()), float(np.abs(nodes[:, VELOCITIES]).max()) / length, 1.0)
    if len(nodes) < len(motion):
        variables = motion[system.kind != NODE]
        relative = np.abs(variables[:, TWISTS]) / np.maximum(1.0, np.abs(variables[:, 0:6]))
        rate = max(rate, float(relative.max()))
    return 1e-3 / rate


def constraint_rate(compiled: CompiledModel, time: float) -> Floats:
    """Ċ of holonomic rows along the present twists, and k of nonholonomic rows."""
    value = constraints(compiled, time)
    rate_entry(compiled.system, compiled.state, time)
    rate = compiled.state.r[6 * len(compiled.state.motion) :].copy()
    return np.where(compiled.system.row_type == RowType.NONHOLONOMIC, value, rate)


def constraint_acceleration(compiled: CompiledModel, time: float) -> Floats:
    """Γ = C̈ (dk/dt of nonholonomic rows) with zero acceleration, by differences along the twists."""
    system, state = compiled.system, compiled.state
    dt = 3.0 * _interval(compiled)
    laws = (compiled.builder.instances[members[0]].law for members in compiled.layout.members)
    timed = any(law.rows and {"t", "curves"} & set(law.arguments["residual"]) for law in laws)
    if timed or len(system.driven):
        dt = min(dt, DIFFERENCES.longest)
    reference = state.motion.copy()

    def rates(after: float) -> Floats:
        carry_entry(system, state, reference, after)
        return constraint_rate(compiled, time + after)

    found = time_derivative(compiled, rates, time, dt)
    state.motion[:] = reference
    constraints(compiled, time)
    return found


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
