"""Graphs of sparse matrices: what is connected, the strongest tree, the number of edges between two vertices.

SciPy's graph functions are called here only. They are compiled for indices of 32 bits, and which of them
convert others differs between SciPy's releases, whereas sparse matrices often have indices of 64 bits: they
are converted in one place.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse import csgraph

__all__ = ["connected_parts", "edges_between", "mutual_parts", "spanning_tree"]

Ints = NDArray[np.int32]


def connected_parts(matrix: sp.sparray | NDArray[np.generic]) -> tuple[int, Ints]:
    """Parts of a graph that are not connected with each other, whatever way the edges point: count and part.

    Entry (i, j) of the (n, n) matrix is an edge from i to j: stored zeros of a sparse one too, zeros of a
    dense one not. The part of each vertex is an array of int, shape (n,).
    """
    count, part = csgraph.connected_components(_graph(matrix), directed=False)
    return int(count), part


def mutual_parts(matrix: sp.sparray | NDArray[np.generic]) -> tuple[int, Ints]:
    """Parts within which a way along the edges leads from each vertex to each other; as `connected_parts`."""
    count, part = csgraph.connected_components(_graph(matrix), directed=True, connection="strong")
    return int(count), part


def spanning_tree(matrix: sp.sparray) -> sp.csr_array:
    """The (n, n) edges, both ways, of the tree of least sum in each connected part of a symmetric graph."""
    tree = csgraph.minimum_spanning_tree(_graph(matrix))
    return sp.csr_array(tree + tree.T)


def edges_between(matrix: sp.sparray) -> NDArray[np.float64]:
    """Least numbers of edges between all vertices, shape (n, n), whatever way they point, or infinity."""
    return csgraph.shortest_path(_graph(matrix), directed=False, unweighted=True)


def _graph(matrix: sp.sparray | NDArray[np.generic]) -> sp.csr_array:
    """The matrix by rows, with indices of 32 bits; the given one is left alone."""
    graph = sp.csr_array(matrix)
    indices, starts = graph.indices.astype(np.int32, copy=False), graph.indptr.astype(np.int32, copy=False)
    return sp.csr_array((graph.data, indices, starts), shape=graph.shape)
