"""Odd values of arguments, and what is nonsense for an argument of a kind.

Each value has a kind; what an argument takes is known from its annotation, or is said by the subject where
the annotation is ``Any``. A value that is accepted although its kind is none of these is nonsense that was
accepted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from mbfe import Model, elements

NONE, TEXT, NUMBER, INFINITE, HUGE, TRUTH = "none", "text", "number", "infinite", "huge", "truth"
ROW, ARRAY, EMPTY, TEXTS, MAPPING = "row", "array", "empty", "texts", "mapping"
FUNCTION, THUNK, WRONG, MODEL, ITEM, NEVER = "function", "thunk", "wrong", "model", "item", "never"


@dataclass(frozen=True)
class Odd:
    """A value to try.

    Attributes
    ----------
    name : str
        What it is, in tables.
    kind : str
        What must be allowed for it to make sense; ``NEVER`` for what is nonsense everywhere.
    make : callable
        Makes a new one, since some can be used only once.
    """

    name: str
    kind: str
    make: Callable[[], Any]


@cache
def foreign_model() -> Model:
    """A model that has nothing to do with the one in use, whose body has the name of one there."""
    model = Model("foreign")
    model.add(elements.RigidBody("box", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    return model


class Hostile:
    """Something that fails in every way in which it can be looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")

    def __float__(self) -> float:
        raise RuntimeError("no number")

    def __bool__(self) -> bool:
        raise RuntimeError("neither true nor false")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("cannot be compared")

    __hash__ = None  # type: ignore[assignment]


def _masked() -> Any:
    return np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])


def _structured() -> Any:
    return np.zeros(3, dtype=[("a", float), ("b", int)])


VALUES: tuple[Odd, ...] = (
    Odd("None", NONE, lambda: None),
    Odd("'x'", TEXT, lambda: "x"),
    Odd("'1.0'", TEXT, lambda: "1.0"),
    Odd("''", TEXT, lambda: ""),
    Odd("'no'", TEXT, lambda: "no"),
    Odd("NUL text", NEVER, lambda: "a\0b"),
    Odd("long text", TEXT, lambda: "x" * 5000),
    Odd("bytes", NEVER, lambda: b"1.0"),
    Odd("nan", NEVER, lambda: math.nan),
    Odd("inf", INFINITE, lambda: math.inf),
    Odd("-inf", INFINITE, lambda: -math.inf),
    Odd("1e308", HUGE, lambda: 1e308),
    Odd("10**400", NEVER, lambda: 10**400),
    Odd("10**9999", NEVER, lambda: 10**9999),
    Odd("-1", NUMBER, lambda: -1),
    Odd("0", NUMBER, lambda: 0),
    Odd("0.5", NUMBER, lambda: 0.5),
    Odd("3", NUMBER, lambda: 3),
    Odd("Fraction", NUMBER, lambda: Fraction(1, 2)),
    Odd("float32", NUMBER, lambda: np.float32(0.5)),
    Odd("array without axes", NUMBER, lambda: np.array(0.5)),
    Odd("True", TRUTH, lambda: True),
    Odd("False", TRUTH, lambda: False),
    Odd("np.True_", TRUTH, lambda: np.True_),
    Odd("complex", NEVER, lambda: 1.0 + 0.5j),
    Odd("Decimal", NEVER, lambda: Decimal("1.0")),
    Odd("[]", EMPTY, list),
    Odd("[[]]", NEVER, lambda: [[]]),
    Odd("one number in a list", ROW, lambda: [0.5]),
    Odd("two numbers", ROW, lambda: (0.1, 0.2)),
    Odd("three numbers", ROW, lambda: np.array([0.1, 0.2, 0.3])),
    Odd("seven numbers", ROW, lambda: np.arange(7.0)),
    Odd("array (2, 2)", ARRAY, lambda: np.eye(2)),
    Odd("array (3, 3, 3)", ARRAY, lambda: np.zeros((3, 3, 3))),
    Odd("ragged", NEVER, lambda: [[1.0], [1.0, 2.0]]),
    Odd("nan in a list", NEVER, lambda: [math.nan, 0.0, 1.0]),
    Odd("10**400 in a list", NEVER, lambda: [10**400, 0, 1]),
    Odd("texts of numbers", TEXTS, lambda: ["1", "0", "0"]),
    Odd("truth values", NEVER, lambda: [True, False, False]),
    Odd("None in a list", NEVER, lambda: [None, None, None]),
    Odd("complex array", NEVER, lambda: np.array([1.0 + 0j, 0.0, 0.0])),
    Odd("masked array", NEVER, _masked),
    Odd("masked rows", NEVER, lambda: [_masked(), _masked(), _masked()]),
    Odd("np.ma.masked", NEVER, lambda: np.ma.masked),
    Odd("structured array", NEVER, _structured),
    Odd("datetime64", NEVER, lambda: np.datetime64("2020-01-01")),
    Odd("object()", NEVER, object),
    Odd("hostile object", NEVER, Hostile),
    Odd("{}", MAPPING, dict),
    Odd("dict", MAPPING, lambda: {"x": 1.0}),
    Odd("dict of objects", NEVER, lambda: {object(): object()}),
    Odd("set", NEVER, lambda: {1.0, 2.0}),
    Odd("generator", NEVER, lambda: (number for number in (1.0, 0.0, 0.0))),
    Odd("function without arguments", THUNK, lambda: lambda: 1.0),
    Odd("function that returns a text", WRONG, lambda: lambda *given: "text"),
    Odd("function that returns None", WRONG, lambda: lambda *given: None),
    Odd("function", FUNCTION, lambda: lambda *given: 0.25),
    Odd("class", NEVER, lambda: dict),
    Odd("module", NEVER, lambda: math),
    Odd("Model", MODEL, lambda: Model("other")),
    Odd("item of another model", ITEM, lambda: foreign_model().items["box"]),
    Odd("name in a list", TEXTS, lambda: ["box"]),
)

