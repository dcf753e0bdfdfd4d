"""Functions typed for :class:`mbfe.elements.Equations`: arguments, trial evaluation, callbacks.

All functions of an element read their arguments from one array and write their values to it, so that the law
treats a plain Python function (called back) and a compiled one alike.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import array, shown
from mbfe.compiled import JIT, compiled, is_compiled, plain
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError
from mbfe.model.force_functions import call_back

__all__ = ["DERIVATIVES", "FUNCTIONS", "INPUTS", "Sizes", "Storage", "Typed", "called_back", "nothing"]

MEANING = {
    "t": "time",
    "y": "coordinates",
    "z": "their rates",
    "a": "their accelerations",
    "x": "states",
    "u": "outputs",
    "lam": "multipliers of the holonomic constraints",
    "psi": "multipliers of the nonholonomic constraints",
    "mu": "multipliers of other items",
}
INPUTS = ("t", "y", "z", "a", "x", "xdot", "u", "lam", "psi", "mu")
"""Order of the arguments in the storage."""

EVERYTHING = tuple(MEANING)
OF_FORCE = ("t", "y", "z", "x", "u", "lam", "psi", "mu")
FUNCTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "mass": (("t", "y", "x", "u"), ("y", "y")),
    "force": (OF_FORCE, ("y",)),
    "holonomic": (("t", "y"), ("lam",)),
    "nonholonomic": (("t", "y", "z"), ("psi",)),
    "rate": (EVERYTHING, ("rates",)),
    "output": (EVERYTHING, ("results",)),
    "potential": (("t", "y"), ()),
    "g_y": (("t", "y"), ("lam", "y")),
    "g_t": (("t", "y"), ("lam",)),
    "k_z": (("t", "y", "z"), ("psi", "y")),
    "k_y": (("t", "y", "z"), ("psi", "y")),
    "f_y": (OF_FORCE, ("y", "y")),
    "f_z": (OF_FORCE, ("y", "y")),
    "f_lam": (OF_FORCE, ("y", "lam")),
    "f_psi": (OF_FORCE, ("y", "psi")),
}
"""Allowed arguments and shape of the value, for every function and derivative."""

DERIVATIVES = {
    "g_y": "holonomic",
    "g_t": "holonomic",
    "k_z": "nonholonomic",
    "k_y": "nonholonomic",
    "f_y": "force",
    "f_z": "force",
    "f_lam": "force",
    "f_psi": "force",
}
"""Derivatives that may be given, and the function they belong to."""


@dataclass(frozen=True)
class Sizes:
    """Numbers of coordinates y, states x and outputs u that the functions see, and of multipliers.

    These are of holonomic (``lam``) and nonholonomic (``psi``) constraints and of others (``mu``). The
    element itself determines ``rates`` states and ``results`` outputs.
    """

    y: int = 0
    x: int = 0
    u: int = 0
    lam: int = 0
    psi: int = 0
    mu: int = 0
    rates: int = 0
    results: int = 0

    def length(self, name: str) -> int:
        """Length of an argument."""
        alias = {"z": "y", "a": "y", "xdot": "x"}.get(name, name)
        return 1 if name == "t" else int(getattr(self, alias))

    def shape(self, function: str) -> tuple[int, ...]:
        """Shape of the value of a function."""
        return tuple(self.length(name) for name in FUNCTIONS[function][1])

    @property
    def rows(self) -> int:
        """Number of equations: of motion, of states, of outputs."""
        return self.y + self.rates + self.results


@dataclass(frozen=True)
class Storage:
    """Where the arguments, the values and the work arrays of one element stand in its store."""

    sizes: Sizes
    at: Mapping[str, int]
    """First place of each block."""
    n_inputs: int
    """Length of the arguments."""
    length: int
    """Length of all together."""

    @classmethod
    def of(cls, sizes: Sizes) -> Storage:
        """Layout for given sizes."""
        at, place = {}, 0
        for name in INPUTS:
            at[name] = place
            place += sizes.length(name)
        n_inputs, rows, n = place, sizes.rows, sizes.y
        blocks = {name: int(np.prod(sizes.shape(name), dtype=int)) for name in FUNCTIONS}
        # what a Python function returns stands behind the arguments
        blocks = {"returned": max(blocks.values())} | blocks
        blocks |= {"scale": n_inputs, "call": len(FUNCTIONS), "row": rows, "kept": rows, "vectors": 12 * n}
        blocks |= {f"d_{name}": rows * sizes.length(name) for name in INPUTS if name not in ("t", "xdot")}
        for name, size in blocks.items():
            at[name] = place
            place += size
        return cls(sizes, at, n_inputs, place)


class Typed:
    """A function that a user typed, or a constant in its place; ``name`` is a key of ``FUNCTIONS``.

    It ``takes`` arguments in its own order; compiled code calls one that ``is_compiled`` directly. After a
    trial its ``form`` is known, how its value is nested: "number", "flat" or "rows".
    """

    def __init__(self, name: str, given: Any, where: str) -> None:
        self.name, self.where = name, where
        self.form = "rows"
        self.constant: Any = None
        self.takes: tuple[str, ...] = ()
        self.is_compiled = False
        self.source = given
        self.callback: Callback | None = None
        self.derivatives: dict[str, Callback] = {}
        if callable(given):
            self.is_compiled = JIT and is_compiled(given)
            self.takes = self._arguments(plain(given))
        else:
            words = f"a function of {self._allowed()}, or constant numbers"
            self.constant = array(where, "", given, words=words)

    def _allowed(self) -> str:
        return ", ".join(f"{name} ({MEANING[name]})" for name in FUNCTIONS[self.name][0])

    def _arguments(self, function: Callable[..., Any]) -> tuple[str, ...]:
        """Arguments by name; further ones that have default values keep them."""
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            raise ModelError(
                self.where,
                f"{shown(function)} has no signature that could be read",
                allowed=self._allowed(),
                remedy="Wrap it in a function of these arguments",
            ) from None
        names, ended = [], False
        for parameter in parameters:
            known = parameter.name in FUNCTIONS[self.name][0]
            optional = parameter.default is not parameter.empty
            by_place = parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            if known and by_place and not ended:
                names.append(parameter.name)
            elif optional and not known:
                ended = True
            else:
                raise ModelError(
                    self.where,
                    f'its argument "{parameter.name}" is not known here',
                    allowed=self._allowed(),
                    remedy="Arguments are recognised by their names, in any order; any other needs a default"
                    " value and comes last",
                )
        return tuple(names)

    def check_sizes(self, sizes: Sizes) -> None:
        """Refuse arguments that the element does not have."""
        words = {"x": "states", "u": "outputs", "lam": "holonomic", "psi": "nonholonomic", "mu": "reactions"}
        for name, given in words.items():
            if name in self.takes and sizes.length(name) == 0:
                raise ModelError(
                    self.where, f'it takes "{name}", and the element has none', remedy=f"Give {given}="
                )

    def shaped(self, value: Any, shape: tuple[int, ...], time: float) -> Floats:
        """Value as an array of the right shape; a mass may be a diagonal, a matrix its only row or column."""
        try:
            array = np.asarray(value, dtype=float)
            if np.asarray(value).dtype.kind in "USc":
                raise TypeError
        except (TypeError, ValueError):
            array = np.full((0, 0, 0), np.nan)
        if array.shape == shape:
            return array
        size = int(np.prod(shape, dtype=int))
        if self.name == "mass" and array.shape == shape[:1]:
            return np.diag(array)
        if array.size == size == max(shape, default=1) and array.ndim <= 1:
            return array.reshape(shape)
        allowed = {0: "a number", 1: f"{size} numbers"}.get(len(shape), f"a matrix of shape {shape}")
        raise ModelError(
            self.where,
            f"its value at t = {time:.9g} is {shown(value)}",
            allowed=allowed + (" or its diagonal" if self.name == "mass" else ""),
        )

    def value(self, values: Mapping[str, Any], shape: tuple[int, ...]) -> Floats:
        """Value for arguments by name, in plain Python."""
        if self.constant is not None:
            return self.shaped(self.constant, shape, float(values["t"]))
        return self.shaped(self._raw(values), shape, float(values["t"]))

    def _raw(self, values: Mapping[str, Any]) -> Any:
        """What the function returns; a compiled one gets tuples, as in compiled code."""
        given = [values[name] for name in self.takes]
        if self.is_compiled:
            given = [tuple(value.tolist()) if np.ndim(value) else value for value in given]
        return plain(self.source)(*given)

    @property
    def key(self) -> tuple[Any, ...]:
        """What compiled code depends on."""
        if self.constant is not None:
            return ("constant",)
        return (self.source, self.form) if self.is_compiled else ("Python",)

    def tried(self, values: Mapping[str, Any], shape: tuple[int, ...] | None) -> Floats:
        """Value at the start, where all that is wrong is refused; any vector where no shape is given."""
        try:
            with np.errstate(all="ignore"):
                raw = self._raw(values) if self.constant is None else self.constant
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(
                self.where,
                f"it fails at the start values: {type(error).__name__}: {error}",
                remedy="Correct it, or the start values",
            ) from error
        self.form = self._form(raw)
        if shape is None:
            shape = (int(np.size(np.asarray(raw, dtype=float))),) if self.form != "rows" else (-1,)
        array = self.shaped(raw, shape, float(values["t"]))
        if not np.isfinite(array).all():
            raise ModelError(self.where, f"its value at the start is {shown(raw)}", allowed="finite numbers")
        return array

    def _form(self, raw: Any) -> str:
        if self.is_compiled and not isinstance(raw, tuple | int | float | np.number):
            raise ModelError(
                self.where,
                f"the compiled function returns {type(raw).__name__}",
                allowed="a number, a tuple of numbers, or a tuple of such tuples for a matrix",
                remedy="Compiled functions do not allocate: return (a, b) instead of an array or a list",
            )
        try:
            return ("number", "flat", "rows")[np.ndim(np.asarray(raw, dtype=float))]
        except (TypeError, ValueError, IndexError):
            return "rows"

    def evaluator(self, storage: Storage) -> Callable[[Floats], Floats]:
        """Value of a Python function for all arguments in the order of the storage.

        The function gets parts of the array, and may keep or change them.
        """
        function, shape, at = self.source, storage.sizes.shape(self.name), storage.at
        places = [slice(at[name], at[name] + storage.sizes.length(name)) for name in self.takes]
        time = self.takes.index("t") if "t" in self.takes else None

        def evaluate(arguments: Floats) -> Floats:
            given: list[Any] = [arguments[place] for place in places]
            if time is not None:
                given[time] = float(arguments[0])
            return self.shaped(function(*given), shape, arguments[0])

        return evaluate

    def prepare(self, storage: Storage) -> tuple[Any, float]:
        """Function ``(s) -> status`` that fills its block of the storage, and its address for a call back.

        The block stands at its place in the layout; status is 0 for success.
        """
        if self.constant is not None:
            return nothing, 0.0
        shape = storage.sizes.shape(self.name)
        if self.is_compiled:
            return _direct(self, storage, shape), 0.0
        if self.callback is None:
            size = int(np.prod(shape, dtype=int))
            evaluate = self.evaluator(storage)

            def fill(arguments: Any, results: Any) -> None:
                results[:] = evaluate(arguments.copy()).ravel()

            self.callback = Callback(fill, storage.n_inputs, size)
        return called_back(storage, self.name), self.callback.address


@compiled
def nothing(s):
    """For a function that was not given: its block keeps its values."""
    return 0


def called_back(storage: Storage, name: str) -> Any:
    """Compiled function that calls a Python function by the address in the storage."""
    n_inputs, address = storage.n_inputs, storage.at["call"] + list(FUNCTIONS).index(name)
    to, size = storage.at[name], int(np.prod(storage.sizes.shape(name), dtype=int))

    @compiled
    def call(s):
        status = call_back(s[address], s[0:n_inputs], s[n_inputs : n_inputs + size])
        for i in range(size):
            s[to + i] = s[n_inputs + i] if status == 0 else math.nan
        return status

    return call


def _direct(typed: Typed, storage: Storage, shape: tuple[int, ...]) -> Any:
    """Compiled function that calls a compiled function with tuples, and stores what it returns."""

    def argument(name: str) -> str:
        first = storage.at[name]
        if name == "t":
            return f"s[{first}]"
        places = range(first, first + storage.sizes.length(name))
        return "(" + "".join(f"s[{place}], " for place in places) + ")"

    rows, columns = (*shape, 1, 1)[:2]
    to = storage.at[typed.name]
    lines = [f"def call(s):\n    value = function({', '.join(map(argument, typed.takes))})"]
    for i in range(rows):
        for j in range(columns):
            part = {"number": "", "flat": f"[{max(i, j)}]", "rows": f"[{i}][{j}]"}[typed.form]
            if typed.form == "flat" and typed.name == "mass" and i != j:
                continue
            lines.append(f"    s[{to + columns * i + j}] = value{part}")
    namespace: dict[str, Any] = {"function": compiled(plain(typed.source))}
    exec("\n".join([*lines, "    return 0\n"]), namespace)
    return compiled(namespace["call"])
