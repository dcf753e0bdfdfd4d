"""Numeric factorisation on a frozen pattern, front by front, and the solution with it.

Every front is a dense m×m square [[A, B], [C, D]] with k pivot rows first, its rows filled up with zeros to a
multiple of ``FILLED``. A factorisation adds the children's remainders and sweeps the pivots (Gauss–Jordan,
pivots by size on the diagonal), which leaves

    [[A⁻¹, A⁻¹B], [−C A⁻¹, D − C A⁻¹B]]

in place: the corner is the remainder for the parent, the rest solves. With A⁻¹ at hand a solution is two
products of small matrices and vectors, without the chain of dependent operations of a triangular solution;
eight rows are packed side by side, so that the products run in vector registers. A refactorisation costs
about twice a triangular one, a solution a third, and the iteration needs many more solutions.
"""

from __future__ import annotations

import math

import numpy as np

from mbfe.algebra.fours import four, scale_four, subtract_four
from mbfe.compiled import F1, F8, I1, address_for, caller, compiled, entry, load, store
from mbfe.engine.factorisation.ordering import FILLED, Fronts
from mbfe.engine.state import State

__all__ = ["WIDE", "add_to_diagonal", "arm_factorisation", "factorise", "packed_size", "solve"]

TINY = 1e-300
WIDE = 8
"""Rows packed side by side."""
FEW_ROWS = 160
"""Rows of a front up to which its columns stay in the nearest cache."""


@compiled
def add_child(fronts, child, parent, values):
    """Add a child's remainder to its parent."""
    k = fronts.first[child + 1] - fronts.first[child]
    to = fronts.update_start[child] - k
    width, wide = fronts.width[child], fronts.width[parent]
    for i in range(k, fronts.size[child]):
        source = fronts.offset[child] + width * i
        target = fronts.offset[parent] + wide * load(fronts.place, to + i)
        for j in range(k, fronts.size[child]):
            at = target + load(fronts.place, to + j)
            store(values, at, load(values, at) + load(values, source + j))


@compiled
def largest_pivot(offset, width, k, start, values, diagonal, sizes):
    """Place of the largest pivot that is left, and its size; −1 where none is a number.

    Without branches: which one is larger cannot be predicted.
    """
    largest = -1.0
    for p in range(k):
        size = abs(load(values, offset + p * (width + 1)))
        size = size if load(diagonal, start + p) < 0.0 else -1.0
        store(sizes, p, size)
        largest = size if size > largest else largest
    best = 0
    for i in range(k):
        p = k - 1 - i
        best = p if load(sizes, p) == largest else best
    return best, largest


@compiled
def eliminate(offset, m, width, p, values, factors):
    """Gauss–Jordan step with pivot p: four columns of all rows at a time, or row by row in large fronts."""
    at = offset + p * width
    inverse = 1.0 / load(values, at + p)
    for i in range(m):
        place = offset + i * width + p
        store(factors, i, load(values, place))
        store(values, place, 0.0)
    store(factors, p, 0.0)
    store(values, at + p, 1.0)
    for j in range(0, width, FILLED):
        row = scale_four(values, at + j, inverse)
        if m <= FEW_ROWS:
            for i in range(m):
                subtract_four(values, offset + i * width + j, load(factors, i), row)
    if m > FEW_ROWS:
        for i in range(m):
            if load(factors, i) != 0.0:
                for j in range(0, width, FILLED):
                    row = four(values, at + j)
                    subtract_four(values, offset + i * width + j, load(factors, i), row)


