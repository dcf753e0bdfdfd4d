"""Newton's method for a balance, damped by the natural monotonicity test, and settling from bad starts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.balance import Balance

Floats = NDArray[np.float64]

MAX_ITERATIONS = 40
SMALLEST_DAMPING = 1e-3
KEEP = 0.3
"""Contraction up to which the next correction is made with the same factors."""
ROUND_OFF = 1e-6
"""Corrections below this part of the length that no longer shrink are round-off."""
NEUTRAL = 100.0
"""Last correction, in tolerances, that will do where the stiffness is singular."""
SETTLING_STEPS = 400
SETTLED = 1e-6
"""Part of the first residual at which a settling model is near enough for Newton's method."""
FAR = 200.0
"""Model lengths that a settling model may travel before it is said to have no equilibrium."""

SINGULAR_WORDS = "the stiffness is singular"
AWAY = "it moves away for ever"


@dataclass
class Outcome:
    """How an iteration ended.

    Attributes
    ----------
    converged : bool
        Whether it did.
    iterations : int
        Number of corrections.
    why : str
        What went wrong, for errors.
    damped : bool
        Whether a correction was shortened.
    """

    converged: bool
    iterations: int
    why: str = ""
    damped: bool = False


def find_balance(
    balance: Balance, load_factor: float, *, tolerance: float, shift: float = 0.0
) -> Outcome:
    """Solve r = 0 from the present motions by a damped Newton method; the state is left where it ended.

    Parameters
    ----------
    balance : Balance
        The equations.
    load_factor : float
        Factor of loads and gravity.
    tolerance : float
        Largest correction at the end, in model lengths.
    shift : float
        Added to the scaled diagonal of the stiffness, for models with free motions [N/m].

    Returns
    -------
    Outcome
        How it ended.

    Notes
    -----
    A correction d = −K⁻¹r is shortened to φ d until the next one with the same factors, d̄ = −K⁻¹r(φ d), is
    smaller: ‖d̄‖ ≤ (1 − φ/4) ‖d‖ (Deuflhard 2004, section 3.3, the natural monotonicity test, which does not
    depend on the scaling of the residual). Where it contracts well, d̄ is the next correction.
    """
    if balance.residual(load_factor) != 0:
        return Outcome(False, 0, "a law failed")
    wanted = tolerance * balance.length
    iterations, damping, damped, fresh, size = 0, 1.0, False, False, np.inf
    while iterations < MAX_ITERATIONS:
        if not fresh:
            if not balance.factorise(shift=shift):
                # in neutral balance, as a beam rolled up to a circle: no correction is better than the last
                return Outcome(size <= NEUTRAL * wanted, iterations, SINGULAR_WORDS, damped)
            step, multiplier, size = balance.direction()
        base = balance.here()
        damping = min(1.0, 4.0 * damping)
        while np.isfinite(size):
            iterations += 1
            balance.move(base, step, multiplier, damping)
            later, later_multiplier, later_size = step, multiplier, np.inf
            if balance.residual(load_factor) == 0:
                later, later_multiplier, later_size = balance.direction()
            if size <= wanted and np.isfinite(later_size):
                return Outcome(True, iterations, damped=damped)
            if later_size <= max((1.0 - 0.25 * damping) * size, wanted) or fresh:
                break
            if np.isfinite(later_size) and size <= ROUND_OFF * balance.length and damping == 1.0:
                return Outcome(True, iterations, damped=damped)
            damped = True
            damping = _shorter(damping, step, later, later_size)
            if damping < SMALLEST_DAMPING:
                balance.put_back(base)
                return Outcome(False, iterations, "no part of the correction reduces the residual", True)
        if not np.isfinite(size):
            return Outcome(False, iterations, "a value is not a number", damped)
        if fresh and not later_size <= 0.75 * size:  # the factors are old: take new ones at the same place
            balance.put_back(base)
            balance.residual(load_factor)
            fresh = False
            continue
        fresh = damping == 1.0 and later_size <= KEEP * size
        step, multiplier, size = later, later_multiplier, later_size
    return Outcome(False, iterations, f"{iterations} iterations were not enough", damped)


def _shorter(damping: float, step: Floats, later: Floats, later_size: float) -> float:
    """A damping for which the quadratic model of the correction promises a decrease (Deuflhard, eq. 3.48)."""
    if not np.isfinite(later_size):
        return 0.25 * damping
    excess = float(np.abs(later - (1.0 - damping) * step).max())
    guess = 0.5 * float(np.abs(step).max()) * damping**2 / max(excess, 1e-300)
    return min(max(guess, 0.1 * damping), 0.5 * damping)


def settle(balance: Balance, load_factor: float) -> Outcome:
    """Let a model settle from any pose, as if through a viscous medium, down to a stable equilibrium.

    Parameters
    ----------
    balance : Balance
        The equations.
    load_factor : float
        Factor of loads and gravity.

    Returns
    -------
    Outcome
        How it ended; where it converged, :func:`find_balance` finishes.

    Notes
    -----
    Pseudo-transient continuation: d = −(K + αS)⁻¹ r is an implicit step of S η̇ = −r, S the scales of the
    unknowns; α falls with the residual (Kelley and Keyes 1998), and rises when a step makes it worse.
    """
    if balance.residual(load_factor) != 0:
        return Outcome(False, 0, "a law failed")
    first = pull = balance.pull()
    shift = max(pull / (0.1 * balance.length), 1e-9 * balance.stiffness)
    start = balance.here()[0][:, 0:3]
    for iteration in range(1, SETTLING_STEPS + 1):
        base = balance.here()
        if not balance.factorise(shift=shift):
            shift *= 10.0
            continue
        step, multiplier, size = balance.direction()
        limit = 0.5 * balance.length
        if not size <= limit:
            shift *= min(max(size / limit, 2.0), 100.0) if np.isfinite(size) else 100.0
            continue
        balance.move(base, step, multiplier, 1.0)
        if balance.residual(load_factor) != 0 or not np.isfinite(balance.pull()):
            balance.put_back(base)
            balance.residual(load_factor)
            shift *= 10.0
            continue
        now = balance.pull()
        if now <= SETTLED * first and balance.gap() <= SETTLED * balance.length:
            return Outcome(True, iteration)
        if np.abs(balance.compiled.state.motion[:, 0:3] - start).max() > FAR * balance.length:
            return Outcome(False, iteration, AWAY)
        shift *= min(max(now / max(pull, 1e-300), 0.1), 4.0)
        shift = max(shift, 1e-13 * balance.stiffness)
        pull = now
    return Outcome(False, SETTLING_STEPS, "it did not settle")
