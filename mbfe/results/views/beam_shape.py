"""Section frames between the nodes of a beam, as its elements interpolate them, for many times at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import compose, relative, to_rotation_vector

__all__ = ["NODES", "exp", "interpolate", "lagrange", "log"]

NODES = {
    2: np.array([-1.0, 1.0]),
    3: np.array([-1.0, 0.0, 1.0]),
    4: np.array([-1.0, -np.sqrt(0.2), np.sqrt(0.2), 1.0]),
}
"""Gauss–Lobatto points, at which the nodes of an element stand."""


def lagrange(nodes: ArrayLike, points: ArrayLike) -> Floats:
    """Lagrange polynomials of given nodes at points, (n_point, n_node)."""
    at, x = np.asarray(nodes, dtype=float), np.asarray(points, dtype=float)
    values = np.ones((*x.shape, len(at)))
    for i in range(len(at)):
        for j in range(len(at)):
            if i != j:
                values[..., i] *= (x - at[j]) / (at[i] - at[j])
    return values


def log(frames: Floats) -> Floats:
    """Logarithms (u, w) of frames (…, 7): (…, 6)."""
    w = to_rotation_vector(frames[..., 3:])
    square = np.sum(w * w, axis=-1, keepdims=True)
    half = 0.5 * np.sqrt(np.maximum(square, 1e-6))
    series = 1.0 / 12 + square * (1.0 / 720 + square / 30240)
    factor = np.where(square < 1e-3, series, (1.0 - half / np.tan(half)) / np.maximum(square, 1e-6))
    wx = np.cross(w, frames[..., :3])
    return np.concatenate([frames[..., :3] - 0.5 * wx + factor * np.cross(w, wx), w], axis=-1)


def exp(vectors: Floats) -> Floats:
    """Frames (…, 7) of logarithms (u, w), (…, 6)."""
    u, w = vectors[..., :3], vectors[..., 3:]
    square = np.sum(w * w, axis=-1, keepdims=True)
    angle = np.sqrt(square)
    safe = np.maximum(square, 1e-6)
    small = square < 1e-3
    b = np.where(small, 0.5 - square * (1.0 / 24 - square / 720), (1.0 - np.cos(angle)) / safe)
    c = np.where(
        small,
        1.0 / 6 - square * (1.0 / 120 - square / 5040),
        (angle - np.sin(angle)) / (safe * np.sqrt(safe)),
    )
    wu = np.cross(w, u)
    sine = 0.5 * np.sinc(0.5 * angle / np.pi)
    return np.concatenate([u + b * wu + c * np.cross(w, wu), np.cos(0.5 * angle), sine * w], axis=-1)


def interpolate(frames: Floats, points: ArrayLike) -> Floats:
    """Frames inside elements, H = H_ref exp(Σ N_i log(H_ref⁻¹ H_i)), (…, m, 7).

    Section frames at the 2, 3 or 4 nodes of elements are (…, n, 7), places in each element (m,) on [−1, 1].
    The frame of reference is the first node of two, the middle one of three, and the mean of the two middle
    ones of four.
    """
    order = frames.shape[-2]
    if order == 4:
        half = 0.5 * log(relative(frames[..., 2, :], frames[..., 1, :]))
        base = compose(frames[..., 1, :], exp(half))
    else:
        base = frames[..., order // 2 if order == 3 else 0, :]
    base = base[..., None, :]
    moved = np.einsum("mi,...ij->...mj", lagrange(NODES[order], points), log(relative(frames, base)))
    return compose(base, exp(moved))
