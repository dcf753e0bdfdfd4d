"""Engineering constants from the matrices of a section: centres, stiffnesses, principal axes.

Stiffnesses are those with no other resultant acting, so that they come from the compliance F = C⁻¹. For
uncoupled sections they are EA, GJ, EI and k GA; the centres are those of VABS and BECAS.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.sections.frames import carried, plane_tensor, principal_angle

__all__ = ["Measures"]


class Measures:
    """Read-only quantities of a section; :class:`mbfe.Section` has them all."""

    stiffness: Floats
    mass: Floats
    damping: Any
    outline: Any

    @property
    def loops(self) -> tuple[Floats, ...]:
        """Outline as a tuple of closed loops, each of shape (n, 2) [m]; empty when there is none."""
        if self.outline is None:
            return ()
        return tuple(self.outline) if isinstance(self.outline, list) else (self.outline,)

    @property
    def compliance(self) -> Floats:
        """C⁻¹, shape (6, 6) [1/N, 1/(N m), 1/(N m²)], by a factorisation scaled to a unit diagonal."""
        size = np.sqrt(np.diag(self.stiffness))
        return np.asarray(np.linalg.inv(self.stiffness / np.outer(size, size)) / np.outer(size, size))

    @property
    def tension_center(self) -> Floats:
        """Point (y, z) at which an axial force causes no bending (elastic centre), shape (2,) [m]."""
        F = self.compliance
        z, y = np.linalg.solve(np.array([[F[4, 4], -F[4, 5]], [F[5, 4], -F[5, 5]]]), -F[4:, 0])
        return _clean(np.array([y, z]), self._size)

    @property
    def shear_center(self) -> Floats:
        """Point (y, z) at which a transverse force causes no twist κ₁, shape (2,) [m]."""
        F = self.compliance
        return _clean(np.array([-F[3, 2], F[3, 1]]) / F[3, 3], self._size)

    @property
    def mass_center(self) -> Floats:
        """Centre of mass (y, z), shape (2,) [m]; the origin when there is no mass."""
        m = self.mass_per_length
        return np.array([-self.mass[0, 5], self.mass[0, 4]]) / m if m else np.zeros(2)

    @property
    def _size(self) -> float:
        return float(np.sqrt(max(self.stiffness[4, 4], self.stiffness[5, 5]) / self.stiffness[0, 0]))

    @property
    def axial_stiffness(self) -> float:
        """EA [N]: force at the tension centre over axial strain, no other resultants acting."""
        S = carried(*self.tension_center)
        return float(1.0 / (S @ self.compliance @ S.T)[0, 0])

    @property
    def torsion_stiffness(self) -> float:
        """GJ [N m²]: torque over twist, no other resultants acting."""
        return float(1.0 / self.compliance[3, 3])

    @property
    def bending_stiffness(self) -> Floats:
        """Bending stiffness about y and z, shape (2, 2) [N m²], no other resultants acting."""
        return np.asarray(np.linalg.inv(self.compliance[4:, 4:]))

    @property
    def shear_stiffness(self) -> Floats:
        """Shear stiffness along y and z at the shear centre, shape (2, 2) [N], no other resultants acting."""
        S = carried(*self.shear_center)
        return np.asarray(np.linalg.inv((S @ self.compliance @ S.T)[1:3, 1:3]))

    @property
    def bending_angle(self) -> float:
        """Turn about x from the section axes to the principal axes of bending, in (-π/4, π/4] [rad]."""
        return principal_angle(self.bending_stiffness)

    @property
    def mass_per_length(self) -> float:
        """Mass per length m [kg/m]."""
        return float(self.mass[0, 0])

    @property
    def inertia(self) -> Floats:
        """Inertia tensor per length about the reference axis, shape (3, 3) [kg m]."""
        return self.mass[3:, 3:]

    @property
    def central_inertia(self) -> Floats:
        """Inertia tensor per length about the mass centre, shape (3, 3) [kg m]."""
        y, z = self.mass_center
        return np.asarray(self.inertia - self.mass_per_length * plane_tensor(y * y, y * z, z * z))

    @property
    def inertia_angle(self) -> float:
        """Turn about x to the principal axes of inertia through the mass centre, in (-π/4, π/4] [rad]."""
        return principal_angle(self.central_inertia[1:, 1:])


def _clean(point: Floats, size: float) -> Floats:
    """Zeros instead of round-off, relative to the radius of gyration."""
    point[np.abs(point) < 1e-12 * size] = 0.0
    return point
