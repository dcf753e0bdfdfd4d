"""The scene of a model before any run: its items as they are drawn, without values and forces."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np

from mbfe.doors import opened
from mbfe.engine.columns import POSES, TWISTS
from mbfe.engine.stepping import loop
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.drawing.run_blocks import blocks_of
from mbfe.results.run import Run
from mbfe.results.scene.contents import Contents, bare
from mbfe.results.scene.page import chapter, write_page
from mbfe.results.store.header import make_header
from mbfe.results.store.memory import MemoryStore

__all__ = ["as_drawn", "write_model"]


def write_model(model: Model, path: str | PathLike[str]) -> Path:
    """Write the scene of a model as drawn into a file and return its path."""
    run = as_drawn(model.compile())
    contents = Contents(bare(blocks_of(run, np.zeros(1, dtype=int))))
    scene = {
        **contents.about(),
        "kind": "Model",
        "title": model.name,
        "axis": run.axis,
        "chapters": [chapter(run.time, seconds=0.0)],
        "texts": [["Summary", str(model)], ["Audit", str(opened("audit")(model))]],
    }
    return write_page(path, scene | {"data": contents.packer.text()})


def as_drawn(compiled: CompiledModel) -> Run:
    """One row with the motion that the model begins with; multipliers are zero."""
    motion = compiled.state.motion[None].copy()
    output = np.zeros((1, compiled.layout.n_output))
    loop.outputs_entry(compiled.system, compiled.state, 0.0, output[0])
    rows = {
        "time": np.zeros(1),
        "pose": motion[:, :, POSES],
        "twist": motion[:, :, TWISTS],
        "accel": np.zeros((1, motion.shape[1], 6)),
        "multiplier": np.zeros((1, compiled.state.multiplier.shape[-1])),
        "output": output,
        "energy": np.zeros((1, 5)),
        "progress": np.zeros((1, 5)),
    }
    shapes = {name: np.shape(column)[1:] for name, column in rows.items()}
    store = MemoryStore(make_header(compiled, {}), shapes)
    store.append(rows)
    store.close(report={})
    return Run(store)
