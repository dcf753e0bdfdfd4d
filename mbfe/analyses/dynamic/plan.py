"""When a run steps, records, keeps checkpoints and ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.analyses.dynamic.plan_corners import Corners, corners_of
from mbfe.contracts import Unbounded, check_fields
from mbfe.errors import ModelError
from mbfe.model import Builder

__all__ = ["Times", "Tolerance", "plan_times"]

MOST_OUTPUTS = 10**8
"""Output times of a run."""
SHORTEST_STEP = 1000
"""Shortest step, as a multiple of the distance of neighbouring numbers at the largest time."""


@dataclass(frozen=True)
class Tolerance:
    """Error that an automatic step may make, for each kind of unknown.

    Parameters
    ----------
    translation : float
        Error of a step in a position, as a part of the model's length.
    rotation : float
        In an orientation [rad].
    coordinate, state : float
        In a generalized coordinate and in a first-order state, as parts of their typical sizes.
    shortest, longest : float
        Shortest and longest step [s].

    Notes
    -----
    It is the error of one step; the errors of a run add up to about as many times more as there are steps
    within a characteristic time of the motion.
    """

    translation: float = 1e-6
    rotation: float = 1e-6
    coordinate: float = 1e-6
    state: float = 1e-6
    shortest: float = 1e-12
    longest: Unbounded = math.inf

    def __post_init__(self) -> None:
        check_fields(self)
        for entry in fields(self):
            if not getattr(self, entry.name) > 0.0:
                raise ModelError(
                    f"Tolerance: {entry.name}", f"{getattr(self, entry.name)}", allowed="above 0"
                )

    def numbers(self, length: float) -> Floats:
        """Tolerances as the time loop reads them, translations in the unit of ``length`` [m]."""
        first, *others = astuple(self)
        return np.array([first * length, *others])


@dataclass(frozen=True)
class Times:
    """When a run starts, steps, records and ends [s]."""

    start: float
    end: float
    step: float
    """Nominal step."""
    pattern: Floats
    """Steps that repeat, as sums from 0 (n + 1,)."""
    tolerance: Floats
    """Of automatic steps, as the time loop reads them, empty when the steps are given."""
    outputs: Floats
    """Times to record at (n,); empty to record every step."""
    breaks: Floats
    """Times at which a step must end: kinks of time functions and the end (n,)."""
    restarts: NDArray[np.int64]
    """1 for breaks at which the integration restarts (n,)."""
    corners: Corners
    """Where inputs jump or bend."""
    checkpoint_steps: int
    """Steps between checkpoints, −1 for none."""
    checkpoint_step: float = 0.0
    """Interval of the checkpoints of automatic steps, 0 for none."""


def _positive(where: str, value: float | None, what: str) -> None:
    if value is not None and not (math.isfinite(value) and value > 0.0):
        raise ModelError(f"solve_dynamic: {where}", f"{value}", allowed=f"a positive {what} [s]")


def _check_resolution(step: float, start: float, end: float) -> None:
    """Refuse steps that vanish beside the time: it would not advance."""
    grain = math.ulp(max(abs(start), abs(end)))
    if step < SHORTEST_STEP * grain:
        raise ModelError(
            "solve_dynamic: step",
            f"{step} s at times up to {max(abs(start), abs(end)):g} s, which are known to {grain:.2g} s only",
            allowed=f"{SHORTEST_STEP * grain:.2g} s or more there",
            remedy="Let the time begin nearer to 0: time=0",
        )


def _outputs(
    start: float,
    duration: float,
    step: float,
    output_step: float | None,
    output_times: Sequence[float] | None,
) -> Floats:
    """Times at which a run records; empty to record every step."""
    end = start + duration
    if output_times is not None:
        outputs = np.array(output_times, dtype=float)  # a copy: compiled code wants it without gaps
        if output_step is not None:
            raise ModelError(
                "solve_dynamic", "output_step and output_times are both given", allowed="one of them"
            )
        slack = 1e-9 * step
        inside = np.isfinite(outputs).all() and (np.diff(outputs) > 0).all()
        if not inside or (outputs < start - slack).any() or (outputs > end + slack).any():
            raise ModelError(
                "solve_dynamic: output_times",
                "not increasing or outside the run",
                allowed=f"{start} to {end} s",
            )
    elif output_step is not None:
        count = math.floor(duration / output_step * (1.0 + 1e-12) + 1e-9)
        if count > MOST_OUTPUTS:
            raise ModelError(
                "solve_dynamic: output_step",
                f"{output_step} s, which are {count:.3g} outputs in {duration} s",
                allowed=f"up to {MOST_OUTPUTS:.0e} outputs",
            )
        outputs = start + output_step * np.arange(count + 1)
    else:
        outputs = np.zeros(0)
    return outputs


def plan_times(
    *,
    duration: float,
    step: float | Sequence[float] | str,
    start: float,
    output_step: float | None,
    output_times: Sequence[float] | None,
    checkpoint_step: float | None,
    builder: Builder,
) -> Times:
    """Check the times that :func:`mbfe.solve_dynamic` was given and lay out the run of a model."""
    _positive("duration", duration, "time")
    automatic = isinstance(step, str)
    if automatic:
        if step != "auto":
            raise ModelError("solve_dynamic: step", f'"{step}"', allowed='a time [s], several, or "auto"')
        step = 1e-3 * duration
    lengths = [float(length) for length in np.atleast_1d(np.asarray(step, dtype=float))]
    if not lengths:
        raise ModelError("solve_dynamic: step", f"{step!r}", allowed='a time [s], several, or "auto"')
    for length in lengths:
        _positive("step", length, "time")
    step = float(np.mean(lengths))
    _positive("output_step", output_step, "time")
    _positive("checkpoint_step", checkpoint_step, "time")
    if not math.isfinite(start):
        raise ModelError("solve_dynamic: time", f"{start}", allowed="a finite time [s]")
    if step > duration * (1.0 + 1e-9):
        raise ModelError("solve_dynamic: step", f"{step} s", allowed=f"at most the duration, {duration} s")
    end = start + duration
    _check_resolution(min(lengths), start, end)
    outputs = _outputs(start, duration, step, output_step, output_times)
    corners = corners_of(builder, start=start, end=end, step=step, automatic=automatic)
    breaks, restarts = corners.breaks(start, end)
    counted = checkpoint_step is not None and not automatic
    every = max(1, round(float(checkpoint_step or 0.0) / step)) if counted else -1
    interval = float(checkpoint_step or 0.0) if automatic else 0.0
    pattern = np.concatenate([[0.0], np.cumsum(lengths)])
    free = np.zeros(6 if automatic else 0)
    return Times(start, end, step, pattern, free, outputs, breaks, restarts, corners, every, interval)
