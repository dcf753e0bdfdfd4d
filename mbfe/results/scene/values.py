"""Numbers over time that the viewer shows and plots: of items, of the run, and signals that were chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Ints
from mbfe.errors import ResultsError
from mbfe.model.handle import Handle
from mbfe.results.rows import RecordedRows
from mbfe.results.scene.packing import Packer
from mbfe.results.views.labelled import Signal

__all__ = ["chosen_of", "plotted_of", "values_of", "whole_of"]

MOST_COLUMNS = 3
"""Components of a signal that is shown: more have quaternions, and fields along a beam or over points."""
MOST_NUMBERS = 4_000_000
"""Numbers of all signals of a scene, two bytes each before compression."""
MOST_PLOTTED, MOST_LINES = 20_000, 12
"""Rows of a signal that is plotted with all of its rows, and lines of one signal."""
BY_KIND = {
    True: ("energy", "energy.total", "energy.balance", "violation"),
    False: ("load_factor", "unstable"),
}
"""Signals of a whole run over time, and of a path of equilibria."""


def values_of(run: RecordedRows, rows: Ints, packer: Packer) -> tuple[dict[str, list[dict[str, Any]]], int]:
    """Signals of the items of a run by their names, and the number of items left out.

    Items are left out, last ones first, when all together have more than MOST_NUMBERS numbers.
    """
    made: dict[str, list[dict[str, Any]]] = {}
    left, omitted = MOST_NUMBERS, 0
    for item in run.header["items"]:
        name = item["name"]
        signals = list(_signals(run, name))
        count = sum(len(rows) * max(1, len(signal.components or ())) for signal in signals)
        if count > left:
            omitted += 1
            continue
        left -= count
        if signals:
            made[name] = [_described(signal, rows, packer, owner=name) for signal in signals]
    return made, omitted


def whole_of(run: RecordedRows, rows: Ints, packer: Packer) -> list[dict[str, Any]]:
    """Signals of the whole run: energies and how well the constraints are met, or load factors."""
    signals = (run.signal(name) for name in BY_KIND[run.over_time])
    return [_described(signal, rows, packer) for signal in signals if np.isfinite(signal.values).any()]


def chosen_of(run: RecordedRows, names: Sequence[str | Handle]) -> list[Signal]:
    """The signals of a run that are to be plotted."""
    signals = [run.signal(name) for name in names]
    for signal in signals:
        if np.ndim(signal.values) > 2 or np.size(signal.values[:1]) > MOST_LINES:
            raise ResultsError(
                f'scene of "{run.header["model"]}": signals',
                f'"{signal.name}" has more than {MOST_LINES} lines',
                remedy="Name one of its components, or a quantity at one place",
            )
    return signals


def plotted_of(signals: Sequence[Signal], rows: Ints, packer: Packer) -> list[dict[str, Any]]:
    """Signals for the plots, with all of their rows unless there are very many."""
    made = []
    for signal in signals:
        few = len(signal.time) <= MOST_PLOTTED
        shown = np.arange(len(signal.time)) if few else rows
        times = packer.exact(np.asarray(signal.time)[shown, None], "<f4")
        made.append(_described(signal, shown, packer) | {"times": times})
    return made


def _signals(run: RecordedRows, name: str) -> Iterator[Signal]:
    """Signals of an item with few components."""
    view = run[name]
    for signal in [view] if isinstance(view, Signal) else [view.signal(each) for each in view.signals]:
        shape = np.shape(signal.values)
        if len(shape) == 1 or (len(shape) == 2 and 0 < shape[1] <= MOST_COLUMNS):
            yield signal


def _described(signal: Signal, rows: Ints, packer: Packer, *, owner: str = "") -> dict[str, Any]:
    """A signal with its table; its name is that within its owner."""
    label = str(signal.name or owner).removeprefix(f"{owner}." if owner else "")
    components = list(map(str, signal.components or ()))
    unit = "" if signal.unit in (None, "1") else str(signal.unit)
    values = packer.scaled(np.asarray(signal.values, dtype=float)[rows])
    return {"name": label, "unit": unit, "components": components, "values": values}
