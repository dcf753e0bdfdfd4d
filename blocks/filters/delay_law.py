"""Law of a transport delay y(t) = u(t − τ), from samples of its input that it keeps.

The history holds the number of samples, then their times and values, oldest first; a jump stands as two
samples at one time. The present value of the input is one more sample at the end, so that a delay that is
shorter than the step is solved with the step. Cubic polynomials through four samples, fewer next to a jump.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.laws import Answer, Phase, law

__all__ = ["ROOM", "SPREAD", "delay"]

ROOM = 2048
"""Samples that are kept."""
SPREAD = 1000.0
"""Samples in the time of the delay from which on they are thinned."""
TOGETHER = 1e-9
"""Distance of two samples that are a jump, as a part of the delay."""


@compiled
def time_at(history, t, j, count):
    """Time of sample j; sample ``count`` is the present."""
    return t if j == count else history.times[j]


@compiled
def value_at(history, u, j, count):
    """Value of sample j."""
    return u if j == count else history.values[j]


@compiled
def bracket(history, t, when, count, last):
    """Samples low and low + 1 around a time: the time of the first is below it."""
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        if time_at(history, t, middle, count) < when:
            low = middle
        else:
            high = middle
    return low


@compiled
def delayed(t, u, p, curves, history):
    """Value u(t − τ) and its derivative by the present input."""
    count = int(history.count)
    when = t - p.delay
    if count == 0 or when <= history.times[0]:
        if p.before >= 0.0:
            value, _, _ = evaluate(curves, p.before, when)
            return value, 0.0
        return (u, 1.0) if count == 0 or t <= history.times[0] else (history.values[0], 0.0)
    near = TOGETHER * p.delay
    last = count if t - history.times[count - 1] > near else count - 1
    low = bracket(history, t, when, count, last)
    first, end = low, low + 1
    for reach in range(2):  # one sample on each side, or two on one; none beyond a jump
        if first > 0 and end - first < 3 and (reach == 1 or first == low):
            if time_at(history, t, first, count) - time_at(history, t, first - 1, count) > near:
                first -= 1
        if end < last and end - first < 3:
            if time_at(history, t, end + 1, count) - time_at(history, t, end, count) > near:
                end += 1
    value = by_present = 0.0
    for i in range(first, end + 1):
        at = time_at(history, t, i, count)
        weight = 1.0
        for j in range(first, end + 1):
            if j != i:
                other = time_at(history, t, j, count)
                weight *= (when - other) / (at - other)
        value += weight * value_at(history, u, i, count)
        if i == count:
            by_present = weight
    return value, by_present


@compiled
def push(t, u, p, history):
    """Keep a sample, in place of the newest one while that is not far from the one before it.

    Returns 0, or 1 when there is no room: the input jumps too often within the delay.
    """
    count = int(history.count)
    if count == 1 and t <= history.times[0]:  # at rest, or at a restart
        history.values[0] = u
        return 0
    near = TOGETHER * p.delay
    if count > 2:
        before, newest = history.times[count - 2], history.times[count - 1]
        close = t - before < p.delay / SPREAD
        if close and newest - before > near and before - history.times[count - 3] > near:
            history.times[count - 1] = t
            history.values[count - 1] = u
            return 0
    if count == ROOM:
        # what is not needed any more makes room, in one go
        drop = 0
        while drop < count - 3 and history.times[drop + 3] < t - p.delay:
            drop += 1
        if drop == 0:
            return 1
        for j in range(count - drop):
            history.times[j] = history.times[j + drop]
            history.values[j] = history.values[j + drop]
        count -= drop
    history.count = count + 1
    history.times[count] = t
    history.values[count] = u
    return 0


@law(
    name="delay",
    nodes=0,
    algebraic=2,
    history={"count": "1", "times": ("s", ROOM), "values": ("1", ROOM)},
    parameters={"delay": "s", "before": "1"},
    guards=True,
)
def delay(t, y, p, curves, history, residual):
    """Residual y − u(t − τ)."""
    value, _ = delayed(t, y[1], p, curves, history)
    residual[0] += y[0] - value


@delay.tangent
def delay_tangent(t, y, p, curves, history, K):
    """∂r/∂y and ∂r/∂u."""
    _, slope = delayed(t, y[1], p, curves, history)
    K[0, 0] += 1.0
    K[0, 1] -= slope


@delay.advance
def delay_advance(t, y, p, history):
    """Keep the input at the end of an accepted step, once."""
    count = int(history.count)
    if count > 0 and t - history.times[count - 1] <= TOGETHER * p.delay:
        return 0
    return push(t, y[1], p, history)


@delay.switch
def delay_switch(phase, t, y, p, history):
    """Keep the input at the start, and after a jump as a second sample at one time."""
    if phase != Phase.ACCELERATIONS:
        return Answer.SAME
    count = int(history.count)
    if count == 0:
        push(t, y[1], p, history)
        return Answer.SAME
    near = TOGETHER * p.delay
    before = history.values[count - 1]
    if t - history.times[count - 1] <= near and abs(y[1] - before) > 1e-9 * (abs(y[1]) + abs(before)):
        if count > 1 and history.times[count - 1] - history.times[count - 2] <= near:
            history.values[count - 1] = y[1]
        else:
            push(history.times[count - 1], y[1], p, history)
    return Answer.SAME
