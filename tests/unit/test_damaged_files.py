"""Damaged input files end in a result or in an error that names the file: some of tools/damaged_files.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mbfe.errors import ModelError
from tools import damaged_files
from tools.damaged_files import Sample, check, complaint, samples
from tools.file_damage import DAMAGES

SAMPLES = samples()
KINDS = len(DAMAGES)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_damaged_files(tmp_path: Path, sample: Sample) -> None:
    assert check(sample, tmp_path, count=KINDS, seed=7) == []


def test_what_a_reader_must_not_do_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless(path: Path) -> None:
        raise ModelError("somewhere", "wrong")

    content = b"1.0"
    bare = Sample("a.txt", content, lambda path: float(path.read_text()))
    assert "ValueError" in complaint(bare, b"x", tmp_path)
    assert "not finite" in complaint(bare, b"nan", tmp_path)
    assert "differs" in complaint(bare, content, tmp_path, expected=[2.0])
    assert "does not name" in complaint(Sample("a.txt", content, nameless), content, tmp_path)
    without_advice = Sample("a.txt", content, refuse(ModelError("a.txt", "wrong")))
    assert "does not say what to do" in complaint(without_advice, content, tmp_path)
    monkeypatch.setattr(damaged_files, "SECONDS", 0.05)
    assert "TooSlow" in complaint(Sample("a.txt", content, endless), content, tmp_path)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no limits of memory here")
def test_greed_is_seen(tmp_path: Path) -> None:
    def greedy(path: Path) -> None:
        try:
            bytearray(10 * damaged_files.MEMORY)
        except MemoryError as error:
            raise ModelError("a.txt", "wrong", allowed="right") from error

    assert "ran out of" in complaint(Sample("a.txt", b"", greedy), b"", tmp_path)


def refuse(error: ModelError) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        raise error

    return read


def endless(path: Path) -> None:
    while True:
        try:
            path.stat()
        except Exception:
            continue
