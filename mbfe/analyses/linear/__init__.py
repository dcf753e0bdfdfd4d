"""Linearized equations about a state: modes, Campbell diagrams, state spaces, fits of damping."""