OF_ANNOTATION = {
    "float": {NUMBER},
    "Unbounded": {NUMBER, INFINITE},
    "int": {NUMBER},
    "bool": {TRUTH},
    "str": {TEXT},
    "None": {NONE},
    "ArrayLike": {NUMBER, ROW, ARRAY, EMPTY},
    "Array": {NUMBER, ROW, ARRAY, EMPTY},
    "Floats": {NUMBER, ROW, ARRAY, EMPTY},
    "Sequence[float]": {ROW, EMPTY},
    "Sequence[Any]": {ROW, TEXTS, EMPTY},
    "tuple[float, ...]": {ROW, EMPTY},
    "tuple[float, float]": {ROW},
    "Sequence[str]": {TEXTS, EMPTY},
    "Mapping[str, float]": {MAPPING},
    "Mapping[str, str]": {MAPPING},
    "Mapping[str, Any]": {MAPPING},
    "Callable[..., Any]": {FUNCTION},
    "Callable[[float], Any]": {FUNCTION},
    "Function": {FUNCTION},
    "Model": {MODEL},
    "Any": set[str](),
}
"""Kinds of values that an argument takes, by the parts of its annotation."""


def taken(annotation: Any, more: Iterable[str] = ()) -> set[str]:
    """Kinds of values that make sense for an argument.

    Parameters
    ----------
    annotation : object
        Its annotation.
    more : iterable of str
        What the subject says it takes beside that.
    """
    parts = [part.strip() for part in str(annotation).split("|")]
    return set(more).union(*(OF_ANNOTATION.get(part, set()) for part in parts))


def is_nonsense(odd: Odd, annotation: Any, more: Iterable[str] = ()) -> bool:
    """Whether a value cannot be meant by an argument, so that it must be refused."""
    return odd.kind not in taken(annotation, more)
