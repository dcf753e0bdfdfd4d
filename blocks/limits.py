"""Limits as users give them: a number for both sides, a pair, or one side only."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mbfe.errors import ModelError

ALLOWED = "a number L for −L and L, or (lower, upper); None or an infinity where there is none"


def limits_of(where: str, given: Any) -> tuple[float, float]:
    """Lower and upper limit, infinite where there is none.

    Parameters
    ----------
    where : str
        For errors: the item and the argument.
    given : float, (float or None, float or None), or None
        What the user gave.

    Returns
    -------
    tuple of float
        Lower and upper limit; equal ones hold a value.
    """
    try:
        if given is None:
            low, high = -math.inf, math.inf
        elif np.ndim(given) == 0:
            low, high = -float(given), float(given)
        else:
            lower, upper = given
            low = -math.inf if lower is None else float(lower)
            high = math.inf if upper is None else float(upper)
    except (TypeError, ValueError):
        raise ModelError(where, f"{given!r}", allowed=ALLOWED) from None
    if not low <= high or low == math.inf or high == -math.inf:
        raise ModelError(where, f"{given!r}", allowed=f"{ALLOWED}, lower below upper")
    return low, high
