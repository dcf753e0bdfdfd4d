"""Python functions that compiled code calls."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from mbfe.compiled.compile import plain_callbacks

__all__ = ["Callback"]

_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double))


class Callback:
    """A Python function that compiled code calls through a pointer.

    Parameters
    ----------
    function : callable
        ``function(arguments, results) -> None``; both are float64 arrays, ``results`` is filled.
    n_in, n_out : int
        Lengths of the two arrays.

    Notes
    -----
    An exception (also Ctrl-C) inside the function is kept in ``error`` and becomes status 1 of the call, so
    that the step that asked for it fails in an orderly way and what was computed is kept. After Ctrl-C all
    calls fail, until ``error`` is None again.
    """

    def __init__(self, function: Callable[[Any, Any], None], n_in: int, n_out: int) -> None:
        self.error: BaseException | None = None

        def guarded(arguments: Any, results: Any) -> int:
            if isinstance(self.error, KeyboardInterrupt):
                return 1  # every attempt fails, so the loop comes back at once
            try:
                function(arguments, results)
            except BaseException as error:
                self.error = error
                return 1
            return 0

        views: dict[int, Any] = {}  # making an array of a pointer costs more than the call itself

        def view(pointer: Any, size: int) -> Any:
            address = ctypes.addressof(pointer.contents)
            known = views.get(address)
            if known is None:
                known = views[address] = np.ctypeslib.as_array(pointer, (size,))
            return known

        def pointed(arguments: Any, results: Any) -> int:
            return guarded(view(arguments, n_in), view(results, n_out))

        self._pointer = _CALLBACK(pointed)
        address = ctypes.cast(self._pointer, ctypes.c_void_p).value
        assert address is not None
        self.address = float(address)
        """Address as a float64 (exact below 2**53), so that it can stand in a row of parameters."""
        plain_callbacks[address] = guarded
