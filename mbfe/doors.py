"""Doors from lower floors to higher ones: what an object offers, but only a module above it can do.

A door is known by a word. The package, above all floors, registers the function behind it, whose module is
imported when the door is opened for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["opened", "register"]

_places: dict[str, tuple[str, str]] = {}


def register(door: str, module: str, name: str) -> None:
    """Register the function of a module behind a door, a word that lower modules use.

    Nothing is imported yet.
    """
    _places[door] = (module, name)


def opened(door: str) -> Callable[..., Any]:
    """The function behind a door."""
    module, name = _places[door]
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
