"""Packages that mbfe uses where they are installed."""

from __future__ import annotations

import importlib
from types import ModuleType

from mbfe.errors import ResultsError

__all__ = ["import_extra"]


def import_extra(module: str, extra: str) -> ModuleType:
    """Import an optional package, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        remedy = f"Install it: pip install 'mbfe[{extra}]'"
        raise ResultsError(f"package {module}", f"cannot be imported ({error})", remedy=remedy) from error
