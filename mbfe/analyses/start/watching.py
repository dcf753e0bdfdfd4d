"""Stop conditions: their signals by name, and the rows for the event search of the time loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import choice, several, shown
from mbfe.contracts import check_fields
from mbfe.engine.stepping import watching as columns
from mbfe.errors import ModelError, naming
from mbfe.model.compile import CompiledModel
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import quantity
from mbfe.quantities.reading import watch_row

__all__ = ["StopWhen", "output_row", "watch_rows"]

SIDES = {"rising": 1.0, "falling": -1.0, "both": 0.0}
EXAMPLE = 'mbfe.StopWhen("item.signal", level)'


@dataclass(frozen=True)
class StopWhen:
    """Stop condition: the run ends where a quantity crosses a level.

    The step length is iterated so that the step ends there. For a quantity that is discontinuous across the
    level the run ends at the discontinuity.

    Parameters
    ----------
    signal : str, handle or block
        The quantity, by its name in results: ``"hinge.angle"``, ``"hinge.force.x"``,
        ``"spring.length"``, ``"body.velocity.z"``; an output or state of a block or of typed equations,
        ``"controller.output"``, ``"lag.state"``, ``"disk.lean_rate"``; or its handle, ``hinge["angle"]``,
        ``body.at(point)["position.z"]``; a block with one output.
    level : float
        Level in the unit of the signal.
    direction : {"rising", "falling", "both"}
        Crossings that count.
    """

    signal: Any
    level: float
    direction: str = "both"

    def __post_init__(self) -> None:
        check_fields(self)
        choice("StopWhen", "direction", self.direction, tuple(SIDES))


def watch_rows(
    compiled: CompiledModel, stop: Sequence[StopWhen], *, where: str = "solve_dynamic: stop"
) -> Floats:
    """A row (WIDTH,) for each stop condition, see :mod:`mbfe.engine.stepping.watching`."""
    rows = []
    for condition in several(where, "", stop, f"{EXAMPLE}, or several in a list"):
        if not isinstance(condition, StopWhen):
            raise ModelError(where, f"{shown(condition)} was given", allowed=EXAMPLE)
        with naming("StopWhen: signal"):
            found = quantity(ModelCatalogue(compiled.model), condition.signal, where=where)
            row = watch_row(compiled, found, where)
        row[columns.LEVEL] = condition.level
        row[columns.DIRECTION] = SIDES[condition.direction]
        rows.append(row)
    return np.array(rows).reshape(-1, columns.WIDTH)


def output_row(place: int, direction: float, last: float) -> Floats:
    """Row that watches an output of a law fall through zero, or limit the step."""
    row = np.zeros(columns.WIDTH)
    row[columns.PLACE], row[columns.DIRECTION], row[columns.LAST] = place, direction, last
    return row
