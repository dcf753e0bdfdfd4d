"""Initial positions: violated constraints are refused, or closed by the smallest displacement."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, rotation_between, unrotate
from mbfe.analyses.start.rates import constraints
from mbfe.analyses.start.saddle import Saddle
from mbfe.analyses.start.tolerances import POSITION_GAPS
from mbfe.engine.columns import NODE, POSITIONS, ROTATIONS, TWISTS, VALUES, RowKind, RowType
from mbfe.engine.matrices import carry_entry
from mbfe.errors import ModelError, SolveError
from mbfe.model.compile import CompiledModel
from mbfe.model.states.placing import PROJECT

__all__ = ["StartReport", "assemble_positions", "gaps_by_item", "scaled_gaps", "worst_gap"]


@dataclass
class StartReport:
    """Result of the initial assembly."""

    gap: float = 0.0
    """Worst violation of positions as given [m or rad]."""
    velocity_gap: float = 0.0
    """Worst violation of velocities as given [m/s or rad/s]."""
    moved: dict[str, Floats] = field(default_factory=dict)
    """Displacement (3,) of each node that the projection moved [m]."""
    impulse: dict[str, float] = field(default_factory=dict)
    """Norm of the constraint impulse by joint [N s or N m s], when velocities were projected."""
    energy_lost: float = 0.0
    """Loss of kinetic energy by the projection of velocities [J]."""
    redundant: list[str] = field(default_factory=list)
    """Constraint rows that depend on others, in words."""


def gaps_by_item(compiled: CompiledModel, values: Floats) -> dict[str, tuple[float, float]]:
    """Violations of rows (n_row,) by item: lengths [m] and angles [rad]."""
    by_item: dict[str, list[float]] = {}
    for number, owner in enumerate(compiled.builder.owners):
        for row in compiled.layout.rows[number]:
            if row >= 0:
                gaps = by_item.setdefault(owner.where, [0.0, 0.0])
                kind = int(compiled.system.row_kind[row] == RowKind.ANGLE)
                gaps[kind] = float(np.hypot(gaps[kind], values[row]))
    return {item: (length, angle) for item, (length, angle) in by_item.items()}


def worst_gap(compiled: CompiledModel, values: Floats) -> tuple[str, float, float]:
    """Item with the largest violation, and its length [m] and angle [rad]."""
    gaps = gaps_by_item(compiled, values)
    length = compiled.system.environment.length
    worst = max(gaps, key=lambda item: max(gaps[item][0] / length, gaps[item][1]))
    return worst, *gaps[worst]


def scaled_gaps(compiled: CompiledModel, time: float) -> tuple[Floats, Floats]:
    """Violations of holonomic rows (n_row,) at a time [s], and their sizes as parts of the model's length."""
    system = compiled.system
    gap = np.where(system.row_type == RowType.NONHOLONOMIC, 0.0, constraints(compiled, time))
    return gap, np.abs(gap) / np.where(system.row_kind == RowKind.LENGTH, system.environment.length, 1.0)


