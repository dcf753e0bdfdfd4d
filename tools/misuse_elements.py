"""Elements as subjects of :mod:`tools.misuse`."""

from __future__ import annotations

from typing import Any

import mbfe
from mbfe import elements, lines, mass_properties, shapes
from mbfe.algebra.vectors import Vec3, add_vector
from mbfe.elements import contacts, tyres
from tools.misuse import Subject
from tools.misuse_scene import BAR, INERTIA, OVER_TIME, WIRE, item, plain
from tools.misuse_values import EMPTY, FUNCTION, ITEM, MAPPING, NONE, NUMBER, ROW, TEXT, TEXTS, THUNK, TRUTH

FORCE = {NONE, FUNCTION}


@mbfe.law(nodes=1, parameters={"k": "N"}, history={"kept": "1"})
def push(twist, p, residual):  # type: ignore[no-untyped-def]
    """A constant force, as a user may write one."""
    add_vector(residual, 0, -p.k * Vec3(1.0, 0.0, 0.0))


def _line() -> Any:
    return lines.straight((0.0, -2.0, 0.0), (1.0, -2.0, 0.0))


def bodies() -> list[Subject]:
    """What has mass or a shape."""
    solid = shapes.box(size=(0.1, 0.1, 0.1))
    return [
        item("elements.RigidBody", elements.RigidBody, lambda: {"mass": 1.0, "inertia": INERTIA}),
        item(
            "elements.RigidBody (properties)",
            elements.RigidBody,
            lambda: {"properties": mass_properties.from_shape(solid, mass=1.0)},
            only=("properties",),
        ),
        item(
            "elements.RigidBody.between",
            elements.RigidBody.between,  # type: ignore[arg-type]
            lambda: {"start": (0.0, 0.0, 0.0), "end": (1.0, 0.0, 0.0), "mass": 1.0, "radius": 0.1},
        ),
        item(
            "elements.RigidBody.between (rectangular)",
            elements.RigidBody.between,  # type: ignore[arg-type]
            lambda: {"start": (0, 0, 0), "end": (1, 0, 0), "density": 1.0, "width": 0.1, "height": 0.1},
            only=("density", "width", "height"),
        ),
        item("elements.PointMass", elements.PointMass, lambda: {"mass": 1.0}),
        item(
            "elements.PointMass (on a body)",
            elements.PointMass,
            lambda: {"mass": 1.0, "body": "box"},
            takes={"body": {NONE}},
            only=("body", "offset"),
        ),
        item("elements.MasslessBody", elements.MasslessBody, dict),
        item("elements.Scenery", elements.Scenery, lambda: {"shape": solid}),
        item(
            "elements.Beam",
            elements.Beam,
            lambda: {"line": _line(), "section": BAR, "n_elements": 2, "n_nodes": 2},
            takes={"section": set(), "twist": {NUMBER, FUNCTION}},
        ),
        item(
            "elements.Beam (stations)",
            elements.Beam,
            lambda: {"line": _line(), "section": BAR, "stations": (0.0, 0.5, 1.0), "n_nodes": 2},
            only=("stations",),
        ),
        item(
            "elements.Cable",
            elements.Cable,
            lambda: {
                "line": _line(),
                "axial_stiffness": 1e4,
                "mass_per_length": 0.1,
                "diameter": 0.01,
                "n_elements": 2,
            },
        ),
    ]


TWO = {"first": "box", "second": "top"}


def loads() -> list[Subject]:
    """Loads and actuators."""
    values = {"value": OVER_TIME | {ROW}}
    spread = {"force": {NONE, ROW, FUNCTION}, "moment": {NONE, ROW, FUNCTION}, "times": OVER_TIME}
    return [
        item(
            "elements.Force", elements.Force, lambda: {"body": "box", "value": (0.0, 0.0, 1.0)}, takes=values
        ),
        item(
            "elements.Force (direction)",
            elements.Force,
            lambda: {"body": "box", "value": 1.0, "direction": (0.0, 0.0, 1.0)},
            takes=values,
            only=("value", "direction"),
        ),
        item("elements.Moment", elements.Moment, lambda: {"body": "box", "value": (0, 0, 1)}, takes=values),
        item(
            "elements.Actuator",
            elements.Actuator,
            lambda: {"body": "box", "direction": (0.0, 0.0, 1.0), "effort": "wave"},
            takes={"effort": WIRE},
        ),
        item(
            "elements.StrutActuator",
            elements.StrutActuator,
            lambda: TWO | {"effort": "wave"},
            takes={"effort": WIRE},
        ),
        item(
            "elements.DistributedLoad",
            elements.DistributedLoad,
            lambda: {"beam": "blade", "force": (0.0, 0.0, -1.0), "over": (0.0, 0.5)},
            takes=spread,
            beam=True,
        ),
        item(
            "elements.Custom",
            elements.Custom,
            lambda: {"law": push, "nodes": "box", "k": 1.0, "history": {"kept": 0.0}},
            takes={"nodes": {TEXT, TEXTS, ITEM}, "k": {NUMBER}},
            more=("k",),
        ),
    ]


