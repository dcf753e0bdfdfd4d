"""Consistent start values: positions, velocities, accelerations, Lagrange multipliers and outputs."""
