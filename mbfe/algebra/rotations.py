"""Rotations as users give and read them: quaternions, matrices, rotation vectors, SciPy rotations.

Inside the program a rotation is a float array (w, x, y, z). numpy-quaternion is loaded at first use, so that
``import mbfe`` stays fast.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import array, number, refusal
from mbfe.errors import ModelError

__all__ = [
    "IDENTITY", "as_unit_quat", "compose", "conjugate", "multiply", "quat_from_axis_angle",
    "quat_from_matrix", "quat_with_z_along", "relative", "rotate", "rotation_between", "to_matrix",
    "to_numpy_quaternion", "to_rotation_vector", "unit_vector", "unrotate",
]  # fmt: skip

IDENTITY: Floats = np.array([1.0, 0.0, 0.0, 0.0])
TOLERANCE = 1e-6
"""How far a given quaternion's length or a matrix's columns may be from those of a rotation."""

ALLOWED = (
    "finite numbers: a unit quaternion (w, x, y, z) or numpy-quaternion, a rotation vector (3) [rad], "
    "a rotation matrix (3, 3) or a scipy Rotation"
)


def as_unit_quat(given: Any, *, where: str = "orientation") -> Floats:
    """Turn any of the accepted forms into a unit quaternion.

    Parameters
    ----------
    given : object
        A quaternion of 4 numbers or of numpy-quaternion, a rotation vector of 3 [rad], a matrix of 3×3 or a
        scipy ``Rotation``.
    where : str
        For the error: the object and the argument.

    Returns
    -------
    (4,) array
        Unit quaternion, w first.

    Raises
    ------
    ModelError
        If it is none of these, not finite, or not a rotation: a quaternion whose length is not 1 is refused
        and not rescaled, because it usually means another convention or a typing error.

    Examples
    --------
    >>> as_unit_quat((0.0, 0.0, np.pi)).round(12).tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    if not isinstance(given, np.ndarray | tuple | list):
        if isinstance(given, scipy.spatial.transform.Rotation):
            stored = given.as_quat()
            if stored.shape != (4,):
                shape = f"a stack of rotations of shape {stored.shape}"
                raise ModelError(where, shape, allowed="one rotation")
            return np.roll(stored, 1)
        if all(hasattr(given, name) for name in "wxyz"):
            given = [given.w, given.x, given.y, given.z]
    values = array(where, "", given, words=ALLOWED)
    if values.shape == (4,):
        return _unit(values, where)
    if values.shape == (3,):
        return np.roll(scipy.spatial.transform.Rotation.from_rotvec(values).as_quat(), 1)
    if values.shape == (3, 3):
        return quat_from_matrix(values, where=where)
    raise ModelError(where, f"an array of shape {values.shape}", allowed=ALLOWED)


def _unit(values: Floats, where: str) -> Floats:
    length = math.sqrt(float(values @ values))
    if not abs(length - 1.0) <= TOLERANCE:
        raise ModelError(
            where,
            f"quaternion {values.tolist()} has length {length:.6g}",
            allowed=f"length 1 within {TOLERANCE:g}",
            remedy="Divide it by its length if it is meant as a rotation; its order is (w, x, y, z)",
        )
    return values / length


def quat_from_matrix(matrix: ArrayLike, *, where: str = "orientation") -> Floats:
    """Unit quaternion of a rotation matrix, checked to be one.

    Parameters
    ----------
    matrix : (3, 3) array_like
        Rotation matrix; its columns are the axes of the turned frame.
    where : str
        For the error.

    Returns
    -------
    (4,) array
        Unit quaternion.
    """
    R = array(where, "", matrix, shape=(3, 3), words="a rotation matrix, finite numbers of shape (3, 3)")
    defect = float(np.abs(R.T @ R - np.eye(3)).max())
    if defect > TOLERANCE:
        raise ModelError(
            where,
            f"matrix is not orthogonal: RᵀR differs from I by {defect:.3g}",
            allowed=f"a rotation matrix within {TOLERANCE:g}",
        )
    if np.linalg.det(R) < 0.0:
        raise ModelError(
            where,
            "matrix has determinant −1, its axes are left-handed",
            allowed="right-handed axes",
            remedy="Exchange two axes or turn one around",
        )
    return np.roll(scipy.spatial.transform.Rotation.from_matrix(R).as_quat(), 1)


def quat_from_axis_angle(axis: ArrayLike, angle: float, *, where: str = "axis") -> Floats:
    """Unit quaternion of a turn by ``angle`` [rad] about ``axis``."""
    e, half = unit_vector(axis, where=where), 0.5 * number(where, "angle", angle)
    return np.concatenate(([math.cos(half)], math.sin(half) * e))


