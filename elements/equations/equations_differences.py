"""Derivatives of typed constraints by differences of sixth order, in compiled code and in Python.

They are part of the equations of motion, as g_yᵀλ and k_zᵀψ, so they must be accurate: steps that are exact
in floating-point numbers, and a relative error of about 1e-13 for functions that change over the typical size
of the variable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.compiled import compiled
from mbfe.compiled.callbacks import Callback
from mbfe.elements.equations.equations_functions import Storage, Typed, called_back

__all__ = ["DIFFERENCED", "FINE_STEP", "differences", "python_differences", "slope"]

DIFFERENCED = (
    ("g_y", "holonomic", "y"),
    ("g_t", "holonomic", "t"),
    ("k_z", "nonholonomic", "z"),
    ("k_y", "nonholonomic", "y"),
)
"""Derivatives that are made where they are not given, with their function and variable."""

FINE_STEP = 2.0**-9
"""Step, in sizes of the variable."""


@compiled
def exact_step(x, h):
    """Step near h that can be added to x without rounding."""
    raised = x + h
    return raised - x


@compiled
def offset(q):
    """Multiple of the step at point q of six: 1, −1, 2, −2, 3, −3."""
    k = 1.0 + q // 2
    return k if q % 2 == 0 else -k


@compiled
def coefficient(q):
    """Coefficient of point q in the first derivative: ±3/4, ∓3/20, ±1/60 (Fornberg 1988, table 1)."""
    c = 0.75 if q < 2 else (-0.15 if q < 4 else 1.0 / 60.0)
    return c if q % 2 == 0 else -c


def differences(storage: Storage, function: Any, name: str, variable: str, to: str) -> Any:
    """Function that fills block ``to`` with the derivative of a function with respect to a variable.

    The function is a compiled ``(s) -> status``; so is the one that is made.
    """
    at_value, at_variable, at_to = storage.at[name], storage.at[variable], storage.at[to]
    at_scale = storage.at["scale"]
    rows, columns = storage.sizes.shape(name)[0], storage.sizes.length(variable)
    grows = variable == "z"

    @compiled
    def derive(s):
        status = 0
        for j in range(columns):
            at = at_variable + j
            before = s[at]
            size = s[at_scale + at_variable + j]
            h = exact_step(before, FINE_STEP * (max(size, abs(before)) if grows else size))
            for i in range(rows):
                s[at_to + columns * i + j] = 0.0
            for q in range(6):
                s[at] = before + offset(q) * h
                status += function(s)
                for i in range(rows):
                    s[at_to + columns * i + j] += coefficient(q) / h * s[at_value + i]
            s[at] = before
        return status

    return derive


def slope(function: Callable[[Floats], Floats], middle: Floats, steps: Floats) -> Floats:
    """Derivative of a function of a vector, by the same differences in Python; the columns come first."""
    columns = []
    for j in range(len(middle)):
        h = exact_step(float(middle[j]), float(steps[j]))
        total = 0.0
        for q in range(6):
            moved = middle.copy()
            moved[j] += offset(q) * h
            total = total + coefficient(q) / h * function(moved)
        columns.append(total)
    return np.array(columns)


def python_differences(typed: Typed, storage: Storage, name: str, variable: str, scales: Floats) -> Any:
    """Derivative ``name`` of a Python function, by one call back for all of its differences.

    It is a compiled function ``(s) -> status`` and the address for it; ``scales`` are the typical sizes of
    all arguments.
    """
    if name not in typed.derivatives:
        first, count = storage.at[variable], storage.sizes.length(variable)
        part = slice(first, first + count)
        sizes = scales[part].copy()
        evaluate = typed.evaluator(storage)

        def fill(arguments: Any, results: Any) -> None:
            def moved(values: Floats) -> Floats:
                given = arguments.copy()
                given[part] = values
                return evaluate(given)

            middle = arguments[part].copy()
            typical = np.maximum(sizes, np.abs(middle)) if variable == "z" else sizes
            results[:] = slope(moved, middle, FINE_STEP * typical).T.ravel()

        size = int(np.prod(storage.sizes.shape(name), dtype=int))
        typed.derivatives[name] = Callback(fill, storage.n_inputs, size)
    return called_back(storage, name), typed.derivatives[name].address
