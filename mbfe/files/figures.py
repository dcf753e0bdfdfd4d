"""Figures of Matplotlib: made with or without a display, written to files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figure_of", "literal", "save"]


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
