"""Where the rows of a run go: to a file or into memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from mbfe.results.store.continued import Earlier
from mbfe.results.store.layout import Shape
from mbfe.results.store.memory import MemoryStore
from mbfe.results.store.store import Writer


def new_store(
    file: str | os.PathLike[str] | None,
    header: Mapping[str, Any],
    columns: Mapping[str, Shape],
    n_state: int,
    *,
    earlier: Earlier | None = None,
) -> Any:
    """Store of a run.

    Parameters
    ----------
    file : path or None
        A file, which replaces results of that name; memory when None.
    header : mapping
        What the rows are about.
    columns : mapping of str to tuple of int
        Shape of one row of each column.
    n_state : int
        Length of a checkpoint's state.
    earlier : Earlier, optional
        Results of that file that stay, and which the rows go on from.
    """
    if file is None:
        return MemoryStore(header, columns, n_state)
    return Writer(file, header, columns, n_state, replace=True, earlier=earlier)
