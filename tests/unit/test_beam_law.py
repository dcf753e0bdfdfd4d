"""Laws of beams: strains against exponentials of matrices, exact elements, orders, forces as gradients."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import expm, expm_frechet, logm

from mbfe.elements.beams.beam_law import GAUSS, LOBATTO, beam2, beam3, beam4, reference_strains
from mbfe.laws import Status
from tests.contract import se3
from tests.contract.beams import section_frames
from tests.contract.harness import random_pose, spd

Floats = NDArray[np.float64]
LAWS = {2: beam2, 3: beam3, 4: beam4}
ORIGIN = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
STRAIGHT = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def parameters(nodes: int, *, length: float = 1.0, seed: int = 0, plain: bool = False) -> SimpleNamespace:
    """Parameters of an element: random ones, or a straight one without offsets and with unit matrices."""
    rng = np.random.default_rng(seed)
    m = nodes - 1
    frames = np.array([[x, *ORIGIN[1:]] for x in 0.5 * length * (1.0 + np.array(LOBATTO[nodes]))])
    p = SimpleNamespace(length=length, damped=0.0, damping=np.zeros((m, 6, 6)))
    p.offsets = np.tile(ORIGIN, (nodes, 1))
    p.stiffness = np.tile(np.eye(6), (m, 1, 1))
    if not plain:
        frames = section_frames(rng, nodes, length)
        p.offsets = np.array([random_pose(rng, 0.3, 0.5) for _ in range(nodes)])
        p.stiffness = np.array([spd(rng, 6) for _ in range(m)])
    strains = reference_strains(frames, length)
    p.reference = tuple(strains[0]) if nodes == 2 else strains
    return p


def evaluated(nodes: int, pose: Floats, p: SimpleNamespace) -> tuple[Floats, Floats, Floats, int]:
    """Residual (n, 6), strains, resultants, status, at rest."""
    law = LAWS[nodes]
    residual, output = np.zeros(6 * nodes), law.by_name("out", np.zeros(law.n_outputs))
    work = law.by_name("scratch", np.zeros(law.n_scratch))
    twist = np.zeros((nodes, 6))
    status = law.functions["residual"](pose, twist, p, work, residual)
    law.functions["output"](pose, twist, p, work, output)
    return residual.reshape(-1, 6), output.strain, output.resultant, status


def vee(A: Floats) -> Floats:
    """Twist of a 4×4 matrix."""
    return np.array([*A[:3, 3], A[2, 1], A[0, 2], A[1, 0]])


def measures(frames: list[Floats], length: float) -> Floats:
    """Strain measures E = H⁻¹H′ of the interpolated frames at the Gauss points, by SciPy's exp and log."""
    nodes = len(frames)
    where = np.array(LOBATTO[nodes])
    middle = frames[0] if nodes == 2 else frames[1]
    if nodes == 4:
        middle = frames[1] @ expm(0.5 * np.real(logm(np.linalg.inv(frames[1]) @ frames[2])))
    logs = [np.real(logm(np.linalg.inv(middle) @ H)) for H in frames]
    out = []
    for point in GAUSS[nodes][0]:
        A, dA = np.zeros((4, 4)), np.zeros((4, 4))
        for a, log in enumerate(logs):
            shape = np.polynomial.Polynomial.fromroots(np.delete(where, a))
            shape = shape / shape(where[a])
            A += shape(point) * log
            dA += shape.deriv()(point) * 2.0 / length * log
        value, slope = expm_frechet(A, dA)
        out.append(vee(np.linalg.inv(value) @ slope))
    return np.array(out)


def energy_of(pose: Floats, p: SimpleNamespace) -> float:
    """Elastic energy by the same matrices."""
    frames = [se3.matrix(one) @ se3.matrix(other) for one, other in zip(pose, p.offsets, strict=True)]
    strains = measures(frames, p.length) - np.reshape(p.reference, (-1, 6))
    parts = zip(GAUSS[len(pose)][1], strains, p.stiffness, strict=True)
    return sum(0.25 * p.length * w * e @ C @ e for w, e, C in parts)


