"""Assembly: residual and iteration matrix of a system from the group kernels of its kinds."""

from __future__ import annotations

import math

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import add, cross, scale, unrotate
from mbfe.compiled import compiled
from mbfe.engine.factorisation.frontal import factorise
from mbfe.engine.kernels.combine import (
    W_BT,
    W_FORCE,
    W_GYRO,
    W_MASS,
    W_N,
    W_NORM,
    W_OUTPUT_K,
    W_PAIR,
    W_SETS,
    W_SIGMA,
    W_STAGES,
    W_STATE_G,
    W_STATE_K,
    W_STIFF,
)
from mbfe.engine.kernels.gather import COORDINATE, LENGTH, NODE
from mbfe.engine.kernels.kernels import call_observe, call_residual, call_tangent
from mbfe.engine.system import (
    ACCEL_SCALE,
    COUNT,
    DROPPED,
    FACTORED,
    FACTORISATIONS,
    GUARD_ELEMENT,
    GUARD_GROUP,
    HISTORY,
    INDEX,
    LOOPS,
    NARROW,
    OUTPUT,
    PARAMETER,
    RANK,
    ROW_SCALE,
    SLOT,
    STEP_WEIGHTED,
)
from mbfe.functions.curve_law import evaluate

LAW_FAILED = 1000
"""Statuses from here on mean that a law failed: 1000 + kind."""


@compiled
def assemble(system, state, t, kernels, motion, multiplier, r):
    """Residual (or rates of the holonomic rows) at any motion; returns 0 or ``LAW_FAILED`` + kind.

    Parameters
    ----------
    kernels : array
        ``system.residual``, or ``system.rate`` for Ċ.
    motion, multiplier : array
        Motions (n_node, 20) and multipliers (n_row,).
    r : array
        Receives the rows of all components and constraints.
    """
    group = system.group
    for g in range(group.shape[0] - 1):
        if kernels[g] == 0:
            continue
        status = call_residual(
            kernels[g],
            (
                group[g, COUNT],
                t,
                system.environment,
                motion,
                multiplier,
                state.history[group[g, HISTORY] : group[g + 1, HISTORY]],
                system.curves,
                system.parameter[group[g, PARAMETER] : group[g + 1, PARAMETER]],
                system.index[group[g, INDEX] : group[g + 1, INDEX]],
                r,
                system.local,
                system.work,
            ),
        )
        if status != 0:
            for i in range(r.shape[0]):
                r[i] = math.nan  # the other laws are left out: nobody may take it for a residual
            return LAW_FAILED + g
    return 0


@compiled
def assemble_at(system, state, t, motion, multiplier, r):
    """Residual at any motion, the accepted offsets of the holonomic rows taken off; returns a status."""
    for i in range(r.shape[0]):
        r[i] = 0.0
    status = assemble(system, state, t, system.residual, motion, multiplier, r)
    n_motion = 6 * motion.shape[0]
    for j in range(state.offset.shape[0]):
        r[n_motion + j] -= state.offset[j]
    return status


@compiled
def assemble_residual(system, state, t):
    """Residual r of all rows at time t; returns 0 or ``LAW_FAILED`` + kind."""
    return assemble_at(system, state, t, state.motion, state.multiplier, state.r)


@compiled
def assemble_rates(system, state, t, motion, r):
    """Rates Ċ of the holonomic rows in the constraint rows of r; the others are left as they are."""
    return assemble(system, state, t, system.rate, motion, state.multiplier, r)


@compiled
def assemble_matrix(system, state, t):
    """Weighted iteration matrix in ``state.values``, scaled by ``state.scales`` with ``state.weight``."""
    values = state.values
    for i in range(values.shape[0]):
        values[i] = 0.0
    group = system.group
    for g in range(group.shape[0] - 1):
        call_tangent(
            system.tangent[g],
            (
                group[g, COUNT],
                t,
                system.environment,
                state.motion,
                state.multiplier,
                state.history[group[g, HISTORY] : group[g + 1, HISTORY]],
                system.curves,
                system.parameter[group[g, PARAMETER] : group[g + 1, PARAMETER]],
                system.index[group[g, INDEX] : group[g + 1, INDEX]],
                system.local,
                system.work,
                system.block,
                state.weight,
                state.scales,
                system.marks,
                system.slot[group[g, SLOT] : group[g + 1, SLOT]],
                state.step_tangent,
                values,
            ),
        )


