"""Time integration of a model: ``solve_dynamic``."""

from __future__ import annotations

import contextlib
import os
import time as clock
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mbfe.analyses.dynamic.failure import failure_of
from mbfe.analyses.dynamic.history import first_step, start_history
from mbfe.analyses.dynamic.iteration import Iteration
from mbfe.analyses.dynamic.plan import Times, Tolerance, plan_times
from mbfe.analyses.dynamic.restarting import Checkpoint, checkpoint_of, earlier_results, last_state, restore
from mbfe.analyses.dynamic.simulation import Simulation
from mbfe.analyses.dynamic.suitability import FROZEN, check_scheme, check_stability, is_frozen, longest_step
from mbfe.analyses.progress import announce_compilation, make_progress, uninterrupted
from mbfe.analyses.start.bases import compare_bases
from mbfe.analyses.start.events import StopWhen, watch_rows
from mbfe.analyses.start.initial import known_values, start_values
from mbfe.analyses.start.reactions import refuse_shared_loads
from mbfe.analyses.start.start_positions import StartReport
from mbfe.checks import check_initial
from mbfe.contracts import checked
from mbfe.engine import warm
from mbfe.engine.stepping.control import LONGEST, ROTATION
from mbfe.engine.stepping.outcomes import LoopEnd
from mbfe.errors import MbfeError, ModelError, ResultsError, SolveError, naming
from mbfe.failures.early import explained, forget_callbacks
from mbfe.integrators.catalogue import find_scheme
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.model.places import item_warnings
from mbfe.model.states.fitting import Fit
from mbfe.results.given_state import place
from mbfe.results.run import Run
from mbfe.results.store.header import make_header
from mbfe.results.store.layout import Status
from mbfe.results.store.store import new_store
from mbfe.results.store.target import check_file

__all__ = ["solve_dynamic"]

CHUNK_SECONDS = 0.2
"""Computing time between two looks at signals [s]."""


