"""The scene of a Campbell diagram: frequencies over the speed, whose points show their modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats, Ints
from mbfe.results.modes import Modes
from mbfe.results.scene.shape_scene import ShownShape, write_shapes

__all__ = ["write_campbell"]

COLUMNS = ("branch", "kind", "whirl [Hz]", "damping")
ORDERS = (1.0, 2.0, 3.0)
"""Multiples of the speed that are drawn."""


def write_campbell(
    path: str | PathLike[str],
    modes: Sequence[Modes],
    *,
    speeds: Floats,
    branch: NDArray[np.int64],
    whirl: Floats,
    ratios: Floats,
    kinds: Sequence[str],
    scale: float | str,
    about: Mapping[str, Any],
) -> Path:
    """Write the modes at all speeds (k,) [rad/s] with their diagram into a file and return its path.

    Branches are given as :class:`mbfe.results.campbell.Campbell` has them: numbers among the modes (k, n),
    whirl (k, n) [rad/s], damping ratios (k, n) and kinds (n,).
    """
    order = np.argsort(speeds, kind="stable")
    hertz = np.abs(whirl) / (2.0 * np.pi)
    places = [(int(i), int(j)) for i in order for j in np.flatnonzero(branch[i] >= 0)]
    shapes = [
        ShownShape(
            modes[i].linear,
            modes[i].vectors[:, branch[i, j]],
            f"Ω = {speeds[i]:.5g} rad/s · branch {j}, {kinds[j]} · {hertz[i, j]:.5g} Hz"
            f" · damping {ratios[i, j]:.3g}",
            (str(j), str(kinds[j]), f"{hertz[i, j]:.5g}", f"{ratios[i, j]:.3g}"),
            f"Ω = {speeds[i]:.5g} rad/s",
        )
        for i, j in places
    ]
    diagram = {
        "x": "speed [rad/s]",
        "y": "whirl, resting frame [Hz]",
        "lines": [_line(j, kind, places, order, speeds, hertz) for j, kind in enumerate(kinds)],
        "orders": _orders(speeds, float(hertz[np.isfinite(hertz)].max(initial=0.0))),
    }
    return write_shapes(path, shapes, scale=scale, columns=COLUMNS, about={**about, "diagram": diagram})


def _line(
    j: int, kind: str, places: Sequence[tuple[int, int]], order: Ints, speeds: Floats, hertz: Floats
) -> dict[str, Any]:
    """A branch: its points with the numbers of the chapters that show them."""
    number = {place: k for k, place in enumerate(places)}
    there = [int(i) for i in order if (int(i), j) in number]
    points = [[float(speeds[i]), float(hertz[i, j]), number[i, j]] for i in there]
    return {"name": f"{j} {kind}", "points": points}


def _orders(speeds: Floats, top: float) -> list[dict[str, Any]]:
    """Multiples of the speed in Hz as lines."""
    ends = sorted({float(speeds.min()), float(speeds.max()), *((0.0,) if speeds.min() < 0.0 else ())})
    return [
        {"name": f"{order:g}P", "points": [[at, order * abs(at) / (2.0 * np.pi)] for at in ends]}
        for order in ORDERS
        if top > 0.0
    ]
