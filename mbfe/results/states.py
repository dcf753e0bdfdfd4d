"""States from results: of rows, of checkpoints, and between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.engine.columns import MOTIONS
from mbfe.engine.memory import read_packed
from mbfe.errors import ResultsError
from mbfe.model.state_layout import StateLayout
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.between import motion_between, refuse_large_turns
from mbfe.results.store.layout import CHECKPOINT_PREFIX
from mbfe.results.tolerances import ROWS

__all__ = ["history_of_row", "layout_of", "motion_of_row", "state_of_motion"]


@dataclass(frozen=True)
class Point:
    """Numbers of a row or a checkpoint."""

    time: float
    motion: Floats
    multiplier: Floats
    history: Floats


def layout_of(header: Mapping[str, Any]) -> StateLayout:
    """Layout of the states of results; results of another version may have none."""
    try:
        return StateLayout.of_header(header)
    except KeyError as error:
        raise ResultsError(
            f'results of "{header.get("model", "")}"',
            f"they were written by mbfe {header.get('mbfe', '')} and have no layout of their states "
            f"({error} is missing)",
            allowed="results of this version",
        ) from None


def motion_of_row(run: Any, row: int) -> Floats:
    """Motion table (n, 20) of a row."""
    columns = run.store.columns
    motion = np.zeros((columns["pose"].shape[1], 20))
    parts = [columns[part][row] for part in ("pose", "twist", "accel")]
    motion[:, MOTIONS] = np.concatenate(parts, axis=1)
    return motion


def history_of_row(run: Any, layout: StateLayout, row: int) -> Floats:
    """History variables in a row; nan where the rows do not have them."""
    history = np.full(layout.n_history, np.nan)
    history[layout.kept] = run.store.columns["history"][row]
    return history


def _row(run: Any, layout: StateLayout, row: int) -> Point:
    return Point(
        float(run.time[row]),
        motion_of_row(run, row),
        np.array(run.store.columns["multiplier"][row]),
        history_of_row(run, layout, row),
    )


def _checkpoint(run: Any, layout: StateLayout, index: int) -> Point:
    """State of a checkpoint of a motion in time."""
    time, packed = run.store.read_checkpoint(index=index)
    n_node, n_row = (run.store.columns[name].shape[1] for name in ("pose", "multiplier"))
    motion, multiplier, history = read_packed(
        packed[CHECKPOINT_PREFIX:],
        ("motion", "multiplier", "history"),
        n_node=n_node,
        n_row=n_row,
        n_history=layout.n_history,
    )
    return Point(float(time), motion, multiplier, history)


def state_of_motion(run: Any, time: float | None) -> Snapshot:
    """State of a motion at a time [s], or at its end when None.

    Between two rows it is interpolated with polynomials of fifth degree from positions, velocities and
    accelerations at both; history variables are those of the row before, or of a checkpoint at that time.
    """
    layout = layout_of(run.header)
    if not len(run.time):
        raise ResultsError(f'results of "{run.header["model"]}"', "there are no rows, and so no states")
    checkpoints = np.asarray(run.checkpoint_times)
    end = max(float(run.time[-1]), float(checkpoints.max(initial=-np.inf)))
    required = end if time is None else float(time)
    near = ROWS.same_time * max(end - float(run.time[0]), abs(end), 1e-300)
    if not run.time[0] - near <= required <= end + near:
        raise ResultsError(
            f'results of "{run.header["model"]}": at: along',
            f"{required:g} s",
            allowed=f"{float(run.time[0]):g} to {end:g} s, where there are results",
        )
    stored = np.flatnonzero(np.abs(checkpoints - required) <= near)
    point = _checkpoint(run, layout, int(stored[-1])) if len(stored) else None
    at = int(np.searchsorted(run.time, required + near, side="right")) - 1
    before = _row(run, layout, at)
    if abs(before.time - required) <= near:
        if point is not None:
            known = np.isfinite(before.history)
            history = np.where(known, before.history, point.history)
            before = Point(before.time, before.motion, before.multiplier, history)
        return _snapshot(before, layout, ROWS.gap)
    if point is not None:
        return _snapshot(point, layout, ROWS.gap)
    after = (
        _row(run, layout, at + 1)
        if at + 1 < len(run.time)
        else _checkpoint(run, layout, int(np.argmax(checkpoints)))
    )
    found, error = _between(run, layout, before, after, required)
    return _snapshot(found, layout, max(ROWS.gap, error))


def _snapshot(point: Point, layout: StateLayout, gap: float) -> Snapshot:
    return Snapshot(
        point.motion,
        point.multiplier,
        point.history,
        point.time,
        layout=layout,
        gap=gap,
        rate_gap=ROWS.rate_gap,
    )


def _between(run: Any, layout: StateLayout, before: Point, after: Point, time: float) -> tuple[Point, float]:
    """State between two points, and a bound of its error: lengths of the model and angles."""
    h, s = after.time - before.time, (time - before.time) / (after.time - before.time)
    a, b = before.motion, after.motion
    where = f'results of "{run.header["model"]}": at'
    refuse_large_turns(where, layout.nodes, (before.time, after.time), a, b)
    kept = list(layout.variables.values())
    motion, error = motion_between(a, b, part=s, interval=h, n_node=len(layout.nodes), variables=kept)
    multiplier = (1.0 - s) * before.multiplier + s * after.multiplier
    gap = max(error[0] / float(run.header["length"]), error[1])
    return Point(time, motion, multiplier, before.history), gap
