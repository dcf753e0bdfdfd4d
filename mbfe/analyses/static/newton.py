"""Newton's method for a balance: damped by the natural monotonicity test, or with predicted strains."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.static.balance import Balance, difference, largest_force, measure
from mbfe.analyses.static.sizes import term_sizes
from mbfe.analyses.static.tolerances import NEWTON, PREDICTED

__all__ = ["LEAVE_IT", "Outcome", "Reason", "find_balance", "find_balance_predicted", "only_noise"]


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
    """How an iteration ended."""

    converged: bool
    """Whether it did."""
    iterations: int
    """Number of corrections."""
    why: str = ""
    """What went wrong, for errors; a :class:`Reason` where others ask for it."""
    left: float = 0.0
    """Force that is left along motions that nothing resists [N]."""
    part: float = NEWTON.retried_part
    """Where it failed: the part of the increment that is worth a trial."""


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


def find_balance_predicted(
    balance: Balance, load_factor: float, *, tolerance: float, shift: float = 0.0
) -> Outcome:
    """Solve r = 0 from motions nearby on the path, for slender and stiff parts.

    Tolerance and shift are those of :func:`find_balance`. It gives up where corrections are long or do not
    contract, and where the whole move is another one than its tangent: it may have left the path.

    Notes
    -----
    A cable resists stretching a million times more than bending. A move of Newton's method that is right to
    first order stretches it by a second-order strain, to which belong forces larger than all loads; with the
    stiffness that these forces have the next move goes astray unless all are tiny. In the mixed form of the
    equations, with the stresses as unknowns of their own, the stresses follow from the *linear* part of the
    strains, σ = C (ε(H) + ∂ε/∂η η − ε₀), so that they are those of the loads after the first move. Eliminated
    again they change one thing of Newton's method: the stiffness is taken with the predicted stresses,
    K(H, σ), while the residual is that of the motion (Garcea, Trunfio & Casciaro 1998; Magisano, Leonetti &
    Garcea 2017, "mixed integration points"). The solution is the same.

    The first correction is the tangent of the path, with the stiffness under the load that is in balance. The
    new load turns with its node in the axes of which forces are counted, and with it the correction of a beam
    that is about to buckle may point to the other side.
    """
    strains, sufficient = balance.strains, tolerance * balance.length
    load_before = balance.load_factor
    if balance.residual(load_factor) != 0:
        return Outcome(False, 0, "a law failed")
    if only_noise(balance):
        return Outcome(True, 0)
    allowed = (
        PREDICTED.force_left_by_shift * largest_force(balance, balance.load_direction())
        if shift > 0.0
        else 0.0
    )
    start, predicted = balance.here()[0], strains.measured(balance.time)
    before, tangent = np.inf, np.zeros(0)
    for iteration in range(1, PREDICTED.most_iterations + 1):
        with strains.taken_as(predicted, balance.time):
            regular = factorise_at(balance, load_before if iteration == 1 else load_factor, shift=shift)
        if not regular:
            return Outcome(False, iteration, Reason.SINGULAR)
        step, multiplier, _ = balance.direction()
        size = balance.size(step)
        if not size <= PREDICTED.longest_correction * balance.length:
            part = PREDICTED.longest_correction * balance.length / size if np.isfinite(size) else 0.0
            outcome = Outcome(False, iteration, "the corrections are as large as the model")
            outcome.part = float(np.clip(0.5 * part, PREDICTED.least_retried_part, NEWTON.retried_part))
            return outcome
        if size > PREDICTED.largest_contraction * before and size > NEWTON.stagnation * balance.length:
            if balance.pull() <= allowed and not _leaves(tangent, difference(balance, start)):
                return Outcome(True, iteration)
            return Outcome(False, iteration, "the corrections do not become small")
        tangent = measure(balance, step) if iteration == 1 else tangent
        predicted = _predicted(balance, step, multiplier, size)
        balance.move(balance.here(), step, multiplier, 1.0)
        if balance.residual(load_factor) != 0:
            return Outcome(False, iteration, "a law failed")
        done = size <= sufficient or (size > 0.5 * before and size <= NEWTON.stagnation * balance.length)
        if done or (iteration > 1 and only_noise(balance)):
            if _leaves(tangent, difference(balance, start)):
                return Outcome(False, iteration, "the path's direction changes too much in one increment")
            return Outcome(True, iteration)
        before = size
    return Outcome(
        False, PREDICTED.most_iterations, f"{PREDICTED.most_iterations} iterations were not enough"
    )


def _leaves(tangent: Floats, move: Floats) -> bool:
    """Whether a move is another one than its tangent said."""
    first, whole = float(np.linalg.norm(tangent)), float(np.linalg.norm(move))
    return (
        whole > PREDICTED.farthest_move * first
        or float(tangent @ move) < PREDICTED.least_cosine * first * whole
    )


def _predicted(balance: Balance, step: Floats, multiplier: Floats, size: float) -> Floats:
    """Strains after increments of motions, to first order."""
    base, here = balance.here(), balance.strains.measured(balance.time)
    part = (
        PREDICTED.probe_of_strains * balance.length / max(size, PREDICTED.probe_of_strains * balance.length)
    )
    balance.move(base, step, multiplier, part)
    there = balance.strains.measured(balance.time)
    balance.restore(base)
    predicted: Floats = here + (there - here) / part
    return predicted
