"""Constraints of joints and drives on positions, velocities and accelerations, scaled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.dense_rows import (
    Decomposition,
    Orthogonal,
    decompose,
    require_finite,
    triangularise,
)
from mbfe.analyses.kinematic.sparse_rows import SparseDecomposition
from mbfe.analyses.kinematic.tolerances import RANKS
from mbfe.analyses.start.initial import set_characteristics
from mbfe.engine.columns import ACCEL, COORDINATE, MOTION, NODE, TWIST, TWISTS, RowType
from mbfe.engine.matrices import Gradients, carry_entry, rate_entry, residual_entry, sparse_matrices
from mbfe.model.compile import CompiledModel

__all__ = ["Equilibrated", "Geometry", "RowFactors", "mass_matrix", "null_space"]

STENCILS = {
    0: ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)),
    -1: ((-4, 3.0), (-3, -16.0), (-2, 36.0), (-1, -48.0), (0, 25.0)),
    1: ((0, -25.0), (1, 48.0), (2, -36.0), (3, 16.0), (4, -3.0)),
}
"""Differences of fourth order, in twelfths: central, and from one side where a time function has a kink."""


@dataclass(frozen=True, eq=False)
class Equilibrated:
    """Decomposition of a large matrix with columns of like length, for solutions of the matrix as it is.

    In a mechanism of many bodies the length of the model, by which rotations are measured, says nothing of a
    single body: the smallest singular value would fall with the square of their number.
    """

    found: SparseDecomposition | Decomposition
    """That of D diag(column)."""
    column: Floats
    """Factors of the columns (n,)."""

    @property
    def least(self) -> float:
        """Ratio of the smallest singular value to the largest."""
        return self.found.least

    @property
    def is_tall(self) -> bool:
        """Whether there are at least as many rows as unknowns."""
        return self.found.is_tall

    @property
    def direction(self) -> Floats:
        """Right singular vector of the smallest singular value."""
        moved = self.column * self.found.direction
        return moved / np.linalg.norm(moved)

    @property
    def force(self) -> Floats:
        """Left singular vector of the smallest singular value."""
        return self.found.force

    def rank(self, *, cut: float = RANKS.zero) -> int:
        """Number of singular values that are larger than a part of the largest."""
        return self.found.rank(cut=cut)

    def solve(self, c: Floats, *, cut: float = RANKS.zero) -> Floats:
        """x with D x = c, in the sense of least squares."""
        return self.column * self.found.solve(c, cut=cut)

    def solve_transposed(self, b: Floats, *, cut: float = RANKS.zero) -> Floats:
        """Smallest y with Dᵀ y = b, in the sense of least squares."""
        return self.found.solve_transposed(self.column * b, cut=cut)


RowFactors = Decomposition | Orthogonal | Equilibrated
"""What solves with the gradients of the rows."""


def null_space(D: Floats) -> Floats:
    """Orthonormal directions (n, k) in which nothing is held."""
    if D.shape[0] == 0:
        return np.eye(D.shape[1])
    found: Floats = scipy.linalg.null_space(D, rcond=RANKS.zero)
    return found


class Geometry:
    """Constraint rows C(H, t), their gradient and rates, in scaled unknowns and rows.

    Unknowns are the increments of free nodes (rotations times the model's length) and of coordinates
    (divided by their typical size); rows of angles are multiplied by the model's length, so that millimetres
    and metres give the same answers. The state of the model is where the mechanism is; scales are taken at a
    time [s].
    """

    def __init__(self, compiled: CompiledModel, time: float) -> None:
        self.compiled = compiled
        set_characteristics(compiled, time)
        system, state = compiled.system, compiled.state
        self.motion = state.motion
        """Motions of all rows (n_node, 20), as the engine holds them."""
        self.n_motion = 6 * len(state.motion)
        every = np.unique(system.base[system.base < self.n_motion])
        self._gradients = Gradients.of(system, self.n_motion)
        self.known = system.kind[every // 6] <= COORDINATE
        """Which of the engine's unknowns are those of motions and coordinates."""
        self.dofs = every[self.known]
        """Components of motions and coordinates that are unknown (n,), as 6 row + component."""
        place = self.dofs // 6 * MOTION + self.dofs % 6
        self._twist, self._accel = place + TWIST, place + ACCEL
        self.unit = state.scales[self.dofs].copy()
        """Increment of each unknown for a scaled one of 1 (n,)."""
        self.row_unit = state.scales[self.n_motion :].copy()
        """Factor of each row (n_row,)."""
        self.holonomic = system.row_type == RowType.HOLONOMIC
        """Rows on positions (n_row,); the others are on velocities."""
        self.length = float(system.environment.length)
        """Characteristic length of the model [m]."""
        self.interval = 1e-3
        """Time within which drives change little, for differences in time [s]."""
        self.decompositions = 0
        self._kept = self.known[self._gradients.column]
        self._row = self._gradients.row[self._kept]
        self._column = (np.cumsum(self.known) - 1)[self._gradients.column[self._kept]]
        self._factor = self.row_unit[self._row] * self.unit[self._column]
        self._clear: Orthogonal | None = None
        self._last: SparseDecomposition | None = None
        self._equal = np.zeros(0)
        self._kinks = compiled.builder.kinks

    # ------------------------------------------------------------------ rows

    def values(self, time: float) -> Floats:
        """Holonomic rows C at a time, scaled [m]; 0 in the places of the others."""
        state = self.compiled.state
        if residual_entry(self.compiled.system, state, time) != 0:
            return np.full(len(self.row_unit), np.nan)
        return np.where(self.holonomic, state.r[self.n_motion :] * self.row_unit, 0.0)

    def rates(self, time: float) -> Floats:
        """Ċ of holonomic rows and k of the others along the present twists, scaled [m/s]."""
        system, state = self.compiled.system, self.compiled.state
        residual_entry(system, state, time)
        value = state.r[self.n_motion :].copy()
        rate_entry(system, state, time)
        return np.where(self.holonomic, state.r[self.n_motion :], value) * self.row_unit

    def drive_rates(self, time: float) -> Floats:
        """Rates of the rows with the mechanism at rest and the drives running: C_t, and k at rest."""
        kept = self.motion.reshape(-1)[self._twist].copy()
        self.motion.reshape(-1)[self._twist] = 0.0
        rates = self.rates(time)
        self.motion.reshape(-1)[self._twist] = kept
        return rates

    def _entries(self, time: float) -> Floats:
        """Gradients of the rows, scaled, in the places ``_row`` and ``_column``."""
        values = self._gradients.values(self.compiled.system, self.compiled.state, time)
        entries: Floats = values[self._kept] * self._factor
        return entries

    def sparse_matrix(self, time: float) -> sp.csr_array:
        """Gradients of the rows, ∂C/∂η and ∂k/∂𝒱, scaled (m, n)."""
        shape = (len(self.row_unit), len(self.dofs))
        return sp.csr_array((self._entries(time), (self._row, self._column)), shape=shape)

    def matrix(self, time: float) -> Floats:
        """The same as a full matrix."""
        m, n = len(self.row_unit), len(self.dofs)
        place = self._row * n + self._column
        full: Floats = np.bincount(place, weights=self._entries(time), minlength=m * n).astype(float)
        return full.reshape(m, n)

    def decompose(self, time: float) -> RowFactors:
        """Factors or singular values of the gradients of all rows, as far as they are needed."""
        self.decompositions += 1
        m, n = len(self.row_unit), len(self.dofs)
        if m < n:
            return decompose(self.matrix(time))
        if n <= RANKS.most_dense:
            full = self.matrix(time)
            clear = triangularise(full, near=self._clear)
            self._clear = clear or self._clear
            return clear or decompose(full)
        D = self.sparse_matrix(time)
        require_finite(D.data)
        if not len(self._equal):
            length = np.sqrt(np.asarray((D * D).sum(axis=0)).ravel())
            self._equal = 1.0 / np.where(length > RANKS.zero * length.max(initial=0.0), length, 1.0)
        scaled = sp.csr_array(D @ sp.diags_array(self._equal))
        try:
            self._last = SparseDecomposition(scaled, self._last)
            return Equilibrated(self._last, self._equal)
        except (ArithmeticError, RuntimeError):  # several directions are lost at once
            return Equilibrated(decompose(scaled.toarray()), self._equal)

    # ------------------------------------------------------------------ motions

    def set_twists(self, scaled: Floats) -> None:
        """Set the twists and rates of the unknowns [m/s, rad/s] from scaled ones."""
        self.motion.reshape(-1)[self._twist] = self.unit * scaled

    def set_accelerations(self, scaled: Floats) -> None:
        """Set the accelerations of the unknowns from scaled ones."""
        self.motion.reshape(-1)[self._accel] = self.unit * scaled

    def twists(self) -> Floats:
        """Scaled twists and rates of the unknowns [m/s]."""
        return self.motion.reshape(-1)[self._twist] / self.unit

    def accelerations(self) -> Floats:
        """Scaled accelerations of the unknowns [m/s²]."""
        return self.motion.reshape(-1)[self._accel] / self.unit

    def move(self, base: Floats, step: Floats) -> None:
        """Go from motions ``base`` by scaled increments, each node along its own screw (exponential map)."""
        twists = self.motion[:, TWISTS].copy()
        reference = base.copy()
        reference[:, TWISTS] = 0.0
        reference.reshape(-1)[self._twist] = self.unit * step
        self.motion[:] = base
        carry_entry(self.compiled.system, self.compiled.state, reference, 1.0)
        self.motion[:, TWISTS] = twists

    def curvature(self, time: float, *, side: int = 0) -> Floats:
        """Γ, the rates of the rows' rates along the present twists without accelerations, scaled [m/s²].

        By differences of fourth order along H exp(τ 𝒱); they do not extend across a kink of a time function.
        """
        twists = self.motion[:, TWISTS]
        nodes = self.compiled.system.kind == NODE
        rate = float(np.abs(twists[nodes, 3:]).max(initial=0.0))
        rate = max(rate, float(np.abs(twists[nodes, :3]).max(initial=0.0)) / self.length, 1e-2)
        dt = min(3e-3 / rate, self.interval)
        side, dt = self._clear_of_kinks(time, side, dt)
        reference = self.motion.copy()
        total = np.zeros(len(self.row_unit))
        for offset, weight in STENCILS[side]:
            carry_entry(self.compiled.system, self.compiled.state, reference, offset * dt)
            total += weight * self.rates(time + offset * dt)
        self.motion[:] = reference
        residual_entry(self.compiled.system, self.compiled.state, time)
        return total / (12.0 * dt)

    def _clear_of_kinks(self, time: float, side: int, dt: float) -> tuple[int, float]:
        """Side and interval of the differences such that they do not reach over a kink; before one on it."""
        near = 1e-9 * dt
        kinks = self._kinks.near(time)
        if kinks.size == 0:
            return side, dt
        to_next = float(kinks[kinks > time + near].min(initial=np.inf)) - time
        to_last = time - float(kinks[kinks < time - near].max(initial=-np.inf))
        if np.abs(kinks - time).min() <= near:
            side = side or -1
        elif min(to_next, to_last) < 2.0 * dt:
            side = 1 if to_next > to_last else -1
        else:
            return 0, dt
        return side, max(min(dt, 0.24 * (to_next if side > 0 else to_last)), 1e-9)


def mass_matrix(geometry: Geometry, time: float) -> sp.csr_array:
    """Mass matrix of the unknowns (n, n), not scaled."""
    (M,) = sparse_matrices(geometry.compiled.system, geometry.compiled.state, time, only="M")
    return sp.csr_array(M[geometry.known][:, geometry.known])
