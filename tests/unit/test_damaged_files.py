"""Damaged input files end in a result or in an error that names the file: some of tools/damaged_files.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from mbfe.errors import ModelError
from tools.damaged_files import Sample, check, complaint, samples

SAMPLES = samples()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_damaged_files(tmp_path: Path, sample: Sample) -> None:
    assert check(sample, tmp_path, count=12, seed=7) == []


def test_what_a_reader_must_not_do_is_seen(tmp_path: Path) -> None:
    def nameless(path: Path) -> None:
        raise ModelError("somewhere", "wrong")

    content = b"1.0"
    bare = Sample("a.txt", content, lambda path: float(path.read_text()))
    assert "ValueError" in complaint(bare, b"x", tmp_path)
    assert "not finite" in complaint(bare, b"nan", tmp_path)
    assert "differs" in complaint(bare, content, tmp_path, wanted=[2.0])
    assert "does not name" in complaint(Sample("a.txt", content, nameless), content, tmp_path)
