"""Initial velocities of bodies without given ones: they move with bodies that move or are driven.

The velocity of a body for which none is given follows from the bodies to which it is connected, and from
drives, rolling and initial rates of joints: with the relative twists Δ of connected bodies

    minimise ½ ∑ ‖Δ‖² over these bodies with Ċ = 0, k = 0 and the given rates of joints,

so that in a tree all bodies beyond a driven or moving body move as if the joints between were fixed, and in a
loop the velocities follow from the constraints. Given velocities are not changed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import rotate, to_matrix
from mbfe.analyses.start.outputs import settle_outputs
from mbfe.analyses.start.rates import constraint_matrix, constraint_rate
from mbfe.analyses.start.tolerances import VELOCITY_GAPS
from mbfe.engine.columns import (
    COORDINATE,
    NODE,
    POSITIONS,
    ROTATIONS,
    SPINS,
    TWIST,
    TWISTS,
    VELOCITIES,
    RowKind,
)
from mbfe.engine.matrices import sparse_matrices
from mbfe.model.compile import CompiledModel
from mbfe.model.states.placing import JointStarts

__all__ = ["go_along", "opening", "typical_speed"]


def typical_speed(compiled: CompiledModel) -> float:
    """Largest velocity in the present state [m/s], angular ones times the model's length."""
    system, motion = compiled.system, compiled.state.motion
    length = float(system.environment.length)
    speed = max(float(np.abs(motion[:, VELOCITIES]).max()), length * float(np.abs(motion[:, SPINS]).max()))
    return max(speed, float(np.abs(motion[system.kind != NODE, TWISTS]).max(initial=0.0)))


def opening(compiled: CompiledModel, rate: Floats) -> tuple[Floats, float]:
    """Speeds at which rows open [m/s], angles times the model's length, and the allowed one."""
    length = float(compiled.system.environment.length)
    scaled = np.abs(rate) * np.where(compiled.system.row_kind == RowKind.ANGLE, length, 1.0)
    return scaled, VELOCITY_GAPS.rate * typical_speed(compiled) + 1e-12 * length


def go_along(compiled: CompiledModel, time: float) -> bool:
    """Set velocities of bodies at rest where the given ones do not satisfy constraints or given rates.

    Returns whether the given rates of joints are met. Velocities that were given and contradict each other
    or a drive are left as they are.
    """
    found = _Velocities(compiled, time)

    def fits() -> bool:
        scaled, near = opening(compiled, constraint_rate(compiled, time))
        return bool(scaled.max(initial=0.0) <= near) and found.rates_are_met()

    if fits():
        return True
    kept = compiled.state.motion.copy()
    found.solve()
    if fits():
        return True
    compiled.state.motion[:] = kept
    return found.rates_are_met()


