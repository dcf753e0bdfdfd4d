"""Gradients of the constraint rows as a matrix, without the other matrices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.compiled import entry
from mbfe.engine.assembly import assemble_matrix, drive, static_weights, unit_tangents
from mbfe.engine.state import State
from mbfe.engine.system import System

__all__ = ["Gradients"]


@entry()
def gradient_entry(system, state, t):
    """Assemble the gradients of the rows alone in ``state.values``, unscaled."""
    drive(system, state, t)
    static_weights(state, 0.0, 0.0, 0.0, 0.0)
    state.weight.sigma = 1.0
    for i in range(state.scales.shape[0]):
        state.scales[i] = 1.0
    unit_tangents(state)
    assemble_matrix(system, state, t)


class Gradients(NamedTuple):
    """Where the gradients stand in the array of values.

    Attributes
    ----------
    place, row, column : (n,) int64
        Place of each entry, its constraint row and its unknown component (position among all of them).
    shape : tuple of 2 int
        Number of constraint rows and of unknown components.
    """

    place: Ints
    row: Ints
    column: Ints
    shape: tuple[int, int]

    @classmethod
    def of(cls, system: System, n_motion: int) -> Gradients:
        """Find the entries of a system of one stage with ``n_motion`` components of motion."""
        place = np.unique(system.slot[system.slot >= 0])
        fronts = system.fronts
        front = np.searchsorted(fronts.offset, place, side="right") - 1
        local = place - fronts.offset[front]
        order, first = fronts.size[front], fronts.first[front]
        n_pivot = fronts.first[front + 1] - first
        updates = fronts.update if len(fronts.update) else np.zeros(1, dtype=np.int64)

        def base(position: Ints) -> Ints:
            later = np.clip(fronts.update_start[front] + position - n_pivot, 0, len(updates) - 1)
            return system.base[np.where(position < n_pivot, first + position, updates[later])]

        row, column = base(local // order), base(local % order)
        chosen = (row >= n_motion) & (column < n_motion)
        unknown = np.unique(system.base[system.base < n_motion])
        shape = (len(system.row_type), len(unknown))
        place, row, column = place[chosen], row[chosen], column[chosen]
        return cls(place, row - n_motion, np.searchsorted(unknown, column), shape)

    def values(self, system: System, state: State, t: float) -> Floats:
        """∂C/∂η of holonomic and ∂k/∂𝒱 of nonholonomic rows in the present state, entry by entry."""
        kept = (state.scales.copy(), state.step_tangent.copy(), state.weight.copies())
        gradient_entry(system, state, t)
        values: Floats = state.values[self.place]
        state.scales[:], state.step_tangent[:] = kept[:2]
        state.weight.take(kept[2])
        state.factored = 0
        return values
