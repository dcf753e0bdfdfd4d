"""Runs that continue from a checkpoint: of the same model, also in the same file."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.dynamic.simulation import Simulation
from mbfe.analyses.start.bases import compare_bases
from mbfe.analyses.start.start_positions import worst_gap
from mbfe.engine.matrices import residual_entry
from mbfe.engine.stepping.outcomes import LoopEnd
from mbfe.errors import ModelError, ResultsError
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel
from mbfe.model.states.fitting import Fit
from mbfe.results.opening import open_results
from mbfe.results.run import Run
from mbfe.results.states import layout_of
from mbfe.results.store.continued import Earlier
from mbfe.results.store.header import make_header, row_shapes
from mbfe.results.store.reader import Reader
from mbfe.results.store.same_model import method, parameters, structure
from mbfe.results.store.target import same_file

__all__ = ["Checkpoint", "checkpoint_of", "earlier_results", "last_state", "restore"]

SHOWN = 8
"""Differences of models that a message names."""
OPEN, BEYOND = 1e-6, 10.0
"""Gap of a constraint in a checkpoint, as a part of the model's length and in units of the largest gap of its
run, from which the model is another."""
BY_STATE = "Take state= in place of restart=: it integrates from what the models have in common"
WHERE = "solve_dynamic: restart"


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """From where a run continues."""

    run: Run
    """Its results."""
    time: float
    """Time [s]."""
    row: Floats
    """Packed state."""
    warnings: list[str] = field(default_factory=list)
    """What differs in the numbers of the models, in words."""


def checkpoint_of(compiled: CompiledModel, scheme: Scheme, restart: Any, time: float | None) -> Checkpoint:
    """Checkpoint of a run of the same model at a time [s], the last one when None.

    It is refused where the models differ in more than their numbers.
    """
    run = restart if isinstance(restart, Run) else open_results(restart)
    theirs = layout_of(run.header)
    if not run.over_time:
        raise ResultsError(WHERE, f'"{theirs.model}": these are states at rest', remedy=BY_STATE)
    own = make_header(compiled, scheme.describe())
    different = structure(run.header, own) + method(run.header, own)
    if different:
        raise ResultsError(
            WHERE,
            f'the checkpoint belongs to another model, "{theirs.model}": {_listed(different)}',
            allowed="runs of the same bodies, joints and elements; numbers such as masses may differ",
            remedy=BY_STATE,
        )
    times = run.checkpoint_times
    if len(times) == 0:
        raise ResultsError(WHERE, "the run has no checkpoints", remedy="Take state= in place of restart=")
    which = len(times) - 1
    if time is not None:
        which = int(np.argmin(np.abs(times - time)))
        if abs(times[which] - time) > 1e-9 * max(1.0, abs(time)):
            allowed = ", ".join(f"{t:g}" for t in times[:20]) + (", …" if len(times) > 20 else "")
            raise ResultsError(
                "solve_dynamic: time",
                f"restart at {time} s",
                allowed=allowed,
                remedy="Take state= in place of restart= to start a new integration at any time",
            )
    changed = parameters(run.header, own)
    warnings = [f"restart: the model is not that of the checkpoint: {_listed(changed)}"] if changed else []
    at, row = run.store.read_checkpoint(index=which)
    return Checkpoint(run, at, row, warnings)


def _listed(words: list[str]) -> str:
    more = f"; and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return "; ".join(words[:SHOWN]) + more


def restore(simulation: Simulation, checkpoint: Checkpoint) -> None:
    """Put a simulation into the state of a checkpoint, having looked whether its joints are closed there.

    A state that is not one of the model is refused: it has another size, or constraints are open in it that
    the checkpoint's model held closed.
    """
    compiled, row = simulation.compiled, checkpoint.row
    if len(row) != len(simulation.checkpoint_row()) or not np.isfinite(row[:4]).all():
        raise ResultsError(
            WHERE, "the checkpoint belongs to another model: its state has other numbers", remedy=BY_STATE
        )
    simulation.restore(row)
    system, state = compiled.system, compiled.state
    time = simulation.just_after(checkpoint.time)
    bases = Fit(known_nodes=frozenset(int(number) for number in system.driven[:, 0]), state_rate_gap=1.0)
    try:
        compare_bases(compiled, bases, "solve_dynamic", time=time, project=False)
    except ModelError as error:
        raise ResultsError(error.where, error.given, allowed=error.allowed, remedy=BY_STATE) from error
    residual_entry(system, state, time)
    gap = np.abs(state.r[6 * len(state.motion) :]) * (system.row_type == 0)
    scaled = gap * state.scales[6 * len(state.motion) :]
    known = float(np.nan_to_num(checkpoint.run.violation.values).max(initial=0.0))
    allowed = OPEN * float(system.environment.length) + BEYOND * known
    if not np.isfinite(scaled).all() or scaled.max(initial=0.0) > allowed:
        worst, linear, angular = worst_gap(compiled, gap)
        raise ResultsError(
            WHERE,
            f"{worst} is open by {linear:.6g} m and {angular:.6g} rad in the state of the checkpoint",
            allowed="a model whose constraints hold there",
            remedy=BY_STATE,
        )
    simulation.restore(row)


def last_state(simulation: Simulation, why: LoopEnd) -> Callable[[], tuple[float, Floats]] | None:
    """() ↦ time and checkpoint of the present state; None at an event, from before which no run continues."""
    if simulation.changes_at(why):
        return None
    return lambda: (simulation.time, simulation.checkpoint_row())


def earlier_results(
    checkpoint: Checkpoint | None, file: str | os.PathLike[str] | None, simulation: Simulation
) -> Earlier | None:
    """What stays in the file of a run: all, when it continues in the file of its checkpoint.

    Rows after the checkpoint that another model would have to repeat are refused.
    """
    store = None if checkpoint is None else checkpoint.run.store
    if checkpoint is None or not isinstance(store, Reader) or not same_file(store.path, file):
        return None
    where = f'results file "{file}"'
    other = "Give file= another name: it then begins at the checkpoint"
    if os.name == "nt":
        given = "is open for the checkpoint, and cannot be replaced on this system"
        raise ResultsError(where, given, remedy=other)
    columns = row_shapes(simulation.compiled)
    earlier = Earlier(store, columns, start=checkpoint.time, end=simulation.plan.end)
    if earlier.repeated and checkpoint.warnings:
        given = f"holds {earlier.repeated} rows after the checkpoint, which another model does not repeat"
        raise ResultsError(where, f"{given} ({checkpoint.warnings[0]})", remedy=other)
    return earlier
