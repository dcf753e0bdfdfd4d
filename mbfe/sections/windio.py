"""Sections of windIO's data, as WISDEM and SONATA write them."""

from __future__ import annotations

import importlib
import math
import reprlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import refusal
from mbfe.contracts import checked
from mbfe.errors import ModelError, naming
from mbfe.sections.section import Section

__all__ = ["Stations", "from_triangle", "from_windio", "read_windio", "section_of"]

STIFFNESS = ("stiff_matrix", "stiffness_matrix")
"""Names of the stiffness in windIO 1 and 2."""
UPPER = [f"K{i}{j}" for i in range(1, 7) for j in range(i, 7)]
NEEDED = ("mass", "i_edge", "i_flap")


class Stations(NamedTuple):
    """Sections along a span, for :func:`mbfe.sections.interpolate`.

    Parameters
    ----------
    stations : ndarray, shape (n,)
        Stations as the file has them: fractions of the span (BeamDyn, windIO) or metres (HAWC2); 0 in a file
        of one section.
    sections : list of Section
        One at each.
    """

    stations: Floats
    sections: list[Section]


def section_of(where: str, K: Floats, M: Floats | None, order: str, *, damping: Any = 0.0) -> Section:
    """Section whose errors name the file and the station."""
    with np.errstate(all="ignore"), naming(where):
        return Section.from_matrices(K, M, order=order, damping=damping)


def read_windio(where: str, text: str) -> Stations:
    """Sections of a text in yaml."""
    try:
        yaml = importlib.import_module("yaml")
    except ImportError as error:
        raise ModelError(where, f"needs a reader of yaml ({error})", remedy="pip install pyyaml") from error
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        marked: Any = error if isinstance(error, yaml.MarkedYAMLError) else None
        mark, problem = (None, None) if marked is None else (marked.problem_mark, marked.problem)
        at = f"{where}, line {mark.line + 1}" if mark is not None else where
        said = " ".join(str(problem or error).split())[:200]
        raise ModelError(at, f"it is no yaml ({said})", allowed="yaml of windIO") from error
    return from_windio(data, where=where)


@checked
def from_windio(data: Any, *, component: str = "", where: str = "from_windio") -> Stations:
    """Sections of a blade in windIO's data, as SONATA writes them, already loaded from yaml.

    Parameters
    ----------
    data : mapping
        The whole file, or a part of it with ``six_x_six`` (``stiff_matrix`` and ``inertia_matrix``, each with
        ``grid`` and ``values``, 21 numbers of the upper triangle by rows, BeamDyn's order), or windIO
        2's ``stiffness_matrix`` (K11 … K66) and ``inertia_matrix`` (mass, cm_x, cm_y, i_edge, i_flap,
        i_plr, i_cp).
    component : str, optional
        A key above the matrices, e.g. ``"tower"``, where several components have some; the blade by itself.
    where : str, optional
        What errors name.

    Returns
    -------
    Stations
        With fractions of the span.
    """
    if not isinstance(data, Mapping | list):
        raise refusal(where, "data", data, "the data of a file in windIO, names and what stands under them")
    found = list(_blocks(data, (), set()))
    places = [path for path, _ in found]
    for name in (component, "blade"):
        if len(found) > 1 and name:
            found = [(path, block) for path, block in found if name in path] or found
    if not found or "inertia_matrix" not in found[0][1]:
        given = "there is no stiff_matrix or stiffness_matrix beside an inertia_matrix"
        raise ModelError(where, given, remedy="run the cross-section solver and write its results first")
    if len(found) > 1:
        several = "; ".join(".".join(path) for path in places)
        raise ModelError(where, f"several parts have matrices: {several}", remedy="choose one by component=")
    ((path, block),) = found
    at = ".".join((where, *path)) if path else where
    inertia = block["inertia_matrix"]
    if not isinstance(inertia, Mapping):
        given = f"it is {reprlib.repr(inertia)[:80]}"
        raise ModelError(f"{at}: inertia_matrix", given, allowed="names and their rows of numbers")
    if "stiff_matrix" in block:
        grid = _numbers(at, block["stiff_matrix"], "grid")
        K = _triangles(f"{at}.stiff_matrix", block["stiff_matrix"], len(grid))
        M = _triangles(f"{at}.inertia_matrix", inertia, len(grid))
    else:
        table = block["stiffness_matrix"]
        grid = _numbers(at, table, "grid")
        rows = np.column_stack([_column(at, table, name, len(grid)) for name in UPPER])
        K = [from_triangle(row) for row in rows]
        names = ("mass", "cm_x", "cm_y", "i_edge", "i_flap", "i_plr", "i_cp")
        there = [name for name in names if name in inertia or name in NEEDED]
        columns = {name: _column(at, inertia, name, len(grid), needed=True) for name in there}
        M = [_named_mass({n: float(v[i]) for n, v in columns.items()}) for i in range(grid.size)]
    other = _numbers(at, inertia, "grid")
    if not np.array_equal(grid, other):
        raise ModelError(at, "stiffness and inertia have different grids", allowed="one grid for both")
    pairs = enumerate(zip(K, M, strict=True), start=1)
    return Stations(grid, [section_of(f"{at}: station {i}", k, m, "beamdyn") for i, (k, m) in pairs])


