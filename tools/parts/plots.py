"""Pictures that are curves: one size, one style, the item in the accent colour."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from tools.parts.canvas import FINER, SIZE, TEXT, Canvas

__all__ = ["ASIDE", "STYLE", "drawn", "figure", "over_time", "stacked"]

ASIDE = "#8A939B"
"""Colour of curves that are not the item's: its input, what it is compared with."""
STYLE = {
    "font.family": "DejaVu Sans", "font.size": 9, "axes.edgecolor": ASIDE, "axes.labelcolor": TEXT,
    "text.color": TEXT, "xtick.color": TEXT, "ytick.color": TEXT, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.color": "#E4E7EA", "lines.linewidth": 2.0,
    "legend.frameon": False, "legend.fontsize": 9, "figure.dpi": 100, "axes.titlesize": 9,
}  # fmt: skip


def figure(
    rows: int = 1, columns: int = 1, *, size: tuple[int, int] = SIZE, **options: Any
) -> tuple[Figure, np.ndarray]:
    """A figure of the size of a picture, and its axes (rows, columns)."""
    with mpl.rc_context(STYLE):
        made = Figure(figsize=(size[0] / 100, size[1] / 100), layout="constrained")
        axes = made.subplots(rows, columns, squeeze=False, **options)
    return made, axes


def drawn(made: Figure, *, size: tuple[int, int] = SIZE) -> Image.Image:
    """The picture of a figure."""
    stored = io.BytesIO()
    with mpl.rc_context(STYLE):
        made.savefig(stored, format="png", dpi=100 * FINER, facecolor="white")
    return Image.open(stored).convert("RGB").resize(size, Image.Resampling.LANCZOS)


def over_time(
    axes: Any, time: Any, curves: Sequence[tuple[str, Any, str]], *, unit: str = "", legend: bool = True
) -> None:
    """Curves (name, values, colour) over time, with their names."""
    with mpl.rc_context(STYLE):
        for name, values, color in curves:
            axes.plot(np.asarray(time), np.asarray(values), color=color, label=name)
        axes.set_xlabel("t [s]")
        axes.set_ylabel(unit)
        axes.margins(x=0.01)
        if legend:
            axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(curves), handlelength=1.6)


def stacked(canvas: Canvas, below: Image.Image) -> Image.Image:
    """A drawing above a plot."""
    above = canvas.picture()
    whole = Image.new("RGB", SIZE, "white")
    whole.paste(above, (0, 0))
    whole.paste(below, (0, above.height))
    return whole


def halves(part: float = 0.55) -> tuple[tuple[int, int], tuple[int, int]]:
    """Sizes of a drawing above and of a plot below it."""
    high = int(part * SIZE[1])
    return (SIZE[0], high), (SIZE[0], SIZE[1] - high)
