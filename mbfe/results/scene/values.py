"""Numbers of items over time that the viewer shows beside a chosen item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.results.rows import RecordedRows
from mbfe.results.scene.packing import Packer
from mbfe.results.views.labelled import Signal

__all__ = ["values_of"]

MOST_COLUMNS = 3
"""Components of a signal that is shown: more have quaternions, and fields along a beam or over points."""
MOST_NUMBERS = 4_000_000
"""Numbers of all signals of a scene, two bytes each before compression."""


def values_of(run: RecordedRows, rows: Ints, packer: Packer) -> tuple[dict[str, list[dict[str, Any]]], int]:
    """Signals of the items of a run by their names, and the number of items left out.

    Items are left out, last ones first, when all together have more than MOST_NUMBERS numbers.
    """
    made: dict[str, list[dict[str, Any]]] = {}
    left, omitted = MOST_NUMBERS, 0
    for item in run.header["items"]:
        name = item["name"]
        signals = list(_signals(run, name, rows))
        count = sum(values.size for _, values in signals)
        if count > left:
            omitted += 1
            continue
        left -= count
        if signals:
            made[name] = [_described(name, signal, values, packer) for signal, values in signals]
    return made, omitted


def _signals(run: RecordedRows, name: str, rows: Ints) -> Iterator[tuple[Signal, Floats]]:
    """Signals of an item with few components, and their rows that are shown."""
    view = run[name]
    signals = [view] if isinstance(view, Signal) else [view.signal(each) for each in view.signals]
    for signal in signals:
        shape = np.shape(signal.values)
        if len(shape) == 1 or (len(shape) == 2 and 0 < shape[1] <= MOST_COLUMNS):
            yield signal, np.asarray(signal.values, dtype=float)[rows]


def _described(name: str, signal: Signal, values: Floats, packer: Packer) -> dict[str, Any]:
    """A signal with its table."""
    label = str(signal.name or name).removeprefix(f"{name}.")
    components = list(map(str, signal.components or ()))
    unit = "" if signal.unit in (None, "1") else str(signal.unit)
    return {"name": label, "unit": unit, "components": components, "values": packer.scaled(values)}