class _Velocities:
    """Velocities of what is drawn at rest, in a model whose joints are placed and whose scales are set."""

    def __init__(self, compiled: CompiledModel, time: float) -> None:
        self.compiled, self.time = compiled, time
        system, state = compiled.system, compiled.state
        self.n_motion = 6 * len(state.motion)
        given = np.zeros(len(state.motion), dtype=bool)
        for node in compiled.model.nodes.values():
            given[node.number] = bool(np.any(node.twist))
        dofs = np.unique(system.base[system.base < self.n_motion])
        row = dofs // 6
        given[system.kind == COORDINATE] = state.motion[system.kind == COORDINATE, TWISTS].any(axis=1)
        self.columns: Ints = np.flatnonzero((system.kind[row] <= COORDINATE) & ~given[row])
        """Numbers of the unknowns whose velocities were not given."""
        self.free: Ints = dofs[self.columns]
        self.rates, self.required = self._given_rates()
        self.points = self._ties()

    @property
    def twists(self) -> Floats:
        """Present velocities of all components."""
        return self.compiled.state.motion[:, TWISTS].ravel()

    def rates_are_met(self) -> bool:
        """Whether joints have the rates that were given."""
        left = np.abs(self.rates @ self.twists - self.required)
        largest = np.abs(self.required).max(initial=0.0)
        return bool(left.max(initial=0.0) <= VELOCITY_GAPS.given_rate * largest)

    def solve(self) -> None:
        """Change the velocities that were not given; rows that contradict each other are left open."""
        if not self.free.size:
            return
        state = self.compiled.state
        row, self.forces = self.free // 6, np.zeros(len(state.multiplier) + len(self.required))
        for _ in range(VELOCITY_GAPS.most_corrections):
            step = self._step()
            state.motion[row, TWIST + self.free % 6] += step
            settle_outputs(self.compiled, self.time)
            if not np.abs(step).max() > VELOCITY_GAPS.settled * np.abs(self.twists).max():
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
        square = own.T @ own + VELOCITY_GAPS.compliance_of_rows * sp.eye_array(n)
        matrix = sp.block_array(
            [[square, held.T], [held, -VELOCITY_GAPS.compliance_of_rows * sp.eye_array(m)]],
            format="csc",
        )
        twists = self.twists
        left = np.concatenate(
            [
                own.T @ (ties @ twists) + held.T @ self.forces,
                sizes @ constraint_rate(compiled, self.time),
                self.rates @ twists - self.required,
            ]
        )
        step = splu(matrix).solve(-left)
        self.forces += step[n:]
        return np.asarray(units @ step[:n])

    def _ties(self) -> tuple[Ints, Floats]:
        """Pairs of nodes (n, 2) that joints and beams tie, and where on the second one (n, 3).

        Places are in its own frame [m]; at a joint that of the joint.
        """
        compiled = self.compiled
        found: dict[tuple[int, int], Any] = {}
        places: dict[int, dict[int, Any]] = {}
        for instance, owner in zip(compiled.builder.instances, compiled.builder.owners, strict=True):
            if owner.carries or (instance.law.rows and owner.ties):
                nodes = [node for node in instance.nodes if compiled.system.kind[node] == NODE]
                if id(owner) not in places:
                    frames = owner.frames(compiled.model)
                    sides = () if frames is None else ((frames[0], frames[1]), (frames[2], frames[3]))
                    places[id(owner)] = {node.number: frame.position for node, frame in sides}
                at = places[id(owner)]
                found |= {(nodes[0], node): at.get(node, (0.0, 0.0, 0.0)) for node in nodes[1:]}
        pairs = np.array(list(found), dtype=np.int64).reshape(-1, 2)
        return pairs, np.array(list(found.values()), dtype=float).reshape(-1, 3)

    def _relative_twists(self) -> sp.csr_array:
        """Velocities of second nodes as seen from the first ones, world axes, angular ones times the length.

        Of points, which do not turn, those of the place alone.
        """
        motion, length = self.compiled.state.motion, float(self.compiled.system.environment.length)
        pairs, places = self.points
        lacks = np.zeros(len(motion), dtype=bool)
        for node in self.compiled.model.nodes.values():
            lacks[node.number] = node.lacks_rotation
        second = motion[pairs[:, 1]]
        at = second[:, 0:3] + rotate(second[:, ROTATIONS], places)
        weights = np.repeat([1.0, length], 3)[:, None]
        kept = np.ones((len(pairs), 6), dtype=bool)
        kept[:, 3:] = np.logical_not(lacks[pairs[:, :1]] | lacks[pairs[:, 1:]])
        return _stacked(weights * _seen_from(motion, pairs, at), kept, pairs, self.n_motion)

    def _given_rates(self) -> tuple[sp.csr_array, Floats]:
        """Rows that give the rates of joints, and these."""
        motion = self.compiled.state.motion
        starts = JointStarts(self.compiled.model, only_given=True)
        frames = starts.placed(motion)
        turned = np.zeros((len(frames), 6, 6))
        turned[:, :3, :3] = turned[:, 3:, 3:] = to_matrix(frames[:, 0, 3:]).swapaxes(1, 2)
        seen = turned[:, None] @ _seen_from(motion, starts.pairs, frames[:, 1, :3])
        asked = starts.rates != 0.0
        return _stacked(seen, asked, starts.pairs, self.n_motion), starts.rates[asked]


def _seen_from(motion: Floats, pairs: Ints, points: Floats) -> Floats:
    """Matrices (n, 2, 6, 6) that give, from both body twists, the second at a point as seen from the first.

    Velocity and angular velocity, axes of the world.
    """
    R = to_matrix(motion[pairs, ROTATIONS]) * np.array([-1.0, 1.0])[:, None, None]
    arms = points[:, None] - motion[pairs, POSITIONS]
    made = np.zeros((*pairs.shape, 6, 6))
    made[..., :3, :3] = made[..., 3:, 3:] = R
    made[..., :3, 3:] = np.cross(R.swapaxes(2, 3), arms[:, :, None]).swapaxes(2, 3)  # ω × arm
    return made


def _stacked(parts: Floats, kept: NDArray[np.bool_], pairs: Ints, columns: int) -> sp.csr_array:
    """Rows (n, 2, 6, 6) of pairs of nodes one below the other, those that are kept (n, 6)."""
    number = np.cumsum(kept) - 1
    shape = parts.shape
    row = np.broadcast_to(number.reshape(-1, 1, 6, 1), shape)
    column = np.broadcast_to((6 * pairs[:, :, None] + np.arange(6))[:, :, None], shape)
    chosen = np.broadcast_to(kept[:, None, :, None], shape)
    entries = (parts[chosen], (row[chosen], column[chosen]))
    return sp.csr_array(sp.coo_array(entries, shape=(int(kept.sum()), columns)))
