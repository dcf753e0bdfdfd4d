"""Lowest stiffness that the constraints allow, from a few Lanczos steps with the factors at hand."""

from __future__ import annotations

import math

from mbfe.algebra.symmetric import count_below, eigenvalue, eigenvector, tridiagonalise
from mbfe.compiled import compiled
from mbfe.engine.balance.equations import direction_of
from mbfe.engine.balance.newton import scalar_product
from mbfe.engine.balance.tolerances import DESCENT

__all__ = ["lowest_stiffness", "softest_beside_free"]


@compiled
def apply_inverse(system, state, b, given, out):
    """(K + αS)⁻¹ on what the constraints allow, in scaled unknowns."""
    r = b.later.r
    for i in range(r.shape[0]):
        r[i] = 0.0
    for i in range(given.shape[0]):
        at = b.moving[i]
        r[at] = -given[i] / state.scales[at]
    direction_of(system, state, b, r, b.later.step, b.later.change)
    for i in range(given.shape[0]):
        at = b.moving[i]
        out[i] = b.later.step[at] / state.scales[at]


@compiled
def scale_to_unit(x):
    """Divide a vector by its length, which is returned."""
    size = math.sqrt(scalar_product(x, x))
    for i in range(x.shape[0]):
        x[i] /= size
    return size


@compiled
def ritz_matrix(system, state, b, near, steps):
    """Lanczos steps from a direction nearby, times ``near``, and all others; returns their number.

    The basis is in ``b.basis``, the matrix that (K + αS)⁻¹ is in it in ``b.square``, made tridiagonal. No
    step where a value is not a number.
    """
    basis, square, new, n = b.basis, b.square, b.vector, b.moving.shape[0]
    if scalar_product(b.random, b.lowest) < 0.0:  # whichever sign the direction was found with
        near = -near
    for i in range(n):
        b.direction[i] = b.random[i] + near * b.lowest[i]
    apply_inverse(system, state, b, b.direction, basis[0])
    scale_to_unit(basis[0])
    first, done = 0.0, 0
    most = min(steps, n)
    for i in range(most):
        for j in range(most):
            square[i, j] = 0.0
    for k in range(most):
        apply_inverse(system, state, b, basis[k], new)
        done = k + 1
        if k == 0:
            first = math.sqrt(scalar_product(new, new))
        for again in range(2):
            for i in range(done):
                part = scalar_product(basis[i], new)
                if again == 0:
                    square[i, k] = part
                b.coefficient[i] = part
            for i in range(done):
                for j in range(n):
                    new[j] -= b.coefficient[i] * basis[i, j]
        size = math.sqrt(scalar_product(new, new))
        if not math.isfinite(size):
            return 0
        if not size > DESCENT.noise * first or done == most:
            break
        square[done, k] = size
        for j in range(n):
            basis[done, j] = new[j] / size
    tridiagonalise(square, done)
    return done


@compiled
def ritz_vector(system, state, b, done, value):
    """Unit vector of a Ritz value in ``b.vector``.

    It goes through the inverse once more, as round-off in it would strain what is stiff.
    """
    n = b.moving.shape[0]
    eigenvector(b.square, done, value, b.bands, b.coefficient)
    for j in range(n):
        b.direction[j] = 0.0
    for i in range(done):
        for j in range(n):
            b.direction[j] += b.coefficient[i] * b.basis[i, j]
    apply_inverse(system, state, b, b.direction, b.vector)
    scale_to_unit(b.vector)


@compiled
def lowest_stiffness(system, state, b, near, indefinite):
    """Lowest stiffness that the constraints allow, and its direction in ``b.vector``, in scaled unknowns.

    Where several stiffnesses are below −α it is one of those.
    """
    done = ritz_matrix(system, state, b, near, DESCENT.lanczos_steps)
    if done == 0:
        for j in range(b.vector.shape[0]):
            b.vector[j] = 0.0
        return 0.0
    low, value = eigenvalue(b.square, done, 0), eigenvalue(b.square, done, done - 1)
    if indefinite and low < -DESCENT.noise * max(abs(low), abs(value)):
        value = low
    ritz_vector(system, state, b, done, value)
    return 1.0 / value - b.shift


@compiled
def softest_beside_free(system, state, b):
    """Largest compliance that is none of a free motion, its vector in ``b.vector``; zero if there is none.

    Where nothing is free it is the largest one of all, which few steps find; beside free motions more do.
    """
    limit = 1.0 / ((1.0 + DESCENT.free_beside_shift) * b.shift)
    done = ritz_matrix(system, state, b, 0.0, DESCENT.lanczos_steps)
    if done > 0 and eigenvalue(b.square, done, done - 1) >= limit:
        done = ritz_matrix(system, state, b, 0.0, DESCENT.lanczos_steps_beside_free)
    if done == 0:
        return 0.0
    number = count_below(b.square, done, limit) - 1
    value = eigenvalue(b.square, done, number) if number >= 0 else 0.0
    if value <= 0.0:
        return 0.0
    ritz_vector(system, state, b, done, value)
    return value
