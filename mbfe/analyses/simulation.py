"""A compiled model on its way through time."""

from __future__ import annotations

import time as clock

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.plan import Times
from mbfe.analyses.reactions import SmallestReactions
from mbfe.engine import loop, recording
from mbfe.engine import system as names
from mbfe.engine.matrices import observe_entry
from mbfe.engine.memory import pack, unpack
from mbfe.engine.parts import arm, arm_changes
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel
from mbfe.results.layout import CHECKPOINT_PREFIX

Floats = NDArray[np.float64]

ROWS, ROWS_BYTES = 256, 64 << 20
"""Rows that the compiled loop fills before they are stored, and the memory that they may take [byte]."""


def _new_record(compiled: CompiledModel, plan: Times, watch: Floats) -> recording.Record:
    n_node, n_row, n_output = len(compiled.state.motion), compiled.layout.n_row, compiled.layout.n_output
    rows = int(np.clip(ROWS_BYTES // (8 * (19 * n_node + n_row + n_output + 11)), 1, ROWS))
    record = recording.Record(
        np.zeros(rows),
        np.zeros((rows, n_node, 19)),
        np.zeros((rows, n_row)),
        np.zeros((rows, n_output)),
        np.zeros((rows, 5)),
        np.zeros((rows, 5)),
        plan.outputs,
        plan.breaks,
        watch,
        np.zeros(11, dtype=np.int64),
        np.array([plan.start, plan.step, plan.start, plan.step, plan.checkpoint_step]),
        plan.pattern,
        plan.tolerance,
        np.zeros(n_output),
        np.zeros((n_node, 20)),
        np.zeros(n_row),
    )
    record.place[recording.TO_CHECKPOINT] = plan.checkpoint_steps
    record.place[recording.FIRST] = 1
    return record


def row_shapes(compiled: CompiledModel) -> dict[str, tuple[int, ...]]:
    """Shape of a row of results of each column."""
    n_node, layout = len(compiled.state.motion), compiled.layout
    return {
        "time": (),
        "pose": (n_node, 7),
        "twist": (n_node, 6),
        "accel": (n_node, 6),
        "multiplier": (layout.n_row,),
        "output": (layout.n_output,),
        "energy": (5,),
        "progress": (5,),
    }


class Simulation:
    """A compiled model on its way through time: runs chunks, stores rows and checkpoints."""

    def __init__(self, compiled: CompiledModel, scheme: Scheme, plan: Times, watch: Floats) -> None:
        self.compiled = compiled
        self.scheme = scheme
        self.plan = plan
        self.record = _new_record(compiled, plan, watch)
        self.numbers = scheme.numbers()
        arm(compiled.system, compiled.state, self.numbers, self.record)
        self.reactions: SmallestReactions | None = None
        self.seconds = 0.0

    @property
    def columns(self) -> dict[str, tuple[int, ...]]:
        """Row shapes of the store."""
        return row_shapes(self.compiled)

    def checkpoint_row(self) -> Floats:
        """Everything that the next step reads: state and place on the grid of times."""
        place, grid = self.record.place, self.record.grid
        where = [
            place[recording.GRID_STEP],
            place[recording.HALVINGS],
            grid[recording.BASE],
            grid[recording.NOMINAL],
        ]
        return np.concatenate([np.array(where, dtype=float), pack(self.compiled.state)])

    def restore(self, row: Floats) -> None:
        """Continue from a checkpoint."""
        record, state = self.record, self.compiled.state
        unpack(row[CHECKPOINT_PREFIX:], state)
        state.start[:] = state.motion
        state.multiplier_start[:] = state.multiplier
        state.count[names.FACTORED] = 0
        state.number[names.STEP_WEIGHTED] = 0.0
        record.place[recording.GRID_STEP], record.place[recording.HALVINGS] = int(row[0]), int(row[1])
        record.grid[recording.BASE] = row[2]
        if row[3] != self.plan.step:
            record.grid[recording.BASE] = self.plan.start
            record.place[recording.GRID_STEP] = 0

    def record_start(self) -> None:
        """Record the start values where they are wanted."""
        times, place = self.plan.outputs, self.record.place
        observe_entry(self.compiled.system, self.compiled.state, self.record)
        if times.size and abs(times[0] - self.plan.start) > 1e-9 * self.plan.step:
            place[recording.ROW] = 0
        elif times.size:
            place[recording.NEXT_OUTPUT] = 1

    def share_reactions(self, time: float) -> list[int]:
        """Record the smallest reactions from now on; returns the rows whose reactions are not unique."""
        self.reactions = SmallestReactions(self.compiled)
        return self.reactions.not_unique(time)

    def take_rows(self) -> dict[str, Floats]:
        """Rows recorded since the last call, with the smallest multipliers where they are not unique."""
        record = self.record
        n = int(record.place[recording.ROW])
        if self.reactions is not None:
            self.reactions.replace(record, n)
        record.place[recording.ROW] = 0
        motion = record.motion[:n]
        return {
            "time": record.time[:n],
            "pose": motion[:, :, 0:7],
            "twist": motion[:, :, 7:13],
            "accel": motion[:, :, 13:19],
            "multiplier": record.multiplier[:n],
            "output": record.output[:n],
            "energy": record.energy[:n],
            "progress": record.progress[:n],
        }

    def warm_up(self) -> None:
        """Compile the loop, or load it from the cache, without a step."""
        loop.run(self.compiled.system, self.compiled.state, self.record, self.numbers, 0)

    def advance(self, max_steps: int) -> int:
        """Run the compiled loop for at most ``max_steps`` attempts; returns why it came back."""
        system, state = self.compiled.system, self.compiled.state
        while True:
            began = clock.perf_counter()
            why = int(loop.run(system, state, self.record, self.numbers, max_steps))
            self.seconds += clock.perf_counter() - began
            if why != loop.UNARMED:
                return why
            arm_changes(system, state, self.numbers)
