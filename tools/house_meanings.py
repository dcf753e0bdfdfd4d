"""House rules on constants: one capital name has one meaning, and tolerances give their reasons.

Rules as in :mod:`tools.house_rules`; tests/unit/test_layers.py applies them and plants mistakes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tools.sources import Source, sources

SCRIPTS = ("mbfe.examples",)
"""Folders of scripts, of which each is read on its own."""


def package_of(module: str) -> str:
    """The package within which a name means one thing.

    Packages are those that pyproject.toml lists, and each holds all that is in its folder and below. So it
    is enough to look at the outermost ones, ``mbfe.analyses`` and the like, and at ``mbfe`` itself.
    """
    return ".".join(module.split(".")[:2]) if module.count(".") > 1 else "mbfe"


@cache
def constants(source: Source) -> dict[str, tuple[str, int]]:
    """Capital names of a module, with the text of what they are set to, and the line."""
    found: dict[str, tuple[str, int]] = {}
    for node in source.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name, value in _values(target, node.value):
                    if re.fullmatch(r"_?[A-Z][A-Z0-9_]*", name):
                        found[name] = value, node.lineno
    return found


def _values(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    """Names of a target with their values; elements of a sequence are given by their place."""
    if isinstance(target, ast.Name):
        yield target.id, ast.dump(value)
    elif isinstance(target, ast.Tuple):
        for i, part in enumerate(target.elts):
            if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                yield from _values(part, value.elts[i])
            elif isinstance(part, ast.Name):
                yield part.id, f"{ast.dump(value)}[{i}]"


def names_mean_one_thing(every: tuple[Source, ...]) -> list[str]:
    """Within a package no capital name is set to different values in two modules."""
    first: dict[tuple[str, str], tuple[str, str]] = {}
    for source in (*sources(), *every):
        if source.inside("mbfe") and not source.inside(*SCRIPTS):
            for name, (value, _) in constants(source).items():
                first.setdefault((package_of(source.name), name), (source.name, value))
    out = []
    for source in every:
        if source.inside("mbfe") and not source.inside(*SCRIPTS):
            for name, (value, line) in constants(source).items():
                other, meant = first[package_of(source.name), name]
                if value != meant:
                    out.append(f"{source.name}:{line} {name} means something else in {other}")
    return out


def tolerances_say_why(every: tuple[Source, ...]) -> list[str]:
    """Numbers of a module of tolerances cannot be changed, and a text below each says what it is."""
    out = []
    for source in every:
        if source.name.rpartition(".")[2] != "tolerances" or not source.inside("mbfe"):
            continue
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef):
                marks = [ast.unparse(part) for part in (*node.decorator_list, *node.bases)]
                if not {"dataclass(frozen=True)", "NamedTuple"} & set(marks):
                    out.append(f"{source.name}:{node.lineno} {node.name} can be changed")
                out += [
                    f"{source.name}:{line} {name} does not say what it is"
                    for name, line in _unexplained(node.body)
                ]
        numbers = [
            node for node in source.tree.body if not isinstance(getattr(node, "value", None), ast.Call)
        ]
        out += [
            f"{source.name}:{line} {name} does not say what it is" for name, line in _unexplained(numbers)
        ]
    return out


def _unexplained(body: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    """Assignments without a text behind them."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if not (documented and isinstance(after.value.value, str)):
                target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                if target != "__all__":
                    yield target, node.lineno
