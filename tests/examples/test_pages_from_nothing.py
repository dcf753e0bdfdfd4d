"""Pages that add a kind from nothing: their files and commands, in a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import mbfe

ROOT = Path(mbfe.__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("adding_*.md"))
NEEDED = ("mbfe", "elements", "joints", "blocks", "examples", "tests", "tools", "docs", "pyproject.toml")
"""What the commands of a page may read."""
FENCE = re.compile(
    r"^```\{code-block\} (python|console)\n(?::caption: ([^\n]*)\n\n)?(.*?)^```$", re.DOTALL | re.MULTILINE
)
ONE_LINE = ", one line more"
"""End of the caption of a block that goes into a file that is there."""


@dataclass(frozen=True)
class Block:
    """A file, a line more of a file, or commands."""

    language: str
    caption: str
    text: str

    def apply(self, tree: Path) -> None:
        """Do in the tree what a reader would do."""
        if self.language == "console":
            for command in self.commands():
                run(command, tree)
        elif self.caption.endswith(ONE_LINE):
            assert self.text.count("\n") == 1, f"{self.caption}: more than a line"
            path = tree / self.caption.removesuffix(ONE_LINE)
            before, word, after = path.read_text(encoding="utf-8").partition("\nfrom ")
            path.write_text(f"{before}\n{self.text.strip()}{word}{after}", encoding="utf-8")
        else:
            path = tree / self.caption
            assert not path.exists(), f"{self.caption} is in the library"
            path.write_text(self.text, encoding="utf-8")

    def commands(self) -> Iterator[str]:
        """Commands, without the sign of the shell."""
        for line in self.text.splitlines():
            assert line.startswith("$ "), line
            yield line.removeprefix("$ ")


def blocks_of(text: str) -> list[Block]:
    """Blocks of a page, in order."""
    return [Block(*found) for found in FENCE.findall(text)]


def run(command: str, tree: Path) -> None:
    """Run a command of a page as a reader would, who has made the environment of the project."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment |= {"PYTHONPATH": str(tree), "PATH": f"{tree / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command, shell=True, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources, and `python` as that of the tests."""
    for name in NEEDED:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            unwanted = shutil.ignore_patterns("__pycache__", "_build", "pictures")
            shutil.copytree(source, target, ignore=unwanted)
        else:
            shutil.copy(source, target)
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_adds_what_it_says(page: Path, tree: Path) -> None:
    for block in blocks_of(page.read_text(encoding="utf-8")):
        block.apply(tree)


def test_pages_have_files_and_commands() -> None:
    for page in PAGES:
        found = blocks_of(page.read_text(encoding="utf-8"))
        captions = [block.caption for block in found if block.language == "python"]
        assert len(found) == page.read_text(encoding="utf-8").count("```{code-block}"), page.name
        assert all(captions)
        assert sum(caption.endswith(ONE_LINE) for caption in captions) <= 1, "more than one line of export"
        tried = " ".join(block.text for block in found if block.language == "console")
        assert "tests/contract" in tried or "tests/unit/test_schemes.py" in tried, page.name
        assert "tests/physics" in tried, page.name


def test_a_page_that_is_wrong_is_seen(tmp_path: Path) -> None:
    there = tmp_path / "there.py"
    there.write_text('"""There."""\n\nfrom os import path\n')
    Block("python", f"there.py{ONE_LINE}", "from sys import argv\n").apply(tmp_path)
    assert there.read_text() == '"""There."""\n\nfrom sys import argv\nfrom os import path\n'
    with pytest.raises(AssertionError, match=r"there\.py is in the library"):
        Block("python", "there.py", "").apply(tmp_path)
    with pytest.raises(AssertionError, match="false"):
        Block("console", "", "$ false\n").apply(tmp_path)
