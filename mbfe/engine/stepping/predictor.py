"""Predictor and corrector of a step: first guess of its unknowns, and the motions that belong to them."""

from __future__ import annotations

from mbfe.algebra.motion import compose, increment
from mbfe.algebra.vectors import vector
from mbfe.compiled import call_part, compiled, entry
from mbfe.engine.columns import ACCEL, COORDINATE, NEW_ALGORITHMIC, NEW_TWIST, NODE, STATE, TWIST
from mbfe.engine.stepping.forms import is_plain
from mbfe.engine.stepping.guess import extend, prepare_guess
from mbfe.engine.stepping.spinning import add_at_end, corrects_spin, is_spinning, subtract_at_start
from mbfe.integrators.choices import FORM, HHT_FORM, MAP


@compiled
def begin(system, state, scheme, h):
    """Predictor step (Dymore manual, eq. 30), with the unknowns guessed from the last steps instead of zero.

    ``state.used`` holds the algorithmic accelerations as this step uses them, see
    :func:`mbfe.engine.stepping.history.change_step`.
    """
    c = state.c
    prepare_guess(state, scheme, h)
    guess, past = state.guess, state.past
    free_part = scheme[FORM] == HHT_FORM
    plain = is_plain(state, scheme)
    spins = corrects_spin(scheme)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        motion = state.motion[n]
        predicted = state.predicted[n]
        kind = system.kind[n]
        for j in range(6):
            v = start[TWIST + j]
            a = start[ACCEL + j]
            x = state.used[n, j]
            if kind <= COORDINATE:
                if free_part:
                    a = state.unconstrained[n, j]
                predicted[j] = h * v + h * h * (c.c1 * a + c.c2 * x)
                predicted[NEW_TWIST + j] = v + h * (c.c3 * a + c.c4 * x)
                predicted[NEW_ALGORITHMIC + j] = c.c5 * a + c.c6 * x
                now = a if plain else x
                old = state.accel_before[n, j] if plain else state.algorithmic_before[n, j]
                motion[ACCEL + j] = extend(guess, now, old, past, 6 * n + j)
            elif kind == STATE:
                predicted[j] = start[j] + c.state_rate * v + c.state_old * x
                predicted[NEW_ALGORITHMIC + j] = c.w_rate * v + c.w_old * x
                motion[TWIST + j] = extend(guess, v, state.accel_before[n, j], past, 6 * n + j)
            else:
                motion[j] = extend(guess, start[j], state.accel_before[n, j], past, 6 * n + j)
        if spins and kind == NODE and is_spinning(state, n):
            subtract_at_start(state, n, h)
            for j in range(6):
                motion[TWIST + j] = predicted[NEW_TWIST + j] + c.c7 * h * motion[ACCEL + j]
    for j in range(state.multiplier.shape[0]):
        now, old = state.multiplier_start[j], state.multiplier_before[j]
        state.multiplier[j] = extend(guess, now, old, state.multiplier_past, j)
    if state.dropped > 0:  # nothing corrects these: an extrapolation would go astray
        for q in range(system.is_row.shape[0]):
            if system.is_row[q] == 1 and state.diagonal[q] == 0.0:
                j = system.base[q] - 6 * state.motion.shape[0]
                state.multiplier[j] = state.multiplier_start[j]
    if state.stage.shape[0] > 1:
        call_part(system.parts.guess, (system, state, scheme, 0.0, h))


@entry()
def guess_stages(system, state, scheme, t, h):
    """First guess of the stages' unknowns from that of a single stage."""
    split = scheme[FORM] == HHT_FORM
    for s in range(state.stage.shape[0]):
        for i in range(system.free.shape[0]):
            n = system.free[i]
            for j in range(6):
                constrained = split and s > 0
                state.stage[s, n, j] = state.half[n, j] if constrained else state.motion[n, ACCEL + j]
    for q in range(state.stage_multiplier.shape[0]):
        for j in range(state.multiplier.shape[0]):
            state.stage_multiplier[q, j] = state.multiplier[j]
    return 0


@compiled
def correct(system, state, scheme, t, h):
    """Motions at the end of the step from the accelerations (corrector step, eq. 31 and 33)."""
    if state.stage.shape[0] > 1:
        call_part(system.parts.move, (system, state, scheme, t, h))
    else:
        c7 = state.c.c7 * h
        c8 = state.c.c8 * h * h
        step_map = int(scheme[MAP])
        spins = corrects_spin(scheme)
        for i in range(system.free.shape[0]):
            n = system.free[i]
            motion = state.motion[n]
            predicted = state.predicted[n]
            moved = state.increment[n]
            if system.kind[n] <= COORDINATE:
                for j in range(6):
                    moved[j] = predicted[j] + c8 * motion[ACCEL + j]
                if spins and system.kind[n] == NODE and is_spinning(state, n):
                    add_at_end(state, n, h)
                else:
                    for j in range(6):
                        motion[TWIST + j] = predicted[NEW_TWIST + j] + c7 * motion[ACCEL + j]
                move(system, state, n, step_map)
            elif system.kind[n] == STATE:
                for j in range(6):
                    motion[j] = predicted[j] + state.c.state * motion[TWIST + j]


@compiled
def move(system, state, n, step_map):
    """Position of row n from its increment."""
    moved = state.increment[n]
    if system.kind[n] == NODE:
        x, q = increment(step_map, vector(moved, 0), vector(moved, 3))
        compose(state.start[n], x, q, state.motion[n])
    else:
        for j in range(6):
            state.motion[n, j] = state.start[n, j] + moved[j]


@entry()
def correct_stages(system, state, scheme, t, h):
    """The same from the accelerations of several stages."""
    w = state.weight
    step_map = int(scheme[MAP])
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            u = state.predicted[n, j]
            v = state.predicted[n, NEW_TWIST + j]
            for s in range(state.stage.shape[0]):
                u += w.place[s] * state.stage[s, n, j]
                v += w.speed[s] * state.stage[s, n, j]
            state.increment[n, j] = u
            state.motion[n, TWIST + j] = v
        move(system, state, n, step_map)
    return 0
