"""Predictors, first guesses and corrections that schemes share."""

from __future__ import annotations

from mbfe.algebra.motion import compose, increment
from mbfe.algebra.vectors import vector
from mbfe.compiled import compiled
from mbfe.engine.columns import ACCEL, COORDINATE, NEW_ALGORITHMIC, NEW_TWIST, NODE, STATE, TWIST
from mbfe.engine.stepping.guess import extend, newest_place

__all__ = [
    "correct_stages", "guess_multipliers", "guess_unknown", "keep_algorithmic", "move", "predict_rates",
    "predict_variable",
]  # fmt: skip


@compiled
def predict_rates(state, n, h, accel, at):
    """Increment, twist and 𝒳 of row n for zero acceleration (Dymore manual, eq. 30), in ``predicted``.

    The acceleration at the start stands in ``accel`` from a place on. ``state.used`` holds 𝒳 as this step
    uses it, see :func:`mbfe.integrators.changing_steps.move_history`.
    """
    c = state.c
    start, predicted, used = state.start[n], state.predicted[n], state.used[n]
    for j in range(6):
        v, a, x = start[TWIST + j], accel[at + j], used[j]
        predicted[j] = h * v + h * h * (c.c1 * a + c.c2 * x)
        predicted[NEW_TWIST + j] = v + h * (c.c3 * a + c.c4 * x)
        predicted[NEW_ALGORITHMIC + j] = c.c5 * a + c.c6 * x


@compiled
def guess_unknown(state, n, now, at, before):
    """First guess of the unknown accelerations of row n from the last ones, the newest from a place on."""
    motion = state.motion[n]
    for j in range(6):
        motion[ACCEL + j] = extend(state.guess, now[at + j], before[j], state.past, 6 * n + j)


@compiled
def predict_variable(state, n, kind):
    """Predictors and first guess of a row of states or outputs."""
    c = state.c
    start, motion, predicted, before = (
        state.start[n],
        state.motion[n],
        state.predicted[n],
        state.accel_before[n],
    )
    for j in range(6):
        if kind == STATE:
            v, x = start[TWIST + j], state.used[n, j]
            predicted[j] = start[j] + c.state_rate * v + c.state_old * x
            predicted[NEW_ALGORITHMIC + j] = c.w_rate * v + c.w_old * x
            motion[TWIST + j] = extend(state.guess, v, before[j], state.past, 6 * n + j)
        else:
            motion[j] = extend(state.guess, start[j], before[j], state.past, 6 * n + j)


@compiled
def guess_multipliers(system, state):
    """First guess of the multipliers."""
    for j in range(state.multiplier.shape[0]):
        now, old = state.multiplier_start[j], state.multiplier_before[j]
        state.multiplier[j] = extend(state.guess, now, old, state.multiplier_past, j)
    if state.dropped > 0:  # nothing corrects these: an extrapolation would go astray
        for q in range(system.is_row.shape[0]):
            if system.is_row[q] == 1 and state.diagonal[q] == 0.0:
                j = system.base[q] - 6 * state.motion.shape[0]
                state.multiplier[j] = state.multiplier_start[j]


@compiled
def move(system, state, scheme, n):
    """Position of row n from its increment."""
    moved = state.increment[n]
    if system.kind[n] == NODE:
        x, q = increment(scheme.step_map, vector(moved, 0), vector(moved, 3))
        compose(state.start[n], x, q, state.motion[n])
    else:
        for j in range(6):
            state.motion[n, j] = state.start[n, j] + moved[j]


@compiled
def correct_variable(system, state, n):
    """States and outputs of row n from their unknowns, which stand in the first stage."""
    motion, unknown = state.motion[n], state.stage[0, n]
    for j in range(6):
        if system.kind[n] == STATE:
            motion[TWIST + j] = unknown[j]
            motion[j] = state.predicted[n, j] + state.c.state * unknown[j]
        else:
            motion[j] = unknown[j]


@compiled
def correct_stages(system, state, scheme):
    """Motions at the end of the step from the accelerations of several stages."""
    w = state.weight
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] > COORDINATE:
            correct_variable(system, state, n)
            continue
        for j in range(6):
            u = state.predicted[n, j]
            v = state.predicted[n, NEW_TWIST + j]
            for s in range(state.stage.shape[0]):
                u += w.place[s] * state.stage[s, n, j]
                v += w.speed[s] * state.stage[s, n, j]
            state.increment[n, j] = u
            state.motion[n, TWIST + j] = v
        move(system, state, scheme, n)


@compiled
def keep_algorithmic(system, state):
    """𝒳 at the end of the step becomes that of the next start, the one before goes to the past unknowns."""
    newest = newest_place(state)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                state.past[newest, 6 * n + j] = state.algorithmic_before[n, j]
                state.algorithmic[n, j] = state.next_algorithmic[n, j]
