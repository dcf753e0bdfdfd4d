"""House limits and who may name what, as rules on the sources; directions of imports are in tools/floors.py.

A rule takes sources and returns complaints; tests/unit/test_layers.py applies them and plants mistakes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tools.sources import MAPPED, Function, Source, docstrings, functions, imports, sources, under

KINDS = ("mbfe.elements", "mbfe.joints", "mbfe.blocks")
ENGINE = ("mbfe.engine", "mbfe.integrators")
COMPILERS = ("mbfe.compiled", "mbfe.laws")
NUMBA = tuple(
    f"mbfe.compiled.{name}"
    for name in ("compile", "types", "tracing", "value_types", "kept_code", "facts", "brought")
)
ARITHMETIC = ("math", "numpy")
VALUES = ("Vec3", "Mat3", "Quat", "Dual", "DualVec3")
"""Classes that compiled code makes values of."""
BY_NAME = ("mbfe.model.item.Builder.add", "mbfe.errors.settle")
"""Functions that take values under names which a law or a class declares (magic methods apart)."""
MODULE_LINES, FUNCTION_LINES, LAW_LINES, PUBLIC_METHODS = 400, 60, 150, 12


@cache
def compiled_functions(source: Source) -> tuple[Function, ...]:
    """Functions decorated from a module that compiles (``@law(…)``), or from a law (``@cord.tangent``)."""
    taken = {item.local: item.target for item in imports(source)}
    found: list[Function] = []
    for function in functions(source):
        for decorator in function.decorator_list:
            name = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
            first, _, rest = name.partition(".")
            origin = f"{taken.get(first, '')}.{rest}".strip(".")
            if under(origin, COMPILERS) or origin == "mbfe.laws" or first in {law.name for law in found}:
                found.append(function)
                break
    return tuple(found)


def one_door(every: tuple[Source, ...]) -> list[str]:
    """The mapped folders are imported below mbfe only: under two names a module would exist twice."""
    return [
        f"{source.name}:{item.line} imports {item.target}; write mbfe.{item.target}"
        for source in every
        for item in imports(source)
        if under(item.target, MAPPED)
    ]


def engine_is_blind(every: tuple[Source, ...]) -> list[str]:
    """The engine imports no kind, not even for types, and its code names none."""
    kinds = {
        node.name
        for source in (*sources(), *every)
        if source.inside(*KINDS)
        for node in source.tree.body
        if isinstance(node, ast.ClassDef)
        if not node.name.startswith("_") and node.name not in named_tuples(source)
    }
    snake = {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind).lower() for kind in kinds}
    names = kinds | {name for name in snake if "_" in name}
    out = []
    for source in every:
        if not source.inside(*ENGINE):
            continue
        out += [
            f"{source.name}:{item.line} imports {item.target}"
            for item in imports(source)
            if under(item.target, KINDS)
        ]
        prose = docstrings(source)
        for node in source.nodes:
            word = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                word = next(iter(names.intersection(re.findall(r"\w+", node.value))), None)
            if word in names:
                out.append(f"{source.name}:{getattr(node, 'lineno', 0)} names the kind {word}")
    return out


def one_module_names_numba(every: tuple[Source, ...]) -> list[str]:
    """Only the modules of mbfe.compiled that compile import Numba or its parts."""
    out = []
    for source in every:
        if source.name in NUMBA:
            continue
        lines = {item.line for item in imports(source) if under(item.target, ("numba", "llvmlite"))}
        for node in source.nodes if re.search("numba|llvmlite", source.text) else ():
            if isinstance(node, ast.Call) and "import" in ast.unparse(node.func) and node.args:
                if re.match(r"['\"](numba|llvmlite)\b", ast.unparse(node.args[0])):
                    lines.add(node.lineno)
        out += [f"{source.name}:{line} names numba" for line in sorted(lines)]
    return out


def one_module_names_csgraph(every: tuple[Source, ...]) -> list[str]:
    """Only mbfe.algebra.graphs calls SciPy's graph functions: it gives indices of the size that they take."""
    out = []
    for source in every:
        if not source.inside("mbfe") or source.name == "mbfe.algebra.graphs":
            continue
        lines = {item.line for item in imports(source) if under(item.target, ("scipy.sparse.csgraph",))}
        lines |= {
            node.lineno for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == "csgraph"
        }
        out += [f"{source.name}:{line} names csgraph; use mbfe.algebra.graphs" for line in sorted(lines)]
    return out


def named_tuples(source: Source) -> set[str]:
    """Classes of the module that are tuples with names, which compiled code makes and reads."""
    classes = (node for node in source.tree.body if isinstance(node, ast.ClassDef))
    return {node.name for node in classes if any(ast.unparse(base) == "NamedTuple" for base in node.bases)}


