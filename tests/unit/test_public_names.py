"""Public names load what the stub says, and doors lead from lower floors to functions above them."""

from __future__ import annotations

import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mbfe
from mbfe import doors

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.rst"))
TARGET = re.compile(r"^\.\. auto\w+:: (\S+)", re.MULTILINE)
KINDS = re.compile(r"^\.\. kinds:: (\S+)", re.MULTILINE)
"""Directive of the reference for all public classes that derive from one, see ``docs/conf.py``."""
PUBLIC = [name for name in dir(mbfe) if not name.startswith("_")]

ALONE = """
import sys
from mbfe import Model, elements
assert "mbfe.audit" not in sys.modules and "mbfe.analyses" not in sys.modules
model = Model("alone")
model.add(elements.PointMass("mass", position=(1.0, 0.0, 0.0), mass=2.0))
print(model.audit().count.dof)
"""


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_load(name: str) -> None:
    found = getattr(mbfe, name)
    assert found.__name__.rpartition(".")[2] == name


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'mbfe' has no attribute 'Modell'"):
        _ = mbfe.Modell  # type: ignore[attr-defined]


@pytest.mark.parametrize("door", ["audit", "assemble", "feed", "fed_variable", "results"])
def test_doors_open(door: str) -> None:
    assert callable(doors.opened(door))


def test_a_model_alone_can_be_audited() -> None:
    """Nothing above the model is imported before the door is opened."""
    process = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert process.stdout == "3\n"


def faults_of_reference(text: str, names: list[str]) -> list[str]:
    """Targets of the reference that are not there or inside of the engine, and public names that it lacks."""
    targets = TARGET.findall(text)
    faults = []
    for target in targets:
        try:
            pkgutil.resolve_name(target)
        except (AttributeError, ImportError):
            faults.append(f"{target} is not there")
    faults += [f"{target} is inside" for target in targets if target.startswith("mbfe.engine")]
    bases = tuple(pkgutil.resolve_name(base) for base in KINDS.findall(text))
    for name in names:
        if inspect.isclass(getattr(mbfe, name)) and issubclass(getattr(mbfe, name), bases):
            continue
        is_module = isinstance(getattr(mbfe, name), ModuleType)
        listed = f"``mbfe.{name}``" in text if is_module else f"mbfe.{name}" in targets
        faults += [] if listed else [f"mbfe.{name} is missing"]
    return faults


def test_the_reference_lists_the_public_names() -> None:
    assert faults_of_reference("\n".join(page.read_text(encoding="utf-8") for page in PAGES), PUBLIC) == []


def test_faults_of_a_reference_are_seen() -> None:
    text = ".. autoclass:: mbfe.Model\n.. automodule:: mbfe.leaps\n.. autoclass:: mbfe.engine.state.State\n"
    assert faults_of_reference(text + "``mbfe.curves``", ["Model", "Run", "curves", "lines"]) == [
        "mbfe.leaps is not there",
        "mbfe.engine.state.State is inside",
        "mbfe.Run is missing",
        "mbfe.lines is missing",
    ]
    assert faults_of_reference(".. kinds:: mbfe.Scheme", ["HHT", "Run"]) == ["mbfe.Run is missing"]
