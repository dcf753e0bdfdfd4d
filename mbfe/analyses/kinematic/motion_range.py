"""Range of a coordinate of a mechanism: ``range_of_motion``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.kinematic.arc_path import ArcPath
from mbfe.analyses.kinematic.following import Follower
from mbfe.analyses.kinematic.geometry import Geometry, null_space
from mbfe.analyses.kinematic.kinematics import prepare
from mbfe.analyses.kinematic.state_quantity import StateQuantity
from mbfe.analyses.kinematic.tolerances import RANGE
from mbfe.checks import check_initial
from mbfe.contracts import checked
from mbfe.errors import ModelError, SolveError
from mbfe.model.model import Model
from mbfe.model.states.snapshot import Snapshot

__all__ = ["MotionRange", "range_of_motion"]

MOTION_RANGE = "range_of_motion"


@dataclass(frozen=True, eq=False)
class MotionRange:
    """Limits of a coordinate.

    Attributes
    ----------
    name, unit : str
        The coordinate.
    drawn : float
        Its value at the start.
    low, high : float
        Its least and largest value on the branch as drawn, −inf and inf where it is unlimited.
    poses : tuple of two Snapshot
        The dead points at both ends, or the last poses.
    """

    name: str
    unit: str
    drawn: float
    low: float
    high: float
    poses: tuple[Snapshot, Snapshot]

    @property
    def unlimited(self) -> bool:
        """Whether the coordinate has no limits."""
        return bool(np.isinf(self.low) and np.isinf(self.high))

    def __str__(self) -> str:
        if self.unlimited:
            return f'"{self.name}" is not limited'
        text = f'"{self.name}" from {self.low:.9g} to {self.high:.9g} {self.unit}'
        if self.unit == "rad":
            text += f" ({np.degrees(self.low):.6g}° to {np.degrees(self.high):.6g}°)"
        return text


@one_blas_thread()
@checked
def range_of_motion(
    model: Model, coordinate: str, *, time: float | None = None, state: Any = None, initial: str = "refuse"
) -> MotionRange:
    """Find the limits of a coordinate on the branch of positions as drawn.

    Parameters
    ----------
    model : Model
        A mechanism with one degree of freedom; drives are constant, masses have no effect.
    coordinate : str
        The coordinate, named as in results: ``"rocker.angle"``, ``"slide.displacement"``, or any other
        quantity of positions such as ``"coupler.position.x"``.
    time : float, optional
        Time at which drives are evaluated [s]: that of the state, or 0, when absent.
    state : Run, Assembly, Snapshot, path and others, optional
        Pose at the start, as for :func:`solve_kinematics`; the model as drawn when absent.
    initial : {"refuse", "project"}
        Whether violated constraints at the start are refused or closed.

    Returns
    -------
    MotionRange
        Its limits are dead points, limits of motion of a drive of this coordinate.

    Raises
    ------
    ModelError
        If the mechanism has no degree of freedom, or several.

    Notes
    -----
    The curve of poses C(H) = 0 is followed by its arc length s; a limit is where dq/ds = 0, found to
    round-off. An angle for which the pose repeats after a whole turn is unlimited.
    """
    check_initial(MOTION_RANGE, initial)
    compiled = model.compile()
    geometry, time, _ = prepare(compiled, state, time, project=initial == "project", where=MOTION_RANGE)
    if not geometry.holonomic.all():
        raise ModelError(
            MOTION_RANGE, "the model has rows for velocities", allowed="joints and drives of positions"
        )
    Follower(geometry).close(time)
    free = null_space(geometry.matrix(time))
    if free.shape[1] != 1:
        raise ModelError(
            f"{MOTION_RANGE}: model",
            f"has {free.shape[1]} free motions with its drives at rest",
            allowed="exactly one; leave the motor of this coordinate out",
        )
    quantity = StateQuantity(geometry, coordinate, f"{MOTION_RANGE}: coordinate")
    along = float(quantity.gradient(time) @ free[:, 0])
    if abs(along) <= 1e-9:
        raise ModelError(
            f"{MOTION_RANGE}: coordinate",
            f'"{coordinate}" is at its limit as drawn, or does not take part in the motion',
            remedy="Draw the mechanism a little away from its dead point",
        )
    start = geometry.motion.copy()
    drawn = quantity.value(time)
    ends = []
    for sign in (-1.0, 1.0):
        ends.append(_limit(geometry, quantity, start, time, sign * np.sign(along) * free[:, 0], sign))
    (low, first), (high, last) = ends
    return MotionRange(coordinate, quantity.unit, drawn, drawn + low, drawn + high, (first, last))


def _limit(
    geometry: Geometry, quantity: StateQuantity, start: Floats, time: float, guess: Floats, sign: float
) -> tuple[float, Snapshot]:
    """How far the quantity goes in one direction, and the pose there."""
    path = ArcPath(
        geometry,
        start,
        time,
        guess=guess,
        progress=lambda tangent, at: sign * float(quantity.gradient(at) @ tangent),
        step=RANGE.longest_step * geometry.length,
    )
    geometry.motion[:] = start
    total, last, travelled = 0.0, quantity.value(time), 0.0
    while True:
        turned = path.advance()
        if path.lost:
            raise SolveError(
                MOTION_RANGE,
                f'"{quantity.name}" cannot be followed beyond {last:.6g} {quantity.unit}: '
                "several motions meet there",
                remedy="Draw the mechanism away from this pose",
            )
        geometry.motion[:] = path.motion
        value = quantity.value(time)
        total += quantity.near(value - last)
        last = value
        travelled += path.step
        if turned:
            return total, Snapshot.of(geometry.compiled, time=time)
        limit = (
            2.0 * np.pi * RANGE.unlimited_turns
            if quantity.is_angle
            else RANGE.unlimited_way * geometry.length
        )
        if abs(total) > limit or travelled > 10.0 * RANGE.unlimited_way * geometry.length:
            return sign * np.inf, Snapshot.of(geometry.compiled, time=time)
