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
    E, G, nu = checks.elastic_constants(where, E, G, nu, density)
    factors = _factors(where, shear_factors, (constants.cowper_rectangle(nu),) * 2)
    J = constants.rectangle_torsion(b, h)
    return of_figure(figure, J, E=E, G=G, density=density, factors=factors, damping=damping, outline=outline)


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
    E, G, nu = checks.elastic_constants(where, E, G, nu, density)
    factors = _factors(where, shear_factors, (constants.cowper_tube(nu, r / R),) * 2)
    loops = [_ring(R, R), _ring(r, r)]
    return _round(R, R, r, E=E, G=G, density=density, factors=factors, damping=damping, outline=loops)


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
    E, G, nu = checks.elastic_constants("circle", E, G, nu, density)
    factors = _factors("circle", shear_factors, (constants.cowper_tube(nu, 0.0),) * 2)
    return _round(R, R, 0.0, E=E, G=G, density=density, factors=factors, damping=damping, outline=_ring(R, R))


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
    E, G, nu = checks.elastic_constants(where, E, G, nu, density)
    own = (constants.cowper_ellipse(nu, a, b), constants.cowper_ellipse(nu, b, a))
    factors = _factors(where, shear_factors, own)
    return _round(a, b, 0.0, E=E, G=G, density=density, factors=factors, damping=damping, outline=_ring(a, b))


def _factors(where: str, given: Any, own: tuple[float, float]) -> tuple[float, float]:
    """Shear factors as they are given, or those of the figure."""
    if given is None:
        return own
    y, z = finite_vector(where, "shear_factors", given, size=2).tolist()
    return y, z


def of_figure(
    figure: constants.Area,
    J: float,
    *,
    E: float,
    G: float,
    density: float,
    factors: tuple[float, float] | None = None,
    shear: Floats | None = None,
    shear_center: Floats | None = None,
    damping: float | ArrayLike,
    outline: Any,
) -> Section:
    """Section of a figure of one material, its shear stiffness [N] by factors or as a 2×2 matrix."""
    if shear is None:
        shear = G * figure.area * np.diag(np.asarray(factors, dtype=float))
    center = figure.center if shear_center is None else shear_center
    K = constants.stiffness_of(E * figure.area, E * figure.bending, G * J, shear, figure.center, center)
    return Section(K, constants.mass_of(density, figure), damping, outline)


def _round(
    a: float,
    b: float,
    hole: float,
    *,
    E: float,
    G: float,
    density: float,
    factors: tuple[float, float],
    damping: float | ArrayLike,
    outline: Any,
) -> Section:
    """Ellipse of half-axes a along y and b along z, or a circle with a hole."""
    moments = math.pi / 4.0 * (np.diag([a**3 * b, a * b**3]) - hole**4 * np.eye(2))
    figure = constants.Area(math.pi * (a * b - hole**2), np.zeros(2), moments)
    J = math.pi * (a**3 * b**3 / (a**2 + b**2) - hole**4 / 2.0)
    return of_figure(figure, J, E=E, G=G, density=density, factors=factors, damping=damping, outline=outline)


def _ring(a: float, b: float) -> Floats:
    angle = 2.0 * np.pi * np.arange(_POINTS) / _POINTS
    return np.column_stack([a * np.cos(angle), b * np.sin(angle)])
