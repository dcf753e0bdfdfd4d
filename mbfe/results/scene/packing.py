"""Tables of numbers as compact text: quantised, as differences from row to row, compressed.

A table is described by where its bytes are; the viewer restores it by the same steps backwards.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats

__all__ = ["Packer"]

HIGHEST, HIGHEST_WIDE = 65_534, 4_000_000_000
"""Largest number of steps of a table in two bytes, above which stands "not known", and in four."""


class Packer:
    """Collects tables in one compressed text.

    Notes
    -----
    A quantised number is low + n·step with a whole n ≥ 0, so that it is wrong by half a step at most. Rows
    but the first are stored as differences modulo 2¹⁶ or 2³², and bytes of equal weight stand together:
    smooth motions then compress well.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def exact(self, given: ArrayLike, dtype: str) -> dict[str, Any]:
        """Add an array as it is, as ``"<f4"`` or ``"<u4"``."""
        array = np.ascontiguousarray(given, dtype=dtype)
        return self._added(array.tobytes(), array.shape, kind="f4" if dtype == "<f4" else "u4")

    def quantised(self, given: ArrayLike, *, step: float) -> dict[str, Any]:
        """Add rows (n, k) of finite numbers, each within half a `step`."""
        array = np.asarray(given, dtype=float).reshape(len(np.asarray(given)), -1)
        low = array.min(axis=0, initial=np.inf) if len(array) else np.zeros(array.shape[1])
        counts = np.rint((array - low) / step)
        wide = bool(counts.max(initial=0.0) > HIGHEST)
        if wide and counts.max() > HIGHEST_WIDE:  # a range of 1e9 tolerances: the step is that of the range
            step *= float(counts.max()) / HIGHEST_WIDE
            counts = np.rint((array - low) / step)
        return self._counts(counts, low, np.full(array.shape[1], step), wide=wide)

    def scaled(self, given: ArrayLike) -> dict[str, Any]:
        """Add rows (n, k) with two bytes a number, each column with a step of its own; nan stays nan."""
        array = np.asarray(given, dtype=float).reshape(len(np.asarray(given)), -1)
        known = np.isfinite(array)
        low = np.where(known, array, np.inf).min(axis=0, initial=np.inf)
        high = np.where(known, array, -np.inf).max(axis=0, initial=-np.inf)
        low, high = (np.where(np.isfinite(end), end, 0.0) for end in (low, high))
        step = 0.5 * high / HIGHEST - 0.5 * low / HIGHEST  # halves first: the range itself may overflow
        step = np.where(step > 0.0, 2.0 * step, 1.0)
        counts = np.rint((np.where(known, array, low) - low) / step)
        return self._counts(np.where(known, counts, HIGHEST + 1), low, step, wide=False)

    def _counts(self, counts: Floats, low: Floats, step: Floats, *, wide: bool) -> dict[str, Any]:
        """Add whole numbers of steps."""
        whole = counts.astype("<u4" if wide else "<u2")
        changes = whole.copy()
        changes[1:] -= whole[:-1]
        columns = np.ascontiguousarray(changes.T)
        planes = np.ascontiguousarray(columns.view("u1").reshape(-1, columns.itemsize).T)
        added = self._added(planes.tobytes(), whole.shape, kind="q4" if wide else "q2")
        return added | {"low": low.tolist(), "step": step.tolist()}

    def _added(self, data: bytes, shape: tuple[int, ...], *, kind: str) -> dict[str, Any]:
        pad = -self._size % 4
        at = self._size + pad
        self._parts += [b"\0" * pad, data]
        self._size = at + len(data)
        return {"at": at, "shape": list(shape), "kind": kind}

    def text(self) -> str:
        """All tables, compressed, in base64."""
        return base64.b64encode(zlib.compress(b"".join(self._parts), 9)).decode("ascii")
