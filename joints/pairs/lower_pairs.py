"""The fixed joint, the six lower pairs, and a point of the second side on a line or plane of the first."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.checks import finite_vector
from mbfe.errors import ModelError
from mbfe.joints.pairs.coordinate_law import ANGLE as TWIST
from mbfe.joints.pairs.coordinate_law import (
    ANGLE_X,
    ANGLE_Y,
    ANGLE_Z,
    DISPLACEMENT_X,
    DISPLACEMENT_Y,
    DISPLACEMENT_Z,
)
from mbfe.joints.pairs.lower_pair_base import LENGTH, OFF, ROTATION, LowerPair
from mbfe.joints.pairs.spatial_pair_law import spatial_pair
from mbfe.laws import Law
from mbfe.model import NamedOutput

__all__ = [
    "CARDAN", "CARDAN_SIGNALS", "PLANE", "Cylindrical", "Fixed", "InLine", "InPlane", "Planar", "Prismatic",
    "Revolute", "Screw", "Spherical",
]  # fmt: skip

CARDAN = {"angle_x": ANGLE_X, "angle_y": ANGLE_Y, "angle_z": ANGLE_Z}
PLANE = {"displacement_x": DISPLACEMENT_X, "displacement_y": DISPLACEMENT_Y}

CARDAN_SIGNALS = (
    *(NamedOutput(f"angle_{axis}", "angles", i, f"Cardan angle {axis}") for i, axis in enumerate("xyz")),
    *(NamedOutput(f"angle_{axis}_rate", "angle_rates", i, "its rate") for i, axis in enumerate("xyz")),
)


@dataclass(frozen=True, eq=False)
class Fixed(LowerPair):
    """Fixed joint: no relative motion. Parameters as for :class:`LowerPair`."""

    has_axis: ClassVar[bool] = False
    locked: ClassVar[tuple[int, ...]] = (LENGTH,) * 3 + (ROTATION,) * 3
    full: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class Revolute(LowerPair):
    """Revolute joint: one rotation about the axis.

    Parameters
    ----------
    angle : float
        Initial angle [rad] from the configuration as drawn, any number of turns.
    rate : float
        Initial rate [rad/s].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. Results: ``angle`` [rad], unwrapped, ``rate`` [rad/s],
    ``reaction``.
    """

    _: KW_ONLY
    angle: float = 0.0
    rate: float = 0.0

    friction_sizes: ClassVar[Mapping[str, tuple[str, ...]]] = {"angle": ("radius", "collar_radius", "length")}
    free: ClassVar[Mapping[str, int]] = {"angle": TWIST}
    locked: ClassVar[tuple[int, ...]] = (LENGTH,) * 3 + (ROTATION, ROTATION, OFF)
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("angle", "angle", None, "angle of the second side, unwrapped", rate="rate"),
        NamedOutput("rate", "angular_velocity", 2, "rate of the angle"),
    )


@dataclass(frozen=True, eq=False)
class Prismatic(LowerPair):
    """Prismatic joint: one displacement along the axis.

    Parameters
    ----------
    displacement : float
        Initial displacement [m] from the configuration as drawn.
    rate : float
        Initial rate [m/s].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. Results: ``displacement`` [m], ``rate`` [m/s], ``reaction``.
    """

    _: KW_ONLY
    displacement: float = 0.0
    rate: float = 0.0

    friction_sizes: ClassVar[Mapping[str, tuple[str, ...]]] = {"displacement": ("length", "width")}
    free: ClassVar[Mapping[str, int]] = {"displacement": DISPLACEMENT_Z}
    locked: ClassVar[tuple[int, ...]] = (LENGTH, LENGTH, OFF) + (ROTATION,) * 3
    full: ClassVar[bool] = True
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("displacement", "displacement", 2, "displacement along the axis", rate="rate"),
        NamedOutput("rate", "velocity", 2, "rate of the displacement"),
    )


@dataclass(frozen=True, eq=False)
class Cylindrical(LowerPair):
    """Displacement along the axis and rotation about it, independent of each other.

    Parameters
    ----------
    displacement, angle : float
        Initial displacement [m] and angle [rad].
    displacement_rate, angle_rate : float
        Initial rates [m/s], [rad/s].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. Results: ``displacement``, ``angle``, ``displacement_rate``,
    ``angle_rate``, ``reaction``.
    """

    _: KW_ONLY
    displacement: float = 0.0
    angle: float = 0.0
    displacement_rate: float = 0.0
    angle_rate: float = 0.0

    friction_sizes: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "angle": ("radius", "length"),
        "displacement": ("length",),
    }
    free: ClassVar[Mapping[str, int]] = {"displacement": DISPLACEMENT_Z, "angle": TWIST}
    locked: ClassVar[tuple[int, ...]] = (LENGTH, LENGTH, OFF, ROTATION, ROTATION, OFF)
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("displacement", "displacement", 2, "displacement along the axis"),
        NamedOutput("angle", "angle", None, "angle about the axis, unwrapped"),
        NamedOutput("displacement_rate", "velocity", 2, "rate of the displacement"),
        NamedOutput("angle_rate", "angular_velocity", 2, "rate of the angle"),
    )


@dataclass(frozen=True, eq=False)
class Screw(LowerPair):
    """Displacement along the axis proportional to the angle about it.

    Parameters
    ----------
    lead : float
        Displacement per turn [m], positive for a right-handed screw.
    angle : float
        Initial angle [rad]; the displacement follows.
    rate : float
        Initial rate of the angle [rad/s].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. Results: ``angle``, ``rate``, ``displacement``, ``reaction``.
    """

    _: KW_ONLY
    lead: float = 0.0
    angle: float = 0.0
    rate: float = 0.0

    both_turn: ClassVar[bool] = True
    friction_sizes: ClassVar[Mapping[str, tuple[str, ...]]] = {"angle": ("radius",)}
    free: ClassVar[Mapping[str, int]] = {"angle": TWIST, "displacement": DISPLACEMENT_Z}
    locked: ClassVar[tuple[int, ...]] = (LENGTH,) * 3 + (ROTATION, ROTATION, OFF)
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("angle", "angle", None, "angle about the axis, unwrapped", rate="rate"),
        NamedOutput("rate", "angular_velocity", 2, "rate of the angle"),
        NamedOutput("displacement", "displacement", 2, "displacement along the axis"),
        NamedOutput("displacement_rate", "velocity", 2, "rate of the displacement"),
    )

    def validate(self) -> None:
        """Check the lead."""
        super().validate()
        if not math.isfinite(self.lead) or self.lead == 0.0:
            raise ModelError(
                f"{self.where}: lead", f"{self.lead}", allowed="a number that is not zero, m per turn"
            )

    @property
    def pitch(self) -> float:
        """Displacement per angle [m/rad]."""
        return float(self.lead) / (2.0 * math.pi)


@dataclass(frozen=True, eq=False)
class Spherical(LowerPair):
    """Spherical joint: three rotations about the origin. Parameters as for :class:`LowerPair`.

    Notes
    -----
    Results: ``rotation`` (quaternion w, x, y, z), ``angular_velocity`` [rad/s], ``reaction``; axes of the
    first frame; ``angle_x``, ``angle_y``, ``angle_z`` [rad] and their ``…_rate``: the rotation is
    R_x(angle_x) R_y(angle_y) R_z(angle_z), angle_y between −π/2 and π/2, the others unwrapped.
    """

    has_axis: ClassVar[bool] = False
    free: ClassVar[Mapping[str, int]] = CARDAN
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("rotation", "rotation", None, "rotation of the second side"),
        NamedOutput("angular_velocity", "angular_velocity", None, "relative angular velocity"),
        *CARDAN_SIGNALS,
    )
    law: ClassVar[Law] = spatial_pair


@dataclass(frozen=True, eq=False)
class Planar(LowerPair):
    """Two displacements in the plane normal to the axis and the rotation about it.

    Parameters
    ----------
    displacement : (2,) array_like
        Initial displacement along x and y of the joint [m].
    angle : float
        Initial angle [rad].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. Results: ``displacement`` (z is zero; ``displacement_x``,
    ``displacement_y``), ``velocity``, ``angle``, ``angle_rate``, ``reaction``.
    """

    _: KW_ONLY
    displacement: ArrayLike = (0.0, 0.0)
    angle: float = 0.0

    free: ClassVar[Mapping[str, int]] = PLANE | {"angle": TWIST}
    locked: ClassVar[tuple[int, ...]] = (OFF, OFF, LENGTH, ROTATION, ROTATION, OFF)
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("displacement", "displacement", None, "displacement in the plane", rate="velocity"),
        NamedOutput("displacement_x", "displacement", 0, "its part along x", rate="velocity.x"),
        NamedOutput("displacement_y", "displacement", 1, "its part along y", rate="velocity.y"),
        NamedOutput("velocity", "velocity", None, "its rate"),
        NamedOutput("angle", "angle", None, "angle about the normal, unwrapped"),
        NamedOutput("angle_rate", "angular_velocity", 2, "rate of the angle"),
    )

    @property
    def start(self) -> tuple[np.ndarray, float]:
        """Initial displacement and angle."""
        plane = finite_vector(self.where, "displacement", self.displacement, size=2)
        return np.array([*plane, 0.0]), float(self.angle)


@dataclass(frozen=True, eq=False)
class InLine(LowerPair):
    """A point of the second side stays on a line of the first, its z axis; all rotations are free.

    Notes
    -----
    Parameters as for :class:`LowerPair`. Results: ``displacement`` along the line [m], ``displacement_rate``
    [m/s], ``angle_x``, ``angle_y``, ``angle_z`` and their ``…_rate`` as for :class:`Spherical`, ``reaction``.
    """

    free: ClassVar[Mapping[str, int]] = CARDAN | {"displacement": DISPLACEMENT_Z}
    locked: ClassVar[tuple[int, ...]] = (LENGTH, LENGTH, OFF) + (OFF,) * 3
    in_axes_of_first: ClassVar[bool] = True
    law: ClassVar[Law] = spatial_pair
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("displacement", "displacement", 2, "displacement along the line"),
        NamedOutput("displacement_rate", "velocity", 2, "its rate"),
        *CARDAN_SIGNALS,
    )


@dataclass(frozen=True, eq=False)
class InPlane(LowerPair):
    """A point of the second side stays in a plane of the first, normal to its z axis; rotations are free.

    Notes
    -----
    Parameters as for :class:`LowerPair`. Results: ``displacement_x``, ``displacement_y`` [m], ``velocity``
    [m/s], ``angle_x``, ``angle_y``, ``angle_z`` and their ``…_rate`` as for :class:`Spherical`, ``reaction``.
    """

    free: ClassVar[Mapping[str, int]] = CARDAN | PLANE
    locked: ClassVar[tuple[int, ...]] = (OFF, OFF, LENGTH) + (OFF,) * 3
    in_axes_of_first: ClassVar[bool] = True
    law: ClassVar[Law] = spatial_pair
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("displacement_x", "displacement", 0, "displacement along x", rate="velocity.x"),
        NamedOutput("displacement_y", "displacement", 1, "displacement along y", rate="velocity.y"),
        NamedOutput("velocity", "velocity", None, "rate of the displacement"),
        *CARDAN_SIGNALS,
    )
