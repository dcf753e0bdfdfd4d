"""Wavefront OBJ: points and faces; normals, textures, groups, materials and lines are passed over."""

from __future__ import annotations

import math

import numpy as np

from mbfe.errors import ModelError
from mbfe.files.text_files import decoded, split_lines
from mbfe.geometry.surface_files.polygons import Polygons, as_floats

__all__ = ["read_obj"]

FREE_FORM = ("surf", "curv", "curv2", "cstype")
"""Statements of curves and surfaces that are no polygons."""


def read_obj(content: bytes, where: str) -> Polygons:
    """Polygons of an OBJ file.

    Corners are ``i``, ``i/t``, ``i//n`` or ``i/t/n``; a negative i counts back from the last point. Weights
    and colours after the three coordinates have no effect.
    """
    points: list[list[float]] = []
    faces: list[list[int]] = []
    lines: list[int] = []
    other = set()
    for number, words in statements(decoded(content, where)):
        if words[0] == "v":
            points.append(coordinates(words, where, number))
        elif words[0] in ("f", "fo"):
            faces.append([corner(word, len(points), where, number) for word in words[1:]])
            lines.append(number)
        else:
            other.add(words[0])
    for face, number in zip(faces, lines, strict=True):
        if max(face, default=0) >= len(points):
            given = f"a face has the corner {max(face) + 1}, and there are {len(points)} points"
            raise ModelError(f"{where}, line {number}", given, allowed=f"1 to {len(points)}, or -1 and below")
    faces = [face for face in faces if len(face) > 2]
    if not faces:
        given = "it has no faces" + (" but free-form surfaces" if other & set(FREE_FORM) else "")
        raise ModelError(
            where, given, allowed="lines f …", remedy="Export the surface of the part as polygons"
        )
    return Polygons.of_faces(np.array(points, dtype=float).reshape(-1, 3), faces)


def statements(text: str) -> list[tuple[int, list[str]]]:
    """Lines as words with their numbers, without comments; a backslash at the end continues a line."""
    found: list[tuple[int, list[str]]] = []
    kept: list[str] = []
    for number, line in enumerate(split_lines(text), 1):
        line = line.partition("#")[0].rstrip()
        continued = line.endswith("\\")
        kept += line[:-1].split() if continued else line.split()
        if kept and not continued:
            found.append((number, kept))
            kept = []
    return [*found, (number, kept)] if kept else found


def coordinates(words: list[str], where: str, number: int) -> list[float]:
    """The three coordinates of a point."""
    values = as_floats(words[1:])
    if len(values) < 3 or not all(map(math.isfinite, values[:3])):
        given = f"'{' '.join(words)[:80]}'"
        raise ModelError(f"{where}, line {number}", given, allowed="v x y z, finite numbers with a point")
    return values[:3]


def corner(word: str, count: int, where: str, number: int) -> int:
    """Row of the point of a corner."""
    try:
        index = int(word.split("/")[0])
    except ValueError:
        index = 0
    if index == 0 or index < -count:
        allowed = f"i, i/t, i//n or i/t/n with i from 1, or from -1 down to -{count}, the points before it"
        raise ModelError(f"{where}, line {number}", f"the corner '{word[:40]}' of a face", allowed=allowed)
    return index - 1 if index > 0 else count + index
