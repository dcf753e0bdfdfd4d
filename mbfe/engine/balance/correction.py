"""Corrections on a path whose load factor is an unknown: by a displacement, or across the tangent."""

from __future__ import annotations

import math

from mbfe.algebra.vectors import dot, orientation, position, rotate, vector
from mbfe.compiled import compiled
from mbfe.engine.balance.equations import (
    direction_of,
    factorise_balance,
    load_direction,
    residual_at,
    size_of,
)
from mbfe.engine.balance.equilibrium import Ended
from mbfe.engine.balance.moves import keep_here, measure_step, move
from mbfe.engine.balance.newton import scalar_product
from mbfe.engine.balance.tolerances import CORRECTION

__all__ = ["correct"]


@compiled
def correct(system, state, b, node, required):
    """Newton's method with the load factor as a further unknown and one further equation.

    The coordinate of ``node`` along ``b.along``, world axes, is to be ``required`` [m]; without a node (−1)
    corrections are across ``b.plane``, as :func:`measure_world` measures. Iterations end at corrections below
    ``b.tolerance``, in model lengths; returns an ``Ended``.
    """
    length, base, forward = system.environment.length, b.base, b.later
    factor, before, worse = system.environment.load_factor, math.inf, 0
    b.iterations = 0
    while b.iterations < CORRECTION.most_iterations:
        b.iterations += 1
        if residual_at(system, state, b, factor) != 0:
            return Ended.LAW_FAILED
        load_direction(system, state, b, forward.r)
        if not factorise_balance(system, state, b, 0.0, b.free_pivot):
            return Ended.SINGULAR
        direction_of(system, state, b, state.r, base.step, base.change)
        direction_of(system, state, b, forward.r, forward.step, forward.change)
        by = change_of_load(system, state, b, node, required)
        for i in range(base.step.shape[0]):
            base.step[i] += by * forward.step[i]
        for j in range(base.change.shape[0]):
            base.change[j] += by * forward.change[j]
        size = size_of(system, state, b, base.step)
        if not math.isfinite(size) or size > 2.0 * length:
            return Ended.GROWING
        keep_here(state, base)
        move(system, state, b, base, 1.0, b.parent)
        factor += by
        if size <= b.tolerance * length or (size > 0.5 * before and size <= CORRECTION.stagnation * length):
            residual_at(system, state, b, factor)
            return Ended.BALANCED
        worse += 1 if size > before else 0
        if worse > 2:
            return Ended.NO_CONTRACTION
        before = size
    return Ended.NO_CONTRACTION


@compiled
def change_of_load(system, state, b, node, required):
    """Change of the load factor with which the correction satisfies the further equation."""
    first, second = b.base.step, b.later.step
    if node >= 0:
        q, axis = orientation(state.motion[node]), vector(b.along, 0)
        missing = required - dot(position(state.motion[node]), axis)
        own = dot(rotate(q, vector(first, 6 * node)), axis)
        across = dot(rotate(q, vector(second, 6 * node)), axis)
        return (missing - own) / across if across != 0.0 else math.inf
    measure_world(system, state, b, first, b.moves)
    own = scalar_product(b.plane, b.moves)
    measure_world(system, state, b, second, b.moves)
    across = scalar_product(b.plane, b.moves)
    return -own / across if across != 0.0 else math.inf


@compiled
def measure_world(system, state, b, step, out):
    """What :func:`mbfe.engine.balance.moves.measure_step` measures, in world axes."""
    measure_step(system, b, step, out)
    for i in range(b.nodes.shape[0]):
        q = orientation(state.motion[b.nodes[i]])
        way, turn = rotate(q, vector(out, 6 * i)), rotate(q, vector(out, 6 * i + 3))
        for c in range(3):
            out[6 * i + c] = way[c]
            out[6 * i + 3 + c] = turn[c]
