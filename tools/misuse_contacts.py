"""Contacts, roads, tyres and curves as subjects of :mod:`tools.misuse`."""

from __future__ import annotations

from typing import Any

from mbfe import curves
from mbfe.elements import contacts, roads, tyres
from tools.misuse import Subject
from tools.misuse_scene import plain
from tools.misuse_values import FUNCTION, NUMBER


def _evaluated(curve: Any) -> None:
    curve.derivatives(0.3)


def _seen(road: Any) -> None:
    road.height_at(1.0, 0.2)


def probes() -> list[Subject]:
    """Probes, surfaces and materials of contacts."""
    return [
        plain("contacts.Ball", contacts.Ball, lambda: {"radius": 0.1}),
        plain("contacts.Capsule", contacts.Capsule, lambda: {"length": 1.0, "radius": 0.1}),
        plain("contacts.Points", contacts.Points, lambda: {"points": [[0.0, 0.0, 0.0]]}),
        plain("contacts.Plane", contacts.Plane, dict),
        plain("contacts.Sphere", contacts.Sphere, lambda: {"radius": 1.0}),
        plain("contacts.Cylinder", contacts.Cylinder, lambda: {"radius": 1.0}),
        plain("contacts.Linear", contacts.Linear, lambda: {"stiffness": 1e4}),
        plain("contacts.Hertz", contacts.Hertz, lambda: {"E": 2e11, "nu": 0.3}),
        plain("contacts.Rigid", contacts.Rigid, dict),
        plain("contacts.Coulomb", contacts.Coulomb, lambda: {"mu": 0.3}),
        plain(
            "contacts.Coulomb (sticks)",
            contacts.Coulomb,
            lambda: {"mu": 0.3, "sticks": True, "stiffness": 1e4, "damping": 1.0},
            only=("stiffness", "damping", "sticks"),
        ),
    ]


def surfaces() -> list[Subject]:
    """Roads and tyres."""
    random = {"iso_class": "C", "seed": 1, "length": 50.0}
    return [
        plain("roads.FlatRoad", roads.FlatRoad, dict, use=_seen),
        plain("roads.Slope", roads.Slope, lambda: {"angle": 0.1}, use=_seen),
        plain("roads.Kerb", roads.Kerb, lambda: {"height": 0.1, "at": 1.0, "width": 0.2}, use=_seen),
        plain("roads.SineRoad", roads.SineRoad, lambda: {"amplitude": 0.1, "wavelength": 3.0}, use=_seen),
        plain("roads.ProfileRoad", roads.ProfileRoad, lambda: {"x": (0, 1, 2), "z": (0, 0.1, 0)}, use=_seen),
        plain("roads.RandomRoad", roads.RandomRoad, lambda: dict(random), use=_seen),
        plain("tyres.LinearTyre", tyres.LinearTyre, lambda: {"cornering_stiffness": 5e4, "load": 3e3}),
        plain("tyres.BrushTyre", tyres.BrushTyre, lambda: {"stiffness": 6e4, "friction": 0.8, "load": 3e3}),
        plain("tyres.MagicFormula", tyres.MagicFormula, dict),
        plain(
            "tyres.Pacejka89",
            tyres.Pacejka89,
            lambda: {"a": (1.3, -22, 1011, 1078, 1.8, 0.2, 0, -0.35, *[0.0] * 6)},
        ),
    ]


def functions() -> list[Subject]:
    """Curves."""
    table = {"x": (0.0, 1.0, 2.0), "y": (0.0, 1.0, 0.0)}
    return [
        plain(
            "curves.Polynomial",
            lambda c0: curves.Polynomial(c0, 1.0),
            lambda: {"c0": 1.0},
            use=_evaluated,
            takes={"c0": {NUMBER}},
            more=("c0",),
        ),
        plain("curves.constant", curves.constant, lambda: {"value": 1.0}, use=_evaluated),
        plain("curves.Ramp", curves.Ramp, lambda: {"start": 0.0, "end": 10.0}, use=_evaluated),
        plain("curves.SmoothStep", curves.SmoothStep, lambda: {"start": -2.0, "end": 10.0}, use=_evaluated),
        plain(
            "curves.Harmonic", curves.Harmonic, lambda: {"amplitude": 1.0, "frequency": 2.0}, use=_evaluated
        ),
        plain(
            "curves.Harmonic (omega)",
            curves.Harmonic,
            lambda: {"amplitude": 1.0, "omega": 2.0},
            use=_evaluated,
            only=("omega",),
        ),
        plain("curves.Integral", curves.Integral, lambda: {"of": curves.Polynomial(1.0)}, use=_evaluated),
        plain(
            "curves.integral",
            curves.integral,
            lambda: {"curve": 1.0},
            use=_evaluated,
            takes={"curve": {NUMBER}},
        ),
        plain("curves.Table", curves.Table, lambda: dict(table), use=_evaluated),
        plain(
            "curves.PythonCurve",
            curves.PythonCurve,
            lambda: {"function": lambda x: 2.0 * x},
            use=_evaluated,
            takes={"function": {FUNCTION}},
        ),
    ]


def subjects() -> list[Subject]:
    """All of them."""
    return [*probes(), *surfaces(), *functions()]
