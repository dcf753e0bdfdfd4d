"""Bundles of arrays that compiled functions take as one argument."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from mbfe.compiled.compile import JIT
from mbfe.compiled.types import bundle_type

WORDS = 4
"""Words of the table for each field: address and up to three lengths."""


class Bundle:
    """A fixed set of C-contiguous arrays (or bundles) with names.

    In compiled code it is a pointer to their addresses. A tuple of forty arrays costs every compiled function
    that it passes through hundreds of machine words, and seconds of compilation; a bundle costs one word. The
    arrays are changed in place and never replaced.

    Parameters
    ----------
    *parts : ndarray or Bundle
        One for each name of ``fields``, in their order.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    address: int
    numba_type: Any

    def __init__(self, *parts: Any) -> None:
        for name, part in zip(self.fields, parts, strict=True):
            object.__setattr__(self, name, part)
        if not JIT:
            return
        table = np.zeros((len(parts), WORDS), dtype=np.int64)
        kinds = []
        for row, (name, part) in enumerate(zip(self.fields, parts, strict=True)):
            if isinstance(part, Bundle):
                table[row, 0] = part.address
                kinds.append((name, part.numba_type))
                continue
            assert part.flags.c_contiguous, name
            assert part.ndim < WORDS, name
            table[row, 0] = part.ctypes.data
            table[row, 1 : 1 + part.ndim] = part.shape
            kinds.append((name, (str(part.dtype), part.ndim)))
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "address", table.ctypes.data)
        object.__setattr__(self, "numba_type", bundle_type(type(self).__name__, tuple(kinds)))

    def hold(self, things: Any) -> None:
        """Keep alive what addresses in the arrays point to."""
        object.__setattr__(self, "_held", things)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(
            f"the arrays of {type(self).__name__} are changed in place, not replaced ({name})"
        )
