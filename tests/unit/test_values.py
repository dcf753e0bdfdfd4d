"""Values of laws: the same in compiled code and in Python, against NumPy; what is mixed is refused."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements
from mbfe.algebra.duals import Dual, DualVec3, dual_at, set_dual
from mbfe.algebra.vectors import (
    EYE,
    Quat,
    Vec3,
    add_3x3,
    add_vector,
    angular,
    conjugate,
    cross,
    dot,
    linear,
    matrix,
    norm,
    orientation,
    outer,
    part,
    position,
    rotate,
    rows,
    skew,
    unit,
    unrotate,
    vector,
    vector_part,
)
from mbfe.compiled import JIT, compiled, entry, plain, row_reader
from mbfe.errors import ModelError

Floats = NDArray[np.float64]
RNG = np.random.default_rng(7)
COUNT = 22
GIVEN = RNG.normal(size=24)
shapes = {"arm": (3,), "turn": (4,), "inertia": (3, 3), "mass": (), "pair": (2,)}
by_name = row_reader(shapes, writable=True)


@entry()
def everything(x, out):
    """Each operation and function once, three to nine numbers a row."""
    a, b = vector(x, 0), vector(x, 3)
    f = x[6]
    A, B = rows(a, b, vector(x, 7)), rows(vector(x, 10), vector(x, 13), b)
    p, q = Quat(x[16], x[17], x[18], x[19]), Quat(x[20], x[21], x[22], x[23])
    add_vector(out[0], 0, a + b)
    add_vector(out[1], 0, a - b)
    add_vector(out[2], 0, f * a + a * f)
    add_vector(out[3], 0, a / f)
    add_vector(out[4], 0, -a)
    add_vector(out[5], 0, A @ a)
    add_vector(out[6], 0, cross(a, b))
    add_vector(out[7], 0, rotate(p, a))
    add_vector(out[8], 0, unrotate(p, a))
    add_vector(out[9], 0, vector_part(p * q))
    out[9, 3] += (p * q)[0] + dot(a, b) + norm(a)
    set_matrix(out[10], A @ B)
    set_matrix(out[11], A + B)
    set_matrix(out[12], 2 * A - B / 3)
    set_matrix(out[13], -A.T)
    set_matrix(out[14], skew(a))
    set_matrix(out[15], outer(a, b))
    set_matrix(out[16], matrix(p))
    y, z = a, A
    y += b
    z -= EYE
    first, _, last = y
    for i in range(3):
        out[17, i] = a[i] * A[i, 2] + z[1, i] + unit(i)[1]
        out[17, 3 + i] = first + last + y[1] + A[0, 1]
    z = dual_product(DualVec3(a, b), f)
    set_dual(out[18], 0, z)
    h = dot(z, DualVec3(b, a)) * Dual(f, 1.0)
    out[18, 6] = h[0]
    out[18, 7] = h[1]
    set_dual(out[19], 0, h * cross(dual_at(x, 0), z) - 3 * dual_at(x, 6))
    add_vector(out[20], 0, position(x) + z.real)
    add_vector(out[20], 3, linear(x) - angular(x) + z.dual)
    add_vector(out[21], 0, vector_part(conjugate(orientation(x)) / 2))


@compiled
def set_matrix(row, A):
    """Nine entries, row by row."""
    for i in range(3):
        for j in range(3):
            row[3 * i + j] = A[i, j]


@compiled
def dual_product(a, f):
    """What a helper gives back; a branch that gives the other side."""
    if f > 1e300:
        return a
    return Dual(f, 2.0) * a + a * f


def expected() -> Floats:
    """The same by NumPy and SciPy."""
    x, out = GIVEN, np.zeros((COUNT, 9))
    a, b, f = x[0:3], x[3:6], x[6]
    A, B = np.array([a, b, x[7:10]]), np.array([x[10:13], x[13:16], b])
    p, q = x[16:20], x[20:24]
    R = quadratic_form(p)
    out[0, :3], out[1, :3], out[2, :3], out[3, :3], out[4, :3] = a + b, a - b, 2 * f * a, a / f, -a
    out[5, :3], out[6, :3], out[7, :3] = A @ a, np.cross(a, b), R @ a
    out[8, :3] = R.T @ a
    product = [p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))]
    out[9, :3], out[9, 3] = product[1:], product[0] + a @ b + np.linalg.norm(a)
    out[10:17] = [
        M.ravel() for M in (A @ B, A + B, 2 * A - B / 3, -A.T, np.cross(np.eye(3), a), np.outer(a, b), R)
    ]
    y, z = a + b, A - np.eye(3)
    out[17, :3] = a * A[:, 2] + z[1] + np.eye(3)[1]
    out[17, 3:6] = y.sum() + A[0, 1]
    D = 2 * f * dual_matrix(a, b) + 2 * np.kron([[0, 1], [0, 0]], np.eye(3)) @ dual_matrix(a, b)
    out[18, :6] = np.concatenate([D[3:], D[:3]], axis=None)
    real, dual = D[3:].ravel(), D[:3].ravel()
    h, dh = real @ b, real @ a + dual @ b
    h, dh = h * f, h + dh * f
    out[18, 6:8] = h, dh
    c, dc = np.cross(a, real), np.cross(a, dual) + np.cross(b, real)
    out[19, :6] = np.concatenate([h * c, h * dc + dh * c]) - 3 * x[6:12]
    out[20, :6] = np.concatenate([a + real, a - b + dual])
    out[21, :3] = -x[4:7] / 2
    return out


def dual_matrix(a: Floats, b: Floats) -> Floats:
    """Dual vector a + ε b as the column (b, a), on which ε is [[0, 1], [0, 0]]."""
    return np.concatenate([b, a])[:, None]


def quadratic_form(p: Floats) -> Floats:
    """The matrix that the formula of R(p) gives, also where p is not of unit length."""
    w, v = p[0], p[1:]
    return np.eye(3) + 2 * w * np.cross(np.eye(3), v) + 2 * (np.outer(v, v) - v @ v * np.eye(3))


@pytest.mark.parametrize("how", [everything, plain(everything)], ids=["compiled", "plain"])
def test_operations_are_those_of_numpy(how: Callable[..., None]) -> None:
    out = np.zeros((COUNT, 9))
    how(GIVEN, out)
    np.testing.assert_allclose(out, expected(), rtol=1e-14, atol=1e-14)


def test_rotations_are_those_of_scipy() -> None:
    q = RNG.normal(size=4)
    q /= np.linalg.norm(q)
    R = Rotation.from_quat(q[[1, 2, 3, 0]]).as_matrix()
    np.testing.assert_allclose(np.reshape(matrix(Quat(*q)), (3, 3)), R, atol=1e-15)


@entry()
def read_and_set(row, out):
    """Fields of a row as values, and values into a row."""
    given, made = by_name(row, 0), by_name(out, 0)
    made.arm = given.inertia @ given.arm
    made.turn = given.turn * given.turn
    made.inertia = given.inertia.T
    made.mass = given.mass
    made.pair = (given.arm[0], 2.0)
    if given.mass < 0.0:
        made.arm = (1.0, 2.0, given.mass)  # a tuple may be set where a vector stands


@pytest.mark.parametrize("mass", [2.0, -2.0])
def test_rows_give_and_take_values(mass: float) -> None:
    row, out = RNG.normal(size=19), np.zeros(19)
    row[16] = mass
    read_and_set(row, out)
    A, q = row[7:16].reshape(3, 3), row[3:7]
    np.testing.assert_allclose(out[:3], A @ row[:3] if mass > 0.0 else (1.0, 2.0, mass), rtol=1e-14)
    np.testing.assert_allclose(out[3:7], Quat(*q) * Quat(*q), rtol=1e-14)
    np.testing.assert_array_equal(out[7:16].reshape(3, 3), A.T)
    np.testing.assert_array_equal(out[16:], [mass, row[0], 2.0])


@entry()
def add_parts(block, A):
    """A part of a matrix into another place, through a view that is not contiguous."""
    add_3x3(A[0:6, 0:6], 3, 1, part(block, 0, 2))


def test_parts_of_matrices() -> None:
    block, A = RNG.normal(size=(4, 5)), np.zeros((8, 9))
    add_parts(block, A)
    right = np.zeros((8, 9))
    right[3:6, 1:4] = block[0:3, 2:5]
    np.testing.assert_array_equal(A, right)


@entry()
def divided(x, out):
    """Division by zero."""
    add_vector(out, 0, vector(x, 0) / norm(vector(x, 3)))


@pytest.mark.parametrize("how", [divided, plain(divided)], ids=["compiled", "plain"])
def test_division_by_zero_is_infinite_or_no_number(how: Callable[..., None]) -> None:
    out = np.zeros(3)
    with np.errstate(all="ignore"):
        how(np.array([1.0, -1.0, 0.0, 0.0, 0.0, 0.0]), out)
    np.testing.assert_array_equal(out, [np.inf, -np.inf, np.nan])


v, A, q, t = Vec3(1, 2, 3), EYE, Quat(1, 0, 0, 0), (1.0, 2.0, 3.0)
MIXED = {
    "v + tuple": (operator.add, v, t),
    "tuple + v": (operator.add, t, v),
    "v + A": (operator.add, v, A),
    "v - number": (operator.sub, v, 1.0),
    "v * w": (operator.mul, v, v),
    "A * v": (operator.mul, A, v),
    "v @ w": (operator.matmul, v, v),
    "q @ v": (operator.matmul, q, v),
    "A @ tuple": (operator.matmul, A, t),
    "number / v": (operator.truediv, 1.0, v),
    "array + v": (operator.add, np.ones(3), v),
    "v * array": (operator.mul, v, np.ones(3)),
    "A[0]": (operator.getitem, A, 0),
}


@pytest.mark.parametrize("mixed", MIXED.values(), ids=MIXED)
def test_what_is_mixed_is_refused(mixed: tuple[Any, Any, Any]) -> None:
    with pytest.raises(TypeError):
        mixed[0](*mixed[1:])


def custom(given: mbfe.Law) -> None:
    """A model with a law of a user, compiled or run in plain Python."""
    model = mbfe.Model("tried")
    model.add(elements.PointMass("mass", mass=1.0))
    model.add(elements.Custom("own", given, nodes="mass"))
    model.compile()


def test_a_law_that_mixes_vectors_and_tuples_is_refused() -> None:
    @mbfe.law(nodes=1)
    def mixing(pose, residual):  # type: ignore[no-untyped-def]
        add_vector(residual, 0, position(pose[0]) + (0.0, 0.0, 1.0))

    with pytest.raises(ModelError, match=r"Vec3 \+ tuple"):
        custom(mixing)


@pytest.mark.skipif(not JIT, reason="for compiled code")
def test_compiled_code_refuses_a_variable_that_is_a_vector_or_a_tuple() -> None:
    @mbfe.law(nodes=1)
    def either(pose, residual):  # type: ignore[no-untyped-def]
        x = position(pose[0]) if pose[0, 0] > 1e3 else (0.0, 0.0, 0.0)
        add_vector(residual, 0, x)

    with pytest.raises(ModelError, match="Cannot unify Vec3"):
        custom(either)