@compiled
def sweep(fronts, f, values, diagonal, is_row, floor, damping, work):
    """Sweep the pivots of front f, the largest diagonal first; returns the growth, as :func:`factorise`.

    A constraint row whose pivot stays below ``floor`` depends on the others: it is dropped, its multiplier
    keeps its value, and ``diagonal`` is 0 there. The pivots p of the other rows become √(p² + ``damping``²),
    so that a row which is only just independent does not magnify round-off; a sum would also make dependent
    rows look independent. Diagonal pivots are enough, because the penalty makes the motion's part of the
    matrix definite and the rows' part negative semidefinite after it.
    """
    offset, m, width, start = fronts.offset[f], fronts.size[f], fronts.width[f], fronts.first[f]
    k = fronts.first[f + 1] - start
    for p in range(k):
        store(diagonal, start + p, -1.0)
    for _ in range(k):
        p, largest = largest_pivot(offset, width, k, start, values, diagonal, work)
        if largest < 0.0:
            return -1.0
        if largest <= floor:
            for q in range(k):  # motion first: its pivots may be small, a row's may not
                if diagonal[start + q] < 0.0 and is_row[start + q] == 0:
                    p = q
                    largest = abs(values[offset + q * (width + 1)])
        at = offset + p * width
        if load(is_row, start + p) == 1 and largest <= floor:
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
                    values[offset + i * width + p] = 0.0
                continue
        if not largest > TINY:
            return -1.0
        store(diagonal, start + p, largest)
        if load(is_row, start + p) == 1:
            damped = math.sqrt(largest * largest + damping * damping)
            store(values, at + p, damped if load(values, at + p) > 0.0 else -damped)
        eliminate(offset, m, width, p, values, work)
    growth = 0.0
    for i in range(k, m):
        for j in range(k):
            growth = max(growth, abs(load(values, offset + i * width + j)))
    return growth


@compiled
def pack_rows(values, first, width, rows, columns, packed, at):
    """Pack rows eight side by side, the last filled up with zeros; returns where the packed part ends."""
    whole = rows // WIDE * WIDE
    for i in range(0, whole, WIDE):
        for j in range(columns):
            source = first + i * width + j
            for r in range(WIDE):
                store(packed, at + r, load(values, source + r * width))
            at += WIDE
    if whole < rows:
        for j in range(columns):
            source = first + whole * width + j
            for r in range(WIDE):
                store(packed, at + r, load(values, source + r * width) if whole + r < rows else 0.0)
            at += WIDE
    return at


@entry()
def factorise_entry(fronts, values, packed, diagonal, is_row, floor, damping):
    """Factorise; returns the largest entry of C A⁻¹ (growth), −1 if a pivot is zero or not a number.

    ``values`` (n_values,) has the entries of the matrix at their places, zero elsewhere, and is overwritten;
    ``packed`` (n_packed,) receives what :func:`solve` reads, ``diagonal`` (n,) the absolute values of the
    pivots, undamped, 0 for a row that was dropped. ``is_row`` (n,) is 1 for the multipliers of constraint
    rows: their pivots up to the size ``floor`` count as zero, the others get the size ``damping`` at least.
    """
    first, child_start, child = fronts.first, fronts.child_start, fronts.child
    growth = 0.0
    at = 0
    for f in range(fronts.size.shape[0]):
        m, width, offset = fronts.size[f], fronts.width[f], fronts.offset[f]
        k = first[f + 1] - first[f]
        for c in range(child_start[f], child_start[f + 1]):
            add_child(fronts, child[c], f, values)
        # what is packed afterwards has room for a number of each row
        grown = sweep(fronts, f, values, diagonal, is_row, floor, damping, packed[at : at + m])
        if grown < 0.0:
            return -1.0
        growth = max(growth, grown)
        at = pack_rows(values, offset, width, m, k, packed, at)  # [A⁻¹; −C A⁻¹]
        at = pack_rows(values, offset + k, width, k, m - k, packed, at)  # A⁻¹B
    return growth


_call_factorise = caller(F8(Fronts.numba_type, F1, F1, F1, I1, F8, F8))


@compiled
def factorise(fronts, values, packed, diagonal, is_row, floor, damping):
    """The same by its address: it is compiled once, and not again in each function that factorises."""
    return _call_factorise(fronts.factorise, (fronts, values, packed, diagonal, is_row, floor, damping))


def arm_factorisation(fronts: Fronts, state: State) -> None:
    """Compile the factorisation, or load it, and put its address into a pattern."""
    is_row = np.zeros(0, dtype=np.int64)
    given = (fronts, state.values, state.packed, state.diagonal, is_row, 0.0, 0.0)
    fronts.factorise = address_for(factorise_entry, *given)


@compiled
def add_to_diagonal(fronts, values, is_row, amount):
    """Add a number to the diagonal of the matrix, to that of the motion only."""
    for f in range(fronts.size.shape[0]):
        for q in range(fronts.first[f], fronts.first[f + 1]):
            if is_row[q] == 0:
                values[fronts.offset[f] + (q - fronts.first[f]) * (fronts.width[f] + 1)] += amount


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
