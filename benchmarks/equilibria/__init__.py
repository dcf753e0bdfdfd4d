"""Equilibria of small models, as they are found many times by a design study."""
