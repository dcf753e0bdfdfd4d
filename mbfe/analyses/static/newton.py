"""Newton's method for a balance, damped by the natural monotonicity test, and settling from bad starts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.static.balance import Balance, difference, largest_force, largest_way, measure
from mbfe.analyses.static.sizes import term_sizes
from mbfe.analyses.static.tolerances import NEWTON, SETTLING

__all__ = ["LEAVE_IT", "Outcome", "Reason", "creep", "factorise_at", "find_balance", "only_noise", "settle"]


class Reason(StrEnum):
    """Why no equilibrium was found, where something depends on it; other reasons are plain text."""

    SINGULAR = "the stiffness is singular"
    AWAY = "it moves away without limit"
    UNSETTLED = "it did not settle"
    CONTRADICTION = "joints and drives contradict each other"
    UNSTABLE = "the model is unstable from the start"


LEAVE_IT = (
    "A straight or symmetric model stays on such a path: a small side load or an imperfection that way leads "
    "to the state into which it buckles, and solve_buckling gives the critical load"
)


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
        What went wrong, for errors; a :class:`Reason` where others ask for it.
    left : float
        Force that is left along motions that nothing resists [N].
    part : float
        Where it failed: the part of the increment that is worth a trial.
    """

    converged: bool
    iterations: int
    why: str = ""
    left: float = 0.0
    part: float = NEWTON.retried_part


def find_balance(
    balance: Balance, load_factor: float, *, tolerance: float, shift: float = 0.0, safely: bool = False
) -> Outcome:
    """Solve r = 0 from the present motions by a damped Newton method; the state is left where it ended.

    The largest correction at the end is `tolerance`, in model lengths. `shift` [N/m] is added to the scaled
    diagonal of the stiffness, for models with free motions. With `safely` it gives up where the iteration may
    leave the path for another one: when a correction has to be shortened, or the first one leaves much to do.

    Notes
    -----
    A correction d = −K⁻¹r is shortened to φ d until the next one with the same factors, d̄ = −K⁻¹r(φ d), is
    smaller: ‖d̄‖ ≤ (1 − φ/4) ‖d‖ (Deuflhard 2004, section 3.3, the natural monotonicity test, which does not
    depend on the scaling of the residual). Where it contracts well, d̄ is the next correction.
    """
    load_before, start = balance.load_factor, balance.here()
    if balance.residual(load_factor) != 0:
        return Outcome(False, 0, "a law failed")
    outcome = _damped(balance, load_factor, tolerance=tolerance, shift=shift, safely=safely)
    if safely and outcome.converged and outcome.iterations > NEWTON.corrections_on_path:
        end = balance.here()
        turned_back = _turned_back(balance, start, load_before, load_factor)
        balance.restore(end)
        balance.residual(load_factor)
        if turned_back:
            return Outcome(False, outcome.iterations, "it would leave the path")
    return outcome


def _turned_back(
    balance: Balance, start: tuple[Floats, Floats], load_before: float, load_factor: float
) -> bool:
    """Whether a move went against the tangent of its path, as to the other side of a beam that buckles."""
    moved = difference(balance, start[0])
    balance.restore(start)
    balance.residual(load_factor)
    if not factorise_at(balance, load_before):
        return False
    step, _, size = balance.direction()
    return bool(np.isfinite(size) and moved @ measure(balance, step) < 0.0)


