"""End of a step: projection of positions and velocities, then accelerations and multipliers of their order.

At the points multipliers and accelerations have the order s only. At the end they follow from the balance and
C̈ = 0, where C̈ is the derivative of Ċ along the motion with the present velocities and accelerations.
"""

from __future__ import annotations

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import vector
from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import assemble_at, assemble_rates, drive_motion
from mbfe.engine.columns import ACCEL, COORDINATE, NODE, SPIN, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.kernels.gather import copy_numbers, copy_rows
from mbfe.engine.stepping.resampling import add_unknowns
from mbfe.engine.stepping.roundoff import reach
from mbfe.integrators.collocation.at_points import (
    rate_of_increment,
    set_all_rates,
    set_motion,
    set_multipliers,
)

__all__ = ["complete", "finish"]

MOST_PROJECTIONS = 3
EXACT = 4e-15
"""Violation of a row, as a part of the coordinates, that is not corrected."""
LEFT = 0.1
"""Part of a violation of the velocities that a correction may leave."""
MOST_CORRECTIONS = 10
"""Corrections of accelerations and multipliers at the end of a step."""
DISTANCE = 1.0 / 64.0
"""Distance of the differences of Ċ, as a part of the step."""
DIFFERENCE = (25.0 / 12.0, -4.0, 3.0, -4.0 / 3.0, 0.25)
"""Weights of a difference of fourth order at equal distances backwards: inputs may jump at the end."""


@compiled
def solve_rows(system, state):
    """Unknowns, as accelerations, that take away the defects of the rows in ``state.r``."""
    x = state.x
    for q in range(x.shape[0]):
        x[q] = 0.0
        if system.is_row[q] == 1 and state.diagonal[q] > 0.0:
            x[q] = -state.row_scale * state.scale[q] * state.r[system.base[q]]
    solve(system.fronts, state.packed, x, state.z)


@compiled
def worst_row(system, state, holonomic):
    """Largest violation of an independent row in ``state.r``, in the scales of the rows."""
    worst = 0.0
    for q in range(state.x.shape[0]):
        if system.is_row[q] == 1 and state.diagonal[q] > 0.0:
            if not holonomic or system.row_norm[q] == 0:
                worst = max(worst, abs(state.scale[q] * state.r[system.base[q]]))
    return worst


