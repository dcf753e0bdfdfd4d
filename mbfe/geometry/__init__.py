"""Geometry: shapes of bodies and their surfaces, lines of beams, roads, mass properties."""
