"""Rules on how laws are written; tests/unit/test_layers.py applies them and plants mistakes."""

from __future__ import annotations

import ast
import re

from tools.house_rules import KINDS
from tools.sources import Source, functions

ROWS = ("out", "output", "history", "scratch")
"""Arguments of laws whose numbers have names."""


def verbs_are_plain(every: tuple[Source, ...]) -> list[str]:
    """What adds is called ``add_…`` and what sets is called ``set_…``; ``put`` could mean either."""
    return [
        f"{source.name}:{function.lineno} {function.name} adds or sets?"
        for source in every
        if source.inside("mbfe", *KINDS)
        for function in functions(source)
        if re.match(r"_*put(_|$)", function.name)
    ]


def rows_have_names(every: tuple[Source, ...]) -> list[str]:
    """Outputs, history and scratch of a law are reached by their declared names, never by a number."""
    return [
        f"{source.name}:{node.lineno} takes {ast.unparse(node)} by its place"
        for source in every
        if source.inside(*KINDS)
        for node in source.nodes
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) in ROWS
    ]
