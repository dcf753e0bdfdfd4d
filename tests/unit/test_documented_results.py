"""Results that docstrings name exist: each name in the sentence after "Results:" is a signal of the item."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from mbfe import blocks, elements, joints

OF_ALL = {"reaction", "multipliers"}
"""What views of joints and equations have beside their signals."""
PARTS = re.compile(r"``([A-Za-z_][\w]*)``")
INSTANCES: dict[str, Callable[[], Any]] = {
    "PID": lambda: blocks.PID("pid", 1.0, 0.0, proportional=1.0),
    "StateSpace": lambda: blocks.StateSpace("lag", 1.0, A=[[-2.0]], B=[[2.0]], C=[[1.0]]),
    "Motor": lambda: joints.Motor("motor", "hinge.angle", speed=1.0),
    "JointFriction": lambda: elements.JointFriction("f", "hinge.angle", mu=0.1, radius=0.1),
    "RegularisedFriction": lambda: elements.RegularisedFriction(
        "f", "hinge.angle", mu=0.1, radius=0.1, regular_speed=1e-3
    ),
}
"""Of kinds whose signals follow their arguments."""
VARIABLES = {
    "BeamSlider": {"place", "place_rate"},
    "ElectricMotor": {"current"},
    "HoistRope": {"paid_out", "speed"},
    "HydraulicCylinder": {"pressure_a", "pressure_b"},
    "HydraulicDamper": {"pressure_rebound", "pressure_compression"},
    "Motor": {"work"},
    "StateSpace": {"y1", "y2", "x1", "x2"},
}
"""Coordinates and states that an item declares in its model, outputs of several, and an energy of the run."""
NOT_LISTED = {"Belt", "Beam", "Cable", "Differential", "Equations", "GearPair", "RackAndPinion", "ScrewDrive"}
"""Kinds whose results are named by the coordinates that they couple or by what the user types, or are methods
of a view of their own."""


def documented() -> list[tuple[str, type]]:
    found = {}
    for package in (blocks, elements, joints):
        for name in package.__all__:
            kind = getattr(package, name)
            if inspect.isclass(kind) and "Results:" in (kind.__doc__ or "") and name not in NOT_LISTED:
                found[name] = kind
    return sorted(found.items())


def names_after_results(text: str) -> set[str]:
    """Names in double backticks from "Results:" to the end of the paragraph."""
    paragraph = text.split("Results:", 1)[1].split("\n\n")[0]
    return {name for name in PARTS.findall(paragraph) if not name.startswith("_") and not name.endswith("_")}


def offered(name: str, kind: type) -> set[str]:
    """Names of the signals, outputs and states of an item, with rates."""
    if name in INSTANCES:
        item = INSTANCES[name]()
        listed = {signal.name for signal in item.signals}
        for variables in (getattr(item, "outputs", ()), getattr(item, "states", ())):
            listed |= {*variables, *(f"{variable}_rate" for variable in variables)}
        return listed
    signals = inspect.getattr_static(kind, "signals", ())
    return {signal.name for signal in signals} if isinstance(signals, tuple) else set()


KINDS = documented()


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[name for name, _ in KINDS])
def test_documented_results_exist(name: str, kind: type) -> None:
    """What the docstring promises is what a run offers."""
    promised = names_after_results(kind.__doc__ or "")
    have = offered(name, kind)
    assert have
    vectors = {part.rsplit("_", 1)[0] for part in have}
    missing = promised - have - OF_ALL - vectors - VARIABLES.get(name, set())
    assert not missing, f"{name} documents {sorted(missing)}, it offers {sorted(have)}"
