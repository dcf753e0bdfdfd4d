"""How mbfe's cost grows with the size of a problem."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from typing import Any

from benchmarks.command import Table, say, write_json
from benchmarks.worker import Problem, Worker, WorkerError

__all__ = ["measure_growth"]


def measure(problem: Problem, size: int, setting: dict[str, Any], *, repeats: int) -> dict[str, Any]:
    """Time one size; ``setup_seconds`` are from the model to the first step, with kernels that are kept."""
    n_step = problem.nominal_steps
    with Worker("mbfe", problem, setting, timeout=900.0) as worker:
        runs = [worker.solve(n_step) for _ in range(repeats)]
        setup = worker.setup_seconds + statistics.median(run["setup"] for run in runs)
    each = 1e6 * statistics.median(run["wall"] for run in runs) / n_step
    return {
        "size": size,
        "setup_seconds": setup,
        "microseconds_a_step": each,
        "microseconds_a_step_and_part": each / size,
        "iterations_a_step": runs[0]["iterations"] / n_step,
        "factorisations_a_step": runs[0]["factorisations"] / n_step,
        "megabytes": runs[-1]["megabytes"],
    }


def measure_growth(problems: dict[int, Any], setting: dict[str, Any], *, repeats: int, out: Path) -> int:
    """Time problems by their number of parts and show a table; the exit status is 1 when a size failed."""
    heads = ("size", "set-up [s]", "µs a step", "µs a step and part", "exponent", "it.", "fact.", "MB")
    table, rows = Table(*heads), []
    for size, problem in problems.items():
        try:
            row = measure(problem, size, setting, repeats=repeats)
        except WorkerError as error:
            say(f"{size}: {error}")
            return 1
        rows.append(row)
        before, growth = rows[max(0, len(rows) - 2)], "-"
        if before is not row:
            times = row["microseconds_a_step"] / before["microseconds_a_step"]
            growth = f"{math.log(times) / math.log(size / before['size']):.2f}"
        table.row(
            size,
            f"{row['setup_seconds']:.3f}",
            f"{row['microseconds_a_step']:.4g}",
            f"{row['microseconds_a_step_and_part']:.3g}",
            growth,
            f"{row['iterations_a_step']:.2f}",
            f"{row['factorisations_a_step']:.2f}",
            f"{row['megabytes']:.0f}",
        )
        write_json(out, rows)
    return 0
