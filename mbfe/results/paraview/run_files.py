"""A run as a series for ParaView."""

from __future__ import annotations

import os
from pathlib import Path

from mbfe.algebra.arrays import Ints
from mbfe.results.drawing.run_blocks import blocks_of
from mbfe.results.paraview.paraview import write_series
from mbfe.results.rows import RecordedRows

__all__ = ["write_run"]

MOST_BODIES = 100
"""Bodies that have a block each."""


def write_run(run: RecordedRows, folder: str | os.PathLike[str], rows: Ints) -> Path:
    """Write some rows of a run as a series and return its index; what is not known (nan) is shown as zero."""
    blocks = blocks_of(run, rows)
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in run.header["model"]) or "run"
    merge_bodies = len(blocks.bodies) > MOST_BODIES
    return write_series(folder, name, run.time[rows], blocks, merge_bodies=merge_bodies, axis=run.axis)
