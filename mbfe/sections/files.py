"""Sections from the files of VABS, BECAS, ANBA4, HAWC2, BeamDyn and windIO (SONATA, WISDEM).

Text is read by its headings, not by counting lines. The axes are those of each program, transformed to those
of mbfe by the cyclic change of :meth:`Section.from_matrices`; VABS has the same axes. Twist and position of
the section along a curved axis are given by the line of the beam.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import array, count, shown
from mbfe.contracts import checked
from mbfe.errors import ModelError, naming
from mbfe.files.text_files import text_lines
from mbfe.sections.constants import plane_mass
from mbfe.sections.section import Section
from mbfe.sections.windio import Stations, from_triangle, read_windio, section_of

__all__ = ["read"]

Rows = list[tuple[int, list[float]]]
"""Numbers of lines, each with the number of its line."""
COMMENTS = ("--", "==", "**", "#", "!", ";", "%")
"""Beginnings of lines that are comments."""


@checked
def read(path: str | os.PathLike[str], *, format: str, subset: tuple[int, int] = (1, 1)) -> Stations:
    """Read sections from the file of another program.

    Parameters
    ----------
    path : path-like
        The file.
    format : {"vabs", "becas", "anba4", "hawc2", "beamdyn", "windio"}
        What it is.

        - ``"vabs"``: output ``name.K``; 6×6 mass matrix, Timoshenko stiffness matrix and, where it is there,
          Timoshenko damping matrix, about the user's origin.
        - ``"becas"``: output ``BECAS_2D.out``; K and M about the cross section reference point.
        - ``"anba4"``: the stiffness matrix and then the mass matrix as ANBA4 prints them (dense matrices of
          PETSc or NumPy).
        - ``"hawc2"``: st file, with 19 columns or with 30 (fully populated matrices, K about the elastic
          centre, turned by the structural pitch); radii of gyration about the elastic centre in pitched axes.
        - ``"beamdyn"``: blade input file. BeamDyn's damping μ S ε̇ is not symmetric when the six μ differ;
          it is read as √μ S √μ, which has the same diagonal and always dissipates.
        - ``"windio"``: yaml of WISDEM or SONATA, see :func:`from_windio`; needs the package ``pyyaml``.
    subset : tuple of 2 ints, optional
        Set ``#`` and subset ``$`` of a st file.

    Returns
    -------
    Stations
        Stations and sections.
    """
    pair = array(
        "sections.read", "subset", subset, shape=(2,), words="two whole numbers, of a set and a subset"
    )
    for value in pair:
        count("sections.read", "subset", value)
    readers: dict[str, Callable[[str, list[str]], Stations]] = {
        "vabs": _vabs,
        "becas": _becas,
        "anba4": _anba4,
        "hawc2": lambda where, lines: _hawc2(where, lines, subset),
        "beamdyn": _beamdyn,
        "windio": lambda where, lines: read_windio(where, "\n".join(lines)),
    }
    if format not in readers:
        allowed = ", ".join(map(repr, readers))
        raise ModelError("sections.read: format", f"{shown(format)} was given", allowed=allowed)
    where = f'sections.read("{os.fspath(path)}")'
    return readers[format](where, text_lines(path, where))


# ------------------------------------------------------------------------------ pieces of text


def as_number(word: str) -> float | None:
    """A number in any of Fortran's ways, 1.5D-03 or 1.5-103, or None."""
    word = re.sub(r"(?<=[\d.])[dD](?=[-+]?\d)", "e", word)
    word = re.sub(r"(?<=[\d.])(?=[-+]\d+$)", "e", word)
    try:
        return float(word) if "_" not in word else None
    except ValueError:
        return None


def _numbers(line: str) -> list[float]:
    """Numbers of a line; empty when anything else stands there."""
    found = [as_number(word) for word in line.replace(",", " ").split()]
    return [value for value in found if value is not None] if None not in found else []


def _rows(where: str, lines: Sequence[str], first: int) -> Rows:
    """Numbers of the lines from one on; what follows them after a mark or in letters is a comment."""
    rows: Rows = []
    for number, line in enumerate(lines[first:], first + 1):
        values: list[float] = []
        if not line.strip().startswith(COMMENTS):
            for word in line.replace(",", " ").split():
                value = as_number(word)
                if value is None and re.match(r"[-+.]?\d", word):
                    allowed = "numbers, with a point"
                    raise ModelError(f"{where}, line {number}", f"'{word[:40]}' is none", allowed=allowed)
                if value is None:
                    break
                values.append(value)
        if values:
            rows.append((number, values))
    return rows


