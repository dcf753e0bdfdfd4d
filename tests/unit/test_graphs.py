"""Graphs of sparse matrices with indices of 32 and 64 bits, beside computations from the definition."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.sparse as sp

from mbfe.algebra.graphs import connected_parts, edges_between, mutual_parts, spanning_tree

KINDS = list(itertools.product((np.int32, np.int64), ("csr", "csc", "coo")))


def random_graph(seed: int, n: int = 9, edges: int = 9) -> np.ndarray:
    """Weights of directed edges, zeros where there is none."""
    rng = np.random.default_rng(seed)
    A = np.zeros((n, n))
    A[rng.integers(0, n, edges), rng.integers(0, n, edges)] = rng.uniform(1.0, 2.0, edges)
    return A


def stored(A: np.ndarray, width: type[np.signedinteger], form: str) -> sp.sparray:
    """The matrix with indices of a width, which SciPy would not choose by itself for a small one."""
    matrix = sp.coo_array(A).asformat(form)
    if form == "coo":
        matrix.coords = tuple(places.astype(width) for places in matrix.coords)
    else:
        matrix.indices, matrix.indptr = matrix.indices.astype(width), matrix.indptr.astype(width)
    assert widths(matrix) == {np.dtype(width)}
    return matrix


def widths(matrix: sp.sparray) -> set[np.dtype]:
    """Types of the indices."""
    arrays = matrix.coords if matrix.format == "coo" else (matrix.indices, matrix.indptr)
    return {array.dtype for array in arrays}


def reachable(A: np.ndarray) -> np.ndarray:
    """Whether a way of any length leads from i to j."""
    n = len(A)
    return np.linalg.matrix_power((A != 0.0).astype(float) + np.eye(n), n) > 0.0


@pytest.mark.parametrize(("width", "form"), KINDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_parts_and_distances(width: type[np.signedinteger], form: str, seed: int) -> None:
    A = random_graph(seed)
    matrix = stored(A, width, form)
    count, part = connected_parts(matrix)
    joined = reachable(A + A.T)
    assert np.array_equal(part[:, None] == part, joined)
    assert count == len(np.unique(part))
    assert connected_parts(A)[0] == count

    there = reachable(A)
    count, part = mutual_parts(matrix)
    assert np.array_equal(part[:, None] == part, there & there.T)
    assert count == len(np.unique(part))

    step = ((A + A.T) != 0.0).astype(float) + np.eye(len(A))
    powers = np.array([np.linalg.matrix_power(step, k) > 0.0 for k in range(len(A))])
    hops = np.where(powers.any(axis=0), powers.argmax(axis=0), np.inf)
    assert np.array_equal(edges_between(matrix), hops)


@pytest.mark.parametrize(("width", "form"), KINDS)
def test_spanning_tree_is_the_least_of_all(width: type[np.signedinteger], form: str) -> None:
    """All choices of n - 1 edges that connect a graph of five vertices, one by one."""
    A = random_graph(5, 5, 12)
    A = np.triu(A + A.T, 1)
    A += A.T
    ends = np.argwhere(np.triu(A))
    sums = []
    for chosen in itertools.combinations(ends, 4):
        B = np.zeros((5, 5))
        B[tuple(np.transpose(chosen))] = 1.0
        if reachable(B + B.T).all():
            sums.append((B * A).sum())
    matrix = stored(A, width, form)
    tree = spanning_tree(matrix).toarray()
    assert np.array_equal(tree, tree.T)
    assert reachable(tree).all()
    assert np.count_nonzero(tree) == 8
    assert tree.sum() / 2.0 == pytest.approx(min(sums), rel=1e-14)
    assert len(sums) > 1
    assert np.array_equal(matrix.toarray(), A)
    assert widths(matrix) == {np.dtype(width)}
