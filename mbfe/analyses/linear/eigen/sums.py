"""Sizes of the sums behind the entries of matrices, by which errors of rounding are judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Ints
from mbfe.analyses.linear.eigen.tolerances import RANK

__all__ = ["Vectors", "summed"]


@dataclass(frozen=True, eq=False)
class Vectors:
    """Which unknowns turned axes mix: translations and rotations of nodes; variables are by themselves.

    Attributes
    ----------
    of_unknown : (n,) array of int
        Number of the vector of each unknown.
    lever_of : (k,) array of int
        The translation of the node of each vector, whose stiffness lever arms carry to rotations, or itself.
    is_node : (k,) array of bool
        Which are of nodes, and so comparable with each other; variables are not.
    """

    of_unknown: Ints
    lever_of: Ints
    is_node: NDArray[np.bool_]

    @classmethod
    def at(cls, places: Ints, is_node: NDArray[np.bool_]) -> Vectors:
        """Those of unknowns at places 6 row + component, each of a node or a variable."""
        row, component = np.divmod(places, 6)
        alone = 2 * int(row.max(initial=-1)) + 2 + np.arange(len(row))
        key = np.where(is_node, 2 * row + component // 3, alone)
        keys, of_unknown = np.unique(key, return_inverse=True)
        solid = np.zeros(len(keys), dtype=bool)
        solid[of_unknown] = is_node
        before = np.maximum(np.arange(len(keys)) - 1, 0)
        is_arm = solid & (keys % 2 == 1) & (keys[before] == keys - 1)
        return cls(of_unknown, np.where(is_arm, before, np.arange(len(keys))), solid)


def summed(
    matrix: sp.csr_array, more: sp.csr_array, vectors: Vectors, *, has_reactions: bool = False
) -> sp.csr_array:
    """Sums (n, n) of absolute values behind a matrix, if the unknowns of one vector were summed together.

    `more` are absolute values of terms that may have cancelled. In all entries of the block of two vectors it
    is the largest one of it or of what is between their own blocks (the geometric mean of these); nothing in
    blocks of zeros. Reactions of joints add `STRAY` times the largest entry of all: those of stiffness. On
    the diagonal of nodes it is no less than `FLOOR` times the largest of all, so that products of two errors
    of rounding count as zero.
    """
    known = sp.coo_array(abs(matrix) + more)
    number, solid = vectors.of_unknown, vectors.is_node
    n, count = len(number), len(solid)
    key = number[known.row].astype(np.int64) * count + number[known.col]
    blocks, place = np.unique(key, return_inverse=True)
    most = np.zeros(len(blocks))
    np.maximum.at(most, place, known.data)
    row, column = blocks // max(count, 1), blocks % max(count, 1)
    own = np.zeros(count)
    own[row[row == column]] = most[row == column]
    own = np.maximum(own, own[vectors.lever_of])
    of_nodes = solid[row] & solid[column]
    largest = float(most[of_nodes].max(initial=0.0))
    stray = RANK.stray_reactions * largest if has_reactions else 0.0
    bound = np.maximum(most, np.sqrt(own[row] * own[column])) + np.where(of_nodes, stray, 0.0)
    block = sp.csr_array((np.where(most > 0.0, bound, 0.0), (row, column)), shape=(count, count))
    member = sp.csr_array((np.ones(n), (np.arange(n), number)), shape=(n, count))
    made = sp.csr_array(member @ block @ member.T)
    return sp.csr_array(made + RANK.least_sum * largest * sp.diags_array(solid[number].astype(float)))
