"""Nonholonomic rows with outputs of controllers: their rates at the start of a motion.

A row k(H, 𝒱, y, t) = 0 with y = h(H, 𝒱, x, t) requires of the accelerations that dk/dt = N𝒜 + Γ + (∂k/∂y) ẏ =
0. With K_yy = ∂r/∂y of the equations r = y − h of all outputs,

    K_yy ẏ = −(K_yη 𝒱 + G_y𝒱 𝒜 + K_yx ẋ + ∂r/∂t).

Accelerations 𝒜 and rates ẋ follow from ẏ in turn, so that both are found together. Outputs that follow
accelerations, reactions or ẋ without a lag have a rate that the state does not know.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.start.rates import time_derivative
from mbfe.analyses.start.saddle import Saddle
from mbfe.analyses.start.tolerances import DIFFERENCES, VELOCITY_GAPS
from mbfe.engine.columns import ACCEL, COORDINATE, OUTPUT, STATE, TWIST, RowType
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.errors import ModelError, SolveError
from mbfe.model.compile import CompiledModel, describe_rows

__all__ = ["SignalRates", "signal_rows"]


def signal_rows(compiled: CompiledModel) -> Ints:
    """Nonholonomic rows of laws that read outputs of controllers."""
    found = [
        row
        for number, instance in enumerate(compiled.builder.instances)
        if instance.law.nonholonomic and instance.law.algebraic
        for row in compiled.layout.rows[number]
        if row >= 0 and compiled.system.row_type[row] == RowType.NONHOLONOMIC
    ]
    return np.array(sorted(found), dtype=np.int64)


class SignalRates:
    """Rates of rows by the outputs in them, (∂k/∂y) ẏ, and by states, about the present state.

    The rows (m,) are those of :func:`signal_rows`. An output that follows accelerations, reactions or rates
    of states without a lag is refused.
    """

    def __init__(self, compiled: CompiledModel, rows: Ints, time: float) -> None:
        self.compiled, self.rows, self.time = compiled, rows, time
        system, state = compiled.system, compiled.state
        self.places = np.unique(system.base[system.base < 6 * len(state.motion)])
        M, G, K, B, L = sparse_matrices(system, state, time, only="MGKBL")
        kind = system.kind[self.places // 6]
        self.own, self.second, self.first = (
            np.flatnonzero(which) for which in (kind == OUTPUT, kind <= COORDINATE, kind == STATE)
        )
        own = self.own
        self.by_output = B[rows][:, own].toarray()
        """(∂k/∂y) K_yy⁻¹, a row for each row and a column for each output."""
        if own.size:
            self.by_output = splu(sp.csc_array(K[own][:, own])).solve(self.by_output.T, trans="T").T
        self._refuse(M[own][:, self.second], "accelerations")
        self._refuse(L[own], "reactions")
        self._refuse(G[own][:, self.first], "rates of states")
        self._by_place = self.by_output @ K[own][:, self.second]
        self._by_speed = self.by_output @ G[own][:, self.second]
        # a state may stand in the place of an output
        self._by_state = self.by_output @ K[own][:, self.first] - B[rows][:, self.first].toarray()
        self._by_time = self.by_output @ self._explicit()

    def _refuse(self, direct: sp.csr_array, what: str) -> None:
        """Refuse outputs with a direct feedthrough of what has no known rate."""
        if direct.nnz == 0:
            return
        seen = np.abs(np.asarray(self.by_output @ direct))
        size = float(np.abs(direct.data).max()) * np.abs(self.by_output).max(axis=1)
        for row in np.flatnonzero(seen.max(axis=1) > VELOCITY_GAPS.derivative_left_out * size).tolist():
            raise ModelError(
                describe_rows(self.compiled, [int(self.rows[row])])[0],
                f"the signal that it follows depends on {what} without a lag: its own rate, which the "
                "accelerations follow from, is unknown",
                allowed="signals of time, states, positions and speeds",
                remedy="Put a lag between them, such as blocks.FirstOrder",
            )

    def _explicit(self) -> Floats:
        """∂r/∂t of the outputs."""
        compiled, time = self.compiled, self.time
        outputs = self.places[self.own]

        def residuals(after: float) -> Floats:
            residual_entry(compiled.system, compiled.state, time + after)
            return compiled.state.r[outputs].copy()

        found = time_derivative(compiled, residuals, time, DIFFERENCES.longest)
        residual_entry(compiled.system, compiled.state, time)
        return found

    def rates(self) -> Floats:
        """(∂k/∂y) ẏ with the present accelerations and rates of states, (m,)."""
        motion = self.compiled.state.motion
        second, first = self.places[self.second], self.places[self.first]
        twist = motion[second // 6, TWIST + second % 6]
        accel = motion[second // 6, ACCEL + second % 6]
        rate = motion[first // 6, TWIST + first % 6]
        total = self._by_place @ twist + self._by_speed @ accel + self._by_state @ rate + self._by_time
        return -np.asarray(total)

    def improved(self, saddle: Saddle, rates: Floats) -> Floats:
        """Rates (m,) that agree with the accelerations which they cause, by a step of Newton's method.

        The saddle holds the equations about the present state, solved with the rates so far.
        """
        answers = self._answers(saddle)
        gains = self._by_speed @ answers[self.second] + self._by_state @ answers[self.first]
        return np.asarray(rates + self._solved(gains, self.rates() - rates))

    def agreeing(self, saddle: Saddle, rate: Floats) -> Floats:
        """Rates Ċ and k to take away so that outputs that follow speeds are taken along.

        `rate` (n_row,) is that with the present outputs.
        """
        change, _ = saddle.solve(np.zeros(len(self.places)), -rate)
        gains = self._by_speed @ self._answers(saddle)[self.second]
        made = rate.copy()
        made[self.rows] += self._solved(gains, -self._by_speed @ change[self.second])
        return made

    def _answers(self, saddle: Saddle) -> Floats:
        """What a unit in each of the rows changes, (n, m)."""
        answers = []
        for row in self.rows.tolist():
            pull = np.zeros(saddle.D.shape[0])
            pull[row] = -1.0
            answers.append(saddle.solve(np.zeros(len(self.places)), pull)[0])
        return np.array(answers).T

    def _solved(self, gains: Floats, right: Floats) -> Floats:
        """Solution of (1 + gains) x = right."""
        left = np.eye(len(self.rows)) + gains
        if (
            not np.isfinite(left).all()
            or np.linalg.svd(left, compute_uv=False)[-1] < VELOCITY_GAPS.singular_loop
        ):
            raise SolveError(
                "start values",
                f"{'; '.join(describe_rows(self.compiled, self.rows.tolist()))}: speeds that follow from "
                "themselves with a gain of one are not unique",
                remedy="Change a gain of the loop",
            )
        return np.asarray(np.linalg.solve(left, right))
