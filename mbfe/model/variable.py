"""Variables: generalized coordinates, first-order states and algebraic outputs of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mbfe.checks import finite_vector, shown
from mbfe.engine.columns import COORDINATE, OUTPUT, STATE
from mbfe.errors import ModelError

__all__ = ["ROWS_OF_VARIABLES", "Variable", "make_variables", "place_variables"]

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


def make_variables(
    owner: str,
    names: Sequence[str],
    *,
    kind: str = "coordinate",
    values: ArrayLike | None = None,
    rates: ArrayLike | None = None,
    units: Sequence[str] | str = "1",
    scales: ArrayLike = 1.0,
) -> list[Variable]:
    """Check the data of the variables of an item and make them, named ``owner.name``.

    Initial values and rates (n,) are zeros when absent; units are of each or of all, and scales typical
    sizes, see :class:`Variable`. Names that are empty or stand twice, numbers that are not finite and scales
    that are not positive are refused.
    """
    where = f'"{owner}"'
    if kind not in ROWS_OF_VARIABLES:
        raise ModelError(f"{where}: variables", f'kind "{kind}"', allowed=", ".join(ROWS_OF_VARIABLES))
    for name in names:
        if not isinstance(name, str) or not name.isidentifier() or list(names).count(name) > 1:
            raise ModelError(f"{where}: variable", shown(name), allowed="different names such as lean or x1")
    n = len(names)
    start = np.zeros(n) if values is None else finite_vector(where, "initial values", values, size=n)
    speed = np.zeros(n) if rates is None else finite_vector(where, "initial rates", rates, size=n)
    size = np.broadcast_to(np.asarray(scales, dtype=float), (n,))
    if not (np.isfinite(size).all() and (size > 0.0).all()):
        raise ModelError(f"{where}: scales", f"{size.tolist()}", allowed="positive numbers")
    given = [units] * n if isinstance(units, str) else list(units)
    if len(given) != n:
        raise ModelError(f"{where}: units", f"{len(given)} were given", allowed=f"{n}, or one for all")
    return [
        Variable(f"{owner}.{name}", kind, float(start[i]), float(speed[i]), given[i], float(size[i]))
        for i, name in enumerate(names)
    ]


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