def springs() -> list[Subject]:
    """Springs and bushings."""
    return [
        item(
            "elements.PointSpring",
            elements.PointSpring,
            lambda: TWO | {"stiffness": 10.0},
            takes={"force": FORCE},
        ),
        item(
            "elements.TorsionSpring",
            elements.TorsionSpring,
            lambda: TWO | {"axis": (0.0, 0.0, 1.0), "stiffness": 10.0},
            takes={"moment": FORCE},
        ),
        item(
            "elements.TorsionSpring (joint)",
            elements.TorsionSpring,
            lambda: {"joint": "hinge", "stiffness": 10.0},
            only=("joint",),
        ),
        *(
            item(f"elements.{name}", kind, lambda: TWO | {"position": (1, 1, 2), "stiffness": (1e3, 1e2)})
            for name, kind in (("Bushing", elements.Bushing), ("FlexibleJoint", elements.FlexibleJoint))
        ),
    ]


def driven() -> list[Subject]:
    """Ropes and hydraulics."""
    return [
        item(
            "elements.HoistRope",
            elements.HoistRope,
            lambda: TWO | {"speed": "wave", "axial_stiffness": 1e4},
            takes={"speed": WIRE},
        ),
        item(
            "elements.HydraulicCylinder",
            elements.HydraulicCylinder,
            lambda: (
                TWO
                | {
                    "spool": 0.1,
                    "size": elements.CylinderSize(piston_diameter=0.05, rod_diameter=0.03, stroke=3.0),
                    "retracted_length": 0.5,
                }
            ),
            takes={"spool": WIRE},
        ),
        item(
            "elements.HydraulicDamper",
            elements.HydraulicDamper,
            lambda: TWO | {"current": 0.5},
            takes={"current": WIRE},
        ),
        plain(
            "elements.CylinderSize",
            elements.CylinderSize,
            lambda: {"piston_diameter": 0.05, "rod_diameter": 0.03, "stroke": 0.3},
        ),
        plain("elements.Hydraulics", elements.Hydraulics, dict),
    ]


def on_coordinates() -> list[Subject]:
    """What acts on coordinates of joints."""
    angle = {"coordinate": "hinge.angle"}
    takes = {"coordinate": {MAPPING}}
    rough = takes | {"coulomb": WIRE, "clamping": WIRE | {NONE}}
    loaded = {"mu": 0.1, "radius": 0.02, "collar_radius": 0.03}
    rubbing = ("mu", "mu_static", "radius", "collar_radius", "length", "width", "stribeck_speed")
    return [
        item(
            "elements.JointSpring",
            elements.JointSpring,
            lambda: angle | {"stiffness": 1.0},
            takes=takes | {"force": FORCE},
        ),
        item(
            "elements.JointStop",
            elements.JointStop,
            lambda: angle | {"lower": -1.0, "stiffness": 1.0},
            takes=takes,
        ),
        item("elements.RigidStop", elements.RigidStop, lambda: angle | {"lower": -1.0}, takes=takes),
        item(
            "elements.Backlash",
            elements.Backlash,
            lambda: angle | {"gap": 0.1, "stiffness": 1.0},
            takes=takes,
        ),
        item("elements.JointFriction", elements.JointFriction, lambda: angle | {"coulomb": 1.0}, takes=rough),
        item(
            "elements.JointFriction (loaded)",
            elements.JointFriction,
            lambda: angle | loaded,
            takes=rough,
            only=rubbing,
        ),
        item(
            "elements.RegularisedFriction",
            elements.RegularisedFriction,
            lambda: angle | {"coulomb": 1.0, "regular_speed": 0.01},
            takes=rough,
        ),
        item(
            "elements.ElectricMotor",
            elements.ElectricMotor,
            lambda: angle | {"voltage": "wave", "inductance": 0.1, "resistance": 1.0, "constant": 0.1},
            takes={"voltage": WIRE},
        ),
    ]


def touching() -> list[Subject]:
    """Contacts, tyres and equations."""
    rubber = tyres.BrushTyre(stiffness=6e4, friction=0.8, load=3000.0)
    made = {"y": ("q",), "mass": ((1.0,),), "force": lambda t, y, z: (-y[0],)}
    functions = ("mass", "force", "holonomic", "nonholonomic", "rate", "output", "potential")
    starts = ("y0", "z0", "x0", "u0", "lam0", "psi0")
    takes = {name: {NONE, FUNCTION, THUNK, ROW, NUMBER} for name in functions}
    takes |= {name: {NONE, ROW, NUMBER, MAPPING, EMPTY} for name in starts}
    takes |= {"y": {TEXT, TEXTS}, "states": {TEXT, TEXTS}, "outputs": {TEXT, TEXTS}, "reactions": {EMPTY}}
    return [
        item(
            "elements.Contact",
            elements.Contact,
            lambda: {
                "body": "top",
                "base": "ground",
                "law": contacts.Linear(stiffness=1e4),
                "probe": contacts.Ball(0.1),
            },
            takes={"watch": {TRUTH}},
        ),
        item(
            "elements.BeamContact",
            elements.BeamContact,
            lambda: {"beams": "blade", "base": "ground", "stiffness": 1e4, "radius": 0.02},
            beam=True,
        ),
        item(
            "elements.BeamPairContact",
            elements.BeamPairContact,
            lambda: {"beams": "blade", "stiffness": 1e4, "radius": 0.02, "self_contact": True},
            beam=True,
        ),
        item(
            "elements.Tyre",
            elements.Tyre,
            lambda: {"wheel": "top", "model": rubber, "radius": 0.3, "stiffness": 2e5},
            takes={"relaxation_length": {NONE, NUMBER, ROW}},
        ),
        item("elements.Equations", elements.Equations, lambda: dict(made), takes=takes),
    ]


def subjects() -> list[Subject]:
    """All of them."""
    return [*bodies(), *loads(), *springs(), *driven(), *on_coordinates(), *touching()]
