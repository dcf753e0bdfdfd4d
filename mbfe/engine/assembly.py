"""Assembly: residual and iteration matrix of a system from the group kernels of its kinds."""

from __future__ import annotations

from mbfe.compiled import compiled, inlined
from mbfe.curves import evaluate
from mbfe.engine.frontal import factorise
from mbfe.engine.gather import LENGTH, W_COUPLING, W_GYRO, W_MASS, W_PENALTY, W_STIFF
from mbfe.engine.kernels import call_observe, call_residual, call_tangent
from mbfe.engine.system import (
    COUNT,
    FACTORED,
    FACTORISATIONS,
    HISTORY,
    INDEX,
    OUTPUT,
    PARAMETER,
    RANK,
    ROW_SCALE,
    SLOT,
)
from mbfe.motion import compose, exp
from mbfe.vectors import add, cross, scale, unrotate

LAW_FAILED = 1000
"""Statuses from here on mean that a law failed: 1000 + kind."""


@inlined
def assemble_residual(system, state, t):
    """Residual r of all rows at time t; returns 0 or ``LAW_FAILED`` + kind."""
    r = state.r
    for i in range(r.shape[0]):
        r[i] = 0.0
    group = system.group
    for g in range(group.shape[0] - 1):
        status = call_residual(
            system.residual[g],
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
                r,
                system.local,
                system.work,
            ),
        )
        if status != 0:
            return LAW_FAILED + g
    n_motion = 6 * state.motion.shape[0]
    for j in range(state.offset.shape[0]):
        r[n_motion + j] -= state.offset[j]
    return 0


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
                system.slot[group[g, SLOT] : group[g + 1, SLOT]],
                state.step_tangent,
                values,
            ),
        )


@compiled
def factorise_matrix(system, state, t, mass, gyro, stiff, row_scale):
    """Assemble and factorise w_M M + w_G G + w_K K T with constraints scaled by ``row_scale`` = c₈s.

    Parameters
    ----------
    system, state : System, State
        The model.
    t : float
        Time [s].
    mass, gyro, stiff : float
        Weights of M, G and K; the constraint rows have the weight of K's unknowns, see :func:`set_scales`.
    row_scale : float
        Scale of the constraint rows, in units of the matrix.

    Returns
    -------
    float
        Growth of the factorisation, −1 if the matrix is singular.
    """
    state.weight[W_MASS] = mass
    state.weight[W_GYRO] = gyro
    state.weight[W_STIFF] = stiff
    state.weight[W_COUPLING] = row_scale
    state.weight[W_PENALTY] = row_scale
    state.number[ROW_SCALE] = row_scale
    assemble_matrix(system, state, t)
    floor = state.number[RANK] * row_scale
    growth = factorise(system.fronts, state.values, state.packed, state.diagonal, system.is_row, floor)
    state.count[FACTORED] = 1 if growth >= 0.0 else 0
    state.count[FACTORISATIONS] += 1
    return growth


@compiled
def set_scales(system, state):
    """Scales that make all unknowns accelerations of points: rotations divided by the model's length."""
    length = system.environment[LENGTH]
    for c in range(3):
        state.scales[c] = 1.0
        state.scales[3 + c] = 1.0 / length
    for j in range(system.row_kind.shape[0]):
        state.scales[6 + j] = length if system.row_kind[j] == 1 else 1.0
    n_motion = 6 * state.motion.shape[0]
    for q in range(system.source.shape[0]):
        s = system.source[q]
        state.scale[q] = state.scales[s % 6] if s < n_motion else state.scales[6 + s - n_motion]


@compiled
def drive(system, state, t):
    """Put the driven nodes where their time functions say: pose, twist and acceleration."""
    for d in range(system.driven.shape[0]):
        row = system.driven[d]
        motion = state.motion[int(row[0])]
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
    """Powers of all kinds in ``state.sums[3:5]``; laws with history keep what the next step needs."""
    state.sums[3] = 0.0
    state.sums[4] = 0.0
    _visit(system, state, t, system.advance, outputs)


@compiled
def _visit(system, state, t, kernels, outputs):
    group = system.group
    for g in range(group.shape[0] - 1):
        if kernels[g] == 0:
            continue
        call_observe(
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
