"""Automatic steps: an estimate of the error of each step, and what it means for the length of the next one.

The local error of a step in the position is h³(w 𝒱̈ + 1/12 ad_𝒱 𝒜), w = 1/6 − α/2 − β, less what
:mod:`mbfe.engine.stepping.spinning` corrects, and with Cayley's map (ω²v + 2(ω·v)ω, ω²ω)/12 more. The second
derivative 𝒱̈ is a divided difference of the velocities of two steps: accelerations and multipliers jump a
little whenever a step changes, and an estimate made of them would ask for the next change. Only where this
estimate would cost a step it is sharpened: S⁻¹M takes away what the constraints do not admit and what a stiff
spring damps.
"""

from __future__ import annotations

from mbfe.algebra.motion import CAYLEY, little_adjoint
from mbfe.algebra.vectors import dot, norm, vector
from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.assembly import assemble_at
from mbfe.engine.columns import ACCEL, ANGULAR_ACCEL, COORDINATE, NODE, SPIN, STATE, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.kernels.gather import copy_rows
from mbfe.engine.stepping.spinning import change_of, is_spinning

__all__ = [
    "FIRST_ORDER", "LARGEST_TURN", "LONGEST", "ROTATION", "SHORTEST", "TARGET", "TRANSLATION", "VARIABLE",
    "judge", "slow_down",
]  # fmt: skip

TRANSLATION, ROTATION, VARIABLE, FIRST_ORDER, SHORTEST, LONGEST = range(6)
"""Places of the tolerances: error of a step in a translation [m], a rotation [rad], a coordinate and a state
(times their typical sizes); shortest and longest step [s]."""

TARGET = 0.4
"""Error that the controller aims at, as a part of the tolerance: few steps are then rejected."""
SHARPEN = 0.8
"""From this estimate on it is worth a residual and a solution to sharpen it."""
LARGEST_CUT, LARGEST_GROWTH, WORTHWHILE = 0.3, 2.0, 1.25
"""Limits of a change; a step grows only when that saves a fifth of the steps, so that factors are kept."""
PATIENCE = 3
"""Steps between two growths."""
LIMIT_PART, RELAX = 0.8, 1.03
"""Part of a step that did not converge which later ones keep to, and its growth in each of them."""
LARGEST_TURN = 1.0
"""Turn of a node in a step [rad]: joints follow their angles from step to step."""


@compiled
def slow_down(state, record):
    """Shorten the next step after one that did not converge."""
    if record.tolerance.shape[0] > 0:
        state.next_step = 0.5 * record.length
        state.step_limit = LIMIT_PART * record.length
        state.held = -1


@compiled
def estimate(system, state, scheme, h):
    """Local error of the positions in a solved step, in ``state.drift``.

    The first step has no step before it and takes the change of the accelerations.
    """
    w = 1.0 / 6.0 - 0.5 * (scheme.alpha_m - scheme.alpha_f) - scheme.beta
    delta = state.c.delta
    w_state = -(1.0 / 12.0 + 0.25 * delta * delta)
    before = state.step
    known = state.steps > 0
    cube = h * h * h
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        start, end = state.start[n], state.motion[n]
        error = state.drift[n]
        for j in range(6):
            now = (end[TWIST + j] - start[TWIST + j]) / h
            if known:
                jerk = 2.0 * (now - (start[TWIST + j] - state.twist_before[n, j]) / before) / (h + before)
            elif kind == STATE:
                jerk = 0.0
            else:
                jerk = (end[ACCEL + j] - start[ACCEL + j]) / h
            error[j] = cube * (w_state if kind == STATE else w) * jerk if kind <= STATE else 0.0
        if kind == NODE:
            v, o, u, r = vector(end, TWIST), vector(end, SPIN), vector(end, ACCEL), vector(end, ANGULAR_ACCEL)
            a, b = little_adjoint(v, o, u, r)
            if scheme.spins == 1 and is_spinning(state, n):
                x, y = change_of(state, n, v, o, u, r)
                place, angle = state.shares[n, 0], state.shares[n, 1]
                a = (1.0 - place) * a + 12.0 * w * x
                b = (1.0 - angle) * b + 12.0 * w * y
            if scheme.step_map == CAYLEY:
                square, along = dot(o, o), dot(o, v)
                a = a + (square * v + 2.0 * along * o)
                b = b + square * o
            for j in range(3):
                error[j] += cube / 12.0 * a[j]
                error[3 + j] += cube / 12.0 * b[j]


