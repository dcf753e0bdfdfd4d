"""Equations of equilibrium at rest or in steady rotation, on a tree of relative motions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.graphs import spanning_tree
from mbfe.algebra.rotations import rotate, rotation_between
from mbfe.analyses.start.rates import constraint_matrix, little_adjoints
from mbfe.analyses.static.sizes import law_places, term_sizes
from mbfe.analyses.static.strains import Lines, Strains
from mbfe.engine.balance.equilibrium import Equilibrium, Strained
from mbfe.engine.balance.tolerances import DESCENT, STIFFNESS
from mbfe.engine.columns import NODE, OUTPUT, POSITIONS, ROTATIONS, STATE, TWIST, RowKind, RowType
from mbfe.engine.direct import direct
from mbfe.engine.matrices import scales_entry, sparse_matrices
from mbfe.engine.state import State
from mbfe.engine.statics import (
    balance_entry,
    count_entry,
    dense_entry,
    direction_entry,
    move_entry,
    stiffness_entry,
    way_entry,
)
from mbfe.engine.system import System
from mbfe.model.compile import CompiledModel

__all__ = ["Balance", "difference", "largest_force", "measure", "step_size"]


class Balance:
    """Residual, Newton directions and moves of r(H, 𝒱, λ; Λ) = 0, C(H) = 0.

    The state of the model is the present iterate. Time functions are evaluated at `time` [s]. All nodes may
    have a common twist `spin` (6,) about the world's origin, velocity [m/s] and angular velocity [rad/s].
    """

    data: Equilibrium
    """What the engine knows of it and works on."""
    length: float
    """Characteristic length of the model [m]."""
    dofs: Ints
    moving: Ints
    """Components with unknowns, as 6 row + component, and those of nodes and coordinates."""
    nodes: Ints
    """Nodes that move."""
    held_rates: Floats
    """Velocities that rows prescribe and statics leave out [m/s, rad/s], (n_row,)."""
    strains: Strains
    """Strains of beams and cables."""
    all_strains: Strains
    """The same with the lengths of springs between points."""
    slackness: float
    """Linear response of beams and springs as drawn to the loads, in lengths of the model and radians."""
    stiff_at_rest: float
    """Characteristic stiffness without a rotation, 0 where nothing is stiff and no force acts [N/m]."""

    def __init__(self, compiled: CompiledModel, *, time: float) -> None:
        self.compiled = compiled
        system, state = compiled.system, compiled.state
        self.length = float(system.environment.length)
        self.n_motion = 6 * len(state.motion)
        self.strains, self.all_strains = Strains(compiled), Strains(compiled, springs=True)
        self.slackness = 0.0
        self.dofs = np.unique(system.base[system.base < self.n_motion])
        self.moving = self.dofs[~np.isin(system.kind[self.dofs // 6], [STATE, OUTPUT])]
        self.data = self._allocate()
        self.held_rates = self.data.held_rates
        self.time = time
        self.stiff_at_rest = 0.0
        self.residual(1.0)
        scales_entry(system, state)
        K, B, N = sparse_matrices(system, state, time, only="KBN")
        self._set_characteristics(K, B, N)
        self.data.order[:], self.data.parent[:] = _tree(compiled, K, self.dofs)
        self.nodes = self.data.nodes
        self.nodes[:] = self.data.order[system.kind[self.data.order] == NODE]
        self.data.unit[:] = state.scales[self.dofs]
        self.data.free_pivot = STIFFNESS.free_pivot

    def _allocate(self) -> Equilibrium:
        """What the engine works on, with the facts that no matrix is needed for."""
        system, state = self.compiled.system, self.compiled.state
        lines = Lines(self.compiled)
        n_moving, kinds = len(self.moving), system.kind[system.free]
        n_basis = max(1, min(DESCENT.lanczos_steps_beside_free, n_moving))
        n_pivot = int(np.diff(system.fronts.first).max(initial=0))
        of_variables = self.dofs[~np.isin(self.dofs, self.moving)]
        position = np.full(self.n_motion, -1)
        position[self.moving] = np.arange(n_moving)
        random = np.random.default_rng(0).standard_normal(n_moving)
        sizes = {
            "n_node": len(state.motion), "n_row": len(state.multiplier), "n_free": len(system.free),
            "n_own": int((kinds == NODE).sum()), "n_dof": len(self.dofs), "n_moving": n_moving,
            "n_follow": 0, "n_variable": len(of_variables), "n_line": len(lines),
            "n_kind": len(system.count), "n_output": self.compiled.layout.n_output, "n_basis": n_basis,
            "n_square": max(n_basis, n_pivot),
        }  # fmt: skip
        given = {
            "dofs": self.dofs,
            "moving": self.moving,
            "position": position,
            "is_node": (system.kind[self.moving // 6] == NODE).astype(np.int64),
            "holds": (system.row_type == RowType.NONHOLONOMIC).astype(np.int64),
            "alone": np.full(len(system.free), -1),
            "variables": of_variables,
            "places": law_places(self.compiled),
            "line_nodes": np.ascontiguousarray(lines.nodes),
            "line_points": np.ascontiguousarray(lines.points),
            "basis": np.zeros((n_basis, n_moving)),  # only what is used of it takes memory
            "random": random / max(float(np.linalg.norm(random)), 1e-300),
            "strains": self._strained(self.strains),
            "all_strains": self._strained(self.all_strains),
        }
        return Equilibrium.allocate(sizes, given=given)

    @staticmethod
    def _strained(strains: Strains) -> Strained:
        places = {"reference": strains.references, "place": strains.places}
        return Strained.allocate({"n_strain": len(strains)}, given=places)

    # ------------------------------------------------------------------ the equations

    @property
    def time(self) -> float:
        """Time at which time functions are evaluated [s]."""
        return float(self.data.time)

    @time.setter
    def time(self, value: float) -> None:
        self.data.time = value

    @property
    def spin(self) -> Floats:
        """Common twist of the nodes about the world's origin (6,), zero at rest."""
        return self.data.spin

    @spin.setter
    def spin(self, twist: Floats) -> None:
        self.data.spin[:] = twist

    @property
    def reach(self) -> float:
        """Size of coordinates, of which their round-off is a part: the model's length or distance [m]."""
        places = self.compiled.state.motion[self.nodes, POSITIONS]
        return max(self.length, float(np.abs(places).max(initial=0.0)))

    @property
    def load_factor(self) -> float:
        """Present factor of loads and gravity."""
        return float(self.compiled.system.environment.load_factor)

    @property
    def has_loose_rows(self) -> bool:
        """Whether constraint rows depended on others in the last factorisation: reactions not unique."""
        return bool(self.data.loose)

    def search(self, entry: Callable[..., float], *given: float | Floats) -> float:
        """Let the engine search; what it knows of the balance and works on is ``data``."""
        kinds = [
            value.ndim if isinstance(value, np.ndarray) else int if isinstance(value, int) else float
            for value in given
        ]
        call = direct(entry, System.numba_type, State.numba_type, Equilibrium.numba_type, *kinds)
        return call(self.compiled.system, self.compiled.state, self.data, *given)

    def residual(self, load_factor: float) -> int:
        """Evaluate the residual in ``state.r``; returns a status, 0 for success.

        A prescribed velocity is a lock in statics: its rows require zero velocity.
        """
        return int(self.search(balance_entry, float(load_factor)))

    def load_direction(self) -> Floats:
        """∂r/∂Λ at the present motions; r is affine in Λ."""
        state, now = self.compiled.state, self.load_factor
        self.residual(now + 1.0)
        ahead = state.r.copy()
        self.residual(now)
        return ahead - state.r

    def factorise(self, *, shift: float = 0.0, singular: float | None = None) -> bool:
        """Factorise the tangent stiffness, its scaled diagonal shifted [N/m]; False if it is singular.

        Pivots below the part ``singular`` of the largest stiffness are those of free motions.
        """
        least = self.data.free_pivot if singular is None else singular
        return bool(self.search(stiffness_entry, float(shift), least))

    def direction(self, *, r: Floats | None = None) -> tuple[Floats, Floats, float]:
        """−K⁻¹ r with the factors at hand: increments of motions, of multipliers, and the largest one [m]."""
        step, multiplier = np.zeros(self.n_motion), np.zeros(len(self.compiled.state.multiplier))
        state = self.compiled.state
        given = state.r if r is None else r
        size = direction_entry(self.compiled.system, state, given, step, multiplier)
        return step, multiplier, float(size)

    def move(
        self,
        base: tuple[Floats, Floats],
        step: Floats,
        multiplier: Floats,
        fraction: float,
        *,
        along_tree: bool = True,
    ) -> None:
        """Go from motions and multipliers ``base`` by a fraction of the increments, or every node alone."""
        state, data = self.compiled.state, self.data
        parent = data.parent if along_tree else data.alone
        move_entry(self.compiled.system, state, base[0], step, fraction, data.order, parent)
        state.multiplier[:] = base[1] + fraction * multiplier

    def here(self) -> tuple[Floats, Floats]:
        """Copies of motions and multipliers."""
        state = self.compiled.state
        return state.motion.copy(), state.multiplier.copy()

    def restore(self, kept: tuple[Floats, Floats]) -> None:
        """Motions and multipliers as they were."""
        self.compiled.state.motion[:], self.compiled.state.multiplier[:] = kept

    def matrices(self) -> tuple[sp.csr_array, sp.csr_array]:
        """K and the constraint matrix of the unknowns ``moving``, unscaled; in a rotation K + G ad_𝒱."""
        system = self.compiled.system
        K, B, N = sparse_matrices(system, self.compiled.state, self.time, only="KBN")
        if self.spin.any():
            (G,) = sparse_matrices(system, self.compiled.state, self.time, only="G")
            K = sp.csr_array(K + G @ little_adjoints(self.compiled, self.dofs, TWIST))
        return K, constraint_matrix(B, N, system.row_type)

    def dense(self) -> tuple[Floats, Floats]:
        """What :meth:`matrices` are, in scaled unknowns and rows, and dense."""
        n = len(self.moving)
        K, rows = np.zeros((n, n)), np.zeros((len(self.compiled.state.multiplier), n))
        self.search(dense_entry, K, rows)
        return K, rows

    def gap(self) -> float:
        """Largest residual of the constraint rows [m], angles times the model's length."""
        state = self.compiled.state
        gap = state.r[self.n_motion :] * state.scales[self.n_motion :]
        return float(np.abs(gap).max(initial=0.0))

    def count_unstable(self, before: int) -> int:
        """Directions of negative stiffness, see :func:`mbfe.engine.balance.inertia.count_unstable`."""
        return int(self.search(count_entry, before))

    # ------------------------------------------------------------------ scales

    def _set_characteristics(self, K: sp.csr_array, B: sp.csr_array, N: sp.csr_array) -> None:
        system, state = self.compiled.system, self.compiled.state
        moves = np.isin(self.dofs, self.moving)
        diagonal = np.abs(K.diagonal()[moves]) * state.scales[self.moving] ** 2
        # joints are as stiff as what they hold; a model held by joints alone has the stiffness of its loads
        stiff = float(diagonal.max(initial=0.0))
        weight = float(term_sizes(self.compiled, self.moving, self.time).max(initial=0.0)) / self.length
        self.stiff_at_rest = max(stiff, weight)
        state.stiffness = self.stiff_at_rest or 1.0
        state.rank = STIFFNESS.dependent_row
        general = np.flatnonzero(system.row_kind == RowKind.GENERAL)
        if len(general):
            gradient = sp.csr_array(B + N)
            for row in general:
                values = gradient[[row]].toarray()[0] * state.scales[self.dofs]
                size = float(np.linalg.norm(values))
                state.scales[self.n_motion + row] = 1.0 / size if size > 0.0 else 1.0
            scales_entry(system, state)

    @property
    def stiffness(self) -> float:
        """Characteristic stiffness [N/m]."""
        return float(self.compiled.state.stiffness)


