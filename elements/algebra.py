"""Sums and blocks of 3×3 matrices (tuples of 9), and moved poses, that the laws of this package share."""

from __future__ import annotations

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import add_3x3, product, skew
from mbfe.compiled import compiled


@compiled
def add_matrices(a, b):
    """A + B."""
    return (
        a[0] + b[0], a[1] + b[1], a[2] + b[2],
        a[3] + b[3], a[4] + b[4], a[5] + b[5],
        a[6] + b[6], a[7] + b[7], a[8] + b[8],
    )  # fmt: skip


@compiled
def scale_matrix(f, a):
    """f A."""
    return (f * a[0], f * a[1], f * a[2], f * a[3], f * a[4], f * a[5], f * a[6], f * a[7], f * a[8])


@compiled
def subtract_matrices(a, b):
    """A − B."""
    return add_matrices(a, scale_matrix(-1.0, b))


@compiled
def part(matrix, i, j):
    """3×3 part of a larger matrix that starts at row i, column j."""
    return (
        matrix[i, j], matrix[i, j + 1], matrix[i, j + 2],
        matrix[i + 1, j], matrix[i + 1, j + 1], matrix[i + 1, j + 2],
        matrix[i + 2, j], matrix[i + 2, j + 1], matrix[i + 2, j + 2],
    )  # fmt: skip


@compiled
def add_between(block, i, j, f, at_i, S, at_j):
    """Add f [I; s̃ᵢ] S [I, −s̃ⱼ]: a 3×3 matrix between two points, carried to the nodes at i and j."""
    turn = skew(at_j)
    add_3x3(block, i, j, f, S)
    add_3x3(block, i, j + 3, -f, product(S, turn))
    lever = product(skew(at_i), S)
    add_3x3(block, i + 3, j, f, lever)
    add_3x3(block, i + 3, j + 3, -f, product(lever, turn))


@compiled
def displace(kept, c, size, row):
    """Write the pose of a node that is moved from a kept one along its component c: way [m] or turn [rad]."""
    shift = (size if c == 0 else 0.0, size if c == 1 else 0.0, size if c == 2 else 0.0)
    turn = (size if c == 3 else 0.0, size if c == 4 else 0.0, size if c == 5 else 0.0)
    x, q = exp(shift, turn)
    compose(kept, x, q, row)
