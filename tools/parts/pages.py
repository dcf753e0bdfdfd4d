"""The pages of parts: their sections, each with a kind of item, its picture and its code."""

from __future__ import annotations

import re
import runpy
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["PAGES", "Section", "executed", "preamble", "sections"]

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in sorted((ROOT / "docs" / "parts").glob("*.md")) if page.stem != "index"]
"""All pages of parts."""
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^## `?(\w+)`?.*$", re.MULTILINE)
PICTURE = re.compile(r"^```\{image\} (\S+)\n:alt: (.+)$", re.MULTILINE)
LINK = re.compile(r"\{py:\w+\}`[^`<]*<([\w.]+)>`")


@dataclass(frozen=True)
class Section:
    """One section of a page.

    Attributes
    ----------
    page : Path
        The page.
    name : str
        Name of the kind, the heading.
    kinds : tuple of str
        Public names that the section links to.
    picture, words : str
        Path of its picture from the page, and the text in place of it; "" where there is none.
    code : str
        Its code.
    """

    page: Path
    name: str
    kinds: tuple[str, ...]
    picture: str
    words: str
    code: str

    @property
    def label(self) -> str:
        """What links to it from elsewhere, ``part-rigid-body`` of RigidBody."""
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", self.name)
        return f"part-{words.lower()}"


def sections(page: Path) -> Iterator[Section]:
    """Sections of a page."""
    text = page.read_text(encoding="utf-8")
    parts = HEADING.split(text)
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        found = PICTURE.search(body)
        picture, words = found.groups() if found else ("", "")
        code = "\n".join(PYTHON.findall(body))
        yield Section(page, name, tuple(LINK.findall(body)), picture, words, code)


def preamble(page: Path) -> str:
    """Code of a page before its first section."""
    return "\n".join(PYTHON.findall(HEADING.split(page.read_text(encoding="utf-8"))[0]))


def executed(section: Section) -> dict[str, Any]:
    """Names that the code of a section leaves behind, after that of the beginning of its page."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / f"{section.name}.py"
        script.write_text(preamble(section.page) + "\n\n" + section.code, encoding="utf-8")
        return runpy.run_path(str(script), run_name="__main__")
