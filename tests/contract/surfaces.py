"""A gentle surface to roll on, with its derivatives."""

from __future__ import annotations

import numpy as np


def bumps(x: float, y: float) -> float:
    """A gentle surface."""
    return 0.1 * np.sin(x) * np.cos(0.7 * y)


def slope_of_bumps(x: float, y: float) -> tuple[float, float]:
    """Its gradient."""
    return 0.1 * np.cos(x) * np.cos(0.7 * y), -0.07 * np.sin(x) * np.sin(0.7 * y)


def bend_of_bumps(x: float, y: float) -> tuple[float, float, float]:
    """Its second derivatives."""
    s = np.sin(x)
    return -0.1 * s * np.cos(0.7 * y), -0.07 * np.cos(x) * np.sin(0.7 * y), -0.049 * s * np.cos(0.7 * y)
