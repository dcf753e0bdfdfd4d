"""Smooth motions at an error of 1e-9: schemes of second order beside one of higher order."""
