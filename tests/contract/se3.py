"""Rigid motions by 4×4 and 6×6 matrices and power series, to compare the program's own motions with.

Nothing here uses the program. Twists are (v, ω) in the frame of the body, poses rows (origin, quaternion).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.transform import Rotation

Floats = NDArray[np.float64]


def skew(a: ArrayLike) -> Floats:
    """Matrix ã with ã b = a × b."""
    x, y, z = np.asarray(a, dtype=float)
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def exponential(A: Floats) -> Floats:
    """Matrix exponential by its series, scaled and squared (SciPy's is slow for many small matrices)."""
    squarings = max(0, 3 + math.ceil(math.log2(max(np.abs(A).sum(axis=0).max(), 1e-30))))
    X = A / 2.0**squarings
    out = np.eye(len(A))
    for n in range(13, 0, -1):
        out = np.eye(len(A)) + X @ out / n
    for _ in range(squarings):
        out = out @ out
    return out


def hat(twist: ArrayLike) -> Floats:
    """4×4 matrix of a twist."""
    V = np.asarray(twist, dtype=float)
    out = np.zeros((4, 4))
    out[:3, :3], out[:3, 3] = skew(V[3:]), V[:3]
    return out


def little_ad(twist: ArrayLike) -> Floats:
    """ad_𝒱 with ad_𝒱 𝒲 = (ω×v′ + v×ω′, ω×ω′), the commutator of the 4×4 matrices."""
    V = np.asarray(twist, dtype=float)
    spin, shift = skew(V[3:]), skew(V[:3])
    return np.block([[spin, shift], [np.zeros((3, 3)), spin]])


def tangent(increment: ArrayLike) -> Floats:
    """T = Σ (−ad)ᵏ/(k+1)! = ∫₀¹ exp(−s ad) ds of the exponential map, by that of a 12×12 matrix."""
    block = np.zeros((12, 12))
    block[:6, :6], block[:6, 6:] = -little_ad(increment), np.eye(6)
    return exponential(block)[:6, 6:]


def matrix(row: ArrayLike) -> Floats:
    """4×4 matrix of a row of 7."""
    pose = np.asarray(row, dtype=float)
    out = np.eye(4)
    out[:3, :3] = Rotation.from_quat(np.roll(pose[3:7], -1)).as_matrix()
    out[:3, 3] = pose[:3]
    return out


def row(H: Floats) -> Floats:
    """Row of 7 of a 4×4 matrix."""
    return np.concatenate([H[:3, 3], np.roll(Rotation.from_matrix(H[:3, :3]).as_quat(), 1)])


def adjoint(H: Floats) -> Floats:
    """Ad_H, which carries a twist of the body to the frame in which H is given."""
    R = H[:3, :3]
    return np.block([[R, skew(H[:3, 3]) @ R], [np.zeros((3, 3)), R]])


def moved(pose: Floats, increment: ArrayLike) -> Floats:
    """Row after a body-frame increment by the exponential map."""
    return row(matrix(pose) @ exponential(hat(increment)))


def along(pose: Floats, twist: Floats, accel: Floats, tau: float) -> tuple[Floats, Floats]:
    """Pose and twist at τ of a motion that has this pose, twist and acceleration at τ = 0.

    The motion is H exp(τ𝒱 + ½τ²𝒜): its twist is T(τ𝒱 + ½τ²𝒜)(𝒱 + τ𝒜), whose derivative at zero is 𝒜.
    """
    increment = tau * twist + 0.5 * tau**2 * accel
    return moved(pose, increment), tangent(increment) @ (twist + tau * accel)


def derivative(function, h: float = 3e-4):  # type: ignore[no-untyped-def]
    """Derivative at zero by the central difference of fourth order."""
    near, far = function(h) - function(-h), function(2 * h) - function(-2 * h)
    return (8.0 * near - far) / (12.0 * h)


def second_derivative(function, h: float = 5e-3):  # type: ignore[no-untyped-def]
    """Second derivative at zero by the central difference of sixth order."""
    one, two, three = (function(k * h) + function(-k * h) for k in (1, 2, 3))
    return (270.0 * one - 27.0 * two + 2.0 * three - 490.0 * function(0.0)) / (180.0 * h**2)
