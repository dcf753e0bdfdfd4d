"""Allocation of a state, and its packing into a checkpoint."""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfe.engine.factorisation.frontal import WIDE, packed_size
from mbfe.engine.factorisation.ordering import Fronts
from mbfe.engine.kernels.combine import SIZE_WEIGHTS
from mbfe.engine.kernels.gather import MOTION
from mbfe.engine.stepping.guess import PAST
from mbfe.engine.stepping.stages import N_COEFFICIENT
from mbfe.engine.system import Floats, State

KEPT = (
    "motion",
    "algorithmic",
    "algorithmic_before",
    "unconstrained",
    "half",
    "half_multiplier",
    "accel_before",
    "twist_before",
    "past",
    "force",
    "inertia",
    "inertia_before",
    "multiplier",
    "multiplier_before",
    "multiplier_past",
    "shares",
    "spin_sums",
    "offset",
    "history",
    "size",
    "widest",
    "number",
    "count",
)
"""Fields of the state that a checkpoint holds."""


def _shapes(n_node: int, n_row: int, n_history: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the fields of a state that have no other sizes in them, and are not (n_node, 6)."""
    rows = dict.fromkeys(
        (
            "multiplier",
            "multiplier_start",
            "multiplier_before",
            "no_multiplier",
            "half_multiplier",
            "offset",
        ),
        (n_row,),
    )
    return rows | {
        "motion": (n_node, MOTION),
        "predicted": (n_node, 18),
        "shares": (n_node, 2),
        "spin_sums": (n_node, 9),
        "past": (PAST, 6 * n_node),
        "multiplier_past": (PAST, n_row),
        "guess": (1 + PAST,),
        "force": (6 * n_node,),
        "inertia": (6 * n_node,),
        "inertia_before": (6 * n_node,),
        "constant": (4, 6 * n_node),
        "history": (n_history,),
    }


def new_state(n_node: int, n_row: int, n_history: int, fronts: Fronts, *, stages: int, sets: int) -> State:
    """Allocate a state with all nodes at the origin and at rest."""
    n_unknown = int(fronts.first[-1])
    n_values = int((fronts.size**2).sum())
    n_front = int(fronts.size.max(initial=0))
    motion = np.zeros((n_node, MOTION))
    motion[:, 3] = 1.0
    shapes = _shapes(n_node, n_row, n_history) | {
        "stage": (stages, n_node, 6),
        "stage_multiplier": (sets, n_row),
        "values": (n_values,),
        "packed": (packed_size(fronts),),
        "diagonal": (n_unknown,),
        "widest": (n_unknown,),
        "x": (n_unknown,),
        "z": (2 * n_front + 2 * WIDE,),
        "r": (6 * n_node + n_row,),
        "defect": (stages * 6 * n_node + sets * n_row,),
        "weight": (SIZE_WEIGHTS,),
        "c": (N_COEFFICIENT,),
        "number": (35,),
        "corrections": (24,),
        "sums": (5,),
    }
    given: dict[str, Any] = {
        "motion": motion,
        "start": motion.copy(),
        "point": np.broadcast_to(motion, (2, n_node, MOTION)).copy(),
        "step_tangent": np.broadcast_to(np.eye(6), (n_node, 6, 6)).copy(),
        "scales": np.ones(6 * n_node + n_row),
        "scale": np.ones(n_unknown),
        "size": np.ones(6 * n_node),
        "given_size": np.ones(6 * n_node),
        "count": np.zeros(15, dtype=np.int64),
    }
    made = []
    for name in State.fields:
        shape = shapes.get(name, (n_node, 6))
        made.append(given[name] if name in given else np.zeros(shape))
    return State(*made)


def pack(state: State) -> Floats:
    """Everything that the next step reads, as one row with exact bits."""
    return np.concatenate([np.asarray(getattr(state, name), dtype=np.float64).ravel() for name in KEPT])


def read_packed(
    row: Floats, names: tuple[str, ...], *, n_node: int, n_row: int, n_history: int
) -> tuple[Floats, ...]:
    """Fields of a packed row by their names, without the state; none after the history."""
    shapes = _shapes(n_node, n_row, n_history)
    found, at = {}, 0
    for name in KEPT[: KEPT.index("history") + 1]:
        shape = shapes.get(name, (n_node, 6))
        size = int(np.prod(shape))
        found[name] = row[at : at + size].reshape(shape).copy()
        at += size
    return tuple(found[name] for name in names)


def unpack(row: Floats, state: State) -> None:
    """Put a packed row back into a state."""
    at = 0
    for name in KEPT:
        target = getattr(state, name)
        target[...] = row[at : at + target.size].reshape(target.shape)
        at += target.size
