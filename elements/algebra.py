"""Blocks of matrices between points that the laws of this package share."""

from __future__ import annotations

from mbfe.algebra.vectors import add_3x3, skew
from mbfe.compiled import formula

__all__ = ["add_between"]


@formula
def add_between(block, i, j, s_i, S, s_j):
    """Add [I; s̃ᵢ] S [I, −s̃ⱼ]: a 3×3 matrix between two points, carried to the nodes at i and j."""
    moment = skew(s_i) @ S
    add_3x3(block, i, j, S)
    add_3x3(block, i, j + 3, -(S @ skew(s_j)))
    add_3x3(block, i + 3, j, moment)
    add_3x3(block, i + 3, j + 3, -(moment @ skew(s_j)))
