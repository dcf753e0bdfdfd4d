"""First guess of the unknowns of a step: a combination of the last three, the one that came nearest of late.

Smooth motions are continued by a parabola. Stiff directions that a step does not resolve ring instead, from
step to step with alternating signs (generalized-α with ρ∞ near 1); a parabola would magnify that eight times,
and the mean of the last two takes it away.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.engine.gather import COORDINATE, LENGTH, NODE
from mbfe.engine.system import MISS, STEP, STEP_BEFORE, STEPS

MEAN, LAST, LINE, PARABOLA = range(4)
"""The guesses: mean of the last two, the last one, the line through two, the parabola through three."""

MUCH = 0.5
"""Part of the parabola's miss from which another guess is taken; near to it noise would choose."""
MEMORY = 0.5
"""Weight of the past in the misses of the guesses."""


@compiled
def extend(now, before, earlier, guess):
    """Combination of the last three values, see :func:`guess_weights`."""
    first = now - before
    return now + guess[0] * first + guess[1] * (guess[2] * first - guess[3] * (before - earlier))


@compiled
def guess_weights(state, h, which):
    """Weights of first and second differences in a guess, zero where the history is short."""
    last, older = state.number[STEP], state.number[STEP_BEFORE]
    if last <= 0.0 or which == LAST:
        return 0.0, 0.0, 0.0, 0.0
    if which == MEAN:
        return -0.5, 0.0, 0.0, 0.0
    if state.count[STEPS] < 3 or which == LINE:
        return h / last, 0.0, 0.0, 0.0
    return h / last, h * (h + last) / (last + older), 1.0 / last, 1.0 / older


@compiled
def best_guess(state):
    """The parabola, or the guess that missed least of late where that is much better."""
    best = PARABOLA
    least = MUCH * state.number[MISS + PARABOLA]
    for which in range(PARABOLA):
        if state.number[MISS + which] < least:
            best = which
            least = state.number[MISS + which]
    return best


@compiled
def judge_guesses(system, state, h):
    """Compare the accelerations of a solved step with what each guess would have been."""
    if state.count[STEPS] < 3:
        return
    length = system.environment[LENGTH]
    line = guess_weights(state, h, LINE)
    parabola = guess_weights(state, h, PARABOLA)
    m0 = m1 = m2 = m3 = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] > COORDINATE:
            continue
        start, motion = state.start[n], state.motion[n]
        for part in range(0, 6, 3):
            size = length * length if part == 3 and system.kind[n] == NODE else 1.0
            s0 = s1 = s2 = s3 = 0.0  # squares: lengths of vectors do not change when the world turns
            for j in range(part, part + 3):
                now, before, earlier = start[13 + j], state.accel_before[n, j], state.accel_earlier[n, j]
                a = motion[13 + j]
                s0 += (a - 0.5 * (now + before)) ** 2
                s1 += (a - now) ** 2
                s2 += (a - extend(now, before, earlier, line)) ** 2
                s3 += (a - extend(now, before, earlier, parabola)) ** 2
            m0, m1 = max(m0, size * s0), max(m1, size * s1)
            m2, m3 = max(m2, size * s2), max(m3, size * s3)
    number = state.number
    number[MISS + MEAN] = MEMORY * number[MISS + MEAN] + math.sqrt(m0)
    number[MISS + LAST] = MEMORY * number[MISS + LAST] + math.sqrt(m1)
    number[MISS + LINE] = MEMORY * number[MISS + LINE] + math.sqrt(m2)
    number[MISS + PARABOLA] = MEMORY * number[MISS + PARABOLA] + math.sqrt(m3)
