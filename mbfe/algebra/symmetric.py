"""Small dense matrices in compiled code: inertia, single eigenvalues, their vectors, signs of determinants.

Householder's reflections make a symmetric matrix tridiagonal, T = Qᵀ A Q. The signs of the pivots of T − x
count its eigenvalues below x (Sturm), which also brackets each of them; inverse iteration finds its vector.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled

__all__ = ["count_below", "determinant_sign", "eigenvalue", "eigenvector", "tridiagonalise"]

HALVINGS = 120
"""Most halvings of an interval: from any size down to round-off."""
INVERSE_ITERATIONS = 3
"""Of which the first is enough unless the start is nearly across."""


@compiled
def tridiagonalise(a, k):
    """Make the symmetric part of the first k rows and columns tridiagonal, in place.

    Diagonal and subdiagonal hold T. Row p holds, beyond its diagonal, the unit vector of the reflection
    I − 2 v vᵀ that brought column p to that form, zero where there was nothing to do.
    """
    for i in range(k):
        for j in range(i):
            mean = 0.5 * (a[i, j] + a[j, i])
            a[i, j] = a[j, i] = mean
    for p in range(k - 1):
        reflect(a, p, k)


@compiled
def reflect(a, p, k):
    """Bring column p below its subdiagonal to zero from both sides: A ← A − v wᵀ − w vᵀ.

    w = 2 A v − 2 (vᵀA v) v, of which v is kept in row p and w in column p meanwhile.
    """
    v, size, rest = a[p], 0.0, 0.0
    for i in range(p + 1, k):
        size += a[i, p] * a[i, p]
        if i > p + 1:
            rest = max(rest, abs(a[i, p]))
    if rest == 0.0:
        for i in range(p + 1, k):
            v[i] = 0.0
        return
    size = math.sqrt(size)
    beside = -size if a[p + 1, p] > 0.0 else size
    v[p + 1] = a[p + 1, p] - beside
    length = v[p + 1] * v[p + 1]
    for i in range(p + 2, k):
        v[i] = a[i, p]
        length += v[i] * v[i]
    length = math.sqrt(length)
    for i in range(p + 1, k):
        v[i] /= length
    total = 0.0
    for i in range(p + 1, k):
        product = 0.0
        for j in range(p + 1, k):
            product += a[i, j] * v[j]
        a[i, p] = product
        total += product * v[i]
    for i in range(p + 1, k):
        a[i, p] = 2.0 * (a[i, p] - total * v[i])
    for i in range(p + 1, k):
        for j in range(p + 1, k):
            a[i, j] -= v[i] * a[j, p] + a[i, p] * v[j]
    for i in range(p + 2, k):
        a[i, p] = 0.0
    a[p + 1, p] = beside


@compiled
def bound_of(a, k):
    """Bound of the sizes of all eigenvalues of a tridiagonal matrix (Gershgorin)."""
    bound = 0.0
    for i in range(k):
        row = abs(a[i, i])
        if i > 0:
            row += abs(a[i, i - 1])
        if i + 1 < k:
            row += abs(a[i + 1, i])
        bound = max(bound, row)
    return bound


@compiled
def count_below(a, k, x):
    """Number of eigenvalues below x of a matrix that :func:`tridiagonalise` has made tridiagonal."""
    tiny = max(1e-30 * bound_of(a, k), 1e-300)
    count, pivot = 0, 1.0
    for i in range(k):
        pivot = a[i, i] - x - (a[i, i - 1] * a[i, i - 1] / pivot if i > 0 else 0.0)
        if abs(pivot) < tiny:
            pivot = -tiny
        if pivot < 0.0:
            count += 1
    return count


@compiled
def eigenvalue(a, k, number):
    """Eigenvalue of a tridiagonal matrix by its number, 0 for the lowest, by bisection."""
    high = bound_of(a, k)
    high += 1e-15 * high
    low = -high
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        if count_below(a, k, middle) > number:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@compiled
def eigenvector(a, k, value, bands, x):
    """Unit eigenvector of the matrix that was made tridiagonal, in the first k entries of x.

    ``bands`` (4, k) is workspace: T − λ, factorised with exchanges of rows.
    """
    small = max(1e-15 * bound_of(a, k), 1e-300)
    for i in range(k):
        x[i] = 1.0 if i % 2 == 0 else 0.6
    for _ in range(INVERSE_ITERATIONS):
        for i in range(k):
            bands[0, i] = a[i, i] - value
            bands[1, i] = bands[3, i] = a[i + 1, i] if i + 1 < k else 0.0
            bands[2, i] = 0.0
        solve_bands(bands, k, small, x)
        size = 0.0
        for i in range(k):
            size = max(size, abs(x[i]))
        for i in range(k):
            x[i] /= size
    for i in range(k - 1):
        p = k - 2 - i
        product = 0.0
        for j in range(p + 1, k):
            product += a[p, j] * x[j]
        for j in range(p + 1, k):
            x[j] -= 2.0 * product * a[p, j]
    size = 0.0
    for i in range(k):
        size += x[i] * x[i]
    size = math.sqrt(size)
    for i in range(k):
        x[i] /= size


@compiled
def solve_bands(bands, k, small, x):
    """Solve a tridiagonal system: diagonal, two bands above it, and the one below it in the last row."""
    diagonal, above, beyond, below = bands[0], bands[1], bands[2], bands[3]
    for i in range(k - 1):
        if abs(below[i]) > abs(diagonal[i]):
            diagonal[i], below[i] = below[i], diagonal[i]
            above[i], diagonal[i + 1] = diagonal[i + 1], above[i]
            beyond[i] = above[i + 1]
            above[i + 1] = 0.0
            x[i], x[i + 1] = x[i + 1], x[i]
        if abs(diagonal[i]) < small:
            diagonal[i] = small
        factor = below[i] / diagonal[i]
        diagonal[i + 1] -= factor * above[i]
        above[i + 1] -= factor * beyond[i]
        x[i + 1] -= factor * x[i]
    if abs(diagonal[k - 1]) < small:
        diagonal[k - 1] = small
    for j in range(k):
        i = k - 1 - j
        if i + 1 < k:
            x[i] -= above[i] * x[i + 1]
        if i + 2 < k:
            x[i] -= beyond[i] * x[i + 2]
        x[i] /= diagonal[i]


@compiled
def determinant_sign(a, k):
    """Sign of the determinant of the first k rows and columns, which are overwritten by their factors."""
    sign = 1.0
    for p in range(k):
        best = p
        for i in range(p + 1, k):
            if abs(a[i, p]) > abs(a[best, p]):
                best = i
        if best != p:
            sign = -sign
            for j in range(p, k):
                a[p, j], a[best, j] = a[best, j], a[p, j]
        if a[p, p] == 0.0:
            return 0.0
        if a[p, p] < 0.0:
            sign = -sign
        for i in range(p + 1, k):
            factor = a[i, p] / a[p, p]
            if factor != 0.0:
                for j in range(p + 1, k):
                    a[i, j] -= factor * a[p, j]
    return sign
