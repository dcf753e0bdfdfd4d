"""The car's lane change of 10 s, fixed and automatic steps, ``python -m benchmarks.lane_change``.

Errors are the largest over the run against fixed steps of 0.1 ms, as parts of the largest change of each
quantity. The parts of the computing time are those of their own calls in the state at the end, times their
number; what is left are predictions, motions, blocks' histories, checks and recording.
"""

from __future__ import annotations

import statistics
import sys
import timeit
from collections.abc import Callable
from typing import Any

import numpy as np

import mbfe
from benchmarks.command import Command, Table, say, versions, write_json
from mbfe.engine.matrices import factorise_entry, matrix_entry, residual_entry, solve_entry
from mbfe.examples.vehicle.car import balanced
from mbfe.examples.vehicle.parameters import Car, Control
from mbfe.examples.vehicle_suspension import LANE_CHANGE, complete, counts, lane_change

__all__ = ["errors", "main", "measure", "parts"]

TIMES = np.linspace(0.0, LANE_CHANGE, 1001)
RUNS: dict[str, dict[str, Any]] = {
    "10 ms": {"step": 0.01},
    "5 ms": {"step": 0.005},
    "2 ms": {"step": 0.002},
    "1 ms": {"step": 0.001},
    "auto, 1e-3": {"step": "auto", "tolerance": 1e-3},
    "auto, 1e-4": {"step": "auto", "tolerance": 1e-4},
    "auto, 1e-5": {"step": "auto", "tolerance": 1e-5},
    "auto, 1e-6": {"step": "auto", "tolerance": 1e-6},
    "auto, 5e-7": {"step": "auto", "tolerance": 5e-7},
}
"""Steps and tolerances that are compared."""


def measure(model: mbfe.Model, **how: Any) -> mbfe.Run:
    """Drive through the lane change with a step and tolerance."""
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.9)
    return mbfe.solve_dynamic(
        model,
        duration=LANE_CHANGE,
        scheme=scheme,
        output_times=TIMES,
        progress=False,
        **how,
    )


def errors(run: mbfe.Run, exact: mbfe.Run) -> dict[str, float]:
    """Return the largest errors over the run, as parts of the largest change of each quantity."""
    quantities: dict[str, Callable[[mbfe.Run], Any]] = {
        "position": lambda each: each["body"].position,
        "rotation": lambda each: each["body"].rotation_vector,
        "acceleration": lambda each: each["body"].acceleration,
        "tyre load": lambda each: each["front left tyre"].load,
        "damper force": lambda each: each["front left damper"].force,
    }
    found = {}
    for name, of in quantities.items():
        mine, expected = np.asarray(of(run).values), np.asarray(of(exact).values)
        found[name] = float(np.abs(mine - expected).max() / np.abs(expected - expected[0]).max())
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
    return found | {"everything else": run.seconds - sum(found.values())}


def main(arguments: list[str] | None = None) -> int:
    """Measure the lane change from the command line.

    The exit status is 1 when steps of 10 ms take more than 1 s, or automatic steps with the errors of
    steps of 1 ms more than 3 s.
    """
    command = Command("benchmarks.lane_change", __doc__, out="out/lane_change.json")
    command.count("rounds", 5, "timed runs of each")
    given = command.read(arguments)
    car = balanced(Car())
    model = complete(car, steering=lane_change(LANE_CHANGE), control=Control())
    exact = measure(model, step=1e-4)
    seconds: dict[str, list[float]] = {name: [] for name in RUNS}
    last = {}
    for _ in range(given.rounds):  # turn and turn about
        for name, how in RUNS.items():
            last[name] = measure(model, **how)
            seconds[name].append(last[name].seconds)
    rows = {}
    for name, run in last.items():
        report = {key: int(run.report[key]) for key in ("steps", "iterations", "factorisations", "rejected")}
        rows[name] = {"seconds": statistics.median(seconds[name])} | report | errors(run, exact)
    table = Table("steps", *next(iter(rows.values())))
    for name, row in rows.items():
        table.row(name, *(f"{value:.2g}" if isinstance(value, float) else value for value in row.values()))
    spent = parts(model, last["10 ms"])
    for name, part in spent.items():
        say(f"{name:16} {1e3 * part:7.1f} ms")
    write_json(given.out, {"runs": rows, "parts": spent, "model": counts(model), "versions": versions()})
    aim = errors(last["1 ms"], exact)
    alike = [
        row["seconds"]
        for name, row in rows.items()
        if name.startswith("auto") and all(row[each] <= aim[each] for each in aim)
    ]
    return int(not (rows["10 ms"]["seconds"] <= 1.0 and min(alike, default=np.inf) <= 3.0))


if __name__ == "__main__":
    sys.exit(main())
