"""Results files as runs."""

from __future__ import annotations

import os

from mbfe.contracts import checked_request
from mbfe.results.motion_run import class_of
from mbfe.results.run import Run
from mbfe.results.store.known_header import check_header, check_report
from mbfe.results.store.reader import Reader

__all__ = ["open_results"]


@checked_request
def open_results(path: str | os.PathLike[str]) -> Run:
    """Open a results file, finished, running or left by a killed process.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Run
        The same object that the analysis returned.
    """
    store = Reader(path)
    rows = {name: column.shape[1:] for name, column in store.columns.items()}
    check_header(store.header, rows, store.where)
    kind = store.header.get("kind")
    check_report(store.report, kind, store.where)
    return class_of(kind)(store)
