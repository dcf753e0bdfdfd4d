"""Actuators: forces by the output of a controller, electric motors, hydraulics."""
