"""MSH files of Gmsh, version 2, 4.0 and 4.1, text and binary: points, and corners of triangles and quads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.errors import ModelError
from mbfe.geometry.surface_files.polygons import Polygons, as_floats

__all__ = ["read_gmsh"]

TRIANGLES = {
    2: 3, 9: 6, 20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21, 42: 28, 43: 36, 44: 45, 45: 55, 46: 66,
}  # fmt: skip
QUADS = {3: 4, 10: 9, 16: 8, 36: 16, 37: 25, 38: 36, 47: 49, 48: 64, 49: 81, 50: 100, 51: 121}
REST = {
    1: 2, 8: 3, 26: 4, 27: 5, 28: 6, 62: 7, 63: 8, 64: 9, 65: 10, 66: 11, 15: 1, 4: 4, 11: 10, 29: 20, 30: 35,
    31: 56, 71: 84, 72: 120, 73: 165, 74: 220, 75: 286, 5: 8, 12: 27, 17: 20, 92: 64, 93: 125, 94: 216,
    95: 343, 96: 512, 97: 729, 98: 1000, 6: 6, 13: 18, 18: 15, 90: 40, 91: 75, 106: 126, 107: 196, 108: 288,
    109: 405, 110: 550, 7: 5, 14: 14, 19: 13,
}  # fmt: skip
WIDTHS = TRIANGLES | QUADS | REST
"""Nodes of the elements by type: surfaces with corners first, and lines, points and solids (Gmsh manual)."""
VERSIONS = "MSH of version 2, 4.0 or 4.1, text or binary"
WHOLE = "a whole file of Gmsh"


@dataclass(frozen=True)
class Layout:
    """What the first section says.

    The version 2, 4.0 or 4.1; whether numbers are text; the byte order of a binary file, "<" or ">"; bytes of
    a count.
    """

    version: float
    is_text: bool
    order: str
    size: int

    @property
    def count(self) -> str:
        """Type of counts and tags."""
        return f"u{self.size}"


class Numbers:
    """Numbers of a section, one after another; errors name the file and the line of its heading."""

    def __init__(self, content: bytes, layout: Layout, where: str, line: int) -> None:
        self.content, self.layout, self.where, self.line = content, layout, where, line
        self.at = 0

    @cached_property
    def values(self) -> Floats:
        """All numbers of a text."""
        words = self.content.split()
        try:
            return np.array(words, dtype="S").astype(float) if words else np.zeros(0)
        except ValueError:
            at = next(i for i, word in enumerate(words) if not as_floats([word]))
            given = f"'{words[at][:40].decode('latin-1')}' is no number"
            raise ModelError(self.place(at), given, allowed="numbers, with a point") from None

    def place(self, at: int) -> str:
        """File and line of a number, in a binary file of the section."""
        if not self.layout.is_text:
            return f"{self.where}, section of line {self.line}"
        words = 0
        for number, line in enumerate(self.content.split(b"\n"), self.line + 1):
            words += len(line.split())
            if words > at:
                return f"{self.where}, line {number}"
        return f"{self.where}, line {self.line + self.content.count(bytes([10])) + 1}"

    @property
    def left(self) -> int:
        """Numbers, or bytes, that are left."""
        return (len(self.values) if self.layout.is_text else len(self.content)) - self.at

    def take(self, kind: str, count: int) -> Floats:
        """The next numbers, of a type."""
        size = 1 if self.layout.is_text else int(kind[1])
        if count < 0 or count * size > self.left:
            given = f"{count} numbers are announced, and {max(self.left, 0) // size} are there"
            raise ModelError(self.place(self.at), given, allowed=WHOLE)
        begin, self.at = self.at, self.at + count * size
        if self.layout.is_text:
            found = self.values[begin : self.at]
        else:
            dtype = np.dtype(self.layout.order + kind)
            found = np.frombuffer(self.content, dtype, count=count, offset=begin).astype(float)
        if kind[0] in "iu" and not (np.isfinite(found) & (found == np.round(found))).all():
            bad = int(np.flatnonzero(~np.isfinite(found) | (found != np.round(found)))[0])
            given = f"{found[bad]:g} stands where a whole number is due"
            raise ModelError(self.place(begin + bad), given, allowed="whole numbers")
        return found

    def whole(self, kind: str, count: int) -> list[int]:
        """The next whole numbers, none of them negative."""
        found = [int(value) for value in self.take(kind, count)]
        if found and min(found) < 0:
            raise ModelError(self.place(self.at - 1), f"{min(found)} was read", allowed="zero or more")
        return found

    def text_line(self) -> int:
        """The count in the first line, which binary files of version 2 have as text too."""
        if self.layout.is_text:
            return self.whole("i4", 1)[0]
        line, _, self.content = self.content.partition(b"\n")
        if not re.fullmatch(rb"\s*\d{1,18}\s*", line):
            given = f"'{line[:40].decode('latin-1')}'"
            raise ModelError(f"{self.where}, line {self.line + 1}", given, allowed="a count")
        return int(line)

    def close(self) -> None:
        """Refuse numbers that are left."""
        rest = self.left if self.layout.is_text else len(self.content[self.at :].strip())
        if rest:
            what = "numbers" if self.layout.is_text else "bytes"
            given = f"the section has {rest} {what} more than it announces"
            raise ModelError(self.place(self.at), given, allowed=WHOLE)


def read_gmsh(content: bytes, where: str) -> Polygons:
    """Triangles and quads of a file of Gmsh; of those with nodes on their edges the corners."""
    if content.lstrip().startswith(b"("):
        remedy = "Export it as STL, OBJ or PLY"
        raise ModelError(where, "it is a mesh of Ansys Fluent", allowed=VERSIONS, remedy=remedy)
    parts = sections(content, where)
    layout = layout_of(*parts.get("MeshFormat", (b"", 1)), where)
    for name in ("Nodes", "Elements"):
        if name not in parts:
            raise ModelError(where, f"there is no ${name}", allowed=f"{WHOLE}, {VERSIONS}")
    nodes, elements = (Numbers(parts[n][0], layout, where, parts[n][1]) for n in ("Nodes", "Elements"))
    tags, points = nodes_of_2(nodes) if layout.version < 3.0 else nodes_of_4(nodes)
    nodes.close()
    blocks = elements_of_2(elements) if layout.version < 3.0 else elements_of_4(elements)
    elements.close()
    order = np.argsort(tags, kind="stable")
    tags = tags[order]
    twice = np.flatnonzero(tags[1:] == tags[:-1])
    if len(twice):
        at = f"{where}: $Nodes (line {nodes.line})"
        raise ModelError(at, f"the node {tags[twice[0]]:g} stands twice", allowed="each node once")
    return faces_of(blocks, (tags, order), points, f"{where}: $Elements (line {elements.line})")


def sections(content: bytes, where: str) -> dict[str, tuple[bytes, int]]:
    """What stands between $Name and $EndName, and the line of $Name."""
    found: dict[str, tuple[bytes, int]] = {}
    at = 0
    while begin := re.compile(rb"^\$(\w+)[ \t]*\r?\n", re.MULTILINE).search(content, at):
        name = begin[1].decode("latin-1")
        end = re.compile(rb"^\$End" + begin[1] + rb"\b", re.MULTILINE).search(content, begin.end())
        line = content.count(b"\n", 0, begin.start()) + 1
        if end is None:
            raise ModelError(f"{where}, line {line}", f"the section ${name} has no end", allowed=WHOLE)
        if name in ("MeshFormat", "Nodes", "Elements") and name in found:
            given = f"${name} stands in line {found[name][1]} too"
            raise ModelError(f"{where}, line {line}", given, allowed=f"one ${name}")
        found[name] = content[begin.end() : end.start()], line
        at = end.end()
    return found


def layout_of(content: bytes, line: int, where: str) -> Layout:
    """Version, kind and sizes of $MeshFormat."""
    head, _, rest = content.partition(b"\n")
    words = head.split()
    given = f"'{head[:40].decode('latin-1')}'" if words else "there is no $MeshFormat"
    fits = len(words) == 3 and words[0] in (b"2", b"2.0", b"2.1", b"2.2", b"4", b"4.0", b"4.1")
    if not fits or words[1] not in (b"0", b"1") or words[2] not in (b"4", b"8"):
        raise ModelError(f"{where}, line {line + 1}", given, allowed=VERSIONS)
    order = "<"
    if words[1] == b"1":
        orders = {b"\x01\0\0\0": "<", b"\0\0\0\x01": ">"}
        if rest[:4] not in orders:
            given = "the number 1 of a binary file does not follow"
            raise ModelError(f"{where}, line {line + 2}", given, allowed=VERSIONS)
        order = orders[rest[:4]]
    version = 4.1 if words[0] == b"4" else float(words[0])  # some say 4 and mean 4.1
    return Layout(version, words[1] == b"0", order, int(words[2]))


def nodes_of_2(numbers: Numbers) -> tuple[Floats, Floats]:
    """Tags and places of version 2: lines tag x y z."""
    count = numbers.text_line()
    if numbers.layout.is_text:
        table = numbers.take("f8", 4 * count).reshape(-1, 4)
        return table[:, 0], table[:, 1:]
    order = numbers.layout.order
    row = np.dtype([("tag", order + "i4"), ("place", order + "f8", 3)])
    raw = numbers.take("u1", row.itemsize * count).astype(np.uint8).tobytes()
    packed = np.frombuffer(raw, row)
    return packed["tag"].astype(float), packed["place"].astype(float)


def nodes_of_4(numbers: Numbers) -> tuple[Floats, Floats]:
    """Tags and places of version 4: blocks of nodes of one entity."""
    count = numbers.layout.count
    old = numbers.layout.version < 4.1
    n_block, n_node = numbers.whole(count, 2 if old else 4)[:2]
    tags, places = [np.zeros(0)], [np.zeros((0, 3))]
    for _ in range(n_block):
        first, second, parametric = (int(value) for value in numbers.take("i4", 3))
        (size,) = numbers.whole(count, 1)
        width = 3 + (min(max(second if old else first, 0), 3) if parametric else 0)
        if old and numbers.layout.is_text:
            table = numbers.take("f8", size * (1 + width)).reshape(size, 1 + width)
            tags.append(table[:, 0])
            places.append(table[:, 1:4])
        elif old:
            for _ in range(size):
                tags.append(numbers.take("i4", 1))
                places.append(numbers.take("f8", width)[None, :3])
        else:
            tags.append(numbers.take(count, size))
            places.append(numbers.take("f8", size * width).reshape(size, width)[:, :3])
    found = np.concatenate(tags)
    if len(found) != n_node:
        given = f"{n_node} nodes are announced, and {len(found)} are there"
        raise ModelError(numbers.place(0), given, allowed=WHOLE)
    return found, np.concatenate(places)


def elements_of_2(numbers: Numbers) -> list[tuple[int, Floats]]:
    """Types and nodes of version 2."""
    count = numbers.text_line()
    found: dict[int, list[Floats]] = {}
    while count > 0:
        if numbers.layout.is_text:
            _, kind, n_tag = numbers.whole("i4", 3)
            size, skipped = 1, n_tag
        else:
            kind, size, n_tag = numbers.whole("i4", 3)
            skipped = 1 + n_tag
        width = width_of(kind, numbers)
        table = numbers.take("i4", size * (skipped + width)).reshape(size, skipped + width)
        found.setdefault(kind, []).append(table[:, skipped:])
        count -= max(size, 1)
    return [(kind, np.concatenate(tables)) for kind, tables in found.items()]


def elements_of_4(numbers: Numbers) -> list[tuple[int, Floats]]:
    """Types and nodes of version 4: blocks of elements of one entity."""
    count, old = numbers.layout.count, numbers.layout.version < 4.1
    n_block, n_element = numbers.whole(count, 2 if old else 4)[:2]
    found: list[tuple[int, Floats]] = []
    for _ in range(n_block):
        kind = int(numbers.take("i4", 3)[2])
        (size,) = numbers.whole(count, 1)
        width = 1 + width_of(kind, numbers)
        found.append((kind, numbers.take("i4" if old else count, size * width).reshape(size, width)[:, 1:]))
    there = sum(len(table) for _, table in found)
    if there != n_element:
        given = f"{n_element} elements are announced, and {there} are there"
        raise ModelError(numbers.place(0), given, allowed=WHOLE)
    return found


def width_of(kind: int, numbers: Numbers) -> int:
    """Nodes of an element of a type."""
    if kind not in WIDTHS:
        at = numbers.place(numbers.at - 1)
        raise ModelError(at, f"there is no element of type {kind}", allowed="types of Gmsh, 1 to 110")
    return WIDTHS[kind]


def faces_of(
    blocks: list[tuple[int, Floats]], known: tuple[Floats, NDArray[np.intp]], points: Floats, where: str
) -> Polygons:
    """Corners of triangles and quads as rows of points, from types and tags of nodes.

    The tags of the points are `known` in ascending order, each with the row of its point.
    """
    tags, rows = known
    corners, counts = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for kind, table in blocks:
        width = 3 if kind in TRIANGLES else 4 if kind in QUADS else 0
        if width and len(table):
            required = table[:, :width].ravel()
            at = np.minimum(np.searchsorted(tags, required), len(tags) - 1) if len(tags) else np.zeros(0, int)
            if not len(tags) or (tags[at] != required).any():
                missing = required[tags[at] != required][0] if len(tags) else required[0]
                given = f"an element has the node {missing:g}, and there is none"
                raise ModelError(where, given, allowed="nodes of $Nodes")
            corners.append(rows[at].astype(np.int64))
            counts.append(np.full(len(table), width, np.int64))
    if len(counts) == 1:
        held = ", ".join(sorted({str(kind) for kind, _ in blocks})) or "no elements"
        given = f"it holds elements of the types {held}" if blocks else f"it holds {held}"
        remedy = "Export the surface of the part"
        raise ModelError(where, given, allowed="triangles and quads", remedy=remedy)
    return Polygons(points, np.concatenate(corners), np.concatenate(counts))
