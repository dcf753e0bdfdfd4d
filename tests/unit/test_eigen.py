"""Eigenvalues of matrices against 40 digits: free parts, decades of stiffness, rolling, states, lost ones."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest
import scipy.sparse as sp

from mbfe.analyses.linear.eigen import Pencil, Vectors, damped, poles_of, solve, summed, undamped
from mbfe.analyses.linear.eigen.accepted import checked
from mbfe.analyses.linear.eigen.checks import Polynomial
from mbfe.analyses.linear.eigen.sparse import missing_inside, negative_pivots
from mbfe.analyses.linear.eigen.tolerances import SOLVING
from mbfe.errors import SolveError

pytestmark = pytest.mark.slow

Floats = np.ndarray
DIGITS = 40


def vectors(places: np.ndarray) -> Vectors:
    """Vectors of unknowns of nodes."""
    return Vectors.at(places, np.ones(len(places), dtype=bool))


def pencil(M: Floats, C: Floats, K: Floats, *, G: Floats | None = None, N: Floats | None = None) -> Pencil:
    """Unknowns (x, y) with y = G x as holonomic rows, or with rolling rows N ẋ = 0."""
    n = len(M)
    G = np.zeros((0, n)) if G is None else G
    N = np.zeros((0, n)) if N is None else N
    more = len(G)
    full = []
    for part in (M, C, K):
        whole = np.zeros((n + more, n + more))
        whole[:n, :n] = part
        full.append(sp.csr_array(whole))
    B = np.vstack([np.hstack([G, -np.eye(more)]), np.zeros((len(N), n + more))])
    rolling = np.vstack([np.zeros((more, n + more)), np.hstack([N, np.zeros((len(N), more))])])
    holonomic = np.arange(len(B)) < more
    alone, none = vectors(6 * np.arange(n + more)), sp.csr_array((n + more, n + more))
    sums = [summed(part, none, alone) for part in full]
    L = sp.csr_array((B + rolling).T)
    return Pencil(*full, L, sp.csr_array(rolling), sp.csr_array(B), holonomic, *sums)


def names(system: Pencil) -> list[str]:
    return [f"x{i}" for i in range(system.n)]


def exact(M: Floats, C: Floats, K: Floats) -> np.ndarray:
    """All s of s²M + sC + K in upper half plane and on the real axis, by magnitude, in 40 digits."""
    n = len(M)
    with mpmath.workdps(DIGITS):
        inverse = mpmath.matrix(M.tolist()) ** -1
        A = mpmath.zeros(2 * n)
        A[:n, n:] = mpmath.eye(n)
        A[n:, :n], A[n:, n:] = -inverse * mpmath.matrix(K.tolist()), -inverse * mpmath.matrix(C.tolist())
        values = mpmath.eig(A, left=False, right=False)
        found = np.array([complex(v) if abs(v) > 1e-12 else 0j for v in values])
    return np.array(sorted(found[found.imag >= 0.0], key=abs))


def sheared(rng: np.random.Generator, values: Floats) -> Floats:
    """A symmetric matrix of these springs, each of them between two unknowns or to the ground."""
    n = len(values)
    made = np.diag(values)
    for i in range(n - 1):
        if rng.random() < 0.5:
            made += values[i] * np.outer(np.eye(n)[i] - np.eye(n)[i + 1], np.eye(n)[i] - np.eye(n)[i + 1])
    return made


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("decades", [0, 5, 10])
def test_damped_gyroscopic_with_a_free_part(seed: int, decades: int) -> None:
    """Chains of springs over many decades, a part without any, gyroscopic coupling, other units."""
    rng = np.random.default_rng(seed)
    n = 5
    K = np.zeros((n, n))
    K[:3, :3] = sheared(rng, 10.0 ** rng.uniform(0, decades, 3))
    C = np.zeros((n, n))
    C[:4, :4] = 0.03 * sheared(rng, 10.0 ** rng.uniform(-1, 1, 4))
    skew = rng.standard_normal((n, n))
    C[:3, :3] += 0.1 * (skew - skew.T)[:3, :3]
    M = np.diag(10.0 ** rng.uniform(-1, 1, n))
    want = exact(M, C, K)
    units = np.diag(10.0 ** rng.uniform(-3, 3, n))
    for D in (np.eye(n), units):
        system = pencil(D @ M @ D, D @ C @ D, D @ K @ D)
        values, vectors = damped(system, 2 * n, names(system))
        live = values[values != 0.0]
        assert (values == 0.0).sum() == 2
        assert vectors.shape == (n, len(values))
        expected = want[want != 0.0]
        assert len(live) == len(expected)
        for s in expected:
            assert np.abs(live - s).min() <= 1e-11 * abs(s)
        assert (live.real <= 0.0).all()


@pytest.mark.parametrize("seed", range(4))
def test_undamped_over_ten_decades(seed: int) -> None:
    """Soft parts beside stiff ones, coupled and not, with a constraint that repeats an unknown."""
    rng = np.random.default_rng(seed)
    n = 6
    K = np.zeros((n, n))
    K[:4, :4] = sheared(rng, 10.0 ** np.array([10.0, 0.0, 6.0, -2.0]))
    K[4, 4] = 1e-4
    M = np.diag(10.0 ** rng.uniform(-1, 1, n))
    G = np.zeros((2, n))
    G[0, 0], G[1, 1], G[1, 5] = 2.0, 1.0, -1.0
    want = exact(M, np.zeros((n, n)), K)
    squares = np.sort(np.abs(want[want != 0.0]) ** 2)
    system = pencil(M, np.zeros((n, n)), K, G=G)
    values, vectors = undamped(system, n, names(system))
    assert values[0] == 0.0
    assert (values == 0.0).sum() == 1
    assert np.allclose(values[1:], squares, rtol=1e-11)
    assert np.allclose(vectors[n:], G @ vectors[:n], rtol=1e-9, atol=1e-12 * np.abs(vectors).max())


def test_residues_of_rounding_are_no_stiffness() -> None:
    """A spring whose direction is a right angle but for rounding: the other direction is free."""
    d = np.array([1.0, 6.1e-17])
    for damping in (0.0, 0.2):
        system = pencil(np.eye(2), damping * np.outer(d, d), 39.5 * np.outer(d, d))
        values, _ = damped(system, 4, names(system))
        assert values[0] == 0.0
        assert len(values) == 2
        assert abs(values[1]) == pytest.approx(39.5**0.5, rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_roundings_of_levers_and_reactions_are_no_stiffness(seed: int) -> None:
    """Springs in a plane at the mass centre; rotations and another body carry roundings of their forces."""
    rng = np.random.default_rng(seed)
    K = np.zeros((12, 12))
    way = rng.standard_normal(3)
    K[:3, :3] = 1e5 * np.outer(way, way)
    skew = np.cross(np.eye(3), 1e-11 * rng.standard_normal(3))
    K[:3, 3:6], K[3:6, :3] = skew, skew.T
    K[6:, 6:] = 1e-14 * rng.standard_normal((6, 6))
    K[3:6, 6:] = 1e-14 * rng.standard_normal((3, 6))
    M = np.diag(np.concatenate([[2.0] * 3, 1e-3 * rng.uniform(1.0, 2.0, 3), rng.uniform(1.0, 2.0, 6)]))
    nodes, none = vectors(np.arange(12)), sp.csr_array((12, 12))
    parts = [sp.csr_array(part) for part in (M, np.zeros((12, 12)), K)]
    sums = [summed(part, none, nodes, has_reactions=part is parts[2]) for part in parts]
    rows = sp.csr_array((0, 12))
    system = Pencil(*parts, sp.csr_array(rows.T), rows, rows, np.zeros(0, dtype=bool), *sums)
    expected = [0.0] * 11 + [np.sqrt(0.5e5 * way @ way)]
    assert np.allclose(np.sqrt(undamped(system, 12, names(system))[0]), expected, rtol=1e-12, atol=0.0)
    assert np.allclose(np.abs(damped(system, 24, names(system))[0]), expected, rtol=1e-12, atol=0.0)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("c", [1e-2, 1e-4])
def test_slow_decays_beside_stiff_springs(seed: int, c: float) -> None:
    """s = -c/m across a spring k whose roundings are not small beside c²/m, unsymmetric and not."""
    rng = np.random.default_rng(seed)
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    K = 1e6 * np.outer(turn[0], turn[0])
    C = turn.T @ np.diag([0.0, c, 3.0 * c]) @ turn
    for lean in (0.0, 0.5):
        C = C + lean * c * np.outer(turn[1], turn[0])
        system = pencil(np.eye(3), C, K)
        none, one = sp.csr_array((3, 3)), vectors(np.arange(3))
        M_sum, C_sum, K_sum = (summed(part, none, one) for part in (system.M, system.C, system.K))
        system = replace(system, M_sum=M_sum, C_sum=C_sum, K_sum=K_sum)
        values, _ = damped(system, 6, names(system))
        assert (values == 0.0).sum() == 2
        assert np.allclose(values[2:4], [-c, -3.0 * c], rtol=1e-9, atol=0.0)


@pytest.mark.parametrize("seed", range(3))
def test_both_ends_of_a_spectrum_of_eighteen_decades(seed: int) -> None:
    """Masses from 1e-14 to 1e4 on springs alike: neither end has the roundings of the other."""
    rng = np.random.default_rng(seed)
    M = np.diag(rng.permutation([1e-14, 1e-9, 1e-7, 1.0, 1e3, 1e4]))
    K = sheared(rng, rng.uniform(0.5, 2.0, 6))
    C = 1e-9 * sheared(rng, rng.uniform(0.5, 2.0, 6))
    with mpmath.workdps(DIGITS):
        inverse = mpmath.matrix(M.tolist()) ** -1
        squares = sorted(complex(v).real for v in mpmath.eig(inverse * mpmath.matrix(K.tolist()))[0])
    system = pencil(M, np.zeros((6, 6)), K)
    assert np.allclose(undamped(system, 6, names(system))[0], squares, rtol=1e-9, atol=0.0)
    want = exact(M, C, K)
    system = pencil(M, C, K)
    found = np.array(sorted(damped(system, 12, names(system))[0], key=abs))
    assert len(found) == len(want)
    assert np.all(np.abs(found - want) <= 1e-9 * np.abs(want))


def test_massless_and_nearly_massless_directions_follow() -> None:
    """Two springs in series with a mass of nothing, or nearly nothing, between them: k/2."""
    K = 1e6 * np.array([[2.0, -1.0], [-1.0, 1.0]])
    for light in (0.0, 1e-18, 1e-13, 1e-9):
        system = pencil(np.diag([light, 2.0]), np.zeros((2, 2)), K)
        for values in (
            undamped(system, 1, names(system))[0] ** 0.5,
            damped(system, 1, names(system))[0].imag,
        ):
            assert values[0] == pytest.approx(500.0, rel=1e-8)


def test_first_order_states_and_nothing_else() -> None:
    """A matrix of rates alone: massless, damped and stiff."""
    rng = np.random.default_rng(3)
    A = rng.standard_normal((4, 4)) - 3.0 * np.eye(4)
    system = pencil(np.zeros((4, 4)), np.eye(4), -A)
    values, _ = damped(system, 4, names(system))
    expected = np.linalg.eigvals(A)
    for s in expected[expected.imag >= 0.0]:
        assert np.abs(values - s).min() <= 1e-11 * abs(s)


def test_rolling_rows_take_rates_only() -> None:
    """Of three masses with ẋ₀ = ẋ₁ two rates are left, and three positions."""
    K = np.diag([3.0, 0.0, 5.0])
    system = pencil(np.eye(3), np.zeros((3, 3)), K, N=np.array([[1.0, -1.0, 0.0]]))
    values, _ = damped(system, 6, names(system))
    assert (values == 0.0).sum() == 1
    assert np.allclose(values[1:], [1j * 1.5**0.5, 1j * 5.0**0.5], rtol=1e-12)


def test_chains_of_three_zeros() -> None:
    """A body that an integrated drag pushes: ẍ = z, ż = 0 has a triple zero with one vector."""
    M, C, K = np.diag([1.0, 0.0]), np.diag([0.0, 1.0]), np.array([[0.0, -1.0], [0.0, 0.0]])
    system = pencil(M, C, K)
    values, vectors = damped(system, 4, names(system))
    assert values.tolist() == [0.0]
    assert np.abs(vectors[:, 0]).tolist() == [1.0, 0.0]


def test_direction_without_mass_and_stiffness_is_named() -> None:
    M, K = np.diag([1.0, 0.0, 1.0]), np.diag([2.0, 0.0, 3.0])
    system = pencil(M, np.zeros((3, 3)), K)
    for solver in (undamped, damped):
        with pytest.raises(SolveError, match="neither mass nor stiffness: x1"):
            solver(system, 3, names(system))


@pytest.mark.parametrize("is_damped", [False, True])
def test_large_systems_are_counted(monkeypatch: pytest.MonkeyPatch, is_damped: bool) -> None:
    """Iterations agree with full matrices, where eigenvalues are multiple and parts are free."""
    n = 60
    K = 2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    K[0, 0] = K[-1, -1] = 1.0  # free ends
    K = np.kron(np.eye(3), K)  # three equal chains, weakly coupled by dampers
    C = 0.02 * K
    C[0, 0] += 0.1
    C[n, n] += 0.1
    C[0, n] = C[n, 0] = -0.1
    C[2 * n, 2 * n] += 0.1
    C[n, n] += 0.1
    C[n, 2 * n] = C[2 * n, n] = -0.1
    system = pencil(np.eye(3 * n), C if is_damped else 0.0 * C, K)
    solver = damped if is_damped else undamped
    full, _ = solver(system, 9, names(system))
    monkeypatch.setattr(solve, "SOLVING", replace(SOLVING, most_dense_motions=10, most_dense_states=10))
    iterated, _ = solver(system, 9, names(system))
    assert (full == 0.0).sum() == (iterated == 0.0).sum() == 3
    assert np.allclose(full, iterated, rtol=1e-10)


def test_missing_eigenvalues_are_counted() -> None:
    """The argument principle and the law of inertia find what was left out of a list."""
    rng = np.random.default_rng(0)
    n = 12
    K = np.diag(np.arange(1.0, n + 1.0) ** 2)
    C = 0.05 * (lambda A: A @ A.T)(rng.standard_normal((n, n)))
    A = np.block([[np.zeros((n, n)), np.eye(n)], [-K, -C]])
    s = np.linalg.eigvals(A)
    s = s[np.argsort(np.abs(s))]
    radius = float(np.sqrt(abs(s[9]) * abs(s[10])))
    assert abs(s[10]) > 1.001 * abs(s[9])

    def at(value: complex) -> sp.csr_array:
        return sp.csr_array(K + value * C + value**2 * np.eye(n))

    assert missing_inside(at, s[:14], radius) == 0
    assert missing_inside(at, s[2:14], radius) == 2
    assert missing_inside(at, s[:4], radius) == 6
    assert negative_pivots(sp.csr_array(K - 30.0 * np.eye(n))) == 5


def test_wrong_pairs_are_refused() -> None:
    """A vector of another system does not pass, one nearly right is put right."""
    K = np.diag([1.0, 4.0, 9.0])
    system = pencil(np.eye(3), np.zeros((3, 3)), K)
    rows = np.zeros(0, dtype=np.int64)
    equations = Polynomial.undamped(system.without_rates(), rows)
    near = np.array([[1.0], [1e-3], [1e-3]])
    values, vectors = checked(equations, np.array([1.0003]), near)
    assert values[0] == pytest.approx(1.0, rel=1e-14)
    assert np.abs(vectors[1:]).max() < 1e-9 * np.abs(vectors[0])
    with pytest.raises(SolveError, match="satisfies the equations"):
        checked(equations, np.array([2.3]), np.array([[1.0], [1.0], [1.0]]))
    both = np.array([1.0003, -6.3]), np.hstack([near, np.ones((3, 1))])
    assert checked(equations, *both, needed=1)[0].tolist() == pytest.approx([1.0])
    with pytest.raises(SolveError, match="satisfies the equations"):
        checked(equations, *both, needed=2)


@pytest.mark.parametrize("error", [0.05, 0.2])
def test_values_that_are_wrong_beside_much_larger_ones_are_put_right(error: float) -> None:
    """Rounding of a stiffness 14 decades larger may spoil a fifth of a value, which no residual shows."""
    exact = np.array([1e-7, 1.0, 1e7])
    system = pencil(np.eye(3), np.zeros((3, 3)), np.diag(exact))
    equations = Polynomial.undamped(system.without_rates(), np.zeros(0, dtype=np.int64))
    vectors = np.eye(3) + 1e-12 * np.random.default_rng(3).standard_normal((3, 3))
    values, _ = checked(equations, exact * np.array([1.0 + error, 1.0, 1.0]), vectors)
    assert values == pytest.approx(exact, rel=1e-12)


def test_poles_of_defective_zeros() -> None:
    """A free mass beside an oscillator in other units: two exact zeros."""
    A = np.zeros((4, 4))
    A[0, 2], A[1, 3] = 1.0, 1e6
    A[3, 1], A[2, 1] = -25e-6, 3.0
    poles = poles_of(A)
    assert poles[:2].tolist() == [0.0, 0.0]
    assert np.allclose(np.sort(poles[2:].imag), [-5.0, 5.0], rtol=1e-12)
