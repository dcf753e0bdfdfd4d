"""STL, text and binary: the corners of triangles; their normals and attributes are passed over."""

from __future__ import annotations

import math
import re
import struct

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.errors import ModelError
from mbfe.files.text_files import decoded, split_lines
from mbfe.geometry.surface_files.polygons import Polygons, as_floats

__all__ = ["read_stl"]

HEAD, FACET = 84, 50
"""Bytes of the head with the count of a binary file, and of a facet."""
WORDS = re.compile(r"\b(?:(facet|endfacet)\b|vertex\s+(\S+)\s+(\S+)\s+(\S+))")
"""What counts in a text file: where facets begin and end, and their corners."""
FACETS = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def read_stl(content: bytes, where: str) -> Polygons:
    """Triangles of all solids of an STL file, with three points each.

    The size identifies a binary one, whose head may begin with "solid" too.
    """
    count = struct.unpack("<I", content[80:HEAD])[0] if len(content) >= HEAD else 0
    exact = len(content) == HEAD + FACET * count and len(content) > HEAD
    corners = binary(content, count, where) if exact or not is_text(content) else text(content, where)
    if not len(corners):
        raise ModelError(where, "it has no facets", allowed="a surface of triangles")
    rows = np.arange(3 * len(corners), dtype=np.int64)
    return Polygons(corners.reshape(-1, 3), rows, np.full(len(corners), 3, dtype=np.int64))


def is_text(content: bytes) -> bool:
    """Whether a file begins as text does and has words of facets near its beginning."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    head = content[:2000].lower().removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith(b"solid") and (b"facet" in head or b"endsolid" in head or len(content) < HEAD)


def binary(content: bytes, count: int, where: str) -> Floats:
    """Corners of a binary file, shape (n, 3, 3); less than a facet may follow the last one."""
    if len(content) < HEAD + FACET * count or len(content) < HEAD:
        whole = max(0, (len(content) - HEAD) // FACET)
        given = f"it says that it has {count} facets and ends after {whole}, at byte {len(content)}"
        if not count:
            given = f"it has {len(content)} bytes, and neither facets of text nor the head of a binary file"
        raise ModelError(where, given, allowed="a whole STL file, text or binary")
    more = (len(content) - HEAD) // FACET
    if more > count:
        given = f"it says that it has {count} facets, and there is room for {more}"
        raise ModelError(where, given, allowed="a whole STL file, text or binary")
    table = np.frombuffer(content, dtype=FACETS, count=count, offset=HEAD)
    return table["corners"].astype(float)


def text(content: bytes, where: str) -> Floats:
    """Corners of a text file, shape (n, 3, 3)."""
    lines = split_lines(decoded(content, where).lower())
    names = [line.split()[:1] in (["solid"], ["endsolid"]) for line in lines]
    body = "\n".join("" if name else line for name, line in zip(names, lines, strict=True))
    corners: list[list[float]] = []
    begin = 0
    for match in WORDS.finditer(body):
        if match[1] == "facet":
            begin = len(corners)
        elif match[1]:
            if len(corners) != begin + 3:
                given = f"a facet has {len(corners) - begin} corners that are numbers"
                raise ModelError(place(body, match, where), given, allowed="three, vertex x y z")
            begin = len(corners)
        else:
            corners.append(corner(match, body, where))
    solids = [line.split()[0] for line, name in zip(lines, names, strict=True) if name]
    if len(corners) != begin or solids[-1:] != ["endsolid"]:
        raise ModelError(f"{where}, line {len(lines)}", "the file ends within a solid", allowed="endsolid")
    return np.array(corners, dtype=float).reshape(-1, 3, 3)


def place(body: str, match: re.Match[str], where: str) -> str:
    """File and line."""
    return f"{where}, line {body.count(chr(10), 0, match.start()) + 1}"


def corner(match: re.Match[str], body: str, where: str) -> list[float]:
    """Coordinates of a corner."""
    values = as_floats(match.groups()[1:])
    if not values or not all(map(math.isfinite, values)):
        given = f"'{' '.join(match[0].split())[:80]}'"
        raise ModelError(
            place(body, match, where), given, allowed="vertex x y z, finite numbers with a point"
        )
    return values
