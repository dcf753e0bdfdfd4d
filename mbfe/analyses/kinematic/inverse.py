"""Inverse dynamics: ``solve_inverse``."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import cumulative_simpson, cumulative_trapezoid

from mbfe.algebra.arrays import Floats
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.kinematic.dense_rows import decompose
from mbfe.analyses.kinematic.geometry import Geometry, RowFactors
from mbfe.analyses.kinematic.kinematics import solve_kinematics
from mbfe.analyses.kinematic.motion_rows import MotionRows
from mbfe.analyses.kinematic.tolerances import FOLLOWING, RANGE
from mbfe.analyses.progress import make_progress
from mbfe.analyses.start.initial import set_characteristics
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.free_motions import words_of
from mbfe.analyses.static.friction import FrictionBook, slip_as_it_moves
from mbfe.contracts import checked
from mbfe.engine.columns import DISSIPATED, MOTIONS, N_STORED, TWISTS, WORK
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.engine.statics import commit_entry
from mbfe.errors import ModelError, SolveError
from mbfe.model.capabilities import DryFriction
from mbfe.model.item import Item
from mbfe.model.model import Model
from mbfe.results.motion_run import MotionRun
from mbfe.results.opening import open_results
from mbfe.results.run import Run
from mbfe.results.store.header import make_header
from mbfe.results.store.layout import Status
from mbfe.results.store.same_model import structure
from mbfe.results.store.target import check_file

__all__ = ["solve_inverse"]

INVERSE = "solve_inverse"


@one_blas_thread()
@checked
def solve_inverse(
    model: Model,
    *,
    motion: Run | str | os.PathLike[str] | None = None,
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
    """Inverse dynamics: efforts of drives and all reactions for a given motion.

    Parameters
    ----------
    model : Model
        The mechanism with its masses, springs, loads and drives.
    motion : Run or path, optional
        The motion: a run of this model or its file, from :func:`solve_kinematics` or another analysis. When
        absent it is the kinematic analysis by :func:`solve_kinematics` with the arguments below.
    duration, step, times, state, time, initial, dead_points
        As for :func:`solve_kinematics`; not together with ``motion``.
    file : path, optional
        Results file (HDF5); they stay in memory when absent.
    progress : bool or callable, optional
        Whether there is a progress bar; on a terminal and in a notebook when absent. A callable gets (time,
        rows).

    Returns
    -------
    MotionRun
        The rows of the motion with reactions and efforts: ``run["motor"].effort``, ``run["pin"].reaction``,
        ``run.energy`` with the work of drives and loads.

    Raises
    ------
    ModelError
        If the motion belongs to another model.
    SolveError
        If joints and drives cannot exert the required forces; the error names the missing ones.

    Notes
    -----
    Bᵀλ = −(M𝒜 + g) for the given motion, solved for all Lagrange multipliers: exact where drives
    and joints are independent, and of minimum norm where rows are redundant (moments divided by the model's
    length). Forces of springs, dampers and beams follow from the motion. The work is the integral of the
    power over the rows (Simpson's rule), the power itself is exact: that of drives and loads minus the
    dissipated power is the rate of the energies.
    """
    if motion is not None and any(part is not None for part in (duration, step, times, state, time)):
        raise ModelError(INVERSE, "a motion and times or a state are given", allowed="one of the two ways")
    check_file(INVERSE, file, motion, state)
    if motion is None:
        motion = solve_kinematics(
            model,
            duration=duration,
            step=step,
            times=times,
            state=state,
            time=time,
            initial=initial,
            dead_points=dead_points,
            progress=progress,
        )
    elif isinstance(motion, str | os.PathLike):
        motion = open_results(motion)
    if not isinstance(motion, Run):
        raise ModelError(f"{INVERSE}: motion", f"{motion!r}", allowed="a run of this model, or its file")
    began = clock.perf_counter()
    compiled = model.compile()
    _check(motion, compiled)
    kept = MotionRows(compiled, "inverse", {"motion": str(motion.header.get("kind", "dynamic"))}, file=file)
    search = _Efforts(Geometry(compiled, float(motion.time[0])), motion)
    bar = make_progress(progress, float(motion.time[0]), float(motion.time[-1]))
    try:
        for row, time in enumerate(motion.time):
            search.solve(row)
            bar.update(float(time), row + 1)
    except SolveError as error:
        error.results = search.store(kept, began, Status.FAILED)
        raise
    finally:
        bar.close()
    ended = motion.status if motion.status in (Status.COMPLETED, Status.STOPPED) else Status.INTERRUPTED
    return search.store(kept, began, Status(ended))


def _check(motion: Run, compiled: Any) -> None:
    header = motion.header
    different = structure(header, make_header(compiled, {}))
    if different:
        raise ModelError(
            f"{INVERSE}: motion",
            f'the run is one of "{header["model"]}" with other bodies, joints or drives: {different[0]}',
            allowed="a run of the same model; masses and loads may differ",
        )
    if not len(motion.time):
        raise ModelError(f"{INVERSE}: motion", "the run has no rows", allowed="a run with rows")


@dataclass
class _Row:
    """Forces and powers at one time."""

    motion: Floats
    multiplier: Floats
    history: Floats
    output: Floats
    energy: Floats
    powers: tuple[float, float]
    violation: float


class _Efforts:
    """Multipliers of a motion, row by row."""

    def __init__(self, geometry: Geometry, motion: Run) -> None:
        self.geometry, self.motion = geometry, motion
        self.rows: list[_Row] = []
        self.warnings: list[str] = list(motion.report.get("warnings", ()))
        self.iterations = 0
        self.rests: dict[Item, list[tuple[float, DryFriction]]] = {}
        # the rows of a motion that was integrated say by themselves what slips and what sticks
        rubs = bool(FrictionBook(geometry.compiled).items)
        self.slips = rubs and motion.header.get("kind") == "kinematic"
        self.outputs = np.zeros(geometry.compiled.layout.n_output)
        self.parts = [motion.column(name) for name in ("pose", "twist", "accel")]

    def solve(self, row: int) -> None:
        """Multipliers, outputs, energies and powers of a row."""
        g = self.geometry
        system, state = g.compiled.system, g.compiled.state
        time = float(self.motion.time[row])
        moving = np.concatenate([part[row] for part in self.parts], axis=1)
        known = np.isfinite(moving).all()
        state.motion[:, MOTIONS] = np.nan_to_num(moving)
        if known:  # whole turns, and what else laws keep
            state.history[g.compiled.state_layout.kept] = self.motion.column("history")[row]
        pose = state.motion.copy()
        state.multiplier[:] = 0.0
        if known and self.slips:
            slip_as_it_moves(g.compiled, time)
        singular = not known or not self._balance(time)
        state.motion[:] = pose
        residual_entry(system, state, time)
        violation = float((np.abs(state.r * state.scales)[g.n_motion :] * g.holonomic).max(initial=0.0))
        driven = system.driven[:, 0].astype(int)
        wrenches = state.r[: g.n_motion].reshape(-1, 6)[driven]
        driving = float((wrenches * state.motion[driven, TWISTS]).sum())
        if singular:
            state.multiplier[:] = np.nan
        commit_entry(system, state, time, self.outputs)
        self._look_at_friction(time, singular)
        energy = state.sums[:N_STORED].copy()
        powers = (float(state.sums[DISSIPATED]), float(state.sums[WORK]) + driving)
        if singular:
            energy, powers = energy if known else np.full(3, np.nan), (0.0, 0.0)
        self.rows.append(
            _Row(
                moving,
                state.multiplier.copy(),
                state.history.copy(),
                self.outputs.copy(),
                energy,
                powers,
                violation,
            )
        )

    def _look_at_friction(self, time: float, singular: bool) -> None:
        """Keep when dry friction of what stands still has no part in the efforts."""
        if singular or not self.slips:
            return
        now = FrictionBook(self.geometry.compiled)
        now.look(self.outputs)
        for item, friction in now.found.items():
            if friction.stands_still:
                self.rests.setdefault(item, []).append((time, friction))

    def _rest_words(self) -> list[str]:
        """What rows in which something stands still leave out."""
        words = []
        for item, rows in self.rests.items():
            most = max((friction for _, friction in rows), key=lambda friction: friction.limit)
            words.append(
                f"{item.where} is left out where it stands still, in {len(rows)} row(s) from "
                f"t = {rows[0][0]:.6g} s on: dry friction may take any part of the efforts there, up to "
                f"{most.limit:.4g} {most.unit} either way"
            )
        return words

    def _balance(self, time: float) -> bool:
        """Solve for the multipliers; False in a dead point, where there are none."""
        g = self.geometry
        state = g.compiled.state
        found, ideal = self._forces(time)
        total = 0.0
        for _ in range(RANGE.most_corrections):
            residual_entry(g.compiled.system, state, time)
            left = g.unit * state.r[g.dofs]
            total = max(total, float(np.abs(left).max(initial=0.0)))
            change = found.solve_transposed(-left)
            state.multiplier[:] += g.row_unit * change
            self.iterations += 1
            size = float(np.abs(change).max(initial=0.0))
            whole = float(np.abs(state.multiplier / g.row_unit).max(initial=0.0))
            if size <= 1e-14 * max(whole, 1e-300):
                break
            if not ideal:
                found, ideal = self._forces(time)
        residual_entry(g.compiled.system, state, time)
        left = g.unit * state.r[g.dofs]
        missing = float(np.abs(left).max(initial=0.0))
        if missing <= RANGE.missing_force * total:
            return True
        if found.least < FOLLOWING.dead_point and found.is_tall:
            self.warnings.append(f"no finite efforts in the dead point at t = {time:.6g} s")
            return False
        raise self._missing(left, missing, time)

    def _forces(self, time: float) -> tuple[RowFactors, bool]:
        """How multipliers act on the unknowns, and whether that does not depend on them."""
        g = self.geometry
        system, state = g.compiled.system, g.compiled.state
        if not any(instance.law.general_reactions for instance in g.compiled.builder.instances):
            return g.decompose(time), True
        L = sparse_matrices(system, state, time)[5]
        scaled = g.unit[:, None] * L.toarray()[g.known] * g.row_unit
        return decompose(scaled.T), False

    def _missing(self, left: Floats, missing: float, time: float) -> SolveError:
        g = self.geometry
        balance = Balance(g.compiled, time=time)
        words = words_of(balance, g.unit * left)
        set_characteristics(g.compiled, time)
        error = SolveError(
            f"{INVERSE} at t = {time:.6g} s",
            f"the motion takes a force of {missing:.4g} N that no joint, drive or load exerts: {words}",
            allowed="motions that joints and drives can produce",
            remedy="Add a Motor for each coordinate that is moved, or a load",
        )
        error.time = time
        return error

    # ------------------------------------------------------------------ results

    def store(self, kept: MotionRows, began: float, status: Status) -> MotionRun:
        """Write all rows, with the work of the powers."""
        state = self.geometry.compiled.state
        times = self.motion.time[: len(self.rows)]
        powers = np.array([row.powers for row in self.rows]).reshape(-1, 2)
        work = _integral(powers, times)
        for i, row in enumerate(self.rows):
            state.motion[:, MOTIONS] = row.motion
            state.multiplier[:] = row.multiplier
            state.history[:] = row.history
            kept.outputs = row.output
            step = 0.0 if i == 0 else float(times[i] - times[i - 1])
            progress = (step, self.iterations, i + 1, 0, row.violation)
            kept.append(float(times[i]), np.append(row.energy, work[i]), progress)
        report = {
            "steps": max(len(self.rows) - 1, 0),
            "iterations": self.iterations,
            "factorisations": len(self.rows),
            "rejected": 0,
            "seconds": clock.perf_counter() - began,
            "dead_points": list(self.motion.report.get("dead_points", ())),
            "warnings": self.warnings + self._rest_words(),
        }
        return kept.close(status=status, report=report)


def _integral(powers: Floats, times: Floats) -> Floats:
    """Integrals of columns over times from the first one."""
    if len(times) < 2:
        return np.zeros_like(powers)
    if len(times) == 2:
        return np.asarray(cumulative_trapezoid(powers, times, axis=0, initial=0.0))
    return np.asarray(cumulative_simpson(powers, x=times, axis=0, initial=0.0))
