"""Rules on numbers that have names; tests/unit/test_layers.py applies them and plants mistakes."""

from __future__ import annotations

import ast
import re

from tools.house_rules import KINDS
from tools.sources import Source, functions

ROWS = ("out", "output", "history", "scratch", "energy", "power")
"""Arguments of laws whose numbers have names."""
TABLES = {
    "motion": {7, 10, 13, 16, 19, 20},
    "start": {7, 10, 13, 16, 19, 20},
    "predicted": {6, 9, 12, 15},
    "driven": set(range(1, 15)),
    "watch": set(range(1, 13)),
    "attempts": set(range(1, 5)),
    "progress": set(range(1, 5)),
    "energy": set(range(1, 5)),
    "sums": set(range(1, 5)),
}
"""Tables of the engine with named columns, and the numbers that would stand for them."""


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


def columns_have_names(every: tuple[Source, ...]) -> list[str]:
    """Columns of the engine's tables are reached by the names of :mod:`mbfe.engine.columns` and its like."""
    out = []
    for source in every:
        if not source.inside("mbfe") or source.inside("mbfe.examples", "mbfe.algebra", *KINDS):
            continue
        for node in source.nodes:
            if isinstance(node, ast.Subscript):
                table = ast.unparse(node.value).split("[")[0].split(".")[-1]
                if not TABLES.get(table, set()).isdisjoint(_places(node.slice)):
                    out.append(f"{source.name}:{node.lineno} takes {ast.unparse(node)} by its place")
    return out


def _places(index: ast.expr) -> set[int]:
    """Whole numbers that an index is, begins or ends with, or adds to."""
    found: set[int] = set()
    for part in index.elts if isinstance(index, ast.Tuple) else [index]:
        ends = [part.lower, part.upper] if isinstance(part, ast.Slice) else [part]
        for end in ends:
            first = end.left if isinstance(end, ast.BinOp) and isinstance(end.op, ast.Add) else end
            if isinstance(first, ast.Constant) and isinstance(first.value, int):
                found.add(first.value)
    return found
