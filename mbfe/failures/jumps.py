"""Forces that jump somewhere between the start of a step and its last iterate."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotation_between, unrotate
from mbfe.engine.columns import POSITIONS, ROTATIONS
from mbfe.failures.facts import Kink
from mbfe.failures.probe import Probe
from mbfe.failures.words import unknown_words
from mbfe.model.compile import CompiledModel

__all__ = ["find_jump"]

POINTS = 33
"""Points between both states at which a force is looked at."""
HALVINGS = 30
"""Halvings of the interval with the largest change; a jump is still there after them."""
LEFT = 0.5
"""Part of the change that must be left."""
LEAST = 1e-6
"""Change that counts, as a part of the force."""
MOST_FOR_JUMPS = 50
"""Instances that are looked at."""


def find_jump(
    compiled: CompiledModel, start: Floats, iterate: Floats, t: float, numbers: Iterable[int]
) -> Kink | None:
    """The first of some instances whose force jumps on the way from one motion table (n_node, 20) to another.

    The state of the model is put back.
    """
    motion = compiled.state.motion
    kept = motion.copy()
    try:
        for number in list(numbers)[:MOST_FOR_JUMPS]:
            motion[:] = start
            first = Probe(compiled, number)
            motion[:] = iterate
            last = Probe(compiled, number)
            if _jumps(first, last, t):
                column = _largest_move(compiled, first, last)
                return Kink(compiled.builder.owners[number].where, column, 1.0)
    finally:
        motion[:] = kept
    return None


def _jumps(first: Probe, last: Probe, t: float) -> bool:
    """Whether the residual of an instance jumps between two states."""
    a, b = first.start, last.start

    def at(s: float) -> Floats:
        first.motion[:] = (1.0 - s) * a + s * b
        q = first.motion[: first.law.nodes, ROTATIONS]
        q /= np.linalg.norm(q, axis=1)[:, None]
        return first.residual(t)[0]

    places = np.linspace(0.0, 1.0, POINTS)
    values = np.array([at(s) for s in places])
    changes = np.abs(np.diff(values, axis=0)).max(axis=1, initial=0.0)
    worst = int(np.argmax(changes))
    largest = float(changes[worst])
    if not largest > max(0.5 * float(changes.sum()), LEAST * float(np.abs(values).max(initial=0.0))):
        return False
    low, high, below, above = places[worst], places[worst + 1], values[worst], values[worst + 1]
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        here = at(middle)
        if np.abs(here - below).max() > np.abs(above - here).max():
            high, above = middle, here
        else:
            low, below = middle, here
    return float(np.abs(above - below).max()) > LEFT * largest


def _largest_move(compiled: CompiledModel, first: Probe, last: Probe) -> str:
    """The unknown that moves most between two states of an instance, rotations times its length."""
    k = first.law.nodes
    a, b = first.start[:k], last.start[:k]
    linear = unrotate(a[:, ROTATIONS], b[:, POSITIONS] - a[:, POSITIONS])
    angular = rotation_between(a[:, ROTATIONS], b[:, ROTATIONS])
    moved = np.hstack([linear, first.size * angular]).ravel()
    values = last.start[:, :6].ravel()[first.own] - first.start[:, :6].ravel()[first.own]
    size = np.abs(np.concatenate([moved, values])) * (first.components >= 0)
    return unknown_words(compiled, int(first.components[int(np.argmax(size))]))
