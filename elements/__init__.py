"""Elements: bodies, springs, bushings, loads; one shell class and one law each."""

from mbfe.elements.rigid_body import RigidBody

__all__ = ["RigidBody"]
