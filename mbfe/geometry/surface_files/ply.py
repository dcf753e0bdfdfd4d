"""PLY, text and binary of both byte orders: points and faces; normals and colours are passed over."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ModelError
from mbfe.files.text_files import MARKS, decoded, split_lines
from mbfe.geometry.surface_files.polygons import Polygons

__all__ = ["read_ply"]

TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
    "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4",
    "double": "f8", "float64": "f8",
}  # fmt: skip
ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
CORNERS = ("vertex_indices", "vertex_index")
"""Names of the list of corners of a face or strip."""
MOST = 2**31
"""More rows than any file has."""


@dataclass
class Element:
    """A table of the file: name, rows, properties with their type and, for lists, the type of the count.

    ``columns`` has the values of each property: numbers of all rows, or a list of the numbers of each row.
    """

    name: str
    rows: int
    line: int
    properties: list[tuple[str, str, str]] = field(default_factory=list)
    columns: dict[str, Any] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """Name and line."""
        return f"element {self.name} (line {self.line})"


def read_ply(content: bytes, where: str) -> Polygons:
    """Polygons of a PLY file, and the triangles of its strips."""
    if content.startswith(tuple(mark for mark, _ in MARKS)):
        content = decoded(content, where).encode()
    order, elements, body, line = head(content, where)
    tables = {element.name: element for element in elements}
    for element in elements:
        for kind, count, name in ((p[1], p[2], p[0]) for p in element.properties):
            if kind not in TYPES or (count and count not in TYPES):
                raise ModelError(
                    f"{where}: property {name}", f"has the type {kind!r}", allowed=", ".join(TYPES)
                )
    if "vertex" not in tables or not ({"face", "tristrips"} & set(tables)):
        given = f"it has {', '.join(tables) or 'no elements'}"
        raise ModelError(
            where, given, allowed="elements vertex and face", remedy="Export a surface, not a cloud"
        )
    if order:
        read_binary(content[body:], elements, order, where)
    else:
        read_text(decoded(content[body:], where), elements, line, where)
    points = vertices(tables["vertex"], where)
    faces: list[list[int]] = []
    for name in ("face", "tristrips"):
        if name in tables:
            faces += rows_of_corners(tables[name], len(points), where)
    if not faces:
        raise ModelError(where, "it has no faces", allowed="a surface of polygons")
    return Polygons.of_faces(points, faces)


def head(content: bytes, where: str) -> tuple[str, list[Element], int, int]:
    """Byte order, elements, where the body begins, and the number of its first line."""
    end = re.search(rb"end_header[ \t]*(\r\n|\n|\r)", content)
    if not content.startswith(b"ply") or not end:
        given = "it does not begin with 'ply'" if not content.startswith(b"ply") else "there is no end_header"
        raise ModelError(f"{where}, line 1", given, allowed="a PLY file")
    text = decoded(content[: end.start()], where)
    order: str | None = None
    elements: list[Element] = []
    lines = split_lines(text)
    for number, line in enumerate(lines, 1):
        words = line.split()
        try:
            if words[:1] == ["format"]:
                order = ORDERS[words[1]]
            elif words[:1] == ["element"]:
                rows = int(words[2])
                if not 0 <= rows < MOST or words[1] in {known.name for known in elements}:
                    raise ValueError
                elements.append(Element(words[1], rows, number))
            elif words[:1] == ["property"]:
                name, kind, count = (
                    (words[4], words[3], words[2]) if words[1] == "list" else (words[2], words[1], "")
                )
                if name in {known for known, _, _ in elements[-1].properties}:
                    raise ValueError
                elements[-1].properties.append((name, kind, count))
        except (IndexError, KeyError, ValueError):
            allowed = (
                "format ascii, binary_little_endian or binary_big_endian; element name n; property type name"
            )
            raise ModelError(f"{where}, line {number}", f"'{line[:80]}'", allowed=allowed) from None
    if order is None:
        raise ModelError(f"{where}, line 2", "there is no format", allowed=", ".join(ORDERS))
    return order, elements, end.end(), len(lines) + 1


def read_text(text: str, elements: list[Element], line: int, where: str) -> None:
    """Fill the tables from lines of numbers."""
    rows = [(line + i, row.split()) for i, row in enumerate(split_lines(text)) if row.strip()]
    at = 0
    for element in elements:
        values: list[list[Any]] = []
        for row in range(element.rows):
            place = f"{where}, line {rows[at][0]}" if at < len(rows) else where
            try:
                values.append(row_of_text(element, [float(word) for word in rows[at][1]]))
            except (IndexError, ValueError, OverflowError):
                given = f"row {row + 1} of the {element.rows} of {element.name} is missing or not all numbers"
                names = " ".join(("n " if p[2] else "") + p[0] for p in element.properties)
                raise ModelError(place, given, allowed=f"a line of numbers {names}") from None
            at += 1
        for i, (name, _, _) in enumerate(element.properties):
            element.columns[name] = [row[i] for row in values]
    if at < len(rows):
        given = f"{len(rows) - at} lines follow the last row that the head announces"
        raise ModelError(f"{where}, line {rows[at][0]}", given, allowed="a whole file")


def row_of_text(element: Element, numbers: list[float]) -> list[Any]:
    """Values of the properties in a line."""
    out: list[Any] = []
    at = 0
    for _, _, count in element.properties:
        if not count:
            out.append(numbers[at])
            at += 1
            continue
        size = int(numbers[at])
        at += 1
        if not 0 <= size <= len(numbers) - at:
            raise ValueError
        out.append(numbers[at : at + size])
        at += size
    return out


def read_binary(content: bytes, elements: list[Element], order: str, where: str) -> None:
    """Fill the tables from bytes."""
    at = 0
    for element in elements:
        sizes = first_sizes(content, at, element, order)
        dtype = row_type(element, sizes, order)
        if sizes is not None and at + element.rows * dtype.itemsize <= len(content):
            table = np.frombuffer(content, dtype=dtype, count=element.rows, offset=at)
            alike = all((table[f"{name} n"] == size).all() for name, size in sizes.items())
            if alike:  # all lists have the length of the first
                element.columns |= {name: table[name] for name, _, _ in element.properties}
                at += element.rows * dtype.itemsize
                continue
        at = read_rows(content, at, element, order, where)
    rest = len(content[at:].strip())
    if rest:
        given = f"{rest} bytes follow the last row that the head announces"
        raise ModelError(f"{where}: {elements[-1].where}", given, allowed="a whole file")


def row_type(element: Element, sizes: dict[str, int] | None, order: str) -> np.dtype[Any]:
    """Type of a row whose lists have these lengths."""
    parts: list[Any] = []
    for name, kind, count in element.properties:
        if count:
            parts += [
                (f"{name} n", order + TYPES[count]),
                (name, order + TYPES[kind], ((sizes or {}).get(name, 0),)),
            ]
        else:
            parts.append((name, order + TYPES[kind]))
    return np.dtype(parts)


def first_sizes(content: bytes, at: int, element: Element, order: str) -> dict[str, int] | None:
    """Lengths of the lists of the first row, None where they do not fit into the file."""
    sizes: dict[str, int] = {}
    for name, kind, count in element.properties:
        if count:
            number = np.dtype(order + TYPES[count])
            if not element.rows or at + number.itemsize > len(content):
                return None
            sizes[name] = int(np.frombuffer(content, dtype=number, count=1, offset=at)[0])
            at += number.itemsize
            if not 0 <= sizes[name] <= len(content):
                return None
        at += sizes.get(name, 1) * np.dtype(TYPES[kind]).itemsize
    return sizes


def read_rows(content: bytes, at: int, element: Element, order: str, where: str) -> int:
    """Fill a table row by row; the place after it."""
    columns: dict[str, list[Any]] = {name: [] for name, _, _ in element.properties}

    def take(kind: str, count: int, row: int) -> list[Any]:
        nonlocal at
        dtype = np.dtype(order + TYPES[kind])
        if count < 0 or at + count * dtype.itemsize > len(content):
            given = f"the file ends, or is damaged, at row {row + 1} of {element.rows}"
            raise ModelError(f"{where}: {element.where}", given, allowed="a whole file")
        found = np.frombuffer(content, dtype=dtype, count=count, offset=at).tolist()
        at += count * dtype.itemsize
        return list(found)

    for row in range(element.rows):
        for name, kind, count in element.properties:
            size = int(take(count, 1, row)[0]) if count else 1
            values = take(kind, size, row)
            columns[name].append(values if count else values[0])
    element.columns |= columns
    return at


def vertices(element: Element, where: str) -> NDArray[np.float64]:
    """Coordinates of the points, shape (n, 3)."""
    scalar = {name for name, _, count in element.properties if not count}
    if not {"x", "y", "z"} <= scalar:
        given = f"it has {', '.join(p[0] for p in element.properties)}"
        raise ModelError(f"{where}: {element.where}", given, allowed="x, y, z")
    return np.column_stack([np.asarray(element.columns[name], dtype=float) for name in "xyz"])


def rows_of_corners(element: Element, count: int, where: str) -> list[list[int]]:
    """Corners of faces, or of the triangles of strips, in which −1 begins a new strip."""
    lists = {name for name, _, size in element.properties if size}
    name = next((name for name in CORNERS if name in lists), None)
    if name is None:
        allowed = "property list uchar int vertex_indices"
        raise ModelError(f"{where}: {element.where}", "no corners", allowed=allowed)
    out = []
    least = -1 if element.name == "tristrips" else 0
    for row, corners in enumerate(element.columns[name], 1):
        face = [int(corner) for corner in corners if math.isfinite(corner)]
        if len(face) < len(corners) or (face and not least <= min(face) <= max(face) < count):
            given = f"row {row} has the corners {list(corners)[:8]}, and there are {count} points"
            raise ModelError(f"{where}: {element.where}", given, allowed=f"0 to {count - 1}")
        out += [face] if element.name == "face" else triangles_of(face)
    return [face for face in out if len(face) > 2]


def triangles_of(strip: list[int]) -> list[list[int]]:
    """Triangles of strips; every other one turns the other way."""
    out: list[list[int]] = []
    begin = 0
    for i in range(len(strip)):
        if strip[i] < 0:
            begin = i + 1
        elif i - begin >= 2:
            a, b, c = strip[i - 2 : i + 1]
            out.append([a, b, c] if (i - begin) % 2 == 0 else [b, a, c])
    return out
