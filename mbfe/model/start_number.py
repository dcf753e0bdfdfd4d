"""Initial values marked by their quantity, so that they are refused as inputs of blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from mbfe.errors import ModelError, settle

__all__ = ["mark_start", "refuse_start_value"]


class StartNumber(float):
    """Initial value of a quantity of an item, a number.

    ``name`` is that of the quantity in the results, e.g. ``"hinge.angle"``.
    """

    name: str

    def __new__(cls, value: float, name: str = "") -> StartNumber:
        """Make the number."""
        made = super().__new__(cls, value)
        made.name = name
        return made


def mark_start(item: Any, names: Iterable[str]) -> None:
    """Mark initial values of an item, attributes of these names, by their quantities."""
    for name in names:
        value, quantity = vars(item).get(name), f"{item.name}.{name}"
        if np.shape(value) == (3,):
            marked: Any = tuple(StartNumber(v, f"{quantity}.{c}") for v, c in zip(value, "xyz", strict=True))
        elif isinstance(value, int | float | np.number):
            marked = StartNumber(float(value), quantity)
        else:
            continue
        settle(item, **{name: marked})


def refuse_start_value(given: Any, *, where: str) -> None:
    """Refuse an initial value, or a vector of them, where a quantity is required."""
    first = given[0] if isinstance(given, tuple) and given else given
    if not isinstance(first, StartNumber):
        return
    name = first.name if first is given else first.name.rpartition(".")[0]
    owner, _, quantity = name.partition(".")
    if first is given:
        what = f"the number {float(given):g} was given, the start value of {name}"
        remedy = "For the constant itself write float(…)"
    else:
        what, remedy = f"the start value of {name} was given, and {name} is a vector", ""
        quantity, name = f"{quantity}.x", f'{name}.x", "{name}.y" or "{name}.z'
    raise ModelError(
        where,
        what,
        allowed=f'the name "{name}" or {owner}["{quantity}"] for the quantity over time',
        remedy=remedy,
    )
