"""Motions against 4×4 matrices, dual quaternions written out, and the series of ad."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import expm

from mbfe.algebra import motion
from mbfe.algebra.vectors import Quat, Vec3, angular, linear, orientation, position
from mbfe.compiled import entry, plain
from tests.contract import se3

Floats = NDArray[np.float64]
RNG = np.random.default_rng(20)
AXIS = np.array([0.36, 0.48, -0.8])
ANGLES = (0.0, 1e-16, 1e-9, 1e-4, 0.2, 0.2999, 0.3001, 1.0, 2.5, math.pi - 1e-9, math.pi, 4.0, 6.0)
INCREMENTS = [np.array([0.3, -1.2, 0.7, *(angle * AXIS)]) for angle in ANGLES]
INSIDE = [increment for increment in INCREMENTS if np.linalg.norm(increment[3:]) <= math.pi]


def angle_of(increment: Any) -> str:
    """Angle of an increment, for the names of tests."""
    return f"{np.linalg.norm(increment[3:]):.4g}"


increments = pytest.mark.parametrize("increment", INCREMENTS, ids=angle_of)


@entry()
def fill(kind, increment, out):
    """Tangents of both maps, their inverses and ad: through compiled code, from one place."""
    u, w = linear(increment), angular(increment)
    if kind < 2:
        motion.tangent(kind, u, w, out)
    elif kind == 2:
        motion.cayley_tangent_inverse(u, w, out)
    elif kind == 3:
        motion.exp_tangent_inverse(u, w, out)
    else:
        motion.little_adjoint_matrix(u, w, out)


@entry()
def everything(one, other, increment, out):
    """All functions that return values, one row each."""
    x, p, y, q = position(one), orientation(one), position(other), orientation(other)
    u, w = linear(increment), angular(increment)
    for i in range(3):
        out[0, i], out[0, 3 + i] = motion.adjoint(x, p, u, w)[0][i], motion.adjoint(x, p, u, w)[1][i]
        out[1, i], out[1, 3 + i] = motion.cayley(u, w)[0][i], motion.cayley(u, w)[1][i]
        out[2, i], out[2, 3 + i] = motion.exp(u, w)[0][i], motion.exp(u, w)[1][i]
        out[3, i], out[3, 3 + i] = motion.log_motion(x, p)[0][i], motion.log_motion(x, p)[1][i]
        out[4, i], out[4, 3 + i] = motion.relative(x, p, y, q)[0][i], motion.relative(x, p, y, q)[1][i]
        out[5, i], out[5, 3 + i] = motion.invert(x, p)[0][i], motion.inverse_tangent_rotation(w)[0, i]


def filled(kind: int, increment: Floats) -> Floats:
    """6×6 matrix of an increment."""
    out = np.full((6, 6), np.nan)
    fill(kind, increment, out)
    return out


def pair(H: Floats) -> tuple[Vec3, Quat]:
    """Origin and quaternion of a 4×4 matrix."""
    row = se3.row(H)
    return position(row), orientation(row)


def of_pair(x: Any, q: Any) -> Floats:
    """4×4 matrix of an origin and a quaternion, which must be of unit length."""
    assert np.linalg.norm(q) == pytest.approx(1.0, abs=4e-16)
    return se3.matrix(np.array([*x, *q]))


def stepped(step_map: Callable[..., Any], increment: Floats) -> Floats:
    """4×4 matrix of a step map."""
    return of_pair(*step_map(linear(increment), angular(increment)))


def test_groups_of_motions() -> None:
    H, J = (expm(se3.hat(RNG.normal(size=6))) for _ in range(2))
    np.testing.assert_allclose(of_pair(*motion.invert(*pair(H))), np.linalg.inv(H), atol=1e-15)
    np.testing.assert_allclose(
        of_pair(*motion.relative(*pair(H), *pair(J))), np.linalg.inv(H) @ J, atol=2e-15
    )
    row = np.empty(7)
    motion.compose(se3.row(H), *pair(J), row)
    np.testing.assert_allclose(se3.matrix(row), H @ J, atol=2e-15)


def test_dual_quaternions_multiply_as_motions() -> None:
    (x, p), (y, q) = (pair(expm(se3.hat(RNG.normal(size=6)))) for _ in range(2))
    d, e = motion.dual_part(x, p), motion.dual_part(y, q)
    product, dual = hamilton(p, q), hamilton(p, e) + hamilton(d, q)  # (p + ε d)(q + ε e), ε² = 0
    row = np.empty(7)
    motion.compose(np.array([*x, *p]), y, q, row)
    np.testing.assert_allclose(row[3:], product, atol=1e-15)
    np.testing.assert_allclose(motion.origin(Quat(*product), Quat(*dual)), row[:3], atol=2e-15)
    assert np.dot(p, d) == pytest.approx(0.0, abs=1e-15)


def test_composition_keeps_the_length_of_quaternions() -> None:
    x, q = motion.exp(Vec3(0.0, 0.0, 0.0), Vec3(0.1, 0.2, -0.3))
    row = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    for _ in range(10_000):
        motion.compose(row, x, q, row)
    assert np.linalg.norm(row[3:]) == pytest.approx(1.0, abs=4e-16)


def test_adjoints() -> None:
    H = expm(se3.hat(RNG.normal(size=6)))
    V, W = RNG.normal(size=(2, 6))
    Ad = se3.adjoint(H)
    np.testing.assert_allclose(se3.hat(Ad @ V), H @ se3.hat(V) @ np.linalg.inv(H), atol=1e-14)
    v, w = linear(V), angular(V)
    np.testing.assert_allclose(np.ravel(motion.adjoint(*pair(H), v, w)), Ad @ V, atol=1e-14)
    np.testing.assert_allclose(
        np.ravel(motion.adjoint_inverse(*pair(H), v, w)), np.linalg.solve(Ad, V), atol=1e-14
    )
    np.testing.assert_allclose(np.ravel(motion.adjoint_transposed(*pair(H), v, w)), Ad.T @ V, atol=1e-14)
    out = np.empty((6, 6))
    motion.adjoint_matrix(*pair(H), out)
    np.testing.assert_allclose(out, Ad, atol=1e-15)
    bracket = se3.hat(V) @ se3.hat(W) - se3.hat(W) @ se3.hat(V)
    np.testing.assert_allclose(se3.hat(filled(4, V) @ W), bracket, atol=1e-14)
    np.testing.assert_allclose(
        np.ravel(motion.little_adjoint(v, w, linear(W), angular(W))), filled(4, V) @ W, atol=1e-15
    )


@pytest.mark.parametrize("angle", [0.1, 2.0])
def test_compiled_functions_are_the_plain_ones(angle: float) -> None:
    # called from Python a helper runs as Python; inside an entry it is compiled
    V, W = np.random.default_rng(8).normal(size=(2, 6))
    H, J = expm(se3.hat(V)), expm(se3.hat(W))
    increment = angle * V / np.linalg.norm(V[3:])
    arguments = se3.row(H), se3.row(J), increment
    out, expected = np.zeros((6, 6)), np.zeros((6, 6))
    everything(*arguments, out)
    plain(everything)(*arguments, expected)
    assert np.count_nonzero(expected) == expected.size
    np.testing.assert_allclose(out, expected, atol=2e-15)


# ------------------------------------------------------------------ step maps


@increments
def test_reference_is_the_exponential_of_scipy(increment: Floats) -> None:
    for matrix in (se3.hat(increment), se3.little_ad(increment)):
        np.testing.assert_allclose(se3.exponential(matrix), expm(matrix), atol=2e-14)


@increments
def test_exp_is_the_exponential_of_the_matrix(increment: Floats) -> None:
    np.testing.assert_allclose(stepped(motion.exp, increment), expm(se3.hat(increment)), atol=4e-15)


def hamilton(a: ArrayLike, b: ArrayLike) -> Floats:
    """Product of quaternions."""
    p, q = np.asarray(a), np.asarray(b)
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


@increments
def test_cayley_is_the_formula_of_the_manual(increment: Floats) -> None:
    # (2 + ΔU)/‖2 + ΔU‖ of the Dymore manual, eq. 29, in the algebra of a + ε b, ε² = 0:
    # ‖a + ε b‖ = |a| + ε a·b/|a|, and the motion is a + ε ½ (0, x)∘a
    a, b = np.array([2.0, *increment[3:]]), np.array([0.0, *increment[:3]])
    length = np.linalg.norm(a)
    rotation, dual = a / length, b / length - a * (a @ b) / length**3
    shift = 2.0 * hamilton(dual, rotation * [1.0, -1.0, -1.0, -1.0])
    x, q = motion.cayley(linear(increment), angular(increment))
    assert shift[0] == pytest.approx(0.0, abs=1e-15)
    np.testing.assert_allclose(x, shift[1:], atol=4e-15)
    np.testing.assert_allclose(q, rotation, atol=1e-15)


@increments
def test_cayley_is_the_cayley_map_of_ad(increment: Floats) -> None:
    # the formula of dual quaternions is the one of 6×6 matrices, not that of 4×4 matrices
    half = 0.5 * se3.little_ad(increment)
    expected = np.linalg.solve(np.eye(6) - half, np.eye(6) + half)
    np.testing.assert_allclose(se3.adjoint(stepped(motion.cayley, increment)), expected, atol=1e-14)


# ------------------------------------------------------------------ tangents


def directional(step_map: Callable[..., Any], increment: Floats) -> Floats:
    """Body-frame variations of the map for each direction of its argument, by differences of fourth order."""
    here = np.linalg.inv(stepped(step_map, increment))
    columns = []
    for direction in np.eye(6):
        change = here @ se3.derivative(lambda s, d=direction: stepped(step_map, increment + s * d))
        columns.append([*change[:3, 3], change[2, 1], change[0, 2], change[1, 0]])
    return np.array(columns).T


@increments
@pytest.mark.parametrize("kind", [motion.CAYLEY, motion.EXP], ids=["cayley", "exp"])
def test_tangents_are_derivatives(kind: int, increment: Floats) -> None:
    step_map = (motion.cayley, motion.exp)[kind]
    np.testing.assert_allclose(filled(kind, increment), directional(step_map, increment), atol=1e-11)


@increments
def test_tangent_of_exp_is_the_series_of_ad(increment: Floats) -> None:
    np.testing.assert_allclose(filled(motion.EXP, increment), se3.tangent(increment), atol=4e-15)


@increments
def test_inverse_tangents(increment: Floats) -> None:
    # near 2π the inverse grows as 1/(2π − θ)
    within = 1e-14 if np.linalg.norm(increment[3:]) < 5.0 else 1e-12
    np.testing.assert_allclose(filled(2, increment) @ filled(motion.CAYLEY, increment), np.eye(6), atol=1e-14)
    np.testing.assert_allclose(filled(3, increment) @ filled(motion.EXP, increment), np.eye(6), atol=within)
    turn = np.reshape(motion.inverse_tangent_rotation(angular(increment)), (3, 3))
    np.testing.assert_allclose(turn, filled(3, increment)[3:, 3:], atol=1e-15)


# ------------------------------------------------------------------ logarithms


@pytest.mark.parametrize("increment", INSIDE, ids=angle_of)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_log_inverts_exp(increment: Floats, sign: float) -> None:
    x, q = motion.exp(linear(increment), angular(increment))
    u, w = motion.log_motion(x, sign * q)  # p and −p are one rotation
    if np.linalg.norm(increment[3:]) == math.pi and np.dot(w, AXIS) < 0.0:
        w = -w  # a half turn has two rotation vectors
        u = motion.log_motion(x, q)[0]
    np.testing.assert_allclose(w, increment[3:], rtol=4e-16, atol=1e-15)
    np.testing.assert_allclose(u, increment[:3], atol=2e-15)


def test_log_keeps_small_angles_to_the_last_digit() -> None:
    for angle in (1e-300, 1e-16, 1e-9, 1e-8, 3e-8, 1e-3):
        half = 0.5 * angle
        q = (math.cos(half), *(math.sin(half) * AXIS))
        np.testing.assert_allclose(motion.log_rotation(q), angle * AXIS, rtol=4e-16)


@pytest.mark.parametrize("beyond", [1e-12, 1e-9, 1e-3, 1.0, math.pi])
def test_log_wraps_beyond_a_half_turn(beyond: float) -> None:
    angle = math.pi + beyond
    u = np.array([0.3, -1.2, 0.7])
    x, q = motion.exp(Vec3(*u), Vec3(*(angle * AXIS)))
    found = np.concatenate(motion.log_motion(x, q))
    np.testing.assert_allclose(found[3:], (angle - 2.0 * math.pi) * AXIS, atol=2e-15)
    np.testing.assert_allclose(expm(se3.hat(found)), of_pair(x, q), atol=4e-15)


@pytest.mark.parametrize("angle", [0.2999999, 0.3, 0.3000001])
def test_series_meet_closed_forms(angle: float) -> None:
    square = angle * angle
    sine, b, c = motion.series_coefficients(square)
    half = 0.5 * angle
    expected = (
        math.sin(angle) / angle,
        2.0 * (math.sin(half) / angle) ** 2,
        (angle - math.sin(angle)) / angle**3,
    )
    np.testing.assert_allclose((sine, b, c), expected, rtol=1e-14)
    np.testing.assert_allclose(motion.sinc_half(square), (math.sin(half) / angle, math.cos(half)), rtol=4e-16)
    np.testing.assert_allclose(
        motion.inverse_coefficient(square), (1.0 - half / math.tan(half)) / square, rtol=4e-14
    )
