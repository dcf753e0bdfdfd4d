"""Rows of a static analysis: what is kept of each state of balance."""

from __future__ import annotations

import os
import time as clock
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.reactions import SmallestReactions
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.free_motions import lowest_stiffnesses
from mbfe.analyses.static.friction import FrictionBook
from mbfe.analyses.static.newton import Outcome
from mbfe.engine.balance.inertia import NOT_COUNTED
from mbfe.engine.balance.tolerances import STIFFNESS
from mbfe.engine.columns import ACCELS, N_STORED, POSES, TWISTS
from mbfe.engine.direct import direct
from mbfe.engine.state import State
from mbfe.engine.statics import commit_entry
from mbfe.engine.stepping.recording import RING
from mbfe.engine.system import System
from mbfe.failures.diagnosis import Diagnosis
from mbfe.failures.facts import Attempt
from mbfe.model.places import item_warnings
from mbfe.results.static_run import StaticRun
from mbfe.results.store.header import make_header, row_shapes
from mbfe.results.store.layout import Status
from mbfe.results.store.store import new_store

__all__ = ["StaticRows"]

ROLLS = "the model may roll: along directions without stiffness a force of"


class StaticRows:
    """Collects states of balance and what it took to find them.

    The rows count along a `path`: "load factor", "time", "displacement", "length" or "speed", of which
    `start` is the value before the first row. `analysis` is the function that collects them, `settings` how
    it was asked for.
    """

    attempts: list[Attempt]
    """The last increments, oldest first."""
    friction: FrictionBook
    """Dry friction in the states of balance."""

    def __init__(
        self,
        balance: Balance,
        path: str,
        settings: dict[str, Any],
        *,
        file: str | os.PathLike[str] | None,
        start: float = 0.0,
        analysis: str = "solve_static",
    ) -> None:
        compiled = balance.compiled
        layout = compiled.layout
        self.reactions = SmallestReactions(compiled)
        not_unique = self.reactions.not_unique(balance.time) if layout.n_row else []
        self.header = make_header(compiled, settings)
        self.header |= {"kind": "static", "path": path, "not_unique": not_unique}
        self.columns = row_shapes(compiled) | {"load_factor": (), "unstable": ()}
        self.store = new_store(file, self.header, self.columns, 1 + layout.n_history)
        self.analysis, self.along = analysis, path
        self.attempts = []
        self.balance = balance
        self.iterations = self.rejected = self.increments = 0
        self.outputs = np.zeros(layout.n_output)
        self.last = self.travelled = start
        self.unstable = 0
        self.held = True
        self.muted = False
        self.warnings = item_warnings(balance.compiled.model)
        self.friction = FrictionBook(balance.compiled)
        self.began = clock.perf_counter()

    def keep(self, along: float, outcome: Outcome, *, unstable: int | None = None) -> None:
        """Keep the present state as a row; laws keep what belongs to it.

        `unstable` is its :meth:`count_unstable`, when that is known.
        """
        balance = self.balance
        compiled, state = balance.compiled, balance.compiled.state
        self.iterations += outcome.iterations
        self.increments += 1
        if outcome.left > 0.0:
            self.warnings.append(f"{ROLLS} {outcome.left:.2g} N is left at {self.along} {along:.6g}")
        self._remember(Attempt(along, along - self.last, "accepted", outcome.iterations))
        self.unstable = self.count_unstable() if unstable is None else unstable
        if balance.has_loose_rows:
            self.reactions.take()
            state.multiplier[:] = self.reactions.of(state.multiplier.copy(), balance.time)
        direct(commit_entry, System.numba_type, State.numba_type, float, 1)(
            compiled.system, state, balance.time, self.outputs
        )
        self.friction.look(self.outputs)
        if self.muted:
            return
        motion = state.motion
        self.travelled += abs(along - self.last)
        work = self.iterations, int(state.factorisations), self.rejected
        progress = (along - self.last, *work, balance.gap())
        self.last = along
        block = {
            "time": self.travelled,
            "pose": motion[:, POSES],
            "twist": motion[:, TWISTS],
            "accel": motion[:, ACCELS],
            "multiplier": state.multiplier,
            "output": self.outputs,
            "energy": [*state.sums[:N_STORED], 0.0, 0.0],
            "progress": progress,
            "history": state.history[compiled.state_layout.kept],
            "load_factor": balance.load_factor,
            "unstable": float(self.unstable),
        }
        self.store.append({name: np.asarray(value, dtype=float)[None] for name, value in block.items()})

    def count_unstable(self) -> int:
        """Directions with negative stiffness; in a rotation 1 if their number is odd, and 0 otherwise."""
        balance = self.balance
        count = balance.count_unstable(self.unstable)
        self.held = bool(balance.data.held)
        if count != NOT_COUNTED:
            return count
        least = STIFFNESS.unstable * balance.stiffness
        count = int((lowest_stiffnesses(balance, 30) < least).sum())
        return count % 2 if balance.spin.any() else count

    def reject(self, outcome: Outcome, *, end: float, length: float) -> None:
        """Count an increment of a length that failed."""
        self.rejected += 1
        self.iterations += outcome.iterations
        why = outcome.why or "it would leave the path"
        self._remember(Attempt(end, length, why, outcome.iterations))

    def _remember(self, attempt: Attempt) -> None:
        self.attempts = [*self.attempts[1 - RING :], attempt]

    def checkpoint(self) -> Floats:
        """What belongs to the last row and is no part of it: the time and what laws keep."""
        return np.concatenate([[self.balance.time], self.balance.compiled.state.history])

    def close(
        self, *, status: Status, free_motions: list[str], diagnosis: Diagnosis | None = None
    ) -> StaticRun:
        """Close the results and open them as a run."""
        balance = self.balance
        self.store.checkpoint(self.travelled, self.checkpoint())
        report = {
            "increments": self.increments,
            "steps": self.increments,
            "iterations": self.iterations,
            "factorisations": int(balance.compiled.state.factorisations),
            "rejected": self.rejected,
            "seconds": clock.perf_counter() - self.began,
            "free_motions": free_motions,
            "warnings": self.warnings,
        }
        if diagnosis is not None:
            report["diagnosis"] = diagnosis.to_dict()
        self.store.close(status=status, report=report)
        return StaticRun(self.store.reader())
