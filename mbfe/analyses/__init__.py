"""Analyses of a model: start values, statics, kinematics, linearized equations, time integration."""
