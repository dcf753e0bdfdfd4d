"""What the machine code of a function comes from, followed by value through all that the function reaches.

Numba looks at the file of the outermost function only, and would continue with old machine code when a
helper in another file, a constant or the attribute of a module has changed. Here every name that the code of
a function takes from around it is followed: through helpers, closures, modules, tuples, enumerations and
arrays.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import sys
import types as python
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.typing.templates import Signature

__all__ = ["Facts", "is_compiled", "is_ours", "plain"]

FIXED = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}
"""Packages whose contents are known by their versions, which are part of every digest."""

_NUMBERS = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), range, slice)


def is_compiled(function: Any) -> bool:
    """Whether a callable was already compiled (a Numba dispatcher)."""
    return isinstance(function, Dispatcher)


def plain(function: Any) -> Callable[..., Any]:
    """Return the Python function behind a compiled one."""
    return function.py_func if is_compiled(function) else function


KEPT_CODES = 4096
"""Functions whose names are remembered: all of this package are fewer than a thousand."""


class Facts:
    """All that the machine code of some functions, compiled or plain ones, depends on.

    Attributes
    ----------
    reached : list of callable
        Functions that were reached, as they stand in the code (dispatchers where they are compiled), the ones
        that others call behind those that call them.
    unknown : list of str
        Names of values that cannot be followed, each with its type. Machine code of such functions must not
        be used again.
    """

    def __init__(self, functions: Iterable[Any]) -> None:
        self.reached: list[Any] = []
        self.unknown: list[str] = []
        self._digest = hashlib.sha256()
        self._numbers: dict[int, int] = {}
        self._inside: set[int] = set()
        for function in functions:
            self._function(function)

    def digest(self, *more: str) -> str:
        """Sixteen hexadecimal digits of all facts, and of some texts beside them."""
        whole = self._digest.copy()
        for text in more:
            whole.update(text.encode() + b"\0")
        return whole.hexdigest()[:16]

    def _say(self, *words: Any) -> None:
        for word in words:
            self._digest.update((word if isinstance(word, bytes) else str(word).encode()) + b"\0")

    def _function(self, given: Any) -> None:
        function = plain(given)
        number = self._numbers.get(id(function))
        if number is not None:
            self._say("function", number)
            return
        self._numbers[id(function)] = len(self._numbers)
        self.reached.append(given)
        self._say("function", function.__module__, function.__name__)
        if given is not function:
            options = sorted(given.targetoptions.items())
            self._say("options", repr([(name, str(value)) for name, value in options]))
        self._value(function.__defaults__, "a default value", ())
        self._value(function.__kwdefaults__, "a default value", ())
        names = _names(function.__code__)
        self._code(function.__code__, function.__doc__)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self._say("closure", name)
            try:
                self._value(cell.cell_contents, name, names)
            except ValueError:  # the cell is empty
                self._say("empty")
        around = function.__globals__
        for name in names if is_ours(function) else _loaded(function.__code__):
            if name in around:
                known = len(self.unknown)
                self._say("global", name)
                self._value(around[name], name, names)
                if len(self.unknown) > known and name not in _loaded(function.__code__):
                    del self.unknown[known:]  # only an attribute has this name

    def _code(self, code: python.CodeType, documentation: str | None = None) -> None:
        self._say("code", code.co_code, code.co_exceptiontable, code.co_flags, *code.co_names)
        self._say(*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], "takes", code.co_argcount)
        for place, constant in enumerate(code.co_consts):
            if place == 0 and constant is not None and constant == documentation:
                continue  # words do not change the code
            if isinstance(constant, python.CodeType):
                self._code(constant)
            else:
                self._value(constant, "a constant", ())

    def _value(self, value: Any, name: str, names: Iterable[str]) -> None:
        """Follow a value that the code reads under a name; ``names`` are all that the code mentions."""
        kind = type(value)
        if kind in _NUMBERS:
            self._say(kind.__name__, repr(value))
        elif isinstance(value, enum.Enum):
            self._say("member", kind.__qualname__, value.name)
            self._value(value.value, name, ())
        elif isinstance(value, np.generic | np.ndarray) and not value.dtype.hasobject:
            array = np.asarray(value)
            layout = (array.dtype.descr, array.shape, array.flags.c_contiguous, array.flags.f_contiguous)
            self._say(kind.__name__, layout, array.tobytes())
        elif isinstance(value, np.dtype):
            self._say("dtype", value.descr if value.names else value.str)
        elif isinstance(value, types.Type | Signature):
            self._say("type", kind.__name__, value)
        elif isinstance(value, _Intrinsic):
            self._say("intrinsic")
            self._function(value._defn)
        elif isinstance(value, python.ModuleType):
            self._module(value, names)
        elif _is_fixed(value):
            self._say("fixed", value.__module__, getattr(value, "__qualname__", value.__name__))
        elif isinstance(plain(value), python.FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self._class(value, names)
        elif isinstance(value, tuple | list | frozenset | set | dict):
            self._collection(value, name, names)
        else:
            self.unknown.append(f"{name} ({kind.__module__}.{kind.__qualname__})")

    def _collection(self, value: Any, name: str, names: Iterable[str]) -> None:
        self._say(type(value).__name__, len(value), *getattr(value, "_fields", ()))
        if id(value) in self._inside:
            return
        self._inside.add(id(value))
        if isinstance(value, dict):
            members: list[Any] = [part for pair in value.items() for part in pair]
        elif isinstance(value, set | frozenset):
            members = sorted(value, key=repr)
        else:
            members = list(value)
        for member in members:
            self._value(member, name, names)
        self._inside.discard(id(value))

    def _module(self, module: python.ModuleType, names: Iterable[str]) -> None:
        self._say("module", module.__name__)
        if _package(module.__name__) in FIXED or id(module) in self._inside:
            return
        self._inside.add(id(module))
        for name in names:
            if name in vars(module):
                self._say("attribute", name)
                self._value(vars(module)[name], f"{module.__name__}.{name}", names)
        self._inside.discard(id(module))

    def _class(self, given: type, names: Iterable[str]) -> None:
        self._say("class", given.__module__, given.__qualname__, *getattr(given, "_fields", ()))
        if id(given) in self._inside:
            return
        self._inside.add(id(given))
        if issubclass(given, enum.Enum):
            for member in given:
                self._value(member, given.__qualname__, ())
        else:
            for name in names:
                if not hasattr(vars(given).get(name), "__get__") and name in vars(given):
                    self._value(vars(given)[name], f"{given.__qualname__}.{name}", names)
        self._inside.discard(id(given))


def is_ours(function: Any) -> bool:
    """Whether a function is of this package, whose modules nobody changes while they are used."""
    return str(plain(function).__module__ or "").startswith("mbfe.")


def _is_fixed(value: Any) -> bool:
    """Whether a function or class belongs to a package that is known by its version.

    Other objects have the module of their class, which says nothing of them: a function of a library that
    ctypes has loaded.
    """
    plainly = isinstance(value, type) or _package(type(value).__module__) in ("builtins", "numpy")
    module = getattr(value, "__module__", None)
    named = isinstance(getattr(value, "__name__", None), str)
    return plainly and named and isinstance(module, str) and _package(module) in FIXED


def _package(module: str) -> str:
    return module.partition(".")[0]


def _inner(code: python.CodeType) -> list[python.CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, python.CodeType)]


@functools.lru_cache(maxsize=KEPT_CODES)
def _names(code: python.CodeType) -> tuple[str, ...]:
    """All names that a code object and those inside it mention, global ones and attributes."""
    inside = (name for inner in _inner(code) for name in _names(inner))
    return tuple(dict.fromkeys([*code.co_names, *inside]))


@functools.lru_cache(maxsize=KEPT_CODES)
def _loaded(code: python.CodeType) -> tuple[str, ...]:
    """Names that a code object and those inside it take from the module, attributes apart.

    A module of a user may have an unlike thing under the name of an attribute; to look takes 0.1 ms.
    """
    steps = dis.get_instructions(code)
    found = [step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
    inside = (name for inner in _inner(code) for name in _loaded(inner))
    return tuple(dict.fromkeys([*found, *inside]))
