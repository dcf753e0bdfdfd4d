"""Campbell diagram: modes of a rotor over its speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from mbfe.analyses.linearise import Linearised, linearise
from mbfe.analyses.modes import match, modes_of
from mbfe.analyses.snapshot import Snapshot
from mbfe.analyses.steady import solve_steady_rotation
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.campbell import Campbell
from mbfe.results.modes import Modes
from mbfe.rotations import multiply, quat_from_axis_angle, rotate, unit_vector

Floats = NDArray[np.float64]

SPARE = 6
"""Modes beyond those asked for, which may come down to them at other speeds."""

CIRCULAR = 0.05
"""Orbits are circular in one sense above this value, and have no sense below."""


def campbell(
    model: Model,
    *,
    speeds: ArrayLike,
    about: Any = None,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    n: int = 8,
    states: Sequence[Any] | None = None,
    initial: str = "refuse",
) -> Campbell:
    """Frequencies and damping of a rotor over its speed.

    Parameters
    ----------
    model : Model
        The rotor: everything but the ground turns. Its supports are alike in all directions about the axis.
    speeds : (k,) array_like
        Angular velocities [rad/s].
    about : body, node, str or (3,) array_like, optional
        A body or node on the axis, or a point of it [m]; the origin of the world when absent.
    axis : (3,) array_like
        Direction of the axis, world axes.
    n : int
        How many modes.
    states : sequence, optional
        Steady states at these speeds, one for each; ``solve_steady_rotation`` finds them when absent.
    initial : {"refuse", "project"}
        Whether joints that do not meet as drawn are refused or pulled together.

    Returns
    -------
    Campbell
        Branches followed over the speed, in the rotating and in the resting frame; ``plot``,
        ``critical_speeds``.

    Raises
    ------
    ModelError
        If the supports or loads are not alike in all directions, so that the equations of the rotating
        rotor vary in time.

    Notes
    -----
    Complex modes about the steady states, whose coefficients are constant in body axes. An orbit in the plane
    across the axis is z = x + iy = ½(D₁ + iD₂)e^{st} + ½(D₁ − iD₂)*e^{s*t} in the rotating frame: circles in
    the sense of the rotation and against it. The larger one gives the sign of Im s, and e^{iΩt}z is the
    motion in the resting frame: whirl with Im s + Ω, forward when positive.
    """
    values = np.atleast_1d(np.asarray(speeds, dtype=float))
    if values.ndim != 1 or not np.isfinite(values).all() or not len(values):
        raise ModelError("campbell: speeds", f"{speeds!r}", allowed="finite numbers")
    if states is not None and len(states) != len(values):
        raise ModelError("campbell: states", f"{len(states)}", allowed=f"{len(values)}, one for each speed")
    direction = unit_vector(axis, where="campbell: axis")
    compiled = model.compile()
    solved: list[Modes] = []
    found: list[tuple[NDArray[Any], NDArray[Any], Floats]] = []
    state: Any = None
    for i, speed in enumerate(values):
        if states is not None:
            state = states[i]
        else:
            state = _steady(model, about, direction, float(speed), state, initial)
        linear = linearise(compiled, about=state)
        if i == len(values) - 1:
            _check_symmetry(compiled, linear, direction, _point(model, about))
        modes = modes_of(linear, n=n + SPARE, damping=True)
        if not len(modes):
            raise ModelError(
                "campbell: model", "has no modes: joints and drives hold it all", allowed="parts that vibrate"
            )
        solved.append(modes)
        found.append(_oriented(modes, direction))
    branch = _follow(found, [modes.linear.scales for modes in solved], values, n)
    return _collect(model, values, solved, found, branch)


def _steady(model: Model, about: Any, axis: Floats, speed: float, before: Any, initial: str) -> Any:
    """The steady state at a speed; at rest without loads it is the model as drawn."""
    if speed == 0.0:
        drawn = linearise(model)
        if drawn.imbalance == 0.0:
            return drawn.snapshot
    return solve_steady_rotation(
        model, about=about, axis=axis, speed=speed, state=before, initial=initial
    )


def _point(model: Model, about: Any) -> Floats:
    if about is None:
        return np.zeros(3)
    if isinstance(about, str) or not np.iterable(about):
        return model.node(about, where="campbell: about").frame.position
    return np.asarray(about, dtype=float)


def _oriented(modes: Modes, axis: Floats) -> tuple[NDArray[Any], NDArray[Any], Floats]:
    """Eigenvalues and vectors with the sign of Im s that of the larger circle, and the sense of the orbits.

    The sense is (P₊ − P₋)/P with P₊, P₋ the squares of the circles and P that of the whole motion.
    """
    first = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    first /= np.linalg.norm(first)
    second = np.cross(axis, first)
    parts = modes.shapes.reshape(len(modes), -1, 2, 3)
    length = float(modes.linear.compiled.system.environment[3])
    parts = parts * np.array([1.0, length])[:, None]
    one, two, along = (parts @ e for e in (first, second, axis))
    forward = (np.abs(one + 1j * two) ** 2).sum(axis=(1, 2))
    backward = (np.abs(one - 1j * two) ** 2).sum(axis=(1, 2))
    whole = forward + backward + 2.0 * (np.abs(along) ** 2).sum(axis=(1, 2))
    sense = (forward - backward) / np.where(whole > 0.0, whole, 1.0)
    values, vectors = modes.values.copy(), modes.vectors.astype(complex)
    turned = sense < -CIRCULAR
    values[turned] = values[turned].conj()
    vectors[:, turned] = vectors[:, turned].conj()
    return values, vectors, np.abs(sense)


def _follow(
    found: list[tuple[NDArray[Any], NDArray[Any], Floats]], scales: list[Floats], speeds: Floats, n: int
) -> NDArray[np.int64]:
    """Numbers of the branches at each speed, followed up and down from the slowest rotation.

    At rest the planes of equal modes are any, so the search begins beside it.
    """
    turning = np.where(speeds == 0.0, np.inf, np.abs(speeds))
    begin = int(np.argmin(turning)) if np.isfinite(turning).any() else 0
    count = min(n, len(found[begin][0]))
    branch = np.full((len(speeds), count), -1)
    branch[begin] = np.arange(count)
    for way in (range(begin + 1, len(speeds)), range(begin - 1, -1, -1)):
        old, old_vectors = found[begin][0][:count], (found[begin][1] / scales[begin][:, None])[:, :count]
        for i in way:
            new, vectors = found[i][0], found[i][1] / scales[i][:, None]
            old, old_vectors = old.copy(), old_vectors.copy()
            planar = found[i][2] < CIRCULAR
            if speeds[i] == 0.0:
                planar[:] = True
            floor = max(abs(speeds[i]), abs(speeds[begin]))  # signed frequencies pass through zero
            for j, k in match(old, old_vectors, new, vectors, weight=2.0, floor=floor, either=planar):
                branch[i, j] = k
                old[j], old_vectors[:, j] = new[k], vectors[:, k]
    return branch


def _beside(i: int, speeds: Floats) -> int:
    """Number of the speed nearest to speed i that is not zero, or i itself."""
    distance = np.where(speeds != 0.0, np.abs(speeds - speeds[i]), np.inf)
    return int(np.argmin(distance)) if np.isfinite(distance).any() else i


def _collect(
    model: Model,
    speeds: Floats,
    solved: list[Modes],
    found: list[tuple[NDArray[Any], NDArray[Any], Floats]],
    branch: NDArray[np.int64],
) -> Campbell:
    values = np.full(branch.shape, np.nan, dtype=complex)
    sense = np.zeros(branch.shape)
    for i, numbers in enumerate(branch):
        live = numbers >= 0
        values[i, live] = found[i][0][numbers[live]]
        sense[i, live] = found[i][2][numbers[live]]
    turning = speeds != 0.0
    for i in map(int, np.flatnonzero(~turning)):  # at rest the planes are any: the sense is that beside it
        near = values.imag[_beside(i, speeds)]
        values[i] = np.where(near < 0.0, values[i].real - 1j * np.abs(values[i].imag), values[i])
    orbit = np.where(turning[:, None], sense, 0.0).max(axis=0) > CIRCULAR
    whirl = np.where(orbit, values.imag + speeds[:, None], np.abs(values.imag))
    return Campbell(
        name=model.name,
        speeds=speeds,
        values=values,
        whirl=whirl,
        circular=orbit,
        branch=branch,
        modes=solved,
    )


def _check_symmetry(compiled: CompiledModel, linear: Linearised, axis: Floats, point: Floats) -> None:
    """Refuse supports and loads that vary for the rotor: turn the whole state and compare the equations."""
    snapshot = linear.snapshot
    turn = quat_from_axis_angle(axis, 1.0)
    motion = snapshot.motion.copy()
    nodes = compiled.model.nodes.values()
    driven = compiled.system.driven
    rows = [node.number for node in nodes if node.moves] + [int(row) for row in driven[:, 0]]
    motion[rows, 0:3] = point + rotate(turn, motion[rows, 0:3] - point)
    rows = [node.number for node in nodes if all(node.free[3:]) or node.drive is not None]
    motion[rows, 3:7] = multiply(np.broadcast_to(turn, (len(rows), 4)), motion[rows, 3:7])
    turned = Snapshot(motion, snapshot.multiplier, snapshot.history, snapshot.time, snapshot.load_factor)
    drawn = driven[:, 1:8].copy()
    driven[:, 1:4] = point + rotate(turn, drawn[:, 0:3] - point)
    driven[:, 4:8] = multiply(np.broadcast_to(turn, (len(drawn), 4)), drawn[:, 3:7])
    other = linearise(compiled, about=turned)
    driven[:, 1:8] = drawn
    S = sp.diags_array(linear.scales)
    for mine, theirs in ((linear.K, other.K), (linear.C, other.C)):
        difference, size = (abs(S @ part @ S).max() if part.nnz else 0.0 for part in (mine - theirs, mine))
        if difference > 1e-6 * size:
            raise ModelError(
                "campbell",
                "the equations of the rotating rotor vary in time: supports or loads differ with direction",
                allowed="supports and loads that are alike in all directions about the axis",
                remedy="Integrate in time with solve_dynamic",
            )
    snapshot.put_into(compiled, where="campbell")
