"""Consistent start values: positions, velocities, accelerations and multipliers."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.algebraic_loops import refuse_singular_loops
from mbfe.analyses.outputs import guess_outputs, settle_outputs
from mbfe.analyses.placing import place_joints
from mbfe.analyses.rates import constraint_acceleration, constraint_rate, constraints
from mbfe.analyses.reactions import SmallestReactions
from mbfe.analyses.saddle import Saddle, refuse_nearly_dependent
from mbfe.analyses.signal_rows import SignalRates, signal_rows
from mbfe.analyses.sparse_rows import constraint_matrix
from mbfe.engine import system as names
from mbfe.engine.gather import ACCEL, COORDINATE, MOTION, NODE, OUTPUT, POSE, STATE, TWIST
from mbfe.engine.matrices import carry_entry, residual_entry, scales_entry, sparse_matrices
from mbfe.errors import ModelError, SolveError
from mbfe.model.compile import CompiledModel, describe_rows
from mbfe.rotations import multiply, rotate, to_rotation_vector, unrotate

Floats = NDArray[np.float64]

POSITION_TOLERANCE = 1e-9
"""Allowed gap of a joint, in model lengths and radians."""

RANK_TOLERANCE = 1e-10
"""Pivots of constraint rows below this part of the scale count as dependent on other rows."""

ASSEMBLY_STEPS = 30


@dataclass
class StartReport:
    """What the initial assembly found and did.

    Attributes
    ----------
    gap, velocity_gap : float
        Worst violation of positions [m or rad] and velocities [m/s or rad/s] as given.
    moved : dict of str to (3,) array
        Displacement of each node that the projection moved [m].
    impulse : dict of str to float
        Norm of the constraint impulse by joint [N s or N m s], when velocities were projected.
    energy_lost : float
        Kinetic energy that the projection of velocities took away [J].
    redundant : list of str
        Constraint rows that depend on others, in words.
    """

    gap: float = 0.0
    velocity_gap: float = 0.0
    moved: dict[str, Floats] = field(default_factory=dict)
    impulse: dict[str, float] = field(default_factory=dict)
    energy_lost: float = 0.0
    redundant: list[str] = field(default_factory=list)


def set_characteristics(compiled: CompiledModel, time: float) -> None:
    """Scales of the unknowns and characteristic mass, damping and stiffness.

    The last three are averages of the diagonals of translations and coordinates. Rows of general kind are
    scaled so that their gradient has unit length.
    """
    system, state = compiled.system, compiled.state
    scales_entry(system, state)
    M, G, K, B, N, _ = sparse_matrices(system, state, time)
    dofs = np.unique(system.base[system.base < 6 * len(state.motion)])
    kind = system.kind[dofs // 6]
    linear = ((kind == NODE) & (dofs % 6 < 3)) | (kind == COORDINATE)
    number = state.number
    for place, matrix in ((names.MASS, M), (names.DAMPING, G), (names.STIFFNESS, K)):
        diagonal = np.abs(matrix.diagonal())[linear]
        number[place] = float(diagonal.mean()) if diagonal.size else 0.0
    if number[names.MASS] <= 0.0:
        number[names.MASS] = 1.0
    number[names.RANK] = RANK_TOLERANCE
    gradient = (
        constraint_matrix(B, N, system.row_type).toarray()
        if (system.row_kind == 2).any()
        else np.zeros((0, 0))
    )
    for row in np.flatnonzero(system.row_kind == 2):
        size = float(np.linalg.norm(gradient[row] * state.scales[dofs]))
        state.scales[6 * len(state.motion) + row] = 1.0 / size if size > 0.0 else 1.0
    scales_entry(system, state)


def _worst_gap(compiled: CompiledModel, values: Floats) -> tuple[str, dict[str, tuple[float, float]]]:
    """Violations by item: lengths and angles."""
    by_item: dict[str, list[float]] = {}
    for number, owner in enumerate(compiled.builder.owners):
        for row in compiled.layout.rows[number]:
            if row >= 0:
                gaps = by_item.setdefault(owner.where, [0.0, 0.0])
                kind = int(compiled.system.row_kind[row] == 1)
                gaps[kind] = float(np.hypot(gaps[kind], values[row]))
    length = compiled.system.environment[3]
    worst = max(by_item, key=lambda key: max(by_item[key][0] / length, by_item[key][1]))
    return worst, {key: (value[0], value[1]) for key, value in by_item.items()}


def start_values(
    compiled: CompiledModel, *, time: float = 0.0, project: bool = False, as_drawn: bool = True
) -> StartReport:
    """Make the state consistent at the start of a run.

    Parameters
    ----------
    compiled : CompiledModel
        The model; its state is changed.
    time : float
        Start time [s].
    project : bool
        Close gaps of positions and velocities by the smallest change in the mass metric instead of refusing
        them.
    as_drawn : bool
        Whether joints with initial coordinates still have to be moved there.

    Returns
    -------
    StartReport
        What was found and done.

    Raises
    ------
    ModelError
        If joints do not meet, in position or velocity, and ``project`` is False.

    Notes
    -----
    Positions: minimise ½‖Δ‖²_M subject to C = 0, Δ the displacement of the centres and the rotation vectors;
    velocities: minimise ½‖Δ𝒱‖²_M subject to Ċ = 0, the impulse of an ideal assembly; accelerations and
    multipliers from M𝒜 + Bᵀλ = −g, B𝒜 = −Γ.
    """
    report = StartReport()
    if as_drawn:
        place_joints(compiled)
    guess_outputs(compiled, time)
    refuse_singular_loops(compiled, time)
    set_characteristics(compiled, time)
    if compiled.layout.n_row:
        assemble_positions(compiled, time, project, report)
        _assemble_velocities(compiled, time, project, report)
    report.redundant = solve_accelerations(compiled, time)
    settle(compiled, time)
    return report


def known_values(compiled: CompiledModel, *, time: float) -> StartReport:
    """Scales and dependent rows alone, for a run that goes on from a checkpoint; the state is as drawn."""
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
    for iteration in range(ASSEMBLY_STEPS):
        residual_entry(system, state, time)
        force = state.r[saddle.dofs].copy()
        if iteration == 0:
            pull = float(np.abs(force * state.scales[saddle.dofs]).max(initial=0.0))
            state.number[names.ACCEL_SCALE] = pull / state.number[names.MASS]
        change, increment = saddle.solve(-force, -curvature - by_signals - saddle.D @ flat[place])
        flat[place] += change
        state.multiplier[:] += increment
        before = by_signals.copy()
        if fed.size:
            by_signals[fed] = SignalRates(compiled, fed, time).improved(saddle, before[fed])
        size = max(float(np.abs(change).max(initial=0.0)), float(np.abs(increment).max(initial=0.0)))
        whole = max(
            float(np.abs(flat[place]).max(initial=0.0)), float(np.abs(state.multiplier).max(initial=0.0))
        )
        size = max(size, float(np.abs(by_signals - before).max(initial=0.0)))
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
    """Copy the start values to where the first step looks for them."""
    system, state = compiled.system, compiled.state
    state.start[:] = state.motion
    state.algorithmic[:] = state.motion[:, 13:19]
    state.algorithmic[system.kind == STATE] = state.motion[system.kind == STATE, 7:13]
    state.algorithmic_before[:] = state.algorithmic
    state.accel_before[:] = state.algorithmic
    state.accel_before[system.kind == OUTPUT] = state.motion[system.kind == OUTPUT, 0:6]
    state.multiplier_start[:] = state.multiplier
    state.multiplier_before[:] = state.multiplier
    length = np.where(system.kind == NODE, system.environment[3], 1.0)
    accel = np.abs(state.motion[:, 13:19]) * np.repeat([[1.0, 1.0]], 3, axis=1)
    accel[:, 3:] *= length[:, None]
    pull = float(state.number[names.ACCEL_SCALE])
    largest = max(float(accel.max()), pull, float(np.abs(system.environment[:3]).max()))
    state.number[names.ACCEL_SCALE] = largest if largest > 0.0 or (system.kind <= COORDINATE).all() else 1.0
    state.number[names.TIME] = time
    state.number[names.STEP] = 0.0
    state.count[:] = 0


def assemble_positions(compiled: CompiledModel, time: float, project: bool, report: StartReport) -> None:
    """Refuse joints that do not meet, or close them; the rest that is left becomes the rows' offset."""
    system, state = compiled.system, compiled.state
    gap = constraints(compiled, time)
    length = system.environment[3]
    gap[system.row_type == 1] = 0.0
    scaled = np.abs(gap) / np.where(system.row_kind == 0, length, 1.0)
    report.gap = float(np.abs(gap).max())
    if scaled.max() <= POSITION_TOLERANCE:
        state.offset[:] = gap
        return
    if not project:
        worst, gaps = _worst_gap(compiled, gap)
        distance, angle = gaps[worst]
        raise ModelError(
            worst,
            f"the two sides do not meet: their frames are {distance:.6g} m and {np.degrees(angle):.6g}° "
            "apart",
            allowed=f"{POSITION_TOLERANCE * length:.3g} m, {np.degrees(POSITION_TOLERANCE):.3g}°",
            remedy='Correct the positions, or let initial="project" close the gap',
        )
    given = state.motion.copy()
    saddle = Saddle(compiled, time)
    for _ in range(ASSEMBLY_STEPS):
        moved = _displacement(compiled, given, saddle)
        step, _multiplier = saddle.solve(-(saddle.M @ moved[saddle.dofs]), -gap)
        _apply(compiled, saddle.dofs, step)
        gap = np.where(system.row_type == 1, 0.0, constraints(compiled, time))
        if np.abs(step).max() < 1e-13 * max(length, 1.0) and np.abs(gap).max() < 1e-12 * max(length, 1.0):
            break
        saddle = Saddle(compiled, time)
    else:
        worst, gaps = _worst_gap(compiled, gap)
        raise SolveError(
            worst,
            f"the initial assembly did not close: {gaps[worst][0]:.3g} m, "
            f"{np.degrees(gaps[worst][1]):.3g}° remain",
            remedy="Start from a pose that is nearer to an assembled one",
        )
    state.offset[:] = gap
    for name, node in compiled.model.nodes.items():
        change = state.motion[node.number, 0:3] - given[node.number, 0:3]
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
    inverse = given[:, 3:7] * np.array([1.0, -1.0, -1.0, -1.0])
    turned = to_rotation_vector(multiply(inverse, state.motion[:, 3:7]))
    shifted = unrotate(state.motion[:, 3:7], state.motion[:, 0:3] - given[:, 0:3])
    c = _centers(compiled, saddle)
    shifted += c - unrotate(state.motion[:, 3:7], rotate(given[:, 3:7], c)) - np.cross(turned, c)
    moved = np.concatenate([shifted, turned], axis=1)
    variables = compiled.system.kind != NODE
    moved[variables] = state.motion[variables, 0:6] - given[variables, 0:6]
    return moved.ravel()


