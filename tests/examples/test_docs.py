"""The code of the README and of the documentation runs, and its links lead somewhere."""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import pkgutil
import re
import runpy
from pathlib import Path

import pytest

import mbfe
from mbfe.cli import example_names
from mbfe.engine.state import State
from mbfe.engine.stepping.recording import Record
from mbfe.engine.system import System
from tests.slow import slow
from tools.sources import sources

ROOT = Path(mbfe.__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(DOCS.glob("*.md")),
    *(
        page
        for folder in ("gallery", "parts", "recipes", "tutorials")
        for page in sorted((DOCS / folder).glob("*.md"))
    ),
]
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
"""Code that is run when the documentation is built."""
TAGS = re.compile(r"\A(?::\w+:[^\n]*\n)*")
CALL = re.compile(r"`(?:\w+\.)*?(?:(\w+)\.)?(\w+)\(([^`()]*)\)`")
SPACES = (
    "mbfe", "mbfe.elements", "mbfe.joints", "mbfe.blocks", "mbfe.elements.contacts", "mbfe.elements.tyres",
    "mbfe.elements.roads", "mbfe.shapes", "mbfe.curves", "mbfe.sections", "mbfe.rotations",
    "mbfe.mass_properties",
)  # fmt: skip
PATH = re.compile(r"`((?:mbfe|elements|joints|blocks|tests|tools|docs|examples|benchmarks)/[^`\s]*)`")
IN_DOCSTRING = re.compile(r"``((?:mbfe|elements|joints|blocks|tests|tools)/[\w/]+\.py)``")
DEFINED = re.compile(r"`(\w+)` in\s+`([\w/]+\.py)`")
FIELD = re.compile(r"`(system|state|record)\.(?!py`)(\w+)`")
LINK = re.compile(
    r"\]\(([^)#:]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"|\{(?:image|literalinclude)\} (\S+)|^:img-top: (\S+)",
    re.MULTILINE,
)
CARD = re.compile(r"^:link: (\S+)$", re.MULTILINE)


LONG = [page for page in PAGES if page.stem in ("kinematics", "modes") or page.parent == DOCS / "tutorials"]
"""Pages whose code takes seconds."""
TUTORIALS = [page for page in PAGES if page.parent == DOCS / "tutorials" and page.stem != "index"]


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


def run_cell(text, names):
    """Run a cell as a notebook does; one with the tag raises-exception has to raise an error of mbfe."""
    tags = TAGS.match(text)[0]
    code = compile(ast.parse(text.removeprefix(tags)), "cell", "exec")
    fails = "raises-exception" in tags
    with pytest.raises(mbfe.MbfeError) if fails else contextlib.nullcontext():
        exec(code, names)


@pytest.mark.parametrize("page", [slow(page, *LONG) for page in TUTORIALS], ids=lambda page: page.stem)
def test_cells_of_a_tutorial_run_in_order(page, tmp_path, monkeypatch):
    """They do what the page says, mistakes included."""
    pytest.importorskip("IPython")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.syspath_prepend(DOCS / "gallery")
    monkeypatch.chdir(tmp_path)
    shown = importlib.import_module("shown")
    monkeypatch.setattr(shown, "DOCS", tmp_path)
    monkeypatch.setattr(shown, "SCENES", tmp_path / "scenes")
    names = {"__name__": "__main__"}
    for cell in CELL.findall(page.read_text()):
        run_cell(cell, names)
    assert names["mbfe"] is mbfe
    assert list((tmp_path / "scenes").glob("*.html"))


def test_a_cell_that_fails_otherwise_than_the_page_says_is_seen():
    with pytest.raises(pytest.fail.Exception):
        run_cell(":tags: [raises-exception]\nx = 1\n", {})
    with pytest.raises(ZeroDivisionError):
        run_cell(":tags: [raises-exception]\n1 / 0\n", {})
    with pytest.raises(mbfe.MbfeError):
        run_cell("raise mbfe.ModelError('a', 'b')\n", {"mbfe": mbfe})
    run_cell(":tags: [raises-exception]\nraise mbfe.ModelError('a', 'b')\n", {"mbfe": mbfe})


def test_every_tutorial_has_a_card():
    shown = set(CARD.findall((DOCS / "tutorials" / "index.md").read_text()))
    assert shown == {page.stem for page in TUTORIALS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_files(page):
    text = CELL.sub("", CODE.sub("", page.read_text()))
    targets = [target for found in LINK.findall(text) for target in found if target]
    targets += [f"{target}.md" for target in CARD.findall(text)]
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


def test_every_example_has_a_page_and_a_card():
    shown = {"gallery/" + name for name in example_names()} - {"gallery/paper_experiments"}
    assert {f"gallery/{page.stem}" for page in DOCS.glob("gallery/*.md")} == shown
    assert shown <= set(CARD.findall((DOCS / "examples.md").read_text()))


def test_executed_pages_name_their_language():
    """Without it their code has no colours when the documentation is built without running it."""
    executed = [page for page in PAGES if CELL.search(page.read_text())]
    assert len(executed) > 20
    assert [page.name for page in executed if "\n  language: python\n" not in page.read_text()] == []


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


def paths_in(text):
    """Files and folders of the repository that the text names between backticks."""
    return [named for named in PATH.findall(CODE.sub("", text)) if not set("*…<") & set(named)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_are_named_exist(page):
    assert [named for named in paths_in(page.read_text()) if not (ROOT / named).exists()] == []


def test_files_that_docstrings_name_exist():
    named = {path for source in sources() for path in IN_DOCSTRING.findall(source.text)}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
    assert IN_DOCSTRING.findall("see ``mbfe/{}``".format("leap.py")) == ["mbfe/leap.py"]


def missing_in_the_code(text):
    """What a page says of the code and the code does not have: functions of files, fields of bundles."""
    known = {source.name: source for source in sources()}
    missing = []
    for name, path in DEFINED.findall(text):
        module = path.removesuffix(".py").replace("/", ".")
        module = module if module in known else f"mbfe.{module}"
        names = {getattr(node, "name", getattr(node, "id", "")) for node in known[module].nodes}
        missing += [] if name in names else [f"{name} in {path}"]
    bundles = {"system": System, "state": State, "record": Record}
    for bundle, name in FIELD.findall(CODE.sub("", text)):
        missing += [] if name in bundles[bundle].fields else [f"{bundle}.{name}"]
    return missing


def folders_not_on_the_map(text, packages):
    """Packages of which the tables of folders have no row."""
    rows = re.findall(r"^\| `([\w/]+)` \|", text, re.MULTILINE)
    shown = [row.replace("/", ".") for row in rows]
    named = [name if name.partition(".")[0] == "mbfe" else f"mbfe.{name}" for name in shown]
    return sorted(set(packages).symmetric_difference(named))


def test_the_map_shows_what_there_is():
    text = (DOCS / "architecture.md").read_text()
    packages = [source.name for source in sources() if source.is_package and source.inside("mbfe")]
    assert missing_in_the_code(text) == []
    assert folders_not_on_the_map(text, packages) == []


def test_what_a_map_gets_wrong_is_seen():
    text = "| `mbfe/engine` |\n`leap` in `mbfe/engine/parts.py` sets `state.leap`, not `mbfe/engine/leap.py`"
    assert missing_in_the_code(text) == ["leap in mbfe/engine/parts.py", "state.leap"]
    assert folders_not_on_the_map(text, ["mbfe.engine", "mbfe.leap"]) == ["mbfe.leap"]
    assert paths_in(text) == ["mbfe/engine", "mbfe/engine/parts.py", "mbfe/engine/leap.py"]
