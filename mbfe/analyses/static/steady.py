"""Steady rotation: ``solve_steady_rotation``."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, unit_vector
from mbfe.analyses.progress import announce_compilation
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.friction import slip_as_it_moves
from mbfe.analyses.static.left_over import hold_angle
from mbfe.analyses.static.newton import Outcome
from mbfe.analyses.static.settling import solve, solve_settling
from mbfe.analyses.static.static import finish, give_up, path_ends, prepare, required
from mbfe.analyses.static.static_path import PathFailed, follow_or_settle
from mbfe.analyses.static.static_rows import StaticRows
from mbfe.analyses.static.tolerances import PATH
from mbfe.checks import array, positive
from mbfe.contracts import checked
from mbfe.engine.columns import POSITIONS, ROTATIONS, SPINS
from mbfe.errors import ModelError
from mbfe.model.item import Item
from mbfe.model.model import Model
from mbfe.model.node import Node
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.given_state import snapshot_of
from mbfe.results.static_run import StaticRun
from mbfe.results.store.layout import Status
from mbfe.results.store.target import check_file

__all__ = ["solve_steady_rotation"]


@checked
def solve_steady_rotation(
    model: Model,
    *,
    speed: float,
    about: Any = None,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    state: Any = None,
    time: float | None = None,
    initial: str = "refuse",
    tolerance: float = 1e-10,
    file: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> StaticRun:
    """Find the equilibrium of a model that rotates steadily as a whole, without a spin-up.

    Parameters
    ----------
    model : Model
        The rotor; everything but the ground takes part in the rotation.
    speed : float
        Angular velocity Ω [rad/s].
    about : body, node, str or (3,) array_like, optional
        A body or node on the axis, or a point of it [m]; the origin of the world when absent.
    axis : (3,) array_like
        Direction of the axis, world axes.
    state, time, initial, tolerance, file, progress
        As for :func:`solve_static`; the path goes from the speed of the state.

    Returns
    -------
    StaticRun
        Its last row is the rotating state, with the twists 𝒱 = Ad_H⁻¹ ξ of all nodes; rows before it are on
        the way from rest.

    Raises
    ------
    ModelError, SolveError
        As :func:`solve_static`; also where gravity has a part across the axis, because then no state of
        the rotor is steady.

    Notes
    -----
    In a steady rotation all twists and, in the axes of the nodes, all forces are constant: r(H, 𝒱(H), 0, λ) =
    0 with δ𝒱 = ad_𝒱 η, so the tangent is K + G ad_𝒱. A rotation about the axis is free; it stays as drawn.
    """
    where = "solve_steady_rotation"
    check_file(where, file, state)
    announce_compilation(where, progress)
    positive(where, "tolerance", tolerance, below=1e-2)
    direction = unit_vector(axis, where=f"{where}: axis")
    across = model.gravity - (model.gravity @ direction) * direction
    if np.linalg.norm(across) > 1e-12 * max(float(np.linalg.norm(model.gravity)), 1e-300):
        raise ModelError(
            f"{where}: axis",
            f"gravity {model.gravity.tolist()} m/s² is not along the axis {direction.tolist()}",
            allowed="gravity along the axis, or none",
            remedy="A rotor in a field across its axis is never steady: leave it out, or integrate in time",
        )
    first = 0.0 if state is None else _speed_of(snapshot_of(state, f"{where}: state", time=time), direction)
    balance, words = prepare(model, where, time=time, state=state, initial=initial)
    point = _point(model, balance, about, where)
    spin = np.concatenate([np.cross(point, direction), direction])
    settings = {"speed": speed, "axis": direction.tolist()}
    _slip(balance, float(speed) * spin)
    rows = StaticRows(balance, "speed", settings, file=file, analysis=where)
    rows.warnings += words

    def turn(at: float) -> Outcome:
        _turn(balance, at * spin)
        outcome = _turning(balance, tolerance, reached=rows.last, at=at)
        if outcome.converged and slip_as_it_moves(balance.compiled, balance.time):
            # what presses it, as a controller in balance, was not known before
            return _turning(balance, tolerance, reached=rows.last, at=at)
        return outcome

    def settle(at: float) -> Outcome:
        _turn(balance, at * spin)
        return solve_settling(balance, 1.0, tolerance)

    try:
        with path_ends(balance, rows):
            if abs(speed - first) <= PATH.same_speed * abs(speed):
                rows.keep(float(speed), required(balance, turn(float(speed)), float(speed)))
            else:
                way = (first, float(speed))
                follow_or_settle(turn, settle, balance, rows, way=way, increment=1.0)
    except PathFailed as failed:
        return give_up(balance, rows, failed)
    except KeyboardInterrupt:
        return rows.close(status=Status.INTERRUPTED, free_motions=[])
    return finish(balance, rows)


def _turn(balance: Balance, spin: Floats) -> None:
    """Let the model rotate with a common twist (6,) about the world's origin.

    What holds it then counts in its characteristic stiffness as well.
    """
    balance.spin = spin
    balance.residual(balance.load_factor)
    K, _ = balance.matrices()
    state = balance.compiled.state
    diagonal = np.abs(K.diagonal()) * state.scales[balance.moving] ** 2
    state.stiffness = max(balance.stiff_at_rest, float(diagonal.max(initial=0.0))) or 1.0


def _slip(balance: Balance, spin: Floats) -> None:
    """Let friction act against a rotation from the beginning of the path to it."""
    now = balance.spin
    _turn(balance, spin)
    slip_as_it_moves(balance.compiled, balance.time)
    _turn(balance, now)


def _turning(balance: Balance, tolerance: float, *, reached: float, at: float) -> Outcome:
    """Balance at a speed; where the free rotation about the axis disturbs the search it is held meanwhile."""
    kept = balance.here()
    try:
        outcome, away = solve(balance, 1.0, tolerance), False
    except PathFailed as failed:
        outcome, away = failed.outcome, True
    if outcome.converged:
        return outcome
    balance.restore(kept)
    held = hold_angle(balance, 1.0, tolerance)
    if held is not None and held.is_balanced:
        return Outcome(True, outcome.iterations + held.iterations)
    balance.restore(kept)
    balance.residual(1.0)
    if held is not None or away:
        raise PathFailed(outcome, reached, at)
    return outcome


def _speed_of(snapshot: Snapshot, axis: Floats) -> float:
    """Mean angular velocity of the nodes of a state about an axis [rad/s]."""
    count = len(snapshot.motion) if snapshot.layout is None else len(snapshot.layout.nodes)
    motion = snapshot.motion[1:count]
    spin = rotate(motion[:, ROTATIONS], motion[:, SPINS]) @ axis
    return float(spin[spin != 0.0].mean()) if spin.any() else 0.0


def _point(model: Model, balance: Balance, about: Any, where: str) -> Floats:
    if about is None:
        return np.zeros(3)
    if isinstance(about, str | Item | Node):
        node = model.node(about, where=f"{where}: about")
        return balance.compiled.state.motion[node.number, POSITIONS].copy()
    words = "a body or node on the axis, its name, or a point of it, three numbers [m]"
    return array(where, "about", about, shape=(3,), words=words)
