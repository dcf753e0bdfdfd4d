"""Contacts between bodies: probes and surfaces, laws of their forces, and the laws of the elements."""

from mbfe.elements.contacts.contact_materials import Coulomb, Hertz, Linear, Rigid, damping_for
from mbfe.elements.contacts.probes_and_surfaces import Ball, Capsule, Cylinder, Points, Sphere
from mbfe.joints.rolling.surfaces import Plane

__all__ = [
    "Ball",
    "Capsule",
    "Coulomb",
    "Cylinder",
    "Hertz",
    "Linear",
    "Plane",
    "Points",
    "Rigid",
    "Sphere",
    "damping_for",
]
