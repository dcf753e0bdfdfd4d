"""What remedies name exists: functions, classes, and the keywords of those that raise them."""

from __future__ import annotations

import ast
import functools
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mbfe

ROOT = Path(mbfe.__file__).parents[1]
ROOMS = ("mbfe", "elements", "joints", "blocks")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
SPACES = (
    "mbfe", "mbfe.elements", "mbfe.joints", "mbfe.blocks", "mbfe.elements.contacts", "mbfe.elements.tyres",
    "mbfe.elements.roads", "mbfe.shapes", "mbfe.curves", "mbfe.sections", "mbfe.lines",
    "mbfe.integrators.catalogue",
)  # fmt: skip
QUALIFIED = re.compile(rf"\b({'|'.join(space.split('.')[-1] for space in SPACES)})\.(\w+)")
CALL = re.compile(r"\b(?:\w+\.)?([A-Za-z_]\w*)\(([^()]*)\)")
KEYWORD = re.compile(r"\b([a-z_]\w*)=(?!=)")
OF_USERS = {"scratch", "order"}
"""Keywords of decorators and laws of users, which stand in no signature that is looked at."""


def names() -> dict[str, dict[str, Any]]:
    """Public names by space."""
    found = {}
    for space in SPACES:
        module = pkgutil.resolve_name(space)
        found[space] = {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    return found


PUBLIC = names()


def keywords_of(thing: Any) -> set[str]:
    """Arguments of a callable, of a class also those of its public methods."""
    try:
        found = set(inspect.signature(thing).parameters)
    except (TypeError, ValueError):
        return set()
    if inspect.isclass(thing):
        for name, method in inspect.getmembers(thing, callable):
            if not name.startswith("_") and (inspect.isfunction(method) or inspect.ismethod(method)):
                found |= keywords_of(method)
    return found


ALL_KEYWORDS = OF_USERS.union(
    *(keywords_of(thing) for space in PUBLIC.values() for thing in space.values() if callable(thing))
)


def texts(node: ast.expr) -> Iterator[str]:
    """Texts that an expression may become; what is inserted stands as 0."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "0" for part in node.values]
        yield "".join(str(part) for part in parts)
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from texts(node.left)
        yield from texts(node.right)


def remedies() -> Iterator[tuple[str, str, str]]:
    """File and line, who raises where that is written, and the text of every remedy."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            given = [keyword.value for keyword in node.keywords if keyword.arg == "remedy"]
            if isinstance(node.func, ast.Name) and node.func.id == "Remedy":
                given += node.args[:1]
            where = next(iter(texts(node.args[0])), "") if node.args else ""
            for value in given:
                for text in texts(value):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", where, text


@functools.cache
def found() -> list[tuple[str, str, str]]:
    """All of them."""
    return list(remedies())


def wrong_in(text: str, where: str) -> list[str]:
    """What a remedy names and nothing has."""
    wrong = []
    for space, name in QUALIFIED.findall(text):
        module = "mbfe" if space == "mbfe" else next(each for each in SPACES if each.split(".")[-1] == space)
        if name not in PUBLIC[module]:
            wrong.append(f"{space}.{name}")
    for name, arguments in CALL.findall(text):
        things = [space[name] for space in PUBLIC.values() if name in space]
        known = keywords_of(things[0]) if things else ALL_KEYWORDS
        wrong += [f"{name}({word}=)" for word in KEYWORD.findall(arguments) if word not in known]
    outside = CALL.sub("", text)
    raiser = re.match(r"(?:mbfe\.)?(\w+)\b", where)
    known = ALL_KEYWORDS
    if raiser and raiser.group(1) in PUBLIC["mbfe"] and callable(PUBLIC["mbfe"][raiser.group(1)]):
        known = keywords_of(PUBLIC["mbfe"][raiser.group(1)]) | OF_USERS
    wrong += [f"{word}=" for word in KEYWORD.findall(outside) if word not in known]
    return wrong


def test_there_are_remedies_to_look_at() -> None:
    """The search finds them."""
    assert len(found()) > 150
    assert any("initial" in text or "time=0" in text for _, _, text in found())


@pytest.mark.parametrize(
    ("text", "where", "wrong"),
    [
        ("Take joints.Hinge", "", ["joints.Hinge"]),
        ("Give blocks.Sensor(name=1, target=2)", "", ["Sensor(target=)"]),
        ("or set replace_it=True", "", ["replace_it="]),
        ('let initial="project" do it', "solve_modes: about", ["initial="]),
        ('let initial="project" do it', "solve_static", []),
    ],
)
def test_planted_mistakes_are_found(text: str, where: str, wrong: list[str]) -> None:
    """Names and keywords that nothing has."""
    assert wrong_in(text, where) == wrong


def test_names_and_keywords_of_remedies_exist() -> None:
    """Every one that is written as code."""
    wrong = [(place, text, bad) for place, where, text in found() if (bad := wrong_in(text, where))]
    assert wrong == []
