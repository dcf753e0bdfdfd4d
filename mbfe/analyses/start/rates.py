"""Values and rates of the constraints along a motion."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.start.tolerances import DIFFERENCES
from mbfe.engine.columns import NODE, SPINS, TWISTS, VELOCITIES, RowType
from mbfe.engine.matrices import carry_entry, rate_entry, residual_entry
from mbfe.laws import Law
from mbfe.model.compile import CompiledModel

__all__ = [
    "CENTRAL", "FORWARD", "constraint_acceleration", "constraint_matrix", "constraint_rate", "constraints",
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


def _along(compiled: CompiledModel, time: float, dt: float, first: int) -> Floats:
    """Rates of the constraints (see :func:`constraint_rate`) along the twists at time + j·dt.

    j = first … first + 4, a row of the result for each.
    """
    reference = compiled.state.motion.copy()
    values = []
    for j in range(first, first + 5):
        carry_entry(compiled.system, compiled.state, reference, j * dt)
        values.append(constraint_rate(compiled, time + j * dt))
    compiled.state.motion[:] = reference
    constraints(compiled, time)
    return np.array(values)


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
    """Γ = C̈ (dk/dt of nonholonomic rows) with zero acceleration, by differences of fourth order.

    They do not reach across kinks of time functions.
    """
    dt = 3.0 * _interval(compiled)
    timed = any(law.rows and {"t", "curves"} & set(law.arguments["residual"]) for law in _laws(compiled))
    if timed or len(compiled.system.driven):
        dt = min(dt, DIFFERENCES.longest)
    kinks = compiled.builder.kinks.near(time) - time
    behind = float(-kinks[kinks <= 0.0].max(initial=-np.inf))
    ahead = float(kinks[kinks > 0.0].min(initial=np.inf))
    if min(behind, ahead) > 2.0 * dt:
        c = _along(compiled, time, dt, -2)
        return np.asarray(CENTRAL @ c / dt)
    dt = min(dt, 0.2 * max(behind, ahead))
    c = _along(compiled, time, dt, 0 if ahead >= behind else -4)
    return np.asarray(FORWARD @ c / dt if ahead >= behind else -(FORWARD @ c[::-1]) / dt)


def _laws(compiled: CompiledModel) -> list[Law]:
    return [compiled.builder.instances[members[0]].law for members in compiled.layout.members]
