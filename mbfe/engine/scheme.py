"""A scheme as the time loop reads it: numbers by name, and the functions of its step by address.

The loop knows no method. With the arguments (system, state, scheme, t, h), t the end and h the length of the
step, it calls

``begin``
    before an attempt: coefficients, weights of the iteration matrix, what comes from the steps before;
``predict``
    predictors and first guess of the unknowns, also where an iteration restarts;
``correct``
    motions at the end of the step from the unknowns, after every correction of them;
``evaluate``
    residuals of all equations of the step at the iterate, in ``state.defect``;
``finish``
    after convergence: accelerations and multipliers at the end of the step, where the unknowns are others;
``keep``
    when the step is accepted: the history of its unknowns, ``state.algorithmic`` and ``state.past``.

``begin``, ``evaluate`` and ``finish`` return a status, 0 or that of the assembly. All of them are called by
``attempt``, which solves a step; a scheme that has another iteration than that of
:mod:`mbfe.engine.stepping.step` brings its own. ``complete`` is called where something reads accelerations
and multipliers at the end of a step. ``at_point`` gives motions at the points of a collocation, whose powers
integrate to its order; ``inside`` and ``estimate`` replace the interpolation inside it and the estimate of
its error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from mbfe.algebra.arrays import Floats
from mbfe.compiled import address_for
from mbfe.compiled.bundle import Bundle, address, array, integer, number, part
from mbfe.engine.state import ONE_STAGE, Stages, State
from mbfe.engine.stepping.step import MOST_ITERATIONS, attempt
from mbfe.engine.system import System

__all__ = ["CompiledScheme", "Entries", "Tableau", "arm_scheme", "one_stage"]


class Tableau(Bundle):
    """Points and weights of a collocation, see :mod:`mbfe.integrators.collocation`; none of other schemes."""

    point: Floats = array("n_point", "Points c of a step, as parts of it.")
    weight: Floats = array("n_point, n_point", "Weights a of the integrals from the start to each point.")
    inverse: Floats = array("n_point, n_point", "Inverse of the weights.")
    mixed: Floats = array(
        "n_mixed, n_point, n_point", "How residuals of motions are mixed, in turn; the first of them not."
    )
    mixed_rates: Floats = array("n_mixed, n_point, n_point", "The same of first-order states.")
    basis: Floats = array(
        "n_point + 1, n_point + 1", "Coefficients of the polynomials through 0 and the points, by power."
    )
    gamma: float = number("Weight γ of the matrix that all points share.")


class CompiledScheme(Bundle):
    """Numbers of a scheme, and its functions by address."""

    alpha_m: float = number("αm, weight of the old algorithmic acceleration.")
    alpha_f: float = number("αf, weight of the old acceleration, or of the old forces.")
    beta: float = number("Newmark's β.")
    gamma: float = number("Newmark's γ, at constant steps.")
    delta_m: float = number("δm, αm of first-order states.")
    delta_f: float = number("δf, αf of states.")
    theta: float = number("θ, γ of states, at constant steps.")
    radius: float = number("Spectral radius ρ∞ with which unknowns ring, 1 at most.")
    step_map: int = integer("Map from increments to motions, of :mod:`mbfe.algebra.motion`.")
    step_change: int = integer("What the functions of the scheme do when the step changes.")
    spins: int = integer("1 where twists and increments have terms of spin.")
    rescale: int = integer("1 where B𝒱 is scaled by the square of the ratio of the steps.")
    order_of_error: float = number("Power of h in the estimated error of a step.", start=3.0)
    own: Floats = array("n_own", "Numbers that this scheme alone has.")
    tableau: Tableau = part(Tableau, "Points and weights of a collocation.")

    begin: Any = address("Coefficients, weights and history of a step.")
    predict: Any = address("Predictors and first guess.")
    correct: Any = address("Motions from the unknowns.")
    evaluate: Any = address("Residuals of the equations of the step.")
    finish: Any = address("What a converged step still needs; 0 where it needs nothing.")
    keep: Any = address("History of the unknowns.")
    attempt: Any = address("Iteration of a step.")
    complete: Any = address("Accelerations and multipliers at the end of a step, 0 where they are known.")
    at_point: Any = address("Motions and multipliers at a point of a solved step; 0 without a collocation.")
    inside: Any = address("Motions inside a solved step; 0 for cubic Hermite interpolation.")
    estimate: Any = address("Error of a solved step; 0 for that of the generalized-α family.")


@dataclass(frozen=True, kw_only=True)
class Entries:
    """The functions of a scheme, see :mod:`mbfe.engine.scheme`; each is an :func:`mbfe.compiled.entry`."""

    begin: Callable[..., int]
    predict: Callable[..., int]
    correct: Callable[..., int]
    evaluate: Callable[..., int]
    keep: Callable[..., int]
    finish: Callable[..., int] | None = None
    attempt: Callable[..., int] = attempt
    complete: Callable[..., int] | None = None
    at_point: Callable[..., int] | None = None
    inside: Callable[..., int] | None = None
    estimate: Callable[..., int] | None = None


NUMBERS = {"attempt": (MOST_ITERATIONS,), "at_point": (0,)}
"""Integers that functions take after the length of the step."""


def arm_scheme(scheme: CompiledScheme, entries: Entries, system: System, state: State) -> None:
    """Compile the functions of a scheme, or load them, and put their addresses into it."""
    for field in fields(entries):
        function = getattr(entries, field.name)
        if function is not None:
            more = NUMBERS.get(field.name, ())
            setattr(scheme, field.name, address_for(function, system, state, scheme, 0.0, 0.0, *more))


def one_stage(*, holonomic: bool, nonholonomic: bool) -> Stages:
    """Stages of most schemes and of all other analyses."""
    return ONE_STAGE
