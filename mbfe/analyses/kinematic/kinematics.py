"""Kinematic analysis of driven mechanisms: ``solve_kinematics``."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.kinematic.closing import close_loops
from mbfe.analyses.kinematic.geometry import Geometry
from mbfe.analyses.kinematic.motion_rows import MotionRows
from mbfe.analyses.kinematic.sweep import Sweep
from mbfe.analyses.kinematic.tolerances import FOLLOWING
from mbfe.analyses.progress import announce_compilation, make_progress
from mbfe.analyses.start.bases import compare_bases
from mbfe.analyses.start.start_positions import StartReport, assemble_positions, scaled_gaps
from mbfe.analyses.start.tolerances import POSITION_GAPS
from mbfe.checks import check_initial
from mbfe.contracts import checked
from mbfe.engine.columns import COORDINATE, RATES
from mbfe.errors import ModelError, SolveError
from mbfe.failures.early import explained, forget_callbacks
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.model.states.placing import place_joints
from mbfe.results.given_state import place
from mbfe.results.motion_run import MotionRun
from mbfe.results.store.layout import Status
from mbfe.results.store.target import check_file

__all__ = ["prepare", "solve_kinematics"]


@one_blas_thread()
@checked
def solve_kinematics(
    model: Model,
    *,
    duration: float | None = None,
    step: float | None = None,
    times: ArrayLike | None = None,
    state: Any = None,
    time: float | None = None,
    initial: str = "refuse",
    dead_points: str = "stop",
    file: str | os.PathLike[str] | None = None,
    progress: bool | Callable[[float, int], None] | None = None,
) -> MotionRun:
    """Kinematic analysis: positions, velocities and accelerations from joints and drives alone.

    Masses, springs and loads have no effect, and bodies need no mass. The motion is determined by drives:
    motors with ``position=`` or ``speed=``, and bases.

    Parameters
    ----------
    model : Model
        The mechanism; joints and drives determine its motion and may be redundant.
    duration, step : float, optional
        Time from the start [s] and interval of the rows [s].
    times : sequence of float, optional
        Times of the rows instead [s], increasing.
    state : Run, Assembly, Snapshot, path and others, optional
        Pose at the start, as for :func:`solve_dynamic`; the model as drawn when absent.
    time : float, optional
        Start time [s]: that of the state, or 0, when absent. With results over time as ``state`` it also says
        which of their states is meant.
    initial : {"refuse", "project"}
        Whether violated constraints at the start are refused, or closed by a small displacement; see
        :func:`mbfe.assemble` for more.
    dead_points : {"stop", "pass"}
        At a pose in which the drives do not determine the motion, such as a crank that is driven by its
        slider at the end of the stroke: end the run exactly there, or continue along the smooth branch. At a
        limit of motion of a drive the run ends in any case.
    file : path, optional
        Results file (HDF5); they stay in memory when absent.
    progress : bool or callable, optional
        Whether there is a progress bar; on a terminal and in a notebook when absent. A callable gets (time,
        rows).

    Returns
    -------
    MotionRun
        Its status is "stopped" when it ended at a dead point, see ``run.dead_points``. Reactions are nan;
        :func:`solve_inverse` computes them.

    Raises
    ------
    ModelError
        If drives and joints leave a degree of freedom; the error names it.
    SolveError
        If the drives contradict each other or the motion cannot be followed.

    Notes
    -----
    Positions by Newton iterations on C(H, t) = 0 with minimum-norm corrections, from a prediction
    by velocities and accelerations; D 𝒱 = −C_t and D 𝒜 = −Γ with the constraint Jacobian D (Haug 1989,
    chapter 3). With drives of speed the positions are integrated with a local error of fifth order. At a dead
    point the smallest singular value of D passes through zero; limits of motion are found by arc-length
    continuation.
    """
    check_initial("solve_kinematics", initial)
    if dead_points not in ("stop", "pass"):
        raise ModelError("solve_kinematics: dead_points", f'"{dead_points}"', allowed='"stop" or "pass"')
    check_file("solve_kinematics", file, state)
    counted = row_times(duration, step, times)
    announce_compilation("solve_kinematics", progress)
    began = clock.perf_counter()
    compiled = model.compile()
    forget_callbacks(compiled)
    if times is not None:
        if time is not None and time != counted[0]:
            given = f"{time} s with times from {counted[0]:g} s"
            raise ModelError("solve_kinematics: time", given, allowed="one of the two")
        time = float(counted[0])
    geometry, start, words = prepare(compiled, state, time, project=initial == "project")
    rows = counted if times is not None else start + counted
    geometry.interval = FOLLOWING.quiet_interval * float(
        np.diff(rows).min(initial=rows[-1] - rows[0] or 5e-2)
    )
    settings = {"start": float(rows[0]), "end": float(rows[-1]), "dead_points": dead_points}
    kept = MotionRows(compiled, "kinematic", settings, file=file)
    bar = make_progress(progress, float(rows[0]), float(rows[-1]))
    sweep = Sweep(geometry, kept, stop=dead_points == "stop", progress=bar)
    sweep.warnings += words
    status = Status.INTERRUPTED
    try:
        status = sweep.go(rows)
    except KeyboardInterrupt:
        pass
    except SolveError as error:
        error.results = kept.close(status=Status.FAILED, report=sweep.report(began))
        raise
    finally:
        bar.close()
    return kept.close(status=status, report=sweep.report(began))


def row_times(duration: float | None, step: float | None, times: ArrayLike | None) -> Floats:
    """Times of the rows, checked: from 0 with a duration and a step, or as given."""
    where = "solve_kinematics"
    if times is not None:
        if duration is not None or step is not None:
            raise ModelError(where, "times and duration or step are given", allowed="one of the two ways")
        made: Floats = np.atleast_1d(np.asarray(times, dtype=float))
        if made.ndim != 1 or not np.isfinite(made).all() or (np.diff(made) <= 0.0).any() or not made.size:
            raise ModelError(f"{where}: times", f"{times!r}", allowed="finite increasing numbers [s]")
        return made
    for name, value in (("duration", duration), ("step", step)):
        if value is None or not 0.0 < value < np.inf:
            raise ModelError(f"{where}: {name}", f"{value}", allowed="a positive time [s]; or times=")
    assert duration is not None
    assert step is not None
    if step > duration * (1.0 + 1e-9):
        raise ModelError(f"{where}: step", f"{step} s", allowed=f"at most the duration, {duration} s")
    count = int(np.floor(duration / step * (1.0 + 1e-12) + 1e-9))
    made = np.asarray(step * np.arange(count + 1), dtype=float)
    if duration - made[-1] > 1e-9 * step:
        made = np.append(made, duration)
    return made


def prepare(
    compiled: CompiledModel,
    state: Any,
    time: float | None,
    *,
    project: bool,
    where: str = "solve_kinematics",
) -> tuple[Geometry, float, list[str]]:
    """Set a model to its initial pose with closed joints and drives; returns the time and warnings too."""
    unknown = compiled.system.free[compiled.system.kind[compiled.system.free] > COORDINATE]
    if len(unknown):
        first = compiled.variables[int(unknown[0]) - len(compiled.model.nodes)][0].name
        raise ModelError(
            where,
            f'"{first}" is a state or an output, which has no place in kinematics',
            allowed="bodies, joints, drives and generalized coordinates",
            remedy="Leave its item out, or take solve_dynamic",
        )
    if state is None:
        place_joints(compiled)
    start, fit = place(compiled, state, f"{where}: state", time=time, motion_only=True)
    compiled.state.motion[:, RATES] = 0.0
    compiled.state.multiplier[:] = 0.0
    if fit is not None:
        compare_bases(compiled, fit, where, time=start, project=project, at_rest=True)
    with explained(compiled, where, time=start):
        geometry = Geometry(compiled, start)
        nearly = (  # open by no more than what the state is exact to
            fit is not None
            and compiled.layout.n_row > 0
            and (scaled_gaps(compiled, start)[1] <= np.maximum(fit.gap, POSITION_GAPS.gap)).all()
        )
        if compiled.layout.n_row and (project or nearly):
            close_loops(geometry, start)
        if compiled.layout.n_row:
            assemble_positions(compiled, start, False, StartReport())
            compiled.state.offset[:] = 0.0
    return geometry, start, [] if fit is None else fit.words