def _matrix_after(where: str, lines: list[str], heading: str, *, needed: bool = True) -> Floats | None:
    """Six rows of six numbers after the first line that matches a heading."""
    i = next((i for i, line in enumerate(lines) if re.search(heading, line, re.IGNORECASE)), -1)
    if i < 0:
        if not needed:
            return None
        pattern = heading.replace(r"\s*", " ").strip("^$ ")
        remedy = "is the format right, and did the run finish?"
        raise ModelError(where, f'there is no "{pattern}"', remedy=remedy)
    rows: list[list[float]] = []
    last = i + 1
    for number, line in enumerate(lines[i + 1 :], i + 2):
        row, last = _numbers(line), number
        if len(row) == 6:
            rows.append(row)
        elif rows or re.search("[a-z]{4}", line, re.IGNORECASE):
            break
        if len(rows) == 6:
            return np.array(rows)
    given = f'"{lines[i].strip()[:80]}" in line {i + 1} is followed by {len(rows)} rows of six numbers'
    raise ModelError(f"{where}, line {last}", given, allowed="six rows of six numbers")


# ------------------------------------------------------------------------------ the formats


def _vabs(where: str, lines: list[str]) -> Stations:
    M = _matrix_after(where, lines, r"^\s*The 6X6 Mass Matrix\s*$")
    K = _matrix_after(where, lines, r"^\s*Timoshenko Stiffness Matrix")
    D = _matrix_after(where, lines, r"^\s*Timoshenko Damping Matrix", needed=False)
    assert K is not None
    return Stations(np.zeros(1), [section_of(where, K, M, "vabs", damping=0.0 if D is None else D)])


def _becas(where: str, lines: list[str]) -> Stations:
    K = _matrix_after(where, lines, r"^\s*Stiffness matrix w\.r\.t\..* reference point")
    M = _matrix_after(where, lines, r"^\s*Mass matrix w\.r\.t\..* reference point", needed=False)
    assert K is not None
    return Stations(np.zeros(1), [section_of(where, K, M, "becas")])


def _anba4(where: str, lines: list[str]) -> Stations:
    """Two dense matrices: rows of six numbers, in brackets or not."""
    rows = [row for line in lines if len(row := _numbers(re.sub(r"[\[\]()]", " ", line))) == 6]
    if len(rows) not in (6, 12):
        given = f"{len(rows)} rows of six numbers"
        raise ModelError(
            where, given, allowed="6 of the stiffness matrix, and 6 of the mass matrix after them"
        )
    K, M = np.array(rows[:6]), np.array(rows[6:]) if len(rows) == 12 else None
    return Stations(np.zeros(1), [section_of(where, K, M, "anba4")])


def _beamdyn(where: str, lines: list[str]) -> Stations:
    words = {w[1].lower(): (i, w[0]) for i, line in enumerate(lines, 1) if len(w := line.split()) > 1}
    if "station_total" not in words or "damp_type" not in words:
        raise ModelError(
            where, "there is no station_total or no damp_type", remedy="is it a blade input file?"
        )
    n, damped = (_whole(where, *words[name], name) for name in ("station_total", "damp_type"))
    if damped not in (0, 1):
        given, remedy = f"damp_type is {damped}", "set it to 0 or 1 and give the damping here"
        allowed = "0 (none) and 1 (proportional to stiffness)"
        raise ModelError(f"{where}, line {words['damp_type'][0]}", given, allowed=allowed, remedy=remedy)
    mu = _beamdyn_damping(where, lines) if damped else np.zeros(6)
    first = next((i for i, line in enumerate(lines) if "distributed properties" in line.lower()), len(lines))
    rows = _rows(where, lines, first + 1)
    flat = np.array([value for _, row in rows for value in row])
    if n < 1 or flat.size != 73 * n:
        last = rows[-1][0] if rows else first + 1
        given = f"{flat.size} numbers stand below DISTRIBUTED PROPERTIES"
        raise ModelError(
            f"{where}, line {last}", given, allowed=f"{n} stations of 1 + 36 + 36, {73 * n} numbers"
        )
    line_of = [number for number, row in rows for _ in row]
    if not np.isfinite(flat).all():
        k = int(np.flatnonzero(~np.isfinite(flat))[0])
        at = f"{where}, line {line_of[k]}: station {k // 73 + 1}"
        raise ModelError(at, f"{flat[k]} was read", allowed="finite numbers")
    flat = flat.reshape(n, 73)
    root = np.sqrt(np.outer(mu, mu))
    sections = []
    for i, station in enumerate(flat):
        K, M = station[1:37].reshape(6, 6), station[37:].reshape(6, 6)
        at = f"{where}, line {line_of[73 * i]}: station {i + 1}"
        sections.append(section_of(at, K, M, "beamdyn", damping=root * K if damped else 0.0))
    return Stations(flat[:, 0].copy(), sections)


