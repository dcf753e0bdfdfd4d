"""The floors of the house, as rules on the imports.

A module imports from its own floor and from lower ones only, wherever the import stands: at the top, inside a
function, or under ``TYPE_CHECKING``; nothing imports itself in a circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from tools.sources import Source, imports, sources

FLOORS = (
    # ground
    "mbfe.version",
    "mbfe.doors",
    "mbfe.errors",
    "mbfe.checks",
    "mbfe.contracts",
    "mbfe.files",
    "mbfe.compiled",
    "mbfe.algebra",
    "mbfe.functions",
    # engine
    "mbfe.laws",
    "mbfe.engine",
    "mbfe.integrators",
    # modelling
    "mbfe.geometry",
    "mbfe.sections",
    "mbfe.model",
    "mbfe.quantities",
    "mbfe.joints",
    "mbfe.blocks",
    "mbfe.elements",
    # what is found: of a failure, as a result
    "mbfe.failures",
    "mbfe.results",
    # solving
    "mbfe.analyses",
    "mbfe.analyses.start",
    "mbfe.analyses.static",
    "mbfe.analyses.kinematic",
    "mbfe.analyses.linear",
    "mbfe.analyses.dynamic",
    "mbfe.audit",
    # doors
    "mbfe",
    "mbfe.examples",
    "mbfe.precompile",
    "mbfe.cli",
    "mbfe.__main__",
)
"""Packages, and modules of the root, the lowest first; a package has its own floor, or that of its parent."""
MOST_IN_ROOT, MOST_SIBLINGS = 8, 20


@cache
def floor_of(module: str) -> str | None:
    """The floor on which a module stands, None when it is not ours or has none."""
    if module == "mbfe":
        return module
    while module and module != "mbfe":
        if module in FLOORS:
            return module
        module = module.rpartition(".")[0]
    return None


def imported(source: Source, modules: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Each module of ours that a module imports, with the line; a public name is one of ``mbfe`` itself."""
    for item in imports(source):
        parent = item.target.rpartition(".")[0]
        for target in (item.target, parent):
            if target in modules and target != source.name:
                yield target, item.line
                break


def import_direction(every: tuple[Source, ...]) -> list[str]:
    """Every module has a floor, and imports from its own floor and lower ones."""
    modules = names_of(every)
    out = []
    for source in every:
        if not source.inside("mbfe"):
            continue
        mine = floor_of(source.name)
        if mine is None:
            out.append(f"{source.name} stands on no floor of tools/house_rules.py")
            continue
        for target, line in imported(source, modules):
            theirs = floor_of(target)
            if theirs is not None and FLOORS.index(theirs) > FLOORS.index(mine):
                out.append(f"{source.name}:{line} imports {target}, {theirs} is above {mine}")
    return out


def names_of(every: tuple[Source, ...]) -> frozenset[str]:
    """Names of all modules, those of some sources and all that there are."""
    return frozenset(source.name for source in (*sources(), *every) if source.inside("mbfe"))


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Groups of more than one node each of which is reached from all others (Tarjan 1972)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    for root in edges:
        work = [] if root in number else [(root, iter(sorted(edges[root])))]
        if work:
            number[root] = lowest[root] = len(number)
            path.append(root)
        while work:
            node, after = work[-1]
            new = next((other for other in after if other not in number), None)
            if new is not None:
                number[new] = lowest[new] = len(number)
                path.append(new)
                work.append((new, iter(sorted(edges.get(new, ())))))
                continue
            work.pop()
            known = [lowest[other] for other in edges.get(node, ()) if other in path]
            lowest[node] = min([number[node], *known])
            if lowest[node] == number[node]:
                at = path.index(node)
                group, path = path[at:], path[:at]
                found += [sorted(group)] if len(group) > 1 else []
    return found


def no_cycles(every: tuple[Source, ...]) -> list[str]:
    """No module imports itself in a circle, and no package of a package its siblings."""
    modules = names_of(every)
    current = {source.name: source for source in (*sources(), *every) if source.inside("mbfe")}
    packages = {name for name, source in current.items() if source.is_package}
    edges: dict[str, set[str]] = {name: set() for name in current}
    siblings: dict[str, set[str]] = {name: set() for name in packages}
    for name, source in current.items():
        mine = [name, *(name[:i] for i, c in enumerate(name) if c == ".")]
        for target, _ in imported(source, modules):
            edges[name].add(target)
            theirs = [target, *(target[:i] for i, c in enumerate(target) if c == ".")]
            for own in packages.intersection(mine):
                for other in packages.intersection(theirs):
                    if own != other and own.rpartition(".")[0] == other.rpartition(".")[0]:
                        siblings[own].add(other)
    out = []
    for group in circles(edges) + circles(siblings):
        asked = next((source.name for source in every if source.inside(*group)), None)
        out += [] if asked is None else [f"{asked}: {', '.join(group)} import one another"]
    return out


def small_folders(every: tuple[Source, ...]) -> list[str]:
    """At most eight modules in the root of mbfe, and twenty in any other folder of it."""
    inside = [source for source in every if source.inside("mbfe") and not source.inside("mbfe.examples")]
    parents = Counter(source.name.rpartition(".")[0] for source in inside if not source.is_package)
    return [
        f"{folder} has {n} modules, at most {most}"
        for folder, n in parents.items()
        if n > (most := MOST_IN_ROOT if folder == "mbfe" else MOST_SIBLINGS)
    ]
