"""All cases of the contract: those that the modules beside this one offer.

A module of ``tests/contract`` with a function ``cases() -> list[Case]`` is found, and named nowhere else: a
new law comes with a new file.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from mbfe import blocks, elements, joints
from mbfe.laws import Law
from tests import contract
from tests.contract.harness import Case

WHAT_TO_DO = """laws without a case: {names}. Write a module tests/contract/{first}.py with

    def cases() -> list[Case]:
        return [Case({first}, draw)]

where draw(rng, curves) gives valid parameters by name; docs/adding_an_element.md shows it."""


def modules(*packages: ModuleType) -> Iterable[ModuleType]:
    """All modules of some packages and of the packages in them, but this one and tests."""
    for package in packages:
        for entry in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if entry.name != __name__ and not entry.name.rpartition(".")[2].startswith("test_"):
                yield importlib.import_module(entry.name)


def discovered() -> list[Law]:
    """Every law that stands in a module of mbfe.elements, mbfe.joints or mbfe.blocks."""
    found = {}
    for module in modules(elements, joints, blocks):
        found |= {id(thing): thing for thing in vars(module).values() if isinstance(thing, Law)}
    return list(found.values())


def advice(missing: list[Law]) -> str:
    """What to write for laws that have no case."""
    names = [law.name for law in missing]
    return WHAT_TO_DO.format(names=", ".join(names), first=names[0]) if names else ""


CASES: list[Case] = [case for module in modules(contract) for case in getattr(module, "cases", list)()]
