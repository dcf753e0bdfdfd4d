"""Equations of equilibrium at rest or in steady rotation, on a tree of relative motions."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.graphs import spanning_tree
from mbfe.algebra.rotations import rotate, rotation_between
from mbfe.analyses.start.rates import constraint_matrix, little_adjoints
from mbfe.analyses.static.sizes import term_sizes
from mbfe.analyses.static.strains import Lines, Strains
from mbfe.analyses.static.tolerances import STIFFNESS
from mbfe.engine.columns import NODE, OUTPUT, POSITIONS, ROTATIONS, STATE, TWIST, RowKind, RowType
from mbfe.engine.matrices import scales_entry, sparse_matrices
from mbfe.engine.statics import (
    balance_entry,
    direction_entry,
    move_entry,
    restore_entry,
    stiffness_entry,
)
from mbfe.model.compile import CompiledModel

__all__ = ["Balance", "difference", "largest_force", "largest_way", "measure"]


class Balance:
    """Residual, Newton directions and moves of r(H, 𝒱, λ; Λ) = 0, C(H) = 0.

    The state of the model is the present iterate. Time functions are evaluated at `time` [s]. All nodes may
    have a common twist `spin` (6,) about the world's origin, velocity [m/s] and angular velocity [rad/s].
    """

    length: float
    """Characteristic length of the model [m]."""
    dofs: Ints
    moving: Ints
    """Components with unknowns, as 6 row + component, and those of nodes and coordinates."""
    order: Ints
    parent: Ints
    """Rows that move, parents first, and the parent of each, −1 for none."""
    nodes: Ints
    """Those of them that are nodes."""
    held_rates: Floats
    """Velocities that rows prescribe and statics leave out [m/s, rad/s], (n_row,)."""
    strains: Strains
    """Strains of beams and cables."""
    all_strains: Strains
    """The same with the lengths of springs between points."""
    lines: Lines
    """Lines between points whose distance something holds."""
    slackness: float
    """Linear response of beams and springs as drawn to the loads, in lengths of the model and radians."""
    stiff_at_rest: float
    """Characteristic stiffness without a rotation, 0 where nothing is stiff and no force acts [N/m]."""
    has_loose_rows: bool
    """Whether constraint rows depended on others in the last factorisation: reactions are not unique."""

    def __init__(self, compiled: CompiledModel, *, time: float, spin: Floats | None = None) -> None:
        self.compiled = compiled
        self.time = time
        self.spin = np.zeros(6) if spin is None else np.asarray(spin, dtype=float)
        system, state = compiled.system, compiled.state
        self.length = float(system.environment.length)
        self.n_motion = 6 * len(state.motion)
        self.has_loose_rows = False
        self.held_rates = np.zeros(len(state.multiplier))
        self._holds = system.row_type == RowType.NONHOLONOMIC
        self.strains, self.all_strains = Strains(compiled), Strains(compiled, springs=True)
        self.lines, self.slackness = Lines(compiled), 0.0
        self.dofs = np.unique(system.base[system.base < self.n_motion])
        self.moving = self.dofs[~np.isin(system.kind[self.dofs // 6], [STATE, OUTPUT])]
        self.stiff_at_rest = 0.0
        self.residual(1.0)
        scales_entry(system, state)
        K, B, N = sparse_matrices(system, state, time, only="KBN")
        self._set_characteristics(K, B, N)
        self.order, self.parent = _tree(compiled, K, self.dofs)
        self._alone = np.full_like(self.parent, -1)
        self.nodes = self.order[system.kind[self.order] == NODE]

    # ------------------------------------------------------------------ the equations

    @property
    def reach(self) -> float:
        """Size of coordinates, of which their round-off is a part: the model's length or distance [m]."""
        places = self.compiled.state.motion[self.nodes, POSITIONS]
        return max(self.length, float(np.abs(places).max(initial=0.0)))

    @property
    def load_factor(self) -> float:
        """Present factor of loads and gravity."""
        return float(self.compiled.system.environment.load_factor)

    def residual(self, load_factor: float) -> int:
        """Evaluate the residual in ``state.r``; returns a status, 0 for success.

        A prescribed velocity is a lock in statics: its rows require zero velocity.
        """
        system, state = self.compiled.system, self.compiled.state
        system.environment.load_factor = load_factor
        status = int(balance_entry(system, state, self.time, self.spin))
        self.held_rates[:] = 0.0
        if not self.spin.any():
            rows = state.r[self.n_motion :]
            self.held_rates = np.where(self._holds, rows, 0.0)
            rows[self._holds] = 0.0
        return status

    def load_direction(self) -> Floats:
        """∂r/∂Λ at the present motions; r is affine in Λ."""
        state, now = self.compiled.state, self.load_factor
        self.residual(now + 1.0)
        ahead = state.r.copy()
        self.residual(now)
        return ahead - state.r

    def factorise(self, *, shift: float = 0.0, singular: float = STIFFNESS.free_pivot) -> bool:
        """Factorise the tangent stiffness, its scaled diagonal shifted [N/m]; False if it is singular.

        Pivots below the part ``singular`` of the largest stiffness are those of free motions.
        """
        turning = float(bool(self.spin.any()))
        growth = stiffness_entry(self.compiled.system, self.compiled.state, self.time, turning, shift)
        state, system = self.compiled.state, self.compiled.system
        pivots = state.diagonal[system.is_row == 0]
        self.has_loose_rows = bool((state.diagonal[system.is_row == 1] == 0.0).any())
        return bool(0.0 <= growth < 1e14 and pivots.min(initial=np.inf) > singular * self.stiffness)

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
        state = self.compiled.state
        parent = self.parent if along_tree else self._alone
        move_entry(self.compiled.system, state, base[0], step, fraction, self.order, parent)
        state.multiplier[:] = base[1] + fraction * multiplier

    def here(self) -> tuple[Floats, Floats]:
        """Copies of motions and multipliers."""
        state = self.compiled.state
        return state.motion.copy(), state.multiplier.copy()

    def restore(self, kept: tuple[Floats, Floats]) -> None:
        """Motions and multipliers as they were."""
        restore_entry(self.compiled.state, *kept)

    def pull(self) -> float:
        """Largest residual of all equations but constraints [N], moments divided by the model's length."""
        return largest_force(self, self.compiled.state.r)

    def size(self, step: Floats) -> float:
        """Largest increment of all unknowns [m], rotations times the model's length."""
        return largest_way(self, step)

    def matrices(self) -> tuple[sp.csr_array, sp.csr_array]:
        """K and the constraint matrix of the unknowns ``moving``, unscaled; in a rotation K + G ad_𝒱."""
        system = self.compiled.system
        K, B, N = sparse_matrices(system, self.compiled.state, self.time, only="KBN")
        if self.spin.any():
            (G,) = sparse_matrices(system, self.compiled.state, self.time, only="G")
            K = sp.csr_array(K + G @ little_adjoints(self.compiled, self.dofs, TWIST))
        return K, constraint_matrix(B, N, system.row_type)

    def gap(self) -> float:
        """Largest residual of the constraint rows [m], angles times the model's length."""
        state = self.compiled.state
        return float(np.abs(state.r * state.scales)[self.n_motion :].max(initial=0.0))

    def negative_directions(self) -> tuple[int, int]:
        """Number of directions with negative stiffness that the constraints allow, from the factors at hand.

        The pivot blocks of the fronts have, together, the inertia of a symmetric matrix (Sylvester); each
        constraint row takes one negative eigenvalue, and one that was dropped, whose pivot is zero, none. The
        second number is 1 where the number of negative real eigenvalues is odd, which follows from the
        determinant of any matrix.
        """
        system, state = self.compiled.system, self.compiled.state
        fronts = system.fronts
        pivots, n_negative, sign = np.diff(fronts.first), 0, 1.0
        dropped = (state.diagonal == 0.0).astype(float)
        for k in np.unique(pivots):
            of_size = np.flatnonzero(pivots == k)
            first, order = fronts.offset[of_size, None, None], fronts.width[of_size, None, None]
            places = first + np.arange(k)[:, None] * order + np.arange(k)
            inverse = state.values[places]  # the sweep leaves A⁻¹ there
            inverse[:, np.arange(k), np.arange(k)] += dropped[fronts.first[of_size, None] + np.arange(k)]
            values = np.linalg.eigvalsh(0.5 * (inverse + inverse.transpose(0, 2, 1)))
            n_negative += int((values < 0.0).sum())
            sign *= float(np.prod(np.linalg.slogdet(inverse)[0]))
        n_row = int(((system.is_row == 1) & (state.diagonal > 0.0)).sum())
        return max(0, n_negative - n_row), int(sign * (-1.0) ** n_row < 0.0)

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


def largest_way(balance: Balance, step: Floats) -> float:
    """Largest increment of a point [m], rotations times the model's length."""
    moving = balance.moving
    return float(np.abs(step[moving] / balance.compiled.state.scales[moving]).max(initial=0.0))


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
