"""Machine code that a wheel brings: it is found and used, and whatever does not fit is compiled instead."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from mbfe.compiled import JIT
from mbfe.compiled.brought import Level, archive_name, level_of
from tools.platform_wheel import pack

LEVEL = level_of(platform.machine())
pytestmark = [
    pytest.mark.skipif(not JIT, reason="nothing is compiled"),
    pytest.mark.skipif(LEVEL is None, reason="no code is brought for such machines"),
    pytest.mark.slow,
]

SCRIPT = """
import pathlib
from mbfe.compiled import brought
brought.ARCHIVES = pathlib.Path("brought").absolute()
{before}
from mbfe.compiled import entry

@entry()
def tripled(x):
    return 3.0 * x + {number}

print(tripled(2.0), tripled._cache.is_kept, len(list(pathlib.Path("{cache}").glob("*/*.code"))))
"""
OLD_PROCESSOR = 'brought.llvm.get_host_cpu_features = lambda: {"sse2": True}'


def run(
    place: Path, cache: str, *, before: str = "", number: float = 0.0, more: dict[str, str] | None = None
) -> str:
    """What the script prints: a result, whether code is kept anywhere, and how many files were compiled."""
    (place / "script.py").write_text(SCRIPT.format(before=before, number=number, cache=cache))
    env = os.environ | {"MBFE_CACHE_DIR": str(place / cache)} | (more or {})
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=place, env=env, capture_output=True, text=True, check=True
    )
    assert "Warning" not in done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of the function of the script, compiled for the level."""
    assert isinstance(LEVEL, Level)
    made = tmp_path_factory.mktemp("brought")
    target = {"NUMBA_CPU_NAME": LEVEL.name, "NUMBA_CPU_FEATURES": ""}
    assert run(made, "made", more=target) == "6.0 True 1"
    assert pack(next((made / "made").iterdir()), made / "brought" / archive_name(LEVEL)) == 1
    return made


def test_brought_code_is_not_compiled(place: Path) -> None:
    assert run(place, "empty") == "6.0 True 0"


def test_another_source_is_compiled(place: Path) -> None:
    assert run(place, "other", number=1.0) == "7.0 True 1"


def test_a_processor_that_can_do_less_compiles(place: Path) -> None:
    assert run(place, "old", before=OLD_PROCESSOR) == "6.0 True 1"


@pytest.mark.parametrize("damage", ["cut", "bits"])
def test_a_damaged_archive_is_left_aside(place: Path, damage: str) -> None:
    assert isinstance(LEVEL, Level)
    archive = place / "brought" / archive_name(LEVEL)
    whole = archive.read_bytes()
    middle = len(whole) // 3
    changed = whole[:middle] + bytes(255 - b for b in whole[middle : middle + 9]) + whole[middle + 9 :]
    try:
        archive.write_bytes(whole[:middle] if damage == "cut" else changed)
        assert run(place, damage) == "6.0 True 1"
    finally:
        archive.write_bytes(whole)
