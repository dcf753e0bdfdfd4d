"""The code of the README and of the documentation runs, and its links lead somewhere."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import mbfe

ROOT = Path(mbfe.__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"|\{image\} (\S+)")


@pytest.mark.parametrize(
    "page", [page for page in PAGES if CODE.search(page.read_text())], ids=lambda page: page.stem
)
def test_code_of_a_page_runs_in_order(page, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    script = tmp_path / f"{page.stem}.py"
    script.write_text("\n\n".join(CODE.findall(page.read_text())))
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(script), run_name="__main__")
    assert names["mbfe"] is mbfe


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_files(page):
    text = CODE.sub("", page.read_text())
    targets = [target for found in LINK.findall(text) for target in found if target]
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []
