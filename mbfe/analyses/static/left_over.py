"""Steady rotations with the angle about the axis held, and the torque that this takes and no drive exerts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, unrotate
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.balance_states import BalanceOfStates
from mbfe.analyses.static.sizes import term_sizes
from mbfe.analyses.static.tolerances import LEFT_OVER
from mbfe.engine.columns import NODE, POSITIONS, ROTATIONS
from mbfe.errors import SolveError
from mbfe.model.states.fitting import coordinates_of

__all__ = ["LeftOver", "hold_angle", "left_over"]


@dataclass(frozen=True)
class LeftOver:
    """What is missing about the axis of a steady rotation."""

    torque: float
    """Torque about the axis that would keep the speed [N m], positive in the sense of the axis."""
    power: float
    """Its power [W], positive where the rotor has to be driven."""
    coordinate: str
    """Joint coordinate that turns about the axis, on which a motor could act; empty if there is none."""

    @property
    def words(self) -> str:
        """What happens, in words."""
        how = (
            "no drive balances the braking torque"
            if self.power > 0.0
            else "nothing balances the driving torque"
        )
        size = f"{abs(self.torque):.4g} N m ({abs(self.power):.4g} W)"
        return f"a torque of {size} about the axis is unbalanced: {how}"


def left_over(balance: Balance, load_factor: float) -> LeftOver | None:
    """Torque that is left over about the axis of a rotation in balance otherwise; None if it is not that.

    The state is where the search begins, and put back; see :func:`hold_angle`.
    """
    kept = balance.here()
    held = hold_angle(balance, load_factor, LEFT_OVER.done)
    balance.restore(kept)
    balance.residual(load_factor)
    if held is None or held.is_balanced:
        return None
    speed = float(np.linalg.norm(balance.spin[3:]))
    return LeftOver(held.torque, held.torque * speed, _coordinate(balance))


@dataclass(frozen=True)
class Held:
    """A steady rotation that was found with its angle held."""

    torque: float
    """Torque that holds it [N m]."""
    is_balanced: bool
    """Whether that is none, so that the rotation is in balance by itself."""
    iterations: int
    """Corrections."""


def hold_angle(balance: Balance, load_factor: float, tolerance: float) -> Held | None:
    """Solve for the balance of a rotation with the angle about its axis held; None if it is not found.

    The largest correction at the end is `tolerance`, as a part of the model's length; the state is left where
    the iteration ended.

    Notes
    -----
    r(H, 𝒱, λ) = f τ with aᵀ η = 0: a is the rotation of the whole about the axis, f a moment about the axis
    on the node that is nearest to it, aᵀ f = 1. A rotor that turns freely is not held by its stiffness, which
    is singular along a; this one is not.
    """
    if not balance.spin[3:].any() or isinstance(balance, BalanceOfStates):
        return None
    if balance.residual(load_factor) != 0:
        return None
    try:
        found = _held(balance, load_factor, tolerance)
    except (RuntimeError, SolveError, np.linalg.LinAlgError):
        return None
    if found is None:
        return None
    torque, iterations = found
    forces = float(term_sizes(balance.compiled, balance.moving, balance.time).max(initial=0.0))
    return Held(torque, abs(torque) <= LEFT_OVER.no_torque * forces * balance.length, iterations)


def _axis(balance: Balance) -> tuple[Floats, Floats]:
    """Unit vector of the axis and a point on it [m]."""
    v, w = balance.spin[:3], balance.spin[3:]
    return w / np.linalg.norm(w), np.cross(w, v) / (w @ w)


def _directions(balance: Balance) -> tuple[Floats, Floats]:
    """Rotation of the whole about the axis, and a unit moment on the node next to it, in all components."""
    system, motion = balance.compiled.system, balance.compiled.state.motion
    axis, point = _axis(balance)
    nodes = np.flatnonzero(system.kind == NODE)
    nodes = nodes[np.isin(nodes, balance.moving // 6)]
    turn = np.zeros((len(motion), 6))
    q, arm = motion[nodes, ROTATIONS], motion[nodes, POSITIONS] - point
    turn[nodes, :3] = unrotate(q, np.cross(axis, arm))
    turn[nodes, 3:] = unrotate(q, np.broadcast_to(axis, arm.shape))
    free = np.zeros(6 * len(motion), dtype=bool)
    free[balance.moving] = True
    turns = [bool(free[6 * n + 3 : 6 * n + 6].all()) for n in nodes]
    distance = np.linalg.norm(np.cross(arm, axis), axis=1)
    distance[~np.array(turns)] = np.inf
    moment = np.zeros((len(motion), 6))
    if np.isfinite(distance).any():
        hub = nodes[int(np.argmin(distance))]
        moment[hub, 3:] = unrotate(motion[hub, ROTATIONS], axis)
    else:  # points alone: forces about the axis
        moment[nodes, :3] = turn[nodes, :3] / float((turn[nodes, :3] ** 2).sum())
    return turn.ravel(), moment.ravel()


def _held(balance: Balance, load_factor: float, tolerance: float) -> tuple[float, int] | None:
    """Torque that holds the angle, by Newton's method, and iterations; None where it does not converge."""
    state = balance.compiled.state
    scales, torque = state.scales[balance.moving], 0.0
    stiffness, lengths = balance.stiffness, state.scales[balance.n_motion :]
    for iteration in range(1, LEFT_OVER.most_steps + 1):
        if balance.residual(load_factor) != 0:
            return None
        turn, moment = (part[balance.moving] for part in _directions(balance))
        r = state.r[balance.moving] - torque * moment
        gap = state.r[balance.n_motion :].copy()
        K, rows = balance.matrices()
        D = sp.diags_array(scales)
        a, f = (turn / scales)[:, None], (scales * moment)[:, None]
        a = a / np.linalg.norm(a)
        B = sp.diags_array(lengths) @ rows @ D
        loose = -LEFT_OVER.compliance_of_rows * sp.eye_array(B.shape[0])
        column, row = -sp.csr_array(f), sp.csr_array(a.T)
        parts = [[D @ K @ D / stiffness, B.T, column], [B, loose, None], [row, None, None]]
        A = sp.block_array(parts, format="csc")
        right = np.concatenate([-scales * r / stiffness, -lengths * gap, [0.0]])
        x = sp.linalg.splu(A).solve(right)
        n = len(scales)
        size = float(np.abs(x[:n]).max(initial=0.0))
        if not np.isfinite(size):
            return None
        part = min(1.0, LEFT_OVER.longest_correction * balance.length / max(size, 1e-300))
        step = np.zeros(balance.n_motion)
        step[balance.moving] = scales * x[:n]
        balance.move(balance.here(), step, stiffness * lengths * x[n:-1], part)
        torque += part * stiffness * float(x[-1])
        if part == 1.0 and size <= tolerance * balance.length:
            balance.residual(load_factor)
            return torque, iteration
    return None


def _coordinate(balance: Balance) -> str:
    """Angle of a joint about the axis, with one side that does not take part in the rotation."""
    compiled = balance.compiled
    motion = compiled.state.motion
    axis, point = _axis(balance)
    for item in compiled.model.items.values():
        frames = item.frames(compiled.model)
        if item.family != "joint" or frames is None or "angle" not in coordinates_of(item):
            continue
        first, a, second, b = frames
        if compiled.model.ground not in (first, second):
            continue
        side, frame = (second, b) if first is compiled.model.ground else (first, a)
        pose = motion[side.number]
        direction = rotate(pose[ROTATIONS], rotate(frame.orientation, np.array([0.0, 0.0, 1.0])))
        place = pose[0:3] + rotate(pose[ROTATIONS], frame.position)
        away = np.linalg.norm(np.cross(place - point, axis))
        if np.linalg.norm(np.cross(direction, axis)) < LEFT_OVER.parallel and away < 1e-2 * balance.length:
            return f"{item.name}.angle"
    return ""
