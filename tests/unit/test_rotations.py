"""Every form in which a rotation is given means the same; what is no rotation is refused by name."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mbfe import rotations
from mbfe.errors import ModelError
from tests.contract.se3 import skew

Floats = NDArray[np.float64]
quaternion = pytest.importorskip("quaternion")

AXIS = np.array([2.0, -3.0, 6.0]) / 7.0
ANGLES = (0.0, 1e-9, 0.7, math.pi - 1e-9, math.pi, -2.0)


def rodrigues(axis: Floats, angle: float) -> Floats:
    """Rotation matrix by Rodrigues' formula."""
    e = skew(axis)
    return np.eye(3) + math.sin(angle) * e + 2.0 * math.sin(0.5 * angle) ** 2 * e @ e


def forms(angle: float) -> dict[str, Any]:
    """The same rotation in every accepted form."""
    q = np.array([math.cos(0.5 * angle), *(math.sin(0.5 * angle) * AXIS)])
    return {
        "quaternion": q,
        "opposite quaternion": (-q).tolist(),
        "numpy-quaternion": quaternion.quaternion(*q),
        "rotation vector": tuple(angle * AXIS),
        "matrix": rodrigues(AXIS, angle),
        "scipy": Rotation.from_rotvec(angle * AXIS),
        "axis and angle": rotations.quat_from_axis_angle(5.0 * AXIS, angle),
    }


@pytest.mark.parametrize("form", forms(1.0))
@pytest.mark.parametrize("angle", ANGLES)
def test_forms_agree(angle: float, form: str) -> None:
    p = rotations.as_unit_quat(forms(angle)[form])
    assert p.shape == (4,)
    assert np.linalg.norm(p) == pytest.approx(1.0, abs=4e-16)
    R = rodrigues(AXIS, angle)
    np.testing.assert_allclose(rotations.to_matrix(p), R, atol=1e-15)
    arm = np.array([0.3, -0.4, 1.2])
    np.testing.assert_allclose(rotations.rotate(p, arm), R @ arm, atol=1e-15)
    np.testing.assert_allclose(rotations.unrotate(p, arm), R.T @ arm, atol=1e-15)
    back = rotations.to_rotation_vector(p)
    np.testing.assert_allclose(rodrigues(AXIS, 0.0) @ Rotation.from_rotvec(back).as_matrix(), R, atol=1e-15)
    assert np.linalg.norm(back) <= math.pi + 1e-15


def test_products_are_those_of_matrices() -> None:
    p, q = (rotations.as_unit_quat(turn) for turn in ((0.3, -1.0, 0.4), (2.0, 0.1, 0.5)))
    product = rotations.to_matrix(p) @ rotations.to_matrix(q)
    np.testing.assert_allclose(rotations.to_matrix(rotations.multiply(p, q)), product, atol=1e-15)
    np.testing.assert_allclose(rotations.multiply(p, rotations.conjugate(p)), rotations.IDENTITY, atol=1e-16)


def test_rotation_vectors_of_small_angles_keep_all_digits() -> None:
    angles = np.array([1e-300, 1e-16, 1e-9, 3e-8, 1e-3])
    q = np.column_stack([np.cos(0.5 * angles), np.sin(0.5 * angles)[:, None] * AXIS])
    for sign in (1.0, -1.0):
        np.testing.assert_allclose(rotations.to_rotation_vector(sign * q), angles[:, None] * AXIS, rtol=1e-15)


def test_numpy_quaternion_round_trip() -> None:
    p = Rotation.from_quat(np.random.default_rng(3).standard_normal((5, 4))).as_quat()
    made = rotations.to_numpy_quaternion(p[::2])  # not contiguous
    assert made.dtype == np.quaternion
    np.testing.assert_array_equal(
        [rotations.as_unit_quat(q) for q in made], p[::2] / np.linalg.norm(p[::2], axis=1)[:, None]
    )
    np.testing.assert_allclose(quaternion.as_rotation_matrix(made), rotations.to_matrix(p[::2]), atol=1e-15)


@pytest.mark.parametrize(
    "axis", [(0, 0, 1), (0, 0, -2), (1, 0, 0), (3, -2, 1), (1e-9, 0, -1), (1e-5, 1e-5, -1), (0, 1e-8, 1)]
)
def test_smallest_rotation_of_z_to_an_axis(axis: tuple[float, float, float]) -> None:
    e = np.array(axis) / np.linalg.norm(axis)
    q = rotations.quat_with_z_along(axis)
    np.testing.assert_allclose(rotations.rotate(q, (0.0, 0.0, 1.0)), e, atol=1e-15)
    angle = float(np.linalg.norm(rotations.to_rotation_vector(q)))
    assert angle == pytest.approx(math.atan2(math.hypot(e[0], e[1]), e[2]), abs=1e-9)


NAN = float("nan")
REFUSED = [
    # c41: a quaternion 1 % too long is another convention or an error, so it is refused and not rescaled
    (1.01 * np.array([math.cos(math.radians(20.0)), 0.0, 0.0, math.sin(math.radians(20.0))]), "length 1.01"),
    (quaternion.quaternion(2.0, 0.0, 0.0, 0.0), "length 2"),
    ((0.0, 0.0, 0.0, 0.0), "length 0"),
    ([[0, 1, 0], [1, 0, 0], [0, 0, 1]], "left-handed"),
    ([[1, 0.02, 0], [0, 1, 0], [0, 0, 1]], "not orthogonal"),
    (2.0 * np.eye(3), "not orthogonal"),
    ((NAN, 0.0, 0.0, 1.0), "(nan, 0.0, 0.0, 1.0)"),
    (quaternion.quaternion(NAN, 0.0, 0.0, 1.0), "nan"),
    ((NAN, 0.0, 0.0), "(nan, 0.0, 0.0)"),
    (np.full((3, 3), NAN), "shape (3, 3)"),
    ((math.inf, 0.0, 0.0), "inf"),
    ((1.0, 0.0), "shape (2,)"),
    (Rotation.identity(2), "shape (2, 4)"),
    ("north", "north"),
    (None, "None"),
]


@pytest.mark.parametrize(("given", "words"), REFUSED)
def test_what_is_no_rotation_is_refused(given: Any, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        rotations.as_unit_quat(given, where='RigidBody "rod": orientation')
    assert caught.value.where == 'RigidBody "rod": orientation'
    assert words in caught.value.given
    assert caught.value.allowed


@pytest.mark.parametrize("given", [(0.0, 0.0, 0.0), (1.0, NAN, 0.0), (1.0, 0.0), "up"])
def test_what_is_no_direction_is_refused(given: Any) -> None:
    with pytest.raises(ModelError, match=r'joint "hinge": axis'):
        rotations.unit_vector(given, where='joint "hinge": axis')


def test_rotation_between_is_that_of_matrices() -> None:
    """R(p)ᵀR(q), as SciPy takes its logarithm."""
    p, q = np.random.default_rng(3).normal(size=(2, 7, 4))
    p /= np.linalg.norm(p, axis=1, keepdims=True)
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    found = rotations.rotation_between(p, q)
    between = np.swapaxes(rotations.to_matrix(p), 1, 2) @ rotations.to_matrix(q)
    np.testing.assert_allclose(found, Rotation.from_matrix(between).as_rotvec(), atol=1e-13)
