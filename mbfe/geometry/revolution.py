"""Surfaces of revolution: points and cells from a profile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.checks import shown
from mbfe.errors import ModelError
from mbfe.geometry.orientation import AXIS_ORDER

__all__ = ["arc", "revolve"]


def revolve(
    profile: Sequence[Sequence[float]] | Floats, *, where: str, axis: str, facets: int, ring: bool
) -> tuple[Floats, Ints, Ints]:
    """Points, triangles and quads of a profile (n, 2) of (radius, height) [m] that is turned about an axis.

    It runs from pole to pole, or is a closed `ring` whose last point is joined with the first: upwards along
    the outside, so that the cells are counter-clockwise seen from outside. `facets` is their number around.
    """
    if axis not in AXIS_ORDER:
        remedy = "turn it to any other direction by .moved(orientation=...)"
        raise ModelError(f"{where}: axis", f"{shown(axis)} was given", allowed="'x', 'y', 'z'", remedy=remedy)
    angle = 2.0 * np.pi * np.arange(facets) / facets
    points: list[Floats] = []
    rows: list[Ints] = []
    count = 0
    for radius, height in profile:
        turn = angle if radius > 0.0 else angle[:1]
        rows.append(np.resize(count + np.arange(len(turn)), facets))
        level = np.full(len(turn), height)
        points.append(np.column_stack([radius * np.cos(turn), radius * np.sin(turn), level]))
        count += len(turn)
    triangles = [np.zeros((0, 3), dtype=int)]
    quads = [np.zeros((0, 4), dtype=int)]
    for low, high in zip(rows, rows[1:] + rows[:1] if ring else rows[1:], strict=False):
        strip = np.column_stack([low, np.roll(low, -1), np.roll(high, -1), high])
        if low[0] == low[1]:
            triangles.append(strip[:, [0, 2, 3]])
        elif high[0] == high[1]:
            triangles.append(strip[:, [0, 1, 2]])
        else:
            quads.append(strip)
    turned = np.concatenate(points)[:, AXIS_ORDER[axis]]
    return turned, np.concatenate(triangles), np.concatenate(quads)


def arc(radius: float, first: float, last: float, n: int, *, height: float = 0.0) -> Floats:
    """Profile of a circle's arc between two latitudes [deg], exactly on the axis at the poles."""
    latitude = np.radians(np.linspace(first, last, n + 1))
    profile = np.column_stack([radius * np.cos(latitude), height + radius * np.sin(latitude)])
    profile[np.abs(profile[:, 0]) < 1e-12 * radius, 0] = 0.0
    return profile
