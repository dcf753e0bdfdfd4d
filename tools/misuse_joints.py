"""Joints and couplings as subjects of :mod:`tools.misuse`."""

from __future__ import annotations

from typing import Any

from mbfe import elements, joints, lines
from mbfe.joints.rolling import surfaces
from tools.misuse import Subject
from tools.misuse_scene import OVER_TIME, WIRE, item, plain
from tools.misuse_values import FUNCTION, MAPPING, NONE, ROW

COMPONENTS = tuple(f"{kind}_{axis}" for kind in ("displacement", "angle") for axis in "xyz")


def _sides() -> dict[str, Any]:
    return {"first": "ground", "second": "top", "position": (2.0, 1.0, 2.0)}


def _angles() -> dict[str, Any]:
    return {"first": "hinge.angle", "second": "pin.angle"}


def _track() -> Any:
    return lines.straight((0.0, 1.0, 2.0), (3.0, 1.0, 2.0))


def _arc(start: Any, center: Any) -> Any:
    return lines.arc(start=start, center=center, normal=(0.0, 0.0, 1.0), angle=3.0)


def pairs() -> list[Subject]:
    """Joints between two frames that are given more than their sides."""
    made = [item("joints.Screw", joints.Screw, lambda: _sides() | {"lead": 0.1})]
    made.append(
        item("joints.TotalJoint", joints.TotalJoint, _sides, takes=dict.fromkeys(COMPONENTS, OVER_TIME))
    )
    made.append(
        item(
            "joints.PointOnCurve",
            joints.PointOnCurve,
            lambda: {"first": "ground", "second": "top", "curve": _track(), "point": (0.0, 0.0, 0.0)},
        )
    )
    made.append(
        item(
            "joints.CurveOnCurve",
            joints.CurveOnCurve,
            lambda: {
                "first": "ground",
                "second": "top",
                "first_curve": _arc((1.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
                "second_curve": _arc((2.0, 1.0, 2.0), (2.0, 0.5, 2.0)),
                "arc_lengths": (0.1, 0.1),
            },
        )
    )
    made.append(
        item(
            "joints.Distance",
            joints.Distance,
            lambda: {"first": "box", "second": "top", "length": 1.5},
            takes={"length": OVER_TIME | {NONE}},
        )
    )
    made.append(
        item(
            "elements.BeamSlider",
            elements.BeamSlider,
            lambda: {"beam": "blade", "body": "top", "place": 0.3},
            beam=True,
        )
    )
    made.append(
        item(
            "joints.Rolling",
            joints.Rolling,
            lambda: {"wheel": "top", "base": "ground", "radius": 2.0, "axis": (0, 1, 0)},
        )
    )
    return made


def couplings() -> list[Subject]:
    """What acts on coordinates of joints."""
    position, radii = {"coordinate": {MAPPING}}, {"radii": {ROW}}
    return [
        item("joints.Belt", joints.Belt, lambda: _angles() | {"radii": (0.1, 0.2)}, takes=radii),
        item("joints.GearPair", joints.GearPair, lambda: _angles() | {"ratio": 2.0}),
        item(
            "joints.GearPair (teeth)",
            joints.GearPair,
            lambda: _angles() | {"teeth": (20, 40)},
            only=("teeth",),
        ),
        item(
            "joints.RackAndPinion",
            joints.RackAndPinion,
            lambda: {"rack": "slide.displacement", "pinion": "hinge.angle", "radius": 0.1},
        ),
        item(
            "joints.ScrewDrive",
            joints.ScrewDrive,
            lambda: {"nut": "slide.displacement", "screw": "hinge.angle", "lead": 0.1},
        ),
        item("joints.Differential", joints.Differential, _differential),
        item(
            "joints.Coupling",
            joints.Coupling,
            lambda: {"coordinates": {"hinge.angle": 1.0, "pin.angle": -1.0}},
            takes={"value": OVER_TIME},
        ),
        item(
            "joints.FunctionCoupling",
            joints.FunctionCoupling,
            lambda: {"inputs": "hinge.angle", "function": lambda angle: 0.5 * angle, "output": "pin.angle"},
            takes={"function": {FUNCTION}, "output": {NONE}},
        ),
        item(
            "joints.Lock", joints.Lock, lambda: {"coordinate": "hinge.angle", "locked": True}, takes=position
        ),
        item(
            "joints.Lock (switched)",
            joints.Lock,
            lambda: {"coordinate": "hinge.angle", "times": (0.1, 0.2)},
            only=("times", "strength"),
        ),
    ]


def motors() -> list[Subject]:
    """Motors by what they are given."""
    return [
        *(
            item(
                f"joints.Motor ({way})",
                joints.Motor,
                lambda way=way: {"coordinate": "hinge.angle", way: 0.0},
                takes={way: OVER_TIME if way == "position" else WIRE},
                only=(way,) if way != "position" else (),
            )
            for way in ("position", "speed", "torque")
        ),
        item(
            "joints.Motor (force)",
            joints.Motor,
            lambda: {"coordinate": "slide.displacement", "force": 1.0},
            takes={"force": WIRE},
            only=("force",),
        ),
    ]


def _differential() -> dict[str, Any]:
    return {"input": "hinge.angle", "left": "pin.angle", "right": "turn.angle"}


def surfaces_of_joints() -> list[Subject]:
    """Surfaces on which wheels roll."""
    return [
        plain("surfaces.Plane", surfaces.Plane, lambda: {}),
        plain("surfaces.Height", surfaces.Height, lambda: {"height": lambda x, y: 0.1 * x}),
    ]


def subjects() -> list[Subject]:
    """All of them."""
    return [*pairs(), *couplings(), *motors(), *surfaces_of_joints()]
