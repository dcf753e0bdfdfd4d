"""Allocation of a state, and its packing into a checkpoint."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.compiled.bundle import Field
from mbfe.engine.columns import QUATERNION
from mbfe.engine.factorisation.frontal import WIDE, packed_size
from mbfe.engine.factorisation.ordering import Fronts
from mbfe.engine.factorisation.several import LANES
from mbfe.engine.state import Memory, Stages, State

__all__ = ["KEPT", "new_state", "pack", "read_packed", "unpack"]

KEPT = {name: field for name, field in Memory.fields.items() if isinstance(field, Field) and field.kept}
"""Fields that a checkpoint holds, in its order."""


def new_state(n_node: int, n_row: int, n_history: int, fronts: Fronts, *, stages: Stages) -> State:
    """Allocate a state with all nodes at the origin and at rest."""
    state = State.allocate(
        {
            "n_node": n_node,
            "n_row": n_row,
            "n_history": n_history,
            "n_unknown": int(fronts.first[-1]),
            "n_values": int((fronts.size * fronts.width).sum()),
            "n_packed": packed_size(fronts),
            "n_front": 2 * int(fronts.size.max(initial=0)) + 2 * WIDE,
            "stages": stages.coupled,
            "sets": stages.sets,
            "n_point": stages.points,
            "n_lane": LANES if stages.points else 0,
        }
    )
    for motions in (state.motion, state.start, *state.point):
        motions[:, QUATERNION] = 1.0
    state.step_tangent[:] = np.eye(6)
    return state


def pack(state: State) -> Floats:
    """Everything that the next step reads, as one row with exact bits."""
    return np.concatenate([np.asarray(getattr(state, name), dtype=float).ravel() for name in KEPT])


def read_packed(
    row: Floats, names: tuple[str, ...], *, n_node: int, n_row: int, n_history: int
) -> tuple[Floats, ...]:
    """Fields of a packed row by their names, without the state; none after the history."""
    sizes = {"n_node": n_node, "n_row": n_row, "n_history": n_history}
    found, at = {}, 0
    for name, field in KEPT.items():
        shape = field.lengths(sizes)
        size = int(np.prod(shape))
        found[name] = row[at : at + size].reshape(shape).copy()
        at += size
        if name == "history":
            break
    return tuple(found[name] for name in names)


def unpack(row: Floats, state: State) -> None:
    """Put a packed row back into a state."""
    at = 0
    for name in KEPT:
        value = np.asarray(getattr(state, name))
        state.take({name: row[at : at + value.size].reshape(value.shape)})
        at += value.size