def deformed(nodes: int, seed: int = 5) -> Floats:
    """Poses of nodes far from any reference."""
    rng = np.random.default_rng(seed)
    rows = [random_pose(rng, 0.2, 0.6) for _ in range(nodes)]
    along = 0.5 * (1.0 + np.array(LOBATTO[nodes]))
    return np.array([[s + row[0], *row[1:]] for s, row in zip(along, rows, strict=True)])


@pytest.mark.parametrize("nodes", LAWS)
def test_strains_are_those_of_exponentials_of_matrices(nodes: int) -> None:
    p, pose = parameters(nodes, length=1.3), deformed(nodes)
    frames = [se3.matrix(one) @ se3.matrix(other) for one, other in zip(pose, p.offsets, strict=True)]
    expected = measures(frames, p.length)
    _, strains, _, status = evaluated(nodes, pose, p)
    assert status == 0
    np.testing.assert_allclose(strains + np.reshape(p.reference, (-1, 6)), expected, atol=1e-12)
    rows = np.array([se3.row(H) for H in frames])
    np.testing.assert_allclose(reference_strains(rows, p.length), expected, atol=1e-12)


@pytest.mark.parametrize("nodes", LAWS)
def test_forces_are_the_gradient_of_the_energy_of_matrices(nodes: int) -> None:
    p, pose = parameters(nodes), deformed(nodes)
    residual, _, _, _ = evaluated(nodes, pose, p)
    for direction in np.random.default_rng(8).normal(size=(5, nodes, 6)):

        def energy(s: float, direction: Floats = direction) -> float:
            moved = [se3.moved(row, s * own) for row, own in zip(pose, direction, strict=True)]
            return energy_of(np.array(moved), p)

        slope = se3.derivative(energy, h=1e-3)
        assert np.sum(residual * direction) == pytest.approx(slope, abs=1e-8 * np.abs(residual).max())


@pytest.mark.parametrize("nodes", LAWS)
def test_energy_is_that_of_matrices(nodes: int) -> None:
    p, pose, energy = parameters(nodes), deformed(nodes), np.zeros(3)
    law = LAWS[nodes]
    scratch = law.by_name("scratch", np.zeros(law.n_scratch))
    law.functions["energy"](pose, p, scratch, law.by_name("energy", energy))
    assert energy[2] == pytest.approx(energy_of(pose, p), rel=1e-12)


@pytest.mark.parametrize("angle", [0.01, 1.0, 2.0, 0.94 * np.pi])
def test_two_nodes_are_exact_on_any_helix(angle: float) -> None:
    """Constant strain of any size, up to 0.95 π in one element (Sonneville, Cardona & Brüls 2014, §4.2)."""
    measure = np.array([1.02, -0.01, 0.03, 0.4, -0.3, 0.8])
    length = angle / np.linalg.norm(measure[3:])
    p = parameters(2, length=length, plain=True)
    pose = np.array([ORIGIN, se3.moved(ORIGIN, length * measure)])
    _, strains, ends, status = evaluated(2, pose, p)
    assert status == 0
    np.testing.assert_allclose(strains[0], measure - STRAIGHT, atol=1e-13)
    # the wrench at either end, seen from the other one, is the same: nothing acts in between
    forth = se3.adjoint(expm(se3.hat(length * measure))).T @ ends[0]
    np.testing.assert_allclose(forth, ends[1], atol=1e-13)


@pytest.mark.parametrize("elements", [3, 5, 8])
def test_cantilever_rolls_up_into_a_circle_exactly(elements: int) -> None:
    """Tip moment 2πEI/L (Simo & Vu-Quoc 1986, §5.1): a full circle, no force, any number of elements."""
    length = 1.0 / elements
    bend = 2.0 * np.pi
    p = parameters(2, length=length, plain=True)
    poses = [
        se3.moved(ORIGIN, s * np.array([1.0, 0, 0, 0, 0, bend])) for s in np.linspace(0, 1, elements + 1)
    ]
    total = np.zeros((elements + 1, 6))
    for e in range(elements):
        total[e : e + 2] += evaluated(2, np.array(poses[e : e + 2]), p)[0]
    np.testing.assert_allclose(total[1:-1], 0.0, atol=2e-12)
    np.testing.assert_allclose(total[-1], [0, 0, 0, 0, 0, bend], atol=2e-12)
    np.testing.assert_allclose(poses[-1][:3], 0.0, atol=1e-14)


