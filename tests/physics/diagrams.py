"""Models of blocks alone."""

from __future__ import annotations

from typing import Any

import mbfe


def diagram(*items: Any) -> mbfe.Model:
    """A model of blocks alone."""
    model = mbfe.Model("diagram")
    for item in items:
        model.add(item)
    return model


def solved(model: mbfe.Model, *, duration: float = 1.0, step: Any = 1e-2) -> mbfe.Run:
    """A run without output steps."""
    return mbfe.solve_dynamic(model, duration=duration, step=step)