def _damped(balance: Balance, load_factor: float, *, tolerance: float, shift: float, safely: bool) -> Outcome:
    """The iteration of :func:`find_balance`, from a residual at hand."""
    sufficient = tolerance * balance.length
    iterations, damping, fresh, size = 0, 1.0, False, np.inf
    while iterations < NEWTON.most_iterations:
        if not fresh:
            if not balance.factorise(shift=shift):
                # in neutral balance, as a beam rolled up to a circle: no correction is better than the last
                done = size <= NEWTON.neutral_correction * sufficient or only_noise(balance)
                return Outcome(done, iterations, Reason.SINGULAR)
            step, multiplier, size = balance.direction()
            if (
                iterations == 0
                and not size <= NEWTON.drift_of_rounding * balance.length
                and only_noise(balance)
            ):
                return Outcome(True, 0)
        base = balance.here()
        damping = min(1.0, 4.0 * damping)
        while np.isfinite(size):
            iterations += 1
            balance.move(base, step, multiplier, damping)
            later, later_multiplier, later_size = step, multiplier, np.inf
            if balance.residual(load_factor) == 0:
                later, later_multiplier, later_size = balance.direction()
            if size <= sufficient and np.isfinite(later_size):
                return Outcome(True, iterations)
            if later_size <= max((1.0 - 0.25 * damping) * size, sufficient) or fresh:
                break
            if np.isfinite(later_size) and size <= NEWTON.stagnation * balance.length and damping == 1.0:
                return Outcome(True, iterations)
            damping = _shorter(damping, step, later, later_size)
            if safely or damping < NEWTON.least_damping:
                balance.restore(base)
                return Outcome(False, iterations, "no part of the correction reduces the residual")
        if not np.isfinite(size):
            return Outcome(False, iterations, "a value is not a number")
        if fresh and not later_size <= 0.75 * size:  # the factors are old: take new ones at the same place
            balance.restore(base)
            balance.residual(load_factor)
            fresh = False
            continue
        if safely and later_size > NEWTON.largest_surprise * balance.length:
            return Outcome(False, iterations, "the corrections are as large as the model")
        fresh = damping == 1.0 and later_size <= NEWTON.keep_factors * size
        step, multiplier, size = later, later_multiplier, later_size
    return Outcome(False, iterations, f"{iterations} iterations were not enough")


def factorise_at(balance: Balance, load_factor: float, *, shift: float = 0.0) -> bool:
    """Factorise the stiffness that belongs to another load factor; False if it is singular."""
    now = balance.load_factor
    if now == load_factor:
        return balance.factorise(shift=shift)
    balance.residual(load_factor)
    regular = balance.factorise(shift=shift)
    balance.residual(now)
    return regular


def _round_off(balance: Balance) -> Floats:
    """Residual of each unknown of ``moving`` that is round-off of its terms [N], moments over the length.

    Forces are as exact as their sizes, and as what a round-off of positions makes of them.
    """
    K, _ = balance.matrices()
    scales = balance.compiled.state.scales[balance.moving]
    of_positions = scales * (abs(K) @ scales) * balance.reach
    rounded: Floats = NEWTON.rounded_sum * (
        term_sizes(balance.compiled, balance.moving, balance.time) + of_positions
    )
    return rounded


def only_noise(balance: Balance) -> bool:
    """Whether the residual is round-off: it would push along motions that nothing resists."""
    state = balance.compiled.state
    pull = balance.pull()
    reaction = np.abs(state.multiplier / state.scales[balance.n_motion :]).max(initial=0.0)
    if pull > NEWTON.suspicious_residual * max(float(reaction), balance.stiffness * balance.length):
        return False
    if balance.gap() > NEWTON.rounded_gap * balance.reach:
        return False
    moving, rounded = balance.moving, _round_off(balance)
    forces = np.abs(state.r[moving] * state.scales[moving])
    return bool((forces <= rounded).all() and pull <= rounded.max(initial=0.0))


def _shorter(damping: float, step: Floats, later: Floats, later_size: float) -> float:
    """A damping for which the quadratic model of the correction promises a decrease (Deuflhard, eq. 3.48)."""
    if not np.isfinite(later_size):
        return 0.25 * damping
    excess = float(np.abs(later - (1.0 - damping) * step).max())
    guess = 0.5 * float(np.abs(step).max()) * damping**2 / max(excess, 1e-300)
    return min(max(guess, 0.1 * damping), 0.5 * damping)


