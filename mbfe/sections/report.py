"""The table of ``print(section)``, and the card of a section in a notebook."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe.files import cards
from mbfe.sections.frames import RESULTANTS, STRAINS, principal_angle, turned
from mbfe.sections.measures import Measures

__all__ = ["html_of", "table"]

TITLE = "section, about its reference axis (x along the beam, y and z in the section; SI units)"


def table(section: Measures) -> str:
    """Stiffnesses, mass, centres and principal axes of a section, and its matrix where it is coupled."""
    lines = [TITLE, *(f"  {name:<22}{words}" for name, words in _facts(section))]
    if _is_coupled(section):
        lines.append("  stiffness [N, N m, N m²]")
        lines.append(" " * 12 + "".join(f"{name:>11}" for name in STRAINS))
        for label, row in zip(RESULTANTS, section.stiffness, strict=True):
            lines.append(f"    {label:<8}" + "".join(f"{value:>11.3e}" for value in row))
    return "\n".join(lines)


def html_of(section: Measures) -> str:
    """The same for a notebook."""
    rows = zip(RESULTANTS, section.stiffness, strict=True)
    matrix = [(label, *(f"{value:.3e}" for value in row)) for label, row in rows]
    coupled = cards.table(("stiffness", *STRAINS), matrix) if _is_coupled(section) else ""
    return cards.card(TITLE, cards.facts(_facts(section)), coupled)


def _is_coupled(section: Measures) -> bool:
    return bool(np.any(section.stiffness - np.diag(np.diag(section.stiffness))))


def _facts(section: Measures) -> list[tuple[str, str]]:
    """What there is to say of a section: names, which may be empty, and words."""
    bending, shear = section.bending_stiffness, section.shear_stiffness
    lines: list[tuple[str, str]] = []
    lines.append(_row("axial stiffness EA", f"{section.axial_stiffness:.6g} N"))
    lines.append(_row("torsion stiffness GJ", f"{section.torsion_stiffness:.6g} N m²"))
    lines.append(_row("bending stiffness", *_principal(bending, "N m²", ("about y'", "about z'"))))
    lines.append(_row("shear stiffness", *_principal(shear, "N", ("along y'", "along z'"))))
    lines.append(_row("tension centre", _point(section.tension_center)))
    lines.append(_row("shear centre", _point(section.shear_center)))
    m = section.mass_per_length
    if m:
        lines.append(_row("mass per length", f"{m:.6g} kg/m"))
        lines.append(_row("mass centre", _point(section.mass_center)))
        inertia = section.central_inertia
        parts = _principal(inertia[1:, 1:], "kg m", ("about y'", "about z'"))
        lines.append(_row("inertia, mass centre", *parts))
        lines.append(_row("", f"{inertia[0, 0]:.6g} kg m about x"))
    else:
        lines.append(_row("mass per length", "none"))
    lines.append(_row("damping", _damping(section)))
    if section.loops:
        points = np.vstack(section.loops)
        (y0, z0), (y1, z1) = points.min(axis=0), points.max(axis=0)
        lines.append(_row("outline", f"y {y0:.4g} … {y1:.4g} m, z {z0:.4g} … {z1:.4g} m"))
    return lines


def _row(name: str, *parts: str) -> tuple[str, str]:
    return name, ", ".join(parts)


def _principal(block: NDArray[np.float64], unit: str, names: tuple[str, str]) -> list[str]:
    """Two principal values in words, with the turn of their axes unless it is none."""
    angle = principal_angle(block)
    R = turned(angle)[1:3, 1:3]
    values = np.diag(R.T @ block @ R)
    straight = abs(angle) < 1e-9
    parts = [
        f"{value:.6g} {unit} {name.rstrip(chr(39)) if straight else name}"
        for value, name in zip(values, names, strict=True)
    ]
    return parts if straight else [*parts, f"axes turned {np.degrees(angle):.4g}°"]


def _point(point: NDArray[np.float64]) -> str:
    return f"y = {point[0]:.6g} m, z = {point[1]:.6g} m"


def _damping(section: Measures) -> str:
    if not section.damping.any():
        return "none"
    beta = section.damping[0, 0] / section.stiffness[0, 0]
    if np.allclose(section.damping, beta * section.stiffness, rtol=1e-9, atol=0.0):
        return f"β = {beta:.6g} s times the stiffness"
    return "a matrix of its own"
