"""Rules on what modules say of themselves; tests/unit/test_layers.py applies them and plants mistakes."""

from __future__ import annotations

import ast
import re

from tools.sources import Source, sources

OWN_WORDS = 2
"""Words of a docstring beside those of the name of its module."""


def words_of_its_own(source: Source) -> set[str]:
    """Words in the docstring of a module that its name, or the plural of it, does not have."""
    name = set(source.name.rpartition(".")[2].lower().split("_"))
    said = re.findall(r"\w+", (ast.get_docstring(source.tree) or "").lower())
    return {word for word in said if word not in name and word.removesuffix("s") not in name}


def modules_say_what_they_show(every: tuple[Source, ...]) -> list[str]:
    """The docstring of every module and package says more than its name, and no two say the same."""
    first: dict[str, str] = {}
    for source in (*sources(), *every):
        first.setdefault(ast.get_docstring(source.tree) or "", source.name)
    out = []
    for source in every:
        if len(words_of_its_own(source)) < OWN_WORDS:
            out.append(f"{source.name} says no more than its name")
        elif (other := first[ast.get_docstring(source.tree) or ""]) != source.name:
            out.append(f"{source.name} says the same of itself as {other}")
    return out