def largest_force(balance: Balance, r: Floats) -> float:
    """Largest force on the motion in a residual [N], moments divided by the model's length."""
    moving = balance.moving
    return float(np.abs(r[moving] * balance.compiled.state.scales[moving]).max(initial=0.0))


def step_size(balance: Balance, step: Floats) -> float:
    """Largest increment of a point [m], or of a variable, which however large does not count as far."""
    return float(balance.search(way_entry, step))


def measure(balance: Balance, step: Floats) -> Floats:
    """Increments in world axes, rotations times a length, such that the norm is a root mean square."""
    rows = step.reshape(-1, 6)[balance.nodes]
    q = balance.compiled.state.motion[balance.nodes, ROTATIONS]
    turned = STIFFNESS.rotations_in_paths * balance.length * rotate(q, rows[:, 3:])
    return np.concatenate([rotate(q, rows[:, :3]).ravel(), turned.ravel()]) / np.sqrt(max(len(rows), 1))


def difference(balance: Balance, start: Floats) -> Floats:
    """What :func:`measure` is of the move from earlier motions to the present ones, to first order."""
    now, before = balance.compiled.state.motion[balance.nodes], start[balance.nodes]
    turned = rotate(before[:, ROTATIONS], rotation_between(before[:, ROTATIONS], now[:, ROTATIONS]))
    moved = now[:, 0:3] - before[:, 0:3]
    parts = [moved.ravel(), STIFFNESS.rotations_in_paths * balance.length * turned.ravel()]
    return np.concatenate(parts) / np.sqrt(max(len(now), 1))


