"""Velocities that nobody gave: what is drawn at rest goes along with what moves or is driven.

A body that is drawn without a velocity has none of its own. At the start it moves with what it hangs on, and
as drives, rolling and initial rates of joints ask: with the relative twists Δ of bodies that are tied

    minimise ½ ∑ ‖Δ‖² over these bodies with Ċ = 0, k = 0 and the given rates of joints,

so that in a tree all that hangs on a driven or moving body goes along as if the joints between were fixed,
and in a loop the constraints decide. Velocities that were given stay what they are.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from mbfe.analyses.outputs import settle_outputs
from mbfe.analyses.placing import frames_of
from mbfe.analyses.rates import constraint_rate
from mbfe.analyses.sparse_rows import constraint_matrix
from mbfe.engine.gather import ACCEL, COORDINATE, LENGTH, NODE, TWIST
from mbfe.engine.matrices import sparse_matrices
from mbfe.model.compile import CompiledModel
from mbfe.model.node import Frame
from mbfe.rotations import to_matrix

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

VELOCITY_TOLERANCE = 1e-8
"""Allowed rate at which a joint opens, as a part of the speeds of the model."""
RATES = 1e-8
"""Difference from the given rates of joints, as a part of the largest."""
SLACK = 1e-12
"""Compliance of rows, which may depend on each other, and weight of velocities that nothing ties."""
CORRECTIONS = 30
"""Solutions at most: speeds that follow outputs change with them."""
SETTLED = 1e-13
"""Part of the velocities by which the last solution may change them."""


def typical_speed(compiled: CompiledModel) -> float:
    """Largest velocity in the present state [m/s], angular ones times the model's length."""
    system, motion = compiled.system, compiled.state.motion
    length = float(system.environment[LENGTH])
    speed = max(float(np.abs(motion[:, 7:10]).max()), length * float(np.abs(motion[:, 10:13]).max()))
    return max(speed, float(np.abs(motion[system.kind != NODE, TWIST:ACCEL]).max(initial=0.0)))


def opening(compiled: CompiledModel, rate: Floats) -> tuple[Floats, float]:
    """Speeds at which rows open [m/s], angles times the model's length, and the allowed one."""
    length = float(compiled.system.environment[LENGTH])
    scaled = np.abs(rate) * np.where(compiled.system.row_kind == 1, length, 1.0)
    return scaled, VELOCITY_TOLERANCE * typical_speed(compiled) + 1e-12 * length


def go_along(compiled: CompiledModel, time: float) -> bool:
    """Let what is drawn at rest go along where the drawn velocities do not satisfy rows or given rates.

    Returns whether the given rates of joints are met. Velocities that were given and contradict each other
    or a drive are left as they are.
    """
    found = _Velocities(compiled, time)
    scaled, near = opening(compiled, constraint_rate(compiled, time))
    if scaled.max(initial=0.0) <= near and found.rates_are_met():
        return True
    kept = compiled.state.motion.copy()
    found.solve()
    scaled, near = opening(compiled, constraint_rate(compiled, time))
    if scaled.max(initial=0.0) <= near and found.rates_are_met():
        return True
    compiled.state.motion[:] = kept
    return found.rates_are_met()


