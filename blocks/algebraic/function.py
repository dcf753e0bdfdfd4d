"""Block with a user-defined function, in Python or compiled."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from mbfe.blocks.algebraic.algebra import labelled
from mbfe.blocks.algebraic.function_law import OF_INPUTS, OF_TIME, PYTHON, function_of
from mbfe.blocks.block import NO_UNIT, Block
from mbfe.checks import function, returned_number
from mbfe.compiled import F8, JIT, address_of, addressed, is_compiled, plain, translating
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError, settle
from mbfe.model import Builder

__all__ = ["Function"]


@dataclass(frozen=True, eq=False)
class Function(Block):
    """Function of inputs, and of time if it has this argument: y = f(u₁, u₂ …) or f(t, u₁, u₂ …).

    Parameters
    ----------
    terms : sequence of inputs
        Its inputs; none for a function of time alone.
    function : callable
        The function. It gets numbers and returns one. Decorated with ``mbfe.compiled.compiled`` or
        ``numba.njit`` it runs at the speed of the engine, in plain Python a call takes 5–10 µs.
    unit : str
        Unit of the output.

    Notes
    -----
    Derivatives by central differences. For user-defined blocks with states see
    :class:`mbfe.elements.Equations`, whose states and outputs are inputs of blocks by name.
    """

    name: str
    terms: Sequence[Any]
    function: Callable[..., Any]
    _: KW_ONLY
    unit: str = NO_UNIT
    kind: int = field(init=False, repr=False)
    callback: Callback | None = field(init=False, repr=False)
    machine_code: Any = field(init=False, repr=False)

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs."""
        none = isinstance(self.terms, list | tuple) and not self.terms
        return {} if none else labelled(self.terms, self.where)

    def validate(self) -> None:
        """Count the arguments and make the function callable from compiled code."""
        n, where = len(self.inputs), f"{self.where}: function"
        words = f"a function of {n} inputs, or of time and {n} inputs"
        function(self.where, "function", self.function, words=words)
        taken = _count(plain(self.function))
        if taken is not None and taken not in (n, n + 1):
            raise ModelError(
                where,
                f"a function of {taken} arguments",
                allowed=f"as many as there are terms, {n}, or time before them",
            )
        timed = taken == n + 1
        kind, callback, code = PYTHON, None, None
        if JIT and is_compiled(self.function):
            kind = OF_TIME if timed else OF_INPUTS
            code = addressed(plain(self.function))
            with translating(where):
                code.compile(F8(*[F8] * (n + timed)))
        else:
            callback = Callback(self._caller(n, timed), 2 + n, 1 + n)
        settle(self, kind=kind, callback=callback, machine_code=code)

    def _caller(self, n: int, timed: bool) -> Callable[[Any, Any], None]:
        """Function of (t, step, u) that fills (f, ∂f/∂u); no derivatives for a step of zero."""
        function, where = plain(self.function), f"{self.where}: function"

        def value(t: float, u: Sequence[float]) -> float:
            given = function(t, *u) if timed else function(*u)
            return returned_number(where, given, f"t = {t:.9g} s, inputs {[*u]}")

        def fill(arguments: Any, results: Any) -> None:
            t, step, *u = (float(a) for a in arguments)
            if not all(map(math.isfinite, u)):
                results[:] = math.nan  # the block that made them is to blame
                return
            results[0] = value(t, u)
            for i in range(n if step else 0):
                h = step * max(1.0, abs(u[i]))
                up, down = (value(t, [*u[:i], u[i] + s, *u[i + 1 :]]) for s in (h, -h))
                results[1 + i] = (up - down) / (2.0 * h)

        return fill

    def build(self, builder: Builder) -> None:
        """Give the law the address."""
        address = self.callback.address if self.callback is not None else float(address_of(self.machine_code))
        self.give(builder, function_of(len(self.inputs)), {"address": address})


def _count(function: Callable[..., Any]) -> int | None:
    """Number of arguments without default values; None when the function has no signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind == each.VAR_POSITIONAL for each in parameters):
        return None
    return sum(each.default is each.empty for each in parameters)
