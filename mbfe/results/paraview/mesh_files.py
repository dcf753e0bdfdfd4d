"""Surface meshes: checked for holes, integrated over the inside, written for ParaView."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.errors import ModelError

Array = NDArray[np.float64]
Cells = NDArray[np.int64]


def surface_defects(points: ArrayLike, triangles: ArrayLike) -> tuple[Array, Array]:
    """Find the edges at which a surface is open, or its triangles turn opposite ways.

    Parameters
    ----------
    points : array_like, shape (n, 3)
        Points; equal ones count as one, so that the loose triangles of an STL file join.
    triangles : array_like of int, shape (m, 3)
        Rows of points.

    Returns
    -------
    open_edges, turned_edges : ndarray, shape (a, 3) and (b, 3)
        Middles of the edges with an odd number of triangles, and of the other edges that are not run through
        as often one way as the other.
    """
    # Adding zero makes -0.0 and 0.0 one number.
    unique, index = np.unique(np.asarray(points, dtype=float) + 0.0, axis=0, return_inverse=True)
    corners = index.reshape(-1)[np.asarray(triangles, dtype=int)]
    first, last = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    real = first != last
    first, last = first[real], last[real]
    edges, which = np.unique(np.sort(np.column_stack([first, last])), axis=0, return_inverse=True)
    which = which.reshape(-1)
    odd = np.bincount(which, minlength=len(edges)) % 2 == 1
    turn = np.bincount(which, weights=np.where(first < last, 1.0, -1.0), minlength=len(edges)) != 0.0
    middle = unique[edges].mean(axis=1)
    return middle[odd], middle[turn & ~odd]


def is_closed(points: ArrayLike, triangles: Cells, quads: Cells) -> bool:
    """Whether a surface encloses a volume: no edge open, all cells turning the same way."""
    cells = as_triangles(triangles, quads)
    return len(cells) > 0 and not any(map(len, surface_defects(points, cells)))


def as_triangles(triangles: Cells, quads: Cells) -> Cells:
    """Triangles and halved quads, shape (m + 2 k, 3)."""
    return np.concatenate([triangles, quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def solid_moments(points: ArrayLike, triangles: ArrayLike) -> tuple[float, Array, Array]:
    """Volume, centre and second moments of the solid inside a closed surface.

    Parameters
    ----------
    points : array_like, shape (n, 3)
        Points [m].
    triangles : array_like of int, shape (m, 3)
        Rows of points, all turning the same way, outwards or inwards.

    Returns
    -------
    volume : float
        Volume [m³].
    center : ndarray, shape (3,)
        Centre of the volume [m].
    second : ndarray, shape (3, 3)
        Integral of r rᵀ dV about the centre [m⁵].

    Notes
    -----
    Divergence theorem as a sum over the signed tetrahedra (0, a, b, c) of the triangles: V = a·(b × c)/6,
    first moment V s/4, second moment V (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/20 with s = a + b + c (*Tonon 2004,
    Explicit exact formulas for the 3-D tetrahedron inertia tensor in terms of its vertex coordinates*).
    """
    where = "surface mesh"
    points, triangles = _checked(points, triangles)
    open_edges, turned = surface_defects(points, triangles)
    if len(open_edges):
        given = f"it is not closed, {_several(open_edges, 'open edge')}"
        raise ModelError(where, given, allowed="closed surfaces", remedy="fill the hole, or weld its points")
    if len(turned):
        given = f"neighbouring triangles turn opposite ways at {_several(turned, 'edge')}"
        raise ModelError(where, given, allowed="one turn for all", remedy="unify the normals in the mesher")
    # Seen from the middle of the surface the tetrahedra are small, and little cancels.
    origin = points[triangles].mean(axis=(0, 1))
    corner = points[triangles] - origin
    total = corner.sum(axis=1)
    volumes = np.einsum("ni,ni->n", corner[:, 0], np.cross(corner[:, 1], corner[:, 2])) / 6.0
    volume = volumes.sum()
    if abs(volume) <= 1e-12 * np.ptp(points, axis=0).max() ** 3:
        raise ModelError(where, f"it encloses {abs(volume):.3g} m³", allowed="a volume above nothing")
    center = volumes @ total / (4.0 * volume)
    second = np.einsum("n,ni,nj->ij", volumes, total, total)
    second += np.einsum("n,nki,nkj->ij", volumes, corner, corner)
    second = second / 20.0 - volume * np.outer(center, center)
    return float(abs(volume)), origin + center, second * np.sign(volume)


def _checked(points: ArrayLike, triangles: ArrayLike) -> tuple[Array, Cells]:
    """Points and triangles as arrays that fit each other."""
    where = "surface mesh"
    array, rows = np.asarray(points, dtype=float), np.asarray(triangles)
    if array.ndim != 2 or array.shape[1] != 3 or not np.isfinite(array).all():
        raise ModelError(f"{where}: points", f"shape {array.shape}", allowed="finite numbers of shape (n, 3)")
    good: Any = rows.ndim == 2 and rows.shape[1] == 3 and len(rows) and np.issubdtype(rows.dtype, np.integer)
    if not good or rows.min() < 0 or rows.max() >= len(array):
        given = f"{rows.dtype} of shape {rows.shape}"
        allowed = f"whole numbers 0 to {len(array) - 1} of shape (m, 3)"
        raise ModelError(f"{where}: triangles", given, allowed=allowed)
    return array, rows


def _several(places: Array, what: str) -> str:
    """Count of places and where the first is."""
    at = ", ".join(f"{number:.4g}" for number in places[0])
    return f"{len(places)} {what}{'s' if len(places) > 1 else ''}, the first at ({at})"


class PolyData:
    """Surface files of ParaView (.vtp): numbers change from frame to frame, cells and head do not.

    Parameters
    ----------
    arrays : mapping of str to ndarray, shape (n_point,) or (n_point, k)
        The arrays of a frame: "points" [m], stored in double precision, and others, in single.
    cells : sequence of ndarray of int, shape (m, n)
        Rows of points: vertices (n = 1), triangles, quads.
    lines : sequence of ndarray of int, shape (n,), optional
        Points of each line.
    point_text, field_text : mapping of str to sequence of str, optional
        Texts of the points, one each, and of the whole.

    Notes
    -----
    VTK XML format with raw appended data and 64-bit headers. The cells and all of the head are made once.
    """

    def __init__(
        self,
        arrays: Mapping[str, Array],
        cells: Sequence[Cells],
        *,
        lines: Sequence[Cells] = (),
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

    def encode(self, time: float, arrays: Mapping[str, Array]) -> bytes:
        """Give the content of a file.

        Parameters
        ----------
        time : float
            Its time [s].
        arrays : mapping of str to ndarray
            Names, order and shapes as at the start.

        Returns
        -------
        bytes
            The file.
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
    """Give the content of a multi-block file (.vtm).

    Parameters
    ----------
    groups : mapping of str to str or mapping
        File of each block, or the files of the blocks below it, by name.

    Returns
    -------
    bytes
        The file.
    """

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