@checked
def solve_dynamic(
    model: Model,
    *,
    duration: float,
    step: float | Sequence[float] | str,
    scheme: Scheme | str | None = None,
    state: Any = None,
    time: float | None = None,
    initial: str = "refuse",
    restart: Run | str | os.PathLike[str] | None = None,
    output_step: float | None = None,
    output_times: Sequence[float] | None = None,
    file: str | os.PathLike[str] | None = None,
    checkpoint_step: float | None = None,
    stop: StopWhen | Sequence[StopWhen] = (),
    tolerance: float | Tolerance = 1e-6,
    newton_tolerance: float = 1e-8,
    iteration: Iteration | None = None,
    progress: bool | Callable[[float, int], None] | None = None,
) -> Run:
    """Integrate the motion of a model in time.

    Parameters
    ----------
    model : Model
        The mechanism.
    duration : float
        Simulated time [s], from the start.
    step : float, sequence of float or "auto"
        Time step [s], steps that repeat in turn, or steps chosen by their error.
    scheme : Scheme or str, optional
        Integration scheme, or the name of one; generalized-α with ρ∞ = 0.9 and the exponential map when
        absent.
    state : Run, StaticRun, MotionRun, Assembly, Trim, Snapshot or path, optional
        Where the motion starts: any results or their file (their end, or what they hold at ``time``),
        ``run.at(2.5)``, an assembly, or the file of a failed step; loads act at full size. The model as drawn
        when absent. The model may have changed: what it has in common with that of the state by name is
        taken, the rest is named in the warnings.
    time : float, optional
        Start time [s]: that of the state, or 0, when absent. With results over time as ``state`` it also says
        which of their states is meant, with ``restart`` which checkpoint.
    initial : {"refuse", "project"}
        What to do when joints do not meet, velocities pull them apart, or bases are elsewhere than in the
        state: refuse, or take the nearest admissible values in the mass metric. What a run leaves open to the
        order of its scheme is closed in any case.
    restart : Run or path, optional
        Continue the same model from a checkpoint of an earlier run, bit for bit; the last one, or that at
        ``time``. Other masses, stiffnesses and the like are named in the warnings; another structure is
        refused. ``state=`` starts a new integration there, also of a changed model or with another step.
    output_step : float, optional
        Record at exactly these intervals, by interpolation on the motion [s]; every step when absent.
    output_times : sequence of float, optional
        Record at exactly these times instead [s].
    file : path, optional
        Stream the results to this HDF5 file; they stay in memory when absent. Existing results are replaced;
        those of ``restart`` stay, and the rows of this run follow them.
    checkpoint_step : float, optional
        Store a checkpoint at about this interval [s], from which a run continues exactly; the matrix is
        refactorised there, in every run. The end of a run is always a checkpoint.
    stop : StopWhen or sequence of them
        Conditions that end the run early.
    tolerance : float or Tolerance
        Error that an automatic step may make: a part of the model's length, an angle [rad] and a part of the
        typical size of a variable; or each of them separately.
    newton_tolerance : float
        Newton tolerance, relative to the largest acceleration.
    iteration : Iteration, optional
        Predictor, penalty and scale of constraints, limit on rejections and stopping test of the iteration,
        to follow a paper or another program.
    progress : bool or callable, optional
        True or False switches the progress bar, and what is said of kinds that are compiled; on a terminal
        and in a notebook when absent, where only kinds are said elsewhere. A callable gets (time, steps).

    Returns
    -------
    Run
        The results. After Ctrl-C its status is "interrupted" and it holds everything up to then.

    Raises
    ------
    ModelError
        If the model or an argument is wrong.
    SolveError
        If a step fails; ``error.results`` holds everything before it, and ``error.diagnosis`` says why and
        what to do.
    ResultsError
        If the results cannot be written; ``error.results`` holds what is on disk.

    Notes
    -----
    Generalized-α in predictor/corrector form with augmented Lagrangian and scaling (Dymore manual, sections 4
    and 5). A failed step is halved and tried again, at most 12 times unless ``iteration`` says otherwise.
    """
    began = clock.perf_counter()
    _check(initial, newton_tolerance, both=restart is not None and state is not None)
    check_file("solve_dynamic", file, state)
    scheme = find_scheme(scheme, where="solve_dynamic: scheme")
    announce_compilation("solve_dynamic", progress)
    second = warm.start()
    compiled = model.compile(stages_of=scheme.form.stages)
    forget_callbacks(compiled)
    check_scheme(compiled, scheme)
    project = initial == "project"
    start, checkpoint, fit = _beginning(compiled, scheme, state, restart, time, project=project)
    plan = plan_times(
        duration=duration,
        step=step,
        start=start,
        output_step=output_step,
        output_times=output_times,
        checkpoint_step=checkpoint_step,
        builder=compiled.builder,
    )
    watch = watch_rows(compiled, [stop] if isinstance(stop, StopWhen) else stop)
    simulation = Simulation(compiled, scheme, plan, watch)
    with explained(compiled, "solve_dynamic", time=start):
        report = _assemble(simulation, fit, project=project, known=checkpoint is not None)
        _start(simulation, tolerance, checkpoint)
    compiled.state.newton_tolerance = newton_tolerance
    (iteration or Iteration()).apply(simulation, simulation.just_after(start))
    warnings = [*(fit.words if fit else ()), *(checkpoint.warnings if checkpoint else ())]
    warnings += [*_warnings(compiled, scheme, report, plan), *plan.corners.warnings]
    not_unique = simulation.share_reactions(start) if report.redundant else []
    warm.wait(second)
    simulation.warm_up()
    steps = step if isinstance(step, str | float | int) else list(step)
    settings = {"duration": duration, "step": steps, "newton_tolerance": newton_tolerance} | scheme.describe()
    header = make_header(compiled, settings | {"redundant": report.redundant}) | {"not_unique": not_unique}
    earlier = earlier_results(checkpoint, file, simulation)
    store = new_store(file, header, simulation.columns, len(simulation.checkpoint_row()), earlier=earlier)
    setup = clock.perf_counter() - began
    bar = make_progress(progress, plan.start, plan.end)
    return _drive(simulation, store, header, setup=setup, warnings=warnings, bar=bar)


