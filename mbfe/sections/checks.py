"""Checks of 6×6 matrices of sections: each error names the entry or the direction, and often the unit."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats
from mbfe.checks import array, number, parts_of, positive, refusal
from mbfe.errors import ModelError
from mbfe.sections.frames import COMPONENTS, RESULTANTS, STRAINS
from mbfe.sections.tolerances import MATRIX, PLAUSIBLE

__all__ = [
    "Material", "SectionWarning", "as_loops", "check_scales", "definite", "factors", "material", "quiet",
    "rigid", "semidefinite", "square", "warn",
]  # fmt: skip


class SectionWarning(UserWarning):
    """Warning of data of a section that suggest wrong units."""


def warn(text: str) -> None:
    """Warn at the user's line, the first one outside of the package."""
    frame, level = inspect.currentframe(), 1
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith("mbfe."):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, SectionWarning, stacklevel=level)


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings for sections that are made from others, for which they were issued already."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SectionWarning)
        yield


def square(where: str, value: ArrayLike) -> Floats:
    """A finite 6×6 matrix, exactly symmetric, or an error that names the entries."""
    matrix = array(where, "", value, words="finite numbers: a 6x6 matrix, or six numbers as its diagonal")
    if matrix.shape == (6,):
        matrix = np.diag(matrix)
    if matrix.shape != (6, 6):
        raise refusal(where, "", value, "a 6x6 matrix, or six numbers as its diagonal")
    large = ~(np.abs(matrix) < MATRIX.largest_entry)
    if large.any():
        i, j = np.argwhere(large)[0]
        allowed = f"finite numbers below {MATRIX.largest_entry:g} in size"
        raise ModelError(where, f"entry ({i + 1}, {j + 1}) is {matrix[i, j]}", allowed=allowed)
    size = np.sqrt(np.abs(np.diag(matrix)))
    scale = np.outer(size, size) + np.finfo(float).tiny
    apart = np.abs(matrix - matrix.T)
    apart[apart <= MATRIX.symmetry * np.maximum(np.abs(matrix), np.abs(matrix.T))] = 0.0
    if (apart > MATRIX.symmetry * scale).any():
        i, j = sorted(int(at) for at in np.unravel_index((apart / scale).argmax(), (6, 6)))
        given = f"not symmetric: entry ({i + 1}, {j + 1}) is {matrix[i, j]:g}"
        given += f" and ({j + 1}, {i + 1}) is {matrix[j, i]:g}"
        raise ModelError(where, given, remedy="give the same number on both sides of the diagonal")
    return 0.5 * (matrix + matrix.T)


def definite(where: str, value: ArrayLike) -> Floats:
    """A symmetric positive definite 6×6 stiffness, or an error that names what is not stiff.

    The test is that of the matrix scaled to a unit diagonal, so that it does not depend on units.
    """
    matrix = square(where, value)
    remedy = "check signs, units and the order of the components (from_matrices has order=)"
    diagonal = np.diag(matrix)
    if (diagonal <= 0.0).any():
        i = int(diagonal.argmin())
        given = f"the {COMPONENTS[i]} stiffness, entry ({i + 1}, {i + 1}), is {diagonal[i]:g}"
        raise ModelError(where, given, allowed="a positive number", remedy=remedy)
    size = np.sqrt(diagonal)
    unit = matrix / np.outer(size, size)
    large = np.abs(unit - np.diag(np.diag(unit)))
    if large.max() >= 1.0:
        i, j = sorted(int(k) for k in np.unravel_index(large.argmax(), (6, 6)))
        given = f"the coupling of {COMPONENTS[i]} and {COMPONENTS[j]}, entry ({i + 1}, {j + 1}), is "
        given += f"{matrix[i, j]:g}"
        allowed = f"less than √(K{i + 1}{i + 1} K{j + 1}{j + 1}) = {size[i] * size[j]:g} in magnitude"
        raise ModelError(where, given, allowed=allowed, remedy=remedy)
    values, vectors = np.linalg.eigh(unit)
    if values[0] <= MATRIX.definite:
        given = f"not positive definite: no stiffness against {_direction(vectors[:, 0] / size)}"
        raise ModelError(where, given, allowed="a symmetric positive definite matrix", remedy=remedy)
    return matrix


