"""Sections from the files of VABS, BECAS, HAWC2, BeamDyn and windIO (SONATA, WISDEM).

Text is read by its headings, not by counting lines. The axes are those of each program, brought to ours by
the cyclic change of :meth:`Section.from_matrices`; VABS's are ours. How the section is twisted and where it
stands along a curved axis is the business of the beam's line.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ModelError
from mbfe.sections.constants import plane_mass
from mbfe.sections.section import Section

Array = NDArray[np.float64]


class Stations(NamedTuple):
    """Sections along a span, for :func:`interpolate`.

    Parameters
    ----------
    stations : ndarray, shape (n,)
        Stations as the file has them: fractions of the span (BeamDyn, windIO) or metres (HAWC2); 0 in a file
        of one section.
    sections : list of Section
        One at each.
    """

    stations: Array
    sections: list[Section]


def read(path: str | os.PathLike[str], *, format: str, subset: tuple[int, int] = (1, 1)) -> Stations:
    """Read sections from the file of another program.

    Parameters
    ----------
    path : path-like
        The file.
    format : {"vabs", "becas", "hawc2", "beamdyn", "windio"}
        What it is.

        - ``"vabs"``: output ``name.K``; 6×6 mass matrix, Timoshenko stiffness matrix and, where it is there,
          Timoshenko damping matrix, about the user's origin.
        - ``"becas"``: output ``BECAS_2D.out``; K and M about the cross section reference point.
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
    readers: dict[str, Callable[[str, str], Stations]] = {
        "vabs": _vabs,
        "becas": _becas,
        "hawc2": lambda where, text: _hawc2(where, text, subset),
        "beamdyn": _beamdyn,
        "windio": _windio,
    }
    if format not in readers:
        allowed = ", ".join(map(repr, readers))
        raise ModelError("sections.read: format", f"{format!r} was given", allowed=allowed)
    where = f'sections.read("{os.fspath(path)}")'
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ModelError(where, f"cannot be read ({error})") from error
    return readers[format](where, text)


# ------------------------------------------------------------------------------ pieces of text


def _numbers(line: str) -> list[float]:
    """Numbers of a line, Fortran's exponents included; empty when anything else stands there."""
    try:
        words = re.sub(r"(?<=[\d.])[dD](?=[-+\d])", "e", line.replace(",", " ")).split()
        return [float(word) for word in words]
    except ValueError:
        return []


def _matrix_after(where: str, lines: list[str], heading: str, *, needed: bool = True) -> Array | None:
    """Six rows of six numbers after the first line that matches a heading."""
    i = next((i for i, line in enumerate(lines) if re.search(heading, line, re.IGNORECASE)), -1)
    if i < 0:
        if not needed:
            return None
        pattern = heading.replace(r"\s*", " ").strip("^$ ")
        remedy = "is the format right, and did the run finish?"
        raise ModelError(where, f'there is no "{pattern}"', remedy=remedy)
    rows: list[list[float]] = []
    for line in lines[i + 1 :]:
        row = _numbers(line)
        if len(row) == 6:
            rows.append(row)
        elif rows or re.search("[a-z]{4}", line, re.IGNORECASE):
            break
        if len(rows) == 6:
            return np.array(rows)
    given = f'line {i + 1}, "{lines[i].strip()}", is followed by {len(rows)} rows of six numbers'
    raise ModelError(where, given, allowed="six rows of six numbers")


def _section(where: str, place: str, K: Array, M: Array | None, order: str, damping: Any = 0.0) -> Section:
    """Section whose errors name the file and the station."""
    try:
        return Section.from_matrices(K, M, order=order, damping=damping)
    except ModelError as error:
        at = f"{where}, {place}" if place else where
        raise ModelError(
            f"{at}: {error.where}", error.given, allowed=error.allowed, remedy=error.remedy
        ) from error


# ------------------------------------------------------------------------------ the formats


def _vabs(where: str, text: str) -> Stations:
    lines = text.splitlines()
    M = _matrix_after(where, lines, r"^\s*The 6X6 Mass Matrix\s*$")
    K = _matrix_after(where, lines, r"^\s*Timoshenko Stiffness Matrix")
    D = _matrix_after(where, lines, r"^\s*Timoshenko Damping Matrix", needed=False)
    assert K is not None
    return Stations(np.zeros(1), [_section(where, "", K, M, "vabs", 0.0 if D is None else D)])


