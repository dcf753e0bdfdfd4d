"""Writing files: what the operating system says becomes an error that names the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mbfe.errors import ResultsError

LONGEST = 80
"""Characters of a name that become part of the name of a file."""


@contextmanager
def writing(where: str) -> Iterator[None]:
    """Turn a failure to write into a :class:`mbfe.errors.ResultsError`.

    Parameters
    ----------
    where : str
        The file, for the error.
    """
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
