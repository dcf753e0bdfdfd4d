"""Quantities by name, such as "hinge.angle": one resolver for all uses."""
