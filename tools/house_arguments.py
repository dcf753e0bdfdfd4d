"""House rules on how code asks and is called: by what is declared, with few arguments, under their names.

Rules as in :mod:`tools.house_rules`; tests/unit/test_layers.py applies them and plants mistakes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mbfe.laws import INPUTS, OUTPUTS
from tools.house_rules import compiled_functions
from tools.sources import Function, Source, functions

OTHERS = ("mbfe.compiled",)
"""Where functions of users, of Numba and of Python are looked into, which declare nothing to mbfe."""
ENGINE = ("mbfe.engine", "mbfe.integrators")
POSITIONAL = 6
"""Arguments that may be given by position."""
OF_LAWS = frozenset(INPUTS) | {name for names in OUTPUTS.values() for name in names}
"""Arguments of laws, which go by name and keep it in the functions that they are handed to."""
PACKED = 5
"""Different values that an argument may hold to be taken apart; fewer are vectors, quaternions and pairs."""


def ours(every: tuple[Source, ...]) -> Iterator[Source]:
    """Modules of the program itself."""
    yield from (one for one in every if one.inside("mbfe") and not one.inside("mbfe.examples", *OTHERS))


def asks_by_declaration(every: tuple[Source, ...]) -> list[str]:
    """No ``getattr`` with a name that stands in the code: what an object may have its class declares."""
    return [
        f"{source.name}:{node.lineno} asks by getattr for {ast.unparse(node.args[1])}"
        for source in ours(every)
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant | ast.JoinedStr)
    ]


def kinds_are_no_texts(every: tuple[Source, ...]) -> list[str]:
    """No comparison of the name of a class: a kind says what it is by what it declares."""
    return [
        f"{source.name}:{node.lineno} compares the name of a class"
        for source in ours(every)
        for node in source.nodes
        if isinstance(node, ast.Compare | ast.Match)
        and any(
            isinstance(part, ast.Attribute) and part.attr in ("__name__", "__qualname__")
            for side in ([node.subject] if isinstance(node, ast.Match) else [node.left, *node.comparators])
            for part in ast.walk(side)
        )
    ]


def few_arguments(every: tuple[Source, ...]) -> list[str]:
    """At most six arguments by position, those apart that laws ask for by name; the engine may take more."""
    out = []
    for source in ours(every):
        if source.inside(*ENGINE):
            continue
        laws = {id(function) for function in compiled_functions(source)}
        is_law = source.name.endswith("_law")
        for function in functions(source):
            free = OF_LAWS if is_law or id(function) in laws else frozenset()
            count = sum(one.arg not in free for one in arguments(function))
            if count > POSITIONAL:
                where = f"{source.name}:{function.lineno} {function.name}"
                out.append(f"{where} takes {count} arguments by position")
    return out


def nothing_packed(every: tuple[Source, ...]) -> list[str]:
    """No argument that holds several arguments: a tuple of five and more things has a class with names."""
    out = []
    for source in ours(every):
        for function in functions(source):
            names = {one.arg for one in (*arguments(function), *function.args.kwonlyargs)}
            for node in ast.walk(function):
                if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple):
                    continue
                many = len(node.targets[0].elts) >= PACKED
                if many and isinstance(node.value, ast.Name) and node.value.id in names:
                    where = f"{source.name}:{node.lineno} {function.name}"
                    out.append(f"{where} takes several arguments packed as {node.value.id}")
    return out


def arguments(function: Function) -> list[ast.arg]:
    """Arguments that may be given by position, the object itself apart."""
    found = [*function.args.posonlyargs, *function.args.args]
    return found[1:] if found and found[0].arg in ("self", "cls") else found
