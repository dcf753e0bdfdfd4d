"""Motions from geometry alone: assembly, driven mechanisms, ranges of motion, inverse dynamics."""