def _whole(where: str, line: int, word: str, name: str) -> int:
    """A whole number."""
    value = as_number(word)
    if value is None or not value.is_integer():
        raise ModelError(f"{where}, line {line}: {name}", f"'{word}'", allowed="a whole number")
    return int(value)


def _beamdyn_damping(where: str, lines: list[str]) -> Floats:
    """The six μ."""
    heads = [i for i, line in enumerate(lines) if line.lower().split()[:1] == ["mu1"]]
    rows = [row for row in _rows(where, lines, heads[0]) if len(row[1]) == 6] if heads else []
    values = rows[0][1] if rows else []
    if len(values) != 6 or not np.isfinite(values).all() or min(values) < 0.0:
        at = f"{where}, line {rows[0][0]}" if rows else where
        raise ModelError(f"{at}: mu", f"{values} was read", allowed="six numbers, none negative [s]")
    return np.array(values)


def _hawc2(where: str, lines: list[str], subset: tuple[int, int]) -> Stations:
    group, begin, count = 0, -1, 0
    for i, line in enumerate(lines):
        if match := re.match(r"\s*#\s*(\d+)", line):
            group = int(match[1])
        elif (match := re.match(r"\s*\$\s*(\d+)(?:\s+(\d+))?", line)) and begin < 0:
            if (group, int(match[1])) == tuple(subset):
                begin, count = i + 1, int(match[2] or 0)
    end = next((i for i in range(begin, len(lines)) if re.match(r"\s*[#$]", lines[i])), len(lines))
    rows = _rows(where, lines[:end], begin) if begin >= 0 else []
    rows = rows[: count or None]
    widths = sorted({len(row) for _, row in rows})
    if not rows or len(rows) < count or widths not in ([19], [30]):
        given = f"set #{subset[0]} ${subset[1]} has {len(rows)} rows of {widths} columns"
        allowed = "19 columns, or 30 with fully populated matrices" + (f", {count} rows" if count else "")
        raise ModelError(f"{where}, line {rows[-1][0]}" if rows else where, given, allowed=allowed)
    table = np.array([row for _, row in rows])
    make = _hawc2_full if table.shape[1] == 30 else _hawc2_classic
    sections = []
    for (number, _), row in zip(rows, table, strict=True):
        if not np.isfinite(row).all():
            raise ModelError(f"{where}, line {number}", f"{row.tolist()}", allowed="finite numbers")
        with np.errstate(all="ignore"), naming(f"{where}, line {number}"):
            sections.append(make(row))
    return Stations(table[:, 0].copy(), sections)


def _hawc2_full(row: Floats) -> Section:
    """30 columns: r, m, x_cg, y_cg, ri_x, ri_y, pitch, x_e, y_e, K11, K12 … K66 (upper triangle by rows)."""
    pitch, elastic = np.radians(row[6]), row[7:9]
    K = from_triangle(row[9:])
    there = Section.from_matrices(K, None, order="hawc2").rotate(-pitch).shift(*-elastic)
    return Section(there.stiffness, _hawc2_mass(row[1:6], elastic, pitch))


def _hawc2_classic(row: Floats) -> Section:
    """19 columns: r, m, x/y_cg, ri_x, ri_y, x_s, y_s, E, G, I_x, I_y, I_p, k_x, k_y, A, pitch, x_e, y_e."""
    E, G, I_x, I_y, I_p, kx, ky, A = row[8:16]
    pitch, elastic = np.radians(row[16]), row[17:19]
    there = Section.from_stiffness(
        axial=E * A,
        bending=(E * I_x, E * I_y),
        torsion=G * I_p,
        shear=(kx * G * A, ky * G * A),
        angle=pitch,
        tension_center=elastic,
        shear_center=row[6:8],
    )
    return Section(there.stiffness, _hawc2_mass(row[1:6], elastic, pitch))


def _hawc2_mass(row: Floats, elastic: Floats, pitch: float) -> Floats:
    """Mass matrix of m, x_cg, y_cg, ri_x, ri_y; the radii about the elastic centre, in pitched axes."""
    m, center, (ri_x, ri_y) = float(row[0]), row[1:3], row[3:5]
    c, s = np.cos(pitch), np.sin(pitch)
    R = np.array([[c, -s], [s, c]])
    second = R @ np.diag([ri_y**2, ri_x**2]) @ R.T  # about the elastic centre, per mass
    arm = center - elastic
    about = second - np.outer(arm, arm) + np.outer(center, center)
    return plane_mass(m, center, m * about)
