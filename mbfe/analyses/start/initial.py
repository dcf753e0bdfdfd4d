"""Consistent initial values: positions, velocities, accelerations and multipliers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.outputs import guess_outputs, refuse_singular_loops, settle_outputs
from mbfe.analyses.start.rates import constraint_acceleration, constraint_matrix, constraint_rate
from mbfe.analyses.start.reactions import SmallestReactions
from mbfe.analyses.start.saddle import Saddle, refuse_nearly_dependent
from mbfe.analyses.start.signal_rows import SignalRates, signal_rows
from mbfe.analyses.start.start_positions import StartReport, assemble_positions, worst_gap
from mbfe.analyses.start.start_velocities import go_along, opening, typical_speed
from mbfe.analyses.start.tolerances import POSITION_GAPS, ROW_RANKS, VELOCITY_GAPS
from mbfe.engine.columns import (
    ACCEL,
    ACCELS,
    COORDINATE,
    MOTION,
    NODE,
    OUTPUT,
    POSE,
    STATE,
    TWIST,
    TWISTS,
    VALUES,
    RowKind,
)
from mbfe.engine.matrices import residual_entry, scales_entry, sparse_matrices
from mbfe.errors import ModelError, SolveError
from mbfe.model.compile import CompiledModel, describe_rows
from mbfe.model.states.fitting import Fit
from mbfe.model.states.placing import ASSEMBLED, PROJECT, place_joints

__all__ = [
    "known_values", "project_onto_signals", "scale_by_all", "set_characteristics", "settle",
    "solve_accelerations", "start_values", "unknown_places",
]  # fmt: skip


def set_characteristics(compiled: CompiledModel, time: float) -> None:
    """Scales of the unknowns and characteristic mass, damping and stiffness.

    The last three are averages of the diagonals of translations and coordinates. Rows of general kind are
    scaled so that their gradient has unit length.
    """
    system, state = compiled.system, compiled.state
    scales_entry(system, state)
    M, G, K, B, N, _ = sparse_matrices(system, state, time)
    dofs = np.unique(system.base[system.base < 6 * len(state.motion)])
    _set_sizes(compiled, (M, G, K), rotations=False)
    state.rank = ROW_RANKS.dependent_pivot
    general = np.flatnonzero(system.row_kind == RowKind.GENERAL)
    gradients = constraint_matrix(B, N, system.row_type)[general].toarray()
    for row, gradient in zip(general, gradients, strict=True):
        size = float(np.linalg.norm(gradient * state.scales[dofs]))
        state.scales[6 * len(state.motion) + row] = 1.0 / size if size > 0.0 else 1.0
    scales_entry(system, state)


def scale_by_all(compiled: CompiledModel, time: float) -> None:
    """Characteristic sizes as averages of all diagonal terms of M, G and K (Dymore manual, section 4.1)."""
    _set_sizes(compiled, sparse_matrices(compiled.system, compiled.state, time, only="MGK"), rotations=True)


def _set_sizes(compiled: CompiledModel, matrices: Sequence[sp.csr_array], *, rotations: bool) -> None:
    system, state = compiled.system, compiled.state
    dofs = np.unique(system.base[system.base < 6 * len(state.motion)])
    kind = system.kind[dofs // 6]
    counted = ((kind == NODE) & ((dofs % 6 < 3) | rotations)) | (kind == COORDINATE)
    diagonals = (np.abs(matrix.diagonal())[counted] for matrix in matrices)
    sizes = [float(diagonal.mean()) if diagonal.size else 0.0 for diagonal in diagonals]
    state.mass, state.damping, state.stiffness = sizes
    if state.mass <= 0.0:
        state.mass = 1.0


def start_values(
    compiled: CompiledModel,
    *,
    time: float = 0.0,
    project: bool = False,
    state: Fit | None = None,
    closing: str = PROJECT,
) -> StartReport:
    """Make the state consistent at the start of a run, at a time [s].

    Violated constraints are refused, or with ``project`` gaps of positions and velocities closed by the
    smallest change in the mass metric, which the argument ``closing`` of the analysis does. Rows that a given
    state has are closed within its accuracy; without one joints with initial coordinates are moved there.

    Notes
    -----
    Positions: minimise ½‖Δ‖²_M subject to C = 0, Δ the displacement of the centres and the rotation vectors;
    velocities: minimise ½‖Δ𝒱‖²_M subject to Ċ = 0, the impulse of an ideal assembly; accelerations and
    multipliers from M𝒜 + Bᵀλ = −g, B𝒜 = −Γ.
    """
    report = StartReport()
    later: list[ModelError] = []
    if state is None:
        argument = "about" if closing == ASSEMBLED else "state"
        later = place_joints(compiled, argument=argument, rates_later=True)
    guess_outputs(compiled, time)
    refuse_singular_loops(compiled, time)
    set_characteristics(compiled, time)
    if compiled.layout.n_row:
        gap, rate_gap = (0.0, 0.0) if state is None else (state.gap, state.rate_gap)
        assemble_positions(compiled, time, project, report, allowed=gap, closing=closing)
        asks = state is None and (later or not project)  # rates of joints are given, or nothing is projected
        if asks and not go_along(compiled, time) and later:
            raise later[0]
        _assemble_velocities(compiled, time, project, report, allowed=rate_gap, closing=closing)
    report.redundant = solve_accelerations(compiled, time)
    settle(compiled, time)
    return report


def known_values(compiled: CompiledModel, *, time: float) -> StartReport:
    """Scales and redundant rows alone, for a restart from a checkpoint; the state is as drawn."""
    place_joints(compiled)
    set_characteristics(compiled, time)
    saddle = Saddle(compiled, time)
    return StartReport(redundant=describe_rows(compiled, saddle.redundant.tolist()))


def unknown_places(compiled: CompiledModel, dofs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places in the flat motion table of the unknowns of components: accelerations, rates, outputs."""
    kind = compiled.system.kind[dofs // 6]
    column = np.select([kind == STATE, kind == OUTPUT], [TWIST, POSE], ACCEL)
    return dofs // 6 * MOTION + column + dofs % 6


def solve_accelerations(compiled: CompiledModel, time: float) -> list[str]:
    """Accelerations, rates of states, outputs and multipliers in the present position, by Newton's method.

    Returns the constraint rows that depend on others, in words.
    """
    system, state = compiled.system, compiled.state
    place = unknown_places(compiled, np.unique(system.base[system.base < 6 * len(state.motion)]))
    flat = state.motion.reshape(-1)
    flat[place[place % MOTION >= TWIST]] = 0.0  # outputs keep what they are, as a first guess
    guess_outputs(compiled, time)
    saddle = Saddle(compiled, time)
    redundant = describe_rows(compiled, saddle.redundant.tolist())
    if redundant:
        refuse_nearly_dependent(saddle)
    curvature = constraint_acceleration(compiled, time) if compiled.layout.n_row else np.zeros(0)
    fed = signal_rows(compiled)
    by_signals = np.zeros(len(curvature))
    linear = not any(
        instance.law.general_reactions or instance.law.states or instance.law.algebraic
        for instance in compiled.builder.instances
    )
    for iteration in range(POSITION_GAPS.most_corrections):
        residual_entry(system, state, time)
        force = state.r[saddle.dofs].copy()
        if iteration == 0:
            pull = float(np.abs(force * state.scales[saddle.dofs]).max(initial=0.0))
            state.accel_scale = pull / state.mass
        change, increment = saddle.solve(-force, -curvature - by_signals - saddle.D @ flat[place])
        flat[place] += change
        state.multiplier[:] += increment
        before = by_signals.copy()
        if fed.size:
            by_signals[fed] = SignalRates(compiled, fed, time).improved(saddle, before[fed])
        changes, values = (change, increment, by_signals - before), (flat[place], state.multiplier)
        size, whole = (
            max(float(np.abs(part).max(initial=0.0)) for part in parts) for parts in (changes, values)
        )
        if linear or size <= 1e-13 * max(whole, 1e-300):
            break
        saddle = Saddle(compiled, time)
    if not np.isfinite(flat[place]).all():
        raise SolveError(
            "start values",
            "the equations have no finite accelerations and multipliers in the initial position",
            remedy="Check the equations there, and give first guesses of the multipliers",
        )
    return redundant


def settle(compiled: CompiledModel, time: float) -> None:
    """Copy the initial values to the arrays of the first step."""
    system, state = compiled.system, compiled.state
    state.start[:] = state.motion
    state.algorithmic[:] = state.motion[:, ACCELS]
    state.algorithmic[system.kind == STATE] = state.motion[system.kind == STATE, TWISTS]
    state.algorithmic_before[:] = state.algorithmic
    state.accel_before[:] = state.algorithmic
    state.accel_before[system.kind == OUTPUT] = state.motion[system.kind == OUTPUT, VALUES]
    state.multiplier_start[:] = state.multiplier
    state.multiplier_before[:] = state.multiplier
    length = np.where(system.kind == NODE, system.environment.length, 1.0)
    accel = np.abs(state.motion[:, ACCELS])
    accel[:, 3:] *= length[:, None]
    pull = float(state.accel_scale)
    largest = max(float(accel.max()), pull, float(np.abs(system.environment.gravity).max()))
    state.accel_scale = largest if largest > 0.0 or (system.kind <= COORDINATE).all() else 1.0
    state.time = time
    state.step = 0.0
    state.clear_counts()


def project_velocities(compiled: CompiledModel, time: float, rate: Floats) -> tuple[float, Floats, bool]:
    """Smallest change of the velocities, in the mass metric, that removes the rates Ċ of the rows.

    Returns the kinetic energy lost [J], the impulses, and whether these are unique.
    """
    system, motion = compiled.system, compiled.state.motion
    saddle = Saddle(compiled, time)
    flat = motion[:, TWISTS].ravel().copy()
    before = flat[saddle.dofs].copy()
    change, impulse = saddle.solve(np.zeros(len(saddle.dofs)), -rate)
    flat[saddle.dofs] = after = before + change
    motion[system.free, TWISTS] = flat.reshape(-1, 6)[system.free]
    lost = 0.5 * float(before @ (saddle.M @ before) - after @ (saddle.M @ after))
    return lost, impulse, len(saddle.dropped) == 0


def project_onto_signals(compiled: CompiledModel, time: float, rate: Floats) -> tuple[float, Floats, bool]:
    """As :func:`project_velocities`; speeds that follow outputs agree with outputs that follow speeds."""
    fed = signal_rows(compiled)
    if not fed.size:
        return project_velocities(compiled, time, rate)
    lost, whole = 0.0, np.zeros(len(rate))
    for _ in range(POSITION_GAPS.most_corrections):
        required = SignalRates(compiled, fed, time).agreeing(Saddle(compiled, time), rate)
        less, impulse, unique = project_velocities(compiled, time, required)
        lost, whole = lost + less, whole + impulse
        settle_outputs(compiled, time)
        rate = constraint_rate(compiled, time)
        if np.abs(rate).max() <= 1e-13 * np.abs(compiled.state.motion[:, TWISTS]).max():
            break
    return lost, whole, unique


def _refuse_contradictions(compiled: CompiledModel, time: float, *, near: float, speed: float) -> None:
    """Refuse joints and drives that no velocities fulfil together, after these were projected."""
    rate = constraint_rate(compiled, time)
    scaled, _ = opening(compiled, rate)
    if not scaled.max() > near + VELOCITY_GAPS.contradiction * max(speed, typical_speed(compiled)):
        return
    worst, linear, angular = worst_gap(compiled, rate)
    raise ModelError(
        worst,
        f"requires velocities that other joints and drives do not allow: {linear:.6g} m/s and "
        f"{angular:.6g} rad/s are missing whatever moves",
        allowed="joints and drives that can move together",
        remedy="Drive each coordinate once, with no more drives than degrees of freedom",
    )


def _assemble_velocities(
    compiled: CompiledModel,
    time: float,
    project: bool,
    report: StartReport,
    *,
    allowed: Floats | float,
    closing: str,
) -> None:
    """Refuse velocities that pull joints apart, or take the nearest; parts of the speed are allowed."""
    rate = constraint_rate(compiled, time)
    speed = typical_speed(compiled)
    scaled, near = opening(compiled, rate)
    report.velocity_gap = float(np.abs(rate).max())
    if scaled.max() <= near:
        return
    open_rows = scaled > near + allowed * speed
    kept = compiled.state.motion.copy()
    report.energy_lost, impulse, unique = project_onto_signals(compiled, time, rate)
    _refuse_contradictions(compiled, time, near=near, speed=speed)
    if not project and open_rows.any():
        compiled.state.motion[:] = kept
        worst, linear, angular = worst_gap(compiled, np.where(open_rows, rate, 0.0))
        raise ModelError(
            worst,
            f"given velocities violate its constraints by {linear:.6g} m/s and {angular:.6g} rad/s",
            allowed=f"{VELOCITY_GAPS.rate * speed:.3g} m/s",
            remedy=f"Correct the velocities, or let {closing} take the nearest admissible ones",
        )
    if not unique:
        reactions = SmallestReactions(compiled)
        reactions.take()
        impulse = reactions.of(impulse, time)
    for number, owner in enumerate(compiled.builder.owners):
        rows = [row for row in compiled.layout.rows[number] if row >= 0]
        if rows:
            report.impulse[owner.name] = float(np.linalg.norm(impulse[rows]))
