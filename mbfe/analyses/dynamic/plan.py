"""When a run steps, records, keeps checkpoints and ends; its steps end where inputs jump or bend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.contracts import Unbounded, check_fields
from mbfe.errors import ModelError
from mbfe.functions.instants import AFTER, repeated
from mbfe.model import Builder

__all__ = ["Times", "Tolerance", "plan_times"]

MOST_OUTPUTS = 10**8
"""Output times of a run."""
SHORTEST_STEP = 1000
"""Shortest step, as a multiple of the distance of neighbouring numbers at the largest time."""
MOST_SAMPLES = 10**8
"""Samples of a controller in a run."""
MERGED = 16
"""Corners closer than so many neighbouring numbers, at the largest time of the run, are one jump."""
MOST_ECHOES = 5000
"""Jumps that delays hand on; later ones, of a loop through a delay, are not met exactly."""
AUTOMATIC = 0.1
"""Longest automatic step that is likely, as a part of the run."""
MOST_KNOTS = 1000
"""Points of smooth tables, closer than the step, at which steps end; of more of them a run warns."""


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
class Corners:
    """Times at which the inputs of a model jump or bend [s], increasing arrays."""

    kinks: Floats
    """All of them, and the points of smooth functions that change within less than a step."""
    jumps: Floats
    """Those at which accelerations, outputs or velocities jump."""
    driven: Floats
    """Those of prescribed motions, at which velocities may jump."""
    samples: Floats
    """Samples of controllers."""
    near: float
    """Distance within which times are one."""
    warnings: list[str] = field(default_factory=list)
    """Inputs that change faster than the steps."""

    def breaks(self, start: float, end: float) -> tuple[Floats, NDArray[np.int64]]:
        """Times at which a step ends, the end of the run the last one; 1 for those where it restarts."""
        restarts = np.concatenate([self.kinks, self.samples])
        inner = np.unique(restarts)
        inner = inner[(inner > start + self.near) & (inner < end - self.near)]
        apart = np.diff(inner, prepend=-math.inf) > self.near
        breaks = np.array([*inner[apart], end])
        return breaks, (distance(breaks, np.sort(restarts)) <= self.near).astype(np.int64)

    def jumps_at(self, time: float) -> bool:
        """Whether accelerations or outputs jump at a time, at a corner or a sample."""
        at = np.array([time])
        return bool(min(distance(at, self.jumps)[0], distance(at, self.samples)[0]) <= self.near)

    def bends(self, time: float) -> bool:
        """Whether an input jumps or bends at a time."""
        return bool(distance(np.array([time]), self.kinks)[0] <= self.near)

    def drives(self, time: float) -> bool:
        """Whether a prescribed motion does."""
        return bool(distance(np.array([time]), self.driven)[0] <= self.near)

    def just_after(self, time: float) -> float:
        """The time itself, or, when something jumps at it, a moment later: curves count from the left."""
        if distance(np.array([time]), self.jumps)[0] > self.near:
            return time
        here = self.kinks[np.abs(self.kinks - time) <= self.near]
        return float(here.max(initial=time) + AFTER * self.near / MERGED)


def distance(points: Floats, others: Floats) -> Floats:
    """Distance of points from the nearest of some increasing numbers."""
    if len(others) == 0:
        return np.full(len(points), math.inf)
    right = np.searchsorted(others, points).clip(max=len(others) - 1)
    left = (right - 1).clip(min=0)
    return np.minimum(np.abs(others[right] - points), np.abs(others[left] - points))


def corners_of(builder: Builder, *, start: float, end: float, step: float, automatic: bool) -> Corners:
    """Corners of the inputs of a model in a run from `start` to `end` with nominal steps [s].

    Steps that follow their error (`automatic`) may become as long as a tenth of the run.
    """
    near = MERGED * math.ulp(max(abs(start), abs(end)))
    kinks, driven = builder.kinks.between(start, end), builder.drive_kinks.between(start, end)
    knots, warnings = _knots(builder, start, end, AUTOMATIC * (end - start) if automatic else step)
    warnings = [] if automatic else warnings  # the error of a step shows them
    warnings += [] if automatic else _crowded(builder, start, end, step)
    kinks = np.union1d(np.union1d(kinks, driven), knots)
    jumps = np.union1d(builder.jumps.between(start, end), driven)
    close = np.flatnonzero(np.diff(kinks) <= near)
    jumps = np.union1d(jumps, kinks[np.concatenate([close, close + 1])])  # a ramp that is too short is a jump
    samples = [_samples(period, offset, start, end) for period, offset in builder.periods]
    sampled = np.unique(np.concatenate([[], *samples]))
    echoes = _echoes(np.setdiff1d(kinks, knots), sampled, builder.delays, start, end)
    return Corners(np.union1d(kinks, echoes), np.union1d(jumps, echoes), driven, sampled, near, warnings)


def _samples(period: float, offset: float, start: float, end: float) -> Floats:
    """Times of the samples of a controller in a run."""
    first = max(0, math.ceil((start - offset) / period - 1e-6))
    count = math.floor((end - offset) / period + 1e-6) - first + 1
    if count > MOST_SAMPLES:
        raise ModelError(
            "solve_dynamic: duration", f"{count:.3g} samples of a period of {period} s", allowed="up to 1e8"
        )
    return np.asarray(offset + period * (first + np.arange(max(count, 0))), dtype=np.float64)


def _echoes(kinks: Floats, samples: Floats, delays: Sequence[float], start: float, end: float) -> Floats:
    """Times at which delays hand on what jumped before, such that the delay leads back to the left of it.

    Any delay may follow any other one, itself included; what is sampled is followed through one of them.
    """
    found = np.zeros(0)
    front, once = kinks, samples
    while len(delays) and len(front) + len(once):
        new = np.concatenate([_later(np.concatenate([front, once]), delay) for delay in delays])
        again = np.concatenate([_later(front, delay) for delay in delays])
        found = np.union1d(found, new[new < end])
        front = np.setdiff1d(again[again < end], kinks)
        once = np.zeros(0)
        if len(found) > MOST_ECHOES:
            break
    return found[found > start]


def _later(times: Floats, delay: float) -> Floats:
    """Times plus a delay, rounded such that the delay taken off again leads to the left."""
    later = times + delay
    return np.where(later - delay > times, np.nextafter(later, -np.inf), later)


def _knots(builder: Builder, start: float, end: float, step: float) -> tuple[Floats, list[str]]:
    """Points of smooth time functions closer than the step; the excess is reported."""
    found, warnings = [np.zeros(0)], []
    for where, curve in builder.corners:
        knots = curve.knots(start, end)
        knots = knots[(knots >= start - step) & (knots <= end + step)]
        close = np.diff(knots) < step
        close = np.concatenate([[False], close]) | np.concatenate([close, [False]]) if len(knots) else close
        knots = knots[close]
        if len(knots) <= MOST_KNOTS:
            found.append(knots)
            continue
        warnings.append(
            f"{where}: {len(knots)} points of its time function lie closer than the step of {step:.3g} s, "
            "and what they say between the steps is not seen. "
            f"Take steps of {np.median(np.diff(knots)):.2g} s, or average the table over the steps"
        )
    return np.unique(np.concatenate(found)), warnings


def _crowded(builder: Builder, start: float, end: float, step: float) -> list[str]:
    """Inputs whose kinks, at each of which a step ends, make many more steps than were asked for."""
    texts = []
    for where, curve in builder.corners:
        kinks = repeated(curve.kinks, curve.period, start, end)
        kinks = kinks[(kinks > start) & (kinks < end)]
        close = np.count_nonzero(np.diff(kinks) < step)
        if close > max(MOST_KNOTS, (end - start) / step):
            texts.append(
                f"{where}: {close + 1} corners of its time function lie closer than the step of {step:.3g} "
                "s; a step ends at each of them, and the run takes so many more steps. "
                'Average the table over the steps, or give it kind="cubic"'
            )
    return texts


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


def _positive(where: str, value: float | None) -> None:
    if value is not None and not (math.isfinite(value) and value > 0.0):
        raise ModelError(f"solve_dynamic: {where}", f"{value}", allowed="a positive time [s]")


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
        return outputs
    if output_step is None:
        return np.zeros(0)
    count = math.floor(duration / output_step * (1.0 + 1e-12) + 1e-9)
    if count > MOST_OUTPUTS:
        raise ModelError(
            "solve_dynamic: output_step",
            f"{output_step} s, which are {count:.3g} outputs in {duration} s",
            allowed=f"up to {MOST_OUTPUTS:.0e} outputs",
        )
    return np.asarray(start + output_step * np.arange(count + 1))


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
    _positive("duration", duration)
    automatic = isinstance(step, str)
    if automatic:
        if step != "auto":
            raise ModelError("solve_dynamic: step", f'"{step}"', allowed='a time [s], several, or "auto"')
        step = 1e-3 * duration
    lengths = [float(length) for length in np.atleast_1d(np.asarray(step, dtype=float))]
    if not lengths:
        raise ModelError("solve_dynamic: step", f"{step!r}", allowed='a time [s], several, or "auto"')
    for length in lengths:
        _positive("step", length)
    step = float(np.mean(lengths))
    _positive("output_step", output_step)
    _positive("checkpoint_step", checkpoint_step)
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