def _blocks(
    data: Any, path: tuple[str, ...], seen: set[int]
) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Mappings that have a stiffness, with the keys above them; what yaml's aliases repeat counts once."""
    if not isinstance(data, Mapping | list) or id(data) in seen:
        return
    seen.add(id(data))
    if isinstance(data, Mapping):
        if any(isinstance(data.get(name), Mapping) for name in STIFFNESS):
            yield path, data
            return
        for key, child in data.items():
            yield from _blocks(child, (*path, str(key)), seen)
    else:
        for i, child in enumerate(data):
            yield from _blocks(child, (*path, str(i)), seen)


def _numbers(where: str, block: Any, name: str) -> Floats:
    """A row of finite numbers of a mapping."""
    given = block.get(name) if isinstance(block, Mapping) else None
    values = _row(given)
    if not np.isfinite(values).all():
        raise ModelError(f"{where}: {name}", reprlib.repr(given)[:80], allowed="a row of finite numbers")
    return values


def _row(given: Any) -> Floats:
    """A row of numbers, of which yaml leaves those without a point as text; NaN for what is none."""
    if not isinstance(given, list | tuple | np.ndarray) or not len(given):
        return np.full(1, np.nan)
    return np.array([_number(word) for word in given])


def _number(given: Any) -> float:
    """A number, or NaN."""
    try:
        return math.nan if isinstance(given, bool | bytes) else float(given)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _column(where: str, table: Mapping[str, Any], name: str, count: int, *, needed: bool = False) -> Floats:
    """A row of numbers as long as the grid; zeros where it is left out."""
    if name not in table and not needed:
        return np.zeros(count)
    values = _numbers(where, table, name)
    if len(values) != count:
        raise ModelError(
            f"{where}: {name}", f"{len(values)} numbers", allowed=f"{count}, as many as the grid"
        )
    return values


def _triangles(where: str, block: Any, count: int) -> list[Floats]:
    """Matrices of rows of 21 numbers, or of 6×6."""
    given = block.get("values") if isinstance(block, Mapping) else None
    if not isinstance(given, list) or len(given) != count:
        size = len(given) if isinstance(given, list) else 0
        raise ModelError(f"{where}: values", f"{size} rows", allowed=f"{count}, as many as the grid")
    out = []
    for i, row in enumerate(given, 1):
        if isinstance(row, list) and len(row) == 6 and all(isinstance(part, list) for part in row):
            row = [number for part in row if len(part) == 6 for number in part]
        values = _row(row)
        if values.shape not in ((21,), (36,)) or not np.isfinite(values).all():
            allowed = "21 finite numbers, the upper triangle by rows"
            raise ModelError(f"{where}: values, row {i}", reprlib.repr(row)[:80], allowed=allowed)
        out.append(from_triangle(values) if values.size == 21 else values.reshape(6, 6))
    return out


def from_triangle(values: Floats) -> Floats:
    """Symmetric 6×6 matrix from the 21 numbers of its upper triangle by rows."""
    matrix = np.zeros((6, 6))
    matrix[np.triu_indices(6)] = values
    return matrix + np.triu(matrix, 1).T


def _named_mass(row: Mapping[str, float]) -> Floats:
    """Mass matrix in BeamDyn's order from windIO's names (OpenFAST, BeamDyn input files, eq. for M)."""
    m, x, y = row["mass"], row.get("cm_x", 0.0), row.get("cm_y", 0.0)
    M = np.diag([m, m, m, row["i_edge"], row["i_flap"], row.get("i_plr", row["i_edge"] + row["i_flap"])])
    M[0, 5], M[1, 5], M[2, 3], M[2, 4], M[3, 4] = -m * y, m * x, m * y, -m * x, -row.get("i_cp", 0.0)
    return M + np.triu(M, 1).T
