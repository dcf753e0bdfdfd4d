"""Arrays of a compiled model (`System`) and of its changing state (`State`); free functions work on both.

Rows of the residual `r`: six for every node, the ground included, then the constraint rows. Fixed and driven
nodes keep their rows, so that what holds them can be read there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.compiled.bundle import Bundle
from mbfe.engine.factorisation.ordering import Fronts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, PARAMETER, INDEX, SLOT, HISTORY, OUTPUT = range(6)
"""Columns of the group table: number of elements, then the beginnings of the kind's parts of the flat tables;
the row after the last kind holds the ends."""


PREPARE, EVALUATE, FINISH, KEEP, GUESS, MOVE, JUDGE, FIND_EVENT, DRIFT = range(9)
"""Places in ``System.parts``."""


class System(Bundle):
    """What does not change while a model runs.

    Attributes
    ----------
    residual, rate, tangent, observe, advance : (n_kind,)
        Addresses of the group kernels, 0 where a kind has none.
    parts : (9,)
        Addresses of the parts of the time loop that not every run needs, see :mod:`mbfe.engine.parts`.
    group : (n_kind + 1, 6)
        Beginnings of each kind in the flat tables.
    parameter, index, slot, curves : arrays
        Flat tables of the kinds and the storage of curves.
    environment : (5,)
        Gravity (3) [m/s²], characteristic length [m], factor of all loads and of gravity.
    fronts : Fronts
        Pattern of the factorisation.
    kind : (n_node,)
        Kinds of the rows of the motion table: node, coordinates, states or outputs.
    marks : (n_node + n_row,)
        The same, and 1 for each constraint row whose multiplier other laws read.
    source : (n_unknown,)
        Place in ``defect`` of each unknown's equation, in the order of elimination.
    base : (n_unknown,)
        Row of ``r`` that it belongs to, whatever its stage.
    is_row : (n_unknown,)
        1 where the unknown is a multiplier.
    row_code : (n_unknown,)
        2 type + set of a multiplier's row (type 1: nonholonomic), plus 4 for a law with general reactions.
    target : (n_unknown,)
        Where its correction goes: place in the flat table of motions (or of stages), or of multipliers.
    row_kind : (n_row,)
        1 where the row measures an angle, 0 where a length, 2 where anything else.
    row_type : (n_row,)
        0 for holonomic, 1 for nonholonomic rows.
    free : (n_free,)
        Rows of the motion table with unknowns.
    driven : (n_driven, 15)
        Driven nodes: node, pose (7), curves of x, y, z (3), axis (3), curve of the angle.
    local, work, block : arrays
        Scratch of the kernels.
    """

    fields = (
        "residual",
        "rate",
        "tangent",
        "observe",
        "advance",
        "parts",
        "group",
        "parameter",
        "index",
        "slot",
        "curves",
        "environment",
        "fronts",
        "kind",
        "marks",
        "source",
        "base",
        "is_row",
        "row_code",
        "target",
        "row_kind",
        "row_type",
        "free",
        "driven",
        "local",
        "work",
        "block",
    )

    residual: Any
    rate: Any
    tangent: Any
    observe: Any
    advance: Any
    parts: Any
    group: Ints
    parameter: Floats
    index: Ints
    slot: Ints
    curves: Floats
    environment: Floats
    fronts: Fronts
    kind: Ints
    marks: Ints
    source: Ints
    base: Ints
    is_row: Ints
    row_code: Ints
    target: Ints
    row_kind: Ints
    row_type: Ints
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
    increment : (n_node, 6)
        Increments ΔU of the step at the current iterate.
    algorithmic, algorithmic_before : (n_node, 6)
        Algorithmic accelerations 𝒳 at the start of the step and, as it was used, of the one before.
    used : (n_node, 6)
        𝒳 as this step uses it, moved to the instant that its length asks for.
    unknown, start_twist, next_algorithmic : (n_node, 6)
        Copies of the unknown accelerations and of the twists at the start; 𝒳 at the end of a solved step.
    unconstrained, half : (n_node, 6)
        Accelerations without constraint forces, and those of the constraints at the middle of the last step,
        in the HHT-α method.
    accel_before : (n_node, 6)
        Accelerations one step earlier, for the first guess.
    twist_before : (n_node, 6)
        Twists one step earlier, for the error of automatic steps.
    past : (5, 6 n_node)
        Unknowns two to six steps earlier, for the first guess.
    drift : (n_node, 6)
        Part of the twists that violates the constraints' velocities; then the error of the step.
    force, inertia, inertia_before : (6 n_node,)
        −f and M𝒳 at the start of the step and M𝒳 one step earlier, in the weighted methods.
    constant : (4, 6 n_node)
        What is constant in a step of these methods.
    point : (2, n_node, 20)
        Motions at other instants than the end, where these methods evaluate.
    stage : (n_stage, n_node, 6)
        Accelerations of the stages of methods that have several.
    multiplier, multiplier_start, multiplier_before : (n_row,)
        Multipliers at the end, the start and one step earlier.
    multiplier_past : (5, n_row)
        Multipliers two to six steps earlier.
    stage_multiplier : (n_set, n_row)
        Multipliers of the stages.
    no_multiplier, half_multiplier : (n_row,)
        Zeros, and multipliers at the middle of the last step in the HHT-α method.
    offset : (n_row,)
        Constraint values that the accepted assembly left, taken as zero.
    history : (n_history,)
        Values that laws keep between accepted steps.
    values, packed, diagonal, x, z, r : arrays
        Iteration matrix, its factors and pivots, right-hand side, scratch of a front, residual.
    widest : (n_unknown,)
        Largest pivot that each row has had, as a part of the rows' scale.
    defect : (n_stage 6 n_node + n_set n_row,)
        Residuals of the stages' equations.
    shares, spin_sums : (n_node, 2), (n_node, 9)
        λ and μ of :mod:`mbfe.engine.stepping.spinning`, and sums of which they are ratios, with the turn so
        far.
    step_tangent : (n_node, 6, 6)
        T(ΔU) of the step map.
    scales : (6 n_node + n_row,)
        Scales of components and constraint rows.
    scale : (n_unknown,)
        The same for each unknown.
    size, given_size : (6 n_node,)
        Typical sizes of variables: the largest so far, and as given.
    weight : (76,)
        Weights of the iteration matrix, see :mod:`mbfe.engine.kernels.combine`.
    c : (21,)
        Coefficients of the scheme in this step.
    number : (34,)
        Scalars, see the names of this module.
    count : (15,)
        Counters, see the names of this module.
    corrections : (24,)
        Largest component of each correction of the last attempt [m/s²].
    guess : (6,)
        Weights of the first guess, see :mod:`mbfe.engine.stepping.guess`.
    sums : (5,)
        Kinetic, potential, elastic energy, dissipated power, power of loads.
    """

    fields = (
        "motion",
        "start",
        "predicted",
        "increment",
        "algorithmic",
        "algorithmic_before",
        "used",
        "unknown",
        "start_twist",
        "next_algorithmic",
        "unconstrained",
        "half",
        "accel_before",
        "twist_before",
        "past",
        "drift",
        "force",
        "inertia",
        "inertia_before",
        "constant",
        "point",
        "stage",
        "multiplier",
        "multiplier_start",
        "multiplier_before",
        "multiplier_past",
        "stage_multiplier",
        "no_multiplier",
        "half_multiplier",
        "offset",
        "history",
        "values",
        "packed",
        "diagonal",
        "widest",
        "x",
        "z",
        "r",
        "defect",
        "shares",
        "spin_sums",
        "step_tangent",
        "scales",
        "scale",
        "size",
        "given_size",
        "weight",
        "c",
        "number",
        "count",
        "corrections",
        "guess",
        "sums",
    )

    motion: Floats
    start: Floats
    predicted: Floats
    increment: Floats
    algorithmic: Floats
    algorithmic_before: Floats
    used: Floats
    unknown: Floats
    start_twist: Floats
    next_algorithmic: Floats
    unconstrained: Floats
    half: Floats
    accel_before: Floats
    twist_before: Floats
    past: Floats
    drift: Floats
    force: Floats
    inertia: Floats
    inertia_before: Floats
    constant: Floats
    point: Floats
    stage: Floats
    multiplier: Floats
    multiplier_start: Floats
    multiplier_before: Floats
    multiplier_past: Floats
    stage_multiplier: Floats
    no_multiplier: Floats
    half_multiplier: Floats
    offset: Floats
    history: Floats
    values: Floats
    packed: Floats
    diagonal: Floats
    widest: Floats
    x: Floats
    z: Floats
    r: Floats
    defect: Floats
    shares: Floats
    spin_sums: Floats
    step_tangent: Floats
    scales: Floats
    scale: Floats
    size: Floats
    given_size: Floats
    weight: Floats
    c: Floats
    number: Floats
    count: Ints
    corrections: Floats
    guess: Floats
    sums: Floats


