"""The examples of docstrings run, and their headings stand on lines of their own."""

from __future__ import annotations

import doctest
import importlib
import re

import pytest

from tools.sources import sources

WITH_EXAMPLES = [source.name for source in sources() if source.inside("mbfe") and ">>> " in source.text]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_of_a_module_run(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed


HEADING = re.compile(r"^ *(?:Notes|Parameters|Returns|Examples|Attributes|Raises) -{3,}.*", re.MULTILINE)


def test_headings_stand_alone() -> None:
    assert {source.name: found for source in sources() if (found := HEADING.findall(source.text))} == {}
    assert HEADING.findall("    Notes ----- y = f(t).") == ["    Notes ----- y = f(t)."]


def test_a_wrong_example_is_seen() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    wrong = parser.get_doctest(">>> 1 + 1\n3\n", {}, "planted", None, None)
    assert runner.run(wrong, out=lambda text: None).failed == 1
