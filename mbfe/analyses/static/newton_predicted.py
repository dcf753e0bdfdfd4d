"""Newton's method with stresses that are predicted along with the motion, for slender and stiff parts.

A cable resists stretching a million times more than bending. A move of Newton's method that is right to first
order stretches it by a second-order strain, to which belong forces larger than all loads; with the stiffness
that these forces have the next move goes astray unless all are tiny. In the mixed form of the equations, with
the stresses as unknowns of their own, the stresses follow from the *linear* part of the strains,

    σ = C (ε(H) + ∂ε/∂η η − ε₀),

so that they are those of the loads after the first move. Eliminated again they change one thing of Newton's
method: the stiffness is taken with the predicted stresses, K(H, σ), while the residual is that of the motion
(Garcea, Trunfio & Casciaro 1998; Magisano, Leonetti & Garcea 2017, "mixed integration points"). The solution
is the same.
"""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.static.balance import Balance, difference, largest_force, measure
from mbfe.analyses.static.newton import Outcome, Reason, factorise_at, only_noise
from mbfe.analyses.static.tolerances import NEWTON, PREDICTED

__all__ = ["find_balance_predicted"]


def find_balance_predicted(
    balance: Balance, load_factor: float, *, tolerance: float, shift: float = 0.0
) -> Outcome:
    """Solve r = 0 from motions nearby on the path, by Newton's method with predicted strains.

    Tolerance and shift are those of :func:`mbfe.analyses.static.newton.find_balance`. It gives up where
    corrections are long or do not contract, and where the whole move is another one than its tangent: it may
    have left the path.

    Notes
    -----
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