@compiled
def factorise_matrix(system, state, t, row_scale, damping):
    """Assemble and factorise with ``state.weight``, constraints scaled by ``row_scale`` = c₈s.

    Parameters
    ----------
    system, state : System, State
        The model.
    t : float
        Time [s].
    row_scale : float
        Scale of the constraint rows, in units of the matrix.
    damping : float
        Smallest size that the pivots of independent rows get, as a part of ``row_scale``.

    Returns
    -------
    float
        Growth of the factorisation, −1 if the matrix is singular.
    """
    state.weight[W_SIGMA] = row_scale
    if not 0.5 < row_scale / state.number[ROW_SCALE] < 2.0:
        for q in range(state.widest.shape[0]):
            state.widest[q] = 0.0
    state.number[ROW_SCALE] = row_scale
    assemble_matrix(system, state, t)
    floor = state.number[RANK] * row_scale
    growth = factorise(
        system.fronts, state.values, state.packed, state.diagonal, system.is_row, floor, damping * row_scale
    )
    state.count[FACTORED] = 1 if growth >= 0.0 else 0
    state.count[FACTORISATIONS] += 1
    if growth >= 0.0:
        compare_pivots(system, state, row_scale)
    return growth


@compiled
def compare_pivots(system, state, row_scale):
    """Smallest pivot of the rows, each as a part of its largest one so far, and the number of dropped rows.

    A pivot depends on the mass that hangs on its row as well; what tells of a singular pose is its fall. In a
    tree it falls for that reason alone.
    """
    narrow = 1.0
    dropped = 0
    for q in range(state.diagonal.shape[0]):
        if system.is_row[q] == 1:
            pivot = state.diagonal[q] / row_scale
            if pivot == 0.0:
                dropped += 1
            if pivot >= state.widest[q]:
                state.widest[q] = pivot
            else:
                narrow = min(narrow, pivot / state.widest[q])
    state.number[NARROW] = narrow if state.number[LOOPS] == 1.0 else 1.0
    state.count[DROPPED] = dropped


@compiled
def static_weights(state, mass, gyro, stiff, states):
    """Weights of w_M M + w_G G + w_K K with the rows' B (holonomic) and N (nonholonomic), in every stage.

    ``states`` weighs ∂r/∂ẋ and ∂r/∂y, the unknowns of states and outputs at a fixed position.
    """
    w = state.weight
    state.number[STEP_WEIGHTED] = 0.0
    stages, sets = state.stage.shape[0], state.stage_multiplier.shape[0]
    for i in range(w.shape[0]):
        w[i] = 0.0
    w[W_STAGES] = stages
    w[W_SETS] = sets
    for s in range(stages):
        w[W_MASS + 4 * s] = mass
        w[W_GYRO + 4 * s] = gyro
        w[W_STIFF + 4 * s] = stiff
    for q in range(sets):
        s = stages - sets + q
        w[W_BT + 3 * q + s] = 1.0
        w[W_N + 3 * q + s] = 1.0
        w[W_FORCE + 2 * s + q] = 1.0
        w[W_PAIR + q] = s
    for i in range(4):
        # with accelerations as unknowns a row is dk/dt, in which the value of an output has no part
        w[W_NORM + i] = 0.0 if mass > 0.0 and i > 1 else 1.0
    w[W_STATE_G] = states
    w[W_OUTPUT_K] = states
    w[W_STATE_K] = stiff


@compiled
def unit_tangents(state):
    """T = 1 of all nodes, for matrices at the pose itself, without a step."""
    for n in range(state.motion.shape[0]):
        for i in range(6):
            for j in range(6):
                state.step_tangent[n, i, j] = 1.0 if i == j else 0.0


