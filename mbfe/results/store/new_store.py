"""Where the rows of a run go: to a file or into memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from mbfe.results.store.continued import Earlier
from mbfe.results.store.layout import Shape
from mbfe.results.store.memory import MemoryStore
from mbfe.results.store.store import Writer

__all__ = ["new_store"]


def new_store(
    file: str | os.PathLike[str] | None,
    header: Mapping[str, Any],
    columns: Mapping[str, Shape],
    n_state: int,
    *,
    earlier: Earlier | None = None,
) -> Any:
    """Store of a run: a file, which replaces results of that name, or memory when None.

    Columns have the shape of one row each; the state of a checkpoint has the length `n_state`. Results of
    that file that are kept are `earlier`: the new rows follow them.
    """
    if file is None:
        return MemoryStore(header, columns, n_state)
    return Writer(file, header, columns, n_state, replace=True, earlier=earlier)