@compiled
def size_of_error(system, state, tolerance):
    """Largest error of a translation, a rotation or a variable, as a multiple of its tolerance."""
    largest = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        error = state.drift[n]
        if kind == NODE:
            largest = max(largest, norm(vector(error, 0)) / tolerance[TRANSLATION])
            largest = max(largest, norm(vector(error, 3)) / tolerance[ROTATION])
        elif kind <= STATE:
            allowed = tolerance[VARIABLE] if kind == COORDINATE else tolerance[FIRST_ORDER]
            for j in range(6):
                largest = max(largest, abs(error[j]) / (allowed * state.given_size[6 * n + j]))
    return largest


@compiled
def largest_turn(system, state):
    """Largest turn of a node in the solved step [rad]."""
    largest = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            largest = max(largest, norm(vector(state.increment[n], 3)))
    return largest


@compiled
def sharpen(system, state, t):
    """Replace the error e by S⁻¹ M e, tangent to the constraints and without what stiff parts damp."""
    point = state.point[1]
    copy_rows(state.motion, point)
    assemble_at(system, state, t, point, state.multiplier, state.r)
    n_motion = 6 * point.shape[0]
    for i in range(n_motion):
        state.constant[3, i] = state.r[i]
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            place = ACCEL + j if system.kind[n] <= COORDINATE else TWIST + j
            point[n, place] += state.drift[n, j]
    assemble_at(system, state, t, point, state.multiplier, state.r)
    x = state.x
    for q in range(x.shape[0]):
        at = system.base[q]
        x[q] = 0.0
        if at < n_motion:
            x[q] = state.scale[q] * (state.r[at] - state.constant[3, at])
    solve(system.fronts, state.packed, x, state.z)
    for q in range(x.shape[0]):
        at = system.base[q]
        if at < n_motion and system.kind[at // 6] <= STATE:
            state.drift[at // 6, at % 6] = state.scale[q] * x[q]


@entry()
def judge(system, state, scheme, record):
    """Accept or reject a solved step by its error, and choose the length of the next one.

    Returns 0 if the step must be taken again, with the length that now stands in ``state.next_step``, else 1.
    """
    tolerance = record.tolerance
    h = record.length
    planned = state.next_step
    if scheme.estimate != 0:
        call_part(scheme.estimate, (system, state, scheme, record.end, h))
    else:
        estimate(system, state, scheme, h)
    power = scheme.order_of_error
    error = size_of_error(system, state, tolerance)
    if error > SHARPEN and state.stage.shape[0] == 1 and state.factored == 1:
        sharpen(system, state, record.end)
        error = min(error, size_of_error(system, state, tolerance))
    turn = largest_turn(system, state) / LARGEST_TURN
    error = max(error, TARGET * turn**power)
    if error > 1.0 and h > 1.001 * tolerance[SHORTEST]:
        factor = max(LARGEST_CUT, (TARGET / error) ** (1.0 / power))
        state.next_step = max(tolerance[SHORTEST], h * factor)
        state.held = -1
        return 0
    last = state.error_before
    trend = min(2.0, max(1.0, error / last)) if last > 0.0 and state.held >= 0 else 1.0
    expected = trend * error
    factor = (TARGET / max(expected, 1e-12)) ** (1.0 / power)
    state.error_before = error
    state.held += 1
    new = max(h, planned) if h < planned else h
    if expected > SHARPEN:
        new = h * max(0.5, min(factor, 1.0 / 1.1))
    elif factor > WORTHWHILE and state.held >= PATIENCE:
        new = max(planned, h * min(factor, LARGEST_GROWTH))
    if state.step_limit > 0.0:  # where Newton's method failed the step grows slowly
        state.step_limit *= RELAX
        new = max(h, min(new, state.step_limit)) if new > h else new
        if state.step_limit > 4.0 * h:
            state.step_limit = 0.0
    if new != planned and h > 0.0:
        state.error_before = error * (new / h) ** power
        state.held = 0
    state.next_step = min(max(new, tolerance[SHORTEST]), tolerance[LONGEST])
    record.halvings = 0
    return 1