def quat_with_z_along(axis: ArrayLike, *, where: str = "axis") -> Floats:
    """Unit quaternion of the smallest rotation that turns e_z into ``axis``."""
    x, y, z = unit_vector(axis, where=where).tolist()
    across = x * x + y * y
    if z < 0.0 and across == 0.0:
        return np.array([0.0, 1.0, 0.0, 0.0])
    # 1 + z without cancellation near −z
    q = np.array([1.0 + z if z > 0.0 else across / (1.0 - z), -y, x, 0.0])
    return np.asarray(q / math.sqrt(float(q @ q)))


def unit_vector(given: ArrayLike, *, where: str = "axis") -> Floats:
    """Direction of a vector; refuses zero and what is not three finite numbers."""
    values = array(where, "", given, shape=(3,), words="three finite numbers")
    length = math.sqrt(float(values @ values))
    if length < 1e-12:
        raise ModelError(where, f"{values.tolist()} has no direction", allowed="a vector that is not zero")
    return values / length


# ------------------------------------------------------------------ arrays of quaternions and frames


def _rows(where: str, name: str, given: ArrayLike, size: int) -> Floats:
    """Rows of numbers along the last axis; arrays of floats may hold what is not a number."""
    if type(given) is not np.ndarray or given.dtype != np.float64:
        given = array(where, name, given, words=f"{size} numbers, or an array (…, {size})")
    if given.shape[-1:] != (size,):
        raise refusal(where, name, given, f"{size} numbers, or an array (…, {size})")
    return given


def multiply(p: ArrayLike, q: ArrayLike) -> Floats:
    """Hamilton product of quaternions along the last axis."""
    a, b = _rows("multiply", "p", p, 4), _rows("multiply", "q", q, 4)
    w = a[..., 0] * b[..., 0] - np.sum(a[..., 1:] * b[..., 1:], axis=-1)
    v = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([w[..., None], v], axis=-1)


def conjugate(p: ArrayLike) -> Floats:
    """Conjugate quaternions along the last axis."""
    return _rows("conjugate", "p", p, 4) * np.array([1.0, -1.0, -1.0, -1.0])


def rotate(p: ArrayLike, a: ArrayLike) -> Floats:
    """R(p) a, along the last axis."""
    q, v = _rows("rotate", "p", p, 4), _rows("rotate", "a", a, 3)
    t = 2.0 * np.cross(q[..., 1:], v)
    return v + q[..., :1] * t + np.cross(q[..., 1:], t)


def unrotate(p: ArrayLike, a: ArrayLike) -> Floats:
    """R(p)ᵀ a, along the last axis."""
    return rotate(conjugate(p), a)


def to_matrix(p: ArrayLike) -> Floats:
    """Rotation matrices (…, 3, 3) of unit quaternions."""
    q = _rows("to_matrix", "p", p, 4)
    return np.stack([rotate(q, e) for e in np.eye(3)], axis=-1)


def to_rotation_vector(p: ArrayLike) -> Floats:
    """Rotation vectors (…, 3) of unit quaternions, angle in [0, π] [rad]."""
    q = _rows("to_rotation_vector", "p", p, 4)
    q = np.where(q[..., :1] < 0.0, -q, q)
    length = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    factor = np.where(length < 1e-8, 2.0, 2.0 * np.arctan2(length, q[..., :1]) / np.maximum(length, 1e-300))
    return factor * q[..., 1:]


def rotation_between(p: ArrayLike, q: ArrayLike) -> Floats:
    """Rotation vectors that take p to q, in the axes of p (and of q): log(p⁻¹ q)."""
    return to_rotation_vector(multiply(conjugate(p), q))


def compose(frames: Floats, others: Floats) -> Floats:
    """Frames (…, 7) given in frames (…, 7), seen from where these are given."""
    place = frames[..., :3] + rotate(frames[..., 3:], others[..., :3])
    turned = multiply(*np.broadcast_arrays(frames[..., 3:], others[..., 3:]))
    return np.concatenate([np.broadcast_to(place, (*turned.shape[:-1], 3)), turned], axis=-1)


def relative(frames: Floats, base: Floats) -> Floats:
    """Frames (…, 7) as seen from others (…, 7), both given in one frame."""
    back = conjugate(base[..., 3:])
    place = rotate(back, frames[..., :3] - base[..., :3])
    turned = multiply(*np.broadcast_arrays(back, frames[..., 3:]))
    return np.concatenate([np.broadcast_to(place, (*turned.shape[:-1], 3)), turned], axis=-1)


def to_numpy_quaternion(p: ArrayLike) -> Any:
    """Array of ``quaternion.quaternion`` (…,) from floats (…, 4)."""
    import quaternion

    return quaternion.as_quat_array(np.ascontiguousarray(p, dtype=float))
