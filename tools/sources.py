"""The sources of the project as syntax trees, each read once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("mbfe", "elements", "joints", "blocks", "examples", "benchmarks", "tests", "tools")
MAPPED = ("elements", "joints", "blocks", "examples")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Rule = Callable[[tuple["Source", ...]], list[str]]


@dataclass(frozen=True)
class Source:
    """One module: its import name, what stands in it, and whether it is a package."""

    name: str
    text: str
    is_package: bool = False

    @property
    def tree(self) -> ast.Module:
        """Syntax tree."""
        return parsed(self.text)

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the syntax tree."""
        return walked(self.text)

    def inside(self, *packages: str) -> bool:
        """Whether the module is one of these packages or below one."""
        return under(self.name, packages)


@cache
def parsed(text: str) -> ast.Module:
    """Syntax tree of a text, made once."""
    return ast.parse(text)


@cache
def walked(text: str) -> tuple[ast.AST, ...]:
    """All nodes of its syntax tree."""
    return tuple(ast.walk(parsed(text)))


def under(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of the packages or below one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


@cache
def sources() -> tuple[Source, ...]:
    """Every Python file of the project under the name by which it is imported."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = list(path.relative_to(ROOT).with_suffix("").parts)
            if parts[-1] == "__init__":
                parts.pop()
            prefix = ["mbfe"] if folder in MAPPED else []
            name = ".".join(prefix + parts)
            found.append(Source(name, path.read_text(encoding="utf-8"), path.name == "__init__.py"))
    return tuple(found)


@dataclass(frozen=True)
class Import:
    """One imported name: ``target`` is a module, or ``module.name`` when a name is taken from a module."""

    target: str
    local: str
    line: int


@cache
def imports(source: Source) -> tuple[Import, ...]:
    """All imports of a module, also those inside functions, with relative ones made absolute."""
    return tuple(_imports(source))


def _imports(source: Source) -> Iterator[Import]:
    for node in source.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                local = alias.asname or alias.name.split(".")[0]
                yield Import(alias.name, local, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = source.name.split(".")
                keep = len(parts) - node.level + (1 if source.is_package else 0)
                base = ".".join(parts[:keep] + ([node.module] if node.module else []))
            for alias in node.names:
                local = alias.asname or alias.name
                yield Import(f"{base}.{alias.name}", local, node.lineno)


def functions(source: Source) -> Iterator[Function]:
    """All functions of a module, methods and inner ones too."""
    return (node for node in source.nodes if isinstance(node, Function))


def docstrings(source: Source) -> set[int]:
    """Identities of the constants that are text for readers: docstrings, and meanings of declared fields."""
    texts = [node.value for node in source.nodes if isinstance(node, ast.Expr)]
    made = [node.value for node in source.nodes if isinstance(node, ast.AnnAssign)]
    texts += [text for call in made if isinstance(call, ast.Call) for text in call.args]
    return {id(text) for text in texts}
