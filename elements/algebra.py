"""Blocks of matrices between points, and moved poses, that the laws of this package share."""

from __future__ import annotations

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import Vec3, add_3x3, skew
from mbfe.compiled import compiled, formula

__all__ = ["add_between", "displace"]


@formula
def add_between(block, i, j, s_i, S, s_j):
    """Add [I; s̃ᵢ] S [I, −s̃ⱼ]: a 3×3 matrix between two points, carried to the nodes at i and j."""
    moment = skew(s_i) @ S
    add_3x3(block, i, j, S)
    add_3x3(block, i, j + 3, -(S @ skew(s_j)))
    add_3x3(block, i + 3, j, moment)
    add_3x3(block, i + 3, j + 3, -(moment @ skew(s_j)))


@compiled
def displace(kept, c, size, row):
    """Write the pose of a node that is moved from a kept one along its component c: way [m] or turn [rad]."""
    shift = Vec3(size if c == 0 else 0.0, size if c == 1 else 0.0, size if c == 2 else 0.0)
    turn = Vec3(size if c == 3 else 0.0, size if c == 4 else 0.0, size if c == 5 else 0.0)
    x, q = exp(shift, turn)
    compose(kept, x, q, row)
