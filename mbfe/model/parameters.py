"""Parameters of laws as the engine stores them: rows of finite numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import refusal
from mbfe.errors import ModelError
from mbfe.laws import Law, Quantity

__all__ = ["parameter_row", "parameter_rows"]


def parameter_rows(where: str, law: Law, count: int, parameters: Mapping[str, Any]) -> Floats:
    """Rows (count, n) of parameters of many instances of a law, in its order, checked.

    There is for each parameter an array with a row for each instance, or one value for all; `where` is their
    owner, for errors.
    """
    parts = []
    for name, quantity in law.parameters.items():
        value = np.asarray(parameters[name], dtype=float)
        alike = value.shape == tuple(quantity.shape)
        if not (alike or value.shape == (count, *quantity.shape)) or not np.isfinite(value).all():
            raise _not_allowed(where, name, value.tolist(), quantity)
        parts.append(np.broadcast_to(value, (count, *quantity.shape)).reshape(count, quantity.size))
    return np.concatenate(parts, axis=1)


def parameter_row(where: str, law: Law, parameters: Mapping[str, Any]) -> Floats:
    """Row (n,) of the parameters of an instance of a law, finite numbers in its order, checked."""
    values = [np.zeros(0)]
    for name, quantity in law.parameters.items():
        given = parameters[name]
        try:
            value = np.asarray(given, dtype=float)
        except (TypeError, ValueError, OverflowError):
            raise _not_allowed(where, name, given, quantity) from None
        if value.size != quantity.size:
            raise _not_allowed(where, name, value.tolist(), quantity)
        values.append(value.ravel())
    row = np.concatenate(values)
    if not np.isfinite(row).all():
        for (name, quantity), value in zip(law.parameters.items(), values[1:], strict=True):
            if not np.isfinite(value).all():
                raise _not_allowed(where, name, value.reshape(quantity.shape).tolist(), quantity)
    return row


def _not_allowed(where: str, name: str, given: Any, quantity: Quantity) -> ModelError:
    """A parameter that is not as many finite numbers as the law declares."""
    return refusal(where, name, given, f"{quantity.size} finite numbers [{quantity.unit}]")
