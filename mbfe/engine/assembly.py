"""Assembly: residual and iteration matrix of a system from the group kernels of its kinds."""

from __future__ import annotations

import math
from enum import IntEnum

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import ZERO, Vec3, cross, orientation, unrotate, vector
from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.columns import (
    ACCEL,
    ANGULAR_ACCEL,
    COORDINATE,
    DISSIPATED,
    DRIVEN_ANGLE,
    DRIVEN_AXIS,
    DRIVEN_CURVES,
    DRIVEN_NODE,
    DRIVEN_POSE,
    N_STORED,
    NODE,
    POSE,
    SPIN,
    TWIST,
    WORK,
)
from mbfe.engine.factorisation.frontal import factorise
from mbfe.engine.kernels.kernels import call_observe, call_residual, call_tangent
from mbfe.engine.kernels.weights import clear_weights
from mbfe.functions.curve_law import evaluate

__all__ = [
    "LAW_FAILED", "Advanced", "advance_all", "assemble", "assemble_at", "assemble_matrix", "assemble_rates",
    "assemble_residual", "drive", "drive_motion", "drive_part", "factorise_matrix", "observe_all",
    "set_scales", "static_weights", "unit_tangents",
]  # fmt: skip


class Advanced(IntEnum):
    """What laws say when a step was accepted."""

    CONTINUES = 0
    REFUSED = 1
    ROWS_CHANGED = 2
    """The active rows of a law have changed."""


ANSWERS = 4
"""What the first element returns that does not continue is ``ANSWERS`` (its number + 1) + its answer."""

LAW_FAILED = 1000
"""Statuses from here on mean that a law failed: 1000 + kind."""


