"""Vectors, 3×3 matrices and quaternions for compiled code, as tuples of floats.

A tuple lives in registers, an array would be allocated. A matrix is a tuple of 9, row by row; a quaternion is
(w, x, y, z), active and of Hamilton's convention.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled

# ------------------------------------------------------------------------------------------ vectors


@compiled
def vector(row, first):
    """Three consecutive entries of an array as a tuple."""
    return (row[first], row[first + 1], row[first + 2])


@compiled
def quaternion(row):
    """Quaternion (w, x, y, z) of a motion row."""
    return (row[3], row[4], row[5], row[6])


@compiled
def add(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@compiled
def subtract(a, b):
    """a − b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@compiled
def scale(f, a):
    """f a."""
    return (f * a[0], f * a[1], f * a[2])


@compiled
def dot(a, b):
    """a · b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@compiled
def norm(a):
    """‖a‖."""
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@compiled
def cross(a, b):
    """a × b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


# ------------------------------------------------------------------------------------------ matrices of 9


@compiled
def skew(a):
    """Matrix ã with ã b = a × b."""
    return (0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0)


@compiled
def times(m, a):
    """Matrix times vector, M a."""
    return (
        m[0] * a[0] + m[1] * a[1] + m[2] * a[2],
        m[3] * a[0] + m[4] * a[1] + m[5] * a[2],
        m[6] * a[0] + m[7] * a[1] + m[8] * a[2],
    )


@compiled
def times_transposed(m, a):
    """Transposed matrix times vector, Mᵀ a."""
    return (
        m[0] * a[0] + m[3] * a[1] + m[6] * a[2],
        m[1] * a[0] + m[4] * a[1] + m[7] * a[2],
        m[2] * a[0] + m[5] * a[1] + m[8] * a[2],
    )


@compiled
def product(a, b):
    """Product of two matrices, A B."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@compiled
def transpose(a):
    """Transposed matrix."""
    return (a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8])


@compiled
def outer(a, b):
    """Dyad a bᵀ."""
    return (
        a[0] * b[0], a[0] * b[1], a[0] * b[2],
        a[1] * b[0], a[1] * b[1], a[1] * b[2],
        a[2] * b[0], a[2] * b[1], a[2] * b[2],
    )  # fmt: skip


@compiled
def add_3x3(block, i, j, f, m):
    """Add f M to the 3×3 block of ``block`` that starts at row i, column j."""
    for r in range(3):
        for c in range(3):
            block[i + r, j + c] += f * m[3 * r + c]


@compiled
def add_identity(block, i, j, f):
    """Add f I to the 3×3 block of ``block`` that starts at row i, column j."""
    block[i, j] += f
    block[i + 1, j + 1] += f
    block[i + 2, j + 2] += f


@compiled
def add_vector(array, i, f, a):
    """Add f a to three consecutive entries of a one-dimensional array."""
    array[i] += f * a[0]
    array[i + 1] += f * a[1]
    array[i + 2] += f * a[2]


# ------------------------------------------------------------------------------------------ quaternions


@compiled
def multiply(p, q):
    """Hamilton product p ∘ q."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@compiled
def conjugate(p):
    """Conjugate p*, the inverse of a unit quaternion."""
    return (p[0], -p[1], -p[2], -p[3])


@compiled
def rotate(p, a):
    """R(p) a."""
    t = (
        2.0 * (p[2] * a[2] - p[3] * a[1]),
        2.0 * (p[3] * a[0] - p[1] * a[2]),
        2.0 * (p[1] * a[1] - p[2] * a[0]),
    )
    return (
        a[0] + p[0] * t[0] + p[2] * t[2] - p[3] * t[1],
        a[1] + p[0] * t[1] + p[3] * t[0] - p[1] * t[2],
        a[2] + p[0] * t[2] + p[1] * t[1] - p[2] * t[0],
    )


@compiled
def unrotate(p, a):
    """R(p)ᵀ a."""
    return rotate(conjugate(p), a)


@compiled
def matrix(p):
    """Rotation matrix R(p) of a unit quaternion, as a tuple of 9."""
    w, x, y, z = p
    return (
        1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
        2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
        2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y),
    )  # fmt: skip
