"""Limits as users give them: a number for both sides, a pair, or one side only."""

from __future__ import annotations

import math
from typing import Any

from mbfe.checks import LARGEST, as_float, parts_of, refusal, shown
from mbfe.errors import ModelError

__all__ = ["limits_of"]

ALLOWED_LIMITS = "a number L for −L and L, or (lower, upper); None or an infinity where there is none"


def _is_limit(side: float) -> bool:
    """Whether a number may be a limit: infinite ones may."""
    return math.isinf(side) or abs(side) <= LARGEST


def limits_of(where: str, given: Any) -> tuple[float, float]:
    """Lower and upper limit from a number, a pair or None; infinite where there is none.

    Equal limits give a constant.
    """
    if given is None:
        return -math.inf, math.inf
    pair = parts_of(given)
    sides = [None if side is None else as_float(side) for side in (pair or (given, given))]
    if len(sides) != 2 or any(side is not None and not _is_limit(side) for side in sides):
        raise refusal(where, "", given, ALLOWED_LIMITS)
    low = -math.inf if sides[0] is None else -sides[0] if pair is None else sides[0]
    high = math.inf if sides[1] is None else sides[1]
    if not low <= high or low == math.inf or high == -math.inf:
        raise ModelError(where, shown(given), allowed=f"{ALLOWED_LIMITS}, lower below upper")
    return low, high
