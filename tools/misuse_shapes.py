"""Shapes, lines, sections, rotations and other data of models as subjects of :mod:`tools.misuse`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mbfe
from mbfe import lines, mass_properties, profiles, rotations, sections, shapes
from mbfe.sections import Section
from tools.misuse import Subject
from tools.misuse_scene import BAR, plain
from tools.misuse_values import FUNCTION, NONE, NUMBER, ROW, TEXT

STEEL = {"E": 2e11, "nu": 0.3}
DAMPING = {"damping": {NUMBER, ROW}}


def _built(line: Any) -> None:
    line.position(0.3 * line.length)


def solids() -> list[Subject]:
    """Shapes and mass properties."""
    long = {"length": 1.0, "radius": 0.1}
    box = shapes.box(size=(1.0, 1.0, 1.0))
    cube = {"points": box.points, "triangles": box.all_triangles}
    return [
        plain("shapes.box", shapes.box, lambda: {"size": (1.0, 1.0, 1.0)}),
        plain("shapes.cylinder", shapes.cylinder, lambda: dict(long)),
        plain("shapes.capsule", shapes.capsule, lambda: dict(long)),
        plain("shapes.cone", shapes.cone, lambda: dict(long)),
        plain("shapes.tube", shapes.tube, lambda: long | {"inner_radius": 0.05}),
        plain("shapes.disk", shapes.disk, lambda: {"radius": 0.1}),
        plain("shapes.sphere", shapes.sphere, lambda: {"radius": 0.1}),
        plain("shapes.torus", shapes.torus, lambda: {"radius": 1.0, "tube_radius": 0.1}),
        plain("shapes.wheel", shapes.wheel, lambda: {"radius": 1.0, "width": 0.1}),
        plain("shapes.group", lambda part: shapes.group(part, box), lambda: {"part": box}, more=("part",)),
        plain("mass_properties.MassProperties", mass_properties.MassProperties, _mass),
        plain("mass_properties.from_shape", mass_properties.from_shape, lambda: {"shape": box, "mass": 1.0}),
        plain("mass_properties.from_surface", mass_properties.from_surface, lambda: cube | {"density": 1.0}),
        plain("mass_properties.rod", mass_properties.rod, lambda: {"length": 1.0, "mass": 1.0}),
        plain(
            "mass_properties.combine",
            mass_properties.combine,
            lambda: {"parts": [mass_properties.MassProperties(**_mass())]},
        ),
    ]


def _mass() -> dict[str, Any]:
    return {"mass": 1.0, "center_of_mass": (0.0, 0.0, 0.0), "inertia": (0.1, 0.1, 0.1)}


def frames() -> list[Subject]:
    """Frames, rotations, models and what they are asked to add."""
    one = (1.0, 0.0, 0.0, 0.0)

    def of_model(method: str) -> Callable[..., Any]:
        return lambda **given: getattr(mbfe.Model("m"), method)(**given)

    return [
        plain("mbfe.Frame", mbfe.Frame, dict, only=("position", "orientation")),
        plain("mbfe.Model", mbfe.Model, lambda: {"name": "m"}, called='"m"'),
        Subject(
            "Model.add_node",
            mbfe.Model.add_node,
            lambda: {"name": "n"},
            call=of_model("add_node"),
            called='"n"',
            takes={"orientation": {ROW, NUMBER}},
        ),
        Subject(
            "Model.add_base",
            mbfe.Model.add_base,
            lambda: {"name": "n"},
            call=of_model("add_base"),
            called='"n"',
            takes={"orientation": {ROW, NUMBER}, "angle": {NUMBER, FUNCTION}, "translation": {ROW, NONE}},
        ),
        plain(
            "rotations.as_unit_quat",
            lambda orientation: rotations.as_unit_quat(orientation),
            lambda: {"orientation": one},
            called="orientation",
        ),
        plain(
            "rotations.quat_from_axis_angle",
            rotations.quat_from_axis_angle,
            lambda: {"axis": (0, 0, 1), "angle": 0.1},
            only=("axis", "angle"),
            called="axis",
        ),
        plain("rotations.rotate", rotations.rotate, lambda: {"p": one, "a": (1.0, 0.0, 0.0)}),
        plain("rotations.multiply", rotations.multiply, lambda: {"p": one, "q": one}),
        plain(
            "profiles.trapezoidal_speed",
            profiles.trapezoidal_speed,
            lambda: {"distance": 1.0, "speed": 1.0, "acceleration": 1.0},
        ),
    ]


def curved() -> list[Subject]:
    """Lines."""
    return [
        plain("lines.straight", lines.straight, lambda: {"start": (0, 0, 0), "end": (1, 0, 0)}, use=_built),
        plain(
            "lines.arc",
            lines.arc,
            lambda: {"start": (1, 0, 0), "center": (0, 0, 0), "normal": (0, 0, 1), "angle": 1.0},
            use=_built,
        ),
        plain(
            "lines.arc_through",
            lines.arc_through,
            lambda: {"first": (1, 0, 0), "middle": (0, 1, 0), "last": (-1, 0, 0)},
            use=_built,
        ),
        plain(
            "lines.helix",
            lines.helix,
            lambda: {"start": (1, 0, 0), "center": (0, 0, 0), "axis": (0, 0, 1), "turns": 2.0, "pitch": 0.1},
            use=_built,
        ),
        plain(
            "lines.through",
            lines.through,
            lambda: {"points": [(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 0)]},
            use=_built,
        ),
        plain(
            "lines.from_function",
            lines.from_function,
            lambda: {"function": lambda u: (u, u * u, 0.0), "interval": (0.0, 1.0)},
            use=_built,
        ),
    ]


def of_beams() -> list[Subject]:
    """Sections."""
    flat = {"width": 0.1, "height": 0.2}
    return [
        plain("sections.rectangle", sections.rectangle, lambda: STEEL | flat, takes=DAMPING),
        plain(
            "sections.rectangle (G)", sections.rectangle, lambda: {"E": 2e11, "G": 8e10} | flat, only=("G",)
        ),
        plain("sections.circle", sections.circle, lambda: STEEL | {"radius": 0.1}, takes=DAMPING),
        plain("sections.ellipse", sections.ellipse, lambda: STEEL | flat, takes=DAMPING),
        plain(
            "sections.tube", sections.tube, lambda: STEEL | {"radius": 0.1, "thickness": 0.01}, takes=DAMPING
        ),
        plain("sections.box", sections.box, lambda: STEEL | flat | {"thickness": 0.01}, takes=DAMPING),
        plain(
            "sections.channel",
            sections.channel,
            lambda: STEEL | flat | {"flange": 0.01, "web": 0.01},
            takes=DAMPING,
        ),
        plain(
            "sections.i_section",
            sections.i_section,
            lambda: STEEL | flat | {"flange": 0.01, "web": 0.01},
            takes=DAMPING,
        ),
        plain(
            "sections.thin_walled",
            sections.thin_walled,
            lambda: STEEL | {"points": [(0, 0), (0.1, 0), (0.1, 0.2)], "thickness": 0.01},
            takes=DAMPING,
        ),
    ]


def general_sections() -> list[Subject]:
    """Sections of any kind."""
    K = BAR.stiffness
    return [
        plain(
            "sections.interpolate",
            sections.interpolate,
            lambda: {"stations": (0.0, 1.0), "sections": [BAR, BAR]},
            takes={"kind": {TEXT}},
        ),
        plain("sections.damping_factor", sections.damping_factor, lambda: {"ratio": 0.1, "frequency": 3.0}),
        plain(
            "sections.Section",
            Section,
            lambda: {"stiffness": K},
            takes={"damping": {NUMBER, ROW}, "outline": {NONE}},
            only=("stiffness", "mass", "damping", "outline", "name"),
        ),
        plain(
            "Section.from_matrices",
            Section.from_matrices,
            lambda: {"stiffness": K, "mass": BAR.mass},
            takes=DAMPING | {"outline": {NONE}},
        ),
        plain(
            "Section.from_stiffness",
            Section.from_stiffness,
            lambda: {"axial": 1e6, "shear": (1e6, 1e6), "torsion": 1e3, "bending": (1e3, 1e3)},
            takes=DAMPING | {"outline": {NONE}},
        ),
        plain(
            "Section.from_constants",
            Section.from_constants,
            lambda: STEEL | {"area": 0.01, "I_y": 1e-5, "I_z": 1e-5, "J": 2e-5, "shear_factors": (0.8, 0.8)},
            takes=DAMPING | {"outline": {NONE}},
        ),
    ]


def subjects() -> list[Subject]:
    """All of them."""
    return [*solids(), *frames(), *curved(), *of_beams(), *general_sections()]
