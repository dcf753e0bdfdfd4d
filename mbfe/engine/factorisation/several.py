"""Solutions for four right-hand sides at once: factors are read once, and vector registers hold the four."""

from __future__ import annotations

from mbfe.algebra.fours import four, set_four
from mbfe.compiled import compiled, inlined, load
from mbfe.engine.factorisation.frontal import WIDE

__all__ = ["LANES", "solve_four"]

LANES = 4
"""Right-hand sides side by side."""


@inlined
def add_times(sums, f, y):
    """Four sums plus f times four numbers."""
    s0, s1, s2, s3 = sums
    y0, y1, y2, y3 = y
    return s0 + f * y0, s1 + f * y1, s2 + f * y2, s3 + f * y3


@compiled
def multiply_four(packed, at, n, x, first, k, z):
    """z = P x for n rows packed from ``at`` and k entries of x from ``first``, each of four numbers.

    Returns the end of the packed part.
    """
    for i in range(0, n, WIDE):
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = (0.0, 0.0, 0.0, 0.0)
        for j in range(k):
            y = four(x, LANES * (first + j))
            s0 = add_times(s0, load(packed, at), y)
            s1 = add_times(s1, load(packed, at + 1), y)
            s2 = add_times(s2, load(packed, at + 2), y)
            s3 = add_times(s3, load(packed, at + 3), y)
            s4 = add_times(s4, load(packed, at + 4), y)
            s5 = add_times(s5, load(packed, at + 5), y)
            s6 = add_times(s6, load(packed, at + 6), y)
            s7 = add_times(s7, load(packed, at + 7), y)
            at += WIDE
        set_four(z, LANES * i, s0)
        set_four(z, LANES * (i + 1), s1)
        set_four(z, LANES * (i + 2), s2)
        set_four(z, LANES * (i + 3), s3)
        set_four(z, LANES * (i + 4), s4)
        set_four(z, LANES * (i + 5), s5)
        set_four(z, LANES * (i + 6), s6)
        set_four(z, LANES * (i + 7), s7)
    return at


@compiled
def solve_four(fronts, packed, x, z):
    """Solve for four right-hand sides with the factors of :mod:`mbfe.engine.factorisation.frontal`.

    ``x`` (4 n,) has the four numbers of each unknown together, first of the right-hand sides, then of the
    solutions, as they are eliminated; z (4 (2 m_max + 16),) is scratch for the largest front.
    """
    first, size = fronts.first, fronts.size
    update_start, update = fronts.update_start, fronts.update
    n_front = size.shape[0]
    at = 0
    for f in range(n_front):
        m = size[f]
        start = first[f]
        k = first[f + 1] - start
        at = multiply_four(packed, at, m, x, start, k, z)
        for i in range(k):
            set_four(x, LANES * (start + i), four(z, LANES * i))
        to = update_start[f] - k
        for i in range(k, m):
            place = LANES * load(update, to + i)
            set_four(x, place, add_times(four(x, place), 1.0, four(z, LANES * i)))
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
                set_four(z, LANES * (taken + i), four(x, LANES * load(update, to + i)))
            multiply_four(packed, at - back, k, z, taken + k, m - k, z)
            for i in range(k):
                place = LANES * (start + i)
                set_four(x, place, add_times(four(x, place), -1.0, four(z, LANES * i)))
        at -= back + ((m + WIDE - 1) // WIDE) * WIDE * k
