"""Recorded rows of kinematic analysis and inverse dynamics."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.following import Point
from mbfe.engine.columns import ACCELS, N_STORED, POSES, TWISTS, RowType
from mbfe.engine.matrices import residual_entry
from mbfe.engine.statics import commit_entry
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.model.compile import CompiledModel
from mbfe.results.motion_run import MotionRun
from mbfe.results.store.header import make_header, row_shapes
from mbfe.results.store.layout import Status
from mbfe.results.store.store import new_store

__all__ = ["MotionRows"]


class MotionRows:
    """Collects the rows of a motion, of the kind "kinematic" or "inverse"."""

    def __init__(
        self,
        compiled: CompiledModel,
        kind: str,
        settings: Mapping[str, Any],
        *,
        file: str | os.PathLike[str] | None,
    ) -> None:
        self.compiled = compiled
        header = make_header(compiled, settings) | {"kind": kind}
        self.store = new_store(file, header, row_shapes(compiled), 0)
        self.remembered = compiled.state_layout.kept
        self.outputs = np.zeros(compiled.layout.n_output)
        self.count = 0
        self.last = np.nan

    def commit(self, point: Point) -> None:
        """Commit history variables of the laws at a point: unwrapped angles."""
        state = self.compiled.state
        state.motion[:] = point.motion
        state.multiplier[:] = 0.0
        residual_entry(self.compiled.system, state, point.time)
        commit_entry(self.compiled.system, state, point.time, self.outputs)
        state.motion[:] = point.motion

    def keep(self, point: Point, iterations: int) -> None:
        """Store a point of a kinematic analysis; its multipliers are not known."""
        self.commit(point)
        state = self.compiled.state
        sums = state.sums[:N_STORED].copy()
        residual_entry(self.compiled.system, state, point.time)
        gap = np.abs(state.r * state.scales)[6 * len(state.motion) :]
        worst = float(gap[self.compiled.system.row_type == RowType.HOLONOMIC].max(initial=0.0))
        state.multiplier[:] = np.nan
        outputs_entry(self.compiled.system, state, point.time, self.outputs)
        step = 0.0 if self.count == 0 else point.time - self.last
        state.motion[:] = point.motion
        self.append(point.time, np.append(sums, [0.0, 0.0]), (step, iterations, 0, 0, worst))
        state.multiplier[:] = 0.0

    def append(self, time: float, energy: Floats, progress: tuple[float, ...]) -> None:
        """Store the present state and the outputs as a row."""
        state = self.compiled.state
        block = {
            "time": time,
            "pose": state.motion[:, POSES],
            "twist": state.motion[:, TWISTS],
            "accel": state.motion[:, ACCELS],
            "multiplier": state.multiplier,
            "output": self.outputs,
            "history": state.history[self.remembered],
            "energy": energy,
            "progress": progress,
        }
        self.store.append({name: np.array(value, dtype=float)[None] for name, value in block.items()})
        self.count += 1
        self.last = time

    def close(self, *, status: Status, report: Mapping[str, Any]) -> MotionRun:
        """Close the results and open them as a run."""
        self.store.close(status=status, report=report)
        return MotionRun(self.store.reader())
