"""A house rule on ``__all__``: every module says which of its names others take.

A rule as in :mod:`tools.house_rules`; tests/unit/test_layers.py applies it and plants mistakes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from tools.sources import Source, imports, sources


@cache
def defined(source: Source) -> frozenset[str]:
    """Names that a module binds at its top level: functions, classes, constants and imported names."""
    return frozenset(_bound(source.tree.body)) | {item.local for item in imports(source)}


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from _bound(node.body)
            yield from _bound(getattr(node, "orelse", []))


@cache
def listed(source: Source) -> tuple[str, ...] | None:
    """The names in ``__all__``, None where there is none."""
    for node in source.tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == "__all__":
            return tuple(ast.literal_eval(node.value))  # type: ignore[union-attr, arg-type]
    return None


def names_are_listed(every: tuple[Source, ...]) -> list[str]:
    """Every module with code has ``__all__``: names that it has, among them all that other modules import."""
    modules = {source.name: source for source in (*sources(), *every) if source.inside("mbfe")}
    out = []
    for source in every:
        if not source.inside("mbfe"):
            continue
        out += [
            f"{source.name}:{item.line} imports {name}, which is not in __all__ of {module}"
            for item in imports(source)
            for module, _, name in [item.target.rpartition(".")]
            if module in modules
            and module not in ("mbfe", source.name)
            and item.target not in modules
            and name not in (listed(modules[module]) or ())
        ]
        given = listed(source)
        only_text = all(isinstance(node, ast.Expr) for node in source.tree.body)
        if given is None and not only_text and source.name not in ("mbfe", "mbfe.__main__"):
            out.append(f"{source.name} has no __all__")
        out += [
            f"{source.name} has {name} in __all__ and nowhere else"
            for name in given or ()
            if name not in defined(source) and f"{source.name}.{name}" not in modules
        ]
    return out
