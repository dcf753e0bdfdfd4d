"""Rows of results, streamed to an HDF5 file while a run goes on."""

from __future__ import annotations

import contextlib
import math
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import ArrayLike

from mbfe.errors import ResultsError
from mbfe.results.layout import (
    AXES,
    FORMAT_NAME,
    FORMAT_VERSION,
    LOCKING,
    RunStore,
    Shape,
    Status,
    axis_labels,
    block_length,
    checked_columns,
    checked_state,
    to_json,
)
from mbfe.results.writing import writing

# A block costs 2-3 ms however small it is, so blocks are large; the clock bounds what a kill can lose.
BLOCK_BYTES = 2**22
BLOCK_SECONDS = 1.0
_CHUNK_BYTES = 2**16
_CHUNK_ROWS = 4096


class Writer(RunStore):
    """Rows of results streamed to an HDF5 file that can be read at any time, also after a kill.

    Rows are collected in blocks of 4 MiB or one second, whichever comes first; a killed process loses at
    most the last block. The file appears under its name only when it is valid, in one move. An existing file
    is refused unless ``replace`` is set; then it stays as it is until that move. (On Windows an open file
    cannot be moved: there the old one is removed first.)

    Parameters
    ----------
    path : path-like
        The file; its folder exists.
    header : mapping
        What the rows are about; anything that JSON can hold, and arrays. Its ``nodes`` and ``items`` name the
        rows of the file's axes.
    columns : mapping of str to tuple of int
        Shape of one row of each column; ``time`` with row shape () is one of them.
    n_state : int, optional
        Length of a checkpoint's state; 0 when the run keeps no checkpoints.
    replace : bool, optional
        Whether an existing file is replaced.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    n_time, n_checkpoint : int
        Rows and checkpoints that are safe on disk.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.h5"
    >>> with Writer(path, {"model": "demo"}, {"time": (), "energy": (5,)}) as writer:
    ...     writer.append({"time": [0.0, 0.1], "energy": np.zeros((2, 5))})
    >>> writer.n_time
    2
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        header: Mapping[str, Any],
        columns: Mapping[str, Shape],
        n_state: int = 0,
        *,
        replace: bool = False,
    ) -> None:
        self.path = Path(path)
        self.n_time = 0
        self.n_checkpoint = 0
        self._rows = checked_columns(columns)
        self._n_state = n_state
        row_bytes = 8 * sum(math.prod(row) for row in self._rows.values())
        n_row = max(1, BLOCK_BYTES // row_bytes)
        self._buffer = {name: np.empty((n_row, *row)) for name, row in self._rows.items()}
        self._capacity = n_row
        self._n_row = 0  # rows taken; those after n_time wait in the buffer
        self._file = self._create(header, replace)
        self._data = {name: self._file[name] for name, row in self._rows.items() if math.prod(row)}
        self._flush_time = time.monotonic()

    def _create(self, header: Mapping[str, Any], replace: bool) -> h5py.File:
        where = f'results file "{self.path}"'
        with writing(where):
            folder, exists, is_file = self.path.parent.is_dir(), self.path.exists(), self.path.is_file()
        if not folder:
            raise ResultsError(where, "its folder does not exist", remedy="Create the folder first")
        if exists and not is_file:
            given = "is a folder" if self.path.is_dir() else "is a device, not a file"
            remedy = f'Give a name, e.g. "{self.path / "run.h5"}"'
            raise ResultsError(where, given, allowed="a file", remedy=remedy)
        if exists and not replace:
            raise ResultsError(where, "exists already", remedy="Choose another name")
        moved = os.name != "nt"
        path = self.path.with_name(f".{self.path.name}.{os.getpid()}.part") if moved else self.path
        file = None
        try:
            # the newest HDF5 format is unreadable for programs with an older HDF5, such as VTK
            file = h5py.File(path, "w", libver=("v110", "v110"), locking=LOCKING)
            _lay_out(file, header, self._rows, self._n_state)
            file.swmr_mode = True
            if moved:
                path.replace(self.path)
        except BaseException as error:
            if file is not None:
                file.close()
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise ResultsError(where, f"cannot be written ({_cause(error)})") from error
            raise
        return file

    def append(self, block: Mapping[str, ArrayLike]) -> None:
        """Add rows: one array for each column, shape ``(rows, *row)``; they are copied."""
        if not self._file:
            raise ResultsError(f'results file "{self.path}"', "is closed, rows cannot be added")
        n_row = block_length(block, self._rows)
        arrays = {name: np.asarray(rows, dtype=np.float64) for name, rows in block.items()}
        done = 0
        while done < n_row:
            start = self._n_row - self.n_time
            count = min(n_row - done, self._capacity - start)
            for name, rows in self._buffer.items():
                rows[start : start + count] = arrays[name][done : done + count]
            self._n_row += count
            done += count
            if start + count == self._capacity:
                self.flush()
        if time.monotonic() - self._flush_time >= BLOCK_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Bring all rows to the file now."""
        start, stop = self.n_time, self._n_row
        if stop > start:
            with self._disk_errors():
                for name, data in self._data.items():
                    data.resize(stop, axis=0)
                    data[start:stop] = self._buffer[name][: stop - start]
                self._commit(stop, self.n_checkpoint)
        self._flush_time = time.monotonic()

    def checkpoint(self, time: float, state: ArrayLike) -> None:
        """Keep the state, shape (n_state,), from which the run can go on exactly at ``time`` [s]."""
        row = checked_state(state, self._n_state)
        self.flush()
        group, n = self._file["checkpoints"], self.n_checkpoint
        with self._disk_errors():
            for name, value in (("time", time), ("state", row)):
                if name in group:
                    group[name].resize(n + 1, axis=0)
                    group[name][n] = value
            self._commit(self.n_time, n + 1)

    def close(self, *, status: str = Status.COMPLETED, report: Mapping[str, Any] | None = None) -> None:
        """Write what is pending, note how the run ended and close the file; a second call changes nothing.

        Parameters
        ----------
        status : Status or str, optional
            How the run ended.
        report : mapping, optional
            Anything worth keeping about the run as a whole that JSON can hold: wall time, messages.
        """
        if not self._file:
            return
        text, status = to_json(report or {}, "results report").encode(), Status(status)
        try:
            self.flush()
            with self._disk_errors():
                data = self._file["meta/report"]
                data.resize(len(text), axis=0)
                data[:] = np.frombuffer(text, dtype=np.uint8)
                self._file.flush()
                self._file["meta/status"][0] = status.encode()
        finally:
            if self._file:
                with self._disk_errors():
                    self._file.close()

    def _commit(self, n_time: int, n_checkpoint: int) -> None:
        self._file.flush()  # the rows reach the file before the count that vouches for them
        count = self._file["meta/count"]
        count[...] = (n_time, n_checkpoint)
        count.flush()
        self.n_time, self.n_checkpoint = n_time, n_checkpoint

    @contextlib.contextmanager
    def _disk_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError) as error:
            self._abandon()
            where = f'results file "{self.path}"'
            remedy = f"See to the disk; the first {self.n_time} rows can be read"
            raise ResultsError(where, f"cannot be written ({_cause(error)})", remedy=remedy) from error

    def _abandon(self) -> None:
        """Close the file as it is on disk: HDF5 would write the rest, fail again and crash the process."""
        with contextlib.suppress(OSError, RuntimeError):
            sink = os.open(os.devnull, os.O_RDWR)
            os.dup2(sink, self._file.id.get_vfd_handle())
            os.close(sink)
            self._file.close()


