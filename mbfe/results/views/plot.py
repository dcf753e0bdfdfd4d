"""Pictures of signals over time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mbfe.errors import ResultsError
from mbfe.files.figures import figure_of, literal, save
from mbfe.results.store.tables import scalar_columns
from mbfe.results.views.labelled import Signal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["plot_signals"]

WIDTH = 8.0  # [inch]
_PANEL_HEIGHT = 2.4  # [inch]
_LINE_HEIGHT = 0.21  # of the legend [inch]
_DASHES = ("-", "--", "-.", ":")
_COLOURS = 10


def plot_signals(
    signals: Sequence[Signal],
    *,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    over: str = "time [s]",
) -> Figure:
    """Plot signals over time, those of one unit in one panel, each number of a vector with its own line.

    Their times may differ. With a file the picture is written, in the format of its ending (``.png``,
    ``.pdf``, ``.svg``); without one the figure belongs to ``matplotlib.pyplot``, whose ``show()`` displays
    it.
    """
    if not signals:
        raise ResultsError("plot", "no signals", remedy="Give one or more")
    panels: dict[str, list[Signal]] = {}
    for signal in signals:
        panels.setdefault(signal.unit or "", []).append(signal)
    lines = [sum(signal.values[0:1].size or 1 for signal in panel) for panel in panels.values()]
    heights = [max(_PANEL_HEIGHT, 0.3 + _LINE_HEIGHT * n) for n in lines]
    figure = figure_of((WIDTH, 0.6 + sum(heights)), shown=file is None)
    all_axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for axes, (unit, panel) in zip(all_axes, panels.items(), strict=True):
        _draw_panel(axes, panel, unit)
    all_axes[-1].set_xlabel(over)
    figure.align_ylabels(all_axes)
    if title:
        figure.suptitle(literal(title), fontsize="large")
    return save(figure, file)


def _draw_panel(axes: Axes, panel: Sequence[Signal], unit: str) -> None:
    columns = [(signal.time, *column) for signal in panel for column in scalar_columns(signal)]
    for i, (time, label, values) in enumerate(columns):
        style = _DASHES[i // _COLOURS % len(_DASHES)]
        axes.plot(time, values, style, color=f"C{i % _COLOURS}", linewidth=1.4, label=literal(label))
    axes.set_ylabel(literal(" ".join(filter(None, (_quantity(panel), unit and f"[{unit}]")))))
    axes.legend(loc="upper left", bbox_to_anchor=(1.005, 1.02), frameon=False, fontsize="small")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="0.9", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.margins(x=0.0, y=0.06)


def _quantity(panel: Sequence[Signal]) -> str:
    """Name what the signals of a panel share: ``angle`` of some joints, the ``energy`` of a run."""
    owners, quantities = zip(*(signal.name.partition(".")[::2] for signal in panel), strict=True)
    for shared in (set(quantities), set(owners)):
        if len(shared) == 1 and "" not in shared:
            return str(shared.pop())
    return ""
