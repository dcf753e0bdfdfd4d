"""Shapes, lines, roads and mass properties."""
