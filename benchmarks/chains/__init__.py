"""Chains of bars and a pendulum: mbfe, Exudyn and its kinematic tree."""
