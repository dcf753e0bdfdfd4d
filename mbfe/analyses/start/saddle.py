"""Linear systems of mass matrix and constraints, and the smallest multipliers by least squares."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.rates import constraint_matrix
from mbfe.analyses.start.tolerances import ROW_RANKS
from mbfe.engine.columns import COORDINATE, NODE, RowType
from mbfe.engine.matrices import factorise_entry, solve_entry, sparse_matrices
from mbfe.errors import ModelError, SolveError
from mbfe.model.compile import CompiledModel, describe_rows

__all__ = ["Saddle", "acting_rows", "refuse_nearly_dependent", "smallest_multipliers"]


class Saddle:
    """Solutions of [M L; D 0] (x, λ) = (b, c) about the present state, redundant rows allowed.

    x are the accelerations of motions and coordinates, the rates of states and the values of outputs; D is
    ∂C/∂η of holonomic rows and ∂k/∂𝒱 of nonholonomic ones, L = Dᵀ where reactions are ideal. M also holds
    ∂r/∂ẋ and ∂r/∂y of states and outputs.
    """

    def __init__(self, compiled: CompiledModel, time: float) -> None:
        self.compiled = compiled
        system, state = compiled.system, compiled.state
        self.n_motion = 6 * state.motion.shape[0]
        self.dofs = np.unique(system.base[system.base < self.n_motion])
        """Components with unknowns, as 6 row + component."""
        M, G, K, B, N, self.L = sparse_matrices(system, state, time)
        kind = system.kind[self.dofs // 6]
        columns = [sp.diags_array((np.isin(kind, k)).astype(float)) for k in ([0, 1], [2], [3])]
        self.M = sp.csr_array(M @ columns[0] + G @ columns[1] + K @ columns[2])
        self.D = constraint_matrix(B, N, system.row_type)
        self.scale = float(state.mass)
        state.step_tangent[:] = np.eye(6)
        growth = factorise_entry(system, state, time, self.scale)
        state.factored = 0
        stage = len(state.stage) - len(state.stage_multiplier)
        row = system.is_row == 1
        place = system.source - system.base
        self._own = np.where(
            row, place == (len(state.stage) - 1) * self.n_motion, place == stage * self.n_motion
        )
        if growth < 0.0 or self._lost().size:
            raise self._error(split=stage > 0)

    def _lost(self) -> NDArray[np.int64]:
        """Unknowns of motions whose pivots are round-off of what they were before the elimination."""
        system, state = self.compiled.system, self.compiled.state
        scales = state.scales
        unknowns = np.flatnonzero((system.is_row == 0) & self._own)
        unknowns = unknowns[system.kind[system.base[unknowns] // 6] <= COORDINATE]
        held = np.square(scales[self.n_motion :]) @ self.D.multiply(self.D)
        whole = np.zeros(self.n_motion)
        whole[self.dofs] = np.abs(self.M.diagonal()) + self.scale * held
        bases = system.base[unknowns]
        size = np.square(scales[bases]) * whole[bases]
        return unknowns[state.diagonal[unknowns] <= ROW_RANKS.massless_pivot * size]

    def _error(self, *, split: bool) -> SolveError:
        """The error of a singular matrix, in a scheme that splits off the constraint forces or another."""
        place = self._singular()
        where, given = "initial assembly", f"the mass matrix with constraints is singular at {place}"
        allowed = "every free direction has mass, inertia or a constraint"
        remedy = "Give the body mass and inertia in this direction, or hold it by a joint"
        if split:
            where, given = "HHT", f"the mass matrix alone is singular at {place}"
            allowed = "mass and inertia in every direction: the method splits off the constraint forces"
            remedy = "Give the massless parts mass, or take GeneralizedAlpha or SOI2"
        elif place.startswith("equation of"):
            given = f"the equations of motion and outputs together are singular at {place}"
            allowed = "equations that have one solution"
            remedy = "Change a gain: a feedback of accelerations or reactions cancels a mass or a row"
        error = SolveError(where, given, allowed=allowed, remedy=remedy)
        error.direction = place
        return error

    def _singular(self) -> str:
        state, system = self.compiled.state, self.compiled.system
        place = np.flatnonzero(state.diagonal < 0.0)
        place = place if len(place) else self._lost()
        if len(place) == 0:
            return "an unknown direction"
        base = int(system.base[place[0]])
        if base >= self.n_motion or system.kind[base // 6] != NODE:
            return self.compiled.component_name(base) if base < self.n_motion else "a constraint row"
        node = list(self.compiled.model.nodes)[base // 6]
        kind = "translation along" if base % 6 < 3 else "rotation about"
        return f'node "{node}", {kind} {"xyz"[base % 3]}'

    @property
    def dropped(self) -> NDArray[np.int64]:
        """Constraint rows that depend on others, or do not act now."""
        system, state = self.compiled.system, self.compiled.state
        place = np.flatnonzero((system.is_row == 1) & (state.diagonal == 0.0) & self._own)
        return np.sort(system.base[place] - self.n_motion)

    @property
    def redundant(self) -> NDArray[np.int64]:
        """Constraint rows that act and depend on others."""
        return self.dropped[_acts(self.D)[self.dropped]]

    def _once(self, b: Floats, c: Floats) -> tuple[Floats, Floats]:
        system, state = self.compiled.system, self.compiled.state
        full = np.zeros(len(state.r))
        full[self.dofs] = b
        full[self.n_motion :] = c
        scales = state.scales
        rows = system.is_row == 1
        state.x[:] = scales[system.base] * full[system.base] * np.where(rows, self.scale, 1.0)
        state.x[rows & (state.diagonal == 0.0) | ~self._own] = 0.0
        solve_entry(system, state)
        out = np.zeros(len(state.r))
        own = self._own
        out[system.base[own]] = (scales[system.base] * state.x * np.where(rows, self.scale, 1.0))[own]
        penalty = np.zeros(len(c))
        ideal = own & rows & (system.general == 0)
        penalty[system.base[ideal] - self.n_motion] = 1.0
        multiplier = out[self.n_motion :] + self.scale * scales[self.n_motion :] ** 2 * c * penalty
        multiplier[self.dropped] = 0.0
        return out[self.dofs], multiplier

    def solve(self, b: Floats, c: Floats) -> tuple[Floats, Floats]:
        """Solve with two steps of iterative refinement; multipliers that are not unique are any ones."""
        x, multiplier = self._once(b, c)
        live = np.ones(len(c), dtype=bool)
        live[self.dropped] = False
        for _ in range(2):
            defect = np.where(live, c - self.D @ x, 0.0)
            dx, dm = self._once(b - self.M @ x - self.L @ multiplier, defect)
            x, multiplier = x + dx, multiplier + dm
        return x, multiplier

    def dependence(
        self, rows: int | NDArray[np.int64], *, weights: Floats | None = None
    ) -> tuple[Floats, float]:
        """Combination z (m,) with L z = 0 that holds one dropped row, or several with given weights.

        Other dropped rows take no part. The number is what remains: the largest component of L z as a part of
        the largest of z, both scaled.
        """
        given = np.zeros(self.L.shape[1])
        given[rows] = 1.0 if weights is None else weights
        _, y = self._once(-(self.L @ given), np.zeros(len(given)))
        z = y + given
        scales = self.compiled.state.scales
        size = np.abs(z / scales[self.n_motion :]).max()
        return z, float(np.abs(scales[self.dofs] * (self.L @ z)).max() / size)


def refuse_nearly_dependent(saddle: Saddle) -> None:
    """Refuse dropped rows that are nearly but not exactly redundant: the motion would violate them."""
    compiled, rows = saddle.compiled, saddle.redundant
    weights = np.random.default_rng(0).uniform(0.5, 1.5, len(rows))  # all at once, and one by one if need be
    if saddle.dependence(rows, weights=weights)[1] <= ROW_RANKS.dependence:
        return
    for row in rows.tolist():
        z, remainder = saddle.dependence(row)
        if remainder > ROW_RANKS.dependence:
            others = np.argsort(-np.abs(z / compiled.state.scales[saddle.n_motion :]))[:4]
            names = describe_rows(compiled, [row, *(int(other) for other in others if other != row)])
            raise ModelError(
                names[0],
                f"depends on other rows nearly but not exactly ({remainder:.2g} is left, in model lengths or "
                f"radians), among them {'; '.join(names[1:])}: strictly, the mechanism can hardly move",
                allowed=f"exact dependence (below {ROW_RANKS.dependence:g}) or independence (above 1e-5)",
                remedy="Make the axes of these joints coincide or run parallel exactly, or close the loop by "
                "a joint that leaves this direction free",
            )


def _acts(D: sp.csr_array) -> NDArray[np.bool_]:
    return np.asarray(abs(D).sum(axis=1)).ravel() > 0.0


def acting_rows(compiled: CompiledModel, time: float) -> NDArray[np.bool_]:
    """Active constraint rows: those with a gradient."""
    _, _, _, B, N, _ = sparse_matrices(compiled.system, compiled.state, time)
    return np.where(compiled.system.row_type == RowType.NONHOLONOMIC, _acts(N), _acts(B))


def smallest_multipliers(B: Floats, multiplier: Floats, row_scale: Floats) -> Floats:
    """Smallest multipliers with the same constraint forces Bᵀλ, by dense least squares, shape (m,).

    They are ℓ z with z the projection of λ/ℓ on the range of ℓB; ℓ is the length by which a moment is
    compared with a force, 1 for forces.
    """
    scaled = row_scale[:, None] * B
    y = np.linalg.lstsq(scaled, multiplier / row_scale, rcond=1e-9)[0]
    return np.asarray(row_scale * (scaled @ y))
