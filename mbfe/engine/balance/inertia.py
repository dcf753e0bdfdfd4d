"""Stability: how many directions that the constraints allow have a negative stiffness, from the factors."""

from __future__ import annotations

from mbfe.algebra.symmetric import count_below, determinant_sign, tridiagonalise
from mbfe.compiled import compiled
from mbfe.engine.balance.equations import assemble_stiffness, factorise_balance, turns
from mbfe.engine.balance.tolerances import STIFFNESS

__all__ = ["NOT_COUNTED", "count_negative", "count_unstable"]

NOT_COUNTED = -1
"""Answer of :func:`count_unstable` where the factors do not say it and eigenvalues have to."""


@compiled
def count_unstable(system, state, b, before):
    """Directions with negative stiffness; in a rotation 1 if their number is odd, and 0 otherwise.

    ``before`` is their number in the state before, beyond which free motions are distinguished from unstable
    ones. Gyroscopic forces may hold a rotor in pairs of such directions, as beyond its critical speed, but
    never in an odd number of them (Thomson and Tait 1879, §345). ``NOT_COUNTED`` where eigenvalues have to
    say it.
    """
    turning = turns(b)
    regular = factorise_balance(system, state, b, 0.0, b.free_pivot)
    b.held = 1 if regular else 0
    if not regular and not factorise_balance(
        system, state, b, -STIFFNESS.unstable * state.stiffness, b.free_pivot
    ):
        return NOT_COUNTED
    count_negative(system, state, b)
    if turning:
        return b.odd
    if b.negative == 0:
        return 0
    negative, odd = b.negative, b.odd
    symmetric = is_symmetric(system, state, b)
    if regular and symmetric and negative > before:  # free motions have one of either sign
        factorise_balance(system, state, b, STIFFNESS.rounding * state.stiffness, b.free_pivot)
        count_negative(system, state, b)
        return b.negative
    if symmetric:
        return negative
    return odd if regular else NOT_COUNTED


@compiled
def is_symmetric(system, state, b):
    """Whether the stiffness is symmetric, as that of a conservative model is in balance."""
    assemble_stiffness(system, state, b)
    fronts = system.fronts
    largest, skew = 0.0, 0.0
    for f in range(fronts.size.shape[0]):
        start, m, width, offset = fronts.first[f], fronts.size[f], fronts.width[f], fronts.offset[f]
        k = fronts.first[f + 1] - start
        to = fronts.update_start[f] - k
        for i in range(m):
            q = start + i if i < k else fronts.update[to + i]
            if system.is_row[q] == 1:
                continue
            for j in range(i + 1):
                p = start + j if j < k else fronts.update[to + j]
                if system.is_row[p] == 0:
                    one = state.values[offset + i * width + j]
                    other = state.values[offset + j * width + i]
                    largest = max(largest, abs(one), abs(other))
                    skew = max(skew, abs(one - other))
    return skew <= STIFFNESS.skew * largest


@compiled
def count_negative(system, state, b):
    """Number of directions with negative stiffness that the constraints allow, in ``b.negative``.

    From the factors at hand: the pivot blocks of the fronts have, together, the inertia of a symmetric matrix
    (Sylvester); each constraint row takes one negative eigenvalue, and one that was dropped, whose pivot is
    zero, none. ``b.odd`` is 1 where the number of negative real eigenvalues is odd, which follows from the
    determinant of any matrix.
    """
    fronts, square = system.fronts, b.square
    negative, sign = 0, 1.0
    for f in range(fronts.size.shape[0]):
        start, width, offset = fronts.first[f], fronts.width[f], fronts.offset[f]
        k = fronts.first[f + 1] - start
        take_block(state, square, offset, width, start, k)
        sign *= determinant_sign(square, k)
        take_block(state, square, offset, width, start, k)
        tridiagonalise(square, k)
        negative += count_below(square, k, 0.0)
    for q in range(state.diagonal.shape[0]):
        if system.is_row[q] == 1 and state.diagonal[q] > 0.0:
            negative -= 1
            sign = -sign
    b.negative = max(0, negative)
    b.odd = 1 if sign < 0.0 else 0


@compiled
def take_block(state, square, offset, width, start, k):
    """Copy A⁻¹, which the sweep of a front leaves; 1 on the diagonal for a row that was dropped."""
    for i in range(k):
        for j in range(k):
            square[i, j] = state.values[offset + i * width + j]
        if state.diagonal[start + i] == 0.0:
            square[i, i] += 1.0