class _Velocities:
    """Velocities of what is drawn at rest.

    Parameters
    ----------
    compiled : CompiledModel
        The model, its joints placed and its scales set.
    time : float
        Start time [s].
    """

    def __init__(self, compiled: CompiledModel, time: float) -> None:
        self.compiled, self.time = compiled, time
        system, state = compiled.system, compiled.state
        self.n_motion = 6 * len(state.motion)
        given = np.zeros(len(state.motion), dtype=bool)
        for node in compiled.model.nodes.values():
            given[node.number] = bool(np.any(node.twist))
        dofs = np.unique(system.base[system.base < self.n_motion])
        row = dofs // 6
        given[system.kind == COORDINATE] = state.motion[system.kind == COORDINATE, TWIST:ACCEL].any(axis=1)
        self.columns: Ints = np.flatnonzero((system.kind[row] <= COORDINATE) & ~given[row])
        """Numbers of the unknowns whose velocities were not given."""
        self.free: Ints = dofs[self.columns]
        self.rates, self.wanted = self._given_rates()
        self.points = self._ties()

    @property
    def twists(self) -> Floats:
        """Present velocities of all components."""
        return self.compiled.state.motion[:, TWIST:ACCEL].ravel()

    def rates_are_met(self) -> bool:
        """Whether joints have the rates that were given."""
        left = np.abs(self.rates @ self.twists - self.wanted)
        return bool(left.max(initial=0.0) <= RATES * np.abs(self.wanted).max(initial=0.0))

    def solve(self) -> None:
        """Change the velocities that were not given; rows that contradict each other are left open."""
        if not self.free.size:
            return
        state = self.compiled.state
        row, self.forces = self.free // 6, np.zeros(len(state.multiplier) + len(self.wanted))
        for _ in range(CORRECTIONS):
            step = self._step()
            state.motion[row, TWIST + self.free % 6] += step
            settle_outputs(self.compiled, self.time)
            if not np.abs(step).max() > SETTLED * np.abs(self.twists).max():
                return

    def _step(self) -> Floats:
        """Correction of the free velocities."""
        compiled, state = self.compiled, self.compiled.state
        units = sp.diags_array(state.scales[self.free])
        ties = self._relative_twists()
        B, N = sparse_matrices(compiled.system, state, self.time, only="BN")
        rows = constraint_matrix(B, N, compiled.system.row_type)[:, self.columns]
        sizes = sp.diags_array(state.scales[self.n_motion :])
        own = ties[:, self.free] @ units
        held = sp.csr_array(sp.vstack([sizes @ rows @ units, self.rates[:, self.free] @ units]))
        n, m = len(self.free), held.shape[0]
        square = own.T @ own + SLACK * sp.eye_array(n)
        matrix = sp.block_array([[square, held.T], [held, -SLACK * sp.eye_array(m)]], format="csc")
        twists = self.twists
        left = np.concatenate(
            [
                own.T @ (ties @ twists) + held.T @ self.forces,
                sizes @ constraint_rate(compiled, self.time),
                self.rates @ twists - self.wanted,
            ]
        )
        step = splu(matrix).solve(-left)
        self.forces += step[n:]
        return np.asarray(units @ step[:n])

    def _ties(self) -> dict[tuple[int, int], Floats]:
        """Pairs of nodes that joints and beams tie, and where on the second one: at its frame of a joint."""
        compiled = self.compiled
        found: dict[tuple[int, int], Floats] = {}
        for instance, owner in zip(compiled.builder.instances, compiled.builder.owners, strict=True):
            if owner.carries or (instance.law.rows and owner.ties):
                nodes = [node for node in instance.nodes if compiled.system.kind[node] == NODE]
                frames = owner.describe(compiled.model).get("frames", {})
                at = {int(side[0]): np.array(side[1:4]) for side in frames.values()}
                found |= {(nodes[0], node): at.get(node, np.zeros(3)) for node in nodes[1:]}
        return found

    def _relative_twists(self) -> sp.csr_array:
        """Velocities of second nodes as seen from the first ones, world axes, angular ones times the length.

        Of points, which do not turn, those of the place alone.
        """
        motion, length = self.compiled.state.motion, float(self.compiled.system.environment[LENGTH])
        points = {node.number for node in self.compiled.model.nodes.values() if node.lacks_rotation}
        weights = np.repeat([1.0, length], 3)[:, None]
        parts = []
        for pair in self.points:
            count = 3 if points.intersection(pair) else 6
            at = Frame(motion[pair[1], 0:3], motion[pair[1], 3:7]) @ Frame(self.points[pair])
            both = _seen_from(motion, *pair, at.position)
            parts.append(((weights * both[0])[:count], (weights * both[1])[:count]))
        return _stacked(parts, list(self.points), self.n_motion)

    def _given_rates(self) -> tuple[sp.csr_array, Floats]:
        """Rows that give the rates of joints, and these."""
        motion, model = self.compiled.state.motion, self.compiled.model
        parts, pairs, wanted = [], [], []
        for item in model.items.values():
            start = item.start_of(model)
            if start is None or start.by_drives:
                continue
            a, b = frames_of(start, motion)
            pair = (start.first.number, start.second.number)
            axes = to_matrix(a.orientation).T
            turned = np.zeros((6, 6))
            turned[:3, :3] = turned[3:, 3:] = axes
            both = [turned @ part for part in _seen_from(motion, *pair, b.position)]
            rates = np.concatenate([start.velocity, start.angular_velocity])
            chosen = np.flatnonzero(rates)
            parts.append((both[0][chosen], both[1][chosen]))
            pairs.append(pair)
            wanted.append(rates[chosen])
        return _stacked(parts, pairs, self.n_motion), np.concatenate([np.zeros(0), *wanted])


def _seen_from(motion: Floats, a: int, b: int, point: Floats) -> tuple[Floats, Floats]:
    """Matrices (6, 6) that give, from both body twists, the second at a point as it is seen from the first.

    Velocity and angular velocity, axes of the world.
    """
    parts = []
    for sign, number in ((-1.0, a), (1.0, b)):
        R = to_matrix(motion[number, 3:7])
        made = np.zeros((6, 6))
        made[:3, :3] = made[3:, 3:] = sign * R
        made[:3, 3:] = sign * np.cross(R, point - motion[number, 0:3], axisa=0).T  # ω × arm
        parts.append(made)
    return parts[0], parts[1]


def _stacked(parts: list[tuple[Floats, Floats]], pairs: list[tuple[int, int]], columns: int) -> sp.csr_array:
    """Rows of pairs of nodes one below the other."""
    row, column, value, at = [np.zeros(0, dtype=int)], [np.zeros(0, dtype=int)], [np.zeros(0)], 0
    for both, pair in zip(parts, pairs, strict=True):
        for part, number in zip(both, pair, strict=True):
            i, j = np.indices(part.shape)
            row.append(at + i.ravel())
            column.append(6 * number + j.ravel())
            value.append(part.ravel())
        at += len(both[0])
    entries = (np.concatenate(value), (np.concatenate(row), np.concatenate(column)))
    return sp.csr_array(sp.coo_array(entries, shape=(at, columns)))
