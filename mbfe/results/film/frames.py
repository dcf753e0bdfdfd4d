"""Times of the frames of a film, and rows at these times, interpolated between those of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.engine.columns import MOTION, MOTIONS, POSES, RATES, TWISTS
from mbfe.errors import ResultsError
from mbfe.results.between import motion_between, refuse_large_turns, straight_between
from mbfe.results.rows import RecordedRows
from mbfe.results.tolerances import ROWS

__all__ = ["Interpolated", "Timing", "checked_time", "rows_at", "timing_of"]

MOST_FPS, LONGEST_FILM = 240.0, 100_000
"""Frames per second, and frames in all, up to which a film is made."""
SHORTEST, SLOWED, ALONG_PATH = 1.0, 3.0, 5.0
"""Time [s] below which a film in real time is too short, how long it then lasts, and how long a film of
equilibria lasts."""


@dataclass(frozen=True)
class Timing:
    """Times of a film.

    Attributes
    ----------
    times : (n,) array
        Abscissae of the run in the frames, such as times [s].
    speed : float
        How much of the abscissa passes in a second of the film.
    """

    times: Floats
    speed: float


@dataclass
class Interpolated:
    """Rows in memory that stand between those of a run, as a store."""

    header: dict[str, Any]
    columns: dict[str, Floats]
    status: str
    report: Mapping[str, Any] = field(default_factory=dict)
    path: None = None

    @property
    def n_time(self) -> int:
        """Number of rows."""
        return len(self.columns["time"])


def timing_of(
    run: RecordedRows,
    where: str,
    *,
    fps: float,
    start: float | None,
    end: float | None,
    speed: float | None,
    duration: float | None,
) -> Timing:
    """Times of all frames; arguments as for :meth:`mbfe.results.film.filmed.FilmedRows.animate`.

    Over time the film has fps × duration frames that begin at `start` and stop one before `end`, so that a
    period can be shown again and again. Equilibria are shown to the last.
    """
    _refuse(where, "fps", fps, 0.0 < fps <= MOST_FPS, f"frames per second, up to {MOST_FPS:g}")
    if speed is not None and duration is not None:
        raise ResultsError(f"{where}: speed", "duration is given too", allowed="one of the two")
    for name, value in (("speed", speed), ("duration", duration)):
        if value is not None:
            _refuse(where, name, value, value > 0.0, "a positive number")
    if end is None and run.over_time and period_of(run):
        end = float(run.time[0]) + period_of(run)
    low = checked_time(run, where, "start", start, default=0)
    high = checked_time(run, where, "end", end, default=-1)
    if not low < high:
        given = f"from {low:g} to {high:g} there is nothing to move"
        remedy = "Take run.picture for one state"
        raise ResultsError(f"{where}: start and end", given, allowed="a start before the end", remedy=remedy)
    span = high - low
    if speed is None:
        real = run.over_time and span >= SHORTEST
        lasts = duration or (span if real else SLOWED if run.over_time else ALONG_PATH)
        speed = span / lasts
    count = int(np.ceil(fps * span / speed - 1e-6))
    few = f"{count} frames at speed {speed:g} and {fps:g} frames per second"
    _refuse(where, "speed", few, count >= 2, "two frames or more", remedy="Give duration=, such as 5 seconds")
    _refuse(where, "speed", few, count <= LONGEST_FILM, f"up to {LONGEST_FILM} frames")
    each = speed / fps if run.over_time else span / (count - 1)
    times = low + each * np.arange(count, dtype=float)
    return Timing(np.minimum(times, high), speed)


def checked_time(run: RecordedRows, where: str, name: str, given: float | None, *, default: int) -> float:
    """An abscissa within the rows of a run, that of the first or last row when absent."""
    if not len(run.time):
        raise ResultsError(where, "the results have no rows", remedy="Take a run with rows")
    low, high = float(run.time[0]), max(float(run.time[-1]), float(run.time[0]) + period_of(run))
    if given is None:
        return float(run.time[default])
    near = ROWS.same_time * max(high - low, abs(high), 1e-300)
    if not low - near <= given <= high + near:
        raise ResultsError(f"{where}: {name}", f"{given:g}", allowed=f"{low:g} to {high:g}, {run.axis}")
    return float(np.clip(given, low, high))


def period_of(run: RecordedRows) -> float:
    """Period of a mode as a motion [s], whose rows end one before it is over; 0 of other results."""
    frequency = run.header["settings"].get("frequency")
    return 0.0 if frequency is None else 1.0 / frequency if frequency > 0.0 else 1.0


def _refuse(where: str, name: str, given: Any, holds: bool, allowed: str, remedy: str = "") -> None:
    if not holds:
        raise ResultsError(f"{where}: {name}", f"{given}", allowed=allowed, remedy=remedy)


def rows_at(run: RecordedRows, times: Floats, where: str) -> RecordedRows:
    """Rows at ascending abscissae within a run, in memory.

    Motions over time are interpolated as those of :meth:`mbfe.Run.at`, by positions, velocities and
    accelerations; those of equilibria are straight, rotations even. Other numbers are linear, but one that is
    zero in a row, as that of a contact that does not touch, is taken from the nearer row.
    """
    time, stored, period = run.time, run.store.columns, period_of(run)
    if period:  # the row after the last one is the first one
        time = np.append(time, time[0] + period)
        stored = {name: np.concatenate([column, column[:1]]) for name, column in stored.items()}
    near = ROWS.same_time * max(float(time[-1] - time[0]), abs(float(time[-1])), 1e-300)
    before = (np.searchsorted(time, times + near, side="right") - 1).clip(0, len(time) - 1)
    after = (before + 1).clip(max=len(time) - 1)
    gap = np.where(after > before, time[after] - time[before], 1.0)
    part = np.where(np.abs(times - time[before]) <= near, 0.0, (times - time[before]) / gap).clip(0.0, 1.0)
    first, last = int(before[0]), int(after[-1]) + 1
    columns: dict[str, Floats] = {}
    for name, column in stored.items():
        if name not in ("pose", "twist", "accel", "time"):
            rows = np.asarray(column[first:last])
            columns[name] = _between(rows[before - first], rows[after - first], part)
    parts = [np.asarray(stored[name][first:last]) for name in ("pose", "twist", "accel")]
    motions = np.zeros((last - first, parts[0].shape[1], MOTION))
    motions[:, :, MOTIONS] = np.concatenate(parts, axis=2)
    made = np.empty((len(times), *motions.shape[1:]))
    for k, (i, j, s) in enumerate(zip(before, after, part, strict=True)):
        pair = motions[i - first], motions[j - first]
        made[k] = pair[0] if s == 0.0 else _motion(run, where, pair, (float(time[i]), float(time[j])), s)
    columns |= {"time": np.array(times), "pose": made[..., POSES], "twist": made[..., TWISTS]}
    columns["accel"] = made[..., RATES][..., 6:]
    return type(run)(Interpolated(run.header, columns, run.status))


def _motion(
    run: RecordedRows, where: str, pair: tuple[Floats, Floats], times: tuple[float, float], part: float
) -> Floats:
    """Motion (n, 20) between two rows."""
    nodes = run.header["nodes"]
    if not run.over_time:
        return straight_between(*pair, part=part, n_node=len(nodes))
    refuse_large_turns(where, nodes, times, *pair)
    interval = times[1] - times[0]
    return motion_between(*pair, part=part, interval=interval, n_node=len(nodes), variables=())[0]


def _between(before: Floats, after: Floats, part: Floats) -> Floats:
    """Rows (n, …) between two others, linear where neither is zero."""
    s = part.reshape(-1, *(1,) * (before.ndim - 1))
    nearer = np.where(s < 0.5, before, after)
    linear = (1.0 - s) * before + s * after
    return np.where((s == 0.0) | (before == 0.0) | (after == 0.0), nearer, linear)
