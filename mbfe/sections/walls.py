"""Thin-walled figures: straight walls between points, open, closed, of one cell or many.

On a wall of length L and thickness t whose line passes the pole at the distance ρ (ρ L = y_i z_j - y_j z_i),
with the warping u at its ends:

- twist κ = 1: flow q = G t (ρ + Δu/L), and at each point the flows balance. This is a small linear system in
  the warping, its matrix that of a network of conductors G t / L, which is valid for open walls (q = 0) and
  gives Bredt's flows in any number of cells without listing the cells (Vlasov 1961). J = Σ t L (ρ + Δu/L) ρ +
  Σ L t³/3.
- transverse force, no twist: (G t u')' = -t σ,ₓ with σ,ₓ linear in y and z from bending. The values at the
  points are those of the same network with the loads ∫ t σ,ₓ N ds; in the wall q = G t Δu/L + q_p with
  ∫ q_p ds = 0. Moment about the pole: T = Σ ρ L q̄, the shear centre; energy ½ ∫ q²/(G t) ds: the shear
  stiffness.

Stresses are constant across walls; Poisson's effect on shear is neglected (ν = 0 in Cowper's formulas).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.sections.constants import Area

__all__ = ["Walls"]

_GAUSS, _WEIGHT = np.polynomial.legendre.leggauss(4)  # q² is of degree four along a wall
_S, _W = 0.5 * (_GAUSS + 1.0), 0.5 * _WEIGHT


@dataclass(frozen=True, eq=False)
class Walls:
    """Points (y, z) of the middle lines (n, 2) [m], ends (m, 2) and thickness (m,) [m] of the walls."""

    points: Floats
    ends: Ints
    thickness: Floats

    @property
    def lines(self) -> Floats:
        """Vectors along the walls, shape (m, 2) [m]."""
        return np.asarray(self.points[self.ends[:, 1]] - self.points[self.ends[:, 0]])

    @property
    def lengths(self) -> Floats:
        """Lengths of the walls, shape (m,) [m]."""
        return np.asarray(np.linalg.norm(self.lines, axis=1))

    def _passing(self, points: Floats) -> Floats:
        """Signed distances ρ of the walls, which join these points, from the origin, shape (m,) [m]."""
        (ya, za), (yb, zb) = points[self.ends[:, 0]].T, points[self.ends[:, 1]].T
        return np.asarray((ya * zb - yb * za) / self.lengths)

    def area(self) -> Area:
        """Area, centroid and second moments, each wall an exact rectangle."""
        t, L, d = self.thickness, self.lengths, self.lines
        middle = 0.5 * (self.points[self.ends[:, 0]] + self.points[self.ends[:, 1]])
        A = t * L
        center = A @ middle / A.sum()
        arm = middle - center
        normal = np.column_stack([-d[:, 1], d[:, 0]]) / L[:, None]
        second = np.einsum("k,ki,kj->ij", A, arm, arm) + np.einsum("k,ki,kj->ij", A / 12.0, d, d)
        second += np.einsum("k,ki,kj->ij", A * t**2 / 12.0, normal, normal)
        return Area(float(A.sum()), center, second)

    def _differences(self, load: Floats) -> Floats:
        """Δu of each wall in the network Dᵀ (t/L) D u = load; the loads add up to nothing, u₀ = 0."""
        conductance = self.thickness / self.lengths
        i, j = self.ends.T
        laplacian = np.zeros((len(self.points),) * 2)
        for row, column, sign in ((i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)):
            np.add.at(laplacian, (row, column), sign * conductance)
        u = np.zeros_like(load)
        u[1:] = np.linalg.solve(laplacian[1:, 1:], load[1:])
        return np.asarray(u[j] - u[i])

    def torsion(self) -> float:
        """Torsion constant J [m⁴]."""
        t, L, rho = self.thickness, self.lengths, self._passing(self.points)
        load = np.zeros(len(self.points))
        np.add.at(load, self.ends[:, 0], t * rho)
        np.add.at(load, self.ends[:, 1], -t * rho)
        flow = t * (rho + self._differences(load) / L)
        return float(flow @ (rho * L) + np.sum(L * t**3) / 3.0)

    def shear(self, figure: Area) -> tuple[Floats, Floats]:
        """Shear centre (2,) [m] and shear area k A as a 2×2 matrix [m²]; times G it is the shear stiffness.

        The area is the inverse of ∫ qᵢ qⱼ / t ds for unit forces along y and z.
        """
        t, L = self.thickness, self.lengths
        center = self.area().center
        arms = self.points - center
        # σ,x = r · I⁻¹ V with I of the walls themselves, so that the flows carry the whole force
        A, thin = t * L, self.lines
        middle = 0.5 * (arms[self.ends[:, 0]] + arms[self.ends[:, 1]])
        second = np.einsum("k,ki,kj->ij", A, middle, middle) + np.einsum("k,ki,kj->ij", A / 12.0, thin, thin)
        slope = arms @ np.linalg.pinv(second, rcond=1e-12, hermitian=True)  # (n, 2): one column a unit force
        a, b = slope[self.ends[:, 0]], slope[self.ends[:, 1]]
        load = np.zeros_like(slope)
        np.add.at(load, self.ends[:, 0], (A / 6.0)[:, None] * (2.0 * a + b))
        np.add.at(load, self.ends[:, 1], (A / 6.0)[:, None] * (a + 2.0 * b))
        mean = (t / L)[:, None] * self._differences(load)  # mean flow of each wall, shape (m, 2)
        torque = (self._passing(arms) * L) @ mean  # T = y_s V_z - z_s V_y
        s = _S[:, None, None]
        # q_p = -L t ∫ σ,x + const of zero mean on the wall, s from 0 to 1
        own = -A[None, :, None] * (a * (s - 0.5) + (b - a) * (s**2 / 2.0 - 1.0 / 6.0))
        flow = mean[None] + own
        F = np.einsum("g,k,gki,gkj->ij", _W, L / t, flow, flow)
        place = center + np.array([torque[1], -torque[0]])
        place[np.abs(place) < 1e-12 * np.abs(arms).max()] = 0.0
        return place, _inverse(F, figure.area)


def _inverse(F: Floats, area: float) -> Floats:
    """Inverse of the compliance; a strip has none across, where its walls carry nothing: 5/6 of the area."""
    values, vectors = np.linalg.eigh(F)
    values[values < 1e-9 * max(values[1], 1.0 / area)] = 1.2 / area
    inverse = np.asarray(vectors @ np.diag(1.0 / values) @ vectors.T)
    return inverse if abs(inverse[0, 1]) > 1e-12 * np.trace(inverse) else np.diag(np.diag(inverse))
