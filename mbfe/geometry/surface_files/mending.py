"""Repair of surfaces from files: equal points welded, duplicate faces removed, orientation outwards."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.graphs import connected_parts
from mbfe.geometry.closed_surfaces import as_triangles, surface_defects

__all__ = ["SurfaceWarning", "mended"]

NEAR = 1e-6
"""Distance within which points of a surface that is open otherwise are welded, in units of its size."""
SINGLE = 2.0**-22
"""The same in units of the largest coordinate: two roundings to single precision."""

CROWD = 20
"""Neighbours within the distance of welding, beyond which it says nothing about round-off."""
MANY = 300
"""Number of parts up to which it is checked which is inside which."""


class SurfaceWarning(UserWarning):
    """A surface was mended."""


def mended(where: str, points: Floats, triangles: Ints, quads: Ints) -> tuple[Floats, Ints, Ints]:
    """Weld points, remove degenerate and duplicate faces, and orient the faces of a closed surface outwards.

    Points (n, 3), triangles (m, 3) and quads (k, 4) come back with only the points that are used. Warnings
    report what was left out or turned.
    """
    points, triangles, quads = welded(points, triangles, quads, 0.0)
    if len(surface_defects(points, as_triangles(triangles, quads))[0]):
        size, far = np.ptp(points, axis=0).max(), np.abs(points).max()
        closer = welded(points, triangles, quads, NEAR * size + SINGLE * far)
        if not len(surface_defects(closer[0], as_triangles(*closer[1:]))[0]):
            points, triangles, quads = closer
    before = len(triangles) + len(quads)
    triangles, quads = once(triangles), once(quads)
    if len(triangles) + len(quads) < before:
        report(where, f"{before - len(triangles) - len(quads)} faces stand in it twice and count once")
    cells = as_triangles(triangles, quads)
    if len(cells) and not len(surface_defects(points, cells)[0]):
        face = np.concatenate([np.arange(len(triangles)), *2 * [len(triangles) + np.arange(len(quads))]])
        flip = inside_out(where, points, cells, face)
        triangles = np.where(flip[: len(triangles), None], triangles[:, ::-1], triangles)
        quads = np.where(flip[len(triangles) :, None], quads[:, ::-1], quads)
    return points, triangles, quads


def report(where: str, text: str) -> None:
    """Warn."""
    warnings.warn(f"{where}: {text}", SurfaceWarning, stacklevel=5)


def welded(points: Floats, triangles: Ints, quads: Ints, within: float) -> tuple[Floats, Ints, Ints]:
    """Points that are equal, or near, as one; only points that are used; no face with a corner twice.

    A quad with two equal corners becomes a triangle.
    """
    unique, index = np.unique(points + 0.0, axis=0, return_inverse=True)  # adding zero makes -0.0 and 0.0 one
    index = index.reshape(-1)
    if within > 0.0:
        from scipy.spatial import cKDTree

        tree = cKDTree(unique)
        if tree.count_neighbors(tree, within, p=np.inf) > CROWD * len(unique):
            within = 0.0  # the distance is no round-off here: one point lies far away
        pairs = tree.query_pairs(within, p=np.inf, output_type="ndarray")
        links = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(unique),) * 2)
        _, part = connected_parts(links)
        _, first, group = np.unique(part, return_index=True, return_inverse=True)
        unique, index = unique[first], group.reshape(-1)[index]
    triangles, quads = index[triangles], index[quads]
    same = [quads[:, i] == quads[:, (i + 1) % 4] for i in range(4)]
    thin = np.any(same, axis=0)
    at = np.argmax(np.array(same), axis=0)[thin]
    keep = (at[:, None] + np.array([1, 2, 3])) % 4
    triangles = np.concatenate([triangles, np.take_along_axis(quads[thin], keep, axis=1)])
    quads = quads[~thin & (quads[:, 0] != quads[:, 2]) & (quads[:, 1] != quads[:, 3])]
    real = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    triangles = triangles[real]
    used, rows = np.unique(np.concatenate([triangles.ravel(), quads.ravel()]), return_inverse=True)
    split = triangles.size
    return unique[used], rows[:split].reshape(-1, 3), rows[split:].reshape(-1, 4)


def once(faces: Ints) -> Ints:
    """Faces without those that have the same corners, turning the same way, as one before."""
    first = faces.argmin(axis=1)
    turned = np.take_along_axis(faces, (first[:, None] + np.arange(faces.shape[1])) % faces.shape[1], axis=1)
    _, kept = np.unique(turned, axis=0, return_index=True)
    return faces[np.sort(kept)]


def inside_out(where: str, points: Floats, cells: Ints, face: Ints) -> NDArray[np.bool_]:
    """Faces of a closed surface that must be turned, so that all turn outwards, or inwards around a cavity.

    Neighbours are brought to one turn, that of most of the area of their part. A part of negative volume is a
    cavity where it lies inside of another part, and is turned otherwise.
    """
    n = int(face.max()) + 1
    links, against = neighbours(cells, face)
    rows = np.concatenate([links[:, 0], links[:, 0] + n])
    columns = np.concatenate([links[:, 1] + n * against, links[:, 1] + n * ~against])
    graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(2 * n, 2 * n))
    _, label = connected_parts(graph)
    one_sided = label[:n] == label[n:]
    part = np.unique(np.minimum(label[:n], label[n:]), return_inverse=True)[1].reshape(-1)
    flip = (label[:n] > label[n:]) & ~one_sided
    corner = points[cells] - points.mean(axis=0)
    area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1)
    weight = np.bincount(face, weights=area, minlength=n)
    against_most = np.bincount(part, weights=np.where(flip, weight, -weight)) > 0.0
    flip ^= against_most[part]
    if flip.any():
        report(where, f"{flip.sum()} of {n} faces turn against their neighbours; they were turned")
    signed = np.einsum("ni,ni->n", corner[:, 0], np.cross(corner[:, 1], corner[:, 2])) / 6.0
    volumes: Floats = np.bincount(part[face], weights=np.where(flip[face], -signed, signed)).astype(float)
    if volumes.sum() < 0.0:  # all of it inside out
        flip, volumes = ~flip, -volumes
    for number in np.flatnonzero(wrong_parts(where, points[cells], part[face], flip[face], volumes)):
        flip[part == number] ^= True
        report(where, "one of its parts was inside out and no cavity of another; it was turned")
    return flip


def wrong_parts(
    where: str, corners: Floats, part: Ints, flip: NDArray[np.bool_], volumes: Floats
) -> NDArray[np.bool_]:
    """Parts of negative volume that lie in no other; a part of positive volume in another is reported.

    Triangles are corners (n, 3, 3); each belongs to a part and is turned where `flip`; volumes are of the
    parts.
    """
    wrong = np.zeros(len(volumes), dtype=bool)
    if not 1 < len(volumes) <= MANY:
        return wrong
    low = np.array([corners[part == k].min(axis=(0, 1)) for k in range(len(volumes))])
    high = np.array([corners[part == k].max(axis=(0, 1)) for k in range(len(volumes))])
    for k, volume in enumerate(volumes):
        around = (low <= low[k]).all(axis=1) & (high >= high[k]).all(axis=1) & (np.arange(len(volumes)) != k)
        others = np.isin(part, np.flatnonzero(around))
        inside = (
            around.any() and winding(corners[others], flip[others], corners[part == k][0].mean(axis=0)) > 0.5
        )
        wrong[k] = volume < 0.0 and not inside
        if volume > 0.0 and inside:
            report(where, "one of its parts lies inside of another and counts twice; a cavity turns inwards")
    return wrong


def neighbours(cells: Ints, face: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Pairs of faces with a common edge of just two triangles, and whether they run along it the same way."""
    first, last = cells.ravel(), np.roll(cells, -1, axis=1).ravel()
    owner = np.repeat(face, 3)
    low, high = np.minimum(first, last), np.maximum(first, last)
    order = np.lexsort((high, low))
    low, high, owner, up = low[order], high[order], owner[order], (first < last)[order]
    begins = np.flatnonzero(np.concatenate([[True], (np.diff(low) != 0) | (np.diff(high) != 0)]))
    two = begins[np.diff(np.append(begins, len(low))) == 2]
    return np.column_stack([owner[two], owner[two + 1]]), up[two] == up[two + 1]


def winding(triangles: Floats, flip: NDArray[np.bool_], point: Floats) -> float:
    """How often triangles wind round a point (Van Oosterom and Strackee 1983)."""
    a, b, c = np.moveaxis(triangles - point, 1, 0)
    la, lb, lc = (np.linalg.norm(x, axis=1) for x in (a, b, c))
    top = np.einsum("ni,ni->n", a, np.cross(b, c))
    bottom = la * lb * lc + lc * np.einsum("ni,ni->n", a, b)
    bottom += lb * np.einsum("ni,ni->n", a, c) + la * np.einsum("ni,ni->n", b, c)
    angles = 2.0 * np.arctan2(top, bottom)
    return float(np.where(flip, -angles, angles).sum() / (4.0 * np.pi))
