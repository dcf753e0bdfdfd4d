"""Joints: the fixed joint and the six lower pairs, one family on the relative motion of two frames."""

from mbfe.joints import surfaces
from mbfe.joints.angular_pairs import ConstantVelocity, ParallelAxis, SameOrientation, Universal
from mbfe.joints.beam_slider import BeamSlider
from mbfe.joints.couplings import Coupling, FunctionCoupling
from mbfe.joints.distance import Distance
from mbfe.joints.gears import Belt, Differential, GearPair, RackAndPinion, ScrewDrive
from mbfe.joints.lock import Lock
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
from mbfe.joints.motor import Motor
from mbfe.joints.point_pairs import InLine, InPlane
from mbfe.joints.rolling import Rolling
from mbfe.joints.sliding import CurveOnCurve, PointOnCurve
from mbfe.joints.total_joint import TotalJoint

__all__ = [
    "BeamSlider",
    "Belt",
    "ConstantVelocity",
    "Coupling",
    "CurveOnCurve",
    "Cylindrical",
    "Differential",
    "Distance",
    "Fixed",
    "FunctionCoupling",
    "GearPair",
    "InLine",
    "InPlane",
    "Lock",
    "LowerPair",
    "Motor",
    "ParallelAxis",
    "Planar",
    "PointOnCurve",
    "Prismatic",
    "RackAndPinion",
    "Revolute",
    "Rolling",
    "SameOrientation",
    "Screw",
    "ScrewDrive",
    "Spherical",
    "TotalJoint",
    "Universal",
    "surfaces",
]
