"""When a run steps, records, keeps checkpoints and ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class StopWhen:
    """Stop condition: the run ends with the step in which a quantity crosses a level.

    Parameters
    ----------
    signal : str
        Item and output, e.g. ``"hinge.angle"`` or ``"spring.length"``.
    level : float
        Level in the unit of the signal.
    direction : {"rising", "falling", "both"}
        Crossings that count.
    """

    signal: str
    level: float
    direction: str = "both"


@dataclass(frozen=True)
class Times:
    """When a run starts, steps, records and ends [s].

    Attributes
    ----------
    start, end, step : float
        Start, end and nominal step [s].
    outputs : (n,) array
        Times to record at [s]; empty to record every step.
    breaks : (n,) array
        Times at which a step must end: kinks of time functions and the end [s].
    checkpoint_steps : int
        Steps between checkpoints, −1 for none.
    """

    start: float
    end: float
    step: float
    outputs: Floats
    breaks: Floats
    checkpoint_steps: int


def _positive(where: str, value: float | None, what: str) -> None:
    if value is not None and not (math.isfinite(value) and value > 0.0):
        raise ModelError(f"solve_dynamic: {where}", f"{value}", allowed=f"a positive {what} [s]")


def plan_times(
    *,
    duration: float,
    step: float,
    start: float,
    output_step: float | None,
    output_times: Sequence[float] | None,
    checkpoint_step: float | None,
    kinks: Sequence[float],
) -> Times:
    """Check the times that :func:`mbfe.solve_dynamic` was given and lay out the run."""
    _positive("duration", duration, "time")
    _positive("step", step, "time")
    _positive("output_step", output_step, "time")
    _positive("checkpoint_step", checkpoint_step, "time")
    if not math.isfinite(start):
        raise ModelError("solve_dynamic: start", f"{start}", allowed="a finite time [s]")
    if step > duration * (1.0 + 1e-9):
        raise ModelError("solve_dynamic: step", f"{step} s", allowed=f"at most the duration, {duration} s")
    end = start + duration
    if output_times is not None:
        outputs = np.asarray(output_times, dtype=float)
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
        outputs = start + output_step * np.arange(count + 1)
    else:
        outputs = np.zeros(0)
    inner = sorted({kink for kink in kinks if start + 1e-9 * step < kink < end - 1e-9 * step})
    every = -1 if checkpoint_step is None else max(1, round(checkpoint_step / step))
    return Times(start, end, step, outputs, np.array([*inner, end]), every)


def watch_rows(compiled: CompiledModel, stop: Sequence[StopWhen]) -> Floats:
    """Stop conditions as the compiled loop reads them: output, level, direction, last value."""
    rows = []
    sides = {"rising": 1.0, "falling": -1.0, "both": 0.0}
    for condition in stop:
        item_name, _, output = condition.signal.partition(".")
        item = compiled.model._item(item_name, "solve_dynamic: stop")
        alias = {s.name: (s.output, s.part or 0) for s in item.signals}
        found = None
        for number in compiled.instances_of(item):
            at = compiled.layout.outputs[number]
            for name, quantity in compiled.builder.instances[number].law.outputs.items():
                target, part = alias.get(output, (output, 0))
                if name == target:
                    found = at + part
                at += quantity.size
        if found is None or condition.direction not in sides:
            known = ", ".join(f"{item_name}.{name}" for name in alias)
            raise ModelError(
                "solve_dynamic: stop", f"{condition}", allowed=f"{known}; rising, falling or both"
            )
        rows.append([float(found), condition.level, sides[condition.direction], 0.0])
    return np.array(rows).reshape(-1, 4)
