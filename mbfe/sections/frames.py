"""Orders of the six components, and how 6×6 matrices of a section change with its reference axis.

A section has x along the beam and y, z in its plane. The strains of the reference axis are ε = (γ₁, γ₂, γ₃,
κ₁, κ₂, κ₃): axial strain, shear strains along y and z, twist, curvatures about y and z; a fibre at (y, z) has
the axial strain γ₁ + z κ₂ - y κ₃. Resultants are N = (F₁, F₂, F₃, M₁, M₂, M₃) = C ε. A twist is (v, ω). Both
transform alike: at the point r the linear part is γ + κ × r, the angular part is unchanged.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import shown
from mbfe.errors import ModelError

__all__ = [
    "COMPONENTS", "ORDERS", "RESULTANTS", "STRAINS", "carried", "plane_tensor", "principal_angle",
    "rigid_mass", "rows_of", "skew", "turned",
]  # fmt: skip

COMPONENTS = ("axial", "shear y", "shear z", "torsion", "bending y", "bending z")
RESULTANTS = ("F1", "F2", "F3", "M1", "M2", "M3")
STRAINS = ("γ1", "γ2", "γ3", "κ1", "κ2", "κ3")

#: Rows of the other program's matrices that are ours, in our order.
ORDERS: dict[str, tuple[int, ...]] = {
    "mbfe": (0, 1, 2, 3, 4, 5),
    "vabs": (0, 1, 2, 3, 4, 5),
    "beamdyn": (2, 0, 1, 5, 3, 4),
    "becas": (2, 0, 1, 5, 3, 4),
    "hawc2": (2, 0, 1, 5, 3, 4),
    "anba4": (2, 0, 1, 5, 3, 4),
}


def rows_of(order: Any) -> list[int]:
    """Rows of matrices in the named order that make ours, or an error with the names."""
    if not isinstance(order, str) or order.lower() not in ORDERS:
        allowed = ", ".join(repr(name) for name in ORDERS)
        raise ModelError("Section: order", f"{shown(order)} was given", allowed=allowed)
    return list(ORDERS[order.lower()])


def skew(r: Floats) -> Floats:
    """Matrix r̃ with r̃ a = r × a."""
    x, y, z = r
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def carried(y: float, z: float) -> Floats:
    """Matrix S, shape (6, 6), that gives strains or twists at the point (y, z) from those at the origin.

    S = [[1, -r̃], [0, 1]], r = (0, y, z). A matrix A' about the point is A = Sᵀ A' S about the origin.
    """
    S = np.eye(6)
    S[:3, 3:] = -skew(np.array([0.0, y, z]))
    return S


def turned(angle: float) -> Floats:
    """Matrix, shape (6, 6), whose columns are the axes turned by `angle` [rad] about x, twice."""
    c, s = np.cos(angle), np.sin(angle)
    R = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    return np.kron(np.eye(2), R)


def principal_angle(block: Floats) -> float:
    """Turn about x, in (-π/4, π/4] [rad], to the principal axes of a symmetric 2×2 matrix in y, z.

    tan 2φ = 2 b₂₃ / (b₂₂ - b₃₃), on the branch that keeps y next to y; 0 when all axes are principal.
    """
    difference, product = block[0, 0] - block[1, 1], block[0, 1] + block[1, 0]
    if np.hypot(difference, product) <= 1e-9 * np.abs(np.trace(block)):
        return 0.0
    angle = 0.5 * np.arctan2(product, difference)
    if angle > np.pi / 4 + 1e-12:
        angle -= np.pi / 2
    elif angle <= -np.pi / 4 - 1e-12:
        angle += np.pi / 2
    return float(angle)


def rigid_mass(mass: float, center: Floats, inertia: Floats) -> Floats:
    """Mass matrix m [[1, -c̃], [c̃, J/m]] per length, shape (6, 6), for twists (v, ω) of the reference axis.

    Mass per length [kg/m], centre of mass (y, z) [m] and the tensor (3, 3) per length about the *reference
    axis*, products with their minus sign [kg m], are in section axes.
    """
    M = np.zeros((6, 6))
    M[:3, :3] = mass * np.eye(3)
    M[3:, :3] = mass * skew(np.array([0.0, *center]))
    M[:3, 3:] = M[3:, :3].T
    M[3:, 3:] = inertia
    return M


def plane_tensor(yy: float, yz: float, zz: float) -> Floats:
    """Inertia tensor, shape (3, 3), of a plane figure from its integrals of y², yz and z²."""
    return np.array([[yy + zz, 0.0, 0.0], [0.0, zz, -yz], [0.0, -yz, yy]])
