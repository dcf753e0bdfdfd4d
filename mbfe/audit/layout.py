"""Places for the vertices of a graph: stress majorisation, then boxes pushed apart; the same in every run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.graphs import connected_parts, edges_between

__all__ = ["layout"]

EDGE = 62.0
"""Length of an edge [px]."""
LONG_GRAPH = 22
"""Diameter of a graph from which on it is folded."""
SWEEPS, PASSES = 150, 160
CROWDED = 0.3
"""Boxes on each other for each vertex above which the picture is enlarged."""
MOST_EXACT = 1200
"""Vertices up to which distances of neighbours weigh more than those of others."""
GAP = 26.0
"""Space between the parts of a graph that are not connected [px]."""


def layout(n: int, edges: Sequence[tuple[int, int]], boxes: Floats, *, bottom: int | None) -> Floats:
    """Centres of the boxes of a graph (n, 2) [px], y downwards, no box left of or above zero.

    `boxes` (n, 2) are widths and heights [px]; the vertex `bottom` is to be below the others.

    Notes
    -----
    Stress Σ w (‖xᵢ − xⱼ‖ − dᵢⱼ)² with w = d⁻² and d the number of edges between two vertices, minimised by
    majorisation (Gansner, Koren and North 2005, Graph Drawing 2004, LNCS 3383). In graphs of large diameter d
    is raised to a power below one, which folds long chains.
    """
    pairs = np.array(edges, dtype=int).reshape(-1, 2)
    graph = sp.csr_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    count, part = connected_parts(graph)
    place = np.zeros((n, 2))
    parts = sorted((np.flatnonzero(part == k) for k in range(count)), key=lambda own: (-len(own), own[0]))
    for own in parts:
        x = _stress(edges_between(graph[own][:, own]))
        if bottom is not None and bottom in own:
            x = _turned(x, int(np.flatnonzero(own == bottom)[0]))
        place[own] = _apart(x * EDGE, boxes[own])
    return _packed(place, boxes, parts)


def _stress(hops: Floats) -> Floats:
    """Places whose distances are those of the graph, edges of length one."""
    n = len(hops)
    if n == 1:
        return np.zeros((1, 2))
    diameter = float(hops.max())
    power = 1.0 if diameter <= LONG_GRAPH else max(0.5, np.log(2.6 * np.sqrt(n)) / np.log(diameter))
    d = hops**power
    centred = -0.5 * (d**2 - (d**2).mean(axis=0) - (d**2).mean(axis=1)[:, None] + (d**2).mean())
    values, vectors = (
        np.linalg.eigh(centred) if n <= MOST_EXACT else sp.linalg.eigsh(centred, 2, v0=np.ones(n))
    )
    vectors = vectors[:, -2:] * np.sign(vectors[np.abs(vectors[:, -2:]).argmax(axis=0), [-2, -1]] + 1e-300)
    x = vectors * np.sqrt(np.maximum(values[-2:], 1e-3))
    x += 1e-2 * np.random.default_rng(3).standard_normal(x.shape)
    with np.errstate(divide="ignore"):
        w = np.where(d > 0.0, d ** (-2.0 if n <= MOST_EXACT else 0.0), 0.0)
    V = np.diag(w.sum(axis=1)) - w
    inverse = np.linalg.inv(V + 1.0 / n) - 1.0 / n if n <= MOST_EXACT else np.eye(n) / n
    for _ in range(SWEEPS if n <= MOST_EXACT else 30):
        distance = np.linalg.norm(x[:, None] - x[None], axis=2)
        with np.errstate(divide="ignore", invalid="ignore"):
            B = np.where(distance > 1e-9, -w * d / distance, 0.0)
        np.fill_diagonal(B, 0.0)
        np.fill_diagonal(B, -B.sum(axis=1))
        x = inverse @ (B @ x)
    return x


def _turned(x: Floats, bottom: int) -> Floats:
    """The picture turned so that a vertex is below the middle of the others, or at its left in a long row."""
    down = x[bottom] - x.mean(axis=0)
    size = float(np.linalg.norm(down))
    if size < 1e-9:
        return x
    down = down / size
    across = np.array([-down[1], down[0]])
    turned = np.stack([x @ across, x @ down], axis=1)
    extent = np.ptp(turned, axis=0)
    if extent[1] > 1.6 * extent[0]:
        turned = np.stack([-turned[:, 1], turned[:, 0]], axis=1)
    return turned


def _apart(x: Floats, boxes: Floats) -> Floats:
    """Boxes that overlap, apart: a crowded picture is enlarged, then each pair is pushed the shorter way."""
    if len(x) > MOST_EXACT:
        return x
    x = x.copy()
    need = 0.5 * (boxes[:, None] + boxes[None]) + 4.0
    itself = np.eye(len(x), dtype=bool)
    earlier = np.tri(len(x), k=-1, dtype=bool)[:, :, None]
    for sweep in range(PASSES):
        between = x[:, None] - x[None]
        over = need - np.abs(between)
        hit = (over > 0.0).all(axis=2) & ~itself
        if not hit.any():
            break
        if hit.sum() > CROWDED * len(x) or sweep > PASSES // 2:
            x *= 1.05
            continue
        side = np.where(between != 0.0, np.sign(between), np.where(earlier, -1.0, 1.0))
        short = over[:, :, 0] < over[:, :, 1]
        push = 0.4 * over * side * hit[:, :, None]
        push[:, :, 0][~short] = 0.0
        push[:, :, 1][short] = 0.0
        x += push.sum(axis=1)
    return x


def _packed(place: Floats, boxes: Floats, parts: Sequence[Ints]) -> Floats:
    """Unconnected parts side by side, in rows about as wide as the first one."""
    place = place.copy()
    corner, tall, wide = np.zeros(2), 0.0, 0.0
    for own in parts:
        low = (place[own] - 0.5 * boxes[own]).min(axis=0)
        size = (place[own] + 0.5 * boxes[own]).max(axis=0) - low
        if corner[0] > 0.0 and corner[0] + size[0] > max(wide, 500.0):
            corner = np.array([0.0, corner[1] + tall + GAP])
            tall = 0.0
        place[own] += corner - low
        corner = corner + np.array([size[0] + GAP, 0.0])
        tall, wide = max(tall, float(size[1])), max(wide, float(corner[0]))
    return place
