"""Small dense matrices of compiled code beside LAPACK's."""

import itertools

import numpy as np
import pytest

from mbfe.algebra import symmetric

SIZES = (1, 2, 3, 7, 20, 40)


def matrices(size):
    """Dense, sparse and graded matrices with their negatives, and one of low rank."""
    rng = np.random.default_rng(size)
    full = rng.standard_normal((size, size))
    made = [full + full.T, np.where(rng.random((size, size)) < 0.7, 0.0, full + full.T)]
    made.append(np.diag(10.0 ** -np.arange(size, dtype=float)) + 1e-9 * (full + full.T))
    made.append(np.outer(full[0], full[0]))
    return [0.5 * (a + a.T) for a in made]


@pytest.mark.parametrize("size", SIZES)
def test_eigenvalues_counts_and_vectors_are_those_of_lapack(size):
    """Each eigenvalue to round-off of the largest, its vector by the residual, counts between any two."""
    for given in matrices(size):
        values = np.linalg.eigvalsh(given)
        scale = np.abs(values).max() + 1e-300
        room = np.full((size + 2, size + 2), np.nan)
        room[:size, :size] = given
        symmetric.tridiagonalise(room, size)
        for number in (0, size // 2, size - 1):
            value = symmetric.eigenvalue(room, size, number)
            assert value == pytest.approx(values[number], abs=1e-14 * size * scale)
            x = np.full(size + 1, np.nan)
            symmetric.eigenvector(room, size, value, np.zeros((4, size + 1)), x)
            assert np.linalg.norm(x[:size]) == pytest.approx(1.0)
            assert np.abs(given @ x[:size] - value * x[:size]).max() < 1e-13 * size * scale
        for low, high in itertools.pairwise(values):
            if high - low > 1e-10 * scale:
                between = 0.5 * (low + high)
                assert symmetric.count_below(room, size, between) == (values < between).sum()


@pytest.mark.parametrize("size", SIZES)
def test_the_symmetric_part_counts(size):
    """A matrix that is not symmetric has the eigenvalues of its symmetric part there."""
    given = np.random.default_rng(size).standard_normal((size, size))
    room = given.copy()
    symmetric.tridiagonalise(room, size)
    lowest = np.linalg.eigvalsh(0.5 * (given + given.T))[0]
    assert symmetric.eigenvalue(room, size, 0) == pytest.approx(lowest, abs=1e-12)


@pytest.mark.parametrize("size", SIZES)
def test_sign_of_the_determinant(size):
    """Rows change places and signs; a row of zeros gives zero."""
    rng = np.random.default_rng(size)
    for _ in range(20):
        given = rng.standard_normal((size, size))
        assert symmetric.determinant_sign(given.copy(), size) == np.linalg.slogdet(given)[0]
    given[-1] = 0.0
    assert symmetric.determinant_sign(given, size) == 0.0
