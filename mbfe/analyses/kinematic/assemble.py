"""Assembly of a model from an approximate configuration: ``assemble`` and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotation_between
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.kinematic.closing import (
    Distance,
    Target,
    Task,
    least_gap,
    nearest,
    open_rows,
    turned_around,
)
from mbfe.analyses.kinematic.dense_rows import decompose
from mbfe.analyses.kinematic.geometry import Geometry, mass_matrix, null_space
from mbfe.analyses.kinematic.state_quantity import StateQuantity
from mbfe.analyses.kinematic.sweep import function_error
from mbfe.analyses.kinematic.tolerances import CLOSING, FOLLOWING
from mbfe.analyses.start.initial import set_characteristics, solve_accelerations
from mbfe.checks import choice, count, several
from mbfe.contracts import checked, checked_request
from mbfe.engine.columns import NODE, ROTATIONS
from mbfe.errors import ModelError, SolveError
from mbfe.failures.early import forget_callbacks
from mbfe.model.model import Model
from mbfe.model.states.placing import place_joints
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.given_state import place

__all__ = ["Assembly", "assemble"]

ASSEMBLE = "assemble"


@dataclass(frozen=True, eq=False)
class Assembly:
    """A model with its loops closed: a state from which any analysis starts (``state=assembly``).

    Attributes
    ----------
    model : str
        Name of the model.
    snapshot : Snapshot
        Poses, twists, accelerations and multipliers.
    moved : dict of str to (3,) array
        Displacement of each body's origin from where it was drawn [m], world axes.
    turned : dict of str to (3,) array
        Rotation vector of each body from how it was drawn [rad], body axes.
    gap : float
        Largest gap of a joint as drawn [m], angles times the model's length.
    attempts : int
        Number of starting poses that were tried.
    free_motions : int
        Number of degrees of freedom that joints and drives leave.
    redundant : int
        Number of redundant constraint rows.
    kinetic_energy : float
        Energy of the velocities [J].
    notes : tuple of str
        Remarks.
    geometry : Geometry
        The model with its rows, for :meth:`value`.
    """

    model: str
    snapshot: Snapshot
    moved: dict[str, Floats]
    turned: dict[str, Floats]
    gap: float
    attempts: int
    free_motions: int
    redundant: int
    kinetic_energy: float
    notes: tuple[str, ...]
    geometry: Geometry = field(repr=False)

    @checked_request
    def value(self, name: str) -> float:
        """Value of a quantity of the assembled model by name, ``"hinge.angle"`` or ``"rod.position.x"``."""
        self.geometry.motion[:] = self.snapshot.motion
        return StateQuantity(self.geometry, name, "Assembly.value").value(self.snapshot.time)

    def __str__(self) -> str:
        lines = [
            f'Assembly of "{self.model}": gaps up to {self.gap:.4g} m closed in {self.attempts} attempt(s); '
            f"{self.free_motions} free motion(s), {self.redundant} redundant row(s)"
        ]
        width = max([len(name) for name in self.moved], default=4)
        for name, shift in self.moved.items():
            distance, angle = np.linalg.norm(shift), np.degrees(np.linalg.norm(self.turned[name]))
            lines.append(f"  {name:<{width}}  moved {distance:.6g} m, turned {angle:.6g}°")
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])


def _gap(task: Task, time: float) -> float:
    """Largest gap in the pose as drawn, a number."""
    gap = float(np.abs(task.gaps()).max(initial=0.0))
    if not np.isfinite(gap):
        raise function_error(task.geometry.compiled, time, "Check it there") or SolveError(
            ASSEMBLE, "a joint or a drive gives a value that is not a number in the pose as drawn"
        )
    return gap


@one_blas_thread()
@checked
def assemble(
    model: Model,
    *,
    values: Mapping[str, float] | None = None,
    rates: Mapping[str, float] | None = None,
    hold: Iterable[Any] = (),
    weights: Mapping[str, float] | None = None,
    metric: str = "mass",
    state: Any = None,
    time: float | None = None,
    attempts: int = 20,
) -> Assembly:
    """Close the loops of a model from an approximate pose, with consistent velocities.

    Parameters
    ----------
    model : Model
        The mechanism; it is not changed. Joints that are open as drawn have a frame on each side
        (``first_frame=`` and ``second_frame=``); a joint with one ``position`` is closed as drawn.
    values : mapping of str to float, optional
        Prescribed values of quantities of the pose, by their names in results: ``{"hinge.angle": 0.3}``,
        ``{"spring.length": 0.2, "rod.position.x": 1.0}`` [m, rad]. Angles are prescribed up to whole turns.
    rates : mapping of str to float, optional
        Prescribed rates: ``{"crank.rate": 3.0}``, or the coordinate's name,
        ``{"crank.angle": 3.0}`` [m/s, rad/s].
    hold : bodies, nodes or their names
        Bodies that stay in place.
    weights : mapping of str to float, optional
        Factors of the weights of bodies in the metric, 1 by default.
    metric : {"mass", "distance"}
        Metric: masses and inertias, or distances alone (also used where nothing has mass).
    state : Run, StaticRun, Assembly, Snapshot, path and others, optional
        Pose and velocities to start from, as for :func:`solve_dynamic`; the model as drawn when absent.
    time : float, optional
        Time at which drives are evaluated [s]: that of the state, or 0, when absent. With results over time
        as ``state`` it also says which of their states is meant.
    attempts : int
        Number of starting poses: as given, then with random rotations of bodies (the same in every call).

    Returns
    -------
    Assembly
        The closed state, for ``state=`` of analyses; ``print`` shows displacements and rotations.

    Raises
    ------
    ModelError
        If a name is unknown, or rates contradict each other.
    SolveError
        If it cannot be closed; the error lists the joints that remain open and their gaps.

    Notes
    -----
    Gaps are closed by the Levenberg-Marquardt method, from several poses if necessary. From the
    closed pose the nearest one to the given configuration is found, the minimum of ½ Σ w(m ‖Δx_c‖² + θᵀJθ),
    with Δx_c the displacement of the centre of mass and θ the rotation vector. Velocities minimise ½ ‖𝒱 −
    𝒱₀‖²_M subject to D 𝒱 = −C_t and the given rates: an ideal impulse, and from rest the motion of least
    kinetic energy. Accelerations and multipliers follow where masses determine them.
    """
    choice(ASSEMBLE, "metric", metric, ("mass", "distance"))
    count(ASSEMBLE, "attempts", attempts, least=1, most=CLOSING.most_attempts)
    held = [hold] if isinstance(hold, str) else list(hold) if isinstance(hold, set) else hold
    held = several(ASSEMBLE, "hold", held, "bodies or nodes that stay, or their names, in a list")
    compiled = model.compile()
    forget_callbacks(compiled)
    if state is None:
        drawn = compiled.state.motion.copy()
        try:  # initial coordinates of joints do not close a loop; a loop is what is to be closed
            place_joints(compiled)
        except ModelError:
            compiled.state.motion[:] = drawn
    time, fit = place(compiled, state, f"{ASSEMBLE}: state", time=time, motion_only=True)
    geometry = Geometry(compiled, time)
    task = Task(
        geometry,
        time,
        [Target(*target) for target in _numbers(geometry, values, "values")],
        {model.node(h, where=f"{ASSEMBLE}: hold").number for h in held},
        {
            model.node(n, where=f"{ASSEMBLE}: weights").number: _weight(n, w)
            for n, w in (weights or {}).items()
        },
        metric == "mass",
    )
    given = geometry.motion.copy()
    gap = _gap(task, time)
    tried = _close(task, given, attempts) if gap > FOLLOWING.closed * geometry.length else 1
    nearest(task, given)
    set_characteristics(compiled, time)
    _velocities(task, _numbers(geometry, rates, "rates"))
    return _finish(task, given, gap, tried, [] if fit is None else fit.words)


def _finish(task: Task, given: Floats, gap: float, tried: int, words: list[str]) -> Assembly:
    """Accelerations and multipliers, and remarks."""
    geometry, time = task.geometry, task.time
    compiled = geometry.compiled
    notes = list(words)
    if tried > 1:
        notes.append(f"closed from the pose of attempt {tried}, not from the one as drawn")
    twists = geometry.twists()
    energy = 0.5 * float(twists @ _masses(geometry, time) @ twists)
    rank = decompose(geometry.matrix(time)).rank()
    if _has_mass(geometry, time):
        solve_accelerations(compiled, time)
    else:
        geometry.set_accelerations(np.zeros(len(geometry.dofs)))
        notes.append("accelerations and reactions are not known: a degree of freedom has no mass")
    now = geometry.motion
    turned = rotation_between(given[:, ROTATIONS], now[:, ROTATIONS])
    free = [node for node in compiled.model.nodes.values() if node.moves]
    return Assembly(
        compiled.model.name,
        Snapshot.of(compiled, time=time),
        {node.name: now[node.number, :3] - given[node.number, :3] for node in free},
        {node.name: turned[node.number].copy() for node in free},
        gap,
        tried,
        len(geometry.dofs) - rank,
        len(geometry.row_unit) - rank,
        energy,
        tuple(notes),
        geometry,
    )


def _weight(name: str, weight: float) -> float:
    if not 0.0 < weight < np.inf:
        raise ModelError(f"{ASSEMBLE}: weights", f'"{name}": {weight}', allowed="positive numbers")
    return float(weight)


def _numbers(
    geometry: Geometry, given: Mapping[str, float] | None, what: str
) -> list[tuple[StateQuantity, float]]:
    where = f"{ASSEMBLE}: {what}"
    return [(StateQuantity(geometry, name, where), float(value)) for name, value in (given or {}).items()]


def _close(task: Task, given: Floats, attempts: int) -> int:
    """Close from the given pose, or from others; returns the number of the one that led to a closed pose."""
    g = task.geometry
    best, words = np.inf, ""
    for attempt in range(attempts):
        g.motion[:] = given
        if attempt:
            _disturb(task, given, np.random.default_rng(attempt), attempt / attempts)
        if least_gap(task):
            return attempt + 1
        size = float(np.linalg.norm(task.gaps())) + g.length * len(turned_around(task))
        if size < 0.999 * best:
            best, words = size, open_rows(task)
    raise SolveError(
        ASSEMBLE,
        f"the loops do not close from {attempts} pose(s). Nearest: {words}",
        remedy="Check lengths and joint frames of these, or draw them nearer to where they belong",
    )


def _disturb(task: Task, given: Floats, random: np.random.Generator, size: float) -> None:
    """Turn free bodies about random axes and shift them, up to half a turn and half the model's length."""
    g = task.geometry
    step = random.standard_normal(int(task.free.sum()))
    turns = (g.dofs[task.free] % 6 >= 3) & (g.compiled.system.kind[g.dofs[task.free] // 6] == NODE)
    reach = np.where(turns, np.pi * g.length, 0.5 * g.length)
    task.move(given, size * reach * step / np.sqrt(3.0))


def _weights(task: Task) -> Floats:
    """Scaled weights of velocities (n, n): the mass matrix with a floor, or the distance's."""
    g = task.geometry
    scaled = _masses(g, task.time)
    if not (task.by_mass and np.abs(scaled).max(initial=0.0) > 0.0):
        whole = Task(g, task.time, (), set(), task.weights, False)
        return Distance(whole, g.motion.copy()).gradient()[1]
    return scaled + 1e-11 * np.diag(scaled).max() * np.eye(len(scaled))


def _velocities(task: Task, rates: list[tuple[StateQuantity, float]]) -> None:
    """Velocities nearest to the present ones with D 𝒱 = −C_t and the given rates."""
    g, time = task.geometry, task.time
    start = g.twists()
    rows, required = [g.matrix(time)], [-g.rates(time)]
    for quantity, rate in rates:
        row, constant = quantity.rate_row(time)
        rows.append(quantity.length * row[None])
        required.append(np.array([quantity.length * (rate - constant - row @ start)]))
    D, c = np.vstack(rows), np.concatenate(required)
    factor = np.linalg.cholesky(_weights(task))
    A = np.linalg.solve(factor, D.T).T
    size = np.linalg.norm(A, axis=1)
    size[size <= 1e-300] = 1.0
    change = np.linalg.solve(factor.T, decompose(A / size[:, None]).solve(c / size))
    g.set_twists(start + change)
    left = c - D @ change
    worst = np.abs(left) > 1e-8 * max(float(np.abs(c).max(initial=0.0)), 1e-300)
    if worst.any():
        names = ", ".join(f'"{quantity.name}": {rate:g}' for quantity, rate in rates) or "the drives"
        raise ModelError(
            f"{ASSEMBLE}: rates",
            f"joints and drives contradict {names}; {float(np.abs(left).max()):.3g} m/s are left",
            allowed="as many rates as degrees of freedom, none of a constrained coordinate",
        )


def _has_mass(geometry: Geometry, time: float) -> bool:
    """Whether every free motion has mass."""
    free = null_space(geometry.matrix(time))
    M = _masses(geometry, time)
    least = np.linalg.eigvalsh(free.T @ M @ free).min(initial=np.inf)
    return bool(least > 1e-12 * np.abs(M).max(initial=0.0) or free.shape[1] == 0)


def _masses(geometry: Geometry, time: float) -> Floats:
    """Scaled mass matrix (n, n)."""
    g = geometry
    scaled: Floats = g.unit[:, None] * mass_matrix(g, time).toarray() * g.unit
    return scaled
