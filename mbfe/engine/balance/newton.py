"""Newton's method for a balance, damped by the natural monotonicity test."""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.engine.balance.equations import direction_of, factorise_balance, factorised_at, grown, residual_at
from mbfe.engine.balance.equilibrium import Ended
from mbfe.engine.balance.moves import keep_here, measure_step, move, moved, return_to
from mbfe.engine.balance.noise import only_noise
from mbfe.engine.balance.tolerances import NEWTON
from mbfe.engine.kernels.gather import copy_numbers

__all__ = ["newton", "scalar_product"]


@compiled
def newton(system, state, b, load_factor, shift, safely):
    """Solve r = 0 from the present motions; the state is left where the search ended, an ``Ended``.

    The largest correction at the end is ``b.tolerance``, in model lengths. ``shift`` [N/m] is added to the
    scaled diagonal of the stiffness, for models with free motions. With ``safely`` = 1 it gives up where the
    iteration may leave the path for another one: when a correction has to be shortened, or the first one
    leaves much to do.

    Notes
    -----
    A correction d = −K⁻¹r is shortened to φ d until the next one with the same factors, d̄ = −K⁻¹r(φ d), is
    smaller: ‖d̄‖ ≤ (1 − φ/4) ‖d‖ (Deuflhard 2004, section 3.3, the natural monotonicity test, which does not
    depend on the scaling of the residual). Where it contracts well, d̄ is the next correction.
    """
    before = system.environment.load_factor
    b.iterations = 0
    keep_here(state, b.begin)
    if residual_at(system, state, b, load_factor) != 0:
        return Ended.LAW_FAILED
    ended = damped(system, state, b, load_factor, shift, safely)
    if safely == 1 and ended == Ended.BALANCED and b.iterations > NEWTON.corrections_on_path:
        keep_here(state, b.end)
        back = turned_back(system, state, b, before, load_factor)
        return_to(state, b.end)
        residual_at(system, state, b, load_factor)
        if back:
            return Ended.TURNED_BACK
    return ended


@compiled
def turned_back(system, state, b, before, load_factor):
    """Whether a move went against the tangent of its path, as to the other side of a beam that buckles."""
    moved(system, state, b, b.begin.motion, b.moves)
    return_to(state, b.begin)
    residual_at(system, state, b, load_factor)
    if not factorised_at(system, state, b, before, 0.0):
        return False
    size = direction_of(system, state, b, state.r, b.later.step, b.later.change)
    measure_step(system, b, b.later.step, b.tangent)
    return math.isfinite(size) and scalar_product(b.moves, b.tangent) < 0.0


@compiled
def scalar_product(a, c):
    """Scalar product of two arrays."""
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] * c[i]
    return total


@compiled
def damped(system, state, b, load_factor, shift, safely):
    """The iteration of :func:`newton`, from a residual at hand."""
    base, later, length = b.base, b.later, system.environment.length
    sufficient = b.tolerance * length
    damping, fresh, size, later_size = 1.0, False, math.inf, math.inf
    while b.iterations < NEWTON.most_iterations:
        if not fresh:
            if not factorise_balance(system, state, b, shift, b.free_pivot):
                # in neutral balance, as a beam rolled up to a circle: no correction is better than the last
                done = size <= NEWTON.neutral_correction * sufficient or only_noise(system, state, b)
                return Ended.BALANCED if done else Ended.SINGULAR
            size = direction_of(system, state, b, state.r, base.step, base.change)
            far = not size <= NEWTON.drift_of_rounding * length
            if b.iterations == 0 and far and only_noise(system, state, b):
                return Ended.BALANCED
        keep_here(state, base)
        damping = min(1.0, 4.0 * damping)
        if not math.isfinite(size):
            return Ended.NOT_A_NUMBER
        while True:
            b.iterations += 1
            move(system, state, b, base, damping, b.parent)
            later_size = math.inf
            if residual_at(system, state, b, load_factor) == 0:
                later_size = direction_of(system, state, b, state.r, later.step, later.change)
            if size <= sufficient and math.isfinite(later_size):
                return Ended.BALANCED
            if later_size <= max((1.0 - 0.25 * damping) * size, sufficient) or fresh:
                break
            if math.isfinite(later_size) and size <= NEWTON.stagnation * length and damping == 1.0:
                return Ended.BALANCED
            damping = shorter(damping, base.step, later.step, later_size)
            if safely == 1 or damping < NEWTON.least_damping:
                return_to(state, base)
                return Ended.NO_DECREASE
        if fresh and not later_size <= 0.75 * size:  # the factors are old: take new ones at the same place
            return_to(state, base)
            residual_at(system, state, b, load_factor)
            fresh = False
            continue
        if safely == 1 and later_size > NEWTON.largest_surprise * length:
            return Ended.FAR
        fresh = damping == 1.0 and later_size <= NEWTON.keep_factors * size
        size = later_size
        copy_numbers(later.step, base.step)
        copy_numbers(later.change, base.change)
    return Ended.TOO_MANY


@compiled
def shorter(damping, step, later, later_size):
    """A damping for which the quadratic model of the correction promises a decrease (Deuflhard, eq. 3.48)."""
    if not math.isfinite(later_size):
        return 0.25 * damping
    excess, largest = 0.0, 0.0
    for i in range(step.shape[0]):
        excess = grown(excess, abs(later[i] - (1.0 - damping) * step[i]))
        largest = grown(largest, abs(step[i]))
    guess = 0.5 * largest * damping**2 / max(excess, 1e-300)
    return min(max(guess, 0.1 * damping), 0.5 * damping)
