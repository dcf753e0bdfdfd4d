"""Small matrices in flat arrays for compiled code: dual 3×3 matrices of 18 entries and 6×6 blocks of 36.

A dual matrix A + ε B (:mod:`mbfe.algebra.duals`) stands as A and then B, row by row. On (u, θ) it is the 6×6
matrix [[A, B], [0, A]] when it gives a twist, and [[0, A], [A, B]] when it gives a wrench (f, m).

Loops over arrays compile to little code, where tuples of 18 and 36 numbers would take many seconds.
"""

from __future__ import annotations

from mbfe.algebra.duals import Dual
from mbfe.algebra.vectors import cross, dot, matrix, skew
from mbfe.compiled import compiled, flat, load, store

__all__ = [
    "BLOCK", "DUAL", "add_block", "add_diagonal", "add_dual_product", "add_inverse", "add_matrix",
    "add_outer", "add_product", "add_rotation", "add_skew", "add_slope", "add_transposed",
    "add_transposed_product", "add_wrench_matrix", "add_wrench_transposed", "clear", "set_twist_matrix",
]  # fmt: skip

DUAL = 18
BLOCK = 36

# ------------------------------------------------------------------ dual matrices


@compiled
def clear(array, i, count):
    """Write zeros."""
    for c in range(count):
        store(array, i + c, 0.0)


@compiled
def add_real_skew(array, i, a):
    """Add ã of a real vector to nine entries."""
    store(array, i + 1, load(array, i + 1) - a[2])
    store(array, i + 2, load(array, i + 2) + a[1])
    store(array, i + 3, load(array, i + 3) + a[2])
    store(array, i + 5, load(array, i + 5) - a[0])
    store(array, i + 6, load(array, i + 6) - a[1])
    store(array, i + 7, load(array, i + 7) + a[0])


@compiled
def add_skew(array, i, a):
    """Add the matrix ã of a dual vector, ã b = a × b."""
    add_real_skew(array, i, a.real)
    add_real_skew(array, i + 9, a.dual)


@compiled
def add_outer(array, i, a, b):
    """Add the dyad a bᵀ."""
    for r in range(3):
        for c in range(3):
            at = i + 3 * r + c
            store(array, at, load(array, at) + a[r] * b[c])
            store(array, at + 9, load(array, at + 9) + a[r] * b[3 + c] + a[3 + r] * b[c])


@compiled
def add_diagonal(array, i, f):
    """Add f I with a dual number f."""
    for c in range(3):
        store(array, i + 4 * c, load(array, i + 4 * c) + f[0])
        store(array, i + 9 + 4 * c, load(array, i + 9 + 4 * c) + f[1])


@compiled
def add_slope(array, i, z, a, g_of, k_of):
    """Add the derivative with z of g z×a + k z×(z×a), g and k functions of z·z, given with slopes (duals).

    It is −g ã + k ((z·a) I + z aᵀ − 2 a zᵀ) + 2 (g′ z×a + k′ z×(z×a)) zᵀ.
    """
    (g, dg), (k, dk) = g_of, k_of
    across = cross(z, a)
    kz = k * z
    add_outer(array, i, 2.0 * (dg * across + dk * cross(z, across) - k * a), z)
    add_outer(array, i, kz, a)
    add_diagonal(array, i, dot(kz, a))
    add_skew(array, i, -(g * a))


@compiled
def add_inverse(array, i, z, g, k):
    """Add T⁻¹(z) = I + g z̃ + k z̃², g = ½; T⁻¹(−z) with g = −½; or T with its g and k (duals)."""
    kz = k * z
    add_outer(array, i, kz, z)
    add_diagonal(array, i, Dual(1.0, 0.0) - dot(kz, z))
    add_skew(array, i, g * z)


@compiled
def add_rotation(array, i, x, p):
    """Add the dual rotation R + ε x̃ R of the motion (x, p), which is Ad of its twists."""
    R = matrix(p)
    turned = skew(x) @ R
    for r in range(3):
        for c in range(3):
            at = i + 3 * r + c
            store(array, at, load(array, at) + R[r, c])
            store(array, at + 9, load(array, at + 9) + turned[r, c])


@compiled
def add_matrix(array, i, f, j):
    """Add f times the dual matrix from j on."""
    for c in range(18):
        store(array, i + c, load(array, i + c) + f * load(array, j + c))


