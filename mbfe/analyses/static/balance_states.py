"""Equations of equilibrium with first-order states or algebraic outputs: controllers, fluids, tyres."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import SuperLU, splu

from mbfe.algebra.arrays import Flags, Floats, Ints
from mbfe.analyses.start.outputs import refuse_singular_loops
from mbfe.analyses.start.rates import constraint_matrix, little_adjoints
from mbfe.analyses.static.balance import Balance, largest_way
from mbfe.analyses.static.free_motions import lowest_stiffnesses
from mbfe.analyses.static.sizes import StateUnits, largest
from mbfe.analyses.static.tolerances import STIFFNESS
from mbfe.engine.columns import NODE, TWIST, TWISTS
from mbfe.engine.matrices import sparse_matrices
from mbfe.model.compile import CompiledModel

__all__ = ["BalanceOfStates", "balance_of"]


def balance_of(compiled: CompiledModel, *, time: float) -> Balance:
    """The balance of a model, together with its states and outputs where it has any."""
    only_motions = all(variable.kind == "coordinate" for variable in compiled.model.variables.values())
    return (Balance if only_motions else BalanceOfStates)(compiled, time=time)


class BalanceOfStates(Balance):
    """Newton directions of motions, states and outputs together, by a sparse factorisation with pivoting.

    At rest the rate of a state vanishes, f(H, x, y) = 0. What only follows velocities, ẋ = −g 𝒱, as the
    deflection of a standing tyre does, has no such equation: it is integrated along with the motion,
    δx = −g η. A state that nothing determines, as an integrator whose input is zero, keeps its value. Tyres
    forget their deflection by rolling, so they may be held at what it is (:meth:`tyres_held`). A velocity
    that a controller prescribes has to vanish where it depends on the pose, and holds the motion elsewhere.
    """

    units: Floats
    """What one metre of an increment is, see :class:`mbfe.analyses.static.sizes.StateUnits`, (n,)."""

    _held = False
    _followers: Ints = np.zeros(0, dtype=np.int64)

    def __init__(self, compiled: CompiledModel, *, time: float) -> None:
        super().__init__(compiled, time=time)
        refuse_singular_loops(compiled, time)
        system, state = compiled.system, compiled.state
        self.has_loose_rows = True  # they are not looked for; where there are none, nothing changes
        self._factors: SuperLU | None = None
        G, K = sparse_matrices(system, state, time, only="GK")
        self._units = StateUnits.of(compiled, self.dofs, K, G, time=time, stiffness=self.stiffness)
        self._is_state, self._moves = self._units.is_state, ~self._units.is_variable
        self.units = self._units.unknowns
        own, rate = np.abs(K.diagonal()), np.abs(G.diagonal())
        K, G = self._through_outputs(K) @ K, self._through_outputs(K) @ G
        by_velocity = largest(G @ sp.diags_array(self.units * self._moves))
        quiet = largest(K @ sp.diags_array(self.units)) <= rate * self.units / STIFFNESS.long_time_constant
        self._follow = self._is_state & quiet & (by_velocity > 0.0)
        self._followers = self.dofs[self._follow]
        self._forgets = self._follow & (
            self._moving_rates() > np.maximum(STIFFNESS.forgets * own, rate / STIFFNESS.long_time_constant)
        )
        self._row_units = np.zeros(len(self.dofs))
        self._vanishes = np.zeros_like(self._holds)
        K, _, _ = self._tangents()
        self._vanishes = self._fed_back(K)
        self._holds = self._holds & ~self._vanishes

    def residual(self, load_factor: float) -> int:
        """Evaluate the residual in ``state.r``; states that follow velocities are at rest."""
        status = super().residual(load_factor)
        self.compiled.state.r[self._followers] = 0.0
        return status

    @contextlib.contextmanager
    def tyres_held(self) -> Iterator[bool]:
        """Let states keep their values that motion makes forget them; gives whether there are any."""
        self._held = True
        try:
            yield bool(self._forgets.any())
        finally:
            self._held = False

    def factorise(self, *, shift: float = 0.0, singular: float = STIFFNESS.free_pivot_of_states) -> bool:
        """Factorise the tangents, the diagonal of motions shifted [N/m]; False if they are singular."""
        state = self.compiled.state
        K, D, L = self._tangents()
        rows, units = sp.diags_array(self._row_units), sp.diags_array(self.units)
        lengths = sp.diags_array(self.stiffness * state.scales[self.n_motion :])
        K = rows @ K @ units
        own = np.where(self._moves, shift, 0.0)
        own[self._is_state & (np.abs(K.diagonal()) <= STIFFNESS.compliance_of_states * self.stiffness)] += (
            STIFFNESS.compliance_of_states * self.stiffness
        )
        slack = -STIFFNESS.compliance_of_states * self.stiffness * sp.eye_array(D.shape[0])
        matrix = sp.block_array(
            [[K + sp.diags_array(own), rows @ L @ lengths], [lengths @ D @ units, slack]], format="csc"
        )
        state.factorisations += 1
        self._factors = None
        try:
            factors = splu(matrix)
        except RuntimeError:
            return False
        pivots = np.abs(factors.U.diagonal())
        if not pivots.min(initial=np.inf) > singular * pivots.max(initial=0.0):
            return False
        self._factors = factors
        return True

    def direction(self, *, r: Floats | None = None) -> tuple[Floats, Floats, float]:
        """−K⁻¹ r with the factors at hand: increments of motions, of multipliers, and the largest one [m]."""
        state = self.compiled.state
        given = state.r if r is None else r
        lengths = self.stiffness * state.scales[self.n_motion :]
        right = np.concatenate([self._row_units * given[self.dofs], lengths * given[self.n_motion :]])
        step, multiplier = np.zeros(self.n_motion), np.full(len(state.multiplier), np.nan)
        if self._factors is None:
            return step, multiplier, np.inf
        x = self._factors.solve(-right)
        n = len(self.dofs)
        step[self.dofs] = self.units * x[:n]
        return step, lengths * x[n:], self.size(step)

    def size(self, step: Floats) -> float:
        """Largest increment of a point [m], or of a variable, which however large does not count as far."""
        motion = self.compiled.state.motion
        values = motion[self.dofs // 6, self.dofs % 6] / self.length
        units = np.where(self._moves, self.units, np.maximum(self.units, np.abs(values)))
        others = float(np.abs(step[self.dofs] / units)[~self._moves].max(initial=0.0))
        bounded = (
            others / (1.0 + others / (STIFFNESS.largest_change * self.length))
            if np.isfinite(others)
            else np.inf
        )
        return max(largest_way(self, step), bounded)

    def pull(self) -> float:
        """Largest residual [N], moments divided by the model's length, rates and outputs by their effect."""
        return float(np.abs(self.compiled.state.r[self.dofs] * self._row_units).max(initial=0.0))

    def never_at_rest(self) -> str:
        """Name and rate of a state that changes whatever the pose is, empty if there is none."""
        compiled = self.compiled
        self.residual(self.load_factor)
        (K,) = sparse_matrices(compiled.system, compiled.state, self.time, only="K")
        through = self._through_outputs(K)
        changes = largest(through @ K @ sp.diags_array(self.units))
        rates = -(through @ compiled.state.r[self.dofs])
        typical = compiled.state.size[self.dofs]
        lost = (
            self._is_state
            & (changes <= typical / STIFFNESS.long_time_constant)
            & (np.abs(rates) > typical / STIFFNESS.long_time_constant)
        )
        if not lost.any():
            return ""
        worst = int(np.argmax(np.where(lost, np.abs(rates) / typical, 0.0)))
        names_of = {each.number: each for each in compiled.model.variables.values()}
        state = names_of[int(self.dofs[worst])]
        return f'the state "{state.name}" changes by {rates[worst]:.4g} {state.unit}/s at any pose'

    def matrices(self) -> tuple[sp.csr_array, sp.csr_array]:
        """K and the constraint matrix of motions and coordinates, states and outputs following them."""
        K, D, _ = self._tangents()
        here, there = np.flatnonzero(self._moves), np.flatnonzero(~self._moves)
        follow = self._following(K)
        return (
            sp.csr_array(K[here][:, here] + K[here][:, there] @ follow),
            sp.csr_array(D[:, here] + D[:, there] @ follow),
        )

    def negative_directions(self) -> tuple[int, int]:
        """Twice the number of negative real eigenvalues of the stiffness, states and outputs following."""
        least = (STIFFNESS.rolling if self._forgets.any() else STIFFNESS.unstable) * self.stiffness
        count = int((lowest_stiffnesses(self, 30) < least).sum())
        return count, count

    def _tangents(self) -> tuple[sp.csr_array, sp.csr_array, sp.csr_array]:
        """∂r/∂η with what follows velocities, constraint matrix and ∂r/∂λ; sets the units of the rows."""
        system, state = self.compiled.system, self.compiled.state
        G, K, B, N, L = sparse_matrices(system, state, self.time, only="GKBNL")
        if self.spin.any():
            K = sp.csr_array(K + G @ little_adjoints(self.compiled, self.dofs, TWIST))
        if self._follow.any():
            along = self._through_outputs(K) @ G
            follow = self._follow.astype(float)
            K = sp.csr_array(sp.diags_array(1.0 - follow) @ K + sp.diags_array(follow) @ along)
            if self._held:
                forgets = self._forgets.astype(float)
                K = sp.csr_array(sp.diags_array(1.0 - forgets) @ K + sp.diags_array(forgets))
        self._row_units = self._units.equations(K)
        rows = constraint_matrix(B, N, system.row_type)
        if not self.spin.any():
            # at rest a prescribed velocity holds, and one that a controller feeds back has to vanish
            holds, vanishes = (part.astype(float) for part in (self._holds, self._vanishes))
            moves = sp.diags_array(self._moves.astype(float))
            rows = sp.csr_array(
                sp.diags_array(1.0 - holds - vanishes) @ rows
                + sp.diags_array(holds) @ rows @ moves
                + sp.diags_array(vanishes) @ B
            )
        return K, rows, L

    def _fed_back(self, K: sp.csr_array) -> Flags:
        """Rows that prescribe a velocity by outputs that follow the motion: a servo with feedback."""
        system = self.compiled.system
        B, N = sparse_matrices(system, self.compiled.state, self.time, only="BN")
        there = np.flatnonzero(~self._moves)
        if not (self._holds.any() and len(there)):
            return np.zeros_like(self._holds)
        by_motion = largest(B[:, there] @ self._following(K) @ sp.diags_array(self.units[self._moves]))
        own = largest(N[:, self._moves] @ sp.diags_array(self.units[self._moves]))
        return self._holds & (by_motion > own / STIFFNESS.long_time_constant)

    def _following(self, K: sp.csr_array) -> sp.csr_array:
        """How states and outputs follow the motion at rest, −K_xx⁻¹ K_xm."""
        here, there = np.flatnonzero(self._moves), np.flatnonzero(~self._moves)
        units, rows = sp.diags_array(self.units[there]), sp.diags_array(self._row_units[there])
        inner = rows @ K[there][:, there] @ units
        inner = sp.csc_array(
            inner + sp.diags_array(STIFFNESS.compliance_of_states * self.stiffness * self._is_state[there])
        )
        return sp.csr_array(-(units @ splu(inner).solve((rows @ K[there][:, here]).toarray())))

    def _moving_rates(self) -> Floats:
        """∂r/∂x of each state while all nodes move [1/s]."""
        system, state = self.compiled.system, self.compiled.state
        twists = state.motion[:, TWISTS].copy()
        state.motion[system.kind == NODE, TWISTS] = 1.0
        (K,) = sparse_matrices(system, state, self.time, only="K")
        state.motion[:, TWISTS] = twists
        return np.asarray(K.diagonal())

    def _through_outputs(self, K: sp.csr_array) -> sp.csr_array:
        """Matrix that takes outputs out of the rows of states: r_x − K_xy K_yy⁻¹ r_y."""
        whole = sp.eye_array(len(self.dofs), format="csr")
        x, y = np.flatnonzero(self._is_state), np.flatnonzero(~self._is_state & ~self._moves)
        if not len(x) or not len(y):
            return whole
        part = K[x][:, y]
        used = splu(sp.csc_array(K[y][:, y]).T.tocsc()).solve(part.T.toarray()).T
        return whole - sp.csr_array(
            sp.coo_array((used.ravel(), (np.repeat(x, len(y)), np.tile(y, len(x)))), shape=whole.shape)
        )
