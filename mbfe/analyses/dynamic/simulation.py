"""A compiled model on its way through time."""

from __future__ import annotations

import math
import time as clock
from dataclasses import replace

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.dynamic.history import start_history
from mbfe.analyses.dynamic.plan import Times
from mbfe.analyses.start.events import Change, Switching
from mbfe.analyses.start.initial import settle
from mbfe.analyses.start.reactions import SmallestReactions
from mbfe.analyses.start.start_positions import StartReport
from mbfe.engine.columns import ACCEL, END_OF_MOTION, POSE, TWIST, TWISTS
from mbfe.engine.matrices import observe_entry
from mbfe.engine.memory import pack, unpack
from mbfe.engine.parts import arm, arm_changes
from mbfe.engine.stepping import loop, resampling
from mbfe.engine.stepping.events import EVENT, crosses
from mbfe.engine.stepping.outcomes import LoopEnd
from mbfe.engine.stepping.recording import Record
from mbfe.engine.stepping.watching import DIRECTION, LAST
from mbfe.integrators.choices import StartRule
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel
from mbfe.results.store.header import row_shapes
from mbfe.results.store.layout import CHECKPOINT_PREFIX
from mbfe.results.views.energy import EnergyBook

__all__ = ["Simulation"]

KEPT_COUNTS = ("iterations", "factorisations", "rejected")
"""Counters that are kept where the integration restarts."""
ROWS, ROWS_BYTES = 256, 64 << 20
"""Rows that the compiled loop fills before they are stored, and the memory that they may take [byte]."""