def _becas(where: str, text: str) -> Stations:
    lines = text.splitlines()
    K = _matrix_after(where, lines, r"^\s*Stiffness matrix w\.r\.t\..* reference point")
    M = _matrix_after(where, lines, r"^\s*Mass matrix w\.r\.t\..* reference point", needed=False)
    assert K is not None
    return Stations(np.zeros(1), [_section(where, "", K, M, "becas")])


def _beamdyn(where: str, text: str) -> Stations:
    lines = text.splitlines()
    words = {w[1].lower(): w[0] for line in lines if len(w := line.split()) > 1}
    if "station_total" not in words or "damp_type" not in words:
        raise ModelError(
            where, "there is no station_total or no damp_type", remedy="is it a blade input file?"
        )
    n, damped = int(float(words["station_total"])), int(float(words["damp_type"]))
    mu = np.zeros(6)
    if damped == 1:
        heads = [i for i, line in enumerate(lines) if line.lower().split()[:1] == ["mu1"]]
        values = next((v for line in lines[heads[0] :] if len(v := _numbers(line)) == 6), []) if heads else []
        if len(values) != 6 or min(values) < 0.0:
            raise ModelError(f"{where}: mu", f"{values} was read", allowed="six numbers, none negative [s]")
        mu = np.array(values)
    elif damped != 0:
        given, remedy = f"damp_type is {damped}", "set it to 0 or 1 and give the damping here"
        raise ModelError(where, given, allowed="0 (none) and 1 (proportional to stiffness)", remedy=remedy)
    first = next((i for i, line in enumerate(lines) if "distributed properties" in line.lower()), len(lines))
    table = [row for line in lines[first + 1 :] if (row := _numbers(line))]
    flat = np.array([value for row in table for value in row])
    if flat.size != 73 * n:
        given = f"{flat.size} numbers stand below DISTRIBUTED PROPERTIES"
        raise ModelError(where, given, allowed=f"{n} stations of 1 + 36 + 36 = {73 * n}")
    flat = flat.reshape(n, 73)
    root = np.sqrt(np.outer(mu, mu))
    sections = []
    for i, station in enumerate(flat):
        K, M = station[1:37].reshape(6, 6), station[37:].reshape(6, 6)
        sections.append(_section(where, f"station {i + 1}", K, M, "beamdyn", root * K if damped else 0.0))
    return Stations(flat[:, 0].copy(), sections)


def _hawc2(where: str, text: str, subset: tuple[int, int]) -> Stations:
    group, found = 0, False
    rows: list[list[float]] = []
    for line in text.splitlines():
        if match := re.match(r"\s*#\s*(\d+)", line):
            group = int(match[1])
            if found:
                break
        elif match := re.match(r"\s*\$\s*(\d+)\s+(\d+)", line):
            if found:
                break
            found = (group, int(match[1])) == tuple(subset)
        elif found and (row := _numbers(line)):
            rows.append(row)
    widths = {len(row) for row in rows}
    if not rows or not widths <= {19, 30} or len(widths) != 1:
        given = f"set #{subset[0]} ${subset[1]} has {len(rows)} rows of {sorted(widths)} columns"
        raise ModelError(where, given, allowed="19 columns, or 30 with fully populated matrices")
    table = np.array(rows)
    make = _hawc2_full if table.shape[1] == 30 else _hawc2_classic
    sections = []
    for i, row in enumerate(table):
        try:
            sections.append(make(row))
        except ModelError as error:
            at = f"{where}, row {i + 1}: {error.where}"
            raise ModelError(at, error.given, allowed=error.allowed, remedy=error.remedy) from error
    return Stations(table[:, 0].copy(), sections)


def _hawc2_full(row: Array) -> Section:
    """30 columns: r, m, x_cg, y_cg, ri_x, ri_y, pitch, x_e, y_e, K11, K12 … K66 (upper triangle by rows)."""
    pitch, elastic = np.radians(row[6]), row[7:9]
    K = _from_triangle(row[9:])
    there = Section.from_matrices(K, None, order="hawc2").rotate(-pitch).shift(*-elastic)
    return Section(there.stiffness, _hawc2_mass(row[1:6], elastic, pitch))


def _hawc2_classic(row: Array) -> Section:
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


