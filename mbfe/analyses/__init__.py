"""Analyses: consistent start values and time integration."""