def _tree(compiled: CompiledModel, stiffness: sp.csr_array, dofs: Ints) -> tuple[Ints, Ints]:
    """Rows that move in the order of a tree from the fixed nodes, and the parent of each (−1 for none).

    The tree spans the stiffest connections: joints first, then pairs of nodes by the size of their stiffness.
    """
    system, state = compiled.system, compiled.state
    n_node = len(state.motion)
    free = system.free
    nodes = free[system.kind[free] == NODE]
    K = sp.coo_array(stiffness)
    row, column = dofs[K.row] // 6, dofs[K.col] // 6
    linear = (dofs[K.row] % 6 < 3) & (dofs[K.col] % 6 < 3) & (row != column)
    strength = sp.coo_array(
        (np.abs(K.data[linear]), (row[linear], column[linear])), shape=(n_node, n_node)
    ).tocsr()
    strength = strength + strength.T
    top = float(strength.data.max(initial=0.0)) or 1.0
    pairs = [
        (instance.nodes[0], instance.nodes[1], instance.law.rows)
        for instance in compiled.builder.instances
        if len(instance.nodes) == 2
    ]
    first = np.array([a for a, _, _ in pairs], dtype=np.int64)
    second = np.array([b for _, b, _ in pairs], dtype=np.int64)
    # a connection to a fixed node has no block in K: weak where it is elastic
    weight = np.array([10.0 * top if rows else 1e-6 * top for _, _, rows in pairs])
    strength = strength + sp.coo_array((weight, (first, second)), shape=(n_node, n_node)).tocsr()
    strength.data = 1.0 / (1e-12 + strength.data / top)  # cheapest is strongest
    tree = spanning_tree(strength)
    order: list[int] = []
    parent = np.full(n_node, -1)
    moves = np.zeros(n_node, dtype=bool)
    moves[nodes] = True
    seen = np.zeros(n_node, dtype=bool)
    roots = [*np.flatnonzero((system.kind == NODE) & ~moves), *nodes]
    for root in roots:
        if seen[root]:
            continue
        queue = [int(root)]
        seen[root] = True
        for node in queue:
            if moves[node]:
                order.append(node)
            for other in tree.indices[tree.indptr[node] : tree.indptr[node + 1]]:
                if not seen[other]:
                    seen[other] = True
                    parent[other] = node
                    queue.append(int(other))
    order += [int(n) for n in free if system.kind[n] != NODE]
    rows = np.array(order, dtype=np.int64)
    return rows, parent[rows].astype(np.int64)
