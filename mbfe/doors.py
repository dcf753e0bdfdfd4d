"""Doors to modules that are imported when they are first needed: of objects, and of packages.

A door of an object leads from a lower floor to a higher one: what the object offers, but only a module above
it can do. It is known by a word. The package, above all floors, registers the function behind it. The doors
of a package are its public names.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["opened", "public_names", "register"]

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


def public_names(package: str, declared: Path) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package that imports a public name when it is first asked for.

    The names are those that imports take from mbfe in the file `declared`: a stub, or the package itself,
    where they stand under ``if TYPE_CHECKING``. So they stand once, and type checkers read them too.
    """
    places = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(ast.parse(declared.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "mbfe"
        for alias in node.names
        if node.module != __name__
    }

    def found(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, own = places[name]
        home = import_module(module)
        value = vars(home)[own] if own in vars(home) else import_module(f"{module}.{own}")
        vars(sys.modules[package])[name] = value
        return value

    return found, lambda: sorted(places)
