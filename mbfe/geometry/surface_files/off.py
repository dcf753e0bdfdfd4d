"""OFF of Geomview, CGAL and MeshLab: points and polygons; normals, colours and textures are passed over."""

from __future__ import annotations

import math
import re

import numpy as np

from mbfe.errors import ModelError
from mbfe.files.text_files import decoded, split_lines
from mbfe.geometry.surface_files.polygons import Polygons, as_floats

__all__ = ["read_off"]

Lines = list[tuple[int, list[str]]]
"""Words of lines, each with the number of its line."""


def read_off(content: bytes, where: str) -> Polygons:
    """Polygons of an OFF file.

    What follows the three coordinates of a point, or the corners of a face, has no effect.

    Notes
    -----
    Geomview manual, section "OFF Files": the header OFF (STOFF, COFF, NOFF, CNOFF …), which may be left out,
    the numbers of points, faces and edges, a line for each point and one for each face, n i₁ … iₙ with
    indices from 0.
    """
    lines: Lines = []
    for number, line in enumerate(split_lines(decoded(content, where)), 1):
        words = line.partition("#")[0].split()
        if words:
            lines.append((number, words))
    body = without_header(lines, where)
    allowed = "numbers of points, faces and edges"
    if not body:
        raise ModelError(where, "it is empty", allowed="OFF, its counts, points and faces")
    at = f"{where}, line {body[0][0]}"
    counts = whole_numbers(body[0][1][:3], at, allowed)
    if len(counts) < 2 or min(counts) < 0:
        raise ModelError(at, f"'{' '.join(body[0][1])[:80]}'", allowed=allowed)
    n, m = counts[:2]
    if n + m != len(body) - 1:
        given = f"{n} points and {m} faces are announced, and {len(body) - 1} lines follow"
        raise ModelError(at, given, allowed="a line for each point and for each face")
    points = [coordinates(words, f"{where}, line {number}") for number, words in body[1 : n + 1]]
    faces = [corners(words, n, f"{where}, line {number}") for number, words in body[n + 1 :]]
    faces = [face for face in faces if len(face) > 2]
    if not faces:
        raise ModelError(where, "it has no faces", allowed="a surface of polygons")
    return Polygons.of_faces(np.array(points, dtype=float).reshape(-1, 3), faces)


def without_header(lines: Lines, where: str) -> Lines:
    """Lines from the counts on; counts may stand behind the header in its line."""
    if not lines or not lines[0][1][0].upper().endswith("OFF"):
        return lines
    number, words = lines[0]
    if not re.fullmatch("(ST)?C?N?OFF", words[0].upper()) or words[1:2] == ["BINARY"]:
        given = f"'{' '.join(words)[:40]}'"
        raise ModelError(
            f"{where}, line {number}", given, allowed="OFF as text, with three coordinates for each point"
        )
    return [(number, words[1:]), *lines[1:]] if words[1:] else lines[1:]


def whole_numbers(words: list[str], where: str, allowed: str) -> list[int]:
    """Words as whole numbers."""
    try:
        return [int(word) for word in words]
    except ValueError:
        raise ModelError(where, f"'{' '.join(words)[:80]}'", allowed=allowed) from None


def coordinates(words: list[str], where: str) -> list[float]:
    """The three coordinates of a point."""
    values = as_floats(words[:3])
    if len(values) < 3 or not all(map(math.isfinite, values)):
        raise ModelError(where, f"'{' '.join(words)[:80]}'", allowed="x y z, finite numbers with a point")
    return values


def corners(words: list[str], count: int, where: str) -> list[int]:
    """Rows of the points of a face."""
    allowed = f"n and n numbers of points, 0 to {count - 1}"
    (size,) = whole_numbers(words[:1], where, allowed)
    face = whole_numbers(words[1 : 1 + max(size, 0)], where, allowed)
    if size < 1 or len(face) < size or min(face) < 0 or max(face) >= count:
        raise ModelError(where, f"'{' '.join(words)[:80]}'", allowed=allowed)
    return face
