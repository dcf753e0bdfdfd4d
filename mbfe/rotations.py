"""Rotations as users give and read them: quaternions, matrices, rotation vectors, SciPy rotations.

Inside the program a rotation is a float array (w, x, y, z). numpy-quaternion is loaded at first use, so that
``import mbfe`` stays fast.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.transform import Rotation

from mbfe.errors import ModelError

Floats = NDArray[np.float64]

IDENTITY: Floats = np.array([1.0, 0.0, 0.0, 0.0])
TOLERANCE = 1e-6
"""How far a given quaternion's length or a matrix's columns may be from those of a rotation."""

ALLOWED = (
    "a unit quaternion (w, x, y, z) or numpy-quaternion, a rotation vector (3) [rad], "
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
    if isinstance(given, Rotation):
        stored = given.as_quat()
        if stored.shape != (4,):
            raise ModelError(where, f"a stack of rotations of shape {stored.shape}", allowed="one rotation")
        return np.roll(stored, 1)
    if not isinstance(given, np.ndarray | tuple | list) and all(hasattr(given, name) for name in "wxyz"):
        return _unit(np.array([given.w, given.x, given.y, given.z], dtype=float), where)
    try:
        values = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(where, f"{given!r}", allowed=ALLOWED) from None
    if not np.isfinite(values).all():
        raise ModelError(where, f"{values.tolist()} is not finite", allowed=ALLOWED)
    if values.shape == (4,):
        return _unit(values, where)
    if values.shape == (3,):
        return np.roll(Rotation.from_rotvec(values).as_quat(), 1)
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
    R = np.asarray(matrix, dtype=float)
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
    return np.roll(Rotation.from_matrix(R).as_quat(), 1)


def quat_from_axis_angle(axis: ArrayLike, angle: float, *, where: str = "axis") -> Floats:
    """Unit quaternion of a turn by ``angle`` [rad] about ``axis``."""
    e = unit_vector(axis, where=where)
    return np.concatenate(([math.cos(0.5 * angle)], math.sin(0.5 * angle) * e))


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
    try:
        values = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        values = np.full(3, np.nan)
    if values.shape != (3,) or not np.isfinite(values).all():
        raise ModelError(where, f"{given!r}", allowed="three finite numbers")
    length = math.sqrt(float(values @ values))
    if length < 1e-12:
        raise ModelError(where, f"{values.tolist()} has no direction", allowed="a vector that is not zero")
    return values / length


# ------------------------------------------------------------------ arrays of quaternions and frames


def multiply(p: ArrayLike, q: ArrayLike) -> Floats:
    """Hamilton product of quaternions along the last axis."""
    a, b = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    w = a[..., 0] * b[..., 0] - np.sum(a[..., 1:] * b[..., 1:], axis=-1)
    v = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([w[..., None], v], axis=-1)


def conjugate(p: ArrayLike) -> Floats:
    """Conjugate quaternions along the last axis."""
    return np.asarray(p, dtype=float) * np.array([1.0, -1.0, -1.0, -1.0])


def rotate(p: ArrayLike, a: ArrayLike) -> Floats:
    """R(p) a, along the last axis."""
    q, v = np.asarray(p, dtype=float), np.asarray(a, dtype=float)
    t = 2.0 * np.cross(q[..., 1:], v)
    return v + q[..., :1] * t + np.cross(q[..., 1:], t)


def unrotate(p: ArrayLike, a: ArrayLike) -> Floats:
    """R(p)ᵀ a, along the last axis."""
    return rotate(conjugate(p), a)


def to_matrix(p: ArrayLike) -> Floats:
    """Rotation matrices (…, 3, 3) of unit quaternions."""
    q = np.asarray(p, dtype=float)
    return np.stack([rotate(q, e) for e in np.eye(3)], axis=-1)


def to_rotation_vector(p: ArrayLike) -> Floats:
    """Rotation vectors (…, 3) of unit quaternions, angle in [0, π] [rad]."""
    q = np.asarray(p, dtype=float)
    q = np.where(q[..., :1] < 0.0, -q, q)
    length = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    factor = np.where(length < 1e-8, 2.0, 2.0 * np.arctan2(length, q[..., :1]) / np.maximum(length, 1e-300))
    return factor * q[..., 1:]


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
