"""Beams and cables: shells, meshes, and the laws of their elements with two, three and four nodes."""
