"""Small matrices in flat rows for compiled code: dual 3×3 matrices of 18 entries and 6×6 blocks of 36.

A dual matrix A + ε B (:mod:`mbfe.algebra.duals`) stands as A and then B, row by row. On (u, θ) it is the 6×6
matrix [[A, B], [0, A]] when it gives a twist, and [[0, A], [A, B]] when it gives a wrench (f, m). Each is a
one-dimensional array of its own, most often a row of a work array.

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
def clear(array):
    """Write zeros."""
    for c in range(array.shape[0]):
        store(array, c, 0.0)


@compiled
def add_to(array, place, value):
    """Add a number to an entry."""
    store(array, place, load(array, place) + value)


@compiled
def add_real_skew(array, first, a):
    """Add ã of a real vector to nine entries."""
    add_to(array, first + 1, -a[2])
    add_to(array, first + 2, a[1])
    add_to(array, first + 3, a[2])
    add_to(array, first + 5, -a[0])
    add_to(array, first + 6, -a[1])
    add_to(array, first + 7, a[0])


@compiled
def add_skew(A, a):
    """Add the matrix ã of a dual vector, ã b = a × b."""
    add_real_skew(A, 0, a.real)
    add_real_skew(A, 9, a.dual)


@compiled
def add_outer(A, a, b):
    """Add the dyad a bᵀ."""
    for r in range(3):
        for c in range(3):
            add_to(A, 3 * r + c, a[r] * b[c])
            add_to(A, 3 * r + c + 9, a[r] * b[3 + c] + a[3 + r] * b[c])


@compiled
def add_diagonal(A, f):
    """Add f I with a dual number f."""
    for c in range(3):
        add_to(A, 4 * c, f[0])
        add_to(A, 9 + 4 * c, f[1])


@compiled
def add_slope(A, z, a, g_of, k_of):
    """Add the derivative with z of g z×a + k z×(z×a), g and k functions of z·z, given with slopes (duals).

    It is −g ã + k ((z·a) I + z aᵀ − 2 a zᵀ) + 2 (g′ z×a + k′ z×(z×a)) zᵀ.
    """
    (g, dg), (k, dk) = g_of, k_of
    across = cross(z, a)
    kz = k * z
    add_outer(A, 2.0 * (dg * across + dk * cross(z, across) - k * a), z)
    add_outer(A, kz, a)
    add_diagonal(A, dot(kz, a))
    add_skew(A, -(g * a))


@compiled
def add_inverse(A, z, g, k):
    """Add T⁻¹(z) = I + g z̃ + k z̃², g = ½; T⁻¹(−z) with g = −½; or T with its g and k (duals)."""
    kz = k * z
    add_outer(A, kz, z)
    add_diagonal(A, Dual(1.0, 0.0) - dot(kz, z))
    add_skew(A, g * z)


@compiled
def add_rotation(A, x, p):
    """Add the dual rotation R + ε x̃ R of the motion (x, p), which is Ad of its twists."""
    R = matrix(p)
    turned = skew(x) @ R
    for r in range(3):
        for c in range(3):
            add_to(A, 3 * r + c, R[r, c])
            add_to(A, 3 * r + c + 9, turned[r, c])


@compiled
def add_matrix(A, f, B):
    """Add f B."""
    for c in range(18):
        add_to(A, c, f * load(B, c))


@compiled
def add_transposed(A, B):
    """Add Bᵀ."""
    for r in range(3):
        for c in range(3):
            add_to(A, 3 * r + c, load(B, 3 * c + r))
            add_to(A, 3 * r + c + 9, load(B, 3 * c + r + 9))


@compiled
def add_dual_product(out, f, A, B):
    """Add f A B of dual matrices."""
    for r in range(3):
        for c in range(3):
            real, dual = 0.0, 0.0
            for n in range(3):
                a, b = load(A, 3 * r + n), load(B, 3 * n + c)
                real += a * b
                dual += a * load(B, 9 + 3 * n + c) + load(A, 9 + 3 * r + n) * b
            add_to(out, 3 * r + c, f * real)
            add_to(out, 3 * r + c + 9, f * dual)


# ------------------------------------------------------------------ blocks


@compiled
def set_twist_matrix(block, M):
    """Write the block [[A, B], [0, A]] of a dual matrix."""
    for r in range(3):
        for c in range(3):
            a, b = load(M, 3 * r + c), load(M, 9 + 3 * r + c)
            at = 6 * r + c
            store(block, at, a)
            store(block, at + 3, b)
            store(block, at + 18, 0.0)
            store(block, at + 21, a)


@compiled
def add_wrench_matrix(block, f, M):
    """Add f times the block [[0, A], [A, B]] of a dual matrix."""
    for r in range(3):
        for c in range(3):
            a, b = f * load(M, 3 * r + c), f * load(M, 9 + 3 * r + c)
            at = 6 * r + c
            add_to(block, at + 3, a)
            add_to(block, at + 18, a)
            add_to(block, at + 21, b)


@compiled
def add_wrench_transposed(block, f, M):
    """Add f times the block [[0, Aᵀ], [Aᵀ, Bᵀ]] of a dual matrix."""
    for r in range(3):
        for c in range(3):
            a, b = f * load(M, 3 * c + r), f * load(M, 9 + 3 * c + r)
            at = 6 * r + c
            add_to(block, at + 3, a)
            add_to(block, at + 18, a)
            add_to(block, at + 21, b)


@compiled
def add_block(block, f, matrix6):
    """Add f times a matrix (6, 6)."""
    given = flat(matrix6)
    for c in range(36):
        add_to(block, c, f * load(given, c))


@compiled
def add_row_times(out, to, x, B):
    """Six entries as a row: out[to …] += x₀ B₀ + … + x₅ B₅ with the rows of a block."""
    s0, s1, s2 = load(out, to), load(out, to + 1), load(out, to + 2)
    s3, s4, s5 = load(out, to + 3), load(out, to + 4), load(out, to + 5)
    for k in range(6):
        at = 6 * k
        s0 += x[k] * load(B, at)
        s1 += x[k] * load(B, at + 1)
        s2 += x[k] * load(B, at + 2)
        s3 += x[k] * load(B, at + 3)
        s4 += x[k] * load(B, at + 4)
        s5 += x[k] * load(B, at + 5)
    store(out, to, s0)
    store(out, to + 1, s1)
    store(out, to + 2, s2)
    store(out, to + 3, s3)
    store(out, to + 4, s4)
    store(out, to + 5, s5)


@compiled
def add_product(out, place, f, A, B):
    """Add f A B of two blocks to rows of ``out``; ``place`` is the first entry and how far rows are apart.

    ``out`` and A may be matrices with two axes.
    """
    to, stride = place
    rows = flat(out)
    first = flat(A)
    for r in range(6):
        at = 6 * r
        x = (
            f * load(first, at), f * load(first, at + 1), f * load(first, at + 2),
            f * load(first, at + 3), f * load(first, at + 4), f * load(first, at + 5),
        )  # fmt: skip
        add_row_times(rows, to + stride * r, x, B)


@compiled
def add_transposed_product(out, A, B):
    """Add Aᵀ B of two blocks to a block."""
    for r in range(6):
        x = (
            load(A, r), load(A, r + 6), load(A, r + 12),
            load(A, r + 18), load(A, r + 24), load(A, r + 30),
        )  # fmt: skip
        add_row_times(out, 6 * r, x, B)
