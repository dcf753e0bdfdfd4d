"""Meshes as files of ParaView."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from mbfe.algebra.arrays import Floats, Ints

__all__ = ["PolyData", "encoded", "multiblock"]


class PolyData:
    """Surface files of ParaView (.vtp): numbers change from frame to frame, cells and head do not.

    The arrays (n_point,) or (n_point, k) are those of a frame, "points" [m] in double precision and others in
    single. Cells (m, n) are rows of points: vertices (n = 1), triangles, quads. Texts are of the points, one
    each, and of the whole.

    Notes
    -----
    VTK XML format with raw appended data and 64-bit headers. The cells and all of the head are made once.
    """

    def __init__(
        self,
        arrays: Mapping[str, Floats],
        cells: Sequence[Ints],
        *,
        lines: Sequence[Ints] = (),
        point_text: Mapping[str, Sequence[str]] | None = None,
        field_text: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._offset = 0
        head = self._declare("TimeValue", np.zeros(1), "<f8") + _texts(field_text or {})
        head = f"<PolyData>\n<FieldData>\n{head}</FieldData>\n"
        verts = [block for block in cells if len(block) and block.shape[1] == 1]
        polys = [block for block in cells if len(block) and block.shape[1] > 1]
        head += f'<Piece NumberOfPoints="{len(arrays["points"])}" NumberOfVerts="{sum(map(len, verts))}"'
        head += f' NumberOfLines="{len(lines)}" NumberOfStrips="0" NumberOfPolys="{sum(map(len, polys))}">\n'
        head += f"<Points>\n{self._declare('points', arrays['points'], '<f8')}</Points>\n<PointData>\n"
        head += "".join(self._declare(name, a, "<f4") for name, a in arrays.items() if name != "points")
        head += _texts(point_text or {}) + "</PointData>\n"
        tail = []
        for kind, blocks in (("Verts", verts), ("Lines", [line[None] for line in lines]), ("Polys", polys)):
            if blocks:
                rows = np.concatenate([block.ravel() for block in blocks])
                ends = np.cumsum(np.concatenate([np.full(len(block), block.shape[1]) for block in blocks]))
                head += f"<{kind}>\n{self._declare('connectivity', rows, '<i4')}"
                head += f"{self._declare('offsets', ends, '<i4')}</{kind}>\n"
                tail += [_raw(rows, "<i4"), _raw(ends, "<i4")]
        head += '</Piece>\n</PolyData>\n<AppendedData encoding="raw">\n_'
        self._head = _START.format("PolyData").encode() + encoded(head)
        self._tail = b"".join(tail) + b"\n</AppendedData>\n</VTKFile>\n"

    def encode(self, time: float, arrays: Mapping[str, Floats]) -> bytes:
        """Give the content of a file at a time [s].

        Names, order and shapes of the arrays are as at the start.
        """
        numbers = [_raw(np.array([time]), "<f8"), _raw(arrays["points"], "<f8")]
        numbers += [_raw(array, "<f4") for name, array in arrays.items() if name != "points"]
        return b"".join([self._head, *numbers, self._tail])

    def _declare(self, name: str, array: Any, dtype: str) -> str:
        """Line that says where an array stands in the appended data."""
        kind = {"<f8": "Float64", "<f4": "Float32", "<i4": "Int32"}[dtype]
        width = array.shape[1] if array.ndim > 1 else 1
        line = f'<DataArray type="{kind}" Name={quoteattr(name)} NumberOfComponents="{width}"'
        line += f' NumberOfTuples="{len(array)}" format="appended" offset="{self._offset}"/>\n'
        self._offset += 8 + array.size * int(dtype[-1])
        return line


def multiblock(groups: Mapping[str, Mapping[str, str] | str]) -> bytes:
    """Give the content of a multi-block file (.vtm): by name a file, or the files of the blocks below."""

    def lines(level: Mapping[str, Any]) -> str:
        text = ""
        for i, (name, below) in enumerate(level.items()):
            mark = f'index="{i}" name={quoteattr(name)}'
            if isinstance(below, str):
                text += f"<DataSet {mark} file={quoteattr(below)}/>\n"
            else:
                text += f"<Block {mark}>\n{lines(below)}</Block>\n"
        return text

    kind = "vtkMultiBlockDataSet"
    return encoded(f"{_START.format(kind)}<{kind}>\n{lines(groups)}</{kind}>\n</VTKFile>\n")


def encoded(text: str) -> bytes:
    """A text as bytes; letters that no coding has, in names of files from elsewhere, are written out."""
    return text.encode(errors="backslashreplace")


_START = '<VTKFile type="{}" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n'


def _raw(array: Any, dtype: str) -> bytes:
    """An array as appended data: number of bytes, bytes."""
    content = np.ascontiguousarray(array, dtype=dtype).tobytes()
    return len(content).to_bytes(8, "little") + content


def _texts(texts: Mapping[str, Sequence[str]]) -> str:
    """Text arrays: codes of UTF-8 with a zero after each text."""
    out = ""
    for name, strings in texts.items():
        codes = " ".join(str(code) for text in strings for code in encoded(text) + b"\0")
        out += f'<DataArray type="String" Name={quoteattr(name)} NumberOfTuples="{len(strings)}"'
        out += f' format="ascii">{codes}</DataArray>\n'
    return out
