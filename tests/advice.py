"""Advice of errors, taken where it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import mbfe


def moves(model: mbfe.Model, **options: Any) -> mbfe.Run:
    """A few steps."""
    return mbfe.solve_dynamic(model, **({"duration": 0.02, "step": 0.01} | options))


def check_advice(words: str, wrong: Callable[[], Any], cures: Sequence[Callable[[], Any]]) -> None:
    """The error gives the advice, and each way that it names works: pairs agree."""
    with pytest.raises(mbfe.errors.MbfeError) as caught:
        wrong()
    text = " ".join(str(caught.value).split())
    assert words in text, text
    for cure in cures:
        found = cure()
        if isinstance(found, tuple):
            assert found[0] == pytest.approx(found[1], rel=1e-6)
