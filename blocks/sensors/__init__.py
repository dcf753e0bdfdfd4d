"""Sensors: blocks that measure the mechanism."""
