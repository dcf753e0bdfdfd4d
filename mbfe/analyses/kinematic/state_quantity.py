"""Quantities of a mechanism with their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.geometry import Geometry
from mbfe.analyses.kinematic.tolerances import RANGE
from mbfe.engine.columns import NODE, TWIST, TWISTS
from mbfe.engine.matrices import carry_entry
from mbfe.errors import ModelError
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import quantity
from mbfe.quantities.reading import StateReader

__all__ = ["StateQuantity"]


class StateQuantity:
    """A quantity of a mechanism by its name or handle, its value and its gradient in the present state."""

    def __init__(self, geometry: Geometry, given: Any, where: str) -> None:
        compiled = geometry.compiled
        found = quantity(ModelCatalogue(compiled.model), given, where=where)
        self._reader = StateReader(compiled, found, where)
        self.geometry, self.name, self.unit = geometry, found.name, found.unit
        self.columns = np.flatnonzero(np.isin(geometry.dofs // 6, list(self._reader.rows)))
        if self.columns.size == 0:
            raise ModelError(where, f'"{found.name}" does not move', allowed="a number that motion changes")
        self.length = geometry.length if self.unit in ("rad", "rad/s") else 1.0
        """Factor by which changes are scaled to lengths: the length of the model for angles [m]."""

    @property
    def is_angle(self) -> bool:
        """Whether it is an angle [rad]."""
        return self.unit == "rad"

    def value(self, time: float) -> float:
        """Its value in the present state."""
        return self._reader.value(time)

    def gradient(self, time: float) -> Floats:
        """Derivatives with the scaled unknowns (n,)."""
        g = self.geometry
        base, row = g.motion.copy(), np.zeros(len(g.dofs))
        reference = base.copy()
        for column in self.columns:
            dof = int(g.dofs[column])
            h = RANGE.difference * (g.length if g.compiled.system.kind[dof // 6] == NODE else 1.0)
            reference[:, TWISTS] = 0.0
            reference[dof // 6, TWIST + dof % 6] = g.unit[column]
            total = 0.0
            here = self.value(time)
            for offset, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
                carry_entry(g.compiled.system, g.compiled.state, reference, offset * h)
                total += weight * self.near(self.value(time) - here)
                g.motion[:] = base
            row[column] = total / (12.0 * h)
        return row

    def rate_row(self, time: float) -> tuple[Floats, float]:
        """Row and constant of its value as a linear function of the scaled twists.

        For a quantity of positions those of its rate.
        """
        g = self.geometry
        kept = g.motion.copy()
        g.set_twists(np.zeros(len(g.dofs)))
        constant, row = self.value(time), np.zeros(len(g.dofs))
        for column in self.columns:
            unit = np.zeros(len(g.dofs))
            unit[column] = 1.0
            g.set_twists(unit)
            row[column] = self.value(time) - constant
        g.motion[:] = kept
        return (row, constant) if row.any() else (self.gradient(time), 0.0)

    def near(self, change: float) -> float:
        """A change, of an angle without whole turns."""
        return float(np.remainder(change + np.pi, 2.0 * np.pi) - np.pi) if self.is_angle else change
