"""Numeric factorisation on a frozen pattern, front by front, and the solution with it.

Every front is a dense m×m square [[A, B], [C, D]] with k pivot rows first. A factorisation adds the
children's remainders and sweeps the pivots (Gauss–Jordan, pivots by size on the diagonal), which leaves

    [[A⁻¹, A⁻¹B], [−C A⁻¹, D − C A⁻¹B]]

in place: the corner is the remainder for the parent, the rest solves. With A⁻¹ at hand a solution is two
products of small matrices and vectors, without the chain of dependent operations of a triangular solution;
eight rows are packed side by side, so that the products run in vector registers. A refactorisation costs
about twice a triangular one, a solution a third, and the iteration needs many more solutions.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled, load, store

__all__ = ["WIDE", "add_to_diagonal", "factorise", "packed_size", "solve"]

TINY = 1e-300
WIDE = 8
"""Rows packed side by side."""


@compiled
def add_child(child, m, offset, first, size, offsets, update_start, place, values):
    """Add a child's remainder to the front at ``offset`` of order m."""
    k = first[child + 1] - first[child]
    order = size[child]
    start = update_start[child]
    for i in range(order - k):
        source = offsets[child] + (k + i) * order + k
        target = offset + place[start + i] * m
        for j in range(order - k):
            values[target + place[start + j]] += values[source + j]


@compiled
def subtract_row(row, pivot_row, factor, m):
    """Subtract a multiple of the pivot row."""
    for j in range(m):
        row[j] -= factor * pivot_row[j]


@compiled
def sweep(offset, m, k, start, values, diagonal, is_row, floor, damping):
    """Sweep the k pivots of one front, the largest diagonal first; returns the growth, as :func:`factorise`.

    A constraint row whose pivot stays below ``floor`` depends on the others: it is dropped, its multiplier
    keeps its value, and ``diagonal`` is 0 there. The pivots p of the other rows become √(p² + ``damping``²),
    so that a row which is only just independent does not magnify round-off; a sum would also make dependent
    rows look independent. Diagonal pivots are enough, because the penalty makes the motion's part of the
    matrix definite and the rows' part negative semidefinite after it.
    """
    for p in range(k):
        diagonal[start + p] = -1.0
    for _ in range(k):
        best = -1
        largest = -1.0
        for p in range(k):
            size = abs(values[offset + p * m + p])
            if diagonal[start + p] < 0.0 and (size > largest or best < 0):
                best = p
                largest = size
        if largest <= floor:
            for p in range(k):  # motion first: its pivots may be small, a row's may not
                if diagonal[start + p] < 0.0 and is_row[start + p] == 0:
                    best = p
                    largest = abs(values[offset + p * m + p])
        p = best
        at = offset + p * m
        if is_row[start + p] == 1 and largest <= floor:
            later = 0.0
            for j in range(k, m):
                later = max(later, abs(values[at + j]))
            if later > 1e7 * floor:  # it acts on motions that are eliminated later: a small pivot instead
                values[at + p] -= 1e3 * floor
                largest = 1e3 * floor
            else:
                diagonal[start + p] = 0.0
                for i in range(m):
                    values[at + i] = 0.0
                    values[offset + i * m + p] = 0.0
                continue
        if not largest > TINY:
            return -1.0
        diagonal[start + p] = largest
        if is_row[start + p] == 1:
            damped = math.sqrt(largest * largest + damping * damping)
            values[at + p] = damped if values[at + p] > 0.0 else -damped
        inverse = 1.0 / values[at + p]
        values[at + p] = 1.0
        for j in range(m):
            values[at + j] *= inverse
        for i in range(m):
            row = offset + i * m
            factor = values[row + p]
            if i == p or factor == 0.0:
                continue
            values[row + p] = 0.0
            subtract_row(values[row : row + m], values[at : at + m], factor, m)
    growth = 0.0
    for i in range(k, m):
        for j in range(k):
            growth = max(growth, abs(values[offset + i * m + j]))
    return growth


@compiled
def pack(offset, m, k, values, packed, at):
    """Pack the rows of [A⁻¹; −C A⁻¹], then those of A⁻¹B, eight side by side.

    Returns the end of the packed part.
    """
    for i in range(0, m, WIDE):
        for j in range(k):
            for r in range(WIDE):
                packed[at + r] = values[offset + (i + r) * m + j] if i + r < m else 0.0
            at += WIDE
    for i in range(0, k, WIDE):
        for j in range(k, m):
            for r in range(WIDE):
                packed[at + r] = values[offset + (i + r) * m + j] if i + r < k else 0.0
            at += WIDE
    return at


