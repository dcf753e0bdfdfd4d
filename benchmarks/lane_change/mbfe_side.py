"""The car as a model. A request is a number of fixed steps, or the tolerance of automatic ones."""

from __future__ import annotations

import timeit
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import mbfe
from benchmarks.mbfe_case import MbfeCase, MbfeSetting
from mbfe.engine.matrices import factorise_entry, matrix_entry, residual_entry, solve_entry
from mbfe.examples.vehicle.car import balanced
from mbfe.examples.vehicle.parameters import Car, Control
from mbfe.examples.vehicle_suspension import complete, counts, lane_change

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting(MbfeSetting):
    """One way of running the car.

    Attributes
    ----------
    automatic : bool
        Whether requests are tolerances of automatic steps.
    parts : bool
        Whether a recorded run also says what its time was spent on.
    """

    automatic: bool = False
    parts: bool = False


class Case(MbfeCase):
    """The car on its way."""

    def describe(self) -> mbfe.Model:
        """Return the car with its steering and control."""
        return complete(balanced(Car()), steering=lane_change(self.problem.duration), control=Control())

    def warm(self) -> None:
        """Load or compile the kernels."""
        how = {"step": "auto"} if self.setting.automatic else {"step": 0.01}
        mbfe.solve_dynamic(self.model, duration=0.05, progress=False, **how, **self.options())

    def ends(self, run: mbfe.Run, n_time: int) -> Any:
        """Return the compared quantities, (n_time, n_quantity)."""
        body, corner = run["body"], "front left"
        found = (
            body.position, body.rotation_vector, body.acceleration, run[f"{corner} tyre"].load,
            run[f"{corner} damper"].force,
        )  # fmt: skip
        return np.column_stack([np.asarray(each.values)[-n_time:] for each in found])

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Drive from the start; a run without record stores the same rows."""
        duration = self.problem.duration
        how = {"step": "auto", "tolerance": n_step} if self.setting.automatic else {"step": duration / n_step}
        times = self.problem.recorded_times(0)
        run = mbfe.solve_dynamic(
            self.model, duration=duration, output_times=times, progress=False, **how, **self.options()
        )
        names = ("steps", "rejected", "iterations", "factorisations")
        found: dict[str, Any] = {name: int(run.report[name]) for name in names}
        found |= {"wall": run.report["seconds"], "setup": run.report.get("setup_seconds", 0.0)}
        if record:
            found |= {"times": times, "ends": self.ends(run, len(times)).tolist()}
        if self.setting.parts:
            found |= {"parts": parts(self.model, run), "model": counts(self.model)}
        return found


def parts(model: mbfe.Model, run: mbfe.Run) -> dict[str, float]:
    """Return the seconds of the run by what they were spent on."""
    compiled = model.compile()
    system, state = compiled.system, compiled.state
    time = float(run.time[-1])

    def each(call: Callable[[], Any]) -> float:
        return min(timeit.repeat(call, number=100, repeat=7)) / 100

    residual = each(lambda: residual_entry(system, state, time))
    both = each(lambda: factorise_entry(system, state, time, 1.0))
    solution = each(lambda: solve_entry(system, state))
    tangents = each(lambda: matrix_entry(system, state, time))
    iterations, factorisations = run.report["iterations"], run.report["factorisations"]
    found = {
        "residuals": (iterations + run.report["steps"]) * residual,
        "tangents": factorisations * tangents,
        "factorisations": factorisations * (both - tangents),
        "solutions": iterations * solution,
    }
    return found | {"everything else": run.report["seconds"] - sum(found.values())}
