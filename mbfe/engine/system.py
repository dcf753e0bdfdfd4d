"""Arrays of a compiled model (`System`) and of its changing state (`State`); free functions work on both.

Rows of the residual `r`: six for every node, the ground included, then the constraint rows. Fixed and driven
nodes keep their rows, so that what holds them can be read there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.bundle import Bundle
from mbfe.engine.frontal import WIDE, packed_size
from mbfe.engine.gather import MOTION, SIZE_WEIGHTS
from mbfe.engine.ordering import Fronts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, PARAMETER, INDEX, SLOT, HISTORY, OUTPUT = range(6)
"""Columns of the group table: number of elements, then the beginnings of the kind's parts of the flat tables;
the row after the last kind holds the ends."""


class System(Bundle):
    """What does not change while a model runs.

    Attributes
    ----------
    residual, tangent, observe, advance : (n_kind,)
        Addresses of the group kernels, 0 where a kind has none.
    group : (n_kind + 1, 6)
        Beginnings of each kind in the flat tables.
    parameter, index, slot, curves : arrays
        Flat tables of the kinds and the storage of curves.
    environment : (4,)
        Gravity (3) [m/s²], characteristic length [m].
    fronts : Fronts
        Pattern of the factorisation.
    source : (n_unknown,)
        Row of ``r`` of each unknown, in the order of elimination.
    is_row : (n_unknown,)
        1 where the unknown is a multiplier.
    target : (n_unknown,)
        Where its correction goes: place in the flat table of motions, or row of the multipliers.
    row_kind : (n_row,)
        1 where the row measures an angle, 0 where a length.
    free : (n_free,)
        Nodes with unknowns.
    driven : (n_driven, 15)
        Driven nodes: node, pose (7), curves of x, y, z (3), axis (3), curve of the angle.
    local, work, block : arrays
        Scratch of the kernels.
    """

    fields = (
        "residual",
        "tangent",
        "observe",
        "advance",
        "group",
        "parameter",
        "index",
        "slot",
        "curves",
        "environment",
        "fronts",
        "source",
        "is_row",
        "target",
        "row_kind",
        "free",
        "driven",
        "local",
        "work",
        "block",
    )

    residual: Any
    tangent: Any
    observe: Any
    advance: Any
    group: Ints
    parameter: Floats
    index: Ints
    slot: Ints
    curves: Floats
    environment: Floats
    fronts: Fronts
    source: Ints
    is_row: Ints
    target: Ints
    row_kind: Ints
    free: Ints
    driven: Floats
    local: Floats
    work: Floats
    block: Floats


class State(Bundle):
    """What changes while a model runs; everything that the next step reads is here.

    Attributes
    ----------
    motion, start : (n_node, 20)
        Motions at the end and at the start of the step: pose, twist, acceleration.
    predicted : (n_node, 18)
        Predictors of the increment, twist and algorithmic acceleration (for zero acceleration).
    algorithmic, algorithmic_before : (n_node, 6)
        Algorithmic accelerations 𝒳 at the last two steps.
    accel_before : (n_node, 6)
        Accelerations one step earlier, for the first guess.
    multiplier, multiplier_start, multiplier_before : (n_row,)
        Multipliers at the end, the start and one step earlier.
    offset : (n_row,)
        Constraint values that the accepted assembly left, taken as zero.
    history : (n_history,)
        Values that laws keep between accepted steps.
    values, packed, diagonal, x, z, r : arrays
        Iteration matrix, its factors and pivots, right-hand side, scratch of a front, residual.
    step_tangent : (n_node, 6, 6)
        T(ΔU) of the step map.
    scales : (6 + n_row,)
        Scales of node components and constraint rows.
    scale : (n_unknown,)
        The same for each unknown.
    weight : (5,)
        Weights of M, G, K, B and BᵀB in the iteration matrix.
    number : (18,)
        Scalars, see the names of this module.
    count : (8,)
        Counters, see the names of this module.
    sums : (5,)
        Kinetic, potential, elastic energy, dissipated power, power of loads.
    """

    fields = (
        "motion",
        "start",
        "predicted",
        "algorithmic",
        "algorithmic_before",
        "accel_before",
        "multiplier",
        "multiplier_start",
        "multiplier_before",
        "offset",
        "history",
        "values",
        "packed",
        "diagonal",
        "x",
        "z",
        "r",
        "step_tangent",
        "scales",
        "scale",
        "weight",
        "number",
        "count",
        "sums",
    )

    motion: Floats
    start: Floats
    predicted: Floats
    algorithmic: Floats
    algorithmic_before: Floats
    accel_before: Floats
    multiplier: Floats
    multiplier_start: Floats
    multiplier_before: Floats
    offset: Floats
    history: Floats
    values: Floats
    packed: Floats
    diagonal: Floats
    x: Floats
    z: Floats
    r: Floats
    step_tangent: Floats
    scales: Floats
    scale: Floats
    weight: Floats
    number: Floats
    count: Ints
    sums: Floats


TIME, STEP, STEP_FACTORED, ACCEL_SCALE, CONTRACTION, EXCESS, ROW_SCALE, INVERSE_STIFF = range(8)
TOLERANCE, RANK, DISSIPATED, WORK, POWER_OUT, POWER_IN, MASS, DAMPING, STIFFNESS, GROWTH = range(8, 18)
"""Places in ``State.number``: time and last step [s], step of the factorisation [s], acceleration scale
[m/s²], contraction rate, excess of iterations since the factorisation, c₈s [kg], 1/c₈ of the factorisation
[1/s²], Newton tolerance, relative size of pivots that count as zero, integrals [J] and last values [W] of the
powers, characteristic mass [kg], damping [N s/m] and stiffness [N/m] of the scaling, growth of the
factorisation."""

STEPS, ITERATIONS, FACTORISATIONS, REJECTED, FACTORED, BASE_ITERATIONS, STEP_ITERATIONS, WORST = range(8)
"""Places in ``State.count``; ``FACTORED`` is 1 while a factorisation is at hand, ``WORST`` the unknown with
the largest correction."""

KEPT = (
    "motion",
    "algorithmic",
    "algorithmic_before",
    "accel_before",
    "multiplier",
    "multiplier_before",
    "offset",
    "history",
    "number",
    "count",
)
"""Fields of the state that a checkpoint holds."""


def new_state(n_node: int, n_row: int, n_history: int, fronts: Fronts) -> State:
    """Allocate a state with all nodes at the origin and at rest."""
    n_unknown = int(fronts.first[-1])
    n_values = int((fronts.size**2).sum())
    motion = np.zeros((n_node, MOTION))
    motion[:, 3] = 1.0
    return State(
        motion,
        motion.copy(),
        np.zeros((n_node, 18)),
        np.zeros((n_node, 6)),
        np.zeros((n_node, 6)),
        np.zeros((n_node, 6)),
        np.zeros(n_row),
        np.zeros(n_row),
        np.zeros(n_row),
        np.zeros(n_row),
        np.zeros(n_history),
        np.zeros(n_values),
        np.zeros(packed_size(fronts)),
        np.zeros(n_unknown),
        np.zeros(n_unknown),
        np.zeros(2 * int(fronts.size.max(initial=0)) + 2 * WIDE),
        np.zeros(6 * n_node + n_row),
        np.broadcast_to(np.eye(6), (n_node, 6, 6)).copy(),
        np.ones(6 + n_row),
        np.ones(n_unknown),
        np.zeros(SIZE_WEIGHTS),
        np.zeros(18),
        np.zeros(8, dtype=np.int64),
        np.zeros(5),
    )


def pack(state: State) -> Floats:
    """Everything that the next step reads, as one row with exact bits."""
    return np.concatenate([np.asarray(getattr(state, name), dtype=np.float64).ravel() for name in KEPT])


def unpack(row: Floats, state: State) -> None:
    """Put a packed row back into a state."""
    at = 0
    for name in KEPT:
        target = getattr(state, name)
        target[...] = row[at : at + target.size].reshape(target.shape)
        at += target.size
