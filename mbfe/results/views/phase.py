"""Phase portraits: one quantity of a run over another one, with start, end and events."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.files.figures import PALETTE, axes_of, figure_of, literal, save
from mbfe.results.views.labelled import Signal
from mbfe.results.views.panels import Curve, in_words
from mbfe.results.views.plot import curves_of

__all__ = ["plot_portrait"]


def plot_portrait(
    x: Signal,
    y: Signal,
    *,
    instants: Floats,
    file: str | os.PathLike[str] | None,
    title: str | None,
) -> Any:
    """Draw one number over another one of the same rows; see :meth:`mbfe.Run.plot_phase`.

    `instants` are the times of events (n,) [s].
    """
    across, up = _of_one_number(x), _of_one_number(y)
    if not len(x.time):
        raise ResultsError("plot_phase", "the results have no rows", remedy="Take a run with rows")
    figure = figure_of((6.4, 5.0), shown=file is None)
    axes = axes_of(figure.subplots())
    axes.plot(across.values, up.values, color=PALETTE.blue, linewidth=1.3)
    marks = [(slice(0, 1), "o", "start"), (slice(-1, None), "s", "end")]
    rows = np.flatnonzero(np.isin(x.time, instants))
    if rows.size:
        marks.insert(1, (rows, "x", "events"))  # type: ignore[arg-type]  # rows as well as a slice
    for number, (chosen, marker, label) in enumerate(marks, 1):
        axes.plot(
            across.values[chosen],
            up.values[chosen],
            linestyle="none",
            marker=marker,
            markersize=6,
            color=PALETTE[number],
            label=label,
        )
    axes.set_xlabel(literal(in_words([across], named=True)))
    axes.set_ylabel(literal(in_words([up], named=True)))
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    if title:
        figure.suptitle(literal(title), fontsize="large")
    return save(figure, file)


def _of_one_number(signal: Signal) -> Curve:
    """Curve of a signal that is one number."""
    curves = curves_of([signal])
    if len(curves) > 1:
        given = f"it has {len(curves)} numbers"
        remedy = f'Take one of them, such as "{curves[0].column}"'
        raise ResultsError(f'plot_phase: "{signal.name}"', given, remedy=remedy)
    return curves[0]
