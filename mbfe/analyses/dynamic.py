"""Time integration of a model: ``solve_dynamic``."""

from __future__ import annotations

import math
import os
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe.analyses.failure import failure_of
from mbfe.analyses.initial import smallest_multipliers, start_values
from mbfe.analyses.progress import announce_compilation, make_progress
from mbfe.engine import loop
from mbfe.engine import system as names
from mbfe.engine.matrices import observe_entry, sparse_matrices
from mbfe.engine.system import KEPT, pack, unpack
from mbfe.errors import ModelError, ResultsError, SolveError
from mbfe.integrators.generalized_alpha import MAPS, GeneralizedAlpha
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.header import make_header
from mbfe.results.layout import Status
from mbfe.results.memory import MemoryStore
from mbfe.results.run import Run

Floats = NDArray[np.float64]

CHUNK_SECONDS = 0.2
ROWS = 256
"""Rows that the compiled loop fills before they are stored, and computing time between two looks at signals."""


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
class _Times:
    start: float
    end: float
    step: float
    outputs: Floats
    breaks: Floats
    checkpoint_steps: int


def _positive(where: str, value: float | None, what: str) -> None:
    if value is not None and not (math.isfinite(value) and value > 0.0):
        raise ModelError(f"solve_dynamic: {where}", f"{value}", allowed=f"a positive {what} [s]")


def _plan(
    duration: float,
    step: float,
    start: float,
    output_step: float | None,
    output_times: Sequence[float] | None,
    checkpoint_step: float | None,
    kinks: Sequence[float],
) -> _Times:
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
            raise ModelError("solve_dynamic", "output_step and output_times are both given", allowed="one of them")
        slack = 1e-9 * step
        inside = np.isfinite(outputs).all() and (np.diff(outputs) > 0).all()
        if not inside or (outputs < start - slack).any() or (outputs > end + slack).any():
            raise ModelError("solve_dynamic: output_times", "not increasing or outside the run", allowed=f"{start} to {end} s")
    elif output_step is not None:
        count = math.floor(duration / output_step * (1.0 + 1e-12) + 1e-9)
        outputs = start + output_step * np.arange(count + 1)
    else:
        outputs = np.zeros(0)
    inner = sorted({kink for kink in kinks if start + 1e-9 * step < kink < end - 1e-9 * step})
    every = -1 if checkpoint_step is None else max(1, round(checkpoint_step / step))
    return _Times(start, end, step, outputs, np.array([*inner, end]), every)


def _watch(compiled: CompiledModel, stop: Sequence[StopWhen]) -> Floats:
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
            raise ModelError("solve_dynamic: stop", f"{condition}", allowed=f"{known}; rising, falling or both")
        rows.append([float(found), condition.level, sides[condition.direction], 0.0])
    return np.array(rows).reshape(-1, 4)


def _new_record(compiled: CompiledModel, plan: _Times, watch: Floats) -> loop.Record:
    n_node, n_row, n_output = len(compiled.state.motion), compiled.layout.n_row, compiled.layout.n_output
    record = loop.Record(
        np.zeros(ROWS),
        np.zeros((ROWS, n_node, 19)),
        np.zeros((ROWS, n_row)),
        np.zeros((ROWS, n_output)),
        np.zeros((ROWS, 5)),
        np.zeros((ROWS, 5)),
        plan.outputs,
        plan.breaks,
        watch,
        np.zeros(9, dtype=np.int64),
        np.array([plan.start, plan.step, plan.start, plan.step]),
        np.zeros(n_output),
        np.zeros((n_node, 20)),
        np.zeros(n_row),
    )
    record.place[loop.TO_CHECKPOINT] = plan.checkpoint_steps
    return record


