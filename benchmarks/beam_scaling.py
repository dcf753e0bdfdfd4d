"""How mbfe's cost grows with the elements of a beam: ``python -m benchmarks.beam_scaling``."""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.beam_problems import FALL, Beam
from benchmarks.report import write_json
from benchmarks.worker import Worker

__all__ = ["main", "measure"]

SIZES = (10, 30, 100, 300, 1000, 3000, 10_000, 20_000)


def measure(n_element: int, *, n_nodes: int, step: float, n_step: int, repeats: int) -> dict[str, Any]:
    """Time the falling cantilever of so many elements.

    Parameters
    ----------
    n_element, n_nodes : int
        Elements and nodes of each.
    step : float
        Time step [s].
    n_step, repeats : int
        Steps of a run, and runs.

    Returns
    -------
    dict
        Set-up [s], µs a step and a step and element, iterations and factorisations a step, memory [MB].
    """
    problem = Beam(f"beam-fall-{n_element}", FALL, n_element, n_step * step, n_step)
    with Worker("beam_mbfe", problem, {"n_nodes": n_nodes}, timeout=900.0) as worker:
        runs = [worker.solve(n_step) for _ in range(repeats)]
        setup = worker.setup_seconds + statistics.median(run["setup"] for run in runs)
    seconds = statistics.median(run["wall"] for run in runs)
    return {
        "elements": n_element,
        "nodes": n_nodes,
        "setup_seconds": setup,
        "microseconds_a_step": 1e6 * seconds / n_step,
        "microseconds_a_step_and_element": 1e6 * seconds / n_step / n_element,
        "iterations_a_step": runs[0]["iterations"] / n_step,
        "factorisations_a_step": runs[0]["factorisations"] / n_step,
        "megabytes": runs[-1]["megabytes"],
    }


def main(arguments: list[str] | None = None) -> int:
    """Run the scaling study from the command line.

    Parameters
    ----------
    arguments : list of str, optional
        Command line; the process's own when absent.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beam_scaling", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of elements")
    parser.add_argument("--nodes", type=int, default=2, choices=(2, 3, 4), help="nodes of an element")
    parser.add_argument("--step", type=float, default=1e-4, help="time step [s], default 1e-4")
    parser.add_argument("--steps", type=int, default=50, help="steps of a run, default 50")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each size, default 3")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "beam_scaling.json", help="JSON file"
    )
    given = parser.parse_args(arguments)
    sys.stdout.write("| elements | set-up [s] | µs a step | µs a step and element | it. | fact. | MB |\n")
    sys.stdout.write("|---|---|---|---|---|---|---|\n")
    rows: list[dict[str, Any]] = []
    for size in map(int, given.sizes.split(",")):
        row = measure(size, n_nodes=given.nodes, step=given.step, n_step=given.steps, repeats=given.repeats)
        rows.append(row)
        sys.stdout.write(
            f"| {size} | {row['setup_seconds']:.2f} | {row['microseconds_a_step']:.4g} | "
            f"{row['microseconds_a_step_and_element']:.3g} | {row['iterations_a_step']:.2f} | "
            f"{row['factorisations_a_step']:.2f} | {row['megabytes']:.0f} |\n"
        )
        sys.stdout.flush()
        write_json(given.out, rows)
    if len(rows) > 1:
        sizes, times = (np.log([row[key] for row in rows]) for key in ("elements", "microseconds_a_step"))
        sys.stdout.write(f"exponent of the time of a step: {np.polyfit(sizes, times, 1)[0]:.3f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
