"""Newton's method with predicted strains, for slender and stiff parts."""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.engine.balance.equations import (
    direction_of,
    factorised_at,
    largest_force,
    load_direction,
    pull_of,
    residual_at,
)
from mbfe.engine.balance.equilibrium import Ended
from mbfe.engine.balance.moves import keep_here, measure_step, move, moved, return_to
from mbfe.engine.balance.newton import scalar_product
from mbfe.engine.balance.noise import give_strains_back, measure_strains, only_noise, take_strains
from mbfe.engine.balance.tolerances import NEWTON, PREDICTED

__all__ = ["predicted_newton"]


@compiled
def predicted_newton(system, state, b, load_factor, shift):
    """Solve r = 0 from motions nearby on the path, for slender and stiff parts; returns an ``Ended``.

    Tolerance and shift are those of :func:`mbfe.engine.balance.newton.newton`. It gives up where corrections
    are long or do not contract, and where the whole move is another one than its tangent: it may have left
    the path.

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
    strains, base, length = b.strains, b.base, system.environment.length
    load_before = system.environment.load_factor
    b.iterations = 0
    if residual_at(system, state, b, load_factor) != 0:
        return Ended.LAW_FAILED
    if only_noise(system, state, b):
        return Ended.BALANCED
    allowed = 0.0
    if shift > 0.0:
        load_direction(system, state, b, b.end.r)
        allowed = PREDICTED.force_left_by_shift * largest_force(state, b, b.end.r)
    keep_here(state, b.begin)
    measure_strains(system, state, b, strains, strains.predicted)
    before = math.inf
    while b.iterations < PREDICTED.most_iterations:
        b.iterations += 1
        at = load_before if b.iterations == 1 else load_factor
        if not factorised_with(system, state, b, at, shift):
            return Ended.SINGULAR
        size = direction_of(system, state, b, state.r, base.step, base.change)
        if not size <= PREDICTED.longest_correction * length:
            part = PREDICTED.longest_correction * length / size if math.isfinite(size) else 0.0
            b.retried = min(max(0.5 * part, PREDICTED.least_retried_part), NEWTON.retried_part)
            return Ended.FAR
        if size > PREDICTED.largest_contraction * before and size > NEWTON.stagnation * length:
            if pull_of(state, b) <= allowed and not leaves(system, state, b):
                return Ended.BALANCED
            return Ended.NO_CONTRACTION
        if b.iterations == 1:
            measure_step(system, b, base.step, b.tangent)
        keep_here(state, base)
        predict_strains(system, state, b, size)
        move(system, state, b, base, 1.0, b.parent)
        if residual_at(system, state, b, load_factor) != 0:
            return Ended.LAW_FAILED
        done = size <= b.tolerance * length or (size > 0.5 * before and size <= NEWTON.stagnation * length)
        if done or (b.iterations > 1 and only_noise(system, state, b)):
            return Ended.TURNED_ASIDE if leaves(system, state, b) else Ended.BALANCED
        before = size
    return Ended.TOO_MANY


@compiled
def factorised_with(system, state, b, load_factor, shift):
    """Factorise the stiffness with the predicted strains; returns whether it is regular."""
    take_strains(system, state, b, b.strains, b.strains.predicted)
    regular = factorised_at(system, state, b, load_factor, shift)
    give_strains_back(system, b.strains)
    return regular


@compiled
def leaves(system, state, b):
    """Whether the whole move is another one than its tangent said."""
    moved(system, state, b, b.begin.motion, b.moves)
    first = math.sqrt(scalar_product(b.tangent, b.tangent))
    whole = math.sqrt(scalar_product(b.moves, b.moves))
    along = scalar_product(b.tangent, b.moves)
    return whole > PREDICTED.farthest_move * first or along < PREDICTED.least_cosine * first * whole


@compiled
def predict_strains(system, state, b, size):
    """Strains after the correction in ``b.base``, to first order, by a small part of it."""
    strains, probe = b.strains, PREDICTED.probe_of_strains * system.environment.length
    part = probe / max(size, probe)
    measure_strains(system, state, b, strains, strains.now)
    move(system, state, b, b.base, part, b.parent)
    measure_strains(system, state, b, strains, strains.there)
    return_to(state, b.base)
    for i in range(strains.now.shape[0]):
        strains.predicted[i] = strains.now[i] + (strains.there[i] - strains.now[i]) / part