def factors(where: str, given: ArrayLike) -> NDArray[np.float64]:
    """Six factors, one for each strain, none of them negative."""
    values = array(where, "", given, words="six numbers that are not negative [s]")
    if (values < 0.0).any():
        raise ModelError(where, f"{values.tolist()}", allowed="six numbers that are not negative [s]")
    return values


def semidefinite(where: str, value: ArrayLike) -> Floats:
    """A symmetric 6×6 matrix that dissipates or is zero."""
    matrix = square(where, value)
    diagonal = np.diag(matrix)
    size = np.sqrt(np.abs(diagonal)) + (diagonal == 0.0)
    values, vectors = np.linalg.eigh(matrix / np.outer(size, size))
    if values[0] < -MATRIX.dissipating:
        given = f"negative for {_direction(vectors[:, 0] / size)}: it would feed energy in"
        raise ModelError(where, given, allowed="a symmetric positive semidefinite matrix")
    return matrix


def _direction(vector: Floats) -> str:
    """The larger components of a combination of strains, in words."""
    vector = vector / np.abs(vector).max()
    parts = [
        f"{value:+.3g} {STRAINS[i]} ({COMPONENTS[i]})" for i, value in enumerate(vector) if abs(value) > 1e-3
    ]
    return "the strain " + " ".join(parts).lstrip("+")


def rigid(where: str, value: ArrayLike) -> Floats:
    """A mass matrix per length of the form m [[1, -c̃], [c̃, J/m]], or an error that names the entry."""
    matrix = square(where, value)
    m = float(np.trace(matrix[:3, :3])) / 3.0
    if not matrix.any():
        return matrix
    remedy = "give the mass matrix about the reference axis in section axes, or take frames.rigid_mass"
    if m <= 0.0:
        given = f"the mass per length is {m:g}"
        raise ModelError(where, given, allowed="a positive mass, or zeros everywhere", remedy=remedy)
    radius = np.sqrt(np.abs(np.diag(matrix)[3:]).max() / m)
    scale = np.outer([1.0] * 3 + [radius] * 3, [1.0] * 3 + [radius] * 3) * m
    c = np.array([0.0, matrix[0, 5] / -m, matrix[0, 4] / m])
    form = np.zeros((6, 6))
    form[:3, :3] = m * np.eye(3)
    form[:3, 3:] = m * np.array([[0.0, c[2], -c[1]], [-c[2], 0.0, 0.0], [c[1], 0.0, 0.0]])
    form[3:, :3] = form[:3, 3:].T
    form[3:, 3:] = matrix[3:, 3:]
    form[3, 4] = form[4, 3] = form[3, 5] = form[5, 3] = 0.0
    wrong = np.abs(matrix - form) > MATRIX.form * scale
    if wrong.any():
        i, j = (int(k) for k in np.argwhere(wrong)[0])
        given = f"entry ({i + 1}, {j + 1}) is {matrix[i, j]:g} where a plane section of mass {m:g} with its"
        given += f" centre at y = {c[1]:g}, z = {c[2]:g} has {form[i, j]:g}"
        raise ModelError(where, given, allowed="m [[1, -c̃], [c̃, J/m]], c in the plane", remedy=remedy)
    _check_inertia(where, m, c, form[3:, 3:])
    return form


def _check_inertia(where: str, m: float, c: Floats, J: Floats) -> None:
    """Moments about the mass centre that a plate can have: none negative or above the sum of the others."""
    about = J - m * (c @ c * np.eye(3) - np.outer(c, c))
    low, high = np.linalg.eigvalsh(about[1:, 1:])
    polar, small = about[0, 0], MATRIX.inertia * np.abs(J).max()
    text = f"about its mass centre the section has J11 = {polar:g}, and {low:g}, {high:g} in its plane [kg m]"
    remedy = "check the units, that J is about the reference axis, and the signs of the mass centre"
    if low < -small or polar < -small:
        raise ModelError(where, text, allowed="moments of inertia that are not negative", remedy=remedy)
    if high > low + polar + small or polar > low + high + small:
        allowed = "J11 = J22 + J33 (plane section); none of them above the sum of the other two"
        raise ModelError(where, text, allowed=allowed, remedy=remedy)
    if abs(polar - low - high) > MATRIX.plane * np.abs(J).max():
        warn(f"{where}: J11 = {J[0, 0]:g} is not J22 + J33 = {J[1, 1] + J[2, 2]:g}, as of a plane section")


