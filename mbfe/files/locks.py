"""Advisory locks on open files, which the system gives up when a process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys

__all__ = ["try_lock", "unlock"]

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

HELD = (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK)
"""What the system says when another one holds a lock."""
LOCK_AT = 2**30
"""Byte that Windows locks: far behind the content, so that others can read it."""


def try_lock(handle: int, *, shared: bool = False) -> bool | None:
    """Lock an open file: True when it is locked, False when another holds it, None where there are no locks.

    A shared lock lets others lock it so too; Windows knows exclusive locks only.
    """
    try:
        if sys.platform == "win32":
            os.lseek(handle, LOCK_AT, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in HELD else None
    return True


def unlock(handle: int) -> None:
    """Give a lock up; closing the file would not do where a process was forked meanwhile."""
    if sys.platform == "win32":
        os.lseek(handle, LOCK_AT, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_UN)
