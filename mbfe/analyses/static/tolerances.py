"""Tolerances of statics beside those of the search, which are in :mod:`mbfe.engine.balance.tolerances`.

Lengths count in those of the model, stiffnesses and forces as parts of its own, so that units do not matter;
a number without another unit is such a part. Rotations count in radians.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["IN_LINE", "LEFT_OVER", "PATH"]


@dataclass(frozen=True)
class InLine:
    """Links in line, :mod:`mbfe.analyses.static.failure`."""

    way_to_nearby: float = 1e-2
    """Way to the pose that is compared, in model lengths and radians."""
    free: float = 1e-3
    """Singular value of the rows, as a part of the largest one, up to which a motion counts as free: what
    is left of a search has left the singular pose by about that much."""
    independent: float = 1e-5
    """Least singular value, as a part of the largest one, by which rows are independent nearby. Joints
    open on the way by the square of ``way_to_nearby``, which one correction takes back up to its fourth
    power."""
    growth: float = 10.0
    """Growth of that singular value on the way there."""
    closing: float = 0.1
    """Singular value down to which directions take part in that correction."""
    most_unknowns: int = 600
    """Unknowns up to which this is looked at."""


@dataclass(frozen=True)
class LeftOver:
    """Torques that steady rotation leaves over, :mod:`mbfe.analyses.static.left_over`."""

    most_steps: int = 30
    """Corrections until it is given up."""
    longest_correction: float = 0.1
    """Longest correction, as a part of the model's length."""
    done: float = 1e-10
    """Correction, as a part of the model's length, at which the balance beside the torque is found."""
    compliance_of_rows: float = 1e-11
    """Compliance of constraint rows, scaled, so that dependent ones share their force."""
    no_torque: float = 1e-9
    """Torque that counts as none, as a part of the largest sum of sizes of forces times the model's
    length."""
    parallel: float = 1e-6
    """Angle between two axes that counts as none [rad]."""


@dataclass(frozen=True)
class Path:
    """Paths of equilibria: increments, friction on them, trim."""

    most_increments: int = 1_000_000
    """Most increments of a path."""
    careful_increment: float = 0.005
    """Increment, as a part of the way, from which a loss of stability is taken for the path's own."""
    open_row: float = 1e-7
    """Gap of a row after a solution, in model lengths, from which it contradicts other rows."""
    smallest_increment: float = 1e-5
    """Smallest increment, as a part of the way or of the first increment."""
    same_speed: float = 1e-6
    """Difference of two speeds, as a part of them, that a single solution bridges in any case."""
    over_friction: float = 1e-6
    """Part of the largest friction by which a force may lie above it for want of accuracy."""
    smooth_friction: float = 3.0
    """Rate, in those over which a smooth friction changes its sign, from which on it hardly varies."""
    difference_of_trim: float = 1e-5
    """Step of the differences, as a part of the size of an unknown."""
    most_corrections_of_trim: int = 30
    """Corrections of a trim until it is given up."""


IN_LINE = InLine()
LEFT_OVER = LeftOver()
PATH = Path()
