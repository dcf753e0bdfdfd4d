"""Joints: pairs of two frames, couplings, gears and motors of joint coordinates, sliding, rolling."""

from pathlib import Path
from typing import TYPE_CHECKING

from mbfe.doors import public_names

if TYPE_CHECKING:
    from mbfe.joints.coordinates.couplings import Coupling, FunctionCoupling
    from mbfe.joints.coordinates.gears import Belt, Differential, GearPair, RackAndPinion, ScrewDrive
    from mbfe.joints.coordinates.lock import Lock
    from mbfe.joints.coordinates.motor import Motor
    from mbfe.joints.pairs.angular_pairs import ConstantVelocity, ParallelAxis, SameOrientation, Universal
    from mbfe.joints.pairs.distance import Distance
    from mbfe.joints.pairs.lower_pair_base import LowerPair
    from mbfe.joints.pairs.lower_pairs import (
        Cylindrical,
        Fixed,
        InLine,
        InPlane,
        Planar,
        Prismatic,
        Revolute,
        Screw,
        Spherical,
    )
    from mbfe.joints.pairs.total_joint import TotalJoint
    from mbfe.joints.rolling import surfaces
    from mbfe.joints.rolling.rolling import Rolling
    from mbfe.joints.sliding.sliding import CurveOnCurve, PointOnCurve
else:
    __getattr__, __dir__ = public_names(__name__, Path(__file__))

__all__ = [
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