class Simulation:
    """A compiled model on its way through time: runs chunks, stores rows and checkpoints."""

    def __init__(self, compiled: CompiledModel, scheme: GeneralizedAlpha, plan: _Times, watch: Floats) -> None:
        self.compiled = compiled
        self.scheme = scheme
        self.plan = plan
        self.record = _new_record(compiled, plan, watch)
        self.coefficients = scheme.coefficients()
        self.map = MAPS.index(scheme.step_map)
        self.dropped = np.zeros(0, dtype=np.int64)
        self.seconds = 0.0

    @property
    def columns(self) -> dict[str, tuple[int, ...]]:
        """Row shapes of the store."""
        n_node = len(self.compiled.state.motion)
        layout = self.compiled.layout
        return {
            "time": (),
            "pose": (n_node, 7),
            "twist": (n_node, 6),
            "accel": (n_node, 6),
            "multiplier": (layout.n_row,),
            "output": (layout.n_output,),
            "energy": (5,),
            "progress": (5,),
        }

    def checkpoint_row(self) -> Floats:
        """Everything that the next step reads: state and place on the grid of times."""
        place, grid = self.record.place, self.record.grid
        where = [place[loop.GRID_STEP], place[loop.HALVINGS], grid[loop.BASE], grid[loop.NOMINAL]]
        return np.concatenate([np.array(where, dtype=float), pack(self.compiled.state)])

    def restore(self, row: Floats) -> None:
        """Continue from a checkpoint."""
        record, state = self.record, self.compiled.state
        unpack(row[4:], state)
        state.start[:] = state.motion
        state.multiplier_start[:] = state.multiplier
        state.count[names.FACTORED] = 0
        record.place[loop.GRID_STEP], record.place[loop.HALVINGS] = int(row[0]), int(row[1])
        record.grid[loop.BASE] = row[2]
        if row[3] != self.plan.step:
            record.grid[loop.BASE] = self.plan.start
            record.place[loop.GRID_STEP] = 0

    def record_start(self) -> None:
        """Record the start values where they are wanted."""
        times, place = self.plan.outputs, self.record.place
        observe_entry(self.compiled.system, self.compiled.state, self.record)
        if times.size and abs(times[0] - self.plan.start) > 1e-9 * self.plan.step:
            place[loop.ROW] = 0
        elif times.size:
            place[loop.NEXT_OUTPUT] = 1

    def take_rows(self) -> dict[str, Floats]:
        """Rows recorded since the last call, with the smallest multipliers where they are not unique."""
        record = self.record
        n = int(record.place[loop.ROW])
        if len(self.dropped) and n:
            self._smallest(n)
        record.place[loop.ROW] = 0
        motion = record.motion[:n]
        return {
            "time": record.time[:n],
            "pose": motion[:, :, 0:7],
            "twist": motion[:, :, 7:13],
            "accel": motion[:, :, 13:19],
            "multiplier": record.multiplier[:n],
            "output": record.output[:n],
            "energy": record.energy[:n],
            "progress": record.progress[:n],
        }

    def _smallest(self, n: int) -> None:
        system, state, record = self.compiled.system, self.compiled.state, self.record
        kept, multiplier = state.motion.copy(), state.multiplier.copy()
        factored = int(state.count[names.FACTORED])
        energy, place = record.energy[:n].copy(), record.place.copy()
        raw, smallest = np.zeros(record.output.shape[1]), np.zeros(record.output.shape[1])
        for row in range(n):
            time = float(record.time[row])
            state.motion[:, 0:19] = record.motion[row]
            state.multiplier[:] = record.multiplier[row]
            loop.outputs_entry(system, state, time, raw)
            B = sparse_matrices(system, state, time)[3]
            state.multiplier[:] = smallest_multipliers(
                B, record.multiplier[row], state.scales[6:], self.dropped
            )
            record.multiplier[row] = state.multiplier
            loop.outputs_entry(system, state, time, smallest)
            # only what depends on the multipliers: unwrapped angles belong to the history of their own step
            record.output[row] = np.where(smallest != raw, smallest, record.output[row])
        record.energy[:n], record.place[:] = energy, place
        state.motion[:], state.multiplier[:] = kept, multiplier
        state.count[names.FACTORED] = factored

    def warm_up(self) -> None:
        """Compile the loop, or load it from the cache, without a step."""
        loop.run(
            self.compiled.system, self.compiled.state, self.record, self.coefficients, self.map, 0
        )

    def advance(self, max_steps: int) -> int:
        """Run the compiled loop for at most ``max_steps`` attempts; returns why it came back."""
        began = clock.perf_counter()
        why = int(
            loop.run(
                self.compiled.system,
                self.compiled.state,
                self.record,
                self.coefficients,
                self.map,
                max_steps,
            )
        )
        self.seconds += clock.perf_counter() - began
        return why


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
        What to do when joints do not meet, or velocities pull them apart: refuse, or take the nearest admissible values
        in the mass metric.
    tolerance : float
        Newton tolerance, relative to the largest acceleration.
    progress : bool or callable, optional
        True or False switches the progress bar; on a terminal only when absent. A callable gets (time, steps).

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
    Generalized-α in predictor/corrector form with augmented Lagrangian and scaling (Dymore manual, sections 4 and 5).
    A failed step is halved and tried again, at most 12 times.
    """
    began = clock.perf_counter()
    if initial not in ("refuse", "project"):
        raise ModelError("solve_dynamic: initial", f'"{initial}"', allowed='"refuse" or "project"')
    if not 0.0 < tolerance < 1e-2:
        raise ModelError("solve_dynamic: tolerance", f"{tolerance}", allowed="above 0, below 0.01")
    scheme = scheme or GeneralizedAlpha()
    announce_compilation(progress)
    compiled = model.compile()
    row = None
    if restart is not None:
        start, row = _checkpoint(restart, restart_time)
    plan = _plan(duration, step, start, output_step, output_times, checkpoint_step, compiled.builder.kinks)
    conditions = [stop] if isinstance(stop, StopWhen) else list(stop)
    simulation = Simulation(compiled, scheme, plan, _watch(compiled, conditions))
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
    simulation.warm_up()
    header = make_header(compiled, settings, mbfe.__version__)
    store = _store(file, header, simulation.columns, len(simulation.checkpoint_row()))
    setup = clock.perf_counter() - began
    return _drive(simulation, store, setup, warnings, make_progress(progress, plan.start, plan.end))


def _checkpoint(restart: Any, time: float | None) -> tuple[float, Floats]:
    run = restart if isinstance(restart, Run) else mbfe.open_results(restart)
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
    return run._store.read_checkpoint(which)


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
        texts.append("with spectral radius 1 and joints, accelerations and reactions do not converge with the step")
    if report.redundant:
        rows = "; ".join(report.redundant[:6]) + ("; …" if len(report.redundant) > 6 else "")
        texts.append(
            f"{len(report.redundant)} constraint rows depend on others ({rows}): the motion is unique, the reactions "
            "are the smallest ones"
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
        store.close(status, report=_report(simulation, setup, warnings))
    run = Run(store) if store.path is None else mbfe.open_results(store.path)
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
        "kept": list(KEPT),
    }
