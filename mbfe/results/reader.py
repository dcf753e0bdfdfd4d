"""Read a results file: finished, still being written, or left behind by a killed process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import h5py
import numpy as np
from numpy.typing import DTypeLike, NDArray

from mbfe.errors import ResultsError
from mbfe.results.layout import FORMAT_NAME, FORMAT_VERSION, LOCKING, Shape, Status, check_index


class Column:
    """The whole rows of one column; they are read from the file when the column is indexed.

    ``column[10:20, 3]`` reads only what it returns; any key of NumPy works. ``np.asarray(column)`` reads all.

    Attributes
    ----------
    unit : str
        Unit, as the file's attribute ``units`` has it.
    """

    dtype = np.dtype(np.float64)

    def __init__(self, reader: Reader, data: h5py.Dataset | None, row: Shape) -> None:
        self._reader = reader
        self._data = data
        self._row = row
        self.unit = str(data.attrs.get("units", "")) if data is not None else ""

    @property
    def shape(self) -> Shape:
        """Shape ``(n_time, *row)``."""
        return (self._reader.n_time, *self._row)

    @property
    def ndim(self) -> int:
        """Number of axes, time included."""
        return 1 + len(self._row)

    def __len__(self) -> int:
        return self._reader.n_time

    def __getitem__(self, key: Any) -> Any:
        if self._data is None:
            return np.empty(self.shape)[key]
        keys = key if isinstance(key, tuple) else (key,)
        if not keys or not all(_is_plain(k) for k in keys):
            return self._data[: len(self)][key]
        first, rest = keys[0], keys[1:]
        if isinstance(first, slice):
            # the file may hold rows that are not whole: the end is the last whole one
            first = slice(*first.indices(len(self)))
        elif -len(self) <= first < len(self):
            first %= len(self)
        else:
            raise IndexError(f"row {first} of a column of {len(self)} rows")
        return self._data[(first, *rest)]

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.asarray(self[:], dtype=dtype)

    def __repr__(self) -> str:
        return f"<Column of {self.shape} in {self._reader.path.name}>"


def _is_plain(key: Any) -> bool:
    if isinstance(key, slice):
        return key.step is None or key.step > 0
    return isinstance(key, int | np.integer) and not isinstance(key, bool)


class Reader:
    """A results file, open for reading; also while it is being written and after its process was killed.

    Parameters
    ----------
    path : path-like
        A file made by `mbfe.results.store.Writer`.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    header : dict
        What the rows are about, as the run wrote it.
    columns : dict of str to Column
        The columns by name; rows are read when a column is indexed.
    n_time, n_checkpoint : int
        Rows and checkpoints that are whole; they change only by `refresh`.
    status : Status
        How the run stands; ``unfinished`` while it runs and when it was killed.
    report : dict
        What the run told at its close.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from mbfe.results.store import Writer
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.h5"
    >>> with Writer(path, {"model": "demo"}, {"time": (), "energy": (5,)}) as writer:
    ...     writer.append({"time": [0.0, 0.1], "energy": np.zeros((2, 5))})
    >>> with Reader(path) as reader:
    ...     reader.columns["time"][-1], reader.columns["energy"].shape, reader.completed
    (np.float64(0.1), (2, 5), True)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._file = _open(self.path)
        try:
            _check_format(self._file, self.path)
            meta = self._file["meta"]
            self.header: dict[str, Any] = json.loads(meta["header"][()])
            rows = json.loads(meta["columns"][()])
            self._datasets = {name: self._file[name] for name in rows if name in self._file}
            self._checkpoints: dict[str, h5py.Dataset] = dict(self._file["checkpoints"].items())
            self.columns = {
                name: Column(self, self._datasets.get(name), tuple(row)) for name, row in rows.items()
            }
            self.refresh()
        except (KeyError, OSError, RuntimeError, ValueError) as error:
            self._file.close()
            raise ResultsError(
                f'results file "{self.path}"', f"is damaged ({error})", remedy="Run the model again"
            ) from error
        except ResultsError:
            self._file.close()
            raise

    def refresh(self) -> int:
        """Look again at a file that is being written; return the number of whole rows."""
        meta = self._file["meta"]
        self._reload(meta["status"], meta["report"], meta["count"])
        self.status = Status(meta["status"][0].decode())
        report = meta["report"][:].tobytes() if self.status.ended else b"{}"
        self.report: dict[str, Any] = json.loads(report)
        n_time, n_checkpoint = meta["count"][:]
        # after the count: what it vouches for is in the file already
        self._reload(*self._datasets.values(), *self._checkpoints.values())
        self.n_time = min(int(n_time), *(len(data) for data in self._datasets.values()))
        self.n_checkpoint = min(int(n_checkpoint), *(len(data) for data in self._checkpoints.values()))
        return self.n_time

    def _reload(self, *datasets: h5py.Dataset) -> None:
        if self._file.swmr_mode:
            for data in datasets:
                data.refresh()

    @property
    def completed(self) -> bool:
        """Whether the run reached its end time or a stop condition."""
        return self.status.ended_well

    @property
    def checkpoint_time(self) -> NDArray[np.float64]:
        """Times of the checkpoints, shape (n_checkpoint,) [s]."""
        return np.asarray(self._checkpoints["time"][: self.n_checkpoint])

    def read_checkpoint(self, *, index: int = -1) -> tuple[float, NDArray[np.float64]]:
        """Return time [s] and state, shape (n_state,), of one checkpoint; the last by default."""
        check_index(index, self.n_checkpoint, f'results file "{self.path}"')
        row = index % self.n_checkpoint
        state = self._checkpoints["state"][row] if "state" in self._checkpoints else np.empty(0)
        return float(self._checkpoints["time"][row]), state

    def close(self) -> None:
        """Close the file; columns cannot be read any more."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _open(path: Path) -> h5py.File:
    where = f'results file "{path}"'
    try:
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise ResultsError(where, f"cannot be read ({error.args[-1]})", remedy="Check the name") from error
    if not exists:
        raise ResultsError(where, "does not exist", remedy="Check the name and the folder")
    if not path.is_file():
        raise ResultsError(where, "is not a file", remedy="Give the .h5 file of a run")
    if not path.stat().st_size:
        raise ResultsError(where, "is empty", remedy="Run the model again, or choose another file")
    if not h5py.is_hdf5(path):
        raise ResultsError(where, "is not an HDF5 file", remedy="Give the .h5 file of a run")
    with path.open("rb") as file:
        head = file.read(36)
    unclosed = False
    if head[8] == 3:  # superblock of HDF5 1.10, as written here: flags in byte 11, end of file in 28 to 35
        unclosed = bool(head[11])
        size, end = path.stat().st_size, int.from_bytes(head[28:36], "little")
        if size < end:
            given = f"is cut short: {size} of at least {end} bytes"
            raise ResultsError(where, given, remedy="Copy it again, or run the model again")
    try:
        # only a file that was not closed is read like one being written: HDF5 takes damage there for work
        # in progress and waits, for ever
        return h5py.File(path, "r", swmr=unclosed, locking=LOCKING)
    except OSError as error:
        raise ResultsError(where, f"cannot be opened ({error})", remedy="Run the model again") from error


def _check_format(file: h5py.File, path: Path) -> None:
    where = f'results file "{path}"'
    if file.attrs.get("format") != FORMAT_NAME:
        raise ResultsError(where, "is an HDF5 file of another program", remedy="Give the .h5 file of a run")
    version = int(file.attrs["format_version"])
    if version > FORMAT_VERSION:
        given = f"has format {version}, written by {file.attrs['source']}"
        raise ResultsError(where, given, allowed=f"formats up to {FORMAT_VERSION}", remedy="Update mbfe")
