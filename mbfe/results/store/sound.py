"""What a results file may hold: plain datasets of its own, of the kinds and sizes that they say.

A file may be of unknown origin. HDF5 lets a dataset lie in other files of the machine (external storage,
external links, virtual datasets), and a link lead anywhere; what it says of its size may be many times what
it holds. None of this is followed, and sizes are verified.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import h5py
import numpy as np

from mbfe.errors import MbfeError, ResultsError
from mbfe.results.store.layout import FORMAT_NAME, Shape

__all__ = [
    "RAW", "attribute", "check_numbers", "check_size", "dataset_of", "group_of", "is_compressed",
    "is_results", "json_of", "parsed", "reading", "refuse", "shapes_of",
]  # fmt: skip

RAW = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    OSError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What Python, NumPy and HDF5 raise on contents that they cannot take."""
COMPRESSED = 1100
"""Most bytes that a byte of a compressed dataset stands for (deflate: 1032)."""
AGAIN = "Run the model again, or choose another file"


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Turn what contents of a file do to HDF5 and NumPy into a :class:`mbfe.errors.ResultsError`."""
    try:
        yield
    except ResultsError:
        raise
    except MbfeError as error:
        raise ResultsError(where, f"is damaged ({error.where}: {error.given})", remedy=AGAIN) from error
    except MemoryError as error:
        given = f"is too large for the memory ({str(error).partition(chr(10))[0]})"
        raise ResultsError(
            where, given, remedy="Read parts of it: run.signal(name), or rows of columns"
        ) from error
    except RAW as error:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise ResultsError(where, f"is damaged ({said})", remedy=AGAIN) from error


def refuse(where: str, what: str) -> ResultsError:
    """The error of a file that is not as results are."""
    return ResultsError(where, f"is damaged ({what})", remedy=AGAIN)


def is_results(file: h5py.File) -> bool:
    """Whether a file says that it holds results; texts of other lengths than their own are not read."""
    try:
        return bool(attribute(file, "format", "S", "") == FORMAT_NAME.encode())
    except ResultsError:
        return False


def attribute(file: h5py.File, name: str, kinds: str, where: str) -> Any:
    """A single attribute of one of NumPy's kinds of types, which stands in the file as it is.

    A text of variable length is stored in a heap, and HDF5 may not return from a damaged heap.
    """
    if name not in file.attrs:
        raise refuse(where, f"attribute {name} is missing")
    found = file.attrs.get_id(name)
    if found.dtype.kind not in kinds or found.shape != ():
        raise refuse(where, f"attribute {name} is of type {found.dtype}")
    return file.attrs[name]


def group_of(parent: h5py.Group, name: str, where: str) -> h5py.Group:
    """Group of a file under a name, a part of it and no link."""
    found = _own(parent, name, where)
    if not isinstance(found, h5py.Group):
        raise refuse(where, f"{name} is no group")
    return found


def dataset_of(parent: h5py.Group, name: str, where: str) -> h5py.Dataset:
    """Dataset of a file under a name, whose numbers stand in the file itself.

    A link, something else, or a dataset that keeps its numbers elsewhere is refused.
    """
    found = _own(parent, name, where)
    if not isinstance(found, h5py.Dataset):
        raise refuse(where, f"{name} is no dataset")
    if found.external or found.is_virtual:
        raise refuse(where, f"the numbers of {name} are in other files, which are not read")
    if not found.maxshape or None not in found.maxshape:  # others grow; what is read of them is counted
        size = int(found.file.id.get_filesize())
        check_size(1, found.nbytes, size, compressed=is_compressed(found), where=where)
    return found


def _own(parent: h5py.Group, name: str, where: str) -> Any:
    """What stands under a name; links are not followed."""
    if not name or name == "." or "/" in name:
        raise refuse(where, f"{name!r} is no name of a column")
    link = parent.get(name, getlink=True)
    if link is None:
        raise refuse(where, f"{parent.name.rstrip('/')}/{name} is missing")
    if not isinstance(link, h5py.HardLink):
        raise refuse(where, f"{name} is a link, which is not followed")
    return parent[name]


def json_of(data: h5py.Dataset, name: str, where: str) -> dict[str, Any]:
    """Mapping in JSON that a dataset holds as bytes."""
    if not (data.dtype.kind == "S" and data.shape == ()):
        raise refuse(where, f"{name} is no text")
    return parsed(data[()], name, where)


def parsed(text: bytes, name: str, where: str) -> dict[str, Any]:
    """Mapping of a text in JSON."""
    with reading(where):
        found = json.loads(text)
    if not isinstance(found, dict):
        raise refuse(where, f"{name} is a {type(found).__name__} and no mapping")
    return found


def shapes_of(columns: dict[str, Any], where: str) -> dict[str, Shape]:
    """Shapes of the rows of columns, as the file states them."""
    found: dict[str, Shape] = {}
    for name, row in columns.items():
        if not isinstance(row, list) or not all(type(size) is int and 0 <= size < 2**31 for size in row):
            raise refuse(where, f"column {name} has rows of shape {row!r}")
        found[name] = tuple(row)
    if found.get("time") != ():
        raise refuse(where, "there is no column of times")
    return found


def check_numbers(data: h5py.Dataset, row: Shape, name: str, where: str) -> None:
    """Check that a dataset is rows of floats of a shape."""
    if data.dtype != np.dtype(np.float64):
        raise refuse(where, f"{name} is of type {data.dtype} and not of floats of 64 bits")
    if data.ndim != 1 + len(row) or data.shape[1:] != row:
        raise refuse(where, f"{name} has the shape {data.shape} and not (rows, {', '.join(map(str, row))})")


def check_size(n_row: int, row_bytes: int, size: int, *, compressed: bool, where: str) -> None:
    """Check that a number of rows of some bytes each fits into the bytes of a file."""
    if n_row * row_bytes > size * (COMPRESSED if compressed else 1):
        raise refuse(where, f"it claims {n_row} rows of {row_bytes} bytes and has {size} bytes")


def is_compressed(data: h5py.Dataset) -> bool:
    """Whether a dataset is stored through filters."""
    return bool(data.id.get_create_plist().get_nfilters())