def _apply(compiled: CompiledModel, dofs: NDArray[np.int64], step: Floats) -> None:
    flat = np.zeros(6 * compiled.state.motion.shape[0])
    flat[dofs] = step
    saved = compiled.state.motion.copy()
    compiled.state.motion[:, 7:13] = flat.reshape(-1, 6)
    reference = compiled.state.motion.copy()
    carry_entry(compiled.system, compiled.state, reference, 1.0)
    compiled.state.motion[:, 7:13] = saved[:, 7:13]


def project_velocities(compiled: CompiledModel, time: float, rate: Floats) -> tuple[float, Floats, bool]:
    """Smallest change of the velocities, in the mass metric, that takes away the rates Ċ of the rows.

    Returns the kinetic energy lost [J], the impulses, and whether these are unique.
    """
    system, motion = compiled.system, compiled.state.motion
    saddle = Saddle(compiled, time)
    flat = motion[:, 7:13].ravel().copy()
    before = flat[saddle.dofs].copy()
    change, impulse = saddle.solve(np.zeros(len(saddle.dofs)), -rate)
    flat[saddle.dofs] = after = before + change
    motion[system.free, 7:13] = flat.reshape(-1, 6)[system.free]
    lost = 0.5 * float(before @ (saddle.M @ before) - after @ (saddle.M @ after))
    return lost, impulse, len(saddle.dropped) == 0


