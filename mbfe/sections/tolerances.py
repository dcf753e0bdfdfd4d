"""Tolerances of sections: what is forgiven in given matrices, and what is warned of.

A number without a unit is a part of what its text names, so that units do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MATRIX", "PLAUSIBLE"]


@dataclass(frozen=True)
class Matrix:
    """Given 6×6 matrices, :mod:`mbfe.sections.checks`."""

    symmetry: float = 1e-4
    """Difference of entries that should be equal: values printed with five digits are forgiven."""
    form: float = 1e-3
    """Difference of an entry of a mass matrix from that of a plane section."""
    definite: float = 1e-12
    """Least eigenvalue, of the matrix scaled to a unit diagonal, that counts as definite."""
    dissipating: float = 1e-9
    """Negative eigenvalue of a damping matrix, scaled likewise, that is round-off."""
    inertia: float = 1e-3
    """Part of the largest moment of inertia by which moments may miss what a plate has."""
    plane: float = 0.02
    """The same of J11 = J22 + J33, from which a section is warned of."""
    largest_entry: float = 1e100
    """Entries that no section has in any unit, and whose products are still numbers."""


@dataclass(frozen=True)
class Plausible:
    """What suggests wrong units, or too few stations."""

    slowest_wave: float = 10.0
    """Speeds √(E/ρ) below this, in m/s or mm/s, belong to no material."""
    fastest_wave: float = 1e8
    """Nor do those above this."""
    shear_over_axial: float = 10.0
    """Largest ratio of shear and axial stiffness."""
    gyration: float = 1.01
    """Largest ratio of a radius of gyration and the distance of the farthest point of the outline."""
    linear_taper: float = 1.5
    """Ratio of stiffnesses at neighbouring stations at which the error of a cubic taper is 1 %."""
    smooth_taper: float = 4.0
    """The same of ``"pchip"``, with an error of 4 %."""


MATRIX = Matrix()
PLAUSIBLE = Plausible()