@compiled
def project_positions(system, state, t):
    """Move the end of the step onto C = 0, by the smallest change in the metric of the matrix; a status."""
    allowed = EXACT * reach(system, state)
    status = 0
    n_motion = 6 * state.motion.shape[0]
    for _ in range(MOST_PROJECTIONS):
        status = assemble_at(system, state, t, state.motion, state.multiplier, state.r)
        copy_numbers(state.r, state.defect)
        if status != 0 or worst_row(system, state, True) <= allowed:
            break
        for j in range(state.multiplier.shape[0]):
            if system.row_type[j] == 1:
                state.r[n_motion + j] = 0.0
        solve_rows(system, state)
        for q in range(state.x.shape[0]):
            at = system.base[q]
            if at < n_motion:
                state.drift[at // 6, at % 6] = state.scale[q] * state.x[q]
        move_end(system, state)
    return status


@compiled
def move_end(system, state):
    """Move the end of the step, and the increments, by ``state.drift``."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        motion, moved, change = state.motion[n], state.increment[n], state.drift[n]
        if system.kind[n] == NODE:
            v, o = vector(change, 0), vector(change, 3)
            u, w = rate_of_increment(vector(moved, 0), vector(moved, 3), v, o)
            for j in range(3):
                moved[j] += u[j]
                moved[3 + j] += w[j]
            x, q = exp(vector(moved, 0), vector(moved, 3))
            compose(state.start[n], x, q, motion)
        elif system.kind[n] == COORDINATE:
            for j in range(6):
                moved[j] += change[j]
                motion[j] = state.start[n, j] + moved[j]


@compiled
def rates_of_rows(system, state, t, motion, r):
    """Ċ of holonomic rows and k of nonholonomic ones at any motion, in the rows of r; returns a status."""
    status = 0
    for j in range(system.row_type.shape[0]):
        if system.row_type[j] == 1:
            status = assemble_at(system, state, t, motion, state.multiplier, r)
            break
    return max(status, assemble_rates(system, state, t, motion, r))


@compiled
def project_velocities(system, state, t, h):
    """Change the velocities at the end of the step so that Ċ = 0 and k = 0; returns a status.

    The factors are older than the gradients at the end, so that a correction leaves a part of the violation.
    """
    allowed = EXACT * reach(system, state) / h
    n_motion = 6 * state.motion.shape[0]
    status = 0
    for _ in range(MOST_PROJECTIONS):
        status = rates_of_rows(system, state, t, state.motion, state.r)
        worst = worst_row(system, state, False)
        if status != 0 or worst <= allowed:
            break
        solve_rows(system, state)
        for q in range(state.x.shape[0]):
            at = system.base[q]
            if at < n_motion and system.kind[at // 6] <= COORDINATE:
                state.motion[at // 6, TWIST + at % 6] += state.scale[q] * state.x[q]
        if worst <= allowed / LEFT:
            break
    return status


@compiled
def carry(system, state, t, ahead):
    """Motions in ``state.point[0]`` that pass the end of the step with its velocities and accelerations.

    They are those a time ``ahead`` [s] later, where t is.
    """
    point = state.point[0]
    copy_rows(state.motion, point)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        motion, to = state.motion[n], point[n]
        if system.kind[n] == NODE:
            half = 0.5 * ahead
            u = ahead * (vector(motion, TWIST) + half * vector(motion, ACCEL))
            w = ahead * (vector(motion, SPIN) + half * vector(motion, ACCEL + 3))
            x, q = exp(u, w)
            compose(motion, x, q, to)
        elif system.kind[n] == COORDINATE:
            for j in range(6):
                to[j] += ahead * (motion[TWIST + j] + 0.5 * ahead * motion[ACCEL + j])
        else:
            for j in range(6):
                to[j] += ahead * motion[TWIST + j]
            continue
        for j in range(6):
            to[TWIST + j] += ahead * motion[ACCEL + j]
    drive_motion(system, t, point)


@compiled
def accelerations_of_rows(system, state, t, h):
    """C̈ and dk/dt with the present accelerations, in the rows of ``state.defect``; returns a status."""
    n_motion = 6 * state.motion.shape[0]
    out = state.defect
    for q in range(n_motion, out.shape[0]):
        out[q] = 0.0
    distance = DISTANCE * h
    status = 0
    for k in range(5):
        at = t - k * distance
        carry(system, state, at, -k * distance)
        status = max(status, rates_of_rows(system, state, at, state.point[0], state.r))
        for q in range(n_motion, out.shape[0]):
            out[q] += DIFFERENCE[k] / distance * state.r[q]
    return status


@compiled
def change_of_rows(system, state, t):
    """Add to the rows of ``state.defect`` what the corrections in ``state.drift`` change of C̈.

    That is their rate with these as velocities in addition, less that with the velocities alone.
    """
    n_motion = 6 * state.motion.shape[0]
    point = state.point[0]
    copy_rows(state.motion, point)
    status = assemble_rates(system, state, t, point, state.r)
    for q in range(n_motion, state.r.shape[0]):
        state.defect[q] -= state.r[q]
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                point[n, TWIST + j] += state.drift[n, j]
    status = max(status, assemble_rates(system, state, t, point, state.r))
    for q in range(n_motion, state.r.shape[0]):
        state.defect[q] += state.r[q]
    return status


@compiled
def correct_end(system, state):
    """Correct the unknowns at the end by ``state.defect``; returns the largest correction [m/s²]."""
    x, penalty = state.x, state.weight.penalty
    for q in range(x.shape[0]):
        x[q] = -state.scale[q] * state.defect[system.base[q]]
        if system.is_row[q] == 1:
            x[q] = state.row_scale * x[q] if state.diagonal[q] > 0.0 else 0.0
    solve(system.fronts, state.packed, x, state.z)
    largest = 0.0
    for q in range(x.shape[0]):
        f, at = state.scale[q], system.base[q]
        largest = max(largest, abs(x[q]))
        if system.is_row[q] == 0:
            x[q] *= f
            state.drift[at // 6, at % 6] = x[q]
        elif state.diagonal[q] > 0.0:
            norm = penalty if system.general[q] == 0 else 0.0
            x[q] = state.row_scale * f * (x[q] - norm * f * state.defect[at])
        else:
            x[q] = 0.0
    add_unknowns(system, state, state.motion, state.multiplier)
    return largest


@entry()
def complete(system, state, scheme, t, h):
    """Accelerations, rates, outputs and multipliers at the end of a solved step, to its order; a status."""
    n_motion = 6 * state.motion.shape[0]
    if state.multiplier.shape[0] == 0:
        return 0
    nonholonomic = False
    for j in range(system.row_type.shape[0]):
        nonholonomic = nonholonomic or system.row_type[j] == 1
    target = state.newton_tolerance * state.accel_scale
    status = accelerations_of_rows(system, state, t, h)
    for _ in range(MOST_CORRECTIONS):
        status = max(status, assemble_at(system, state, t, state.motion, state.multiplier, state.r))
        for q in range(n_motion):
            state.defect[q] = state.r[q]
        size = correct_end(system, state)
        if status != 0 or size <= target:
            break
        if nonholonomic:
            status = max(status, accelerations_of_rows(system, state, t, h))
        else:
            status = max(status, change_of_rows(system, state, t))
    return status


@entry()
def finish(system, state, scheme, t, h):
    """Motion at the end of a converged step, projected on the constraints; returns a status."""
    last = scheme.tableau.point.shape[0] - 1
    set_all_rates(system, state, scheme, h)
    set_motion(system, state, scheme, last, h)
    set_multipliers(state, last)
    drive_motion(system, t, state.motion)
    if state.multiplier.shape[0] == 0:
        return 0
    status = project_positions(system, state, t)
    return max(status, project_velocities(system, state, t, h))
