"""The total joint: each of six relative components free, locked or driven."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
import scipy

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import quat_from_axis_angle, rotate, unrotate
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, Polynomial, as_curve
from mbfe.joints.pairs.angular_pairs import SPACE, SPACE_SIGNALS
from mbfe.joints.pairs.coordinate_law import ANGLE_X, ANGLE_Z
from mbfe.joints.pairs.lower_pair_base import LENGTH, LOCKED_WORDS, OFF, ROTATION, LowerPair, rows_between
from mbfe.joints.pairs.lower_pairs import CARDAN, CARDAN_SIGNALS
from mbfe.joints.pairs.total_joint_law import total_joint
from mbfe.laws import Law, Status
from mbfe.model import Builder, Frame, Model, NamedOutput, RelativeStart

__all__ = ["TotalJoint"]

COMPONENTS = {**SPACE, **CARDAN}
FREE_WORD, LOCKED_WORD = "free", "locked"
Y_AND_Z, X_AND_Y = quat_from_axis_angle((0, 0, 1), math.pi / 2), quat_from_axis_angle((1, 0, 0), -math.pi / 2)
"""Axes in which angles y and z, or x and y, are the first and the third of R_x R_y R_z."""
AT_REST = 1e-9
"""Rate as drawn that counts as none, as a part of the largest rate of the components."""
SINGULAR = 1e-9
"""Cosine of angle_y below which angles x and z cannot be distinguished."""


def axes_of_angles(angles: Sequence[float]) -> Floats:
    """Axes (rows) of the rotations of R_x R_y R_z, in axes of the first side."""
    a, b, _ = angles
    about_y = (0.0, math.cos(a), math.sin(a))
    about_z = (math.sin(b), -math.sin(a) * math.cos(b), math.cos(a) * math.cos(b))
    return np.array([(1.0, 0.0, 0.0), about_y, about_z])


def angles_near(R: Floats, targets: Sequence[float | None]) -> list[float]:
    """Angles in (−π, π] about x, y, z with R_x R_y R_z = R, (3, 3) [rad].

    Of the two solutions it is the one nearest to the target angles [rad], None for those not prescribed.
    """
    a, _, c = targets
    cosine = math.hypot(R[0, 0], R[0, 1])
    beta = math.atan2(R[0, 2], cosine)
    if cosine > SINGULAR:
        alpha, gamma = math.atan2(-R[1, 2], R[2, 2]), math.atan2(-R[0, 1], R[0, 0])
        both = [(alpha, beta, gamma), (alpha + math.pi, math.pi - beta, gamma + math.pi)]
    else:  # only α ± γ is determined: what is prescribed of them, or γ = 0
        sign = math.copysign(1.0, R[0, 2])
        total = math.atan2(R[2, 1], R[1, 1])  # α + sign γ
        gamma = c if c is not None else sign * (total - a) if a is not None else 0.0
        both = [(total - sign * gamma, beta, gamma)]

    def wrapped(angle: float) -> float:
        return math.remainder(angle, 2.0 * math.pi)

    def distance(angles: Sequence[float]) -> float:
        return sum(abs(wrapped(x - y)) for x, y in zip(angles, targets, strict=True) if y is not None)

    best = both[0] if len(both) == 1 or distance(both[0]) <= distance(both[1]) + SINGULAR else both[1]
    return [wrapped(angle) for angle in best]


@dataclass(frozen=True, eq=False)
class TotalJoint(LowerPair):
    """Joint whose six relative components are each free, locked, or driven by a time function.

    Parameters
    ----------
    displacement_x, displacement_y, displacement_z : "free", "locked", float, Curve or callable
        Displacement of the second frame along the axes of the first [m].
    angle_x, angle_y, angle_z : "free", "locked", float, Curve or callable
        Angles of the rotation R_x(angle_x) R_y(angle_y) R_z(angle_z) of the second frame [rad].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. A locked component keeps the value that it has as
    drawn; a driven one starts at the value and rate of its time function at t = 0: the initial pose and
    velocity of a body that is drawn elsewhere, or at rest, follow from it, unless the joint closes a loop,
    which must be closed as drawn or by ``initial="project"``.

    Any single angle, free or driven, is unlimited, and so are two free ones if the third is locked or driven.
    With all three free the motion is unlimited, and angle_y is defined between −π/2 and π/2. Where angle_x
    and angle_z are free and angle_y is driven, it is limited to ±π/2, where both axes coincide.

    Springs, stops, motors and couplings act on the components that are not locked, by the names above. Where
    several angles are free or driven they are defined for angle_y within ±π/2 only; a run that leaves this
    range then ends with an error. Results: ``displacement`` and its parts, ``velocity``, ``angle_x``,
    ``angle_y``, ``angle_z`` and their ``…_rate``, ``rotation``, ``angular_velocity``, ``reaction``, with the
    forces and torques of the drives in it.

    Examples
    --------
    >>> from mbfe import Model, curves, elements, joints
    >>> model = Model()
    >>> table = model.add(elements.RigidBody("table", mass=9.0, inertia=(1.0, 1.0, 2.0)))
    >>> shake = curves.Harmonic(0.02, 5.0)
    >>> joint = joints.TotalJoint("shaker", model.ground, table, displacement_x=shake, angle_z="free")
    >>> sorted(model.add(joint).coordinates)
    ['angle_z', 'displacement_x']
    """

    _: KW_ONLY
    displacement_x: Any = LOCKED_WORD
    displacement_y: Any = LOCKED_WORD
    displacement_z: Any = LOCKED_WORD
    angle_x: Any = LOCKED_WORD
    angle_y: Any = LOCKED_WORD
    angle_z: Any = LOCKED_WORD
    drives: Mapping[str, Curve] = field(init=False, repr=False)

    in_axes_of_first: ClassVar[bool] = True

    law: ClassVar[Law] = total_joint
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        *SPACE_SIGNALS,
        *CARDAN_SIGNALS,
        NamedOutput("rotation", "rotation", None, "rotation of the second side"),
        NamedOutput("angular_velocity", "angular_velocity", None, "relative angular velocity"),
    )

    @property
    def coordinates(self) -> Mapping[str, int]:
        """Components that are not locked."""
        return {name: number for name, number in COMPONENTS.items() if self._way(name) != LOCKED_WORD}

    def _way(self, name: str) -> str:
        """Free, locked or "driven"."""
        given = getattr(self, name)
        return given if isinstance(given, str) else "driven"

    def validate(self) -> None:
        """Check the argument of each component."""
        drives = {}
        for name in COMPONENTS:
            where = f"{self.where}: {name}"
            if self._way(name) == "driven":
                drives[name] = as_curve(getattr(self, name), where)
            elif self._way(name) not in (FREE_WORD, LOCKED_WORD):
                raise ModelError(
                    where,
                    f'"{self._way(name)}"',
                    allowed=f'"{FREE_WORD}", "{LOCKED_WORD}", or a time function',
                )
        settle(self, drives=drives)
        if all(self._way(name) == FREE_WORD for name in COMPONENTS):
            raise ModelError(self.where, "all components are free", allowed="a component that is not")
        super().validate()

    def _is_free(self, name: str) -> bool:
        return self._way(name) == FREE_WORD

    def _begin(self, model: Model) -> dict[str, tuple[float, float]]:
        """Value of each component at the start, that of its drive or as drawn, and the rate to be added.

        A drive adds its rate where the given motion has none along its component; a given rate is not
        changed, so that one which differs from that of the drive is detected.
        """
        drawn = self.drawn_apart(model)
        driven = {name: curve.derivatives(0.0)[:2] for name, curve in self.drives.items()}
        targets = [None if self._is_free(n) else driven.get(n, (0.0, 0.0))[0] for n in CARDAN]
        drawn_rotation = scipy.spatial.transform.Rotation.from_quat(np.roll(drawn.orientation, -1))
        angles = angles_near(drawn_rotation.as_matrix(), targets)
        values = dict(zip(COMPONENTS, (*drawn.position.tolist(), *angles), strict=True))
        rates = dict(zip(COMPONENTS, self._drawn_rates(model, angles), strict=True))
        largest = max(map(abs, rates.values()))
        begin = {}
        for name, value in values.items():
            target, rate = driven.get(name, (value, 0.0))
            begin[name] = (target, rate if abs(rates[name]) <= AT_REST * largest else 0.0)
        return begin

    def _drawn_rates(self, model: Model, angles: Sequence[float]) -> list[float]:
        """Rates of the components in the motion as drawn."""
        first, a, second, b = self.frames(model)
        at_a, at_b = first.frame @ a, second.frame @ b
        moved, spins = [], []
        for node, frame in ((first, a), (second, b)):
            w = rotate(node.frame.orientation, node.twist[3:])
            v = rotate(node.frame.orientation, node.twist[:3] + np.cross(node.twist[3:], frame.position))
            moved.append(unrotate(at_a.orientation, v))
            spins.append(unrotate(at_a.orientation, w))
        apart = unrotate(at_a.orientation, at_b.position - at_a.position)
        velocity = moved[1] - moved[0] + np.cross(apart, spins[0])
        turning = np.linalg.lstsq(axes_of_angles(angles).T, spins[1] - spins[0], rcond=1e-12)[0]
        return [*velocity.tolist(), *turning.tolist()]

    @property
    def locked(self) -> tuple[int, ...]:  # type: ignore[override]
        """Kinds of its rows: those of components that are not free."""
        kinds = (LENGTH,) * 3 + (ROTATION,) * 3
        return tuple(OFF if self._is_free(n) else kind for n, kind in zip(COMPONENTS, kinds, strict=True))

    def check_points(self, model: Model) -> None:
        """Refuse driven angles against a side that does not turn, and what other joints refuse."""
        super().check_points(model)
        first, _, second, _ = self.frames(model)
        driven = [name for name in CARDAN if name in self.drives]
        for side in (first, second):
            if side.lacks_rotation and driven:
                raise ModelError(
                    f"{self.where}: {driven[0]}",
                    f'driven, but "{side.name}" does not turn',
                    allowed=f'"{FREE_WORD}" or "{LOCKED_WORD}", which then ties nothing',
                )

    def start_of(self, model: Model) -> RelativeStart | None:
        """Pose and velocity at the start of the drives."""
        if not self.drives:
            return None
        begin = self._begin(model)
        angles, rates = ([begin[name][order] for name in CARDAN] for order in (0, 1))
        place, velocity = (np.array([begin[name][order] for name in SPACE]) for order in (0, 1))
        spin = axes_of_angles(angles).T @ rates
        first, frame_a, second, frame_b = self.frames(model)
        placed = Frame(place, scipy.spatial.transform.Rotation.from_euler("XYZ", angles))
        return RelativeStart(first, second, frame_a, frame_b, placed, velocity, spin, by_drives=True)

    def start_value(self, model: Model, component: int) -> float:
        """Component at the start, that of its drive with all turns [m, rad]."""
        name = next(name for name, number in COMPONENTS.items() if number == component)
        return self._begin(model)[name][0]

    def place_of(self, model: Model, name: str) -> tuple[Frame, Frame, int]:
        """Frames and component by which others measure a coordinate.

        Locked angles at both ends of R_x R_y R_z belong to the frames; the axes are turned so that one that
        does not move is the bounded one in the middle, see :mod:`mbfe.joints.pairs.total_joint_law`.
        """
        _, a, _, b = self.frames(model)
        if name in SPACE:
            return a, b, COMPONENTS[name]
        begin = self._begin(model)
        x, y, z = (self._way(angle) != LOCKED_WORD for angle in CARDAN)
        turns = [
            Frame((0, 0, 0), quat_from_axis_angle(axis, begin[angle][0]))
            for angle, axis in zip(CARDAN, np.eye(3), strict=True)
        ]
        here = Frame()
        a = a @ (here if x else turns[0] if y else turns[0] @ turns[1])
        b = b @ here.seen_from(here if z else turns[2] if y else turns[1] @ turns[2])
        if y and not (x and z):
            axes = Frame((0, 0, 0), X_AND_Y if x else Y_AND_Z)
            component = ANGLE_X if name == ("angle_x" if x else "angle_y") else ANGLE_Z
            return a @ axes, b @ axes, component
        return a, b, COMPONENTS[name]

    def _bounded(self, model: Model) -> bool:
        """Whether an item uses angles that are undefined where angle_y passes ±90°."""
        x, y, z = map(self._is_free, CARDAN)
        if x and z and not y:
            return True  # both free axes coincide there
        moving = all(self._way(angle) != LOCKED_WORD for angle in CARDAN)
        names = {f"{self.name}.{angle}" for angle in CARDAN}
        return moving and not (x and y and z) and not names.isdisjoint(model.measured)

    def failure_words(self, code: int) -> str:
        """Reason why the law failed."""
        if code == Status.AT_LIMIT:
            return (
                "passes 90° with angle_y, beyond which its angle_x and angle_z have no values to measure "
                "while several of the three move"
            )
        return super().failure_words(code)

    def build(self, builder: Builder) -> None:
        """Give the law the frames and the time functions."""
        nodes, frames = self.placed(builder.model)
        starts = {name: value for name, (value, _) in self._begin(builder.model).items()}
        curves = (self.drives.get(name, Polynomial(starts[name])) for name in COMPONENTS)
        builder.add(
            self,
            total_joint,
            nodes,
            row_kinds=rows_between(self, *nodes),
            history={"angles": [starts[name] for name in CARDAN]},
            free=[float(self._is_free(name)) for name in CARDAN],
            bounded=float(self._bounded(builder.model)),
            **frames,
            values_at=[builder.curve(curve, of_time=True, drives=True, is_position=True) for curve in curves],
        )

    def callbacks(self) -> tuple[Callback, ...]:
        """Time functions that are Python functions."""
        return tuple(callback for curve in self.drives.values() for callback in curve.callbacks)

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        name = list(COMPONENTS)[row]
        return f"prescribed {name}" if name in self.drives else LOCKED_WORDS[row]
