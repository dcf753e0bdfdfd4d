"""User-defined force laws of springs: curves, Python functions and compiled functions."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

from mbfe.checks import positive, returned_number, shown
from mbfe.compiled import (
    F8,
    JIT,
    address_of,
    addressed,
    caller,
    compiled,
    invoke,
    is_compiled,
    plain,
    row_reader,
    translating,
)
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError, settle
from mbfe.functions.curve_base import Calls
from mbfe.functions.curve_law import antiderivative, evaluate
from mbfe.functions.curves import Curve, PythonCurve
from mbfe.model import Builder

__all__ = ["CALL", "CURVE", "ForceFunction", "call_back", "force_function", "stored_energy", "take_force"]

NONE = 0
CURVE = 1
PYTHON = 2
COMPILED = 3
"""Kinds of force functions."""

STEP = 6e-6
"""Step of central differences, in units of the spring's own size."""

call_compiled = caller(F8(F8, F8))

CALL = {"given": 5, "results": 3}
"""Work arrays of a law with a force function: what the function is given, and its results."""
given_by_name = row_reader(
    {"x": (), "elongation": (), "rate": (), "step": (), "step_of_rate": ()}, writable=True
)


@compiled
def call_back(address, given, results):
    """Call a :class:`mbfe.compiled.callbacks.Callback` by its address; returns its status, 0 for success."""
    return invoke(address, given, results)


@compiled
def force_function(curves, kind, at, x, free, rate, size, derivatives, scratch):
    """Force of a force law and, if required, its derivatives.

    Parameters
    ----------
    curves, kind, at : array, float, float
        Storage of curves, kind of the force law, curve or address.
    x, free, rate : float
        Length [m] or angle [rad], its free value, its rate.
    size : float
        Length or angle over which the force changes, for central differences.
    derivatives : bool
        Whether the derivatives are needed.
    scratch : row
        Work arrays of the law, those of :data:`CALL` among them.

    Returns
    -------
    tuple of 3 float
        f, ∂f/∂x, ∂f/∂ẋ; not a number if a Python function failed.
    """
    if kind == NONE:
        return 0.0, 0.0, 0.0
    if kind == CURVE:
        f, df, _ = evaluate(curves, at, x - free)
        return f, df, 0.0
    hx = STEP * size
    hr = STEP * max(size, abs(rate))
    if kind == COMPILED:
        f = call_compiled(int(at), (x, rate))
        if not derivatives:
            return f, 0.0, 0.0
        fx = call_compiled(int(at), (x + hx, rate)) - call_compiled(int(at), (x - hx, rate))
        fr = call_compiled(int(at), (x, rate + hr)) - call_compiled(int(at), (x, rate - hr))
        return f, 0.5 * fx / hx, 0.5 * fr / hr
    given = given_by_name(scratch.given, 0)
    given.x = x
    given.elongation = x - free
    given.rate = rate
    given.step = hx if derivatives else 0.0
    given.step_of_rate = hr
    f = scratch.results
    return (f[0], f[1], f[2]) if call_back(at, scratch.given, f) == 0 else (math.nan, math.nan, math.nan)


@compiled
def stored_energy(curves, kind, at, elongation):
    """Energy ∫₀ f of a force law that is a curve; zero for others, whose power counts as work of loads."""
    if kind != CURVE:
        return 0.0
    return antiderivative(curves, int(at), elongation) - antiderivative(curves, int(at), 0.0)


# ------------------------------------------------------------------ what users give


