"""Consistent start values, at the start and after events: positions, velocities, accelerations, reactions."""
