"""First guess of the unknowns of a step: a combination of the last ones, that which came nearest of late.

Smooth motions are continued by a polynomial. The directions of the constraints, and stiff ones that a step
does not resolve, ring instead after whatever an iteration left: generalized-α multiplies them from step to
step by −ρ∞, a threefold root of its characteristic polynomial. A polynomial alone would magnify that many
times. A guess that is exact for both,

    a₀ = −Σ c_k a_k ,   z⁷ + Σ c_k z⁷⁻ᵏ = (z − 1)⁴ (z + ρ∞)³ ,

leaves so little to the first correction that it mostly is the only one. It needs seven equal steps; the
parabola with an alternating part, 2a₁ − 2a₃ + a₄, needs four. The mean of the last two takes away ringing
where nothing else is smooth.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.engine.columns import ACCEL, COORDINATE, NODE

__all__ = [
    "CUBIC", "HELD", "LINE", "MEAN", "PARABOLA", "RINGING", "even_steps", "extend", "guess_weights",
    "judge_guesses", "newest_place", "prepare_guess",
]  # fmt: skip

MEAN, HELD, LINE, PARABOLA, RINGING, CUBIC = range(6)
"""The guesses: mean of the last two, the last one, the line through two, the parabola through three, the
parabola with an alternating part through four, and the cubic with the ringing of the scheme through seven."""
PAST = 5
"""Unknowns that are kept beside those at the start and one step before it."""

WHOLE = 1 + PAST
"""Place of the factor of the whole guess behind the weights."""

MUCH = 0.5
"""Part of the parabola's miss from which another guess is taken; near to it noise would choose."""
MISS_MEMORY = 0.5
"""Weight of the past in the misses of the guesses."""
EQUAL = 1e-6
"""Relative difference of steps that count as equal."""


@compiled
def even_steps(state, h):
    """Number of steps before one of length h that are as long as it."""
    return state.even + 1 if abs(state.step - h) <= EQUAL * h else 0


@compiled
def newest_place(state):
    """Row of ``state.past`` that the present step fills."""
    return (state.newest + 1) % PAST


@compiled
def guess_weights(state, scheme, h, which):
    """Weights in a guess of the differences a_k − a₁, k = 2 … 7; zero where there is no such history."""
    last, older = state.step, state.step_before
    if last <= 0.0 or which == HELD:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if which == MEAN:
        return 0.5, 0.0, 0.0, 0.0, 0.0, 0.0
    if state.steps < 3 or which == LINE:
        return -h / last, 0.0, 0.0, 0.0, 0.0, 0.0
    even = even_steps(state, h)
    if which == CUBIC and even >= 6:
        r = scheme.radius
        return (
            12.0 * r - 6.0 - 3.0 * r * r,
            4.0 - 18.0 * r + 12.0 * r * r - r * r * r,
            12.0 * r - 1.0 - 18.0 * r * r + 4.0 * r * r * r,
            12.0 * r * r - 3.0 * r - 6.0 * r * r * r,
            4.0 * r * r * r - 3.0 * r * r,
            -r * r * r,
        )
    if which >= RINGING and even >= 3:
        return 0.0, -2.0, 1.0, 0.0, 0.0, 0.0
    bend = h * (h + last) / (last + older)
    return -(h + bend) / last - bend / older, bend / older, 0.0, 0.0, 0.0, 0.0


@compiled
def best_guess(state):
    """The parabola, or the guess that missed least of late where that is much better."""
    best = PARABOLA
    least = MUCH * state.miss[PARABOLA]
    for which in range(6):
        if state.miss[which] < least:
            best = which
            least = state.miss[which]
    return best


@compiled
def prepare_guess(state, scheme, h):
    """Weights of the best guess in ``state.guess``: of a₂ − a₁, then of the others by their places."""
    w = guess_weights(state, scheme, h, best_guess(state))
    state.guess[0] = w[0]
    state.guess[WHOLE] = state.guess_size
    newest = state.newest
    for k in range(PAST):
        state.guess[1 + (newest + PAST - k) % PAST] = w[1 + k]


@compiled
def extend(guess, now, before, past, at):
    """Combination of the last unknowns; ``past`` holds the older ones, one to a row."""
    value = now + guess[0] * (before - now)
    for k in range(PAST):
        value += guess[1 + k] * (past[k, at] - now)
    return guess[WHOLE] * value


@compiled
def judge_guesses(system, state, scheme, h):
    """Compare the accelerations of a solved step with what each guess would have been."""
    if state.steps < 3:
        return
    length = system.environment.length
    line = guess_weights(state, scheme, h, LINE)[0]
    bend = guess_weights(state, scheme, h, PARABOLA)
    w = guess_weights(state, scheme, h, CUBIC)
    ring = guess_weights(state, scheme, h, RINGING)
    places = state.newest + PAST
    third, fourth, fifth = places % PAST, (places - 1) % PAST, (places - 2) % PAST
    sixth, seventh = (places - 3) % PAST, (places - 4) % PAST
    past = state.past
    m0 = m1 = m2 = m3 = m4 = m5 = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] > COORDINATE:
            continue
        start, motion = state.start[n], state.motion[n]
        for part in range(0, 6, 3):
            size = length * length if part == 3 and system.kind[n] == NODE else 1.0
            # squares: lengths of vectors do not change when the world turns
            s0 = s1 = s2 = s3 = s4 = s5 = 0.0
            for j in range(part, part + 3):
                now, at = start[ACCEL + j], 6 * n + j
                a = motion[ACCEL + j] - now
                d2, d3, d4 = state.accel_before[n, j] - now, past[third, at] - now, past[fourth, at] - now
                further = w[3] * (past[fifth, at] - now) + w[4] * (past[sixth, at] - now)
                further += w[5] * (past[seventh, at] - now)
                s0 += (a - 0.5 * d2) ** 2
                s1 += a * a
                s2 += (a - line * d2) ** 2
                s3 += (a - bend[0] * d2 - bend[1] * d3) ** 2
                s4 += (a - ring[0] * d2 - ring[1] * d3 - ring[2] * d4) ** 2
                s5 += (a - w[0] * d2 - w[1] * d3 - w[2] * d4 - further) ** 2
            m0, m1, m2 = max(m0, size * s0), max(m1, size * s1), max(m2, size * s2)
            m3, m4, m5 = max(m3, size * s3), max(m4, size * s4), max(m5, size * s5)
    state.miss[MEAN] = MISS_MEMORY * state.miss[MEAN] + math.sqrt(m0)
    state.miss[HELD] = MISS_MEMORY * state.miss[HELD] + math.sqrt(m1)
    state.miss[LINE] = MISS_MEMORY * state.miss[LINE] + math.sqrt(m2)
    state.miss[PARABOLA] = MISS_MEMORY * state.miss[PARABOLA] + math.sqrt(m3)
    state.miss[RINGING] = MISS_MEMORY * state.miss[RINGING] + math.sqrt(m4)
    state.miss[CUBIC] = MISS_MEMORY * state.miss[CUBIC] + math.sqrt(m5)