def project_onto_signals(compiled: CompiledModel, time: float, rate: Floats) -> tuple[float, Floats, bool]:
    """As :func:`project_velocities`; speeds that follow outputs agree with outputs that follow speeds."""
    fed = signal_rows(compiled)
    if not fed.size:
        return project_velocities(compiled, time, rate)
    lost, whole = 0.0, np.zeros(len(rate))
    for _ in range(ASSEMBLY_STEPS):
        wanted = SignalRates(compiled, fed, time).agreeing(Saddle(compiled, time), rate)
        less, impulse, unique = project_velocities(compiled, time, wanted)
        lost, whole = lost + less, whole + impulse
        settle_outputs(compiled, time)
        rate = constraint_rate(compiled, time)
        if np.abs(rate).max() <= 1e-13 * np.abs(compiled.state.motion[:, 7:13]).max():
            break
    return lost, whole, unique


def _assemble_velocities(compiled: CompiledModel, time: float, project: bool, report: StartReport) -> None:
    system, state = compiled.system, compiled.state
    rate = constraint_rate(compiled, time)
    length = system.environment[3]
    speed = max(
        float(np.abs(state.motion[:, 7:10]).max()), length * float(np.abs(state.motion[:, 10:13]).max())
    )
    scaled = np.abs(rate) * np.where(system.row_kind == 1, length, 1.0)
    speed = max(speed, float(np.abs(state.motion[system.kind != NODE, 7:13]).max(initial=0.0)))
    report.velocity_gap = float(np.abs(rate).max())
    if scaled.max() <= 1e-8 * speed + 1e-12 * length:
        return
    if not project:
        worst, gaps = _worst_gap(compiled, rate)
        linear, angular = gaps[worst]
        raise ModelError(
            worst,
            f"the given velocities pull its sides apart at {linear:.6g} m/s and {angular:.6g} rad/s",
            allowed=f"{1e-8 * speed:.3g} m/s",
            remedy='Correct the velocities, or let initial="project" take the nearest admissible ones',
        )
    report.energy_lost, impulse, unique = project_onto_signals(compiled, time, rate)
    if not unique:
        reactions = SmallestReactions(compiled)
        reactions.take()
        impulse = reactions.of(impulse, time)
    for number, owner in enumerate(compiled.builder.owners):
        rows = [row for row in compiled.layout.rows[number] if row >= 0]
        if rows:
            report.impulse[owner.name] = float(np.linalg.norm(impulse[rows]))
