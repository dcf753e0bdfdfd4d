"""Which function draws the picture of which kind of item."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from tools.parts.canvas import Canvas

__all__ = ["DRAWN", "Drawer", "shows"]

Drawer = Callable[[Mapping[str, Any]], "Canvas | Image.Image"]
"""Draws what the code of a section left behind, its names and their values."""

DRAWN: dict[str, Drawer] = {}
"""The function of each section."""


def shows(*names: str) -> Callable[[Drawer], Drawer]:
    """Let a function draw sections."""

    def register(function: Drawer) -> Drawer:
        DRAWN.update(dict.fromkeys(names, function))
        return function

    return register
