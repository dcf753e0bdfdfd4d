"""Datasets of a results file: their names, the labels of their axes, and how they lie on the disk."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

import h5py
import numpy as np

from mbfe.results.store.layout import (
    FORMAT_NAME,
    FORMAT_VERSION,
    STAMP_BYTES,
    UNITS_AND_AXES,
    Shape,
    Status,
    axis_labels,
    to_json,
)

__all__ = ["lay_out"]

BAND_BYTES = 2**18
"""Bytes of a column that are allocated together: all chunks of the same rows."""
PART_BYTES = 2**13
"""Least size of a chunk; smaller ones cost more time than bytes."""
CHUNK_BYTES = 2**16
"""Bytes of a band up to which it is one chunk."""
CHUNK_ROWS, TIME_ROWS = 1024, 4096
"""Most rows of a chunk, and of one of single numbers: short runs have small files."""


def lay_out(file: h5py.File, header: Mapping[str, Any], columns: Mapping[str, Shape], n_state: int) -> None:
    """Create all that a file of results will hold; in single-writer mode nothing can be created later.

    Columns have the shape of one row each; the state of a checkpoint has the length `n_state`, 0 for none.
    """
    file.attrs["format"] = np.bytes_(FORMAT_NAME.encode())  # of fixed length: heaps of texts are never read
    file.attrs["format_version"] = FORMAT_VERSION
    file.attrs["title"] = _text(str(header.get("model", "")))
    file.attrs["source"] = f"mbfe {header.get('mbfe', '')}".rstrip()
    meta = file.create_group("meta")
    # fixed lengths: the heap of variable-length strings has no place in single-writer mode
    meta["header"] = np.bytes_(to_json(header, "results header").encode())
    meta["columns"] = np.bytes_(to_json(columns, "results columns").encode())
    meta["count"] = np.zeros(2, dtype=np.int64)
    meta["stamp"] = np.frombuffer(os.urandom(STAMP_BYTES), dtype=np.uint8)
    meta["status"] = np.array([Status.UNFINISHED.encode()], dtype="S16")
    meta.create_dataset("report", shape=(0,), maxshape=(None,), chunks=(4096,), dtype=np.uint8)
    labels, output_units = axis_labels(header)
    _columns(file, columns, labels)
    if "output_row" in file and len(file["output_row"]) == len(output_units):
        units = file.create_dataset(
            "output_unit", data=[_text(unit) for unit in output_units], dtype=h5py.string_dtype()
        )
        units.dims[0].attach_scale(file["output_row"])
    checkpoints = file.create_group("checkpoints")
    _growing(checkpoints, "time", ()).attrs["units"] = "s"
    if n_state:
        whole = (max(1, CHUNK_BYTES // (8 * n_state)), n_state)  # a checkpoint is read as a whole
        _growing(checkpoints, "state", (n_state,), chunks=whole)


def _columns(file: h5py.File, columns: Mapping[str, Shape], labels: Mapping[str, Sequence[str]]) -> None:
    time = _growing(file, "time", ())
    time.make_scale("time")
    for name, row in columns.items():
        if not math.prod(row):
            continue
        units, names = UNITS_AND_AXES.get(name, ("", ()))
        data = time if name == "time" else _growing(file, name, row)
        data.attrs["units"] = units
        data.dims[0].label = "time"
        if name != "time":
            data.dims[0].attach_scale(time)
        for i, size in enumerate(row):
            axis = names[i] if len(names) == len(row) else f"{name}_axis_{i + 1}"
            if axis in file and len(file[axis]) != size:
                axis = f"{name}_axis_{i + 1}"
            data.dims[i + 1].label = axis
            data.dims[i + 1].attach_scale(_axis(file, axis, size, labels.get(axis, ())))


def chunk_shape(row: Shape) -> Shape:
    """Shape of the chunks of a column, which are the least that is read from it or written to it.

    A power of two of rows, and of each row as many nodes, or numbers of a plain list, as keep a chunk near 8
    KiB: what one signal needs lies together, and a band of rows that is written at once keeps below 256 KiB.

    Notes
    -----
    For eleven nodes and 700 000 rows the position of one node is read eleven times faster than from chunks
    of whole rows, and writing takes as long.
    """
    size = 8 * math.prod(row)
    most = CHUNK_ROWS if row else TIME_ROWS
    rows = 1 << (max(1, min(most, BAND_BYTES // size)).bit_length() - 1)
    if not row or rows * size <= CHUNK_BYTES:
        return (rows, *row)
    least = min(row[0], max(1, math.ceil(PART_BYTES * row[0] / (rows * size))))
    # parts of one size would reach beyond the last number: of those that are near, the one that wastes least
    part = min(range(least, min(2 * least, row[0]) + 1), key=lambda n: math.ceil(row[0] / n) * n)
    return (rows, part, *row[1:])


def _growing(group: h5py.Group, name: str, row: Shape, *, chunks: Shape | None = None) -> h5py.Dataset:
    """Create an empty dataset of float64 rows."""
    return group.create_dataset(
        name,
        shape=(0, *row),
        maxshape=(None, *row),
        chunks=chunks or chunk_shape(row),
        dtype=np.float64,
        fillvalue=np.nan,
    )


def _axis(file: h5py.File, name: str, size: int, labels: Sequence[str]) -> h5py.Dataset:
    """Return the dimension scale of an axis: its labels, or an empty one that only gives the size."""
    if name in file:
        return file[name]
    if len(labels) == size:
        scale = file.create_dataset(name, data=[_text(label) for label in labels], dtype=h5py.string_dtype())
        scale.make_scale(name)
    else:
        scale = file.create_dataset(name, shape=(size,), dtype=">f4")
        # the words by which netCDF4 knows such an axis
        scale.make_scale(f"This is a netCDF dimension but not a netCDF variable. {size:10d}")
    return scale


def _text(name: str) -> str:
    """A name as HDF5 can hold it: what is no letter, and the letter zero, are written out."""
    return name.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
