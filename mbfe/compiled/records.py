"""Rows of numbers that are reached by name: the parameters, outputs, history and scratch of a law."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from mbfe.compiled.values import VALUE_OF_SHAPE

__all__ = ["Shapes", "as_value", "fields", "record"]

LARGEST_TUPLE = 9
"""Numbers up to which a field is a tuple; a larger one is an array."""

Shapes = Mapping[str, Sequence[int]]
"""Shape of each field, in the order of storage; a list where it is an array however few numbers it has.

Otherwise three numbers are a vector, four a quaternion, three by three a matrix, of
:mod:`mbfe.compiled.values`, up to nine others a tuple, and more an array.
"""


def fields(shapes: Shapes) -> Iterator[tuple[str, int, tuple[int, ...], bool]]:
    """Name, first place, shape and whether it is an array, of each field."""
    first = 0
    for name, shape in shapes.items():
        size = math.prod(shape)
        yield name, first, tuple(shape), isinstance(shape, list) or size > LARGEST_TUPLE
        first += size


def as_value(numbers: Any) -> Any:
    """Numbers as laws read them in a row: a float, a value, a tuple or an array, see :data:`Shapes`."""
    given = np.asarray(numbers, dtype=float)
    if not given.ndim:
        return float(given)
    row = record({"it": given.shape})(given.ravel())
    return row.it


def record(shapes: Shapes) -> Any:
    """Make a class ``Record(array, first=0)`` whose objects reach the numbers of an array by name.

    Reading gives a float, a value, a tuple or a view of the array (see :data:`Shapes`), setting writes into
    it; arrays are filled entry by entry. A name that is not declared is an error.
    """
    return _record(tuple(fields(shapes)))


@cache
def _record(places: tuple[tuple[str, int, tuple[int, ...], bool], ...]) -> Any:
    def _begin(self: Any, array: Any, first: int = 0) -> None:
        object.__setattr__(self, "_row", array[first:])

    def _refuse(self: Any, name: str, value: Any = None) -> Any:
        known = ", ".join(place[0] for place in places) or "nothing"
        raise AttributeError(f'nothing is called "{name}" here; declared: {known}')

    def setting(self: Any, name: str, value: Any) -> None:
        (object.__setattr__ if name in names else _refuse)(self, name, value)

    names: dict[str, Any] = {
        name: _access(first, shape, is_array=is_array) for name, first, shape, is_array in places
    }
    methods = {"__slots__": ("_row",), "__init__": _begin, "__getattr__": _refuse, "__setattr__": setting}
    return type("Record", (), names | methods)


def _access(first: int, shape: tuple[int, ...], *, is_array: bool) -> property:
    part = slice(first, first + math.prod(shape))
    made = VALUE_OF_SHAPE[shape].of if shape in VALUE_OF_SHAPE else tuple

    def read(self: Any) -> Any:
        if not shape:
            return self._row[first]
        return self._row[part].reshape(shape) if is_array else made(self._row[part])

    def write(self: Any, value: Any) -> None:
        if is_array or (shape and len(value) != part.stop - first):
            allowed = "entry by entry, it is an array" if is_array else f"as {part.stop - first} numbers"
            raise ValueError(f"{value} was given; allowed: {allowed}")
        self._row[part if shape else first] = value

    return property(read, write)