def assemble_positions(
    compiled: CompiledModel,
    time: float,
    project: bool,
    report: StartReport,
    *,
    allowed: Floats | float = 0.0,
    closing: str = PROJECT,
) -> None:
    """Refuse violated constraints, or close them; the remaining gap becomes the offset of the rows.

    Gaps up to ``allowed``, as a part of the model's length or an angle, for each row, are closed in any case;
    ``closing`` is the argument that the error advises.
    """
    system, state = compiled.system, compiled.state
    gap, scaled = scaled_gaps(compiled, time)
    length = system.environment.length
    report.gap = float(np.abs(gap).max())
    if scaled.max() <= POSITION_GAPS.gap:
        state.offset[:] = gap
        return
    open_rows = scaled > np.maximum(POSITION_GAPS.gap, allowed)
    if not project and open_rows.any():
        worst, distance, angle = worst_gap(compiled, np.where(open_rows, gap, 0.0))
        raise ModelError(
            worst,
            f"its sides do not coincide: their frames are {distance:.6g} m and {np.degrees(angle):.6g}° "
            "apart",
            allowed=f"{POSITION_GAPS.gap * length:.3g} m, {np.degrees(POSITION_GAPS.gap):.3g}°",
            remedy=f"Correct the positions, or let {closing} close the gap",
        )
    given = state.motion.copy()
    saddle = Saddle(compiled, time)
    for _ in range(POSITION_GAPS.most_corrections):
        moved = _displacement(compiled, given, saddle)
        step, _multiplier = saddle.solve(-(saddle.M @ moved[saddle.dofs]), -gap)
        _apply(compiled, saddle.dofs, step)
        gap, _ = scaled_gaps(compiled, time)
        if np.abs(step).max() < 1e-13 * max(length, 1.0) and np.abs(gap).max() < 1e-12 * max(length, 1.0):
            break
        saddle = Saddle(compiled, time)
    else:
        worst, distance, angle = worst_gap(compiled, gap)
        raise SolveError(
            worst,
            f"the initial assembly did not close: {distance:.3g} m, {np.degrees(angle):.3g}° remain",
            remedy="Start from a pose that is nearer to an assembled one, or take the joint or drive away "
            "that contradicts the others",
        )
    state.offset[:] = gap
    for name, node in compiled.model.nodes.items():
        change = state.motion[node.number, POSITIONS] - given[node.number, 0:3]
        if np.abs(change).max() > 1e-14 * length:
            report.moved[name] = change


def _centers(compiled: CompiledModel, saddle: Saddle) -> Floats:
    """Centre of the mass on each node, body axes (n_node, 3) [m], from the blocks [m, −m c̃; m c̃, J] of M."""
    centers = np.zeros((len(compiled.state.motion), 3))
    mass = np.zeros(6 * len(centers))
    mass[saddle.dofs] = saddle.M.diagonal()
    position = {int(dof): i for i, dof in enumerate(saddle.dofs)}
    for node in compiled.system.free[compiled.system.kind[compiled.system.free] == NODE]:
        at = 6 * int(node)
        if mass[at] > 0.0 and all(at + c in position for c in range(6)):
            for c, (row, column) in enumerate(((5, 1), (3, 2), (4, 0))):
                centers[node, c] = saddle.M[position[at + row], position[at + column]] / mass[at]
    return centers


def _displacement(compiled: CompiledModel, given: Floats, saddle: Saddle) -> Floats:
    """Displacements of all nodes from their given poses, body axes, such that M Δ is the gradient of ½‖Δ‖²_M.

    The linear part is that of the centre of mass carried to the origin: Rᵀ(x − x₀) + (I − RᵀR₀) c − θ×c.
    """
    state = compiled.state
    turned = rotation_between(given[:, ROTATIONS], state.motion[:, ROTATIONS])
    shifted = unrotate(state.motion[:, ROTATIONS], state.motion[:, POSITIONS] - given[:, 0:3])
    c = _centers(compiled, saddle)
    shifted += c - unrotate(state.motion[:, ROTATIONS], rotate(given[:, ROTATIONS], c)) - np.cross(turned, c)
    moved = np.concatenate([shifted, turned], axis=1)
    variables = compiled.system.kind != NODE
    moved[variables] = state.motion[variables, VALUES] - given[variables, 0:6]
    return moved.ravel()


def _apply(compiled: CompiledModel, dofs: NDArray[np.int64], step: Floats) -> None:
    flat = np.zeros(6 * compiled.state.motion.shape[0])
    flat[dofs] = step
    saved = compiled.state.motion.copy()
    compiled.state.motion[:, TWISTS] = flat.reshape(-1, 6)
    reference = compiled.state.motion.copy()
    carry_entry(compiled.system, compiled.state, reference, 1.0)
    compiled.state.motion[:, TWISTS] = saved[:, TWISTS]
