"""Time integration of a model: ``solve_dynamic``."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe import __version__
from mbfe.analyses.failure import failure_of
from mbfe.analyses.initial import start_values
from mbfe.analyses.plan import StopWhen, plan_times, watch_rows
from mbfe.analyses.progress import announce_compilation, make_progress
from mbfe.analyses.simulation import Simulation
from mbfe.engine import loop, warm
from mbfe.engine import system as names
from mbfe.errors import ModelError, ResultsError, SolveError
from mbfe.integrators.generalized_alpha import GeneralizedAlpha
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.header import make_header
from mbfe.results.layout import Status
from mbfe.results.memory import MemoryStore
from mbfe.results.run import Run, open_results

Floats = NDArray[np.float64]

CHUNK_SECONDS = 0.2
"""Computing time between two looks at signals [s]."""


def solve_dynamic(
    model: Model,
    *,
    duration: float,
    step: float,
    scheme: GeneralizedAlpha | None = None,
    start: float = 0.0,
    output_step: float | None = None,
    output_times: Sequence[float] | None = None,
    file: str | os.PathLike[str] | None = None,
    checkpoint_step: float | None = None,
    restart: Run | str | os.PathLike[str] | None = None,
    restart_time: float | None = None,
    stop: StopWhen | Sequence[StopWhen] = (),
    initial: str = "refuse",
    tolerance: float = 1e-8,
    progress: bool | Callable[[float, int], None] | None = None,
) -> Run:
    """Integrate the motion of a model in time.

    Parameters
    ----------
    model : Model
        The mechanism.
    duration : float
        Simulated time [s]; with ``restart`` it counts from the checkpoint.
    step : float
        Time step [s].
    scheme : GeneralizedAlpha, optional
        Integration scheme; ρ∞ = 0.9 with the exponential map when absent.
    start : float
        Start time [s].
    output_step : float, optional
        Record at exactly these intervals, by interpolation on the motion [s]; every step when absent.
    output_times : sequence of float, optional
        Record at exactly these times instead [s].
    file : path, optional
        Stream the results to this HDF5 file; they stay in memory when absent. An existing file is replaced.
    checkpoint_step : float, optional
        Store a checkpoint at about this interval [s], from which a run continues exactly; the matrix is
        refactorised there, in every run. The end of a run is always a checkpoint.
    restart : Run or path, optional
        Continue the same model from a checkpoint of an earlier run.
    restart_time : float, optional
        Time of the checkpoint [s]; the last one when absent.
    stop : StopWhen or sequence of them
        Conditions that end the run early.
    initial : {"refuse", "project"}
        What to do when joints do not meet, or velocities pull them apart: refuse, or take the nearest
        admissible values in the mass metric.
    tolerance : float
        Newton tolerance, relative to the largest acceleration.
    progress : bool or callable, optional
        True or False switches the progress bar; on a terminal only when absent. A callable gets (time,
        steps).

    Returns
    -------
    Run
        The results. After Ctrl-C its status is "interrupted" and it holds everything up to then.

    Raises
    ------
    ModelError
        If the model or an argument is wrong.
    SolveError
        If a step fails; ``error.results`` holds everything before it.

    Notes
    -----
    Generalized-α in predictor/corrector form with augmented Lagrangian and scaling (Dymore manual, sections 4
    and 5). A failed step is halved and tried again, at most 12 times.
    """
    began = clock.perf_counter()
    _check(initial, tolerance)
    scheme = scheme or GeneralizedAlpha()
    announce_compilation(progress)
    second = warm.start()
    compiled = model.compile()
    row = None
    if restart is not None:
        start, row = _checkpoint(restart, restart_time)
    plan = plan_times(
        duration=duration,
        step=step,
        start=start,
        output_step=output_step,
        output_times=output_times,
        checkpoint_step=checkpoint_step,
        kinks=compiled.builder.kinks,
    )
    conditions = [stop] if isinstance(stop, StopWhen) else list(stop)
    simulation = Simulation(compiled, scheme, plan, watch_rows(compiled, conditions))
    report = start_values(compiled, time=start, project=initial == "project")
    compiled.state.number[names.TOLERANCE] = tolerance
    warnings = _warnings(compiled, scheme, report)
    if row is not None:
        if len(row) != len(simulation.checkpoint_row()):
            raise ResultsError("solve_dynamic: restart", "the checkpoint belongs to another model")
        simulation.restore(row)
    simulation.dropped = _dropped(compiled)
    settings = {
        "duration": duration,
        "step": step,
        "spectral_radius": scheme.spectral_radius,
        "step_map": scheme.step_map,
        "tolerance": tolerance,
        "redundant": report.redundant,
    }
    warm.wait(second)
    simulation.warm_up()
    header = make_header(compiled, settings, __version__)
    store = _store(file, header, simulation.columns, len(simulation.checkpoint_row()))
    setup = clock.perf_counter() - began
    return _drive(simulation, store, setup, warnings, make_progress(progress, plan.start, plan.end))


def _check(initial: str, tolerance: float) -> None:
    if initial not in ("refuse", "project"):
        raise ModelError("solve_dynamic: initial", f'"{initial}"', allowed='"refuse" or "project"')
    if not 0.0 < tolerance < 1e-2:
        raise ModelError("solve_dynamic: tolerance", f"{tolerance}", allowed="above 0, below 0.01")


def _checkpoint(restart: Any, time: float | None) -> tuple[float, Floats]:
    run = restart if isinstance(restart, Run) else open_results(restart)
    times = np.asarray(run._store.checkpoint_time)
    if len(times) == 0:
        raise ResultsError("solve_dynamic: restart", "the run has no checkpoints")
    which = len(times) - 1
    if time is not None:
        which = int(np.argmin(np.abs(times - time)))
        if abs(times[which] - time) > 1e-9 * max(1.0, abs(time)):
            raise ResultsError(
                "solve_dynamic: restart_time", f"{time} s", allowed=", ".join(f"{t:g}" for t in times[:20])
            )
    return run._store.read_checkpoint(index=which)


def _store(file: Any, header: dict[str, Any], columns: dict[str, tuple[int, ...]], n_state: int) -> Any:
    if file is None:
        return MemoryStore(header, columns, n_state)
    from mbfe.results.store import Writer

    return Writer(file, header, columns, n_state, replace=True)


def _dropped(compiled: CompiledModel) -> NDArray[np.int64]:
    system, state = compiled.system, compiled.state
    place = np.flatnonzero((system.is_row == 1) & (state.diagonal == 0.0))
    return np.sort(system.source[place] - 6 * len(state.motion))


def _warnings(compiled: CompiledModel, scheme: GeneralizedAlpha, report: Any) -> list[str]:
    texts = []
    if scheme.spectral_radius == 1.0 and compiled.layout.n_row:
        texts.append(
            "with spectral radius 1 and joints, accelerations and reactions do not converge with the step"
        )
    if report.redundant:
        rows = "; ".join(report.redundant[:6]) + ("; …" if len(report.redundant) > 6 else "")
        texts.append(
            f"{len(report.redundant)} constraint rows depend on others ({rows}): the motion is unique, "
            "the reactions are the smallest ones"
        )
    return texts


def _drive(simulation: Simulation, store: Any, setup: float, warnings: list[str], bar: Any) -> Run:
    state = simulation.compiled.state
    steps = 20
    status, failure = Status.INTERRUPTED, None
    try:
        simulation.record_start()
        while True:
            before, spent = int(state.count[names.STEPS]), simulation.seconds
            why = simulation.advance(steps)
            store.append(simulation.take_rows())
            if why == loop.CHECKPOINT:
                store.checkpoint(float(state.number[names.TIME]), simulation.checkpoint_row())
                simulation.record.place[loop.TO_CHECKPOINT] = simulation.plan.checkpoint_steps
            bar.update(float(state.number[names.TIME]), int(state.count[names.STEPS]))
            if why in (loop.FINISHED, loop.STOPPED):
                status = Status.COMPLETED if why == loop.FINISHED else Status.STOPPED
                break
            if why == loop.FAILED:
                failure = failure_of(simulation)
                if not isinstance(failure, KeyboardInterrupt):
                    status = Status.FAILED
                break
            pace = (simulation.seconds - spent) / max(1, int(state.count[names.STEPS]) - before)
            steps = int(np.clip(CHUNK_SECONDS / max(pace, 1e-9), 1, 10 * steps))
    except KeyboardInterrupt:
        store.append(simulation.take_rows())
    finally:
        bar.close()
        if status in (Status.COMPLETED, Status.STOPPED):
            state.count[names.FACTORED] = 0
            store.checkpoint(float(state.number[names.TIME]), simulation.checkpoint_row())
        store.close(status=status, report=_report(simulation, setup, warnings))
    run = Run(store) if store.path is None else open_results(store.path)
    if isinstance(failure, SolveError):
        failure.results = run
        raise failure
    return run


def _report(simulation: Simulation, setup: float, warnings: list[str]) -> dict[str, Any]:
    count = simulation.compiled.state.count
    return {
        "steps": int(count[names.STEPS]),
        "iterations": int(count[names.ITERATIONS]),
        "factorisations": int(count[names.FACTORISATIONS]),
        "rejected": int(count[names.REJECTED]),
        "seconds": simulation.seconds,
        "setup_seconds": setup,
        "warnings": warnings,
    }
