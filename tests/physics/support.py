"""What the physics tests share: runs over a sequence of steps, and observed orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

import mbfe

Floats = NDArray[np.float64]


def largest(values: ArrayLike) -> float:
    """Largest absolute value."""
    return float(np.abs(np.asarray(values, dtype=float)).max())


def ladder(
    build: Callable[[], mbfe.Model],
    steps: Sequence[float],
    errors: Callable[[mbfe.Run], dict[str, float]],
    *,
    duration: float,
    output_step: float,
    spectral_radius: float = 0.9,
) -> dict[str, Floats]:
    """Errors of runs with a sequence of steps, by quantity.

    Parameters
    ----------
    build : callable
        Makes the model.
    steps : sequence of float
        Steps [s].
    errors : callable
        Errors of a run by name.
    duration, output_step : float
        Simulated time and interval of the rows [s].
    spectral_radius : float
        ρ∞.

    Returns
    -------
    dict of str to array
        One error for each step.
    """
    found: dict[str, list[float]] = {}
    scheme = mbfe.GeneralizedAlpha(spectral_radius=spectral_radius)
    for step in steps:
        run = mbfe.solve_dynamic(
            build(),
            duration=duration,
            step=step,
            output_step=output_step,
            scheme=scheme,
            newton_tolerance=1e-12,
        )
        assert run.report["rejected"] == 0
        for name, value in errors(run).items():
            found.setdefault(name, []).append(value)
    return {name: np.array(values) for name, values in found.items()}


def orders(errors: ArrayLike) -> Floats:
    """Observed orders between successive halvings of the step."""
    e = np.asarray(errors, dtype=float)
    return np.log2(e[:-1] / e[1:])


def assert_second_order(errors: ArrayLike, what: str, *, low: float = 1.9, high: float = 2.1) -> None:
    """Check that every halving divides the error by about four."""
    found = orders(errors)
    assert np.all((found >= low) & (found <= high)), f"{what}: errors {errors}, orders {found}"


def crossings(time: Floats, values: Floats) -> Floats:
    """Times at which a signal passes zero, by linear interpolation."""
    at = np.flatnonzero(np.signbit(values[:-1]) != np.signbit(values[1:]))
    fraction = values[at] / (values[at] - values[at + 1])
    return time[at] + fraction * (time[at + 1] - time[at])


def event_times(run: mbfe.Run) -> Floats:
    """Times of the events of a run."""
    return np.array([event["time"] for event in run.report["events"]])


def failure(model: mbfe.Model, **options: Any) -> mbfe.SolveError:
    """The error of a run of a second."""
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_dynamic(model, **{"duration": 1.0, "step": 0.01, **options})
    return caught.value


def report(record_property: Any, **values: Any) -> None:
    """Put reached figures into the test report."""
    for name, value in values.items():
        record_property(name, np.array2string(np.asarray(value), precision=4))
