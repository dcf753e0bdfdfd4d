"""Checks of numbers that users give; each names the object and the argument."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.errors import ModelError

Array = NDArray[np.float64]


def positive(where: str, name: str, value: Any, *, zero: bool = False, below: float = math.inf) -> float:
    """Return a number that is finite, positive (or `zero`) and `below` a bound, or refuse `where: name`."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number) or not (0.0 < number < below or (zero and number == 0.0)):
        allowed = "a finite number, zero or positive" if zero else "a finite positive number"
        allowed += f" below {below:g}" if below < math.inf else ""
        raise ModelError(f"{where}: {name}", f"{value!r} was given", allowed=allowed)
    return number


def finite_vector(where: str, name: str, value: ArrayLike, *, size: int = 3) -> Array:
    """Return ``size`` finite numbers as a new array, or refuse ``where: name``."""
    try:
        vector = np.array(value, dtype=float)
    except (TypeError, ValueError):
        vector = np.full(size, np.nan)
    if vector.shape != (size,) or not np.isfinite(vector).all():
        raise ModelError(f"{where}: {name}", f"{value!r} was given", allowed=f"{size} finite numbers")
    return vector


def check_initial(where: str, given: Any) -> None:
    """Check the argument ``initial`` of an analysis: what to do with joints that do not meet as drawn."""
    if isinstance(given, str) and given in ("refuse", "project"):
        return
    shown = f'"{given}"' if isinstance(given, str) else f"a {type(given).__name__}"
    remedy = "" if isinstance(given, str) else "A state to start from is given as state=…"
    raise ModelError(f"{where}: initial", shown, allowed='"refuse" or "project"', remedy=remedy)


LONGEST = 80
"""Characters of a value that an error shows."""


def shown(given: Any) -> str:
    """A value for an error: itself where that is short, else its kind and shape."""
    text = repr(given)
    if len(text) <= LONGEST and "\n" not in text:
        return text
    shape = f" of shape {given.shape}" if isinstance(given, np.ndarray) else ""
    return f"{type(given).__name__}{shape}"


def is_real(given: Any) -> bool:
    """Whether something is one finite real number; neither a text nor an array of one is."""
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given[()]
    return isinstance(given, Real) and math.isfinite(given)


def returned_number(where: str, given: Any, at: str) -> float:
    """Return the number that a user's function gave, or refuse what is none, saying `at` what arguments."""
    if not is_real(given):
        raise ModelError(where, f"its function returned {shown(given)} at {at}", allowed="a finite number")
    return float(given)


def returned_numbers(where: str, given: Any, count: int, at: str) -> list[float]:
    """Return the ``count`` numbers that a user's function gave, or refuse them, as one number."""
    flat = list(given) if isinstance(given, Sequence | np.ndarray) and np.ndim(given) == 1 else []
    if len(flat) != count or not all(map(is_real, flat)):
        words = {2: "two", 3: "three"}.get(count, str(count))
        raise ModelError(
            where, f"its function returned {shown(given)} at {at}", allowed=f"{words} finite numbers"
        )
    return [float(value) for value in flat]
