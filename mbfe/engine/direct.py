"""Calls of compiled functions without the search for the types of their arguments.

The dispatcher finds the type of each bundle again and again, by some microseconds of Python: as long as the
residual of a small model takes. Who knows the types takes the compiled function itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from mbfe.compiled import F1, F2, F8, I8, JIT

__all__ = ["direct"]

_KINDS = {float: F8, int: I8, 1: F1, 2: F2}
"""Types by those of Python's numbers, and by the number of axes of arrays of floats."""


@functools.cache
def direct(function: Any, *kinds: Any) -> Callable[..., Any]:
    """What an :func:`mbfe.compiled.entry` is for arguments of some types, compiled if need be.

    The types are those of bundles (``State.numba_type``), ``float``, ``int``, and 1 or 2 for arrays of floats
    of so many axes. Without the compiler it is the function itself.
    """
    if not JIT:
        return function
    types = tuple(_KINDS.get(kind, kind) if isinstance(kind, int | type) else kind for kind in kinds)
    function.compile(types)
    return function.overloads[types].entry_point