def _cause(error: Exception) -> str:
    """Return what the operating system said, if HDF5 tells, or else HDF5's first line."""
    told = re.search("error message = '([^']+)'", str(error))
    return told[1] if told else str(error).partition("\n")[0]


def _lay_out(file: h5py.File, header: Mapping[str, Any], columns: Mapping[str, Shape], n_state: int) -> None:
    """Create all that a file of results will hold; in single-writer mode nothing can be created later."""
    file.attrs["format"] = FORMAT_NAME
    file.attrs["format_version"] = FORMAT_VERSION
    file.attrs["title"] = str(header.get("model", ""))
    file.attrs["source"] = f"mbfe {header.get('mbfe', '')}".rstrip()
    meta = file.create_group("meta")
    # fixed lengths: the heap of variable-length strings has no place in single-writer mode
    meta["header"] = np.bytes_(to_json(header, "results header").encode())
    meta["columns"] = np.bytes_(to_json(columns, "results columns").encode())
    meta["count"] = np.zeros(2, dtype=np.int64)
    meta["status"] = np.array([Status.UNFINISHED.encode()], dtype="S16")
    meta.create_dataset("report", shape=(0,), maxshape=(None,), chunks=(4096,), dtype=np.uint8)
    labels, output_units = axis_labels(header)
    _lay_out_columns(file, columns, labels)
    if "output_row" in file and len(file["output_row"]) == len(output_units):
        units = file.create_dataset("output_unit", data=output_units, dtype=h5py.string_dtype())
        units.dims[0].attach_scale(file["output_row"])
    checkpoints = file.create_group("checkpoints")
    _growing(checkpoints, "time", ()).attrs["units"] = "s"
    if n_state:
        _growing(checkpoints, "state", (n_state,))


def _lay_out_columns(
    file: h5py.File, columns: Mapping[str, Shape], labels: Mapping[str, Sequence[str]]
) -> None:
    time = _growing(file, "time", ())
    time.make_scale("time")
    for name, row in columns.items():
        if not math.prod(row):
            continue
        units, names = AXES.get(name, ("", ()))
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


def _growing(group: h5py.Group, name: str, row: Shape) -> h5py.Dataset:
    """Create an empty dataset of float64 rows; a chunk holds a power of two of them."""
    fit = max(1, min(_CHUNK_ROWS, _CHUNK_BYTES // (8 * math.prod(row))))
    chunks = (1 << (fit.bit_length() - 1), *row)
    return group.create_dataset(
        name, shape=(0, *row), maxshape=(None, *row), chunks=chunks, dtype=np.float64, fillvalue=np.nan
    )


def _axis(file: h5py.File, name: str, size: int, labels: Sequence[str]) -> h5py.Dataset:
    """Return the dimension scale of an axis: its labels, or an empty one that only gives the size."""
    if name in file:
        return file[name]
    if len(labels) == size:
        scale = file.create_dataset(name, data=list(labels), dtype=h5py.string_dtype())
        scale.make_scale(name)
    else:
        scale = file.create_dataset(name, shape=(size,), dtype=">f4")
        # the words by which netCDF4 knows such an axis
        scale.make_scale(f"This is a netCDF dimension but not a netCDF variable. {size:10d}")
    return scale
