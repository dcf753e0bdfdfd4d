"""Planar closed loops in space: mbfe and Exudyn."""