def numbers(source: Source) -> Iterator[str]:
    """Full names of the module's constants and enumerations of integers."""
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef) and "IntEnum" in map(ast.unparse, node.bases):
            yield f"{source.name}.{node.name}"
        if not isinstance(node, ast.Assign):
            continue
        calls = [part.func for part in ast.walk(node.value) if isinstance(part, ast.Call)]
        made = ("range", *VALUES, *named_tuples(source))
        if all(isinstance(called, ast.Name) and called.id in made for called in calls):
            for target in node.targets:
                for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(name, ast.Name):
                        yield f"{source.name}.{name.id}"


def laws_use_compiled_only(every: tuple[Source, ...]) -> list[str]:
    """What a compiled function of a kind takes from elsewhere is compiled, constant or plain arithmetic."""
    known = (*sources(), *every)
    modules = {source.name for source in known}
    fine = {f"{source.name}.{made.name}" for source in known for made in compiled_functions(source)}
    fine |= {name for source in known for name in numbers(source)}
    fine |= {f"{source.name}.{name}" for source in known for name in named_tuples(source)}
    fine |= {f"{room}.{value}" for room in ("mbfe.algebra.vectors", "mbfe.algebra.duals") for value in VALUES}
    passed_on = [(source.name, item) for source in known if source.is_package for item in imports(source)]
    fine |= {f"{package}.{item.local}" for package, item in passed_on if item.target in fine}
    out = []
    for source in every:
        if not source.inside(*KINDS):
            continue
        taken = {item.local: item.target for item in imports(source)}
        for function in compiled_functions(source):
            inside = [node for part in function.body for node in ast.walk(part)]
            used = {node.id for node in inside if isinstance(node, ast.Name)}
            targets = {taken[name] for name in used & taken.keys()}
            for node in inside:
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    module = taken.get(node.value.id)
                    if module in modules:
                        targets.discard(module)
                        targets.add(f"{module}.{node.attr}")
            out += [
                f"{source.name}:{function.lineno} {function.name} uses {target}"
                for target in sorted(targets)
                if not under(target, ARITHMETIC) and target not in fine
            ]
    return out


def module_length(every: tuple[Source, ...]) -> list[str]:
    """Modules of at most 400 lines beside ``__all__`` (tests list many cases and may be longer)."""
    out = []
    for source in every:
        n = len(source.text.splitlines())
        if n > MODULE_LINES and not source.inside("tests"):
            exported = [node for node in source.tree.body if ast.unparse(node).startswith("__all__")]
            n -= sum((node.end_lineno or 0) - node.lineno + 2 for node in exported)
            if n > MODULE_LINES:
                out.append(f"{source.name} has {n} lines")
    return out


def function_length(every: tuple[Source, ...]) -> list[str]:
    """Functions of at most 60 lines beside their docstring, compiled ones of a kind of at most 150."""
    out = []
    for source in every:
        laws = {id(function) for function in compiled_functions(source)} if source.inside(*KINDS) else set()
        for function in functions(source):
            n = (function.end_lineno or function.lineno) - function.lineno + 1
            if ast.get_docstring(function) is not None:
                n -= (function.body[0].end_lineno or 0) - function.body[0].lineno + 1
            limit = LAW_LINES if id(function) in laws else FUNCTION_LINES
            if n > limit:
                out.append(f"{source.name}:{function.lineno} {function.name} has {n} lines, at most {limit}")
    return out


def narrow_interfaces(every: tuple[Source, ...]) -> list[str]:
    """At most 12 public methods a class, options by keyword only, nothing passed through by ``**``.

    A wrapper whose arguments are those of a ParamSpec has the interface of the function that it wraps.
    """
    out = []
    for source in every:
        if not source.inside("mbfe") or source.inside("mbfe.examples"):
            continue
        by_name: set[int] = set()
        for node in source.nodes:
            if isinstance(node, ast.ClassDef):
                methods = [f for f in node.body if isinstance(f, ast.FunctionDef)]
                plain = [f for f in methods if not f.name.startswith("_") and not f.decorator_list]
                if len(plain) > PUBLIC_METHODS:
                    out.append(f"{source.name}:{node.lineno} {node.name} has {len(plain)} public methods")
                by_name |= {id(f) for f in methods if f"{source.name}.{node.name}.{f.name}" in BY_NAME}
        for function in functions(source):
            where = f"{source.name}:{function.lineno} {function.name}"
            magic = function.name.startswith("__")  # its arguments are Python's or NumPy's choice
            kwarg = function.args.kwarg
            wraps = kwarg is not None and kwarg.annotation is not None
            wraps = wraps and ast.unparse(kwarg.annotation) == "P.kwargs"
            declared = id(function) in by_name or f"{source.name}.{function.name}" in BY_NAME
            if kwarg is not None and not magic and not wraps and not declared:
                out.append(f"{where} takes **{kwarg.arg}")
            if function.args.defaults and not function.name.startswith("_"):
                out.append(f"{where} has an option that can be given by position")
    return out


def missing_packages(listed: list[str], every: tuple[Source, ...]) -> list[str]:
    """Packages on disk that are not listed, and listed ones that are not on disk."""
    packages = {source.name for source in every if source.is_package and source.inside("mbfe")}
    return sorted(packages.symmetric_difference(listed))
