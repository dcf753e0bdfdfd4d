"""Joints that constrain a point of the second side to a line or a plane of the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from mbfe.joints.pairs.coordinate_law import DISPLACEMENT_Z
from mbfe.joints.pairs.lower_pair_base import LENGTH, OFF, LowerPair
from mbfe.joints.pairs.lower_pairs import CARDAN, CARDAN_SIGNALS, PLANE
from mbfe.joints.pairs.spatial_pair_law import spatial_pair
from mbfe.laws import Law
from mbfe.model import NamedOutput

__all__ = ["InLine", "InPlane"]


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
