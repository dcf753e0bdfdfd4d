"""Variables: generalized coordinates, first-order states and algebraic outputs of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mbfe.engine.columns import COORDINATE, OUTPUT, STATE

__all__ = ["ROWS_OF_VARIABLES", "Variable", "place_variables"]

ROWS_OF_VARIABLES = {"coordinate": COORDINATE, "state": STATE, "output": OUTPUT}


@dataclass(eq=False)
class Variable:
    """A scalar unknown of the model.

    Attributes
    ----------
    name : str
        Full name, e.g. ``"disk.lean"``.
    kind : {"coordinate", "state", "output"}
        Second order (value, rate and acceleration), first order (value and rate) or algebraic (value).
    value, rate : float
        Initial values.
    unit : str
        Unit of the value.
    scale : float
        Typical size: of the acceleration of a coordinate, the rate of a state, the value of an output.
    row, component : int
        Place in the motion table of the engine, set when the model is compiled.
    """

    name: str
    kind: str
    value: float = 0.0
    rate: float = 0.0
    unit: str = "1"
    scale: float = 1.0
    row: int = -1
    component: int = -1

    @property
    def number(self) -> int:
        """Place as 6 row + component."""
        return 6 * self.row + self.component


def place_variables(variables: Sequence[Variable], first: int) -> list[list[Variable]]:
    """Put variables into rows of the motion table from the row `first`, six of one item and kind to a row."""
    rows: list[list[Variable]] = []
    open_rows: dict[tuple[str, str], list[Variable]] = {}
    for variable in variables:
        key = (variable.name.split(".")[0], variable.kind)
        row = open_rows.get(key)
        if row is None or len(row) == 6:
            row = open_rows[key] = []
            rows.append(row)
        variable.component = len(row)
        row.append(variable)
    for number, row in enumerate(rows):
        for variable in row:
            variable.row = first + number
    return rows