@compiled
def set_scales(system, state):
    """Scales that make all unknowns accelerations of points: rotations divided by the model's length.

    Variables are divided by their typical sizes, states and outputs also by the size of the accelerations.
    """
    length = system.environment[LENGTH]
    accel = state.number[ACCEL_SCALE]
    n_motion = 6 * state.motion.shape[0]
    for n in range(state.motion.shape[0]):
        for c in range(6):
            f = state.size[6 * n + c]
            if system.kind[n] == NODE:
                f = 1.0 if c < 3 else 1.0 / length
            elif system.kind[n] != COORDINATE and accel > 0.0:
                f /= accel
            state.scales[6 * n + c] = f
    for j in range(system.row_kind.shape[0]):
        if system.row_kind[j] < 2:
            state.scales[n_motion + j] = length if system.row_kind[j] == 1 else 1.0
    for q in range(system.base.shape[0]):
        state.scale[q] = state.scales[system.base[q]]


@compiled
def drive(system, state, t):
    """Put the driven nodes where their time functions say."""
    drive_motion(system, t, state.motion)


@compiled
def drive_motion(system, t, motions):
    """Put the driven nodes of any motions where their time functions say: pose, twist and acceleration."""
    for d in range(system.driven.shape[0]):
        row = system.driven[d]
        motion = motions[int(row[0])]
        fx, vx, ax = evaluate(system.curves, row[8], t)
        fy, vy, ay = evaluate(system.curves, row[9], t)
        fz, vz, az = evaluate(system.curves, row[10], t)
        angle, rate, accel = evaluate(system.curves, row[14], t)
        axis = (row[11], row[12], row[13])
        x, q = exp((0.0, 0.0, 0.0), scale(angle, axis))
        compose(row[1:8], x, q, motion)
        motion[0] = row[1] + fx
        motion[1] = row[2] + fy
        motion[2] = row[3] + fz
        q = (motion[3], motion[4], motion[5], motion[6])
        v = unrotate(q, (vx, vy, vz))
        w = scale(rate, axis)
        a = add(unrotate(q, (ax, ay, az)), cross(v, w))
        b = scale(accel, axis)
        for c in range(3):
            motion[7 + c] = v[c]
            motion[10 + c] = w[c]
            motion[13 + c] = a[c]
            motion[16 + c] = b[c]


@compiled
def observe_all(system, state, t, outputs):
    """Energies of all kinds in ``state.sums[0:3]`` and outputs of all elements."""
    for c in range(3):
        state.sums[c] = 0.0
    _visit(system, state, t, system.observe, outputs)


@compiled
def advance_all(system, state, t, outputs):
    """Powers of all kinds in ``state.sums[3:5]``; laws with history keep what the next step needs.

    Returns 0, 1 when a law refuses to go on, or 2 when the active rows of a law have changed.
    """
    state.sums[3] = 0.0
    state.sums[4] = 0.0
    return _visit(system, state, t, system.advance, outputs)


@compiled
def _visit(system, state, t, kernels, outputs):
    group = system.group
    found = 0
    for g in range(group.shape[0] - 1):
        if kernels[g] == 0:
            continue
        status = call_observe(
            kernels[g],
            (
                group[g, COUNT],
                t,
                system.environment,
                state.motion,
                state.multiplier,
                state.history[group[g, HISTORY] : group[g + 1, HISTORY]],
                system.curves,
                system.parameter[group[g, PARAMETER] : group[g + 1, PARAMETER]],
                system.index[group[g, INDEX] : group[g + 1, INDEX]],
                system.local,
                system.work,
                state.sums,
                outputs[group[g, OUTPUT] : group[g + 1, OUTPUT]],
            ),
        )
        if status != 0 and found != 1:
            found = status % 4
            state.count[GUARD_GROUP] = g
            state.count[GUARD_ELEMENT] = status // 4 - 1
    return found