def _new_record(compiled: CompiledModel, plan: Times, watch: Floats) -> Record:
    n_node, n_row, n_output = len(compiled.state.motion), compiled.layout.n_row, compiled.layout.n_output
    remembered = compiled.state_layout.kept
    numbers = END_OF_MOTION * n_node + n_row + n_output + len(remembered) + 11
    rows = int(np.clip(ROWS_BYTES // (8 * numbers), 1, ROWS))
    sizes = {
        "rows": rows,
        "n_node": n_node,
        "n_row": n_row,
        "n_output": n_output,
        "n_kept": len(remembered),
    }
    given = {name: getattr(plan, name) for name in ("breaks", "restarts", "pattern", "tolerance")}
    given |= {"remembered": remembered, "output_times": plan.outputs, "watch": watch}
    record = Record.allocate(sizes, given=given)
    record.base = record.end = plan.start
    record.nominal = record.length = plan.step
    record.checkpoint_step = plan.checkpoint_step
    record.to_checkpoint = plan.checkpoint_steps
    record.first = 1
    record.most_halvings = loop.MAX_HALVINGS
    return record


class Simulation:
    """A compiled model on its way through time: runs chunks, stores rows and checkpoints."""

    def __init__(self, compiled: CompiledModel, scheme: Scheme, plan: Times, watch: Floats) -> None:
        self.compiled = compiled
        self.scheme = scheme
        self.plan = plan
        self.switching = Switching(compiled)
        self.n_stop = len(watch)
        self.changes: list[Change] = []
        self.record = _new_record(compiled, plan, np.concatenate([watch, self.switching.watch]))
        self.method = scheme.compile(compiled.system, compiled.state)
        arm(compiled.system, compiled.state, self.method, self.record)
        self.reactions: SmallestReactions | None = None
        self.stopped = False
        """Whether a quantity has jumped across the level of a stop condition."""
        self.seconds = 0.0
        self.book = EnergyBook()
        self.start_report: StartReport | None = None
        self._steps = 0

    @property
    def steps(self) -> int:
        """Accepted steps; the state counts them from the last event."""
        return self._steps + self.compiled.state.steps

    @property
    def time(self) -> float:
        """Time that the run has reached [s]."""
        return self.compiled.state.time

    @property
    def columns(self) -> dict[str, tuple[int, ...]]:
        """Row shapes of the store."""
        return row_shapes(self.compiled)

    def checkpoint_row(self) -> Floats:
        """Everything that the next step reads: state and place on the grid of times."""
        record = self.record
        where = [record.grid_step, record.halvings, record.base, record.nominal]
        return np.concatenate([np.array(where, dtype=float), pack(self.compiled.state)])

    def restore(self, row: Floats) -> None:
        """Continue from a checkpoint."""
        record, state = self.record, self.compiled.state
        unpack(row[CHECKPOINT_PREFIX:], state)
        state.start[:] = state.motion
        state.multiplier_start[:] = state.multiplier
        state.factored = 0
        state.step_weighted = 0.0
        record.grid_step, record.halvings = int(row[0]), int(row[1])
        record.base = row[2]
        if row[3] != self.plan.step:
            record.base = self.plan.start
            record.grid_step = 0

    def record_start(self) -> None:
        """Record the start values where they are required."""
        times = self.plan.outputs
        self._observe(self.plan.start)
        self.switching.arm(self.record.watch[self.n_stop :])
        if times.size and abs(times[0] - self.plan.start) > 1e-9 * self.plan.step:
            self.record.row = 0
        elif times.size:
            self.record.next_output = 1

    def share_reactions(self, time: float) -> list[int]:
        """Record the smallest reactions from now on; returns the rows whose reactions are not unique."""
        self.reactions = SmallestReactions(self.compiled)
        return self.reactions.not_unique(time)

    def take_rows(self) -> dict[str, Floats]:
        """Rows recorded since the last call, with the smallest multipliers where they are not unique."""
        record = self.record
        n = record.row
        if self.reactions is not None:
            self.reactions.replace(record, n)
        record.row = 0
        motion = record.motion[:n]
        self.book.add(record.time[:n], record.energy[:n])
        return {
            "time": record.time[:n],
            "pose": motion[:, :, POSE:TWIST],
            "twist": motion[:, :, TWISTS],
            "accel": motion[:, :, ACCEL:],
            "multiplier": record.multiplier[:n],
            "output": record.output[:n],
            "energy": record.energy[:n],
            "progress": record.progress[:n],
            "history": record.history[:n],
        }

    def changes_at(self, why: LoopEnd) -> bool:
        """Whether the loop came back for an event of a law or a jump, and not for the user's condition."""
        event = self.record.met >= self.n_stop
        return why == LoopEnd.DISCONTINUITY or (why == LoopEnd.STOPPED and event)

    @property
    def at_end(self) -> bool:
        """Whether the last break was reached."""
        return self.record.next_break == len(self.record.breaks)

    def just_after(self, time: float) -> float:
        """The time itself, or, when something jumps at it, a moment later: curves count from the left."""
        return self.plan.corners.just_after(time)

    @property
    def room(self) -> float:
        """Time to the next break, math.inf behind the last one [s]."""
        ahead = self.record.next_break
        breaks = self.record.breaks
        return float(breaks[ahead]) - self.time if ahead < len(breaks) else math.inf

    @property
    def kept(self) -> bool:
        """Whether the last step was too short to solve for accelerations, and was not recorded."""
        return bool(self.record.postponed)

    def begin(self) -> None:
        """Let laws choose their modes in the start position, before the history of the first step."""
        if self.switching:
            start = self.plan.start
            due = self.switching.due_at_start(start)
            self.switching.change(self.just_after(start), due, start=True)
            settle(self.compiled, start)

    def resume(self) -> None:
        """Continue from a checkpoint: at the end of a run, samples and jumps of that time were not taken."""
        periods = self.compiled.builder.periods
        start = self.plan.start
        at_sample = any(abs((start - o) / T - round((start - o) / T)) < 1e-6 for T, o in periods)
        if at_sample or self.plan.corners.bends(start):
            self.change(event=False)
            self.record.row = 0  # the start is recorded later

    def change(self, *, event: bool) -> None:
        """Let laws change their modes where the loop stopped, and restart from consistent values.

        That is an event of a law, which ended the step, or a break at which accelerations jump.
        """
        state, record = self.compiled.state, self.record
        time = state.time
        step = self.plan.step if self.plan.tolerance.size == 0 else state.next_step
        if not event and self._restart_cheaply(time, step):
            return
        events = record.watch[self.n_stop :]
        due = self.switching.due(events, record.met - self.n_stop if event else -1)
        after = self.just_after(time)
        change = self.switching.change(after, due)
        state.dissipated += change.energy_lost
        state.work += change.work
        if change.items or change.energy_lost or change.work:
            self.changes.append(replace(change, time=time))
        so_far = {name: getattr(state, name) for name in KEPT_COUNTS}
        self._steps += state.steps
        settle(self.compiled, time)
        start_history(self.compiled, self.scheme, self.method, step=step, time=after, room=self.room)
        if change.redundant and self.reactions is None:
            self.reactions = SmallestReactions(self.compiled)
        state.take(so_far)
        record.halvings = 0
        if event and self.plan.tolerance.size == 0 and after == time:
            record.base, record.grid_step = time, 0
        if event or self.kept or change.items or self.plan.corners.jumps_at(time):
            self._record_again()

    def _restart_cheaply(self, time: float, step: float) -> bool:
        """Restart at little cost where samples are taken and inputs are discontinuous; True if so."""
        compiled, state, record = self.compiled, self.compiled.state, self.record
        corners, switching = self.plan.corners, self.switching
        second_order = self.scheme.start == StartRule.SECOND_ORDER.given
        if not (self.scheme.form.at_end and second_order) or state.steps == 0 or self.kept:
            return False
        if switching.speeds_follow or corners.drives(time) or switching.due(record.watch[self.n_stop :], -1):
            return False
        history, after = state.history.copy(), self.just_after(time)
        sampled, bends = switching.take_samples(time), corners.bends(time)
        if not (sampled or bends):
            return True
        if switching.rows_may_change(history):
            state.history[:] = history
            return False
        slope, rates = np.zeros_like(state.motion), np.zeros(len(state.multiplier))
        near = min(step, state.step, self.room)
        times = np.array([time, after, step, resampling.FRACTION * near, float(bends)])
        found = resampling.restart_entry(compiled.system, state, self.method, times, slope, rates)
        if not found or switching.take_samples(after):
            state.history[:] = history  # what changes now is an event of its laws
            return False
        self._steps += state.steps
        state.clear_counts(*KEPT_COUNTS)
        record.halvings = 0
        if sampled or after != time:
            self._record_again()
        return True

    def _record_again(self) -> None:
        """Record the state after a change, where every step is recorded, and look at the events from here."""
        record = self.record
        room = record.row
        before = record.watch[:, LAST].copy()
        self._observe(self.time)
        if self.plan.outputs.size and not (self.kept and self._is_output()):
            record.row = room
        self.switching.arm(record.watch[self.n_stop :])
        for i, watch in enumerate(record.watch):
            now, watch[LAST] = float(watch[LAST]), before[i]
            jumped = watch[DIRECTION] > EVENT and crosses(watch, now)
            self.stopped = self.stopped or bool(jumped and i < self.n_stop)
            if not jumped:  # otherwise the next step finds the crossing at its start
                watch[LAST] = now

    def _observe(self, time: float) -> None:
        """Record the present state at a time, with loads and powers on the right side of a jump."""
        state, row = self.compiled.state, self.record.row
        state.time = self.just_after(time)
        observe_entry(self.compiled.system, state, self.record)
        state.time = self.record.time[row] = time

    def _is_output(self) -> bool:
        """Whether the present time is the next one to record, which then is done."""
        outputs, number = self.plan.outputs, self.record.next_output
        if number == len(outputs) or outputs[number] > self.time + self.plan.corners.near:
            return False
        self.record.next_output += 1
        return True

    def warm_up(self) -> None:
        """Compile the loop, or load it from the cache, without a step."""
        loop.run(self.compiled.system, self.compiled.state, self.record, self.method, 0)

    def advance(self, max_steps: int) -> LoopEnd:
        """Run the compiled loop for at most ``max_steps`` attempts; returns why it came back."""
        system, state = self.compiled.system, self.compiled.state
        while True:
            began = clock.perf_counter()
            why = LoopEnd(loop.run(system, state, self.record, self.method, max_steps))
            self.seconds += clock.perf_counter() - began
            if why != LoopEnd.CHANGES_LENGTH:
                return why
            arm_changes(system, state, self.method)
