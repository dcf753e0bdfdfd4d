"""Writing files: what the operating system says becomes an error that names the file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from mbfe.errors import ResultsError

__all__ = ["short_name", "writing"]

LONGEST, DIGITS = 80, 8
"""Bytes of a name that become part of the name of a file, and digits that keep shortened ones apart."""


def short_name(name: str) -> str:
    """A name that can become part of the name of a file: long ones are cut, and stay different."""
    data = name.encode("utf-8", "backslashreplace")
    if len(data) <= LONGEST:
        return data.decode()
    digest = hashlib.sha256(data).hexdigest()[:DIGITS]
    return f"{data[: LONGEST - DIGITS - 1].decode(errors='ignore')}_{digest}"


@contextmanager
def writing(where: str) -> Iterator[None]:
    """Turn a failure to write the file `where` into a :class:`mbfe.errors.ResultsError`."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        raise ResultsError(where, f"cannot be written ({error.args[-1]})", remedy=_remedy(error)) from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        allowed = "a name without zero bytes"
        raise ResultsError(where, f"cannot be written ({error})", allowed=allowed) from error


def _remedy(error: OSError | UnicodeError) -> str:
    """What to do about it."""
    if isinstance(error, IsADirectoryError):
        return "This is a folder; give the name of a file"
    if isinstance(error, FileExistsError | NotADirectoryError):
        return "A file stands where a folder is needed; choose another folder"
    if isinstance(error, FileNotFoundError):
        return "Create the folder first"
    return "Choose another name or folder"
