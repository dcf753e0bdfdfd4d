"""Figures of Matplotlib: made with or without a display, in colours of their own, written to files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PALETTE", "Palette", "axes_of", "dash_of", "figure_of", "literal", "save"]


class Palette(NamedTuple):
    """Colours that differ for people with any kind of colour vision, for lines on white.

    Okabe and Ito (2008, "Color Universal Design"), without the yellow, which is too light for lines.
    """

    blue: str = "#0072B2"
    vermilion: str = "#D55E00"
    green: str = "#009E73"
    purple: str = "#CC79A7"
    orange: str = "#E69F00"
    sky: str = "#56B4E9"
    black: str = "#000000"


PALETTE = Palette()
_DASHES = ("-", "--", "-.", ":")
"""Dashes of lines, for prints without colours."""


def dash_of(number: int) -> str:
    """Dash of a line by its number, those of neighbours differ."""
    return _DASHES[number % len(_DASHES)]


def axes_of(axes: Axes) -> Axes:
    """Give axes the looks that all have: two spines, and a faint grid behind the lines."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="0.9", linewidth=0.7)
    axes.set_axisbelow(True)
    return axes


def figure_of(size: tuple[float, float], *, shown: bool) -> Figure:
    """Empty figure of a size [inch], of pyplot where it is to be shown and there is a display."""
    figure_module = import_extra("matplotlib.figure", "plot")
    if shown:
        try:
            return import_extra("matplotlib.pyplot", "plot").figure(figsize=size, layout="constrained")
        except (ImportError, ResultsError):  # the chosen window system has no display
            pass
    return figure_module.Figure(figsize=size, layout="constrained")


def save(figure: Figure, file: str | os.PathLike[str] | None) -> Figure:
    """Write a picture when a file is given, or say why that failed; returns the figure."""
    if file is not None:
        try:
            figure.savefig(file, dpi=150)
        except (OSError, ValueError) as error:
            raise ResultsError(f'picture "{file}"', f"cannot be written ({error})") from error
    return figure


def literal(text: str) -> str:
    """Keep a dollar sign in a user's name from starting mathematics."""
    return text.replace("$", r"\$")
