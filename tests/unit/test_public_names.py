"""Public names load what the stub says, and doors lead from lower floors to functions above them."""

from __future__ import annotations

import inspect
import os
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

PENDULUM = """
import sys
import mbfe
from mbfe import elements, joints
model = mbfe.Model("pendulum")
rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 0, 1)))
mbfe.solve_dynamic(model, duration=1e-3, step=1e-3)
print(*sys.modules)
"""
"""Prints what a small model has loaded."""
LATE = (
    "matplotlib", "meshio", "scipy.integrate", "scipy.interpolate", "scipy.optimize", "scipy.signal",
    "scipy.spatial", "scipy.special", "mbfe.audit", "mbfe.blocks.filters", "mbfe.elements.beams",
    "mbfe.elements.contacts", "mbfe.elements.tyres", "mbfe.joints.coordinates", "mbfe.joints.sliding",
)  # fmt: skip
"""What a pendulum does not need, half a second to import."""
KINDS_OF_ITEMS = [
    (package, name) for package in (mbfe.elements, mbfe.joints, mbfe.blocks) for name in package.__all__
]


@pytest.mark.parametrize(("package", "name"), KINDS_OF_ITEMS)
def test_names_of_packages_load(package: ModuleType, name: str) -> None:
    assert name in dir(package)
    assert getattr(package, name).__name__.rpartition(".")[2] == name
    assert vars(package)[name] is getattr(package, name)


def test_packages_list_what_they_declare() -> None:
    for package in (mbfe.elements, mbfe.joints, mbfe.blocks):
        assert dir(package) == sorted(package.__all__)


def test_a_pendulum_loads_what_it_needs() -> None:
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PENDULUM], capture_output=True, text=True, check=True, env=env
    )
    loaded = set(done.stdout.split())
    assert "mbfe.joints.pairs.lower_pairs" in loaded
    assert loaded.isdisjoint(LATE)


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
