"""Read a results file: finished, still being written, or left behind by a killed process."""

from __future__ import annotations

import math
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import h5py
import numpy as np
from numpy.typing import DTypeLike, NDArray

from mbfe import checks
from mbfe.errors import ResultsError
from mbfe.results.store import sound
from mbfe.results.store.claim import is_claimed
from mbfe.results.store.layout import FORMAT_VERSION, LOCKING, SIGNATURE, Shape, Status, check_index
from mbfe.results.store.superblock import LENGTH, Left, superblock_of

__all__ = ["Reader"]

READER_CACHE = 2**20
"""Memory for the chunks of a column; nothing is read twice."""
_CHANGING = ("status", "report", "count")
"""Datasets below ``meta`` that change during a run."""


class Column:
    """The whole rows of one column; they are read from the file when the column is indexed.

    ``column[10:20, 3]`` reads only what it returns; any key of NumPy works. ``np.asarray(column)`` reads all.
    """

    dtype = np.dtype(np.float64)

    def __init__(self, reader: Reader, data: h5py.Dataset | None, row: Shape) -> None:
        self._reader = reader
        self._data = data
        self._row = row

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
        if not self._reader.is_open:
            raise ResultsError(self._reader.where, "was closed, nothing can be read from it any more")
        keys = key if isinstance(key, tuple) else (key,)
        if not keys or not all(_is_plain(k) for k in keys):
            return self._read(slice(0, len(self)))[key]
        first, rest = keys[0], keys[1:]
        if isinstance(first, slice):
            # the file may hold rows that are not whole: the end is the last whole one
            first = slice(*first.indices(len(self)))
        elif -len(self) <= first < len(self):
            first %= len(self)
        else:
            raise IndexError(f"row {first} of a column of {len(self)} rows")
        return self._read((first, *rest))

    def _read(self, key: Any) -> Any:
        try:
            return self._data[key]  # type: ignore[index]
        except (OSError, RuntimeError, MemoryError) as error:
            with sound.reading(self._reader.where):
                raise error

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

    It was made by :class:`mbfe.results.store.store.Writer`; the `file` itself, open for reading, is given
    where the path may not name it any more. Rows are read when one of the ``columns`` is indexed.
    ``n_time`` and ``n_checkpoint``, rows and checkpoints that are whole, the status, ``unfinished`` while the
    run lasts and when it was killed, and the report change only by `refresh`. The ``stamp`` is a random
    number by which the file is known.

    Raises
    ------
    ResultsError
        If there is no such file, or it is not as results are. Nothing outside the file is ever read.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from mbfe.results.store.store import Writer
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.h5"
    >>> with Writer(path, {"model": "demo"}, {"time": (), "energy": (5,)}) as writer:
    ...     writer.append({"time": [0.0, 0.1], "energy": np.zeros((2, 5))})
    >>> with Reader(path) as reader:
    ...     reader.columns["time"][-1], reader.columns["energy"].shape, reader.completed
    (np.float64(0.1), (2, 5), True)
    """

    def __init__(self, path: str | os.PathLike[str], *, file: BinaryIO | None = None) -> None:
        self.path = Path(checks.path("results file", "name", path))
        self.where = f'results file "{self.path}"'
        with sound.reading(self.where):
            self._file = _open(self.path) if file is None else h5py.File(file, "r")
            try:
                self._look_round()
            except BaseException:
                self._file.close()
                raise

    def _look_round(self) -> None:
        """Find what belongs to the results; only this is ever read."""
        _check_format(self._file, self.path)
        where = self.where
        meta = sound.group_of(self._file, "meta", where)
        self._meta = {n: sound.dataset_of(meta, n, where) for n in ("header", "columns", *_CHANGING)}
        self.header: dict[str, Any] = sound.json_of(self._meta["header"], "the header", where)
        rows = sound.shapes_of(sound.json_of(self._meta["columns"], "the list of columns", where), where)
        self._datasets = {
            name: sound.dataset_of(self._file, name, where) for name, row in rows.items() if math.prod(row)
        }
        for name, data in self._datasets.items():
            sound.check_numbers(data, rows[name], name, where)
        checkpoints = sound.group_of(self._file, "checkpoints", where)
        names = ("time", *(["state"] if "state" in checkpoints else []))
        self._checkpoints = {name: sound.dataset_of(checkpoints, name, where) for name in names}
        n_state = self._checkpoints["state"].shape[1:] if "state" in self._checkpoints else (0,)
        sound.check_numbers(self._checkpoints["time"], (), "checkpoints/time", where)
        if len(n_state) != 1 or n_state[0]:
            sound.check_numbers(self._checkpoints["state"], (*n_state[:1],), "checkpoints/state", where)
        self.stamp = sound.dataset_of(meta, "stamp", where)[:].tobytes() if "stamp" in meta else b""
        self._row_bytes = 8 * sum(math.prod(row) for row in rows.values()), 8 * (1 + n_state[0])
        every = [*self._datasets.values(), *self._checkpoints.values()]
        self._compressed = any(map(sound.is_compressed, every))
        self.columns = {name: Column(self, self._datasets.get(name), row) for name, row in rows.items()}
        self.refresh()
        if self.n_time and not self.status.ended:
            for data in self._datasets.values():
                data[self.n_time - 1]  # a copy of an unfinished file may be cut short

    def refresh(self) -> int:
        """Look again at a file that is being written; return the number of whole rows."""
        with sound.reading(self.where):
            meta = self._meta
            self._reload(*(meta[name] for name in _CHANGING))
            status = meta["status"][0]
            self.status = Status(status.decode())
            report = b"{}"
            if self.status.ended:
                sound.check_size(meta["report"].size, 1, self._size(), compressed=True, where=self.where)
                report = meta["report"][:].tobytes()
            self.report: dict[str, Any] = sound.parsed(report, "the report", self.where)
            n_time, n_checkpoint = (int(number) for number in meta["count"][:])
            if min(n_time, n_checkpoint) < 0:
                raise sound.refuse(self.where, f"it counts {n_time} rows and {n_checkpoint} checkpoints")
            # after the count: what it vouches for is in the file already
            self._reload(*self._datasets.values(), *self._checkpoints.values())
            self.n_time = min(n_time, *(len(data) for data in self._datasets.values()))
            self.n_checkpoint = min(n_checkpoint, *(len(data) for data in self._checkpoints.values()))
            for count, row in zip((self.n_time, self.n_checkpoint), self._row_bytes, strict=True):
                sound.check_size(count, row, self._size(), compressed=self._compressed, where=self.where)
        return self.n_time

    def _size(self) -> int:
        return int(self._file.id.get_filesize())

    @property
    def is_open(self) -> bool:
        """Whether it can be read from."""
        return bool(self._file)

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
        with sound.reading(self.where):
            return np.asarray(self._checkpoints["time"][: self.n_checkpoint])

    def read_checkpoint(self, *, index: int = -1) -> tuple[float, NDArray[np.float64]]:
        """Return time [s] and state, shape (n_state,), of one checkpoint; the last by default."""
        check_index(index, self.n_checkpoint, self.where)
        row = index % self.n_checkpoint
        with sound.reading(self.where):
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
        if not path.exists():
            raise ResultsError(where, "does not exist", remedy="Check the name and the folder")
        if not path.is_file():
            raise ResultsError(where, "is not a file", remedy="Give the .h5 file of a run")
        with path.open("rb") as file:
            head = file.read(LENGTH)
    except (OSError, ValueError) as error:
        raise ResultsError(where, f"cannot be read ({error.args[-1]})", remedy="Check the name") from error
    if not head:
        raise ResultsError(where, "is empty", remedy="Run the model again, or choose another file")
    if not h5py.is_hdf5(path) or not head.startswith(SIGNATURE):
        raise ResultsError(where, "is not an HDF5 file", remedy="Give the .h5 file of a run")
    block = superblock_of(head)
    unclosed = block is not None and block.unclosed
    if block is not None and not unclosed and (size := path.stat().st_size) < block.end:
        given = f"is cut short: {size} of at least {block.end} bytes"
        raise ResultsError(where, given, remedy="Copy it again, or run the model again")
    try:
        if unclosed and not is_claimed(path):
            return h5py.File(Left(path.open("rb", buffering=0)), "r", rdcc_nbytes=READER_CACHE)
        return h5py.File(path, "r", swmr=unclosed, locking=LOCKING, rdcc_nbytes=READER_CACHE)
    except OSError as error:
        raise ResultsError(where, f"cannot be opened ({error})", remedy="Run the model again") from error


def _check_format(file: h5py.File, path: Path) -> None:
    where = f'results file "{path}"'
    if not sound.is_results(file):
        raise ResultsError(where, "is an HDF5 file of another program", remedy="Give the .h5 file of a run")
    version = int(sound.attribute(file, "format_version", "iu", where))
    if version < 1:
        raise sound.refuse(where, f"its format is {version}")
    if version > FORMAT_VERSION:
        given = f"has format {version}, of a newer version of mbfe"
        raise ResultsError(where, given, allowed=f"formats up to {FORMAT_VERSION}", remedy="Update mbfe")
