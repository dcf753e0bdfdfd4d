"""Rows of results, streamed to an HDF5 file during a run."""

from __future__ import annotations

import contextlib
import math
import os
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import h5py
import numpy as np
from numpy.typing import ArrayLike

from mbfe import checks, doors
from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.files.writing import writing
from mbfe.results.store.claim import Claim, Watch, free_names, remove_parts, side_file
from mbfe.results.store.continued import Earlier
from mbfe.results.store.datasets import lay_out
from mbfe.results.store.layout import (
    LOCKING,
    RunStore,
    Shape,
    Status,
    block_length,
    checked_columns,
    checked_state,
    to_json,
)
from mbfe.results.store.memory import MemoryStore
from mbfe.results.store.reader import Reader
from mbfe.results.store.target import checked_target

__all__ = ["Writer", "new_store"]

# A block costs 2-3 ms however small it is, so blocks are large; the clock bounds what a kill can lose.
BLOCK_BYTES = 2**22
BLOCK_SECONDS = 1.0
WRITER_CACHE = 2**22
"""Memory for the chunks of a column that are not full yet, so that they are not read back."""


class Writer(RunStore):
    """Rows of results streamed to an HDF5 file that can be read at any time, also after a kill.

    Rows are collected in blocks of 4 MiB or one second, whichever comes first; a killed process loses at
    most the last block. The file appears under its name only when it is valid, in one move. An existing file
    is refused unless ``replace`` is set and it holds results; then it stays as it is until that move. (On
    Windows an open file cannot be moved: there the old one is removed first.) A file has one writer at a
    time. One that another program removes, replaces, cuts or overwrites meanwhile is an error at the next
    block; what was computed is kept, and ``error.results`` has it.

    The folder of the file exists; a symbolic link stays, and the file that it names is written. The header is
    anything that JSON can represent, and arrays; its ``nodes`` and ``items`` name the rows of the file's
    axes. Columns have the shape of one row each, ``time`` with row shape () among them; `n_state` is the
    length of a checkpoint's state, 0 when the run keeps none. Results in the same file that are kept and
    continued are `earlier`.

    Attributes
    ----------
    n_time, n_checkpoint : int
        Rows and checkpoints that are safe on disk.
    last_state : callable, optional
        () ↦ time and state for a continuation, stored when the file is lost.

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
        earlier: Earlier | None = None,
    ) -> None:
        self.path = Path(checks.path("results file", "name", path))
        self.where = f'results file "{self.path}"'
        self.n_time = 0
        self.n_checkpoint = 0
        self._header = header
        self._rows = checked_columns(columns)
        self._n_state = n_state
        self._earlier = earlier
        row_bytes = 8 * sum(math.prod(row) for row in self._rows.values())
        n_row = max(1, BLOCK_BYTES // row_bytes)
        self._buffer = {name: np.empty((n_row, *row)) for name, row in self._rows.items()}
        self._capacity = n_row
        self._n_row = 0  # rows taken; those after n_time wait in the buffer
        self._lost = False
        self._open(replace)
        self._flush_time = time.monotonic()

    def _open(self, replace: bool) -> None:
        with writing(self.where):
            self._target = checked_target(self.path, replace=replace)
            self._claim = Claim(self._target)
        # others cannot be at work on parts of this name now
        self._part = side_file(self._target, f"{os.getpid()}.part") if os.name != "nt" else self._target
        self._moved = self._part == self._target
        file = own = None
        try:
            if self._earlier is not None:
                self._earlier.check()
            if self._claim.held:
                remove_parts(self._target)
            # the newest HDF5 format is unreadable for programs with an older HDF5, such as VTK
            version = ("v110", "v110")
            file = h5py.File(self._part, "w", libver=version, locking=LOCKING, rdcc_nbytes=WRITER_CACHE)
            lay_out(file, self._header, self._rows, self._n_state)
            stamp = file["meta/stamp"]
            file.swmr_mode = True
            own = self._part.open("rb", buffering=0)
            self._file, self._own = file, own
            self._data = {name: file[name] for name, row in self._rows.items() if math.prod(row)}
            if self._earlier is not None:
                self._take_over(self._earlier)
            else:
                self._move()
            self._stamp = stamp[:].tobytes()
            self._watch = Watch(self._target, own, stamp=self._stamp, place=stamp.id.get_offset())
            self._watch.grown()
        except BaseException as error:
            self._give_up(file, own)
            if isinstance(error, OSError | RuntimeError):
                raise ResultsError(self.where, f"cannot be written ({_cause(error)})") from error
            raise

    def _give_up(self, file: h5py.File | None, own: BinaryIO | None) -> None:
        """Leave nothing behind of a file that could not be begun."""
        for opened in (file, own):
            if opened is not None:
                opened.close()
        if not self._moved or self._part == self._target:
            self._part.unlink(missing_ok=True)
        self._claim.release()

    def _take_over(self, earlier: Earlier) -> None:
        """Copy what stays into the new file."""
        for first, block in earlier.blocks(self._capacity):
            stop = first + len(block["time"])
            for name, data in self._data.items():
                data.resize(stop, axis=0)
                data[first:stop] = block[name]
        for name, values in earlier.checkpoints(self._n_state).items():
            data = self._file["checkpoints"][name]
            data.resize(len(values), axis=0)
            data[:] = values
        self._commit(earlier.n_time, earlier.n_checkpoint)
        self._n_row = earlier.n_time

    def _move(self) -> None:
        """Let the file appear under its name."""
        if not self._moved:
            if self._earlier is not None:
                self._earlier.check()
            self._part.replace(self._target)
            self._moved = True

    def append(self, block: Mapping[str, ArrayLike]) -> None:
        """Add rows: one array for each column, shape ``(rows, *row)``; they are copied."""
        if not self._file:
            raise ResultsError(self.where, "is closed, rows cannot be added")
        n_row = block_length(block, self._rows)
        arrays = {name: np.asarray(rows, dtype=np.float64) for name, rows in block.items()}
        if self._earlier is not None:
            arrays = self._earlier.fresh(arrays)
            n_row = len(arrays["time"])
        done, full = 0, False
        while done < n_row:
            start = self._n_row - self.n_time
            count = min(n_row - done, self._capacity - start)
            for name, rows in self._buffer.items():
                rows[start : start + count] = arrays[name][done : done + count]
            self._n_row += count
            done += count
            if start + count == self._capacity:
                self._write({name: rows[done:] for name, rows in arrays.items()})
                full = True
        if full or time.monotonic() - self._flush_time >= BLOCK_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Bring all rows to the file now, and look whether it still is what its name says."""
        self._write({})
        self._look()
        self._flush_time = time.monotonic()

    def _write(self, rest: Mapping[str, Floats]) -> None:
        """Bring the buffer to the file, before more rows come."""
        start, stop = self.n_time, self._n_row
        if stop > start:
            self._refuse_damage(rest)
            with self._disk_errors():
                for name, data in self._data.items():
                    data.resize(stop, axis=0)
                    data[start:stop] = self._buffer[name][: stop - start]
                self._commit(stop, self.n_checkpoint)
                self._move()
                self._watch.grown()

    def checkpoint(self, time: float, state: ArrayLike) -> None:
        """Store the state, shape (n_state,), for an exact continuation at ``time`` [s]."""
        row = checked_state(state, self._n_state)
        self.flush()
        if self._earlier is None or self._earlier.is_new_checkpoint(time):
            self._keep_checkpoint(time, row)

    def _keep_checkpoint(self, time: float, row: Floats) -> None:
        group, n = self._file["checkpoints"], self.n_checkpoint
        with self._disk_errors():
            for name, value in (("time", time), ("state", row)):
                if name in group:
                    group[name].resize(n + 1, axis=0)
                    group[name][n] = value
            self._commit(self.n_time, n + 1)
            self._watch.grown()

    def close(self, *, status: str = Status.COMPLETED, report: Mapping[str, Any] | None = None) -> None:
        """Write what is pending, note how the run ended and close the file; a second call changes nothing.

        The report is anything worth keeping about the run as a whole that JSON can hold: wall time, messages.
        """
        if not self._file:
            return
        merged = report or {} if self._earlier is None else self._earlier.merged(report or {})
        text, status = to_json(merged, "results report").encode(), Status(status)
        try:
            self.flush()
            self._close(status, text)
        finally:
            if self._file:
                with self._disk_errors():
                    self._file.close()
            if not self._moved:  # nothing was added to earlier results, which stay as they are
                self._part.unlink(missing_ok=True)
            self._claim.release()

    def _close(self, status: str, text: bytes) -> None:
        with self._disk_errors():
            data = self._file["meta/report"]
            data.resize(len(text), axis=0)
            data[:] = np.frombuffer(text, dtype=np.uint8)
            self._file.flush()
            self._file["meta/status"][0] = status.encode()
            self._file.close()

    def reader(self) -> Reader:
        """The rows of this very file, whatever its name stands for by now; the writer is closed."""
        if self._kept is not None:
            return Reader(self._kept)
        if not self._moved:
            return Reader(self._target)
        if self._watch.is_ours():
            reader = Reader(self.path)
            if reader.stamp == self._stamp:
                return reader
            reader.close()
        return Reader(self.path, file=self._own)

    def _commit(self, n_time: int, n_checkpoint: int) -> None:
        self._file.flush()  # the rows reach the file before the count that vouches for them
        count = self._file["meta/count"]
        count[...] = (n_time, n_checkpoint)
        count.flush()
        self.n_time, self.n_checkpoint = n_time, n_checkpoint

    # ------------------------------------------------------------------ what can happen to a file

    _kept: Path | None = None
    """Where the rows are, when they are not in the file of the name."""

    def _look(self) -> None:
        """End the run when its file has lost its name: what was computed stays, under another one."""
        words = "" if self._lost or not self._moved else self._watch.loss()
        if not words:
            return
        self._lost = True
        self._keep_last_state()
        self._close(Status.FAILED, b"{}")
        self._claim.release()
        self._kept = self._watch.moved_to() or self._watch.copied()
        kept = f'They are in "{self._kept}"' if self._kept else "error.results holds them"
        raise self._failure(words, f"All {self.n_time} rows and the last state are kept. {kept}")

    def _refuse_damage(self, rest: Mapping[str, Floats]) -> None:
        """End the run when the content of its file is gone: what is in memory goes to another file."""
        words = self._watch.damage() if self._moved else ""
        if not words:
            return
        self._lost = True
        gone, pending = self.n_time, self._n_row - self.n_time
        rows = {name: values[:pending].copy() for name, values in self._buffer.items()}
        rows = {
            name: np.concatenate([values, rest[name]]) if rest else values for name, values in rows.items()
        }
        self._abandon()
        lost = f"Its first {gone} rows are lost; {len(rows['time'])} later ones and the last state are kept"
        for path in free_names(self._target):
            try:
                saved = Writer(path, self._header, self._rows, self._n_state)
                saved.last_state = self.last_state
                saved.append(rows)
                saved._keep_last_state()
                saved.close(status=Status.FAILED)
            except ResultsError:
                continue
            self._kept = path
            raise self._failure(words, f'{lost} in "{path}"')
        raise ResultsError(self.where, words, remedy=f"Its first {gone} rows are lost")

    def _keep_last_state(self) -> None:
        if self.last_state is not None and self._n_state:
            time, state = self.last_state()
            self._keep_checkpoint(time, checked_state(state, self._n_state))

    def _failure(self, words: str, remedy: str) -> ResultsError:
        made = ResultsError(self.where, words, remedy=f"{remedy}. restart= continues from there")
        with contextlib.suppress(ResultsError):
            made.results = doors.opened("results")(self._header.get("kind"))(self.reader())
        return made

    @contextlib.contextmanager
    def _disk_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError) as error:
            self._abandon()
            remedy = f"See to the disk; the first {self.n_time} rows can be read"
            raise ResultsError(self.where, f"cannot be written ({_cause(error)})", remedy=remedy) from error

    def _abandon(self) -> None:
        """Close the file as it is on disk: HDF5 would write the rest, fail again and crash the process."""
        with contextlib.suppress(OSError, RuntimeError):
            sink = os.open(os.devnull, os.O_RDWR)
            os.dup2(sink, self._file.id.get_vfd_handle())
            os.close(sink)
            self._file.close()
        self._claim.release()


def _cause(error: Exception) -> str:
    """Message of the operating system, if HDF5 reports it, otherwise HDF5's first line."""
    found = re.search("error message = '([^']+)'", str(error))
    return found[1] if found else str(error).partition("\n")[0]


def new_store(
    file: str | os.PathLike[str] | None,
    header: Mapping[str, Any],
    columns: Mapping[str, Shape],
    n_state: int,
    *,
    earlier: Earlier | None = None,
) -> Any:
    """Store of a run: a file, which replaces results of that name, or memory when None; see `Writer`."""
    if file is None:
        return MemoryStore(header, columns, n_state)
    return Writer(file, header, columns, n_state, replace=True, earlier=earlier)
