"""Joints: the fixed joint and the six lower pairs, one family on the relative motion of two frames."""

from mbfe.joints import surfaces
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
from mbfe.joints.rolling import Rolling

__all__ = [
    "Cylindrical",
    "Fixed",
    "LowerPair",
    "Planar",
    "Prismatic",
    "Revolute",
    "Rolling",
    "Screw",
    "Spherical",
    "surfaces",
]