def settle(
    balance: Balance,
    load_factor: float,
    *,
    far: float = SETTLING.farthest_way,
    steps: int = SETTLING.most_steps,
) -> Outcome:
    """Let a model settle from any pose, as if through a viscous medium, down to a stable equilibrium.

    After a way of `far` lengths of the model it is said to move away; `steps` is the largest number of steps.
    Where it converged, :func:`find_balance` finishes.

    Notes
    -----
    Pseudo-transient continuation: d = −(K + αS)⁻¹ r is an implicit step of S η̇ = −r, S the scales of the
    unknowns; α falls with the residual (Kelley and Keyes 1998), and rises when a step makes it worse. It also
    falls where the residual is as foreseen, α S d: it then slows the model without need.
    """
    if balance.residual(load_factor) != 0:
        return Outcome(False, 0, "a law failed")
    first = pull = largest_force(balance, balance.compiled.state.r)
    shift = max(pull / (0.1 * balance.length), 1e-9 * balance.stiffness)
    travelled = 0.0
    for iteration in range(1, steps + 1):
        base = balance.here()
        if not balance.factorise(shift=shift):
            shift *= 10.0
            continue
        step, multiplier, size = balance.direction()
        size = largest_way(balance, step) if np.isfinite(size) else size
        limit = 0.5 * balance.length
        if not size <= limit:
            shift *= min(max(size / limit, 2.0), 100.0) if np.isfinite(size) else 100.0
            continue
        balance.move(base, step, multiplier, 1.0)
        if balance.residual(load_factor) != 0 or not np.isfinite(balance.pull()):
            balance.restore(base)
            balance.residual(load_factor)
            shift *= 10.0
            continue
        now = balance.pull()
        if (
            now <= SETTLING.near_enough * first or only_noise(balance)
        ) and balance.gap() <= SETTLING.near_enough * balance.length:
            return Outcome(True, iteration)
        travelled += size
        if travelled > far * balance.length:
            return Outcome(False, iteration, Reason.AWAY)
        change = now / max(pull, 1e-300)
        if now <= SETTLING.as_foreseen * shift * size:
            change = min(change, 0.25)  # what is left is what the shift held back
        shift *= min(max(change, 0.1), 4.0)
        shift = max(shift, 1e-13 * balance.stiffness)
        pull = now
    return Outcome(False, steps, Reason.UNSETTLED)


def creep(balance: Balance, load_factor: float, *, tolerance: float) -> Outcome:
    """Solve r = 0 but for small forces along motions that nothing resists, as those of a car that may roll.

    It begins near the solution; `tolerance` is the largest correction at the end, in model lengths.

    Notes
    -----
    d = −(K + αS)⁻¹ r with a small fixed α: what is held converges, what is free creeps steadily. Wheels that
    lean or toe in push a vehicle by hundredths of a newton, which its bearings hold.
    """
    allowed, sufficient = (
        SETTLING.creeping_force * largest_force(balance, balance.load_direction()),
        tolerance * balance.length,
    )
    balance.residual(load_factor)
    before = np.zeros(balance.n_motion)
    for iteration in range(1, NEWTON.most_iterations + 1):
        if not balance.factorise(shift=SETTLING.drag * balance.stiffness):
            return Outcome(False, iteration, Reason.SINGULAR)
        step, multiplier, size = balance.direction()
        if not size <= 0.5 * balance.length:
            break
        balance.move(balance.here(), step, multiplier, 1.0)
        if balance.residual(load_factor) != 0:
            return Outcome(False, iteration, "a law failed")
        change, left = balance.size(step - before), balance.pull()
        if left <= allowed and change <= max(SETTLING.steady_creep * size, sufficient):
            return Outcome(True, iteration, left=left if left > SETTLING.untold_force * allowed else 0.0)
        before = step
    return Outcome(False, NEWTON.most_iterations, Reason.UNSETTLED)
