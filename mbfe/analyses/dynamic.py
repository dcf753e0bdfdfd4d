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
from mbfe.analyses.first_step import first_step
from mbfe.analyses.history import start_history
from mbfe.analyses.initial import start_values
from mbfe.analyses.plan import StopWhen, Tolerance, plan_times, watch_rows
from mbfe.analyses.progress import announce_compilation, make_progress
from mbfe.analyses.simulation import Simulation
from mbfe.analyses.snapshot import place
from mbfe.analyses.suitability import check_scheme, check_stability, longest_step
from mbfe.engine import loop, recording, warm
from mbfe.engine import system as names
from mbfe.engine.control import LONGEST
from mbfe.errors import ModelError, ResultsError, SolveError
from mbfe.integrators.catalogue import find_scheme
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.header import make_header
from mbfe.results.layout import Status
from mbfe.results.memory import new_store
from mbfe.results.run import Run, open_results

Floats = NDArray[np.float64]

CHUNK_SECONDS = 0.2
"""Computing time between two looks at signals [s]."""


def solve_dynamic(
    model: Model,
    *,
    duration: float,
    step: float | Sequence[float] | str,
    scheme: Scheme | str | None = None,
    start: float = 0.0,
    output_step: float | None = None,
    output_times: Sequence[float] | None = None,
    file: str | os.PathLike[str] | None = None,
    checkpoint_step: float | None = None,
    restart: Run | str | os.PathLike[str] | None = None,
    restart_time: float | None = None,
    stop: StopWhen | Sequence[StopWhen] = (),
    initial: str = "refuse",
    state: Any = None,
    tolerance: float | Tolerance = 1e-6,
    newton_tolerance: float = 1e-8,
    progress: bool | Callable[[float, int], None] | None = None,
) -> Run:
    """Integrate the motion of a model in time.

    Parameters
    ----------
    model : Model
        The mechanism.
    duration : float
        Simulated time [s]; with ``restart`` it counts from the checkpoint.
    step : float, sequence of float or "auto"
        Time step [s], steps that repeat in turn, or steps chosen by their error.
    scheme : Scheme or str, optional
        Integration scheme, or the name of one; generalized-α with ρ∞ = 0.9 and the exponential map when
        absent.
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
    state : StaticRun or Snapshot, optional
        Where the motion starts: a state of static balance or of steady rotation, loads then at full size; the
        model as drawn when absent.
    tolerance : float or Tolerance
        Error that an automatic step may make: a part of the model's length, an angle [rad] and a part of the
        typical size of a variable; or each of them separately.
    newton_tolerance : float
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
    _check(initial, newton_tolerance)
    scheme = find_scheme(scheme)
    announce_compilation(progress)
    second = warm.start()
    compiled = model.compile(form=scheme.form)
    check_scheme(compiled, scheme)
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
    place(compiled, state, "solve_dynamic: state", motion_only=True)
    report = start_values(compiled, time=start, project=initial == "project", as_drawn=state is None)
    _start(simulation, tolerance, row)
    compiled.state.number[names.TOLERANCE] = newton_tolerance
    warnings = _warnings(compiled, scheme, report, varying=len(plan.pattern) > 2 or plan.tolerance.size > 0)
    settings = {
        "duration": duration,
        "step": step if isinstance(step, str | float | int) else list(step),
        **scheme.describe(),
        "newton_tolerance": newton_tolerance,
        "redundant": report.redundant,
    }
    not_unique = simulation.share_reactions(start) if report.redundant else []
    warm.wait(second)
    simulation.warm_up()
    header = make_header(compiled, settings, __version__) | {"not_unique": not_unique}
    store = new_store(file, header, simulation.columns, len(simulation.checkpoint_row()))
    setup = clock.perf_counter() - began
    return _drive(simulation, store, setup, warnings, make_progress(progress, plan.start, plan.end))


def _start(simulation: Simulation, tolerance: float | Tolerance, row: Floats | None) -> None:
    """First step and history of a run, or those of a checkpoint."""
    compiled, scheme, plan = simulation.compiled, simulation.scheme, simulation.plan
    first = float(plan.pattern[1])
    if plan.tolerance.size:
        given = tolerance if isinstance(tolerance, Tolerance) else Tolerance(*[float(tolerance)] * 4)
        plan.tolerance[:] = given.numbers(float(compiled.system.environment[3]))
        duration = plan.end - plan.start
        first = first_step(compiled, scheme, plan.tolerance, duration=duration, time=plan.start)
        plan.tolerance[LONGEST] = min(plan.tolerance[LONGEST], longest_step(compiled, scheme, plan.start))
    else:
        check_stability(compiled, scheme, step=float(np.diff(plan.pattern).max()), time=plan.start)
    number = compiled.state.number
    number[names.NEXT_STEP] = first
    start_history(compiled, scheme, step=first, time=plan.start)
    if row is not None:
        if len(row) != len(simulation.checkpoint_row()):
            raise ResultsError("solve_dynamic: restart", "the checkpoint belongs to another model")
        simulation.restore(row)
        if plan.tolerance.size == 0 or number[names.NEXT_STEP] <= 0.0:
            number[names.NEXT_STEP] = first


def _check(initial: str, tolerance: float) -> None:
    if initial not in ("refuse", "project"):
        raise ModelError("solve_dynamic: initial", f'"{initial}"', allowed='"refuse" or "project"')
    if not 0.0 < tolerance < 1e-2:
        raise ModelError("solve_dynamic: newton_tolerance", f"{tolerance}", allowed="above 0, below 0.01")


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


def _warnings(compiled: CompiledModel, scheme: Scheme, report: Any, *, varying: bool) -> list[str]:
    texts = scheme.warnings(
        holonomic=compiled.n_holonomic,
        nonholonomic=compiled.layout.n_row - compiled.n_holonomic,
        varying=varying,
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
                simulation.record.place[recording.TO_CHECKPOINT] = simulation.plan.checkpoint_steps
            bar.update(float(state.number[names.TIME]), int(state.count[names.STEPS]))
            if why in (loop.FINISHED, loop.STOPPED):
                status = Status.COMPLETED if why == loop.FINISHED else Status.STOPPED
                break
            if why in (loop.FAILED, loop.REFUSED):
                failure = failure_of(simulation, refused=why == loop.REFUSED)
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
