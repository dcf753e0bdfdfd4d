"""The strip below a picture: signals over time, with a cursor at the time of the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra
from mbfe.files.figures import PALETTE, axes_of, dash_of, figure_of, literal
from mbfe.results.store.tables import scalar_columns
from mbfe.results.views.labelled import Signal
from mbfe.results.views.panels import in_words, of_one_unit
from mbfe.results.views.plot import curves_of

__all__ = ["DOTS", "Strip", "strip_height"]

PANEL, MOST_HEIGHT = 0.24, 0.6
"""Height of a panel, and of all of them at most, as parts of the height of the picture."""
DOTS = 96.0
"""Pixels per inch of a picture 720 pixels high."""
CURSOR = "#444444"
MOST_LINES = 12
"""Numbers in a panel up to which they are distinguished."""


def strip_height(signals: Sequence[Signal], height: int, where: str) -> int:
    """Height of the strip of signals in a picture of a height [pixel], an even number."""
    count = len({signal.unit for signal in signals})
    for signal in signals:
        columns = len(list(scalar_columns(signal)))
        if columns > MOST_LINES:
            raise ResultsError(
                f"{where}: signals",
                f'"{signal.name}" has {columns} numbers',
                allowed=f"signals of up to {MOST_LINES} numbers, or their components",
            )
    return 2 * round(0.5 * height * min(PANEL * count, MOST_HEIGHT))


class Strip:
    """Plot of signals, a panel for each unit.

    Parameters
    ----------
    signals : sequence of Signal
        What is plotted.
    size : tuple of int
        Width and height [pixel].
    axis : str
        Words at the horizontal axis.
    ends : tuple of float
        Its range.
    dots : float
        Pixels per inch, which give the size of letters.
    """

    def __init__(
        self,
        signals: Sequence[Signal],
        *,
        size: tuple[int, int],
        axis: str,
        ends: tuple[float, float],
        dots: float,
    ) -> None:
        figure = figure_of((size[0] / dots, size[1] / dots), shown=False)
        panels = of_one_unit(curves_of(signals))
        stack = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
        for axes, panel in zip(stack, panels, strict=True):
            for number, curve in enumerate(panel):
                look = {"color": PALETTE[number % len(PALETTE)], "linestyle": dash_of(number)}
                seen = (curve.across >= ends[0]) & (curve.across <= ends[1])
                seen[:-1] |= seen[1:]  # and the rows before and behind them
                seen[1:] |= seen[:-1]
                axes.plot(
                    curve.across[seen], curve.values[seen], linewidth=1.6, label=literal(curve.column), **look
                )
            axes_of(axes).set_ylabel(literal(in_words(panel)))
            axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.05), frameon=False, fontsize="small")
            axes.margins(y=0.08)
        stack[-1].set_xlim(*ends)
        stack[-1].set_xlabel(literal(axis))
        canvas = import_extra("matplotlib.backends.backend_agg", "plot").FigureCanvasAgg(figure)
        figure.set_dpi(dots)
        canvas.draw()
        drawn = np.asarray(canvas.buffer_rgba())[..., :3]
        self.picture: NDArray[np.uint8] = np.full((size[1], size[0], 3), 255, dtype=np.uint8)
        self.picture[: drawn.shape[0], : drawn.shape[1]] = drawn[: size[1], : size[0]]
        self._transform = stack[-1].transData
        boxes = [axes.get_window_extent() for axes in stack]
        self._rows = [(size[1] - round(box.y1), size[1] - round(box.y0)) for box in boxes]
        self._half = max(1, round(dots / 72.0))

    def column(self, along: float) -> float:
        """Where a place of the horizontal axis is in the picture [pixel from the left]."""
        return float(self._transform.transform((along, 0.0))[0])

    def at(self, along: float) -> NDArray[np.uint8]:
        """Picture (height, width, 3) with the cursor at a place of the horizontal axis."""
        made = self.picture.copy()
        middle = round(self.column(along))
        color = np.frombuffer(bytes.fromhex(CURSOR[1:]), dtype=np.uint8)
        for top, bottom in self._rows:
            made[max(top, 0) : bottom, max(middle - self._half, 0) : middle + self._half] = color
        return made
