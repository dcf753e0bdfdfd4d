"""Axes in which the equations about a moving state are time-invariant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import multiply, quat_from_axis_angle, rotate, to_matrix, unrotate
from mbfe.analyses.linear.eigen.ranks import free_basis
from mbfe.analyses.linear.linear_equations import linearized
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.analyses.start.balanced_reactions import balance
from mbfe.analyses.start.bases import as_it_moves
from mbfe.engine.columns import ACCEL, NODE, POSITIONS, ROTATIONS, SPINS, STATE, TWIST, TWISTS, VELOCITIES
from mbfe.errors import ModelError
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.linearized import Linearized

__all__ = ["BODIES", "WORLD", "Frame", "is_moving", "seen_from", "steady_equations", "steady_frame"]


@dataclass(frozen=True, eq=False)
class Frame:
    """Axes that turn with the bodies, or all with one angular velocity."""

    turning: Floats | None
    """Angular velocity of the axes of all nodes, world [rad/s]; None for the axes of the bodies, (3,)."""
    words: str
    """What they are."""


BODIES = Frame(None, "the axes of the bodies")
"""Axes that turn with the bodies."""

WORLD = Frame(np.zeros(3), "the axes of the world")
"""Axes that rest."""


def steady_equations(linear: Linearized) -> Linearized:
    """The equations in axes in which their coefficients are constant.

    Equations about a state are in the axes of the bodies; at rest they are constant. Those that are returned
    are for unknowns ξ in axes that coincide with those of the bodies at this instant: η = exp(−X t) ξ with X
    the angular velocities of the bodies relative to the axes. It is a ModelError if they vary in all axes
    that are tried: those of the bodies, the world's, and axes that turn as one of the nodes does.

    Notes
    -----
    If a state is steady in some axes its later course follows from them: every node keeps its place and its
    twist there. The equations after a radian of this course are compared with those at its start.
    """
    if not is_moving(linear):
        return linear
    frame, reasons = steady_frame(linear, _candidates(linear))
    if frame is not None:
        return seen_from(linear, frame)
    raise ModelError(
        "solve_modes: about",
        "a state about which the equations are time-varying: " + "; ".join(reasons[:2]),
        allowed="states at rest or steady in the axes of the bodies, of the world, or of a turning part",
        remedy="Integrate in time with solve_dynamic; state_space(model, about=...).poles are those of one "
        "instant",
    )


def is_moving(linear: Linearized) -> bool:
    """Whether anything moves in the state; at rest the equations are constant."""
    rates = linear.snapshot.motion[linear.compiled.system.kind != STATE, TWISTS]
    return bool(rates.any())


def steady_frame(linear: Linearized, frames: Iterable[Frame]) -> tuple[Frame | None, list[str]]:
    """The first of some axes in which the equations about a moving state are constant, None if none is.

    The texts say what varies in those that came before.
    """
    reasons: list[str] = []
    reference = None
    try:
        for frame in frames:
            course = _course(linear, frame)
            if isinstance(course, str):
                reasons.append(course)
                continue
            if reference is None:
                reference = _balanced(linear, linear.snapshot.motion)
            reason = _difference(
                linear, reference, _balanced(linear, course), _relative(linear, frame), frame
            )
            if not reason:
                return frame, reasons
            reasons.append(reason)
    finally:
        linear.snapshot.set_into(linear.compiled, where="solve_modes")
    return None, reasons


def seen_from(linear: Linearized, frame: Frame) -> Linearized:
    """The equations for unknowns in other axes, see :func:`steady_equations`."""
    return _seen_from(linear, _relative(linear, frame))


def _candidates(linear: Linearized) -> Iterator[Frame]:
    """Axes of the bodies, then those that turn as a driven base, the world or a node does."""
    yield BODIES
    system, motion = linear.compiled.system, linear.snapshot.motion
    nodes = np.flatnonzero(system.kind == NODE)
    spins = rotate(motion[nodes, ROTATIONS], motion[nodes, SPINS]).reshape(-1, 3)
    names = list(linear.compiled.model.nodes)
    driven = np.isin(nodes, system.driven[:, 0].astype(int))
    size = float(np.abs(spins).max(initial=0.0))
    known: list[Floats] = []
    for k in [*np.flatnonzero(driven), 0, *np.flatnonzero(~driven)]:
        if any(np.abs(spins[k] - other).max() <= 1e-9 * size for other in known):
            continue
        known.append(spins[k])
        yield Frame(spins[k], f'axes that turn with "{names[nodes[k]]}"') if spins[k].any() else WORLD


def _relative(linear: Linearized, frame: Frame) -> Floats:
    """Angular velocities of the nodes relative to the axes, in their own axes, (n_row, 3)."""
    motion, kind = linear.snapshot.motion, linear.compiled.system.kind
    made = np.zeros((len(motion), 3))
    if frame.turning is not None:
        nodes = kind == NODE
        seen = unrotate(motion[nodes, ROTATIONS], np.broadcast_to(frame.turning, (nodes.sum(), 3)))
        made[nodes] = motion[nodes, SPINS] - seen
    return made


def _course(linear: Linearized, frame: Frame) -> Floats | str:
    """Motions a while later if the state is steady in the axes; what says that it is not if it is not."""
    system, motion = linear.compiled.system, linear.snapshot.motion
    nodes = np.flatnonzero(system.kind == NODE)
    moving = nodes[np.isin(nodes, np.concatenate([system.free, system.driven[:, 0].astype(int)]))]
    q = motion[moving, ROTATIONS]
    v, w = rotate(q, motion[moving, VELOCITIES]), rotate(q, motion[moving, SPINS])
    fastest, speed = float(np.linalg.norm(w, axis=1).max(initial=0.0)), float(np.abs(v).max(initial=0.0))
    length = float(system.environment.length)
    later = motion.copy()
    rows = system.kind > NODE
    if fastest == 0.0 and speed == 0.0:
        rate = float(np.abs(motion[rows, TWISTS]).max(initial=0.0))
        time = 1.0 / rate if rate > 0.0 else 0.0
    else:
        time = (
            LINEAR_STATE.angle_between / fastest
            if fastest > 0.0
            else LINEAR_STATE.distance_between * length / speed
        )
        time = min(time, LINEAR_STATE.farthest_between * length / max(speed, 1e-300))
    later[rows, 0:6] += time * motion[rows, TWISTS]
    turning, relative = frame.turning, _relative(linear, frame)
    common = np.zeros(3)
    if turning is not None:
        common = (v - np.cross(turning, motion[moving, POSITIONS])).mean(axis=0)
        left = v - common - np.cross(turning, motion[moving, POSITIONS])
        if np.abs(left).max() > LINEAR_STATE.rounded_change * max(speed, 1e-300):
            away = int(moving[np.abs(left).max(axis=1).argmax()])
            names = list(linear.compiled.model.nodes)
            return f'the place of "{names[away]}" in {frame.words}'
    for node in moving:
        row, pose = later[node], _matrix(motion[node])
        if turning is None:
            spin = time * row[SPINS]
            row[0:3] = (pose @ la.expm(time * _generator(row[VELOCITIES], row[SPINS])))[:3, 3]
            row[ROTATIONS] = multiply(motion[node, ROTATIONS], _quaternion(spin))
            continue
        row[0:3] = (la.expm(time * _generator(common, turning)) @ pose)[:3, 3]
        row[ROTATIONS] = multiply(_quaternion(time * turning), motion[node, ROTATIONS])
        row[ROTATIONS] = multiply(row[ROTATIONS], _quaternion(time * relative[node]))
        back = la.expm(-time * _tilde(relative[node]))
        for start in (TWIST, TWIST + 3, ACCEL, ACCEL + 3):
            row[start : start + 3] = back @ motion[node, start : start + 3]
    return later


def _tilde(vector: Floats) -> Floats:
    return np.asarray(np.cross(vector, np.eye(3)).T)


def _matrix(row: Floats) -> Floats:
    """Homogeneous matrix of a pose."""
    made = np.eye(4)
    made[:3, :3], made[:3, 3] = to_matrix(row[ROTATIONS]), row[0:3]
    return made


def _generator(linear: Floats, angular: Floats) -> Floats:
    """Matrix of a twist whose exponential is a motion."""
    made = np.zeros((4, 4))
    made[:3, :3], made[:3, 3] = _tilde(angular), linear
    return made


def _quaternion(turn: Floats) -> Floats:
    """Quaternion of a rotation vector."""
    angle = float(np.linalg.norm(turn))
    if angle == 0.0:
        return np.array([1.0, 0.0, 0.0, 0.0])
    return np.asarray(quat_from_axis_angle(turn / angle, angle))


def _balanced(linear: Linearized, motion: Floats) -> Linearized:
    """Equations about a motion, with the reactions that balance it."""
    snapshot = linear.snapshot
    there = Snapshot(motion, snapshot.multiplier, snapshot.history, snapshot.time, snapshot.load_factor)
    there.set_into(linear.compiled, where="solve_modes")
    balance(as_it_moves(linear.compiled, snapshot.time), snapshot.time)
    return linearized(linear.compiled, Snapshot.of(linear.compiled, time=snapshot.time))


def _blocks(linear: Linearized, blocks: Floats) -> sp.csr_array:
    """Matrix of the unknowns with a block (3, 3) for both halves of every row of the motion table."""
    n = len(blocks)
    twice = np.repeat(blocks, 2, axis=0)
    whole = sp.bsr_array((twice, np.arange(2 * n), np.arange(2 * n + 1)), shape=(6 * n, 6 * n))
    return sp.csr_array(whole.tocsr()[linear.places][:, linear.places])


def _seen_from(linear: Linearized, relative: Floats) -> Linearized:
    """The equations for η = exp(−Xt) ξ: η̇ = ξ̇ − Xξ, η̈ = ξ̈ − 2Xξ̇ + X²ξ at the instant itself."""
    if not relative.any():
        return linear
    X = _blocks(linear, np.array([_tilde(each) for each in relative]))
    M, C, K = linear.M, linear.C, linear.K
    return replace(
        linear,
        C=sp.csr_array(C - 2.0 * (M @ X)),
        K=sp.csr_array(K - C @ X + M @ X @ X),
        B=sp.csr_array(linear.B - linear.N @ X),
    )


def _difference(
    linear: Linearized, first: Linearized, later: Linearized, relative: Floats, frame: Frame
) -> str:
    """What differs between the equations at two instants, seen from the axes; empty if nothing does."""
    mine, other = _seen_from(first, relative), _seen_from(later, relative)
    system = linear.compiled.system
    nodes = system.kind == NODE
    spins = linear.snapshot.motion[nodes, SPINS]
    fastest = float(np.linalg.norm(spins, axis=1).max(initial=0.0))
    time = LINEAR_STATE.angle_between / fastest if fastest > 0.0 else 0.0
    turned = np.array([la.expm(-time * _tilde(each)) for each in relative])
    E = _blocks(linear, turned)
    S, R, T = (sp.diags_array(part) for part in (first.scales, first.equation_scales, first.row_scales))
    Z: sp.csr_array | None = None
    holonomic = sp.diags_array(linear.holonomic.astype(float))
    rows, rows_later = (T @ holonomic @ part @ S for part in (mine.B, other.B @ E))
    if len(linear.dofs) <= LINEAR_STATE.most_full and len(linear.rows):
        Z = free_basis(sp.csr_array(rows[linear.holonomic])).Z
        if Z.shape[1] == 0:  # constraints hold everything, so that nothing can differ
            return ""
        left = abs(sp.csr_array(rows_later @ Z)).max(axis=1).toarray().ravel()
        if left.max(initial=0.0) > LINEAR_STATE.rounded_change * float(abs(rows).max()):
            return f"the constraint {linear.rows[int(np.argmax(left))]} turns in {frame.words}"
    pairs = [(mine.M, other.M), (mine.C, other.C), (mine.K, other.K)]
    for one, two in pairs:
        change, size = (sp.csr_array(R @ part @ S) for part in (E.T @ two @ E - one, one))
        if Z is not None:
            change, size = (sp.csr_array(Z.T @ part @ Z) for part in (change, size))
        worst = _largest_change(change, size)
        if worst >= 0:
            motion = np.zeros(change.shape[0])
            motion[worst] = 1.0
            motion = motion if Z is None else Z @ motion
            return f"those of {linear.dofs[int(np.argmax(np.abs(motion)))]} in {frame.words}"
    return ""


def _largest_change(change: sp.csr_array, size: sp.csr_array) -> int:
    """Row of the largest change beside the largest entries of its row and column, −1 where none is."""
    found = sp.coo_array(change)
    if not found.nnz or not size.nnz:
        return -1
    rows, columns = (abs(size).max(axis=axis).toarray().ravel() for axis in (1, 0))
    floor = 1e-6 * float(rows.max())
    allowed = LINEAR_STATE.rounded_change * np.sqrt(
        np.maximum(rows, floor)[found.row] * np.maximum(columns, floor)[found.col]
    )
    part = np.abs(found.data) / allowed
    return int(found.row[np.argmax(part)]) if part.max() > 1.0 else -1
