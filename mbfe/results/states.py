"""States from results: of rows, of checkpoints, and between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import multiply, rotate, rotation_between, unrotate
from mbfe.engine.columns import (
    ACCEL,
    ACCELS,
    ANGULAR_ACCEL,
    END_OF_MOTION,
    MOTIONS,
    POSE,
    POSITIONS,
    ROTATIONS,
    SPINS,
    TWIST,
    VELOCITIES,
)
from mbfe.engine.memory import read_packed
from mbfe.errors import ResultsError
from mbfe.model.state_layout import StateLayout
from mbfe.model.states.snapshot import Snapshot
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
    n_node = len(layout.nodes)
    a, b = before.motion, after.motion
    motion = a.copy()
    turn = rotation_between(a[:n_node, ROTATIONS], b[:n_node, ROTATIONS])
    swept = h * np.maximum(*(np.linalg.norm(m[:n_node, SPINS], axis=1) for m in (a, b)))
    if swept.max(initial=0.0) > ROWS.largest_turn:
        name = layout.nodes[int(np.argmax(swept))]
        raise ResultsError(
            f'results of "{run.header["model"]}": at',
            f"{time:g} s lies between rows at {before.time:g} and {after.time:g} s, in which "
            f'"{name}" turns {swept.max():.3g} rad: too far to interpolate between them',
            allowed="times of rows, and times between rows that are nearer to each other",
            remedy="Record more rows, output_step=, or one at this time, output_times=",
        )
    place, velocity, error = _hermite(
        (a[:n_node, 0:3], _world(a, TWIST)[:n_node], _acceleration(a)[:n_node]),
        (b[:n_node, 0:3], _world(b, TWIST)[:n_node], _acceleration(b)[:n_node]),
        s,
        h,
    )
    zero = np.zeros_like(turn)
    end = (turn, _inverse_tangent(turn, b[:n_node, SPINS]), _second(turn, b[:n_node]))
    angle, rate, off = _hermite((zero, a[:n_node, SPINS], a[:n_node, ANGULAR_ACCEL:END_OF_MOTION]), end, s, h)
    q = multiply(a[:n_node, ROTATIONS], _quaternion(angle))
    motion[:n_node, POSITIONS] = place
    motion[:n_node, ROTATIONS] = q / np.linalg.norm(q, axis=1, keepdims=True)
    motion[:n_node, VELOCITIES], motion[:n_node, SPINS] = unrotate(q, velocity), _tangent(angle, rate)
    motion[:, ACCELS] = (1.0 - s) * a[:, ACCELS] + s * b[:, ACCELS]
    for row, component, kind in layout.variables.values():
        ends = [tuple(m[row, first + component] for first in (POSE, TWIST, ACCEL)) for m in (a, b)]
        if kind == "output":
            motion[row, component] = (1.0 - s) * ends[0][0] + s * ends[1][0]
            continue
        cubic = kind == "state"
        value, rate_of, _ = _hermite(ends[0], ends[1], s, h, cubic=cubic)
        motion[row, component], motion[row, TWIST + component] = value, rate_of
    multiplier = (1.0 - s) * before.multiplier + s * after.multiplier
    gap = max(float(error) / float(run.header["length"]), float(off))
    return Point(time, motion, multiplier, before.history), gap


def _world(motion: Floats, first: int) -> Floats:
    return np.asarray(rotate(motion[:, ROTATIONS], motion[:, first : first + 3]))


def _acceleration(motion: Floats) -> Floats:
    """Accelerations of the origins, world axes: R (v̇ + ω × v)."""
    v, w = motion[:, VELOCITIES], motion[:, SPINS]
    return np.asarray(rotate(motion[:, ROTATIONS], motion[:, ACCEL : ACCEL + 3] + np.cross(w, v)))


def _hermite(a: Any, b: Any, s: float, h: float, *, cubic: bool = False) -> tuple[Any, Any, float]:
    """Value and rate from values, rates and second rates at both ends; and how far a cubic is from it."""
    (x0, v0, c0), (x1, v1, c1) = a, b
    u = x1 - x0
    three = x0 + s * (h * v0 + s * (3.0 * u - h * (2.0 * v0 + v1) + s * (h * (v0 + v1) - 2.0 * u)))
    slope = v0 + s * (2.0 * (3.0 * u / h - 2.0 * v0 - v1) + 3.0 * s * (v0 + v1 - 2.0 * u / h))
    if cubic:
        return three, slope, 0.0
    p = u - h * v0 - 0.5 * h * h * c0
    r = h * (v1 - v0) - h * h * c0
    c = h * h * (c1 - c0)
    k3, k4, k5 = 10.0 * p - 4.0 * r + 0.5 * c, -15.0 * p + 7.0 * r - c, 6.0 * p - 3.0 * r + 0.5 * c
    five = x0 + s * h * v0 + 0.5 * (s * h) ** 2 * c0 + s**3 * (k3 + s * (k4 + s * k5))
    rate = v0 + s * h * c0 + s * s * (3.0 * k3 + s * (4.0 * k4 + s * 5.0 * k5)) / h
    return five, rate, float(np.abs(np.asarray(five - three)).max(initial=0.0))


def _factors(angle: Floats) -> tuple[Floats, Floats, Floats]:
    """(1 − cos φ)/φ², (φ − sin φ)/φ³ and (1 − ½φ cot ½φ)/φ² of rotation vectors, (n, 1) each."""
    size = np.linalg.norm(angle, axis=1, keepdims=True)
    small = size < 1e-2
    x = np.where(small, 1.0, size)
    y = size**2
    return (
        np.where(small, 0.5 - y / 24.0, (1.0 - np.cos(x)) / x**2),
        np.where(small, 1.0 / 6.0 - y / 120.0, (x - np.sin(x)) / x**3),
        np.where(small, 1.0 / 12.0 + y / 720.0, (1.0 - 0.5 * x / np.tan(0.5 * x)) / x**2),
    )


def _quaternion(angle: Floats) -> Floats:
    """Quaternions of rotation vectors (n, 3)."""
    half = 0.5 * np.linalg.norm(angle, axis=1, keepdims=True)
    return np.hstack([np.cos(half), 0.5 * np.sinc(half / np.pi) * angle])


def _tangent(angle: Floats, rate: Floats) -> Floats:
    """Body-frame angular velocity of a rotation vector with a rate: T(θ) θ̇."""
    a, b, _ = _factors(angle)
    once = np.cross(angle, rate)
    return np.asarray(rate - a * once + b * np.cross(angle, once))


def _inverse_tangent(angle: Floats, spin: Floats) -> Floats:
    """Rate of a rotation vector with a body-frame angular velocity: T⁻¹(θ) ω."""
    _, _, c = _factors(angle)
    once = np.cross(angle, spin)
    return np.asarray(spin + 0.5 * once + c * np.cross(angle, once))


def _second(angle: Floats, motion: Floats) -> Floats:
    """Second rate of a rotation vector: d/dt (T⁻¹(θ) ω), by central differences along the motion."""
    spin, accel = motion[:, SPINS], motion[:, ANGULAR_ACCEL:END_OF_MOTION]
    rate = _inverse_tangent(angle, spin)
    e = 1e-4 / np.maximum(np.linalg.norm(spin, axis=1, keepdims=True), 1.0)
    ends = [_inverse_tangent(angle + sign * e * rate, spin + sign * e * accel) for sign in (1.0, -1.0)]
    return np.asarray((ends[0] - ends[1]) / (2.0 * e))
