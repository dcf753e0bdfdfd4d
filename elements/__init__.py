"""Elements: bodies, beams, springs, loads, contacts, tyres, actuators, equations; a shell and a law each."""

from pathlib import Path
from typing import TYPE_CHECKING

from mbfe.doors import public_names

if TYPE_CHECKING:
    from mbfe.elements import contacts, tyres
    from mbfe.elements.actuators.actuator import Actuator, StrutActuator
    from mbfe.elements.actuators.electric_motor import ElectricMotor
    from mbfe.elements.actuators.hydraulic_cylinder import CylinderSize, HydraulicCylinder
    from mbfe.elements.actuators.hydraulic_damper import HydraulicDamper, Hydraulics
    from mbfe.elements.beam_contact.beam_contact import BeamContact
    from mbfe.elements.beam_contact.beam_pair_contact import BeamPairContact
    from mbfe.elements.beams.beam import Beam, Cable
    from mbfe.elements.beams.beam_slider import BeamSlider
    from mbfe.elements.bodies.point_mass import PointMass
    from mbfe.elements.bodies.rigid_body import MasslessBody, RigidBody
    from mbfe.elements.contacts.contact import Contact
    from mbfe.elements.custom import Custom
    from mbfe.elements.equations.equations import Equations
    from mbfe.elements.loads.distributed_load import DistributedLoad
    from mbfe.elements.loads.joint_forces import Backlash, JointSpring, JointStop, RegularisedFriction
    from mbfe.elements.loads.joint_switches import JointFriction, RigidStop
    from mbfe.elements.loads.loads import BodyState, Force, Moment
    from mbfe.elements.loads.mass_damping import MassDamping
    from mbfe.elements.springs.bushing import Bushing, FlexibleJoint
    from mbfe.elements.springs.hoist_rope import HoistRope
    from mbfe.elements.springs.point_spring import PointSpring
    from mbfe.elements.springs.torsion_spring import TorsionSpring
    from mbfe.elements.tyres import roads
    from mbfe.elements.tyres.scenery import Scenery
    from mbfe.elements.tyres.tyre import Tyre
else:
    __getattr__, __dir__ = public_names(__name__, Path(__file__))

__all__ = [
    "Actuator",
    "Backlash",
    "Beam",
    "BeamContact",
    "BeamPairContact",
    "BeamSlider",
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