def _hawc2_mass(row: Array, elastic: Array, pitch: float) -> Array:
    """Mass matrix of m, x_cg, y_cg, ri_x, ri_y; the radii about the elastic centre, in pitched axes."""
    m, center, (ri_x, ri_y) = float(row[0]), row[1:3], row[3:5]
    c, s = np.cos(pitch), np.sin(pitch)
    R = np.array([[c, -s], [s, c]])
    second = R @ np.diag([ri_y**2, ri_x**2]) @ R.T  # about the elastic centre, per mass
    arm = center - elastic
    about = second - np.outer(arm, arm) + np.outer(center, center)
    return plane_mass(m, center, m * about)


def _windio(where: str, text: str) -> Stations:
    try:
        yaml = importlib.import_module("yaml")
    except ImportError as error:
        raise ModelError(where, f"needs a reader of yaml ({error})", remedy="pip install pyyaml") from error
    return from_windio(yaml.safe_load(text), where=where)


def from_windio(data: Mapping[str, Any], *, where: str = "from_windio") -> Stations:
    """Sections of a blade in windIO's data, as SONATA writes them, already loaded from yaml.

    Parameters
    ----------
    data : mapping
        The whole file, or a part of it with ``six_x_six`` (``stiff_matrix`` and ``inertia_matrix``, each with
        ``grid`` and ``values``, 21 numbers of the upper triangle by rows, BeamDyn's order), or windIO
        2's ``stiffness_matrix`` (K11 … K66) and ``inertia_matrix`` (mass, cm_x, cm_y, i_edge, i_flap,
        i_plr, i_cp).
    where : str, optional
        What errors name.

    Returns
    -------
    Stations
        With fractions of the span.
    """
    block = _find(data, ("stiff_matrix", "stiffness_matrix"))
    if block is None or "inertia_matrix" not in block:
        given = "there is no stiff_matrix or stiffness_matrix beside an inertia_matrix"
        raise ModelError(where, given, remedy="run the cross-section solver and write its results first")
    inertia = block["inertia_matrix"]
    if "stiff_matrix" in block:
        grid = np.array(block["stiff_matrix"]["grid"], dtype=float)
        K = [_from_triangle(np.array(v, dtype=float)) for v in block["stiff_matrix"]["values"]]
        M = [_from_triangle(np.array(v, dtype=float)) for v in inertia["values"]]
    else:
        table = block["stiffness_matrix"]
        grid = np.array(table["grid"], dtype=float)
        names = [f"K{i}{j}" for i in range(1, 7) for j in range(i, 7)]
        columns = np.array([table.get(name, np.zeros(grid.size)) for name in names], dtype=float)
        K = [_from_triangle(row) for row in columns.T]
        M = [
            _named_mass({n: float(v[i]) for n, v in inertia.items() if n != "grid"}) for i in range(grid.size)
        ]
    if not np.array_equal(grid, np.array(inertia["grid"], dtype=float)):
        raise ModelError(where, "stiffness and inertia have different grids", allowed="one grid for both")
    pairs = enumerate(zip(K, M, strict=True), start=1)
    return Stations(grid, [_section(where, f"station {i}", k, m, "beamdyn") for i, (k, m) in pairs])


def _find(data: Any, names: tuple[str, ...]) -> Mapping[str, Any] | None:
    """The first mapping below `data` that has one of the names."""
    if isinstance(data, Mapping):
        if any(name in data for name in names):
            return data
        children = list(data.values())
    else:
        children = data if isinstance(data, list) else []
    return next((found for child in children if (found := _find(child, names)) is not None), None)


def _from_triangle(values: Array) -> Array:
    """Symmetric 6×6 matrix from the 21 numbers of its upper triangle by rows."""
    matrix = np.zeros((6, 6))
    matrix[np.triu_indices(6)] = values
    return matrix + np.triu(matrix, 1).T


def _named_mass(row: Mapping[str, float]) -> Array:
    """Mass matrix in BeamDyn's order from windIO's names (OpenFAST, BeamDyn input files, eq. for M)."""
    m, x, y = row["mass"], row.get("cm_x", 0.0), row.get("cm_y", 0.0)
    M = np.diag([m, m, m, row["i_edge"], row["i_flap"], row.get("i_plr", row["i_edge"] + row["i_flap"])])
    M[0, 5], M[1, 5], M[2, 3], M[2, 4], M[3, 4] = -m * y, m * x, m * y, -m * x, -row.get("i_cp", 0.0)
    return M + np.triu(M, 1).T
