"""Sections of one isotropic material that fills a simple figure, centred on the reference axis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import finite_vector, positive
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.sections import checks, constants
from mbfe.sections.making import remembered
from mbfe.sections.section import Section

__all__ = ["circle", "ellipse", "of_figure", "rectangle", "tube"]

_POINTS = 48  # of a drawn circle


@remembered
@checked
def rectangle(
    *,
    E: float,
    width: float,
    height: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    shear_factors: tuple[float, float] | None = None,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Solid rectangle.

    Parameters
    ----------
    E : float
        Young's modulus [Pa].
    width, height : float
        Sides along y and along z [m].
    G : float, optional
        Shear modulus [Pa]; give this or `nu`.
    nu : float, optional
        Poisson's ratio.
    density : float, optional
        Density [kg/m³]; 0 makes a massless beam.
    shear_factors : tuple of 2 floats, optional
        k_y, k_z in k G A; Cowper's 10 (1 + ν) / (12 + 11 ν) if not given (Cowper 1966).
    damping : float or array_like, optional
        Factor β [s], or the matrix.

    Returns
    -------
    Section
        With the exact torsion constant (:func:`mbfe.sections.constants.rectangle_torsion`).
    """
    where = "rectangle"
    b, h = positive(where, "width", width), positive(where, "height", height)
    figure = constants.area_of_rectangles((0.0, 0.0, b, h))
    outline = 0.5 * np.array([[-b, -h], [b, -h], [b, h], [-b, h]])
    made = checks.material(where, E, G, nu, density)
    shear = _shear(where, figure, made, shear_factors, (constants.cowper_rectangle(made.nu),) * 2)
    J = constants.rectangle_torsion(b, h)
    return of_figure(figure, J, made, shear, damping=damping, outline=outline)


@remembered
@checked
def tube(
    *,
    E: float,
    radius: float,
    thickness: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    shear_factors: tuple[float, float] | None = None,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Hollow circle of any wall thickness.

    Parameters
    ----------
    E : float
        Young's modulus [Pa].
    radius, thickness : float
        Outer radius and wall [m].
    G, nu, density, damping
        As of :func:`rectangle`.
    shear_factors : tuple of 2 floats, optional
        k_y, k_z; Cowper's (:func:`mbfe.sections.constants.cowper_tube`) if not given.

    Returns
    -------
    Section
        With J = π (R⁴ - r⁴) / 2, exact.
    """
    where = "tube"
    R = positive(where, "radius", radius)
    if positive(where, "thickness", thickness) >= R:
        given = f"{thickness:g} m was given with an outer radius of {R:g} m"
        remedy = "a solid one is circle()"
        raise ModelError(f"{where}: thickness", given, allowed="less than the radius", remedy=remedy)
    r = R - thickness
    made = checks.material(where, E, G, nu, density)
    figure, J = _round(R, R, hole=r)
    shear = _shear(where, figure, made, shear_factors, (constants.cowper_tube(made.nu, r / R),) * 2)
    return of_figure(figure, J, made, shear, damping=damping, outline=[_ring(R, R), _ring(r, r)])


@remembered
@checked
def circle(
    *,
    E: float,
    radius: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    shear_factors: tuple[float, float] | None = None,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Solid circle.

    Parameters
    ----------
    E : float
        Young's modulus [Pa].
    radius : float
        Radius [m].
    G, nu, density, damping
        As of :func:`rectangle`.
    shear_factors : tuple of 2 floats, optional
        k_y, k_z; Cowper's 6 (1 + ν) / (7 + 6 ν) if not given (Cowper 1966).

    Returns
    -------
    Section
        With J = π R⁴ / 2, exact.
    """
    R = positive("circle", "radius", radius)
    made = checks.material("circle", E, G, nu, density)
    figure, J = _round(R, R)
    shear = _shear("circle", figure, made, shear_factors, (constants.cowper_tube(made.nu, 0.0),) * 2)
    return of_figure(figure, J, made, shear, damping=damping, outline=_ring(R, R))


@remembered
@checked
def ellipse(
    *,
    E: float,
    width: float,
    height: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    shear_factors: tuple[float, float] | None = None,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Solid ellipse.

    Parameters
    ----------
    E : float
        Young's modulus [Pa].
    width, height : float
        Full axes along y and along z [m].
    G, nu, density, damping
        As of :func:`rectangle`.
    shear_factors : tuple of 2 floats, optional
        k_y, k_z; Cowper's (:func:`mbfe.sections.constants.cowper_ellipse`) if not given.

    Returns
    -------
    Section
        With J = π a³ b³ / (a² + b²), exact (Saint-Venant).
    """
    where = "ellipse"
    a, b = 0.5 * positive(where, "width", width), 0.5 * positive(where, "height", height)
    made = checks.material(where, E, G, nu, density)
    figure, J = _round(a, b)
    own = (constants.cowper_ellipse(made.nu, a, b), constants.cowper_ellipse(made.nu, b, a))
    shear = _shear(where, figure, made, shear_factors, own)
    return of_figure(figure, J, made, shear, damping=damping, outline=_ring(a, b))


def _shear(
    where: str, figure: constants.Area, made: checks.Material, factors: Any, own: tuple[float, float]
) -> Floats:
    """Shear stiffness (2, 2) [N] by shear factors as they are given, or those of the figure."""
    if factors is not None:
        own = finite_vector(where, "shear_factors", factors, size=2).tolist()
    return np.asarray(made.G * figure.area * np.diag(own))


def of_figure(
    figure: constants.Area,
    J: float,
    made: checks.Material,
    shear: Floats,
    *,
    shear_center: Floats | None = None,
    damping: float | ArrayLike,
    outline: Any,
) -> Section:
    """Section of a figure of one material, with torsion constant [m⁴] and shear stiffness (2, 2) [N]."""
    center = figure.center if shear_center is None else shear_center
    axial, bending = made.E * figure.area, made.E * figure.bending
    K = constants.stiffness_of(axial, bending, made.G * J, shear, figure.center, center)
    return Section(K, constants.mass_of(made.density, figure), damping, outline)


def _round(a: float, b: float, *, hole: float = 0.0) -> tuple[constants.Area, float]:
    """Ellipse of half-axes a along y and b along z, or circle with a hole, and its torsion constant [m⁴]."""
    moments = math.pi / 4.0 * (np.diag([a**3 * b, a * b**3]) - hole**4 * np.eye(2))
    figure = constants.Area(math.pi * (a * b - hole**2), np.zeros(2), moments)
    return figure, math.pi * (a**3 * b**3 / (a**2 + b**2) - hole**4 / 2.0)


def _ring(a: float, b: float) -> Floats:
    angle = 2.0 * np.pi * np.arange(_POINTS) / _POINTS
    return np.column_stack([a * np.cos(angle), b * np.sin(angle)])