@compiled
def add_transposed(array, i, j):
    """Add the transposed dual matrix from j on."""
    for r in range(3):
        for c in range(3):
            at, other = i + 3 * r + c, j + 3 * c + r
            store(array, at, load(array, at) + load(array, other))
            store(array, at + 9, load(array, at + 9) + load(array, other + 9))


@compiled
def add_dual_product(array, i, f, j, k):
    """Add f A B of the dual matrices from j and from k on."""
    for r in range(3):
        for c in range(3):
            real, dual = 0.0, 0.0
            for n in range(3):
                a, b = load(array, j + 3 * r + n), load(array, k + 3 * n + c)
                real += a * b
                dual += a * load(array, k + 9 + 3 * n + c) + load(array, j + 9 + 3 * r + n) * b
            at = i + 3 * r + c
            store(array, at, load(array, at) + f * real)
            store(array, at + 9, load(array, at + 9) + f * dual)


# ------------------------------------------------------------------ blocks


@compiled
def set_twist_matrix(array, to, i):
    """Write the block [[A, B], [0, A]] of the dual matrix from i on."""
    for r in range(3):
        for c in range(3):
            a, b = load(array, i + 3 * r + c), load(array, i + 9 + 3 * r + c)
            at = to + 6 * r + c
            store(array, at, a)
            store(array, at + 3, b)
            store(array, at + 18, 0.0)
            store(array, at + 21, a)


@compiled
def add_wrench_matrix(array, to, f, i):
    """Add f times the block [[0, A], [A, B]] of the dual matrix from i on."""
    for r in range(3):
        for c in range(3):
            a, b = f * load(array, i + 3 * r + c), f * load(array, i + 9 + 3 * r + c)
            at = to + 6 * r + c
            store(array, at + 3, load(array, at + 3) + a)
            store(array, at + 18, load(array, at + 18) + a)
            store(array, at + 21, load(array, at + 21) + b)


@compiled
def add_wrench_transposed(array, to, f, i):
    """Add f times the block [[0, Aᵀ], [Aᵀ, Bᵀ]] of the dual matrix from i on."""
    for r in range(3):
        for c in range(3):
            a, b = f * load(array, i + 3 * c + r), f * load(array, i + 9 + 3 * c + r)
            at = to + 6 * r + c
            store(array, at + 3, load(array, at + 3) + a)
            store(array, at + 18, load(array, at + 18) + a)
            store(array, at + 21, load(array, at + 21) + b)


@compiled
def add_block(array, to, f, source, i):
    """Add f times a block of another array."""
    given = flat(source)
    for c in range(36):
        store(array, to + c, load(array, to + c) + f * load(given, i + c))


@compiled
def add_row_times(out, to, x, array, b):
    """Six entries as a row: out[to …] += x₀ B₀ + … + x₅ B₅ with the rows of the block from b on."""
    s0, s1, s2 = load(out, to), load(out, to + 1), load(out, to + 2)
    s3, s4, s5 = load(out, to + 3), load(out, to + 4), load(out, to + 5)
    for k in range(6):
        at = b + 6 * k
        s0 += x[k] * load(array, at)
        s1 += x[k] * load(array, at + 1)
        s2 += x[k] * load(array, at + 2)
        s3 += x[k] * load(array, at + 3)
        s4 += x[k] * load(array, at + 4)
        s5 += x[k] * load(array, at + 5)
    store(out, to, s0)
    store(out, to + 1, s1)
    store(out, to + 2, s2)
    store(out, to + 3, s3)
    store(out, to + 4, s4)
    store(out, to + 5, s5)


@compiled
def add_product(out, place, f, left, a, array, b):
    """Add f A B of two blocks to rows of ``out``; ``place`` is the first entry and how far rows are apart."""
    to, stride = place
    rows = flat(out)
    first = flat(left)
    for r in range(6):
        at = a + 6 * r
        x = (
            f * load(first, at), f * load(first, at + 1), f * load(first, at + 2),
            f * load(first, at + 3), f * load(first, at + 4), f * load(first, at + 5),
        )  # fmt: skip
        add_row_times(rows, to + stride * r, x, array, b)


@compiled
def add_transposed_product(out, to, array, a, b):
    """Add Aᵀ B of two blocks to a block."""
    for r in range(6):
        at = a + r
        x = (
            load(array, at), load(array, at + 6), load(array, at + 12),
            load(array, at + 18), load(array, at + 24), load(array, at + 30),
        )  # fmt: skip
        add_row_times(out, to + 6 * r, x, array, b)
