"""Joints: the fixed joint and the six lower pairs, one family on the relative motion of two frames."""

from mbfe.joints import surfaces
from mbfe.joints.angular_pairs import ConstantVelocity, ParallelAxis, SameOrientation, Universal
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
from mbfe.joints.point_pairs import InLine, InPlane
from mbfe.joints.rolling import Rolling

__all__ = [
    "ConstantVelocity",
    "Cylindrical",
    "Fixed",
    "InLine",
    "InPlane",
    "LowerPair",
    "ParallelAxis",
    "Planar",
    "Prismatic",
    "Revolute",
    "Rolling",
    "SameOrientation",
    "Screw",
    "Spherical",
    "Universal",
    "surfaces",
]