def _beginning(
    compiled: CompiledModel,
    scheme: Scheme,
    state: Any,
    restart: Any,
    time: float | None,
    *,
    project: bool,
) -> tuple[float, Checkpoint | None, Fit | None]:
    """Start time, and the checkpoint from which a run continues or how a state fitted the model."""
    if restart is not None:
        checkpoint = checkpoint_of(compiled, scheme, restart, time)
        return checkpoint.time, checkpoint, None
    start, fit = place(compiled, state, "solve_dynamic: state", time=time, motion_only=True)
    if fit is not None:
        compare_bases(compiled, fit, "solve_dynamic", time=start, project=project)
    return start, None, fit


def _assemble(simulation: Simulation, fit: Fit | None, *, project: bool, known: bool) -> StartReport:
    """Consistent start values, and modes of the laws that have some; those of a checkpoint are known."""
    compiled, start = simulation.compiled, simulation.plan.start
    if known:
        simulation.start_report = known_values(compiled, time=start)
        return simulation.start_report
    after = simulation.just_after(start)
    report = simulation.start_report = start_values(compiled, time=after, project=project, state=fit)
    if report.redundant:
        refuse_shared_loads(compiled, after)
    compiled.state.time = start
    simulation.begin()
    return report


def _start(simulation: Simulation, tolerance: float | Tolerance, checkpoint: Checkpoint | None) -> None:
    """First step and history of a run, or those of a checkpoint."""
    compiled, scheme, plan = simulation.compiled, simulation.scheme, simulation.plan
    first = float(plan.pattern[1])
    if checkpoint is not None:
        restore(simulation, checkpoint)
        simulation.resume()
    if plan.tolerance.size:
        with naming("solve_dynamic: tolerance"):
            given = tolerance if isinstance(tolerance, Tolerance) else Tolerance(*[tolerance] * 4)
        plan.tolerance[:] = given.numbers(float(compiled.system.environment.length))
        duration = plan.end - plan.start
        if checkpoint is None:
            first = first_step(
                compiled,
                scheme,
                plan.tolerance,
                duration=min(duration, simulation.room),
                time=simulation.just_after(plan.start),
            )
        elif compiled.state.next_step > 0.0:
            first = compiled.state.next_step
        plan.tolerance[LONGEST] = min(plan.tolerance[LONGEST], longest_step(compiled, scheme, plan.start))
    else:
        check_stability(compiled, scheme, step=float(np.diff(plan.pattern).max()), time=plan.start)
    compiled.state.next_step = first
    if checkpoint is None:
        after = simulation.just_after(plan.start)
        start_history(compiled, scheme, simulation.method, step=first, time=after, room=simulation.room)


def _check(initial: str, tolerance: float, *, both: bool) -> None:
    check_initial("solve_dynamic", initial)
    if both:
        raise ModelError(
            "solve_dynamic",
            "state and restart are both given",
            allowed="one of them: state= starts from a state, restart= continues from a checkpoint",
        )
    if not 0.0 < tolerance < 1e-2:
        raise ModelError("solve_dynamic: newton_tolerance", f"{tolerance}", allowed="above 0, below 0.01")


def _warnings(compiled: CompiledModel, scheme: Scheme, report: Any, plan: Times) -> list[str]:
    texts = scheme.warnings(
        holonomic=compiled.n_holonomic,
        nonholonomic=compiled.layout.n_row - compiled.n_holonomic,
        varying=len(plan.pattern) > 2 or plan.tolerance.size > 0,
    )
    if report.redundant:
        rows = "; ".join(report.redundant[:6]) + ("; …" if len(report.redundant) > 6 else "")
        texts.append(
            f"{len(report.redundant)} constraint rows depend on others ({rows}): the motion is unique, "
            "the reactions are the smallest ones"
        )
    if is_frozen(compiled, len(report.redundant), start=plan.start, end=plan.end):
        texts.append(FROZEN)
    return texts + item_warnings(compiled.model)


