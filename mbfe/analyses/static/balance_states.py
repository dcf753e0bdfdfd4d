"""Equations of equilibrium with first-order states or algebraic outputs: controllers, fluids, tyres."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import SuperLU, splu

from mbfe.algebra.arrays import Flags, Floats
from mbfe.analyses.start.outputs import refuse_singular_loops
from mbfe.analyses.start.rates import constraint_matrix, little_adjoints
from mbfe.analyses.static.balance import Balance, step_size
from mbfe.analyses.static.free_motions import lowest_stiffnesses
from mbfe.analyses.static.sizes import StateUnits, largest
from mbfe.compiled.callbacks import Callback
from mbfe.engine.balance.inertia import NOT_COUNTED
from mbfe.engine.balance.tolerances import STIFFNESS
from mbfe.engine.columns import NODE, TWIST, TWISTS
from mbfe.engine.matrices import sparse_matrices
from mbfe.model.compile import CompiledModel

__all__ = ["BalanceOfStates", "balance_of", "descends"]


def balance_of(compiled: CompiledModel, *, time: float) -> Balance:
    """The balance of a model, together with its states and outputs where it has any."""
    only_motions = all(variable.kind == "coordinate" for variable in compiled.model.variables.values())
    return (Balance if only_motions else BalanceOfStates)(compiled, time=time)


def descends(balance: Balance) -> bool:
    """Whether a descent is possible: at rest, and without states that follow velocities."""
    return not isinstance(balance, BalanceOfStates) and not balance.spin.any()


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
    _callbacks: tuple[Callback, ...] = ()

    def __init__(self, compiled: CompiledModel, *, time: float) -> None:
        super().__init__(compiled, time=time)
        refuse_singular_loops(compiled, time)
        system, state = compiled.system, compiled.state
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
        self._forgets = self._follow & (
            self._moving_rates() > np.maximum(STIFFNESS.forgets * own, rate / STIFFNESS.long_time_constant)
        )
        self._row_units = self.data.unit
        self._holds = self.data.holds == 1
        self._vanishes = np.zeros_like(self._holds)
        K, _, _ = self._tangents()
        self._vanishes = self._fed_back(K)
        self._holds = self._holds & ~self._vanishes
        self._let_the_engine_ask()

    def _let_the_engine_ask(self) -> None:
        """Give the engine what differs: states at rest, units, and this factorisation by its address."""
        data = self.data.changed({"followers": self.dofs[self._follow]})
        data.holds[:] = self._holds
        data.variable_unit[:] = self.units[~self._moves]
        data.free_pivot = STIFFNESS.free_pivot_of_states
        data.loose = 1  # they are not looked for; where there are none, nothing changes
        n_asked, n_answer = len(data.asked), len(data.answer)
        self._callbacks = tuple(
            Callback(function, n_asked, n_answer) for function in (self._factorised, self._solved, self._sums)
        )
        data.factorise, data.solve, data.follow = (callback.address for callback in self._callbacks)
        self.data = data

    def _factorised(self, asked: Floats, answer: Floats) -> None:
        answer[0] = self.factorise(shift=asked[0], singular=asked[1])

    def _solved(self, asked: Floats, answer: Floats) -> None:
        state, n = self.compiled.state, self.n_motion
        answer[:n], answer[n : len(state.r)] = self._solution(asked[: len(state.r)])

    def _sums(self, asked: Floats, answer: Floats) -> None:
        K, _ = self.matrices()
        scales = self.compiled.state.scales[self.moving]
        answer[: len(scales)] = scales * (abs(K) @ scales)

    def search(self, entry: Callable[..., float], *given: float | Floats) -> float:
        """As for any balance; what was raised in between is raised here."""
        found = super().search(entry, *given)
        for callback in self._callbacks:
            error, callback.error = callback.error, None
            if error is not None:
                raise error
        return found

    @contextlib.contextmanager
    def tyres_held(self) -> Iterator[bool]:
        """Let states keep their values that motion makes forget them; gives whether there are any."""
        self._held = True
        try:
            yield bool(self._forgets.any())
        finally:
            self._held = False

    def factorise(self, *, shift: float = 0.0, singular: float | None = None) -> bool:
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
        least = STIFFNESS.free_pivot_of_states if singular is None else singular
        if not pivots.min(initial=np.inf) > least * pivots.max(initial=0.0):
            return False
        self._factors = factors
        return True

    def direction(self, *, r: Floats | None = None) -> tuple[Floats, Floats, float]:
        """−K⁻¹ r with the factors at hand: increments of motions, of multipliers, and the largest one [m]."""
        step, multiplier = self._solution(self.compiled.state.r if r is None else r)
        return step, multiplier, step_size(self, step)

    def _solution(self, r: Floats) -> tuple[Floats, Floats]:
        """Increments of motions and of multipliers; no numbers without factors."""
        step, n_row = np.full(self.n_motion, np.nan), len(self.compiled.state.multiplier)
        if self._factors is None:
            return step, np.full(n_row, np.nan)
        lengths = self.stiffness * self.compiled.state.scales[self.n_motion :]
        right = np.concatenate([self._row_units * r[self.dofs], lengths * r[self.n_motion :]])
        x = self._factors.solve(-right)
        n, step[:] = len(self.dofs), 0.0
        step[self.dofs] = self.units * x[:n]
        return step, lengths * x[n:]

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

    def dense(self) -> tuple[Floats, Floats]:
        """What :meth:`matrices` are, in scaled unknowns and rows, and dense."""
        K, rows = self.matrices()
        scales = self.compiled.state.scales
        own, lengths = scales[self.moving], scales[self.n_motion :]
        return own[:, None] * K.toarray() * own, lengths[:, None] * rows.toarray() * own

    def count_unstable(self, before: int) -> int:
        """Negative real eigenvalues of the stiffness, states and outputs following, in any number."""
        held = self.factorise()
        self.data.held = held
        if not held and not self.factorise(shift=-STIFFNESS.unstable * self.stiffness):
            return NOT_COUNTED
        least = (STIFFNESS.rolling if self._forgets.any() else STIFFNESS.unstable) * self.stiffness
        return int((lowest_stiffnesses(self, 30) < least).sum())

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
        self._row_units[:] = self._units.equations(K)
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
