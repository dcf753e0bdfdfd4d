"""Elements: bodies, beams, springs, contacts, loads, typed equations; one shell class and one law each."""

from mbfe.elements import contacts, roads, tyres
from mbfe.elements.actuator import Actuator, StrutActuator
from mbfe.elements.beam import Beam
from mbfe.elements.beam_contact import BeamContact
from mbfe.elements.beam_pair_contact import BeamPairContact
from mbfe.elements.bushing import Bushing
from mbfe.elements.cable import Cable
from mbfe.elements.contact import Contact
from mbfe.elements.custom import Custom
from mbfe.elements.distributed_load import DistributedLoad
from mbfe.elements.electric_motor import ElectricMotor
from mbfe.elements.equations import Equations
from mbfe.elements.flexible_joint import FlexibleJoint
from mbfe.elements.hoist_rope import HoistRope
from mbfe.elements.hydraulic_cylinder import CylinderSize, HydraulicCylinder
from mbfe.elements.hydraulic_damper import HydraulicDamper
from mbfe.elements.hydraulics import Hydraulics
from mbfe.elements.joint_forces import Backlash, JointSpring, JointStop, RegularisedFriction
from mbfe.elements.joint_switches import JointFriction, RigidStop
from mbfe.elements.loads import BodyState, Force, Moment
from mbfe.elements.mass_damping import MassDamping
from mbfe.elements.massless_body import MasslessBody
from mbfe.elements.point_mass import PointMass
from mbfe.elements.point_spring import PointSpring
from mbfe.elements.rigid_body import RigidBody
from mbfe.elements.scenery import Scenery
from mbfe.elements.torsion_spring import TorsionSpring
from mbfe.elements.tyre import Tyre

__all__ = [
    "Actuator",
    "Backlash",
    "Beam",
    "BeamContact",
    "BeamPairContact",
    "BodyState",
    "Bushing",
    "Cable",
    "Contact",
    "Custom",
    "CylinderSize",
    "DistributedLoad",
    "ElectricMotor",
    "Equations",
    "FlexibleJoint",
    "Force",
    "HoistRope",
    "HydraulicCylinder",
    "HydraulicDamper",
    "Hydraulics",
    "JointFriction",
    "JointSpring",
    "JointStop",
    "MassDamping",
    "MasslessBody",
    "Moment",
    "PointMass",
    "PointSpring",
    "RegularisedFriction",
    "RigidBody",
    "RigidStop",
    "Scenery",
    "StrutActuator",
    "TorsionSpring",
    "Tyre",
    "contacts",
    "roads",
    "tyres",
]
