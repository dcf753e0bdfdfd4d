"""The code of the README and of the documentation runs, and its links lead somewhere."""

from __future__ import annotations

import inspect
import pkgutil
import re
import runpy
from pathlib import Path

import pytest

import mbfe
from tests.slow import slow

ROOT = Path(mbfe.__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("recipes/*.md"))]
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
CALL = re.compile(r"`(?:\w+\.)*?(?:(\w+)\.)?(\w+)\(([^`()]*)\)`")
SPACES = (
    "mbfe", "mbfe.elements", "mbfe.joints", "mbfe.blocks", "mbfe.elements.contacts", "mbfe.elements.tyres",
    "mbfe.elements.roads", "mbfe.shapes", "mbfe.curves", "mbfe.sections", "mbfe.rotations",
    "mbfe.mass_properties",
)  # fmt: skip
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"|\{image\} (\S+)")


LONG = [page for page in PAGES if page.stem in ("kinematics", "modes")]
"""Pages whose code takes seconds."""


@pytest.mark.parametrize(
    "page",
    [slow(page, *LONG) for page in PAGES if CODE.search(page.read_text())],
    ids=lambda page: page.stem,
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


def wrong_arguments(owner, name, arguments):
    """Arguments of a call in the text that the function does not take in that way."""
    spaces = [pkgutil.resolve_name(space) for space in SPACES if owner in ("", space.split(".")[-1])]
    found = next((vars(space)[name] for space in spaces if name in vars(space)), None)
    if not callable(found):
        return []
    known = inspect.signature(found).parameters
    if any(p.kind is p.VAR_KEYWORD for p in known.values()):
        return []
    wrong = []
    for argument in filter(None, map(str.strip, arguments.split(","))):
        word, equals, _ = argument.partition("=")
        if equals and word not in known:
            wrong.append(argument)
        elif not equals and word in known and known[word].kind is inspect.Parameter.KEYWORD_ONLY:
            wrong.append(f"{argument}=")
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_calls_in_the_text_are_possible(page):
    """A name between parentheses is an argument by position, and one with a sign of equality one by name."""
    calls = CALL.findall(CODE.sub("", page.read_text()))
    wrong = {
        f"{owner}.{name}({given})": bad
        for owner, name, given in calls
        if (bad := wrong_arguments(owner, name, given))
    }
    assert wrong == {}


def test_a_call_that_is_not_possible_is_seen():
    assert wrong_arguments("tyres", "BrushTyre", "stiffness=, friction") == ["friction="]
    assert wrong_arguments("contacts", "Plane", "point, direction=") == ["direction="]
