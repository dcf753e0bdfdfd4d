"""What to say when a step fails: time, worst rows in the user's names, and a remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mbfe.engine import loop, recording
from mbfe.engine import system as names
from mbfe.engine.assembly import LAW_FAILED
from mbfe.engine.combine import W_NORM
from mbfe.engine.matrices import residual_entry, residual_of_one
from mbfe.engine.roundoff import NARROW_PIVOT
from mbfe.engine.step import DIVERGED, JUMPED, NOT_A_NUMBER, SINGULAR, SLIPPED
from mbfe.errors import SolveError
from mbfe.model.compile import CompiledModel, describe_row

if TYPE_CHECKING:
    from mbfe.analyses.simulation import Simulation

ROW_UNITS = ("m", "rad", "1")


def worst_rows(compiled: CompiledModel, time: float, *, count: int = 3) -> list[str]:
    """The rows with the largest scaled residual, in words."""
    system, state = compiled.system, compiled.state
    residual_entry(system, state, time)
    n_motion = 6 * len(state.motion)
    sources = np.unique(system.base)
    scaled = np.empty(len(sources))
    for i, source in enumerate(sources):
        value = abs(state.r[source])
        scaled[i] = value * state.scales[source]
        if source >= n_motion:
            norm = state.weight[W_NORM + 2 * system.row_type[source - n_motion]]
            scaled[i] *= state.number[names.ROW_SCALE] * norm
    order = np.argsort(np.nan_to_num(scaled, nan=np.inf))[::-1][:count]
    words = []
    nodes = list(compiled.model.nodes)
    for i in order:
        source = int(sources[i])
        if source < n_motion:
            unit = "" if source // 6 >= len(nodes) else " N" if source % 6 < 3 else " N m"
            words.append(f"{compiled.component_name(source)}: {state.r[source]:.3g}{unit}")
        else:
            row = source - n_motion
            unit = ROW_UNITS[int(system.row_kind[row])] + "/s" * int(system.row_type[row])
            words.append(f"{describe_row(compiled, row)}: {state.r[source]:.3g} {unit}")
    return words


def first_bad_item(compiled: CompiledModel, time: float) -> str | None:
    """The first element whose residual is not a number."""
    for number, owner in enumerate(compiled.builder.owners):
        values = residual_of_one(
            compiled.system, compiled.state, compiled.layout, compiled.builder.instances, number, time
        )
        if not np.isfinite(values).all():
            return owner.where
    return None


def callback_failure(compiled: CompiledModel, time: float, kept: str) -> BaseException | None:
    """Error for a Python function that raised one, or the interruption that it received."""
    for item in compiled.model.items.values():
        for callback in item.callbacks():
            if isinstance(callback.error, KeyboardInterrupt):
                return callback.error
            if callback.error is not None:
                error = SolveError(
                    item.where, f"its function raised {callback.error!r} at t = {time:.6g} s", remedy=kept
                )
                error.__cause__ = callback.error
                error.time = time
                return error
    return None


def _narrow_rows(compiled: CompiledModel) -> str:
    """The rows whose pivots fell most, in words."""
    system, state = compiled.system, compiled.state
    share = np.ones(len(state.diagonal))
    lost = (system.is_row == 1) & (state.widest > 0.0)
    share[lost] = state.diagonal[lost] / (state.number[names.ROW_SCALE] * state.widest[lost])
    order = [int(q) for q in np.argsort(share)[:3] if share[q] < NARROW_PIVOT]
    return "nearly dependent there: " + "; ".join(dict.fromkeys(_row_at(compiled, q) for q in order))


def _lost_rank(compiled: CompiledModel, where: str, kept: str, *, jumped: bool) -> SolveError:
    """Error for a singular pose that could not be passed, or for rows that are only nearly dependent."""
    system, state = compiled.system, compiled.state
    if jumped:
        return SolveError(
            where,
            "the mechanism is in a singular pose, where it can go on in more than one way, and would leave "
            f"it on another branch than the one on which it came ({_narrow_rows(compiled)})",
            remedy="Take a step that turns the bodies less, or remove the singularity by another joint, a "
            f"spring or a small change of the lengths. {kept}",
        )
    gap = np.where(state.diagonal == 0.0, np.abs(state.scale * state.defect[system.source]), 0.0)
    order = [int(q) for q in np.argsort(-gap)[:3] if gap[q] > 0.0]
    rows = "; ".join(f"{_row_at(compiled, q)}: {gap[q]:.2g} m" for q in order)
    return SolveError(
        where,
        f"rows that seemed to depend on others do so only nearly, and are violated in the motion: {rows}",
        allowed="rows that depend on others exactly, or clearly not",
        remedy="Make the axes of these joints coincide or run parallel exactly, or close the loop by a joint "
        f"that leaves this direction free. {kept}",
    )


def _row_at(compiled: CompiledModel, unknown: int) -> str:
    return describe_row(compiled, int(compiled.system.base[unknown]) - 6 * len(compiled.state.motion))


def failure_of(simulation: Simulation, *, refused: bool = False) -> BaseException:
    """Error for a step that failed at all lengths, or the interruption that a callback received.

    Parameters
    ----------
    simulation : Simulation
        The simulation, as the loop left it.
    refused : bool
        Whether a law did not go on after an accepted step.

    Returns
    -------
    SolveError or KeyboardInterrupt
        What the analysis raises or handles.
    """
    compiled, record = simulation.compiled, simulation.record
    state = compiled.state
    reached, tried = float(state.number[names.TIME]), float(record.grid[recording.END])
    status = int(record.place[recording.STATUS])
    where = f"step at t = {tried:.6g} s"
    kept = f"All steps up to t = {reached:.6g} s are in the results (error.results)"
    raised = callback_failure(compiled, tried, kept)
    if raised is not None:
        return raised
    if refused:
        member = compiled.layout.members[int(state.count[names.GUARD_GROUP])]
        owner = compiled.builder.owners[member[int(state.count[names.GUARD_ELEMENT])]]
        error = SolveError(owner.where, f"{owner.failure_words(1)} at t = {reached:.6g} s", remedy=kept)
        error.time = reached
        return error
    cut = f"h cut {loop.MAX_HALVINGS} times to {record.grid[recording.LENGTH_OF_STEP]:.2g} s"
    culprit = first_bad_item(compiled, tried)
    if status == NOT_A_NUMBER or status >= LAW_FAILED or (status == SINGULAR and culprit is not None):
        state.motion[:] = state.start
        state.multiplier[:] = state.multiplier_start
        culprit = first_bad_item(compiled, tried) or culprit or "the iteration"
        error = SolveError(
            culprit, f"gave a value that is not a number at t = {tried:.6g} s ({cut})", remedy=kept
        )
    elif status == SINGULAR:
        free = np.flatnonzero(state.diagonal < 0.0)
        base = int(compiled.system.base[free[0]]) if len(free) else -1
        name = compiled.component_name(base) if 0 <= base < 6 * len(state.motion) else "an unknown direction"
        error = SolveError(
            where,
            f"the iteration matrix is singular at {name}",
            remedy=f"Give this direction mass, stiffness or a constraint. {kept}",
        )
    elif status in (SLIPPED, JUMPED):
        error = _lost_rank(compiled, where, kept, jumped=status == JUMPED)
    else:
        what = "did not converge" if status == DIVERGED else f"failed with status {status}"
        if state.number[names.NARROW] < NARROW_PIVOT:
            what += f" in a nearly singular pose ({_narrow_rows(compiled)})"
        rows = "; ".join(worst_rows(compiled, tried))
        error = SolveError(
            where,
            f"{what} after {int(state.count[names.STEP_ITERATIONS])} iterations ({cut}). Worst rows: {rows}",
            remedy=f"Take a smaller step, or look at the forces on these. {kept}",
        )
    error.time = tried
    return error