def as_loops(where: str, value: Any) -> tuple[Floats, ...]:
    """Outline as a tuple of closed loops, each (n, 2), the first point not repeated."""
    if value is None:
        return ()
    allowed = "three or more points (y, z), or a list of such loops"
    rows = parts_of(value)
    if not rows:
        raise refusal(where, "outline", value, allowed)
    out = []
    inner = parts_of(rows[0]) or [None]
    for loop in [value] if parts_of(inner[0]) is None else rows:
        points = array(where, "outline", loop, words=allowed)
        if len(points) > 1 and np.array_equal(points[0], points[-1]):
            points = points[:-1]
        if points.ndim != 2 or points.shape[1] != 2 or len(points) < 3 or not np.isfinite(points).all():
            given = f"an array of shape {points.shape} was given"
            raise ModelError(f"{where}: outline", given, allowed=allowed)
        points.flags.writeable = False
        out.append(points)
    return tuple(out)


def check_scales(where: str, stiffness: Floats, mass: Floats, loops: tuple[Floats, ...]) -> None:
    """Warn of impossible ratios: radii of gyration beyond the outline, shear far above axial."""
    K = np.diag(stiffness)
    if max(K[1], K[2]) > PLAUSIBLE.shear_over_axial * K[0]:
        warn(f"{where}: shear stiffness {max(K[1:3]):g} N is above ten times the axial one, {K[0]:g} N")
    if not loops:
        return
    far = max(float(np.linalg.norm(loop, axis=1).max()) for loop in loops)
    radii = {RESULTANTS[i]: float(np.sqrt(K[i] / K[0])) for i in (4, 5)}
    if mass[0, 0] > 0.0:
        radii["inertia"] = float(np.sqrt(mass[3, 3] / mass[0, 0]))
    for name, radius in radii.items():
        if radius > PLAUSIBLE.gyration * far:
            text = f"{where}: the radius of gyration of {name} is {radius:g} m, but no point of the outline"
            warn(f"{text} lies farther than {far:g} m from the axis: units of lengths and areas?")


class Material(NamedTuple):
    """Isotropic material: Young's and shear modulus [Pa], Poisson's ratio, density [kg/m³]."""

    E: float
    G: float
    nu: float
    density: float


def material(where: str, E: float, G: float | None, nu: float | None, density: float) -> Material:
    """Material of Young's modulus and one of shear modulus and Poisson's ratio, checked."""
    E = positive(where, "E", E)
    if (G is None) == (nu is None):
        given = "neither G nor nu was given" if G is None else "both G and nu were given"
        raise ModelError(where, given, allowed="one of G= [Pa] and nu=")
    if nu is None:
        G = positive(where, "G", G)
        nu = E / (2.0 * G) - 1.0
        hint = f"G = {G:g} and E = {E:g} make Poisson's ratio {nu:g}"
    else:
        nu = number(where, "nu", nu)
        hint = f"nu is {nu:g}"
    if not -0.99 < nu <= 0.5:
        remedy = "are E and G in the same unit? Materials that are not isotropic go through from_stiffness"
        raise ModelError(where, hint, allowed="-1 < nu <= 0.5, 0.2 to 0.4 for most materials", remedy=remedy)
    density = positive(where, "density", density, zero=True)
    if density > 0.0:
        speed = float(np.sqrt(E / density))
        if not PLAUSIBLE.slowest_wave <= speed <= PLAUSIBLE.fastest_wave:
            text = f"{where}: E = {E:g} with density {density:g} makes a wave speed of {speed:.3g}"
            warn(f"{text}: is E in Pa (steel 2.1e11) and the density in kg/m³ (steel 7850)?")
    return Material(E, E / (2.0 * (1.0 + nu)), nu, density)
