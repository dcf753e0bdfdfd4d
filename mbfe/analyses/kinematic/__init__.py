"""Kinematic analysis: assembly, driven mechanisms, ranges of motion; inverse dynamics."""