def _drive(
    simulation: Simulation, store: Any, header: dict[str, Any], *, setup: float, warnings: list[str], bar: Any
) -> Run:
    state, steps = simulation.compiled.state, 20
    status, failure = Status.INTERRUPTED, None
    try:
        simulation.record_start()
        while True:
            before, spent = simulation.steps, simulation.seconds
            why = simulation.advance(steps)
            store.last_state = last_state(simulation, why)
            with uninterrupted():
                store.append(simulation.take_rows())
            if why == LoopEnd.CHECKPOINT:
                store.checkpoint(state.time, simulation.checkpoint_row())
                simulation.record.to_checkpoint = simulation.plan.checkpoint_steps
            bar.update(state.time, simulation.steps)
            if simulation.changes_at(why):
                after = simulation.just_after(simulation.time)
                with explained(simulation.compiled, "solve_dynamic", time=after):
                    simulation.change(event=why == LoopEnd.STOPPED)
                if not (simulation.stopped or simulation.at_end):
                    continue
                why = LoopEnd.STOPPED if simulation.stopped else LoopEnd.FINISHED
                if simulation.stopped or simulation.kept:
                    store.append(simulation.take_rows())
            if why in (LoopEnd.FINISHED, LoopEnd.STOPPED):
                status = Status.COMPLETED if why == LoopEnd.FINISHED else Status.STOPPED
                break
            if why in (LoopEnd.FAILED, LoopEnd.REFUSED):
                refused = why == LoopEnd.REFUSED
                failure = failure_of(simulation, header=header, path=store.path, refused=refused)
                if isinstance(failure, SolveError):
                    status = Status.FAILED
                    store.checkpoint(failure.diagnosis.reached, failure.diagnosis.state.checkpoint)
                break
            pace = (simulation.seconds - spent) / max(1, simulation.steps - before)
            steps = int(np.clip(CHUNK_SECONDS / max(pace, 1e-9), 1, 10 * steps))
    except KeyboardInterrupt:
        with uninterrupted(closing=True):
            store.append(simulation.take_rows())
    except SolveError as error:  # of an event
        status, failure = Status.FAILED, error
    except (ResultsError, MemoryError) as error:
        failure, status = _not_kept(simulation, store, error), Status.FAILED
    finally:
        with uninterrupted(closing=True):
            bar.close()
            _close(simulation, store, header, setup=setup, warnings=warnings, status=status, failure=failure)
    if isinstance(failure, MbfeError):
        with contextlib.suppress(ResultsError):  # a disk that failed may not give anything back
            failure.results = failure.results or Run(store.reader())
        raise failure
    return Run(store.reader())


def _close(
    simulation: Simulation,
    store: Any,
    header: dict[str, Any],
    *,
    setup: float,
    warnings: list[str],
    status: Status,
    failure: BaseException | None,
) -> None:
    """Close the store with the report of the run, and with a checkpoint where it ended well."""
    state = simulation.compiled.state
    if status.ended_well:
        state.factored = 0
        store.checkpoint(state.time, simulation.checkpoint_row())
    reported = simulation.book.warning(float(header["energy_size"]), _remedy(simulation))
    report = _report(simulation, setup, warnings + reported)
    if isinstance(failure, MbfeError) and failure.diagnosis is not None:
        report["diagnosis"] = failure.diagnosis.to_dict()
    store.close(status=status, report=report)


def _not_kept(simulation: Simulation, store: Any, error: ResultsError | MemoryError) -> MbfeError:
    """The error of results that could not be kept."""
    if isinstance(error, ResultsError):
        return error
    made = SolveError(
        f"step at t = {simulation.compiled.state.time:.6g} s",
        f"the memory is full, with {store.n_time} rows of results",
        remedy='Keep fewer of them, output_step=, or stream them to a file, file="run.h5"',
    )
    made.__cause__ = error
    return made


def _remedy(simulation: Simulation) -> str:
    """What to do when energies do not balance."""
    plan = simulation.plan
    if plan.tolerance.size:
        return f"Take a smaller tolerance, tolerance={0.01 * plan.tolerance[ROTATION]:.1g}"
    return f"Take shorter steps, step={0.1 * plan.step:.2g}"


def _report(simulation: Simulation, setup: float, warnings: list[str]) -> dict[str, Any]:
    state = simulation.compiled.state
    return {
        "steps": simulation.steps,
        "iterations": state.iterations,
        "factorisations": state.factorisations,
        "rejected": state.rejected,
        "seconds": simulation.seconds,
        "setup_seconds": setup,
        "events": [
            {"time": change.time, "items": list(change.items), "energy_lost": change.energy_lost}
            for change in simulation.changes
        ],
        "warnings": warnings,
    }
