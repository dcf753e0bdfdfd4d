"""Closing the loops of a model from any pose: damped least squares, then the nearest closed pose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, rotation_between, unrotate
from mbfe.analyses.kinematic.dense_rows import decompose
from mbfe.analyses.kinematic.geometry import Geometry, mass_matrix, null_space
from mbfe.analyses.kinematic.state_quantity import StateQuantity
from mbfe.analyses.kinematic.tolerances import CLOSING, FOLLOWING
from mbfe.analyses.start.start_positions import gaps_by_item
from mbfe.engine.columns import NODE, ROTATIONS, VALUES
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.errors import SolveError

__all__ = ["Distance", "Target", "Task", "close_loops", "least_gap", "nearest", "open_rows", "turned_around"]


@dataclass(frozen=True, eq=False)
class Target:
    """A prescribed value of a quantity of the closed pose."""

    quantity: StateQuantity
    value: float

    def gap(self, time: float) -> float:
        """Difference from the target, scaled [m]."""
        return self.quantity.length * self.quantity.near(self.quantity.value(time) - self.value)


@dataclass
class Task:
    """An assembly problem: constraints, targets and weights, with drives at a time [s]."""

    geometry: Geometry
    time: float
    targets: Sequence[Target] = ()
    held: set[int] = field(default_factory=set)
    """Numbers of the nodes that stay in place."""
    weights: dict[int, float] = field(default_factory=dict)
    """Factors of the weights of nodes, by their numbers."""
    by_mass: bool = True
    """Whether the metric is that of masses."""

    def __post_init__(self) -> None:
        self.free = ~np.isin(self.geometry.dofs // 6, list(self.held))

    def gaps(self) -> Floats:
        """Rows and targets, scaled [m]."""
        return np.concatenate(
            [self.geometry.values(self.time), [target.gap(self.time) for target in self.targets]]
        )

    def gradients(self) -> Floats:
        """Their derivatives with the unknowns that may move."""
        g = self.geometry
        D = g.matrix(self.time)
        D[~g.holonomic] = 0.0
        rows = [target.quantity.length * target.quantity.gradient(self.time) for target in self.targets]
        return np.vstack([D, *rows])[:, self.free]

    def move(self, base: Floats, step: Floats) -> None:
        """Go from motions ``base`` by increments of the unknowns that may move."""
        full = np.zeros(len(self.free))
        full[self.free] = step
        self.geometry.move(base, full)


def close_loops(geometry: Geometry, time: float) -> None:
    """Close joints and drives by a small displacement from the present pose, or refuse."""
    task = Task(geometry, time)
    given = geometry.motion.copy()
    if not least_gap(task):
        raise SolveError(
            "initial assembly",
            f"did not close. {open_rows(task)}",
            remedy="Start from a pose that is nearer to an assembled one, or see what mbfe.assemble says",
        )
    nearest(task, given)


def least_gap(task: Task) -> bool:
    """Minimise the sum of squares of all gaps by the Levenberg-Marquardt method.

    Returns whether the gaps are closed and no axis is turned around.
    """
    g = task.geometry
    gap = task.gaps()
    damping = 1e-2
    for _ in range(CLOSING.most_iterations):
        size = float(gap @ gap)
        J = task.gradients()
        found = decompose(J)
        base = g.motion.copy()
        along = found.left.T @ gap
        top = float(found.values.max(initial=0.0)) or 1.0
        while damping < 1e8:
            s = found.values
            small = s < 1e-10 * top
            gain = np.where(small, 0.0, s / np.where(small, 1.0, s * s + damping * top * top))
            step = -found.right @ (gain * along)
            largest = float(np.abs(step).max(initial=0.0))
            step *= min(1.0, CLOSING.largest_correction * g.length / max(largest, 1e-300))
            task.move(base, step)
            later = task.gaps()
            if np.isfinite(later).all() and float(later @ later) < size:
                break
            damping = max(10.0 * damping, 1e-12)
        else:
            g.motion[:] = base
            break
        gap = later
        shrink = float(later @ later) / size
        damping *= 0.1 if shrink < 0.5 else 0.5 if shrink < 0.9 else 2.0
        if damping < 1e-14:
            damping = 0.0
        if float(np.abs(gap).max(initial=0.0)) <= 1e-15 * g.length:
            break
        if float(np.abs(step).max(initial=0.0)) <= 1e-14 * g.length:
            break
        if shrink > 1.0 - 1e-9:
            break
    closed = float(np.abs(task.gaps()).max(initial=0.0)) <= FOLLOWING.closed * g.length
    return closed and not turned_around(task)


def turned_around(task: Task) -> list[str]:
    """Joints whose axes are parallel but point against each other; their rows vanish there too."""
    compiled = task.geometry.compiled
    outputs = np.zeros(compiled.layout.n_output)
    outputs_entry(compiled.system, compiled.state, task.time, outputs)
    found = []
    for number, owner in enumerate(compiled.builder.owners):
        law = compiled.builder.instances[number].law
        if not owner.aligns_axes or "rotation" not in law.outputs:
            continue
        at = compiled.layout.outputs[number] + law.output_starts["rotation"]
        if np.sum(outputs[at + 1 : at + 3] ** 2) > 0.5:
            found.append(owner.where)
    return found


def open_rows(task: Task) -> str:
    """Joints and targets that are not closed, the worst first, in words."""
    g = task.geometry
    gap = task.gaps()
    m = len(g.row_unit)
    is_open = np.abs(gap[:m]) > FOLLOWING.closed * g.length
    gaps = gaps_by_item(g.compiled, np.where(is_open, gap[:m] / g.row_unit, 0.0))
    by_item = {name: sizes for name, sizes in gaps.items() if max(sizes) > 0.0}
    order = sorted(by_item, key=lambda name: -max(by_item[name][0], by_item[name][1] * g.length))
    words = [_open_words(name, *by_item[name]) for name in order[:4]]
    distances = [distance for distance, _ in by_item.values() if distance > 0.0]
    if len(distances) > 1:
        words.append(f"{sum(distances):.4g} m together")
    for target in task.targets:
        quantity = target.quantity
        off = target.gap(task.time) / quantity.length
        if abs(off) * quantity.length > FOLLOWING.closed * g.length:
            words.append(f'"{quantity.name}" is {off:.4g} {quantity.unit} away from {target.value:g}')
    words += [f"{name} has its axes turned against each other" for name in turned_around(task)]
    return "; ".join(words)


def _open_words(name: str, distance: float, angle: float) -> str:
    parts = [f"{distance:.4g} m"] if distance > 0.0 else []
    parts += [f"{np.degrees(angle):.4g}°"] if angle > 1e-6 or not parts else []
    return f"{name} remains open by {' and '.join(parts)}"


# ------------------------------------------------------------------ the nearest pose


class Distance:
    """Distance from given motions (n_node, 20): ½ Σ (m |Δx_c|² + θᵀJθ), by masses or the model's length.

    x_c are the centres of mass, θ the rotation vectors.
    """

    def __init__(self, task: Task, given: Floats) -> None:
        g = task.geometry
        self.task, self.given = task, given
        compiled = g.compiled
        n = len(given)
        self.mass, self.center, self.inertia = np.zeros(n), np.zeros((n, 3)), np.zeros((n, 3, 3))
        M = mass_matrix(g, task.time)
        for row in np.unique(g.dofs // 6):
            own = np.flatnonzero(g.dofs // 6 == row)
            block = np.zeros((6, 6))
            block[np.ix_(g.dofs[own] % 6, g.dofs[own] % 6)] = M[own][:, own].toarray()
            self._read(int(row), block)
        if not (task.by_mass and self.mass.max(initial=0.0) > 0.0):
            self.mass[:], self.center[:] = 1.0, 0.0
            self.inertia[:] = g.length**2 * np.eye(3)
        least = CLOSING.least_mass * float(self.mass.max())
        self.mass += least
        self.inertia += least * g.length**2 * np.eye(3)
        factor = np.array([task.weights.get(i, 1.0) for i in range(n)])
        self.mass *= factor
        self.inertia *= factor[:, None, None]
        self.variables = compiled.system.kind != NODE

    def _read(self, row: int, block: Floats) -> None:
        """Mass, centre and inertia about it from [m, −m c̃; m c̃, J]."""
        m = float(block[0, 0])
        if m <= 0.0:
            self.inertia[row] = block[3:, 3:]
            return
        c = np.array([block[5, 1], block[3, 2], block[4, 0]]) / m
        self.mass[row], self.center[row] = m, c
        self.inertia[row] = block[3:, 3:] - m * (c @ c * np.eye(3) - np.outer(c, c))

    def parts(self) -> tuple[Floats, Floats]:
        """Displacements of the centres (world) and rotation vectors."""
        now, given = self.task.geometry.motion, self.given
        turned = rotation_between(given[:, ROTATIONS], now[:, ROTATIONS])
        moved = now[:, 0:3] + rotate(now[:, ROTATIONS], self.center)
        return moved - given[:, 0:3] - rotate(given[:, ROTATIONS], self.center), turned

    def value(self) -> float:
        """The distance squared, halved."""
        moved, turned = self.parts()
        nodes = ~self.variables
        energy = self.mass * (moved**2).sum(axis=1) + np.einsum("ni,nij,nj->n", turned, self.inertia, turned)
        shift = self.task.geometry.motion[:, VALUES] - self.given[:, :6]
        return 0.5 * float(energy[nodes].sum() + (shift[self.variables] ** 2).sum())

    def gradient(self) -> tuple[Floats, Floats]:
        """Scaled gradient (n,) and approximate Hessian (n, n) over the unknowns that may move."""
        g = self.task.geometry
        moved, turned = self.parts()
        push = self.mass[:, None] * unrotate(g.motion[:, ROTATIONS], moved)
        full = np.zeros((len(push), 6))
        H = np.zeros((g.n_motion, g.n_motion))
        for i in range(len(push)):
            if self.variables[i]:
                full[i] = g.motion[i, VALUES] - self.given[i, :6]
                H[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = np.eye(6)
                continue
            S, T = np.cross(self.center[i], np.eye(3)).T, _log_tangent(turned[i])
            full[i, :3] = push[i]
            full[i, 3:] = np.cross(self.center[i], push[i]) + T.T @ self.inertia[i] @ turned[i]
            A = np.hstack([np.eye(3), -S])
            block = self.mass[i] * A.T @ A
            block[3:, 3:] += T.T @ self.inertia[i] @ T
            H[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
        dofs = g.dofs[self.task.free]
        unit = g.unit[self.task.free]
        return full.ravel()[dofs] * unit, unit[:, None] * H[np.ix_(dofs, dofs)] * unit


def _log_tangent(w: Floats) -> Floats:
    """Derivative of the rotation vector with a turn about body axes, T⁻¹(w) = I + ½ w̃ + κ w̃²."""
    angle = float(np.linalg.norm(w))
    S = np.cross(w, np.eye(3)).T
    half = 0.5 * angle
    factor = 1.0 / 12.0 if angle < 1e-4 else (1.0 - half / np.tan(half)) / angle**2
    return np.eye(3) + 0.5 * S + factor * S @ S


def nearest(task: Task, given: Floats) -> int:
    """Find the closed pose nearest to the given motions; returns the number of steps.

    Steps of Gauss and Newton in the null space of the gradients, each closed again and shortened until the
    distance falls. A weight decides what moves; the rows stay closed throughout.
    """
    g = task.geometry
    distance = Distance(task, given)
    value = distance.value()
    for count in range(CLOSING.most_to_nearest):
        push, H = distance.gradient()
        D = task.gradients()
        Z = null_space(D)
        if Z.shape[1] == 0:
            return count
        step = -Z @ np.linalg.lstsq(Z.T @ H @ Z, Z.T @ push, rcond=1e-14)[0]
        base = g.motion.copy()
        fall = float(push @ step)
        fraction = min(1.0, CLOSING.largest_correction * g.length / max(float(np.abs(step).max()), 1e-300))
        while fraction > 1e-6:
            task.move(base, fraction * step)
            if least_gap(task) and distance.value() <= value + 1e-4 * fraction * fall:
                break
            fraction *= 0.5
        else:
            g.motion[:] = base
            return count
        value = distance.value()
        if fraction * float(np.abs(step).max()) <= 1e-12 * g.length:
            return count
    return CLOSING.most_to_nearest
