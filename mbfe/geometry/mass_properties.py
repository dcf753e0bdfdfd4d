"""Mass, centre of mass and inertia tensor of a body: checked, moved, combined, from shapes and meshes.

The inertia tensor is that of mechanics, products with their minus sign: I = ∫ density (r·r 1 - r rᵀ) dV,
about the centre of mass and in the axes of the body.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import as_unit_quat
from mbfe.checks import array, finite_vector, positive, refusal
from mbfe.contracts import check_fields, checked
from mbfe.errors import ModelError, immutable, naming, settle
from mbfe.geometry.closed_surfaces import solid_moments
from mbfe.geometry.orientation import IDENTITY, axis_order, rotation_matrix
from mbfe.geometry.surface import Shape

__all__ = ["MassProperties", "checked_inertia", "combine", "from_shape", "from_surface"]

#: Relative tolerance of the inertia checks: forgives values printed with seven digits.
TOLERANCE = 1e-6

# ------------------------------------------------------------------------------------------ checks


def checked_inertia(where: str, inertia: ArrayLike) -> Floats:
    """Return an inertia tensor (3, 3) that a real body can have, exactly symmetric, or raise an error.

    Principal moments along the axes (3,), or the full tensor, are about the centre of mass [kg m²].

    Notes
    -----
    With second moments of mass sᵢ ≥ 0 along the principal axes the principal moments are I₁ = s₂ + s₃ and so
    on, so that none exceeds the sum of the other two. This is tested on the *principal* moments: the diagonal
    of a full tensor can satisfy it when they do not.
    """
    allowed = "three principal moments or a 3x3 tensor, finite numbers in kg m²"
    tensor = array(where, "inertia", inertia, words=allowed)
    is_diagonal = tensor.shape == (3,)
    moments = np.sort(tensor).tolist() if is_diagonal else []
    tensor = np.diag(tensor) if is_diagonal else tensor
    if tensor.shape != (3, 3):
        raise refusal(where, "inertia", inertia, allowed)
    where = f"{where}: inertia"
    small = TOLERANCE * np.abs(tensor).max()
    if not is_diagonal:
        i, j = np.unravel_index(np.abs(tensor - tensor.T).argmax(), (3, 3))
        if abs(tensor[i, j] - tensor[j, i]) > small:
            given = f"not symmetric, entry ({i}, {j}) is {tensor[i, j]:g} and ({j}, {i}) is {tensor[j, i]:g}"
            raise ModelError(where, given, remedy="give the same product of inertia on both sides")
        tensor = 0.5 * (tensor + tensor.T)
        moments = np.linalg.eigvalsh(tensor).tolist()
    low, middle, high = moments
    given = f"the principal moments are {low:.6g}, {middle:.6g} and {high:.6g} kg m²"
    remedy = "no body has these: check units, signs of the products, and that the centre of mass is the point"
    if low < -small:
        raise ModelError(where, given, allowed="none negative (positive semidefinite)", remedy=remedy)
    if high > low + middle + small:
        allowed = "none larger than the sum of the other two (triangle inequality)"
        raise ModelError(where, given, allowed=allowed, remedy=remedy)
    return tensor


# ------------------------------------------------------------------------------------------ mass properties


@immutable
@dataclass(frozen=True, eq=False)
class MassProperties:
    """Mass, centre of mass and inertia tensor of a rigid body.

    Parameters
    ----------
    mass : float
        Mass, positive [kg].
    center_of_mass : array_like, shape (3,)
        Centre of mass in the body frame [m].
    inertia : array_like, shape (3,) or (3, 3)
        Inertia tensor about the centre of mass, in body axes [kg m²]; three numbers are its diagonal.

    Examples
    --------
    >>> from mbfe import mass_properties, shapes
    >>> bar = mass_properties.from_shape(shapes.box(size=(1.0, 0.1, 0.1)), density=7800.0)
    >>> print(round(bar.mass, 6), bar.principal_moments.round(3))
    78.0 [0.13  6.565 6.565]
    """

    mass: float
    center_of_mass: Floats
    inertia: Floats

    def __post_init__(self) -> None:
        check_fields(self)
        where = "MassProperties"
        settle(self, mass=positive(where, "mass", self.mass))
        center = finite_vector(where, "center_of_mass", self.center_of_mass)
        settle(self, center_of_mass=center, inertia=checked_inertia(where, self.inertia))
        self.center_of_mass.flags.writeable = self.inertia.flags.writeable = False

    @classmethod
    def about(
        cls, mass: float, center_of_mass: ArrayLike, inertia: ArrayLike, *, point: ArrayLike = (0, 0, 0)
    ) -> MassProperties:
        """Take an inertia tensor about another point than the centre of mass, as CAD programs print it.

        Parameters
        ----------
        mass : float
            Mass [kg].
        center_of_mass : array_like, shape (3,)
            Centre of mass in the body frame [m].
        inertia : array_like, shape (3,) or (3, 3)
            Inertia tensor about `point`, in body axes [kg m²].
        point : array_like, shape (3,), optional
            The point in the body frame [m]; its origin by default.

        Returns
        -------
        MassProperties
            With the inertia about the centre of mass.
        """
        where = "MassProperties.about"
        mass = positive(where, "mass", mass)
        center = finite_vector(where, "center_of_mass", center_of_mass)
        arm = center - finite_vector(where, "point", point)
        return cls(mass, center, checked_inertia(where, inertia) - _of_point(mass, arm))

    @property
    def principal_moments(self) -> Floats:
        """Principal moments about the centre of mass, ascending, shape (3,) [kg m²]."""
        return np.asarray(np.linalg.eigvalsh(self.inertia), dtype=float)

    @property
    def principal_axes(self) -> Floats:
        """Rotation matrix whose columns are the principal axes in body axes, shape (3, 3)."""
        axes = np.linalg.eigh(self.inertia)[1]
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return axes

    def inertia_about(self, point: ArrayLike) -> Floats:
        """Inertia tensor about a point of the body, by the parallel axis theorem.

        Parameters
        ----------
        point : array_like, shape (3,)
            The point in the body frame [m].

        Returns
        -------
        ndarray, shape (3, 3)
            Tensor about `point`, in body axes [kg m²].
        """
        arm = self.center_of_mass - finite_vector("MassProperties", "point", point)
        return self.inertia + _of_point(self.mass, arm)

    def moved(self, *, position: ArrayLike = (0, 0, 0), orientation: Any = IDENTITY) -> MassProperties:
        """Mass properties in another frame, in which the present one stands at a position and orientation.

        Parameters
        ----------
        position : array_like, shape (3,), optional
            Origin of the present frame in the new one [m].
        orientation : rotation, optional
            Axes of the present frame in the new one, in any form that :mod:`mbfe.rotations` takes.

        Returns
        -------
        MassProperties
            Centre p + R c and inertia R I Rᵀ.
        """
        R = rotation_matrix(as_unit_quat(orientation))
        center = finite_vector("MassProperties", "position", position) + R @ self.center_of_mass
        return MassProperties(self.mass, center, R @ self.inertia @ R.T)


def _of_point(mass: float, arm: Floats) -> Floats:
    """Inertia tensor of a point mass at `arm`."""
    return mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))


@checked
def combine(parts: Sequence[MassProperties]) -> MassProperties:
    """Mass properties of parts that move as one body, all given in one frame.

    Parameters
    ----------
    parts : sequence of MassProperties
        The parts, at least one.

    Returns
    -------
    MassProperties
        Of the whole, about its own centre of mass.
    """
    if not parts:
        raise ModelError("combine", "no parts were given", allowed="at least one MassProperties")
    mass = sum(part.mass for part in parts)
    center = sum((part.mass * part.center_of_mass for part in parts), np.zeros(3)) / mass
    return MassProperties(mass, center, sum((part.inertia_about(center) for part in parts), np.zeros((3, 3))))


@checked
def from_shape(shape: Shape, *, density: float | None = None, mass: float | None = None) -> MassProperties:
    """Mass properties of a uniform body that fills a shape.

    Parameters
    ----------
    shape : Shape
        Any shape of :mod:`mbfe.shapes`, where it stands in the body frame; a mesh must be closed.
    density : float, optional
        Density [kg/m³]; give this or `mass`.
    mass : float, optional
        Mass [kg].

    Returns
    -------
    MassProperties
        By the closed form of the solid, whatever the facets that draw it; of a mesh by :func:`from_surface`.
    """
    if not hasattr(shape, "all_triangles"):
        raise refusal("from_shape", "shape", shape, "a shape of mbfe.shapes")
    if shape.kind not in _SOLIDS:
        return from_surface(shape.points, shape.all_triangles, density=density, mass=mass)
    size = {name: value for name, value in shape.parameters.items() if name not in ("axis", "facets")}
    volume, height, moments = _SOLIDS[shape.kind](**size)
    order = axis_order(shape.kind, shape.parameters.get("axis", "z"))
    mass = _one_mass(shape.kind, volume, density, mass)
    center, inertia = np.array([0.0, 0.0, height])[order], mass * np.asarray(moments)[order]
    part = MassProperties(mass, center, inertia)
    return part.moved(position=shape.position, orientation=shape.orientation)


@checked
def from_surface(
    points: ArrayLike, triangles: ArrayLike, *, density: float | None = None, mass: float | None = None
) -> MassProperties:
    """Mass properties of a uniform body inside a closed surface mesh.

    Parameters
    ----------
    points : array_like, shape (n, 3)
        Points in the body frame [m]; equal points count as one.
    triangles : array_like of int, shape (m, 3)
        Rows of points, all turning the same way; an inside-out surface is turned. It may have several parts
        and, with the opposite turn, cavities. Whether it cuts itself is not tested.
    density : float, optional
        Density [kg/m³]; give this or `mass`.
    mass : float, optional
        Mass [kg].

    Returns
    -------
    MassProperties
        Exact for the faceted body (divergence theorem, see
        ``solid_moments`` in ``mbfe/geometry/closed_surfaces.py``).
    """
    with naming("from_surface"):
        volume, center, second = solid_moments(points, triangles)
    mass = _one_mass("from_surface", volume, density, mass)
    second *= mass / volume
    return MassProperties(mass, center, np.trace(second) * np.eye(3) - second)


@checked
def rod(*, length: float, mass: float, axis: str = "z") -> MassProperties:
    """Thin uniform rod with its middle at the origin: m L²/12 across it, nothing about it.

    Parameters
    ----------
    length : float
        Length [m].
    mass : float
        Mass [kg].
    axis : {"z", "x", "y"}, optional
        Direction of the rod.

    Returns
    -------
    MassProperties
        Of the rod.
    """
    across = positive("rod", "mass", mass) * positive("rod", "length", length) ** 2 / 12.0
    return MassProperties(mass, np.zeros(3), np.array([across, across, 0.0])[axis_order("rod", axis)])


def _one_mass(where: str, volume: float, density: float | None, mass: float | None) -> float:
    if (density is None) == (mass is None):
        given = "neither density nor mass was given" if mass is None else "both density and mass were given"
        raise ModelError(where, given, allowed="one of density= [kg/m³] and mass= [kg]")
    return positive(where, "mass", mass) if density is None else positive(where, "density", density) * volume


# Solids: volume, height of the centre of mass, and the moments about it of a unit mass (x, y, z).
# ------------------------------------------------------------------------------------------------

Solid = tuple[float, float, Sequence[float]]


def _box(size: Sequence[float]) -> Solid:
    x, y, z = np.square(size)
    return math.prod(size), 0.0, ((y + z) / 12.0, (x + z) / 12.0, (x + y) / 12.0)


def _cylinder(length: float, radius: float, inner_radius: float = 0.0) -> Solid:
    square = radius**2 + inner_radius**2
    across = square / 4.0 + length**2 / 12.0
    return math.pi * (radius**2 - inner_radius**2) * length, 0.0, (across, across, square / 2.0)


def _cone(length: float, radius: float, tip_radius: float) -> Solid:
    """Disks of radius r(z): polynomials of degree four, which three Gauss points integrate exactly."""
    node, weight = np.polynomial.legendre.leggauss(3)
    z, r = 0.5 * length * node, radius + 0.5 * (node + 1.0) * (tip_radius - radius)
    part = 0.5 * length * weight * np.pi * r**2
    volume = float(part.sum())
    part /= volume
    height = float(part @ z)
    across = float(part @ (r**2 / 4.0 + (z - height) ** 2))
    return volume, height, (across, across, float(part @ r**2) / 2.0)


def _sphere(radius: float) -> Solid:
    return 4.0 / 3.0 * math.pi * radius**3, 0.0, (0.4 * radius**2,) * 3


def _capsule(length: float, radius: float) -> Solid:
    """Cylinder and two half-spheres, whose centres of mass lie 3/8 r from their flat faces."""
    (ball, _, (about, *_)), (middle, _, (across, _, along)) = _sphere(radius), _cylinder(length, radius)
    ends = about + length**2 / 4.0 + 3.0 / 8.0 * length * radius
    volume = ball + middle
    across = (ball * ends + middle * across) / volume
    return volume, 0.0, (across, across, (ball * about + middle * along) / volume)


def _torus(radius: float, tube_radius: float) -> Solid:
    big, small = radius**2, tube_radius**2
    across = big / 2.0 + 5.0 / 8.0 * small
    return 2.0 * math.pi**2 * radius * small, 0.0, (across, across, big + 0.75 * small)


_SOLIDS: dict[str, Callable[..., Solid]] = {
    "box": _box, "cylinder": _cylinder, "tube": _cylinder, "cone": _cone,
    "sphere": _sphere, "capsule": _capsule, "torus": _torus,
}  # fmt: skip