@compiled
def factorise(fronts, values, packed, diagonal, is_row, floor, damping):
    """Factorise; returns the largest entry of C A⁻¹ (growth), −1 if a pivot is zero or not a number.

    ``values`` (n_values,) has the entries of the matrix at their places, zero elsewhere, and is overwritten;
    ``packed`` (n_packed,) receives what :func:`solve` reads, ``diagonal`` (n,) the absolute values of the
    pivots, undamped, 0 for a row that was dropped. ``is_row`` (n,) is 1 for the multipliers of constraint
    rows: their pivots up to the size ``floor`` count as zero, the others get the size ``damping`` at least.
    """
    first, size, offset = fronts.first, fronts.size, fronts.offset
    update_start, place = fronts.update_start, fronts.place
    child_start, child = fronts.child_start, fronts.child
    growth = 0.0
    at = 0
    for f in range(size.shape[0]):
        m = size[f]
        k = first[f + 1] - first[f]
        for c in range(child_start[f], child_start[f + 1]):
            add_child(child[c], m, offset[f], first, size, offset, update_start, place, values)
        grown = sweep(offset[f], m, k, first[f], values, diagonal, is_row, floor, damping)
        if grown < 0.0:
            return -1.0
        growth = max(growth, grown)
        at = pack(offset[f], m, k, values, packed, at)
    return growth


@compiled
def add_to_diagonal(fronts, values, is_row, amount):
    """Add a number to the diagonal of the matrix, to that of the motion only."""
    for f in range(fronts.size.shape[0]):
        for q in range(fronts.first[f], fronts.first[f + 1]):
            if is_row[q] == 0:
                values[fronts.offset[f] + (q - fronts.first[f]) * (fronts.size[f] + 1)] += amount


@compiled
def multiply(packed, at, n, x, first, k, z):
    """z = P x for n rows packed from ``at`` and the k entries of x from ``first``.

    Returns the end of the packed part.
    """
    for i in range(0, n, WIDE):
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
        for j in range(k):
            y = load(x, first + j)
            s0 += load(packed, at) * y
            s1 += load(packed, at + 1) * y
            s2 += load(packed, at + 2) * y
            s3 += load(packed, at + 3) * y
            s4 += load(packed, at + 4) * y
            s5 += load(packed, at + 5) * y
            s6 += load(packed, at + 6) * y
            s7 += load(packed, at + 7) * y
            at += WIDE
        store(z, i, s0)
        store(z, i + 1, s1)
        store(z, i + 2, s2)
        store(z, i + 3, s3)
        store(z, i + 4, s4)
        store(z, i + 5, s5)
        store(z, i + 6, s6)
        store(z, i + 7, s7)
    return at


@compiled
def solve(fronts, packed, x, z):
    """Solve with the packed factors; x (n,) is the right-hand side, then the solution, as it is eliminated.

    z (2 m_max + 16,) is scratch for the largest front.
    """
    first, size = fronts.first, fronts.size
    update_start, update = fronts.update_start, fronts.update
    n_front = size.shape[0]
    at = 0
    for f in range(n_front):
        m = size[f]
        start = first[f]
        k = first[f + 1] - start
        at = multiply(packed, at, m, x, start, k, z)
        for i in range(k):
            store(x, start + i, load(z, i))
        to = update_start[f] - k
        for i in range(k, m):
            place = load(update, to + i)
            store(x, place, load(x, place) + load(z, i))
        at += ((k + WIDE - 1) // WIDE) * WIDE * (m - k)
    for g in range(n_front):
        f = n_front - 1 - g
        m = size[f]
        start = first[f]
        k = first[f + 1] - start
        back = ((k + WIDE - 1) // WIDE) * WIDE * (m - k)
        if m > k:
            to = update_start[f] - k
            taken = m + WIDE
            for i in range(k, m):
                store(z, taken + i, load(x, load(update, to + i)))
            multiply(packed, at - back, k, z, taken + k, m - k, z)
            for i in range(k):
                store(x, start + i, load(x, start + i) - load(z, i))
        at -= back + ((m + WIDE - 1) // WIDE) * WIDE * k


def packed_size(fronts):  # type: ignore[no-untyped-def]
    """Length of the packed factors of a pattern."""
    total = 0
    for f in range(len(fronts.size)):
        m = int(fronts.size[f])
        k = int(fronts.first[f + 1] - fronts.first[f])
        total += -(-m // WIDE) * WIDE * k + -(-k // WIDE) * WIDE * (m - k)
    return total
