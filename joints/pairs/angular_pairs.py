"""Joints of shafts, universal and constant-velocity, and joints that constrain the orientation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import multiply, quat_from_axis_angle
from mbfe.joints.pairs.coordinate_law import ANGLE as TWIST
from mbfe.joints.pairs.coordinate_law import (
    ANGLE_X,
    ANGLE_Y,
    DISPLACEMENT_X,
    DISPLACEMENT_Y,
    DISPLACEMENT_Z,
)
from mbfe.joints.pairs.lower_pair_base import LENGTH, OFF, ROTATION, LowerPair
from mbfe.joints.pairs.lower_pairs import CARDAN_SIGNALS
from mbfe.joints.pairs.spatial_pair_law import spatial_pair
from mbfe.laws import Law
from mbfe.model import NamedOutput

__all__ = ["SPACE", "SPACE_SIGNALS", "ConstantVelocity", "ParallelAxis", "SameOrientation", "Universal"]

SPACE = {
    "displacement_x": DISPLACEMENT_X,
    "displacement_y": DISPLACEMENT_Y,
    "displacement_z": DISPLACEMENT_Z,
}
SPACE_SIGNALS = (
    NamedOutput("displacement", "displacement", None, "displacement in the first side", rate="velocity"),
    *(
        NamedOutput(f"displacement_{x}", "displacement", i, f"its part along {x}", rate=f"velocity.{x}")
        for i, x in enumerate("xyz")
    ),
    NamedOutput("velocity", "velocity", None, "its rate"),
)
TWO_ANGLES = (*CARDAN_SIGNALS[:2], *CARDAN_SIGNALS[3:5])


@dataclass(frozen=True, eq=False)
class Universal(LowerPair):
    """Universal (Cardan, Hooke) joint: x of the first frame and y of the second are the pins of its cross.

    Parameters
    ----------
    angle_x, angle_y : float
        Initial angles about the pin in the first side and the pin in the second side [rad].
    angle_x_rate, angle_y_rate : float
        Their initial rates [rad/s].

    Notes
    -----
    Other parameters as for :class:`LowerPair`; ``axis`` (z) is that of the shafts, drawn in line. For shafts
    drawn at an angle, give both frames, or ``angle_x`` and ``angle_y`` to a straight drawing. The rotation of
    the second side is R_x(angle_x) R_y(angle_y); the bend angle between the shafts is below 90°. Results:
    ``angle_x``, ``angle_y`` [rad], their ``…_rate`` [rad/s], ``reaction``, in the frame of the first side.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model()
    >>> shaft = model.add(elements.RigidBody("shaft", mass=1.0, inertia=(0.02, 0.02, 0.01)))
    >>> cross = joints.Universal("cross", model.ground, shaft, axis=(0, 0, 1), angle_x=0.5)
    >>> sorted(model.add(cross).coordinates)
    ['angle_x', 'angle_y']
    """

    _: KW_ONLY
    angle_x: float = 0.0
    angle_y: float = 0.0
    angle_x_rate: float = 0.0
    angle_y_rate: float = 0.0

    free: ClassVar[Mapping[str, int]] = {"angle_x": ANGLE_X, "angle_y": ANGLE_Y}
    locked: ClassVar[tuple[int, ...]] = (LENGTH,) * 3 + (OFF, OFF, ROTATION)
    law: ClassVar[Law] = spatial_pair
    signals: ClassVar[tuple[NamedOutput, ...]] = TWO_ANGLES

    @property
    def third_angle(self) -> tuple[float, float]:
        """Initial angle z [rad] and its rate [rad/s], which the joint prescribes."""
        return 0.0, 0.0

    @property
    def start_turn(self) -> Floats:
        """Initial rotation R_x R_y R_z of the second frame in the first."""
        turn = np.array([1.0, 0.0, 0.0, 0.0])
        for axis, angle in zip(np.eye(3), (self.angle_x, self.angle_y, self.third_angle[0]), strict=True):
            turn = multiply(turn, quat_from_axis_angle(axis, float(angle)))
        return turn

    @property
    def start_rate(self) -> tuple[Floats, Floats]:
        """Initial relative velocities."""
        sa, ca, sb, cb = (f(angle) for angle in (self.angle_x, self.angle_y) for f in (math.sin, math.cos))
        about_y, about_z = np.array([0.0, ca, sa]), np.array([sb, -sa * cb, ca * cb])
        spin = self.angle_x_rate * np.eye(3)[0] + self.angle_y_rate * about_y + self.third_angle[1] * about_z
        return np.zeros(3), spin


@dataclass(frozen=True, eq=False)
class ConstantVelocity(Universal):
    """Constant-velocity joint: the shafts bend without relative rotation about their axes.

    Notes
    -----
    Parameters and results as for :class:`Universal`. The relative rotation has no twist about z (q_z = 0 of
    its quaternion), so both shafts have equal speeds at any bend angle below 180°. The rotation is
    R_x(angle_x) R_y(angle_y) R_z(γ), where tan γ/2 = −tan(angle_x/2) tan(angle_y/2).
    """

    full: ClassVar[bool] = True

    @property
    def third_angle(self) -> tuple[float, float]:
        """Initial angle z [rad] and its rate [rad/s], which the joint prescribes."""
        a, b = math.tan(0.5 * self.angle_x), math.tan(0.5 * self.angle_y)
        rate = self.angle_x_rate * (1.0 + a * a) * b + self.angle_y_rate * (1.0 + b * b) * a
        return -2.0 * math.atan(a * b), -rate / (1.0 + a * a * b * b)


@dataclass(frozen=True, eq=False)
class ParallelAxis(LowerPair):
    """The z axes of both sides stay parallel; displacements and the rotation about z are free.

    Notes
    -----
    Parameters as for :class:`LowerPair`. Results: ``displacement``, ``velocity`` and the parts
    ``displacement_x``, ``displacement_y``, ``displacement_z``, ``angle``, ``angle_rate``, ``reaction``.
    """

    free: ClassVar[Mapping[str, int]] = SPACE | {"angle": TWIST}
    locked: ClassVar[tuple[int, ...]] = (OFF,) * 3 + (ROTATION, ROTATION, OFF)
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        *SPACE_SIGNALS,
        NamedOutput("angle", "angle", None, "angle about the axis, unwrapped"),
        NamedOutput("angle_rate", "angular_velocity", 2, "rate of the angle"),
    )


@dataclass(frozen=True, eq=False)
class SameOrientation(LowerPair):
    """Both sides keep the same orientation; displacements are free.

    Notes
    -----
    Parameters as for :class:`LowerPair`. Results: ``displacement``, ``velocity`` and the parts
    ``displacement_x``, ``displacement_y``, ``displacement_z``, ``reaction``.
    """

    free: ClassVar[Mapping[str, int]] = SPACE
    locked: ClassVar[tuple[int, ...]] = (OFF,) * 3 + (ROTATION,) * 3
    full: ClassVar[bool] = True
    signals: ClassVar[tuple[NamedOutput, ...]] = SPACE_SIGNALS
