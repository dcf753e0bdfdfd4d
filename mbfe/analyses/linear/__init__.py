"""Linearized equations about a state: modes, buckling, Campbell diagrams, state spaces, fits of damping."""