TIME, STEP, STEP_FACTORED, ACCEL_SCALE, CONTRACTION, EXCESS, ROW_SCALE, GAMMA = range(8)
TOLERANCE, RANK, DISSIPATED, WORK, POWER_OUT, POWER_IN, MASS, DAMPING, STIFFNESS, GROWTH = range(8, 18)
THETA, GAMMA_NEXT, THETA_NEXT, NEXT_STEP, ERROR_BEFORE = range(18, 23)
STEP_WEIGHTED, STEP_BEFORE, JUMP, STEP_LIMIT, MISS = range(23, 28)
NARROW, LOOPS = 33, 34
"""Places in ``State.number``: time and last step [s], step of the factorisation [s], acceleration scale
[m/s²], contraction rate, excess of iterations since the factorisation, c₈s [kg], γ of the last step, Newton
tolerance, relative size of pivots that count as zero, integrals [J] and last values [W] of the powers,
characteristic mass [kg], damping [N s/m] and stiffness [N/m] of the scaling, growth of the factorisation; θ
of the last step and both of the present one; of the automatic step the proposal [s] and the last error; the
step of the weights, the step before the last [s] and α(r − 1) of the present one; the longest step that
lately converged [s], 0 if none failed; from ``MISS`` on how far six guesses of the accelerations were off
[m/s²]; the smallest pivot of a row as a part of its largest one so far; 1 if joints close loops."""

STEPS, ITERATIONS, FACTORISATIONS, REJECTED, FACTORED, BASE_ITERATIONS, STEP_ITERATIONS, WORST = range(8)
DRIFT_KNOWN, GUARD_GROUP, GUARD_ELEMENT, HELD, DROPPED, EVEN, NEWEST = range(8, 15)
"""Places in ``State.count``; ``FACTORED`` is 1 while a factorisation is at hand, ``WORST`` the unknown with
the largest correction, ``DRIFT_KNOWN`` 1 when ``drift`` belongs to the start of this step, the next two tell
kind and number of the element whose law spoke up, ``HELD`` counts steps since the automatic step changed,
``DROPPED`` the rows that the last factorisation found dependent, ``EVEN`` the steps before the last one that
are as long as it, ``NEWEST`` the place of the newest in ``past``."""
