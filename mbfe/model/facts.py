"""Arguments and numbers of a model that results store, to compare models."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from mbfe.geometry.shapes import Shape
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item
from mbfe.model.node import Node

__all__ = ["arguments_of", "bases_of", "numbers_of"]

MOST_NUMBERS = 16
"""Numbers of an array that are shown; of longer ones a digest is kept."""
AS_JSON = frozenset({type(None), bool, int, float, str})
DEEPEST = 6
"""Depth of nested objects."""


def arguments_of(item: Any) -> dict[str, Any]:
    """Arguments of an item, or of another dataclass, as JSON has them.

    Numbers, texts and short arrays stand as they are; other items by name; longer arrays and surfaces by a
    digest; anything that has its own arguments or is a function as a mapping.
    """
    return {name: plain(getattr(item, name)) for name in _arguments(type(item))}  # type: ignore[arg-type]  # classes can be hashed


@functools.cache
def _arguments(kind: type) -> tuple[str, ...]:
    """Names of the arguments of a dataclass."""
    return tuple(field.name for field in fields(kind) if field.init)


def plain(given: Any, *, depth: int = 0) -> Any:
    """A value of an argument as JSON has it; see :func:`arguments_of`."""
    if type(given) in AS_JSON or isinstance(given, bool | int | float | str):
        return given
    if isinstance(given, np.ndarray | np.generic):
        return _array(np.asarray(given))
    if isinstance(given, Item | Node):
        return given.name
    if isinstance(given, Shape) or depth > DEEPEST:
        return f"{type(given).__name__} {_digest(repr(given.to_dict()) if isinstance(given, Shape) else '')}"
    if isinstance(given, Mapping):
        return {str(key): plain(value, depth=depth + 1) for key, value in given.items()}
    if isinstance(given, Sequence | set | frozenset):
        parts = [plain(value, depth=depth + 1) for value in given]
        return parts if len(parts) <= MOST_NUMBERS else f"{len(parts)} values, {_digest(repr(parts))}"
    if isinstance(given, FunctionType):
        return {"function": f"{given.__qualname__} {_digest(_code(given.__code__))}"}
    if is_dataclass(given) and not isinstance(given, type):
        return {
            type(given).__name__: {
                f.name: plain(getattr(given, f.name), depth=depth + 1) for f in fields(given)
            }
        }
    if isinstance(given, Callable):  # type: ignore[arg-type]
        return {"function": type(given).__qualname__}
    return {type(given).__name__: _digest(repr(plain(_own(given), depth=depth + 1)))}


def _own(given: Any) -> dict[str, Any]:
    """Attributes of an object, without those that are private to it."""
    try:
        return {name: value for name, value in vars(given).items() if not name.startswith("_")}
    except TypeError:
        return {}


def _array(given: np.ndarray) -> Any:
    if given.size <= MOST_NUMBERS and given.dtype.kind in "biuf":
        return given.tolist()
    content = given.tobytes() if given.dtype != object else repr(given.shape).encode()
    return f"array of shape {given.shape}, {_digest(content)}"


def _code(code: CodeType) -> str:
    """What a function does, apart from where it stands."""
    inner = [_code(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {inner}"


def _digest(content: str | bytes) -> str:
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    return hashlib.sha256(data).hexdigest()[:12]


def numbers_of(compiled: CompiledModel, item: Item) -> str:
    """Digest of the numbers that the laws of an item work with."""
    rows = [compiled.builder.instances[number].parameters for number in compiled.instances_of(item)]
    return _digest(np.concatenate(rows).tobytes()) if rows else ""


def bases_of(compiled: CompiledModel) -> dict[str, Any]:
    """Prescribed motions of bases, by name."""
    return {node.name: plain(node.drive) for node in compiled.model.nodes.values() if node.drive is not None}
