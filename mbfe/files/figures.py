"""Figures of Matplotlib: made with or without a display, written to files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figure_of", "save", "write_figure"]


def write_figure(figure: Figure, file: str | os.PathLike[str]) -> None:
    """Write a picture, or say why that failed."""
    try:
        figure.savefig(file, dpi=150)
    except (OSError, ValueError) as error:
        raise ResultsError(f'picture "{file}"', f"cannot be written ({error})") from error


def figure_of(size: tuple[float, float], *, shown: bool) -> Figure:
    """Empty figure of a size [inch], of pyplot where it is to be shown and there is a display."""
    figure_module = import_extra("matplotlib.figure", "plot")
    if shown:
        try:
            return import_extra("matplotlib.pyplot", "plot").figure(figsize=size, layout="constrained")
        except (ImportError, ResultsError):  # the chosen window system has no display
            pass
    return figure_module.Figure(figsize=size, layout="constrained")


def save(figure: Any, file: str | os.PathLike[str] | None) -> Any:
    """Write a figure when a file is given; returns the figure."""
    if file is not None:
        write_figure(figure, file)
    return figure
