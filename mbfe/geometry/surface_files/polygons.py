"""Polygons of a surface, and their triangles: ears are clipped where a polygon is not convex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats, Ints

__all__ = ["Polygons", "as_floats", "clip_ears", "split"]

FLAT = 1e-12
"""Area below which a corner counts as straight, in units of the squared size of the polygon."""


class Polygons(NamedTuple):
    """Faces with any number of corners.

    Points (n, 3), corners (m,) as rows of them, face after face, and the number of corners of each face.
    """

    points: Floats
    corners: Ints
    counts: Ints

    @classmethod
    def of_faces(cls, points: Floats, faces: list[list[int]]) -> Polygons:
        """Polygons of lists of corners."""
        counts = np.array([len(face) for face in faces], dtype=np.int64)
        corners = np.array([corner for face in faces for corner in face], dtype=np.int64)
        return cls(points, corners, counts)


def as_floats(words: Sequence[str | bytes]) -> list[float]:
    """Words of a file as numbers; none where one of them is no number."""
    try:
        return [float(word) for word in words]
    except ValueError:
        return []


def split(faces: Polygons) -> tuple[Floats, Ints, Ints]:
    """Points (n, 3), triangles (m, 3) and convex quads (k, 4) of polygons.

    Corners that repeat the one before are left out.
    """
    starts = np.cumsum(faces.counts) - faces.counts
    three = starts[faces.counts == 3]
    four = starts[faces.counts == 4]
    triangles = faces.corners[three[:, None] + np.arange(3)]
    quads = faces.corners[four[:, None] + np.arange(4)]
    plain = is_convex_quad(faces.points, quads)
    odd = [row.tolist() for row in quads[~plain]]
    for start, count in zip(starts, faces.counts, strict=True):
        if count > 4:
            odd.append(faces.corners[start : start + count].tolist())
    clipped = [triangle for face in odd for triangle in clip_ears(faces.points, face)]
    more = np.array(clipped, dtype=np.int64).reshape(-1, 3)
    return faces.points, np.concatenate([triangles, more]), quads[plain]


def is_convex_quad(points: Floats, quads: Ints) -> NDArray[np.bool_]:
    """Whether four different corners turn the same way, seen along the normal of the whole, shape (k,)."""
    p = points[quads]
    edge = np.roll(p, -1, axis=1) - p
    turn = np.cross(edge, np.roll(edge, -1, axis=1))
    normal = np.cross(p[:, 2] - p[:, 0], p[:, 3] - p[:, 1])
    return np.asarray((np.einsum("kci,ki->kc", turn, normal) > 0.0).all(axis=1))


def clip_ears(points: Floats, face: list[int]) -> list[list[int]]:
    """Triangles of one polygon, with its turn; one with a hole may run to the hole and back along one line.

    The polygon is seen along its mean normal (Newell); where it cuts itself, so that there is no ear, the
    rest is a fan, whose volume is the same.
    """
    left = [corner for i, corner in enumerate(face) if corner != face[i - 1]]
    if len(left) < 4:
        return [left] if len(left) == 3 else []
    flat = in_its_plane(points[left])
    least = FLAT * float(np.ptp(flat, axis=0).max()) ** 2
    ring = list(range(len(left)))
    out = []
    while len(ring) > 3:
        at = next((i for i in range(len(ring)) if is_ear(flat, ring, i, least)), None)
        if at is None:
            break
        out.append([left[ring[i % len(ring)]] for i in (at - 1, at, at + 1)])
        del ring[at]
    out += [[left[ring[0]], left[ring[i]], left[ring[i + 1]]] for i in range(1, len(ring) - 1)]
    return [triangle for triangle in out if len(set(triangle)) == 3]


def in_its_plane(corners: Floats) -> Floats:
    """Corners of a polygon in two axes of its mean plane, in which it turns to the left, shape (n, 2)."""
    middle = corners - corners.mean(axis=0)
    normal = np.cross(middle, np.roll(middle, -1, axis=0)).sum(axis=0)
    size = float(np.linalg.norm(normal))
    if size == 0.0:
        return middle[:, :2]
    normal = normal / size
    first = np.cross(np.eye(3)[np.abs(normal).argmin()], normal)
    first /= np.linalg.norm(first)
    return np.asarray(middle @ np.column_stack([first, np.cross(normal, first)]))


def is_ear(flat: Floats, ring: list[int], at: int, least: float) -> bool:
    """Whether a corner sticks out, and no other corner lies in its triangle.

    Corners at the place of one of the three, as of a bridge to a hole, do not count; those on the new edge
    do, so that no triangle covers them.
    """
    a, b, c = (flat[ring[i % len(ring)]] for i in (at - 1, at, at + 1))
    before, after = b - a, c - b
    if before[0] * after[1] - before[1] * after[0] <= least:
        return False
    others = flat[
        [k for i, k in enumerate(ring) if i not in (at - 1, at, (at + 1) % len(ring), at - 1 + len(ring))]
    ]
    apart = (others != a).any(axis=1) & (others != b).any(axis=1) & (others != c).any(axis=1)
    others = others[apart]
    inside = np.ones(len(others), dtype=bool)
    for one, two in ((a, b), (b, c), (c, a)):
        along, away = two - one, others - one
        inside &= along[0] * away[:, 1] - along[1] * away[:, 0] >= -least
    return not inside.any()
