"""Actuators: forces whose size a controller gives, electric motors, hydraulics."""
