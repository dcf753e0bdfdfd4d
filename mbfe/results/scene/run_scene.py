"""The scene of a run: rows that are shown, what is drawn, values of items, and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Ints
from mbfe.errors import ResultsError
from mbfe.model.handle import Handle
from mbfe.results.drawing.blocks import Blocks
from mbfe.results.drawing.run_blocks import blocks_of, even_rows, frames_of
from mbfe.results.rows import RecordedRows
from mbfe.results.scene.contents import Contents
from mbfe.results.scene.page import chapter, write_page
from mbfe.results.scene.values import chosen_of, plotted_of, values_of, whole_of

__all__ = ["write_scene"]

MOST_SHOWN, FEWEST = 1500, 50
"""Rows that are shown without ``step``, and that are kept however many numbers each has."""
MOST_MOTIONS, MOST_FIELDS = 6_000_000, 6_000_000
"""Numbers of all motions of a scene, and of all resultants along its beams."""
PATH_SECONDS = 5.0
"""How long a path of equilibria takes to be shown [s]."""


def write_scene(
    run: RecordedRows,
    path: str | PathLike[str],
    *,
    step: float | None,
    summary: str,
    warnings: Sequence[str] = (),
    signals: Sequence[str | Handle] = (),
    audit: str = "",
) -> Path:
    """Write the scene of a run into a file and return its path.

    `step` is the interval of frames in the unit of the run's axis, `summary` the run in a few lines;
    `signals` are plotted, `audit` is the report on its model.
    """
    plotted = chosen_of(run, signals)
    every = frames_of(run.time, None)
    if not len(every):
        raise ResultsError(f'scene "{path}"', "the results have no rows", remedy="Take a run with rows")
    rows, notes = _chosen(run, every, step)
    blocks, omitted_fields = _without_large_fields(blocks_of(run, rows))
    contents = Contents(blocks)
    about = contents.about()
    values, omitted = values_of(run, rows, contents.packer)
    if omitted:
        notes.append(f"Values of {omitted} items are left out: there are too many numbers for one page.")
    if omitted_fields:
        notes.append("Resultants along beams are left out: there are too many numbers for one page.")
    scene = {
        **about,
        "kind": "Run",
        "title": str(run.header["model"]),
        "axis": run.axis,
        "over_time": bool(run.over_time),
        "chapters": [_whole_run(run, rows)],
        "follow": contents.extents.is_far,
        "values": values,
        "whole": whole_of(run, rows, contents.packer),
        "plots": plotted_of(plotted, rows, contents.packer),
        "texts": [["Summary", summary], *([["Audit", audit]] if audit else [])],
        "warnings": list(map(str, warnings)),
        "notes": notes,
    }
    return write_page(path, scene | {"data": contents.packer.text()})


def _whole_run(run: RecordedRows, rows: Ints) -> dict[str, Any]:
    """The chapter of all rows that are shown."""
    times = np.asarray(run.time[rows])
    return chapter(times, seconds=float(times[-1] - times[0]) if run.over_time else PATH_SECONDS)


def _without_large_fields(blocks: Blocks) -> tuple[Blocks, bool]:
    """Blocks without the arrays along beams, if they have too many numbers, and whether that is so."""
    count = 6 * sum(int(np.prod(np.shape(beam.frames)[:2])) for beam in blocks.beams)
    if count <= MOST_FIELDS:
        return blocks, False
    return replace(blocks, beams=[replace(beam, arrays={}) for beam in blocks.beams]), True


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
