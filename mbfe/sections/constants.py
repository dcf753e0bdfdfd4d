"""6×6 matrices from engineering constants: E, areas, second moments, centres."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.sections.frames import carried, plane_tensor, rigid_mass, turned

__all__ = [
    "Area", "area_of_rectangles", "cowper_ellipse", "cowper_rectangle", "cowper_tube", "mass_of",
    "plane_mass", "rectangle_torsion", "stiffness_of", "turned_block",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Area:
    """Plane figure: area A [m²], centroid y, z (2,) [m], and second moments (2, 2) about it [m⁴].

    The latter are ∫ r rᵀ dA with r = (y, z): entries ∫y², ∫yz; ∫yz, ∫z².
    """

    area: float
    center: Floats
    moments: Floats

    @property
    def bending(self) -> Floats:
        """Second moments for bending, shape (2, 2) [m⁴]: ∫z², -∫yz; -∫yz, ∫y²."""
        (yy, yz), (_, zz) = self.moments
        return np.array([[zz, -yz], [-yz, yy]])


def area_of_rectangles(*parts: tuple[float, float, float, float]) -> Area:
    """Figure made of rectangles (y, z of the middle, width along y, height along z) [m]."""
    y, z, width, height = np.array(parts).T
    areas = width * height
    total = float(areas.sum())
    center = np.array([areas @ y, areas @ z]) / total
    dy, dz = y - center[0], z - center[1]
    yy = areas @ (width**2 / 12.0 + dy**2)
    zz = areas @ (height**2 / 12.0 + dz**2)
    yz = areas @ (dy * dz)
    return Area(total, center, np.array([[yy, yz], [yz, zz]]))


def stiffness_of(
    axial: float, bending: Floats, torsion: float, shear: Floats, tension_center: Floats, shear_center: Floats
) -> Floats:
    """Stiffness about the origin: K = Sₜᵀ diag(EA, 0, 0, 0, B) Sₜ + Sₛᵀ diag(0, Q, GJ, 0, 0) Sₛ.

    Extension and bending are uncoupled at the tension centre, shear and twist at the shear centre; S carries
    strains from the origin to these points (Hodges 2006, "Nonlinear Composite Beam Theory", ch. 4).
    """
    K = np.zeros((6, 6))
    K[0, 0] = axial
    K[4:, 4:] = bending
    S = carried(*tension_center)
    total = S.T @ K @ S
    K[:] = 0.0
    K[1:3, 1:3] = shear
    K[3, 3] = torsion
    S = carried(*shear_center)
    return np.asarray(total + S.T @ K @ S)


def turned_block(block: Floats, angle: float) -> Floats:
    """A 2×2 matrix in principal axes, which stand turned by `angle` about x, in section axes."""
    R = turned(angle)[1:3, 1:3]
    return np.asarray(R @ block @ R.T)


def mass_of(density: float, figure: Area) -> Floats:
    """Mass matrix per length of a uniform section about the origin, shape (6, 6) [kg/m, kg, kg m]."""
    second = figure.moments + figure.area * np.outer(figure.center, figure.center)
    return plane_mass(density * figure.area, figure.center, density * second)


def plane_mass(mass: float, center: Floats, second: Floats) -> Floats:
    """Mass matrix from ∫ r rᵀ dm about the origin, shape (2, 2): J₁₁ = ∫(y² + z²), J₂₂ = ∫z², J₂₃ = -∫yz."""
    (yy, yz), (_, zz) = second
    return rigid_mass(mass, center, plane_tensor(yy, yz, zz))


# ------------------------------------------------------------------ closed forms of solid figures


def rectangle_torsion(width: float, height: float) -> float:
    """Torsion constant of a rectangle [m⁴], exact.

    J = a b³ [1/3 - (64/π⁵)(b/a) Σ tanh(nπa/2b)/n⁵], n = 1, 3, 5, …, a ≥ b the sides
    (Timoshenko & Goodier 1970, "Theory of Elasticity", §109, with full sides).
    """
    a, b = max(width, height), min(width, height)
    n = np.arange(1.0, 200.0, 2.0)
    series = float(np.sum(np.tanh(n * np.pi * a / (2.0 * b)) / n**5))
    return a * b**3 * (1.0 / 3.0 - 64.0 / np.pi**5 * b / a * series)


def cowper_rectangle(nu: float) -> float:
    """Shear factor of a rectangle, k = 10 (1 + ν) / (12 + 11 ν) (Cowper 1966, table 1)."""
    return 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu)


def cowper_tube(nu: float, ratio: float) -> float:
    """Shear factor of a hollow circle, m = inner over outer radius; m = 0 is 6 (1 + ν) / (7 + 6 ν).

    k = 6 (1 + ν)(1 + m²)² / [(7 + 6 ν)(1 + m²)² + (20 + 12 ν) m²] (Cowper 1966, table 1).
    """
    m2 = ratio**2
    s = (1.0 + m2) ** 2
    return 6.0 * (1.0 + nu) * s / ((7.0 + 6.0 * nu) * s + (20.0 + 12.0 * nu) * m2)


def cowper_ellipse(nu: float, along: float, across: float) -> float:
    """Shear factor of an ellipse for a force along the half-axis a, with b the other one.

    k = 12 (1 + ν) a² (3a² + b²) / [(40 + 37ν) a⁴ + (16 + 10ν) a² b² + ν b⁴] (Cowper 1966, table 1).
    """
    a2, b2 = along**2, across**2
    below = (40.0 + 37.0 * nu) * a2**2 + (16.0 + 10.0 * nu) * a2 * b2 + nu * b2**2
    return 12.0 * (1.0 + nu) * a2 * (3.0 * a2 + b2) / below
