"""Find the number of steps at which a configuration has a given error."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.worker import Worker, WorkerError

__all__ = ["Match", "Reference", "five_times", "match_steps", "match_tolerance", "measured_error"]

NEAR = 0.045
"""Relative distance from the target at which a search stops; two sides are then within 10 % of each other."""

FEWEST = 10
"""Fewest steps tried: the five recorded times must fall on different steps."""


Reference = Callable[[Any, Sequence[float]], np.ndarray]
"""Takes a problem and times and returns what is compared there."""


@dataclass(frozen=True)
class Match:
    """What gives an error.

    Attributes
    ----------
    request : float
        Number of steps in the duration, or a tolerance.
    error : float
        Error there [m].
    """

    request: float
    error: float


def five_times(duration: float, n_step: int) -> list[float]:
    """Return the times of the steps nearest to 60, 70, 80, 90 and 100 % of a duration [s].

    Parameters
    ----------
    duration : float
        Simulated time [s].
    n_step : int
        Number of equal steps.

    Returns
    -------
    list of float
        Times [s]: five, so that an error does not vanish by chance at one.
    """
    return [duration * round(share * n_step / 10) / n_step for share in (6, 7, 8, 9, 10)]


def measured_error(worker: Worker, request: float, reference: Reference) -> float:
    """Return a configuration's error.

    Parameters
    ----------
    worker : Worker
        The configuration.
    request : float
        Number of steps or tolerance.
    reference : callable
        Takes the problem and times and returns what the configuration's ``ends`` should be.

    Returns
    -------
    float
        Root mean square, over all that is compared and the recorded times, of the distance from the
        reference [m].
    """
    answer = worker.solve(request, record=True)
    ends, exact = np.asarray(answer["ends"]), reference(worker.problem, answer["times"])
    if ends.shape != exact.shape:
        raise WorkerError(f"{worker.label}: recorded numbers {ends.shape} instead of {exact.shape}")
    return float(np.sqrt(np.mean(np.sum((ends - exact) ** 2, axis=-1))))


def match_steps(
    error_at: Callable[[int], float],
    target: float,
    start: int,
    *,
    order: int = 2,
    most_tries: int = 9,
    fewest: int = FEWEST,
    least: float = 1 / 3,
) -> Match | None:
    """Find the number of steps with a required error, by the secant rule on log(error) over log(steps).

    Parameters
    ----------
    error_at : callable
        Error at a number of steps.
    target : float
        The required error.
    start : int
        First guess of the number of steps.
    order : int
        Order of the scheme. Above 2 one step more may change the error by more than the allowance.
    most_tries : int
        Largest number of evaluations.
    fewest : int
        Fewest steps that are tried.
    least : float
        Above order 2 errors down to this part of the target count.

    Returns
    -------
    Match or None
        The number of steps found, or None when none came within 5 % (above order 2: see there).
    """
    tried: dict[int, float] = {}
    n_step, slope, last = start, -float(order), None
    for _ in range(most_tries):
        error = error_at(n_step)
        if not math.isfinite(error) or error <= 0:
            return None
        tried[n_step] = error
        if abs(error / target - 1) <= NEAR:
            break
        if last is not None and tried[last] != error:
            slope = math.log(error / tried[last]) / math.log(n_step / last)
            # A slope far from the scheme's order is noise or luck: go back to what the scheme promises.
            slope = slope if -2.0 * order < slope < -0.5 * order else -float(order)
        last = n_step
        guess = n_step * min(4.0, max(0.25, (target / error) ** (1 / slope)))
        n_step = max(fewest, round(guess) if order == 2 else math.ceil(guess))
        if n_step in tried:
            break
    lowest = 0.95 if order == 2 else least
    good = {n: error for n, error in tried.items() if lowest <= error / target <= 1.05}
    if not good:
        return None
    best = min(good, key=lambda n: abs(math.log(good[n] / target)))
    return Match(best, good[best])


def match_tolerance(error_at: Callable[[float], float], target: float) -> Match | None:
    """Find the loosest tolerance whose error does not pass the target.

    Parameters
    ----------
    error_at : callable
        Error at a relative tolerance.
    target : float
        The required error.

    Returns
    -------
    Match or None
        The tolerance found. The error changes by jumps, so the last half decade is searched in
        twentieths of a decade, the loosest first: chance speaks for the peer.
    """
    for coarse in range(6, 25):
        if error_at(10 ** (-0.5 * coarse)) <= (1 + NEAR) * target:
            for fine in range(10):
                tolerance = 10 ** (-0.5 * (coarse - 1) - 0.05 * (fine + 1))
                error = error_at(tolerance)
                if error <= (1 + NEAR) * target:
                    return Match(tolerance, error)
    return None
