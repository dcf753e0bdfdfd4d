"""Functions of joint coordinates that users give to couplings: curves, Python and compiled functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import function, returned_number
from mbfe.compiled import JIT, address_of, compiled, is_compiled, plain, translating
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError
from mbfe.functions.curve_base import Calls
from mbfe.functions.curves import Curve
from mbfe.joints.coordinates.coupling_law import MOST_COORDINATES
from mbfe.joints.coordinates.function_coupling_law import (
    FIRST_STEP,
    FUNCTION_SIGNATURE,
    SECOND_STEP,
    FunctionKind,
    stencil,
)
from mbfe.model import Builder

__all__ = ["CoordinateFunction"]

WEIGHTS = tuple(stencil(k) for k in range(4))


def padded(function: Callable[..., Any], n: int) -> Any:
    """A compiled function of n numbers as one of four."""
    inner = compiled(plain(function))
    if n == 2:
        return compiled(lambda a, b, c, d: inner(a, b))
    if n == 3:
        return compiled(lambda a, b, c, d: inner(a, b, c))
    return compiled(lambda a, b, c, d: inner(a, b, c, d))


def solved(function: Callable[..., Any], n: int) -> Any:
    """Compiled q_n − f(q_1 … q_{n−1}) as a function of four numbers."""
    inner = compiled(plain(function))
    if n == 2:
        return compiled(lambda a, b, c, d: b - inner(a))
    if n == 3:
        return compiled(lambda a, b, c, d: c - inner(a, b))
    return compiled(lambda a, b, c, d: d - inner(a, b, c))


class CoordinateFunction(Calls):
    """φ of n coordinates, ready for the law of function couplings.

    Parameters
    ----------
    given : Curve or callable
        φ(q₁ … qₙ), or f(q₁ … qₙ₋₁) when it gives the last coordinate; a curve is such an f of one coordinate.
        A compiled function (``numba.njit``) is called directly.
    n : int
        Number of coordinates.
    gives_last : bool
        Whether φ = qₙ − f.
    scale : float
        Size of a coordinate over which the function changes; sets the steps of differences.
    where : str
        For errors: the object and the argument.
    """

    def __init__(
        self, given: Any, n: int, *, gives_last: bool = False, scale: float = 1.0, where: str
    ) -> None:
        self.where, self.n, self.scale = where, n, scale
        self.given, self.gives_last = given, gives_last
        self.curve: Curve | None = None
        self.machine_code: Any = None
        takes = n - 1 if gives_last else n
        if isinstance(given, Curve):
            if takes != 1:
                raise ModelError(where, f"a curve, for {takes} coordinates", allowed="a curve of one")
            self.kind, self.curve, self.callback = FunctionKind.CURVE, given, given.callback
            return
        self._check(given, takes)
        if JIT and is_compiled(given):
            self.kind = FunctionKind.COMPILED
            self.machine_code = solved(given, n) if gives_last else padded(given, n)
            with translating(where):
                self.machine_code.compile(FUNCTION_SIGNATURE)
        else:
            self.kind, self.callback = (
                FunctionKind.PYTHON,
                Callback(self._fill, MOST_COORDINATES + 1, 1 + n + n * n),
            )

    def _check(self, given: Any, takes: int) -> None:
        allowed = f"a function of {takes} number{'s' if takes > 1 else ''}, or a curve for one"
        function(self.where, "", plain(given), arguments=takes, words=allowed)

    def value(self, q: Floats) -> float:
        """φ at some coordinates."""
        given = plain(self.given)(*(q[:-1] if self.gives_last else q))
        number = returned_number(self.where, given, f"{q.tolist()}")
        return float(q[-1]) - number if self.gives_last else number

    def _fill(self, arguments: Any, results: Any) -> None:
        """Value, gradient and, when required, Hessian by differences of fourth order."""
        n = self.n
        q = np.array(arguments[:n])
        unit = np.eye(n)
        results[0] = self.value(q)
        h = FIRST_STEP * self.scale
        for i in range(n):
            results[1 + i] = sum(w * self.value(q + a * h * unit[i]) for a, w in WEIGHTS) / h
        if arguments[MOST_COORDINATES] == 0.0:
            return
        h = SECOND_STEP * self.scale
        for i in range(n):
            for j in range(i + 1):
                bend = sum(
                    v * w * self.value(q + h * (a * unit[i] + b * unit[j]))
                    for a, v in WEIGHTS
                    for b, w in WEIGHTS
                )
                results[1 + n + n * i + j] = results[1 + n + n * j + i] = bend / (h * h)

    def place(self, builder: Builder) -> tuple[float, float]:
        """Kind and curve or address, the two parameters by which the law finds it."""
        if self.curve is not None:
            return float(self.kind), builder.curve(self.curve, of_time=False)
        if self.machine_code is not None:
            return float(self.kind), float(address_of(self.machine_code))
        assert self.callback is not None
        return float(self.kind), self.callback.address
