"""The folder in which compiled code is kept from one run to the next.

Machine code is loaded and run, so it is taken from nobody else: the folder belongs to the user (or to the
administrator of the machine), others cannot write into it, and every file carries a digest of its name and
contents. The folder has a marker, and nothing is removed but files of the names that are made here. Whatever
is in the way, damage, a full disk, missing rights, leads to one warning and a run that keeps nothing.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import os
import re
import secrets
import stat
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from mbfe.files.locks import try_lock, unlock

__all__ = ["MARKER", "CacheWarning", "CodeFolder", "code_folder"]

FOLDER = "mbfe-cache"
"""Name of the folder inside of ``MBFE_CACHE_DIR``, ``XDG_CACHE_HOME`` or ``~/.cache``."""

MARKER = "CACHEDIR.TAG"
"""File by which backups know a cache (bford.info/cachedir), and by which this program knows its own."""

MARKER_TEXT = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Compiled code of mbfe; it is made again when it is missing.\n"
)

MOST_BYTES = 600_000_000
"""Size of the folder beyond which what was not used for longest is removed; all kernels take about 80 MB."""

LONGEST_DAYS = 180
"""Age since its last use at which a file is removed."""

LONGEST_WAIT = 300.0
"""Seconds after which the lock of another process that compiles the same function is no longer waited for."""

_ENTRY = re.compile(r"[\w.]+(-[0-9a-f]{16}){2}\.code")
_OURS = re.compile(_ENTRY.pattern + r"(\.lock|\.[0-9a-f]{8}\.part)?")
_HEAD = b"mbfe compiled code 1\n"
READING = os.O_RDONLY | vars(os).get("O_BINARY", 0) | vars(os).get("O_NOFOLLOW", 0)
"""How files are opened: as they are, and no link to another one."""


class CacheWarning(UserWarning):
    """Compiled code cannot be kept or was damaged; results do not depend on it."""


class CodeFolder:
    """Files of compiled code by name, in a folder that is made at the first writing; None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._can_write = True
        self._warned = False
        self._tidied = False
        if path is None:
            self._warn(_NOT_KEPT.format("there is no home folder"), _REMEDY)
            return
        try:
            self._check(path)
        except OSError as error:
            self._say_not_kept(error)
            self.path = None

    def _say_not_kept(self, error: OSError) -> None:
        words = error.args[0] if len(error.args) == 1 else f"{error.strerror}: {error.filename}"
        self._warn(_NOT_KEPT.format(words), _REMEDY)

    def _try_to_write(self, action: Callable[[], None]) -> bool:
        """Do something in the folder; what fails is warned of once, and nothing is written any more."""
        if self.path is None or not self._can_write:
            return False
        try:
            action()
        except OSError as error:
            self._say_not_kept(error)
            self._can_write = False
        return self._can_write

    def _warn(self, text: str, remedy: str) -> None:
        if not self._warned:
            self._warned = True
            warnings.warn(f"mbfe: {text}. {remedy}", CacheWarning, stacklevel=2)

    def _check(self, path: Path) -> None:
        """Raise OSError unless the folder is our own, or can become it."""
        try:
            _refuse_foreign(path, os.lstat(path), stat.S_ISDIR)
        except FileNotFoundError:
            return
        marker = path / MARKER
        if marker.exists():
            if "mbfe" not in marker.read_text(encoding="utf-8", errors="replace"):
                raise OSError(f"{path} is the cache of another program")
        elif any(not name.startswith(MARKER) for name in os.listdir(path)):
            raise OSError(f"{path} holds files that are not of mbfe: there is no {MARKER} in it")

    def _make(self) -> Path:
        """The folder with its marker."""
        if self.path is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), FOLDER)
        if not (self.path / MARKER).exists():
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._check(self.path)
            self._write(self.path / MARKER, MARKER_TEXT.encode())
        return self.path

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file that others see whole or not at all."""
        partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        try:
            handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "wb") as file:
                file.write(data)
            os.replace(partial, path)
        except BaseException:
            with contextlib.suppress(OSError):
                partial.unlink()
            raise

    def holds(self, beginning: str) -> bool:
        """Whether there is code whose name begins so."""
        return self.path is not None and any(self.path.glob(f"{beginning}-*.code"))

    @property
    def is_open(self) -> bool:
        """Whether something can be kept here as far as is known: the folder is there and can be written."""
        return self._try_to_write(self._look_for_rights)

    def _look_for_rights(self) -> None:
        folder = self._make()
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    def read(self, name: str) -> bytes | None:
        """Contents of a file; None when it is missing, damaged or not to be trusted."""
        if self.path is None:
            return None
        path = self.path / name
        try:
            handle = os.open(path, READING)
            with open(handle, "rb") as file:
                _refuse_foreign(path, os.fstat(handle), stat.S_ISREG)
                data = file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._warn(f"compiled code is not read ({error})", _REMEDY)
            return None
        head = len(_HEAD) + hashlib.sha256().digest_size
        payload = data[head:]
        if data[:head] != _HEAD + _digest(name, payload):
            self.drop(name)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return payload

    def drop(self, name: str) -> None:
        """Remove a file that turned out to be damaged, and say so."""
        if self.path is not None:
            self._warn(f"a damaged file of compiled code is made again ({self.path / name})", "")
            with contextlib.suppress(OSError):
                (self.path / name).unlink()

    def write(self, name: str, payload: bytes) -> None:
        """Keep the contents of a file."""
        data = _HEAD + _digest(name, payload) + payload
        if self._try_to_write(lambda: self._write(self._make() / name, data)):
            self._tidy()

    @contextlib.contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Let one process at a time make a file; without locks on a file system all proceed at once."""
        try:
            path = self._make() / f"{name}.lock"
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            yield
            return
        try:
            _wait_for(handle)
            yield
        finally:
            with contextlib.suppress(OSError):
                path.unlink()  # who waits for it finds the code, or makes it
            with contextlib.suppress(OSError):
                unlock(handle)
            os.close(handle)

    def _tidy(self) -> None:
        """Remove what was not used for longest, once in a process that has written something."""
        if self.path is None or self._tidied:
            return
        self._tidied = True
        found = []
        with contextlib.suppress(OSError):
            for entry in os.scandir(self.path):
                if _OURS.fullmatch(entry.name):
                    with contextlib.suppress(OSError):
                        facts = entry.stat(follow_symlinks=False)
                        found.append((facts.st_mtime, facts.st_size, entry.path))
        room = MOST_BYTES
        oldest = time.time() - LONGEST_DAYS * 86400
        unfinished = time.time() - LONGEST_WAIT
        for used, size, path in sorted(found, reverse=True):
            room -= size
            if room < 0 or used < (oldest if path.endswith(".code") else unfinished):
                with contextlib.suppress(OSError):
                    os.unlink(path)