class ForceFunction(Calls):
    """A force law as a user gives it, ready for the laws of springs.

    Parameters
    ----------
    given : None, Curve or callable
        Curve or function of one variable: of the elongation [m] (angle less free angle [rad]). Function of
        two: of length [m] (angle [rad]) and rate. A compiled function (``numba.njit``) of two is called
        directly.
    where : str
        For errors: the object and the argument.
    """

    def __init__(self, given: Any, where: str) -> None:
        self.where = where
        self.curve: Curve | None = None
        self.machine_code: Any = None
        if given is None:
            self.kind = NONE
        elif isinstance(given, Curve) and not isinstance(given, PythonCurve):
            self.kind, self.curve = CURVE, given
        elif isinstance(given, PythonCurve) or (callable(given) and not isinstance(given, type)):
            function = given.function if isinstance(given, PythonCurve) else given
            n_arguments = 1 if isinstance(given, PythonCurve) else self._count(function)
            if JIT and is_compiled(function) and n_arguments == 2:
                self.kind, self.machine_code = COMPILED, addressed(plain(function))
                with translating(self.where):
                    self.machine_code.compile(F8(F8, F8))
            else:
                self.kind, self.callback = PYTHON, Callback(self._caller(function, n_arguments), 5, 3)
        else:
            raise ModelError(where, f"{shown(given)} was given", allowed=self.allowed)

    allowed = "a curve of mbfe.curves, f(elongation), f(length, rate), or a compiled f(length, rate)"

    def _count(self, function: Callable[..., Any]) -> int:
        """Number of arguments, 1 or 2."""
        try:
            signature = inspect.signature(plain(function))
        except (TypeError, ValueError):
            return 1
        needed = [
            argument
            for argument in signature.parameters.values()
            if argument.kind in (argument.POSITIONAL_ONLY, argument.POSITIONAL_OR_KEYWORD)
            and argument.default is argument.empty
        ]
        if len(needed) not in (1, 2):
            raise ModelError(
                self.where, f"a function of {len(needed)} arguments was given", allowed=self.allowed
            )
        return len(needed)

    def _caller(self, function: Callable[..., Any], n_arguments: int) -> Callable[[Any, Any], None]:
        """Function of (x, elongation, rate, hx, hr) that fills (f, ∂f/∂x, ∂f/∂ẋ)."""

        def value(x: float, elongation: float, rate: float) -> float:
            given = function(elongation) if n_arguments == 1 else function(x, rate)
            number = given[0] if isinstance(given, tuple) and given else given
            at = f"{x:.9g} (elongation {elongation:.9g}), rate {rate:.9g}"
            return returned_number(self.where, number, at)

        def fill(arguments: Any, results: Any) -> None:
            x, elongation, rate, hx, hr = (float(a) for a in arguments)
            results[0] = value(x, elongation, rate)
            results[1] = results[2] = 0.0
            if hx > 0.0:
                up, down = value(x + hx, elongation + hx, rate), value(x - hx, elongation - hx, rate)
                results[1] = (up - down) / (2.0 * hx)
                if n_arguments == 2:
                    up, down = value(x, elongation, rate + hr), value(x, elongation, rate - hr)
                    results[2] = (up - down) / (2.0 * hr)

        return fill

    def place(self, builder: Builder) -> tuple[float, float]:
        """Kind and curve or address, the two parameters by which a law finds it."""
        if self.curve is not None:
            return float(self.kind), builder.curve(self.curve, of_time=False)
        if self.machine_code is not None:
            return float(self.kind), float(address_of(self.machine_code))
        return float(self.kind), self.callback.address if self.callback is not None else 0.0


def take_force(spring: Any, given: Any, name: str) -> None:
    """Check the coefficients of a spring, take its force law, and refuse a spring that exerts nothing.

    The spring has ``stiffness``, ``damping``, ``preload`` and its law as the argument `name`, "force" or
    "moment".
    """
    for coefficient, value in (("stiffness", spring.stiffness), ("damping", spring.damping)):
        positive(spring.where, coefficient, value, zero=True)
    settle(spring, force_function=ForceFunction(given, f"{spring.where}: {name}"))
    if given is None and spring.stiffness == spring.damping == spring.preload == 0.0:
        raise ModelError(
            spring.where,
            f"it exerts no {name}: stiffness, damping and preload are zero and there is no {name} law",
            remedy="Give at least one of them, or leave the element out",
        )
