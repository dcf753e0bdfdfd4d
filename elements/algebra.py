"""Sums and blocks of 3×3 matrices, and moved poses, that the laws of this package share."""

from __future__ import annotations

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import Mat3, Vec3, add_3x3, part, skew
from mbfe.compiled import compiled, formula

__all__ = ["add_between", "displace", "part"]


@formula
def add_matrices(a, b):
    """A + B."""
    return Mat3(*a) + Mat3(*b)


@formula
def scale_matrix(f, a):
    """f A."""
    return f * Mat3(*a)


@formula
def subtract_matrices(a, b):
    """A − B."""
    return Mat3(*a) - Mat3(*b)


@formula
def add_between(block, i, j, f, at_i, S, at_j):
    """Add f [I; s̃ᵢ] S [I, −s̃ⱼ]: a 3×3 matrix between two points, carried to the nodes at i and j."""
    turn = skew(at_j)
    add_3x3(block, i, j, f, S)
    add_3x3(block, i, j + 3, -f, S @ turn)
    lever = skew(at_i) @ S
    add_3x3(block, i + 3, j, f, lever)
    add_3x3(block, i + 3, j + 3, -f, lever @ turn)


@compiled
def displace(kept, c, size, row):
    """Write the pose of a node that is moved from a kept one along its component c: way [m] or turn [rad]."""
    shift = Vec3(size if c == 0 else 0.0, size if c == 1 else 0.0, size if c == 2 else 0.0)
    turn = Vec3(size if c == 3 else 0.0, size if c == 4 else 0.0, size if c == 5 else 0.0)
    x, q = exp(shift, turn)
    compose(kept, x, q, row)
