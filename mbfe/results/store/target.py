"""Where results go: a name that can be written, and that takes nothing away from anybody."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import h5py

from mbfe import checks
from mbfe.errors import ResultsError
from mbfe.files.writing import writing
from mbfe.results.store.layout import LOCKING, SIGNATURE
from mbfe.results.store.sound import RAW, is_results

__all__ = ["check_file", "checked_target", "is_hdf5", "same_file"]


def checked_target(path: Path, *, replace: bool) -> Path:
    """Absolute path, without symbolic links, to which results are to be written.

    A folder that is missing, and a file that stands there and is not to be replaced, are refused.
    """
    where = f'results file "{path}"'
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise ResultsError(where, "its folder does not exist", remedy="Create the folder first")
    if not target.exists():
        return target
    if not target.is_file():
        given = "is a folder" if target.is_dir() else "is a device, not a file"
        raise ResultsError(where, given, allowed="a file", remedy=f'Give a name, e.g. "{path / "run.h5"}"')
    if not replace:
        raise ResultsError(where, "exists already", remedy="Choose another name")
    if not _may_go(target):
        raise ResultsError(
            where,
            "exists already and holds no results of mbfe",
            allowed="a new name, or that of results, which are replaced",
            remedy="Choose another name, or remove the file if it is not needed",
        )
    return target


def check_file(where: str, file: Any, *sources: Any) -> None:
    """Check the argument ``file`` of an analysis, before anything is computed.

    It must be a path that can be written and holds nothing that is not to be replaced, none of the sources
    from which the analysis starts: results, or names of their files.
    """
    if file is None:
        return
    path = Path(checks.path(where, "file", file))
    with writing(f'results file "{path}"'):
        checked_target(path, replace=True)
    if any(same_file(source, path) for source in sources):
        raise ResultsError(
            f"{where}: file",
            f'"{path}" holds what the analysis starts from, and would be replaced',
            remedy="Give another name",
        )


def _may_go(path: Path) -> bool:
    """Whether a file is empty, results, or an HDF5 file that cannot be opened, as damaged results are."""
    if not is_hdf5(path):
        return not path.stat().st_size
    try:
        with h5py.File(path, "r", locking=LOCKING, swmr=True) as opened:
            return is_results(opened)
    except RAW:
        return True


def is_hdf5(path: Path) -> bool:
    """Whether a file begins as HDF5 files do."""
    with path.open("rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


@runtime_checkable
class HasPath(Protocol):
    """Results that may stand in a file."""

    @property
    def path(self) -> Path | None:
        """The file, if there is one."""


def same_file(given: Any, file: str | os.PathLike[str] | None) -> bool:
    """Whether results, or the name of their file, are the file of a name: also through links of all kinds."""
    path = given.path if isinstance(given, HasPath) else given
    if not isinstance(path, str | os.PathLike) or file is None:
        return False
    try:
        return os.path.samefile(path, file)
    except (OSError, ValueError):
        return False
