"""Quantities of a model by name: sensors, signals of motions, start values."""
