"""The scene of a run: rows that are shown, what is drawn, values of items, and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from mbfe.algebra.arrays import Ints
from mbfe.errors import ResultsError
from mbfe.results.drawing.run_blocks import blocks_of, even_rows, frames_of
from mbfe.results.rows import RecordedRows
from mbfe.results.scene.contents import Contents
from mbfe.results.scene.page import write_page
from mbfe.results.scene.values import values_of

__all__ = ["write_scene"]

MOST_SHOWN, FEWEST = 1500, 50
"""Rows that are shown without ``step``, and that are kept however many numbers each has."""
MOST_MOTIONS = 6_000_000
"""Numbers of all motions of a scene."""


def write_scene(
    run: RecordedRows,
    path: str | PathLike[str],
    *,
    step: float | None,
    summary: str,
    warnings: Sequence[str] = (),
    solved: bool = True,
) -> Path:
    """Write the scene of a run into a file and return its path.

    `step` is the interval of frames in the unit of the run's axis, `summary` the run in a few lines.
    What is not `solved` is shown without values and forces.
    """
    every = frames_of(run.time, None)
    if not len(every):
        raise ResultsError(f'scene "{path}"', "the results have no rows", remedy="Take a run with rows")
    rows, notes = _chosen(run, every, step)
    blocks = blocks_of(run, rows)
    if not solved:
        blocks = replace(blocks, points=[replace(point, arrays={}) for point in blocks.points])
    contents = Contents(blocks)
    items = contents.items()
    values, omitted = values_of(run, rows, contents.packer) if solved else ({}, 0)
    if omitted:
        notes.append(f"Values of {omitted} items are left out: there are too many numbers for one page.")
    scene = {
        "title": str(run.header["model"]),
        "axis": run.axis,
        "over_time": bool(run.over_time),
        "solved": solved,
        "times": np.asarray(run.time[rows]).tolist(),
        "box": contents.box,
        "size": contents.size,
        "follow": contents.extents.is_far,
        "items": items,
        "meshes": contents.meshes,
        "values": values,
        "summary": summary,
        "warnings": list(map(str, warnings)),
        "notes": notes,
        "data": contents.packer.text(),
    }
    return write_page(path, scene)


def _chosen(run: RecordedRows, every: Ints, step: float | None) -> tuple[Ints, list[str]]:
    """Rows that are shown, and a line that says so when they are not all."""
    if step is not None:
        rows = frames_of(run.time, step)
        why = f"as step={step:g} requires"
    else:
        most = min(MOST_SHOWN, max(FEWEST, MOST_MOTIONS // max(1, _numbers(run, every))))
        rows = every if len(every) <= most else even_rows(run.time, every, most)
        why = "give step= to choose them"
    if len(rows) == len(every):
        return rows, []
    return rows, [f"{len(rows)} of {len(every)} rows are shown, {why}."]


def _numbers(run: RecordedRows, every: Ints) -> int:
    """Numbers of a frame, from what its first row shows."""
    blocks = blocks_of(run, every[:1])
    count = 7 * len(blocks.bodies) + 6 * len(blocks.springs) + 9 * len(blocks.points)
    return count + sum(int(np.size(beam.frames)) for beam in blocks.beams)
