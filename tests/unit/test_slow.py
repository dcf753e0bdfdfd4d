"""A test that takes long is marked, or fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import slow
from tests.slow import Watch


def test_a_test_that_takes_long_is_reported(tmp_path: Path) -> None:
    """Unless it is marked, or a file shows that it had to wait for a compilation."""
    spent = [0.0]
    for folder in (None, tmp_path):
        watch = Watch(folder, lambda: spent[0])
        spent[0] += 0.9 * slow.LONGEST
        assert watch.complaint(is_slow=False) is None
        spent[0] += 0.2 * slow.LONGEST
        assert "took 5.5 s of processor time" in str(watch.complaint(is_slow=False))
        assert watch.complaint(is_slow=True) is None
    (tmp_path / "law.code").touch()
    assert watch.complaint(is_slow=False) is None


def test_a_parameter_that_takes_long_is_marked() -> None:
    assert slow.slow("short", "long") == "short"
    assert slow.slow("long", "long") == pytest.param("long", marks=pytest.mark.slow)
