"""Consistent initial values at the start and after events: positions, velocities, multipliers."""
