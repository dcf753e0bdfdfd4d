"""Panels of curves under one another: units and names at the axes, legends beside them, marks through all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.files.figures import PALETTE, axes_of, dash_of, figure_of, literal, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["MANY_MARKS", "Curve", "Mark", "draw_panels", "in_words", "of_one_unit"]

WIDTH = 8.0
"""Width of a picture [inch]."""
PANEL_HEIGHT = 2.4
"""Least height of a panel [inch]."""
LINE_HEIGHT = 0.21
"""Height of a line of the legend [inch]."""
BESIDE_SECOND = 1.11
"""Where the legend begins beside a panel with a second vertical axis, in widths of the panel."""
MANY_MARKS = 12
"""Instants of one kind up to which lines through the panels mark them; more are ticks at their upper end."""


TICK = 0.95
"""Where these ticks begin, in heights of the panel."""


@dataclass(frozen=True)
class Curve:
    """One number over another one.

    Attributes
    ----------
    across, values : (n,) array
        Where it is drawn.
    signal, column : str
        Name of the signal, and of its number that is drawn: ``rod.position``, ``rod.position.x``.
    unit : str
        Its unit, empty where it is not known.
    source : str
        Where it comes from, when there are several runs.
    run : int
        Number of the run.
    """

    across: Floats
    values: Floats
    signal: str
    column: str
    unit: str
    source: str = ""
    run: int = 0


@dataclass(frozen=True)
class Mark:
    """Instants that all panels show.

    Attributes
    ----------
    at : tuple of float
        Where on the horizontal axis.
    words : str
        What happened there, for the legend.
    dash : str or tuple
        Dash of the lines, as Matplotlib has it.
    """

    at: tuple[float, ...]
    words: str
    dash: Any


def of_one_unit(curves: Iterable[Curve]) -> list[list[Curve]]:
    """Curves in panels, one for each unit, in the order in which units come up."""
    panels: dict[str, list[Curve]] = {}
    for curve in curves:
        panels.setdefault(curve.unit, []).append(curve)
    return list(panels.values())


def draw_panels(
    panels: Sequence[Sequence[Curve]],
    *,
    across: str,
    file: str | os.PathLike[str] | None,
    title: str | None,
    marks: Sequence[Mark] = (),
    scales: tuple[str, str] = ("linear", "linear"),
    limits: tuple[float, float] | None = None,
    prefix: str = "",
) -> Figure:
    """Draw panels with one horizontal axis; a panel with two units has one at each side.

    Parameters
    ----------
    panels : sequence of sequences of Curve
        What stands in each.
    across : str
        Words for the horizontal axis.
    file, title
        As for :meth:`mbfe.Run.plot`.
    marks : sequence of Mark
        Instants that are marked.
    scales : tuple of str
        Scales of the horizontal and of the vertical axes, "linear" or "log".
    limits : tuple of float, optional
        Ends of the horizontal axis; those of the curves when absent.
    prefix : str
        Words before the quantity at the vertical axes.
    """
    lines = [len(panel) + len(marks) * (number == 0) for number, panel in enumerate(panels)]
    heights = [max(PANEL_HEIGHT, 0.3 + LINE_HEIGHT * n) for n in lines]
    figure = figure_of((WIDTH, 0.6 + sum(heights)), shown=file is None)
    stack = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for axes, panel in zip(stack, panels, strict=True):
        drawn = _draw_curves(axes, panel, scales, prefix)
        named = [_draw_mark(axes, mark) for mark in marks]
        beside = 1.005 if len(of_one_unit(panel)) == 1 else BESIDE_SECOND
        axes.legend(
            handles=[*drawn, *(named if axes is stack[0] else [])],
            loc="upper left",
            bbox_to_anchor=(beside, 1.02),
            frameon=False,
            fontsize="small",
        )
    stack[-1].set_xlabel(literal(across))
    if limits is not None:
        stack[-1].set_xlim(limits)
    figure.align_ylabels(stack)
    if title:
        figure.suptitle(literal(title), fontsize="large")
    return save(figure, file)


def _draw_curves(axes: Axes, panel: Sequence[Curve], scales: tuple[str, str], prefix: str) -> list[Any]:
    """Draw the curves of a panel, those of a second unit by an axis at the right."""
    sides = of_one_unit(panel)
    if len(sides) > 2:
        units = ", ".join(f"{side[0].column} [{side[0].unit}]" for side in sides)
        raise ResultsError(
            "plot", f"a panel of {len(sides)} units: {units}", allowed="two units a panel, one at each side"
        )
    axes_of(axes)
    places = [axes] if len(sides) == 1 else [axes, axes.twinx()]
    sources = len({curve.run for curve in panel})
    columns = list(dict.fromkeys(curve.column for curve in panel))
    drawn: list[Any] = []
    for place, side in zip(places, sides, strict=True):
        for curve in sorted(side, key=lambda each: columns.index(each.column)):
            number = curve.run if len(columns) == 1 else columns.index(curve.column)
            drawn += place.plot(
                curve.across,
                curve.values,
                color=PALETTE[number % len(PALETTE)],
                linestyle=dash_of(number if sources == 1 else curve.run),
                linewidth=1.4,
                label=literal(_label(curve, sources, len(columns))),
            )
        place.set_xscale(scales[0])
        place.set_yscale(scales[1])
        words = in_words(side, named=sources > 1 and len(columns) == 1, prefix=prefix)
        place.set_ylabel(literal(words))
        place.margins(x=0.0, y=0.06)
    if len(places) > 1:
        places[1].spines[["top", "left", "bottom"]].set_visible(False)
        places[1].spines["right"].set_visible(True)
    return drawn


def _draw_mark(axes: Axes, mark: Mark) -> Any:
    """Lines through a panel at some instants, or ticks along its upper end where there are many."""
    from matplotlib.lines import Line2D

    many = len(mark.at) > MANY_MARKS
    style: dict[str, Any] = {"color": "0.45", "linewidth": 0.9, "zorder": 1.5}
    low = TICK if many else 0.0
    across = axes.get_xaxis_transform()
    axes.vlines(mark.at, low, 1.0, transform=across, linestyles="-" if many else mark.dash, **style)
    words = f"{mark.words}, {len(mark.at)} times" if many else mark.words
    return Line2D([], [], linestyle=mark.dash, label=literal(words), **style)


def _label(curve: Curve, sources: int, columns: int) -> str:
    if sources == 1:
        return curve.column
    return curve.source if columns == 1 else f"{curve.column}, {curve.source}"


def in_words(curves: Sequence[Curve], *, named: bool = False, prefix: str = "") -> str:
    """What curves of one unit share, with the unit: ``angle [rad]`` of some joints, ``energy [J]`` of a run.

    With `named`, the whole name of the one column that they are.
    """
    unit = curves[0].unit and f"[{curves[0].unit}]"
    shared = curves[0].column if named else _shared([curve.signal for curve in curves])
    return " ".join(filter(None, (prefix, prefix and shared and "of", shared, unit)))


def _shared(names: Sequence[str]) -> str:
    """Quantity, or owner, that all names have."""
    owners, quantities = zip(*(name.partition(".")[::2] for name in names), strict=True)
    for shared in (set(quantities), set(owners)):
        if len(shared) == 1 and "" not in shared:
            return str(shared.pop())
    return ""
