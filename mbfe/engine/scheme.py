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

``begin``, ``evaluate`` and ``finish`` return a status, 0 or that of the assembly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from mbfe.algebra.arrays import Floats
from mbfe.compiled import address_for
from mbfe.compiled.bundle import Bundle, address, array, integer, number
from mbfe.engine.state import State
from mbfe.engine.system import System

__all__ = ["CompiledScheme", "Entries", "arm_scheme", "one_stage"]


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
    own: Floats = array("n_own", "Numbers that this scheme alone has.")

    begin: Any = address("Coefficients, weights and history of a step.")
    predict: Any = address("Predictors and first guess.")
    correct: Any = address("Motions from the unknowns.")
    evaluate: Any = address("Residuals of the equations of the step.")
    finish: Any = address("What a converged step still needs; 0 where it needs nothing.")
    keep: Any = address("History of the unknowns.")


@dataclass(frozen=True, kw_only=True)
class Entries:
    """The functions of a scheme, see :mod:`mbfe.engine.scheme`; each is an :func:`mbfe.compiled.entry`."""

    begin: Callable[..., int]
    predict: Callable[..., int]
    correct: Callable[..., int]
    evaluate: Callable[..., int]
    keep: Callable[..., int]
    finish: Callable[..., int] | None = None


def arm_scheme(scheme: CompiledScheme, entries: Entries, system: System, state: State) -> None:
    """Compile the functions of a scheme, or load them, and put their addresses into it."""
    for field in fields(entries):
        function = getattr(entries, field.name)
        if function is not None:
            setattr(scheme, field.name, address_for(function, system, state, scheme, 0.0, 0.0))


def one_stage(*, holonomic: bool, nonholonomic: bool) -> tuple[int, int]:
    """Numbers of stages and of sets of multipliers of most schemes and of all other analyses."""
    return 1, 1
