"""Short rows of plain numbers are checked on a path of their own, which takes and refuses the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mbfe import checks
from mbfe.errors import ModelError

ROWS: list[Any] = [
    (1, 2.0, 3), [0.5], (), [], np.array([1.0, 2.0]), np.array([1, 2]), np.array(3.0), np.zeros((2, 2)),
    np.zeros(0),
    (1.0, np.float64(2.0)), (True, 1.0), ("1", 2.0), (1.0, None), (1.0, float("nan")), (float("inf"), 0.0),
    (1e200, 0.0), (10**400, 1), (1j, 1.0), np.array([1.0, np.nan]), np.array([1e160, 1.0]),
    ((1.0, 2.0), (3.0, 4.0)),
    np.ma.array([1.0, 2.0], mask=[False, True]), (1.0,) * 8, np.array([-0.0, 1.0], dtype=np.float32),
    2.0, "text",
]  # fmt: skip


def outcome(given: Any, shape: tuple[int | None, ...] | None) -> Any:
    """What the check gives back, or the words of its refusal."""
    try:
        made = checks.array("somewhere", "row", given, shape=shape)
    except ModelError as error:
        return str(error)
    assert made.dtype == np.float64
    assert made is not given
    return made.tolist()


@pytest.mark.parametrize("shape", [None, (None,), (2,), (3,), (2, 2)])
@pytest.mark.parametrize("given", ROWS, ids=lambda given: repr(given)[:40])
def test_both_paths_agree(
    given: Any, shape: tuple[int | None, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = outcome(given, shape)
    monkeypatch.setattr(checks, "SHORT", -1)
    assert outcome(given, shape) == short


def test_numbers_that_are_given_are_not_those_that_are_kept() -> None:
    given = np.array([1.0, 2.0])
    kept = checks.array("somewhere", "row", given)
    given[0] = 5.0
    assert kept.tolist() == [1.0, 2.0]
