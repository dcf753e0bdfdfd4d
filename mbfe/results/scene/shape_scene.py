"""The scene of shapes about a state: modes, a Campbell diagram, shapes of buckling; one is seen at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ResultsError
from mbfe.results.drawing.run_blocks import blocks_of
from mbfe.results.linearized import Linearized
from mbfe.results.modes_motion import run_of_shapes
from mbfe.results.scene.contents import Contents, bare
from mbfe.results.scene.page import chapter, write_page

__all__ = ["ShownShape", "write_shapes"]

FRAMES, LEAST_FRAMES, SECONDS = 24, 8, 2.0
"""Frames of a period, also where there are very many shapes, and how long it takes to be shown [s]."""
MOST_MOTIONS = 6_000_000
"""Numbers of all motions of a scene, above which periods have fewer frames."""


@dataclass(frozen=True, eq=False)
class ShownShape:
    """A shape with what is known about it.

    Attributes
    ----------
    linear : Linearized
        The equations with the state that it belongs to; all of a scene are those of one model.
    vector : (n,) array
        Values of the unknowns, real or complex.
    caption : str
        What stands above the scene.
    cells : tuple of str
        Its row in the table of shapes.
    group : str
        Shapes of a group stand in the table together, such as those at one speed.
    """

    linear: Linearized
    vector: NDArray[Any]
    caption: str
    cells: tuple[str, ...]
    group: str = ""


def write_shapes(
    path: str | PathLike[str],
    shapes: Sequence[ShownShape],
    *,
    scale: float | str,
    columns: Sequence[str],
    about: Mapping[str, Any],
) -> Path:
    """Write the scene of shapes into a file and return its path.

    `scale` is the largest displacement [m] or "auto", `columns` the head of the table of shapes; what else
    the page has, its kind and texts, is `about`.
    """
    if not shapes:
        raise ResultsError(f'scene "{path}"', "there is no shape", remedy="Compute one or more")
    most = MOST_MOTIONS // (7 * len(shapes[0].linear.snapshot.motion) * len(shapes))
    frames = max(LEAST_FRAMES, min(FRAMES, most))
    run = run_of_shapes([(shape.linear, shape.vector) for shape in shapes], frames=frames, scale=scale)
    blocks = bare(blocks_of(run, np.arange(1, len(run.time))))
    at_rest = blocks_of(run, np.zeros(1, dtype=int))
    rested = [np.asarray(beam.frames)[0] for beam in at_rest.beams]
    beams = [replace(beam, drawn=drawn) for beam, drawn in zip(blocks.beams, rested, strict=True)]
    contents = Contents(replace(blocks, beams=beams))
    phase = np.linspace(0.0, 360.0, frames + 1)
    chapters = [
        chapter(
            phase,
            seconds=SECONDS,
            first=k * len(phase),
            caption=shape.caption,
            group=shape.group,
            cells=shape.cells,
        )
        for k, shape in enumerate(shapes)
    ]
    scene = {
        **contents.about(),
        "title": str(run.header["model"]),
        "axis": "phase [deg]",
        "swings": True,
        "columns": list(columns),
        "chapters": chapters,
        **about,
    }
    return write_page(path, scene | {"data": contents.packer.text()})
