"""The name of a file that is being written: one writer at a time, and whether it still names that file.

A claim is an advisory lock on a hidden file beside the results, ``.run.h5.lock``. The system releases it when
the process ends in any way, so that no stale lock remains. A file system without locks (some of networks) has
no claim, and another writer is detected by the watch only.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import shutil
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import BinaryIO

from mbfe.errors import ResultsError
from mbfe.files.locks import try_lock

__all__ = ["Claim", "Watch", "free_names", "is_claimed", "remove_parts", "side_file"]

LONGEST_NAME = 200
"""Bytes of a file's name up to which names are derived from it; systems allow 255."""
TRIES = 20
"""Attempts to lock a file that others remove as they end."""
WAITS, MOMENT = 3, 0.01
"""Times to wait for a reader that looks whether a file is being written, and how long [s]."""


def side_file(path: Path, ending: str) -> Path:
    """Hidden file beside another one that is derived from its name, shortened where it would be too long."""
    name = path.name
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:32]
    return path.with_name(f".{name}.{ending}")


def remove_parts(path: Path) -> None:
    """Remove what writers of a file have left that were killed; the claim on it is held."""
    first = side_file(path, "").name
    for old in path.parent.glob(f"{glob.escape(first)}*.part"):
        if old.name.removeprefix(first).removesuffix(".part").isdecimal():
            old.unlink(missing_ok=True)


class Claim:
    """The right to write a file, for one writer at a time on this machine and others that share its folder.

    The path has no symbolic links, and its folder exists. ``held`` says whether there is a lock; it is False
    also where the file system knows none. A file that another run writes is refused.
    """

    def __init__(self, path: Path) -> None:
        self._lock = side_file(path, "lock")
        self._file: BinaryIO | None = None
        self.held, waits = False, WAITS
        for _ in range(TRIES):
            try:
                file = os.fdopen(os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
            except OSError:  # such as a folder without write permission, an error later
                return
            taken = try_lock(file.fileno())
            if taken is False and (waits := waits - 1) >= 0:
                file.close()
                time.sleep(MOMENT)  # a reader may just be looking
                continue
            if taken is False:
                owner = _owner(file)
                file.close()
                raise ResultsError(
                    f'results file "{path}"',
                    f"is being written by another run{owner}",
                    remedy="Choose another name, or wait until it has ended",
                )
            if taken is None:
                file.close()
                with contextlib.suppress(OSError):
                    self._lock.unlink()
                return
            if _is_at(file, self._lock):
                self._file, self.held = file, True
                with contextlib.suppress(OSError):
                    file.truncate(0)
                    file.write(f"{os.getpid()} {socket.gethostname()}".encode())
                return
            file.close()  # its owner removed it in between: another file has the name now

    def release(self) -> None:
        """Give the name up; a second call changes nothing."""
        if self._file is None:
            return
        file, self._file, self.held = self._file, None, False
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                file.close()
                self._lock.unlink()
            else:
                self._lock.unlink()  # first, so that nobody locks a file that is about to go
        file.close()


def is_claimed(path: Path) -> bool:
    """Whether somebody may be writing a file: its claim is held, or the file system knows none."""
    target = Path(os.path.realpath(path))
    lock = side_file(target, "lock")
    try:
        with (lock if lock.exists() else target).open("rb") as file:
            free = try_lock(file.fileno(), shared=True)
    except OSError:
        return True
    return free is None or (free is False and lock.exists())


def _owner(file: BinaryIO) -> str:
    """Who holds a lock, as it says itself."""
    with contextlib.suppress(OSError, ValueError):
        number, host = file.read(300).decode().split()
        return f" (process {int(number)} on {host})"
    return ""


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Whether a path names an open file."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


class Watch:
    """Whether an absolute path still names the file that is being written, and whether that file is whole.

    The file is open for reading, and holds a stamp, a random number, at a place.

    Notes
    -----
    Files are distinguished by their numbers in the file system. Where these change by themselves, as on some
    network file systems, by the random number.
    """

    def __init__(self, path: Path, file: BinaryIO, *, stamp: bytes, place: int) -> None:
        self.path = path
        self._file, self._stamp, self._place = file, stamp, place
        self._numbered = _is_at(file, path)
        self._size = 0

    def grown(self) -> None:
        """Note how long the file is now."""
        self._size = os.fstat(self._file.fileno()).st_size

    def damage(self) -> str:
        """What another program did to the content of the file, in words; empty when nothing."""
        size = os.fstat(self._file.fileno()).st_size
        if size < self._size:
            return f"was cut to {size} of {self._size} bytes by another program while it was being written"
        if not self._stamped(self._file):
            return "was overwritten by another program while it was being written"
        return ""

    def loss(self) -> str:
        """What became of the name of the file, in words; empty when it still names it."""
        try:
            self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            moved = self.moved_to()
            to = f'renamed to "{moved}"' if moved else "removed"
            return f"was {to} while it was being written"
        except OSError:
            return ""  # nothing is known, such as of a network that is down
        return "" if self.is_ours() else "was replaced by another file while it was being written"

    def is_ours(self) -> bool:
        """Whether the path names the file."""
        if self._numbered:
            return _is_at(self._file, self.path)
        try:
            with self.path.open("rb") as other:
                return self._stamped(other)
        except OSError:
            return False

    def moved_to(self) -> Path | None:
        """Where the file is now, if it has a name that can be found."""
        mine = os.fstat(self._file.fileno())
        if not mine.st_nlink:
            return None
        candidates: list[Path] = []
        with contextlib.suppress(OSError):
            candidates.append(Path(os.readlink(f"/proc/self/fd/{self._file.fileno()}")))
        with contextlib.suppress(OSError):
            candidates += [p for p in self.path.parent.iterdir() if p.suffix == self.path.suffix]
        return next((path for path in candidates if _is_at(self._file, path)), None)

    def copied(self) -> Path | None:
        """Copy the file to a free name beside it, or among temporary files; None where nothing takes it."""
        for folder in (self.path.parent, Path(tempfile.gettempdir())):
            for path in free_names(folder / self.path.name):
                try:
                    target = path.open("xb")
                except FileExistsError:
                    continue
                except OSError:
                    break
                with target:
                    if _copy(self._file, target):
                        return path
                with contextlib.suppress(OSError):
                    path.unlink()
                break
        return None

    def _stamped(self, file: BinaryIO) -> bool:
        file.seek(self._place)
        return file.read(len(self._stamp)) == self._stamp


def _copy(source: BinaryIO, target: BinaryIO) -> bool:
    """Copy a whole file; False where the disk takes no more."""
    try:
        source.seek(0)
        shutil.copyfileobj(source, target, 2**22)
    except OSError:
        return False
    return True


def free_names(path: Path) -> list[Path]:
    """Names beside a file for what is kept of it: ``run_kept.h5``, ``run_kept_2.h5`` and so on."""
    stem = path.stem[: LONGEST_NAME // 4]
    ends = ["_kept", *(f"_kept_{number}" for number in range(2, 100))]
    return [path.with_name(f"{stem}{end}{path.suffix}") for end in ends]
