"""Joints: the fixed joint and the six lower pairs, one family on the relative motion of two frames."""

from mbfe.joints.lower_pair import LowerPair
from mbfe.joints.lower_pairs import (
    Cylindrical,
    Fixed,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
)

__all__ = [
    "Cylindrical",
    "Fixed",
    "LowerPair",
    "Planar",
    "Prismatic",
    "Revolute",
    "Screw",
    "Spherical",
]