def test_tension_is_positive_at_both_ends_of_two_nodes() -> None:
    p = parameters(2, length=2.0, plain=True)
    residual, strains, ends, _ = evaluated(2, np.array([ORIGIN, [2.2, *ORIGIN[1:]]]), p)
    np.testing.assert_allclose(strains[0], 0.1 * STRAIGHT, atol=1e-15)
    np.testing.assert_allclose(ends, np.tile(0.1 * STRAIGHT, (2, 1)), atol=1e-15)
    np.testing.assert_allclose(residual, [-0.1 * STRAIGHT, 0.1 * STRAIGHT], atol=1e-15)


def smooth_curve(s: float) -> tuple[Floats, Floats]:
    """Frame H = exp(a(s)) exp(b(s)) of a smooth line and its strain measure."""
    one = np.array([0.2, 0.1, -0.3, 0.4, 0.9, -0.5])
    other = np.array([1.0, 0.0, 0.1, 0.2, -0.3, 0.7])
    first, d_first = np.sin(s) * one, np.cos(s) * one
    second, d_second = (s + 0.3 * s**2) * other, (1.0 + 0.6 * s) * other
    H = expm(se3.hat(first)) @ expm(se3.hat(second))
    E = np.linalg.inv(se3.adjoint(expm(se3.hat(second)))) @ d_first + d_second
    return H, E


@pytest.mark.parametrize("nodes", LAWS)
def test_strains_converge_with_the_order_of_their_nodes(nodes: int) -> None:
    """At Gauss points the slope of the interpolation at n Lobatto nodes has an error of order n, not n − 1.

    The nodes are the zeros of the primitive of the Legendre polynomial whose zeros are the Gauss points.
    """
    errors = []
    for length in (0.4, 0.2, 0.1):
        frames = [se3.row(smooth_curve(0.5 + 0.5 * length * (x + 1.0))[0]) for x in LOBATTO[nodes]]
        exact = [smooth_curve(0.5 + 0.5 * length * (x + 1.0))[1] for x in GAUSS[nodes][0]]
        errors.append(np.abs(reference_strains(np.array(frames), length) - exact).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders[-1] > nodes - 0.25, (errors, orders)


@pytest.mark.parametrize("nodes", LAWS)
def test_ten_thousand_turns_leave_no_force(nodes: int) -> None:
    """Nor does any other motion of a stress-free element as a whole: 1e-12 of its stiffness."""
    p = parameters(nodes, seed=3)
    frames = section_frames(np.random.default_rng(3), nodes, 1.0)
    turns = 2e4 * np.pi + 0.7
    for axis in ([0.6, 0.0, 0.8], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]):
        world = se3.matrix(se3.moved(ORIGIN, [1.0, 2.0, 3.0, *(turns * np.array(axis))]))
        poses = [
            se3.row(world @ se3.matrix(one) @ np.linalg.inv(se3.matrix(other)))
            for one, other in zip(frames, p.offsets, strict=True)
        ]
        residual, strains, _, _ = evaluated(nodes, np.array(poses), p)
        assert np.abs(strains).max() < 1e-12
        assert np.abs(residual).max() < 1e-12 * np.abs(p.stiffness).max()


@pytest.mark.parametrize("nodes", LAWS)
def test_turn_of_almost_half_a_circle_fails_by_status(nodes: int) -> None:
    p = parameters(nodes, plain=True)
    turn = [0.0, 0.0, 0.0, 0.0, 0.0, 0.96 * np.pi]
    pose = np.array([[x, *ORIGIN[1:]] for x in 0.5 * (1.0 + np.array(LOBATTO[nodes]))])
    pose[-1] = se3.moved(pose[-1], turn)
    assert evaluated(nodes, pose, p)[3] == Status.AT_LIMIT