@compiled
def assemble(system, state, t, kernels, motion, multiplier, r):
    """Residual at any motion, or rates of the holonomic rows, in r; returns 0 or ``LAW_FAILED`` + kind.

    Kernels are ``system.residual``, or ``system.rate`` for Ċ; motions have the shape (n_node, 20),
    multipliers (n_row,), and r has the rows of all components, then those of the constraints.
    """
    for g in range(system.count.shape[0]):
        if kernels[g] == 0:
            continue
        status = call_residual(
            kernels[g],
            (
                system.count[g],
                t,
                system.environment,
                motion,
                multiplier,
                state.history[system.first_history[g] : system.first_history[g + 1]],
                system.curves,
                system.parameter[system.first_parameter[g] : system.first_parameter[g + 1]],
                system.index[system.first_index[g] : system.first_index[g + 1]],
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
    for g in range(system.count.shape[0]):
        state.weight.whole = system.whole[g]
        call_tangent(
            system.tangent[g],
            (
                system.count[g],
                t,
                system.environment,
                state.motion,
                state.multiplier,
                state.history[system.first_history[g] : system.first_history[g + 1]],
                system.curves,
                system.parameter[system.first_parameter[g] : system.first_parameter[g + 1]],
                system.index[system.first_index[g] : system.first_index[g + 1]],
                system.local,
                system.work,
                system.block,
                state.weight,
                state.scales,
                system.marks,
                system.slot[system.first_slot[g] : system.first_slot[g + 1]],
                state.step_tangent,
                values,
            ),
        )


@compiled
def factorise_matrix(system, state, t, row_scale, damping):
    """Assemble and factorise with ``state.weight``, constraints scaled by ``row_scale`` = c₈s.

    The scale has the unit of the matrix; ``damping`` is the smallest size that the pivots of independent rows
    get, as a part of it. Returns the growth of the factorisation, −1 if the matrix is singular.
    """
    state.weight.sigma = row_scale
    if not 0.5 * state.row_scale < row_scale < 2.0 * state.row_scale:
        for q in range(state.widest.shape[0]):
            state.widest[q] = 0.0
    state.row_scale = row_scale
    assemble_matrix(system, state, t)
    floor = state.rank * row_scale
    growth = factorise(
        system.fronts, state.values, state.packed, state.diagonal, system.is_row, floor, damping * row_scale
    )
    state.factored = 1 if growth >= 0.0 else 0
    state.factorisations += 1
    if growth >= 0.0:
        compare_pivots(system, state, row_scale)
    return growth


@compiled
def compare_pivots(system, state, row_scale):
    """Smallest pivot of the rows, each as a part of its largest one so far, and the number of dropped rows.

    A pivot depends on the mass carried by its row as well; its fall indicates a singular pose. In a
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
    state.narrow = narrow if state.loops == 1 else 1.0
    state.dropped = dropped


@compiled
def static_weights(state, mass, gyro, stiff, states):
    """Weights of w_M M + w_G G + w_K K with the rows' B (holonomic) and N (nonholonomic), in every stage.

    ``states`` weighs ∂r/∂ẋ and ∂r/∂y, the unknowns of states and outputs at a fixed position.
    """
    w = state.weight
    state.step_weighted = 0.0
    stages, sets = state.stage.shape[0], state.stage_multiplier.shape[0]
    clear_weights(w)
    w.stages = stages
    w.sets = sets
    for s in range(stages):
        w.mass[s, s] = mass
        w.gyro[s, s] = gyro
        w.stiff[s, s] = stiff
    for q in range(sets):
        s = stages - sets + q
        w.turned_b[q, s] = 1.0
        w.n[q, s] = 1.0
        w.force[s, q] = 1.0
        w.pair[q] = s
    for i in range(4):
        # with accelerations as unknowns a row is dk/dt, in which the value of an output has no part
        w.norm[i] = 0.0 if mass > 0.0 and i > 1 else 1.0
    w.state_g = states
    w.output_k = states
    w.state_k = stiff


@compiled
def unit_tangents(state):
    """T = 1 of all nodes, for matrices at the pose itself, without a step."""
    state.weight.unit = 1
    for n in range(state.motion.shape[0]):
        for i in range(6):
            for j in range(6):
                state.step_tangent[n, i, j] = 1.0 if i == j else 0.0


@compiled
def set_scales(system, state):
    """Scales that make all unknowns accelerations of points: rotations divided by the model's length.

    Variables are divided by their typical sizes, states and outputs also by the size of the accelerations.
    """
    length = system.environment.length
    accel = state.accel_scale
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
    """Put the driven nodes of any motions where their time functions say, if there are some."""
    if system.driven.shape[0] > 0:
        call_part(system.parts.drive, (system, t, motions))


@entry()
def drive_part(system, t, motions):
    """Pose, twist and acceleration of the driven nodes of any motions from their time functions."""
    for d in range(system.driven.shape[0]):
        row = system.driven[d]
        motion = motions[int(row[DRIVEN_NODE])]
        fx, vx, ax = evaluate(system.curves, row[DRIVEN_CURVES], t)
        fy, vy, ay = evaluate(system.curves, row[DRIVEN_CURVES + 1], t)
        fz, vz, az = evaluate(system.curves, row[DRIVEN_CURVES + 2], t)
        angle, rate, accel = evaluate(system.curves, row[DRIVEN_ANGLE], t)
        axis = vector(row, DRIVEN_AXIS)
        x, q = exp(ZERO, angle * axis)
        compose(row[DRIVEN_POSE:DRIVEN_CURVES], x, q, motion)
        motion[POSE] = row[DRIVEN_POSE] + fx
        motion[POSE + 1] = row[DRIVEN_POSE + 1] + fy
        motion[POSE + 2] = row[DRIVEN_POSE + 2] + fz
        q = orientation(motion)
        v = unrotate(q, Vec3(vx, vy, vz))
        w = rate * axis
        a = unrotate(q, Vec3(ax, ay, az)) + cross(v, w)
        b = accel * axis
        for c in range(3):
            motion[TWIST + c] = v[c]
            motion[SPIN + c] = w[c]
            motion[ACCEL + c] = a[c]
            motion[ANGULAR_ACCEL + c] = b[c]
    return 0


@compiled
def observe_all(system, state, t, outputs):
    """Energies of all kinds in ``state.sums[0:3]`` and outputs of all elements."""
    for c in range(N_STORED):
        state.sums[c] = 0.0
    _visit(system, state, t, system.observe, outputs)


@compiled
def advance_all(system, state, t, outputs):
    """Powers of all kinds in ``state.sums[3:5]``; laws with history keep what the next step needs.

    Returns what they say, an :class:`Advanced`.
    """
    state.sums[DISSIPATED] = 0.0
    state.sums[WORK] = 0.0
    return _visit(system, state, t, system.advance, outputs)


@compiled
def _visit(system, state, t, kernels, outputs):
    found = 0
    for g in range(system.count.shape[0]):
        if kernels[g] == 0:
            continue
        status = call_observe(
            kernels[g],
            (
                system.count[g],
                t,
                system.environment,
                state.motion,
                state.multiplier,
                state.history[system.first_history[g] : system.first_history[g + 1]],
                system.curves,
                system.parameter[system.first_parameter[g] : system.first_parameter[g + 1]],
                system.index[system.first_index[g] : system.first_index[g + 1]],
                system.local,
                system.work,
                state.sums,
                outputs[system.first_output[g] : system.first_output[g + 1]],
            ),
        )
        if status != 0 and found != Advanced.REFUSED:
            found = status % ANSWERS
            state.guard_group = g
            state.guard_element = status // ANSWERS - 1
    return found
