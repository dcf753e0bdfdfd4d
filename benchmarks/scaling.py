"""How mbfe's cost grows: chains of 10 to 10 000 bodies, ``python -m benchmarks.scaling``."""

from __future__ import annotations

import argparse
import dataclasses
import math
import statistics
import sys
from pathlib import Path

from benchmarks.problems import Problem, chain
from benchmarks.report import write_json
from benchmarks.worker import Worker, WorkerError

__all__ = ["main", "measure"]

SIZES = (10, 30, 100, 300, 1000, 3000, 10_000)


def measure(problem: Problem, *, repeats: int, timeout: float) -> dict:
    """Time one chain.

    Parameters
    ----------
    problem : Problem
        The chain.
    repeats : int
        Number of timed runs.
    timeout : float
        Longest time for one of them [s].

    Returns
    -------
    dict
        ``bodies``, ``setup_seconds`` (model to first step, kernels cached), ``seconds``,
        ``microseconds_a_step_and_body``, ``iterations_a_step``, ``factorisations_a_step``.
    """
    n_step = problem.nominal_steps
    with Worker("mbfe", problem, {}, timeout=timeout) as worker:
        runs = [worker.solve(n_step) for _ in range(repeats)]
        setup = worker.setup_seconds + statistics.median(run["setup"] for run in runs)
    seconds = statistics.median(run["wall"] for run in runs)
    return {
        "problem": problem.name,
        "bodies": problem.n_body,
        "setup_seconds": setup,
        "seconds": seconds,
        "microseconds_a_step_and_body": 1e6 * seconds / n_step / problem.n_body,
        "iterations_a_step": runs[0]["iterations"] / n_step,
        "factorisations_a_step": runs[0]["factorisations"] / n_step,
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
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of bodies")
    parser.add_argument(
        "--joint", choices=("revolute", "spherical"), default="revolute", help="kind of joint"
    )
    parser.add_argument("--steps", type=int, default=50, help="number of 1 ms steps, default 50")
    parser.add_argument("--repeats", type=int, default=5, help="timed runs for each size, default 5")
    parser.add_argument(
        "--timeout", type=float, default=300.0, help="longest time for one answer [s], default 300"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parent / "scaling.json", help="JSON file"
    )
    given = parser.parse_args(arguments)
    sys.stdout.write(
        "| bodies | set-up [s] | run [ms] | µs a step and body | exponent | it./step | fact./step |\n"
    )
    sys.stdout.write("|---|---|---|---|---|---|---|\n")
    rows: list[dict] = []
    for size in map(int, given.sizes.split(",")):
        short = dataclasses.replace(
            chain(given.joint, size), duration=given.steps * 1e-3, nominal_steps=given.steps
        )
        try:
            row = measure(short, repeats=given.repeats, timeout=given.timeout)
        except WorkerError as error:
            sys.stderr.write(f"{size} bodies: {error}\n")
            return 1
        growth = "-"
        if rows:
            before = rows[-1]
            growth = f"{math.log(row['seconds'] / before['seconds']) / math.log(size / before['bodies']):.2f}"
        rows.append(row)
        sys.stdout.write(
            f"| {size} | {row['setup_seconds']:.3f} | {1e3 * row['seconds']:.2f} | "
            f"{row['microseconds_a_step_and_body']:.3f} | {growth} | "
            f"{row['iterations_a_step']:.2f} | {row['factorisations_a_step']:.2f} |\n"
        )
        sys.stdout.flush()
        write_json(given.out, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
