"""Public names load what the stub says, and doors lead from lower floors to functions above them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import mbfe
from mbfe import doors

ALONE = """
import sys
from mbfe import Model, elements
assert "mbfe.audit" not in sys.modules and "mbfe.analyses" not in sys.modules
model = Model("alone")
model.add(elements.PointMass("mass", position=(1.0, 0.0, 0.0), mass=2.0))
print(model.audit().count.dof)
"""


@pytest.mark.parametrize("name", [name for name in dir(mbfe) if not name.startswith("_")])
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
    told = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert told.stdout == "3\n"