_NOT_KEPT = "compiled code is not kept ({}), so each run compiles again, for about a minute"
_REMEDY = "Set MBFE_CACHE_DIR to a folder that belongs to you, can be written, and only by you"


def _digest(name: str, payload: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + payload).digest()


def _refuse_foreign(path: Path, facts: os.stat_result, kind: Callable[[int], bool]) -> None:
    """Raise OSError for what another user could have put there."""
    if not kind(facts.st_mode):
        raise OSError(f"{path} is not what it should be: a link, or of another kind")
    if os.name != "posix":
        return  # the folders of a user's profile are closed to others
    if facts.st_uid not in (os.geteuid(), 0):
        raise OSError(f"{path} belongs to another user")
    if facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(f"others may write into {path}; chmod go-w takes that back")


def _wait_for(handle: int) -> None:
    """Take the lock of an open file; give up after a time, and where there are no locks."""
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        if try_lock(handle) is not False:
            return
        time.sleep(0.05)


@functools.cache
def code_folder() -> CodeFolder:
    """The folder of this process, below ``MBFE_CACHE_DIR``, ``XDG_CACHE_HOME`` or ``~/.cache``."""
    base = os.environ.get("MBFE_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        return CodeFolder(Path(base or Path.home() / ".cache").absolute() / FOLDER)
    except RuntimeError:  # no home
        return CodeFolder(None)
